package zebra

import "go/types"

// This file prints the methods that stand on the others, and says which there are.

// methods prints all methods of d.
func (g *printer) methods(d *decl) {
	if d.helper && !d.functions {
		text := g.Type(d.typ.Underlying())
		if _, named := d.typ.(*types.Named); named {
			text = g.Type(d.typ)
		}
		g.P("// %s is %s, which has no methods of its own.", d.name, d.label)
		g.P("type %s %s", d.name, text)
		g.P("")
	}
	if g.needsAppend(d) {
		g.writer(d)
	}
	if g.needsRead(d) {
		g.reader(d)
	}
	if g.opts.Marshal && !d.left["unmarshal"] && !d.helper {
		g.unmarshal(d)
	}
	if g.opts.IO && !d.left["encode"] && !d.helper {
		g.encode(d)
	}
	if g.opts.IO && !d.left["decode"] && !d.helper {
		g.decode(d)
	}
	if !d.left["size"] {
		g.sizer(d)
	}
	if _, _, counted := g.pairs(d); counted && d.isStruct && d.value == nil && !d.tuple && g.needsAppend(d) {
		g.counter(d)
	}
	if marker := g.opts.keyMarker(); !d.helper && g.opts.MethodPrefix == "" && (g.needsAppend(d) || g.needsRead(d)) && d.keyed(marker) {
		g.P("// %s says that the keys of structs are %s.", marker, map[bool]string{true: "names", false: "numbers"}[g.opts.Msgp])
		g.P("func (*%s) %s() {}", d.name+d.generic.params(), marker)
		g.P("")
	}
	if !d.helper && g.opts.MethodPrefix == "" && (g.needsAppend(d) || g.needsRead(d)) && g.isReflected(d) {
		g.P("// ReflectedMsg says that reflection writes and reads the same.")
		g.P("func (*%s) ReflectedMsg() {}", d.name+d.generic.params())
		g.P("")
	}
}

func (g *printer) unmarshal(d *decl) {
	name := g.method("UnmarshalMsg")
	cfg := "nil"
	if readsText(d) {
		cfg = "&" + g.msgp + ".RuntimeConfig{Strings: new(" + g.msgp + ".Slab)}"
	}
	if g.opts.FastStrings {
		cfg = "&" + g.msgp + ".RuntimeConfig{UnsafeZeroCopy: true}"
		g.P("// %s reads z from the start of b and returns the rest. Strings of z alias b,", name)
		g.P("// which must not change as long as they are used.")
	} else {
		g.P("// %s reads z from the start of b and returns the rest.", name)
	}
	g.P("func (z *%s) %s(b []byte) ([]byte, error) {", d.name+d.generic.params(), name)
	g.P("return z.%s(b, %s)", g.readName(d), cfg)
	g.P("}")
	g.P("")
}

func (g *printer) encode(d *decl) {
	size := "0"
	if !d.left["size"] {
		size = "z." + g.method("Msgsize") + "()"
	}
	g.P("// %s writes z to a stream.", g.method("EncodeMsg"))
	g.P("func (%s) %s(w *%s.Writer) error {", g.receiver(d), g.method("EncodeMsg"), g.msgp)
	g.P("return w.Put(z.%s(w.Room(%s)))", g.appendName(d), size)
	g.P("}")
	g.P("")
}

func (g *printer) decode(d *decl) {
	g.P("// %s reads z from a stream.", g.method("DecodeMsg"))
	g.P("func (z *%s) %s(r *%s.Reader) error {", d.name+d.generic.params(), g.method("DecodeMsg"), g.msgp)
	g.P("return r.ReadObject(z.%s)", g.readName(d))
	g.P("}")
	g.P("")
}
