// Strings: their text, and the memory that holds it.

package json

import (
	"math/bits"

	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/simd"
)

// text returns the text of the string whose quote is at i. It aliases the input or
// the scratch memory of d.
func (d *decodeState) text(i int) (text []byte, next int) {
	start := i + 1
	end, ascii := jsontext.ScanPlain(d.src, start)
	if end < len(d.src) && d.src[end] == '"' {
		if text = d.src[start:end]; ascii || jsontext.ValidUTF8(text) {
			return text, end + 1
		}
	}
	return d.rareText(i)
}

func (d *decodeState) rareText(i int) (text []byte, next int) {
	if next = jsontext.SkipString(d.src, i); next < 0 {
		return nil, d.syntax()
	}
	d.scratch = jsontext.AppendReplaced(d.scratch[:0], d.src[i+1:next-1])
	return d.scratch, next
}

// Strings of up to shortString bytes are cut from blocks of blockSize, the first of
// firstBlock: one allocation then serves many, and a string that is kept keeps a block.
const (
	firstBlock  = 128
	blockSize   = 1024
	shortString = 128
	minRoom     = 32 // what must be left of a block to be tried
)

// string copies text.
func (d *decodeState) string(text []byte) string {
	n := len(text)
	if n == 0 {
		return ""
	}
	if n > shortString {
		return string(text)
	}
	at := d.room(n)
	d.used += copy(d.block[at:], text)
	return mem.String(d.block[at:d.used])
}

// copied returns the string at i in memory of its own, found and copied at once. It is
// for short strings without escapes; next is -1 where that is not so, or the text is
// not right.
func (d *decodeState) copied(i int) (s string, next int) {
	b, start := d.src, i+1
	if start+8 <= len(b) {
		w := mem.Word(b, start)
		if m := jsontext.Special(w); m != 0 {
			n, ok := beforeQuote(w, m)
			switch {
			case !ok:
				return "", -1
			case n == 0:
				return "", start + 1
			}
			at := d.room(8)
			mem.PutWord(d.block, at, w)
			d.used = at + n
			return mem.StringAt(d.block, at, n), start + n + 1
		}
		if start+16 <= len(b) {
			v := mem.Word(b, start+8)
			if m := jsontext.Special(v); m != 0 {
				n, ok := beforeQuote(v, m)
				if !ok || w&jsontext.HighBits != 0 {
					return "", -1
				}
				at := d.room(16)
				mem.PutWord(d.block, at, w)
				mem.PutWord(d.block, at+8, v)
				d.used = at + 8 + n
				return mem.StringAt(d.block, at, 8+n), start + 8 + n + 1
			}
		}
	}
	// What is left of a block is tried first.
	most := min(len(b)-start, shortString)
	at := d.room(min(most, minRoom))
	most = min(most, len(d.block)-at)
	n, ascii := simd.CopyString(d.block[at:at+most], b[start:start+most])
	if n == 0 || n == most || b[start+n] != '"' || !ascii && !jsontext.ValidUTF8(b[start:start+n]) {
		return "", -1
	}
	d.used = at + n
	return mem.StringAt(d.block, at, n), start + n + 1
}

// beforeQuote returns the number of bytes of w in front of the first that m marks, and
// whether these are ASCII and that a quote.
func beforeQuote(w, m uint64) (n int, ok bool) {
	n = bits.TrailingZeros64(m) >> 3
	return n, byte(w>>(8*n)) == '"' && w&((m&-m)>>7-1)&jsontext.HighBits == 0
}

// room makes the block have room for n more bytes and returns where they begin.
func (d *decodeState) room(n int) int {
	if len(d.block)-d.used < n {
		// Most input is half strings, keys left out, at most.
		d.block, d.used = make([]byte, sharing(d.block == nil, n, firstBlock, blockSize, len(d.src)/2)), 0
	}
	return d.used
}

// quoted returns the string at i in memory of its own, or of the input if the
// flags say so.
func (d *decodeState) quoted(i int) (s string, next int) {
	if d.flags&DontCopyString == 0 {
		if s, next = d.copied(i); next > 0 {
			return s, next
		}
	}
	return d.uncopied(i)
}

// uncopied is quoted for a string that copied does not do.
func (d *decodeState) uncopied(i int) (s string, next int) {
	text, next := d.text(i)
	if next < 0 {
		return "", next
	}
	return d.own(text, i, next), next
}

// own returns text, that of the string from i to next, in memory of its own, or of the
// input if the flags say so.
func (d *decodeState) own(text []byte, i, next int) string {
	if d.flags&DontCopyString != 0 && len(text) == next-i-2 && len(text) > 0 && mem.Of(&text[0]) == mem.Of(&d.src[i+1]) {
		return mem.String(text)
	}
	return d.string(text)
}
