package patch

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"sync"

	"github.com/beve-org/beve-go/internal/edit"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// form is what package edit knows of MessagePack. It is for one goroutine: its Scanner keeps the memory
// that deep values take.
type form struct {
	limits  fault.Limits
	scanner msgwire.Scanner
}

// formOf returns the form under limits.
func formOf(l fault.Limits) *form {
	l.MaxDepth = fault.Depth(l.MaxDepth)
	return &form{limits: l}
}

// forms are those under the default limits that are not in use.
var forms = sync.Pool{New: func() any { return formOf(fault.Limits{}) }}

func (f *form) Name() string         { return "msgpack" }
func (f *form) Limits() fault.Limits { return f.limits }
func (f *form) Separator() string    { return "" }

func (f *form) Start(msg []byte) (off int, err error) { return 0, nil }

func (f *form) Check(src []byte, off int, l fault.Limits) (end int, err error) {
	b := l.Budget()
	if end, err = msgwire.Skip(src, off, &b); err == nil && end != len(src) {
		err = fault.At(end, fault.ErrTrailing)
	}
	return end, err
}

func (f *form) Skip(src []byte, off int) (next int, err error) {
	h, err := msgwire.ReadHead(src, off)
	if err != nil || h.Kind != msgwire.KindArray && h.Kind != msgwire.KindMap {
		return h.Next + h.Len, err
	}
	f.scanner.Reset(f.limits, off)
	return f.scanner.Next(src)
}

func (f *form) Open(src []byte, off int) (s edit.Shape, err error) {
	h, err := msgwire.ReadHead(src, off)
	switch s.Head, s.N, s.Body = byte(h.Kind), h.Len, h.Next; h.Kind {
	case msgwire.KindArray:
		s.Kind = edit.Array
	case msgwire.KindMap:
		s.Kind = edit.Object
		s.Numbered = err == nil && s.N > 0 && f.IsNumber(src, s.Body)
	}
	return s, err
}

func (f *form) IsNumber(src []byte, off int) bool {
	h, err := msgwire.ReadHead(src, off)
	return err == nil && isInt(&h)
}

func (f *form) Why(src []byte, off int) error {
	return fault.Because(fault.ErrMismatch, msgwire.KindOf(src[off]).String()+" has no parts")
}

func (f *form) Key(src []byte, off int, s edit.Shape) (key []byte, value int, err error) {
	if s.Kind != edit.Object {
		return nil, off, nil
	}
	if value, err = f.Skip(src, off); err != nil {
		return nil, off, err
	}
	return keyText(src, off), value, nil
}

func (f *form) End(src []byte, value int, s edit.Shape) (end int, err error) {
	return f.Skip(src, value)
}

func (f *form) After(src []byte, end int, s edit.Shape) (to, next int, err error) {
	return end, end, nil
}

// keyText returns a key as text: integers in decimal. Those that are neither have no path that leads
// to them, which no text but their own bytes stands for.
func keyText(src []byte, off int) []byte {
	h, _ := msgwire.ReadHead(src, off)
	switch h.Kind {
	case msgwire.KindStr, msgwire.KindBin:
		return src[h.Next : h.Next+h.Len]
	case msgwire.KindInt, msgwire.KindUint:
		return []byte(msgwire.KeyText(src, off))
	}
	b := fault.Limits{MaxDepth: fault.MaxMaxDepth, MaxElements: math.MaxInt64}.Budget()
	end, _ := msgwire.Skip(src, off, &b)
	return slices.Concat([]byte{0xFF}, src[off:end])
}

func (f *form) Plain(k edit.Kind) edit.Shape {
	if k == edit.Object {
		return edit.Shape{Kind: k, Head: byte(msgwire.KindMap)}
	}
	return edit.Shape{Kind: k, Head: byte(msgwire.KindArray)}
}

func (f *form) AppendHead(dst []byte, s edit.Shape, n int) []byte {
	if s.Kind == edit.Object {
		return msgp.AppendMapHeader(dst, uint32(n))
	}
	return msgp.AppendArrayHeader(dst, uint32(n))
}

func (f *form) AppendTail(dst []byte, s edit.Shape) []byte { return dst }

func (f *form) AppendText(dst []byte, text string) []byte { return msgp.AppendString(dst, text) }

func (f *form) Printed(part []byte) int { return len(part) }

func (f *form) TextRoom(printed int) int {
	var room [5]byte
	return len(msgp.AppendStringHeader(room[:0], uint32(printed))) + printed
}

func (f *form) AppendKey(dst []byte, s edit.Shape, name string) ([]byte, error) {
	if s.Numbered {
		if n, err := strconv.ParseInt(name, 10, 64); err == nil && strconv.FormatInt(n, 10) == name {
			return msgp.AppendInt64(dst, n), nil
		}
		if n, err := strconv.ParseUint(name, 10, 64); err == nil && strconv.FormatUint(n, 10) == name {
			return msgp.AppendUint64(dst, n), nil
		}
	}
	return msgp.AppendString(dst, name), nil
}

func (f *form) Kept(s edit.Shape, now, was []byte) bool {
	x, err := msgwire.ReadHead(now, 0)
	if was == nil {
		return err == nil && (s.Numbered || x.Kind == msgwire.KindStr)
	}
	y, other := msgwire.ReadHead(was, 0)
	return err == nil && other == nil && (x.Kind == y.Kind || isInt(&x) && isInt(&y))
}

func (f *form) Fits(dst, value []byte, s edit.Shape) ([]byte, bool) { return dst, false }

// Like writes an integer in the place of one that has more bytes.
func (f *form) Like(dst, value, old []byte) ([]byte, bool) {
	n, next := msgwire.ReadInt(value, 0)
	_, end := msgwire.ReadInt(old, 0)
	if next <= 0 || len(value) != next || end < next || len(old) != end || end == 1 {
		return dst, false
	}
	width := end - 1
	bits := 8 * width
	switch signed := old[0] >= msgwire.Int8 && old[0] <= msgwire.Int64; {
	case signed && n>>(bits-1) != n>>63, !signed && (n < 0 || bits < 64 && n>>bits != 0):
		return dst, false
	}
	dst = append(dst, old[0])
	for i := width - 1; i >= 0; i-- {
		dst = append(dst, byte(n>>(8*i)))
	}
	return dst, true
}

func (f *form) Text(src []byte, off int) (text string, ok bool) {
	h, err := msgwire.ReadHead(src, off)
	if err != nil || h.Kind != msgwire.KindStr {
		return "", false
	}
	return string(src[h.Next : h.Next+h.Len]), true
}

func (f *form) IsNull(src []byte, off int) bool { return src[off] == msgwire.Nil }

func (f *form) Same(a, b []byte, exactly bool) bool {
	if bytes.Equal(a, b) {
		return true
	}
	x, err := msgwire.ReadHead(a, 0)
	y, other := msgwire.ReadHead(b, 0)
	if err != nil || other != nil {
		return false
	}
	if content := x.Kind == y.Kind && x.Type == y.Type; content && x.Kind >= msgwire.KindStr {
		return bytes.Equal(a[x.Next:], b[y.Next:])
	}
	return !exactly && sameNumbers(&x, &y)
}

// sameNumbers reports whether two heads are numbers of the same value, or floats that read the
// same: 0.1 of 32 and of 64 bits.
func sameNumbers(x, y *msgwire.Head) bool {
	f, fIsFloat := float(x)
	g, gIsFloat := float(y)
	switch {
	case fIsFloat && gIsFloat:
		return f == g || x.Kind != y.Kind && shortest(x, f) == shortest(y, g)
	case gIsFloat:
		return sameNumbers(y, x)
	case fIsFloat && isInt(y):
		if y.Kind == msgwire.KindUint {
			return f >= 0 && f < 1<<64 && uint64(f) == y.Bits && f == math.Trunc(f)
		}
		return f >= -1<<63 && f < 1<<63 && int64(f) == int64(y.Bits) && f == math.Trunc(f)
	case !fIsFloat && isInt(x) && isInt(y):
		// One that is signed and one that is not are equal if neither has the sign.
		return x.Bits == y.Bits && (x.Kind == y.Kind || int64(x.Bits) >= 0)
	}
	return false
}

func isInt(h *msgwire.Head) bool { return h.Kind == msgwire.KindInt || h.Kind == msgwire.KindUint }

func float(h *msgwire.Head) (f float64, ok bool) {
	switch h.Kind {
	case msgwire.KindFloat32:
		return float64(math.Float32frombits(uint32(h.Bits))), true
	case msgwire.KindFloat64:
		return math.Float64frombits(h.Bits), true
	}
	return 0, false
}

func shortest(h *msgwire.Head, f float64) string {
	if h.Kind == msgwire.KindFloat32 {
		return strconv.FormatFloat(f, 'g', -1, 32)
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}
