package zebra

import (
	"cmp"
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"github.com/beve-org/beve-go/cmd/internal/gen"
	"github.com/beve-org/beve-go/internal/plan/gotypes"
	"github.com/beve-org/beve-go/internal/zid"
	"github.com/beve-org/beve-go/zebrapack"
	"golang.org/x/tools/go/types/typeutil"
)

// This file goes through the declarations of the sources and makes the model of them.
// How a single type is sent is in value.go.

// RuntimePath is the import path of the package that generated code calls.
const RuntimePath = "github.com/beve-org/beve-go/msgpack/msgp"

// Input is a package and the part of it to generate for.
type Input struct {
	*gen.Package
	// Sources are the files whose declarations count.
	Sources []*ast.File
}

// resolver makes the model.
type resolver struct {
	*report
	in   *Input
	opts *Options
	dirs *directives
	// declarations are what the package says of types by package types.
	declarations map[*types.Named]*gen.Declaration
	decls        []*decl
	byObj        map[*types.TypeName]*decl
	// helpers are the declarations of our own, by the type that they stand for; owner is
	// the declaration that is being resolved.
	helpers typeutil.Map
	owner   *decl
	// part is the field that is being resolved, taken the names of helpers.
	part  string
	taken map[string]bool
	// within are the types that are being resolved as part of themselves. Instances of a generic type are several.
	within *typeutil.Map
}

// resolve returns the declarations to generate for, in the order of the sources.
func resolve(in *Input, opts *Options, r *report) []*decl {
	res := &resolver{report: r, in: in, opts: opts, dirs: readDirectives(in, opts, r),
		byObj: map[*types.TypeName]*decl{}, within: new(typeutil.Map), taken: map[string]bool{}}
	if opts.reflected() {
		res.declarations = in.Declarations()
	}
	var specs []*ast.TypeSpec
	hidden := 0
	for _, file := range in.Sources {
		for _, d := range file.Decls {
			group, ok := d.(*ast.GenDecl)
			if !ok || group.Tok != token.TYPE {
				continue
			}
			for _, spec := range group.Specs {
				spec := spec.(*ast.TypeSpec)
				if !opts.Unexported && !spec.Name.IsExported() {
					hidden++
					continue
				}
				if res.declare(spec, res.dirs.files[file]) {
					specs = append(specs, spec)
				}
			}
		}
	}
	for name, pos := range res.dirs.named {
		if in.Types.Scope().Lookup(name) == nil {
			r.fail(pos, "the directive names "+name+", which is not declared in this package")
		}
	}
	for i, spec := range specs {
		res.fill(res.decls[i], spec.Type)
	}
	res.leaveOut()
	if len(res.decls) == 0 && len(r.errors) == 0 {
		text := "no types to generate for"
		if hidden > 0 {
			text += "; those there are not exported, which -unexported allows"
		}
		r.fail(in.Sources[0].Package, text)
	}
	markRecursive(res.decls)
	return res.decls
}

// leaveOut drops the declarations that cannot be sent, and those that contain one. If none
// is left, or none may be left out, the reasons are errors.
func (r *resolver) leaveOut() {
	for again := true; again; {
		again = false
		for _, d := range r.decls {
			if len(d.reasons) > 0 {
				continue
			}
			for _, used := range d.uses() {
				if len(used.reasons) > 0 {
					d.reasons.Add(r.pkg, d.pos, "%s contains %s, which cannot be sent", d.label, used.label)
					again = true
					break
				}
			}
		}
	}
	var kept, needed []*decl
	for _, d := range r.decls {
		if len(d.reasons) == 0 && !d.helper {
			kept = append(kept, d)
		}
	}
	for i := 0; i < len(kept); i++ {
		for _, used := range kept[i].uses() {
			if used.helper && !slices.Contains(kept, used) {
				kept = append(kept, used)
			}
		}
	}
	for _, d := range r.decls {
		if slices.Contains(kept, d) {
			needed = append(needed, d)
		}
	}
	for _, d := range r.decls {
		switch {
		case len(d.reasons) == 0 || d.helper && len(kept) > 0:
		case r.opts.Strict || len(kept) == 0:
			r.errors = append(r.errors, d.reasons...)
		default:
			for _, reason := range d.reasons {
				reason.Msg += "; " + d.label + " is left out"
			}
			r.warnings = append(r.warnings, d.reasons...)
		}
	}
	r.decls = needed
}

// declare enters a type that gets methods; it reports whether it did.
func (r *resolver) declare(spec *ast.TypeSpec, file *rules) bool {
	name := spec.Name.Name
	obj, _ := r.in.Types.Scope().Lookup(name).(*types.TypeName)
	if obj == nil || spec.Assign.IsValid() || r.has(r.dirs.ignored, name) {
		return false
	}
	var of *generic
	if named, ok := obj.Type().(*types.Named); ok && spec.TypeParams != nil {
		if of, ok = genericOf(named); !ok {
			return false // its instances are sent where they are used
		}
	}
	switch t := obj.Type().Underlying().(type) {
	case *types.Interface, *types.Signature, *types.Chan, *types.Pointer:
		return false // no methods can be declared, or none of a use
	case *types.Basic:
		if t.Kind() == types.Invalid {
			r.unknown(spec.Type)
			return false
		}
	}
	directed := r.shimOf(obj.Type()) != nil || r.dirs.made[name] != nil
	if s := r.dirs.shims[name]; s != nil && s.converts {
		return false
	}
	if reason := r.noCode(obj.Type()); reason != "" && !directed {
		r.warn(spec.Pos(), name+" is left out: it "+reason)
		return false
	}
	if r.keepsOwn(obj, r.dirs.left[name]) {
		return false
	}
	if (gotypes.Source{}).IsMessage(obj.Type()) {
		r.warn(spec.Pos(), name+" is left out: "+isMessage)
		return false
	}
	if r.byMethodsAlone(obj) {
		r.warn(spec.Pos(), name+" is left out: all it holds is in fields that are not exported, and its own methods write it")
		return false
	}
	if method := packMethod(obj.Type(), false); method != "" && !directed {
		if r.opts.reflected() {
			r.warn(spec.Pos(), name+" is left out: its method "+method+" of vmihailenco/msgpack writes or reads it, by reflection")
			return false
		}
		r.warn(spec.Pos(), name+" has the method "+method+" of vmihailenco/msgpack, which its code does not call")
	}
	if method := standardMethod(obj.Type()); method != "" && !directed {
		if r.opts.reflected() {
			r.warn(spec.Pos(), name+" is left out: its method "+method+" writes or reads it, where it is a field too")
			return false
		}
		r.warn(spec.Pos(), name+" has the method "+method+", which its code does not call: reflection and -msgpack do, and the directives textmarshal and binmarshal")
	}
	d := &decl{name: name, label: name, schemaName: name, wireName: name, typ: obj.Type(), pos: spec.Pos(), tuple: r.has(r.dirs.tuples, name), left: r.dirs.left[name], rules: file, generic: of}
	if r.has(r.dirs.unique, name) {
		of := *file
		of.unique, d.rules = true, &of
	}
	_, d.isStruct = obj.Type().Underlying().(*types.Struct)
	if directed {
		d.isStruct = false
	}
	if r.has(r.dirs.varying, name) {
		d.tuple, d.vartuple = true, true
	}
	d.chosen = d.tuple
	if d.tuple && !d.isStruct {
		r.fail(max(r.dirs.tuples[name], r.dirs.varying[name]), name+" is not a struct; only structs can be tuples")
	}
	methods := types.NewMethodSet(types.NewPointer(obj.Type()))
	d.preSave = r.hook(methods, "PreSaveHook")
	d.postLoad = r.hook(methods, "PostLoadHook")
	if r.declared(obj.Type()) != nil {
		d.preSave, d.postLoad = false, false // as in reflection
	}
	d.factory = methods.Lookup(nil, "NewValueAsInterface") != nil
	r.decls = append(r.decls, d)
	r.byObj[obj] = d
	return true
}

// byMethodsAlone reports whether a struct has methods of text, binary, JSON or BEVE, and no field that can be sent: what
// they write would be lost.
func (r *resolver) byMethodsAlone(obj *types.TypeName) bool {
	st, ok := obj.Type().Underlying().(*types.Struct)
	if !ok || st.NumFields() == 0 || r.shimOf(obj.Type()) != nil || r.dirs.made[obj.Name()] != nil {
		return false
	}
	for f := range st.Fields() {
		if f.Exported() || f.Embedded() || r.opts.Unexported {
			return false
		}
	}
	return standardMethod(obj.Type()) != "" || methodOfBEVE(obj.Type()) != ""
}

func (r *resolver) has(m map[string]token.Pos, name string) bool {
	_, ok := m[name]
	return ok
}

// hook reports whether there is a method of this name, without parameters and results.
func (r *resolver) hook(methods *types.MethodSet, name string) bool {
	m := methods.Lookup(nil, name)
	if m == nil {
		return false
	}
	sig := m.Type().(*types.Signature)
	if sig.Params().Len()+sig.Results().Len() > 0 {
		r.fail(m.Obj().Pos(), name+" has parameters or results; a hook has none")
	}
	return true
}

// unknown reports a type that the type checker could not make sense of.
func (r *resolver) unknown(expr ast.Expr) {
	for _, err := range r.in.Errors {
		var e types.Error
		if errors.As(err, &e) && e.Pos >= expr.Pos() && e.Pos <= expr.End() {
			r.fail(e.Pos, e.Msg)
			return
		}
	}
	r.fail(expr.Pos(), "unknown type "+types.ExprString(expr))
}

// fill resolves what a declaration is sent as; expr is where that is written. What it
// cannot be sent for is kept with it.
func (r *resolver) fill(d *decl, expr ast.Expr) {
	owner, reasons, part := r.owner, r.reasons, r.part
	r.owner, r.reasons, r.part = d, nil, ""
	defer func() { d.reasons, r.reasons, r.owner, r.part = r.reasons, reasons, owner, part }()
	st, ok := d.typ.Underlying().(*types.Struct)
	if s, m := r.shimOf(d.typ), r.madeOf(d.typ); !d.helper && (s != nil || m != nil) {
		if s != nil {
			d.value = r.shimmed(d.typ, s, expr)
		} else {
			d.value = r.byMethods(d.typ, m, m.pos)
		}
		d.byValue = s != nil && !d.rules.pointers && !holdsLock(d.typ)
		return
	}
	if !ok {
		d.value = r.underlying(d.typ, expr)
		_, isArray := d.typ.Underlying().(*types.Array)
		d.byValue = !isArray && !d.rules.pointers && !holdsLock(d.typ)
		return
	}
	var without []*field
	r.fields(d, st, expr, fieldTypes(expr), func(f *field) {
		if f.id == zid.None {
			f.id = zebrapack.NoID
			if f.skip && f.key == "-" {
				f.id = zebrapack.SkippedID
			} else {
				without = append(without, f)
			}
		}
		if r.hidden(d, f) {
			return
		}
		d.fields = append(d.fields, f)
	})
	if r.opts.reflected() && len(d.fields) == 0 && d.unknown == "" && hidesAll(st, 0) {
		r.cannot(cmp.Or(d.pos, d.used), d.label+": all it holds is in fields that are not exported; give it methods, or leave it out by a tag")
	}
	if d.tuple && d.unknown != "" {
		r.fail(d.pos, d.label+": a tuple has no members that could be unknown")
	}
	d.byValue = smallStruct(d.sent()) && d.unknown == "" && !d.rules.pointers && !holdsLock(d.typ)
	if u := r.unionOf(d.typ); u != nil && !d.helper {
		d.value = r.cases(u, expr)
	}
	if len(r.reasons) == 0 {
		r.checkIDs(d, without)
	}
}

// hidesAll reports whether a struct holds something, and nothing that is exported: reflection
// refuses it, since what it holds would be lost.
func hidesAll(st *types.Struct, depth int) bool {
	const maxDepth = 8 // of structs in each other, as for reflection
	holds := false
	for f := range st.Fields() {
		inner, isStruct := f.Type().Underlying().(*types.Struct)
		switch {
		case f.Name() == "_":
		case f.Exported() && !f.Embedded():
			return false
		default:
			holds = holds || !isStruct || depth > maxDepth || inner.NumFields() > 0 && holdsAny(inner, depth+1)
		}
	}
	return holds
}

// holdsAny reports whether a struct has a field that is neither blank nor empty.
func holdsAny(st *types.Struct, depth int) bool {
	for f := range st.Fields() {
		inner, isStruct := f.Type().Underlying().(*types.Struct)
		if f.Name() != "_" && (!isStruct || depth > 8 || holdsAny(inner, depth+1)) {
			return true
		}
	}
	return false
}

// hidden reports whether another field has the name of f and is less deep in embedded structs,
// as in Go; a field that f hides in this way is dropped. Two that are as deep are a failure.
func (r *resolver) hidden(d *decl, f *field) bool {
	// What is never sent has no name, but that reflection takes a field of MessagePack for one
	// before it sees that it is empty.
	nameless := func(f *field) bool { return f.skip && (f.key == "-" || !r.opts.Msgpack) }
	if nameless(f) {
		return false
	}
	depth := func(f *field) int { return strings.Count(f.name, ".") }
	for i, other := range d.fields {
		switch {
		case nameless(other) || other.key != f.key:
		case r.opts.reflected() && depth(other) < depth(f):
			return true
		case r.opts.reflected() && depth(other) > depth(f):
			d.fields = slices.Delete(d.fields, i, i+1)
			return false
		case depth(f) > 0:
			r.cannot(f.pos, d.label+"."+f.name+" and "+other.name+", at "+r.at(other.pos)+", are both called "+f.key)
			return true
		default:
			r.fail(f.pos, d.label+"."+f.name+" and "+other.name+", at "+r.at(other.pos)+", are both called "+f.key)
			return false
		}
	}
	return false
}

// fields hands the fields of a struct on, in the order of declaration. exprs are their types as they are spelled, if that
// is known, and else expr is where the struct is.
func (r *resolver) fields(d *decl, st *types.Struct, expr ast.Expr, exprs []ast.Expr, add func(*field)) {
	for i := range st.NumFields() {
		if inner := r.flattened(d, st.Field(i), st.Tag(i)); inner != nil {
			v, prefix := st.Field(i), st.Field(i).Name()+"."
			foreign := !v.Exported() && v.Pkg() != r.in.Types
			if foreign {
				prefix = "" // Go has no name for it here, but promotes its fields
			}
			r.fields(d, inner, expr, nil, func(f *field) {
				if foreign && !promotes(st, v, f.name) {
					r.cannot(cmp.Or(v.Pos(), d.pos), d.label+"."+f.name+" cannot be reached through "+v.Name()+", which is not exported")
					return
				}
				f.name = prefix + f.name
				add(f)
			})
			continue
		}
		of := expr
		if len(exprs) == st.NumFields() {
			of = exprs[i]
		}
		if f := r.field(d, st.Field(i), st.Tag(i), of); f != nil {
			if len(exprs) != st.NumFields() {
				f.spelled = types.TypeString(st.Field(i).Type(), r.byName)
			}
			add(f)
		}
	}
}

// promotes reports whether a field of st that path names is the one that it names in the embedded v.
func promotes(st *types.Struct, v *types.Var, path string) bool {
	name, _, _ := strings.Cut(path, ".")
	outer, _, _ := types.LookupFieldOrMethod(st, true, v.Pkg(), name)
	inner, _, _ := types.LookupFieldOrMethod(v.Type(), true, v.Pkg(), name)
	return outer != nil && outer == inner
}

// smallStruct reports whether a struct is passed by value: at most three scalars, values
// that stand for one, interfaces or extensions.
func smallStruct(fields []*field) bool {
	for _, f := range fields {
		v := f.value
		if v != nil && v.form == formShim && !v.shim.atomic {
			v = v.elem
		}
		if v == nil || v.form != formScalar && v.form != formAny && v.form != formExtension {
			return false
		}
	}
	return len(fields) <= 3
}

// holdsLock reports whether a value of type t must not be copied, by the rule of go vet: it has, or
// holds, a type whose address alone has the methods Lock and Unlock.
func holdsLock(t types.Type) bool {
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return false
	}
	if _, isInterface := t.Underlying().(*types.Interface); !isInterface && hasMethods(t, "Lock", "Unlock") && types.NewMethodSet(t).Lookup(nil, "Lock") == nil {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return holdsLock(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if holdsLock(f.Type()) {
				return true
			}
		}
	}
	return false
}

// fieldTypes returns the type of each field of a struct type as it is spelled; none
// for a type that is not spelled as a struct.
func fieldTypes(expr ast.Expr) []ast.Expr {
	for {
		paren, ok := expr.(*ast.ParenExpr)
		if !ok {
			break
		}
		expr = paren.X
	}
	st, ok := expr.(*ast.StructType)
	if !ok {
		return nil
	}
	var out []ast.Expr
	for _, f := range st.Fields.List {
		for range max(len(f.Names), 1) {
			out = append(out, f.Type)
		}
	}
	return out
}

// flattened returns the struct whose fields stand for an embedded one, or nil: with the option
// flatten, and as in reflection with the option inline and for a type that is not exported.
func (r *resolver) flattened(d *decl, v *types.Var, tagText string) *types.Struct {
	tag, err := zid.ParseKeys(tagText, d.rules.tags...)
	promoted := r.opts.reflected() && v.Embedded() && tag.Name == "" && !tag.Skip && (tag.Inline || !v.Exported())
	if err != nil && !r.passes(err) || !tag.Flatten && !promoted {
		return nil
	}
	if err != nil {
		r.warnOfTag(v, d.label+"."+v.Name(), err)
	}
	if r.promotesDeclared(v.Type()) {
		r.cannot(v.Pos(), d.label+" embeds "+types.TypeString(v.Type(), r.byName)+", of which package types declares something: give the member a name by a tag")
		return nil
	}
	st, ok := v.Type().Underlying().(*types.Struct)
	if promoted && !tag.Flatten {
		if p, isPointer := v.Type().Underlying().(*types.Pointer); isPointer {
			if inner, isStruct := p.Elem().Underlying().(*types.Struct); isStruct && sharesAll(inner, false) && inner.NumFields() > 0 {
				r.cannot(v.Pos(), d.label+"."+v.Name()+": fields cannot be promoted through an embedded pointer")
			}
		}
		return st
	}
	if !ok || !v.Embedded() {
		r.cannot(v.Pos(), d.label+"."+v.Name()+": the option flatten is for embedded structs, not pointers to them")
		return nil
	}
	return st
}

// field resolves one field; nil if it is not sent.
func (r *resolver) field(d *decl, v *types.Var, tagText string, expr ast.Expr) *field {
	tag, err := zid.ParseKeys(tagText, d.rules.tags...)
	where := d.label + "." + v.Name()
	r.part = v.Name()
	switch {
	case r.passes(err):
		r.warnOfTag(v, where, err)
	case err != nil:
		r.fail(v.Pos(), where+": "+err.Error())
		return nil
	}
	for _, text := range tag.Warnings {
		r.warn(v.Pos(), where+": "+text)
	}
	if !r.opts.reflected() && tag.Name == "" && !tag.Skip && v.Exported() && reflect.StructTag(tagText).Get("json") == "-" {
		r.warn(v.Pos(), where+` is sent: as in tinylib/msgp, the tag json says nothing; write msg:"-" to leave it out`)
	}
	switch {
	case tag.Tuple && v.Name() == "_":
		d.tuple = true
		return nil
	case v.Name() == "_msgpack":
		r.structOptions(d, v, &tag)
		return nil
	case len(tag.Aliases) > 0 && r.opts.Msgp:
		r.cannot(v.Pos(), where+": the option alias is for reflection")
		return nil
	case tag.Unknown:
		r.unknownField(d, v)
		return nil
	case tag.Inline && !r.opts.reflected():
		r.fail(v.Pos(), where+": the option inline is for reflection and -msgpack; tinylib/msgp has flatten")
		return nil
	}
	exported := v.Exported() || r.opts.Unexported && v.Pkg() == r.in.Types
	if v.Embedded() && !v.Exported() && embeddedStruct(v.Type()) != nil {
		switch {
		case r.opts.reflected() && tag.Name != "" && v.Pkg() == r.in.Types:
			exported = true
		case !exported && !r.opts.reflected() && sharesAll(embeddedStruct(v.Type()), false) && embeddedStruct(v.Type()).NumFields() > 0:
			r.warn(v.Pos(), where+" is left out with its fields: its type is not exported; -unexported or the option flatten sends them")
		}
	}
	if v.Name() == "_" || !exported {
		if tag.ID != zid.None && !r.opts.Msgp {
			r.fail(v.Pos(), where+" has zid "+itoa(tag.ID)+" but is not exported: ask for -unexported, or export it")
		}
		return nil
	}
	f := &field{name: v.Name(), key: cmp.Or(tag.Name, v.Name()), id: tag.ID, pos: v.Pos(), spelled: types.ExprString(expr),
		omitEmpty: tag.OmitEmpty, omitZero: tag.OmitZero, deprecated: tag.Deprecated, showZero: tag.ShowZero, skip: tag.Skip || tag.SkipNamed && r.opts.Msgp}
	if f.skip {
		f.key = "-"
		f.value = r.quietly(v.Type(), expr)
		return f
	}
	if st, ok := types.Unalias(v.Type()).(*types.Struct); ok && st.NumFields() == 0 && (r.opts.reflected() || tag.ID != zid.None) {
		f.skip = true
		return f
	}
	if !r.opts.Strict && r.shimOf(v.Type()) == nil && holdsCode(v.Type(), map[types.Type]bool{}) {
		r.warn(v.Pos(), where+" is left out: "+types.TypeString(v.Type(), r.byName)+" cannot be sent")
		f.skip, f.key = true, "-"
		return f
	}
	f.value = r.value(v.Type(), expr, tag.Extension)
	if f.value == nil {
		return nil
	}
	if !r.options(f, &tag, where) {
		return nil
	}
	if tag.Iface && !holdsInterface(f.value) {
		r.warn(v.Pos(), where+": the option iface is for interfaces with methods")
	}
	if tag.Extension && !holdsExtension(f.value) {
		r.fail(v.Pos(), where+" is called an extension, but "+f.spelled+" lacks the methods of one")
	}
	return f
}

// passes reports whether what is wrong with a tag is passed over: in MessagePack, where no number
// is overlooked with it, as Go does. What stands before it counts.
func (r *resolver) passes(err error) bool {
	return r.opts.Msgp && errors.Is(err, zid.ErrMalformed)
}

func (r *resolver) warnOfTag(v *types.Var, where string, err error) {
	r.warn(v.Pos(), where+": "+err.Error()+", and counts for nothing, as in Go")
}

// embeddedStruct returns the struct that t is or points to, or nil.
func embeddedStruct(t types.Type) *types.Struct {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, _ := t.Underlying().(*types.Struct)
	return st
}

// aliases makes the slices of bytes in a value alias the input; it reports whether there are
// any. Methods of their own copy: a type that is one is read as what it is defined as.
func (r *resolver) aliases(v *value) bool {
	if v.form == formMethods && v.decl != nil {
		if s, ok := v.typ.Underlying().(*types.Slice); !ok || !isByte(s.Elem()) {
			return false
		}
		v.form, v.decl, v.base = formBytes, nil, v.typ
	}
	if v.form == formBytes {
		v.zeroCopy = true
		return true
	}
	if v.elem == nil || v.form == formShim {
		return false
	}
	elem := *v.elem
	v.elem = &elem
	return r.aliases(&elem)
}

// options enters what a tag asks of the value of a field.
func (r *resolver) options(f *field, tag *zid.Tag, where string) bool {
	u := f.value.typ.Underlying()
	_, isSlice := u.(*types.Slice)
	_, isMap := u.(*types.Map)
	_, isArray := u.(*types.Array)
	v := *f.value
	v.allowNil = tag.AllowNil && (isSlice || isMap)
	switch {
	case tag.ZeroCopy && !r.aliases(&v):
		r.fail(f.pos, where+": the option zerocopy is for slices of bytes, and slices, arrays and maps of these")
		return false
	case tag.Limit > 0 && isArray:
		r.warn(f.pos, where+": the option limit has no effect on an array, whose length is fixed")
	case tag.Limit > 0 && !isSlice && !isMap:
		r.fail(f.pos, where+": the option limit is for slices and maps")
		return false
	default:
		v.limit = tag.Limit
	}
	f.value = &v
	if f.omitZero && notZero(f.value, "x", r.in.Types, func(types.Type) string { return "" }) == "" {
		r.cannot(f.pos, where+": the option omitzero needs a type with a method IsZero() bool, or one that can be compared")
		return false
	}
	return true
}

// holdsCode reports whether a type is a function or channel, or a list or pointer of them.
func holdsCode(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Signature, *types.Chan:
		return true
	case *types.Pointer:
		return holdsCode(u.Elem(), seen)
	case *types.Slice:
		return holdsCode(u.Elem(), seen)
	case *types.Array:
		return holdsCode(u.Elem(), seen)
	case *types.Map:
		return holdsCode(u.Elem(), seen)
	}
	return false
}

// unknownField takes v as the field for unknown members.
func (r *resolver) unknownField(d *decl, v *types.Var) {
	key := types.Int64
	if r.opts.Msgp {
		key = types.String
	}
	m, ok := types.Unalias(v.Type()).(*types.Map)
	raw := false
	if ok {
		named, isNamedType := types.Unalias(m.Elem()).(*types.Named)
		raw = isNamedType && isNamed(named, RuntimePath, "Raw") && types.Identical(m.Key(), types.Typ[key])
	}
	switch {
	case !raw:
		r.fail(v.Pos(), d.label+"."+v.Name()+": the option unknown needs a map["+types.Typ[key].Name()+"]msgp.Raw")
	case d.unknown != "":
		r.fail(v.Pos(), d.label+"."+v.Name()+": "+d.unknown+" has the option unknown already")
	default:
		d.unknown = v.Name()
	}
}

func holdsInterface(v *value) (found bool) {
	v.walk(func(v *value) { found = found || v.form == formInterface })
	return found
}

func holdsExtension(v *value) (found bool) {
	v.walk(func(v *value) { found = found || v.form == formExtension })
	return found
}

// checkIDs reports what is wrong with the ids of a struct; without are the fields that
// should have one.
func (r *resolver) checkIDs(d *decl, without []*field) {
	if r.opts.Msgp {
		return
	}
	if d.tuple && len(without) == len(d.fields) {
		return // positions need no numbers
	}
	if len(without) > 0 && d.helper && d.pos == token.NoPos {
		r.cannot(d.used, d.label+" has no zids, and is not ours to number; ask for -msgp, or use a shim")
		return
	}
	if len(without) > 0 && len(without) == len(d.fields) {
		if st, ok := d.typ.Underlying().(*types.Struct); ok && st.Field(0).Pkg() != r.in.Types {
			r.cannot(d.pos, d.label+" has no zids, and its fields are not ours to number; ask for -msgp, or use a shim")
			return
		}
		r.fail(d.pos, d.label+" has no zids: number its fields with addzid, or ask for -msgp")
		return
	}
	for _, f := range without {
		r.fail(f.pos, d.label+"."+f.name+" has no zid; addzid gives it the next one")
	}
	if len(without) > 0 {
		return
	}
	st := &zebrapack.Struct{Name: d.name, OneOf: d.value != nil}
	at := map[string]token.Pos{}
	for _, f := range d.fields {
		pos := r.in.Fset.Position(f.pos).String()
		at[pos] = f.pos
		st.Fields = append(st.Fields, zebrapack.Field{Zid: f.id, GoName: f.name, Pos: pos})
	}
	for _, v := range zebrapack.CheckIDs(&zebrapack.Schema{Structs: map[string]*zebrapack.Struct{d.name: st}}) {
		r.fail(at[v.New], strings.TrimPrefix(v.Error(), v.New+": "))
	}
}
