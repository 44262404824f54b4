package bevecode

import (
	"encoding/binary"
	"fmt"
	"go/types"
	"math"
	"strings"

	"github.com/beve-org/beve-go/cmd/internal/gen"
	"github.com/beve-org/beve-go/internal/plan/gotypes"
	"github.com/beve-org/beve-go/wire"
)

// This file prints how structs are decoded. Members mostly come in the order of the struct, so the bytes of the key
// that is expected are compared with constants, straight from one member to the next. Whatever else comes is looked
// up by name and read with care, and then the straight line is entered after it.

// signature prints the head of a function: its name, and its parameters beside the struct.
type signature func(name, params string) string

// readFunctions prints the functions that read the struct x. call returns the text of a call of one of them.
func (g *generator) readFunctions(p *gotypes.Struct, sig, call signature) {
	run := g.run()
	g.P("%s int {", sig("read", "d *"+run+".Decoder, off int"))
	if p.Unknown != nil {
		g.P("return %s.Reflect(x).Struct().Read(d, off)\n}\n", g.root())
		return
	}
	fields := g.fields(p)
	r := &structReader{generator: g, plan: p, fields: fields, call: call}
	r.read()
	if len(fields) == 0 {
		return
	}
	g.P("// member reads the value at off of member i.")
	g.P("%s int {", sig("member", "d *"+run+".Decoder, off, i int"))
	g.P("switch i {")
	for i := range fields {
		g.P("case %d: // %q", i, fields[i].Name)
		r.makeHops(&fields[i])
		g.P("return %s", g.readCall(&fields[i], "off"))
	}
	g.P("}\nreturn -1\n}\n")
	if !p.NeedsAlloc {
		g.P("// forget zeroes the members that are not in seen.")
		g.P("%s {", sig("forget", "seen *["+fmt.Sprint(r.words())+"]uint64"))
		for i := range fields {
			g.P("if seen[%d]&(1<<%d) == 0 {\n%s.Zero(&%s)\n}", i/64, i%64, run, fields[i].expr)
		}
		g.P("}\n")
	}
}

// structReader prints the reader of one struct.
type structReader struct {
	*generator
	plan   *gotypes.Struct
	fields []field
	call   signature
	// tag is the name of a member with an id, which is known to be the first: it and its value take head bytes.
	tag  string
	head int
}

func (r *structReader) words() int { return max(1, (len(r.fields)+63)/64) }

func (r *structReader) read() {
	run, n := r.run(), len(r.fields)
	zero := "*x = " + r.file.Type(r.plan.Type) + "{}"
	r.P("var o %s.Object", run)
	r.P("if off = d.OpenObject(&o, off, %q); off < 0 {\nreturn -1\n}", gen.GoName(r.plan.Type))
	r.P("if o.Len < 0 {\n%s\nreturn off\n}", zero)
	if r.plan.NeedsAlloc {
		r.P("if d.Stale {\n%s\n}", zero)
	}
	if n == 0 {
		r.P("for range o.Len {\nname, at := d.Member(&o, off)\nif at < 0 {\nreturn -1\n}\nif off = d.SkipMember(at, name); off < 0 {\nreturn -1\n}\n}")
		r.P("return d.CloseObject(&o, off)\n}\n")
		return
	}
	r.P("src, left := d.Src, o.Len")
	if r.tag != "" {
		r.P("off += %d\nleft--", r.head)
	}
	r.P("var seen [%d]uint64", r.words())
	r.P("for i, next := 0, 0; left > 0; {")
	// next is the first member after the last that has come in order.
	r.P("if i >= next && o.Plain() {\nfirst := i\nswitch i {")
	for i := range r.fields {
		r.P("case %d: // %q", i, r.fields[i].Name)
		r.expected(i)
		r.P("left--")
		if i < n-1 {
			r.P("fallthrough")
		} else {
			r.P("i = %d", n)
		}
	}
	r.P("}")
	if r.words() == 1 {
		r.P("seen[0] |= 1<<i - 1<<first")
	} else {
		r.P("for ; first < i; first++ {\nseen[first/64] |= 1 << (first %% 64)\n}")
	}
	r.P("if next = i; left == 0 {\nbreak\n}\n}")
	r.P("name, at := d.Member(&o, off)\nif at < 0 {\nreturn -1\n}")
	r.P("left--")
	r.P("switch string(name) {")
	for i := range r.fields {
		r.P("case %q:\ni = %d", r.fields[i].Name, i)
	}
	if r.tag != "" {
		r.P("case %q:\nd.Fail(off, \"\", %s.Duplicate(%q))\nreturn d.InKey(%q)", r.tag, run, r.tag, r.tag)
	}
	r.P("default:\nif off = d.SkipMember(at, name); off < 0 {\nreturn -1\n}\ncontinue\n}")
	// The last of repeated members wins alone: nothing of the first may show in it.
	r.P("if again := seen[i/64]>>(i%%64)&1 != 0; again && !d.Stale {\nd.Stale = true\noff = %s\nd.Stale = false\n} else {\noff = %s\n}",
		r.call("member", "d, at, i"), r.call("member", "d, at, i"))
	r.P("if off < 0 {\nreturn d.InKey(string(name))\n}")
	r.P("seen[i/64] |= 1 << (i %% 64)\ni++\nnext = max(next, i)\n}")
	if !r.plan.NeedsAlloc {
		all := ""
		if n < 64 {
			all = fmt.Sprintf(" && seen[0] != 1<<%d-1", n)
		}
		r.P("if d.Stale%s {\n%s\n}", all, r.call("forget", "&seen"))
	}
	r.P("return d.CloseObject(&o, off)\n}\n")
}

// expected prints the straight case of member i: compare its key, read its value, go on. Where that fails, i is set
// and the switch is left.
func (r *structReader) expected(i int) {
	f, run := &r.fields[i], r.run()
	key := wire.AppendText(nil, f.Name)
	fm := r.form(f.Type)
	if f.Quoted {
		fm = formReflect
	}
	switch fm {
	case formFloat32:
		key = append(key, byte(wire.HeaderFloat32))
	case formFloat64:
		key = append(key, byte(wire.HeaderFloat64))
	case formString:
		key = append(key, byte(wire.HeaderString))
	}
	n := len(key)
	cond := "left == 0 || " + r.mismatch(key)
	if len(f.hops) > 0 {
		fm = formReflect // anything but what is read in place
	}
	switch fm {
	case formFloat32:
		cond += fmt.Sprintf(" || len(src)-off < %d", n+4)
	case formFloat64:
		cond += fmt.Sprintf(" || len(src)-off < %d", n+8)
	case formBool:
		cond += fmt.Sprintf(" || len(src)-off < %d || src[off+%d]&^0x10 != %#x", n+1, n, byte(wire.HeaderFalse))
	}
	r.P("if %s {\ni = %d\nbreak\n}", cond, i)
	switch fm {
	case formFloat32:
		r.P("%s = %s(%s.Float32frombits(%s.Load32(src, off+%d)))", f.expr, r.file.Type(f.Type), r.file.Import("math", ""), run, n)
		r.P("off += %d", n+4)
	case formFloat64:
		r.P("%s = %s(%s.Float64frombits(%s.Load(src, off+%d)))", f.expr, r.file.Type(f.Type), r.file.Import("math", ""), run, n)
		r.P("off += %d", n+8)
	case formBool:
		r.P("%s = src[off+%d] == %#x", f.expr, n, byte(wire.HeaderTrue))
		r.P("off += %d", n+1)
	case formInt, formUint:
		r.integer(i, f, n, fm)
	case formString:
		r.P("if off = d.Text(src, off+%d, (*string)(&%s)); off < 0 {\nreturn d.InKey(%q)\n}", n, f.expr, f.Name)
	default:
		if fm == formReflect && key[n-1] <= byte(wire.HeaderFloat64) && n > len(wire.AppendText(nil, f.Name)) {
			n-- // the header is for the reader
		}
		if len(f.hops) > 0 {
			r.makeHopsIn(f, fmt.Sprint("off+", n))
		}
		r.P("if off = %s; off < 0 {\nreturn d.InKey(%q)\n}", r.readCall(f, fmt.Sprint("off+", n)), f.Name)
	}
}

// integer prints the reading of an integer after a key of n bytes.
func (r *structReader) integer(i int, f *field, n int, fm form) {
	run, t := r.run(), r.file.Type(f.Type)
	read, wide := "Int", "int64"
	if fm == formUint {
		read, wide = "Uint", "uint64"
	}
	fits := ""
	if t != wide {
		fits = fmt.Sprintf(" || %s(%s(v)) != v", wide, t)
	}
	r.P("if v, p := %s.%s(src, off+%d); p < 0%s {\ni = %d\nbreak\n} else {\n%s, off = %s(v), p\n}", run, read, n, fits, i, f.expr, t)
}

// mismatch returns the condition that other bytes than those of key stand at src[off:].
func (r *structReader) mismatch(key []byte) string {
	run, n := r.run(), len(key)
	word := func(b []byte) (v, mask uint64) {
		var buf, m [8]byte
		copy(buf[:], b)
		for i := range min(len(b), 8) {
			m[i] = 0xFF
		}
		return binary.LittleEndian.Uint64(buf[:]), binary.LittleEndian.Uint64(m[:])
	}
	text := func(at int, b []byte) string {
		v, mask := word(b)
		m := fmt.Sprintf("%#x", mask)
		if mask == math.MaxUint64 {
			m = "1<<64 - 1"
		}
		return fmt.Sprintf("!%s.Match(src, off%s, %#x, %s)", run, plus(at), v, m)
	}
	if n <= 8 {
		return text(0, key)
	}
	if n > 32 {
		return fmt.Sprintf("len(src)-off < %d || string(src[off:off+%d]) != %q", n, n, key)
	}
	var all []string
	for at := 0; at+8 < n; at += 8 {
		all = append(all, text(at, key[at:at+8]))
	}
	return strings.Join(append(all, text(n-8, key[n-8:])), " || ")
}

// makeHops prints what makes the embedded pointers on the way to f.
func (r *structReader) makeHops(f *field) { r.makeHopsAt(f, "off", "return -1") }

// makeHopsIn is makeHops within the straight case.
func (r *structReader) makeHopsIn(f *field, off string) {
	r.makeHopsAt(f, off, fmt.Sprintf("return d.InKey(%q)", f.Name))
}

func (r *structReader) makeHopsAt(f *field, off, fail string) {
	for _, h := range f.hops {
		if h.locked {
			r.P("if %s == nil {\nd.Locked(%s, %q)\n%s\n}", h.expr, off, gen.GoName(h.typ), fail)
			continue
		}
		r.P("if !%s.New(d, &%s) {\n%s\n}", r.run(), h.expr, fail)
	}
}

// readCall returns the call that reads the value at off into a member.
func (g *generator) readCall(f *field, off string) string {
	if f.Quoted {
		return fmt.Sprintf("%s.Reflect(&%s).Quoted().Read(d, %s)", g.root(), f.expr, off)
	}
	return g.readValue(f.Type, f.expr, off)
}

// readValue returns the call that reads the value at off into v.
func (g *generator) readValue(t types.Type, v, off string) string {
	return g.readAs(g.form(t), t, v, off)
}

// readAs is readValue for a type of form f.
func (g *generator) readAs(f form, t types.Type, v, off string) string {
	run, at := g.run(), address(v)
	_, isArray := t.Underlying().(*types.Array)
	kind := func(t types.Type) string { return gen.GoName(t.Underlying()) }
	switch f {
	case formBool:
		return fmt.Sprintf("%s.ReadBoolean(d, %s, %s)", run, off, at)
	case formInt, formUint:
		return fmt.Sprintf("%s.ReadInteger(d, %s, %s, %q)", run, off, at, gen.GoName(t))
	case formFloat32:
		return fmt.Sprintf("%s.ReadSingle(d, %s, %s)", run, off, at)
	case formFloat64:
		return fmt.Sprintf("%s.ReadDouble(d, %s, %s)", run, off, at)
	case formString:
		return fmt.Sprintf("%s.ReadText(d, %s, %s)", run, off, at)
	case formTime:
		return fmt.Sprintf("d.ReadTime(%s, %s)", off, at)
	case formDuration:
		return fmt.Sprintf("d.ReadDuration(%s, %s)", off, at)
	case formNumbers:
		if isArray {
			return fmt.Sprintf("%s.ReadNumberArray(d, %s, %s[:], %s, %q)", run, off, v, g.header(elem(t)), kind(elem(t)))
		}
		return fmt.Sprintf("%s.ReadNumbers(d, %s, %s, %s, %q)", run, off, at, g.header(elem(t)), kind(elem(t)))
	case formBools:
		if isArray {
			return fmt.Sprintf("%s.ReadFixed(d, %s, %s[:], \"bool\", %s.ReadBooleans[[]%s])", run, off, v, run, g.file.Type(elem(t)))
		}
		return fmt.Sprintf("%s.ReadBooleans(d, %s, %s)", run, off, at)
	case formTexts:
		if isArray {
			return fmt.Sprintf("%s.ReadFixed(d, %s, %s[:], \"string\", %s.ReadTexts[[]%s])", run, off, v, run, g.file.Type(elem(t)))
		}
		return fmt.Sprintf("%s.ReadTexts(d, %s, %s)", run, off, at)
	case formElements:
		rows := g.rows(elem(t))
		if isArray {
			return fmt.Sprintf("%s.ReadArrayOf(d, %s, %s[:], %t, %q, %s)", run, off, v, rows, gen.GoName(t), g.readFunc(elem(t)))
		}
		return fmt.Sprintf("%s.ReadSlice(d, %s, %s, %d, %t, %q, %s)", run, off, at, g.least(elem(t)), rows, gen.GoName(t), g.readFunc(elem(t)))
	case formPointer:
		return fmt.Sprintf("%s.ReadPointer(d, %s, %s, %s)", run, off, at, g.readFunc(elem(t)))
	case formMap:
		key := ""
		if !g.common(elem(t)) {
			key = gen.GoName(t.Underlying().(*types.Map).Key())
		}
		return fmt.Sprintf("%s.ReadMap(d, %s, %s, %q, %q, %s)", run, off, at, gen.GoName(t), key, g.readByValue(elem(t)))
	case formIntMap:
		key := t.Underlying().(*types.Map).Key()
		return fmt.Sprintf("%s.ReadIntegerMap(d, %s, %s, %q, %q, %s)", run, off, at, gen.GoName(t), gen.GoName(key), g.readByValue(elem(t)))
	case formStruct:
		if g.byMethod(t) {
			return fmt.Sprintf("%s.readBEVE(d, %s)", v, off)
		}
		return fmt.Sprintf("read%s(%s, d, %s)", g.helperName(g.helper(t)), at, off)
	case formForeign:
		return fmt.Sprintf("d.Nested(%s, %s, %q)", off, at, gen.GoName(t))
	case formUnion:
		return fmt.Sprintf("read%s(d, %s, %s)", g.noteUnion(g.unionOf(t)), off, at)
	}
	if g.byMethod(t) {
		return fmt.Sprintf("%s.Reflect(%s).Struct().Read(d, %s)", g.root(), at, off)
	}
	return fmt.Sprintf("%s.Reflect(%s).Read(d, %s)", g.root(), at, off)
}

// common reports whether t is what most maps hold, for which reflection has functions of their own: their errors do
// not name the type of the keys.
func (g *generator) common(t types.Type) bool {
	switch g.form(t) {
	case formBool, formString, formFloat64:
		return true
	case formInt, formUint:
		switch t.Underlying().(*types.Basic).Kind() {
		case types.Int, types.Int32, types.Int64, types.Uint, types.Uint32, types.Uint64:
			return true
		}
	}
	return false
}

// rows reports whether values of t are read from rows of tables as they lie there.
func (g *generator) rows(t types.Type) bool {
	switch g.form(t) {
	case formStruct:
		_, ok := t.Underlying().(*types.Struct)
		return ok
	case formMap:
		return true
	case formPointer:
		return g.rows(elem(t))
	}
	return false
}

// least returns the bytes that a value takes as a rule, at least.
func (g *generator) least(t types.Type) int {
	if _, ok := t.Underlying().(*types.Struct); !ok || g.form(t) != formStruct {
		return 1
	}
	p, err := gotypes.Of(t, g.tags)
	if err != nil {
		return 1
	}
	n := 2
	for _, f := range g.fields(p) {
		if f.present() == "" {
			n += 2 + len(f.Name)
		}
	}
	return n
}

// readFunc returns a function that reads into a *T.
func (g *generator) readFunc(t types.Type) string {
	return fmt.Sprintf("func(d *%s.Decoder, off int, v *%s) int { return %s }", g.run(), g.file.Type(t), g.readValue(t, "(*v)", "off"))
}

// readByValue returns a function that returns a T.
func (g *generator) readByValue(t types.Type) string {
	run, text := g.run(), g.file.Type(t)
	switch g.form(t) {
	case formBool:
		return fmt.Sprintf("%s.BoolValue[%s]", run, text)
	case formString:
		return fmt.Sprintf("%s.TextValue[%s]", run, text)
	case formFloat32:
		return fmt.Sprintf("%s.SingleValue[%s]", run, text)
	case formFloat64:
		return fmt.Sprintf("%s.DoubleValue[%s]", run, text)
	case formInt, formUint:
		return fmt.Sprintf("func(d *%s.Decoder, off int) (%s, int) { return %s.IntegerValue[%s](d, off, %q) }", run, text, run, text, gen.GoName(t))
	}
	return fmt.Sprintf("func(d *%s.Decoder, off int) (v %s, next int) {\nnext = %s\nreturn v, next\n}", run, text, g.readValue(t, "v", "off"))
}

// plus returns what adds n, nothing for 0.
func plus(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint("+", n)
}
