package bevecode

import (
	"fmt"
	"go/types"
	"strconv"

	"github.com/beve-org/beve-go/cmd/internal/gen"
	"github.com/beve-org/beve-go/internal/plan/gotypes"
	"github.com/beve-org/beve-go/wire"
)

// This file prints unions that the package declares: a switch over the types of the cases to write them, and over the
// first bytes to read what is written in this way. Whatever else a value of a union may be is left to reflection.

// unionOf returns the union that t is, if there is code for one of its cases, or nil.
func (g *generator) unionOf(t types.Type) *gen.Union {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return nil
	}
	u := g.unions[n]
	if u == nil || n.Obj().Pkg() != g.pkg.Types {
		return nil
	}
	for i := range u.Cases {
		if g.caseOf(u, &u.Cases[i]) != nil {
			return u
		}
	}
	return nil
}

// caseOf returns the struct of a case that there is code for, or nil.
func (g *generator) caseOf(u *gen.Union, c *gen.UnionCase) *types.Named {
	t := types.Unalias(c.Type)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, ok := t.(*types.Named)
	if !ok || g.declared[n] || n.TypeParams().Len() > 0 {
		return nil
	}
	if _, ok := n.Underlying().(*types.Struct); !ok || !c.Unit && !g.byMethod(n) {
		return nil
	}
	p, err := gotypes.Of(n, g.tags)
	if err != nil || p.Unknown != nil || u.Internal() && (len(p.Fields) == 0 || len(p.Fields) >= maxPatched) {
		return nil
	}
	return n
}

// idOf returns the id of a case as a value.
func idOf(c *gen.UnionCase) []byte {
	if c.IsInt {
		return wire.AppendInt(nil, c.Int)
	}
	return wire.AppendString(nil, c.ID)
}

// headOf returns what stands before the value of a case: all there is of a unit, and of an internal union the key and
// the value of the id. members is how many members the object has that it begins, and name that of the value.
func headOf(u *gen.Union, c *gen.UnionCase) (head []byte, members int, name string) {
	tag := append(wire.AppendText(nil, u.Tag), idOf(c)...)
	switch {
	case u.Untagged && c.Unit:
		return wire.AppendNull(nil), 0, ""
	case u.Untagged:
		return nil, 0, ""
	case u.Internal() && c.Unit, u.Content != "" && c.Unit:
		return append(wire.AppendObject(nil, 1), tag...), 0, ""
	case u.Internal():
		return tag, 0, ""
	case u.Content != "":
		return wire.AppendText(append(wire.AppendObject(nil, 2), tag...), u.Content), 2, u.Content
	case c.Unit:
		return idOf(c), 0, ""
	}
	return wire.AppendText(wire.AppendObject(nil, 1), c.ID), 1, c.ID
}

// unionName is the suffix of the functions for a union.
func unionName(u *gen.Union) string { return "BEVEUnion" + u.Type.Obj().Name() }

// noteUnion remembers that the functions for u are called.
func (g *generator) noteUnion(u *gen.Union) string {
	for _, other := range g.calledUnions {
		if other == u {
			return unionName(u)
		}
	}
	g.calledUnions = append(g.calledUnions, u)
	return unionName(u)
}

// unionFunctions prints the functions of a union, and those of its cases that write and read the id among their members.
func (g *generator) unionFunctions(u *gen.Union) {
	text, suffix := g.file.Type(u.Type), unionName(u)
	g.P("// Functions for the union %s.\n", text)
	uses := ""
	for i := range u.Cases {
		if _, pointer := types.Unalias(u.Cases[i].Type).(*types.Pointer); g.caseOf(u, &u.Cases[i]) != nil && (pointer || !u.Cases[i].Unit) {
			uses = "v := "
		}
	}
	g.P("func append%s(e *%s.Encoder, dst []byte, x *%s) []byte {\nswitch %s(*x).(type) {", suffix, g.run(), text, uses)
	for i := range u.Cases {
		if c := &u.Cases[i]; g.caseOf(u, c) != nil {
			g.appendCase(u, c)
		}
	}
	g.P("}\nreturn %s.Reflect(x).Append(e, dst)\n}\n", g.root())

	g.P("func read%s(d *%s.Decoder, off int, x *%s) int {", suffix, g.run(), text)
	if !u.Untagged {
		g.P("switch src := d.Src; {")
		for i := range u.Cases {
			if c := &u.Cases[i]; g.caseOf(u, c) != nil {
				g.readCase(u, c)
			}
		}
		g.P("}")
	}
	g.P("return %s.Reflect(x).Read(d, off)\n}\n", g.root())
	if !u.Internal() {
		return
	}
	for i := range u.Cases {
		if c := &u.Cases[i]; !c.Unit && g.caseOf(u, c) != nil {
			g.taggedFunctions(u, c)
		}
	}
}

// appendCase prints how one case is written.
func (g *generator) appendCase(u *gen.Union, c *gen.UnionCase) {
	head, members, name := headOf(u, c)
	g.P("case %s:", g.file.Type(c.Type))
	_, pointer := types.Unalias(c.Type).(*types.Pointer)
	switch {
	case c.Unit && pointer:
		g.P("if v != nil {\nreturn append(dst, %s...)\n}", strconv.Quote(string(head)))
		return
	case c.Unit:
		g.P("return append(dst, %s...)", strconv.Quote(string(head)))
		return
	case pointer:
		g.P("if v == nil {\nreturn %s.Reflect(x).Append(e, dst)\n}", g.root())
	}
	switch {
	case u.Internal():
		g.P("return v.appendTagged%s(e, dst)", unionName(u))
	case members == 0:
		g.P("return v.appendBEVE(e, dst)")
	default:
		g.P("if !e.Enter() {\nreturn nil\n}")
		g.P("if dst = v.appendBEVE(e, append(dst, %s...)); dst == nil {\nreturn e.InKey(%q)\n}", strconv.Quote(string(head)), name)
		g.P("e.Leave()\nreturn dst")
	}
}

// readCase prints how one case is recognized and read.
func (g *generator) readCase(u *gen.Union, c *gen.UnionCase) {
	head, members, name := headOf(u, c)
	n, text := g.caseOf(u, c), strconv.Quote(string(head))
	_, pointer := types.Unalias(c.Type).(*types.Pointer)
	value := g.file.Type(n)
	if c.Unit {
		g.P("case %s.HasHead(src, off, %s):", g.run(), text)
		if value += "{}"; pointer {
			value = "&" + value
		}
		g.P("*x = %s\nreturn off + %d", value, len(head))
		return
	}
	has, read, at := "HasHead", "readBEVE", fmt.Sprintf("off+%d", len(head))
	if u.Internal() {
		has, read, at = "HasTag", "readTagged"+unionName(u), "off"
	}
	g.P("case %s.%s(src, off, %s):", g.run(), has, text)
	v := "v"
	if pointer {
		g.P("v := new(%s)", value)
	} else {
		g.P("var v %s", value)
		v = "&v"
	}
	g.P("if off = %s.ReadCase(d, off, %s, %d, %q, %s, func(d *%s.Decoder, off int, v *%s) int { return v.%s(d, off) }); off >= 0 {\n*x = v\n}\nreturn off",
		g.run(), at, members, name, v, g.run(), value, read)
}

// taggedFunctions prints the functions that write and read a struct whose object begins with the id.
func (g *generator) taggedFunctions(u *gen.Union, c *gen.UnionCase) {
	n := g.caseOf(u, c)
	p, _ := gotypes.Of(n, g.tags) // its error is reported already
	head, _, _ := headOf(u, c)
	recv, name := g.file.Type(n), unionName(u)
	fields := g.fields(p)
	g.P("func (x *%s) appendTagged%s(e *%s.Encoder, dst []byte) []byte {", recv, name, g.run())
	(&structWriter{generator: g, fields: fields, head: head}).print()
	g.P("func (x *%s) readTagged%s(d *%s.Decoder, off int) int {", recv, name, g.run())
	r := &structReader{generator: g, plan: p, fields: fields, tag: u.Tag, head: len(head),
		call: func(name, args string) string { return "x." + name + "BEVE(" + args + ")" }}
	r.read()
}
