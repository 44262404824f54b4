// Package mem is the one door to memory: the only package of the library that
// imports unsafe. Everything here states what its caller must guarantee; what
// goes through it stays visible to the garbage collector, because an address is
// never held as an integer and memory that holds pointers is only ever made by
// make, new or reflect.
//
// With the purego build tag, or on a processor whose unaligned access is not
// known to work, words are moved byte by byte and arrays are never reinterpreted;
// the meaning is the same.
package mem

import "unsafe"

// Pointer is the address of a Go variable whose type the holder knows. It keeps
// the variable alive as any pointer does.
type Pointer struct{ p unsafe.Pointer }

// Of returns the address of *v.
func Of[T any](v *T) Pointer { return Pointer{unsafe.Pointer(v)} }

// From wraps what reflect.Value.UnsafePointer returned.
func From(p unsafe.Pointer) Pointer { return Pointer{p} }

// Unsafe returns the address for reflect.NewAt.
func (p Pointer) Unsafe() unsafe.Pointer { return p.p }

// IsNil reports whether p is the zero Pointer.
func (p Pointer) IsNil() bool { return p.p == nil }

// Add returns the address n bytes on. The caller guarantees that it lies within
// the same variable (a field's offset, or an element's).
func (p Pointer) Add(n uintptr) Pointer { return Pointer{unsafe.Add(p.p, n)} }

// Ref views the variable as a *T. The caller guarantees that the variable's type
// is T or has the same underlying type.
func Ref[T any](p Pointer) *T { return (*T)(p.p) }

// Slice is the header of a []E whose E only reflection knows. Data is a real
// pointer, so stores through *Slice pass the write barrier.
type Slice struct {
	Data unsafe.Pointer
	Len  int
	Cap  int
}

// At returns the address of element i; the caller guarantees i < Cap and gives
// the size of an element.
func (s *Slice) At(i int, size uintptr) Pointer {
	return Pointer{unsafe.Add(s.Data, uintptr(i)*size)}
}

// Elem reads the pointer variable at p.
func Elem(p Pointer) Pointer { return Pointer{*(*unsafe.Pointer)(p.p)} }

// SetElem stores q into the pointer variable at p. The caller guarantees that q
// addresses a variable of the pointer's element type.
func SetElem(p, q Pointer) { *(*unsafe.Pointer)(p.p) = q.p }

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

// SliceAt views n elements from p on as a slice. The caller guarantees that p is
// the address of an array variable, or of the first element of a slice, with at
// least n elements, whose memory is that of as many T.
func SliceAt[T any](p Pointer, n int) []T {
	if n == 0 {
		return []T{} // no T stands at p, which the compiler's pointer checks may mind
	}
	return unsafe.Slice((*T)(p.p), n)
}

// IsZero reports whether all n bytes of the variable at p are zero, padding too.
// The caller guarantees that the variable has n bytes.
func IsZero(p Pointer, n uintptr) bool {
	b := unsafe.Slice((*byte)(p.p), n)
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
