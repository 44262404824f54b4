package column

import (
	"math"
	"strings"

	"github.com/beve-org/beve-go/internal/columns"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

// Arrays of numbers are looked at in their own type, in which bounds have been made once, and a
// chunk at a time.

const chunk = 1024

// hits are which of the numbers of a chunk pass, in room for all of them.
type hits [chunk]int32

// numbers goes through arrays of numbers.
type numbers struct {
	where []columns.Condition
	scans [256]scan // of the first condition, by header
	room  hits
}

// few is the length of arrays that are not worth a scan.
const few = 32

// each calls yield with the numbers of each chunk that pass all conditions, counted from its start,
// until it returns false.
func (n *numbers) each(a wire.Numbers, yield func(start int, hits []int32) bool) (more bool) {
	s, where := every, n.where
	if len(where) > 0 && a.Len() >= few {
		s = n.scans[a.Elem()]
		if s == nil {
			s = scanOf(a, &where[0].Match)
			n.scans[a.Elem()] = s
		}
		where = where[1:]
	}
	for start := 0; start < a.Len(); start += chunk {
		part := a.Slice(start, min(start+chunk, a.Len()))
		found := n.room[:s(part, &n.room)]
		for i := range where {
			found = thin(part, found, &where[i].Match)
		}
		if !yield(start, found) {
			return false
		}
	}
	return true
}

// every is the scan that all numbers pass.
func every(a wire.Numbers, out *hits) int {
	for i := range a.Len() {
		out[i] = int32(i)
	}
	return a.Len()
}

// thin leaves the hits that pass one more condition.
func thin(a wire.Numbers, hits []int32, m *columns.Match) []int32 {
	left := hits[:0]
	for _, i := range hits {
		if b, ok := number(a.At(int(i)), m.Type); ok && m.Passes(b) {
			left = append(left, i)
		}
	}
	return left
}

// scan writes to out which of the numbers of a chunk pass, and returns how many do.
type scan func(a wire.Numbers, out *hits) int

// scanOf returns how numbers of the type of a are held to m.
func scanOf(a wire.Numbers, m *columns.Match) scan {
	if m.Test == nil && m.Type <= columns.Float {
		switch a.Elem() {
		case wire.HeaderInt8:
			return signed[int8, uint8](m)
		case wire.HeaderInt16:
			return signed[int16, uint16](m)
		case wire.HeaderInt32:
			return signed[int32, uint32](m)
		case wire.HeaderInt64:
			return signed[int64, uint64](m)
		case wire.HeaderUint8:
			return unsigned[uint8](m)
		case wire.HeaderUint16:
			return unsigned[uint16](m)
		case wire.HeaderUint32:
			return unsigned[uint32](m)
		case wire.HeaderUint64:
			return unsigned[uint64](m)
		case wire.HeaderFloat32:
			return float[float32](m)
		case wire.HeaderFloat64:
			return float[float64](m)
		}
	}
	return func(a wire.Numbers, out *hits) (n int) {
		for i := range a.Len() {
			if b, ok := number(a.At(i), m.Type); ok && m.Passes(b) {
				out[n] = int32(i)
				n++
			}
		}
		return n
	}
}

func none(wire.Numbers, *hits) int { return 0 }

// bounds are the least and the greatest integer that pass m, among those from lo to hi.
func bounds[N int64 | uint64](m *columns.Match, lo, hi N) (N, N, bool) {
	above := func(b columns.Bound) (n N, ok bool) { // the least integer that is not less
		switch m.Type {
		case columns.Int:
			return clampInt(b.Int, lo, hi), b.Int <= 0 || uint64(b.Int) <= uint64(hi)
		case columns.Uint:
			return clampUint(b.Uint, lo, hi), b.Uint <= uint64(hi)
		}
		return clampFloat(math.Ceil(b.Float), lo, hi), b.Float <= float64(hi)
	}
	below := func(b columns.Bound) (n N, ok bool) {
		switch m.Type {
		case columns.Int:
			return clampInt(b.Int, lo, hi), b.Int >= 0 || lo < 0 && b.Int >= int64(lo)
		case columns.Uint:
			return clampUint(b.Uint, lo, hi), true
		}
		return clampFloat(math.Floor(b.Float), lo, hi), b.Float >= float64(lo)
	}
	ok := true
	from, to := lo, hi
	switch m.Type { // what the type holds at all
	case columns.Int:
		to = N(min(uint64(hi), math.MaxInt64))
	case columns.Uint:
		from = max(lo, 0)
	}
	lo, hi = from, to
	if m.HasLo {
		from, ok = above(m.Lo)
	}
	if m.HasHi && ok {
		to, ok = below(m.Hi)
	}
	return from, to, ok && from <= to
}

func clampInt[N int64 | uint64](v int64, lo, hi N) N {
	switch {
	case v < 0 && lo >= 0, v < 0 && v < int64(lo):
		return lo
	case v > 0 && uint64(v) > uint64(hi):
		return hi
	}
	return N(v)
}

func clampUint[N int64 | uint64](v uint64, lo, hi N) N {
	if v > uint64(hi) {
		return hi
	}
	return max(N(v), lo)
}

func clampFloat[N int64 | uint64](v float64, lo, hi N) N {
	switch {
	case v <= float64(lo):
		return lo
	case v >= float64(hi):
		return hi
	}
	return N(v)
}

// ends returns the bounds of a type of so many bits.
func ends[N int64 | uint64](bits int, isSigned bool) (lo, hi N) {
	if isSigned {
		return N(int64(-1) << (bits - 1)), N(1)<<(bits-1) - 1
	}
	return 0, N(1)<<(bits-1)<<1 - 1
}

type integer interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64
}

func signed[E int8 | int16 | int32 | int64, U uint8 | uint16 | uint32 | uint64](m *columns.Match) scan {
	lo, hi := ends[int64](8*wire.HeaderOf[E]().Width(), true)
	from, to, ok := bounds(m, lo, hi)
	if !ok && m.Type != columns.Float {
		return none
	}
	if !ok {
		from, to = 1, 0
	}
	return between[E, U](E(from), E(to), m)
}

func unsigned[E uint8 | uint16 | uint32 | uint64](m *columns.Match) scan {
	lo, hi := ends[uint64](8*wire.HeaderOf[E]().Width(), false)
	from, to, ok := bounds(m, lo, hi)
	if !ok && m.Type != columns.Float {
		return none
	}
	if !ok {
		from, to = 1, 0
	}
	return between[E, E](E(from), E(to), m)
}

// between passes integers; U is E without a sign.
func between[E integer, U uint8 | uint16 | uint32 | uint64](from, to E, m *columns.Match) scan {
	if m.Type == columns.Float && wire.HeaderOf[E]().Width() == 8 {
		return wide(from, to, m)
	}
	// One comparison is enough where what is less than from wraps to the greatest.
	least, span := U(from), U(to)-U(from)
	if from > to {
		return none
	}
	return func(a wire.Numbers, out *hits) (n int) {
		var room [chunk]E
		for i, v := range chunkOf(a, &room) {
			out[n&(chunk-1)] = int32(i) // it counts if n does
			if U(v)-least <= span {
				n++
			}
		}
		return n
	}
}

// wide is between for integers of which a float64 does not hold all: those beyond 2^53 are looked
// at one by one.
func wide[E integer](from, to E, m *columns.Match) scan {
	const most = 1 << 53
	return func(a wire.Numbers, out *hits) (n int) {
		var room [chunk]E
		for i, v := range chunkOf(a, &room) {
			ok := from <= v && v <= to
			if f := float64(v); f > most || f < -most {
				b, holds := number(a.At(i), m.Type)
				ok = holds && m.Passes(b)
			}
			if ok {
				out[n] = int32(i)
				n++
			}
		}
		return n
	}
}

func float[E float32 | float64](m *columns.Match) scan {
	if m.Type != columns.Float {
		return none // a float is not an integer
	}
	from, to := math.Inf(-1), math.Inf(1)
	if m.HasLo {
		from = m.Lo.Float
	}
	if m.HasHi {
		to = m.Hi.Float
	}
	if !m.HasLo && !m.HasHi {
		return every // NaNs too
	}
	return func(a wire.Numbers, out *hits) (n int) {
		var room [chunk]E
		for i, v := range chunkOf(a, &room) {
			out[n&(chunk-1)] = int32(i) // it counts if n does
			above, below := 0, 0
			if f := float64(v); f >= from {
				above = 1
			}
			if f := float64(v); f <= to {
				below = 1
			}
			n += above & below
		}
		return n
	}
}

// chunkOf returns the numbers of a, at most a chunk, in place if they can be read there.
func chunkOf[E integer | float32 | float64](a wire.Numbers, room *[chunk]E) []E {
	if s, ok := wire.InPlace[E](a); ok {
		return s
	}
	wire.CopyTo(room[:a.Len()], a)
	return room[:a.Len()]
}

// numbersOf is Of where the rows are the numbers of one array, of the type of T.
func numbersOf[T any](r Rows) (out []T, ok bool, err error) {
	path, whole := strings.CutSuffix(string(r.q.Path), "/*")
	if !whole || strings.Contains(path, "/*") || !own(&r.q) {
		return nil, false, nil
	}
	switch any(out).(type) {
	case []int8:
		return typed[T, int8](r, path)
	case []int16:
		return typed[T, int16](r, path)
	case []int32:
		return typed[T, int32](r, path)
	case []int64:
		return typed[T, int64](r, path)
	case []uint8:
		return typed[T, uint8](r, path)
	case []uint16:
		return typed[T, uint16](r, path)
	case []uint32:
		return typed[T, uint32](r, path)
	case []uint64:
		return typed[T, uint64](r, path)
	case []float32:
		return typed[T, float32](r, path)
	case []float64:
		return typed[T, float64](r, path)
	}
	return nil, false, nil
}

// typed is numbersOf for a T that is E.
func typed[T any, E integer | float32 | float64](r Rows, path string) (_ []T, ok bool, err error) {
	v, err := r.v.At(fault.Pointer(path))
	if err != nil {
		return nil, false, err
	}
	a, _, ok, err := v.Numbers()
	if !ok || err != nil || a.Elem() != wire.HeaderOf[E]() {
		return nil, false, err
	}
	var out []E
	if len(r.q.Where) == 0 {
		out = make([]E, a.Len())
		wire.CopyTo(out, a)
	} else {
		(&numbers{where: r.q.Where}).each(a, func(start int, hits []int32) bool {
			if len(hits) > 0 {
				var room [chunk]E
				part := chunkOf(a.Slice(start, min(start+chunk, a.Len())), &room)
				for _, i := range hits {
					out = append(out, part[i])
				}
			}
			return true
		})
	}
	return any(out).([]T), true, nil
}
