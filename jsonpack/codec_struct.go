// Structs: how the properties of an object and the fields of a struct become the two
// tables that encode_struct.go and decode_struct.go walk. The fields of
// structs that it holds by value are part of its tables, so that a document of nested
// structs is one walk.

package jsonpack

import (
	"math/bits"
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/plan"
	"github.com/beve-org/beve-go/internal/structs"
	"github.com/beve-org/beve-go/internal/typeset"
)

// structCodec is a struct compiled for an object.
type structCodec struct {
	typ    reflect.Type
	fields []field
	puts   []step // for encoding
	need   int    // room for all up to and with the first variable one
	gets   []step // for decoding
	calls  bool   // some step is a call
	// rawSize is the size of a value whose bytes in memory are those on the wire, or 0.
	// rawReadSize is the same for decoding, where a bool makes it 0: not every byte is one.
	rawSize, rawReadSize int
}

// field is a property that is not flattened, at its place on the wire.
type field struct {
	path  []string // names, outermost first
	off   uintptr
	node  *node
	codec *codec
}

// step is one field, or a run of fields, in a table.
type step struct {
	off   uint32
	field uint32 // the first field of it
	// room is, where the value decides the length, how many bytes are needed after it up
	// to the next such step; in the table for decoding it is, elsewhere, how many are
	// needed from here to the next such step.
	room int32
	n    uint32 // of stepRun: bytes; of stepTexts: strings
	op   stepOp
	// codec is that of a stepCall.
	codec *codec
}

type stepOp uint8

const (
	step8      stepOp = iota
	step16            // two, four and eight bytes, little endian
	step32            //
	step64            //
	stepSwap16        // and big endian
	stepSwap32        //
	stepSwap64        //
	stepBool          // read as true unless it is 0
	stepRun           // bytes that lie on the wire as in memory
	stepTexts         // strings, one after the other in memory
	stepCall
)

// width returns the bytes of a step of fixed length.
func (t *step) width() int {
	switch t.op {
	case step8, stepBool:
		return 1
	case step16, stepSwap16:
		return 2
	case step32, stepSwap32:
		return 4
	case step64, stepSwap64:
		return 8
	case stepRun:
		return int(t.n)
	}
	return 0
}

func (t *step) variable() bool { return t.op == stepTexts || t.op == stepCall }

// stepOf returns how a number or bool is moved.
func stepOf(o op, n *node) stepOp {
	if o == opBool {
		return stepBool
	}
	little, swapped := step64, stepSwap64
	switch n.size {
	case 1:
		return step8
	case 2:
		little, swapped = step16, stepSwap16
	case 4:
		little, swapped = step32, stepSwap32
	}
	if n.big {
		return swapped
	}
	return little
}

// compileObject fills k for what can hold an object.
func (k *codec) compileObject(n *node) {
	switch {
	case k.typ.Kind() == reflect.Struct:
		k.compileStruct(n)
	case k.typ.Kind() == reflect.Map && k.typ.Key().Kind() == reflect.String:
		k.compileMap(n)
	default:
		k.mismatch(n)
	}
}

// compileStruct fills k for a struct. Its fields are found by the names of the
// properties, and it may have more of them.
func (k *codec) compileStruct(n *node) {
	p, err := plan.Shown(plan.Of(k.typ, tagKeys))
	if err == nil {
		err = typeset.Embedded(n.types, k.typ, tagKeys, nil)
	}
	if err != nil {
		k.refuse(err)
		return
	}
	byName := make(map[string]*plan.Field, len(p.Fields))
	for i := range p.Fields {
		byName[p.Fields[i].Name] = &p.Fields[i]
	}
	s := &structCodec{typ: k.typ, fields: make([]field, 0, len(n.members))}
	k.stateless, k.partial = true, len(n.index) < k.typ.NumField()
	for i := range n.members {
		m := &n.members[i]
		f := byName[m.name]
		if f == nil {
			k.refuse(&StructFieldNonExistError{Name: k.typ.String(), Field: m.name})
			return
		}
		// Fields of embedded structs that are not promoted are ignored.
		k.partial = k.partial || len(f.Index) > 1
		path := structs.PathOf(k.typ, f.Index)
		inner := compile(f.Type, m.node)
		if !k.part(inner, m.name) {
			return
		}
		switch {
		case !path.Direct():
			s.fields = append(s.fields, field{path: []string{m.name}, off: 0, node: m.node, codec: through(inner, &path)})
		case inner.fields != nil:
			for _, g := range inner.fields.fields {
				g.path = append([]string{m.name}, g.path...)
				g.off += path.Off
				s.fields = append(s.fields, g)
			}
		default:
			s.fields = append(s.fields, field{path: []string{m.name}, off: path.Off, node: m.node, codec: inner})
		}
	}
	if k.typ.Size() > 1<<31 {
		k.refuse(fault.Because(fault.ErrUnsupported, "struct of more than 2 GiB"))
		return
	}
	s.compileTables()
	k.fields, k.append, k.read = s, s.append, s.read
}

// compileTables makes the tables of s.
func (s *structCodec) compileTables() {
	s.puts, s.gets = s.steps(true), s.steps(false)
	if size := int(s.typ.Size()); size > 0 {
		if t := s.puts; len(t) == 1 && t[0].isRaw() && t[0].width() == size {
			s.rawSize = size
		}
		if t := s.gets; len(t) == 1 && t[0].isRaw() && t[0].width() == size {
			s.rawReadSize = size
		}
	}
	s.need = structs.Room(len(s.puts), func(i int) structs.Bound {
		return structs.Bound{Bytes: s.puts[i].width(), Variable: s.puts[i].variable()}
	}, func(i, room int) { s.puts[i].room = int32(room) })
	// Bytes that must be there, from the end backwards.
	room := 0
	for i := len(s.gets) - 1; i >= 0; i-- {
		t := &s.gets[i]
		room += t.width()
		if t.room = int32(room); t.variable() {
			room = 0
		}
		s.calls = s.calls || t.op == stepCall
	}
}

// steps makes a table in which neighbouring fields that are the same on the wire as in
// memory are one step, and so are neighbouring strings. For encoding, bools may be among
// them: in memory they are 0 and 1, while on the wire they may be any byte.
func (s *structCodec) steps(encoding bool) []step {
	table := make([]step, 0, len(s.fields))
	for i := range s.fields {
		f := &s.fields[i]
		t := step{off: uint32(f.off), field: uint32(i)}
		switch f.codec.op {
		case opCall:
			t.op, t.codec = stepCall, f.codec
		case opString:
			t.op, t.n = stepTexts, 1
		default:
			if t.op = stepOf(f.codec.op, f.node); encoding && t.op == stepBool {
				t.op = step8
			}
		}
		if len(table) > 0 && table[len(table)-1].join(&t) {
			continue
		}
		table = append(table, t)
	}
	return table
}

// lies reports whether the bytes of t are the same in memory as on the wire, and may
// be moved as such.
func (t *step) isRaw() bool { return (t.op <= step64 || t.op == stepRun) && mem.Adopts(8) }

// maxRun keeps the room that runs take within what a step can say.
const maxRun = 1 << 16

// join makes t a run that u is the end of, where that can be.
func (t *step) join(u *step) bool {
	if t.op == stepTexts && u.op == stepTexts && t.off+t.n*stringSize == u.off {
		t.n++
		return true
	}
	n := t.width() + u.width()
	if !t.isRaw() || !u.isRaw() || t.off+uint32(t.width()) != u.off || n > maxRun {
		return false
	}
	t.op, t.n = stepRun, uint32(n)
	return true
}

// stringSize is the memory of the header of a string.
const stringSize = 2 * bits.UintSize / 8

// through wraps the codec of a promoted field so that it starts from the struct.
// Decoding makes the embedded structs that are missing, encoding cannot do without.
func through(inner *codec, path *structs.Path) *codec {
	out := &codec{typ: inner.typ}
	out.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		q, ok := path.Follow(p)
		if !ok {
			return e.fail("*"+path.Missing(p).Elem.String(), errNilPointer)
		}
		return inner.append(e, dst, q)
	}
	out.read = func(d *decodeState, off int, p mem.Pointer) int {
		q, locked, ok := path.Make(p, d.charge)
		switch {
		case locked != nil:
			return d.Fail(off, locked.Elem.String(), locked.Err())
		case !ok:
			return -1
		}
		return inner.read(d, off, q)
	}
	return out
}
