// This file writes strings and numbers of JSON as those of BEVE.

package translator

import (
	"math/bits"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// shortText is the length up to which text is copied by words while it is looked
// at, which is cheaper than a kernel to call. Its SIZE is one byte.
const shortText = 32

const (
	ones     = 0x0101010101010101
	highBits = 0x80 * ones
)

// rare sets the high bit of a byte if w has one that is a quote, a backslash, a
// control character or not ASCII. The lowest such bit stands for the first such
// byte; those above it may be wrong. With its second bit turned over, a quote is the
// one character that falls among those below '!'.
func rare(w uint64) uint64 {
	return ((w ^ 2*ones - '!'*ones) | (w ^ '\\'*ones - ones) | w) & highBits
}

// text appends SIZE and the text of the string at src[i]. out has room.
func (e *encoder) text(out []byte, i int) (_ []byte, next int) {
	i++ // the quote
	n := len(out)
	// Two words whatever the length: a branch on it would be mispredicted.
	for done := 0; done < shortText && i+done+16 <= len(e.src); done += 16 {
		first, second := mem.Word(e.src, i+done), mem.Word(e.src, i+done+8)
		mem.PutWord(out, n+1+done, first)
		mem.PutWord(out, n+9+done, second)
		m, end := rare(first), done
		if m == 0 {
			m, end = rare(second), done+8
		}
		if m != 0 {
			end += bits.TrailingZeros64(m) >> 3
			if e.src[i+end] != '"' {
				break
			}
			mem.PutByte(out, n, byte(end<<2))
			return out[:n+1+end], i + end + 1
		}
	}
	return e.longText(out, i)
}

// longText is text for every string, from the byte after its quote on.
func (e *encoder) longText(out []byte, i int) (_ []byte, next int) {
	if e.careful {
		text, next, scratch, err := jsontext.ViewString(e.src, i-1, e.scratch)
		e.scratch = scratch
		if err != nil {
			return e.fail(out, err)
		}
		return appendText(out, text), next
	}
	end, ascii := jsontext.ScanPlain(e.src, i)
	if !ascii && e.foreign < 0 {
		e.foreign = i
	}
	if end < len(e.src) && e.src[end] == '"' {
		return appendText(out, e.src[i:end]), end + 1
	}
	return e.escapedText(out, i, end)
}

// appendText is wire.AppendText for bytes.
func appendText(out, text []byte) []byte {
	return append(wire.AppendSize(out, len(text)), text...)
}

// escapedText is longText for a string that begins at src[i] and is plain up to
// src[end], which is not its quote.
func (e *encoder) escapedText(out []byte, i, end int) (_ []byte, next int) {
	at := len(out)
	out = append(out, 0)
	for start := i; ; {
		out = append(out, e.src[start:end]...)
		for end < len(e.src) && e.src[end] == '\\' {
			if out, end = appendEscape(out, e.src, end); end < 0 {
				break
			}
		}
		if end < 0 || end >= len(e.src) {
			break
		}
		if e.src[end] == '"' {
			return sized(out, at), end + 1
		}
		start = end
		var ascii bool
		if end, ascii = jsontext.ScanPlain(e.src, start); !ascii && e.foreign < 0 {
			e.foreign = start
		}
		if end == start {
			break // a control character
		}
	}
	_, _, err := jsontext.ScanString(e.src, i-1)
	return e.fail(out, err)
}

// sized returns out with the SIZE of the text after out[at], which has one byte.
func sized(out []byte, at int) []byte {
	n := len(out) - at - 1
	width := wire.SizeLen(n)
	if width > 1 {
		out = append(out, 0, 0, 0, 0, 0, 0, 0, 0)[:at+width+n]
		copy(out[at+width:], out[at+1:at+1+n])
	}
	wire.PutSize(out[at:at+width], n)
	return out
}

// hexDigits has the values of hexadecimal digits, and -1 for all else.
var hexDigits = func() (t [256]int8) {
	for c := range t {
		t[c] = -1
	}
	for i, c := range "0123456789abcdef" {
		t[c] = int8(i)
	}
	for i, c := range "ABCDEF" {
		t[c] = int8(10 + i)
	}
	return t
}()

// hex4 returns the number that the four hexadecimal digits at b[:4] make, or less
// than zero.
func hex4(b []byte) rune {
	_ = b[3]
	return rune(hexDigits[b[0]])<<12 | rune(hexDigits[b[1]])<<8 | rune(hexDigits[b[2]])<<4 | rune(hexDigits[b[3]])
}

// appendEscape appends what the escape at src[i] stands for and returns the offset
// after it, -1 if it is malformed. A surrogate without its other half becomes
// U+FFFD.
func appendEscape(out, src []byte, i int) (_ []byte, next int) {
	if i+2 > len(src) {
		return out, -1
	}
	switch c := src[i+1]; c {
	case '"', '\\', '/':
		return append(out, c), i + 2
	case 'b':
		return append(out, '\b'), i + 2
	case 'f':
		return append(out, '\f'), i + 2
	case 'n':
		return append(out, '\n'), i + 2
	case 'r':
		return append(out, '\r'), i + 2
	case 't':
		return append(out, '\t'), i + 2
	case 'u':
	default:
		return out, -1
	}
	if i += 6; i > len(src) {
		return out, -1
	}
	r := hex4(src[i-4:])
	if r < 0 {
		return out, -1
	}
	if utf16.IsSurrogate(r) {
		pair := rune(utf8.RuneError)
		if i+6 <= len(src) && src[i] == '\\' && src[i+1] == 'u' {
			if pair = utf16.DecodeRune(r, hex4(src[i+2:])); pair != utf8.RuneError {
				i += 6
			}
		}
		r = pair
	}
	return utf8.AppendRune(out, r), i
}

// maxPlain is a length, without a sign, that numbers of 17 digits rarely exceed and others
// always do.
const maxPlain = 18

// number translates the number at src[i]. out has room.
func (e *encoder) number(out []byte, i int) (_ []byte, next int) {
	first := i
	if e.src[i] == '-' {
		first++
	}
	var m uint64
	next = first
	for next < len(e.src) && e.src[next]-'0' <= 9 {
		m = m*10 + uint64(e.src[next]-'0')
		next++
	}
	if next < len(e.src) && (e.src[next] == '.' || e.src[next]|0x20 == 'e') {
		// Only a long text has more digits than a float64, and only zero may be what is
		// too small for one.
		if f, end := jsontext.ParseRest(e.src, i, first, next, m); end >= 0 &&
			(end-first <= maxPlain && f != 0 || jsontext.Keeps(e.src[i:end], f)) {
			return wire.AppendFloat64(out, f), end
		}
		return e.rareNumber(out, i)
	}
	// Up to 19 digits do not overflow.
	switch digits := next - first; {
	case digits == 0 || digits > 19 || digits > 1 && e.src[first] == '0':
	case first == i:
		return wire.AppendUint(out, m), next
	case m-1 < 1<<63: // neither zero nor too large
		return wire.AppendInt(out, -int64(m)), next
	}
	return e.rareNumber(out, i)
}

// rareNumber is number for every number, and knows what is wrong with one.
func (e *encoder) rareNumber(out []byte, i int) (_ []byte, next int) {
	n, next, err := jsontext.ReadNumber(e.src, i)
	if err != nil {
		return e.fail(out, err)
	}
	switch {
	case n.Kind == jsontext.Float && jsontext.Keeps(e.src[i:next], n.Float):
		return wire.AppendFloat64(out, n.Float), next
	case n.Kind == jsontext.Float && e.cut && next == len(e.src):
		return e.unexpected(out, next, "")
	case n.Kind == jsontext.Float:
		return e.fail(out, jsontext.ErrorAt(i, fault.Because(fault.ErrOverflow,
			"number of "+strconv.Itoa(next-i)+" characters that a float64 does not keep")))
	case n.Kind == jsontext.BigInteger && e.cut && next == len(e.src):
		return e.unexpected(out, next, "")
	case n.Kind == jsontext.BigInteger:
		return e.fail(out, jsontext.ErrorAt(i, fault.Because(fault.ErrOverflow,
			"integer of "+strconv.Itoa(next-i)+" characters does not fit 128 bits")))
	case n.Negative:
		if v, ok := n.Int64(); ok {
			return wire.AppendInt(out, v), next
		}
		// jsontext calls it an Integer only if an Int128 holds it.
		x, _ := scalar.Int128FromMagnitude(scalar.Uint128{Hi: n.Hi, Lo: n.Lo}, true)
		return wire.AppendInt128(out, x), next
	case n.Hi == 0:
		return wire.AppendUint(out, n.Lo), next
	}
	return wire.AppendInt128(out, scalar.Uint128{Hi: n.Hi, Lo: n.Lo}), next
}
