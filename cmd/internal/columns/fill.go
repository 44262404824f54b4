package columns

import (
	"fmt"
	"math"
	"math/big"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/cmd/internal/parquetfile"
	"github.com/beve-org/beve-go/scalar"
)

// This file puts the values of a row where its columns have them.

// filler fills row groups. Each value says by its levels where in its row it belongs.
type filler struct {
	opts    *Options
	root    *column
	leaves  []*parquetfile.Column
	stack   []beve.View // members of the objects that are open
	objects uint64      // how many have been plain
	seen    []uint64    // for each column the last of these that had a value for it
}

// fillerOf returns what fills a row group.
func fillerOf(s *Schema, g *parquetfile.RowGroup, o *Options) *filler {
	return &filler{opts: o, root: s.root, leaves: g.Columns, seen: make([]uint64, s.columns)}
}

// row adds the values of a row, which has been checked and is copied. After an error nothing more may be added.
func (f *filler) row(row []byte) error {
	err := f.plainRow(row)
	if err == nil {
		return nil
	}
	// What a View says of it is the error. Where its values go does not matter any more.
	v, bad := f.opts.view(row)
	if bad == nil {
		bad = f.members(f.root, v, 0)
	}
	if bad == nil {
		bad = err
	}
	return inRow(bad)
}

// members puts the members of an object into its columns. Columns without a member get
// null. A repeated member is an error: a column has one place for it, and one of the two
// would be lost.
func (f *filler) members(c *column, v beve.View, rep int) error {
	base := len(f.stack)
	f.stack = append(f.stack, make([]beve.View, len(c.children))...)
	defer func() { f.stack = f.stack[:base] }()
	for m, err := range v.Members() {
		if err != nil {
			return err
		}
		name, err := m.Name()
		if err != nil {
			return err
		}
		i, ok := c.byName[name]
		switch {
		case !ok:
			return at(m.Value, fmt.Errorf("no column has this name: %w", beve.ErrUnknownField))
		case f.stack[base+i].Kind() != beve.KindInvalid:
			return at(m.Value, beve.ErrDuplicate)
		}
		f.stack[base+i] = m.Value
	}
	for i, child := range c.children {
		if err := f.value(child, f.stack[base+i], rep); err != nil {
			return err
		}
	}
	return nil
}

// absent is the View of a member that is not there.
var absent beve.View

// value puts v, or null for a member that is not there, into its column.
func (f *filler) value(c *column, v beve.View, rep int) error {
	if v == absent || v.IsNull() {
		if !c.optional {
			return fmt.Errorf("null for a member %q that must be there: %w", c.name, beve.ErrMismatch)
		}
		f.nothing(c, c.node.Def-1, rep)
		return nil
	}
	err := f.present(c, v, rep)
	if err != nil && v.Path() != "" && len(c.children) == 0 {
		return fmt.Errorf("%w (column type %s)", inRow(err), c)
	}
	return err
}

// inRow leaves the offset out of an error: it is that in the row as BEVE, which the file may
// not be, and the number of the row is told beside.
func inRow(err error) error {
	d, ok := err.(*beve.DecodeError)
	switch {
	case !ok:
		return err
	case d.Path == "":
		return d.Err
	}
	return fmt.Errorf("%s: %w", d.Path, d.Err)
}

// nothing puts null into every leaf of c.
func (f *filler) nothing(c *column, def, rep int) {
	for _, leaf := range f.leaves[c.node.First:c.node.End] {
		leaf.Null(rep, def)
	}
}

// present puts a value that is not null.
func (f *filler) present(c *column, v beve.View, rep int) error {
	switch c.kind {
	case object:
		return f.members(c, v, rep)
	case list, mapping:
		return f.elements(c, v, rep)
	}
	x, err := c.leaf(v)
	if err == nil {
		f.leaves[c.node.First].Value(rep, x)
	}
	return err
}

func (f *filler) elements(c *column, v beve.View, rep int) error {
	if v.Kind() == beve.KindString {
		return at(v, fmt.Errorf("a string, not an array: %w", beve.ErrMismatch))
	}
	empty := true
	for e, err := range v.Elements() {
		if err != nil {
			return err
		}
		if c.kind == mapping {
			err = f.members(c, e, rep)
		} else {
			err = f.value(c.children[0], e, rep)
		}
		if err != nil {
			return err
		}
		empty, rep = false, c.node.ElementRep
	}
	if empty {
		f.nothing(c, c.node.Def, rep)
	}
	return nil
}

// leaf returns what a column holds of a value, or fails: nothing is rounded.
func (c *column) leaf(v beve.View) (x parquetfile.Value, err error) {
	if c.inText {
		return c.timeLeaf(v)
	}
	switch c.kind {
	case null:
		return x, at(v, fmt.Errorf("%v in a column of nothing but null: %w", v.Kind(), beve.ErrMismatch))
	case boolean:
		b, err := v.Bool()
		if b {
			x.Bits = 1
		}
		return x, err
	case number:
		return c.number.leaf(v)
	case text, enum, jsonText:
		return textLeaf(v)
	case blob, bson:
		return c.bytesLeaf(v)
	case instant:
		t, err := v.Time()
		if err != nil {
			return x, err
		}
		n, err := count(t, c.unit, v)
		return bitsOf(uint64(n)), err
	case duration:
		d, err := v.Duration()
		return bitsOf(uint64(d)), err
	case uuid:
		id, err := v.UUID()
		return bytesOf(id[:]), err
	}
	return c.textual(v)
}

func (n numberType) leaf(v beve.View) (parquetfile.Value, error) {
	switch n {
	case int8s:
		return integerLeaf[int8](v)
	case int16s:
		return integerLeaf[int16](v)
	case int32s:
		return integerLeaf[int32](v)
	case int64s:
		return integerLeaf[int64](v)
	case uint8s:
		return integerLeaf[uint8](v)
	case uint16s:
		return integerLeaf[uint16](v)
	case uint32s:
		return integerLeaf[uint32](v)
	case uint64s:
		return integerLeaf[uint64](v)
	case float16s:
		return float16Leaf(v)
	case float32s:
		var x float32
		err := v.Decode(&x)
		return bitsOf(uint64(math.Float32bits(x))), err
	}
	var x float64
	err := v.Decode(&x)
	return bitsOf(math.Float64bits(x)), err
}

func bitsOf(bits uint64) parquetfile.Value { return parquetfile.Value{Bits: bits} }

func bytesOf(b []byte) parquetfile.Value { return parquetfile.Value{Bytes: b} }

// integerLeaf returns an integer that T holds.
func integerLeaf[T int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64](v beve.View) (parquetfile.Value, error) {
	var x T
	err := v.Decode(&x)
	return bitsOf(uint64(x)), err
}

// float16Leaf returns a float that 16 bits hold exactly.
func float16Leaf(v beve.View) (x parquetfile.Value, err error) {
	var f float64
	if err := v.Decode(&f); err != nil {
		return x, err
	}
	half := scalar.Float16FromFloat64(f)
	if half.Float64() != f && f == f {
		return x, at(v, fmt.Errorf("%v does not fit float16 exactly: %w", f, beve.ErrOverflow))
	}
	return bitsOf(uint64(half)), nil
}

func textLeaf(v beve.View) (parquetfile.Value, error) {
	x, err := v.ViewText()
	return bytesOf(x), err
}

// bytesLeaf takes an array of numbers that are bytes, as JSON has them, or the bytes of a string.
func (c *column) bytesLeaf(v beve.View) (x parquetfile.Value, err error) {
	var b []byte
	if v.Kind() == beve.KindString {
		b, err = v.ViewText()
	} else if b, err = v.ViewBytes(); err != nil {
		b = nil // which aliases nothing of the row that Decode might write to
		err = v.Decode(&b)
	}
	switch {
	case err != nil || c.length == 0:
		return bytesOf(b), err
	case len(b) != c.length:
		err = at(v, fmt.Errorf("%d bytes, not %d: %w", len(b), c.length, beve.ErrMismatch))
	}
	return bytesOf(b), err
}

// textual takes what BEVE has no type for, from the text that it is read as.
func (c *column) textual(v beve.View) (x parquetfile.Value, err error) {
	s, err := v.String()
	if err != nil {
		return x, err
	}
	switch c.kind {
	case decimal:
		n, err := parseDecimal(s, c.scale, c.digits)
		if err != nil {
			return x, at(v, err)
		}
		return c.decimalLeaf(n), nil
	case interval:
		b, err := parseInterval(s)
		if err != nil {
			return x, at(v, err)
		}
		return bytesOf(b), nil
	case local:
		t, err := parseTime(layoutLocal, s)
		if err != nil {
			return x, at(v, err)
		}
		n, err := count(t, c.unit, v)
		return bitsOf(uint64(n)), err
	case date:
		t, err := parseTime(time.DateOnly, s)
		if err != nil {
			return x, at(v, err)
		}
		return bitsOf(uint64(t.Unix() / (24 * 60 * 60))), nil // whole days
	}
	t, err := parseTime(layoutClock, s)
	if err != nil {
		return x, at(v, err)
	}
	n, err := count(t.AddDate(1970, 0, 0), c.unit, v) // of year 0, whose day is not said
	return bitsOf(uint64(n)), err
}

func (c *column) decimalLeaf(n *big.Int) parquetfile.Value {
	if c.node.Physical() != parquetfile.PhysicalFixed {
		return bitsOf(uint64(n.Int64()))
	}
	// Two's complement, the highest byte first.
	b := make([]byte, c.node.Length)
	if n.Sign() < 0 {
		n = new(big.Int).Add(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
	}
	return bytesOf(n.FillBytes(b))
}

// count returns an instant as a number of units from 1970, which must be whole.
func count(t time.Time, unit parquetfile.Unit, v beve.View) (int64, error) {
	per := unit.PerSecond()
	nanos := int64(t.Nanosecond())
	if nanos%(1e9/per) != 0 {
		return 0, at(v, fmt.Errorf("%s is not a whole number of %s: %w", t.Format(time.RFC3339Nano), unit, beve.ErrOverflow))
	}
	s, n := t.Unix(), nanos/(1e9/per)
	if s < 0 && n > 0 { // towards zero, so that the least number is reached
		s, n = s+1, n-per
	}
	product := s * per
	sum := product + n
	if product/per != s || (sum < product) != (n < 0) {
		return 0, at(v, fmt.Errorf("%s is not a timestamp in %s: %w", t.Format(time.RFC3339Nano), unit, beve.ErrOverflow))
	}
	return sum, nil
}
