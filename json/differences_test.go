// Where encoding/json does something else than this package: the tables of doc.go,
// row by row, shown and then allowed for where both are compared on random input.

package json_test

import (
	"bytes"
	"encoding"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/json"
)

// A disagreement is what the two packages do otherwise with one input.
type disagreement struct {
	call            string // the function or method
	input           []byte // what is decoded
	got, want       any    // what is written or decoded
	gotErr, wantErr error
}

// A difference is a row of the second table of doc.go: something that Go 1.27's
// encoding/json, which stands on version 2, does otherwise than Go 1.26's does.
type difference struct {
	where string // as in doc.go
	// shown writes what a package does in such a case: here, which is what Go 1.26
	// does, or next.
	shown      func(p library) string
	here, next string
	// covers reports whether a disagreement is of this kind. It is nil where the kind
	// is one of types, which testkit.SameInVersion2 keeps from being compared.
	covers func(d disagreement) bool
	seen   int // how often covers has
}

// library is what of the two packages the rows show.
type library struct {
	marshal   func(any) ([]byte, error)
	unmarshal func([]byte, any) error
	indent    func(dst *bytes.Buffer, src []byte, prefix, indent string) error
	decoder   func(io.Reader) decoder
	encoder   func(io.Writer) encoder
}

var ours = library{
	json.Marshal, json.Unmarshal, json.Indent,
	func(r io.Reader) decoder { return json.NewDecoder(r) }, func(w io.Writer) encoder { return json.NewEncoder(w) },
}

var theirs = library{
	stdjson.Marshal, stdjson.Unmarshal, stdjson.Indent,
	func(r io.Reader) decoder { return stdjson.NewDecoder(r) }, func(w io.Writer) encoder { return stdjson.NewEncoder(w) },
}

// marshaled shows what becomes of v.
func marshaled(v any) func(library) string {
	return func(p library) string {
		b, err := p.marshal(v)
		if err != nil {
			return fmt.Sprintf("%T", err)
		}
		return string(b)
	}
}

// unmarshaled shows what a new T becomes.
func unmarshaled[T any](doc string) func(library) string {
	return func(p library) string {
		v := new(T)
		if err := p.unmarshal([]byte(doc), v); err != nil {
			return fmt.Sprintf("%v, %T", *v, err)
		}
		return fmt.Sprint(*v)
	}
}

type (
	appendsText struct{}
	twoMethods  struct{}
	quotedText  struct {
		T textNumber `json:",string"`
	}
	quotedPointer struct {
		P namedPointer `json:",string"`
	}
	namedPointer *int
)

func (appendsText) AppendText(b []byte) ([]byte, error) { return append(b, "text"...), nil }
func (twoMethods) MarshalText() ([]byte, error)         { return []byte("text"), nil }
func (twoMethods) MarshalJSON() ([]byte, error)         { return []byte(`"json"`), nil }

var _ encoding.TextAppender = appendsText{}

var seven = 7

// tagged returns a struct with a field Own of such a tag, which the checks of the source
// would find.
func tagged(tag reflect.StructTag) any {
	t := reflect.StructOf([]reflect.StructField{{Name: "Own", Type: reflect.TypeFor[int](), Tag: tag}})
	return reflect.Zero(t).Interface()
}

// differences are the rows of the second table.
var differences = []*difference{
	{
		where: "invalid UTF-8 in what is marshaled",
		shown: marshaled("a\xff"), here: `"a\ufffd"`, next: "\"a\ufffd\"",
		covers: func(d disagreement) bool {
			got, ok := d.got.([]byte)
			want, _ := d.want.([]byte)
			return ok && d.gotErr == nil && d.wantErr == nil && bytes.Equal(plainReplacement(got), plainReplacement(want))
		},
	},
	{
		where: "a name in a tag that is malformed",
		shown: marshaled(tagged(`json:"it's"`)), here: `{"Own":0}`, next: `{"it":0}`,
	},
	{
		where: "the options embed, case and format in a tag",
		shown: marshaled(struct {
			M map[string]int `json:",embed"`
		}{map[string]int{"a": 1}}), here: `{"M":{"a":1}}`, next: `{"a":1}`,
	},
	{
		where: "an option in a tag followed by more",
		shown: marshaled(tagged(`json:",string=1"`)), here: `{"Own":0}`, next: `{"Own":"0"}`,
	},
	{
		where: "the option string on a type with text methods",
		shown: unmarshaled[quotedText](`{"T":"n1"}`), here: "{0}, *errors.errorString", next: "{2}",
	},
	{
		where: "the option string on a pointer type with a name",
		shown: marshaled(quotedPointer{&seven}), here: `{"P":7}`, next: `{"P":"7"}`,
	},
	{
		where: `the text "null" in a string of option string`,
		shown: func(p library) string {
			v := struct {
				S string `json:",string"`
			}{"old"}
			err := p.unmarshal([]byte(`{"S":"\"null\""}`), &v)
			return fmt.Sprint(v.S, err)
		}, here: "null<nil>", next: "old<nil>",
		covers: func(d disagreement) bool {
			return d.call == "Unmarshal" && d.gotErr == nil && d.wantErr == nil && bytes.Contains(d.input, []byte(`"\"null\""`))
		},
	},
	{
		where: "+1, .5 and NaN in a string of option string",
		shown: unmarshaled[struct {
			N float64 `json:",string"`
		}](`{"N":".5"}`), here: "{0}, *errors.errorString", next: "{0.5}",
		covers: func(d disagreement) bool {
			e, ok := d.gotErr.(*json.UnmarshalTypeError)
			return d.wantErr == nil && hasOddNumber(d.input) && (ok && strings.HasPrefix(e.Value, "number ") ||
				d.gotErr != nil && strings.Contains(d.gotErr.Error(), "invalid use of ,string"))
		},
	},
	{
		where: "other texts in a Number of option string",
		shown: unmarshaled[struct {
			N json.Number `json:",string"`
		}](`{"N":"0x10"}`), here: "{0x10}", next: "{}, *json.UnmarshalTypeError",
		covers: func(d disagreement) bool {
			return d.gotErr == nil && hasOddNumber(d.input) && errors.Is(d.wantErr, strconv.ErrSyntax)
		},
	},
	{
		where: "map keys of a string type with text methods",
		shown: marshaled(map[textString]int{"a": 1}), here: `{"a":1}`, next: `{"ta":1}`,
	},
	{
		where: "empty maps of other key types",
		shown: marshaled(map[bool]int{}), here: "*json.UnsupportedTypeError", next: "{}",
	},
	{
		where: "map keys with UnmarshalJSON and UnmarshalText",
		shown: unmarshaled[map[both]int](`{"a":1}`), here: `map[{json "a"}:1]`, next: "map[{text a}:1]",
	},
	{
		where: "the key null of a map of integers",
		shown: unmarshaled[map[int]int](`{"null":1}`), here: "map[], *json.UnmarshalTypeError", next: "map[0:1]",
		covers: func(d disagreement) bool {
			e, ok := d.gotErr.(*json.UnmarshalTypeError)
			return ok && d.wantErr == nil && e.Value == "number null"
		},
	},
	{
		where: "methods promoted to a struct type without name",
		shown: unmarshaled[[]struct{ pointerText }](`["text"]`), here: "[{{}}], *json.UnmarshalTypeError", next: "[{{text}}]",
	},
	{
		where: "AppendText and the methods of version 2",
		shown: marshaled(appendsText{}), here: "{}", next: `"text"`,
	},
	{
		where: "MarshalJSON of what a TextMarshaler holds",
		shown: marshaled([]encoding.TextMarshaler{twoMethods{}}), here: `["text"]`, next: `["json"]`,
		covers: func(d disagreement) bool {
			got, ok := d.got.([]byte)
			want, _ := d.want.([]byte)
			return ok && d.call == "Encode" && d.gotErr == nil && d.wantErr == nil && !bytes.Contains(got, []byte(`\u003c`)) &&
				bytes.Equal(plainHTML(plainReplacement(got)), plainHTML(plainReplacement(want)))
		},
	},
	{
		where: "errors of methods and Numbers, marshaling",
		shown: marshaled(json.Number("x")), here: "*errors.errorString", next: "*json.MarshalerError",
		covers: func(d disagreement) bool { return d.input == nil && otherMarshalError(d.gotErr, d.wantErr) },
	},
	{
		where: "the Value of an UnsupportedValueError",
		shown: func(p library) string {
			_, err := p.marshal(-1 / zero)
			e, _ := err.(*json.UnsupportedValueError)
			return e.Value.String()
		}, here: "<float64 Value>", next: "<invalid Value>",
		covers: func(d disagreement) bool {
			got, ok := d.gotErr.(*json.UnsupportedValueError)
			want, ok2 := d.wantErr.(*json.UnsupportedValueError)
			return ok && ok2 && got.Str == want.Str && !want.Value.IsValid()
		},
	},
	{
		where: "errors about values that do not fit",
		shown: func(p library) string {
			var v struct{ A map[string][]int }
			e, _ := p.unmarshal([]byte(`{"A":{"b":[1,"x"]}}`), &v).(*json.UnmarshalTypeError)
			return e.Field
		}, here: "A", next: "A.b.1",
		covers: func(d disagreement) bool { return otherValueError(d.gotErr, d.wantErr) },
	},
	{
		where: "what is decoded in spite of such an error",
		shown: unmarshaled[map[string]float64](`{"a":1e999}`), here: "map[a:0], *json.UnmarshalTypeError", next: "map[a:+Inf], *json.UnmarshalTypeError",
		covers: func(d disagreement) bool {
			return d.input != nil && d.wantErr != nil && !isSyntaxError(d.wantErr) && sameError(d.gotErr, d.wantErr)
		},
	},
	{
		where: "white space after a text in Indent with marks",
		shown: func(p library) string {
			var b bytes.Buffer
			err := p.indent(&b, []byte("1\n "), ">", "")
			return fmt.Sprintf("%q %v", &b, err)
		}, here: `"1\n " <nil>`, next: `"1\n>" <nil>`,
		covers: func(d disagreement) bool {
			if d.call != "Indent" || d.gotErr != nil || d.wantErr != nil {
				return false
			}
			got, want := d.got.([]byte), d.want.([]byte)
			behind := len(d.input) - len(bytes.TrimRight(d.input, " \t\r\n"))
			return len(got) == len(want) && bytes.Equal(got[:len(got)-behind], want[:len(want)-behind])
		},
	},
	{
		where: "Decode of what a stream has for a key",
		shown: func(p library) string {
			d := p.decoder(strings.NewReader(`{"a":1}`))
			_, _ = d.Token()
			var v any
			err := d.Decode(&v)
			return fmt.Sprintf("%v %v", v, err)
		}, here: "<nil> not at beginning of value", next: "a <nil>",
		covers: func(d disagreement) bool { return d.call == "Decode" && isPositionError(d.gotErr) },
	},
	{
		where: "offset and type of a Decoder's syntax errors",
		shown: func(p library) string {
			d := p.decoder(strings.NewReader("[1 x]"))
			_, _ = d.Token()
			_, _ = d.Token()
			_, err := d.Token()
			return fmt.Sprint(err.(*json.SyntaxError).Offset)
		}, here: "3", next: "4",
		covers: func(d disagreement) bool {
			return (d.call == "Decode" || d.call == "Token") && isSyntaxError(d.gotErr) && d.wantErr != nil
		},
	},
	{
		where: "Buffered after More",
		shown: func(p library) string {
			d := p.decoder(strings.NewReader(" 1"))
			d.More()
			b, _ := io.ReadAll(d.Buffered())
			return string(b)
		}, here: "1", next: " 1",
		covers: func(d disagreement) bool {
			if d.call != "Buffered" {
				return false
			}
			got, want := d.got.([]byte), bytes.TrimLeft(d.want.([]byte), " \t\r\n")
			return bytes.HasPrefix(got, want) || bytes.HasPrefix(want, got)
		},
	},
	{
		where: "More where an error is next",
		shown: func(p library) string {
			return fmt.Sprint(p.decoder(iotest.ErrReader(errBroken)).More())
		}, here: "false", next: "true",
		covers: func(d disagreement) bool { return d.call == "More" && (d.want == true || !wellFormed(d.input)) },
	},
	{
		where: "what follows More where a text ends early",
		shown: func(p library) string {
			d := p.decoder(strings.NewReader("[1,"))
			_, _ = d.Token()
			_, _ = d.Token()
			d.More()
			_, err := d.Token()
			return fmt.Sprintf("%T", err)
		}, here: "*errors.errorString", next: "*json.SyntaxError",
		covers: func(d disagreement) bool {
			return d.call != "Unmarshal" && d.gotErr == io.EOF && isSyntaxError(d.wantErr)
		},
	},
	{
		where: "a string or number before an error of the reader",
		shown: func(p library) string {
			var v any
			err := p.decoder(io.MultiReader(strings.NewReader(`"a"`), iotest.ErrReader(errBroken))).Decode(&v)
			return fmt.Sprintf("%v %v", v, err)
		}, here: "<nil> broken", next: "a <nil>",
		covers: func(d disagreement) bool { return d.gotErr == errBroken && d.wantErr == nil },
	},
}

// zero makes an infinity that the compiler does not see.
var zero = 0.0

// plainReplacement writes the escape of U+FFFD, and the escape of that, as U+FFFD.
func plainReplacement(b []byte) []byte {
	b = bytes.ReplaceAll(b, []byte(`\\ufffd`), []byte("\ufffd"))
	return bytes.ReplaceAll(b, []byte(`\ufffd`), []byte("\ufffd"))
}

// hasOddNumber reports whether a document has a string that reads like a number and is
// not one of JSON.
func hasOddNumber(doc []byte) bool {
	for text := range bytes.SplitSeq(doc, []byte(`"`)) {
		_, err := strconv.ParseFloat(string(bytes.TrimSpace(text)), 64)
		if (err == nil || errors.Is(err, strconv.ErrRange)) && !stdjson.Valid(text) || bytes.HasPrefix(text, []byte("0x")) || bytes.HasSuffix(text, []byte(" ")) {
			return true
		}
	}
	return false
}

// wellFormed reports whether a stream holds whole values and nothing else.
func wellFormed(stream []byte) bool {
	d := stdjson.NewDecoder(bytes.NewReader(stream))
	var err error
	for err == nil {
		var value json.RawMessage
		err = d.Decode(&value)
	}
	return err == io.EOF
}

// plainHTML writes the escapes of HTML characters as these.
func plainHTML(b []byte) []byte {
	return []byte(strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(string(b)))
}

func isPositionError(err error) bool {
	return isSyntaxError(err) && (strings.HasPrefix(err.Error(), "expected ") || strings.HasPrefix(err.Error(), "not at "))
}

func isSyntaxError(err error) bool {
	_, ok := err.(*json.SyntaxError)
	return ok
}

// otherMarshalError reports whether two errors of Marshal say the same in two ways:
// version 2 calls methods of a Number and of the pointers to values.
func otherMarshalError(got, want error) bool {
	w, ok := want.(*json.MarshalerError)
	if !ok || got == nil {
		return false
	}
	if g, ok := got.(*json.MarshalerError); ok {
		return strings.HasSuffix(g.Err.Error(), w.Err.Error())
	}
	return strings.Contains(got.Error(), "invalid number literal") && strings.Contains(w.Error(), "JSON number")
}

// otherValueError reports whether two errors are about values that do not fit. Version
// 2 says so by UnmarshalTypeErrors only, of other fields, and comes to the keys of
// maps before it comes to their values.
func otherValueError(got, want error) bool {
	if got == nil || want == nil || isSyntaxError(got) || isSyntaxError(want) || sameError(got, want) {
		return false
	}
	_, ok := want.(*json.UnmarshalTypeError)
	return ok || reflect.TypeOf(got) == reflect.TypeOf(want)
}

// isKnown reports whether a disagreement is of a row of the table.
func isKnown(d disagreement) bool {
	if !testkit.Version2 {
		return false
	}
	for _, row := range differences {
		if row.covers != nil && row.covers(d) {
			row.seen++
			return true
		}
	}
	return false
}

// TestDifferencesFromNextRelease shows every row: what is done here is what Go 1.26
// does, whatever this runs with.
func TestDifferencesFromNextRelease(t *testing.T) {
	for _, row := range differences {
		if got := row.shown(ours); got != row.here {
			t.Errorf("%s: %s here, want %s", row.where, got, row.here)
		}
		want := row.here
		if testkit.Version2 {
			want = row.next
		}
		if got := row.shown(theirs); got != want {
			t.Errorf("%s: %s with encoding/json, want %s", row.where, got, want)
		}
	}
}

// Unexported types that are embedded, with names in tags. Of two methods of one name
// neither is promoted.
type (
	unexportedText  struct{ S string }
	unexportedOther struct{ S string }
	unexportedPlain struct{ N int }
	namesWithText   struct {
		unexportedText  `json:"x"`
		unexportedOther `json:"y"`
	}
	namesPointer struct {
		*unexportedPlain `json:"x"`
	}
)

func (v unexportedText) MarshalText() ([]byte, error)  { return []byte("text " + v.S), nil }
func (v unexportedOther) MarshalText() ([]byte, error) { return []byte("other " + v.S), nil }

// TestDifferencesFromEveryRelease shows the rows of the first table, but for that of the
// reader that returns nothing.
func TestDifferencesFromEveryRelease(t *testing.T) {
	methods := "panic"
	if testkit.Version2 {
		methods = "{}"
	}
	for _, c := range []struct {
		shown        func(library) string
		here, theirs string
	}{
		{marshaled(namesWithText{unexportedText{"a"}, unexportedOther{"b"}}), `{"x":"text a","y":"other b"}`, methods},
		{unmarshaled[namesPointer](`{"x":{"N":1}}`), "{<nil>}, *fmt.wrapError", "panic"},
		{unmarshaled[namesPointer](`{}`), "{<nil>}", "{<nil>}"},
		{marshaled(float32(0x1p-12)), "0.00024414062", strconv.FormatFloat(0x1p-12, 'f', -1, 32)},
	} {
		show := func(p library) (text string) {
			defer func() {
				if recover() != nil {
					text = "panic"
				}
			}()
			return c.shown(p)
		}
		if got, theirs := show(ours), show(theirs); got != c.here || theirs != c.theirs {
			t.Errorf("%s here and %s there, want %s and %s", got, theirs, c.here, c.theirs)
		}
	}
}

// TestDifferencesAreDocumented holds the second table of doc.go to the rows.
func TestDifferencesAreDocumented(t *testing.T) {
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "//\tWhere                                             Go 1.27                ")
	table, _, _ = strings.Cut(table, "\n//\n")
	var rows []string
	for line := range strings.Lines(table) {
		if where, ok := strings.CutPrefix(line, "//\t"); ok && !strings.HasPrefix(where, " ") {
			rows = append(rows, strings.TrimSpace(where[:min(50, len(where))]))
		}
	}
	for i, row := range differences {
		if i >= len(rows) || rows[i] != row.where {
			t.Fatalf("row %d of the table in doc.go is not %q: %q", i+1, row.where, rows)
		}
	}
	if len(rows) != len(differences) {
		t.Errorf("doc.go has rows that are not shown: %q", rows[len(differences):])
	}
}
