package zebra

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strconv"

	"github.com/beve-org/beve-go/internal/zid"
	"github.com/beve-org/beve-go/zebrapack"
)

// This file makes the schema of the declarations.

// schemaIDName is the constant that gives a schema its id.
const schemaIDName = "zebraSchemaId64"

// schema returns the schema of the structs among decls.
func schema(in *Input, opts *Options, decls []*decl, r *report) *zebrapack.Schema {
	s := &zebrapack.Schema{SourcePath: opts.SourcePath, SourcePackage: in.Name, ID: schemaID(in, r), Structs: map[string]*zebrapack.Struct{}}
	for _, file := range in.Sources {
		for _, spec := range file.Imports {
			text := spec.Path.Value
			if spec.Name != nil {
				text = spec.Name.Name + " " + text
			}
			if !slices.Contains(s.Imports, text) {
				s.Imports = append(s.Imports, text)
			}
		}
	}
	t := typeTrees{in: in, report: r, schema: s, names: map[*decl]string{}, inside: map[*decl]string{}}
	taken := map[string]bool{}
	for _, d := range decls {
		if d.inline() || d.nameless() {
			continue
		}
		name := zid.SchemaName(d.schemaName)
		if taken[name] {
			name = d.schemaName // of another package
		}
		t.names[d], taken[name] = name, true
	}
	for _, d := range decls {
		if name := t.names[d]; name != "" {
			t.structure(name, d)
		}
	}
	return s
}

// nameless reports whether d stands for a struct without a name, which a schema calls after each place where it is.
func (d *decl) nameless() bool { return d.helper && d.isStruct && d.wireName == "" }

// schemaID returns the value of the constant zebraSchemaId64 of the sources, or 0
// without one.
func schemaID(in *Input, r *report) int64 {
	obj := in.Types.Scope().Lookup(schemaIDName)
	if obj == nil || !slices.ContainsFunc(in.Sources, func(f *ast.File) bool { return f.FileStart <= obj.Pos() && obj.Pos() < f.FileEnd }) {
		return 0
	}
	c, ok := obj.(*types.Const)
	if !ok {
		r.fail(obj.Pos(), schemaIDName+" is to be a constant")
		return 0
	}
	id, exact := constant.Int64Val(constant.ToInt(c.Val()))
	if c.Val().Kind() != constant.Int || !exact || id <= 0 || id >= 1<<53 {
		r.fail(obj.Pos(), schemaIDName+" is to be a positive integer below 2^53")
		return 0
	}
	return id
}

// inline reports whether a schema has no entry for d, so that its type stands wherever d does.
func (d *decl) inline() bool { return d != nil && !d.isStruct && !d.functions }

// endless reports whether d, one that is inline, contains itself without what a schema has an entry for
// between: then it keeps its name.
func (d *decl) endless() bool {
	seen := map[*decl]bool{}
	var reaches func(v *value) bool
	reaches = func(v *value) bool {
		if v == nil {
			return false
		}
		if v.form != formMethods {
			return reaches(v.key) || reaches(v.elem)
		}
		if !v.decl.inline() || seen[v.decl] {
			return false
		}
		seen[v.decl] = true
		return v.decl == d || reaches(v.decl.value)
	}
	return reaches(d.value)
}

// typeTrees makes the structs and types of a schema.
type typeTrees struct {
	in     *Input
	report *report
	schema *zebrapack.Schema
	names  map[*decl]string // of the structs that have one
	inside map[*decl]string // of those without that are being described
	// owner and part are the struct and the field that are being described.
	owner, part string
}

// structure enters a struct, or a union.
func (t typeTrees) structure(name string, d *decl) {
	st := &zebrapack.Struct{Name: name, Tuple: d.tuple, OneOf: d.value != nil, Pos: t.report.at(d.pos)}
	t.schema.Structs[name] = st
	t.owner = name
	if d.functions {
		st.Fields = t.caseFields(d.value.union)
	}
	paths := make([]string, len(d.fields))
	for i, f := range d.fields {
		paths[i] = f.name
	}
	for i, goName := range zid.FieldNames(paths) {
		t.part = goName
		st.Fields = append(st.Fields, t.field(goName, d.fields[i]))
	}
}

// nameOf returns the name of the struct d, which it enters where it has none.
func (t typeTrees) nameOf(d *decl) string {
	if !d.nameless() {
		return t.names[d]
	}
	name := t.inside[d]
	if name == "" {
		name = zid.UnnamedStruct(t.owner, t.part, func(name string) bool { return t.schema.Structs[name] != nil })
		t.inside[d] = name
		t.structure(name, d)
		delete(t.inside, d)
	}
	return name
}

func (t typeTrees) field(goName string, f *field) zebrapack.Field {
	out := zebrapack.Field{Zid: f.id, GoName: goName, TagName: f.key, OmitEmpty: f.omitEmpty, Skip: f.skip,
		Deprecated: f.deprecated, ShowZero: f.showZero, Pos: t.report.at(f.pos)}
	if f.skip {
		t.schema = &zebrapack.Schema{Structs: map[string]*zebrapack.Struct{}} // what is never sent enters no struct
	}
	if f.value == nil {
		return out
	}
	tree := t.tree(f.value)
	out.Category = tree.Kind
	if tree.Kind <= zebrapack.KindIdent {
		out.Category, out.Primitive = zebrapack.KindScalar, tree.Kind
	}
	if !f.skip {
		out.TypeStr, out.FullType = f.spelled, tree
	}
	return out
}

// tree returns the type of a value.
func (t typeTrees) tree(v *value) *zebrapack.Type {
	of := func(k zebrapack.Kind) *zebrapack.Type { return &zebrapack.Type{Kind: k, Str: k.String()} }
	switch v.form {
	case formScalar:
		k, err := zebrapack.ParseKind(v.scalar)
		if err != nil {
			panic(err) // the scalars are called after their kinds
		}
		return of(k)
	case formBytes:
		return of(zebrapack.KindBytes)
	case formAny:
		return of(zebrapack.KindInterface)
	case formExtension:
		return of(zebrapack.KindExtension)
	case formMethod:
		switch {
		case v.made.json, v.made.stream, v.made.number:
			return of(zebrapack.KindInterface)
		case v.made.str:
			return of(zebrapack.KindString)
		}
		return of(zebrapack.KindBytes)
	case formShim:
		return t.tree(v.elem)
	case formMethods:
		if v.decl.inline() && !v.decl.endless() {
			return t.tree(v.decl.value)
		}
	case formPointer:
		p := of(zebrapack.KindPointer)
		p.Domain = t.tree(v.elem)
		return p
	case formSlice:
		p := of(zebrapack.KindSlice)
		p.Domain = t.tree(v.elem)
		return p
	case formArray:
		p := of(zebrapack.KindArray)
		p.Domain = &zebrapack.Type{Kind: zebrapack.Kind(v.length), Str: strconv.FormatInt(v.length, 10)}
		if p.Range = t.tree(v.elem); v.bin {
			p.Range = of(zebrapack.KindByte) // whatever the bytes are called
		}
		return p
	case formMap:
		p := of(zebrapack.KindMap)
		p.Domain, p.Range = t.tree(v.key), t.tree(v.elem)
		return p
	}
	named, _ := types.Unalias(v.typ).(*types.Named)
	switch {
	case v.decl != nil && v.decl.nameless():
		return &zebrapack.Type{Kind: zebrapack.KindIdent, Str: t.nameOf(v.decl)}
	case named == nil: // an interface, or a type parameter
		return of(zebrapack.KindInterface)
	}
	name := zid.SchemaName(types.TypeString(named, nil))
	if v.decl != nil && v.decl.generic != nil {
		name = t.names[v.decl] // its methods are those of all instances
	}
	if pkg := named.Obj().Pkg(); pkg != nil && pkg != t.in.Types {
		name = pkg.Name() + "." + name
	}
	return &zebrapack.Type{Kind: zebrapack.KindIdent, Str: name}
}
