package arrowbeve_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/integrations/arrowbeve"
)

// batchOf returns a batch with a row of nulls and the row that fill makes.
func batchOf(t *testing.T, fields []arrow.Field) (arrow.RecordBatch, array.RecordReader) {
	t.Helper()
	schema := arrow.NewSchema(fields, nil)
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	t.Cleanup(b.Release)
	for _, column := range b.Fields() {
		column.AppendNull()
		column.AppendEmptyValue()
	}
	batch := b.NewRecordBatch()
	t.Cleanup(batch.Release)
	rows, err := array.NewRecordReader(schema, []arrow.RecordBatch{batch})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(rows.Release)
	return batch, rows
}

// Columns whose names an object cannot have side by side are refused, at every depth and
// in both directions: one of them would be lost.
func TestNamesThatWouldLoseAColumnAreRefused(t *testing.T) {
	i64, text := arrow.PrimitiveTypes.Int64, arrow.BinaryTypes.String
	twice := []arrow.Field{{Name: "a", Type: i64, Nullable: true}, {Name: "a", Type: text, Nullable: true}}
	notText := []arrow.Field{{Name: "a\xff", Type: i64, Nullable: true}}
	once := []arrow.Field{{Name: "a", Type: i64, Nullable: true}, {Name: "b", Type: arrow.MapOf(text, i64), Nullable: true},
		{Name: "c", Type: arrow.ListOf(arrow.StructOf(arrow.Field{Name: "a", Type: i64})), Nullable: true}}
	nest := func(f []arrow.Field) map[string][]arrow.Field {
		return map[string][]arrow.Field{"top": f, "struct": {{Name: "s", Type: arrow.StructOf(f...), Nullable: true}},
			"list": {{Name: "l", Type: arrow.ListOf(arrow.ListOf(arrow.StructOf(f...))), Nullable: true}},
			"map":  {{Name: "m", Type: arrow.MapOf(text, arrow.StructOf(f...)), Nullable: true}}}
	}
	for _, c := range []struct {
		fields []arrow.Field
		want   error
	}{{twice, beve.ErrDuplicate}, {notText, beve.ErrUTF8}, {once, nil}} {
		for name, fields := range nest(c.fields) {
			batch, rows := batchOf(t, fields)
			var out bytes.Buffer
			if err := arrowbeve.Rows(&out, rows); !errors.Is(err, c.want) {
				t.Errorf("Rows, %s: %v, want %v", name, err, c.want)
			}
			if data, err := arrowbeve.Columns(batch); !errors.Is(err, c.want) || err == nil && !beve.Valid(data) {
				t.Errorf("Columns, %s: %v, want %v", name, err, c.want)
			}
			r, err := arrowbeve.NewReader(strings.NewReader(""), arrowbeve.Options{Schema: arrow.NewSchema(fields, nil)})
			if !errors.Is(err, c.want) {
				t.Errorf("NewReader, %s: %v, want %v", name, err, c.want)
			}
			if err == nil {
				r.Release()
			}
		}
	}
}

// A value of any type that Arrow has is written or refused, in rows and in columns alike;
// null is null in all of them.
func TestEveryTypeIsWrittenOrRefused(t *testing.T) {
	for _, dt := range []arrow.DataType{
		arrow.Null, arrow.FixedWidthTypes.Boolean, arrow.PrimitiveTypes.Int8, arrow.PrimitiveTypes.Uint64, arrow.FixedWidthTypes.Float16,
		arrow.BinaryTypes.String, arrow.BinaryTypes.LargeString, arrow.BinaryTypes.StringView, arrow.BinaryTypes.Binary, arrow.BinaryTypes.BinaryView,
		&arrow.FixedSizeBinaryType{ByteWidth: 3}, arrow.FixedWidthTypes.Date32, arrow.FixedWidthTypes.Date64, arrow.FixedWidthTypes.Time32s,
		arrow.FixedWidthTypes.Time64ns, arrow.FixedWidthTypes.Timestamp_s, &arrow.TimestampType{Unit: arrow.Microsecond},
		&arrow.TimestampType{Unit: arrow.Nanosecond, TimeZone: "Europe/Berlin"}, arrow.FixedWidthTypes.Duration_s, arrow.FixedWidthTypes.MonthInterval,
		arrow.FixedWidthTypes.DayTimeInterval, arrow.FixedWidthTypes.MonthDayNanoInterval, &arrow.Decimal128Type{Precision: 38, Scale: 10},
		&arrow.Decimal256Type{Precision: 76, Scale: -3}, arrow.ListOf(arrow.PrimitiveTypes.Int64), arrow.LargeListOf(arrow.BinaryTypes.String),
		arrow.FixedSizeListOf(2, arrow.PrimitiveTypes.Float64), arrow.StructOf(), arrow.MapOf(arrow.BinaryTypes.String, arrow.PrimitiveTypes.Int8),
		&arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String},
		arrow.RunEndEncodedOf(arrow.PrimitiveTypes.Int32, arrow.BinaryTypes.String),
	} {
		t.Run(dt.String(), func(t *testing.T) {
			batch, rows := batchOf(t, []arrow.Field{{Name: "a", Type: dt, Nullable: true}})
			var out bytes.Buffer
			err := arrowbeve.Rows(&out, rows)
			data, err2 := arrowbeve.Columns(batch)
			if (err == nil) != (err2 == nil) {
				t.Fatalf("rows %v, columns %v", err, err2)
			}
			if err != nil {
				if !errors.Is(err, beve.ErrUnsupported) {
					t.Error(err)
				}
				return
			}
			var byRow []any
			for row, err := range beve.Elements[map[string]any](&out) {
				if err != nil {
					t.Fatal(err)
				}
				byRow = append(byRow, row["a"])
			}
			var columns struct {
				A []any `json:"a"`
			}
			if err := beve.Unmarshal(data, &columns); err != nil {
				t.Fatal(err)
			}
			if len(byRow) != 2 || len(columns.A) != 2 || byRow[0] != nil || columns.A[0] != nil {
				t.Errorf("rows %v, columns %v", byRow, columns.A)
			}
		})
	}
}
