// Containers that are read part by part: how each kind of them begins, what stands for one of
// its parts, and how it ends.

package engine

import (
	"io"

	"github.com/beve-org/beve-go/internal/costly"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

// Pointer is a JSON Pointer.
type Pointer = fault.Pointer

// opened is an array or an object that a Decoder has open.
type opened struct {
	// kind is KindArray, KindTable or that of a packed array, KindAligned not among them;
	// KindObject, KindIntObject, KindIndexed or kindRow; KindMatrix or KindTypeTag.
	kind wire.Kind
	head wire.Header // of a number, which an element, a part of one or a key is
	left uint64      // parts that were not come to
	due  bool        // the value of a member, whose key was read
	bits byte        // of a boolean array, the rest of the current byte
	name int         // of a row, where the next name lies

	table *openTable // of a table and its rows
	index *openIndex
	named *openNamed
}

// kindRow is the kind of a row of a table.
const kindRow wire.Kind = 255

// openTable is the start of a table.
type openTable struct {
	head   []byte     // a table with the names and no rows
	read   wire.Table // of head
	names  []byte     // in head, with their sizes, one after another
	fields int
	start  int64        // of the table in the stream
	budget fault.Budget // for the names that rows repeat
	reader *tableReader // of rows that are read where they lie, made for the first
}

// rows returns the reader of rows that are read where they lie.
func (t *openTable) rows() *tableReader {
	if t.reader == nil {
		t.reader = &tableReader{Table: t.read, off: -1, head: t.head}
	}
	return t.reader
}

// innermost returns the innermost open container.
func (d *Decoder) innermost() *opened { return &d.open[len(d.open)-1] }

// keyed reports whether the parts of c have keys.
func (c *opened) keyed() bool {
	switch c.kind {
	case wire.KindObject, wire.KindIntObject, wire.KindIndexed, kindRow, wire.KindMatrix, wire.KindTypeTag:
		return true
	}
	return false
}

// nests reports whether c takes a level of nesting: a packed array of anything but text does
// not, nor what has no parts.
func (c *opened) nests() bool { return c.width() == 0 && c.kind != wire.KindBoolArray }

// width returns the bytes of an element of a packed array of numbers, complex numbers or times, and 0 for
// all else.
func (c *opened) width() int {
	switch c.kind {
	case wire.KindNumberArray:
		return c.head.Width()
	case wire.KindComplex:
		return 2 * c.head.Width()
	case wire.KindTime:
		return 8
	}
	return 0
}

// more reports whether c has a part that was not read.
func (c *opened) more() bool { return c.left > 0 || c.due }

// nest takes n levels more, or fewer, of what may be open.
func (d *Decoder) nest(n int) {
	d.levels += n
	left := d.maxDepth
	if d.levels > 0 {
		left = fault.Depth(d.maxDepth) - d.levels
	}
	d.opts.Limits.MaxDepth, d.in.Limits.MaxDepth = left, left
}

// deeper takes a level for the parts of what starts at an offset of the stream.
func (d *Decoder) deeper(start int64) error {
	if d.levels+1 >= fault.Depth(d.maxDepth) {
		d.in.Err = &DecodeError{Offset: start, Err: fault.ErrDepth}
		return d.in.Err
	}
	d.nest(1)
	return nil
}

// header returns the header of the value at d.in.Off.
func (d *Decoder) header() (h wire.Header, err error) {
	if err := d.in.Reach(1); err != nil {
		return 0, err
	}
	for {
		if h, err = wire.ReadHeader(d.in.Rest(), 0); err == nil {
			return h, nil
		}
		if err := d.in.Await(err); err != nil { // of an extension it takes two bytes
			return 0, err
		}
	}
}

// enter opens the container of header h that starts at d.in.Off. It reports false, having
// used nothing, where the value is not one; a matrix and a type tag are if named is set.
func (d *Decoder) enter(h wire.Header, named bool) (ok bool, err error) {
	start := d.in.Offset()
	c := opened{kind: h.Kind(), head: h.Number()}
	switch c.kind {
	case wire.KindArray, wire.KindStringArray, wire.KindBoolArray, wire.KindNumberArray, wire.KindObject, wire.KindIntObject:
		c.left, err = d.size(1)
	case wire.KindAligned:
		err = d.enterAligned(&c)
	case wire.KindIndexed:
		err = d.enterIndexed(&c)
	case wire.KindTable:
		if err := d.in.Head(); err != nil {
			return false, err
		}
		switch tag, _ := wire.TypeTagNext(d.in.Rest(), 0, d.in.EOF, d.opts.LegacyTypeTag); {
		case tag && !named:
			return false, nil
		case tag:
			err = d.enterTypeTag(&c)
		default:
			err = d.enterTable(&c)
		}
	case wire.KindComplex, wire.KindTime:
		single := false
		if single, err = d.enterPacked(&c); single {
			return false, err
		}
	case wire.KindMatrix:
		if !named {
			return false, nil
		}
		err = d.enterMatrix(&c)
	default:
		return false, nil
	}
	if err == nil {
		err = d.push(&c, start)
	}
	return err == nil, err
}

// push puts a container on top of those that are open, which starts at an offset of the
// stream.
func (d *Decoder) push(c *opened, start int64) error {
	if c.nests() && c.left > 0 {
		if err := d.deeper(start); err != nil {
			return err
		}
	}
	d.open = append(d.open, *c)
	d.at.Open()
	return nil
}

// leave closes the innermost container, whose parts were all read.
func (d *Decoder) leave() error {
	c := d.innermost()
	if c.kind == wire.KindIndexed {
		if err := d.checkIndexed(c); err != nil {
			return err
		}
	}
	if c.nests() && d.at.Count() > 0 {
		d.nest(-1)
	}
	d.at.Close()
	if d.open = d.open[:len(d.open)-1]; len(d.open) == 0 {
		d.in.After = true
		d.texts = costly.Texts{}
	}
	return nil
}

// enterAligned reads the start of an aligned array, which is one of numbers from there on.
func (d *Decoder) enterAligned(c *opened) error {
	for {
		elem, n, next, err := wire.ReadAligned(d.in.Rest(), 0)
		if err == nil {
			d.in.Off += next
			c.kind, c.head, c.left = wire.KindNumberArray, elem, n
			return nil
		}
		if err := d.in.Await(err); err != nil {
			return err
		}
	}
}

// enterPacked reads the start of an array of complex numbers or times, unless there is a single one.
func (d *Decoder) enterPacked(c *opened) (single bool, err error) {
	for {
		next := 0
		if src := d.in.Rest(); c.kind == wire.KindTime {
			c.left, next, single, err = wire.ReadTimes(src, 0)
		} else {
			c.head, c.left, next, single, err = wire.ReadComplexes(src, 0)
		}
		if err == nil && !single {
			d.in.Off += next
		}
		if err == nil {
			return single, nil
		}
		if err := d.in.Await(err); err != nil {
			return false, err
		}
	}
}

// enterTable reads the start of a table. Names are taken one by one as they
// arrive, so that a slow stream is not read over and over.
func (d *Decoder) enterTable(c *opened) error {
	t := &openTable{start: d.in.Offset(), budget: d.opts.Limits.Budget()}
	fields, err := d.size(1)
	if err != nil {
		return err
	}
	at := d.in.Offset()
	var names []byte
	for i := uint64(0); i < fields; i++ {
		n, err := d.stepText()
		if err != nil {
			return err
		}
		names = append(names, d.in.Buf[d.in.Off-n:d.in.Off]...)
		if int64(len(names)) > d.opts.Limits.StreamBytes() {
			return d.in.Fail(fault.Because(fault.ErrLimit, "names of a table are longer than Limits.MaxBytes"))
		}
	}
	t.fields = int(fields)
	// A table of no rows says whether the names are good.
	head := wire.AppendSize([]byte{byte(wire.HeaderTable)}, t.fields)
	before := len(head)
	t.head = append(append(head, names...), 0)
	t.names = t.head[before : before+len(names)]
	if t.read, err = wire.ReadTable(t.head, 0); err != nil {
		if e, ok := err.(*DecodeError); ok {
			e.Offset += at - int64(before)
		}
		d.in.Err = err
		return err
	}
	c.table = t
	rows := d.in.Offset()
	if c.left, err = d.size(0); err == nil && c.left > 0 && t.fields == 0 {
		d.in.Err = &DecodeError{Offset: rows, Err: fault.Because(fault.ErrSyntax, "table of rows without fields")}
		err = d.in.Err
	}
	return err
}

// size reads the SIZE at d.in.Off+skip.
func (d *Decoder) size(skip int) (uint64, error) {
	if err := d.in.ReachSize(skip); err != nil {
		return 0, err
	}
	n, next, err := wire.ReadSize(d.in.Rest(), skip)
	if err != nil {
		return 0, d.in.Stop(err)
	}
	d.in.Off += next
	return n, nil
}

// text buffers the text without a header at d.in.Off. It ends at next of what is buffered
// from there on.
func (d *Decoder) text() (text []byte, next int, err error) {
	if err := d.in.ReachText(0); err != nil {
		return nil, 0, err
	}
	if text, next, err = wire.ViewText(d.in.Rest(), 0); err != nil {
		err = d.in.Stop(err)
	}
	return text, next, err
}

// stepText passes over one text and returns the bytes that it took.
func (d *Decoder) stepText() (n int, err error) {
	_, n, err = d.text()
	d.in.Off += n
	return n, err
}

// packs reports whether the parts of c are read as messages of their own, which pack makes.
func (c *opened) packs() bool {
	return c.width() > 0 || c.kind == wire.KindTable || c.kind == wire.KindStringArray || c.kind == wire.KindBoolArray
}

// pack makes d.part a message of the next element of c, which is a packed array or a table.
func (d *Decoder) pack(c *opened) error {
	switch c.kind {
	case wire.KindTable:
		return d.packRow(c.table)
	case wire.KindBoolArray:
		bit, err := d.bit(c)
		d.part = wire.AppendBool(d.part[:0], bit)
		return err
	case wire.KindNumberArray, wire.KindComplex, wire.KindTime:
		w := c.width()
		if err := d.must(w); err != nil {
			return err
		}
		switch c.kind {
		case wire.KindNumberArray:
			d.part = append(d.part[:0], byte(c.head))
		case wire.KindComplex:
			d.part = wire.AppendComplexStart(d.part[:0], c.head)
		default:
			d.part = wire.AppendTime(d.part[:0], 0)[:2]
		}
		d.part = append(d.part, d.in.Buf[d.in.Off:d.in.Off+w]...)
		d.in.Off += w
		return nil
	}
	text, next, err := d.text()
	if err == nil {
		d.part = wire.AppendString(d.part[:0], mem.String(text))
		d.in.Off += next
	}
	return err
}

// bit reads the element of a boolean array that c has come to.
func (d *Decoder) bit(c *opened) (bool, error) {
	if (d.at.Count()-1)%8 == 0 {
		if err := d.must(1); err != nil {
			return false, err
		}
		c.bits = d.in.Buf[d.in.Off]
		d.in.Off++
	}
	bit := c.bits&1 != 0
	if c.bits >>= 1; c.left == 0 && c.bits != 0 && d.opts.Strict && d.at.Count()%8 != 0 {
		d.in.Off--
		return false, d.in.Fail(fault.Because(fault.ErrSyntax, "boolean array with padding bits set"))
	}
	return bit, nil
}

// packRow makes d.part an object of the next row.
func (d *Decoder) packRow(t *openTable) error {
	if err := d.repeat(t); err != nil {
		return err
	}
	if t.fields > 0 {
		if err := d.deeper(d.in.Offset()); err != nil {
			return err
		}
		defer d.nest(-1)
	}
	d.part = wire.AppendObject(d.part[:0], t.fields)
	name := 0
	for range t.fields {
		text, next, err := wire.ViewText(t.names, name)
		if err != nil {
			return err
		}
		d.part = append(d.part, t.names[name:next]...)
		name = next
		n, err := d.in.Whole()
		if err != nil {
			if e, ok := err.(*DecodeError); ok {
				e.Path = Pointer("").Key(string(text)).Then(e.Path)
			}
			return err
		}
		d.part = append(d.part, d.in.Buf[d.in.Off:d.in.Off+n]...)
		d.in.Off += n
		if int64(len(d.part)) > d.opts.Limits.StreamBytes() {
			return d.in.Fail(fault.Because(fault.ErrLimit, "row of a table is longer than Limits.MaxBytes"))
		}
	}
	return nil
}

// repeat accounts for the names of a table, which a row repeats.
func (d *Decoder) repeat(t *openTable) error {
	if read := d.in.Offset() - t.start; !t.budget.Repeat(len(t.names), 1, read) {
		return d.in.Fail(t.budget.Err())
	}
	return nil
}

// must is need for bytes without which the input is truncated.
func (d *Decoder) must(n int) error {
	err := d.in.Need(n)
	if err == io.EOF {
		d.in.Off = len(d.in.Buf)
		return d.in.Fail(fault.ErrTruncated)
	}
	return err
}
