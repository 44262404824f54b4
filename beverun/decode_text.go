// Text in generated decoders: short strings of one decoder share memory.

package beverun

import (
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/shorttext"
	"github.com/beve-org/beve-go/internal/slab"
	"github.com/beve-org/beve-go/wire"
)

// string returns text as a string that does not alias the input unless NoCopy
// asks for that.
func (d *Decoder) string(text []byte) string {
	if d.NoCopy {
		return mem.String(text)
	}
	return d.block.String(text)
}

// setString makes *s equal to text, which aliases the input. A string that is
// equal already is kept.
func (d *Decoder) setString(s *string, text []byte) {
	if len(*s) == len(text) && *s == string(text) && !d.NoCopy {
		return
	}
	*s = d.string(text)
}

// Text reads SIZE and text at off, which is in src, into *s. For short text it does
// in one pass over the bytes what takes several functions otherwise: checks ASCII,
// compares with the string that is there already, copies. It is [slab.Text.Read] written
// out: a call of that for each string makes generated decoders 4 to 7 % slower.
func (d *Decoder) Text(src []byte, off int, s *string) int {
	if uint(off) >= uint(len(src)) {
		return d.carefulText(src, off, s)
	}
	n, start := int(src[off]), off
	off++
	if n&3 != 0 || n>>2 > len(src)-off || d.NoCopy {
		return d.carefulText(src, start, s)
	}
	n >>= 2
	old := *s
	if n < 8 {
		if n == 0 {
			*s = ""
			return off
		}
		if off+n < 8 {
			return d.carefulText(src, start, s)
		}
		w := mem.Word(src, off+n-8) >> (64 - 8*n)
		if w&shorttext.HighBits != 0 && !wire.ValidText(src[off:off+n]) {
			return d.carefulText(src, start, s)
		}
		if len(old) == n && sameShort(old, w) {
			return off + n
		}
		d.block.Room(n)
		mem.PutWord(d.block.Mem, d.block.Used, w)
	} else {
		last := mem.Word(src, off+n-8)
		if len(old) == n && last == mem.StringWord(old, n-8) {
			if seen, i := slab.Same(src, off, n-8, old); i >= n-8 {
				if (seen|last)&shorttext.HighBits != 0 && !wire.ValidText(src[off:off+n]) {
					return d.carefulText(src, start, s)
				}
				return off + n
			}
		}
		d.block.Room(n)
		seen := last | slab.Copy(d.block.Mem, d.block.Used, src, off, n-8)
		mem.PutWord(d.block.Mem, d.block.Used+n-8, last)
		if seen&shorttext.HighBits != 0 && !wire.ValidText(src[off:off+n]) {
			return d.carefulText(src, start, s)
		}
	}
	at := d.block.Used
	d.block.Used = at + n
	*s = mem.StringAt(d.block.Mem, at, n)
	return off + n
}

// sameShort reports whether s, of 1 to 7 bytes, is the bytes of w, the lowest first.
func sameShort(s string, w uint64) bool {
	if n := len(s); n >= 4 {
		return mem.StringWord32(s, 0) == uint32(w) && mem.StringWord32(s, n-4) == uint32(w>>(8*n-32))
	}
	for i := range len(s) {
		if s[i] != byte(w>>(8*i)) {
			return false
		}
	}
	return true
}

// carefulText is Text for all that Text does not do itself.
func (d *Decoder) carefulText(src []byte, off int, s *string) int {
	text, next, err := wire.ViewText(src, off)
	if err != nil {
		return d.Fail(off, "string", err)
	}
	d.setString(s, text)
	return next
}

// ReadText reads a string into *s.
func ReadText[T ~string](d *Decoder, off int, s *T) int {
	return d.text(off, mem.Ref[string](mem.Of(s)))
}

// TextValue is ReadText for elements of maps.
func TextValue[T ~string](d *Decoder, off int) (v T, next int) {
	next = d.text(off, mem.Ref[string](mem.Of(&v)))
	return v, next
}

func (d *Decoder) text(off int, s *string) int {
	if next, ok := d.null(off); ok {
		*s = ""
		return next
	}
	if off >= len(d.Src) || wire.Header(d.Src[off]) != wire.HeaderString {
		_, _, err := wire.ViewString(d.Src, off)
		return d.Fail(off, "string", err)
	}
	return d.Text(d.Src, off+1, s)
}

// takeStrings makes *s a slice of n strings, and returns it and whether others share its
// memory, or nil if the message may not have it.
func (d *Decoder) takeStrings(s *[]string, n int) (list []string, shared bool) {
	if n <= cap(*s) && *s != nil {
		list = (*s)[:n]
	} else if d.Charge(d.lists.Cost(n)) {
		list, shared = d.lists.Take(n)
	}
	if list != nil {
		*s = list
	}
	return list, shared
}

// ReadTexts reads a string array, or a generic array of strings, into *s.
func ReadTexts[S ~[]T, T ~string](d *Decoder, off int, s *S) int {
	return d.strings(off, mem.Ref[[]string](mem.Of(s)))
}

func (d *Decoder) strings(off int, s *[]string) int {
	src := d.Src
	if off >= 0 && off < len(src)-1 && wire.Header(src[off]) == wire.HeaderStrings && src[off+1]&3 == 0 {
		if n := int(src[off+1] >> 2); n <= len(src)-off-2 {
			return d.packedStrings(off, off+2, s, n)
		}
	}
	h, err := wire.ReadHeader(src, off)
	if err != nil {
		return d.Fail(off, "[]string", err)
	}
	n, next := 0, off
	switch h.Kind() {
	case wire.KindStringArray:
		n, next, err = wire.ReadCount(src, off+1, 1)
	case wire.KindArray:
		n, next, err = wire.ReadCount(src, off+1, 1)
	case wire.KindNull:
		*s = nil
		return off + 1
	default:
		return d.mismatch(off, h, "[]string")
	}
	if err != nil {
		return d.Fail(off, "[]string", err)
	}
	if h == wire.HeaderArray {
		return d.genericStrings(off, next, s, n)
	}
	return d.packedStrings(off, next, s, n)
}

// packedStrings reads n strings of a string array at next into *s.
func (d *Decoder) packedStrings(off, next int, s *[]string, n int) int {
	src := d.Src
	list, shared := d.takeStrings(s, n)
	if list == nil {
		return -1
	}
	if at, done := d.failed.Descend(&d.Budget, off, next, n); done {
		return at
	}
	for i := range n {
		if next = d.Text(src, next, &list[i]); next < 0 {
			return d.InIndex(i)
		}
		if shared && len(list[i]) > slab.MaxText {
			own := append(make([]string, 0, n), list[:i+1]...)
			clear(list)
			list, shared = own[:n], false
			*s = list
		}
	}
	d.Budget.Leave()
	return next
}

// genericStrings reads n strings of a generic array at next into *s.
func (d *Decoder) genericStrings(off, next int, s *[]string, n int) int {
	if n > cap(*s) && !d.Charge(n*mem.SizeOf[string]()) {
		return -1
	}
	return readEach(d, off, next, s, n, (*Decoder).text)
}
