package migrate

import (
	"cmp"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"unicode"
)

// A Rule names a condition on the types of what is encoded. Where it holds, the bytes are others here.
type Rule uint8

// The rules. Those about fields look at their tags, the others at types wherever they stand in a value.
const (
	// OtherName is a field whose name here comes from a tag that the library does not read.
	OtherName Rule = iota
	// OddName is a field whose name in the tag msgpack has what means something to its parser there.
	OddName
	// OtherSkip is a field that is left out on one side alone.
	OtherSkip
	// OtherOmit is a field that is left out when it is empty on one side alone.
	OtherOmit
	// OmittedDeep is a field with omitempty whose emptiness is another thing on each side.
	OmittedDeep
	// OmitZero is a field with omitzero.
	OmitZero
	// SameNames is a field that has the name of another one of its struct.
	SameNames
	// Tuples is a struct that its tag msg makes an array.
	Tuples
	// Embedded is an embedded struct whose tag does not say whether it is promoted.
	Embedded
	// Unreachable is an embedded pointer to a struct that is not exported.
	Unreachable
	// NoFields is a field that is a struct{}.
	NoFields
	// Opaque is a struct that holds something, and nothing exported.
	Opaque
	// NamedByCBOR is a field that a tag cbor names.
	NamedByCBOR
	// Duration is a time.Duration.
	Duration
	// FixedIntegers are integers that are written in the width of their type, and int.
	FixedIntegers
	// NilContainers are slices and maps, which can be nil.
	NilContainers
	// ByteArrays are arrays of bytes, and slices of bytes that have a name.
	ByteArrays
	// Interfaces hold values whose types are not known.
	Interfaces
	// Numbers is a json.Number.
	Numbers
	// ByText is a type with a method MarshalText.
	ByText
	// ByBinary is a type with a method MarshalBinary and none of text.
	ByBinary
	// ByJSON is a type with a method MarshalJSON and none that comes before it.
	ByJSON
	// ByMsg is a type with methods of generated code.
	ByMsg
)

// A FieldRule is about parts of values that are encoded or decoded, which bevemigrate finds
// by their types.
type FieldRule struct {
	Rule Rule
	What string // the parts that it is about, for the page
	// Together says that so many parts have it that they are one finding.
	Together bool
	// Written says that it is about writing alone: what is read is the same.
	Written bool
	Note    string
}

// A Part is a part of a type that a rule is about.
type Part struct {
	Rule *FieldRule
	Name string // as Order.Lines; empty if it is the value itself
}

// Parts returns the parts of t, in the order in which they lie, that the rules of the library are
// about. Names of types are those that pkg sees.
func (lib *Library) Parts(t types.Type, pkg *types.Package) []Part {
	w := walk{lib: lib, pkg: pkg, done: map[types.Type]bool{}}
	w.typ(t, false)
	return w.parts
}

// A walk goes through the types that a value is made of.
type walk struct {
	lib   *Library
	pkg   *types.Package
	in    string // the field whose type is looked at
	done  map[types.Type]bool
	parts []Part
}

// found notes that a rule holds for a part, if the library has it.
func (w *walk) found(rule Rule, name string) {
	for i := range w.lib.Fields {
		part := Part{&w.lib.Fields[i], name}
		if part.Rule.Rule == rule && !slices.Contains(w.parts, part) {
			w.parts = append(w.parts, part)
		}
	}
}

// typ looks at a type. Of a field that is left out when it is empty, nil is never written.
func (w *walk) typ(t types.Type, omitted bool) {
	if t == nil {
		return
	}
	if is(t, "time", "Duration") {
		w.found(Duration, w.in)
	}
	if is(t, "encoding/json", "Number") {
		w.found(Numbers, w.in)
	}
	if is(t, "time", "Time") || w.byMethods(t) {
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if fixed(u.Kind()) {
			w.found(FixedIntegers, w.in)
		}
	case *types.Interface:
		w.found(Interfaces, w.in)
	case *types.Slice, *types.Map:
		if !omitted {
			w.found(NilContainers, w.in)
		}
	}
	if w.done[t] {
		return
	}
	w.done[t] = true
	if _, ok := t.Underlying().(*types.Struct); !ok { // whose fields are found once
		defer delete(w.done, t)
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		w.typ(u.Elem(), false)
	case *types.Slice:
		_, named := types.Unalias(t).(*types.Named)
		if named && types.Identical(u.Elem(), types.Typ[types.Uint8]) {
			w.found(ByteArrays, w.in)
		}
		if !isBytes(u.Elem()) {
			w.typ(u.Elem(), false)
		}
	case *types.Array:
		w.array(u.Elem())
	case *types.Map:
		if !types.IsInterface(u.Key()) || w.lib.AnyKeys {
			w.typ(u.Key(), false)
		}
		w.typ(u.Elem(), false)
	case *types.Struct:
		if w.lib.Tag != "" {
			w.structure(t, u)
		}
	}
}

// array looks at the elements of an array.
func (w *walk) array(elem types.Type) {
	if types.Identical(elem, types.Typ[types.Uint8]) {
		w.found(ByteArrays, w.in)
	}
	if !isBytes(elem) || w.written(elem) {
		w.typ(elem, false)
	}
}

// byMethods reports whether a type is written by methods of its own, and notes those that other
// packages call otherwise.
func (w *walk) byMethods(t types.Type) bool {
	has := func(names ...string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return hasMethod(t, name) && slices.Contains(w.lib.Methods, name) })
	}
	switch {
	case has("EncodeMsgpack", "MarshalMsgpack", "MarshalCBOR"):
	case has("MarshalMsg", "EncodeMsg"):
		w.found(ByMsg, w.in)
	case has("MarshalText"):
		w.found(ByText, w.in)
	case has("MarshalBinary"):
		w.found(ByBinary, w.in)
	case has("MarshalJSON"):
		w.found(ByJSON, w.in)
	default:
		return false
	}
	return true
}

// structure looks at a struct and at its fields.
func (w *walk) structure(t types.Type, u *types.Struct) {
	owner := types.TypeString(t, types.RelativeTo(w.pkg))
	if strings.HasPrefix(owner, "struct{") {
		owner = ""
	}
	omit, exported, hidden, names := false, false, false, map[string]bool{}
	for i := range u.NumFields() {
		f := field{Var: u.Field(i), tag: reflect.StructTag(u.Tag(i)), omit: omit}
		f.name = strings.TrimPrefix(owner+"."+f.Name(), ".")
		if f.Name() == "_msgpack" {
			omit = f.there("msgpack").has("omitempty")
		}
		if f.Name() == "_" && f.there("msg").has("tuple") {
			w.found(Tuples, strings.TrimSuffix(f.name, "._"))
		}
		if !f.Exported() && !f.Embedded() {
			hidden = hidden || f.Name() != "_"
			continue
		}
		exported = true
		w.field(&f, names)
	}
	if hidden && !exported {
		w.found(Opaque, cmp.Or(owner, w.in))
	}
}

// field looks at the tags of a field, and at its type. names are those of the fields before it.
func (w *walk) field(f *field, names map[string]bool) {
	there, here := f.there(w.lib.Tag), f.here(w.lib.Tag)
	if there.skip != here.skip {
		w.found(OtherSkip, f.name)
	}
	if there.skip {
		return
	}
	nested := isStruct(f.Type()) && f.Embedded()
	if !nested || f.Exported() {
		if there.named(f) != here.named(f) && !here.skip {
			w.found(OtherName, f.name)
		}
		if here.odd() {
			w.found(OddName, f.name)
		}
		if there.omits() != here.omits() {
			w.found(OtherOmit, f.name)
		}
		if here.has("omitzero") {
			w.found(OmitZero, f.name)
		}
		if name := here.named(f); !nested && names[name] {
			w.found(SameNames, f.name)
		} else if !nested {
			names[name] = true
		}
		if there.has("omitempty") && w.emptyOtherwise(f.Type()) {
			w.found(OmittedDeep, f.name)
		}
		if s, ok := types.Unalias(f.Type()).(*types.Struct); ok && s.NumFields() == 0 {
			w.found(NoFields, f.name)
		}
		if cbor := f.there("cbor"); cbor.name != "" && cbor.name != f.there("json").name && cbor.name != f.there("beve").name {
			w.found(NamedByCBOR, f.name)
		}
	}
	if _, pointer := f.Type().Underlying().(*types.Pointer); nested && !there.has("noinline") && !w.written(f.Type()) {
		switch {
		case !f.Exported() && pointer:
			w.found(Unreachable, f.name)
		case f.Exported() && (!there.has("inline") || there.name != ""):
			w.found(Embedded, f.name)
		}
	}
	outer := w.in
	w.in = f.name
	w.typ(f.Type(), there.has("omitempty") && here.has("omitempty"))
	w.in = outer
}

// written reports whether a type, or what it points to, is written by methods.
func (w *walk) written(t types.Type) bool {
	return is(t, "time", "Time") || (&walk{lib: &Library{Methods: w.lib.Methods}}).byMethods(t)
}

// emptyOtherwise reports whether omitempty of vmihailenco/msgpack leaves out values of a type that
// stay here: nil in an interface without methods, what a method IsZero says, what is of length 0
// and written by methods, and structs of nothing but fields that are left out.
func (w *walk) emptyOtherwise(t types.Type) bool {
	if is(t, "time", "Time") {
		return false
	}
	if hasMethod(t, "IsZero") {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return u.NumMethods() == 0
	case *types.Pointer:
		return false
	case *types.Struct:
		omit := false
		for i := range u.NumFields() {
			f := field{Var: u.Field(i), tag: reflect.StructTag(u.Tag(i)), omit: omit}
			if f.Name() == "_msgpack" {
				omit = f.there("msgpack").has("omitempty")
			}
			if tag := f.there(w.lib.Tag); (f.Exported() || f.Embedded()) && !tag.skip && !tag.has("omitempty") {
				return false
			}
		}
		return true
	}
	return w.written(t)
}

// A field is one of a struct.
type field struct {
	*types.Var
	tag  reflect.StructTag
	name string
	omit bool // by the options of all fields of the struct
}

// A tag is what a struct tag says.
type tag struct {
	key     string
	name    string
	options []string
	skip    bool
}

func (t tag) has(option string) bool { return slices.Contains(t.options, option) }

// omits reports whether a field is left out for its value.
func (t tag) omits() bool { return t.has("omitempty") || t.has("omitzero") }

// named is the name of a field in messages.
func (t tag) named(f *field) string {
	if t.name != "" && (t.whole() || takesName(t.name)) {
		return t.name
	}
	return f.Name()
}

// whole reports whether a name is all that stands before the first comma, whatever characters it has.
func (t tag) whole() bool { return t.key == "msg" || t.key == "msgpack" }

// odd reports whether the parser of vmihailenco/msgpack finds another name than is taken here: it knows quotes and colons, and
// passes over blanks.
func (t tag) odd() bool {
	return t.whole() && (strings.ContainsAny(t.name, "':") || strings.TrimSpace(t.name) != t.name)
}

// there is what the tag of a key says.
func (f *field) there(key string) tag {
	text := f.tag.Get(key)
	name, options, _ := strings.Cut(text, ",")
	t := tag{key: key, name: name, options: strings.Split(options, ","), skip: name == "-" && (key == "msgpack" || text == "-")}
	if f.omit {
		t.options = append(t.options, "omitempty")
	}
	return t
}

// here is what the tag says that the field has here: the library's own one need not come first.
func (f *field) here(own string) tag {
	if own == "msgpack" {
		for _, key := range []string{"msg", "msgpack"} {
			if _, ok := f.tag.Lookup(key); ok {
				return f.there(key)
			}
		}
		return f.there("json")
	}
	return f.there(own)
}

// takesName reports whether encoding/json takes a name from a tag.
func takesName(name string) bool {
	for _, r := range name {
		if !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", r) && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return false
		}
	}
	return true
}

func hasMethod(t types.Type, name string) bool {
	if _, ok := t.Underlying().(*types.Pointer); !ok && !types.IsInterface(t) {
		t = types.NewPointer(t)
	}
	o, _, _ := types.LookupFieldOrMethod(t, false, nil, name)
	_, ok := o.(*types.Func)
	return ok
}

// is reports whether t is a type of a package, by its path and name.
func is(t types.Type, path, name string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == path && n.Obj().Name() == name
}

// isStruct reports whether a type or what it points to is a struct.
func isStruct(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	_, ok := t.Underlying().(*types.Struct)
	return ok
}

func isBytes(elem types.Type) bool {
	b, ok := elem.Underlying().(*types.Basic)
	return ok && b.Kind() == types.Uint8
}

// fixed reports whether vmihailenco/msgpack writes integers of a kind otherwise than in the shortest
// form of their sign.
func fixed(kind types.BasicKind) bool {
	return kind >= types.Int && kind <= types.Int64 || kind >= types.Uint8 && kind <= types.Uint64
}
