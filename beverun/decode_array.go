// Arrays of numbers and booleans in generated decoders.

package beverun

import (
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/lists"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/slab"
	"github.com/beve-org/beve-go/wire"
)

// ReadNumbers reads any array of numbers that go into the slice *s. elem is the
// header of one T in its own width, and name what its kind is called. Where an
// array of uint8 is read under NoCopy the slice aliases the input.
func ReadNumbers[S ~[]T, T wire.Numeric](d *Decoder, off int, s *S, elem wire.Header, name string) int {
	if data, n := shortNumbers(d.Src, off, elem, mem.SizeOf[T]()); data != nil && *s != nil && n <= cap(*s) && !d.NoCopy {
		kept := (*s)[:n]
		if raw, ok := mem.Raw([]T(kept)); ok {
			copy(raw, data)
			*s = kept
			return off + 2 + len(data)
		}
	}
	h, err := wire.ReadHeader(d.Src, off)
	if err != nil {
		return d.Fail(off, "[]"+name, err)
	}
	switch h.Kind() {
	case wire.KindNumberArray, wire.KindAligned:
		a, next, err := wire.ViewNumbers(d.Src, off)
		if err != nil {
			return d.Fail(off, "[]"+name, err)
		}
		if d.NoCopy && elem == wire.HeaderUint8 && a.Elem() == wire.HeaderUint8 {
			*mem.Ref[[]byte](mem.Of(s)) = a.Data()
			return next
		}
		if *s == nil || cap(*s) < a.Len() {
			// No more memory than there is input needs no charge.
			if a.Elem() == elem && adopt(s, a) {
				return next
			}
			if !d.Charge(a.Len() * mem.SizeOf[T]()) {
				return -1
			}
		}
		*s = slab.Resize(*s, a.Len())
		return fill(d, next, *s, a, elem, name)
	case wire.KindArray:
		n, next, err := wire.ReadArray(d.Src, off)
		if err != nil {
			return d.Fail(off, "[]"+name, err)
		}
		if n > cap(*s) && !d.Charge(n*mem.SizeOf[T]()) {
			return -1
		}
		*s = slab.Resize(*s, n)
		return elementsOf(d, off, next, *s, name)
	case wire.KindNull:
		*s = nil
		return off + 1
	}
	return d.mismatch(off, h, "[]"+name)
}

// shortNumbers returns the bytes of an array of n numbers with header elem, if it lies at off as arrays of less than 64
// numbers in memory of size bytes are written, and nil for anything else.
func shortNumbers(src []byte, off int, elem wire.Header, size int) (data []byte, n int) {
	if off >= 0 && off < len(src)-1 && wire.Header(src[off]) == elem.Array() && src[off+1]&3 == 0 && 1<<(elem>>5) == size {
		n = int(src[off+1] >> 2)
		if end := off + 2 + n*size; end <= len(src) {
			return src[off+2 : end], n
		}
	}
	return nil, 0
}

// adopt makes *s a copy of the elements of a as they lie on the wire, and reports
// false where they do not lie so in memory. Unlike make, append does not clear what
// it then writes.
func adopt[S ~[]T, T wire.Numeric](s *S, a wire.Numbers) bool {
	size := mem.SizeOf[T]()
	return a.Len() > 0 && size == a.Elem().Width() && mem.Adopts(size) &&
		mem.Adopt(mem.Ref[mem.Slice](mem.Of(s)), append([]byte(nil), a.Data()...), a.Len(), size)
}

// ReadNumberArray reads an array of exactly len(s) numbers into s.
func ReadNumberArray[T wire.Numeric](d *Decoder, off int, s []T, elem wire.Header, name string) int {
	if data, n := shortNumbers(d.Src, off, elem, mem.SizeOf[T]()); data != nil && n == len(s) {
		if raw, ok := mem.Raw(s); ok {
			copy(raw, data)
			return off + 2 + len(data)
		}
	}
	h, err := wire.ReadHeader(d.Src, off)
	if err != nil {
		return d.Fail(off, name, err)
	}
	switch h.Kind() {
	case wire.KindNumberArray, wire.KindAligned:
		a, next, err := wire.ViewNumbers(d.Src, off)
		if err != nil {
			return d.Fail(off, name, err)
		}
		if a.Len() != len(s) {
			return d.wrongLength(off, name, a.Len(), len(s))
		}
		return fill(d, next, s, a, elem, name)
	case wire.KindArray:
		n, next, err := wire.ReadArray(d.Src, off)
		if err != nil {
			return d.Fail(off, name, err)
		}
		if n != len(s) {
			return d.wrongLength(off, name, n, len(s))
		}
		return elementsOf(d, off, next, s, name)
	case wire.KindNull:
		clear(s)
		return off + 1
	}
	return d.mismatch(off, h, name)
}

// wrongLength records that an array of n elements does not fill one of want.
func (d *Decoder) wrongLength(off int, goType string, n, want int) int {
	return d.Fail(off, goType, fault.Because(fault.ErrMismatch,
		"array of "+strconv.Itoa(n)+" elements for a Go array of "+strconv.Itoa(want)))
}

// fill stores the elements of a, which ends at next, in s.
func fill[T wire.Numeric](d *Decoder, next int, s []T, a wire.Numbers, elem wire.Header, name string) int {
	if wire.CopyTo(s, a) {
		return next
	}
	for i := range s {
		if !store(&s[i], a.At(i)) {
			at := next - (a.Len()-i)*a.Elem().Width()
			d.Fail(at, name, a.At(i).Misfit(at, name, elem.Class() != wire.Float))
			return d.InIndex(i)
		}
	}
	return next
}

// store puts a number into *v, and reports whether it fits. Wider floats may be
// rounded into a float32, as single numbers are.
func store[T wire.Numeric](v *T, n wire.Number) bool {
	switch one := T(1); {
	case one/2 != 0 && mem.SizeOf[T]() == 4:
		f, ok := n.Float32()
		if ok {
			*v = T(f)
		}
		return ok
	case one/2 != 0:
		f, ok := n.Float64()
		if ok {
			*v = T(f)
		}
		return ok
	case T(0)-1 < 0:
		i, ok := n.Int64()
		if ok = ok && int64(T(i)) == i; ok {
			*v = T(i)
		}
		return ok
	}
	u, ok := n.Uint64()
	if ok = ok && uint64(T(u)) == u; ok {
		*v = T(u)
	}
	return ok
}

// elementsOf stores the elements of a generic array, the first of them at next.
func elementsOf[T wire.Numeric](d *Decoder, off, next int, s []T, name string) int {
	if at, done := d.failed.Descend(&d.Budget, off, next, len(s)); done {
		return at
	}
	for i := range s {
		if end, ok := d.null(next); ok {
			s[i] = 0
			next = end
			continue
		}
		v, end, err := wire.ReadNumber(d.Src, next)
		if err != nil {
			d.Fail(next, name, err)
			return d.InIndex(i)
		}
		if !store(&s[i], v) {
			d.Fail(next, name, v.Misfit(next, name, wire.HeaderOf[T]().Class() != wire.Float))
			return d.InIndex(i)
		}
		next = end
	}
	d.Budget.Leave()
	return next
}

// ReadBooleans reads an array of booleans into *s.
func ReadBooleans[S ~[]T, T ~bool](d *Decoder, off int, s *S) int {
	return d.bools(off, mem.Ref[[]bool](mem.Of(s)))
}

func (d *Decoder) bools(off int, s *[]bool) int {
	h, err := wire.ReadHeader(d.Src, off)
	if err != nil {
		return d.Fail(off, "[]bool", err)
	}
	switch h.Kind() {
	case wire.KindBoolArray:
		a, next, err := wire.ViewBools(d.Src, off)
		if err != nil {
			return d.Fail(off, "[]bool", err)
		}
		if a.Len() > cap(*s) && !d.Charge(a.Len()) {
			return -1
		}
		lists.SetBools(s, a)
		return next
	case wire.KindArray:
		n, next, err := wire.ReadArray(d.Src, off)
		if err != nil {
			return d.Fail(off, "[]bool", err)
		}
		return readEach(d, off, next, s, n, ReadBoolean[bool])
	case wire.KindNull:
		*s = nil
		return off + 1
	}
	return d.mismatch(off, h, "[]bool")
}

// readEach reads the n elements of a generic array, the first of them at next, into *s.
func readEach[T any](d *Decoder, off, next int, s *[]T, n int, read ElementFunc[T]) int {
	*s = slab.Resize(*s, n)
	if at, done := d.failed.Descend(&d.Budget, off, next, n); done {
		return at
	}
	for i := range *s {
		if next = read(d, next, &(*s)[i]); next < 0 {
			return d.InIndex(i)
		}
	}
	d.Budget.Leave()
	return next
}

// ReadFixed reads an array of exactly len(target) elements, called name, through
// the reader of slices.
func ReadFixed[T any](d *Decoder, off int, target []T, name string, read func(*Decoder, int, *[]T) int) int {
	if next, ok := d.null(off); ok {
		clear(target)
		return next
	}
	s := target[:0:len(target)]
	next := read(d, off, &s)
	if next < 0 {
		return -1
	}
	if len(s) != len(target) {
		return d.wrongLength(off, name, len(s), len(target))
	}
	if len(s) > 0 && &s[0] != &target[0] {
		copy(target, s)
	}
	return next
}
