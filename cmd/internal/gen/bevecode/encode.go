package bevecode

import (
	"encoding/binary"
	"fmt"
	"go/types"
	"strings"

	"github.com/beve-org/beve-go/beverun"
	"github.com/beve-org/beve-go/cmd/internal/gen"
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
	(&structWriter{generator: g, fields: fields}).print()
}

// structWriter prints the members of one struct.
type structWriter struct {
	*generator
	fields  []field
	steps   []step
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

// print prints the body of a function after its opening brace, and the closing one.
func (w *structWriter) print() {
	w.P("if !e.Enter() {\nreturn nil\n}")
	w.addSteps(w.fields, nil)
	w.begin()
	for i := range w.steps {
		w.step(i)
	}
	w.end()
	w.P("}\n")
}

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
	w.P("w, n := %s.MakeRoom(dst, %s), len(dst)", w.run(), w.room(0))
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
		w.P("w.PutByte(start, 1, m<<2)")
	}
	w.P("e.Leave()\nreturn w.Upto(n)")
}

// A step is a member, or the begin or the end of one that is a struct whose members are steps, too.
type step struct {
	*field
	around []string // the names of the structs around it
	begins int      // how many members follow that belong to it, 0 if it has a value
	ends   bool
}

const (
	// maxInPlace is the number of members up to which a struct is written as part of the one around it.
	maxInPlace = 8
	// maxSteps is the number of steps from which structs are written by calls, so that types that are used in
	// many places do not make code without end.
	maxSteps = 48
)

// addSteps adds the steps for the members of a struct within others of these names.
func (w *structWriter) addSteps(fields []field, around []string) {
	for i := range fields {
		f := &fields[i]
		inner := w.inPlace(f)
		w.steps = append(w.steps, step{field: f, around: around, begins: len(inner)})
		if inner != nil {
			w.addSteps(inner, append(around[:len(around):len(around)], f.Name))
			w.steps = append(w.steps, step{field: f, around: around, ends: true})
		}
	}
}

// inPlace returns the members of a struct whose members are written as if they were steps of the one around it: a
// small one that is always there, with members that are always there.
func (w *structWriter) inPlace(f *field) []field {
	if _, ok := f.Type.Underlying().(*types.Struct); !ok || f.Quoted || f.present() != "" || w.form(f.Type) != formStruct || len(w.steps) >= maxSteps {
		return nil
	}
	p, err := gotypes.Of(f.Type, w.tags)
	if err != nil || p.Unknown != nil || len(p.Fields) > maxInPlace {
		return nil
	}
	inner := w.fieldsOf(p, f.expr)
	for i := range inner {
		if inner[i].present() != "" {
			return nil
		}
	}
	return inner
}

// fail returns what a failure at a step returns: what call does, and the names of the structs around it.
func (s *step) fail(call string) string {
	if len(s.around) == 0 {
		return "return " + call
	}
	for i := len(s.around) - 1; i > 0; i-- {
		call += fmt.Sprintf("\ne.InKey(%q)", s.around[i])
	}
	return call + fmt.Sprintf("\nreturn e.InKey(%q)", s.around[0])
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
	case formNumbers:
		return true
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
		return beverun.TimeRoom, ""
	case formNumbers:
		width := w.sizeof(elem(f.Type))
		if a, ok := f.Type.Underlying().(*types.Array); ok {
			return beverun.ScalarRoom + int(a.Len())*width, ""
		}
		if width == 1 {
			return beverun.ScalarRoom, "+len(" + f.expr + ")"
		}
		return beverun.ScalarRoom, fmt.Sprintf("+len(%s)*%d", f.expr, width)
	}
	return beverun.ScalarRoom, ""
}

// room returns the room that is needed, with what may be stored beyond it, from step i on, up to and with the key of the next member that is not stored
// in place and always there.
func (w *structWriter) room(i int) string {
	size, terms := 0, ""
	if i == 0 {
		size = len(wire.AppendObject(nil, len(w.fields)+1)) + len(w.head)
	}
	for ; i < len(w.steps); i++ {
		s := &w.steps[i]
		if s.ends {
			continue
		}
		f := s.field
		size += len(wire.AppendText(nil, f.Name)) + 1 // and a header
		if s.begins > 0 {
			size += len(wire.AppendObject(nil, s.begins))
			continue
		}
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
	return fmt.Sprint(size+beverun.Slack) + terms
}

// flush prints the stores of the pending constants, and leaves what follows them within reach of n.
func (w *structWriter) flush() {
	for {
		if w.ahead > beverun.MaxAhead {
			w.P("n += %d", w.ahead)
			w.ahead = 0
		}
		if len(w.pending) == 0 {
			return
		}
		var word [8]byte
		n := copy(word[:], w.pending)
		w.P("w.Put(n, %d, %#x) // %q", w.ahead, binary.LittleEndian.Uint64(word[:]), w.pending[:n])
		w.pending = w.pending[n:]
		w.ahead += n
	}
}

// settle makes n the offset after all that is stored.
func (w *structWriter) settle() {
	w.flush()
	if w.ahead > 0 {
		w.P("n += %d", w.ahead)
		w.ahead = 0
	}
}

// step prints one step.
func (w *structWriter) step(i int) {
	s := &w.steps[i]
	if s.ends {
		w.P("e.Leave()")
		return
	}
	if w.inDst {
		w.P("w, n = %s.MakeRoom(dst, %s), len(dst)", w.run(), w.room(i))
		w.inDst = false
	}
	if s.begins == 0 {
		w.member(i)
		return
	}
	w.P("if !e.Enter() {\n%s\n}", s.fail(fmt.Sprintf("e.InKey(%q)", s.Name)))
	w.pending = wire.AppendObject(append(w.pending, wire.AppendText(nil, s.Name)...), s.begins)
}

// member prints one member.
func (w *structWriter) member(i int) {
	s := &w.steps[i]
	f := s.field
	cond := f.present()
	last := i == len(w.steps)-1
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
			w.P("w = %s.MakeRoom(w.Upto(n), %d%s)", w.run(), 1+size+beverun.Slack, terms)
		}
		w.scalar(s)
		if cond != "" {
			w.settle()
			if len(f.hops) > 0 && !last {
				w.P("w = %s.MakeRoom(w.Upto(n), %s)", w.run(), w.room(i+1))
			}
			w.P("}")
		}
		return
	}
	w.settle()
	w.P("if dst = %s; dst == nil {\n%s\n}", w.appendCall(f, "w.Upto(n)"), s.fail(fmt.Sprintf("e.InKey(%q)", f.Name)))
	if cond == "" {
		w.inDst = true
		return
	}
	w.P("w, n = %s.MakeRoom(dst, %s), len(dst)", w.run(), w.room(i+1))
	w.P("}")
}

// scalar prints a member that is stored in place.
func (w *structWriter) scalar(s *step) {
	f := s.field
	fm := w.form(f.Type)
	width := w.sizeof(f.Type)
	switch fm {
	case formInt, formDuration:
		if width == 1 {
			w.pending = append(w.pending, byte(wire.HeaderInt8))
		}
	case formUint:
		if width == 1 {
			w.pending = append(w.pending, byte(wire.HeaderUint8))
		}
	case formFloat32:
		w.pending = append(w.pending, byte(wire.HeaderFloat32))
	case formFloat64:
		w.pending = append(w.pending, byte(wire.HeaderFloat64))
	case formString, formTime:
		w.pending = append(w.pending, byte(wire.HeaderString))
	}
	w.flush()
	switch fm {
	case formBool:
		w.fixed("PutBool", 1, "bool("+f.expr+")")
	case formInt, formDuration:
		if width == 1 {
			w.fixed("PutByte", 1, "byte("+f.expr+")")
			return
		}
		w.P("n = w.PutInt(n, %d, int64(%s))", w.ahead, f.expr)
	case formUint:
		if width == 1 {
			w.fixed("PutByte", 1, "byte("+f.expr+")")
			return
		}
		w.P("n = w.PutUint(n, %d, uint64(%s))", w.ahead, f.expr)
	case formFloat32:
		w.fixed("Put", 4, fmt.Sprintf("uint64(%s.Float32bits(float32(%s)))", w.file.Import("math", ""), f.expr))
	case formFloat64:
		w.fixed("Put", 8, fmt.Sprintf("%s.Float64bits(float64(%s))", w.file.Import("math", ""), f.expr))
	case formString:
		if w.ahead == beverun.MaxAhead {
			w.settle() // the text is a byte further than its SIZE
		}
		w.ahead++ // text of most lengths ends as far ahead of its length after n
		w.P("if v := string(%s); w.PutShort(n, %d, v)&%s.HighBits == 0 {\nw.PutSize(n, %d, len(v))\nn += len(v)", f.expr, w.ahead, w.run(), w.ahead-1)
		w.P("} else if n = w.PutText(n, %d, v) - %d; n < 0 {\nif n = w.EndText(n+%d, v) - %d; n < 0 {\n%s\n}\n}",
			w.ahead-1, w.ahead, w.ahead, w.ahead, s.fail(fmt.Sprintf("e.BadText(%q)", f.Name)))
	case formTexts:
		run, texts := w.run(), f.expr
		if !types.Identical(elem(f.Type), types.Typ[types.String]) {
			texts = run + ".Texts(" + texts + ")"
		}
		w.varying("if n = w.PutTexts(n, %d, %s); n < 0 {\n"+run+".AppendTexts(e, nil, %s)\n%s\n}", texts, f.expr, s.fail(fmt.Sprintf("e.InKey(%q)", f.Name)))
	case formNumbers:
		numbers := f.expr
		if _, ok := f.Type.Underlying().(*types.Array); ok {
			numbers += "[:]"
		}
		w.varying("n = "+w.run()+".PutNumbers(w, n, %d, %s, %s)", numbers, w.header(elem(f.Type)))
	case formTime:
		w.varying("if n = w.PutTime(n, %d, %s); n < 0 {\nif n = w.EndTime(n, %s); n < 0 {\n%s\n}\n}", f.expr, f.expr, s.fail(fmt.Sprintf("e.BadTime(%q)", f.Name)))
	}
}

// fixed prints the store of a value that always has size bytes.
func (w *structWriter) fixed(put string, size int, value string) {
	w.P("w.%s(n, %d, %s)", put, w.ahead, value)
	w.ahead += size
}

// varying prints the store of a value after which n is known again; its place is the first of what format names.
func (w *structWriter) varying(format string, args ...any) {
	w.P(format, append([]any{w.ahead}, args...)...)
	w.ahead = 0
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
		return fmt.Sprintf("%s.AppendSlice(e, %s, %s, %q, %s)", run, dst, v, gen.GoName(t), g.appendFunc(elem(t)))
	case formPointer:
		return fmt.Sprintf("%s.AppendPointer(e, %s, %s, %q, %s)", run, dst, v, gen.GoName(t), g.appendFunc(elem(t)))
	case formMap:
		return fmt.Sprintf("%s.AppendMap(e, %s, %s, %q, %s)", run, dst, v, gen.GoName(t), g.appendByValue(elem(t)))
	case formIntMap:
		key := t.Underlying().(*types.Map).Key()
		return fmt.Sprintf("%s.AppendIntegerMap(e, %s, %s, %s, %q, %s)", run, dst, v, g.header(key), gen.GoName(t), g.appendByValue(elem(t)))
	case formStruct:
		if g.byMethod(t) {
			return fmt.Sprintf("%s.appendBEVE(e, %s)", v, dst)
		}
		return fmt.Sprintf("%s(e, %s, %s)", g.appendName(t), dst, address(v))
	case formForeign:
		return fmt.Sprintf("e.Method(%s, %s, %q)", dst, address(v), gen.GoName(t))
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
		return g.appendName(t)
	}
	return fmt.Sprintf("func(e *%s.Encoder, dst []byte, v *%s) []byte { return %s }", g.run(), g.file.Type(t), g.appendValue(t, "(*v)", "dst"))
}

// appendByValue returns a function that appends the T that it is given.
func (g *generator) appendByValue(t types.Type) string {
	return fmt.Sprintf("func(e *%s.Encoder, dst []byte, v %s) []byte { return %s }", g.run(), g.file.Type(t), g.appendValue(t, "v", "dst"))
}
