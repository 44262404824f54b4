// Package doc looks into one BEVE value as the JSON document that it stands for:
// typed arrays have elements, complex numbers two, matrices and type tags have
// members. Nothing is copied, and every part can be written out as a BEVE value
// or as JSON of its own.
package doc

import (
	"iter"
	"sort"
	"strconv"

	"github.com/beve-org/beve-go/cmd/internal/walk"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// A Doc is a value that has been checked whole. Where its containers end is known,
// so that passing over one takes no longer however much it holds.
type Doc struct {
	src      []byte
	ends     []span // in the order of off
	typeTags bool
	tables   map[int]*table // those that were looked into, by where they are
}

// span is a container that has children.
type span struct{ off, end int }

// New checks the value at the start of src and indexes it. src must stay as it is.
// typeTags reads type tags of version 1 where there are tables otherwise.
func New(src []byte, limits wire.Limits, typeTags bool) (*Doc, error) {
	d := &Doc{src: src, typeTags: typeTags}
	var open []int
	names := limits.Budget()
	w := walk.Walker{Limits: limits, TypeTags: typeTags}
	w.Visit = func(it walk.Item) error {
		if it.Header == wire.HeaderTable && it.Fields > 0 {
			// A row is an object here, with names of its own.
			t, err := wire.ReadTable(src, it.Off)
			if err == nil && !names.Repeat(t.NamesLen(), t.Rows, int64(len(src))) {
				err = fault.At(it.Off, names.Err())
			}
			if err != nil {
				return err
			}
		}
		if it.Role != walk.Row && it.Children > 0 {
			open = append(open, len(d.ends))
			d.ends = append(d.ends, span{off: it.Off})
		}
		return nil
	}
	w.Leave = func(it walk.Item, end int) error {
		if it.Role == walk.Row {
			return nil // where it ends is where its last value does
		}
		last := len(open) - 1
		d.ends[open[last]].end = end
		open = open[:last]
		return nil
	}
	_, err := w.Value(src)
	return d, err
}

// Root returns the whole value.
func (d *Doc) Root() Node { return d.at(0) }

// at returns the value whose header is at off.
func (d *Doc) at(off int) Node { return Node{doc: d, form: whole, off: off} }

// skip returns the offset after the value at off.
func (d *Doc) skip(off int) int {
	i := sort.Search(len(d.ends), func(i int) bool { return d.ends[i].off >= off })
	if i < len(d.ends) && d.ends[i].off == off {
		return d.ends[i].end
	}
	next, err := wire.Skip(d.src, off)
	if err != nil {
		return len(d.src) // not possible: New has walked it
	}
	return next
}

// Kind is what JSON calls a part.
type Kind uint8

// The kinds.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

// String returns the kind in lower case.
func (k Kind) String() string {
	return [...]string{"null", "bool", "number", "string", "array", "object"}[k]
}

// form is how a part is stored in the input.
type form uint8

const (
	whole   form = iota // a value with a header at off
	text                // text without a header at off: an element of a string array
	number              // num: an element of a numeric array, or a component
	boolean             // b: an element of a boolean array
	complx              // parts: an element of a complex array
	instant             // ns: an element of an array of timestamps
	word                // s: text that is not in the input as such
	row                 // a row of the table at table, whose values are from off on
)

// A Node is one part of a document.
type Node struct {
	doc   *Doc
	form  form
	off   int
	num   wire.Number
	parts wire.Numbers // the one number or the two components, in the input
	table int
	b     bool
	ns    uint64 // also the value of a number that is not in the input as such
	s     string
}

// Offset returns where the part, or what it is packed in, begins in the value.
func (n Node) Offset() int { return n.off }

func (n Node) header() wire.Header { return wire.Header(n.doc.src[n.off]) }

// Kind returns what the part is.
func (n Node) Kind() Kind {
	switch n.form {
	case text, instant, word:
		return String
	case number:
		return Number
	case boolean:
		return Bool
	case complx:
		return Array
	case row:
		return Object
	}
	switch h := n.header(); h.Kind() {
	case wire.KindNull:
		return Null
	case wire.KindBool:
		return Bool
	case wire.KindNumber:
		return Number
	case wire.KindString, wire.KindDuration, wire.KindUUID:
		return String
	case wire.KindObject, wire.KindIntObject, wire.KindIndexed, wire.KindMatrix, wire.KindInterval, wire.KindRegExp:
		return Object
	case wire.KindTable:
		if wire.TypeTagAt(n.doc.src, n.off, n.doc.typeTags) {
			return Object
		}
	case wire.KindTime:
		if times, _, _ := wire.ViewTimes(n.doc.src, n.off); times.Single {
			return String
		}
	}
	return Array
}

// Bool returns the truth of a Bool.
func (n Node) Bool() bool {
	if n.form == boolean {
		return n.b
	}
	return n.header() == wire.HeaderTrue
}

// Number returns a Number.
func (n Node) Number() wire.Number {
	if n.form == whole {
		n.num, _, _ = wire.ReadNumber(n.doc.src, n.off)
	}
	return n.num
}

// Text returns the text of a String; of a timestamp, in the form that it has in
// JSON.
func (n Node) Text() string {
	switch n.form {
	case word:
		return n.s
	case instant:
		return stamp(scalar.Timestamp{Seconds: int64(n.ns / 1e9), Nanoseconds: uint32(n.ns % 1e9)})
	case text:
		b, _, _ := wire.ViewText(n.doc.src, n.off)
		return string(b)
	}
	switch n.header().Kind() {
	case wire.KindTime:
		times, _, _ := wire.ViewTimes(n.doc.src, n.off)
		return stamp(times.At(0))
	case wire.KindDuration:
		d, _, _ := wire.ReadDuration(n.doc.src, n.off)
		return string(d.AppendISO(nil))
	case wire.KindUUID:
		id, _, _ := wire.ReadUUID(n.doc.src, n.off)
		return string(scalar.AppendUUIDText(nil, id))
	}
	s, _, _ := wire.ReadString(n.doc.src, n.off)
	return s
}

// stamp is an instant as text: in the form that it has in JSON, if it has one.
func stamp(t scalar.Timestamp) string {
	if text, ok := t.AppendRFC3339(nil); ok {
		return string(text)
	}
	return strconv.FormatInt(t.Seconds, 10) + " seconds since 1970"
}

// AppendBEVE appends the part as a BEVE value of its own.
func (n Node) AppendBEVE(dst []byte) []byte {
	switch n.form {
	case whole:
		return append(dst, n.doc.src[n.off:n.doc.skip(n.off)]...)
	case number:
		if n.parts.Len() == 0 {
			return wire.AppendUint(dst, n.ns)
		}
		return n.parts.AppendElement(dst, 0)
	case complx:
		return wire.Complexes{Parts: n.parts}.AppendElement(dst, 0)
	case boolean:
		return wire.AppendBool(dst, n.b)
	case instant:
		return wire.AppendTime(dst, n.ns)
	case row:
		return n.appendRow(dst)
	}
	return wire.AppendString(dst, n.Text())
}

// AppendText appends a part that is no Array and no Object as JSON, except that
// it has words for the numbers for which JSON has none.
func (n Node) AppendText(dst []byte) []byte {
	switch n.Kind() {
	case Null:
		return append(dst, "null"...)
	case Bool:
		return strconv.AppendBool(dst, n.Bool())
	case Number:
		return AppendNumber(dst, n.Number())
	case String:
		return jsontext.AppendText(dst, n.Text())
	}
	return dst
}

// Children returns the members or elements of a part in their order, with the name
// or the decimal index of each.
func (n Node) Children() iter.Seq2[string, Node] {
	return func(yield func(string, Node) bool) {
		if n.form == complx {
			n.numbers(n.parts, yield)
			return
		}
		if n.form == row {
			n.cells(yield)
			return
		}
		if n.form != whole {
			return
		}
		src := n.doc.src
		switch n.header().Kind() {
		case wire.KindObject, wire.KindIntObject:
			n.members(yield)
		case wire.KindArray:
			count, off, _ := wire.ReadArray(src, n.off)
			for i := range count {
				if !yield(strconv.Itoa(i), n.doc.at(off)) {
					return
				}
				off = n.doc.skip(off)
			}
		case wire.KindStringArray:
			count, off, _ := wire.ReadStrings(src, n.off)
			for i := range count {
				if !yield(strconv.Itoa(i), Node{doc: n.doc, form: text, off: off}) {
					return
				}
				_, off, _ = wire.ViewText(src, off)
			}
		case wire.KindTable:
			if wire.TypeTagAt(src, n.off, n.doc.typeTags) {
				index, off, _ := wire.ReadTypeTag(src, n.off)
				_ = yield("index", n.integer(index)) && yield("value", n.doc.at(off))
				return
			}
			n.rows(yield)
		case wire.KindIndexed:
			n.indexed(yield)
		case wire.KindInterval:
			_, _, second, _, _ := wire.ReadInterval(src, n.off)
			_ = yield("start", n.doc.at(n.off+1)) && yield("end", n.doc.at(second))
		case wire.KindRegExp:
			pattern, flags, _, _ := wire.ViewRegExp(src, n.off)
			_ = yield("pattern", Node{doc: n.doc, form: word, off: n.off, s: string(pattern)}) &&
				yield("flags", Node{doc: n.doc, form: word, off: n.off, s: flags.String()})
		case wire.KindMatrix:
			m, _, _ := wire.ViewMatrix(src, n.off)
			_ = yield("layout", Node{doc: n.doc, form: word, off: n.off, s: m.Layout.String()}) &&
				yield("extents", n.doc.at(n.off+2)) && yield("value", n.doc.at(m.ValueStart))
		default:
			n.packed(yield)
		}
	}
}

// Child returns the member or element of that name; of repeated members, the last.
func (n Node) Child(name string) (child Node, ok bool) {
	if i, err := strconv.Atoi(name); err == nil && n.Kind() == Array && strconv.Itoa(i) == name {
		if child, packed, ok := n.element(i); packed {
			return child, ok
		}
	}
	array := n.Kind() == Array
	for key, c := range n.Children() {
		if key == name {
			child, ok = c, true
			if array {
				break
			}
		}
	}
	return child, ok
}

// Len returns the number of members or elements.
func (n Node) Len() (count int) {
	if e, ok := n.packedArray(); ok {
		return e.len()
	}
	for range n.Children() {
		count++
	}
	return count
}

// members yields what an object holds.
func (n Node) members(yield func(string, Node) bool) {
	src := n.doc.src
	h, count, off, _ := wire.ReadObject(src, n.off)
	for range count {
		var name string
		if h.Kind() == wire.KindObject {
			var key []byte
			key, off, _ = wire.ViewText(src, off)
			name = string(key)
		} else {
			var key wire.Number
			key, off, _ = wire.ReadIntKey(src, off, h)
			name = key.String()
		}
		if !yield(name, n.doc.at(off)) {
			return
		}
		off = n.doc.skip(off)
	}
}

// integer returns a number that has no place of its own in the input.
func (n Node) integer(v uint64) Node {
	num, _, _ := wire.ReadNumber(wire.AppendUint(nil, v), 0)
	return Node{doc: n.doc, form: number, off: n.off, num: num, ns: v}
}
