// What other replacements of encoding/json are known to do otherwise: each case with
// what it must give here, and in encoding/json.

package json_test

import (
	"bytes"
	"encoding"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/json"
)

type (
	textFloat     float64
	onlyMarshals  struct{ S string }
	onlyUnmarshal string
	fixedJSON     string
	zeroFails     struct {
		M failingMarshaler `json:",omitzero"`
		C chan int         `json:",omitzero"`
		F func()           `json:",omitzero"`
		N int
	}
	hidden        struct{ Inner int }
	holdsHidden   struct{ *hidden }
	quotedNumbers struct {
		I int     `json:",string"`
		F float64 `json:",string"`
	}
	folded struct {
		K, S int
	}
)

func (f textFloat) MarshalText() ([]byte, error)      { return fmt.Appendf(nil, "f%v", float64(f)), nil }
func (v onlyMarshals) MarshalText() ([]byte, error)   { return []byte(v.S), nil }
func (v *onlyUnmarshal) UnmarshalText(b []byte) error { *v = onlyUnmarshal(b) + "!"; return nil }
func (v fixedJSON) MarshalJSON() ([]byte, error)      { return []byte(v), nil }

// sameNames returns a struct with two fields of one tagged name, which go vet would
// find if it had a type in the source.
func sameNames() any {
	n := reflect.TypeFor[int]()
	return reflect.New(reflect.StructOf([]reflect.StructField{
		{Name: "A", Type: n, Tag: `json:"d"`}, {Name: "B", Type: n, Tag: `json:"d"`}, {Name: "C", Type: n},
	})).Elem().Interface()
}

// nilText is a pointer with MarshalText, which nil does not reach.
var nilText *valueText

// cyclic returns values that lead to themselves: through a map, a slice, a pointer.
func cyclic() []any {
	m := map[string]any{}
	m["m"] = m
	s := make([]any, 1)
	s[0] = s
	r := &recursive{}
	r.Next = r
	return []any{m, s, r}
}

// failingOnce is a writer whose first Write fails.
type failingOnce struct{ calls int }

func (w *failingOnce) Write(b []byte) (int, error) {
	if w.calls++; w.calls == 1 {
		return 0, errBroken
	}
	return len(b), nil
}

// onlyOnce gives its text in one Read, and fails the test when it is asked for more.
type onlyOnce struct {
	t    *testing.T
	text string
}

func (r *onlyOnce) Read(b []byte) (int, error) {
	if r.text == "" {
		r.t.Error("waits for more after a complete value")
		return 0, io.EOF
	}
	n := copy(b, r.text)
	r.text = r.text[n:]
	return n, nil
}

// into shows what v, which may hold something, is after decoding doc.
func into(v any, doc string) func(library) string {
	return func(p library) string {
		target := reflect.New(reflect.TypeOf(v))
		target.Elem().Set(reflect.ValueOf(v))
		err := p.unmarshal([]byte(doc), target.Interface())
		b, _ := stdjson.Marshal(target.Interface())
		if err != nil {
			return fmt.Sprintf("%s, %T", b, err)
		}
		return string(b)
	}
}

// written shows what Encoders write, without escapes of HTML.
func written(v any) func(library) string {
	return func(p library) string {
		var b bytes.Buffer
		e := p.encoder(&b)
		e.SetEscapeHTML(false)
		err := e.Encode(v)
		return fmt.Sprintf("%s%v", &b, err)
	}
}

// afterTokens shows where a Decoder is after n tokens.
func afterTokens(text string, n int) func(library) string {
	return func(p library) string {
		d := p.decoder(strings.NewReader(text))
		for range n {
			if _, err := d.Token(); err != nil {
				return err.Error()
			}
		}
		rest, _ := io.ReadAll(d.Buffered())
		return fmt.Sprintf("%d %q", d.InputOffset(), rest)
	}
}

func TestKnownDivergencesOfOtherPackages(t *testing.T) {
	const unsupported, cannot = "*json.UnsupportedTypeError", "*json.UnmarshalTypeError"
	seventh := 7
	for _, c := range []struct {
		what  string
		shown func(library) string
		want  string
		// next is what encoding/json does on version 2, where that differs: see the
		// table of differences.
		next string
	}{
		// Missing.
		{"omitzero", marshaled(struct {
			T time.Time `json:",omitzero"`
			N int       `json:",omitzero"`
			B int
		}{}), `{"B":0}`, ""},
		{"Token", afterTokens(`[1,{"a":null}] 2`, 5), `12 "}] 2"`, ""},
		// The process ended.
		{"a cycle through a map", marshaled(cyclic()[0]), "*json.UnsupportedValueError", ""},
		{"a cycle through a slice", marshaled(cyclic()[1]), "*json.UnsupportedValueError", ""},
		{"a cycle through a pointer", marshaled(cyclic()[2]), "*json.UnsupportedValueError", ""},
		{"ten thousand levels", into([]any(nil), strings.Repeat("[", 10000)+strings.Repeat("]", 10000)), strings.Repeat("[", 10000) + strings.Repeat("]", 10000), ""},
		{"ten thousand levels and one", into([]any(nil), strings.Repeat("[", 10001)+strings.Repeat("]", 10001)), "null, *json.SyntaxError", ""},
		{"millions of levels", into([]any(nil), strings.Repeat("[", 2e6)), "null, *json.SyntaxError", ""},
		// Panics.
		{"a small array of maps", marshaled([1]map[int]struct{}{{3: {}}}), `[{"3":{}}]`, ""},
		{"an array of a nil map", marshaled([1]map[int]struct{}{}), "[null]", ""},
		{"a key that is a nil pointer with MarshalText", marshaled(map[*valueText]int{nilText: 1}), `{"":1}`, ""},
		{"keys of a float type with MarshalText", marshaled(map[textFloat]int{1.5: 1, 0.5: 2}), `{"f0.5":2,"f1.5":1}`, ""},
		{"keys that only marshal, marshaled", marshaled(map[onlyMarshals]int{{"a"}: 1}), `{"a":1}`, ""},
		{"keys that only marshal, unmarshaled", unmarshaled[map[onlyMarshals]int](`{"a":1}`), "map[], " + cannot, ""},
		{"keys that only unmarshal, marshaled", marshaled(map[onlyUnmarshal]int{"a": 1}), `{"a":1}`, ""},
		{"keys that only unmarshal, unmarshaled", unmarshaled[map[onlyUnmarshal]int](`{"a":1}`), "map[a!:1]", ""},
		// Other bytes.
		{"a Duration", marshaled(93 * time.Nanosecond), "93", ""},
		{"keys of a string type with MarshalText", marshaled(map[textString]int{"a": 1}), `{"a":1}`, `{"ta":1}`},
		{"two fields of one tagged name", marshaled(sameNames()), `{"C":0}`, ""},
		{"a RawMessage without escapes of HTML", written(json.RawMessage("[ 1 , \"<\" ]")), "[1,\"<\"]\n<nil>", ""},
		{"a Marshaler without escapes of HTML", written(fixedJSON(" { \"a\" : \"&\" } ")), "{\"a\":\"&\"}\n<nil>", ""},
		{"invalid UTF-8", marshaled("a\xffb"), `"a\ufffdb"`, "\"a\ufffdb\""},
		{"prefix and tabs", func(library) string {
			b, err := json.MarshalIndent(map[string]any{"a": []int{1}}, ">", "\t")
			return fmt.Sprint(string(b), err)
		}, "{\n>\t\"a\": [\n>\t\t1\n>\t]\n>}<nil>", ""},
		// Errors where none belong.
		{"fields that omitzero leaves out", marshaled(zeroFails{N: 1}), `{"N":1}`, ""},
		{"MarshalJSON with space in front", marshaled(fixedJSON("\n 1")), "1", ""},
		{"a Number from a string", unmarshaled[json.Number](`"-1.5e3"`), "-1.5e3", ""},
		{"an empty array with space into bytes", into([3]byte{1, 2, 3}, "[ ]"), "[0,0,0]", ""},
		{"an integer key with a zero in front", unmarshaled[map[int]int](`{"-01":1}`), "map[-1:1]", ""},
		{"an integer of option string with a zero in front", unmarshaled[quotedNumbers](`{"I":"-01"}`), "{-1 0}", ""},
		{"pointer methods of elements that have no address", marshaled([1]pointerMarshaler{{5}}), `[{"N":5}]`, ""},
		{"a pointer of option string", marshaled(struct {
			P *int `json:",string"`
		}{&seventh}), `{"P":"7"}`, ""},
		// No errors where some belong.
		{"MarshalJSON of two values", marshaled(fixedJSON("1 2")), "*json.MarshalerError", ""},
		{"a RawMessage of two values", marshaled(json.RawMessage("1 2")), "*json.MarshalerError", ""},
		{"the Number -01", marshaled(json.Number("-01")), "*errors.errorString", "*json.MarshalerError"},
		{"the Number 00", marshaled(json.Number("00")), "*errors.errorString", "*json.MarshalerError"},
		{"the Number 1 with a space", marshaled(json.Number("1 ")), "*errors.errorString", "*json.MarshalerError"},
		{"the year 10000", marshaled(time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)), "*json.MarshalerError", ""},
		{"an embedded pointer to an unexported struct", unmarshaled[holdsHidden](`{"Inner":1}`), "{<nil>}, *errors.errorString", "{<nil>}, " + cannot},
		{"a number of option string with a space", unmarshaled[quotedNumbers](`{"F":"1 "}`), "{0 0}, " + cannot, ""},
		{"a number of option string with a plus", unmarshaled[quotedNumbers](`{"I":"+1"}`), "{0 0}, *errors.errorString", "{1 0}"},
		{"an Encoder after a Write that failed", func(p library) string {
			w := new(failingOnce)
			e := p.encoder(w)
			return fmt.Sprint(e.Encode(1), e.Encode(2), w.calls)
		}, "broken broken 1", ""},
		{"{} into a map of unusable keys", unmarshaled[map[bool]int]("{}"), "map[], " + cannot, "map[]"},
		{"keys that cannot be written", marshaled(map[bool]int{true: 1}), unsupported, "*json.UnsupportedValueError"},
		{"a float that has no text", marshaled(math.Inf(1)), "*json.UnsupportedValueError", ""},
		// Other values.
		{"the rest of an array", into([3]int{1, 2, 3}, "[7]"), "[7,0,0]", ""},
		{"the rest of an array of pointers", into([2]*int{&seventh, &seventh}, "[null]"), "[null,null]", ""},
		{"Unicode folding", unmarshaled[folded]("{\"\u212a\":1,\"\u017f\":2}"), "{1 2}", ""},
		{"fields after a type error", unmarshaled[struct{ A, B, C int }](`{"A":1,"B":"x","C":3}`), "{1 0 3}, " + cannot, ""},
		{"interfaces with methods that hold nil", marshaled([]encoding.TextMarshaler{nil}), "[null]", ""},
		// Streams.
		{"the offset after a value", afterTokens("1  2", 1), `1 "  2"`, ""},
		{"what is buffered after a value", afterTokens("[] \n[]", 2), `2 " \n[]"`, ""},
		{"Decode of what is complete", func(p library) string {
			d := p.decoder(&onlyOnce{t, `{"a":[1]}`})
			var v any
			err := d.Decode(&v)
			return fmt.Sprint(v, err)
		}, "map[a:[1]] <nil>", ""},
	} {
		if got := c.shown(ours); got != c.want {
			t.Errorf("%s: %.200s, want %.200s", c.what, got, c.want)
		}
		want := c.want
		if testkit.Version2 && c.next != "" {
			want = c.next
		}
		if got := c.shown(theirs); got != want {
			t.Errorf("%s: %.200s with encoding/json, want %.200s", c.what, got, want)
		}
	}
}

func TestFloatsThatAreNotFiniteSayWhich(t *testing.T) {
	for _, f := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		_, err := json.Marshal([]float64{f})
		var e *json.UnsupportedValueError
		if !errors.As(err, &e) || e.Value.Float() != f && f == f {
			t.Errorf("%v: %v", f, err)
		}
	}
}
