package columns

import (
	"errors"
	"fmt"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/cmd/internal/parquetfile"
	"github.com/beve-org/beve-go/wire"
)

// This file infers columns from rows.

// shape is what is known of the values at one place: enough to choose a type that holds
// them all.
type shape struct {
	kind     kind
	number   numberType // of kind number
	negative bool       // a negative number was seen
	fields   []*member  // of kind object, in the order of their first appearance
	byName   map[string]*member
	times    textTimes // of kind text
	elem     *shape    // of kind list
}

// member is a member of objects.
type member struct {
	name string
	shape
}

// join widens s to hold values of kind k, or fails.
func (s *shape) join(k kind) error {
	if s.kind != k && s.kind != null {
		return fmt.Errorf("%s after %s: %w", k, s.kind, beve.ErrMismatch)
	}
	s.kind = k
	return nil
}

// addNumber widens s to hold n, which stands alone or is of a typed array.
func (s *shape) addNumber(n wire.Number, typed bool) error {
	if err := s.join(number); err != nil {
		return err
	}
	t, err := typeOf(n, typed)
	if err != nil {
		return err
	}
	if i, ok := n.Int64(); ok && i < 0 {
		s.negative = true
	}
	switch {
	case s.number == 0 || s.number == t:
		s.number = t
	case s.number.isFloat() || t.isFloat():
		s.number = float64s
	case s.number == uint64s || t == uint64s:
		s.number = uint64s
	default:
		s.number = int64s
	}
	if s.negative && s.number == uint64s {
		return fmt.Errorf("negative integers beside integers above 2^63: %w", beve.ErrOverflow)
	}
	return nil
}

// typeOf returns the type of one number. The width of an integer that stands alone says
// nothing of the others: it was the narrowest that held that one.
func typeOf(n wire.Number, typed bool) (numberType, error) {
	h := n.Header()
	width := h.Width()
	if !typed && h.Class() != wire.Float {
		if _, ok := n.Int64(); ok {
			return int64s, nil
		}
		width = 8
		if _, ok := n.Uint64(); !ok {
			width = 16
		}
	}
	if width <= 8 {
		switch h.Class() {
		case wire.Float:
			if width == 8 {
				return float64s, nil
			}
			return float32s, nil
		case wire.Signed:
			return int8s + log2(width), nil
		case wire.Unsigned:
			return uint8s + log2(width), nil
		}
	}
	return 0, fmt.Errorf("%v: Parquet has no such number: %w", h, beve.ErrUnsupported)
}

// log2 returns the logarithm of a width in bytes.
func log2(width int) numberType { return map[int]numberType{1: 0, 2: 1, 4: 2, 8: 3}[width] }

// add widens s to hold v.
func (s *shape) add(v beve.View) error {
	switch v.Kind() {
	case beve.KindNull:
		return nil
	case beve.KindBool:
		return s.join(boolean)
	case beve.KindNumber:
		n, err := v.Number()
		if err != nil {
			return err
		}
		return s.addNumber(n, false)
	case beve.KindString:
		b, err := v.ViewText()
		if err != nil {
			return err
		}
		s.times.add(b)
		return s.join(text)
	case beve.KindObject, wire.KindIndexed:
		return s.addObject(v)
	case wire.KindTime:
		return s.join(instant)
	case wire.KindDuration:
		return s.join(duration)
	case wire.KindUUID:
		return s.join(uuid)
	}
	if v.IsArray() {
		return s.addList(v)
	}
	return fmt.Errorf("%v: %w", v.Kind(), beve.ErrUnsupported)
}

func (s *shape) addObject(v beve.View) error {
	if err := s.join(object); err != nil {
		return err
	}
	for m, err := range v.Members() {
		if err != nil {
			return err
		}
		name, err := m.Name()
		if err != nil {
			return err
		}
		f := s.byName[name]
		if f == nil {
			f = &member{name: name}
			if s.byName == nil {
				s.byName = map[string]*member{}
			}
			s.byName[name] = f
			s.fields = append(s.fields, f)
		}
		if err := f.add(m.Value); err != nil {
			return at(m.Value, err)
		}
	}
	return nil
}

func (s *shape) addList(v beve.View) error {
	typed := v.Kind() == beve.KindNumberArray || v.Kind() == beve.KindAligned
	if typed && s.kind != list {
		if _, err := v.ViewBytes(); err == nil {
			return s.join(blob)
		}
	}
	if err := s.join(list); err != nil {
		return err
	}
	if s.elem == nil {
		s.elem = new(shape)
	}
	for e, err := range v.Elements() {
		if err != nil {
			return err
		}
		if !typed {
			if err := s.elem.add(e); err != nil {
				return at(e, err)
			}
			continue
		}
		n, err := e.Number()
		if err != nil {
			return err
		}
		if err := s.elem.addNumber(n, true); err != nil {
			return at(e, err)
		}
	}
	return nil
}

// at adds the path of a value to an error that has none.
func at(v beve.View, err error) error {
	if errors.As(err, new(*pathError)) {
		return err
	}
	return &pathError{v.Path(), err}
}

// pathError is an error of the value at a path.
type pathError struct {
	path beve.Pointer
	err  error
}

func (e *pathError) Error() string { return string(e.path) + ": " + e.err.Error() }

func (e *pathError) Unwrap() error { return e.err }

// column returns the column that holds what was seen. Of text that is times it is one of times, unless textTimes.
func (s *shape) column(name string, textTimes bool) *column {
	c := &column{name: name, kind: s.kind, number: s.number, unit: parquetfile.Nanosecond, optional: true}
	if k, ok := s.times.kind(); ok && s.kind == text && !textTimes {
		c.kind, c.unit, c.inText = k, s.times.unit(), true
	}
	if s.kind == list {
		c.children = append(c.children, s.elem.column("element", textTimes))
	}
	for _, f := range s.fields {
		c.children = append(c.children, f.column(f.name, textTimes))
	}
	return c
}

// schema returns the columns of rows.
func (s *shape) schema(textTimes bool) (*Schema, error) {
	root := s.column("", textTimes)
	root.optional = false
	if err := root.check(""); err != nil {
		return nil, err
	}
	return newSchema(root), nil
}
