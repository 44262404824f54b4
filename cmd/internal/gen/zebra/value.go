package zebra

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"
	"unicode"

	"github.com/beve-org/beve-go/cmd/internal/gen"
	"github.com/beve-org/beve-go/internal/plan"
	"github.com/beve-org/beve-go/internal/plan/gotypes"
)

// This file decides how the values of a type are sent.

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// scalars names the functions of the runtime for the basic types.
var scalars = map[types.BasicKind]string{
	types.Bool: "Bool", types.String: "String", types.Float32: "Float32", types.Float64: "Float64",
	types.Complex64: "Complex64", types.Complex128: "Complex128",
	types.Int: "Int", types.Int8: "Int8", types.Int16: "Int16", types.Int32: "Int32", types.Int64: "Int64",
	types.Uint: "Uint", types.Uint8: "Uint8", types.Uint16: "Uint16", types.Uint32: "Uint32", types.Uint64: "Uint64",
	types.Uintptr: "Uint",
}

// value resolves a type as it is used in a field or in another type; expr is where it
// is written. It returns nil after a failure, which it reports.
func (r *resolver) value(t types.Type, expr ast.Expr, extension bool) *value {
	if s := r.shimOf(t); s != nil {
		return r.shimmed(t, s, expr)
	}
	if m := r.madeOf(t); m != nil {
		return r.byMethods(t, m, m.pos)
	}
	t = types.Unalias(t)
	if param, ok := t.(*types.TypeParam); ok {
		v := r.typeParam(param)
		if v == nil {
			r.cannot(expr.Pos(), types.TypeString(t, r.byName)+" is a type parameter without methods; see RTFor")
		}
		return v
	}
	named, ok := t.(*types.Named)
	if !ok {
		return r.unnamed(t, expr, extension)
	}
	obj := named.Obj()
	if reason := r.noCode(t); reason != "" {
		r.cannot(expr.Pos(), types.TypeString(t, r.byName)+" "+reason)
		return nil
	}
	if !r.in.CanName(named) {
		r.cannot(expr.Pos(), types.TypeString(t, r.byName)+" has no name here: it is not exported, or of an internal package; its package could export an alias of it")
		return nil
	}
	if u := r.unionOf(t); u != nil && (!u.OneOf || obj.Pkg() != r.in.Types) {
		return r.unionValue(u, expr)
	}
	switch {
	case isNamed(named, "time", "Time"):
		return &value{form: formScalar, typ: t, scalar: "Time", base: t}
	case isNamed(named, RuntimePath, "RawExtension") || extension && hasMethods(t, "ExtensionType", "Len", "MarshalBinaryTo", "UnmarshalBinary"):
		return &value{form: formExtension, typ: t}
	}
	if s := atomicShim(named); s != nil {
		return s
	}
	if d := r.byObj[obj]; d != nil {
		if d.isStruct || !isBasic(t) {
			return &value{form: formMethods, typ: t, decl: d, config: !d.left["unmarshal"]}
		}
		return r.underlying(named, expr)
	}
	if _, isInterface := t.Underlying().(*types.Interface); isInterface {
		return r.unnamed(t, expr, extension)
	}
	if isBasic(t) && r.opts.reflected() && gotypes.Declares(t, "ReflectedMsg") {
		return r.underlying(named, expr) // by code of another package, which writes the same
	}
	other := r.otherKeys(t)
	if !other && hasMethods(t, "MarshalMsg", "UnmarshalMsg") && ownsMethods(named, "MarshalMsg", "UnmarshalMsg") {
		return &value{form: formMethods, typ: t, config: hasMethods(t, "UnmarshalMsgWithCfg")}
	}
	if !other && takes(named, "EncodeMsg", "Writer") && takes(named, "DecodeMsg", "Reader") && ownsMethods(named, "EncodeMsg", "DecodeMsg") {
		return &value{form: formMethod, typ: t, made: &made{stream: true}}
	}
	if method := packMethod(named, !other); method != "" {
		r.cannot(expr.Pos(), types.TypeString(t, r.byName)+" has the method "+method+
			" for MessagePack, which generated code does not call: use a shim, give it MarshalMsg and UnmarshalMsg, or leave the struct to reflection")
		return nil
	}
	_, isStruct := t.Underlying().(*types.Struct)
	// A struct that is declared here has methods of its own in the mode of tinylib/msgp, made for
	// another file.
	if obj.Pkg() != nil && (r.opts.reflected() || !isStruct || obj.Pkg() != r.in.Types || r.byMethodsAlone(obj) || (gotypes.Source{}).IsMessage(t)) {
		if v, ok := r.bySelf(named, expr); ok {
			return v
		}
	}
	if isStruct {
		return r.structElsewhere(named, expr)
	}
	if r.within.At(t) != nil {
		r.cannot(expr.Pos(), obj.Name()+" contains itself and gets no methods here")
		return nil
	}
	r.within.Set(t, true)
	defer r.within.Delete(t)
	return r.underlying(named, expr)
}

// bySelf resolves a type without methods of MessagePack that has others by which reflection
// writes or reads it; ok is false for a type that has none.
func (r *resolver) bySelf(t *types.Named, expr ast.Expr) (v *value, ok bool) {
	if isNamed(t, "encoding/json", "Number") {
		return &value{form: formMethod, typ: t, made: &made{number: true}}, true
	}
	write, read := gotypes.Methods(t)
	switch {
	case (gotypes.Source{}).IsMessage(t) && write == plan.NoMethod && read == plan.NoMethod:
		r.cannot(expr.Pos(), types.TypeString(t, r.byName)+" cannot be sent: "+isMessage)
		return nil, true
	case write == plan.NoMethod && read == plan.NoMethod && onlyBEVE(t):
		r.cannot(expr.Pos(), types.TypeString(t, r.byName)+" is known to its method "+methodOfBEVE(t)+
			" alone: use a shim, give it MarshalMsg and UnmarshalMsg, or leave the struct to reflection")
		return nil, true
	case write == plan.NoMethod && read == plan.NoMethod:
		return nil, false
	case write != read:
		r.cannot(expr.Pos(), types.TypeString(t, r.byName)+" has the method "+standardMethod(t)+
			" without its counterpart: use a shim, give it MarshalMsg and UnmarshalMsg, or leave the struct to reflection")
		return nil, true
	}
	return &value{form: formMethod, typ: t, made: &made{text: write == plan.TextMethod, str: write == plan.TextMethod, json: write == plan.JSONMethod}}, true
}

// isMessage says why there is no code for a message of Protocol Buffers.
const isMessage = "a message of Protocol Buffers is more than its fields; make it a grpcbeve.Message, which is an adapter"

// methodOfBEVE returns the name of a method by which t is written or read in BEVE, "" if it has none.
func methodOfBEVE(t types.Type) string {
	for _, name := range []string{"AppendBEVE", "MarshalBEVE", "UnmarshalBEVE"} {
		if hasMethods(t, name) {
			return name
		}
	}
	return ""
}

// onlyBEVE is [plan.OnlyBEVE] for a type known from its source: nothing but methods of BEVE knows what it holds.
func onlyBEVE(t types.Type) bool {
	st, ok := t.Underlying().(*types.Struct)
	return ok && hidesAll(st, 0) && methodOfBEVE(t) != ""
}

// standardMethod returns the name of a method by which reflection writes or reads t, "" if it
// has none.
func standardMethod(t types.Type) string {
	if write, read := gotypes.Methods(t); write == plan.NoMethod && read == plan.NoMethod {
		return ""
	}
	for _, name := range []string{"MarshalText", "UnmarshalText", "MarshalBinary", "UnmarshalBinary", "MarshalJSON", "UnmarshalJSON"} {
		if hasMethods(t, name) {
			return name
		}
	}
	return ""
}

// shimOf returns the shim of a type, by its name or that of what it is an alias of.
func (r *resolver) shimOf(t types.Type) *shim {
	if s := r.dirs.shims[types.TypeString(t, r.byName)]; s != nil {
		return s
	}
	if s := r.dirs.shims[types.TypeString(types.Unalias(t), r.byName)]; s != nil {
		return s
	}
	return r.conversion(t)
}

// madeOf returns the directive that says how methods make bin or text of a type.
func (r *resolver) madeOf(t types.Type) *made {
	if m := r.dirs.made[types.TypeString(t, r.byName)]; m != nil {
		return m
	}
	return r.dirs.made[types.TypeString(types.Unalias(t), r.byName)]
}

// byMethods resolves a type that methods turn into bin or text.
func (r *resolver) byMethods(t types.Type, m *made, pos token.Pos) *value {
	write, read := m.methods()
	if !hasMethods(t, write, read) {
		r.fail(pos, types.TypeString(t, r.byName)+" lacks the method "+write+" or "+read)
		return nil
	}
	return &value{form: formMethod, typ: t, made: m}
}

// atomicShim resolves the types of sync/atomic that hold a scalar; nil for another.
func atomicShim(t *types.Named) *value {
	kinds := map[string]types.BasicKind{"Int32": types.Int32, "Int64": types.Int64, "Uint32": types.Uint32, "Uint64": types.Uint64, "Bool": types.Bool}
	obj := t.Obj()
	if obj.Pkg() == nil || obj.Pkg().Path() != "sync/atomic" || kinds[obj.Name()] == 0 {
		return nil
	}
	base := types.Typ[kinds[obj.Name()]]
	return &value{form: formShim, typ: t, shim: &shim{atomic: true}, elem: &value{form: formScalar, typ: base, scalar: obj.Name(), base: base}}
}

// textKey resolves the key of a map that is written as text; nil for one that is none of
// the scalars for which there is such a text.
func textKey(t types.Type) *value {
	b, ok := t.Underlying().(*types.Basic)
	if !ok || b.Info()&(types.IsInteger|types.IsFloat|types.IsBoolean) == 0 || scalars[b.Kind()] == "" {
		return nil
	}
	name := scalars[b.Kind()]
	text := types.Typ[types.String]
	return &value{form: formShim, typ: t, elem: &value{form: formScalar, typ: text, scalar: "String", base: text},
		shim: &shim{auto: b, to: name + "String", from: "Parse" + name, fromFails: true}}
}

// canBeKey reports whether a value can be the key of a map.
func canBeKey(v *value) bool {
	switch v.form {
	case formMethods:
		a, ok := v.typ.Underlying().(*types.Array)
		return ok && isBasic(a.Elem())
	case formScalar:
		return v.scalar != "Time"
	case formArray:
		return canBeKey(v.elem)
	case formShim:
		return v.elem.form == formBytes || canBeKey(v.elem)
	case formMethod:
		return !v.made.stream
	}
	return false
}

// takes reports whether t has a method whose parameter is a pointer to this type of the
// runtime.
func takes(t *types.Named, method, parameter string) bool {
	m := types.NewMethodSet(types.NewPointer(t)).Lookup(nil, method)
	if m == nil {
		return false
	}
	params := m.Type().(*types.Signature).Params()
	if params.Len() != 1 {
		return false
	}
	p, ok := types.Unalias(params.At(0).Type()).(*types.Pointer)
	if !ok {
		return false
	}
	named, ok := types.Unalias(p.Elem()).(*types.Named)
	return ok && isNamed(named, RuntimePath, parameter)
}

// structElsewhere resolves a struct for which no methods are generated in this run and
// none are to be seen.
func (r *resolver) structElsewhere(t *types.Named, expr ast.Expr) *value {
	obj := t.Obj()
	name := types.TypeString(t, r.byName)
	here := obj.Pkg() == r.in.Types
	switch {
	case here && r.has(r.dirs.ignored, obj.Name()):
		r.cannot(expr.Pos(), name+" is ignored by a directive and has no methods MarshalMsg and UnmarshalMsg")
	case here && (obj.Exported() || r.opts.Unexported) && t.TypeArgs().Len() == 0 && obj.Parent() == r.in.Types.Scope():
		if from := gotypes.Receiver(t, "MarshalMsg"); from != nil && from.Origin() != t.Origin() {
			r.warn(expr.Pos(), name+" has the methods that were generated for "+types.TypeString(from, r.byName)+
				", which it embeds, as long as there are none for it: generate for its file, too")
		}
		// It is declared in another file of the package, which has its own generated code.
		if !r.opts.Marshal {
			return &value{form: formMethod, typ: t, made: &made{stream: true}}
		}
		return &value{form: formMethods, typ: t, config: true}
	case !sharesAll(t.Underlying().(*types.Struct), here && r.opts.Unexported):
		r.cannot(expr.Pos(), name+" has no methods MarshalMsg and UnmarshalMsg, and fields that are not exported: generate them in its package, or use a shim")
	default:
		pos := token.NoPos
		if here {
			pos = obj.Pos()
		}
		return r.inPlace(t, name, obj.Name(), obj.Name(), pos, expr)
	}
	return nil
}

// sharesAll reports whether a struct has fields that can be sent, or none at all.
func sharesAll(st *types.Struct, unexported bool) bool {
	for f := range st.Fields() {
		if f.Exported() || unexported {
			return true
		}
	}
	return st.NumFields() == 0
}

// inPlace resolves a struct by methods of a type of our own that is declared as it is; pos
// is where it is declared, if that is here.
func (r *resolver) inPlace(t types.Type, label, part, wireName string, pos token.Pos, expr ast.Expr) *value {
	d, ok := r.helpers.At(t).(*decl)
	if !ok {
		d = r.newHelper(t, label, part, wireName, pos, expr)
		d.isStruct = true
		r.fill(d, expr)
		r.reasons = append(r.reasons, d.reasons...)
	} else if len(d.reasons) > 0 {
		r.cannot(expr.Pos(), label+" cannot be sent")
	}
	return &value{form: formMethods, typ: t, decl: d, config: true, cast: "*" + gen.Own(d.name)}
}

// newHelper enters a helper for t.
func (r *resolver) newHelper(t types.Type, label, part, wireName string, pos token.Pos, expr ast.Expr) *decl {
	name := "msgp" + strings.TrimPrefix(r.owner.name, "msgp") + "_" + identifier(part)
	for base, i := name, 2; r.in.Types.Scope().Lookup(name) != nil || r.taken[name]; i++ {
		name = base + strconv.Itoa(i)
	}
	r.taken[name] = true
	d := &decl{name: name, typ: t, pos: pos, label: label, schemaName: label, wireName: wireName, helper: true, used: expr.Pos(), rules: r.owner.rules}
	r.helpers.Set(t, d)
	r.decls = append(r.decls, d)
	return d
}

// identifier returns text with what cannot be in a name replaced.
func identifier(text string) string {
	return strings.Map(func(c rune) rune {
		if c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c) {
			return c
		}
		return '_'
	}, text)
}

// underlying resolves a defined type as its underlying type.
func (r *resolver) underlying(t types.Type, expr ast.Expr) *value {
	v := r.unnamed(t.Underlying(), expr, false)
	if v != nil {
		v.typ = t
	}
	return v
}

// unnamed resolves a type that is not defined, or is used as its underlying type.
func (r *resolver) unnamed(t types.Type, expr ast.Expr, extension bool) *value {
	bad := func(reason string) *value {
		r.cannot(expr.Pos(), types.TypeString(t, r.byName)+" "+reason)
		return nil
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Kind() == types.Invalid {
			r.unknown(expr)
			return nil
		}
		name := scalars[u.Kind()]
		if name == "" || u.Kind() == types.Uintptr && !r.opts.Msgpack {
			return bad("cannot be sent")
		}
		if u.Name() == "byte" {
			name = "Byte"
		}
		if u.Kind() == types.Uintptr {
			u = types.Typ[types.Uint] // as wide, everywhere
		}
		return &value{form: formScalar, typ: t, scalar: name, base: u}
	case *types.Interface:
		if u.NumMethods() == 0 {
			return &value{form: formAny, typ: t}
		}
		if !hasMethods(t, "MarshalMsg", "UnmarshalMsg") {
			return bad("is an interface that lacks the methods MarshalMsg and UnmarshalMsg")
		}
		return &value{form: formInterface, typ: t}
	case *types.Struct:
		part := cmp.Or(r.part, "Value")
		label := strings.ReplaceAll(r.owner.schemaName, ".", "_") + "_" + part
		return r.inPlace(t, label, part, "", r.owner.pos, expr)
	case *types.Pointer:
		return r.composite(formPointer, t, u.Elem(), expr, extension)
	case *types.Slice:
		if bin, each := r.isBin(u.Elem()); bin {
			return &value{form: formBytes, typ: t, base: t, each: each}
		}
		return r.composite(formSlice, t, u.Elem(), expr, extension)
	case *types.Array:
		v := r.composite(formArray, t, u.Elem(), expr, extension)
		if v != nil {
			v.length = u.Len()
			v.bin, v.each = r.isBin(u.Elem())
		}
		return v
	case *types.Map:
		if b, ok := u.Key().Underlying().(*types.Basic); ok && b.Kind() == types.Invalid {
			r.unknown(expr)
			return nil
		}
		v := &value{form: formMap, typ: t}
		if r.owner.rules.textKeys && r.shimOf(u.Key()) == nil {
			v.key = textKey(u.Key())
		}
		if v.key == nil {
			v.key = r.key(u.Key(), expr)
		}
		switch {
		case v.key == nil:
			return nil
		case v.key.form == formShim && v.key.shim.declared != nil && !r.opts.Msgp:
			return bad("has keys of which package types declares something")
		case !canBeKey(v.key):
			return bad("has keys that are neither strings nor numbers, or arrays of these, and no directive makes them such")
		}
		if v.elem = r.value(u.Elem(), expr, extension); v.elem == nil {
			return nil
		}
		return v
	}
	return bad("cannot be sent")
}

// key resolves the key of a map. As in encoding/json, methods of JSON do not matter there.
func (r *resolver) key(t types.Type, expr ast.Expr) *value {
	v := r.value(t, expr, false)
	if v != nil && v.form == formMethod && (v.made.json || v.made.number) {
		return r.underlying(t, expr)
	}
	return v
}

// composite resolves a type with parts.
func (r *resolver) composite(f form, t, elem types.Type, expr ast.Expr, extension bool) *value {
	v := &value{form: f, typ: t}
	if v.elem = r.value(elem, expr, extension); v.elem == nil {
		return nil
	}
	return v
}

// shimmed resolves a type that is sent as another one.
func (r *resolver) shimmed(t types.Type, s *shim, expr ast.Expr) *value {
	base := r.typeOf(s)
	if base == nil {
		r.fail(s.pos, "shim: "+s.base+" is not a type here")
		return nil
	}
	if s.converts && !keepsAll(t, base) {
		r.fail(s.pos, "replace: conversions between "+types.TypeString(t, r.byName)+" and "+s.base+" fail or can lose something")
		return nil
	}
	v := r.value(base, expr, false)
	if v == nil {
		return nil
	}
	inner := *v
	of := *s
	if s.declared == nil {
		of.toFails = r.fails(s.to, s.toFails)
		of.fromFails = r.fails(s.from, s.fromFails)
	}
	return &value{form: formShim, typ: t, elem: &inner, shim: &of}
}

// typeOf returns the type that a shim is sent as. A directive spells it as any of the sources
// would, or as one of a package that the package imports anywhere; nil for none.
func (r *resolver) typeOf(s *shim) types.Type {
	if s.declared != nil {
		return s.declared.Inner
	}
	text := s.base
	for _, file := range r.in.Sources {
		if t, err := types.Eval(r.in.Fset, r.in.Types, file.Name.End(), text); err == nil && t.IsType() {
			return t.Type
		}
	}
	name, member, _ := strings.Cut(text, ".")
	for _, p := range r.in.Types.Imports() {
		if p.Name() == name {
			if obj, ok := p.Scope().Lookup(member).(*types.TypeName); ok && obj.Exported() {
				return obj.Type()
			}
		}
	}
	return nil
}

// fails reports whether a function, as a directive spells it, has an error; that is what the
// directive says where the function is not known.
func (r *resolver) fails(function string, said bool) bool {
	f, err := types.Eval(r.in.Fset, r.in.Types, r.in.Sources[0].End(), function)
	if err != nil || f.Type == nil {
		return said
	}
	if sig, ok := f.Type.Underlying().(*types.Signature); ok {
		return sig.Results().Len() == 2
	}
	return said
}

// keepsAll reports whether conversions between two types lose nothing: not those between
// widths of numbers, or of a number to a string.
func keepsAll(a, b types.Type) bool {
	a, b = a.Underlying(), b.Underlying()
	if p, ok := a.(*types.Pointer); ok {
		q, ok := b.(*types.Pointer)
		return ok && types.IdenticalIgnoreTags(p.Elem().Underlying(), q.Elem().Underlying())
	}
	return types.IdenticalIgnoreTags(a, b) || isText(a) && isText(b)
}

// isText reports whether t is a string or a slice of bytes.
func isText(t types.Type) bool {
	if s, ok := t.(*types.Slice); ok {
		b, ok := s.Elem().(*types.Basic)
		return ok && b.Kind() == types.Byte
	}
	b, ok := t.(*types.Basic)
	return ok && b.Kind() == types.String
}

// quietly resolves the type of a field that is not sent, for the schema; nil if it
// could not be sent.
func (r *resolver) quietly(t types.Type, expr ast.Expr) *value {
	outside := &resolver{report: &report{pkg: r.pkg}, in: r.in, opts: r.opts, dirs: r.dirs, byObj: r.byObj, within: r.within,
		owner: r.owner, part: r.part, taken: map[string]bool{}}
	return outside.value(t, expr, false)
}

// byName qualifies names with the names of packages, but not with that of our own.
func (r *resolver) byName(p *types.Package) string {
	if p == r.in.Types {
		return ""
	}
	return p.Name()
}

func isNamed(t *types.Named, path, name string) bool {
	obj := t.Obj()
	return obj.Pkg() != nil && obj.Pkg().Path() == path && obj.Name() == name
}

func isBasic(t types.Type) bool {
	_, ok := t.Underlying().(*types.Basic)
	return ok
}

// isByte reports whether t is byte, spelled so: the one way in which it differs from
// uint8 is that a slice of it is sent as bin.
func isByte(t types.Type) bool {
	b, ok := types.Unalias(t).(*types.Basic)
	return ok && b.Name() == "byte"
}

// isBin reports whether slices and arrays of t are sent as bin, and whether t is a type of its
// own. Reflection has no way to tell uint8 from byte; ZebraPack and tinylib/msgp go by which of
// the two is spelled, and the latter takes no other type for bytes.
func (r *resolver) isBin(t types.Type) (bin, each bool) {
	b, ok := t.Underlying().(*types.Basic)
	_, each = types.Unalias(t).(*types.Named)
	switch {
	case isByte(t):
		return true, false
	case !ok || b.Kind() != types.Uint8 || !each && !r.opts.Msgpack || !r.opts.reflected():
		return false, false
	}
	v := r.quietly(t, r.in.Sources[0].Name)
	return v != nil && v.form == formScalar, each // unless methods say what an element is
}

// ownsMethods reports whether these methods, which t has, are for t: declared for it, or
// written by hand for what it embeds, as those of Raw are. Generated ones come with a method
// for the size, or one with a configuration, and know the fields of their own type alone.
func ownsMethods(t *types.Named, names ...string) bool {
	for _, name := range names {
		from := gotypes.Receiver(t, name)
		if from != nil && from.Origin() != t.Origin() && !isNamed(from, RuntimePath, "Raw") &&
			(gotypes.Declares(from, "Msgsize") || gotypes.Declares(from, "UnmarshalMsgWithCfg")) {
			return false
		}
	}
	return true
}

// hasMethods reports whether a variable of type t has all of these methods.
func hasMethods(t types.Type, names ...string) bool {
	if _, isInterface := t.Underlying().(*types.Interface); !isInterface {
		t = types.NewPointer(t)
	}
	set := types.NewMethodSet(t)
	for _, name := range names {
		if set.Lookup(nil, name) == nil {
			return false
		}
	}
	return true
}
