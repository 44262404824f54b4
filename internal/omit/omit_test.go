package omit_test

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	stdjson "encoding/json"

	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/omit"
	"github.com/beve-org/beve-go/internal/plan"
)

type byValue int

func (v byValue) IsZero() bool { return v == 7 }

type byAddress struct{ N int }

func (v *byAddress) IsZero() bool { return v.N == 7 }

// subject has a field for every rule; each option stands on one of its own kind.
type subject struct {
	A bool                       `json:"a,omitempty"`
	B int8                       `json:"b,omitempty"`
	C uint16                     `json:"c,omitempty"`
	D int32                      `json:"d,omitempty"`
	E uint64                     `json:"e,omitempty"`
	F int                        `json:"f,omitempty"`
	G float32                    `json:"g,omitempty"`
	H float64                    `json:"h,omitzero"`
	I string                     `json:"i,omitempty"`
	J []int                      `json:"j,omitempty"`
	K []int                      `json:"k,omitzero"`
	L map[string]int             `json:"l,omitempty"`
	M map[string]int             `json:"m,omitzero"`
	N [0]int                     `json:"n,omitempty"`
	O [2]int                     `json:"o,omitempty"`
	P [2]int                     `json:"p,omitzero"`
	Q *int                       `json:"q,omitempty"`
	R any                        `json:"r,omitempty"`
	S time.Time                  `json:"s,omitzero"`
	T byValue                    `json:"t,omitzero"`
	U byValue                    `json:"u,omitempty,omitzero"`
	V byAddress                  `json:"v,omitzero"`
	W *byAddress                 `json:"w,omitzero"`
	X interface{ IsZero() bool } `json:"x,omitzero"`
	Y struct{ Z int }            `json:"y,omitempty"`
	Z struct{ Z int }            `json:"z,omitzero"`
}

// Test holds every rule to what encoding/json leaves out.
func Test(t *testing.T) {
	one := 1
	var none *byAddress
	values := []subject{
		{},
		{
			A: true, B: 1, C: 1, D: 1, E: 1 << 63, F: -1, G: 1, H: 1, I: "x", J: []int{1}, K: []int{1},
			L: map[string]int{"": 1}, M: map[string]int{"": 1}, O: [2]int{1}, P: [2]int{0, 1}, Q: &one, R: 0,
			S: time.Unix(1, 0), T: 1, U: 1, V: byAddress{1}, W: &byAddress{1}, X: byValue(1),
			Z: struct{ Z int }{1},
		},
		{J: []int{}, K: []int{}, L: map[string]int{}, M: map[string]int{}, R: none, X: none},
		{T: 7, U: 7, V: byAddress{7}, W: &byAddress{7}, X: byValue(7)},
		{X: &byAddress{7}},
		{G: float32(math.Copysign(0, -1)), H: math.Copysign(0, -1)},
		{C: 1 << 8, D: 1 << 16, E: 1 << 32, F: 1 << 16},
	}
	p, err := plan.Of(reflect.TypeFor[subject](), []string{"json"})
	if err != nil {
		t.Fatal(err)
	}
	for i := range values {
		v := &values[i]
		text, err := stdjson.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		var want map[string]any
		if err := stdjson.Unmarshal(text, &want); err != nil {
			t.Fatal(err)
		}
		for _, f := range p.Fields {
			rule := omit.Of(&f)
			off := reflect.TypeFor[subject]().FieldByIndex(f.Index).Offset
			_, kept := want[f.Name]
			if got := rule.Omits(mem.Of(v).Add(off)); got == kept {
				t.Errorf("value %d, field %s: left out is %v, encoding/json: %v", i, f.GoName, got, !kept)
			}
		}
	}
}

// The rules of plain numbers are something a loop can test without a call.
func TestPlainRulesHaveNoFunction(t *testing.T) {
	p, err := plan.Of(reflect.TypeFor[subject](), []string{"json"})
	if err != nil {
		t.Fatal(err)
	}
	var calls []string
	for _, f := range p.Fields {
		if rule := omit.Of(&f); rule.Kind == omit.Ask {
			calls = append(calls, f.Name)
		}
	}
	if got, want := fmt.Sprint(calls), "[g h l n p s t u v w x z]"; got != want {
		t.Errorf("%s ask a function, want %s", strings.Trim(got, "[]"), want)
	}
}

func TestEither(t *testing.T) {
	never := omit.Rule{}
	if omit.Either(never, never).Kind != omit.Never || omit.Either(omit.Nil, never).Kind != omit.Nil.Kind {
		t.Error("never is not the neutral rule")
	}
}
