package columns

import (
	"errors"
	"math"

	"github.com/beve-org/beve-go/wire"
)

// This file puts the values that most rows are made of where they belong, from the bytes of rows that have been checked:
// objects, arrays, numbers, booleans and text. All else it leaves to Views.

// errUnfit says that a row does not fit. Views find out why.
var errUnfit = errors.New("a row that does not fit")

// plainRow adds the values of a row.
func (f *filler) plainRow(row []byte) error {
	if wire.Header(row[0]) != wire.HeaderObject {
		return errUnfit
	}
	_, err := f.plainMembers(f.root, row, 0, 0)
	return err
}

// plainMembers puts the members of the object at off into its columns, and returns where it ends.
func (f *filler) plainMembers(c *column, row []byte, off, rep int) (int, error) {
	count, next, err := wire.ReadCount(row, off+1, 2)
	if err != nil {
		return off, err
	}
	f.objects++
	object := f.objects
	at := 0 // which member is likely the next one
	for range count {
		name, start, err := wire.ViewText(row, next)
		if err != nil {
			return off, err
		}
		if at >= len(c.children) || c.children[at].name != string(name) {
			i, ok := c.byName[string(name)]
			if !ok {
				return off, errUnfit
			}
			at = i
		}
		child := c.children[at]
		at++
		if f.seen[child.id] == object {
			return off, errUnfit // a repeated member
		}
		f.seen[child.id] = object
		if next, err = f.plainValue(child, row, start, rep); err != nil {
			return off, err
		}
	}
	if count == len(c.children) {
		return next, nil
	}
	for _, child := range c.children {
		if f.seen[child.id] != object {
			if !child.optional {
				return off, errUnfit
			}
			f.nothing(child, child.node.Def-1, rep)
		}
	}
	return next, nil
}

// plainValue puts the value at off into its column, and returns where it ends.
func (f *filler) plainValue(c *column, row []byte, off, rep int) (int, error) {
	h := wire.Header(row[off])
	if h == wire.HeaderNull {
		if !c.optional {
			return off, errUnfit
		}
		f.nothing(c, c.node.Def-1, rep)
		return off + 1, nil
	}
	switch {
	case c.kind == number && h.Kind() == wire.KindNumber:
		if bits, ok := c.number.bits(row, off, h); ok {
			f.leaves[c.node.First].Value(rep, bitsOf(bits))
			return off + 1 + h.Width(), nil
		}
	case h == wire.HeaderString:
		b, next, err := wire.ViewText(row, off+1)
		if err != nil {
			return off, err
		}
		switch {
		case c.kind == text, c.kind == enum, c.kind == jsonText:
			f.leaves[c.node.First].Value(rep, bytesOf(b))
			return next, nil
		case c.inText:
			bits, ok := c.textBits(b)
			if !ok {
				return off, errUnfit
			}
			f.leaves[c.node.First].Value(rep, bitsOf(bits))
			return next, nil
		}
	case c.kind == boolean && h.Kind() == wire.KindBool:
		bits := uint64(0)
		if h == wire.HeaderTrue {
			bits = 1
		}
		f.leaves[c.node.First].Value(rep, bitsOf(bits))
		return off + 1, nil
	case c.kind == object && h == wire.HeaderObject:
		return f.plainMembers(c, row, off, rep)
	case c.kind == list && h == wire.HeaderArray:
		return f.plainElements(c, row, off, rep)
	case c.kind == list && h == wire.HeaderStrings && c.children[0].kind == text:
		return f.plainTexts(c, row, off, rep)
	}
	return f.viewed(c, row, off, rep)
}

// viewed puts the value at off into its column by a View.
func (f *filler) viewed(c *column, row []byte, off, rep int) (int, error) {
	next, err := wire.Skip(row, off)
	if err != nil {
		return off, err
	}
	v, err := f.opts.view(row[off:next])
	if err == nil {
		err = f.value(c, v, rep)
	}
	return next, err
}

// plainElements puts the elements of a generic array into their column.
func (f *filler) plainElements(c *column, row []byte, off, rep int) (int, error) {
	count, next, err := wire.ReadCount(row, off+1, 1)
	if err != nil {
		return off, err
	}
	if count == 0 {
		f.nothing(c, c.node.Def, rep)
	}
	for range count {
		if next, err = f.plainValue(c.children[0], row, next, rep); err != nil {
			return off, err
		}
		rep = c.node.ElementRep
	}
	return next, nil
}

// plainTexts does the same with an array of strings.
func (f *filler) plainTexts(c *column, row []byte, off, rep int) (int, error) {
	count, next, err := wire.ReadCount(row, off+1, 1)
	if err != nil {
		return off, err
	}
	if count == 0 {
		f.nothing(c, c.node.Def, rep)
	}
	leaf := f.leaves[c.children[0].node.First]
	for range count {
		var b []byte
		if b, next, err = wire.ViewText(row, next); err != nil {
			return off, err
		}
		leaf.Value(rep, bytesOf(b))
		rep = c.node.ElementRep
	}
	return next, nil
}

// bits returns what a column of type n holds of the number at off, if that is plain to see.
func (n numberType) bits(row []byte, off int, h wire.Header) (uint64, bool) {
	if h.Width() > 8 {
		return 0, false
	}
	x, _, err := wire.ReadNumber(row, off)
	switch {
	case err != nil:
		return 0, false
	case h.Class() == wire.Float:
		f, _ := x.Float64()
		switch {
		case n == float64s:
			return math.Float64bits(f), true
		case n == float32s && h.Width() == 4:
			return uint64(math.Float32bits(float32(f))), true
		}
		return 0, false
	}
	i, ok := x.Int64()
	const exact = 1 << 53
	switch {
	case !ok:
		return 0, false
	case n == int64s || n == uint64s && i >= 0:
		return uint64(i), true
	case n == float64s && i >= -exact && i <= exact:
		return math.Float64bits(float64(i)), true
	}
	return 0, false
}
