// What the packages of the formats do, for the table of siblings_test.go.

package beve_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/wire"
)

// invoke calls a method, if recv has it. Its parameters are filled with args in their order,
// and with what the format takes besides.
func (s *sibling) invoke(t *testing.T, recv any, method string, args ...any) (results []any, ok bool) {
	t.Helper()
	m := reflect.ValueOf(recv).MethodByName(method)
	if !m.IsValid() {
		return nil, false
	}
	var in []reflect.Value
next:
	for i := range m.Type().NumIn() {
		want := m.Type().In(i)
		for _, extra := range s.extra {
			if reflect.TypeOf(extra) == want {
				in = append(in, reflect.ValueOf(extra))
				continue next
			}
		}
		if len(args) > 0 && args[0] == nil {
			in, args = append(in, reflect.Zero(want)), args[1:]
			continue
		}
		if len(args) == 0 || !reflect.TypeOf(args[0]).AssignableTo(want) {
			t.Fatalf("%s: %T.%s: parameter %d is %v", s.name, recv, method, i, want)
		}
		in = append(in, reflect.ValueOf(args[0]))
		args = args[1:]
	}
	for _, out := range m.Call(in) {
		results = append(results, out.Interface())
	}
	return results, true
}

// must is invoke for a method that every package has.
func (s *sibling) must(t *testing.T, recv any, method string, args ...any) []any {
	t.Helper()
	results, ok := s.invoke(t, recv, method, args...)
	if !ok {
		t.Fatalf("%s: %T has no method %s", s.name, recv, method)
	}
	return results
}

// errorOf returns the error that a call ended with.
func errorOf(results []any) error {
	err, _ := results[len(results)-1].(error)
	return err
}

// with returns options with a field set, if they have it.
func with(options any, field string, value any) (any, bool) {
	v := reflect.New(reflect.TypeOf(options)).Elem()
	v.Set(reflect.ValueOf(options))
	f := v.FieldByName(field)
	if !f.IsValid() {
		return options, false
	}
	f.Set(reflect.ValueOf(value).Convert(f.Type()))
	return v.Interface(), true
}

// within returns the options of decoding with a limit.
func (s *sibling) within(maxBytes int64) any {
	v := reflect.New(reflect.TypeOf(s.decode)).Elem()
	v.FieldByName("Limits").FieldByName("MaxBytes").SetInt(maxBytes)
	return v.Interface()
}

func (s *sibling) marshal(t *testing.T, v any) []byte {
	t.Helper()
	results := s.must(t, s.encode, "Marshal", v)
	if err := errorOf(results); err != nil {
		t.Fatalf("%s: %v", s.name, err)
	}
	return results[0].([]byte)
}

func (s *sibling) unmarshal(t *testing.T, data []byte, v any) error {
	t.Helper()
	return errorOf(s.must(t, s.decode, "Unmarshal", data, v))
}

// A pair is a member: its name, its number, and the value on the wire.
type pair struct {
	name  string
	id    byte
	value []byte
}

// object returns an object with members as they are given; nil where there are none on the
// wire. text says that the keys are names, as in a map, also where structs have numbers.
func (s *sibling) object(text bool, pairs ...pair) []byte {
	var b []byte
	switch s.name {
	case "beve":
		b = wire.AppendObject(nil, len(pairs))
		for _, p := range pairs {
			b = append(wire.AppendText(b, p.name), p.value...)
		}
	case "json":
		for _, p := range pairs {
			b = fmt.Appendf(b, ",%q:%s", p.name, p.value)
		}
		b[0] = '{'
		b = append(b, '}')
	case "msgpack", "zebrapack":
		b = []byte{0x80 | byte(len(pairs))}
		for _, p := range pairs {
			if text || s.name == "msgpack" {
				b = append(append(b, 0xA0|byte(len(p.name))), p.name...)
			} else {
				b = append(b, p.id)
			}
			b = append(b, p.value...)
		}
	}
	return b
}

func (s *sibling) null() []byte {
	return map[string][]byte{"beve": {0}, "json": []byte("null"), "msgpack": {0xC0}, "zebrapack": {0xC0}}[s.name]
}

// cannotOccur is the answer of a package that the question does not arise for.
const cannotOccur = ""

// cause names the cause that an error has.
func cause(err error) string {
	for name, c := range map[string]error{"ErrTruncated": beve.ErrTruncated, "ErrTrailing": beve.ErrTrailing, "ErrDepth": beve.ErrDepth,
		"ErrLimit": beve.ErrLimit, "ErrMismatch": beve.ErrMismatch, "ErrOverflow": beve.ErrOverflow, "ErrUnknownField": beve.ErrUnknownField,
		"ErrDuplicate": beve.ErrDuplicate, "ErrMissing": beve.ErrMissing, "ErrUnsupported": beve.ErrUnsupported, "ErrCycle": beve.ErrCycle,
		"io.EOF": io.EOF, "io.ErrShortWrite": io.ErrShortWrite, "io.ErrUnexpectedEOF": io.ErrUnexpectedEOF} {
		if errors.Is(err, c) {
			return "`" + name + "`"
		}
	}
	var syntax *json.SyntaxError
	var mismatch *json.UnmarshalTypeError
	var target *json.InvalidUnmarshalError
	var value *json.UnsupportedValueError
	var unsupported *json.UnsupportedTypeError
	switch {
	case err == nil:
		return "no error"
	case errors.As(err, &syntax):
		return "`*json.SyntaxError`"
	case errors.As(err, &mismatch):
		return "`*json.UnmarshalTypeError`"
	case errors.As(err, &target):
		return "`*json.InvalidUnmarshalError`"
	case errors.As(err, &value):
		return "`*json.UnsupportedValueError`"
	case errors.As(err, &unsupported):
		return "`*json.UnsupportedTypeError`"
	}
	return "another error: " + err.Error()
}

// usedRow is a target that holds something.
func usedRow() *siblingRow {
	seven := int64(7)
	return &siblingRow{N: 7, S: "used", L: []string{"u", "v", "w"}, M: map[string]int64{"old": 1}, P: &seven}
}

type behaviour struct {
	what string
	run  func(t *testing.T, s *sibling) string
}

func behaviourRows(t *testing.T, all []*sibling) (rows []finding) {
	var todo []behaviour
	todo = append(todo, keyBehaviour()...)
	todo = append(todo, nullBehaviour()...)
	todo = append(todo, usedBehaviour()...)
	todo = append(todo, aliasBehaviour()...)
	todo = append(todo, streamBehaviour()...)
	todo = append(todo, errorBehaviour()...)
	for _, b := range todo {
		f := finding{b.what, map[string]string{}}
		for _, s := range all {
			if s.encode == nil {
				continue
			}
			if cell := b.run(t, s); cell != cannotOccur {
				f.cells[s.name] = cell
			}
		}
		rows = append(rows, f)
	}
	return rows
}

func keyBehaviour() []behaviour {
	twice := func(t *testing.T, s *sibling, text bool) []byte {
		return s.object(text, pair{"n", 0, s.marshal1(t, 1)}, pair{"s", 1, s.marshal1(t, "x")}, pair{"n", 0, s.marshal1(t, 2)})
	}
	which := func(err error, n int64) string {
		switch {
		case err != nil:
			return cause(err)
		case n == 2:
			return "the last wins"
		}
		return fmt.Sprint("the value is ", n)
	}
	return []behaviour{
		{"a repeated member of a struct", func(t *testing.T, s *sibling) string {
			data := twice(t, s, false)
			if data == nil {
				return cannotOccur
			}
			var v siblingRow
			err := s.unmarshal(t, data, &v)
			return which(err, v.N)
		}},
		{"a repeated key of a map", func(t *testing.T, s *sibling) string {
			data := s.object(true, pair{"n", 0, s.marshal1(t, 1)}, pair{"n", 0, s.marshal1(t, 2)})
			if data == nil {
				return cannotOccur
			}
			var m map[string]int64
			err := s.unmarshal(t, data, &m)
			return which(err, m["n"])
		}},
		{"the same under `RejectDuplicates`", func(t *testing.T, s *sibling) string {
			data := s.object(true, pair{"n", 0, s.marshal1(t, 1)}, pair{"n", 0, s.marshal1(t, 2)})
			if data == nil {
				return cannotOccur
			}
			o, ok := with(s.decode, "RejectDuplicates", true)
			if !ok {
				return none
			}
			return cause(errorOf(s.must(t, o, "Unmarshal", data, new(map[string]int64))))
		}},
		{"a repeated key, by `View.Key` and `View.At`", func(t *testing.T, s *sibling) string {
			v := s.view(t, twice(t, s, true))
			if v == nil {
				return cannotOccur
			}
			var answers []string
			for method, arg := range map[string]any{"Key": "n", "At": beve.Pointer("/n")} {
				part := s.must(t, v, method, arg)
				n := int64(0)
				err := errorOf(part)
				if err == nil {
					got := s.must(t, part[0], "Int64")
					n, err = got[0].(int64), errorOf(got)
				}
				answers = append(answers, which(err, n))
			}
			if answers[0] != answers[1] {
				return strings.Join(answers, " and ")
			}
			return answers[0]
		}},
		{"a repeated key, by `View.Members`", func(t *testing.T, s *sibling) string {
			v := s.view(t, twice(t, s, true))
			if v == nil {
				return cannotOccur
			}
			names := ""
			for m := range reflect.ValueOf(s.must(t, v, "Members")[0]).Seq2() {
				name := s.must(t, m.Interface(), "Name")
				names += fmt.Sprint(name[0], " ")
			}
			return "comes each time: " + strings.TrimSpace(names)
		}},
		{"a name in other letters than the field has", func(t *testing.T, s *sibling) string {
			data := s.object(true, pair{"N", 0, s.marshal1(t, 1)})
			if data == nil || s.name == "zebrapack" {
				return cannotOccur
			}
			var v siblingRow
			if err := s.unmarshal(t, data, &v); err != nil {
				return cause(err)
			}
			return map[bool]string{true: "fits", false: "is another name"}[v.N == 1]
		}},
		{"a member that no field takes", func(t *testing.T, s *sibling) string {
			data := s.object(false, pair{"n", 0, s.marshal1(t, 1)}, pair{"zz", 9, s.marshal1(t, 1)})
			if data == nil {
				return cannotOccur
			}
			answer := "skipped"
			if err := s.unmarshal(t, data, new(siblingRow)); err != nil {
				answer = cause(err)
			}
			o, ok := with(s.decode, "RejectUnknown", true)
			if !ok {
				o, ok = with(s.decode, "Flags", json.DisallowUnknownFields)
			}
			if !ok {
				return answer
			}
			return answer + "; " + cause(errorOf(s.must(t, o, "Unmarshal", data, new(siblingRow)))) + " on request"
		}},
	}
}

// marshal1 is marshal of a part of a value: nil where there are none without a schema.
func (s *sibling) marshal1(t *testing.T, v any) []byte {
	if s.extra != nil {
		return nil
	}
	return s.marshal(t, v)
}

// view returns a View, or nil where there are none.
func (s *sibling) view(t *testing.T, data []byte) any {
	t.Helper()
	results, ok := s.invoke(t, s.decode, "NewView", data)
	if !ok {
		return nil
	}
	if err := errorOf(results); err != nil {
		t.Fatalf("%s: %v", s.name, err)
	}
	return results[0]
}

func nullBehaviour() (all []behaviour) {
	for i, name := range []string{"n", "s", "l", "m", "p"} {
		what := []string{"a number", "a string", "a slice", "a map", "a pointer"}[i]
		all = append(all, behaviour{"null into " + what + " of a used value", func(t *testing.T, s *sibling) string {
			data := s.object(false, pair{name, byte(i), s.null()})
			if data == nil {
				return cannotOccur
			}
			v := usedRow()
			if err := s.unmarshal(t, data, v); err != nil {
				return cause(err)
			}
			f := reflect.ValueOf(v).Elem().Field(i)
			switch {
			case reflect.DeepEqual(f.Interface(), reflect.ValueOf(usedRow()).Elem().Field(i).Interface()):
				return "leaves it"
			case f.IsZero():
				return map[bool]string{true: "nil", false: "zero"}[i > 1]
			case f.Len() == 0:
				return "empty"
			}
			return fmt.Sprint(f.Interface())
		}})
	}
	return all
}

func usedBehaviour() []behaviour {
	stays := func(stays bool) string { return map[bool]string{true: "stays", false: "is cleared"}[stays] }
	return []behaviour{
		{"a field without a member, in a used struct", func(t *testing.T, s *sibling) string {
			data := s.object(false, pair{"s", 1, s.marshal1(t, "x")})
			if data == nil {
				return cannotOccur
			}
			v := usedRow()
			if err := s.unmarshal(t, data, v); err != nil {
				return cause(err)
			}
			return stays(v.N == 7 && v.P != nil && len(v.L) == 3 && len(v.M) == 1)
		}},
		{"a key that the message does not have, in a used map", func(t *testing.T, s *sibling) string {
			data := s.object(false, pair{"m", 3, s.object(true, pair{"new", 0, s.marshal1(t, 2)})})
			if data == nil {
				m := map[string]any{"old": 1}
				if err := s.unmarshal(t, s.marshal(t, &siblingRow{}), &m); err != nil {
					return cause(err)
				}
				return stays(m["old"] == 1)
			}
			v := usedRow()
			if err := s.unmarshal(t, data, v); err != nil || v.M["new"] != 2 {
				return cause(err)
			}
			return stays(v.M["old"] == 1)
		}},
		{"a used slice that is longer", func(t *testing.T, s *sibling) string {
			v := usedRow()
			before := &v.L[0]
			if err := s.unmarshal(t, s.marshal(t, &siblingRow{L: []string{"x"}}), v); err != nil {
				return cause(err)
			}
			return fmt.Sprintf("has the length of the array: %v; its memory is used again: %v", len(v.L) == 1 && v.L[0] == "x", &v.L[0] == before)
		}},
		{"what a pointer that is not nil leads to", func(t *testing.T, s *sibling) string {
			data := s.object(false, pair{"p", 4, s.marshal1(t, 9)})
			v := usedRow()
			p := v.P
			if data == nil {
				inner := v
				if err := s.unmarshal(t, s.marshal(t, &siblingRow{N: 9}), &inner); err != nil {
					return cause(err)
				}
				return map[bool]string{true: "is written over", false: "is left"}[inner == v && v.N == 9]
			}
			if err := s.unmarshal(t, data, v); err != nil {
				return cause(err)
			}
			return map[bool]string{true: "is written over", false: "is left"}[v.P == p && *p == 9]
		}},
	}
}

// changed reports whether what read returned changes when the bytes of data do.
func changed(data []byte, text func() string) string {
	before := strings.Clone(text())
	for i := range data {
		data[i] ^= 1
	}
	if text() == before {
		return "copies"
	}
	return "aliases"
}

const siblingText = "a text that is longer than short ones are"

func aliasBehaviour() []behaviour {
	decodes := func(t *testing.T, s *sibling, options any) string {
		data := s.marshal(t, &siblingRow{S: siblingText})
		var v siblingRow
		if err := errorOf(s.must(t, options, "Unmarshal", data, &v)); err != nil {
			return cause(err)
		}
		return changed(data, func() string { return v.S })
	}
	views := func(method string) behaviour {
		return behaviour{"what `View." + method + "` returns", func(t *testing.T, s *sibling) string {
			data := s.marshal1(t, siblingText)
			v := s.view(t, data)
			if v == nil {
				return cannotOccur
			}
			got, ok := s.invoke(t, v, method)
			if !ok {
				return none
			}
			if err := errorOf(got); err != nil {
				return cause(err)
			}
			return changed(data, func() string { return fmt.Sprintf("%s", got[0]) })
		}}
	}
	stream := func(t *testing.T, s *sibling, bytesOf bool) string {
		options, ok := noCopy(s.decode)
		if !ok {
			return none
		}
		data := s.marshal(t, &siblingRow{S: siblingText})
		var d any
		if bytesOf {
			d = s.must(t, options, "NewDecoderBytes", data)[0]
		} else {
			d = s.must(t, options, "NewDecoder", &oneBuffer{data: data})[0]
		}
		var v siblingRow
		if err := errorOf(s.must(t, d, "Decode", &v)); err != nil {
			return cause(err)
		}
		return changed(data, func() string { return v.S })
	}
	return []behaviour{
		{"text that `Unmarshal` returns", func(t *testing.T, s *sibling) string { return decodes(t, s, s.decode) }},
		{"text that `Unmarshal` returns under `NoCopy`", func(t *testing.T, s *sibling) string {
			options, ok := noCopy(s.decode)
			if !ok {
				return none
			}
			return inBuilds(decodes(t, s, options))
		}},
		{"text that a Decoder of bytes returns under `NoCopy`", func(t *testing.T, s *sibling) string { return inBuilds(stream(t, s, true)) }},
		{"text that a Decoder of an `io.Reader` returns under `NoCopy`", func(t *testing.T, s *sibling) string { return stream(t, s, false) }},
		views("Raw"), views("ViewRaw"), views("String"), views("ViewText"),
	}
}

// noCopy returns the options under which results may alias the input.
func noCopy(options any) (any, bool) {
	if o, ok := with(options, "NoCopy", true); ok {
		return o, true
	}
	return with(options, "Flags", json.ZeroCopy)
}

// inBuilds returns what a package does with text that it may alias: a build without unsafe
// copies it.
func inBuilds(answer string) string {
	if !mem.Unchecked && answer == "copies" {
		return "aliases"
	}
	return answer
}

// oneBuffer is a reader of data.
type oneBuffer struct{ data []byte }

func (r *oneBuffer) Read(p []byte) (int, error) {
	n := copy(p, r.data)
	if r.data = r.data[n:]; n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// brokenWriter fails until it is mended.
type brokenWriter struct {
	bytes.Buffer
	mended bool
}

var errBroken = errors.New("broken")

func (w *brokenWriter) Write(p []byte) (int, error) {
	if !w.mended {
		return 0, errBroken
	}
	return w.Buffer.Write(p)
}

// shortWriter takes a byte less than it is given.
type shortWriter struct{}

func (shortWriter) Write(p []byte) (int, error) { return len(p) - 1, nil }

func errorBehaviour() []behaviour {
	type misfit struct {
		N int64   `json:"n" zid:"0"`
		S string  `json:"s" zid:"1"`
		L []int64 `json:"l" zid:"2"`
	}
	fails := func(t *testing.T, s *sibling) error {
		return s.unmarshal(t, s.marshal(t, &siblingRow{L: []string{"x"}}), new(misfit))
	}
	type float struct {
		N float64  `json:"n" zid:"0"`
		S string   `json:"s" zid:"1"`
		L []string `json:"l" zid:"2"`
	}
	widened := func(t *testing.T, s *sibling, n int64) string {
		var v float
		switch err := s.unmarshal(t, s.marshal(t, &siblingRow{N: n}), &v); {
		case err != nil:
			return cause(err)
		case int64(v.N) != n:
			return "is rounded"
		}
		return "is the same number"
	}
	own := func(s *sibling, typ string, err error) reflect.Value {
		target := reflect.New(s.types[typ])
		if !errors.As(err, target.Interface()) {
			return reflect.Value{}
		}
		return target.Elem().Elem()
	}
	return []behaviour{
		{"an integer into a float64", func(t *testing.T, s *sibling) string { return widened(t, s, 5) }},
		{"an integer of more digits than a float64 has", func(t *testing.T, s *sibling) string { return widened(t, s, 1<<53+1) }},
		{"a whole float64 into an integer", func(t *testing.T, s *sibling) string {
			if s.name == "jsonpack" {
				return cannotOccur // its schema has integers
			}
			var v struct {
				N int64 `json:"n" zid:"0"`
			}
			if err := s.unmarshal(t, s.marshal(t, &float{N: 5}), &v); err != nil || v.N != 5 {
				return cause(err)
			}
			return "is the same number"
		}},
		{"two fields of one name", func(t *testing.T, s *sibling) string {
			// go vet refuses such a type where it is declared.
			var fields []reflect.StructField
			for i, name := range []string{"n", "n", "s"} {
				typ := map[string]reflect.Type{"n": of[int64](), "s": of[string]()}[name]
				fields = append(fields, reflect.StructField{Name: string(rune('A' + i)), Type: typ, Tag: reflect.StructTag(fmt.Sprintf(`json:%q zid:"%d"`, name, i))})
			}
			twins := reflect.New(reflect.StructOf(fields))
			twins.Elem().Field(2).SetString(siblingText)
			type rest struct {
				S string `json:"s" zid:"2"`
			}
			if s.name == "jsonpack" {
				return cannotOccur // no schema is made of such a type
			}
			results := s.must(t, s.encode, "Marshal", twins.Interface())
			if err := errorOf(results); err != nil {
				return cause(err)
			}
			if !bytes.Equal(results[0].([]byte), s.marshal(t, &rest{siblingText})) {
				return "one is written"
			}
			return "are left out"
		}},
		{"a value that does not fit", func(t *testing.T, s *sibling) string { return cause(fails(t, s)) }},
		{"its error", func(t *testing.T, s *sibling) string {
			err := fails(t, s)
			e := own(s, "DecodeError", err)
			if !e.IsValid() || reflect.TypeOf(err) != s.types["DecodeError"] {
				return fmt.Sprintf("%T", err)
			}
			var other *translator.DecodeError
			if !errors.As(err, &other) || other.Path != e.FieldByName("Path").Interface() {
				return "is not found by the type of another package"
			}
			return fmt.Sprint("has `Path` ", e.FieldByName("Path"), ", an `Offset`: ", e.FieldByName("Offset").Int() > 0)
		}},
		{"its `Format`", func(t *testing.T, s *sibling) string {
			format := own(s, "DecodeError", fails(t, s)).FieldByName("Format").String()
			return map[bool]string{true: "is the name of the package", false: "is \"" + format + "\""}[format == s.name]
		}},
		{"a message that is cut", func(t *testing.T, s *sibling) string {
			data := s.marshal(t, &siblingRow{S: siblingText})
			return cause(s.unmarshal(t, data[:len(data)-2], new(siblingRow)))
		}},
		{"bytes after the value", func(t *testing.T, s *sibling) string {
			return cause(s.unmarshal(t, append(s.marshal(t, &siblingRow{N: 1}), '1'), new(siblingRow)))
		}},
		{"a message that is too long", func(t *testing.T, s *sibling) string {
			return cause(errorOf(s.must(t, s.within(3), "Unmarshal", s.marshal(t, &siblingRow{S: siblingText}), new(siblingRow))))
		}},
		{"a target that is not a pointer", func(t *testing.T, s *sibling) string {
			return cause(s.unmarshal(t, s.marshal(t, &siblingRow{}), siblingRow{}))
		}},
		{"a Codec that is given nil", func(t *testing.T, s *sibling) string {
			var nothing *siblingRow
			_, written := s.invoke(t, s.codec, "Marshal", nothing)
			if !written {
				return none
			}
			return cause(errorOf(s.must(t, s.codec, "Marshal", nothing))) + ", " + cause(errorOf(s.must(t, s.codec, "Unmarshal", []byte{1}, nothing)))
		}},
		{"a Go type that cannot be encoded", func(t *testing.T, s *sibling) string {
			err := errorOf(s.must(t, s.encode, "Marshal", map[string]any{"n": make(chan int), "s": "", "l": []string{}}))
			e := own(s, "EncodeError", err)
			if !e.IsValid() {
				return cause(err)
			}
			return fmt.Sprintf("%s at `%s`", cause(err), e.FieldByName("Path"))
		}},
		{"a number that JSON does not have", func(t *testing.T, s *sibling) string {
			if s.extra != nil {
				return cannotOccur
			}
			return cause(errorOf(s.must(t, s.encode, "Marshal", math.Inf(1))))
		}},
		{"a Go value that contains itself", func(t *testing.T, s *sibling) string {
			if s.extra != nil {
				return cannotOccur // a schema ends
			}
			type list struct {
				Next *list `json:"n" zid:"0"`
			}
			loop := new(list)
			loop.Next = loop
			return cause(errorOf(s.must(t, s.encode, "Marshal", loop)))
		}},
	}
}

// Reasons that several rows have.
const (
	asStdlib    = "`json` does what `encoding/json` does, and has its errors"
	aSchema     = "the bytes of `jsonpack` have no meaning without a schema"
	position    = "members have no names on the wire"
	numberKinds = "`msgpack` and `zebrapack` keep integers and floats apart, as the packages do that their bytes come from"
	noView      = "the parts of a message have no names without its schema"
	only        = "the formats of the others have nothing to choose there"
	sorted      = "`json` sorts keys, as `encoding/json` does, unless `UnsortedMaps`"
	absent      = "vectors demand it: a writer may leave out an empty member, so a missing one means an empty one, and generated code does the same"
	flags       = "`json` has the flags of another published package, which it replaces too"
)

// siblingReasons say why packages differ.
var siblingReasons = map[string]string{
	"`EncodeOptions.Inline`": "of the two packages of MessagePack that structs come from, one promotes embedded structs and one does not",
	"`DecodeOptions.Inline`": "as in EncodeOptions",
	"`Marshal`":              aSchema, "`Unmarshal`": aSchema, "`NewEncoder`": aSchema, "`NewDecoder`": aSchema, "`NewDecoderBytes`": aSchema,
	"`CodecOf`": aSchema + ", which may not fit the type", "`CodecWith`": aSchema + ", which may not fit the type",
	"`Append`":  aSchema + "; `json.Append` has the signature of a published package, and `json.EncodeOptions.Append` is like the others",
	"`Valid`":   aSchema + "; `Decoder.Skip` checks a document against one",
	"`NewView`": noView, "`ElementsAt`": noView, "`Decoder.Token`": noView + "; `json` has the method of `encoding/json`", "`Decoder.Path`": noView,

	"`EncodeOptions.Marshal`": aSchema, "`EncodeOptions.Append`": aSchema, "`EncodeOptions.NewEncoder`": aSchema, "`DecodeOptions.Unmarshal`": aSchema,
	"`DecodeOptions.NewDecoder`": aSchema, "`DecodeOptions.NewDecoderBytes`": aSchema, "`DecodeOptions.NewView`": noView,
	"`Decoder.ViewRaw`":  "a document of `jsonpack` cannot be part of another, so the package has no type Raw",
	"`Decoder.Buffered`": "`json` has the method of `encoding/json`",

	"`EncodeOptions.Deterministic`": sorted + "; `jsonpack` writes members in the order of the schema",
	"`EncodeOptions.UnsortedMaps`":  sorted, "`EncodeOptions.FixedWidth`": only, "`EncodeOptions.Aligned`": only, "`EncodeOptions.Framing`": only,
	"`EncodeOptions.Extended`": only, "`EncodeOptions.MinTableRows`": only, "`EncodeOptions.NoEscapeHTML`": only, "`EncodeOptions.TrustRawMessage`": only,
	"`EncodeOptions.Prefix`": only, "`EncodeOptions.FormatDurations`": "text is for people, and for readers of a published package; the others write numbers", "`EncodeOptions.Indent`": only, "`EncodeOptions.NoStructNames`": only,
	"`EncodeOptions.OmitNil`":    "`zebrapack` always leaves out empty members, `jsonpack` none, and `json` those that `encoding/json` leaves out",
	"`EncodeOptions.Types`":      "a `jsonpack.Schema` has the declarations that it was made with",
	"`DecodeOptions.Types`":      "a `jsonpack.Schema` has the declarations that it was made with",
	"`EncodeOptions.StructTag`":  "`zebrapack` has numbers in the tag zid; `json` and `jsonpack` read the tag of `encoding/json`",
	"`DecodeOptions.StructTag`":  "`zebrapack` has numbers in the tag zid; `json` and `jsonpack` read the tag of `encoding/json`",
	"an Encoder of a nil writer": "a stream of BEVE can be collected, since its values may be begun and ended in parts",
	"`EncodeOptions.Time`":       "the others have one form of time",
	"`EncodeOptions.MaxDepth`":   "`json` has the limit of `encoding/json`, and the depth of a document of `jsonpack` is that of its schema",
	"`EncodeOptions.ValidUTF8`":  "`beve` and `json` always check or replace; text of `msgpack` and `zebrapack` may be any bytes",

	"`DecodeOptions.RejectUnknown`":    flags + "; " + position + " in `jsonpack`",
	"`DecodeOptions.RejectDuplicates`": position + " in `jsonpack`",
	"`DecodeOptions.RequireAll`":       "`zebrapack` leaves out empty members, and `jsonpack` writes every member",
	"`DecodeOptions.Strict`":           "`msgpack` and `zebrapack` have no strict form of null",
	"`DecodeOptions.GenericArrays`":    only, "`DecodeOptions.LegacyTypeTag`": only, "`DecodeOptions.RequireCanonical`": "`json` has `canonical.Check`, and the `ValidateOptions` of `msgpack` have `Canonical`", "`DecodeOptions.AnyText`": only,
	"`DecodeOptions.Flags`":         flags,
	"`DecodeOptions.NoCopy`":        "`json` has the flag `ZeroCopy`",
	"`DecodeOptions.ValidUTF8`":     "`beve` always checks, `json` replaces as `encoding/json` does",
	"`DecodeOptions.AllowTrailing`": "the published packages of `jsonpack` ignore what follows",

	"a repeated member of a struct":                       "vectors of `msgpack` and `zebrapack` demand an error",
	"a name in other letters than the field has":          asStdlib,
	"null into a number of a used value":                  asStdlib,
	"null into a string of a used value":                  asStdlib,
	"null into a slice of a used value":                   "the specification of `msgpack` and `zebrapack` keeps the memory",
	"null into a map of a used value":                     "the specification of `msgpack` and `zebrapack` keeps the memory",
	"a field without a member, in a used struct":          absent,
	"a key that the message does not have, in a used map": absent,
	"the end of a stream inside a value":                  asStdlib,
	"a value that does not fit":                           asStdlib,
	"its error":                                           "`beve` writes strings as one array, which fails as a whole; `jsonpack` compares the schema with the type before it reads, so the error is about every item",
	"its `Format`":                                        "the empty Format stands for BEVE",
	"a message that is cut":                               asStdlib,
	"bytes after the value":                               asStdlib,
	"an integer into a float64":                           numberKinds,
	"an integer of more digits than a float64 has":        asStdlib + "; " + numberKinds,
	"a whole float64 into an integer":                     "JSON has one kind of number, and writes 5.0 as 5",
	"two fields of one name":                              "`beve` and `json` have the rule of `encoding/json`; `msgpack` and `zebrapack` do not drop a field silently",
	"a target that is not a pointer":                      asStdlib + "; `jsonpack` returns the error of the published package, a mismatch of types",
	"a Go type that cannot be encoded":                    asStdlib + ", which do not say where; `jsonpack` finds that the type does not fit its schema",
	"a number that JSON does not have":                    "JSON has no infinities",
	"a Go value that contains itself":                     asStdlib + "; `msgpack` and `zebrapack` do not record the path of pointers, and stop at MaxDepth",
}
