package columns

import (
	"encoding/binary"
	"fmt"
	"io"
	"math/big"
	"slices"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/cmd/internal/parquetfile"
	"github.com/beve-org/beve-go/extended"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// This file makes rows of columns. What is null is written as null. Numbers and strings of
// a list without null are typed arrays.

// rows writes the rows of a file.
type rows struct {
	w     io.Writer
	limit int64  // of the bytes of a row
	spans []bool // of leaves, which of them are durations

	cursors []*parquetfile.Cursor
	buf     []byte
	start   int // of the row in buf
	value   parquetfile.Value
	list    gathered
}

// flushSize is when rows are handed on.
const flushSize = 64 << 10

// writeAll writes the rows from that one of a group on, 0 being its first, up to one that is wrong.
func (r *rows) writeAll(f *parquetfile.File, group int, first int64) error {
	err := r.groups(f, group, first)
	if flushed := r.flush(); err == nil {
		err = flushed
	}
	return err
}

func (r *rows) groups(f *parquetfile.File, group int, first int64) error {
	for g := group; g < f.Groups(); g++ {
		r.cursors = f.Group(g, 1)
		for row := range f.Rows(g) {
			if err := r.row(f.Root); err != nil {
				return fmt.Errorf("row group %d, row %d: %w", g, row, err)
			}
			if g == group && row < first {
				r.buf = r.buf[:0] // it is read to come to those after it
			} else if len(r.buf) >= flushSize {
				if err := r.flush(); err != nil {
					return err
				}
			}
		}
		for _, c := range r.cursors {
			if err := c.Peek(); err == nil {
				return fmt.Errorf("%w: row group %d: column %q has more values than there are rows", parquetfile.ErrMalformed, g, c.Leaf().Path)
			} else if err != io.EOF {
				return err
			}
		}
	}
	return nil
}

// row appends a row, or nothing.
func (r *rows) row(root *parquetfile.Node) error {
	r.start = len(r.buf)
	if err := r.append(root, 0); err != nil {
		r.buf = r.buf[:r.start]
		return err
	}
	r.buf = wire.AppendDelimiter(r.buf)
	return nil
}

func (r *rows) flush() error {
	_, err := r.w.Write(r.buf)
	r.buf = r.buf[:0]
	return err
}

// findDurations returns which leaves metadata call durations, in order.
func findDurations(spans []bool, n *parquetfile.Node, path string, durations map[string]bool) []bool {
	if n.Leaf() {
		spans = append(spans, durations[path] && n.Type == parquetfile.Int && n.Bits == 64)
	}
	for _, child := range n.Children {
		below := fieldPath(path, child.Name)
		if n.Type == parquetfile.List {
			below = elementPath(path)
		}
		if n.Type == parquetfile.Map {
			below = path // entries have no name
		}
		spans = findDurations(spans, child, below, durations)
	}
	return spans
}

// peek looks at the first value of n. If it is the first of its list, and of what that is
// in, its repetition level is rep.
func (r *rows) peek(n *parquetfile.Node, rep int) (*parquetfile.Cursor, error) {
	return r.at(n.First, rep)
}

func (r *rows) at(leaf, rep int) (*parquetfile.Cursor, error) {
	c := r.cursors[leaf]
	err := c.Peek()
	switch {
	case err == io.EOF:
		err = fmt.Errorf("%w: column %q has fewer values than there are rows", parquetfile.ErrMalformed, c.Leaf().Path)
	case err == nil && c.Rep != rep:
		err = fmt.Errorf("%w: column %q has repetition level %d where others have %d", parquetfile.ErrMalformed, c.Leaf().Path, c.Rep, rep)
	}
	return c, err
}

// nothing passes over the nulls of all leaves of n, which say the same.
func (r *rows) nothing(n *parquetfile.Node, def, rep int) error {
	for i := n.First; i < n.End; i++ {
		c, err := r.at(i, rep)
		if err != nil {
			return err
		}
		if c.Def != def {
			return fmt.Errorf("%w: column %q has definition level %d where others have %d", parquetfile.ErrMalformed, c.Leaf().Path, c.Def, def)
		}
		c.Skip()
	}
	return nil
}

// append appends the value of n.
func (r *rows) append(n *parquetfile.Node, rep int) error {
	if int64(len(r.buf)-r.start) > r.limit {
		return fmt.Errorf("a row of more than %d bytes: %w", r.limit, beve.ErrLimit)
	}
	if n.Optional {
		c, err := r.peek(n, rep)
		if err != nil {
			return err
		}
		if c.Def < n.Def {
			r.buf = wire.AppendNull(r.buf)
			return r.nothing(n, c.Def, rep)
		}
	}
	switch n.Type {
	case parquetfile.Group:
		r.buf = wire.AppendObject(r.buf, len(n.Children))
		for _, child := range n.Children {
			r.buf = wire.AppendText(r.buf, child.Name)
			if err := r.append(child, rep); err != nil {
				return err
			}
		}
		return nil
	case parquetfile.List, parquetfile.Map:
		return r.appendList(n, rep)
	}
	if err := r.next(n, rep); err != nil {
		return err
	}
	var err error
	if r.buf, err = appendLeaf(r.buf, n, &r.value, r.spans[n.First]); err != nil {
		err = fmt.Errorf("column %q: %w", n.Path, err)
	}
	return err
}

// next reads the value of a leaf, which is there, into r.value.
func (r *rows) next(n *parquetfile.Node, rep int) error {
	c, err := r.peek(n, rep)
	if err != nil {
		return err
	}
	if c.Def != n.Def {
		return fmt.Errorf("%w: column %q has definition level %d where others have a value", parquetfile.ErrMalformed, n.Path, c.Def)
	}
	if err := c.Value(&r.value); err != nil {
		return err
	}
	return inRange(n, &r.value)
}

// elements calls each for the elements of a list, with their repetition levels.
func (r *rows) elements(n *parquetfile.Node, rep int, each func(rep int) error) error {
	c, err := r.peek(n, rep)
	if err != nil {
		return err
	}
	if c.Def < n.ElementDef {
		return r.nothing(n, c.Def, rep)
	}
	for {
		if err := each(rep); err != nil {
			return err
		}
		rep = n.ElementRep
		if err := c.Peek(); err == io.EOF || err == nil && c.Rep < rep {
			return nil
		} else if err != nil {
			return err
		}
	}
}

func (r *rows) appendList(n *parquetfile.Node, rep int) error {
	element := n.Children[0]
	if n.Type == parquetfile.List && gathers(element) && !r.spans[n.First] {
		return r.gather(n, element, rep)
	}
	begun, count := len(r.buf), 0
	err := r.elements(n, rep, func(rep int) error {
		count++
		return r.append(element, rep)
	})
	if err != nil {
		return err
	}
	r.buf = slices.Insert(r.buf, begun, wire.AppendArray(nil, count)...)
	return nil
}

// appendLeaf appends a value of a leaf.
func appendLeaf(dst []byte, n *parquetfile.Node, v *parquetfile.Value, isDuration bool) ([]byte, error) {
	switch n.Type {
	case parquetfile.Bool:
		return wire.AppendBool(dst, v.Bits != 0), nil
	case parquetfile.Int:
		if isDuration {
			return extended.AppendDuration(dst, time.Duration(v.Bits)), nil
		}
		return wire.AppendInt(dst, signed(v)), nil
	case parquetfile.Uint:
		return wire.AppendUint(dst, unsigned(n, v)), nil
	case parquetfile.Float16:
		return wire.AppendFloat32(dst, half(v)), nil
	case parquetfile.Float32:
		return wire.AppendFloat32(dst, float(v)), nil
	case parquetfile.Float64:
		return wire.AppendFloat64(dst, double(v)), nil
	case parquetfile.Bytes, parquetfile.BSON:
		return wire.AppendNumbers(dst, v.Bytes), nil
	case parquetfile.UUID:
		return wire.AppendUUID(dst, [16]byte(v.Bytes)), nil
	case parquetfile.Timestamp:
		return appendTimestamp(dst, n, v)
	case parquetfile.Null:
		return nil, fmt.Errorf("%w: a value in a column of nothing but null", parquetfile.ErrMalformed)
	case parquetfile.Decimal, parquetfile.Date, parquetfile.TimeOfDay, parquetfile.Interval:
		s, err := textOf(n, v)
		return wire.AppendString(dst, s), err
	}
	if !wire.ValidText(v.Bytes) {
		return dst, beve.ErrUTF8
	}
	return append(wire.AppendSize(append(dst, byte(wire.HeaderString)), len(v.Bytes)), v.Bytes...), nil
}

// textOf returns the text of a value that is read as text and is none.
func textOf(n *parquetfile.Node, v *parquetfile.Value) (string, error) {
	switch n.Type {
	case parquetfile.Decimal:
		return formatDecimal(decimalOf(n, v), n.Scale), nil
	case parquetfile.Date:
		return formatTime(time.Unix(int64(v.Bits)*24*60*60, 0).UTC(), time.DateOnly)
	case parquetfile.TimeOfDay:
		per := n.Unit.PerSecond()
		s, fraction := int64(v.Bits)/per, int64(v.Bits)%per
		if int64(v.Bits) < 0 || s >= 24*60*60 {
			return "", fmt.Errorf("%w: a time of %d within a day", parquetfile.ErrMalformed, int64(v.Bits))
		}
		digits := map[parquetfile.Unit]int{parquetfile.Millisecond: 3, parquetfile.Microsecond: 6, parquetfile.Nanosecond: 9}[n.Unit]
		return fmt.Sprintf("%02d:%02d:%02d.%0*d", s/3600, s/60%60, s%60, digits, fraction), nil
	}
	return formatInterval(v.Bytes), nil
}

func decimalOf(n *parquetfile.Node, v *parquetfile.Value) *big.Int {
	if p := n.Physical(); p == parquetfile.PhysicalInt32 || p == parquetfile.PhysicalInt64 {
		return big.NewInt(int64(v.Bits))
	}
	return bigEndian(v.Bytes)
}

// appendTimestamp appends an instant, or, where it is none, what a clock without a zone
// showed, as text without one.
func appendTimestamp(dst []byte, n *parquetfile.Node, v *parquetfile.Value) ([]byte, error) {
	var t time.Time
	if n.Physical() == parquetfile.PhysicalInt96 {
		// Nanoseconds of a day, and its number by Julius Caesar's count.
		const epoch = 2440588
		day := int64(binary.LittleEndian.Uint32(v.Bytes[8:])) - epoch
		t = time.Unix(day*24*60*60, 0).Add(time.Duration(binary.LittleEndian.Uint64(v.Bytes)))
	} else {
		per := n.Unit.PerSecond()
		s, rest := int64(v.Bits)/per, int64(v.Bits)%per
		t = time.Unix(s, rest*(1e9/per))
	}
	t = t.UTC()
	if n.UTC {
		return wire.AppendTimestamp(dst, scalar.Timestamp{Seconds: t.Unix(), Nanoseconds: uint32(t.Nanosecond())}), nil
	}
	s, err := formatTime(t, layoutLocal)
	return wire.AppendString(dst, s), err
}

// formatTime formats a time of the years that have four digits.
func formatTime(t time.Time, layout string) (string, error) {
	if y := t.Year(); y < 0 || y > 9999 {
		return "", fmt.Errorf("%d seconds from 1970: year %d: %w", t.Unix(), y, beve.ErrOverflow)
	}
	return t.Format(layout), nil
}
