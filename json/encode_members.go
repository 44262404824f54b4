// The loop over the members of a struct.

package json

import (
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/omit"
)

const (
	nullWord  = 'n' | 'u'<<8 | 'l'<<16 | 'l'<<24
	trueWord  = 't' | 'r'<<8 | 'u'<<16 | 'e'<<24
	falseWord = 'f' | 'a'<<8 | 'l'<<16 | 's'<<24
)

// leafText is the longest string that putMembers writes.
const leafText = 32

// putMembers stores members with their keys at dst[n:], which has room for those of
// bounded size, up to the first step that is not its own: a call, a number, or a text
// that is long, has to be escaped, or is too long for dst. It returns how many steps
// it has done, and the offset behind them; the key of the next one, if there is one,
// is stored, and counted unless it is stepAsk. It calls nothing that is not inlined, so
// that the loop stays in registers.
func putMembers(dst []byte, n int, p mem.Pointer, steps []step) (next, done int) {
	for i := range steps {
		t := &steps[i]
		q := p.Add(uintptr(t.off))
		if t.omit != omit.Never && t.omit.Zero(q.Add(uintptr(t.omitAt))) {
			continue
		}
		mem.PutWord(dst, n, t.words[0])
		mem.PutWord(dst, n+8, t.words[1])
		mem.PutWord(dst, n+16, t.words[2])
		for at := keyWordBytes; at < len(t.key); at += 8 {
			mem.PutWord(dst, n+at, mem.StringWord(t.key, at))
		}
		if t.op == stepAsk {
			return n, i
		}
		n += int(t.n)
		var v int64
		var u uint64
		switch t.op {
		case stepBool:
			if *mem.Ref[bool](q) {
				mem.PutWord32(dst, n, trueWord)
				n += 4
			} else {
				mem.PutWord32(dst, n, falseWord)
				mem.PutByte(dst, n+4, 'e')
				n += 5
			}
			continue
		case stepNil:
			if !mem.Elem(q).IsNil() {
				return n, i
			}
			mem.PutWord32(dst, n, nullWord)
			n += 4
			continue
		case stepString:
			s := *mem.Ref[string](q)
			if len(s) > leafText || len(dst)-n < len(s)+8+int(t.next) {
				return n, i
			}
			switch size := len(s); {
			case size > 16:
				a, b := mem.StringWord(s, 0), mem.StringWord(s, 8)
				c, d := mem.StringWord(s, size-16), mem.StringWord(s, size-8)
				if (jsontext.Rare(a)|jsontext.Rare(b)|jsontext.Rare(c)|jsontext.Rare(d))&jsontext.HighBits != 0 {
					return n, i
				}
				mem.PutWord(dst, n, a)
				mem.PutWord(dst, n+8, b)
				n += size
				mem.PutWord(dst, n-16, c)
				mem.PutWord(dst, n-8, d)
			case size >= 8:
				a, b := mem.StringWord(s, 0), mem.StringWord(s, size-8)
				if (jsontext.Rare(a)|jsontext.Rare(b))&jsontext.HighBits != 0 {
					return n, i
				}
				mem.PutWord(dst, n, a)
				n += size
				mem.PutWord(dst, n-8, b)
			default:
				w := uint64(jsontext.Spaces)
				if size >= 4 {
					w = jsontext.FourOrMore(s)
				} else if size > 0 {
					w = jsontext.LessThanFour(s)
				}
				if jsontext.Rare(w)&jsontext.HighBits != 0 {
					return n, i
				}
				mem.PutWord(dst, n, w)
				n += size
			}
			mem.PutByte(dst, n, '"')
			n++
			continue
		case stepInt8:
			v = int64(*mem.Ref[int8](q))
		case stepInt16:
			v = int64(*mem.Ref[int16](q))
		case stepInt32:
			v = int64(*mem.Ref[int32](q))
		case stepInt64:
			v = *mem.Ref[int64](q)
		case stepUint8:
			u = uint64(*mem.Ref[uint8](q))
		case stepUint16:
			u = uint64(*mem.Ref[uint16](q))
		case stepUint32:
			u = uint64(*mem.Ref[uint32](q))
		case stepUint64:
			u = *mem.Ref[uint64](q)
		default:
			return n, i
		}
		if v < 0 {
			mem.PutByte(dst, n, '-')
			n++
			v = -v
		}
		u |= uint64(v)
		switch {
		case u < 10:
			mem.PutByte(dst, n, '0'|byte(u))
			n++
		case u < 1e8:
			count := jsontext.Digits(u)
			mem.PutWord(dst, n, jsontext.EightDigits(u)>>(64-8*uint(count)))
			n += count
		default:
			high := u / 1e8
			u -= high * 1e8
			if high < 10 {
				mem.PutByte(dst, n, '0'|byte(high))
				n++
			} else if high >= 1e8 {
				top := high / 1e8
				high -= top * 1e8
				count := jsontext.Digits(top)
				mem.PutWord(dst, n, jsontext.EightDigits(top)>>(64-8*uint(count)))
				n += count
				mem.PutWord(dst, n, jsontext.EightDigits(high))
				n += 8
			} else {
				count := jsontext.Digits(high)
				mem.PutWord(dst, n, jsontext.EightDigits(high)>>(64-8*uint(count)))
				n += count
			}
			mem.PutWord(dst, n, jsontext.EightDigits(u))
			n += 8
		}
	}
	return n, len(steps)
}
