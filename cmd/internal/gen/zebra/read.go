package zebra

import (
	"cmp"
	"go/types"
	"strconv"

	"github.com/beve-org/beve-go/internal/plan/gotypes"
)

// This file prints the methods that read. Every function of the runtime that fails
// returns its input as it was, and the zero value: what is left then says where the
// failure is, and a nil that stands for the zero value is only looked for after it.

// reader prints UnmarshalMsgWithCfg, or what stands in for it, with what it needs.
func (g *printer) reader(d *decl) {
	g.vars, g.rules = 0, d.rules
	name := g.readName(d)
	g.P("// %s reads z from the start of b and returns the rest. On failure it", name)
	g.P("// returns b as it was.")
	receiver := "z *" + d.name + d.generic.params()
	if d.functions {
		receiver = "z *" + g.Type(d.typ)
	}
	g.begin(d, receiver, name, "b []byte, cfg *"+g.msgp+".RuntimeConfig", "o []byte, err error")
	g.recursive = d.recursive
	if d.recursive {
		g.P("deeper, err := cfg.Deeper()")
		g.P("if err != nil {")
		g.failAt("b", nil, nil)
		g.P("}")
		g.P("cfg = &deeper")
	}
	switch {
	case d.value != nil:
		g.P("o = b")
		g.read(d.value, self(d, true), nil)
	case d.tuple:
		g.readTuple(d)
	default:
		g.readStruct(d)
	}
	if d.postLoad {
		g.P("z.PostLoadHook()")
	}
	g.P("return o, nil")
	g.P("}")
	g.P("")
}

// readsText reports whether the methods of d read strings, themselves or by those that
// they call.
func readsText(d *decl) bool {
	found := false
	seen := map[*decl]bool{}
	var visit func(d *decl)
	visit = func(d *decl) {
		if seen[d] {
			return
		}
		seen[d] = true
		look := func(v *value) {
			found = found || v.form == formScalar && v.scalar == "String" || v.form == formMethods && v.decl == nil && v.config
		}
		d.value.walk(look)
		for _, f := range d.sent() {
			f.value.walk(look)
		}
		for _, used := range d.uses() {
			visit(used)
		}
	}
	visit(d)
	return found
}

// slot returns the number under which a field is marked as seen.
func (g *printer) slot(f *field, index int) int {
	if g.opts.Msgp {
		return index
	}
	return int(f.id)
}

// readStruct prints the reading of a map. Fields are read where they stand in one row:
// after each, the code expects its successor, which usually follows, and otherwise
// jumps to where keys are looked up. A field that is missing, or nil, is
// zeroed.
func (g *printer) readStruct(d *decl) {
	fields := d.sent()
	slots := 0
	for i, f := range fields {
		slots = max(slots, g.slot(f, i)+1)
	}
	g.P("var n uint32")
	switch {
	case len(fields) == 0 && d.unknown == "":
	case g.opts.Msgp:
		g.P("var key []byte")
	default:
		g.P("var at int64")
	}
	seen := func(slot int) (word, bit string) { return "seen", "1<<" + strconv.Itoa(slot) }
	switch {
	case len(fields) == 0:
	case slots > 64:
		g.P("var seen [%d]uint64", (slots+63)/64)
		seen = func(slot int) (word, bit string) {
			return "seen[" + strconv.Itoa(slot>>6) + "]", "1<<" + strconv.Itoa(slot&63)
		}
	default:
		g.P("var seen uint64")
	}
	g.P("if %s.IsNil(b) {", g.msgp)
	g.P("o = b[1:]")
	g.P("} else if n, o, err = %s.ReadMapHeaderBytes(b); err != nil {", g.msgp)
	g.failAt("b", d.typ, nil)
	g.P("}")
	if d.unknown != "" {
		g.P("clear(z.%s)", d.unknown)
	}
	if len(fields) > 0 {
		g.follows(fields[0])
	}
	g.lookUp(d, fields)
	for i, f := range fields {
		g.P("read%s:", f.label())
		word, bit := seen(g.slot(f, i))
		g.P("if %s&(%s) != 0 {", word, bit)
		g.P("return b, %s.FailTwice(b, o, %s, %s)", g.msgp, g.goType(d.typ), strconv.Quote(f.key))
		g.P("}")
		g.P("%s |= %s", word, bit)
		g.P("{")
		g.readField(d, f, strconv.Quote(f.key))
		g.P("}")
		if i+1 < len(fields) {
			g.follows(fields[i+1])
		}
		g.P("goto next")
	}
	g.P("done:")
	if len(fields) > 0 {
		g.zeroMissing(fields, slots, seen)
	}
}

// follows prints the look at whether a field is next, and then the jump to it.
func (g *printer) follows(f *field) {
	key := appendID(nil, f.id)
	if g.opts.Msgp {
		key = appendText(nil, f.key)
	}
	if len(key) == 1 {
		g.P("if n != 0 && len(o) != 0 && o[0] == %s {", hex(key[0]))
	} else {
		g.P("if n != 0 && len(o) >= %d && string(o[:%d]) == %s {", len(key), len(key), strconv.Quote(string(key)))
	}
	g.P("o = o[%d:]", len(key))
	g.P("n--")
	g.P("goto read%s", f.label())
	g.P("}")
}

// lookUp prints what reads a key and jumps to its field, or passes over the value of one
// that is not known.
func (g *printer) lookUp(d *decl, fields []*field) {
	g.P("next:")
	g.P("if n == 0 {")
	g.P("goto done")
	g.P("}")
	g.P("n--")
	key, read := "at", "ReadID"
	if g.opts.Msgp {
		key, read = "key", "ReadName"
	}
	if len(fields) == 0 && d.unknown == "" {
		key = "_"
	}
	g.P("%s, o, err = %s.%s(o)", key, g.msgp, read)
	g.P("if err != nil {")
	g.P("return b, %s.FailKey(b, o, err, %s, %t)", g.msgp, g.goType(d.typ), !g.opts.Msgp)
	g.P("}")
	if len(fields) > 0 {
		if g.opts.Msgp {
			g.P("switch string(key) {")
		} else {
			g.P("switch at {")
		}
		for _, f := range fields {
			if g.opts.Msgp {
				g.P("case %s:", strconv.Quote(f.key))
			} else {
				g.P("case %d:", f.id)
			}
			g.P("goto read%s", f.label())
		}
		g.P("}")
	}
	if d.unknown != "" {
		name := "at"
		if g.opts.Msgp {
			name = "string(key)"
		} else {
			g.P("if at == -1 {")
			g.skipMember()
			g.P("goto next")
			g.P("}")
		}
		g.P("if o, err = %s.KeepMember(&z.%s, %s, b, o, %s); err != nil {", g.msgp, d.unknown, name, g.goType(d.typ))
		g.P("return b, err")
		g.P("}")
	} else {
		g.skipMember()
	}
	g.P("goto next")
}

// skipMember prints what passes over the value of a member.
func (g *printer) skipMember() {
	g.P("if o, err = %s.SkipMember(b, o); err != nil {", g.msgp)
	g.P("return b, err")
	g.P("}")
}

// zeroMissing prints what happens to the fields that did not come.
func (g *printer) zeroMissing(fields []*field, slots int, seen func(slot int) (word, bit string)) {
	if slots <= 64 {
		all := uint64(0)
		for i, f := range fields {
			all |= 1 << g.slot(f, i)
		}
		g.P("if seen == 0x%x {", all)
		g.P("goto complete")
		g.P("}")
	}
	for i, f := range fields {
		word, bit := seen(g.slot(f, i))
		g.P("if %s&(%s) == 0 {", word, bit)
		switch f.value.typ.Underlying().(type) {
		case *types.Slice, *types.Map:
			if g.rules.toNil && (f.omitEmpty || f.omitZero) {
				g.P("z.%s = nil", f.name)
				break
			}
			g.zero(f.value, "z."+f.name)
		default:
			g.zero(f.value, "z."+f.name)
		}
		g.P("}")
	}
	if slots <= 64 {
		g.P("complete:")
	}
}

// readField prints the reading of a field, whose place a path shows as at.
func (g *printer) readField(d *decl, f *field, at string) {
	if d.factory && holdsInterface(f.value) {
		g.factory = itoa(f.id)
	}
	g.read(f.value, "z."+f.name, path{at})
	g.factory = ""
}

// readTuple prints the reading of an array of all fields.
func (g *printer) readTuple(d *decl) {
	fields := d.sent()
	g.P("if %s.IsNil(b) {", g.msgp)
	g.P("o = b[1:]")
	for _, f := range fields {
		g.zero(f.value, "z."+f.name)
	}
	g.P("} else {")
	g.P("var n uint32")
	g.P("if n, o, err = %s.ReadArrayHeaderBytes(b); err != nil {", g.msgp)
	g.failAt("b", d.typ, nil)
	g.P("}")
	if !d.vartuple {
		g.P("if n != %d {", len(fields))
		g.P("return b, %s.FailAs(b, b, %s.ArrayError{Wanted: %d, Got: n}, %s)", g.msgp, g.msgp, len(fields), g.goType(d.typ))
		g.P("}")
	}
	for i, f := range fields {
		if d.vartuple {
			g.P("if n > %d {", i)
		}
		g.readField(d, f, strconv.Itoa(i))
		if d.vartuple {
			g.P("} else {")
			g.zero(f.value, "z."+f.name)
			g.P("}")
		}
	}
	if d.vartuple {
		g.P("for ; n > %d; n-- {", len(fields))
		g.skip(nil)
		g.P("}")
	}
	g.P("}")
}

// readScalar prints the reading of a scalar into target, without a test of err.
func (g *printer) readScalar(v *value, target string) {
	name := v.scalar
	if name == "Time" && g.rules.utc {
		name = "TimeUTC"
	}
	call := g.msgp + ".Read" + name + "Bytes(o)"
	if v.scalar == "String" {
		call = g.msgp + ".ReadText(o, cfg)"
	}
	if v.plain() {
		g.P("%s, o, err = %s", target, call)
		return
	}
	tmp := g.fresh("v")
	g.P("var %s %s", tmp, g.Type(v.base))
	g.P("%s, o, err = %s", tmp, call)
	g.P("%s = %s(%s)", target, g.Type(v.typ), tmp)
}

// shortForm returns the condition under which a scalar has its most usual form, how it
// is read then, and how many bytes that takes: no call is needed. The condition is empty
// for a type without such a form.
func (g *printer) shortForm(v *value) (condition, expr string, n int) {
	switch v.scalar {
	case "Int", "Int8", "Int16", "Int32", "Int64":
		return "len(o) != 0 && int8(o[0]) >= -32", g.Type(v.typ) + "(int8(o[0]))", 1
	case "Uint", "Uint8", "Byte", "Uint16", "Uint32", "Uint64":
		return "len(o) != 0 && o[0] < 0x80", g.Type(v.typ) + "(o[0])", 1
	case "Bool":
		return "len(o) != 0 && o[0]&^1 == 0xc2", "o[0] == 0xc3", 1
	case "Float64":
		expr = g.msgp + ".Float64(o[1:])"
		if !v.plain() {
			expr = g.Type(v.typ) + "(" + expr + ")"
		}
		return "len(o) >= 9 && o[0] == 0xcb", expr, 9
	}
	return "", "", 0
}

// read prints the statements that read target, a variable, from o.
func (g *printer) read(v *value, target string, at path) {
	if v.limit > 0 || v.form == formBytes && g.rules.elements > 0 {
		g.P("if %s.Longer(o, %d) {", g.msgp, cmp.Or(v.limit, g.rules.elements))
		g.P("return b, %s.FailAs(b, o, %s.ErrLimitExceeded, %s%s)", g.msgp, g.msgp, g.goType(v.typ), at.args())
		g.P("}")
	}
	if v.allowNil {
		plain := *v
		plain.allowNil = false
		g.P("if %s.IsNil(o) {", g.msgp)
		g.P("o, %s = o[1:], nil", target)
		g.P("} else {")
		g.readPresent(&plain, target, at)
		if _, isSlice := v.typ.Underlying().(*types.Slice); isSlice {
			g.P("if %s == nil {", target)
			g.P("%s = %s{}", target, g.Type(v.typ))
			g.P("}")
		}
		g.P("}")
		return
	}
	g.readPresent(v, target, at)
}

// readPresent is read for a value whose bounds have been looked at.
func (g *printer) readPresent(v *value, target string, at path) {
	switch v.form {
	case formScalar:
		condition, expr, n := g.shortForm(v)
		if condition != "" {
			g.P("if %s {", condition)
			g.P("%s = %s", target, expr)
			g.P("o = o[%d:]", n)
			g.P("} else {")
		}
		g.readScalar(v, target)
		g.orNil(v.typ, at)
		if condition != "" {
			g.P("}")
		}
	case formBytes:
		if g.opts.reflected() && !v.zeroCopy {
			g.P("if %s.IsNil(o) {", g.msgp)
			g.P("o = o[1:]")
			g.zero(v, target)
			g.P("} else {")
			defer g.P("}")
		}
		if v.each {
			g.readEachByte(v, target, at)
			return
		}
		if v.zeroCopy {
			g.P("%s, o, err = %s.ReadBytesView(o, cfg)", target, g.msgp)
		} else {
			read := "ReadBin"
			if !g.opts.reflected() && v.limit == 0 && g.rules.elements == 0 {
				read = "ReadBytesBytes" // nil stays nil, as in tinylib/msgp without limits
			}
			g.P("%s, o, err = %s.%s(o, %s)", target, g.msgp, read, target)
		}
		g.orNil(v.typ, at)
	case formAny:
		read := "ReadIntfBytes"
		if g.opts.Msgpack {
			read = "ReadAnyBytes"
		}
		g.P("if %s, o, err = %s.%s(o); err != nil {", target, g.msgp, read)
		g.P("return b, %s.FailAny(b, o, err, %t%s)", g.msgp, g.opts.Msgpack, at.args())
		g.P("}")
	case formMethods:
		g.readMethods(v, target, at)
	case formExtension:
		g.P("if o, err = %s.ReadExtensionBytes(o, &%s); err != nil {", g.msgp, target)
		g.P("if o, err = %s.OrNilAs(b, o, err, %s%s); err != nil {", g.msgp, g.goType(v.typ), at.args())
		g.P("return b, err")
		g.P("}")
		g.zero(v, target)
		g.P("}")
	case formUnion:
		g.P("if o, err = %s(&%s, o, cfg); err != nil {", g.readName(v.decl), target)
		g.failHere(v.typ, at)
		g.P("}")
	case formCases:
		g.readCases(v, target, at)
	case formShim:
		g.readShim(v, target, at)
	case formMethod:
		g.readMade(v, target, at)
	default:
		g.P("if %s.IsNil(o) {", g.msgp)
		g.P("o = o[1:]")
		g.zero(v, target)
		g.P("} else {")
		g.readComposite(v, target, at)
		g.P("}")
	}
}

// readShim prints the reading of a value that is sent as another one. Where nothing of that is nil,
// a declared conversion has nil for the zero value, as methods have.
func (g *printer) readShim(v *value, target string, at path) {
	nils := false
	if v.shim.declared != nil {
		switch v.elem.typ.Underlying().(type) {
		case *types.Pointer, *types.Interface, *types.Slice, *types.Map:
		default:
			nils = true
			g.P("if %s.IsNil(o) {", g.msgp)
			g.P("o = o[1:]")
			g.zero(v, target)
			g.P("} else {")
		}
	}
	tmp, from := g.fresh("v"), "o"
	if v.shim.fails() {
		from = g.fresh("whole")
		g.P("%s := o", from)
	}
	g.P("var %s %s", tmp, g.Type(v.elem.typ))
	g.read(v.elem, tmp, at)
	g.shimFrom(v, target, tmp, from, at)
	if nils {
		g.P("}")
	}
}

// readMade prints the reading of a value that a method makes of bin or text.
func (g *printer) readMade(v *value, target string, at path) {
	if v.made.number {
		read := "ReadJSONNumberBytes"
		if g.opts.reflected() {
			read = "ReadExactNumber" // which texts may hold, too
		}
		g.P("%s, o, err = %s.%s(o)", target, g.msgp, read)
		g.orNil(v.typ, at)
		return
	}
	if v.made.stream {
		g.P("if %s.IsNil(o) {", g.msgp)
		g.P("o = o[1:]")
		g.zero(v, target)
		g.P("} else if o, err = %s.ReadDecodable(o, &%s); err != nil {", g.msgp, target)
		g.failHere(v.typ, at)
		g.P("}")
		return
	}
	if v.made.json {
		g.P("if o, err = %s.ReadJSONMethod(o, &%s); err != nil {", g.msgp, target)
		g.failHere(v.typ, at)
		g.P("}")
		return
	}
	_, read := v.made.methods()
	as := "Bytes"
	if v.made.str {
		as = "String"
	}
	tmp, rest := g.fresh("v"), g.fresh("rest")
	g.P("if %s.IsNil(o) {", g.msgp)
	g.P("o = o[1:]")
	g.zero(v, target)
	g.P("} else {")
	g.P("var %s, %s []byte", tmp, rest)
	g.P("if %s, %s, err = %s.Read%sZC(o); err == nil {", tmp, rest, g.msgp, as)
	g.P("err = %s.%s(%s)", target, read, tmp)
	if v.made.str && g.opts.reflected() && !v.made.pos.IsValid() { // a bin does, too, which others make of such types
		if hasMethods(v.typ, "UnmarshalBinary") {
			read = "UnmarshalBinary"
		}
		g.P("} else if %s.NextType(o) == %s.BinType {", g.msgp, g.msgp)
		g.P("if %s, %s, err = %s.ReadBytesZC(o); err == nil {", tmp, rest, g.msgp)
		g.P("err = %s.%s(%s)", target, read, tmp)
		g.P("}")
	}
	g.P("}")
	g.P("if err != nil {")
	g.failHere(v.typ, at)
	g.P("}")
	g.P("o = %s", rest)
	g.P("}")
}

// readMethods prints the reading of a value by the methods of its type. Generated ones
// take nil for the zero value, and so do those of the runtime.
func (g *printer) readMethods(v *value, target string, at path) {
	on := through(v, target)
	call := on + "." + g.foreign(v, "UnmarshalMsg") + "(o)"
	switch {
	case v.decl != nil && g.needsRead(v.decl):
		call = on + "." + g.readName(v.decl) + "(o, cfg)"
	case v.config:
		call = on + "." + g.foreign(v, "UnmarshalMsgWithCfg") + "(o, cfg)"
	}
	knowsNil := v.decl != nil || v.config
	if named, ok := v.typ.(*types.Named); ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == RuntimePath {
		knowsNil = true
	}
	switch named, _ := v.typ.(*types.Named); {
	case named != nil && isNamed(named, RuntimePath, "Raw") && !g.opts.reflected():
		g.P("if %s.IsNil(o) {", g.msgp) // which is empty, as in tinylib/msgp
		g.P("o, %s = o[1:], %s[:0]", target, target)
		g.P("} else if o, err = %s; err != nil {", call)
	case knowsNil:
		g.P("if o, err = %s; err != nil {", call)
	default:
		g.P("if %s.IsNil(o) {", g.msgp)
		g.P("o = o[1:]")
		g.zero(v, target)
		g.P("} else if o, err = %s; err != nil {", call)
	}
	g.failHere(v.typ, at)
	g.P("}")
}

// readComposite prints the reading of a value with parts, which is not nil.
func (g *printer) readComposite(v *value, target string, at path) {
	// What contains the type again is a level, too.
	if g.recursive && v.form != formPointer && v.form != formInterface && callsMethods(v) {
		g.P("deeper.Depth++")
		defer g.P("deeper.Depth--")
	}
	switch v.form {
	case formPointer:
		g.P("if %s == nil {", target)
		if _, isParam := v.typ.(*types.TypeParam); isParam {
			g.P("%s = %s(new(%s))", target, g.Type(v.typ), g.Type(v.elem.typ))
		} else {
			g.P("%s = new(%s)", target, g.Type(v.elem.typ))
		}
		g.P("}")
		g.read(v.elem, "(*"+target+")", at)
	case formArray:
		g.readArray(v, target, at)
	case formSlice:
		n, list, i := g.fresh("n"), g.fresh("list"), g.fresh("i")
		g.P("var %s uint32", n)
		g.readCount(n, "Array", v.limit, g.rules.elements)
		g.failHere(v.typ, at)
		g.P("}")
		if g.opts.reflected() {
			g.P("%s := %s.Resize(%s, %s)", list, g.msgp, target, n)
		} else {
			// As in tinylib/msgp an empty array leaves nil as it is.
			g.P("%s := %s[:0]", list, target)
			g.P("if %s != 0 {", n)
			g.P("%s = %s.Resize(%s, %s)", list, g.msgp, target, n)
			g.P("}")
		}
		g.P("for %s := 0; %s < int(%s); %s++ {", i, i, n, i)
		g.P("if %s == len(%s) {", i, list)
		g.P("%s = %s.Extend(%s, %s)", list, g.msgp, list, n)
		g.P("}")
		g.read(v.elem, list+"["+i+"]", at.plus(i))
		g.P("}")
		g.P("%s = %s", target, list)
	case formMap:
		g.readMap(v, target, at)
	case formInterface:
		if g.factory != "" {
			// What there is stays if the method knows nothing better.
			tmp := g.fresh("v")
			g.P("if name := %s.StructName(o); name != \"\" {", g.msgp)
			g.P("if %s, ok := z.NewValueAsInterface(%s, name).(%s); ok && %s != nil {", tmp, g.factory, g.Type(v.typ), tmp)
			g.P("%s = %s", target, tmp)
			g.P("}")
			g.P("}")
		}
		g.P("if o, err = %s.UnmarshalInto(o, %s, cfg); err != nil {", g.msgp, target)
		g.failHere(v.typ, at)
		g.P("}")
	}
}

// callsMethods reports whether a value contains one that is read by generated methods.
func callsMethods(v *value) (found bool) {
	v.walk(func(v *value) { found = found || (v.form == formMethods || v.form == formUnion) && v.decl != nil })
	return found
}

// readEachByte prints the reading of a bin whose bytes have a type of their own.
func (g *printer) readEachByte(v *value, target string, at path) {
	tmp, i := g.fresh("v"), g.fresh("i")
	u := v.typ.Underlying()
	g.P("var %s []byte", tmp)
	g.P("%s, o, err = %s.ReadBytesZC(o)", tmp, g.msgp)
	if v.form == formArray {
		g.P("if err == nil && len(%s) != %d {", tmp, v.length)
		g.P("err = %s.ArrayError{Wanted: %d, Got: uint32(len(%s))}", g.msgp, v.length, tmp)
		g.P("}")
		g.P("if err != nil {")
		g.failHere(v.typ, at)
		g.P("}")
	} else {
		g.orNil(v.typ, at)
		// The bytes are there, so all of the slice is made at once.
		g.P("if %s == nil || cap(%s) < len(%s) {", target, target, tmp)
		g.P("%s = make(%s, len(%s))", target, g.Type(v.typ), tmp)
		g.P("}")
		g.P("%s = %s[:len(%s)]", target, target, tmp)
	}
	g.P("for %s := range %s {", i, tmp)
	g.P("%s[%s] = %s(%s[%s])", target, i, g.Type(u.(interface{ Elem() types.Type }).Elem()), tmp, i)
	g.P("}")
}

func (g *printer) readArray(v *value, target string, at path) {
	if v.bin && v.each {
		g.readEachByte(v, target, at)
		return
	}
	exact := g.msgp + ".ReadExactBytes(o, " + target + "[:])"
	if v.bin {
		g.P("if o, err = %s; err != nil {", exact)
		g.failHere(v.typ, at)
		g.P("}")
		return
	}
	// An array of uint8 is written as an array and was written as bin by others.
	bin := v.elem.form == formScalar && v.elem.scalar == "Uint8" && v.elem.plain()
	if bin {
		g.P("if %s.NextType(o) == %s.BinType {", g.msgp, g.msgp)
		g.P("if o, err = %s; err != nil {", exact)
		g.failHere(v.typ, at)
		g.P("}")
		g.P("} else {")
	}
	n, rest, i := g.fresh("n"), g.fresh("rest"), g.fresh("i")
	g.P("var %s uint32", n)
	g.P("var %s []byte", rest)
	g.P("%s, %s, err = %s.ReadArrayHeaderBytes(o)", n, rest, g.msgp)
	g.P("if err == nil && %s != %d {", n, v.length)
	g.P("err = %s.ArrayError{Wanted: %d, Got: %s}", g.msgp, v.length, n)
	g.P("}")
	g.P("if err != nil {")
	g.failHere(v.typ, at)
	g.P("}")
	g.P("o = %s", rest)
	g.P("for %s := range %s {", i, target)
	g.read(v.elem, target+"["+i+"]", at.plus(i))
	g.P("}")
	if bin {
		g.P("}")
	}
}

// readCount prints the reading of the head of a slice or map into n, up to the failure;
// most is what a directive allows, or 0. A bound of the field itself has been looked at.
func (g *printer) readCount(n, kind string, own, most uint32) {
	call := g.msgp + ".Read" + kind + "HeaderBytes(o)"
	if most > 0 && own == 0 {
		call = g.msgp + ".Read" + kind + "HeaderMax(o, " + itoa(int64(most)) + ")"
	}
	g.P("if %s, o, err = %s; err != nil {", n, call)
}

// keeps reports whether a struct that is emptied keeps something: memory, or a field that is not sent.
func (d *decl) keeps() bool {
	if st, ok := d.typ.Underlying().(*types.Struct); !ok || st.NumFields() > len(d.sent()) {
		return true
	}
	for _, f := range d.sent() {
		switch v := f.value; v.form {
		case formBytes, formSlice, formMap:
			return true
		case formMethods:
			if v.decl == nil || !v.decl.isStruct || v.decl.keeps() {
				return true
			}
		}
	}
	return false
}

// zero prints the statement that makes target, a variable, what a missing value is. It
// keeps memory that can be used again.
func (g *printer) zero(v *value, target string) {
	switch v.form {
	case formScalar:
		switch v.scalar {
		case "Bool":
			g.P("%s = false", target)
		case "String":
			g.P("%s = \"\"", target)
		case "Time":
			g.P("%s = %s{}", target, g.Type(v.typ))
		default:
			g.P("%s = 0", target)
		}
	case formBytes, formSlice:
		g.P("%s = %s[:0]", target, target)
	case formMap:
		g.P("clear(%s)", target)
	case formArray:
		g.P("clear(%s[:])", target)
	case formUnion, formCases:
		if _, isStruct := v.typ.Underlying().(*types.Struct); isStruct {
			g.P("%s = *new(%s)", target, g.Type(v.typ))
			return
		}
		g.P("%s = nil", target)
	case formPointer, formAny, formInterface:
		g.P("%s = nil", target)
	case formMethods:
		switch d := v.decl; {
		case d != nil && !d.isStruct:
			g.zero(d.value, target)
		case d != nil && d.value == nil && !d.tuple && d.unknown == "" && g.opts.reflected() && d.keeps():
			for _, f := range d.sent() {
				g.zero(f.value, target+"."+f.name)
			}
		case d == nil && v.config && gotypes.Declares(v.typ, "ReflectedMsg") && !hasMethods(v.typ, "PostLoadHook"):
			// Read from nil, a value is empty and keeps its memory.
			g.P("if _, err = %s.%s(%s.AppendNil(nil), nil); err != nil {", target, g.foreign(v, "UnmarshalMsgWithCfg"), g.msgp)
			g.P("return b, err")
			g.P("}")
		default:
			g.P("%s = *new(%s)", target, g.Type(v.typ))
		}
	case formExtension, formShim, formMethod:
		if v.form == formShim && v.shim.atomic {
			g.P("%s.Store(*new(%s))", target, g.Type(v.elem.typ))
			return
		}
		g.P("%s = *new(%s)", target, g.Type(v.typ))
	}
}
