package migrate_test

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	segmentio "github.com/segmentio/encoding/json"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/interop/migrate/testdata/zoo"
	"github.com/beve-org/beve-go/json"
)

type order struct {
	ID    int             `json:"id"`
	Name  string          `json:"name,omitempty"`
	Zero  struct{ A int } `json:"zero,omitzero"`
	Text  int             `json:"text,string"`
	Out   int             `json:"-"`
	Tags  []string        `json:"tags"`
	Bytes []byte
	When  time.Time
}

var stdJSONRows = rows{
	"bytes": func(t *testing.T) {
		for _, v := range []any{order{ID: 1, Bytes: []byte{1}}, map[string]any{"b": "<", "a": 1e21}, []any{nil, true, "\xff"}} {
			same(t, text(stdjson.Marshal(v)), text(json.Marshal(v)))
		}
	},
	"types of errors": func(t *testing.T) {
		for _, in := range []string{`{"id":"x"}`, `{"id":`, `nul`} {
			a, b := stdjson.Unmarshal([]byte(in), new(order)), json.Unmarshal([]byte(in), new(order))
			same(t, fmt.Sprintf("%T %v", a, a), fmt.Sprintf("%T %v", b, b))
		}
	},
	"a `*json.Decoder` or `*json.Encoder`": func(t *testing.T) {
		other := reflect.TypeFor[*json.Decoder]() != reflect.TypeFor[*stdjson.Decoder]() && reflect.TypeFor[*json.Encoder]() != reflect.TypeFor[*stdjson.Encoder]()
		alias := reflect.TypeFor[json.Number]() == reflect.TypeFor[stdjson.Number]() && reflect.TypeFor[json.RawMessage]() == reflect.TypeFor[stdjson.RawMessage]()
		if !other || !alias {
			t.Error(other, alias)
		}
	},
	"a Decoder of a nil reader": func(t *testing.T) {
		if !panics(func() { stdjson.NewDecoder(nil).Decode(new(int)) }) {
			t.Error("theirs does not panic")
		}
		if err := json.NewDecoder(nil).Decode(new(int)); err == nil {
			t.Error("no error")
		}
	},
	"a reader that returns nothing a hundred times": func(t *testing.T) {
		reads := 0
		if !panics(func() {
			stdjson.NewDecoder(reader(func() (int, error) {
				if reads++; reads > 10_000 {
					panic("hangs")
				}
				return 0, nil
			})).Decode(new(int))
		}) {
			t.Error("theirs ends")
		}
		err := json.NewDecoder(reader(func() (int, error) { return 0, nil })).Decode(new(int))
		if !errors.Is(err, io.ErrNoProgress) {
			t.Error(err)
		}
	},
	"a writer that takes less and does not say why": func(t *testing.T) {
		if err := stdjson.NewEncoder(writer(func() (int, error) { return 1, nil })).Encode("abc"); err != nil {
			t.Errorf("theirs says %v", err)
		}
		if err := json.NewEncoder(writer(func() (int, error) { return 1, nil })).Encode("abc"); !errors.Is(err, io.ErrShortWrite) {
			t.Error(err)
		}
	},
}

// A writer takes nothing.
type writer func() (int, error)

func (w writer) Write([]byte) (int, error) { return w() }

// A reader returns no bytes.
type reader func() (int, error)

func (r reader) Read([]byte) (int, error) { return r() }

var toBEVERows = rows{
	"members, their order, `omitempty`, `omitzero`, `string`, `-`": func(t *testing.T) {
		v := order{ID: 1, Text: 5, Out: 9, Tags: []string{"a"}, When: time.Unix(5, 7).UTC()}
		b := ours(t, v)
		var members []string
		view, err := beve.NewView(b)
		if err != nil {
			t.Fatal(err)
		}
		for m, err := range view.Members() {
			name, err2 := m.Name()
			if err != nil || err2 != nil {
				t.Fatal(err, err2)
			}
			members = append(members, name)
		}
		same(t, "[id text tags Bytes When]", fmt.Sprint(members))
		if kind := at(t, b, "/text").Kind(); kind != beve.KindString {
			t.Error(kind)
		}
		same(t, "[named]", fmt.Sprint(keys(t, ours(t, struct {
			A int `beve:"named" json:"other"`
		}{}))))
	},
	"`[]byte`": func(t *testing.T) {
		same(t, `"AQI="`, text(stdjson.Marshal([]byte{1, 2})))
		same(t, "14080102", fmt.Sprintf("%x", ours(t, []byte{1, 2})))
	},
	"maps with integer keys": func(t *testing.T) {
		same(t, `{"1":"x"}`, text(stdjson.Marshal(map[int]string{1: "x"})))
		same(t, "map[int64]interface {}{1:\"x\"}", fmt.Sprintf("%#v", anyOf(t, ours(t, map[int]string{1: "x"}))))
		same(t, "map[uint64]interface {}{0x1:\"x\"}", fmt.Sprintf("%#v", anyOf(t, ours(t, map[uint]string{1: "x"}))))
	},
	"numbers in an `any`": func(t *testing.T) {
		var v any
		if err := stdjson.Unmarshal([]byte("1"), &v); err != nil || v != 1.0 {
			t.Error(v, err)
		}
		for _, v := range []any{int64(-1), uint64(1 << 63), 1.5} {
			if back := anyOf(t, ours(t, v)); back != v {
				t.Errorf("%T %T", v, back)
			}
		}
	},
	"arrays in an `any`": func(t *testing.T) {
		same(t, "[]interface {}{1, 2}", fmt.Sprintf("%#v", anyOfJSON(t, "[1,2]")))
		same(t, "[]int64{1, 2} []float64{1} []string{\"a\"}", fmt.Sprintf("%#v %#v %#v", anyOf(t, ours(t, []int{1, 2})), anyOf(t, ours(t, []float64{1})), anyOf(t, ours(t, []string{"a"}))))
		var v any
		if err := (beve.DecodeOptions{GenericArrays: true}).Unmarshal(ours(t, []int{1}), &v); err != nil {
			t.Fatal(err)
		}
		same(t, "[]interface {}{1}", fmt.Sprintf("%#v", v))
	},
	"NaN and the infinities": func(t *testing.T) {
		for _, f := range []float64{math.NaN(), math.Inf(1)} {
			if _, err := stdjson.Marshal(f); err == nil {
				t.Error("theirs writes", f)
			}
			var back float64
			if err := beve.Unmarshal(ours(t, f), &back); err != nil || math.Float64bits(back) != math.Float64bits(f) {
				t.Error(back, err)
			}
		}
	},
	"names that differ in case": func(t *testing.T) {
		var a, b order
		if err := stdjson.Unmarshal([]byte(`{"ID":7}`), &a); err != nil || a.ID != 7 {
			t.Error(a, err)
		}
		if err := beve.Unmarshal(ours(t, map[string]int{"ID": 7}), &b); err != nil || b.ID != 0 {
			t.Error(b, err)
		}
	},
	"text that is not UTF-8": func(t *testing.T) {
		same(t, `"\ufffd"`, text(stdjson.Marshal("\xff")))
		if _, err := beve.Marshal("\xff"); !errors.Is(err, beve.ErrUTF8) {
			t.Error(err)
		}
	},
	"null into a number or a string": func(t *testing.T) {
		n, s := 5, "kept"
		if err := errors.Join(stdjson.Unmarshal([]byte("null"), &n), stdjson.Unmarshal([]byte("null"), &s)); err != nil || n != 5 || s != "kept" {
			t.Error(n, s, err)
		}
		null := ours(t, nil)
		if err := errors.Join(beve.Unmarshal(null, &n), beve.Unmarshal(null, &s)); err != nil || n != 0 || s != "" {
			t.Error(n, s, err)
		}
	},
	"an array longer than the Go array": func(t *testing.T) {
		var a [2]int
		if err := stdjson.Unmarshal([]byte("[1,2,3]"), &a); err != nil {
			t.Error(err)
		}
		if err := beve.Unmarshal(ours(t, []int{1, 2, 3}), &a); !errors.Is(err, beve.ErrMismatch) {
			t.Error(err)
		}
	},
	"`time.Time`": func(t *testing.T) {
		when := time.Date(2026, 1, 2, 3, 4, 5, 6, time.FixedZone("", 3600))
		text, err := at(t, ours(t, when), "").String()
		if err != nil {
			t.Fatal(err)
		}
		std, err := stdjson.Marshal(when)
		if err != nil {
			t.Fatal(err)
		}
		same(t, string(std), `"`+text+`"`)
		b, err := beve.EncodeOptions{Extended: true}.Marshal(when)
		if err != nil || at(t, b, "").Kind() != beve.KindTime {
			t.Errorf("%x %v", b, err)
		}
	},
	"types with methods of JSON": func(t *testing.T) {
		same(t, `{"n":5}`, text(stdjson.Marshal(jsonAlone{})))
		n, err := at(t, ours(t, jsonAlone{}), "/n").Int64()
		if n != 5 || err != nil {
			t.Error(n, err)
		}
	},
}

// jsonAlone has the methods of JSON and no others.
type jsonAlone struct{}

func (jsonAlone) MarshalJSON() ([]byte, error) { return []byte(`{"n":5}`), nil }
func (*jsonAlone) UnmarshalJSON([]byte) error  { return nil }

var segmentioRows = rows{
	"`omitzero`": func(t *testing.T) {
		same(t, `{"A":false}`, text(segmentio.Marshal(zoo.ZeroJSON{})))
		same(t, `{}`, text(json.Marshal(zoo.ZeroJSON{})))
	},
	"a nil map in an `any` with `omitempty`": func(t *testing.T) {
		v := zoo.OmitAny{A: map[string]any(nil)}
		same(t, `{}`, text(segmentio.Marshal(v)))
		same(t, `{"A":null}`, text(json.Marshal(v)))
	},
	"years before 0 and after 9999": func(t *testing.T) {
		for year, written := range map[int]string{-1: `"-0001-01-01T00:00:00Z"`, 10000: `"10000-01-01T00:00:00Z"`} {
			v := time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC)
			same(t, written, text(segmentio.Marshal(v)))
			if _, err := json.Marshal(v); err == nil {
				t.Error("is written", v)
			}
		}
	},
	"`time.Duration`": func(t *testing.T) {
		same(t, `"1s"`, text(segmentio.Marshal(time.Second)))
		same(t, `1000000000`, text(json.Marshal(time.Second)))
		same(t, `"1s"`, text(json.EncodeOptions{FormatDurations: true}.Marshal(time.Second)))
		for _, in := range []string{`"1s"`, `1000000000`} {
			var a, b time.Duration
			_, err := json.Parse([]byte(in), &b, json.ParseDurations)
			if err := errors.Join(err, segmentio.Unmarshal([]byte(in), &a)); err != nil || a != b || a != time.Second {
				t.Error(a, b, err)
			}
		}
	},
	"keys of maps that are durations": func(t *testing.T) {
		v := map[time.Duration]int{5: 1}
		same(t, `{"\"5ns\"":1}`, text(segmentio.Marshal(v)))
		same(t, text(stdjson.Marshal(v)), text(json.Marshal(v)))
	},
	"two fields of one name": func(t *testing.T) {
		field := func(name string) reflect.StructField {
			return reflect.StructField{Name: name, Type: reflect.TypeFor[int](), Tag: `json:"a"`}
		}
		v := reflect.New(reflect.StructOf([]reflect.StructField{field("A"), field("B")})).Interface()
		same(t, `{"a":0,"a":0}`, text(segmentio.Marshal(v)))
		same(t, text(stdjson.Marshal(v)), text(json.Marshal(v)))
	},
	"bytes after a value": func(t *testing.T) {
		var a, b any
		if err := segmentio.Unmarshal([]byte("1 x"), &a); err == nil || a == nil {
			t.Error(a, err)
		}
		if err := json.Unmarshal([]byte("1 x"), &b); err == nil || b != nil {
			t.Error(b, err)
		}
	},
	"`Decoder.InputOffset`": func(t *testing.T) {
		a, b := segmentio.NewDecoder(strings.NewReader("1  2")), json.NewDecoder(strings.NewReader("1  2"))
		var n int
		if err := errors.Join(a.Decode(&n), b.Decode(&n)); err != nil || a.InputOffset() != 3 || b.InputOffset() != 1 {
			t.Error(a.InputOffset(), b.InputOffset(), err)
		}
	},
	"nesting": func(t *testing.T) {
		deep := func(n int) []byte {
			return append(bytes.Repeat([]byte(`{"a":`), n), append([]byte("null"), bytes.Repeat([]byte("}"), n)...)...)
		}
		type node struct {
			A *node `json:"a"`
		}
		var v node
		if err := segmentio.Unmarshal(deep(10_001), &v); err != nil {
			t.Error(err)
		}
		if err := json.Unmarshal(deep(10_001), &v); err == nil {
			t.Error("no error")
		}
		if err := json.Unmarshal(deep(10_000), &v); err != nil {
			t.Error(err)
		}
	},
	"types of errors": func(t *testing.T) {
		for _, in := range []string{`{"id":"x"}`, `{"id":`, `nul`} {
			a, b := segmentio.Unmarshal([]byte(in), new(order)), json.Unmarshal([]byte(in), new(order))
			same(t, fmt.Sprintf("%T", a), fmt.Sprintf("%T", b))
			same(t, stdjson.Unmarshal([]byte(in), new(order)).Error(), b.Error())
		}
	},
}
