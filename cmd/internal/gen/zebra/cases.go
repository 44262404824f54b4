package zebra

import "strconv"

// This file prints unions: a switch over the types, or the fields, of the cases to write them, and over their numbers to
// read them.

// eachCase prints a switch over what expr, a union, holds: what print prints for each case, with the expression of its
// value, and what none and wrong, which may be nil, print for a union without a case, and for one with another type.
func (g *printer) eachCase(u *union, expr string, print func(c *unionCase, held string), none, wrong func(held string)) {
	if u.OneOf {
		g.P("switch {")
		for i := range u.cases {
			c := &u.cases[i]
			g.P("case %s.%s != nil:", expr, c.Field)
			print(c, "(*"+expr+"."+c.Field+")")
		}
		g.P("default:")
		none("")
		g.P("}")
		return
	}
	held := g.fresh("v")
	g.P("switch %s := %s.(type) {", held, expr)
	g.P("case nil:")
	none(held)
	cases := u.cases
	if u.other != nil {
		cases = append(cases[:len(cases):len(cases)], *u.other)
	}
	for i := range cases {
		c := &cases[i]
		g.P("case %s:", g.Type(c.Type))
		if !c.pointer {
			print(c, held)
			continue
		}
		g.P("if %s == nil {", held)
		none(held)
		g.P("} else {")
		print(c, "(*"+held+")")
		g.P("}")
	}
	if wrong != nil {
		g.P("default:")
		wrong(held)
	}
	g.P("}")
}

// appendCases prints the statements that append expr, a union.
func (g *printer) appendCases(v *value, expr string, at path) {
	u := v.union
	fail := func(call string) { g.P("return b, %s.WrapError(%s.%s%s)", g.msgp, g.msgp, call, at.args()) }
	if u.OneOf && len(u.cases) > 1 {
		set := g.fresh("set")
		g.P("%s := \"\"", set)
		for i := range u.cases {
			c := &u.cases[i]
			g.P("if %s.%s != nil {", expr, c.Field)
			if i > 0 {
				g.P("if %s != \"\" {", set)
				fail("BothSet(" + set + ", " + strconv.Quote(c.ID) + ")")
				g.P("}")
			}
			if i < len(u.cases)-1 {
				g.P("%s = %q", set, c.ID)
			}
			g.P("}")
		}
	}
	g.eachCase(u, expr, func(c *unionCase, held string) {
		switch {
		case c.other && u.unkept != "":
			fail("UnkeptCase(" + strconv.Quote(u.unkept) + ")")
		case c.other:
			g.append(c.value, held, at)
		default:
			head := appendID(appendMapHead(nil, 1), int64(c.Number))
			if c.Unit {
				head = append(head, 0xc0)
			}
			g.P("o = append(o, %s...)", strconv.Quote(string(head)))
			if !c.Unit {
				g.append(c.value, held, at.plus(strconv.Quote(c.ID)))
			}
		}
	}, func(string) {
		if u.NotNil {
			fail("NoCase(" + strconv.Quote(u.byID) + ")")
			return
		}
		g.P("o = %s.AppendNil(o)", g.msgp)
	}, func(held string) { fail("NotACase(" + held + ", " + strconv.Quote(u.byID) + ")") })
}

// sizeCases prints what adds the size of expr, a union, to s.
func (g *printer) sizeCases(v *value, expr string) {
	wrong := func(held string) { g.P("_ = %s", held) } // no case asks what it holds
	for _, c := range v.union.cases {
		if c.pointer || !c.Unit && constantSize(c.value) == 0 {
			wrong = nil
		}
	}
	g.eachCase(v.union, expr, func(c *unionCase, held string) {
		n := len(appendID(nil, int64(c.Number))) + 2
		if !c.Unit {
			n += g.size(c.value, held)
		}
		g.addSize(n)
	}, func(string) { g.P("s++") }, wrong)
}

// readCases prints the reading of target, a union: a map from the number of the case to its value, beside which the name
// of a struct may come.
func (g *printer) readCases(v *value, target string, at path) {
	u := v.union
	n, start, key, id, done, other := g.fresh("n"), g.fresh("whole"), g.fresh("key"), g.fresh("number"), g.fresh("done"), g.fresh("other")
	fail := func(from, call, path string) {
		g.P("return b, %s.FailAs(b, %s, %s.%s, %s%s)", g.msgp, from, g.msgp, call, g.goType(v.typ), at.args()+path)
	}
	none := func(from string) {
		if u.NotNil {
			fail(from, "NoCase("+strconv.Quote(u.byID)+")", "")
			return
		}
		g.zero(v, target)
	}
	g.P("if %s.IsNil(o) {", g.msgp)
	none("o")
	if !u.NotNil {
		g.P("o = o[1:]")
	}
	g.P("} else {")
	g.P("%s := false", done)
	if u.NotNil || u.other != nil {
		g.P("%s := o", start)
	}
	if u.other != nil {
		g.P("%s := false", other)
	}
	g.P("var %s uint32", n)
	g.readCount(n, "Map", 0, 0)
	g.failHere(v.typ, at)
	g.P("}")
	g.P("for ; %s > 0; %s-- {", n, n)
	g.P("%s := o", key)
	g.P("var %s int64", id)
	g.P("if %s, o, err = %s.ReadCase(o); err != nil {", id, g.msgp)
	g.failHere(v.typ, at)
	g.P("}")
	g.P("if %s == -1 {", id)
	g.skip(at)
	g.P("continue")
	g.P("}")
	g.P("if %s {", done)
	fail(key, "SecondCase("+id+")", ", "+id)
	g.P("}")
	g.P("%s = true", done)
	g.P("switch %s {", id)
	for i := range u.cases {
		c := &u.cases[i]
		g.P("case %d:", c.Number)
		g.readCase(v, c, target, at.plus(strconv.Quote(c.ID)))
	}
	g.P("default:")
	if u.other != nil {
		g.P("%s = true", other)
		g.P("if o, err = %s.Skip(o); err != nil {", g.msgp)
		g.failHere(nil, at.plus(id)) // heads are looked at one by one here
		g.P("}")
	} else {
		fail(key, "UnknownCase("+id+", "+strconv.Quote(u.byNumber)+")", ", "+id)
	}
	g.P("}")
	g.P("}")
	if u.other != nil {
		g.P("if %s {", other)
		if u.unkept != "" {
			fail(start, "UnkeptCase("+strconv.Quote(u.unkept)+")", "")
		} else {
			g.P("o = %s", start)
			g.readCase(v, u.other, target, at)
		}
		g.P("}")
	}
	g.P("if !%s {", done)
	none(start)
	g.P("}")
	g.P("}")
}

// readCase prints the reading of the value of a case into target, a union.
func (g *printer) readCase(v *value, c *unionCase, target string, at path) {
	held := g.fresh("v")
	if c.pointer {
		g.P("%s := new(%s)", held, g.Type(c.value.typ))
		g.read(c.value, "(*"+held+")", at)
	} else {
		g.P("var %s %s", held, g.Type(c.value.typ))
		g.read(c.value, held, at)
	}
	if v.union.OneOf {
		g.zero(v, target)
		target += "." + c.Field
	}
	g.P("%s = %s", target, held)
}
