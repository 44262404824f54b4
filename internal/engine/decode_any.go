package engine

import (
	"math"
	"math/big"
	"math/bits"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

// any decodes the value at off into the Go type that the format's table gives it:
//
//	null                     nil
//	boolean                  bool
//	signed integer           int64; *big.Int beyond
//	unsigned integer         int64 if it fits, else uint64, else *big.Int
//	float                    float64
//	string                   string
//	object                   map[string]any, map[int64]any, map[uint64]any
//	generic array            []any
//	typed array              []float64, []float32, []int8 … []uint64, []bool, []string;
//	                         []*big.Int for 128 bits, []float32 for 16-bit floats
//	complex                  complex128, []complex128, []complex64; Complex[int64] … for integers
//	matrix                   Matrix of the element type
//	timestamp, draft time    time.Time; []time.Time
//	duration                 time.Duration; scalar.Duration beyond
//	interval                 Interval
//	UUID                     UUID
//	regular expression       RegExpData
//	indexed object           map[string]any
//	table                    []any of map[string]any; TypeTag with LegacyTypeTag
func (d *decodeState) any(off int) (v any, next int) {
	src := d.src
	if len(src)-off < 1+8 {
		return d.anyOther(off)
	}
	// The values that most documents are made of.
	switch h := wire.Header(mem.Byte(src, off)); h {
	case wire.HeaderNull:
		return nil, off + 1
	case wire.HeaderFalse, wire.HeaderTrue:
		return h == wire.HeaderTrue, off + 1
	case wire.HeaderString:
		var s string
		if next = d.shortText(src, off+1, &s); next >= 0 {
			return s, next
		}
	case wire.HeaderObject:
		return d.anyObject(off)
	case wire.HeaderArray:
		return d.anyArray(off)
	case wire.HeaderFloat64:
		return math.Float64frombits(mem.Word(src, off+1)), off + 9
	case wire.HeaderInt8:
		return int64(int8(mem.Byte(src, off+1))), off + 2
	case wire.HeaderInt16:
		return int64(int16(mem.Word32(src, off+1))), off + 3
	case wire.HeaderInt32:
		return int64(int32(mem.Word32(src, off+1))), off + 5
	case wire.HeaderInt64:
		return int64(mem.Word(src, off+1)), off + 9
	case wire.HeaderUint8:
		return int64(mem.Byte(src, off+1)), off + 2
	}
	return d.anyOther(off)
}

// anyOther is any for every value.
func (d *decodeState) anyOther(off int) (v any, next int) {
	h, err := wire.ReadHeader(d.src, off)
	if err != nil {
		return nil, d.Fail(off, "", err)
	}
	switch kind := h.Kind(); kind {
	case wire.KindNull:
		return nil, off + 1
	case wire.KindBool:
		return h == wire.HeaderTrue, off + 1
	case wire.KindNumber:
		n, next, err := wire.ReadNumber(d.src, off)
		if err != nil {
			return nil, d.Fail(off, "", err)
		}
		return d.anyNumber(off, n, next)
	case wire.KindString:
		text, next, err := wire.ViewText(d.src, off+1)
		if err != nil {
			return nil, d.Fail(off, "", err)
		}
		return d.string(text), next
	case wire.KindObject:
		return d.anyObject(off)
	case wire.KindIntObject:
		return d.anyIntObject(off, h)
	case wire.KindArray:
		return d.anyArray(off)
	case wire.KindNumberArray, wire.KindAligned:
		a, next, err := wire.ViewNumbers(d.src, off)
		if err != nil {
			return nil, d.Fail(off, "", err)
		}
		return d.anyNumbers(off, a), d.check(next)
	case wire.KindBoolArray:
		return d.anyBools(off)
	case wire.KindStringArray:
		return d.anyStrings(off)
	case wire.KindComplex:
		a, next, err := wire.ViewComplexes(d.src, off)
		if err != nil {
			return nil, d.Fail(off, "", err)
		}
		return d.anyComplexes(off, a), d.check(next)
	case wire.KindMatrix:
		return d.anyMatrix(off)
	case wire.KindTime:
		return d.anyTimes(off)
	default:
		return d.anyExtended(off, kind)
	}
}

// check returns next, or -1 after a failure.
func (d *decodeState) check(next int) int {
	if d.Err != nil {
		return -1
	}
	return next
}

func (d *decodeState) anyNumber(off int, n wire.Number, next int) (any, int) {
	if n.IsFloat() {
		f, ok := n.Float64()
		if !ok {
			return nil, d.Fail(off, "", n.Misfit(off, "float64", false))
		}
		return f, next
	}
	if v, ok := n.Int64(); ok {
		return v, next
	}
	if v, ok := n.Uint64(); ok {
		return v, next
	}
	return bigOf(n), next
}

// bigOf returns an integer of any width.
func bigOf(n wire.Number) *big.Int {
	if v, ok := n.Uint128(); ok {
		return bigUint(v.Hi, v.Lo)
	}
	v, _ := n.Int128() // negative
	m := v.Magnitude()
	b := bigUint(m.Hi, m.Lo)
	return b.Neg(b)
}

func bigUint(hi, lo uint64) *big.Int {
	b := new(big.Int)
	if hi == 0 {
		setUint64(b, lo)
		return b
	}
	b.SetUint64(hi)
	return b.Or(b.Lsh(b, 64), new(big.Int).SetUint64(lo))
}

// setUint64 sets b, in memory of one word where it has none: package big would take five.
func setUint64(b *big.Int, v uint64) {
	if bits.UintSize == 64 && v != 0 && cap(b.Bits()) == 0 {
		b.SetBits([]big.Word{big.Word(v)})
		return
	}
	b.SetUint64(v)
}

// The memory of a map in bytes, apart from the elements' own allocations: the map, its
// first group of eight slots, and each further slot.
const (
	mapBase = 48
	mapSlot = 36
)

// mapCost estimates a map of n entries.
func mapCost(n int) int { return mapBase + max(n, 8)*mapSlot }

func (d *decodeState) anyObject(off int) (any, int) {
	n, next := shortCount(d.src, off, wire.HeaderObject, 2), off+2
	if n < 0 {
		var err error
		if _, n, next, err = wire.ReadObject(d.src, off); err != nil {
			return nil, d.Fail(off, "", err)
		}
	}
	if !d.charge(mapCost(n)) {
		return nil, -1
	}
	m := make(map[string]any, n)
	return m, readStringMembers(d, off, next, n, m, (*decodeState).any)
}

func duplicate(key string) error {
	return fault.DuplicateKey(key)
}

func (d *decodeState) anyIntObject(off int, h wire.Header) (any, int) {
	_, n, next, err := wire.ReadObject(d.src, off)
	if err != nil {
		return nil, d.Fail(off, "", err)
	}
	if !d.charge(mapCost(n)) {
		return nil, -1
	}
	if h.Class() == wire.Unsigned {
		m := make(map[uint64]any, n)
		return m, intMembers(d, off, next, n, h, m, wire.Number.Uint64)
	}
	m := make(map[int64]any, n)
	return m, intMembers(d, off, next, n, h, m, wire.Number.Int64)
}

// intMembers decodes n members with integer keys at next into m.
func intMembers[K int64 | uint64](d *decodeState, off, next, n int, h wire.Header, m map[K]any, convert func(wire.Number) (K, bool)) int {
	if at, done := d.Descend(&d.budget, off, next, n); done {
		return at
	}
	for range n {
		num, at, err := wire.ReadIntKey(d.src, next, h)
		if err != nil {
			return d.Fail(next, "", err)
		}
		key, ok := convert(num)
		if !ok {
			return d.Fail(next, "", num.Misfit(next, "a 64-bit map key", true))
		}
		if d.rejectDuplicates {
			if _, again := m[key]; again {
				d.Fail(next, "", duplicate(num.String()))
				return d.InKey(num.String())
			}
		}
		v, end := d.any(at)
		if end < 0 {
			return d.InKey(num.String())
		}
		m[key], next = v, end
	}
	d.leave()
	return next
}

func (d *decodeState) anyArray(off int) (any, int) {
	n, next := shortCount(d.src, off, wire.HeaderArray, 1), off+2
	if n < 0 {
		var err error
		if n, next, err = wire.ReadArray(d.src, off); err != nil {
			return nil, d.Fail(off, "", err)
		}
	}
	if !d.charge(24 + 16*n) {
		return nil, -1
	}
	s := make([]any, n)
	if n == 0 {
		return s, next
	}
	if !d.enter(off, n) {
		return nil, -1
	}
	for i := range s {
		if s[i], next = d.any(next); next < 0 {
			return nil, d.InIndex(i)
		}
	}
	d.leave()
	return s, next
}

func (d *decodeState) anyBools(off int) (any, int) {
	a, next, err := wire.ViewBools(d.src, off)
	if err != nil {
		return nil, d.Fail(off, "", err)
	}
	if !d.checkPadding(a, next) || !d.charge(24+a.Len()) {
		return nil, -1
	}
	s := make([]bool, a.Len())
	a.CopyTo(s)
	if d.generic {
		if !d.budget.Count(len(s)) {
			return nil, d.Fail(off, "", d.budget.Err())
		}
		return boxed(d, off, s), d.check(next)
	}
	return s, next
}

// checkPadding enforces Strict on a boolean array that ends at next.
func (d *decodeState) checkPadding(a wire.Bools, next int) bool {
	if d.strict && !a.PaddingIsZero() {
		d.Fail(next-1, "", fault.Because(fault.ErrSyntax, "boolean array with padding bits set"))
		return false
	}
	return true
}

func (d *decodeState) anyStrings(off int) (any, int) {
	var s []string
	next := d.strings(off, &s)
	if next < 0 {
		return nil, -1
	}
	if d.generic {
		return boxed(d, off, s), d.check(next)
	}
	return s, next
}

// boxed turns a typed slice into []any for GenericArrays.
func boxed[T any](d *decodeState, off int, s []T) any {
	if !d.charge(24 + 32*len(s)) {
		return nil
	}
	out := make([]any, len(s))
	for i, v := range s {
		out[i] = v
	}
	return out
}
