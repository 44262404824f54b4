package bevecode

import (
	"encoding/binary"
	"fmt"
	"go/types"
	"strings"

	"github.com/beve-org/beve-go/beverun"
	"github.com/beve-org/beve-go/internal/plan/gotypes"
	"github.com/beve-org/beve-go/wire"
)

// This file prints how structs are encoded. Keys, and headers that are always the same, are constants, stored eight
// bytes at a time into room that is made for all members up to the next one whose size the value decides.

// appendBody prints the body of a function that appends the struct x.
func (g *generator) appendBody(p *gotypes.Struct) {
	if p.Unknown != nil {
		g.P("return %s.Reflect(x).Struct().Append(e, dst)\n}\n", g.root())
		return
	}
	fields := g.fields(p)
	if len(fields) == 0 {
		g.P("return %s.AppendObject(dst, 0)\n}\n", g.wire())
		return
	}
	w := &structWriter{generator: g, fields: fields}
	g.P("if !e.Enter() {\nreturn nil\n}")
	w.begin()
	for i := range fields {
		w.member(i)
	}
	w.end()
	g.P("}\n")
}

// structWriter prints the members of one struct.
type structWriter struct {
	*generator
	fields  []field
	pending []byte // constants that are not stored yet
	ahead   int    // bytes stored after n
	omits   bool   // the number of members depends on the value
	counted bool   // it is counted beforehand
	always  int    // members that are always there
	inDst   bool   // what was written is in dst, and w and n are stale
	head    []byte // a member that comes first and has always the same value
}

// maxPatched is the largest number of members whose count takes one byte, which can be stored when it is known.
const maxPatched = 63

func (w *structWriter) begin() {
	for i := range w.fields {
		if w.fields[i].present() == "" {
			w.always++
		}
	}
	w.omits = w.always < len(w.fields)
	members := len(w.fields)
	if w.head != nil {
		members++
		w.always++
	}
	w.counted = w.omits && len(w.fields) > maxPatched
	if w.counted {
		w.P("m := %d", w.always)
		for i := range w.fields {
			if c := w.fields[i].present(); c != "" {
				w.P("if %s {\nm++\n}", c)
			}
		}
		w.P("dst = %s.AppendObject(dst, m)", w.wire())
	}
	w.P("w, n := %s.Room(dst, %s)", w.run(), w.room(0))
	if !w.omits {
		w.pending = wire.AppendObject(nil, members)
	} else if !w.counted {
		w.P("start, m := n, byte(%d)", w.always)
		w.pending = append(w.pending, byte(wire.HeaderObject), 0)
	}
	w.pending = append(w.pending, w.head...)
}

func (w *structWriter) end() {
	if w.inDst {
		if w.omits && !w.counted {
			w.P("dst[start+1] = m << 2")
		}
		w.P("e.Leave()\nreturn dst")
		return
	}
	w.settle()
	if w.omits && !w.counted {
		w.P("w[start+1] = m << 2")
	}
	w.P("e.Leave()\nreturn w[:n]")
}

// inline reports whether a member is stored in place, into room that was made before.
func (w *structWriter) inline(f *field) bool {
	if f.Quoted {
		return false
	}
	switch w.form(f.Type) {
	case formBool, formInt, formUint, formFloat32, formFloat64, formString, formTime, formDuration:
		return true
	case formTexts:
		_, isArray := f.Type.Underlying().(*types.Array)
		return !isArray
	}
	return false
}

// valueRoom returns the room that a member stored in place takes after its key: a number, and terms that the value
// decides.
func (w *structWriter) valueRoom(f *field) (size int, terms string) {
	switch w.form(f.Type) {
	case formString:
		return beverun.TextRoom, "+len(" + f.expr + ")"
	case formTexts:
		return beverun.ScalarRoom, "+" + w.run() + ".TextsRoom(" + f.expr + ")"
	case formTime:
		return beverun.TimeRoom + beverun.Slack, ""
	}
	return beverun.ScalarRoom, ""
}

// room returns the room that is needed from member i on, up to and with the key of the next member that is not stored
// in place and always there.
func (w *structWriter) room(i int) string {
	size, terms := 0, ""
	if i == 0 {
		size = len(wire.AppendObject(nil, len(w.fields)+1)) + len(w.head)
	}
	for ; i < len(w.fields); i++ {
		f := &w.fields[i]
		size += len(wire.AppendText(nil, f.Name)) + 1 // and a header
		if !w.inline(f) {
			if f.present() == "" {
				break
			}
			continue
		}
		if len(f.hops) == 0 { // else it makes its own room for the value
			n, t := w.valueRoom(f)
			size += n
			terms += t
		}
	}
	return fmt.Sprint(size) + terms
}

// flush prints the stores of the pending constants.
func (w *structWriter) flush() {
	for len(w.pending) > 0 {
		var word [8]byte
		n := copy(word[:], w.pending)
		w.P("%s.Put(w, n%s, %#x) // %q", w.run(), plus(w.ahead), binary.LittleEndian.Uint64(word[:]), w.pending[:n])
		w.pending = w.pending[n:]
		w.ahead += n
	}
}

func plus(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint("+", n)
}

// settle makes n the offset after all that is stored.
func (w *structWriter) settle() {
	w.flush()
	if w.ahead > 0 {
		w.P("n += %d", w.ahead)
		w.ahead = 0
	}
}

// member prints one member.
func (w *structWriter) member(i int) {
	f := &w.fields[i]
	cond := f.present()
	last := i == len(w.fields)-1
	if w.inDst {
		w.P("w, n = %s.Room(dst, %s)", w.run(), w.room(i))
		w.inDst = false
	}
	if cond != "" {
		w.settle()
		w.P("if %s {", cond)
		if !w.counted {
			w.P("m++")
		}
	}
	w.pending = append(w.pending, wire.AppendText(nil, f.Name)...)
	if w.inline(f) {
		if len(f.hops) > 0 {
			w.settle()
			size, terms := w.valueRoom(f)
			w.P("w, n = %s.Room(w[:n], %d%s)", w.run(), 1+size, terms)
		}
		w.scalar(f)
		if cond != "" {
			w.settle()
			if len(f.hops) > 0 && !last {
				w.P("w, n = %s.Room(w[:n], %s)", w.run(), w.room(i+1))
			}
			w.P("}")
		}
		return
	}
	w.settle()
	w.P("if dst = %s; dst == nil {\nreturn e.InKey(%q)\n}", w.appendCall(f, "w[:n]"), f.Name)
	if cond == "" {
		w.inDst = true
		return
	}
	w.P("w, n = %s.Room(dst, %s)", w.run(), w.room(i+1))
	w.P("}")
}

// scalar prints a member that is stored in place.
func (w *structWriter) scalar(f *field) {
	run := w.run()
	switch w.form(f.Type) {
	case formBool:
		w.flush()
		w.P("%s.PutBool(w, n%s, bool(%s))", run, plus(w.ahead), f.expr)
		w.ahead++
	case formInt, formDuration:
		if w.sizeof(f.Type) == 1 {
			w.pending = append(w.pending, byte(wire.HeaderInt8))
			w.flush()
			w.P("w[n%s] = byte(%s)", plus(w.ahead), f.expr)
			w.ahead++
			return
		}
		w.flush()
		w.P("n = %s.PutInt(w, n%s, int64(%s))", run, plus(w.ahead), f.expr)
		w.ahead = 0
	case formUint:
		if w.sizeof(f.Type) == 1 {
			w.pending = append(w.pending, byte(wire.HeaderUint8))
			w.flush()
			w.P("w[n%s] = byte(%s)", plus(w.ahead), f.expr)
			w.ahead++
			return
		}
		w.flush()
		w.P("n = %s.PutUint(w, n%s, uint64(%s))", run, plus(w.ahead), f.expr)
		w.ahead = 0
	case formFloat32:
		w.pending = append(w.pending, byte(wire.HeaderFloat32))
		w.flush()
		w.P("%s.Put(w, n%s, uint64(%s.Float32bits(float32(%s))))", run, plus(w.ahead), w.file.Import("math", ""), f.expr)
		w.ahead += 4
	case formFloat64:
		w.pending = append(w.pending, byte(wire.HeaderFloat64))
		w.flush()
		w.P("%s.Put(w, n%s, %s.Float64bits(float64(%s)))", run, plus(w.ahead), w.file.Import("math", ""), f.expr)
		w.ahead += 8
	case formString:
		w.pending = append(w.pending, byte(wire.HeaderString))
		w.flush()
		w.P("if n = %s.PutText(w, n%s, string(%s)); n < 0 {\nreturn e.BadText(%q)\n}", run, plus(w.ahead), f.expr, f.Name)
		w.ahead = 0
	case formTexts:
		w.flush()
		w.P("if n = %s.PutTexts(w, n%s, %s); n < 0 {\n%s.AppendTexts(e, nil, %s)\nreturn e.InKey(%q)\n}", run, plus(w.ahead), f.expr, run, f.expr, f.Name)
		w.ahead = 0
	case formTime:
		w.pending = append(w.pending, byte(wire.HeaderString))
		w.flush()
		w.P("if n = %s.PutTime(w, n%s, %s); n < 0 {\nreturn e.BadTime(%q)\n}", run, plus(w.ahead), f.expr, f.Name)
		w.ahead = 0
	}
}

// sizeof returns the size of a number in bytes; that of an int is 8.
func (g *generator) sizeof(t types.Type) int {
	return int(types.SizesFor("gc", "amd64").Sizeof(t.Underlying()))
}

// appendCall returns the call that appends a member to dst.
func (g *generator) appendCall(f *field, dst string) string {
	if f.Quoted {
		return fmt.Sprintf("%s.Reflect(&%s).Quoted().Append(e, %s)", g.root(), f.expr, dst)
	}
	return g.appendValue(f.Type, f.expr, dst)
}

// appendValue returns the call that appends v, which has an address, to dst.
func (g *generator) appendValue(t types.Type, v, dst string) string {
	return g.appendAs(g.form(t), t, v, dst)
}

// appendAs is appendValue for a type of form f.
func (g *generator) appendAs(f form, t types.Type, v, dst string) string {
	run := g.run()
	slice := v
	_, isArray := t.Underlying().(*types.Array)
	if isArray {
		slice = v + "[:]"
	}
	pick := func(forSlice, forArray string) string {
		if isArray {
			return run + "." + forArray
		}
		return run + "." + forSlice
	}
	switch f {
	case formBool:
		return fmt.Sprintf("%s.AppendBool(%s, bool(%s))", g.wire(), dst, v)
	case formInt, formDuration:
		return fmt.Sprintf("%s.AppendInt(%s, int64(%s))", g.wire(), dst, v)
	case formUint:
		return fmt.Sprintf("%s.AppendUint(%s, uint64(%s))", g.wire(), dst, v)
	case formFloat32:
		return fmt.Sprintf("%s.AppendFloat32(%s, float32(%s))", g.wire(), dst, v)
	case formFloat64:
		return fmt.Sprintf("%s.AppendFloat64(%s, float64(%s))", g.wire(), dst, v)
	case formString:
		return fmt.Sprintf("e.Text(%s, string(%s))", dst, v)
	case formTime:
		return fmt.Sprintf("e.Time(%s, %s)", dst, v)
	case formNumbers:
		return fmt.Sprintf("%s(%s, %s, %s)", pick("AppendNumeric", "AppendNumericArray"), dst, slice, g.header(elem(t)))
	case formBools:
		return fmt.Sprintf("%s(%s, %s)", pick("AppendBooleans", "AppendBooleanArray"), dst, slice)
	case formTexts:
		return fmt.Sprintf("%s(e, %s, %s)", pick("AppendTexts", "AppendTextArray"), dst, slice)
	case formElements:
		if isArray {
			return fmt.Sprintf("%s.AppendElements(e, %s, %s, %s)", run, dst, slice, g.appendFunc(elem(t)))
		}
		return fmt.Sprintf("%s.AppendSlice(e, %s, %s, %q, %s)", run, dst, v, g.name(t), g.appendFunc(elem(t)))
	case formPointer:
		return fmt.Sprintf("%s.AppendPointer(e, %s, %s, %q, %s)", run, dst, v, g.name(t), g.appendFunc(elem(t)))
	case formMap:
		return fmt.Sprintf("%s.AppendMap(e, %s, %s, %q, %s)", run, dst, v, g.name(t), g.appendByValue(elem(t)))
	case formIntMap:
		key := t.Underlying().(*types.Map).Key()
		return fmt.Sprintf("%s.AppendIntegerMap(e, %s, %s, %s, %q, %s)", run, dst, v, g.header(key), g.name(t), g.appendByValue(elem(t)))
	case formStruct:
		if g.byMethod(t) {
			return fmt.Sprintf("%s.appendBEVE(e, %s)", v, dst)
		}
		return fmt.Sprintf("append%s(e, %s, %s)", g.helperName(g.helper(t)), dst, address(v))
	case formForeign:
		return fmt.Sprintf("e.Method(%s, %s, %q)", dst, address(v), g.name(t))
	case formUnion:
		return fmt.Sprintf("append%s(e, %s, %s)", g.noteUnion(g.unionOf(t)), dst, address(v))
	}
	if g.byMethod(t) {
		return fmt.Sprintf("%s.Reflect(%s).Struct().Append(e, %s)", g.root(), address(v), dst)
	}
	return fmt.Sprintf("%s.Reflect(%s).Append(e, %s)", g.root(), address(v), dst)
}

// address returns the address of v, which may be what a pointer leads to: "(*p)".
func address(v string) string {
	inner, ok := strings.CutPrefix(v, "(*")
	depth := 1
	for i := 0; ok && i < len(inner); i++ {
		switch inner[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 && i == len(inner)-1 {
				return inner[:i]
			} else if depth == 0 {
				ok = false
			}
		}
	}
	return "&" + v
}

// elem returns the type of the elements of a slice, array, map or pointer.
func elem(t types.Type) types.Type {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return u.Elem()
	case *types.Array:
		return u.Elem()
	case *types.Map:
		return u.Elem()
	case *types.Pointer:
		return u.Elem()
	}
	panic("no elements: " + t.String())
}

// appendFunc returns a function that appends the *T at v.
func (g *generator) appendFunc(t types.Type) string {
	if g.form(t) == formStruct {
		if g.byMethod(t) {
			return fmt.Sprintf("func(e *%s.Encoder, dst []byte, v *%s) []byte { return v.appendBEVE(e, dst) }", g.run(), g.file.Type(t))
		}
		return "append" + g.helperName(g.helper(t))
	}
	return fmt.Sprintf("func(e *%s.Encoder, dst []byte, v *%s) []byte { return %s }", g.run(), g.file.Type(t), g.appendValue(t, "(*v)", "dst"))
}

// appendByValue returns a function that appends the T that it is given.
func (g *generator) appendByValue(t types.Type) string {
	return fmt.Sprintf("func(e *%s.Encoder, dst []byte, v %s) []byte { return %s }", g.run(), g.file.Type(t), g.appendValue(t, "v", "dst"))
}
