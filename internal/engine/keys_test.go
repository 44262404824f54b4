package engine

import (
	"errors"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
)

// Keys whose hash panics once they hold something that cannot be compared.
type (
	looseStruct struct{ V any }
	looseArray  [1]any
	looseInside struct{ S [2]looseStruct }
)

func loose(text []byte) any {
	if strings.HasPrefix(string(text), "!") {
		return []byte(text)
	}
	return string(text)
}

func (k *looseStruct) UnmarshalText(text []byte) error { k.V = loose(text); return nil }
func (k *looseArray) UnmarshalText(text []byte) error  { k[0] = loose(text); return nil }
func (k *looseInside) UnmarshalText(text []byte) error { k.S[1].V = loose(text); return nil }

// TestKeysThatCannotBeCompared reads them in objects, with and without an index, and in
// rows of tables.
func TestKeysThatCannotBeCompared(t *testing.T) {
	object := func(key string) any { return map[string]any{key: 1} }
	rows := func(key string) any { return []map[string]any{{key: 1}, {key: 2}} }
	for _, key := range []string{"fine", "!list"} {
		for name, c := range map[string]struct {
			value   any
			targets []any
		}{
			"object":  {object(key), []any{new(map[looseStruct]any), new(map[looseArray]int), new(map[looseInside]any)}},
			"table":   {rows(key), []any{new([]map[looseStruct]any), new([]map[looseArray]int)}},
			"indexed": {object(key), []any{new(map[looseStruct]any), new(map[looseArray]int)}},
		} {
			o := EncodeOptions{Extended: name == "table"}
			data, err := o.Append(nil, c.value)
			if name == "indexed" {
				data, err = IndexOptions{}.AppendIndexed(nil, c.value)
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, target := range c.targets {
				for _, o := range []DecodeOptions{{}, {RejectDuplicates: true}} {
					target := reflect.New(reflect.TypeOf(target).Elem()).Interface()
					err := o.Unmarshal(data, target)
					if key == "fine" && err != nil || key != "fine" && !errors.Is(err, fault.ErrUnsupported) {
						t.Errorf("%s of %s into %T: %v", name, key, target, err)
					}
				}
			}
		}
	}
}

// floatKey is a key that is not equal to itself.
type floatKey float64

func (k floatKey) MarshalText() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(k), 'g', -1, 64), nil
}

func TestKeysThatAreNotEqualToThemselves(t *testing.T) {
	m := map[floatKey]int{floatKey(math.NaN()): 7, 2: 8}
	for name, write := range map[string]func() ([]byte, error){
		"plain":         func() ([]byte, error) { return EncodeOptions{}.Append(nil, m) },
		"deterministic": func() ([]byte, error) { return EncodeOptions{Deterministic: true}.Append(nil, m) },
		"tables": func() ([]byte, error) {
			return EncodeOptions{Extended: true}.Append(nil, []map[floatKey]int{m, {2: 1}})
		},
		"table of one": func() ([]byte, error) { return EncodeOptions{Extended: true}.Append(nil, []map[floatKey]int{m}) },
		"indexed":      func() ([]byte, error) { return IndexOptions{}.AppendIndexed(nil, m) },
		"nested": func() ([]byte, error) {
			return IndexOptions{IncludeNested: true}.AppendIndexed(nil, map[string]any{"m": m})
		},
	} {
		data, err := write()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var back any
		if err := Unmarshal(data, &back); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for range 2 {
			if list, ok := back.([]any); ok {
				back = list[0]
			}
			if inner, ok := back.(map[string]any)["m"]; ok {
				back = inner
			}
		}
		if got := back.(map[string]any); got["NaN"] != int64(7) || got["2"] != int64(8) {
			t.Errorf("%s: %v", name, back)
		}
	}
}
