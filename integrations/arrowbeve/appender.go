package arrowbeve

import (
	"fmt"
	"time"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/extensions"
	"github.com/apache/arrow-go/v18/arrow/float16"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/wire"
)

// appendRow appends the members of an object, each to its column. Columns without a
// member get null. A repeated member is an error: a column has one place for it, and one of the
// two would be lost.
func (a *appender) appendRow(columns []array.Builder, byName map[string]int, v beve.View) error {
	row := a.rows.push(len(columns))
	defer a.rows.pop(len(columns))
	for m, err := range v.Members() {
		if err != nil {
			return err
		}
		name, err := m.Name()
		if err != nil {
			return err
		}
		i, ok := byName[name]
		if ok {
			if row[i].Kind() != beve.KindInvalid {
				return at(m.Value, beve.ErrDuplicate)
			}
			row[i] = m.Value
		} else if !a.ignoreUnknown {
			return at(m.Value, fmt.Errorf("no column has this name: %w", beve.ErrUnknownField))
		}
	}
	for i, b := range columns {
		if err := a.appendValue(b, row[i]); err != nil {
			return err
		}
	}
	return nil
}

// appender appends values to builders.
type appender struct {
	ignoreUnknown bool
	rows          stack
	names         map[*array.StructBuilder]map[string]int
}

// stack is memory for the members of the objects that are open.
type stack []beve.View

func (s *stack) push(n int) []beve.View {
	*s = append(*s, make([]beve.View, n)...)
	row := (*s)[len(*s)-n:]
	clear(row)
	return row
}

func (s *stack) pop(n int) { *s = (*s)[:len(*s)-n] }

// fieldsOf returns where the fields of a struct are, by name.
func (a *appender) fieldsOf(b *array.StructBuilder) map[string]int {
	names := a.names[b]
	if names == nil {
		names = indexOf(b.Type().(*arrow.StructType).Fields())
		if a.names == nil {
			a.names = map[*array.StructBuilder]map[string]int{}
		}
		a.names[b] = names
	}
	return names
}

func indexOf(fields []arrow.Field) map[string]int {
	names := make(map[string]int, len(fields))
	for i, f := range fields {
		names[f.Name] = i
	}
	return names
}

// absent is the View of a member that is not there.
var absent beve.View

// appendValue appends v, or null for a member that is not there.
func (a *appender) appendValue(builder array.Builder, v beve.View) error {
	if v == absent || v.IsNull() {
		builder.AppendNull()
		return nil
	}
	err := a.append(builder, v)
	if err != nil && v.Path() != "" {
		return fmt.Errorf("%w (column type %s)", err, builder.Type())
	}
	return err
}

func (a *appender) append(builder array.Builder, v beve.View) error {
	switch b := builder.(type) {
	case *array.BooleanBuilder:
		x, err := v.Bool()
		if err == nil {
			b.Append(x)
		}
		return err
	case *array.Int8Builder:
		return appendNumber(b, v)
	case *array.Int16Builder:
		return appendNumber(b, v)
	case *array.Int32Builder:
		return appendNumber(b, v)
	case *array.Int64Builder:
		return appendNumber(b, v)
	case *array.Uint8Builder:
		return appendNumber(b, v)
	case *array.Uint16Builder:
		return appendNumber(b, v)
	case *array.Uint32Builder:
		return appendNumber(b, v)
	case *array.Uint64Builder:
		return appendNumber(b, v)
	case *array.Float32Builder:
		return appendNumber(b, v)
	case *array.Float64Builder:
		return appendNumber(b, v)
	case *array.Float16Builder:
		var x float32
		if err := v.Decode(&x); err != nil {
			return err
		}
		b.Append(float16.New(x))
		return nil
	case *array.StringBuilder:
		return appendText(b, v)
	case *array.LargeStringBuilder:
		return appendText(b, v)
	case *array.BinaryDictionaryBuilder:
		text, err := v.ViewText()
		if err != nil {
			return err
		}
		return b.Append(text)
	case *array.BinaryBuilder:
		x, err := bytesOf(v)
		if err == nil {
			b.Append(x)
		}
		return err
	case *array.FixedSizeBinaryBuilder:
		return appendFixed(b, v)
	case *extensions.UUIDBuilder:
		id, err := v.UUID()
		if err == nil {
			b.AppendBytes(id)
		}
		return err
	case *array.TimestampBuilder:
		return appendTime(b, v)
	case *array.DurationBuilder:
		return appendDuration(b, v)
	case *array.ListBuilder:
		b.Append(true)
		return a.appendElements(b.ValueBuilder(), v)
	case *array.LargeListBuilder:
		b.Append(true)
		return a.appendElements(b.ValueBuilder(), v)
	case *array.StructBuilder:
		b.Append(true)
		columns := make([]array.Builder, b.NumField())
		for i := range columns {
			columns[i] = b.FieldBuilder(i)
		}
		return a.appendRow(columns, a.fieldsOf(b), v)
	}
	return fmt.Errorf("%s for a column of %s: %w", v.Kind(), builder.Type(), beve.ErrUnsupported)
}

// appendNumber appends a number that T holds exactly.
func appendNumber[T any](b interface{ Append(T) }, v beve.View) error {
	var x T
	if err := v.Decode(&x); err != nil {
		return err
	}
	b.Append(x)
	return nil
}

// appendText appends a string.
func appendText(b interface{ Append(string) }, v beve.View) error {
	x, err := v.String()
	if err == nil {
		b.Append(x)
	}
	return err
}

// bytesOf returns the bytes of an array of uint8, or those of a string.
func bytesOf(v beve.View) ([]byte, error) {
	if v.Kind() == beve.KindString {
		return v.ViewText()
	}
	return v.ViewBytes()
}

func appendFixed(b *array.FixedSizeBinaryBuilder, v beve.View) error {
	var x []byte
	var err error
	if v.Kind() == wire.KindUUID {
		var id beve.UUID
		id, err = v.UUID()
		x = id[:]
	} else {
		x, err = bytesOf(v)
	}
	if err != nil {
		return err
	}
	if want := b.Type().(*arrow.FixedSizeBinaryType).ByteWidth; len(x) != want {
		return fmt.Errorf("%s: %d bytes, not %d: %w", v.Path(), len(x), want, beve.ErrMismatch)
	}
	b.Append(x)
	return nil
}

// appendTime appends an instant, which must be one of the column's unit: nothing is
// rounded.
func appendTime(b *array.TimestampBuilder, v beve.View) error {
	t, err := v.Time()
	if err != nil {
		return err
	}
	unit := b.Type().(*arrow.TimestampType).Unit
	x, err := arrow.TimestampFromTime(t, unit)
	if err != nil {
		return fmt.Errorf("%s: %s is not a timestamp in %s: %w", v.Path(), t.Format(time.RFC3339Nano), unit, beve.ErrOverflow)
	}
	if !x.ToTime(unit).Equal(t) {
		return fmt.Errorf("%s: %s is not a whole number of %s: %w", v.Path(), t.Format(time.RFC3339Nano), unit, beve.ErrOverflow)
	}
	b.Append(x)
	return nil
}

// appendDuration appends a duration, or an integer of nanoseconds.
func appendDuration(b *array.DurationBuilder, v beve.View) error {
	d, err := v.Duration()
	if err != nil {
		return err
	}
	unit := b.Type().(*arrow.DurationType).Unit
	if d%unit.Multiplier() != 0 {
		return fmt.Errorf("%s: %s is not a whole number of %s: %w", v.Path(), d, unit, beve.ErrOverflow)
	}
	b.Append(arrow.Duration(d / unit.Multiplier()))
	return nil
}

// appendElements appends the elements of an array. Numbers whose type is that of the
// column are appended at once.
func (a *appender) appendElements(builder array.Builder, v beve.View) error {
	switch b := builder.(type) {
	case *array.Float64Builder:
		return appendNumbers(b, v)
	case *array.Float32Builder:
		return appendNumbers(b, v)
	case *array.Int64Builder:
		return appendNumbers(b, v)
	case *array.Int32Builder:
		return appendNumbers(b, v)
	case *array.Int16Builder:
		return appendNumbers(b, v)
	case *array.Int8Builder:
		return appendNumbers(b, v)
	case *array.Uint64Builder:
		return appendNumbers(b, v)
	case *array.Uint32Builder:
		return appendNumbers(b, v)
	case *array.Uint16Builder:
		return appendNumbers(b, v)
	}
	for e, err := range v.Elements() {
		if err != nil {
			return err
		}
		if err := a.appendValue(builder, e); err != nil {
			return err
		}
	}
	return nil
}

// appendNumbers appends all elements of an array of numbers, null among them.
func appendNumbers[T any](b interface {
	Append(T)
	AppendNull()
	AppendValues([]T, []bool)
}, v beve.View) error {
	if v.Kind() != beve.KindArray {
		var all []T
		if err := v.Decode(&all); err != nil {
			return err
		}
		b.AppendValues(all, nil)
		return nil
	}
	for e, err := range v.Elements() {
		if err != nil {
			return err
		}
		if e.IsNull() {
			b.AppendNull()
		} else if err := appendNumber[T](b, e); err != nil {
			return err
		}
	}
	return nil
}
