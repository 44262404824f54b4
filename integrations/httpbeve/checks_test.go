package httpbeve_test

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	stdjson "encoding/json"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/integrations/httpbeve"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/types"
)

// decodedBy is every function that reads bodies, for one T. A stream has the body twice.
func decodedBy[T any](text, name string, o *httpbeve.Options) (v T, err error) {
	switch name {
	case "DecodeWith":
		r := httptest.NewRequest("POST", "/", strings.NewReader(text))
		r.Header.Set("Content-Type", httpbeve.TypeJSON)
		return httpbeve.DecodeWith[T](httptest.NewRecorder(), r, o)
	case "HandleWith":
		r := httptest.NewRequest("POST", "/", strings.NewReader(text))
		r.Header.Set("Content-Type", httpbeve.TypeJSON)
		w := httptest.NewRecorder()
		httpbeve.HandleWith(o, func(_ *http.Request, in T) (int, error) { v = in; return 0, nil }).ServeHTTP(w, r)
		if w.Code == http.StatusOK {
			return v, nil
		}
		var p httpbeve.Problem
		if err := stdjson.Unmarshal(w.Body.Bytes(), &p); err != nil || p.Offset == nil {
			return v, errors.New("no place in " + w.Body.String())
		}
		return v, &beve.DecodeError{Offset: *p.Offset, Path: p.Path, Err: errors.New(p.Error)}
	case "ReceiveWith":
		return httpbeve.ReceiveWith[T](&http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {httpbeve.TypeJSON}}, Body: io.NopCloser(strings.NewReader(text))}, o)
	}
	next, stop := iter.Pull2(httpbeve.ValuesWith[T](http.Header{"Content-Type": {httpbeve.TypeJSONStream}}, strings.NewReader(text+"\n"+text), o))
	defer stop()
	v, err, _ = next()
	if err == nil {
		v, err, _ = next()
		if place, ok := errors.AsType[*beve.DecodeError](err); ok {
			place.Offset -= int64(len(text) + 1)
		}
	}
	return v, err
}

var decoders = []string{"DecodeWith", "HandleWith", "ReceiveWith", "ValuesWith"}

type checked struct {
	P **checked       `json:"p,omitempty"` // in front of the others, which it has too
	N int             `json:"n"`
	O string          `json:"o,omitempty"`
	Z float64         `json:"z,omitzero"`
	L []checkedPart   `json:"l,omitempty"`
	M map[int]float64 `json:"m,omitempty"`
	checkedEmbedded
}

type checkedPart struct {
	B *bool `json:"b"`
}

type checkedEmbedded struct {
	E any `json:"e,omitempty"`
}

// What the options refuse in JSON they refuse for every reader, and the error says where.
func TestOptionsHoldForJSON(t *testing.T) {
	all := beve.DecodeOptions{RequireAll: true}
	once := beve.DecodeOptions{RejectDuplicates: true}
	strict := beve.DecodeOptions{Strict: true}
	for _, c := range []struct {
		text   string
		decode beve.DecodeOptions
		cause  error // nil: the body is taken
		path   beve.Pointer
		at     string // what stands at the offset
	}{
		{`{"n":1}`, all, nil, "", ""},
		{` {"o":"x"}`, all, beve.ErrMissing, "/n", `{"o"`},
		{`{"N":1}`, all, beve.ErrMissing, "/n", `{"N"`},
		{`{"n":1,"p":{"z":1.5}}`, all, beve.ErrMissing, "/p/n", `{"z"`},
		{`{"n":1,"l":[{"b":true},{"b":null}, {}]}`, all, beve.ErrMissing, "/l/2/b", "{}"},
		{`{"n":1,"p":null,"l":null,"e":{}}`, all, nil, "", ""},
		{`{"n":1,"n":1}`, once, beve.ErrDuplicate, "/n", `"n":1}`},
		{`{"n":1,"N":2}`, once, nil, "", ""},
		{`{"n":1,"\u006e":2}`, once, beve.ErrDuplicate, "/n", `"\u006e"`},
		{`{"p":{"p":{"n":1,"p":{"l":[{}]}}}}`, strict, nil, "", ""},
		{`{"n":1,"p":{"n":2,"p":{"n":1,"l":[{}]}}}`, all, beve.ErrMissing, "/p/p/l/0/b", "{}]"},
		{`{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1,"k":1,"j":2}`, once, beve.ErrDuplicate, "/j", `"j":2`},
		{`{"p":{"o":"", "o":""}}`, once, beve.ErrDuplicate, "/p/o", `"o":""}`},
		{`{"m":{"1":2 ,  "1":2}}`, once, beve.ErrDuplicate, "/m/1", `"1":2}`},
		{`{"m":{"1":2,"01":2}}`, once, beve.ErrDuplicate, "/m/01", `"01"`},
		{`{"e":[{"x":{"y":1,"y":2}}]}`, once, beve.ErrDuplicate, "/e/0/x/y", `"y":2`},
		{`{"other":{"y":1,"y":2}}`, once, beve.ErrDuplicate, "/other/y", `"y":2`},
		{`{"n": null}`, strict, beve.ErrMismatch, "/n", "null"},
		{`{"m":{"1":null}}`, strict, beve.ErrMismatch, "/m/1", "null"},
		{`{"l":[{"b":null},null]}`, strict, beve.ErrMismatch, "/l/1", "null]"},
		{`{"p":null,"l":null,"m":null,"e":null,"other":null}`, strict, nil, "", ""},
		{`null`, strict, beve.ErrMismatch, "", "null"},
		{`null`, all, nil, "", ""},
	} {
		for _, name := range decoders {
			_, err := decodedBy[checked](c.text, name, &httpbeve.Options{Decode: c.decode})
			if c.cause == nil {
				if err != nil {
					t.Errorf("%s by %s: %v", c.text, name, err)
				}
				continue
			}
			place, ok := errors.AsType[*beve.DecodeError](err)
			if !ok || place.Path != c.path || !strings.HasPrefix(c.text[min(int(place.Offset), len(c.text)):], c.at) || name != "HandleWith" && !errors.Is(err, c.cause) {
				t.Errorf("%s by %s: %v, want %v at %s, %s", c.text, name, err, c.cause, c.path, c.at)
			}
		}
	}
}

// The options say what is refused, and do not change what is taken.
func TestOptionsDoNotChangeJSON(t *testing.T) {
	type body struct {
		F  float64            `json:"f,omitempty"`
		G  float32            `json:"g,omitempty"`
		A  [3]int             `json:"a,omitempty"`
		I  int                `json:"i,omitempty"`
		N  stdjson.Number     `json:"n,omitempty"`
		B  []byte             `json:"b,omitempty"`
		M  map[int]string     `json:"m,omitempty"`
		U  map[uint8]float32  `json:"u,omitempty"`
		X  any                `json:"x,omitempty"`
		R  stdjson.RawMessage `json:"r,omitempty"`
		Sh map[shade]shade    `json:"sh,omitempty"`
	}
	for _, text := range []string{`{"f":12345678901234567}`, `{"g":16777217}`, `{"a":[1]}`, `{"a":[1,2,3,4]}`, `{"i":-0}`, `{"n":"5"}`, `{"n":1.10}`, `{"b":"AQI="}`, `{"m":{"1":"x"}}`,
		`{"u":{"255":1}}`, `{"x":1}`, `{"x":[1,2.5,{"y":12345678901234567}]}`, `{"r":{"a" : 1.10}}`, `{"f":1e-400}`, "{\"r\":\"\xff\"}", `{"sh":{"a":"b"}}`, `{"x":` + strings.Repeat("[", 600) + strings.Repeat("]", 600) + `}`} {
		var want body
		if err := stdjson.Unmarshal([]byte(text), &want); err != nil {
			t.Fatal(text, err)
		}
		shown, _ := stdjson.Marshal(want)
		for _, decode := range []beve.DecodeOptions{{}, {RequireAll: true}, {RejectDuplicates: true}, {Strict: true}, {RejectUnknown: true}, {RequireAll: true, RejectDuplicates: true, Strict: true, RejectUnknown: true}} {
			for _, name := range decoders {
				got, err := decodedBy[body](text, name, &httpbeve.Options{Decode: decode})
				if again, _ := stdjson.Marshal(got); err != nil || !bytes.Equal(again, shown) || (got.X == nil) != (want.X == nil) {
					t.Errorf("%.60s by %s with %+v: %s, %v", text, name, decode, again, err)
				}
			}
		}
	}
}

type figure interface{ area() float64 }

type circle struct {
	R float64 `json:"r"`
}

type square struct {
	Side float64 `json:"side"`
}

func (c circle) area() float64 { return math.Pi * c.R * c.R }
func (s square) area() float64 { return s.Side * s.Side }

// What is declared in options holds for both formats, in and out, and so do the others with it.
func TestDeclaredTypesHoldForBothFormats(t *testing.T) {
	type drawing struct {
		Name    string   `json:"name"`
		Figures []figure `json:"figures"`
	}
	set := types.New(types.Union[figure](types.Tag("kind"), types.Case[circle]("circle"), types.Case[square]("square")))
	const text = `{"name":"x","figures":[{"kind":"circle","r":1.5},{"kind":"square","side":2}]}`
	for _, more := range []beve.DecodeOptions{{}, {RequireAll: true}, {RejectDuplicates: true}, {Strict: true}} {
		o := &httpbeve.Options{Encode: beve.EncodeOptions{Types: set}, Decode: more}
		o.Decode.Types = set
		handle := httpbeve.HandleWith(o, func(_ *http.Request, in drawing) (drawing, error) { return in, nil })
		stream := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			in, err := httpbeve.DecodeWith[drawing](w, r, o)
			_ = httpbeve.StreamWith(w, r, o, func(yield func(drawing, error) bool) { yield(in, err) })
		})
		data, err := translator.FromJSON([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		for kind, body := range map[string][]byte{httpbeve.TypeJSON: []byte(text), httpbeve.TypeBEVE: data} {
			for _, accept := range []string{httpbeve.TypeJSON, httpbeve.TypeBEVE} {
				resp := ask(handle, "POST", "/", body, "Content-Type", kind, "Accept", accept)
				got, err := httpbeve.ReceiveWith[drawing](resp, o)
				if err != nil || len(got.Figures) != 2 || got.Figures[1].area() != 4 {
					t.Errorf("%s to %s: %+v, %v", kind, accept, got, err)
				}
			}
			for _, accept := range []string{httpbeve.TypeJSONStream, httpbeve.TypeBEVEStream} {
				resp := ask(stream, "POST", "/", body, "Content-Type", kind, "Accept", accept)
				for got, err := range httpbeve.ValuesWith[drawing](resp.Header, resp.Body, o) {
					if err != nil || len(got.Figures) != 2 || got.Figures[0].area() < 7 {
						t.Errorf("%s to %s: %+v, %v", kind, accept, got, err)
					}
				}
			}
		}
	}
	// Within a case, too.
	for bad, decode := range map[string]beve.DecodeOptions{
		`{"name":"x","figures":[{"kind":"circle"}]}`:                 {RequireAll: true},
		`{"name":"x","figures":[{"kind":"circle","r":1,"r":2}]}`:     {RejectDuplicates: true},
		`{"name":"x","figures":[{"kind":"circle","r":null}]}`:        {Strict: true},
		`{"name":"x","figures":[{"kind":"circle","r":1,"other":2}]}`: {RejectUnknown: true},
	} {
		decode.Types = set
		for _, name := range decoders {
			if got, err := decodedBy[drawing](bad, name, &httpbeve.Options{Decode: decode}); err == nil {
				t.Errorf("%s by %s: %+v", bad, name, got)
			}
		}
	}
}
