package zebra

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/beve-org/beve-go/cmd/internal/gen"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/typeset"
	"github.com/beve-org/beve-go/zebrapack"
)

// This file resolves what the package declares by package types: conversions, which are shims, and unions.

// union is a union, resolved to how its cases are sent.
type union struct {
	*gen.Union
	cases []unionCase
	// other keeps what is no case, or is nil; unkept is the type that would have only its JSON to do so.
	other  *unionCase
	unkept string
	// byID and byNumber name the union and list its cases, for errors.
	byID, byNumber string
}

// unionCase is one of its cases.
type unionCase struct {
	gen.UnionCase
	value   *value // of what the case holds, or points to
	pointer bool
	other   bool // it keeps what is no case
}

// walk calls visit for all values of the cases.
func (u *union) walk(visit func(*value)) {
	if u == nil {
		return
	}
	for i := range u.cases {
		u.cases[i].value.walk(visit)
	}
	if u.other != nil {
		u.other.value.walk(visit)
	}
}

// declared returns what the package declares of t, or nil.
func (r *resolver) declared(t types.Type) *gen.Declaration {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return nil
	}
	return r.declarations[n]
}

// unionOf returns the union that t is, or nil.
func (r *resolver) unionOf(t types.Type) *gen.Union {
	if d := r.declared(t); d != nil {
		return d.Union
	}
	return nil
}

// noCode returns why there is no code for t because of what is declared of it, or nothing.
func (r *resolver) noCode(t types.Type) string {
	d := r.declared(t)
	format := typeset.ZebraPack
	if r.opts.Msgp {
		format = typeset.MessagePack
	}
	const otherwise = "; leave what holds it to reflection"
	switch {
	case d == nil, len(d.Codecs) > 0 && !slices.Contains(d.Codecs, format):
		return ""
	case len(d.Codecs) > 0:
		return "has functions for its bytes, by types.Codec, which generated code does not call" + otherwise
	case d.Convert != nil && (d.Convert.To == nil || d.Convert.From == nil):
		return "is converted by functions without a name, which generated code cannot call: declare them by names"
	case d.Convert != nil:
		return ""
	case d.Union == nil:
		return "is declared by package types, and not in so many words: pass the call of Union, OneOf or Convert to Register as it is" + otherwise
	case r.opts.Msgp:
		return "is a union, for which there is code with numbers for ids alone" + otherwise
	case d.Union.Untagged:
		return "is a union without ids, whose values reflection alone tells apart: give it a tag" + otherwise
	}
	for _, c := range d.Union.Cases {
		if c.Number < 0 {
			return "is a union, and its case " + fault.QuoteShort(c.ID) + " has no number: give it one by the method Number, or the tag zid"
		}
	}
	return ""
}

// conversion returns the shim that a declared conversion is, or nil.
func (r *resolver) conversion(t types.Type) *shim {
	d := r.declared(t)
	if d == nil || d.Convert == nil || r.noCode(t) != "" {
		return nil
	}
	return &shim{declared: d.Convert, toFails: d.Convert.ToFails, fromFails: true}
}

// unionValue resolves a union where it is used.
func (r *resolver) unionValue(u *gen.Union, expr ast.Expr) *value {
	t := u.Type
	d, ok := r.helpers.At(t).(*decl)
	if !ok {
		name := types.TypeString(t, r.byName)
		pos := token.NoPos
		if t.Obj().Pkg() == r.in.Types {
			pos = t.Obj().Pos()
		}
		d = r.newHelper(t, name, t.Obj().Name(), "", pos, expr)
		d.functions, d.byValue = true, !u.OneOf
		owner, reasons, part := r.owner, r.reasons, r.part
		r.owner, r.reasons, r.part = d, nil, ""
		d.value = r.cases(u, expr)
		d.reasons = r.reasons
		r.reasons, r.owner, r.part = append(reasons, r.reasons...), owner, part
	} else if len(d.reasons) > 0 {
		r.cannot(expr.Pos(), d.label+" cannot be sent")
	}
	return &value{form: formUnion, typ: t, decl: d}
}

// cases resolves the cases of a union.
func (r *resolver) cases(u *gen.Union, expr ast.Expr) *value {
	out := &union{Union: u}
	var ids, numbers []string
	for _, c := range u.Cases {
		id := fault.QuoteShort(c.ID)
		if c.IsInt {
			id = c.ID
		}
		ids, numbers = append(ids, id), append(numbers, typeset.Numbered(c.Number, c.ID))
		if resolved, ok := r.unionCase(c, expr); ok {
			out.cases = append(out.cases, resolved)
		}
	}
	if u.Other != nil {
		if other, ok := r.unionCase(gen.UnionCase{Type: u.Other}, expr); ok {
			other.other = true
			out.other = &other
			if v := other.value; v.form == formMethod && v.made.json {
				out.unkept = types.TypeString(u.Other, (*types.Package).Name)
			}
		}
	}
	name := types.TypeString(u.Type, (*types.Package).Name)
	out.byID, out.byNumber = name+typeset.List(ids), name+typeset.List(numbers)
	return &value{form: formCases, typ: u.Type, union: out}
}

// unionCase resolves one case; ok is false after a failure, which it reports.
func (r *resolver) unionCase(c gen.UnionCase, expr ast.Expr) (out unionCase, ok bool) {
	out.UnionCase = c
	elem := c.Type
	if p, isPointer := types.Unalias(elem).(*types.Pointer); isPointer {
		elem, out.pointer = p.Elem(), true
	}
	r.part = cmp.Or(c.Field, c.ID)
	out.value = r.value(elem, expr, false)
	return out, out.value != nil
}

// caseFields returns the cases as fields of a schema.
func (t typeTrees) caseFields(u *union) []zebrapack.Field {
	var out []zebrapack.Field
	taken := map[string]bool{}
	for i := range u.cases {
		c := &u.cases[i]
		name := ""
		if n, ok := types.Unalias(c.value.typ).(*types.Named); ok {
			name = n.Obj().Name()
		}
		if name == "" || taken[name] {
			name = c.ID
		}
		taken[name] = true
		t.part = name
		tree := &zebrapack.Type{Kind: zebrapack.KindPointer, Str: zebrapack.KindPointer.String(), Domain: t.tree(c.value)}
		out = append(out, zebrapack.Field{Zid: int64(c.Number), GoName: name, TagName: c.ID, Category: zebrapack.KindPointer, FullType: tree, TypeStr: tree.String()})
	}
	return out
}

// promotesDeclared reports whether t is a declared type, or a pointer to one, whose fields would be members of the struct
// that embeds it.
func (r *resolver) promotesDeclared(t types.Type) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	return r.declared(t) != nil
}
