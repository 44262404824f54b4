package structs

import (
	"math"
	"math/bits"
)

// Seen is a set of members, by their index. The zero value is empty and holds the first 64.
type Seen struct {
	low  uint64
	more []uint64 // for members from 64 on
}

// Hold makes room for n members in a set that is empty.
func (s *Seen) Hold(n int) {
	if n > 64 {
		s.more = make([]uint64, (n-1)/64)
	}
}

// Has reports whether member i is in s.
func (s *Seen) Has(i int) bool {
	if i < 64 {
		return s.low>>i&1 != 0
	}
	return s.more[i/64-1]>>(i%64)&1 != 0
}

// Add adds member i.
func (s *Seen) Add(i int) {
	if i < 64 {
		s.low |= 1 << i
		return
	}
	s.more[i/64-1] |= 1 << (i % 64)
}

// AddRun adds n members from i on.
func (s *Seen) AddRun(i, n int) {
	if i+n < 64 {
		s.low |= (1<<n - 1) << i
		return
	}
	for ; n > 0; n-- {
		s.Add(i)
		i++
	}
}

// After returns the first member from i on that is in s, or more than there are.
func (s *Seen) After(i int) int {
	if i < 64 {
		if rest := s.low >> i; rest != 0 {
			return i + bits.TrailingZeros64(rest)
		}
		i = 64
	}
	for ; i-64 < 64*len(s.more); i = i&^63 + 64 {
		if rest := s.more[i/64-1] >> (i % 64); rest != 0 {
			return i + bits.TrailingZeros64(rest)
		}
	}
	return math.MaxInt
}

// All reports whether s is known to hold all of n members. It does not look beyond 64.
func (s *Seen) All(n int) bool { return n < 64 && s.low == 1<<n-1 }

// An Order follows the members of one object on the wire. As a rule they come in the order
// of the struct. Then each is expected where the one before it ends, and nothing is looked
// up. One that comes out of order is found by its name, and the order goes on after it.
type Order struct {
	Seen
	Expected int // the member that is next if the order goes on
	Left     int // members of the object that have not been read
	// seen is the first member from Expected on that came already, or more than there
	// are: what is read in order ends before it.
	seen int
}

// Begin prepares an Order that is zero for an object of n members and a struct of fields.
func (o *Order) Begin(fields, n int) {
	o.Hold(fields)
	o.Left, o.seen = n, math.MaxInt
}

// Limit returns the member before which reading in order has to stop, of the fields of a
// struct: the end of the struct or of the object, or a member that came out of order.
func (o *Order) Limit(fields int) int { return min(fields, o.Expected+o.Left, o.seen) }

// Reached notes that members came in order up to the one at i, which is expected now. It
// reports whether there were any.
func (o *Order) Reached(i int) bool {
	n := i - o.Expected
	o.AddRun(o.Expected, n)
	o.Expected = i
	o.Left -= n
	return n > 0
}

// Expect makes member i the one that is expected.
func (o *Order) Expect(i int) { o.Expected, o.seen = i, o.After(i) }

// Took notes that member i was read, after which the order goes on.
func (o *Order) Took(i int) {
	o.Add(i)
	o.Left--
	o.Expect(i + 1)
}
