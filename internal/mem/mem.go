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

import "unsafe"

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

// Copied returns a copy of b, in memory of its size, unless there is an error.
func Copied(b []byte, err error) []byte {
	if err != nil {
		return nil
	}
	return append([]byte(nil), b...)
}
