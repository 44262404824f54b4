// Tables read row by row from a stream: the names are kept, and every row is made
// an object of its own.

package engine

import (
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

// openTableList reads the start of a table. Names are taken one by one as they
// arrive, so that a slow stream is not read over and over.
func (d *Decoder) openTableList() (l list, err error) {
	l.kind, l.start, l.budget = wire.KindTable, d.InputOffset(), d.opts.Limits.Budget()
	fields, err := d.size(1)
	if err != nil {
		return l, err
	}
	for i := uint64(0); i < fields; i++ {
		n, err := d.stepText()
		if err != nil {
			return l, err
		}
		l.names = append(l.names, d.in.Buf[d.in.Off-n:d.in.Off]...)
		if int64(len(l.names)) > d.opts.Limits.StreamBytes() {
			return l, d.in.Fail(fault.Because(fault.ErrLimit, "names of a table are longer than Limits.MaxBytes"))
		}
	}
	l.fields = int(fields)
	// A table of no rows says whether the names are good.
	head := wire.AppendSize([]byte{byte(wire.HeaderTable)}, l.fields)
	if _, err := wire.ReadTable(append(append(head, l.names...), 0), 0); err != nil {
		return l, d.in.Fail(fault.Because(fault.ErrSyntax, "table with repeated names"))
	}
	if l.left, err = d.size(0); err == nil && l.left > 0 && l.fields == 0 {
		err = d.in.Fail(fault.Because(fault.ErrSyntax, "table of rows without fields"))
	}
	return l, err
}

// size reads the SIZE at d.in.Off+skip.
func (d *Decoder) size(skip int) (uint64, error) {
	if err := d.in.Ahead(skip + 8); err != nil {
		return 0, err
	}
	n, next, err := wire.ReadSize(d.in.Rest(), skip)
	if err != nil {
		return 0, d.in.Cut(err)
	}
	d.in.Off += next
	return n, nil
}

// stepText passes over one text and returns the bytes that it took.
func (d *Decoder) stepText() (n int, err error) {
	for {
		_, next, err := wire.ViewText(d.in.Rest(), 0)
		if err == nil {
			d.in.Off += next
			return next, nil
		}
		if err := d.in.Await(err); err != nil {
			return 0, err
		}
	}
}

// packRow makes l.value an object of the next row.
func (l *list) packRow(d *Decoder) error {
	if read := d.InputOffset() - l.start; !l.budget.Repeat(len(l.names), 1, read) {
		return d.in.Fail(l.budget.Err())
	}
	l.value = wire.AppendObject(l.value[:0], l.fields)
	name := 0
	for range l.fields {
		text, next, err := wire.ViewText(l.names, name)
		if err != nil {
			return err
		}
		l.value = append(l.value, l.names[name:next]...)
		name = next
		n, err := d.in.Whole()
		if err != nil {
			if e, ok := err.(*DecodeError); ok {
				e.Path = Pointer("").Key(string(text)).Then(e.Path)
			}
			return err
		}
		l.value = append(l.value, d.in.Buf[d.in.Off:d.in.Off+n]...)
		d.in.Off += n
		if int64(len(l.value)) > d.opts.Limits.StreamBytes() {
			return d.in.Fail(fault.Because(fault.ErrLimit, "row of a table is longer than Limits.MaxBytes"))
		}
	}
	return nil
}
