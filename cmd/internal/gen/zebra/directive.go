package zebra

import (
	"cmp"
	"go/ast"
	"go/token"
	"regexp"
	"strconv"
	"strings"
)

// This file reads the directives: comment lines that begin with "//msgp:".

// directives is what the comments of the files ask for.
type directives struct {
	tuples  map[string]token.Pos
	ignored map[string]token.Pos
	shims   map[string]*shim           // by the type as it is spelled
	left    map[string]map[string]bool // methods left out, by type
	named   map[string]token.Pos       // all types that a directive names
	files   map[*ast.File]*rules
}

// rules are the directives that hold for all types of a file.
type rules struct {
	newTime bool // times are written as timestamps of MessagePack, not in the older form
	// elements and pairs are the most that a slice and a map have; 0 is no bound.
	// onWrite holds what is written to them too.
	elements, pairs uint32
	onWrite         bool
}

// shim says that a type is sent as another one.
type shim struct {
	base     string // the type that is sent
	to, from string // the functions that convert, to the base and back
	converts bool   // conversions of Go do it, without functions
	pos      token.Pos
}

const directivePrefix = "//msgp:"

// passes are the methods that a directive can leave out.
var passes = map[string]bool{"encode": true, "decode": true, "marshal": true, "unmarshal": true, "size": true, "test": true}

func readDirectives(in *Input, opts *Options, r *report) *directives {
	files := in.Sources
	d := &directives{
		tuples: map[string]token.Pos{}, ignored: map[string]token.Pos{}, shims: map[string]*shim{},
		left: map[string]map[string]bool{}, named: map[string]token.Pos{}, files: map[*ast.File]*rules{},
	}
	for _, file := range files {
		of := new(rules)
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
	for name := range d.named {
		if strings.HasPrefix(name, "regex:") {
			delete(d.named, name)
		}
	}
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
	case name == "newtime":
		if len(args) > 0 {
			r.fail(pos, "directive newtime holds for the file and takes nothing")
		}
		of.newTime = true
	case name == "limit":
		if !of.readLimits(args) {
			r.fail(pos, "directive limit is written: //msgp:limit arrays:N maps:N marshal:true, of which some may be missing; N is at least 1 and below 2^32")
		}
	case passes[name]:
		if len(args) < 2 || args[0] != "ignore" {
			r.fail(pos, "directive "+name+" is to be followed by ignore and the names of types")
			return
		}
		for _, arg := range args[1:] {
			if d.left[arg] == nil {
				d.left[arg] = map[string]bool{}
			}
			d.left[arg][name], d.named[arg] = true, pos
		}
	case len(args) > 0 && args[0] == "ignore":
		r.fail(pos, "unknown pass "+name+" in a directive")
	default:
		r.fail(pos, "unknown directive "+name)
	}
}

// readShim reads "T as:B using:to/from".
func (d *directives) readShim(args []string, pos token.Pos, r *report) {
	s := &shim{pos: pos}
	if len(args) == 3 {
		for _, arg := range args[1:] {
			switch key, value, _ := strings.Cut(arg, ":"); key {
			case "as":
				s.base = value
			case "using":
				// The functions may be "pkg.To/pkg.From"; a path has no place here.
				s.to, s.from, _ = strings.Cut(value, "/")
			}
		}
	}
	if s.base == "" || s.to == "" || s.from == "" {
		r.fail(pos, "directive shim is written: //msgp:shim Type as:Base using:to/from")
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
