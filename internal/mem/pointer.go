//go:build !checked

// Addresses of variables, as they are in every build but the checked one.

package mem

import "unsafe"

// Pointer is the address of a Go variable whose type the holder knows. It keeps
// the variable alive as any pointer does.
type Pointer struct{ p unsafe.Pointer }

// Of returns the address of *v.
func Of[T any](v *T) Pointer { return Pointer{unsafe.Pointer(v)} }

// First returns the address of s[0], from which all of s can be reached. It panics
// where s is empty.
func First[T any](s []T) Pointer { return Pointer{unsafe.Pointer(&s[0])} }

// From wraps what reflect.Value.UnsafePointer returned.
func From(p unsafe.Pointer) Pointer { return Pointer{p} }

// Unsafe returns the address for reflect.NewAt.
func (p Pointer) Unsafe() unsafe.Pointer { return p.p }

// IsNil reports whether p is the zero Pointer.
func (p Pointer) IsNil() bool { return p.p == nil }

// Add returns the address n bytes on. The caller guarantees that it is within
// the same variable (a field's offset, or an element's).
func (p Pointer) Add(n uintptr) Pointer { return Pointer{unsafe.Add(p.p, n)} }

// Back returns the address n bytes before. The caller guarantees that p is that of a field
// which has the offset n in the variable there.
func (p Pointer) Back(n uintptr) Pointer { return Pointer{unsafe.Add(p.p, -int(n))} }

// Within says that n bytes from p on are a variable of its own, which the checked build
// does not let what is reached through the result leave.
func (p Pointer) Within(n uintptr) Pointer { return p }

// Ref views the variable as a *T. The caller guarantees that the variable's type
// is T or has the same underlying type.
func Ref[T any](p Pointer) *T { return (*T)(p.p) }

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
	return allZero(unsafe.Slice((*byte)(p.p), n))
}
