package arrowbeve

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/extensions"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/wire"
)

// shape is what is known of the values at one place: enough to choose an Arrow type
// that holds them all.
type shape struct {
	kind     kind
	number   arrow.DataType // of kind number
	negative bool           // a negative number was seen
	fields   []*field       // of kind object, in the order of their first appearance
	byName   map[string]*field
	elem     *shape // of kind list
}

// field is a member of objects.
type field struct {
	name string
	shape
}

// kind is a class of values that Arrow has a type for.
type kind uint8

const (
	null kind = iota // nothing but null was seen
	boolean
	number
	text
	bytes
	list
	object
	instant
	duration
	uuid
)

func (k kind) String() string {
	return [...]string{"null", "boolean", "number", "string", "array of uint8", "array", "object", "timestamp",
		"duration", "UUID"}[k]
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
	t, err := numberType(n, typed)
	if err != nil {
		return err
	}
	if i, ok := n.Int64(); ok && i < 0 {
		s.negative = true
	}
	switch {
	case s.number == nil:
		s.number = t
	case arrow.TypeEqual(s.number, t):
	case isFloat(s.number) || isFloat(t):
		s.number = arrow.PrimitiveTypes.Float64
	case s.number.ID() == arrow.UINT64 || t.ID() == arrow.UINT64:
		s.number = arrow.PrimitiveTypes.Uint64
	default:
		s.number = arrow.PrimitiveTypes.Int64
	}
	if s.negative && s.number.ID() == arrow.UINT64 {
		return fmt.Errorf("negative integers beside integers above 2^63: %w", beve.ErrOverflow)
	}
	return nil
}

func isFloat(t arrow.DataType) bool { return t.ID() == arrow.FLOAT32 || t.ID() == arrow.FLOAT64 }

// numberType returns the type of one number. The width of an integer that stands
// alone says nothing of the others: it was the narrowest that held that one.
func numberType(n wire.Number, typed bool) (arrow.DataType, error) {
	h := n.Header()
	types := map[wire.Class][9]arrow.DataType{
		wire.Float: {2: arrow.PrimitiveTypes.Float32, 4: arrow.PrimitiveTypes.Float32, 8: arrow.PrimitiveTypes.Float64},
		wire.Signed: {1: arrow.PrimitiveTypes.Int8, 2: arrow.PrimitiveTypes.Int16, 4: arrow.PrimitiveTypes.Int32,
			8: arrow.PrimitiveTypes.Int64},
		wire.Unsigned: {1: arrow.PrimitiveTypes.Uint8, 2: arrow.PrimitiveTypes.Uint16, 4: arrow.PrimitiveTypes.Uint32,
			8: arrow.PrimitiveTypes.Uint64},
	}
	width := h.Width()
	if !typed && h.Class() != wire.Float {
		if _, ok := n.Int64(); ok {
			return arrow.PrimitiveTypes.Int64, nil
		}
		width = 8
		if _, ok := n.Uint64(); !ok {
			width = 16
		}
	}
	if h == wire.HeaderBFloat16 {
		width = 4
	}
	if width > 8 {
		return nil, fmt.Errorf("%v: Arrow has no such number: %w", h, beve.ErrUnsupported)
	}
	return types[h.Class()][width], nil
}

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
			f = &field{name: name}
			if s.byName == nil {
				s.byName = map[string]*field{}
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
			return s.join(bytes)
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
	return fmt.Errorf("%s: %w", v.Path(), err)
}

// arrow returns the type that holds what was seen.
func (s *shape) arrow() arrow.DataType {
	switch s.kind {
	case boolean:
		return arrow.FixedWidthTypes.Boolean
	case number:
		return s.number
	case text:
		return arrow.BinaryTypes.String
	case bytes:
		return arrow.BinaryTypes.Binary
	case list:
		return arrow.ListOf(s.elem.arrow())
	case object:
		return arrow.StructOf(s.columns()...)
	case instant:
		return &arrow.TimestampType{Unit: arrow.Nanosecond, TimeZone: "UTC"}
	case duration:
		return arrow.FixedWidthTypes.Duration_ns
	case uuid:
		return extensions.NewUUIDType()
	}
	return arrow.Null
}

func (s *shape) columns() []arrow.Field {
	columns := make([]arrow.Field, len(s.fields))
	for i, f := range s.fields {
		columns[i] = arrow.Field{Name: f.name, Type: f.arrow(), Nullable: true}
	}
	return columns
}
