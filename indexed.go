package beve

import "github.com/beve-org/beve-go/internal/view"

// Indexed is an object whose index has been read once, so that any member is found in
// constant time. It aliases the message, whose bytes must not change while it or a
// View of it is used. It is safe for concurrent use. The zero Indexed is empty.
type Indexed struct{ x *view.Indexed }

// OpenIndexed reads the index of the object in data, and the first byte of each value. An
// object without an index is walked over once. Errors are those of decoding; the values
// are checked when they are read.
func OpenIndexed(data []byte) (Indexed, error) {
	x, err := view.OpenIndexed(data)
	return Indexed{x}, decodeError(err)
}

// Len returns the number of members.
func (o Indexed) Len() int { return o.x.Len() }

// Lookup returns the member of that name, in constant time, and whether there is
// one. The limits of the View count for each member by itself.
func (o Indexed) Lookup(name string) (v View, ok bool) {
	ok = o.x.Lookup(name, v.in())
	return v, ok
}

// Range calls yield for each member, in the order of the index or of a plain object,
// until it returns false. It can be ranged over: for name, v := range o.Range.
func (o Indexed) Range(yield func(name string, v View) bool) { view.Range(o.x, yield) }
