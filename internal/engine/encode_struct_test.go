package engine_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/beve-org/beve-go/internal/engine"
	"github.com/beve-org/beve-go/internal/testkit"
)

// longOmitted has a key that needs several steps, with an omit rule, before a run
// of scalars.
type longOmitted struct {
	A int `json:"a_name_longer_than_one_pair_of_words,omitempty"`
	B int
	C int
	D int
	E string `json:"another_name_longer_than_one_pair_of_words,omitempty"`
	F uint8
	G uint16
	H bool
	I []int `json:"a_third_name_that_is_much_longer_than_one_pair_of_words_and_goes_on,omitempty"`
	J float64
	K float32
	L int8
}

// omittedThenScalars makes room decide: what follows members that are left out is
// larger than the slack that follows every room.
type omittedThenScalars struct {
	S                                                  string `json:",omitempty"`
	A01, A02, A03, A04, A05, A06, A07, A08, A09, A10   int64
	P                                                  *int `json:",omitempty"`
	B01, B02, B03, B04, B05, B06, B07, B08, B09, B10   uint64
	M                                                  map[string]int `json:",omitempty"`
	C01, C02, C03, C04, C05, C06, C07, C08, C09, C10   float64
	T                                                  string
	D01, D02, D03, D04, D05, D06, D07, D08, D09, D10_1 bool
}

func encodeOK(t testing.TB, v any) []byte {
	t.Helper()
	b, err := engine.EncodeOptions{Deterministic: true}.Marshal(v)
	if err != nil {
		t.Fatalf("Marshal(%T): %v", v, err)
	}
	return b
}

// decodeAny decodes into any.
func decodeAny(t testing.TB, b []byte) any {
	t.Helper()
	var v any
	if err := (engine.DecodeOptions{}).Unmarshal(b, &v); err != nil {
		t.Fatalf("Unmarshal(% X): %v", b, err)
	}
	return v
}

// TestMembersAreTheOnesThatJSONWrites checks that no rule for leaving a member out
// takes another with it.
func TestMembersAreTheOnesThatJSONWrites(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, v := range []any{longOmitted{}, omittedThenScalars{}} {
		typ := reflect.TypeOf(v)
		for range 200 {
			p := testkit.RandomValue(rng, typ)
			text, err := json.Marshal(p.Interface())
			if err != nil {
				t.Fatal(err)
			}
			var want map[string]any
			if err := json.Unmarshal(text, &want); err != nil {
				t.Fatal(err)
			}
			b := encodeOK(t, p.Addr().Interface())
			got := decodeAny(t, b).(map[string]any)
			for name := range want {
				if _, ok := got[name]; !ok {
					t.Errorf("%v: member %q is missing", typ, name)
				}
			}
			if len(got) != len(want) {
				t.Fatalf("%v: %d members, JSON has %d", typ, len(got), len(want))
			}
			again := reflect.New(typ)
			if err := (engine.DecodeOptions{}).Unmarshal(b, again.Interface()); err != nil {
				t.Fatal(err)
			}
			if !testkit.EqualLoose(again.Elem().Interface(), p.Interface()) {
				t.Fatalf("%v: got %+v, want %+v", typ, again.Elem(), p)
			}
		}
	}
}

// TestAppendWritesWithinCapacity gives Append every capacity, with a guard after
// it: room that is computed too small would write into the guard.
func TestAppendWritesWithinCapacity(t *testing.T) {
	values := append(testkit.Zoo(), &longOmitted{}, &longOmitted{B: 1, F: 2, J: 3}, &omittedThenScalars{},
		&omittedThenScalars{T: "text"}, []omittedThenScalars{{}, {}}, []longOmitted{{}, {A: 1}, {E: "x"}})
	guard := bytes.Repeat([]byte{0xA5}, 2048)
	for _, v := range values {
		want, err := engine.EncodeOptions{Deterministic: true}.Marshal(v)
		if err != nil {
			continue // that is another test's business
		}
		step := 1 + len(want)/600
		for room := 0; room < len(want)+200; room += step {
			backing := make([]byte, 3+room+len(guard))
			copy(backing[3+room:], guard)
			out, err := engine.EncodeOptions{Deterministic: true}.Append(backing[:3:3+room], v)
			if err != nil || !bytes.Equal(out[3:], want) {
				t.Fatalf("%T with room %d: % X, %v; want % X", v, room, out, err, want)
			}
			if !bytes.Equal(backing[3+room:], guard) {
				t.Fatalf("%T with room %d: wrote behind the capacity", v, room)
			}
		}
	}
}
