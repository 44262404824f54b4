package codecs

import (
	"fmt"
	"io"
	"reflect"
	"time"

	"github.com/hamba/avro/v2"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/bench/payload"
)

// avroAPI names fields as the others do.
var avroAPI = avro.Config{TagKey: "json"}.Freeze()

var _ = register(&Codec{
	Name: "avro", Kind: Schema, Module: "github.com/hamba/avro/v2",
	Bind: func(c *payload.Case) *Bound {
		switch c.Value.(type) {
		case *map[string]any, *[]complex128, *beve.Matrix[float64]:
			return nil // the first needs a union of everything, which nobody has measured
		}
		schema := avro.MustParse(avroSchema(reflect.TypeOf(c.Value).Elem(), map[string]bool{}))
		if v := reflect.ValueOf(c.Value).Elem(); v.Kind() == reflect.Slice {
			// It encodes slices, not pointers to them.
			bare := *c
			bare.Value = v.Interface()
			c = &bare
		}
		w := avro.NewWriter(io.Discard, 512, avro.WithWriterConfig(avroAPI))
		return anyAPI{
			marshal: func(v any) ([]byte, error) { return avroAPI.Marshal(schema, v) },
			append: func(dst []byte, v any) ([]byte, error) {
				w.Reset(io.Discard)
				w.WriteVal(schema, v)
				return append(dst, w.Buffer()...), w.Error
			},
			unmarshal: func(data []byte, v any) error { return avroAPI.Unmarshal(schema, data, v) },
		}.bind(c)
	},
	Stream: func() *Stream {
		schema := avro.MustParse(avroSchema(reflect.TypeFor[payload.Row](), map[string]bool{}))
		return streamOf(
			func(w io.Writer) *avro.Encoder { return avroAPI.NewEncoder(schema, w) },
			func(r io.Reader) *avro.Decoder { return avroAPI.NewDecoder(schema, r) },
		)
	}(),
})

// avroSchema returns the schema of a type in JSON. A record that was named before
// is named only.
func avroSchema(t reflect.Type, named map[string]bool) string {
	if t == reflect.TypeFor[time.Time]() {
		return `{"type":"long","logicalType":"timestamp-micros"}`
	}
	switch t.Kind() {
	case reflect.Bool:
		return `"boolean"`
	case reflect.Uint16, reflect.Int32:
		return `"int"`
	case reflect.Int, reflect.Int64, reflect.Uint32:
		return `"long"`
	case reflect.Float32:
		return `"float"`
	case reflect.Float64:
		return `"double"`
	case reflect.String:
		return `"string"`
	case reflect.Slice:
		return fmt.Sprintf(`{"type":"array","items":%s}`, avroSchema(t.Elem(), named))
	case reflect.Map:
		return fmt.Sprintf(`{"type":"map","values":%s}`, avroSchema(t.Elem(), named))
	case reflect.Pointer:
		return fmt.Sprintf(`["null",%s]`, avroSchema(t.Elem(), named))
	case reflect.Struct:
		if named[t.Name()] {
			return fmt.Sprintf("%q", t.Name())
		}
		named[t.Name()] = true
		fields := ""
		for i := range t.NumField() {
			f := t.Field(i)
			if i > 0 {
				fields += ","
			}
			fields += fmt.Sprintf(`{"name":%q,"type":%s}`, f.Tag.Get("json"), avroSchema(f.Type, named))
		}
		return fmt.Sprintf(`{"type":"record","name":%q,"fields":[%s]}`, t.Name(), fields)
	}
	panic("no schema for " + t.String())
}
