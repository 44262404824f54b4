// Objects with an index: written with one, and read member by member.

package beve

import (
	"math/bits"
	"math/rand/v2"
	"strings"

	"github.com/beve-org/beve-go/internal/engine"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

// IndexOptions are the choices of writing an index: MinFieldCount is how many members
// an object must have to get one, and IncludeNested gives one to the objects inside
// too.
type IndexOptions = engine.IndexOptions

// EncodeIndexedObject returns a struct, or a map whose keys are text, as an object
// whose names come first, sorted, with where each value lies: one member can be read
// without a look at the others. Values are of the extended profile. Anything else is
// an error that matches ErrUnsupported.
func EncodeIndexedObject(v any) ([]byte, error) { return AppendIndexedObject(nil, v) }

// AppendIndexedObject is EncodeIndexedObject that appends to dst. On failure it
// returns dst as it was.
func AppendIndexedObject(dst []byte, v any) ([]byte, error) {
	return IndexOptions{}.AppendIndexed(dst, v)
}

// EncodeIndexedObjectWithOptions is EncodeIndexedObject with options.
func EncodeIndexedObjectWithOptions(v any, opts IndexOptions) ([]byte, error) {
	return opts.AppendIndexed(nil, v)
}

// AppendIndexedObjectWithOptions is AppendIndexedObject with options.
func AppendIndexedObjectWithOptions(dst []byte, v any, opts IndexOptions) ([]byte, error) {
	return opts.AppendIndexed(dst, v)
}

// DecodeIndexedObject returns all members of an object, with an index or without.
func DecodeIndexedObject(data []byte) (map[string]any, error) {
	var m map[string]any
	if err := Unmarshal(data, &m); err != nil {
		return nil, err
	}
	return m, nil
}

// HasFieldIndex reports whether data starts as an object with an index.
func HasFieldIndex(data []byte) bool {
	off, err := wire.ReadMessageStart(data)
	return err == nil && wire.IsIndexed(data, off)
}

// ReadFieldByName decodes one member of an object, as Unmarshal into an interface
// does. If the object has an index nothing else is looked at; otherwise it is walked
// over. A name that is not there is an error that matches ErrMissing.
func ReadFieldByName(data []byte, name string) (v any, err error) {
	err = engine.Member(data, name, &v)
	return v, err
}

// ReadFieldsByName decodes the members of those names. Names that are not there are
// not in the result.
func ReadFieldsByName(data []byte, names []string) (map[string]any, error) {
	x, err := OpenIndexed(data)
	if err != nil {
		return nil, err
	}
	out := make(map[string]any, len(names))
	for _, name := range names {
		v, ok := x.Lookup(name)
		if !ok {
			continue
		}
		var value any
		if err := v.Decode(&value); err != nil {
			return nil, err
		}
		out[name] = value
	}
	return out, nil
}

// ReadFieldByPath decodes the part of a value that a path leads to: a JSON Pointer,
// "/user/name", or names with dots between them, "user.name". Elements of arrays are
// named by their index. Objects with an index are not walked over on the way.
func ReadFieldByPath(data []byte, path string) (any, error) {
	p := Pointer(path)
	if path != "" && path[0] != '/' {
		p = ""
		for name := range strings.SplitSeq(path, ".") {
			p = p.Key(name)
		}
	}
	if !p.Valid() {
		return nil, &DecodeError{Err: fault.Because(ErrUnsupported, "path is neither a JSON Pointer nor names with dots")}
	}
	v, err := NewView(data)
	for err == nil {
		name, rest, ok := p.Cut()
		if !ok || !wire.IsIndexed(data, v.off) {
			break
		}
		var at int
		if at, _, ok, err = wire.FindIndexed(data, v.off, name); err == nil && !ok {
			err = v.noMember(name)
		}
		if err == nil && !v.budget.Enter(1) {
			err = fault.At(at, v.budget.Err())
		}
		if err == nil {
			v, err = v.m.value(at, v.budget)
		}
		p = rest
	}
	if err == nil {
		v, err = v.At(p)
	}
	if err != nil {
		return nil, err
	}
	var out any
	err = v.Decode(&out)
	return out, err
}

// Field decodes one member of an object into a T. If the object has an index nothing
// else is looked at, and a number or boolean costs no allocation. A name that is not
// there is an error that matches ErrMissing.
func Field[T any](data []byte, name string) (T, error) {
	if v, ok := scalarField[T](data, name); ok {
		return v, nil
	}
	var v T
	err := engine.Member(data, name, &v)
	return v, err
}

// scalarField is Field for numbers and booleans of the types of Go. Whatever is out
// of the ordinary is left to its caller.
func scalarField[T any](data []byte, name string) (v T, ok bool) {
	if !wire.IsIndexed(data, 0) {
		return v, false
	}
	start, end, found, err := wire.FindIndexed(data, 0, name)
	if err != nil || !found {
		return v, false
	}
	if wire.Header(data[start]).Kind() == wire.KindBool {
		if p, isBool := any(&v).(*bool); isBool {
			*p = wire.Header(data[start]) == wire.HeaderTrue
			return v, start+1 == end
		}
		return v, false
	}
	n, next, err := wire.ReadNumber(data, start)
	if err != nil || next != end {
		return v, false
	}
	switch p := any(&v).(type) {
	case *float64:
		*p, ok = n.Float64()
	case *float32:
		*p, ok = n.Float32()
	case *int64:
		*p, ok = n.Int64()
	case *uint64:
		*p, ok = n.Uint64()
	case *int:
		ok = setInt(p, n)
	case *int32:
		ok = setInt(p, n)
	case *int16:
		ok = setInt(p, n)
	case *int8:
		ok = setInt(p, n)
	case *uint:
		ok = setUint(p, n)
	case *uint32:
		ok = setUint(p, n)
	case *uint16:
		ok = setUint(p, n)
	case *uint8:
		ok = setUint(p, n)
	}
	return v, ok
}

func setInt[T ~int | ~int32 | ~int16 | ~int8](p *T, n wire.Number) bool {
	v, ok := n.Int64()
	*p = T(v)
	return ok && int64(*p) == v
}

func setUint[T ~uint | ~uint32 | ~uint16 | ~uint8](p *T, n wire.Number) bool {
	v, ok := n.Uint64()
	*p = T(v)
	return ok && uint64(*p) == v
}

// Indexed is an object whose index has been read once, so that any member is found in
// constant time. It aliases the message, whose bytes must not change while it or a
// View of it is used. It is safe for concurrent use. The zero Indexed is empty.
type Indexed struct{ x *indexed }

type indexed struct {
	m       *message
	budget  wire.Budget
	members []indexedMember
	// slots is a hash table of members, one more than their index in each, by the
	// length and the ends of their names. Names that are too alike for that, as
	// hostile ones can be, are in at.
	slots []int32
	shift uint8
	seed  uint64
	at    map[string]int32
}

// indexedMember is where a member lies.
type indexedMember struct {
	name string
	off  int
	head wire.Header
}

// OpenIndexed reads the index of the object in data, and of the values the first
// byte. An object without an index is walked over once. Errors are those of
// decoding; what the values hold is checked when they are read.
func OpenIndexed(data []byte) (Indexed, error) {
	v, err := NewView(data)
	if err != nil {
		return Indexed{}, err
	}
	x := &indexed{m: v.m}
	if v.head == wire.HeaderIndexed {
		err = x.readIndex(v)
	} else {
		err = x.walk(v)
	}
	if err != nil {
		return Indexed{}, err
	}
	return Indexed{x}, nil
}

// readIndex takes the members from the index.
func (x *indexed) readIndex(v View) error {
	src := v.m.src
	o, err := wire.OpenIndexed(src, v.off)
	if err != nil {
		return v.fail(v.off, err, "", "")
	}
	x.budget = v.budget
	if o.Len > 0 && !x.budget.Enter(o.Len) {
		return v.fail(v.off, x.budget.Err(), "", "")
	}
	x.reserve(o.Len)
	_, next, err := wire.ReadIndexed(src, v.off)
	for range o.Len {
		var e wire.IndexEntry
		if e, next, err = wire.ReadIndexEntry(src, next); err == nil {
			err = x.add(e.Name, o.Data+int(e.Offset))
		}
		if err != nil {
			return v.fail(v.off, err, "", "")
		}
	}
	return err
}

// walk takes the members of a plain object.
func (x *indexed) walk(v View) error {
	if v.head != wire.HeaderObject {
		return v.mismatch("beve.Indexed")
	}
	l, err := v.list()
	if err != nil {
		return err
	}
	x.budget = l.budget
	x.reserve(0)
	for range l.n {
		if err := l.step(); err != nil {
			return err
		}
		if err := x.add(l.text, l.at); err != nil {
			return v.fail(l.at, err, "", l.segment())
		}
	}
	if l.n > 0 {
		if _, err := wire.SkipWithin(v.m.src, l.at, &l.budget); err != nil {
			return v.fail(l.at, err, "", l.segment())
		}
	}
	return nil
}

func (x *indexed) reserve(n int) {
	x.members = make([]indexedMember, 0, n)
	x.resize(n)
}

// resize makes a table for n members and enters those that there are.
func (x *indexed) resize(n int) {
	size := 4 << bits.Len(uint(max(n, 4))) // mostly empty, so that names rarely meet
	x.slots, x.shift, x.seed = make([]int32, size), uint8(64-bits.Len(uint(size-1))), rand.Uint64()|1
	for i := range x.members {
		x.enter(i)
	}
}

// add notes a member; of repeated ones the last wins.
func (x *indexed) add(name []byte, off int) error {
	h, err := wire.ReadHeader(x.m.src, off)
	if err != nil {
		return err
	}
	m := indexedMember{mem.String(name), off, h}
	if i := x.find(m.name); i >= 0 {
		x.members[i] = m
		return nil
	}
	x.members = append(x.members, m)
	if 2*len(x.members) > len(x.slots) {
		x.resize(2 * len(x.members))
		return nil
	}
	x.enter(len(x.members) - 1)
	return nil
}

// mostProbes is how many slots a name may be away from its own.
const mostProbes = 8

// enter puts member i in the table, or beside it.
func (x *indexed) enter(i int) {
	name := x.members[i].name
	at := x.hash(name)
	for range mostProbes {
		if x.slots[at] == 0 {
			x.slots[at] = int32(i + 1)
			return
		}
		at = (at + 1) & (len(x.slots) - 1)
	}
	if x.at == nil {
		x.at = map[string]int32{}
	}
	x.at[name] = int32(i)
}

// hash mixes the length and the first and last bytes of a name.
func (x *indexed) hash(name string) int {
	n := len(name)
	if n < 8 {
		return x.hashShort(name)
	}
	w := mem.StringWord(name, 0) ^ bits.RotateLeft64(mem.StringWord(name, n-8), 27) ^ uint64(n)<<56
	return int(w * x.seed >> x.shift)
}

func (x *indexed) hashShort(name string) int {
	w := uint64(len(name)) << 56
	if n := len(name); n >= 4 {
		w ^= uint64(mem.StringWord32(name, 0)) ^ uint64(mem.StringWord32(name, n-4))<<24
	} else {
		for i := range n {
			w ^= uint64(name[i]) << (8 * i)
		}
	}
	return int(w * x.seed >> x.shift)
}

// find returns the index of the member of that name, or -1.
func (x *indexed) find(name string) int {
	at := x.hash(name)
	for range mostProbes {
		i := int(x.slots[at]) - 1
		if i < 0 {
			break
		}
		if x.members[i].name == name {
			return i
		}
		at = (at + 1) & (len(x.slots) - 1)
	}
	if x.at != nil {
		if i, ok := x.at[name]; ok {
			return int(i)
		}
	}
	return -1
}

// Len returns the number of members.
func (o Indexed) Len() int {
	if o.x == nil {
		return 0
	}
	return len(o.x.members)
}

// Lookup returns the member of that name, in constant time, and whether there is
// one. The limits of the View count for each member by itself.
func (o Indexed) Lookup(name string) (v View, ok bool) {
	x := o.x
	if x == nil {
		return v, false
	}
	// Nearly always the first slot is the one.
	i := int(x.slots[x.hash(name)]) - 1
	if i < 0 || x.members[i].name != name {
		if i = x.find(name); i < 0 {
			return v, false
		}
	}
	m := &x.members[i]
	v.m, v.off, v.head, v.budget = x.m, m.off, m.head, x.budget
	return v, true
}

func (x *indexed) view(i int) View {
	m := &x.members[i]
	return View{m: x.m, off: m.off, head: m.head, budget: x.budget}
}

// Range calls yield for each member, in the order of the index or of a plain object,
// until it returns false. It can be ranged over: for name, v := range o.Range.
func (o Indexed) Range(yield func(name string, v View) bool) {
	if o.x == nil {
		return
	}
	for i := range o.x.members {
		if !yield(strings.Clone(o.x.members[i].name), o.x.view(i)) {
			return
		}
	}
}
