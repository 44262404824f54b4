package zebra

import "strconv"

// This file prints Msgsize, an estimate of the length of an encoding from above.

// sizer prints Msgsize.
func (g *printer) sizer(d *decl) {
	g.vars = 0
	name := g.sizeName(d)
	g.P("// %s returns an upper estimate of the length of the encoding of z. What an", name)
	g.P("// interface{} holds is estimated, not bounded.")
	g.begin(d, g.receiver(d), name, "", "s int")
	fixed := 0
	switch {
	case d.value != nil:
		fixed = g.size(d.value, self(d, !d.byValue))
	case d.tuple:
		fixed = len(appendArrayHead(nil, len(d.sent())))
	default:
		fixed = len(appendMapHead(nil, len(d.sent())+1))
		if g.namesStruct(d) {
			fixed += len(appendText(appendID(nil, -1), d.wireName))
		}
	}
	for _, f := range d.sent() {
		if d.value != nil {
			break // it is one of them
		}
		switch {
		case d.tuple:
		case g.opts.Msgp:
			fixed += len(appendText(nil, f.key))
		default:
			fixed += len(appendID(nil, f.id))
		}
		fixed += g.size(f.value, "z."+f.name)
	}
	if d.unknown != "" {
		if g.opts.Msgp {
			g.P("for key, v := range z.%s {", d.unknown)
			g.P("s += len(key) + len(v) + %d", prefixSize+1)
		} else {
			g.P("for _, v := range z.%s {", d.unknown)
			g.P("s += len(v) + %d", scalarSizes["Int64"]+1)
		}
		g.P("}")
		fixed += prefixSize
	}
	g.P("return s + %d", fixed)
	g.P("}")
	g.P("")
}

// scalarSizes are the most bytes that scalars take; a string also takes its length.
var scalarSizes = map[string]int{
	"Bool": 1, "Int8": 2, "Uint8": 2, "Byte": 2, "Int16": 3, "Uint16": 3, "Int32": 5, "Uint32": 5, "Int64": 9, "Uint64": 9,
	"Int": 9, "Uint": 9, "Float32": 5, "Float64": 9, "Complex64": 10, "Complex128": 18, "Time": 15, "String": 5,
}

const prefixSize = 5 // the most that stands before bytes, or the elements of an array or map

// unknownSize is what a value is taken for whose type does not say.
const unknownSize = 64

// constantSize returns the most that a value takes if that does not depend on it, else 0.
func constantSize(v *value) int {
	switch v.form {
	case formScalar:
		if v.scalar != "String" {
			return scalarSizes[v.scalar]
		}
	case formPointer, formShim:
		if v.form == formShim && v.shim.toFails && v.elem.form == formAny {
			return unknownSize
		}
		return constantSize(v.elem)
	case formArray:
		if v.bin {
			return prefixSize + int(v.length)
		}
		if n := constantSize(v.elem); n > 0 {
			return prefixSize + n*int(v.length)
		}
	case formMethod:
		return unknownSize
	case formMethods:
		if v.decl != nil && v.decl.left["size"] || v.decl == nil && !v.config && v.cast == "" && !hasMethods(v.typ, "Msgsize") {
			return unknownSize
		}
	}
	return 0
}

// size prints what adds the size of expr to s, and returns what remains to be added
// whatever the value.
func (g *printer) size(v *value, expr string) int {
	if n := constantSize(v); n > 0 {
		return n
	}
	switch v.form {
	case formScalar: // a string: all others are constant
		g.P("s += len(%s)", expr)
		return scalarSizes[v.scalar]
	case formBytes:
		g.P("s += len(%s)", expr)
		return prefixSize
	case formAny, formInterface:
		g.P("s += %s.GuessSize(%s)", g.msgp, expr)
	case formMethods:
		g.P("s += %s.%s()", through(v, expr), g.calledSize(v))
	case formUnion:
		if !v.decl.byValue {
			expr = "&" + expr
		}
		g.P("s += %s(%s)", g.sizeName(v.decl), expr)
	case formCases:
		g.sizeCases(v, expr)
	case formExtension:
		g.P("s += %s.Len()", expr)
		return prefixSize + 1
	case formShim:
		tmp := g.fresh("v")
		if v.shim.toFails {
			g.P("if %s, err := %s; err == nil {", tmp, g.shimTo(v, expr))
			g.addSize(g.size(v.elem, tmp))
			g.P("}")
			return 0
		}
		g.P("%s := %s", tmp, g.shimTo(v, expr))
		return g.size(v.elem, tmp)
	case formPointer:
		g.P("if %s != nil {", expr)
		g.addSize(g.size(v.elem, "(*"+expr+")"))
		g.P("}")
		return 1
	case formArray:
		g.sizeOfElements(v, expr)
		return prefixSize
	case formSlice:
		if n := constantSize(v.elem); n > 0 {
			g.P("s += %d * len(%s)", n, expr)
			return prefixSize
		}
		g.sizeOfElements(v, expr)
		return prefixSize
	case formMap:
		key, elem := g.fresh("k"), g.fresh("v")
		n, m := constantSize(v.key), constantSize(v.elem)
		switch {
		case n > 0 && m > 0:
			g.P("s += %d * len(%s)", n+m, expr)
			return prefixSize
		case n > 0:
			key = "_"
		}
		if m > 0 {
			g.P("for %s := range %s {", key, expr)
		} else {
			g.P("for %s, %s := range %s {", key, elem, expr)
		}
		g.addSize(g.size(v.key, key) + g.size(v.elem, elem))
		g.P("}")
		return prefixSize
	}
	return 0
}

// guessesSize reports whether the size of d is that of what an interface holds.
func guessesSize(d *decl) (found bool) {
	look := func(v *value) { found = found || v.form == formAny || v.form == formInterface }
	d.value.walk(look)
	for _, f := range d.sent() {
		f.value.walk(look)
	}
	return found
}

func (g *printer) sizeOfElements(v *value, expr string) {
	i := g.fresh("i")
	g.P("for %s := range %s {", i, expr)
	g.addSize(g.size(v.elem, expr+"["+i+"]"))
	g.P("}")
}

func (g *printer) addSize(n int) {
	if n > 0 {
		g.P("s += %s", strconv.Itoa(n))
	}
}
