// Arrays of numbers: slices, Go arrays and the data of matrices. Most are one copy of
// memory. What that needs is in numbers.own and wireForm: an element of the same width
// and class on the wire as in Go, and a machine and a build whose memory is that of the
// wire, little-endian. Everything else goes element by element, through wire.Number, which
// knows whether a number fits.

package engine

import (
	"math"
	"math/big"
	"math/bits"
	"reflect"
	"slices"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

// arrayCodec is what slices, arrays and matrices of one element type share: how
// to append elements in one piece and how to read an array value into them. The elements
// have no pointers, or are strings, and have the memory of their kind; compile has seen to
// both. So its functions may view a []T of any name as a slice of the kind.
type arrayCodec struct {
	append func(e *encodeState, dst []byte, p mem.Pointer) []byte // p is a []T variable
	read   readFunc                                               // into a []T variable
	// appendN and readN are for [n]T variables.
	appendN func(e *encodeState, dst []byte, p mem.Pointer, n int) []byte
	readN   func(d *decodeState, off int, p mem.Pointer, n int) int
}

// appendSlice returns the function that appends the slice at p, made of the one for arrays.
// Only a nil slice is null: an empty one that is not nil has an address, since mem.Slice is
// what the runtime keeps.
func appendSlice(appendN func(e *encodeState, dst []byte, p mem.Pointer, n int) []byte) func(*encodeState, []byte, mem.Pointer) []byte {
	return func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		s := mem.Ref[mem.Slice](p)
		if s.Data == nil {
			return wire.AppendNull(dst)
		}
		return appendN(e, dst, mem.From(s.Data), s.Len)
	}
}

// numbers is a type of numbers whose slices and arrays are typed arrays. One value
// stands for what would be a copy of all this code for each of the types: memory
// without pointers is moved by its size.
type numbers struct {
	header wire.Header // of one element
	size   int         // in memory: less than on the wire for an int of four bytes
	name   string
	// own is the header of the array whose elements are copied as they lie, or 0: on a
	// machine of the other byte order, in a build without reinterpretation of memory, and
	// for an int of four bytes.
	own   wire.Header
	parts partsOf // whether the numbers are parts of complex ones
}

// partsOf says what numbers are parts of.
type partsOf uint8

const (
	partsOfNone partsOf = iota
	partsOfOne          // complex number
	partsOfMany         // complex numbers
)

// numbersOf describes a numeric kind. For any other kind the header is 0.
func numbersOf(k reflect.Kind) numbers {
	t := numbers{header: numberHeader(k), name: k.String()}
	t.size = t.header.Width()
	switch k {
	case reflect.Int, reflect.Uint, reflect.Uintptr:
		t.size = bits.UintSize / 8
	}
	// RawAt says for no elements at all whether this build views elements of the size as
	// bytes: it does not look at the pointer then.
	if _, ok := mem.RawAt(mem.Pointer{}, 0, t.size); ok && t.wireForm(t.header) {
		t.own = t.header.Array()
	}
	return t
}

// rawSize returns the bytes of an array whose elements are the same on the wire as in
// memory, and the offset after it. It returns nil for any other value, malformed ones
// included. It is made for the arrays that most messages have: plain form, own width, at
// most 63 elements. A count of one byte cannot overflow the product, so that one comparison
// with the end of src checks all.
func (t *numbers) rawSize(src []byte, off int) (data []byte, next int) {
	if len(src)-off < 2 || t.own == 0 || wire.Header(src[off]) != t.own {
		return nil, 0
	}
	if src[off+1]&3 != 0 {
		return t.longer(src, off)
	}
	off += 2
	if next = off + int(src[off-1]>>2)*t.size; next > len(src) {
		return nil, 0
	}
	return src[off:next:next], next
}

// longer is rawSize for arrays of more than 63 elements. ReadCount has compared the count
// with the bytes left, so that the product neither overflows nor leads beyond src.
func (t *numbers) longer(src []byte, off int) (data []byte, next int) {
	n, off, err := wire.ReadCount(src, off+1, t.size)
	if err != nil {
		return nil, 0
	}
	next = off + n*t.size
	return src[off:next:next], next
}

// numbersFor returns the array codec for a numeric kind, or nil.
func numbersFor(k reflect.Kind) *arrayCodec {
	t := numbersOf(k)
	if t.header == 0 {
		return nil
	}
	return &arrayCodec{append: appendSlice(t.appendN), read: t.read, appendN: t.appendN, readN: t.readN}
}

// wireForm reports whether elements of h lie on the wire as they do in memory, but
// for the order of their bytes.
func (t *numbers) wireForm(h wire.Header) bool { return h == t.header && t.size == h.Width() }

func (t *numbers) integer() bool { return t.header.Class() != wire.Float }

// appendN appends n numbers from p on as a typed array. Under Aligned the data is padded to
// its width, counted from the start of the message; single bytes are always aligned.
func (t *numbers) appendN(e *encodeState, dst []byte, p mem.Pointer, n int) []byte {
	if e.aligned && t.header.Width() > 1 {
		dst = wire.AppendAlignedStart(dst, e.start, t.header, n)
	} else {
		dst = wire.AppendNumbersStart(dst, t.header, n)
	}
	return t.appendData(dst, p, n)
}

// appendData appends n elements from p on, without anything before them.
func (t *numbers) appendData(dst []byte, p mem.Pointer, n int) []byte {
	if t.wireForm(t.header) {
		if b, ok := mem.RawAt(p, n, t.size); ok {
			return append(dst, b...)
		}
	}
	width := t.header.Width()
	dst = slices.Grow(dst, n*width)
	for i := range n {
		dst = wire.AppendIntKey(dst, t.bits(p.Add(uintptr(i*t.size))), width)
	}
	return dst
}

// bits returns the bits of the number at p, those of a signed integer of four bytes
// sign-extended, since an int of four bytes is written in eight. Others are written in
// their own width, where upper bits do not matter.
func (t *numbers) bits(p mem.Pointer) uint64 {
	signed := t.header.Class() == wire.Signed
	switch {
	case t.size == 8:
		return *mem.Ref[uint64](p)
	case t.size == 4 && signed:
		return uint64(*mem.Ref[int32](p))
	case t.size == 4:
		return uint64(*mem.Ref[uint32](p))
	case t.size == 2:
		return uint64(*mem.Ref[uint16](p))
	}
	return uint64(*mem.Ref[uint8](p))
}

// store puts a number into the variable at p, and reports whether it fits. float32s
// and wider floats may be rounded into narrower targets, as single numbers are. An integer
// fits if it is the same after its upper bits are shifted out and back in, with its sign.
func (t *numbers) store(p mem.Pointer, n wire.Number) bool {
	var w uint64
	var ok bool
	switch t.header.Class() {
	case wire.Float:
		if t.size == 4 {
			v, ok := n.Float32()
			if ok {
				*mem.Ref[float32](p) = v
			}
			return ok
		}
		var v float64
		v, ok = n.Float64()
		w = math.Float64bits(v)
	case wire.Signed:
		var v int64
		v, ok = n.Int64()
		unused := 64 - 8*uint(t.size)
		w, ok = uint64(v), ok && v<<unused>>unused == v
	default:
		w, ok = n.Uint64()
		unused := 64 - 8*uint(t.size)
		ok = ok && w<<unused>>unused == w
	}
	if ok {
		t.put(p, w)
	}
	return ok
}

// put stores the low bits of w into the variable at p, in the order of the machine. It is
// the memory of every number type of that size, since w has the bits of a float too.
func (t *numbers) put(p mem.Pointer, w uint64) {
	switch t.size {
	case 8:
		*mem.Ref[uint64](p) = w
	case 4:
		*mem.Ref[uint32](p) = uint32(w)
	case 2:
		*mem.Ref[uint16](p) = uint16(w)
	default:
		*mem.Ref[uint8](p) = uint8(w)
	}
}

// resizeNumbers makes *s a slice of n elements of size bytes, in its own memory if that is
// large enough. The elements hold arbitrary values. Memory is made with a type of the
// same size and alignment that has no pointers, whatever the name of the element type: the
// garbage collector needs to know no more, and there is one function instead of one for each
// type. complex128 stands for all pairs of eight bytes, complex64 shares the eight.
func resizeNumbers(s *mem.Slice, n, size int) {
	if n <= s.Cap && s.Data != nil {
		s.Len = n
		return
	}
	p := mem.Of(s)
	switch size {
	case 16:
		*mem.Ref[[]complex128](p) = make([]complex128, n)
	case 8:
		*mem.Ref[[]uint64](p) = make([]uint64, n)
	case 4:
		*mem.Ref[[]uint32](p) = make([]uint32, n)
	case 2:
		*mem.Ref[[]uint16](p) = make([]uint16, n)
	default:
		*mem.Ref[[]uint8](p) = make([]uint8, n)
	}
}

// copyNumbers makes *s a copy of n elements of size bytes as they lie on the wire,
// and reports false where they do not lie so in memory. Unlike make, append does not
// clear what it then writes. append returns memory of bytes, which Adopt makes a slice of
// the element type: it looks at the alignment, and knows that such memory has no pointers.
func copyNumbers(s *mem.Slice, data []byte, n, size int) bool {
	return n > 0 && mem.Adopts(size) && mem.Adopt(s, append([]byte(nil), data...), n, size)
}

// read reads any array of numbers that go into the slice at p. In order of cost:
//
//   - the array that rawSize knows, into memory that the slice has: one copy;
//   - bytes under NoCopy: no copy, the slice aliases the input;
//   - the element's own form, into new memory that is not cleared before it is written;
//   - any other width or class, element by element, each checked for its fit.
//
// The first case leaves out NoCopy, under which a []byte is replaced and not written to:
// its memory may be that of an earlier input.
func (t *numbers) read(d *decodeState, off int, p mem.Pointer) int {
	s := mem.Ref[mem.Slice](p)
	if data, next := t.rawSize(d.src, off); data != nil && len(data) <= s.Cap*t.size && s.Data != nil && !d.noCopy {
		copy(mem.SliceAt[byte](mem.From(s.Data), len(data)), data)
		s.Len = len(data) / t.size
		return next
	}
	h, err := wire.ReadHeader(d.src, off)
	if err != nil {
		return d.Fail(off, "[]"+t.name, err)
	}
	switch h.Kind() {
	case wire.KindNumberArray, wire.KindAligned:
		a, next, err := wire.ViewNumbers(d.src, off)
		if err != nil {
			return d.Fail(off, "[]"+t.name, err)
		}
		// Bytes need neither alignment nor an order, so every build can alias them.
		if d.noCopy && t.header == wire.HeaderUint8 && a.Elem() == wire.HeaderUint8 {
			*mem.Ref[[]byte](p) = a.Data()
			return next
		}
		if s.Data == nil || s.Cap < a.Len() {
			if d.arena != nil && d.arena.numbers(s, a.Len(), t.size) {
				return t.fill(d, next, mem.From(s.Data), a)
			}
			// No more memory than there is input needs no charge: allowance covers it.
			if t.wireForm(a.Elem()) && copyNumbers(s, a.Data(), a.Len(), t.size) {
				return next
			}
			if !d.charge(a.Len() * t.size) {
				return -1
			}
		}
		resizeNumbers(s, a.Len(), t.size)
		return t.fill(d, next, mem.From(s.Data), a)
	case wire.KindArray:
		n, next, err := wire.ReadArray(d.src, off)
		if err != nil {
			return d.Fail(off, "[]"+t.name, err)
		}
		// An element of a generic array may take one byte and become eight.
		if n > s.Cap && !d.charge(n*t.size) {
			return -1
		}
		resizeNumbers(s, n, t.size)
		return t.elements(d, off, next, mem.From(s.Data), n)
	case wire.KindNull:
		*s = mem.Slice{}
		return off + 1
	}
	return d.mismatch(off, h, "[]"+t.name)
}

// readN reads an array of exactly n numbers, for a Go array: its memory is there, so nothing
// is charged, and the length is checked before anything is stored.
func (t *numbers) readN(d *decodeState, off int, p mem.Pointer, n int) int {
	if data, next := t.rawSize(d.src, off); data != nil && len(data) == n*t.size {
		copy(mem.SliceAt[byte](p, len(data)), data)
		return next
	}
	h, err := wire.ReadHeader(d.src, off)
	if err != nil {
		return d.Fail(off, t.name, err)
	}
	switch h.Kind() {
	case wire.KindNumberArray, wire.KindAligned:
		a, next, err := wire.ViewNumbers(d.src, off)
		if err != nil {
			return d.Fail(off, t.name, err)
		}
		if a.Len() != n {
			return d.wrongLength(off, t.name, a.Len(), n)
		}
		return t.fill(d, next, p, a)
	case wire.KindArray:
		count, next, err := wire.ReadArray(d.src, off)
		if err != nil {
			return d.Fail(off, t.name, err)
		}
		if count != n {
			return d.wrongLength(off, t.name, count, n)
		}
		return t.elements(d, off, next, p, n)
	}
	if next, ok := d.null(off); ok {
		clear(mem.SliceAt[byte](p, n*t.size))
		return next
	}
	return d.mismatch(off, h, t.name)
}

// fill stores the elements of a, which ends at next, from p on, where the caller has made
// room for a.Len elements. The place of an element that does not fit is counted back from
// the end, since an aligned array has padding of any length before its data.
func (t *numbers) fill(d *decodeState, next int, p mem.Pointer, a wire.Numbers) int {
	if t.wireForm(a.Elem()) {
		if b, ok := mem.RawAt(p, a.Len(), t.size); ok {
			copy(b, a.Data())
			return next
		}
	}
	if t.header == wire.HeaderFloat32 && wire.CopyTo(mem.SliceAt[float32](p, a.Len()), a) {
		return next // halves, by kernels
	}
	for i := range a.Len() {
		if !t.store(p.Add(uintptr(i*t.size)), a.At(i)) {
			at := next - (a.Len()-i)*a.Elem().Width()
			d.Fail(at, t.name, a.At(i).Misfit(at, t.name, t.integer()))
			return t.inElement(d, i)
		}
	}
	return next
}

// inElement notes in the path which element number i belongs to. Two numbers of an array
// of complex ones make one element; the parts of a complex number have no path of their
// own. It returns -1, as InIndex does.
func (t *numbers) inElement(d *decodeState, i int) int {
	switch t.parts {
	case partsOfOne:
		return -1
	case partsOfMany:
		i /= 2
	}
	return d.InIndex(i)
}

// elements stores the n elements of a generic array, the first of them at next, from
// p on, where there is room for n. null is zero, as it is for a single number.
func (t *numbers) elements(d *decodeState, off, next int, p mem.Pointer, n int) int {
	if at, done := d.Descend(&d.budget, off, next, n); done {
		return at
	}
	for i := range n {
		q := p.Add(uintptr(i * t.size))
		if end, ok := d.null(next); ok {
			t.put(q, 0)
			next = end
			continue
		}
		v, end, err := wire.ReadNumber(d.src, next)
		if err != nil {
			d.Fail(next, t.name, err)
			return d.InIndex(i)
		}
		if !t.store(q, v) {
			d.Fail(next, t.name, v.Misfit(next, t.name, t.integer()))
			return d.InIndex(i)
		}
		next = end
	}
	d.leave()
	return next
}

// mismatch records that a value with header h does not go into goType. Like all that
// fails it returns -1, so that a caller fails in one line.
func (d *decodeState) mismatch(off int, h wire.Header, goType string) int {
	return d.Fail(off, goType, fault.Because(fault.ErrMismatch, h.String()+" does not decode into "+published(goType)))
}

// wrongLength records that an array of n elements does not fill one of want. encoding/json
// would drop elements, or make some zero; here nothing is lost silently.
func (d *decodeState) wrongLength(off int, goType string, n, want int) int {
	return d.Fail(off, goType, fault.Because(fault.ErrMismatch,
		"array of "+itoa(n)+" elements for a Go array of "+itoa(want)))
}

// anyNumbers copies a typed array into the slice that any gets: of its own element type,
// except that halves become float32 and 128-bit integers *big.Int. The
// charge counts the slice header that the interface points to, 24 bytes, and for narrow
// elements what halves become.
func (d *decodeState) anyNumbers(off int, a wire.Numbers) any {
	if d.generic {
		return d.genericNumbers(off, a)
	}
	if !d.charge(24 + a.Len()*max(a.Elem().Width(), 4)) {
		return nil
	}
	switch a.Elem() {
	case wire.HeaderFloat64:
		return copyOf[float64](d, off, a, reflect.Float64)
	case wire.HeaderFloat32:
		return copyOf[float32](d, off, a, reflect.Float32)
	case wire.HeaderFloat16, wire.HeaderBFloat16:
		return copyOf[float32](d, off, a, reflect.Float32)
	case wire.HeaderInt8:
		return copyOf[int8](d, off, a, reflect.Int8)
	case wire.HeaderInt16:
		return copyOf[int16](d, off, a, reflect.Int16)
	case wire.HeaderInt32:
		return copyOf[int32](d, off, a, reflect.Int32)
	case wire.HeaderInt64:
		return copyOf[int64](d, off, a, reflect.Int64)
	case wire.HeaderUint8:
		if view, ok := wire.InPlace[uint8](a); ok && d.noCopy {
			return view[:len(view):len(view)]
		}
		return copyOf[uint8](d, off, a, reflect.Uint8)
	case wire.HeaderUint16:
		return copyOf[uint16](d, off, a, reflect.Uint16)
	case wire.HeaderUint32:
		return copyOf[uint32](d, off, a, reflect.Uint32)
	case wire.HeaderUint64:
		return copyOf[uint64](d, off, a, reflect.Uint64)
	case wire.HeaderInt128, wire.HeaderUint128:
		if !d.charge(a.Len() * 64) {
			return nil
		}
		s := make([]*big.Int, a.Len())
		for i := range s {
			s[i] = bigOf(a.At(i))
		}
		return s
	}
	d.Fail(off, "", fault.Because(fault.ErrUnsupported, a.Elem().String()+" numbers cannot be represented"))
	return nil
}

// copyOf returns the elements of an array of T, which is of kind k, or of one that is widened to T.
func copyOf[T wire.Numeric](d *decodeState, off int, a wire.Numbers, k reflect.Kind) []T {
	var s []T
	d.copyNumbers(off, a, k, mem.Of(&s))
	return s
}

// copyNumbers is copyOf for the slice at p: a copy of memory where machine and build allow that. Every
// element fits.
func (d *decodeState) copyNumbers(off int, a wire.Numbers, k reflect.Kind, p mem.Pointer) {
	t, s := numbersOf(k), mem.Ref[mem.Slice](p)
	if t.wireForm(a.Elem()) && copyNumbers(s, a.Data(), a.Len(), t.size) {
		return
	}
	resizeNumbers(s, a.Len(), t.size)
	t.fill(d, off, mem.From(s.Data), a)
}

// genericNumbers boxes every element as if the array were a generic one, for
// GenericArrays. An interface takes 16 bytes, and what it points to eight more.
func (d *decodeState) genericNumbers(off int, a wire.Numbers) any {
	if !d.charge(24 + 24*a.Len()) {
		return nil
	}
	s := make([]any, a.Len())
	for i := range s {
		v, next := d.anyNumber(off, a.At(i), 0)
		if next < 0 {
			return nil
		}
		s[i] = v
	}
	return s
}
