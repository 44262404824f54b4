// Options and limits, and where their errors point.

package json_test

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/json"
)

// pointsTo checks that err is a DecodeError at an offset and a path.
func pointsTo(t *testing.T, err, cause error, offset int64, path json.Pointer) {
	t.Helper()
	var e *json.DecodeError
	if !errors.As(err, &e) {
		t.Fatalf("%v is no DecodeError", err)
	}
	if e.Offset != offset || e.Path != path {
		t.Errorf("at %d, %q, want %d, %q", e.Offset, e.Path, offset, path)
	}
	if cause != nil && !errors.Is(err, cause) {
		t.Errorf("%v is not %v", err, cause)
	}
}

func TestLimitsOfDepthElementsAndBytes(t *testing.T) {
	const text = `{"a":[1,2,[]],"b":{"c":[[3]]},"d":"[[,,{{"}` // 5 levels, 9 parts
	var v any
	for _, fits := range []json.Limits{{}, {MaxDepth: 5}, {MaxElements: 9}, {MaxBytes: int64(len(text))}, {MaxDepth: 5, MaxElements: 9, MaxBytes: 100}} {
		if err := (json.DecodeOptions{Limits: fits}).Unmarshal([]byte(text), &v); err != nil {
			t.Errorf("%+v: %v", fits, err)
		}
	}
	for _, c := range []struct {
		limits json.Limits
		cause  error
		offset int
		path   json.Pointer
	}{
		{json.Limits{MaxDepth: 4}, json.ErrDepth, strings.Index(text, "[3]"), "/b/c/0"},
		{json.Limits{MaxDepth: 1}, json.ErrDepth, 0, ""},
		{json.Limits{MaxElements: 8}, json.ErrLimit, strings.Index(text, `,"d"`), ""},
		{json.Limits{MaxBytes: 10}, json.ErrLimit, 10, ""},
	} {
		v = "untouched"
		err := json.DecodeOptions{Limits: c.limits}.Unmarshal([]byte(text), &v)
		pointsTo(t, err, c.cause, int64(c.offset), c.path)
		if v != "untouched" {
			t.Errorf("%+v: decoded %v", c.limits, v)
		}
	}
}

// TestErrorsOfSyntaxAndUnknownFieldsHaveAPath has malformed text, and members that no
// field takes, read by each of the calls that say where.
func TestErrorsOfSyntaxAndUnknownFieldsHaveAPath(t *testing.T) {
	type inner struct{ Value int }
	type outer struct {
		List []inner
		By   map[string]inner
	}
	var syntax *json.SyntaxError
	for _, c := range []struct {
		text    string
		unknown bool
		offset  int64
		path    json.Pointer
		goType  string
	}{
		{`{"List":[{"Value":1},{"Value":}]}`, false, 31, "/List/1/Value", ""},
		{`{"List":[{"Value":1} {}]}`, false, 22, "/List", ""},
		{`{"By":{"a~/b":{"Value":tru}}}`, false, 27, "/By/a~0~1b/Value", ""},
		{`{"List":[{}],"List":[`, false, 21, "/List", ""},
		{`{"List":[{"Value":1},{"Other":[7]}]}`, true, 22, "/List/1/Other", "json_test.inner"},
		{`{"By":{"k":{"x":1,"y":2}}}`, true, 12, "/By/k/x", "json_test.inner"},
		{`{"Lost":{}}`, true, 1, "/Lost", "json_test.outer"},
	} {
		options := json.DecodeOptions{Flags: json.DisallowUnknownFields}
		for _, call := range []struct {
			name string
			base int64
			err  func() error
		}{
			{"Unmarshal", 0, func() error { return options.Unmarshal([]byte(c.text), new(outer)) }},
			{"Decode", 2, func() error {
				d := options.NewDecoder(strings.NewReader("1 " + c.text))
				var one int
				if err := d.Decode(&one); err != nil {
					return err
				}
				return d.Decode(new(outer))
			}},
		} {
			err := call.err()
			if call.base > 0 && errors.Is(err, io.ErrUnexpectedEOF) {
				continue // more could follow, and the error is that of the reader
			}
			var cause error
			if c.unknown {
				cause = json.ErrUnknownField
			} else if !errors.As(err, &syntax) {
				t.Errorf("%s of %s: %v is no SyntaxError", call.name, c.text, err)
			}
			pointsTo(t, err, cause, c.offset+call.base, c.path)
			var e *json.DecodeError
			if errors.As(err, &e); e.GoType != c.goType {
				t.Errorf("%s of %s is about %q", call.name, c.text, e.GoType)
			}
		}
	}
	// The standard library's text stays.
	_, err := json.Parse([]byte(`{"Lost":1}`), new(outer), json.DisallowUnknownFields)
	if err == nil || err.Error() != `json: unknown field "Lost"` {
		t.Error(err)
	}
}

func TestLimitsLeaveMalformedTextToTheParser(t *testing.T) {
	for _, text := range []string{``, `{`, `{"a`, `[1,]`, `]`, `,,`, `{"a":"\`, `[[[`} {
		var v any
		err := json.DecodeOptions{Limits: json.Limits{MaxDepth: 9, MaxElements: 9}}.Unmarshal([]byte(text), &v)
		var syntax *json.SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestDecodeOptionsLocateErrors(t *testing.T) {
	const text = `{"list":[{"n":1},{"n":"x"}]}`
	var v struct{ List []struct{ N int } }
	err := json.DecodeOptions{}.Unmarshal([]byte(text), &v)
	pointsTo(t, err, nil, int64(strings.Index(text, `"x"`)+3), "/list/1/n")
	var mismatch *json.UnmarshalTypeError
	if !errors.As(err, &mismatch) || len(v.List) != 2 {
		t.Errorf("%v, %+v", err, v)
	}
	if err := (json.DecodeOptions{}).Unmarshal([]byte(text), v); err == nil {
		t.Error("decoded into a target that is not a pointer")
	} else if _, ok := err.(*json.InvalidUnmarshalError); !ok {
		t.Errorf("%T", err)
	}
	var number any
	if err := (json.DecodeOptions{Flags: json.UseNumber}).Unmarshal([]byte(`1`), &number); err != nil || number != json.Number("1") {
		t.Errorf("%v, %#v", err, number)
	}
}

func TestDecoderWithOptionsCountsFromTheStartOfTheStream(t *testing.T) {
	const text = "[1]\n [1,\"x\"] [[2]] [4]"
	dec := json.DecodeOptions{Limits: json.Limits{MaxDepth: 2}}.NewDecoder(strings.NewReader(text))
	var v []int
	if err := dec.Decode(&v); err != nil {
		t.Fatal(err)
	}
	pointsTo(t, dec.Decode(&v), nil, int64(strings.Index(text, `"x"`)+3), "/1")
	pointsTo(t, dec.Decode(&v), json.ErrDepth, int64(strings.Index(text, "[2]")), "/0")
	if err := dec.Decode(&v); err != nil || len(v) != 1 || v[0] != 4 {
		t.Errorf("after two errors: %v, %v", err, v)
	}
	if err := dec.Decode(&v); err != io.EOF {
		t.Errorf("%v", err)
	}
}

func TestDecoderBuffersNoMoreThanItsLimit(t *testing.T) {
	r := &countingReader{Reader: io.MultiReader(strings.NewReader("[1] [\""), endless('a'))}
	dec := json.DecodeOptions{Limits: json.Limits{MaxBytes: 1 << 20}}.NewDecoder(r)
	var v any
	if err := dec.Decode(&v); err != nil {
		t.Fatal(err)
	}
	err := dec.Decode(&v)
	pointsTo(t, err, json.ErrLimit, 4+1<<20, "") // white space is not of the value
	if r.n > 4<<20 {
		t.Errorf("read %d bytes", r.n)
	}
	if again := dec.Decode(&v); again != err {
		t.Errorf("then %v", again)
	}
}

type countingReader struct {
	io.Reader
	n int
}

func (r *countingReader) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	r.n += n
	return n, err
}

// endless is a reader of one byte again and again.
type endless byte

func (e endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = byte(e)
	}
	return len(b), nil
}

func TestZeroDecodeOptionsAreUnmarshal(t *testing.T) {
	for _, text := range []string{`{"A":1,"B":[true,null,"x"]}`, `[1,2`, `{"A":"x"}`, strings.Repeat("[", 10001) + strings.Repeat("]", 10001)} {
		var got, want struct {
			A int
			B []any
		}
		err, wantErr := json.DecodeOptions{}.Unmarshal([]byte(text), &got), stdjson.Unmarshal([]byte(text), &want)
		a, _ := stdjson.Marshal(got)
		b, _ := stdjson.Marshal(want)
		if !bytes.Equal(a, b) || (err == nil) != (wantErr == nil) || err != nil && errors.Unwrap(err).Error() != wantErr.Error() {
			t.Errorf("%.30s: %v %s, want %v %s", text, err, a, wantErr, b)
		}
	}
}

// Types with methods that fail.
type (
	failsAtJSON struct{}
	failsAtText int
	decodesInts []int
)

var errOwn = errors.New("own")

func (*failsAtJSON) UnmarshalJSON([]byte) error     { return errOwn }
func (*failsAtText) UnmarshalText([]byte) error     { return errOwn }
func (v *decodesInts) UnmarshalJSON(b []byte) error { return json.Unmarshal(b, (*[]int)(v)) }

// TestEveryErrorHasOffsetAndPath fails in every way there is, in the same place, and
// looks for that place in memory, in a view, and in a stream.
func TestEveryErrorHasOffsetAndPath(t *testing.T) {
	type element struct {
		Int      int
		Quoted   string      `json:",string"`
		QuotedI  int         `json:",string"`
		QuotedN  json.Number `json:",string"`
		Number   json.Number
		JSON     failsAtJSON
		Text     failsAtText
		TextS    failsAtText `json:",string"`
		Own      decodesInts
		Bytes    []byte
		Map      map[int]int
		Time     time.Time
		Float    float32
		Any      any
		Stringer fmt.Stringer
		Array    [2]bool
		*hidden
	}
	type document struct{ List []element }
	codec := json.CodecOf[document]()
	for member, path := range map[string]json.Pointer{
		`"Int":"x"`: "/Int", `"Int":1.5`: "/Int", `"Int":[1]`: "/Int", `"Quoted":"x"`: "/Quoted", `"Quoted":1`: "/Quoted",
		`"Quoted":"\""`: "/Quoted", `"QuotedI":"x"`: "/QuotedI", `"QuotedI":"1.5"`: "/QuotedI", `"QuotedI":""`: "/QuotedI",
		`"QuotedI":"nul"`: "/QuotedI", `"QuotedI":"\"1\""`: "/QuotedI", `"QuotedN":"\"x\""`: "/QuotedN", `"Number":"x"`: "/Number",
		`"Number":true`: "/Number", `"JSON":{}`: "/JSON", `"Text":"x"`: "/Text", `"Text":1`: "/Text", `"TextS":"\"x\""`: "/TextS",
		`"TextS":"x"`: "/TextS", `"Own":[1,"x"]`: "/Own", `"Bytes":"?"`: "/Bytes", `"Bytes":["x"]`: "/Bytes/0", `"Map":{"1":"x"}`: "/Map/1",
		`"Map":{"x":1}`: "/Map/x", `"Time":1`: "/Time", `"Time":"x"`: "/Time", `"Float":1e99`: "/Float", `"Any":1e999`: "/Any",
		`"Stringer":1`: "/Stringer", `"Array":[true,1]`: "/Array/1", `"Inner":1`: "/Inner", `"nobody":1`: "/nobody",
	} {
		before, text := `{"List":[{},{"Int":1,`, `{"List":[{},{"Int":1,`+member+`}]}`
		check := func(what string, err error, base int) {
			t.Helper()
			var e *json.DecodeError
			if !errors.As(err, &e) || e.Path != "/List/1"+path {
				t.Errorf("%s of %s: %v", what, member, err)
				return
			}
			if at := int(e.Offset) - base; at < len(before) || at > len(before)+len(member) {
				t.Errorf("%s of %s: at byte %d, want it in %d to %d", what, member, at, len(before), len(before)+len(member))
			}
		}
		options := json.DecodeOptions{Flags: json.DisallowUnknownFields}
		check("Unmarshal", options.Unmarshal([]byte(text), new(document)), 0)
		const first = "{} \n"
		dec := options.NewDecoder(strings.NewReader(first + text))
		if err := dec.Decode(new(document)); err != nil {
			t.Fatal(err)
		}
		check("Decode", dec.Decode(new(document)), len(first))
		if path == "/nobody" {
			continue // an error by that option alone
		}
		check("Codec", codec.Unmarshal([]byte(text), new(document)), 0)
		view, err := json.NewView([]byte(" [0, " + text + "]"))
		if err != nil {
			t.Fatal(err)
		}
		part, err := view.At("/1")
		if err != nil {
			t.Fatal(err)
		}
		err = part.Decode(new(document))
		var e *json.DecodeError
		if !errors.As(err, &e) || e.Path != "/1/List/1"+path || int(e.Offset) <= len(" [0, "+before) {
			t.Errorf("View of %s: %v", member, err)
		}
	}
}

func TestSyntaxErrorsOfMethodsAreNotThoseOfTheText(t *testing.T) {
	var v struct{ V returnsSyntaxError }
	err := json.DecodeOptions{}.Unmarshal([]byte(`{"V":12}`), &v)
	pointsTo(t, err, nil, 7, "/V")
}

type returnsSyntaxError struct{}

func (*returnsSyntaxError) UnmarshalJSON([]byte) error { return json.Unmarshal([]byte("x"), new(any)) }
