package sqlbeve_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/integrations/sqlbeve"
	"github.com/beve-org/beve-go/translator"
)

type profile struct {
	Name   string         `json:"name"`
	Scores []float64      `json:"scores"`
	Extra  map[string]int `json:"extra"`
}

var someone = profile{"Ada", []float64{1.5, 2}, map[string]int{"a": 1}}

func TestScanReadsWhatValueWrote(t *testing.T) {
	data, err := sqlbeve.Of(someone).Value()
	if err != nil {
		t.Fatal(err)
	}
	for _, src := range []any{data, string(data.([]byte))} {
		var got sqlbeve.Value[profile]
		if err := got.Scan(src); err != nil || !got.Valid || !reflect.DeepEqual(got.V, someone) {
			t.Errorf("%T: %+v, %v", src, got, err)
		}
	}
	clear(data.([]byte)) // a driver may use its memory again
}

func TestNull(t *testing.T) {
	got := sqlbeve.Of(someone)
	if err := got.Scan(nil); err != nil || !reflect.DeepEqual(got, sqlbeve.Value[profile]{}) {
		t.Errorf("%+v, %v", got, err)
	}
	if v, err := got.Value(); v != nil || err != nil {
		t.Errorf("%v, %v", v, err)
	}
}

// holdNull takes a V that is nil through a column, which keeps it apart from NULL, and through
// messages, which do not.
func holdNull[T any](t *testing.T) {
	t.Helper()
	var none T
	for _, in := range []sqlbeve.Value[T]{{}, sqlbeve.Of(none)} {
		column, err := in.Value()
		if err != nil || (column == nil) == in.Valid {
			t.Errorf("%T: the column has %v, %v", none, column, err)
		}
		got := sqlbeve.Value[T]{Valid: !in.Valid}
		if err := got.Scan(column); err != nil || !reflect.DeepEqual(got, in) {
			t.Errorf("%+v comes back as %+v, %v", in, got, err)
		}
		data, err := beve.Marshal(in)
		text, errText := json.Marshal(in)
		if err != nil || errText != nil {
			t.Error(err, errText)
		}
		isNull := string(data) == "\x00"
		if isNull != (string(text) == "null") {
			t.Errorf("%+v is %x and %s", in, data, text)
		}
		for name, read := range map[string]func(v *sqlbeve.Value[T]) error{
			"beve.Unmarshal": func(v *sqlbeve.Value[T]) error { return beve.Unmarshal(data, v) },
			"json.Unmarshal": func(v *sqlbeve.Value[T]) error { return json.Unmarshal(text, v) },
			"UnmarshalBEVE":  func(v *sqlbeve.Value[T]) error { return v.UnmarshalBEVE(data) },
			"UnmarshalJSON":  func(v *sqlbeve.Value[T]) error { return v.UnmarshalJSON(text) },
		} {
			got := sqlbeve.Value[T]{Valid: isNull}
			if err := read(&got); err != nil || got.Valid == isNull {
				t.Errorf("%s of %+v: %+v, %v", name, in, got, err)
			}
		}
	}
}

func TestNilIsNotNULLInAColumn(t *testing.T) {
	holdNull[*profile](t)
	holdNull[any](t)
	holdNull[[]string](t)
	holdNull[map[string]int](t)
	holdNull[[]byte](t)
	holdNull[int](t)
	holdNull[profile](t)
	holdNull[sqlbeve.Value[int]](t)
	holdNull[*sqlbeve.Value[int]](t)
}

func TestOtherColumnsAreErrors(t *testing.T) {
	for _, src := range []any{7, []byte{0xff}, []byte{}, "text"} {
		got := sqlbeve.Of(someone)
		if err := got.Scan(src); err == nil || !reflect.DeepEqual(got.V, someone) {
			t.Errorf("%v: %+v, %v", src, got, err)
		}
	}
	var got sqlbeve.Value[profile]
	if err := got.Scan(7); !errors.Is(err, beve.ErrMismatch) {
		t.Errorf("error %v", err)
	}
}

func TestInMessages(t *testing.T) {
	type row struct {
		ID      int                    `json:"id"`
		Profile sqlbeve.Value[profile] `json:"profile"`
		None    sqlbeve.Value[profile] `json:"none"`
	}
	in := row{7, sqlbeve.Of(someone), sqlbeve.Value[profile]{}}
	data, err := beve.Marshal(&in)
	if err != nil {
		t.Fatal(err)
	}
	var out row
	if err := beve.Unmarshal(data, &out); err != nil || !reflect.DeepEqual(in, out) {
		t.Errorf("%+v, %v", out, err)
	}
	// In JSON it is the same document, by any package and by translation.
	text, err := json.Marshal(&in)
	if err != nil || string(text) != `{"id":7,"profile":{"name":"Ada","scores":[1.5,2],"extra":{"a":1}},"none":null}` {
		t.Errorf("%s, %v", text, err)
	}
	if translated, err := translator.ToJSON(data); err != nil || string(translated) != string(text) {
		t.Errorf("%s, %v", translated, err)
	}
	out = row{None: sqlbeve.Of(someone)}
	if err := json.Unmarshal(text, &out); err != nil || !reflect.DeepEqual(in, out) {
		t.Errorf("%+v, %v", out, err)
	}
	kept := sqlbeve.Of(someone)
	if err := json.Unmarshal([]byte(`{"name":"Eve","scores":"x"}`), &kept); err == nil || kept.V.Name != "Ada" {
		t.Errorf("%+v, %v", kept, err)
	}
	if err := beve.Unmarshal([]byte{0x03, 0x04, 0x10, 'n', 'a', 'm', 'e', 0x08}, &kept); err == nil || kept.V.Name != "Ada" {
		t.Errorf("%+v, %v", kept, err)
	}
}

func Example() {
	column, err := sqlbeve.Of(map[string]float64{"pi": 3.14}).Value() // what a driver is given
	if err != nil {
		panic(err)
	}
	var constants sqlbeve.Value[map[string]float64]
	if err := constants.Scan(column); err != nil { // what Rows.Scan does
		panic(err)
	}
	fmt.Println(constants.Valid, constants.V["pi"])
	// Output: true 3.14
}

// TestValuesHaveOneJSON takes random values through JSON by its own package and by the translator.
func TestValuesHaveOneJSON(t *testing.T) {
	type row struct {
		A sqlbeve.Value[profile]
		B []sqlbeve.Value[float64]
		C map[string]sqlbeve.Value[beve.Timestamp]
		D *sqlbeve.Value[string]
		E sqlbeve.Value[sqlbeve.Value[int]]
	}
	rng := rand.New(rand.NewPCG(41, 42))
	for range 200 {
		text := sqlbeve.Value[string]{V: fmt.Sprint(rng.Uint64()), Valid: true}
		in := row{sqlbeve.Of(profile{fmt.Sprint(rng.Int()), []float64{rng.NormFloat64()}, map[string]int{"k": rng.Int()}}),
			[]sqlbeve.Value[float64]{{}, sqlbeve.Of(rng.ExpFloat64())}, map[string]sqlbeve.Value[beve.Timestamp]{"k": sqlbeve.Of(beve.Timestamp{Seconds: rng.Int64N(1 << 33)})},
			&text, sqlbeve.Of(sqlbeve.Of(rng.Int()))}
		if rng.IntN(2) == 0 {
			in.A, in.D = sqlbeve.Value[profile]{}, nil
		}
		want, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range []beve.EncodeOptions{{}, {Extended: true}} {
			b, err := o.Marshal(in)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := translator.ToJSON(b); err != nil || string(got) != string(want) {
				t.Fatalf("%s, %v\nwant %s", got, err, want)
			}
		}
		b, err := translator.FromJSON(want)
		if err != nil {
			t.Fatal(err)
		}
		var std, out row
		if err := json.Unmarshal(want, &std); err != nil || !reflect.DeepEqual(in, std) {
			t.Fatalf("JSON: %+v, %v", std, err)
		}
		if err := beve.Unmarshal(b, &out); err != nil || !reflect.DeepEqual(in, out) {
			t.Fatalf("BEVE of JSON: %+v, %v", out, err)
		}
	}
}
