package interop

import (
	"math"
	"math/rand/v2"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/scalar"
)

// maxDepth is how deep documents nest: well below what every peer reads.
const maxDepth = 6

// Documents makes random documents, the same for the same seed.
type Documents struct {
	r *rand.Rand
	// Plain leaves out what comes back from an implementation without static types
	// in another form: arrays of booleans and strings, unsigned integers that signed
	// ones hold.
	Plain bool
	// WideKeys makes all integer keys too large for 32 bits: the dynamic value of the
	// crate in Rust writes each as narrow as it goes, and refuses several widths.
	WideKeys bool
	// Complex also makes complex numbers and matrices.
	Complex bool
}

// NewDocuments returns the documents of a seed.
func NewDocuments(seed uint64) *Documents {
	return &Documents{r: rand.New(rand.NewPCG(seed, 0))}
}

// Next returns the next document.
func (d *Documents) Next() any { return d.value(0) }

func (d *Documents) value(depth int) any {
	kinds := 12
	if depth >= maxDepth {
		kinds = 9
	}
	switch d.r.IntN(kinds) {
	case 0:
		return nil
	case 1:
		return d.r.IntN(2) == 0
	case 2, 3:
		return d.integer()
	case 4:
		return d.float()
	case 5, 6:
		return d.text()
	case 7:
		return d.numbers()
	case 8:
		return d.other()
	case 9:
		list := make([]any, d.r.IntN(6))
		for i := range list {
			list[i] = d.value(depth + 1)
		}
		return list
	case 10:
		members := map[int64]any{}
		for range 1 + d.r.IntN(4) {
			key := d.integer()
			if d.WideKeys {
				key = 1<<40 + key>>24
			}
			members[key] = d.value(depth + 1)
		}
		return members
	default:
		members := map[string]any{}
		for range d.r.IntN(6) {
			members[d.text()] = d.value(depth + 1)
		}
		return members
	}
}

// integer is as likely to be of one width as of another.
func (d *Documents) integer() int64 { return int64(d.r.Uint64()) >> d.r.IntN(64) }

// float is finite: JSON, which documents are compared as, has no other numbers.
func (d *Documents) float() float64 {
	for {
		f := math.Float64frombits(d.r.Uint64())
		if d.r.IntN(2) == 0 {
			f = float64(d.integer()) / 8
		}
		if !math.IsNaN(f) && !math.IsInf(f, 0) {
			return f
		}
	}
}

var letters = []rune("abcxyz0189 /~\\\"\t\n\x00éüßñ€漢字𝄞🙂\ufeff\uffff")

func (d *Documents) text() string {
	n := d.r.IntN(8)
	if d.r.IntN(20) == 0 {
		n = 60 + d.r.IntN(10) // around where SIZE takes another byte
	}
	text := make([]rune, n)
	for i := range text {
		text[i] = letters[d.r.IntN(len(letters))]
	}
	return string(text)
}

// numbers is a typed array of a random type and length, none included.
func (d *Documents) numbers() any {
	n := d.r.IntN(5)
	if d.r.IntN(10) == 0 {
		n = 60 + d.r.IntN(10)
	}
	switch d.r.IntN(9) {
	case 0:
		return fill(n, func() int8 { return int8(d.integer()) })
	case 1:
		return fill(n, func() int16 { return int16(d.integer()) })
	case 2:
		return fill(n, func() int32 { return int32(d.integer()) })
	case 3:
		return fill(n, d.integer)
	case 4:
		return fill(n, func() uint8 { return uint8(d.integer()) })
	case 5:
		return fill(n, func() uint32 { return uint32(d.integer()) })
	case 6:
		return fill(n, func() uint64 { return uint64(d.integer()) })
	case 7:
		// Of few digits, so that the text is the same after widening.
		return fill(n, func() float32 { return float32(int16(d.integer())) / 8 })
	default:
		return fill(n, d.float)
	}
}

func fill[T any](n int, next func() T) []T {
	s := make([]T, n)
	for i := range s {
		s[i] = next()
	}
	return s
}

// other is what only some documents have.
func (d *Documents) other() any {
	kinds := 1
	if d.Complex {
		kinds = 4
	}
	if !d.Plain {
		kinds += 3
	}
	switch k := d.r.IntN(kinds); {
	case k == 0:
		return uint64(1<<63) | d.r.Uint64()
	case d.Complex && k == 1:
		return complex(d.float(), d.float())
	case d.Complex && k == 2:
		return fill(d.r.IntN(4), func() complex128 { return complex(d.float(), d.float()) })
	case d.Complex && k == 3:
		rows, columns := 1+d.r.IntN(3), 1+d.r.IntN(3)
		layout := scalar.RowMajor
		if d.r.IntN(2) == 0 {
			layout = scalar.ColumnMajor
		}
		return beve.Matrix[float64]{Layout: layout, Extents: []int{rows, columns}, Data: fill(rows*columns, d.float)}
	case k == kinds-1:
		return fill(d.r.IntN(20), func() bool { return d.r.IntN(2) == 0 })
	case k == kinds-2:
		return fill(d.r.IntN(5), d.text)
	default:
		return uint64(d.integer()) >> 1
	}
}
