package zebra

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/beve-org/beve-go/msgpack/msgp"
)

// This file prints the methods that write.

func appendText(b []byte, s string) []byte   { return msgp.AppendString(b, s) }
func appendID(b []byte, id int64) []byte     { return msgp.AppendInt64(b, id) }
func appendMapHead(b []byte, n int) []byte   { return msgp.AppendMapHeader(b, uint32(n)) }
func appendArrayHead(b []byte, n int) []byte { return msgp.AppendArrayHeader(b, uint32(n)) }

// maxFixMap is how many pairs a map of one head byte has at most.
const maxFixMap = 15

// writer prints MarshalMsg, or what stands in for it.
func (g *printer) writer(d *decl) {
	g.vars, g.rules = 0, d.rules
	name := g.appendName(d)
	g.P("// %s appends z to b. On failure it returns b as it was.", name)
	g.begin(d, g.receiver(d), name, "b []byte", "o []byte, err error")
	if d.preSave {
		g.P("z.PreSaveHook()")
	}
	if !d.left["size"] && !d.functions {
		g.P("if cap(b) == 0 { b = make([]byte, 0, z.%s()) }", g.method("Msgsize"))
	}
	g.P("o = b")
	switch {
	case d.value != nil:
		g.append(d.value, self(d, !d.byValue), nil)
	case d.tuple:
		g.P("o = append(o, %s...)", strconv.Quote(string(appendArrayHead(nil, len(d.sent())))))
		for _, f := range d.sent() {
			g.append(f.value, "z."+f.name, path{strconv.Quote(f.key)})
		}
	default:
		g.appendStruct(d)
	}
	g.P("return o, nil")
	g.P("}")
	g.P("")
}

// namesStruct reports whether the name of a struct is on the wire.
func (g *printer) namesStruct(d *decl) bool {
	return !g.opts.Msgp && !g.opts.NoStructNames && d.wireName != ""
}

// through returns a variable as one of the type whose methods send it.
func through(v *value, expr string) string {
	if v.cast == "" {
		return expr
	}
	return "(" + v.cast + ")(&" + expr + ")"
}

// pairs returns how many pairs a struct always has and has at most, with its name, and whether
// fieldsNotEmpty counts them before they are written.
func (g *printer) pairs(d *decl) (always, most int, counted bool) {
	if g.namesStruct(d) {
		always, most = 1, 1
	}
	for _, f := range d.sent() {
		most++
		if _, ok := g.omittable(f); !ok {
			always++
		}
	}
	return always, most, most > maxFixMap && always < most || d.unknown != ""
}

// appendStruct prints the pairs of a struct. The pairs of a map of at most 15 are counted
// while they are written, and the head is set at the end.
func (g *printer) appendStruct(d *decl) {
	var prefix []byte
	if g.namesStruct(d) {
		prefix = appendText(appendID(nil, -1), d.wireName)
	}
	always, most, counted := g.pairs(d)
	switch {
	case counted:
		extra := ""
		if prefix != nil {
			extra = " + 1"
		}
		if d.unknown != "" {
			extra += " + uint32(len(z." + d.unknown + "))"
		}
		g.P("var empty [%d]bool", len(d.fields))
		g.P("o = %s.AppendMapHeader(o, z.%s(empty[:])%s)", g.msgp, g.method("fieldsNotEmpty"), extra)
		if prefix != nil {
			g.P("o = append(o, %s...)", strconv.Quote(string(prefix)))
		}
	case always == most:
		g.P("o = append(o, %s...)", strconv.Quote(string(append(appendMapHead(nil, most), prefix...))))
	default:
		g.P("n := byte(%s)", hex(appendMapHead(nil, always)[0]))
		g.P("o = append(o, %s...)", strconv.Quote(string(append(appendMapHead(nil, always), prefix...))))
	}
	for i, f := range d.fields {
		if f.skip {
			continue
		}
		condition, ok := g.omittable(f)
		switch {
		case ok && counted:
			g.P("if !empty[%d] {", i)
		case ok:
			g.P("if %s {", condition)
			g.P("n++")
		}
		if ok && !f.omitZero && f.value.form == formScalar && f.value.scalar == "Bool" {
			g.P("o = append(append(o, %s), 0xc3)", g.keyBytes(f))
		} else {
			g.P("o = append(o, %s)", g.keyBytes(f))
			g.appendSet(f.value, "z."+f.name, path{strconv.Quote(f.key)}, ok)
		}
		if ok {
			g.P("}")
		}
	}
	switch {
	case d.unknown != "":
		g.appendUnknown(d)
	case always < most && !counted:
		g.P("o[len(b)] = n")
	}
}

// appendUnknown prints the pairs that no field has taken.
func (g *printer) appendUnknown(d *decl) {
	key := "Int64"
	taken := []string{"-1"}
	if g.opts.Msgp {
		key, taken = "String", nil
	}
	for _, f := range d.sent() {
		if g.opts.Msgp {
			taken = append(taken, strconv.Quote(f.key))
		} else {
			taken = append(taken, itoa(f.id))
		}
	}
	g.P("for _, key := range %s.UnknownKeys(z.%s) {", g.msgp, d.unknown)
	if len(taken) > 0 {
		g.P("switch key {")
		g.P("case %s:", strings.Join(taken, ", "))
		g.P("return b, %s.WrapError(%s.ErrDuplicateEntry, key)", g.msgp, g.msgp)
		g.P("}")
	}
	g.P("o = %s.Append%s(o, key)", g.msgp, key)
	g.tryAppend("z."+d.unknown+"[key].MarshalMsg(o)", path{"key"})
	g.P("}")
}

// append prints the statements that append expr, a variable, to o.
func (g *printer) append(v *value, expr string, at path) { g.appendSet(v, expr, at, false) }

// appendSet is append for a value that is known not to be nil if set is true.
func (g *printer) appendSet(v *value, expr string, at path, set bool) {
	if v.allowNil && !set {
		plain := *v
		plain.allowNil = false
		g.P("if %s == nil {", expr)
		g.P("o = %s.AppendNil(o)", g.msgp)
		g.P("} else {")
		g.append(&plain, expr, at)
		g.P("}")
		return
	}
	switch v.form {
	case formScalar:
		if !v.plain() {
			expr = g.Type(v.base) + "(" + expr + ")"
		}
		name := v.scalar
		if name == "Time" && g.rules.newTime {
			name = "TimeExt"
		}
		if name == "Float64" && g.rules.compact {
			name = "Float"
		}
		g.P("o = %s.Append%s(o, %s)", g.msgp, name, expr)
	case formBytes:
		g.atMost(cmp.Or(v.limit, g.rules.elements), expr, at)
		if v.each {
			g.appendEachByte(expr)
			return
		}
		g.P("o = %s.AppendBytes(o, %s)", g.msgp, expr)
	case formAny:
		write := "AppendIntf"
		switch {
		case g.opts.Msgpack:
			write = "AppendAny"
		case g.opts.reflected():
			write = "AppendAnyNumbered"
		}
		g.tryAppend(g.msgp+"."+write+"(o, "+expr+")", at)
	case formInterface:
		if set {
			g.tryAppend(expr+"."+g.method("MarshalMsg")+"(o)", at)
			return
		}
		g.P("if %s == nil {", expr)
		g.P("o = %s.AppendNil(o)", g.msgp)
		g.P("} else {")
		g.tryAppend(expr+"."+g.method("MarshalMsg")+"(o)", at)
		g.P("}")
	case formMethod:
		g.appendMade(v, expr, at)
	case formMethods:
		if v.limit > 0 {
			g.atMost(v.limit, expr, at)
		}
		g.tryAppend(through(v, expr)+"."+g.calledAppend(v)+"(o)", at)
	case formExtension:
		g.tryAppend(g.msgp+".AppendExtension(o, &"+expr+")", at)
	case formShim:
		tmp := g.fresh("v")
		if v.shim.toFails {
			g.P("var %s %s", tmp, g.Type(v.elem.typ))
			g.P("if %s, err = %s; err != nil {", tmp, g.shimTo(v, expr))
			g.P("return b, %s.WrapError(err%s)", g.msgp, at.args())
			g.P("}")
		} else {
			g.P("%s := %s", tmp, g.shimTo(v, expr))
		}
		g.append(v.elem, tmp, at)
	case formUnion:
		if !v.decl.byValue {
			expr = "&" + expr
		}
		g.tryAppend(g.appendName(v.decl)+"("+expr+", o)", at)
	case formCases:
		g.appendCases(v, expr, at)
	case formPointer:
		if set {
			g.append(v.elem, "(*"+expr+")", at)
			return
		}
		g.P("if %s == nil {", expr)
		g.P("o = %s.AppendNil(o)", g.msgp)
		g.P("} else {")
		g.append(v.elem, "(*"+expr+")", at)
		g.P("}")
	case formArray:
		switch {
		case v.bin && v.each:
			g.appendEachByte(expr)
			return
		case v.bin:
			g.P("o = %s.AppendBytes(o, %s[:])", g.msgp, expr)
			return
		}
		g.P("o = append(o, %s...)", strconv.Quote(string(appendArrayHead(nil, int(v.length)))))
		g.appendElements(v, expr, at)
	case formSlice:
		g.atMost(cmp.Or(v.limit, g.rules.elements), expr, at)
		g.P("o = %s.AppendArrayHeader(o, uint32(len(%s)))", g.msgp, expr)
		g.appendElements(v, expr, at)
	case formMap:
		key, elem := g.fresh("k"), g.fresh("v")
		g.atMost(cmp.Or(v.limit, g.rules.pairs), expr, at)
		g.P("o = %s.AppendMapHeader(o, uint32(len(%s)))", g.msgp, expr)
		g.P("for %s, %s := range %s {", key, elem, expr)
		g.append(v.key, key, at)
		g.append(v.elem, elem, at.plus(g.pathKey(v.key, key)))
		g.P("}")
	}
}

// appendEachByte prints what appends the elements of expr as a bin.
func (g *printer) appendEachByte(expr string) {
	i := g.fresh("i")
	g.P("o = %s.AppendBytesHeader(o, uint32(len(%s)))", g.msgp, expr)
	g.P("for %s := range %s {", i, expr)
	g.P("o = append(o, byte(%s[%s]))", expr, i)
	g.P("}")
}

// appendMade prints what appends a value that methods turn into bin or text.
func (g *printer) appendMade(v *value, expr string, at path) {
	if v.made.number {
		write := "AppendJSONNumber"
		if g.opts.reflected() {
			write = "AppendExactNumber" // whose floats are never narrowed
		}
		g.tryAppend(g.msgp+"."+write+"(o, "+expr+")", at)
		return
	}
	if v.made.stream {
		g.tryAppend(g.msgp+".AppendEncodable(o, &"+expr+")", at)
		return
	}
	if v.made.json {
		g.tryAppend(g.msgp+".AppendJSONMethod(o, &"+expr+")", at)
		return
	}
	write, _ := v.made.methods()
	if !v.made.appends {
		as := "Bytes"
		if v.made.str {
			as = "StringFromBytes"
		}
		tmp := g.fresh("v")
		g.P("var %s []byte", tmp)
		g.P("if %s, err = %s.%s(); err != nil {", tmp, expr, write)
		g.P("return b, %s.WrapError(err%s)", g.msgp, at.args())
		g.P("}")
		g.P("o = %s.Append%s(o, %s)", g.msgp, as, tmp)
		return
	}
	as := "Bytes"
	if v.made.str {
		as = "BytesString"
	}
	start := g.fresh("n")
	g.P("%s := len(o) + 2", start)
	g.tryAppend(expr+"."+write+"(append(o, 0, 0))", at)
	g.P("o = %s.Append%sTwoPrefixed(o, len(o)-%s)", g.msgp, as, start)
}

// atMost prints the failure of a slice or map that is longer than a directive allows.
func (g *printer) atMost(most uint32, expr string, at path) {
	if most > 0 && g.rules.onWrite {
		g.P("if len(%s) > %d {", expr, most)
		g.P("return b, %s.WrapError(%s.ErrLimitExceeded%s)", g.msgp, g.msgp, at.args())
		g.P("}")
	}
}

func (g *printer) appendElements(v *value, expr string, at path) {
	i := g.fresh("i")
	g.P("for %s := range %s {", i, expr)
	g.append(v.elem, expr+"["+i+"]", at.plus(i))
	g.P("}")
}

// pathKey returns the key of a map as a part of a path.
func (g *printer) pathKey(v *value, key string) string {
	switch {
	case v.form != formScalar || v.plain():
		return key
	}
	return g.Type(v.base) + "(" + key + ")"
}

// tryAppend prints a call that returns the longer slice and an error.
func (g *printer) tryAppend(call string, at path) {
	g.P("if o, err = %s; err != nil {", call)
	g.P("return b, %s.WrapError(err%s)", g.msgp, at.args())
	g.P("}")
}

// calledAppend returns the method that appends values of another type.
func (g *printer) calledAppend(v *value) string {
	if v.decl != nil && g.needsAppend(v.decl) {
		return g.appendName(v.decl)
	}
	return g.foreign(v, "MarshalMsg")
}

// calledSize returns the method that estimates the size of values of another type.
func (g *printer) calledSize(v *value) string {
	if v.decl != nil {
		return g.method("Msgsize")
	}
	return g.foreign(v, "Msgsize")
}

// foreign returns the name of a method of a type that is not generated here. Types of
// the runtime never have the prefix.
func (g *printer) foreign(v *value, name string) string {
	if g.opts.MethodPrefix != "" && hasMethods(v.typ, name) && !hasMethods(v.typ, g.method(name)) {
		return name
	}
	return g.method(name)
}

// counter prints the method that counts the fields that are not empty.
func (g *printer) counter(d *decl) {
	name := g.method("fieldsNotEmpty")
	g.P("// %s returns how many fields of z are sent, and marks in empty, which has", name)
	g.P("// an element for each field, those that are not.")
	g.P("func (%s) %s(empty []bool) uint32 {", g.receiver(d), name)
	always := 0
	for _, f := range d.sent() {
		if _, ok := g.omittable(f); !ok {
			always++
		}
	}
	g.P("n := uint32(%d)", always)
	for i, f := range d.fields {
		if f.skip {
			continue
		}
		if condition, ok := g.omittable(f); ok {
			g.P("if %s {", condition)
			g.P("n++")
			g.P("empty[%d] = false", i)
			g.P("} else {")
			g.P("empty[%d] = true", i)
			g.P("}")
		}
	}
	g.P("return n")
	g.P("}")
	g.P("")
}
