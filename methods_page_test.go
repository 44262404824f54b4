// The page docs/methods.md: its tables are made here, of what the formats do.

package beve_test

import (
	stdjson "encoding/json"
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/jsonpack"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/zebrapack"
)

// The rows of the page. They have names, since encoding/json looks at that.
type (
	noMethods struct{ field }
	ownOnly   struct {
		field
		wO
		rO
	}
	ownWrites struct {
		field
		wO
	}
	ownReads struct {
		field
		rO
	}
	textOnly struct {
		field
		wT
		rT
	}
	textWrites struct {
		field
		wT
	}
	textReads struct {
		field
		rT
	}
	binaryOnly struct {
		field
		wB
		rB
	}
	binWrites struct {
		field
		wB
	}
	binReads struct {
		field
		rB
	}
	jsonOnly struct {
		field
		wJ
		rJ
	}
	jsonWrites struct {
		field
		wJ
	}
	jsonReads struct {
		field
		rJ
	}
	ownText struct {
		field
		wO
		rO
		wT
		rT
	}
	ownJSON struct {
		field
		wO
		rO
		wJ
		rJ
	}
	textBinary struct {
		field
		wT
		rT
		wB
		rB
	}
	textJSON struct {
		field
		wT
		rT
		wJ
		rJ
	}
	binJSON struct {
		field
		wB
		rB
		wJ
		rJ
	}
	allKinds struct {
		field
		wO
		rO
		wT
		rT
		wB
		rB
		wJ
		rJ
	}
	textOutBin struct {
		field
		wT
		wB
		rB
	}
	textOutJSON struct {
		field
		wT
		wJ
		rJ
	}
	binOutText struct {
		field
		wB
		rT
	}
	nullable struct {
		field
		Valid bool `json:"-" zid:"-"`
		wT
		rT
		wJ
		rJ
	}
	beveAlone struct {
		field
		wV
		rV
	}
	msgpackAlone struct {
		field
		wM
		rM
	}
	hiddenBEVE struct {
		n int
		wV
		rV
	}
	hiddenWrites struct {
		n int
		wV
	}
	hiddenMsg struct {
		n int
		wM
		rM
	}
	hiddenText struct {
		n int
		wT
		rT
	}
	hiddenBinary struct {
		n int
		wB
		rB
	}
	hiddenNone struct{ n int }

	wV struct{} // methods of BEVE alone
	rV struct{ by string }
	wM struct{} // methods of MessagePack alone
	rM struct{ by string }
)

// What nothing exports holds something, or there is nothing to lose.
var _ = []any{hiddenBEVE{n: 1}, hiddenWrites{n: 1}, hiddenMsg{n: 1}, hiddenText{n: 1}, hiddenBinary{n: 1}, hiddenNone{n: 1}, hiddenAppends{n: 1}}

func (wV) MarshalBEVE() ([]byte, error)       { return wO{}.MarshalBEVE() }
func (r *rV) UnmarshalBEVE(b []byte) error    { return (*rO)(r).UnmarshalBEVE(b) }
func (wM) MarshalMsgpack() ([]byte, error)    { return wO{}.MarshalMsgpack() }
func (r *rM) UnmarshalMsgpack(b []byte) error { return (*rO)(r).UnmarshalMsgpack(b) }

// A pageRow is a type with the methods that has says.
type pageRow struct {
	has string
	typ reflect.Type
}

func row[T any](has string) pageRow { return pageRow{has, reflect.TypeFor[T]()} }

var pageRows = []pageRow{
	row[noMethods]("none"), row[ownOnly]("own"), row[ownWrites]("own, to write"), row[ownReads]("own, to read"),
	row[textOnly]("text"), row[textWrites]("text, to write"), row[textReads]("text, to read"),
	row[binaryOnly]("binary"), row[binWrites]("binary, to write"), row[binReads]("binary, to read"),
	row[jsonOnly]("JSON"), row[jsonWrites]("JSON, to write"), row[jsonReads]("JSON, to read"),
	row[ownText]("own, text"), row[ownJSON]("own, JSON"), row[textBinary]("text, binary"), row[textJSON]("text, JSON"),
	row[binJSON]("binary, JSON"), row[allKinds]("all"), row[textOutBin]("text to write, binary"), row[textOutJSON]("text to write, JSON"),
	row[binOutText]("binary to write, text to read"), row[nullable]("text, JSON, and a field Valid"),
	row[beveAlone]("those of BEVE alone"), row[msgpackAlone]("those of MessagePack alone"),
	row[hiddenNone]("none, nothing exported"), row[hiddenText]("text, nothing exported"), row[hiddenBinary]("binary, nothing exported"),
	row[hiddenBEVE]("BEVE, nothing exported"), row[hiddenWrites]("BEVE to write, nothing exported"), row[hiddenMsg]("MessagePack, nothing exported"),
}

// pageFormats are the columns.
var pageFormats = []methodFormat{methodFormats[0], methodFormats[3], methodFormats[4],
	{"JSON", json.Marshal, json.Unmarshal, func(b []byte) ([]byte, error) { return b, nil }, `{"A":7}`}}

var pageForms = []string{"own", "text", "binary", "json", "fields"}

// cell says by what f writes a type and by what it reads it.
func (f *methodFormat) cell(typ reflect.Type) string {
	v := reflect.New(typ)
	if typ.Field(0).Name == "field" {
		v.Elem().Field(0).Field(0).SetInt(7)
	}
	write, read := "", ""
	b, err := f.encode(v.Interface())
	switch {
	case err != nil:
		write = "error"
	default:
		text, err := f.toJSON(b)
		text = []byte(f.plain(strings.ReplaceAll(string(text), `"-1":"`+typ.Name()+`",`, "")))
		for _, by := range pageForms {
			if err == nil && string(text) == f.shown(by) {
				write = by
			}
		}
		if string(text) == "{}" {
			write = "nothing"
		}
	}
	for _, by := range pageForms {
		b, err := f.encode(f.written(by))
		v := reflect.New(typ)
		if err == nil && read == "" && f.decode(b, v.Interface()) == nil && readBy(v.Elem()) == by {
			read = by
		}
	}
	if read == "" {
		read = "error"
		if b, err := f.encode(map[string]any{}); err == nil && f.decode(b, reflect.New(typ).Interface()) == nil {
			read = "nothing"
		}
	}
	return both(write, read)
}

// both is a cell of two directions.
func both(write, read string) string {
	if write == read {
		return write
	}
	return write + " / " + read
}

// schemaCell says what jsonpack makes of a type: by the schema of the type or, where there is none, by one that is written by hand.
func schemaCell(typ reflect.Type) string {
	holder := reflect.StructOf([]reflect.StructField{{Name: "F", Type: typ}})
	made, err := new(jsonpack.JSONPack).AddSchema("x", reflect.New(holder).Elem().Interface())
	if err == nil {
		return tripOf(made, holder)
	}
	var found []string
	for _, form := range []string{`{"type":"string"}`, `{"type":"array","items":{"type":"string"}}`} {
		s, err := new(jsonpack.JSONPack).AddSchema("x", []byte(`{"type":"object","order":["F"],"properties":{"F":`+form+`}}`))
		if err != nil {
			return err.Error()
		}
		if trip := tripOf(s, holder); trip != "error" {
			found = append(found, trip)
		}
	}
	if found == nil {
		return "error"
	}
	return strings.Join(found, " or ") + " by a schema of one's own"
}

// tripOf says by what values in the field of a struct are written and read under s.
func tripOf(s *jsonpack.Schema, holder reflect.Type) string {
	f := methodFormat{"jsonpack", s.Encode, s.Decode, s.ToJSON, `{"A":7}`}
	v := reflect.New(holder)
	if v.Elem().Field(0).Type().Field(0).Name == "field" {
		v.Elem().Field(0).Field(0).Field(0).SetInt(7)
	}
	write, read := "error", "error"
	if b, err := s.Encode(v.Interface()); err == nil {
		text, err := s.ToJSON(b)
		for _, by := range pageForms {
			if err == nil && string(text) == `{"F":`+f.shown(by)+`}` {
				write = by
			}
		}
	}
	for _, by := range pageForms {
		b, err := s.Encode(map[string]any{"F": f.written(by)})
		v := reflect.New(holder)
		if err != nil || s.Decode(b, v.Interface()) != nil {
			continue
		}
		if readBy(v.Elem().Field(0)) == by {
			read = by
		}
	}
	return both(write, read)
}

// formOf is a row of the table of the types of this library.
func formOf[T any](t *testing.T, v T) string {
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	b, err := msgpack.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	packed, err := msgp.Raw(b).MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	numbered := "the same"
	if z, err := zebrapack.Marshal(v); err != nil {
		numbered = "error: fields without numbers"
	} else if again, err := msgp.Raw(z).MarshalJSON(); err != nil || string(again) != string(packed) {
		numbered = "`" + string(again) + "`"
	}
	schema := "by a schema of one's own"
	type holder struct{ F T }
	if s, err := new(jsonpack.JSONPack).AddSchema("x", holder{}); err == nil {
		text, err := s.Encode(holder{v})
		if err != nil {
			t.Fatal(err)
		}
		shown, err := s.ToJSON(text)
		if err != nil {
			t.Fatal(err)
		}
		schema = "`" + strings.TrimSuffix(strings.TrimPrefix(string(shown), `{"F":`), "}") + "`"
	}
	return fmt.Sprintf("| `%s` | `%s` | `%s` | %s | %s |\n", strings.ReplaceAll(reflect.TypeFor[T]().String(), "engine.", "beve."), text, packed, numbered, schema)
}

// TestMethodsPage makes the tables of docs/methods.md; -accept writes them.
func TestMethodsPage(t *testing.T) {
	const page = "docs/methods.md"
	var b strings.Builder
	b.WriteString("| methods | BEVE | MessagePack | ZebraPack | JSON | jsonpack |\n|---|---|---|---|---|---|\n")
	for _, r := range pageRows {
		b.WriteString("| " + r.has)
		for i := range pageFormats {
			b.WriteString(" | " + pageFormats[i].cell(r.typ))
		}
		b.WriteString(" | " + schemaCell(r.typ) + " |\n")
	}
	methods := b.String()
	b.Reset()
	b.WriteString("| type | JSON | MessagePack, as JSON | ZebraPack | jsonpack, as JSON |\n|---|---|---|---|---|\n")
	raw, err := beve.Marshal([]any{1, "x"})
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 7, 27, 12, 30, 0, 5e8, time.UTC)
	for _, line := range []string{
		formOf(t, scalar.UUID{1, 2, 14: 3}), formOf(t, scalar.Int128{Hi: 1}), formOf(t, scalar.Uint128{Lo: 5}), formOf(t, scalar.Float16FromFloat64(1.5)),
		formOf(t, scalar.BFloat16FromFloat64(1.5)), formOf(t, scalar.Timestamp{Seconds: at.Unix(), Nanoseconds: 5e8, TimezoneOffset: 120}),
		formOf(t, scalar.Duration{Seconds: 1, Nanoseconds: 5e8}),
		formOf(t, scalar.Interval{Start: at, End: at.Add(time.Hour)}), formOf(t, scalar.RegExpData{Pattern: "a+", Flags: scalar.FlagIgnoreCase}),
		formOf(t, scalar.Complex[int32]{Real: 1, Imag: -2}), formOf(t, scalar.Matrix[float64]{Extents: []int{1, 2}, Data: []float64{1.5, 2}}),
		formOf(t, scalar.TypeTag{Index: 1, Value: "x"}), formOf(t, beve.Raw(raw)), formOf(t, json.RawValue(`{"a":1}`)), formOf(t, stdjson.RawMessage(`{"a":1}`)),
		formOf(t, msgp.Raw{0x93, 1, 2, 3}), formOf(t, stdjson.Number("12.5")),
	} {
		b.WriteString(strings.Replace(line, "jsontext.Value", "json.RawMessage", 1)) // its name from Go 1.27 on
	}
	have, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	want := string(have)
	for heading, table := range map[string]string{"## Which methods count\n": methods, "## Types of this library, and raw values\n": b.String()} {
		before, after, ok := strings.Cut(want, heading)
		start := strings.Index(after, "\n|")
		end := strings.Index(after[max(start, 0):], "|\n\n")
		if !ok || start < 0 || end < 0 {
			t.Fatalf("%s has no table below %s", page, heading)
		}
		want = before + heading + after[:start+1] + strings.TrimSuffix(table, "\n") + after[start+end+1:]
	}
	if flag.Lookup("accept").Value.String() == "true" {
		if err := os.WriteFile(page, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if want != string(have) {
		t.Errorf("%s does not have the tables\n%s\n%s", page, methods, b.String())
	}
}
