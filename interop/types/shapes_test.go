package types

import (
	stdjson "encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	beve "github.com/beve-org/beve-go"
)

// Types with one kind of methods each, over kinds that say something else than these.

type (
	onlyJSON      struct{ n int }      // both methods of JSON, on the pointer
	onlyJSONValue struct{ n int }      // MarshalJSON on the value
	intJSON       int                  // its JSON is a word
	sliceJSON     []int                // its JSON is a text
	mapJSON       map[string]int       // its JSON is an array
	writeJSON     struct{ A int }      // MarshalJSON alone
	readJSON      struct{ A int }      // UnmarshalJSON alone
	onlyText      struct{ n int }      // methods of text
	onlyBinary    struct{ n int }      // methods of binary
	onlyBEVE      struct{ n int }      // methods of BEVE
	fieldsBEVE    struct{ A int }      // methods of BEVE, and a field
	textAndJSON   struct{ n int }      // both, its JSON a number
	writeTextJSON struct{ n int }      // MarshalText, and both of JSON
	hidden        struct{ a, b int }   // unexported fields alone
	partly        struct{ A, b int }   // some of it
	marker        struct{ _ struct{} } // nothing at all
	promoting     struct {             // promotes the methods of what it embeds
		onlyJSONValue
		Name string
	}
	withPointer struct{ P *onlyJSON } // a nil pointer is null
)

func (v *onlyJSON) MarshalJSON() ([]byte, error) { return stdjson.Marshal(map[string]int{"n": v.n}) }
func (v *onlyJSON) UnmarshalJSON(b []byte) error {
	var m map[string]int
	err := stdjson.Unmarshal(b, &m)
	v.n = m["n"]
	return err
}

func (v onlyJSONValue) MarshalJSON() ([]byte, error)  { return []byte(strconv.Itoa(v.n)), nil }
func (v *onlyJSONValue) UnmarshalJSON(b []byte) error { return stdjson.Unmarshal(b, &v.n) }

var words = []string{"zero", "one", "two"}

func (v intJSON) MarshalJSON() ([]byte, error) { return stdjson.Marshal(words[v]) }
func (v *intJSON) UnmarshalJSON(b []byte) error {
	for i, w := range words {
		if string(b) == strconv.Quote(w) {
			*v = intJSON(i)
			return nil
		}
	}
	return errors.New("not a word")
}

func (v sliceJSON) MarshalJSON() ([]byte, error) {
	return stdjson.Marshal(strings.Trim(fmt.Sprint([]int(v)), "[]"))
}
func (v *sliceJSON) UnmarshalJSON(b []byte) error {
	var s string
	err := stdjson.Unmarshal(b, &s)
	*v = sliceJSON{}
	for _, f := range strings.Fields(s) {
		n, _ := strconv.Atoi(f)
		*v = append(*v, n)
	}
	return err
}

func (v mapJSON) MarshalJSON() ([]byte, error) {
	pairs := [][2]any{}
	for k, n := range v {
		pairs = append(pairs, [2]any{k, n})
	}
	return stdjson.Marshal(pairs)
}
func (v *mapJSON) UnmarshalJSON(b []byte) error {
	var pairs [][2]any
	err := stdjson.Unmarshal(b, &pairs)
	*v = mapJSON{}
	for _, p := range pairs {
		(*v)[p[0].(string)] = int(p[1].(float64))
	}
	return err
}

func (v writeJSON) MarshalJSON() ([]byte, error) { return stdjson.Marshal(map[string]int{"A": v.A}) }
func (v *readJSON) UnmarshalJSON(b []byte) error {
	var m map[string]int
	err := stdjson.Unmarshal(b, &m)
	v.A = m["A"]
	return err
}

func (v onlyText) MarshalText() ([]byte, error)        { return []byte(strconv.Itoa(v.n)), nil }
func (v *onlyText) UnmarshalText(b []byte) (err error) { v.n, err = strconv.Atoi(string(b)); return }

func (v onlyBinary) MarshalBinary() ([]byte, error) { return []byte(strconv.Itoa(v.n)), nil }
func (v *onlyBinary) UnmarshalBinary(b []byte) (err error) {
	v.n, err = strconv.Atoi(string(b))
	return
}

func (v onlyBEVE) MarshalBEVE() ([]byte, error)  { return beve.Marshal(v.n) }
func (v *onlyBEVE) UnmarshalBEVE(b []byte) error { return beve.Unmarshal(b, &v.n) }

func (v fieldsBEVE) MarshalBEVE() ([]byte, error) { return beve.Marshal(-v.A) }
func (v *fieldsBEVE) UnmarshalBEVE(b []byte) error {
	err := beve.Unmarshal(b, &v.A)
	v.A = -v.A
	return err
}

func (v textAndJSON) MarshalText() ([]byte, error)        { return []byte(strconv.Itoa(v.n)), nil }
func (v *textAndJSON) UnmarshalText(b []byte) (err error) { v.n, err = strconv.Atoi(string(b)); return }
func (v textAndJSON) MarshalJSON() ([]byte, error)        { return []byte(strconv.Itoa(v.n)), nil }
func (v *textAndJSON) UnmarshalJSON(b []byte) error       { return stdjson.Unmarshal(b, &v.n) }

func (v writeTextJSON) MarshalText() ([]byte, error)  { return []byte("a number"), nil }
func (v writeTextJSON) MarshalJSON() ([]byte, error)  { return []byte(strconv.Itoa(v.n)), nil }
func (v *writeTextJSON) UnmarshalJSON(b []byte) error { return stdjson.Unmarshal(b, &v.n) }

func shapesOf() []sample {
	return []sample{
		of(shapes, onlyJSON{}, onlyJSON{5}), of(shapes, onlyJSONValue{}, onlyJSONValue{5}), of(shapes, intJSON(0), intJSON(2)),
		of(shapes, sliceJSON{}, sliceJSON{1, 2}), of(shapes, mapJSON{}, mapJSON{"a": 1}), of(shapes, writeJSON{1}), of(shapes, readJSON{1}),
		of(shapes, onlyText{}, onlyText{5}), of(shapes, onlyBinary{}, onlyBinary{5}), of(shapes, onlyBEVE{}, onlyBEVE{5}), of(shapes, fieldsBEVE{}, fieldsBEVE{5}),
		of(shapes, textAndJSON{}, textAndJSON{5}), of(shapes, writeTextJSON{}, writeTextJSON{5}),
		of(shapes, hidden{1, 2}), of(shapes, partly{1, 2}), of(shapes, marker{}), of(shapes, promoting{onlyJSONValue{5}, "x"}),
		of(shapes, withPointer{}, withPointer{&onlyJSON{5}}),
	}
}
