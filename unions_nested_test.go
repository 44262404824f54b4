package beve_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/types"
)

// A knot is a union without ids, of cases that differ in the types of their last members alone.
type (
	knot    interface{ knot() }
	numbers struct {
		In []knot
		V  float64
	}
	words struct {
		In []knot
		V  string
	}
	pairs struct {
		In []knot
		V  [2]bool
	}
)

func (*numbers) knot() {}
func (words) knot()    {}
func (*pairs) knot()   {}

// TestUntaggedUnionsWithinEachOther reads values within values, of which only the last member says which case they are: each
// is read as two others first, and all that is in it.
func TestUntaggedUnionsWithinEachOther(t *testing.T) {
	set := types.New(types.Union[knot](types.Untagged(), types.Case[*numbers]("numbers"), types.Case[words]("words"), types.Case[*pairs]("pairs")))
	readers := map[string]func(text string, v *knot) error{
		"beve": func(text string, v *knot) error {
			data, err := translator.FromJSON([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			return beve.DecodeOptions{Types: set}.Unmarshal(data, v)
		},
		"json": func(text string, v *knot) error { return json.DecodeOptions{Types: set}.Unmarshal([]byte(text), v) },
		"msgpack": func(text string, v *knot) error {
			raw := new(msgp.Raw)
			if err := raw.UnmarshalJSON([]byte(text)); err != nil {
				t.Fatal(err)
			}
			return msgpack.DecodeOptions{Types: set}.Unmarshal(*raw, v)
		},
	}
	for _, levels := range []int{1, 2, 3, 10, 20, 200} {
		for _, values := range [][]string{{`"w"`}, {`[true,false]`}, {`1.5`, `"w"`, `[false,true]`}} {
			text := strings.Repeat(`{"In":[`, levels)
			for i := range levels {
				text += fmt.Sprintf(`],"V":%s}`, values[i%len(values)])
			}
			want, wrong := text, strings.Replace(text, `],"V"`, `],"X"`, 1)
			for format, read := range readers {
				var v knot
				if err := read(text, &v); err != nil {
					t.Errorf("%s, %d levels of %s: %v", format, levels, values, err)
					continue
				}
				again, err := json.EncodeOptions{Types: set}.Marshal(&v)
				if err != nil || string(again) != want {
					t.Errorf("%s, %d levels of %s: %s, %v", format, levels, values, again, err)
				}
				if err := read(wrong, &v); err == nil {
					t.Errorf("%s, %d levels: %s is read", format, levels, wrong)
				} else if errors.Is(err, beve.ErrLimit) {
					t.Errorf("%s, %d levels: %v", format, levels, err)
				}
			}
		}
	}
	// What is read once and used again has its own memory.
	var v knot
	if err := readers["json"](`{"In":[{"In":[{"In":[],"V":1},{"In":[],"V":"x"}],"V":"y"},{"In":[],"V":2}],"V":[true,true]}`, &v); err != nil {
		t.Fatal(err)
	}
	one := &pairs{[]knot{words{[]knot{&numbers{[]knot{}, 1}, words{[]knot{}, "x"}}, "y"}, &numbers{[]knot{}, 2}}, [2]bool{true, true}}
	if !reflect.DeepEqual(v, knot(one)) {
		t.Errorf("%+v", v)
	}
}
