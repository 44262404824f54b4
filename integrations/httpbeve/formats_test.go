package httpbeve_test

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/integrations/httpbeve"
	"github.com/beve-org/beve-go/translator"
)

// sentTo sends a JSON text to Decode, as it is or as the BEVE that it stands for.
func sentTo[T any](t *testing.T, text string, asBEVE bool, o *httpbeve.Options) (T, error) {
	t.Helper()
	body, kind := []byte(text), httpbeve.TypeJSON
	if asBEVE {
		var err error
		if body, err = translator.FromJSON(body); err != nil {
			t.Fatal(err)
		}
		kind = httpbeve.TypeBEVE
	}
	r := httptest.NewRequest("POST", "/", bytes.NewReader(body))
	r.Header.Set("Content-Type", kind)
	return httpbeve.DecodeWith[T](httptest.NewRecorder(), r, o)
}

// TestBodiesMeanTheSameInBothFormats sends each body in both formats.
func TestBodiesMeanTheSameInBothFormats(t *testing.T) {
	type inner struct {
		S string `json:"s"`
	}
	type body struct {
		N int            `json:"n"`
		F float64        `json:"f,omitempty"`
		S string         `json:"s,omitempty"`
		B bool           `json:"b,omitempty"`
		I inner          `json:"i,omitzero"`
		L []inner        `json:"l,omitempty"`
		M map[string]int `json:"m,omitempty"`
		P *int           `json:"p,omitempty"`
	}
	all := []*httpbeve.Options{{}, {Decode: beve.DecodeOptions{RequireAll: true}}, {Decode: beve.DecodeOptions{RejectDuplicates: true}},
		{Decode: beve.DecodeOptions{Strict: true}}, {Decode: beve.DecodeOptions{RejectUnknown: true}}}
	refusals := 0
	for _, text := range []string{
		`{"n":1}`, `{"n":null,"f":null,"s":null,"b":null,"i":null,"l":null,"m":null,"p":null}`, `{}`, `null`, `{"n":1,"n":2}`,
		`{"n":1,"i":{"s":null},"l":[null,{"s":"x"}],"m":{"a":null}}`, `{"n":1,"other":2}`, `{"n":1.5}`, `{"n":"1"}`,
		`{"n":12345678901234567890}`, `{"n":1,"f":12345678901234567000}`, `{"n":1,"i":{"s":"x","t":1}}`, `[]`, `{"n":1,"l":[{}]}`,
	} {
		for i, o := range all {
			a, errA := sentTo[body](t, text, false, o)
			b, errB := sentTo[body](t, text, true, o)
			if (errA == nil) != (errB == nil) || errA == nil && !reflect.DeepEqual(a, b) {
				t.Errorf("options %d, %s:\nas JSON %+v, %v\nas BEVE %+v, %v", i, text, a, errA, b, errB)
			}
			if errA != nil {
				refusals++
			}
		}
	}
	if refusals < 20 {
		t.Errorf("%d bodies are refused", refusals)
	}
	// What the package documentation says to differ.
	if v, err := sentTo[body](t, `{"N":1}`, false, new(httpbeve.Options)); err != nil || v.N != 1 {
		t.Error(v, err)
	}
	if v, err := sentTo[body](t, `{"N":1}`, true, new(httpbeve.Options)); err != nil || v.N != 0 {
		t.Error(v, err)
	}
}

type shade int

func (s shade) MarshalText() ([]byte, error) { return []byte{'a' + byte(s)}, nil }
func (s *shade) UnmarshalText(b []byte) error {
	if len(b) != 1 {
		return errors.New("no shade")
	}
	*s = shade(b[0] - 'a')
	return nil
}

type degrees struct{ tenths int }

func (d degrees) MarshalJSON() ([]byte, error) { return stdjson.Marshal(float64(d.tenths) / 10) }
func (d *degrees) UnmarshalJSON(b []byte) error {
	var f float64
	err := stdjson.Unmarshal(b, &f)
	d.tenths = int(math.Round(f * 10))
	return err
}

// echoes is a service of encoding/json with the middleware in front: it answers with what it got.
func echoes[T any]() http.Handler {
	return httpbeve.Middleware(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var v T
		if err := stdjson.NewDecoder(r.Body).Decode(&v); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_ = stdjson.NewEncoder(w).Encode(v)
	}))
}

// rightOrRefused sends values both ways through translating parts: what comes back is what
// was sent, or an error. right says that it must come back.
func rightOrRefused[T any](t *testing.T, right bool, values ...T) {
	t.Helper()
	type box struct {
		V T            `json:"v"`
		L []T          `json:"l"`
		M map[string]T `json:"m"`
	}
	middle := httptest.NewServer(echoes[box]())
	defer middle.Close()
	service := httptest.NewServer(httpbeve.Handle(func(_ *http.Request, in box) (box, error) { return in, nil }))
	defer service.Close()
	for _, v := range values {
		in := box{v, []T{v, v}, map[string]T{"k": v}}
		check := func(way string, out box, err error) {
			if err == nil && !reflect.DeepEqual(out, in) {
				t.Errorf("%T by %s: %+v becomes %+v", v, way, in, out)
			}
			if err != nil && right {
				t.Errorf("%T by %s: %v", v, way, err)
			}
		}
		out, err := httpbeve.Post[box](t.Context(), middle.Client(), middle.URL, in)
		check("Middleware", out, err)
		for _, send := range []bool{false, true} {
			out, err = byTransport(service.URL, send, in)
			check("Transport", out, err)
		}
	}
}

// byTransport is a client of encoding/json with the transport that translates.
func byTransport[T any](url string, send bool, in T) (out T, err error) {
	text, err := stdjson.Marshal(in)
	if err != nil {
		return out, err
	}
	client := http.Client{Transport: &httpbeve.Transport{SendBEVE: send}}
	resp, err := client.Post(url, "application/json", bytes.NewReader(text))
	if err != nil {
		return out, err
	}
	defer resp.Body.Close()
	text, err = io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = errors.New(string(text))
	}
	if err == nil {
		err = stdjson.Unmarshal(text, &out)
	}
	return out, err
}

func TestTranslatedBodiesAreRightOrRefused(t *testing.T) {
	rightOrRefused(t, true, shade(0), shade(3))
	rightOrRefused(t, true, degrees{215}, degrees{-1})
	rightOrRefused(t, true, stdjson.RawMessage(`{"a":[1,"x",null]}`), stdjson.RawMessage(`12345678901234567890`))
	rightOrRefused(t, true, 0.1, 12345678901234567000, math.MaxFloat64, math.SmallestNonzeroFloat64)
	rightOrRefused(t, true, uint64(math.MaxUint64))
	rightOrRefused(t, true, stdjson.Number("0.5"), stdjson.Number("12345678901234567890"))
	rightOrRefused(t, false, []byte{1, 2, 255})
	rightOrRefused(t, false, beve.UUID{1, 2, 3})
	rightOrRefused(t, false, math.NaN(), math.Inf(-1))
	rightOrRefused(t, false, map[int]string{1: "x"})
	rightOrRefused(t, false, stdjson.Number("0.1000000000000000000001"))
	rightOrRefused(t, false, strings.Repeat("é\u2028", 3))
}
