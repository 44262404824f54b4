//go:build checked

// The checked build: what the callers of this package guarantee is asserted at every
// access. Bytes are checked against the capacity of their slice. A Pointer knows how many
// bytes of its variable follow it, where somebody does: that holds for variables,
// elements and all that is reached from them, and the codecs say it of every value they
// are given, by Within.

package mem

import (
	"strconv"
	"unsafe"
)

// Checked says whether every access through this package is checked. Code within
// "if mem.Checked" costs nothing where it is not.
const Checked = true

// Assert panics in the checked build when what a caller guarantees does not hold: that n
// bytes from off on lie within size bytes. what names the access.
func Assert(what string, off, n, size int) {
	if off < 0 || n < 0 || off > size || n > size-off {
		panic("mem: " + what + " of " + strconv.Itoa(n) + " bytes at " + strconv.Itoa(off) +
			" leaves the " + strconv.Itoa(size) + " that there are")
	}
}

// Pointer is the address of a Go variable whose type the holder knows. It keeps
// the variable alive as any pointer does.
type Pointer struct {
	p unsafe.Pointer
	// room is how many bytes of the variable there are from p on, or endless.
	room uintptr
}

// endless is the room of a Pointer whose variable has a size that only its type knows.
const endless = ^uintptr(0)

// need panics unless n bytes at p are of its variable.
func (p Pointer) need(what string, n uintptr) {
	if p.p == nil && n > 0 {
		panic("mem: " + what + " of " + strconv.Itoa(int(n)) + " bytes through a nil pointer")
	}
	if n > p.room {
		panic("mem: " + what + " of " + strconv.Itoa(int(n)) + " bytes leaves a variable with " +
			strconv.Itoa(int(p.room)) + " left")
	}
}

// Of returns the address of *v.
func Of[T any](v *T) Pointer { return Pointer{unsafe.Pointer(v), unsafe.Sizeof(*v)} }

// First returns the address of s[0], from which all of s can be reached. It panics
// where s is empty.
func First[T any](s []T) Pointer {
	return Pointer{unsafe.Pointer(&s[0]), uintptr(len(s)) * unsafe.Sizeof(s[0])}
}

// From wraps what reflect.Value.UnsafePointer returned.
func From(p unsafe.Pointer) Pointer { return Pointer{p, endless} }

// Unsafe returns the address for reflect.NewAt.
func (p Pointer) Unsafe() unsafe.Pointer { return p.p }

// IsNil reports whether p is the zero Pointer.
func (p Pointer) IsNil() bool { return p.p == nil }

// Add returns the address n bytes on. The caller guarantees that it is within
// the same variable (a field's offset, or an element's), or is its end.
func (p Pointer) Add(n uintptr) Pointer {
	if n == 0 {
		return p
	}
	p.need("an offset", n)
	if p.room != endless {
		p.room -= n
	}
	if p.room == 0 {
		return Pointer{p.p, 0} // the end: nothing may be reached there, nor another variable kept
	}
	return Pointer{unsafe.Add(p.p, n), p.room}
}

// Back returns the address n bytes before. The caller guarantees that p is that of a field
// which has the offset n in the variable there.
func (p Pointer) Back(n uintptr) Pointer { return Pointer{unsafe.Add(p.p, -int(n)), endless} }

// Within says that n bytes from p on are a variable of its own, which the checked build
// does not let what is reached through the result leave.
func (p Pointer) Within(n uintptr) Pointer {
	if p.p == nil {
		return p
	}
	p.need("a variable", n)
	return Pointer{p.p, n}
}

// Ref views the variable as a *T. The caller guarantees that the variable's type
// is T or has the same underlying type.
func Ref[T any](p Pointer) *T {
	v := (*T)(p.p)
	p.need("an access", unsafe.Sizeof(*v))
	return v
}

// At returns the address of element i; the caller guarantees i < Cap and gives
// the size of an element.
func (s *Slice) At(i int, size uintptr) Pointer {
	if i < 0 || i > s.Cap || s.Len > s.Cap {
		panic("mem: element " + strconv.Itoa(i) + " of a slice of capacity " + strconv.Itoa(s.Cap))
	}
	if size == 0 {
		return Pointer{s.Data, endless} // the caller has the size
	}
	return Pointer{s.Data, uintptr(s.Cap) * size}.Add(uintptr(i) * size)
}

// Elem reads the pointer variable at p.
func Elem(p Pointer) Pointer { return Pointer{*Ref[unsafe.Pointer](p), endless} }

// SetElem stores q into the pointer variable at p. The caller guarantees that q
// addresses a variable of the pointer's element type.
func SetElem(p, q Pointer) { *Ref[unsafe.Pointer](p) = q.p }

// SliceAt views n elements from p on as a slice. The caller guarantees that p is
// the address of an array variable, or of the first element of a slice, with at
// least n elements, whose memory is that of as many T.
func SliceAt[T any](p Pointer, n int) []T {
	if n == 0 {
		return []T{}
	}
	v := (*T)(p.p)
	p.need("a slice", uintptr(n)*unsafe.Sizeof(*v))
	return unsafe.Slice(v, n)
}

// IsZero reports whether all n bytes of the variable at p are zero, padding too.
// The caller guarantees that the variable has n bytes.
func IsZero(p Pointer, n uintptr) bool { return allZero(SliceAt[byte](p, int(n))) }
