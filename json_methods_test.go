package beve_test

import (
	stdjson "encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/translator"
)

// TestFloatsSurviveJSON takes floats of every kind through JSON text.
func TestFloatsSurviveJSON(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	typed := translator.Options{TypedArrays: true}
	for i := range 30000 {
		f := math.Float64frombits(rng.Uint64())
		g := math.Float32frombits(rng.Uint32())
		switch i % 4 {
		case 1: // whole ones, which JSON shows without an exponent
			f, g = math.Floor(math.Ldexp(rng.Float64(), 50+rng.IntN(24))), float32(math.Floor(math.Ldexp(rng.Float64(), 20+rng.IntN(54))))
		case 2:
			f, g = -math.Floor(math.Ldexp(rng.Float64(), 50+rng.IntN(80))), -g
		}
		if f-f != 0 || g-g != 0 {
			continue
		}
		type both struct {
			F  float64
			G  float32
			Fs []float64
			Gs [2]float32
		}
		in := both{f, g, []float64{f, 1.5}, [2]float32{g, 0.1}}
		b, err := beve.Marshal(&in)
		if err != nil {
			t.Fatal(err)
		}
		text, err := translator.ToJSON(b)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range []translator.Options{{}, typed} {
			back, err := o.FromJSON(text)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			var out both
			if err := beve.Unmarshal(back, &out); err != nil || out.F != in.F || out.G != in.G || out.Fs[0] != f || out.Gs != in.Gs {
				t.Fatalf("%s: %v, %v, want %v", text, out, err, in)
			}
			v, err := beve.NewView(back)
			if err != nil {
				t.Fatal(err)
			}
			at, err := v.At("/F")
			if err != nil {
				t.Fatal(err)
			}
			if got, err := at.Float64(); err != nil || got != f {
				t.Fatalf("%s: a view has %v, %v", text, got, err)
			}
		}
	}
	// An integer that is not what a float is printed as goes into none.
	for _, text := range []string{"9007199254740993", "12345678901234567891", "340282366920938463463374607431768211455", "-9007199254740995"} {
		b, err := translator.FromJSON([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		var f float64
		if err := beve.Unmarshal(b, &f); !errors.Is(err, beve.ErrOverflow) {
			t.Errorf("%s becomes %v, %v", text, f, err)
		}
	}
}

// TestDigitsBeyondAFloatAreRefused: a number comes back as the same number, or is an error.
func TestDigitsBeyondAFloatAreRefused(t *testing.T) {
	for text, ok := range map[string]bool{
		"0.1": true, "1e3": true, "-0.0": true, "-65.613616999999977": true, "0.10000000000000000555": true,
		"0.1000000000000000000001": false, "3.14159265358979323846": false, "1e-400": false,
		"123456789012345678.5": false,
	} {
		n := stdjson.Number(text)
		if _, err := beve.Marshal(n); (err == nil) != ok || err != nil && !errors.Is(err, beve.ErrOverflow) {
			t.Errorf("beve %s: %v", text, err)
		}
		if _, err := msgpack.Marshal(n); (err == nil) != ok {
			t.Errorf("msgpack %s: %v", text, err)
		}
		if _, err := translator.FromJSON([]byte(text)); (err == nil) != ok || err != nil && !errors.Is(err, beve.ErrOverflow) {
			t.Errorf("translator %s: %v", text, err)
		}
		var to strings.Builder
		if _, err := translator.Transcode(&to, strings.NewReader(text+"\n"), translator.JSONToBEVE, translator.Options{}); (err == nil) != ok {
			t.Errorf("stream %s: %v", text, err)
		}
	}
}

// celsius and version say what they are in JSON only, by values and by pointers.
type celsius struct{ tenths int }

func (c celsius) MarshalJSON() ([]byte, error) { return stdjson.Marshal(float64(c.tenths) / 10) }
func (c *celsius) UnmarshalJSON(b []byte) error {
	var f float64
	err := stdjson.Unmarshal(b, &f)
	c.tenths = int(math.Round(f * 10))
	return err
}

type version struct{ parts []int }

func (v *version) MarshalJSON() ([]byte, error) { return stdjson.Marshal(v.parts) }
func (v *version) UnmarshalJSON(b []byte) error { return stdjson.Unmarshal(b, &v.parts) }

type station struct {
	Value celsius
	Ptr   *celsius
	Nil   *celsius `json:",omitempty"`
	List  []celsius
	Array [2]version
	Map   map[string]*version
	Raw   stdjson.RawMessage
	Bytes beve.Raw
	Msg   msgp.Raw
	Any   any
}

// TestTypesOfJSONAreWhatTheirJSONSays compares what other formats say of types with methods
// of JSON with what JSON says.
func TestTypesOfJSONAreWhatTheirJSONSays(t *testing.T) {
	five, err := beve.Marshal(map[string]any{"k": []any{int64(5), "x", nil, 1.5}})
	if err != nil {
		t.Fatal(err)
	}
	seven, err := msgpack.Marshal([]any{7, true})
	if err != nil {
		t.Fatal(err)
	}
	in := station{celsius{215}, &celsius{-5}, nil, []celsius{{1}, {2}}, [2]version{{[]int{1, 2}}, {nil}},
		map[string]*version{"go": {[]int{1, 26}}}, stdjson.RawMessage(`{"a":[1,2.5,"é",null]}`), five, seven, celsius{-1}}
	text, err := stdjson.Marshal(&in)
	if err != nil {
		t.Fatal(err)
	}
	b, err := beve.Marshal(&in)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := translator.ToJSON(b); err != nil || string(got) != string(text) {
		t.Errorf("beve: %s, %v\nwant %s", got, err, text)
	}
	var out station
	if err := beve.Unmarshal(b, &out); err != nil {
		t.Fatal(err)
	}
	if again, err := stdjson.Marshal(&out); err != nil || string(again) != string(text) {
		t.Errorf("beve comes back as %s, %v\nwant %s", again, err, text)
	}
	m, err := msgpack.Marshal(&in)
	if err != nil {
		t.Fatal(err)
	}
	var json strings.Builder
	if _, err := msgp.UnmarshalAsJSON(&json, m); err != nil || json.String() != string(text) {
		t.Errorf("msgpack: %s, %v\nwant %s", json.String(), err, text)
	}
	out = station{}
	if err := msgpack.Unmarshal(m, &out); err != nil {
		t.Fatal(err)
	}
	if again, err := stdjson.Marshal(&out); err != nil || string(again) != string(text) {
		t.Errorf("msgpack comes back as %s, %v\nwant %s", again, err, text)
	}
}
