package zebra

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"regexp"
	"strconv"
	"strings"

	"github.com/beve-org/beve-go/cmd/internal/gen"
)

// This file reads the directives: comment lines that begin with "//msgp:".

// directives is what the comments of the files ask for.
type directives struct {
	tuples  map[string]token.Pos
	ignored map[string]token.Pos
	shims   map[string]*shim           // by the type as it is spelled
	left    map[string]map[string]bool // methods left out, by type
	made    map[string]*made           // how methods make bin or text, by the type as it is spelled
	varying map[string]token.Pos       // tuples of varying length
	unique  map[string]token.Pos       // types whose maps have no key twice
	named   map[string]token.Pos       // all types that a directive names
	files   map[*ast.File]*rules
}

// rules are the directives that hold for all types of a file.
type rules struct {
	newTime bool // times are written as timestamps of MessagePack, not in the older form
	// elements and pairs bound the length of a slice and of a map; 0 sets no bound.
	// onWrite holds what is written to them too.
	elements, pairs uint32
	onWrite         bool
	tags            []string // keys of struct tags that are asked before msg
	pointers        bool     // all receivers are pointers
	utc             bool     // times are read in UTC
	compact         bool     // a float64 that a float32 holds is written as one
	textKeys        bool     // keys of maps that are scalars are written as text
	toNil           bool     // slices and maps that are left out and missing become nil
	unique          bool     // a key of a map that comes twice is an error
}

// shim says that a type is sent as another one.
type shim struct {
	base     string // the type that is sent
	to, from string // the functions that convert, to the base and back
	converts bool   // conversions of Go do it, without functions
	// toFails and fromFails say that the functions have errors.
	toFails, fromFails bool
	// atomic says that methods Load and Store do it, auto that the functions take and
	// give a scalar of this name.
	atomic bool
	auto   types.Type
	// declared has the functions where package types declares them, and not a directive.
	declared *gen.Conversion
	pos      token.Pos
}

// made says that methods of the standard interfaces make a bin or text of a type.
type made struct {
	appends bool // by AppendBinary or AppendText, not MarshalBinary or MarshalText
	text    bool // by the methods for text
	str     bool // as a str
	number  bool // it is a json.Number, which the runtime knows
	json    bool // by the methods for JSON
	stream  bool // by EncodeMsg and DecodeMsg, which the type has without MarshalMsg
	pos     token.Pos
}

// methods returns the names of the methods.
func (m *made) methods() (write, read string) {
	what := "Binary"
	if m.text {
		what = "Text"
	}
	if m.appends {
		return "Append" + what, "Unmarshal" + what
	}
	return "Marshal" + what, "Unmarshal" + what
}

const directivePrefix = "//msgp:"

// passes are the methods that a directive can leave out.
var passes = map[string]bool{"encode": true, "decode": true, "marshal": true, "unmarshal": true, "size": true, "test": true}

func readDirectives(in *Input, opts *Options, r *report) *directives {
	files := in.Sources
	d := &directives{
		tuples: map[string]token.Pos{}, ignored: map[string]token.Pos{}, shims: map[string]*shim{},
		left: map[string]map[string]bool{}, made: map[string]*made{}, varying: map[string]token.Pos{}, unique: map[string]token.Pos{}, named: map[string]token.Pos{}, files: map[*ast.File]*rules{},
	}
	for _, file := range files {
		of := &rules{newTime: opts.Msgpack}
		d.files[file] = of
		for _, text := range opts.Directives {
			d.read(strings.Fields(text), of, file.Package, r)
		}
		for _, group := range file.Comments {
			for _, c := range group.List {
				if text, ok := strings.CutPrefix(c.Text, directivePrefix); ok {
					d.read(strings.Fields(text), of, c.Pos(), r)
				} else if strings.HasPrefix(strings.TrimLeft(strings.TrimPrefix(c.Text, "//"), " \t"), "msgp:") {
					r.warn(c.Pos(), "a directive begins with //msgp: without a blank; this is a comment")
				}
			}
		}
	}
	for _, of := range d.files {
		if !opts.reflected() && len(of.tags) == 0 {
			of.tags = []string{"msg"} // and msgpack, but not json
		}
	}
	for _, name := range opts.Exclude {
		if in.Types.Scope().Lookup(name) == nil {
			r.warn(files[0].Package, "-exclude names "+name+", which is not declared in this package")
		}
		d.ignored[name] = files[0].Package
	}
	d.ignore(in, r)
	return d
}

// ignore makes what directives ignore a list of types of the package: patterns are
// replaced by what they match.
func (d *directives) ignore(in *Input, r *report) {
	for name, pos := range d.ignored {
		pattern, ok := strings.CutPrefix(name, "regex:")
		if !ok {
			if _, excluded := d.named[name]; excluded && in.Types.Scope().Lookup(name) == nil {
				r.warn(pos, "the directive ignore names "+name+", which is not declared in this package")
			}
			continue
		}
		delete(d.ignored, name)
		expr, err := regexp.Compile(pattern)
		if err != nil {
			r.fail(pos, "the directive ignore has a pattern that is none: "+err.Error())
			continue
		}
		for _, declared := range in.Types.Scope().Names() {
			if expr.MatchString(declared) {
				d.ignored[declared] = pos
			}
		}
	}
	for name := range d.ignored {
		delete(d.named, name)
	}
	for name, passes := range maps.Clone(d.left) {
		pattern, ok := strings.CutPrefix(name, "regex:")
		if !ok {
			continue
		}
		expr, err := regexp.Compile(pattern)
		if err != nil {
			r.fail(d.named[name], "the directive has a pattern that is none: "+err.Error())
			continue
		}
		for _, declared := range in.Types.Scope().Names() {
			for pass := range passes {
				if expr.MatchString(declared) {
					d.leave(declared, pass)
				}
			}
		}
	}
	for name := range d.named {
		if strings.HasPrefix(name, "regex:") {
			delete(d.named, name)
		}
	}
}

// leave enters that a method of a type is left out.
func (d *directives) leave(name, pass string) {
	if d.left[name] == nil {
		d.left[name] = map[string]bool{}
	}
	d.left[name][pass] = true
}

func (d *directives) read(words []string, of *rules, pos token.Pos, r *report) {
	if len(words) == 0 {
		r.fail(pos, "empty directive")
		return
	}
	name, args := words[0], words[1:]
	switch {
	case name == "tuple" || name == "ignore":
		into := d.tuples
		if name == "ignore" {
			into = d.ignored
		}
		if len(args) == 0 {
			r.fail(pos, "directive "+name+" names no type")
		}
		for _, arg := range args {
			into[arg], d.named[arg] = pos, pos
		}
	case name == "shim":
		d.readShim(args, pos, r)
	case name == "replace":
		d.readReplace(args, pos, r)
	case ofFile[name] != nil:
		if len(args) > 0 {
			r.fail(pos, "directive "+name+" holds for the file and takes nothing")
		}
		ofFile[name](of)
	case name == "vartuple" || name == "noduplicates" && len(args) > 0:
		into := d.varying
		if name == "noduplicates" {
			into = d.unique
		}
		if len(args) == 0 {
			r.fail(pos, "directive "+name+" names no type")
		}
		for _, arg := range args {
			into[arg], d.named[arg] = pos, pos
		}
	case name == "noduplicates":
		of.unique = true
	case name == "tag" || name == "tags":
		for _, arg := range args {
			of.tags = append(of.tags, strings.FieldsFunc(arg, func(c rune) bool { return c == ',' })...)
		}
		if len(of.tags) == 0 {
			r.fail(pos, "directive "+name+" names no key of struct tags")
		}
	case name == "timezone":
		if len(args) != 1 || !strings.EqualFold(args[0], "utc") && !strings.EqualFold(args[0], "local") {
			r.fail(pos, "directive timezone is followed by utc or local")
			return
		}
		of.utc = strings.EqualFold(args[0], "utc")
	case name == "maps":
		d.readMaps(args, of, pos, r)
	case name == "binmarshal" || name == "binappend" || name == "textmarshal" || name == "textappend":
		d.readMade(name, args, pos, r)
	case name == "limit":
		if !of.readLimits(args) {
			r.fail(pos, "directive limit is written: //msgp:limit arrays:N maps:N marshal:true, each of them optional; N is at least 1 and below 2^32")
		}
	case passes[name]:
		if len(args) < 2 || args[0] != "ignore" {
			r.fail(pos, "directive "+name+" is to be followed by ignore and the names of types")
			return
		}
		for _, arg := range args[1:] {
			d.leave(arg, name)
			d.named[arg] = pos
		}
	case len(args) > 0 && args[0] == "ignore":
		r.fail(pos, "unknown pass "+name+" in a directive")
	default:
		r.fail(pos, "unknown directive "+name)
	}
}

// ofFile are the directives that hold for a file and take nothing.
var ofFile = map[string]func(*rules){
	"newtime":       func(of *rules) { of.newTime = true },
	"pointer":       func(of *rules) { of.pointers = true },
	"compactfloats": func(of *rules) { of.compact = true },
	// What is missing is always cleared; with it, to nil.
	"clearomitted": func(of *rules) { of.toNil = true },
}

// readMaps reads "shim", "binkeys" and "autoshim"; each may end in ":true" or
// ":false". The first two say what holds without them: a shim is for keys as well, and
// keys are written in the form of their type.
func (d *directives) readMaps(args []string, of *rules, pos token.Pos, r *report) {
	binKeys := false
	for _, arg := range args {
		name, value, given := strings.Cut(strings.ToLower(arg), ":")
		on, err := strconv.ParseBool(value)
		if !given {
			on, err = true, nil
		}
		switch {
		case err != nil || name != "shim" && name != "binkeys" && name != "autoshim":
			r.fail(pos, "directive maps is followed by shim, binkeys or autoshim, each alone or with :true or :false; "+arg+" is none")
		case name == "binkeys":
			binKeys = on
		case name == "autoshim":
			of.textKeys = on
		}
	}
	if binKeys && of.textKeys {
		r.warn(pos, "directive maps has both binkeys and autoshim; autoshim has no effect")
		of.textKeys = false
	}
}

// readMade reads "[as:string|as:bin] T ...".
func (d *directives) readMade(name string, args []string, pos token.Pos, r *report) {
	m := &made{text: strings.HasPrefix(name, "text"), appends: strings.HasSuffix(name, "append"), pos: pos}
	var names []string
	for _, arg := range args {
		as, ok := strings.CutPrefix(arg, "as:")
		switch {
		case !ok:
			names = append(names, arg)
		case m.text && (as == "string" || as == "bin"):
			m.str = as == "string"
		default:
			r.fail(pos, "directive "+name+" does not know "+arg)
		}
	}
	if len(names) == 0 {
		r.fail(pos, "directive "+name+" names no type")
	}
	for _, name := range names {
		d.made[name] = m
	}
}

// readShim reads "T as:B using:to/from mode:cast witherr:false"; the last two may be
// missing.
func (d *directives) readShim(args []string, pos token.Pos, r *report) {
	s := &shim{pos: pos}
	if len(args) >= 3 {
		for _, arg := range args[1:] {
			switch key, value, _ := strings.Cut(arg, ":"); key {
			case "mode":
				if value != "cast" && value != "convert" {
					r.fail(pos, "directive shim knows mode:cast and mode:convert, not "+arg)
				}
				s.toFails = value == "convert"
				s.fromFails = s.toFails
			case "witherr":
				on, err := strconv.ParseBool(value)
				if err != nil {
					r.fail(pos, "directive shim knows witherr:true and witherr:false, not "+arg)
				}
				s.toFails, s.fromFails = s.toFails && on, on
			case "as":
				s.base = value
			case "using":
				// The functions may be "pkg.To/pkg.From"; a path has no place here.
				s.to, s.from, _ = strings.Cut(value, "/")
			default:
				r.fail(pos, "directive shim does not know "+arg)
			}
		}
	}
	if s.base == "" || s.to == "" || s.from == "" {
		r.fail(pos, "directive shim is written: //msgp:shim Type as:Base using:to/from, and mode:convert if the functions have errors")
		return
	}
	d.shims[args[0]] = s
}

// readReplace reads "T with:B": a shim whose functions are conversions.
func (d *directives) readReplace(args []string, pos token.Pos, r *report) {
	ok, with := len(args) == 2, ""
	if ok {
		with, ok = strings.CutPrefix(args[1], "with:")
	}
	if !ok || with == "" {
		r.fail(pos, "directive replace is written: //msgp:replace Type with:Other")
		return
	}
	d.shims[args[0]] = &shim{base: with, converts: true, pos: pos}
}

// readLimits reads "arrays:N maps:N marshal:true", and reports whether it is that.
func (l *rules) readLimits(args []string) bool {
	for _, arg := range args {
		key, text, _ := strings.Cut(arg, ":")
		n, err := strconv.ParseUint(text, 10, 32)
		switch {
		case key == "arrays" && err == nil && n > 0:
			l.elements = uint32(n)
		case key == "maps" && err == nil && n > 0:
			l.pairs = uint32(n)
		case key == "marshal" && (text == "true" || text == "false"):
			l.onWrite = text == "true"
		default:
			return false
		}
	}
	return cmp.Or(l.elements, l.pairs) > 0
}
