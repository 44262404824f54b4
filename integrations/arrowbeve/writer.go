package arrowbeve

import (
	"fmt"
	"io"
	"time"
	"unicode/utf8"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/extensions"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/extended"
	"github.com/beve-org/beve-go/wire"
)

// Rows writes the rows of record batches as a stream of objects, a delimiter between
// each. Null is written as null. Timestamps and durations are those of the extended
// profile, and so are UUIDs; decimals, dates and times of day are text. Columns, or fields
// of a struct, that share a name are an error, since an object has each name once.
func Rows(w io.Writer, batches array.RecordReader) error {
	if err := checkNames(batches.Schema().Fields()); err != nil {
		return err
	}
	var buf []byte
	const flush = 1 << 16
	for batches.Next() {
		batch := batches.RecordBatch()
		schema := batch.Schema()
		for row := range int(batch.NumRows()) {
			buf = wire.AppendObject(buf, int(batch.NumCols()))
			for i, column := range batch.Columns() {
				name := schema.Field(i).Name
				buf = wire.AppendText(buf, name)
				var err error
				if buf, err = appendArrow(buf, column, row); err != nil {
					return fmt.Errorf("arrowbeve: row %d, column %s: %w", row, name, err)
				}
			}
			buf = wire.AppendDelimiter(buf)
			if len(buf) >= flush {
				if _, err := w.Write(buf); err != nil {
					return err
				}
				buf = buf[:0]
			}
		}
	}
	if err := batches.Err(); err != nil {
		return err
	}
	_, err := w.Write(buf)
	return err
}

// Columns returns a record batch as one object: a member for each column, and in it
// all its values. Numbers without null are a typed array, which is one copy of the
// column's memory; strings without null are one too; others are generic arrays.
func Columns(batch arrow.RecordBatch) ([]byte, error) {
	if err := checkNames(batch.Schema().Fields()); err != nil {
		return nil, err
	}
	dst := wire.AppendObject(nil, int(batch.NumCols()))
	for i, column := range batch.Columns() {
		name := batch.Schema().Field(i).Name
		dst = wire.AppendText(dst, name)
		var err error
		if dst, err = appendList(dst, column, 0, column.Len()); err != nil {
			return nil, fmt.Errorf("arrowbeve: column %s: %w", name, err)
		}
	}
	return dst, nil
}

// checkNames refuses columns that members of an object cannot stand for: those with a name
// that another has, or that is not UTF-8. Structs and lists are looked into.
func checkNames(fields []arrow.Field) error {
	seen := make(map[string]bool, len(fields))
	for _, f := range fields {
		switch {
		case !utf8.ValidString(f.Name):
			return fmt.Errorf("arrowbeve: column %.100q: %w", f.Name, beve.ErrUTF8)
		case seen[f.Name]:
			return fmt.Errorf("arrowbeve: two columns are named %.100q: %w", f.Name, beve.ErrDuplicate)
		}
		seen[f.Name] = true
		if nested, ok := f.Type.(arrow.NestedType); ok {
			if _, isList := f.Type.(arrow.ListLikeType); isList {
				// The names of a list's element and a map's entry are not written.
				for _, element := range nested.Fields() {
					element.Name = ""
					if err := checkNames([]arrow.Field{element}); err != nil {
						return err
					}
				}
			} else if err := checkNames(nested.Fields()); err != nil {
				return fmt.Errorf("in column %.100q: %w", f.Name, err)
			}
		}
	}
	return nil
}

// appendList appends the values of a column from start to end as an array.
func appendList(dst []byte, column arrow.Array, start, end int) ([]byte, error) {
	if column.NullN() == 0 {
		switch c := column.(type) {
		case *array.Float64:
			return wire.AppendNumbers(dst, c.Float64Values()[start:end]), nil
		case *array.Float32:
			return wire.AppendNumbers(dst, c.Float32Values()[start:end]), nil
		case *array.Int64:
			return wire.AppendNumbers(dst, c.Int64Values()[start:end]), nil
		case *array.Int32:
			return wire.AppendNumbers(dst, c.Int32Values()[start:end]), nil
		case *array.Int16:
			return wire.AppendNumbers(dst, c.Int16Values()[start:end]), nil
		case *array.Int8:
			return wire.AppendNumbers(dst, c.Int8Values()[start:end]), nil
		case *array.Uint64:
			return wire.AppendNumbers(dst, c.Uint64Values()[start:end]), nil
		case *array.Uint32:
			return wire.AppendNumbers(dst, c.Uint32Values()[start:end]), nil
		case *array.Uint16:
			return wire.AppendNumbers(dst, c.Uint16Values()[start:end]), nil
		case *array.Uint8:
			return wire.AppendNumbers(dst, c.Uint8Values()[start:end]), nil
		case *array.Boolean:
			values := make([]bool, end-start)
			for i := range values {
				values[i] = c.Value(start + i)
			}
			return wire.AppendBools(dst, values), nil
		case *array.String:
			values := make([]string, end-start)
			for i := range values {
				values[i] = c.Value(start + i)
			}
			return beve.Append(dst, values) // checks the text
		}
	}
	dst = wire.AppendArray(dst, end-start)
	for i := start; i < end; i++ {
		var err error
		if dst, err = appendArrow(dst, column, i); err != nil {
			return nil, fmt.Errorf("%d: %w", i-start, err)
		}
	}
	return dst, nil
}

// appendArrow appends value i of a column.
func appendArrow(dst []byte, column arrow.Array, i int) ([]byte, error) {
	if column.IsNull(i) {
		return wire.AppendNull(dst), nil
	}
	switch c := column.(type) {
	case *array.Null:
		return wire.AppendNull(dst), nil
	case *array.Boolean:
		return wire.AppendBool(dst, c.Value(i)), nil
	case *array.Int8:
		return wire.AppendInt(dst, int64(c.Value(i))), nil
	case *array.Int16:
		return wire.AppendInt(dst, int64(c.Value(i))), nil
	case *array.Int32:
		return wire.AppendInt(dst, int64(c.Value(i))), nil
	case *array.Int64:
		return wire.AppendInt(dst, c.Value(i)), nil
	case *array.Uint8:
		return wire.AppendUint(dst, uint64(c.Value(i))), nil
	case *array.Uint16:
		return wire.AppendUint(dst, uint64(c.Value(i))), nil
	case *array.Uint32:
		return wire.AppendUint(dst, uint64(c.Value(i))), nil
	case *array.Uint64:
		return wire.AppendUint(dst, c.Value(i)), nil
	case *array.Float16:
		return wire.AppendFloat32(dst, c.Value(i).Float32()), nil
	case *array.Float32:
		return wire.AppendFloat32(dst, c.Value(i)), nil
	case *array.Float64:
		return wire.AppendFloat64(dst, c.Value(i)), nil
	case *array.String:
		return beve.Append(dst, c.Value(i))
	case *array.LargeString:
		return beve.Append(dst, c.Value(i))
	case *array.StringView:
		return beve.Append(dst, c.Value(i))
	case *array.Binary:
		return wire.AppendNumbers[uint8](dst, c.Value(i)), nil
	case *array.LargeBinary:
		return wire.AppendNumbers[uint8](dst, c.Value(i)), nil
	case *array.BinaryView:
		return wire.AppendNumbers[uint8](dst, c.Value(i)), nil
	case *array.FixedSizeBinary:
		return wire.AppendNumbers[uint8](dst, c.Value(i)), nil
	case *array.Dictionary:
		return appendArrow(dst, c.Dictionary(), c.GetValueIndex(i))
	case *array.Timestamp:
		return appendTimestamp(dst, c.Value(i), c.DataType().(*arrow.TimestampType))
	case *array.Date32, *array.Date64, *array.Time32, *array.Time64:
		return beve.Append(dst, column.ValueStr(i))
	case *array.Decimal32:
		return appendDecimal(dst, c.Value(i), c)
	case *array.Decimal64:
		return appendDecimal(dst, c.Value(i), c)
	case *array.Decimal128:
		return appendDecimal(dst, c.Value(i), c)
	case *array.Decimal256:
		return appendDecimal(dst, c.Value(i), c)
	case *array.Duration:
		return appendDurationValue(dst, int64(c.Value(i)), c.DataType().(*arrow.DurationType).Unit)
	case *extensions.UUIDArray:
		return wire.AppendUUID(dst, c.Value(i)), nil
	case array.ExtensionArray:
		return appendArrow(dst, c.Storage(), i)
	case *array.Struct:
		return appendStruct(dst, c, i)
	case array.ListLike:
		start, end := c.ValueOffsets(i)
		return appendList(dst, c.ListValues(), int(start), int(end))
	}
	return nil, fmt.Errorf("%s: %w", column.DataType(), beve.ErrUnsupported)
}

// appendDecimal appends a number of a decimal column, with all its digits.
func appendDecimal(dst []byte, n interface{ ToString(scale int32) string }, column arrow.Array) ([]byte, error) {
	return beve.Append(dst, n.ToString(column.DataType().(arrow.DecimalType).GetScale()))
}

// appendTimestamp appends an instant with the offset of its column's zone. Without a
// zone it is a time on some clock, not an instant, and becomes text without one.
func appendTimestamp(dst []byte, n arrow.Timestamp, column *arrow.TimestampType) ([]byte, error) {
	t := n.ToTime(column.Unit)
	if column.TimeZone == "" {
		if y := t.Year(); y < 0 || y > 9999 {
			return nil, fmt.Errorf("%d %s from 1970: year %d: %w", n, column.Unit, y, beve.ErrOverflow)
		}
		return beve.Append(dst, t.Format("2006-01-02T15:04:05.999999999"))
	}
	if column.TimeZone != "UTC" {
		zone, err := column.GetZone()
		if err != nil {
			return nil, err
		}
		// An offset of odd seconds, as before 1900, has no form: the instant stays.
		if _, offset := t.In(zone).Zone(); offset%60 == 0 {
			t = t.In(zone)
		}
	}
	return extended.AppendTimestamp(dst, t)
}

func appendDurationValue(dst []byte, n int64, unit arrow.TimeUnit) ([]byte, error) {
	d := time.Duration(n) * unit.Multiplier()
	if int64(d/unit.Multiplier()) != n {
		return nil, fmt.Errorf("%d %s: %w", n, unit, beve.ErrOverflow)
	}
	return extended.AppendDuration(dst, d), nil
}

func appendStruct(dst []byte, c *array.Struct, i int) ([]byte, error) {
	fields := c.DataType().(*arrow.StructType).Fields()
	dst = wire.AppendObject(dst, len(fields))
	for j, f := range fields {
		dst = wire.AppendText(dst, f.Name)
		var err error
		if dst, err = appendArrow(dst, c.Field(j), i); err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	return dst, nil
}
