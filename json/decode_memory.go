// Memory that several values share: what pointers lead to, and short arrays of numbers.
// It is shared within one call only, and few values share a piece, so that keeping one
// of them keeps little else.

package json

import (
	"bytes"
	"math"
	"reflect"
	"sync/atomic"

	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
)

// batch is what is left of the memory for a few variables of one type.
type batch struct {
	of    *targets
	first mem.Pointer // of those left
	left  int
}

// batchSlots is how many types can have a batch at once; another one takes the place
// of one of them.
const batchSlots = 16

// largeTarget is the size from which on each variable has memory of its own.
const largeTarget = 256

// targets makes the variables of a type that pointers lead to: the first of a call by
// itself, further ones a few at a time.
type targets struct {
	elem reflect.Type
	size uintptr
	slot uint32
	grower
}

var lastSlot atomic.Uint32

func newTargets(elem reflect.Type) *targets {
	return &targets{elem: elem, size: elem.Size(), slot: lastSlot.Add(1) % batchSlots, grower: grower{typ: reflect.SliceOf(elem)}}
}

// take returns a new variable, which is zero.
func (t *targets) take(d *decodeState) mem.Pointer {
	b := &d.batches[t.slot]
	if t.size > largeTarget {
		return mem.From(reflect.New(t.elem).UnsafePointer())
	}
	if b.of != t {
		*b, d.batched = batch{of: t}, true
		return mem.From(reflect.New(t.elem).UnsafePointer())
	}
	if b.left == 0 {
		var s mem.Slice
		t.grow(&s)
		b.first, b.left = s.At(0, t.size), min(s.Cap, least)
	}
	p := b.first
	if b.left--; b.left > 0 {
		b.first = p.Add(t.size) // never beyond the last
	} else {
		b.first = mem.Pointer{}
	}
	return p
}

const (
	sharedWords = 64 // of a block that short arrays share
	sharedAnys  = 32
	shortArray  = 8
)

// sharing returns the length of a new block that values share, at least n, which are needed
// at once. The first block is short, since the value may be a small part of the input; no
// block is longer than most, or than the input could fill.
func sharing(first bool, n, short, most, fill int) int {
	if first {
		most = short
	}
	return max(n, min(most, fill))
}

// counted is the memory from which on a slice is not doubled, but the rest of its array counted first: less is not
// worth a look at the rest.
const counted = 1 << 17

// follow returns how many elements of an array there are from the one at i on, or 0 where that is not worth knowing: the
// text is malformed, or has been looked at often enough.
func (d *decodeState) follow(i int) (n int) {
	b, start := d.src, i
	for d.ahead > i-start {
		if c := b[i]; c == '{' || c == '[' {
			i = jsontext.Skip(b, i, jsontext.MaxOpen)
		} else {
			i = jsontext.SkipScalar(b, i)
		}
		if i < 0 {
			break
		}
		n++
		if i = space(b, i); i >= len(b) || b[i] != ',' {
			d.ahead -= i - start
			return n
		}
		if i = space(b, i+1); i >= len(b) {
			break
		}
	}
	d.ahead = 0
	return 0
}

// followFlat is follow for an array of nothing but numbers, or, with a width, of arrays of so many.
func (d *decodeState) followFlat(i, width int) (n int) {
	b := d.src[i:]
	b = b[:min(len(b), d.ahead)]
	if width == 0 {
		if end := bytes.IndexByte(b, ']'); end >= 0 {
			b = b[:end]
		}
		d.ahead -= len(b)
		return bytes.Count(b, comma) + 1
	}
	at := 0
	for {
		next := bytes.IndexByte(b[at:], ']')
		if next < 0 {
			at = len(b)
			break
		}
		n++
		if at = space(b, at+next+1); at >= len(b) || b[at] != ',' {
			break
		}
	}
	d.ahead -= at
	return min(n, at/(2*width)+1) // each number has a digit and a comma
}

var comma = []byte{','}

// many is how many elements of arrays that are read as a whole are collected in memory of the state's. Those of longer ones
// are counted, and have memory of their own.
const many = keptElements / 4

// more returns numbers with room for more, of which those of the element at i come next; see followFlat.
func (d *decodeState) more(numbers []uint64, i, width int) []uint64 {
	n, each := len(numbers), max(width, 1)
	if n+each <= many {
		return append(make([]uint64, 0, min(max(2*n, 8*each), many)), numbers...)
	}
	return append(make([]uint64, 0, n+d.roomFor(n, d.followFlat(i, width)*each)), numbers...)
}

// roomFor returns for how many more elements there is to be room, where n have been read and rest have been counted.
func (d *decodeState) roomFor(n, rest int) int {
	if rest == 0 || d.ahead == 0 { // not all are counted
		return max(n, rest)
	}
	return rest
}

// keep returns numbers, each in a word, as an array of their own.
func (d *decodeState) keep(numbers []uint64) mem.Slice {
	n := len(numbers)
	if n > many {
		return mem.Slice{Data: mem.Of(&numbers[0]).Unsafe(), Len: n, Cap: cap(numbers)}
	}
	d.numbers = numbers
	if n > shortArray {
		own := append([]uint64(nil), numbers...)
		return mem.Slice{Data: mem.Of(&own[0]).Unsafe(), Len: n, Cap: cap(own)}
	}
	if len(d.words) < n {
		d.words = make([]uint64, sharing(d.words == nil, n, shortArray, sharedWords, len(d.src)/16))
	}
	own := d.words[:n]
	copy(own, numbers)
	d.words = d.words[n:]
	return mem.Slice{Data: mem.Of(&own[0]).Unsafe(), Len: n, Cap: n}
}

// elements returns the values that any has read as an array of their own.
func (d *decodeState) elements(values []any) []any {
	n := len(values)
	if n == 0 || n > shortArray {
		return append(make([]any, 0, n), values...)
	}
	if len(d.anys) < n {
		d.anys = make([]any, sharing(d.anys == nil, n, 0, sharedAnys, len(d.src)/16))
	}
	own := d.anys[:n:n]
	copy(own, values)
	d.anys = d.anys[n:]
	return own
}

// wordReader reads the number at b[i] as the word that a variable of its type is, and
// returns the offset after it, or -1.
type wordReader func(b []byte, i int) (w uint64, next int)

func integerWord(b []byte, i int) (uint64, int) {
	v, next := integer(b, i)
	return uint64(v), next
}

func floatWord(b []byte, i int) (uint64, int) {
	v, next := jsontext.ParseFloat(b, i)
	return math.Float64bits(v), next
}

// wholeReader reads the array at i into s, which has no memory yet. It returns -1,
// without a trace, where anything is to be said about the array.
type wholeReader func(d *decodeState, i int, s *mem.Slice) int

// wholeNumbers returns the reader for arrays of numbers.
func wholeNumbers(read wordReader) wholeReader {
	return func(d *decodeState, i int, s *mem.Slice) int {
		b, numbers := d.src, d.numbers[:0]
		for i = space(b, i+1); i < len(b); i = space(b, i+1) {
			w, next := read(b, i)
			if next < 0 {
				return -1
			}
			if len(numbers) == cap(numbers) {
				numbers = d.more(numbers, i, 0)
			}
			numbers = append(numbers, w)
			if i = space(b, next); i < len(b) && b[i] == ']' {
				*s = d.keep(numbers)
				return i + 1
			}
			if i >= len(b) || b[i] != ',' {
				return -1
			}
		}
		return -1
	}
}

// wholePoints returns the reader for arrays of arrays of a few numbers, such as points;
// width is how many, at least one.
func wholePoints(width int) wholeReader {
	return func(d *decodeState, i int, s *mem.Slice) int {
		if d.budget.Left() < 2 {
			return -1
		}
		b, numbers := d.src, d.numbers[:0]
		for i = space(b, i+1); i < len(b) && b[i] == '['; i = space(b, i+1) {
			at := len(numbers)
			if cap(numbers)-at < width {
				numbers = d.more(numbers, i, width)
			}
			numbers = numbers[:at+width]
			if i = readFloats(b, i, mem.SliceAt[float64](mem.First(numbers).Add(uintptr(at)*8), width)); i < 0 {
				return -1
			}
			if i = space(b, i); i < len(b) && b[i] == ']' {
				*s = d.keep(numbers)
				s.Len /= width
				s.Cap /= width
				return i + 1
			}
			if i >= len(b) || b[i] != ',' {
				return -1
			}
		}
		return -1
	}
}

// wholeStrings is the reader for arrays of strings.
func wholeStrings(d *decodeState, i int, s *mem.Slice) int {
	b, texts := d.src, d.texts[:0]
	for i = space(b, i+1); i < len(b) && b[i] == '"'; i = space(b, i+1) {
		v, next := d.quoted(i)
		if next < 0 {
			break
		}
		if len(texts) == cap(texts) {
			texts = d.moreTexts(texts, i)
		}
		texts = append(texts, v)
		if i = space(b, next); i < len(b) && b[i] == ']' {
			own := texts
			if len(own) <= many {
				own = append([]string(nil), texts...)
				clear(texts)
				d.texts = texts
			}
			*s = mem.Slice{Data: mem.Of(&own[0]).Unsafe(), Len: len(own), Cap: cap(own)}
			return i + 1
		}
		if i >= len(b) || b[i] != ',' {
			break
		}
	}
	clear(texts)
	d.err = nil // it is found again
	return -1
}

// moreTexts is more for strings.
func (d *decodeState) moreTexts(texts []string, i int) (out []string) {
	n := len(texts)
	if n < many {
		out = append(make([]string, 0, min(max(2*n, 8), many)), texts...)
	} else {
		out = append(make([]string, 0, n+d.roomFor(n, d.follow(i))), texts...)
	}
	clear(texts)
	return out
}
