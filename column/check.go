package column

import (
	"math"

	"github.com/beve-org/beve-go/internal/columns"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

// A check is a Match for values where they lie in a message, which have been checked.
type check struct {
	m *columns.Match
	// What passes as it lies, without being made a value of the type of m: integers from lo to hi, or
	// floats of 64 bits from low to high, or texts.
	ints, floats, texts bool
	lo, hi              int64
	low, high           float64
	// The bounds of texts; the latter is not there if it is nil.
	least string
	most  *string
}

func checkOf(m *columns.Match) check {
	c := check{m: m, lo: math.MinInt64, hi: math.MaxInt64, low: math.Inf(-1), high: math.Inf(1)}
	c.ints = m.Type == columns.Int && m.Test == nil
	c.floats = m.Type == columns.Float && m.Test == nil && (m.HasLo || m.HasHi) // no NaN passes then
	c.texts = m.Type == columns.Text && m.Test == nil
	if m.HasLo {
		c.lo, c.low, c.least = m.Lo.Int, m.Lo.Float, m.Lo.Text
	}
	if m.HasHi {
		c.hi, c.high, c.most = m.Hi.Int, m.Hi.Float, &m.Hi.Text
	}
	return c
}

// The bits of a header that say how wide an integer of up to eight bytes is.
const (
	widthBits  wire.Header = 3 << widthShift
	widthShift             = 5
)

// passes reports whether the value at src[off:] passes.
func (c *check) passes(src []byte, off int) bool {
	if c.texts {
		if wire.Header(src[off]) != wire.HeaderString {
			return false
		}
		n, start, err := wire.ReadCount(src, off+1, 1)
		if err != nil {
			return false
		}
		text := src[start : start+n]
		return string(text) >= c.least && (c.most == nil || string(text) <= *c.most)
	}
	if len(src)-off >= 9 {
		switch h := wire.Header(src[off]); {
		case c.floats && h == wire.HeaderFloat64:
			f := math.Float64frombits(mem.Word(src, off+1))
			return c.low <= f && f <= c.high
		case c.ints && h&^widthBits == wire.HeaderInt8:
			unused := 64 - 8<<(h>>widthShift)
			i := int64(mem.Word(src, off+1)<<(unused&63)) >> (unused & 63)
			return c.lo <= i && i <= c.hi
		case c.ints && h&^widthBits == wire.HeaderUint8:
			unused := 64 - 8<<(h>>widthShift)
			u := mem.Word(src, off+1) << (unused & 63) >> (unused & 63)
			return u <= math.MaxInt64 && c.lo <= int64(u) && int64(u) <= c.hi
		}
	}
	b, ok := cell(src, off, c.m.Type)
	return ok && c.m.Passes(b)
}
