// The limit of nesting, where a value is read in parts: it is that of the whole.

package beve_test

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"reflect"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/token"
)

// A depthFormat is a format whose values may be read in parts, to so many levels.
type depthFormat struct {
	whole    func(data []byte, levels int) error
	decoder  func(data []byte, levels int) tokenDecoder
	raw      func(d tokenDecoder) error
	elements func(data []byte, path beve.Pointer, levels int) iter.Seq2[any, error]
}

func depthFormats() map[string]depthFormat {
	b := func(levels int) beve.DecodeOptions {
		return beve.DecodeOptions{Limits: beve.Limits{MaxDepth: levels}, GenericArrays: true}
	}
	m := func(levels int) msgpack.DecodeOptions {
		return msgpack.DecodeOptions{Limits: msgpack.Limits{MaxDepth: levels}}
	}
	j := func(levels int) json.DecodeOptions {
		return json.DecodeOptions{Limits: json.Limits{MaxDepth: levels}}
	}
	return map[string]depthFormat{
		"beve": {
			whole: func(data []byte, levels int) error { return b(levels).Unmarshal(data, new(any)) },
			decoder: func(data []byte, levels int) tokenDecoder {
				d := beve.NewDecoder(bytes.NewReader(data))
				d.SetOptions(b(levels))
				return d
			},
			raw: func(d tokenDecoder) error { _, err := d.(*beve.Decoder).ViewRaw(); return err },
			elements: func(data []byte, path beve.Pointer, levels int) iter.Seq2[any, error] {
				return beve.ElementsAt[any](bytes.NewReader(data), path, b(levels))
			},
		},
		"msgpack": {
			whole: func(data []byte, levels int) error { return m(levels).Unmarshal(data, new(any)) },
			decoder: func(data []byte, levels int) tokenDecoder {
				d := msgpack.NewDecoder(bytes.NewReader(data))
				d.SetOptions(m(levels))
				return d
			},
			raw: func(d tokenDecoder) error { _, err := d.(*msgpack.Decoder).ViewRaw(); return err },
			elements: func(data []byte, path beve.Pointer, levels int) iter.Seq2[any, error] {
				return msgpack.ElementsAt[any](bytes.NewReader(data), path, m(levels))
			},
		},
		"json": {
			whole: func(data []byte, levels int) error { return j(levels).Unmarshal(data, new(any)) },
			decoder: func(data []byte, levels int) tokenDecoder {
				return &jsonTokens{Decoder: j(levels).NewDecoder(bytes.NewReader(data))}
			},
			raw: func(d tokenDecoder) error {
				t := d.(*jsonTokens)
				defer t.value()
				_, err := t.ViewRaw()
				return err
			},
			elements: func(data []byte, path beve.Pointer, levels int) iter.Seq2[any, error] {
				return json.ElementsAt[any](bytes.NewReader(data), path, j(levels))
			},
		},
	}
}

// inParts reads a value by a random choice of calls.
func (f depthFormat) inParts(rng *rand.Rand, d tokenDecoder) error {
	var value func() error
	value = func() error {
		switch rng.IntN(6) {
		case 0:
			return d.Skip()
		case 1:
			return d.Decode(new(any))
		case 2:
			return f.raw(d)
		}
		t, err := d.Token()
		if err != nil || t.Kind != token.BeginArray && t.Kind != token.BeginObject {
			return err
		}
		for d.More() {
			if t.Kind == token.BeginObject {
				if _, err := d.Token(); err != nil {
					return err
				}
			}
			if err := value(); err != nil {
				return err
			}
		}
		_, err = d.Token()
		return err
	}
	return value()
}

// TestPartsAreAsDeepAsTheWhole reads values in parts, which are to be accepted if and only if the
// whole is, at each limit.
func TestPartsAreAsDeepAsTheWhole(t *testing.T) {
	formats := depthFormats()
	for _, f := range tokenFormats() {
		t.Run(f.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(31, 32))
			depth, accepted, refused := formats[f.name], 0, 0
			for range testkit.Rounds(400) {
				list := []any{documentOfParts(rng, rng.IntN(5), f.binary)}
				data, err := f.marshal(rng, map[string]any{"l": list})
				if err != nil {
					t.Fatal(err)
				}
				for levels := 1; levels < 9; levels++ {
					whole := depth.whole(data, levels)
					if whole == nil {
						accepted++
					} else if refused++; !errors.Is(whole, beve.ErrDepth) {
						t.Fatalf("% x: %v", data, whole)
					}
					check := func(how string, err error) {
						if (err == nil) != (whole == nil) || err != nil && !errors.Is(err, beve.ErrDepth) {
							t.Fatalf("%d levels of %q (% x), %s: %v; as a whole: %v", levels, data, data, how, err, whole)
						}
					}
					for range 4 {
						check("in parts", depth.inParts(rng, depth.decoder(data, levels)))
					}
					var failed error
					for _, err := range depth.elements(data, "/l", levels) {
						failed = err
					}
					check("ElementsAt", failed)
				}
			}
			if least := testkit.Rounds(500); accepted < least || refused < least {
				t.Errorf("%d accepted, %d refused", accepted, refused)
			}
		})
	}
}

// TestPointersTakeNoLevel decodes values into variables behind pointers: limits are about what the
// message has.
func TestPointersTakeNoLevel(t *testing.T) {
	type part struct {
		N []int `json:"n" zid:"0"`
	}
	type plain struct {
		P string         `json:"p" zid:"0"`
		S []part         `json:"s" zid:"1"`
		M map[string]int `json:"m" zid:"2"`
	}
	type behindPart struct {
		N ****[]int `json:"n" zid:"0"`
	}
	type behind struct {
		P **string         `json:"p" zid:"0"`
		S []***behindPart  `json:"s" zid:"1"`
		M map[string]**int `json:"m" zid:"2"`
	}
	for _, s := range siblings(t) {
		if s.encode == nil || s.name == "jsonpack" { // whose levels are those of a schema
			continue
		}
		data := s.marshal(t, plain{"text", []part{{[]int{1, 2}}, {[]int{3}}}, map[string]int{"a": 1, "b": 2}})
		refused := 0
		for _, limit := range []string{"MaxDepth", "MaxElements"} {
			for most := int64(1); most < 24; most++ {
				o := reflect.New(reflect.TypeOf(s.decode)).Elem()
				o.FieldByName("Limits").FieldByName(limit).SetInt(most)
				want := errorOf(s.must(t, o.Interface(), "Unmarshal", data, new(plain)))
				got := errorOf(s.must(t, o.Interface(), "Unmarshal", data, new(behind)))
				if fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("%s: %s %d: %v behind pointers, and %v without", s.name, limit, most, got, want)
				}
				if want != nil {
					refused++
				}
			}
		}
		if refused < 4 {
			t.Errorf("%s: only %d were refused", s.name, refused)
		}
	}
}
