// Package mem is the one door to memory: the only package of the library that
// imports unsafe. Everything here states what its caller must guarantee; what
// goes through it stays visible to the garbage collector, because an address is
// never held as an integer and memory that holds pointers is only ever made by
// make, new or reflect.
//
// With the checked build tag every access proves what its caller guarantees, and panics
// where that does not hold: see checked.go.
//
// With the purego build tag, or on a processor whose unaligned access is not
// known to work, words are moved byte by byte and arrays are never reinterpreted;
// the meaning is the same.
package mem

import (
	"math"
	"math/bits"
	"slices"
	"unsafe"
)

// Slice is the header of a []E whose E only reflection knows. Data is a real
// pointer, so stores through *Slice pass the write barrier.
type Slice struct {
	Data unsafe.Pointer
	Len  int
	Cap  int
}

// Memory views words, which hold nothing yet, as their bytes in the machine's order.
func Memory(w []uint64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(w))), 8*len(w))
}

// Block is bytes that PutBlock stores at once. It is a struct because the compiler copies
// an array, which may overlap its target, by a call.
type Block struct{ Bytes [32]byte }

// Number is every type whose slices are plain memory.
type Number interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~int | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uint | ~uintptr |
		~float32 | ~float64 | ~complex64 | ~complex128
}

// SizeOf returns the size of a T in bytes.
func SizeOf[T any]() int {
	var z T
	return int(unsafe.Sizeof(z))
}

// allZero reports whether all bytes are zero.
func allZero(b []byte) bool {
	for len(b) >= 8 {
		if Word(b, 0) != 0 {
			return false
		}
		b = b[8:]
	}
	for _, c := range b {
		if c != 0 {
			return false
		}
	}
	return true
}

// Grow returns dst with room for n more bytes. It is not inlined: the loops that call it
// now and then keep their variables in registers.
//
//go:noinline
func Grow(dst []byte, n int) []byte {
	// Append of a made slice is the growth that the runtime does without clearing what
	// it copies over.
	return append(dst, make([]byte, n)...)[:len(dst)]
}

// MaxKept is the capacity above which a buffer is not kept for the next message: one large
// message must not hold its memory for good.
const MaxKept = 1 << 20

// Kept returns the memory of b, empty, for the next message, or nil if it is more than
// [MaxKept].
func Kept(b []byte) []byte {
	if cap(b) > MaxKept {
		return nil
	}
	return b[:0]
}

// Trim forgets the memory of *b if it is more than [MaxKept].
func Trim(b *[]byte) {
	if cap(*b) > MaxKept {
		*b = nil
	}
}

// Result returns the message b for good, unless there is an error: a copy in memory of its size, or b itself where
// [Kept] would drop it and little of its memory is unused. A large message is then not in memory twice. The caller
// keeps no more of b than Kept does.
func Result(b []byte, err error) []byte {
	if err != nil {
		return nil
	}
	if cap(b) > MaxKept && cap(b)-len(b) <= cap(b)/4 {
		return b[:len(b):len(b)]
	}
	return Clone(b)
}

// Foresight makes room for the rest of n elements, if they are like those that have been written last. Without it a large
// message is copied each time that it has grown by a quarter, and in memory more than twice. It looks at what is written
// each time that twice as much has come, so that a few elements that are not like the others do not matter much.
type Foresight struct {
	n    int // elements
	next int // where dst ends, or beyond that, at the next look
	from int // where it ended at the last one,
	done int // with so many elements
	made bool
}

// Foresees says that there is a Foresight: not where memory is as short as addresses.
const Foresees = bits.UintSize > 32

// look is how many bytes are written before the first look.
const look = 1 << 15

// Foresee returns the Foresight of n elements that are appended to dst.
func Foresee(dst []byte, n int) Foresight {
	if !Foresees {
		return Foresight{next: math.MaxInt}
	}
	return Foresight{n: n, next: len(dst) + look, from: len(dst)}
}

// Room returns dst, the first done elements of n in it, and now and then with room for more.
func (f *Foresight) Room(dst []byte, done int) []byte {
	if len(dst) >= f.next {
		return f.ahead(dst, done)
	}
	return dst
}

// Grow is the function [Grow] between two elements, with more room where Room would make it.
func (f *Foresight) Grow(dst []byte, room, done int) []byte {
	if dst = f.Room(dst, done); room > cap(dst)-len(dst) {
		return Grow(dst, room)
	}
	return dst
}

// ahead is Room where it is time to look. What it makes is at most 15 times as much as dst has, and 63 times where that is
// long, since elements that become shorter must not take memory that is never written.
//
//go:noinline
func (f *Foresight) ahead(dst []byte, done int) []byte {
	const long = 1 << 20
	recent, elements := len(dst)-f.from, done-f.done
	rest := float64(recent) / float64(max(elements, 1)) * float64(f.n-done)
	likely := rest
	f.next, f.from, f.done = len(dst)+2*recent, len(dst), done
	most := 15 * float64(len(dst))
	if len(dst) >= long {
		most = 63 * float64(len(dst))
	}
	if rest > most {
		rest = 3 * float64(len(dst))
	}
	left := float64(cap(dst) - len(dst))
	// Who has given dst may have known how much it takes: it stays the one while what comes before the next look is likely
	// to fit.
	if rest <= left || !f.made && min(likely, 2*float64(recent))*7/8 <= left {
		return dst
	}
	f.made = true
	// Memory that is new is not written here, and takes no pages before it is needed.
	return append(make([]byte, 0, len(dst)+int(rest*17/16)), dst...)
}

// Clone returns a copy of b. For short ones the runtime makes memory of that length with a fifth of
// the instructions that growing takes; above, growing is faster.
func Clone(b []byte) []byte {
	if len(b) > 256 {
		return append([]byte(nil), b...)
	}
	c := make([]byte, len(b))
	copy(c, b)
	return c
}

// Push appends v to a stack. One that is full doubles, so that it has been no more than twice what it is,
// however deep the input is that it grows with.
func Push[T any](stack []T, v T) []T {
	if n := len(stack); n == cap(stack) {
		stack = slices.Grow(stack, max(n, 8))
	}
	return append(stack, v)
}
