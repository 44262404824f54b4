package view

import (
	"math/bits"
	"math/rand/v2"
	"strings"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

// Indexed is an object whose index has been read once, so that any member is found in
// constant time. A nil *Indexed is empty.
type Indexed struct {
	m       *message
	budget  fault.Budget
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

// OpenPath returns the part of the message that p leads to. Objects with an index are not
// walked over on the way.
func OpenPath(data []byte, p fault.Pointer) (View, error) {
	v, err := New(data, fault.Limits{}, false)
	for err == nil && v.head == wire.HeaderIndexed {
		name, rest, ok := p.Cut()
		if !ok {
			break
		}
		at, _, found, failed := wire.FindIndexed(data, v.off, name)
		switch b := v.budget; {
		case failed != nil:
			return View{}, v.fail(v.off, failed, "", "")
		case !found:
			return View{}, v.noMember(name)
		case !b.Enter(1):
			return View{}, v.fail(at, b.Err(), "", fault.Pointer("").Key(name))
		default:
			v, err = v.m.value(at, b)
		}
		p = rest
	}
	if err != nil {
		return View{}, err
	}
	return v.At(p)
}

// OpenIndexed reads the index of the object in data, and of the values the first
// byte. An object without an index is walked over once. Errors are those of
// decoding; what the values hold is checked when they are read.
func OpenIndexed(data []byte) (*Indexed, error) {
	v, err := New(data, fault.Limits{}, false)
	if err != nil {
		return nil, err
	}
	x := &Indexed{m: v.m}
	if v.head == wire.HeaderIndexed {
		err = x.readIndex(&v)
	} else {
		err = x.walk(&v)
	}
	if err != nil {
		return nil, err
	}
	return x, nil
}

// readIndex takes the members from the index.
func (x *Indexed) readIndex(v *View) error {
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
func (x *Indexed) walk(v *View) error {
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

func (x *Indexed) reserve(n int) {
	x.members = make([]indexedMember, 0, n)
	x.resize(n)
}

// resize makes a table for n members and enters those that there are.
func (x *Indexed) resize(n int) {
	size := 4 << bits.Len(uint(max(n, 4))) // mostly empty, so that names rarely meet
	x.slots, x.shift, x.seed = make([]int32, size), uint8(64-bits.Len(uint(size-1))), rand.Uint64()|1
	for i := range x.members {
		x.enter(i)
	}
}

// add notes a member; of repeated ones the last wins.
func (x *Indexed) add(name []byte, off int) error {
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

// maxProbes is how many slots a name may be away from its own.
const maxProbes = 8

// enter puts member i in the table, or beside it.
func (x *Indexed) enter(i int) {
	name := x.members[i].name
	at := x.hash(name)
	for range maxProbes {
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
func (x *Indexed) hash(name string) int {
	n := len(name)
	if n < 8 {
		return x.hashShort(name)
	}
	w := mem.StringWord(name, 0) ^ bits.RotateLeft64(mem.StringWord(name, n-8), 27) ^ uint64(n)<<56
	return int(w * x.seed >> x.shift)
}

func (x *Indexed) hashShort(name string) int {
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
func (x *Indexed) find(name string) int {
	at := x.hash(name)
	for range maxProbes {
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
func (x *Indexed) Len() int {
	if x == nil {
		return 0
	}
	return len(x.members)
}

// Lookup sets v to the member of that name, and reports whether there is one.
func (x *Indexed) Lookup(name string, v *View) bool {
	if x == nil {
		return false
	}
	// Nearly always the first slot is the one.
	i := int(x.slots[x.hash(name)]) - 1
	if i < 0 || x.members[i].name != name {
		if i = x.find(name); i < 0 {
			return false
		}
	}
	m := &x.members[i]
	v.m, v.off, v.head, v.budget = x.m, m.off, m.head, x.budget
	return true
}

// Range calls yield for each member, in the order of the index or of a plain object,
// until it returns false.
func Range[V Like](x *Indexed, yield func(name string, v V) bool) {
	if x == nil {
		return
	}
	for i := range x.members {
		m := &x.members[i]
		v := View{m: x.m, off: m.off, head: m.head, budget: x.budget}
		if !yield(strings.Clone(m.name), V(v)) {
			return
		}
	}
}
