// This file prints BEVE as JSON. Every structural check is the wire package's, so
// that what is refused here is what every other reader refuses.

package translator

import (
	"math"
	"slices"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

// printer is the state of one translation to JSON. Its methods append to the text
// that they are given and return it with the offset after what they read, -1 if
// they failed with err.
type printer struct {
	opts    Options
	src     []byte
	budget  wire.Budget
	err     error
	trail   fault.Trail
	careful bool // every text is checked to be UTF-8, so that an error names the first
	foreign bool // a text was printed that has to be checked in the end

	base  int64  // how much of the value lies before src
	words []byte // the names of the tables that are being printed, as they are printed
	ends  []int  // where each of them ends
}

// textRoom is what the text has left when a key or value starts: the words of a
// short text and its quotes, or a number, and a comma and a colon beside them.
const textRoom = max(shortText+8, jsontext.FloatRoom) + 4

// message appends the text of src, which must hold one message and nothing else.
// On failure the result is as long as dst.
func (p *printer) message(dst, src []byte) ([]byte, error) {
	if err := p.opts.admit(len(src), ""); err != nil {
		return dst, err
	}
	off, err := wire.ReadMessageStart(src)
	if err != nil {
		return dst, err
	}
	out, next, err := p.one(dst, src, off)
	if err == nil {
		err = wire.CheckEnd(src, next)
	}
	if err != nil {
		return out[:len(dst)], err
	}
	return out, nil
}

// one appends the text of the value at src[off:] and returns the offset after it.
// On failure the result is as long as dst.
func (p *printer) one(dst, src []byte, off int) (out []byte, next int, err error) {
	p.src, p.careful = src, false
	out, next = p.attempt(dst, off)
	// Quotes, which are ASCII, keep the texts apart, so that one look at all of them
	// is as good as one at each.
	if p.foreign && (next < 0 || !jsontext.ValidUTF8(out[len(dst):])) {
		p.careful = true
		out, next = p.attempt(out[:len(dst)], off)
	}
	p.src = nil
	if next < 0 {
		return out[:len(dst)], off, p.failure()
	}
	return out, next, nil
}

// attempt is one without a look at whether texts are UTF-8.
func (p *printer) attempt(dst []byte, off int) (out []byte, next int) {
	p.begin()
	return p.value(dst, off)
}

// begin prepares for a value.
func (p *printer) begin() {
	p.budget, p.foreign, p.base = fault.Limits(p.opts.Limits).Budget(), false, 0
	p.words, p.ends = p.words[:0], p.ends[:0]
	p.budget.ReadTypeTags(p.opts.LegacyTypeTag)
	p.trail.Reset()
}

// failure returns err with the path to it, and forgets both.
func (p *printer) failure() error {
	err := p.err
	if d, ok := err.(*fault.DecodeError); ok {
		d.Path = p.trail.Pointer()
	}
	p.err = nil
	p.trail.Reset()
	return err
}

// fail notes why a translation failed and returns what its functions return then.
func (p *printer) fail(out []byte, err error) ([]byte, int) {
	p.err = err
	return out, -1
}

// value prints the value at off. It looks for the most frequent kinds first.
func (p *printer) value(out []byte, off int) (_ []byte, next int) {
	if off >= len(p.src) {
		return p.rareValue(out, off)
	}
	if cap(out)-len(out) < textRoom {
		out = slices.Grow(out, textRoom)
	}
	switch h := wire.Header(p.src[off]); h.Kind() {
	case wire.KindNumber:
		return p.number(out, h, off)
	case wire.KindString:
		return p.text(out, off+1)
	case wire.KindObject:
		return p.object(out, off)
	case wire.KindArray:
		return p.array(out, off)
	case wire.KindNull:
		return append(out, "null"...), off + 1
	case wire.KindBool:
		return jsontext.AppendBool(out, h == wire.HeaderTrue), off + 1
	}
	return p.rareValue(out, off)
}

// hasNumber reports whether a number is at off and out has room for its text: what most
// containers are full of is printed with one call less.
func (p *printer) hasNumber(out []byte, off int) bool {
	return off < len(p.src) && cap(out)-len(out) >= textRoom && wire.Header(p.src[off]).Kind() == wire.KindNumber
}

// rareValue prints what value leaves.
func (p *printer) rareValue(out []byte, off int) (_ []byte, next int) {
	h, err := wire.ReadHeader(p.src, off)
	if err != nil {
		return p.fail(out, err)
	}
	switch h.Kind() {
	case wire.KindIntObject:
		return p.intObject(out, off)
	case wire.KindNumberArray, wire.KindAligned:
		a, next, err := wire.ViewNumbers(p.src, off)
		if err != nil {
			return p.fail(out, err)
		}
		return p.numbers(out, a, next)
	case wire.KindBoolArray:
		return p.bools(out, off)
	case wire.KindStringArray:
		return p.strings(out, off)
	case wire.KindMatrix:
		return p.matrix(out, off)
	case wire.KindComplex:
		c, next, err := wire.ViewComplexes(p.src, off)
		if err != nil {
			return p.fail(out, err)
		}
		return p.complexes(out, c, next)
	case wire.KindTime:
		return p.times(out, off)
	}
	return p.extended(out, h, off)
}

// enter takes the budget of n children of the container at off, which has some.
func (p *printer) enter(off, n int) bool {
	if p.budget.Enter(n) {
		return true
	}
	p.err = fault.At(off, p.budget.Err())
	return false
}

// opens is enter for a value with one child; err says whether its start is read.
func (p *printer) opens(off int, err error) bool {
	if err != nil {
		p.err = err
		return false
	}
	return p.enter(off, 1)
}

// comma separates element i of an array from the one in front of it.
func comma(dst []byte, i int) []byte {
	if i == 0 {
		return dst
	}
	return append(dst, ',')
}

// text prints the SIZE-prefixed text at off. out has room.
func (p *printer) text(out []byte, off int) (_ []byte, next int) {
	if off >= len(p.src) {
		return p.longText(out, off)
	}
	size, start, n := int(p.src[off]>>2), off+1, len(out)
	if p.src[off]&3 != 0 || size > shortText || start+16+size&^15 > len(p.src) {
		return p.longText(out, off)
	}
	mem.PutByte(out, n, '"')
	n++
	// Two words whatever the size: a branch on it would be mispredicted.
	first, second := mem.Word(p.src, start), mem.Word(p.src, start+8)
	mem.PutWord(out, n, first)
	mem.PutWord(out, n+8, second)
	own := &within[min(size, 16)]
	marks := rare(first)&own[0] | rare(second)&own[1]
	if size > 16 {
		first, second = mem.Word(p.src, start+16), mem.Word(p.src, start+24)
		mem.PutWord(out, n+16, first)
		mem.PutWord(out, n+24, second)
		own = &within[size-16]
		marks |= rare(first)&own[0] | rare(second)&own[1]
	}
	if marks != 0 {
		return p.longText(out, off)
	}
	mem.PutByte(out, n+size, '"')
	return out[:n+size+1], start + size
}

// within has masks of the bytes of two words that are among so many from the first on.
var within = func() (t [17][2]uint64) {
	for n := range t {
		for i := range n {
			t[n][i>>3] |= 0xFF << (i & 7 * 8)
		}
	}
	return t
}()

// longText is text for every text.
func (p *printer) longText(out []byte, off int) (_ []byte, next int) {
	if p.careful {
		text, next, err := wire.ViewText(p.src, off)
		if err != nil {
			return p.fail(out, err)
		}
		return jsontext.AppendString(out, text), next
	}
	size, start, err := wire.ReadCount(p.src, off, 1)
	if err != nil {
		return p.fail(out, err)
	}
	text := p.src[start : start+size]
	end, ascii := jsontext.ScanPlain(text, 0)
	p.foreign = p.foreign || !ascii || end < size
	if end < size {
		return jsontext.AppendString(out, text), start + size
	}
	return append(append(append(out, '"'), text...), '"'), start + size
}

// number prints the number with header h at off. out has room.
func (p *printer) number(out []byte, h wire.Header, off int) (_ []byte, next int) {
	if width := h.Width(); off+9 <= len(p.src) && width <= 8 {
		w, shift, n := mem.Word(p.src, off+1), uint(64-8*width)&63, len(out)
		switch room := out[:cap(out)]; h.Class() {
		case wire.Unsigned:
			return room[:jsontext.PutUint(room, n, w<<shift>>shift)], off + 1 + width
		case wire.Signed:
			return room[:jsontext.PutInt(room, n, int64(w<<shift)>>shift)], off + 1 + width
		case wire.Float:
			if f := math.Float64frombits(w); h == wire.HeaderFloat64 && f-f == 0 { // neither NaN nor infinite
				return room[:jsontext.PutFloat64(room, n, f)], off + 9
			}
		}
	}
	v, next, err := wire.ReadNumber(p.src, off)
	if err != nil {
		return p.fail(out, err)
	}
	out, ok := p.element(out, v, off)
	if !ok {
		return out, -1
	}
	return out, next
}

// element prints v, which stands at off.
func (p *printer) element(out []byte, v wire.Number, off int) (_ []byte, ok bool) {
	switch v.Header() {
	case wire.HeaderFloat64:
		f, _ := v.Float64()
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return p.nonFinite(out, v, off)
		}
		return jsontext.AppendFloat64(out, f), true
	case wire.HeaderFloat32, wire.HeaderFloat16, wire.HeaderBFloat16:
		f, _ := v.Float32()
		if f != f || f > math.MaxFloat32 || f < -math.MaxFloat32 {
			return p.nonFinite(out, v, off)
		}
		return jsontext.AppendFloat32(out, f), true
	case wire.HeaderFloat128:
		p.err = v.Misfit(off, "JSON", false)
		return out, false
	}
	if i, ok := v.Int64(); ok {
		return jsontext.AppendInt(out, i), true
	}
	return v.AppendDecimal(out), true
}

// nonFinite prints a NaN or an infinity, for which JSON has no word.
func (p *printer) nonFinite(out []byte, v wire.Number, off int) (_ []byte, ok bool) {
	if p.opts.NonFiniteError {
		p.err = fault.At(off, fault.Because(fault.ErrUnsupported, v.String()+" has no JSON form"))
		return out, false
	}
	return append(out, "null"...), true
}

// object prints the object with string keys whose header is at off.
func (p *printer) object(out []byte, off int) (_ []byte, next int) {
	// The header is known. A member has at least a byte of its key and one of its value.
	n, next, err := wire.ReadCount(p.src, off+1, 2)
	if err != nil {
		return p.fail(out, err)
	}
	if n == 0 {
		return append(out, "{}"...), next
	}
	if !p.enter(off, n) {
		return out, -1
	}
	out = append(out, '{')
	for range n {
		if cap(out)-len(out) < textRoom {
			out = slices.Grow(out, textRoom)
		}
		key := next
		if out, next = p.text(out, key); next < 0 {
			return out, -1
		}
		out = append(out, ':')
		if p.hasNumber(out, next) {
			out, next = p.number(out, wire.Header(p.src[next]), next)
		} else {
			out, next = p.value(out, next)
		}
		if next < 0 {
			if text, _, err := wire.ViewText(p.src, key); err == nil {
				p.trail.Key(string(text))
			}
			return out, -1
		}
		out = append(out, ',')
	}
	p.budget.Leave()
	out[len(out)-1] = '}'
	return out, next
}

// intObject prints the object with integer keys at off.
func (p *printer) intObject(out []byte, off int) (_ []byte, next int) {
	h, n, next, err := wire.ReadObject(p.src, off)
	if err != nil {
		return p.fail(out, err)
	}
	if n == 0 {
		return append(out, "{}"...), next
	}
	if !p.enter(off, n) {
		return out, -1
	}
	for i := range n {
		var key wire.Number
		if key, next, err = wire.ReadIntKey(p.src, next, h); err != nil {
			return p.fail(out, err)
		}
		out = append(out, "{,"[min(i, 1)], '"')
		out = append(key.AppendDecimal(out), `":`...)
		if out, next = p.value(out, next); next < 0 {
			p.trail.Key(key.String())
			return out, -1
		}
	}
	p.budget.Leave()
	return append(out, '}'), next
}

// array prints the generic array whose header is at off.
func (p *printer) array(out []byte, off int) (_ []byte, next int) {
	n, next, err := wire.ReadCount(p.src, off+1, 1)
	if err != nil {
		return p.fail(out, err)
	}
	if n == 0 {
		return append(out, "[]"...), next
	}
	if !p.enter(off, n) {
		return out, -1
	}
	out = append(out, '[')
	for i := range n {
		if p.hasNumber(out, next) {
			out, next = p.number(out, wire.Header(p.src[next]), next)
		} else {
			out, next = p.value(out, next)
		}
		if next < 0 {
			p.trail.Index(i)
			return out, -1
		}
		out = append(out, ',')
	}
	p.budget.Leave()
	out[len(out)-1] = ']'
	return out, next
}

// strings prints the string array at off.
func (p *printer) strings(out []byte, off int) (_ []byte, next int) {
	n, next, err := wire.ReadStrings(p.src, off)
	if err != nil {
		return p.fail(out, err)
	}
	if n == 0 {
		return append(out, "[]"...), next
	}
	if !p.enter(off, n) {
		return out, -1
	}
	out = append(out, '[')
	for i := range n {
		if cap(out)-len(out) < textRoom {
			out = slices.Grow(out, textRoom)
		}
		if out, next = p.text(out, next); next < 0 {
			p.trail.Index(i)
			return out, -1
		}
		out = append(out, ',')
	}
	p.budget.Leave()
	out[len(out)-1] = ']'
	return out, next
}
