package beve_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/types"
)

// A part is a union without ids. A message may have a part that is not what its first member makes likely; the rest of it is
// then read in the careful way.
type (
	part  interface{ part() }
	pin   struct{ X, Y float64 }
	frame struct {
		W, H  float64
		Parts []part
	}
	strip struct {
		Parts []part
		Name  string            `json:",omitempty"`
		More  map[string]string `json:",omitempty"`
	}
	panel struct{ Parts [1]part }
	texts map[string]string
)

func (pin) part()    {}
func (*frame) part() {}
func (strip) part()  {}
func (*panel) part() {}
func (texts) part()  {}

// TestLikelyCasesAreTheRightOnes reads values, whole and damaged, as the likely case and in the careful way: what comes of
// them is the same.
func TestLikelyCasesAreTheRightOnes(t *testing.T) {
	set := types.New(types.Union[part](types.Untagged(), types.Case[pin]("pin"), types.Case[*frame]("frame"), types.Case[strip]("strip"), types.Case[*panel]("panel"), types.Case[texts]("texts")))
	parts := []part{
		pin{1, 2}, &frame{1, 2, []part{pin{3, 4}, &frame{5, 6, nil}}}, strip{Parts: []part{pin{}, strip{Name: "in"}}, Name: "out", More: map[string]string{"a": "b"}},
		&panel{[1]part{pin{7, 8}}}, texts{"a": "b"}, strip{Name: "x"}, &panel{[1]part{&frame{9, 9, []part{strip{Parts: []part{pin{}, &panel{[1]part{pin{}}}}}}}}}, nil,
	}
	// What is in the way: as many members as a frame has, and its first, but not the others.
	ofJSON := func(text string) []byte {
		raw := new(msgp.Raw)
		if err := raw.UnmarshalJSON([]byte(text)); err != nil {
			t.Fatal(err)
		}
		return *raw
	}
	const vain = `{"W":1.5,"X":2.5,"Y":3.5}`
	inBEVE, err := translator.FromJSON([]byte(vain))
	if err != nil {
		t.Fatal(err)
	}
	for format, f := range map[string]struct {
		marshal   func(v any) ([]byte, error)
		unmarshal func(data []byte, v any) error
		one, two  []byte // before the values of a list
	}{
		"beve":    {beve.EncodeOptions{Types: set, Deterministic: true}.Marshal, beve.DecodeOptions{Types: set}.Unmarshal, []byte{5, 1 << 2}, append([]byte{5, 2 << 2}, inBEVE...)},
		"msgpack": {msgpack.EncodeOptions{Types: set, Deterministic: true}.Marshal, msgpack.DecodeOptions{Types: set}.Unmarshal, []byte{0x91}, append([]byte{0x92}, ofJSON(vain)...)},
	} {
		rng := rand.New(rand.NewPCG(4, 8))
		read := 0
		for i := range parts {
			data, err := f.marshal(&parts[i])
			if err != nil {
				t.Fatal(err)
			}
			for range testkit.Rounds(3000) {
				damaged := bytes.Clone(data)
				if read > 0 {
					for range rng.IntN(3) {
						damaged[rng.IntN(len(damaged))] = byte(rng.Uint32())
					}
				}
				var likely, careful []part
				a := f.unmarshal(append(bytes.Clone(f.one), damaged...), &likely)
				b := f.unmarshal(append(bytes.Clone(f.two), damaged...), &careful)
				if x, y := causeOf(a), causeOf(b); x != y || strings.Contains(x, "likely") {
					t.Fatalf("%s: % x\n%v\n%v", format, damaged, a, b)
				}
				if a != nil {
					continue
				}
				read++
				if _, ok := careful[0].(pin); !ok || !reflect.DeepEqual(likely, careful[1:]) {
					x, _ := f.marshal(likely) // which NaN may be in
					if y, _ := f.marshal(careful[1:]); !bytes.Equal(x, y) {
						t.Fatalf("%s: % x\n%+v\n%+v", format, damaged, likely, careful)
					}
				}
			}
		}
		if read < testkit.Rounds(3000) {
			t.Errorf("%s: only %d values were read", format, read)
		}
	}
}

// causeOf returns what is wrong, without the place.
func causeOf(err error) string {
	if err == nil {
		return ""
	}
	var inner *beve.DecodeError
	if errors.As(err, &inner) {
		return inner.Err.Error()
	}
	return err.Error()
}

// TestLikelyCasesAreReadTwiceAtMost has values within values that all turn out to be others at their last member: the time
// to read them grows with the message, and not with its depth.
func TestLikelyCasesAreReadTwiceAtMost(t *testing.T) {
	set := types.New(types.Union[part](types.Untagged(), types.Case[strip]("strip"), types.Case[pin]("pin")))
	const levels = 200
	text := strings.Repeat(`{"Parts":[`, levels) + `{"X":1.5,"Y":2.5}` + strings.Repeat(`],"Name":"n","Other":1}`, levels)
	data, err := translator.FromJSON([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	raw := new(msgp.Raw)
	if err := raw.UnmarshalJSON([]byte(text)); err != nil {
		t.Fatal(err)
	}
	var a, b part
	if err := (beve.DecodeOptions{Types: set}).Unmarshal(data, &a); err != nil {
		t.Error(err)
	}
	if err := (msgpack.DecodeOptions{Types: set}).Unmarshal(*raw, &b); err != nil {
		t.Error(err)
	}
	depth := 0
	for p := a; ; depth++ {
		s, ok := p.(strip)
		if !ok {
			break
		}
		p = s.Parts[0]
	}
	if depth != levels || !reflect.DeepEqual(a, b) {
		t.Errorf("%d levels of %d", depth, levels)
	}
}
