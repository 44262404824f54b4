package interop

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strconv"

	"github.com/beve-org/beve-go/translator"
)

// SameValue returns nil if two messages mean the same: their JSON texts are equal.
func SameValue(a, b []byte) error {
	text, err := translator.ToJSON(b)
	if err != nil {
		return err
	}
	return SameAsJSON(a, text)
}

// SameAsJSON returns nil if a message means what a JSON text says. The order of
// members is of no account; integers are compared as such, other numbers as float64.
func SameAsJSON(message, text []byte) error {
	own, err := translator.ToJSON(message)
	if err != nil {
		return err
	}
	got, err := parse(own)
	if err != nil {
		return err
	}
	want, err := parse(text)
	if err != nil {
		return err
	}
	return same(got, want, "")
}

func parse(text []byte) (v any, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	err = d.Decode(&v)
	return v, err
}

func same(got, want any, path string) error {
	switch want := want.(type) {
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(want) {
			return fmt.Errorf("%s: %v, want %v", path, got, want)
		}
		for i := range want {
			if err := same(g[i], want[i], path+"/"+strconv.Itoa(i)); err != nil {
				return err
			}
		}
		return nil
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok || len(g) != len(want) {
			return fmt.Errorf("%s: %v, want %v", path, got, want)
		}
		for key, w := range want {
			v, ok := g[key]
			if !ok {
				return fmt.Errorf("%s: no member %q", path, key)
			}
			if err := same(v, w, path+"/"+key); err != nil {
				return err
			}
		}
		return nil
	case json.Number:
		if g, ok := got.(json.Number); ok && sameNumber(g.String(), want.String()) {
			return nil
		}
	default:
		if got == want {
			return nil
		}
	}
	return fmt.Errorf("%s: %v (%T), want %v (%T)", path, got, got, want, want)
}

// sameNumber compares texts of numbers.
func sameNumber(a, b string) bool {
	x, ok := new(big.Int).SetString(a, 10)
	y, ok2 := new(big.Int).SetString(b, 10)
	if ok && ok2 && a != "-0" && b != "-0" {
		return x.Cmp(y) == 0
	}
	f, err := strconv.ParseFloat(a, 64)
	g, err2 := strconv.ParseFloat(b, 64)
	return err == nil && err2 == nil && math.Float64bits(f) == math.Float64bits(g)
}
