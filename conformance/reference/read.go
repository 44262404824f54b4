package reference

import (
	"bytes"
	"encoding/binary"
	"math/big"
	"strconv"
	"unicode/utf8"

	"github.com/beve-org/beve-go/conformance/meaning"
)

// Reader reads messages and streams.
type Reader struct {
	spec     *Spec
	extended bool
	headers  *Bytes
	table    *Entry // the other meaning of the header of type tags
	maxDepth int

	// BooleanMatrices is whether matrices of booleans are read, which readers may refuse.
	BooleanMatrices bool
}

// New returns a reader of the format or, if extended, of the profile. maxDepth is the
// number of levels, and 0 the default of the table.
func New(extended bool, maxDepth int) *Reader {
	r := &Reader{spec: Load(), extended: extended, maxDepth: maxDepth, BooleanMatrices: true}
	if maxDepth == 0 {
		r.maxDepth = r.spec.Depth.Default
	}
	var others []*Entry
	r.headers, others = r.spec.Expand(r.spec.Headers, extended)
	for _, e := range others {
		r.table = e
	}
	return r
}

// Refusal is why a message is refused, and where.
type Refusal struct {
	Offset int
	Why    string
}

func (r *Refusal) Error() string { return r.Why + " at byte " + strconv.Itoa(r.Offset) }

// walk is the state of one reading.
type walk struct {
	*Reader
	src []byte
	off int
	out []byte
	may bool // something was read that a reader may refuse
	// shallow stops the walk before what a container holds.
	shallow bool
	// written also refuses what is read but never written.
	written bool
}

// Message reads one value, after a framing header or delimiters. May says that a reader
// may refuse it.
func (r *Reader) Message(src []byte) (means []byte, may bool, err *Refusal) {
	w := walk{Reader: r, src: src}
	err = w.try(func() {
		if !w.framing() {
			w.delimiters(false)
		}
		w.value(1)
		w.check(w.off == len(src), "bytes after the value")
	})
	return w.out, w.may, err
}

// Stream reads values up to the end.
func (r *Reader) Stream(src []byte) (means []byte, may bool, err *Refusal) {
	w := walk{Reader: r, src: src, out: []byte(`{"$stream":[`)}
	err = w.try(func() {
		need, n := w.framing(), 0
		for w.delimiters(n > 0); need || w.off < len(src); w.delimiters(true) {
			w.comma(n)
			w.value(1)
			need, n = false, n+1
		}
	})
	return append(w.out, "]}"...), w.may, err
}

// Written is Message for what a writer has made: SIZE has its shortest form, unused bits
// are zero, and there are no drafts and type tags.
func (r *Reader) Written(src []byte) (means []byte, err *Refusal) {
	w := walk{Reader: r, src: src, written: true}
	err = w.try(func() {
		w.value(1)
		w.check(w.off == len(src), "bytes after the value")
	})
	return w.out, err
}

// WrittenStream is Written for values with a delimiter between each and the next.
func (r *Reader) WrittenStream(src []byte) (means []byte, err *Refusal) {
	w := walk{Reader: r, src: src, written: true, out: []byte(`{"$stream":[`)}
	err = w.try(func() {
		for n := 0; w.off < len(src); n++ {
			if n > 0 {
				w.check(Hex(w.take(1)[0]) == w.spec.Message.Delimiter, "no delimiter between values")
			}
			w.comma(n)
			w.value(1)
		}
	})
	return append(w.out, "]}"...), err
}

func (w *walk) try(read func()) (err *Refusal) {
	defer func() {
		if failure := recover(); failure != nil {
			err = failure.(*Refusal)
		}
	}()
	read()
	return nil
}

func (w *walk) check(ok bool, otherwise string) {
	if !ok {
		panic(&Refusal{w.off, otherwise})
	}
}

func (w *walk) take(n int) []byte {
	w.check(n <= len(w.src)-w.off, "the message ends too early")
	w.off += n
	return w.src[w.off-n : w.off]
}

func (w *walk) uint(width int) uint64 {
	var all [8]byte
	copy(all[:], w.take(width))
	return binary.LittleEndian.Uint64(all[:])
}

// size reads a SIZE.
func (w *walk) size() uint64 {
	w.check(w.off < len(w.src), "the message ends too early")
	width := w.spec.Size.Bytes[int(w.src[w.off])&w.spec.Size.Selector]
	n := w.uint(width) >> w.spec.Size.Shift
	w.check(!w.written || width == 1 || n>>(8*width/2-w.spec.Size.Shift) > 0, "a longer SIZE than necessary")
	return n
}

// count reads a SIZE of things that take at least unit bytes each.
func (w *walk) count(unit int) int {
	n := w.size()
	w.check(n <= uint64((len(w.src)-w.off)/unit), "a SIZE that the bytes left cannot pay for")
	return int(n)
}

// text reads a SIZE and as many bytes of UTF-8.
func (w *walk) text() []byte {
	text := w.take(w.count(1))
	w.check(utf8.Valid(text), "text that is not UTF-8")
	return text
}

// framing reads a framing header, if there is one.
func (w *walk) framing() bool {
	m := w.spec.Message
	if len(w.src) < 2 || Hex(w.src[0]) != m.Framing || Hex(w.src[1]) != m.Versions[0] && Hex(w.src[1]) != m.Versions[1] {
		return false
	}
	w.off, w.may = 2, true
	return true
}

// delimiters passes over delimiters. after says that a value ended here: in the profile
// an indexed object may start with the byte of a delimiter, but not there.
func (w *walk) delimiters(after bool) {
	for w.off < len(w.src) && Hex(w.src[w.off]) == w.spec.Message.Delimiter && (after || !w.indexed()) {
		w.off++
		w.may = w.may || !after
		after = false
	}
}

// header reads a header and the bytes that belong to it.
func (w *walk) header() *Entry {
	at := w.off
	b := w.take(1)[0]
	e := w.headers[b]
	if w.table != nil && Hex(b) == w.table.Byte && !w.typeTag(at) {
		e = w.table
	}
	for e != nil && e.Then != nil {
		e = e.Then[w.take(1)[0]]
	}
	if e == nil {
		w.off--
		w.check(false, "a byte that starts nothing")
	}
	w.check(!w.written || !e.Row.May, "a form that is not written")
	w.may = w.may || e.May
	return e
}

// frames are what a meaning stands in.
var frames = map[string][2]string{
	"single": {}, "object": {}, "null": {"null"}, "false": {"false"}, "true": {"true"}, "array": {"[", "]"},
	"map": {`{"$map":[`, `]}`}, "tag": {`{"$tag":[`, `]}`}, "matrix": {`{"$matrix":[`, `]}`}, "interval": {`{"$interval":[`, `]}`},
	"timestamp": {`{"$timestamp":[`, `]}`}, "duration": {`{"$duration":[`, `]}`}, "regexp": {`{"$regexp":[`, `]}`},
}

// value reads a value at a level of nesting.
func (w *walk) value(level int) *Entry {
	w.check(level <= w.maxDepth, "nested too deep")
	e := w.header()
	frame := frames[e.Means]
	w.out = append(w.out, frame[0]...)
	if e.Label != "" {
		w.out = append(meaning.AppendString(w.out, e.Label), ',')
	}
	if e.Each != nil {
		w.each(e, level)
	}
	w.parts(e, e.Parts, level)
	if e.Means == "timestamp" && len(e.Parts) == 2 {
		w.out = append(w.out, ",0"...)
	}
	w.out = append(w.out, frame[1]...)
	return e
}

// each reads a SIZE and as many times what each element is.
func (w *walk) each(e *Entry, level int) {
	if e.Each[0] == "bit" {
		w.bits()
		return
	}
	unit := 0
	for _, part := range e.Each {
		unit += map[string]int{"element": e.Width, "pair": 2 * e.Width, "nanoseconds": 8, "text": 1, "value": 1}[part]
	}
	n := w.count(unit)
	if last := e.Each[len(e.Each)-1]; w.shallow && (last == "text" || last == "value") {
		return
	}
	var members []meaning.Member
	for i := range n {
		switch {
		case e.Means == "object":
			key := w.piece(func() { w.parts(e, e.Each[:1], level) })
			members = append(members, meaning.Member{Key: key, Value: w.piece(func() { w.value(level + 1) })})
		case e.Means == "map":
			w.comma(i)
			w.out = append(w.out, '[')
			w.parts(e, e.Each, level)
			w.out = append(w.out, ']')
		default:
			w.comma(i)
			w.parts(e, e.Each, level)
		}
	}
	if e.Means == "object" {
		w.out = meaning.AppendObject(w.out, members)
	}
}

// piece returns what a reading prints.
func (w *walk) piece(read func()) []byte {
	n := len(w.out)
	read()
	text := bytes.Clone(w.out[n:])
	w.out = w.out[:n]
	return text
}

func (w *walk) comma(i int) {
	if i > 0 {
		w.out = append(w.out, ',')
	}
}

func (w *walk) print(n uint64) { w.out = strconv.AppendUint(w.out, n, 10) }

// parts reads the parts of a row one after another.
func (w *walk) parts(e *Entry, parts []string, level int) {
	product := new(big.Int)
	for i, part := range parts {
		w.comma(i)
		switch part {
		case "element":
			w.element(e, w.take(e.Width))
		case "pair":
			w.pair(e, w.take(2*e.Width))
		case "text":
			w.out = meaning.AppendString(w.out, string(w.text()))
		case "value":
			if w.shallow {
				return
			}
			w.value(level + 1)
		case "index":
			if e.Means == "object" {
				w.index(level)
			} else {
				w.print(w.size())
			}
		case "table":
			w.rows(level)
		case "aligned":
			w.list(e, w.aligned(e))
		case "aligned pairs":
			w.pairs(e, w.alignedPairs(e))
		case "extents":
			w.check(level < w.maxDepth, "nested too deep")
			product = w.extents()
		case "elements":
			if w.shallow {
				return
			}
			w.elements(product)
		case "nanoseconds":
			ns := w.uint(8)
			w.out = meaning.AppendTimestamp(w.out, int64(ns/1e9), uint32(ns%1e9), 0)
		case "timestamps":
			w.interval(level)
		default:
			w.scalar(part)
		}
	}
}
