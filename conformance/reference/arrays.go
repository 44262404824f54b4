package reference

import (
	"math/big"
	"slices"

	"github.com/beve-org/beve-go/conformance/meaning"
)

// element prints a number of the class and width of e.
func (w *walk) element(e *Entry, data []byte) {
	if e.Class == "float" {
		w.out = meaning.AppendFloat(w.out, e.Kind, data)
	} else {
		w.out = integer(e, data).Append(w.out, 10)
	}
}

// integer is the integer of these bytes.
func integer(e *Entry, data []byte) *big.Int {
	n := new(big.Int).SetBytes(reversed(data))
	if e.Class == "signed" && data[len(data)-1] >= 0x80 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(data))))
	}
	return n
}

func reversed(data []byte) []byte {
	data = slices.Clone(data)
	slices.Reverse(data)
	return data
}

// pair prints a complex number.
func (w *walk) pair(e *Entry, data []byte) {
	w.out = append(w.out, `{"$complex":[`...)
	w.element(e, data[:e.Width])
	w.out = append(w.out, ',')
	w.element(e, data[e.Width:])
	w.out = append(w.out, `]}`...)
}

// list prints numbers, without brackets.
func (w *walk) list(e *Entry, data []byte) {
	for i := range len(data) / e.Width {
		w.comma(i)
		w.element(e, data[i*e.Width:(i+1)*e.Width])
	}
}

// pairs prints complex numbers, without brackets.
func (w *walk) pairs(e *Entry, data []byte) {
	for i := range len(data) / e.Width / 2 {
		w.comma(i)
		w.pair(e, data[2*i*e.Width:2*(i+1)*e.Width])
	}
}

// bits reads booleans, eight in a byte, the lowest bit first, and returns how many.
func (w *walk) bits() int {
	n := w.size()
	w.check(n/8 <= uint64(len(w.src)-w.off), "a SIZE that the bytes left cannot pay for")
	data := w.take(int((n + 7) / 8))
	w.check(!w.written || n%8 == 0 || data[n/8]>>(n%8) == 0, "unused bits that are set")
	for i := range int(n) {
		w.comma(i)
		w.out = append(w.out, [...]string{"false", "true"}[data[i/8]>>(i%8)&1]...)
	}
	return int(n)
}

// aligned returns the bytes of the numbers of an aligned array.
func (w *walk) aligned(e *Entry) []byte {
	n := w.size()
	padding := w.take(1)[0]
	w.check(int(padding) < e.Width, "padding as wide as an element")
	w.take(int(padding))
	w.check(n <= uint64((len(w.src)-w.off)/e.Width), "a SIZE that the bytes left cannot pay for")
	return w.take(int(n) * e.Width)
}

// alignedPairs returns the bytes of the complex numbers of an aligned array.
func (w *walk) alignedPairs(e *Entry) []byte {
	w.check(w.take(1)[0] == 0x5C, "no aligned array")
	inner := w.headers[0x5C].Then[w.take(1)[0]]
	w.check(inner != nil && inner.Kind == e.Kind, "an aligned array of another kind")
	data := w.aligned(inner)
	w.check(len(data)/e.Width%2 == 0, "an odd number of components")
	return data
}

// arrayOf reads the header of an array of a matrix, and returns its row.
func (w *walk) arrayOf(allowed ...string) *Entry {
	e := w.header()
	w.check(slices.Contains(allowed, e.Name), "another array than a matrix may have")
	return e
}

// numbers returns the bytes of the numbers of a typed or aligned array.
func (w *walk) numbers(e *Entry) []byte {
	if e.Name == "aligned array" {
		return w.aligned(e)
	}
	return w.take(w.count(e.Width) * e.Width)
}

// extents reads the extents of a matrix, and returns their product.
func (w *walk) extents() *big.Int {
	e := w.arrayOf("typed array", "aligned array")
	data := w.numbers(e)
	w.check(e.Class != "float" && len(data) > 0, "no extents")
	w.out = append(w.out, '[')
	w.list(e, data)
	w.out = append(w.out, ']')
	product := big.NewInt(1)
	for i := range len(data) / e.Width {
		n := integer(e, data[i*e.Width:(i+1)*e.Width])
		w.check(n.Sign() >= 0, "a negative extent")
		product.Mul(product, n)
	}
	w.check(product.IsUint64(), "a product of extents beyond 64 bits")
	return product
}

// elements reads the elements of a matrix.
func (w *walk) elements(product *big.Int) {
	e := w.arrayOf("typed array", "aligned array", "complex array", "aligned complex array", "boolean array")
	w.may = w.may || e.Class == "" || e.Section == "6.4"
	n := 0
	w.out = append(w.out, '[')
	switch e.Name {
	case "boolean array":
		w.check(w.BooleanMatrices && !w.written, "a matrix of booleans")
		n = w.bits()
	case "complex array":
		n = w.count(2 * e.Width)
		w.pairs(e, w.take(2*n*e.Width))
	case "aligned complex array":
		data := w.alignedPairs(e)
		n = len(data) / e.Width / 2
		w.pairs(e, data)
	default:
		data := w.numbers(e)
		n = len(data) / e.Width
		w.list(e, data)
	}
	w.out = append(w.out, ']')
	w.check(product.Cmp(big.NewInt(int64(n))) == 0, "another number of elements than the extents make")
}
