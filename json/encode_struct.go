// Structs, written: the loop over their steps.

package json

import (
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
)

const (
	nullWord  = 'n' | 'u'<<8 | 'l'<<16 | 'l'<<24
	trueWord  = 't' | 'r'<<8 | 'u'<<16 | 'e'<<24
	falseWord = 'f' | 'a'<<8 | 'l'<<16 | 's'<<24 | 'e'<<32
	emptyWord = '[' | ']'<<8
)

// boolWords are false and true.
var boolWords = [2]uint64{falseWord, trueWord}

// leafText is the longest string that the loop writes itself. Longer ones have a kernel.
const leafText = 32

// structs writes count structs, at least one, that follow one another in memory from p on,
// with commas between them. It walks the steps of the program. Each stores its text as a
// whole block, n bytes of it counting, and then:
//
//	stepBool, stepInt8 … stepUint64 ── the value ──────────────────▶ next step
//	                                └─ 19 digits or more ──▶ call
//	stepString ─┬─ short, plain, room for it ── text, quote ───────▶ next step
//	            └─ any other ──▶ call
//	stepSlice ──┬─ empty, not nil ── [] ───────────────────────────▶ next step
//	stepNil ────┼─ nil ── null ────────────────────────────────────▶ next step
//	            └─ any other ──▶ call
//	stepCall ──▶ call ── t.append, and room for what follows ──────▶ next step
//	stepKey ───────────────────────────────────────────────────────▶ next step
//	stepOmit ─┬─ the value is left out ────────────────────────────▶ t.over steps further
//	          └─ it is not ────────────────────────────────────────▶ next step
//	stepEnd, stepClose ── the brackets ──▶ end of the struct: a comma and the next one, or return
//
// The loop has one call, at the label call; all else is inlined. A second one would make the
// compiler keep the variables of the loop in memory, as a function for the digits or for short
// strings would be. So it is long.
//
// Stores are not checked. makeRoom has computed what keeps them in bounds: program.need at
// the start of a struct, and t.room after a call or a string, cover the text and the values
// of all steps up to the next call or string, each block stored whole (stepText), each number
// with the byte that PutGroup stores beyond its digits (maxScalar), and the brackets and comma
// at the end (maxEnd). A string asks for its own length, eight bytes for its last word, and
// t.room, so that no check is needed after it.
func (e *encodeState) structs(dst []byte, p mem.Pointer, k *structEncoder, count int) []byte {
	program := &k.programs[0]
	if e.html {
		program = &k.programs[1]
	}
	size := uintptr(mem.SizeOf[step]())
	n, dst := len(dst), dst[:cap(dst)]
	ahead, all := mem.Foresee(dst[:n], count), count
	for {
		dst = ahead.Room(dst[:n], all-count)
		dst = dst[:cap(dst)]
		if len(dst)-n < program.need {
			dst = mem.Grow(dst[:n], program.need)
			dst = dst[:cap(dst)]
		}
		start := n
	steps:
		for at := mem.First(program.steps); ; at = at.Add(size) {
			t := mem.Ref[step](at)
			mem.PutBlock(dst, n, &t.text)
			n += int(t.n)
			q := p.Add(t.off)
			var v int64
			var u, high uint64
			switch t.op {
			case stepKey:
				continue
			case stepEnd:
				break steps
			case stepClose:
				if n == start {
					n++
				}
				mem.PutByte(dst, start, '{') // in place of the first comma
				mem.PutByte(dst, n, '}')
				n++
				break steps
			case stepOmit:
				if t.omit.Zero(q) {
					at = at.Add(size * uintptr(t.over))
				}
				continue
			case stepBool:
				b := int(*mem.Ref[uint8](q) & 1)
				mem.PutWord(dst, n, boolWords[b])
				n += 5 - b
				continue
			case stepSlice:
				s := mem.Ref[mem.Slice](q)
				if s.Data != nil && s.Len == 0 {
					mem.PutWord32(dst, n, emptyWord)
					n += 2
					continue
				}
				fallthrough
			case stepNil:
				if mem.Elem(q).IsNil() {
					mem.PutWord32(dst, n, nullWord)
					n += 4
					continue
				}
				goto call
			case stepCall:
				goto call
			case stepString:
				s := *mem.Ref[string](q)
				if len(s) > leafText || len(dst)-n < len(s)+8+int(t.room) {
					goto call
				}
				switch length := len(s); {
				case length > 16:
					a, b := mem.StringWord(s, 0), mem.StringWord(s, 8)
					c, d := mem.StringWord(s, length-16), mem.StringWord(s, length-8)
					if (jsontext.Rare(a)|jsontext.Rare(b)|jsontext.Rare(c)|jsontext.Rare(d))&jsontext.HighBits != 0 {
						goto call
					}
					mem.PutWord(dst, n, a)
					mem.PutWord(dst, n+8, b)
					n += length
					mem.PutWord(dst, n-16, c)
					mem.PutWord(dst, n-8, d)
				case length >= 8:
					a, b := mem.StringWord(s, 0), mem.StringWord(s, length-8)
					if (jsontext.Rare(a)|jsontext.Rare(b))&jsontext.HighBits != 0 {
						goto call
					}
					mem.PutWord(dst, n, a)
					n += length
					mem.PutWord(dst, n-8, b)
				case length >= 4:
					if jsontext.Rare(jsontext.PutFour(dst, n, s))&jsontext.HighBits != 0 {
						goto call
					}
					n += length
				case length > 0:
					if jsontext.Rare(jsontext.PutFew(dst, n, s))&jsontext.HighBits != 0 {
						goto call
					}
					n += length
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
			}
			if v < 0 {
				u = -uint64(v)
			} else {
				u |= uint64(v)
			}
			if u >= 1e18 {
				goto call
			}
			if v < 0 {
				mem.PutByte(dst, n, '-')
				n++
			}
			high = u
			if u >= 1e9 {
				high = u / 1e9
			}
			if high < 1000 {
				n = jsontext.PutHead(dst, n, high)
			} else {
				middle := jsontext.Thousandth(high)
				if middle < 1000 {
					n = jsontext.PutHead(dst, n, middle)
				} else {
					top := jsontext.Thousandth(middle)
					n = jsontext.PutHead(dst, n, top)
					n = jsontext.PutGroup(dst, n, middle-top*1000)
				}
				n = jsontext.PutGroup(dst, n, high-middle*1000)
			}
			if u >= 1e9 {
				u -= high * 1e9
				middle := jsontext.Thousandth(u)
				top := jsontext.Thousandth(middle)
				n = jsontext.PutGroup(dst, n, top)
				n = jsontext.PutGroup(dst, n, middle-top*1000)
				n = jsontext.PutGroup(dst, n, u-middle*1000)
			}
			continue

		call:
			dst = t.append(e, dst[:n], q)
			if e.err != nil {
				return dst
			}
			if n = len(dst); cap(dst)-n < int(t.room) {
				dst = mem.Grow(dst, int(t.room))
			}
			dst = dst[:cap(dst)]
		}
		if count--; count == 0 {
			return dst[:n]
		}
		mem.PutByte(dst, n, ',')
		n++
		p = p.Add(k.size)
	}
}
