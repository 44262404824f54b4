package zebra

import "go/types"

// This file prints the reading of maps.

func (g *printer) readMap(v *value, target string, at path) {
	n, key, elem := g.fresh("n"), g.fresh("k"), g.fresh("v")
	g.P("var %s uint32", n)
	g.readCount(n, "Map", v.limit, g.rules.pairs)
	g.failHere(v.typ, at)
	g.P("}")
	g.P("if %s == nil {", target)
	g.P("%s = make(%s, %s.Few(%s))", target, g.Type(v.typ), g.msgp, n)
	g.P("} else {")
	g.P("clear(%s)", target)
	g.P("}")
	g.P("for ; %s > 0; %s-- {", n, n)
	index, place := g.readKey(v, v.key, key, at)
	if g.rules.unique {
		g.P("if _, twice := %s[%s]; twice {", target, index)
		g.P("return b, %s.FailAs(b, o, %s.ErrDuplicateEntry, %s%s)", g.msgp, g.msgp, g.goType(v.typ), at.plus(place).args())
		g.P("}")
	}
	g.P("var %s %s", elem, g.Type(v.elem.typ))
	g.read(v.elem, elem, at.plus(place))
	g.P("%s[%s] = %s", target, index, elem)
	g.P("}")
}

// readKey prints the reading of the key of a map into a new variable. It returns the expressions of what the map has it under,
// and of what it is in a path.
func (g *printer) readKey(of, v *value, key string, at path) (index, place string) {
	sent := v
	if sent.form == formShim {
		sent = sent.elem
	}
	place = key
	if sent.form != formScalar || !shows(sent.base) {
		from := g.fresh("from")
		g.P("%s := o", from)
		place = g.msgp + ".KeyText(" + from + ")"
	}
	if sent.form != formScalar {
		g.P("if %s.IsNil(o) {", g.msgp)
		g.P("return b, %s.FailMapKey(b, o, nil, %s, \"\"%s)", g.msgp, g.goType(of.typ), at.args())
		g.P("}")
		g.P("var %s %s", key, g.Type(v.typ))
		g.read(v, key, at.plus(place))
		return key, place
	}
	g.P("var %s %s", key, g.Type(sent.base))
	if sent.scalar == "String" {
		g.P("if %s, o, err = %s.ReadKeyText(o, cfg); err != nil {", key, g.msgp)
	} else {
		g.P("if %s, o, err = %s.Read%sBytes(o); err != nil {", key, g.msgp, sent.scalar)
	}
	g.P("return b, %s.FailMapKey(b, o, err, %s, %s%s)", g.msgp, g.goType(of.typ), g.goType(v.typ), at.args())
	g.P("}")
	index = key
	if !sent.plain() {
		index = g.Type(sent.typ) + "(" + key + ")"
	}
	if sent == v {
		return index, place
	}
	switch {
	case v.shim.converts:
		return g.Type(v.typ) + "(" + index + ")", place
	case v.shim.auto == nil && !v.shim.fromFails:
		_, from := g.functions(v.shim)
		return from + "(" + index + ")", place
	}
	tmp := g.fresh("k")
	g.P("var %s %s", tmp, g.Type(v.typ))
	g.shimFrom(v, tmp, index, "o", at)
	return tmp, place
}

// shows reports whether paths show keys of a basic type by their values: integers and strings.
func shows(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&(types.IsInteger|types.IsString) != 0
}
