package arrowbeve

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	beve "github.com/beve-org/beve-go"
)

// WriteParquet writes record batches as a Parquet file, a row group for each batch. It
// is compressed by zstd, unless a property says otherwise. Durations, which Parquet does
// not have, become integers of nanoseconds for others; the file's metadata name them, and
// [ReadParquet] makes durations of them again. On an error what is in w is not a file.
func WriteParquet(w io.Writer, batches array.RecordReader, properties ...parquet.WriterProperty) error {
	zstd := []parquet.WriterProperty{parquet.WithCompression(compress.Codecs.Zstd)}
	props := parquet.NewWriterProperties(append(zstd, properties...)...)
	// The Arrow schema is stored too: types that Parquet does not have come back.
	schema, err := parquetSchema(batches.Schema())
	if err != nil {
		return err
	}
	out, err := pqarrow.NewFileWriter(schema, keepOpen{w}, props, pqarrow.NewArrowWriterProperties(pqarrow.WithStoreSchema()))
	if err != nil {
		return err
	}
	for batches.Next() {
		batch := parquetBatch(schema, batches.RecordBatch())
		err := out.Write(batch)
		batch.Release()
		if err != nil {
			return err
		}
	}
	if err := batches.Err(); err != nil {
		return err
	}
	if paths := durations(nil, "", batches.Schema().Fields()); paths != nil {
		if err := out.AppendKeyValueMetadata(durationsKey, strings.Join(paths, "\n")); err != nil {
			return err
		}
	}
	return out.Close()
}

// durationsKey is the metadata of a file that name the columns of integers that are
// durations, one path a line.
const durationsKey = "beve.durations"

var pathEscaper = strings.NewReplacer("~", "~0", "/", "~1", "\n", "~2")

// fieldPath returns the path of a field below path.
func fieldPath(path string, f arrow.Field) string { return path + "/" + pathEscaper.Replace(f.Name) }

// elementPath returns the path of the elements of the list at path.
func elementPath(path string) string { return path + "/" }

// durations appends the paths of the durations in fields.
func durations(paths []string, path string, fields []arrow.Field) []string {
	for _, f := range fields {
		paths = durationsOf(paths, fieldPath(path, f), f.Type)
	}
	return paths
}

func durationsOf(paths []string, path string, t arrow.DataType) []string {
	switch t := t.(type) {
	case *arrow.DurationType:
		return append(paths, path)
	case *arrow.ListType:
		return durationsOf(paths, elementPath(path), t.Elem())
	case *arrow.StructType:
		return durations(paths, path, t.Fields())
	}
	return paths
}

// withDurations returns fields whose integers at the paths are durations.
func withDurations(paths map[string]bool, path string, fields []arrow.Field) []arrow.Field {
	out := slices.Clone(fields)
	for i, f := range out {
		out[i].Type = withDuration(paths, fieldPath(path, f), f.Type)
	}
	return out
}

func withDuration(paths map[string]bool, path string, t arrow.DataType) arrow.DataType {
	switch t := t.(type) {
	case *arrow.Int64Type:
		if paths[path] {
			return arrow.FixedWidthTypes.Duration_ns
		}
	case *arrow.ListType:
		elem := t.ElemField()
		elem.Type = withDuration(paths, elementPath(path), elem.Type)
		return arrow.ListOfField(elem)
	case *arrow.StructType:
		return arrow.StructOf(withDurations(paths, path, t.Fields())...)
	}
	return t
}

// keepOpen hides the Close of a writer, which is the caller's to call.
type keepOpen struct{ io.Writer }

// parquetSchema returns the schema of what Parquet has for a schema.
func parquetSchema(s *arrow.Schema) (*arrow.Schema, error) {
	fields, err := parquetFields(s.Fields())
	if err != nil {
		return nil, err
	}
	metadata := s.Metadata()
	return arrow.NewSchema(fields, &metadata), nil
}

func parquetFields(fields []arrow.Field) ([]arrow.Field, error) {
	out := slices.Clone(fields)
	for i := range out {
		var err error
		if out[i].Type, err = parquetType(out[i].Type); err != nil {
			return nil, fmt.Errorf("%s: %w", out[i].Name, err)
		}
	}
	return out, nil
}

func parquetType(t arrow.DataType) (arrow.DataType, error) {
	switch t := t.(type) {
	case *arrow.DurationType:
		if t.Unit != arrow.Nanosecond {
			return nil, fmt.Errorf("durations in %s, which Parquet does not have: %w", t.Unit, beve.ErrUnsupported)
		}
		return arrow.PrimitiveTypes.Int64, nil
	case *arrow.ListType:
		elem, err := parquetType(t.Elem())
		if err != nil {
			return nil, err
		}
		return arrow.ListOf(elem), nil
	case *arrow.StructType:
		fields, err := parquetFields(t.Fields())
		if err != nil {
			return nil, err
		}
		return arrow.StructOf(fields...), nil
	}
	return t, nil
}

// parquetBatch returns a batch with the same memory under another schema.
func parquetBatch(schema *arrow.Schema, batch arrow.RecordBatch) arrow.RecordBatch {
	columns := make([]arrow.Array, batch.NumCols())
	for i, c := range batch.Columns() {
		data := retyped(schema.Field(i).Type, c.Data())
		columns[i] = array.MakeFromData(data)
		data.Release()
	}
	out := array.NewRecordBatch(schema, columns, batch.NumRows())
	for _, c := range columns {
		c.Release()
	}
	return out
}

// retyped returns the same memory as another type of the same layout.
func retyped(t arrow.DataType, data arrow.ArrayData) *array.Data {
	var children []arrow.ArrayData
	elems := data.Children()
	switch t := t.(type) {
	case *arrow.ListType:
		children = append(children, retyped(t.Elem(), elems[0]))
	case *arrow.StructType:
		for i, f := range t.Fields() {
			children = append(children, retyped(f.Type, elems[i]))
		}
	default:
		children = elems
		for _, c := range elems {
			c.Retain()
		}
	}
	out := array.NewData(t, data.Len(), data.Buffers(), children, data.NullN(), data.Offset())
	if d, ok := data.Dictionary().(*array.Data); ok && d != nil {
		out.SetDictionary(d)
	}
	for _, c := range children {
		c.Release()
	}
	return out
}
