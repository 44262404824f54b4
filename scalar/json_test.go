package scalar_test

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/scalar"
)

// TestJSONThatIsNoneLeavesTheVariable gives each type text that it must refuse, and text cut at every byte.
func TestJSONThatIsNoneLeavesTheVariable(t *testing.T) {
	type celsius float64
	for _, c := range []struct {
		v     json.Unmarshaler
		right string
		wrong []string
	}{
		{new(scalar.UUID), `[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]`, []string{`[1]`, `[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,256]`, `"x"`, `{}`, `1`,
			`[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17]`, `[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]x`, `"01020000-0000-0000-0000-000000000000"1`}},
		{new(scalar.Int128), `"-5"`, []string{`1.5`, `"x"`, `[]`, `170141183460469231731687303715884105728`, `true`}},
		{new(scalar.Uint128), `"5"`, []string{`-1`, `1e3`, `""`, `340282366920938463463374607431768211456`}},
		{new(scalar.Complex[int8]), `[1,-2]`, []string{`[1]`, `[]`, `[1,2,3]`, `[128,0]`, `[1.5,0]`, `"1"`, `{}`, `[1,null]`, `[1,2]3`, `[[1],2]`}},
		{new(scalar.Complex[float32]), `[1e3,-2]`, []string{`[1e39,0]`, `[1,"2"]`}},
		{new(scalar.Complex[scalar.Float16]), ``, []string{`[1,2]`, `1`}},
		{new(scalar.Matrix[uint8]), `{"value":[1,2],"more":[{}],"extents":[2,1],"layout":"layout_left"}`, []string{
			`{"layout":"layout_middle","extents":[1],"value":[1]}`, `{"layout":0,"extents":[1],"value":[1]}`,
			`{"layout":"layout_left","extents":[2],"value":[1]}`, `{"extents":[-1],"value":[]}`, `{"extents":[1],"value":[256]}`, `{"value":[1]}`,
			`{"extents":[4294967296,4294967296,4294967296,0,1],"value":[1]}`, `{"extents":[2,9223372036854775807,2],"value":[1,1,1,1]}`, `[]`, `{"extents":[1],"value":["1"]}`,
			`{"more":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + `}`}},
		{new(scalar.Matrix[complex64]), `{"extents":[2],"value":[[1,2],3]}`, []string{`{"extents":[1],"value":[[1]]}`, `{"extents":[1],"value":[[1e39,0]]}`}},
		{new(scalar.Matrix[scalar.Int128]), `{"extents":[1],"value":[-1]}`, []string{`{"extents":[1],"value":[1.5]}`, `{"extents":[1],"value":[]}`}},
		{new(scalar.Matrix[celsius]), `{}`, []string{`{"extents":[1],"value":[1]}`}},
	} {
		before := reflect.ValueOf(c.v).Elem().Interface()
		refused := func(text string) {
			t.Helper()
			if err := c.v.UnmarshalJSON([]byte(text)); err == nil {
				t.Errorf("%T reads %.80q as %v", before, text, reflect.ValueOf(c.v).Elem())
			}
			if now := reflect.ValueOf(c.v).Elem().Interface(); !reflect.DeepEqual(before, now) {
				t.Errorf("%T: %.80q made it %v", before, text, now)
			}
		}
		for _, text := range c.wrong {
			refused(text)
		}
		for i := range len(c.right) {
			if c.right[i] != '"' || i == 0 {
				refused(c.right[:i])
			}
		}
		if err := c.v.UnmarshalJSON([]byte("null")); err != nil || !reflect.DeepEqual(before, reflect.ValueOf(c.v).Elem().Interface()) {
			t.Errorf("%T: null: %v", before, err)
		}
		if c.right == "" {
			continue
		}
		if err := c.v.UnmarshalJSON([]byte(c.right)); err != nil || c.right != "{}" && reflect.DeepEqual(before, reflect.ValueOf(c.v).Elem().Interface()) {
			t.Errorf("%T: %s: %v", before, c.right, err)
		}
	}
}

// TestWhatJSONLacksIsAnError writes what has no JSON text.
func TestWhatJSONLacksIsAnError(t *testing.T) {
	type celsius float64
	for _, v := range []json.Marshaler{
		scalar.Complex[float64]{Real: math.NaN()}, scalar.Complex[float32]{Imag: float32(math.Inf(1))}, scalar.Complex[scalar.BFloat16]{},
		scalar.Matrix[float64]{Extents: []int{1}, Data: []float64{math.Inf(-1)}}, scalar.Matrix[float64]{Extents: []int{2}, Data: []float64{1}},
		scalar.Matrix[float64]{Data: []float64{1}}, scalar.Matrix[int8]{Layout: 2}, scalar.Matrix[string]{}, scalar.Matrix[bool]{},
		scalar.Matrix[celsius]{Extents: []int{1}, Data: []celsius{1}}, scalar.Matrix[complex64]{Extents: []int{1}, Data: []complex64{complex(0, float32(math.NaN()))}},
	} {
		if text, err := v.MarshalJSON(); !errors.Is(err, fault.ErrUnsupported) && !errors.Is(err, fault.ErrMismatch) {
			t.Errorf("%#v: %s, %v", v, text, err)
		}
	}
	for _, s := range []scalar.Timestamp{{Nanoseconds: 1e9}, {TimezoneOffset: 1440}, {Seconds: math.MaxInt64}, {Seconds: math.MinInt64}} {
		if text, err := s.MarshalText(); !errors.Is(err, fault.ErrOverflow) {
			t.Errorf("%v: %s, %v", s, text, err)
		}
	}
	if text, err := scalar.Layout(2).MarshalText(); err == nil {
		t.Errorf("layout 2 is %s", text)
	}
	if text, err := (scalar.Matrix[float64]{}).MarshalJSON(); err != nil || string(text) != `{"layout":"layout_right","extents":[0],"value":[]}` {
		t.Errorf("the zero matrix is %s, %v", text, err)
	}
}

// TestMatrixErrorsNameTheByte shows where text of a matrix is wrong.
func TestMatrixErrorsNameTheByte(t *testing.T) {
	var m scalar.Matrix[int8]
	err := m.UnmarshalJSON([]byte(`{"extents":[2],"value":[1,300]}`))
	var at *fault.DecodeError
	if !errors.As(err, &at) || at.Offset != 26 || !errors.Is(err, fault.ErrOverflow) {
		t.Errorf("%v", err)
	}
}

func FuzzMatrixJSON(f *testing.F) {
	f.Add([]byte(`{"layout":"layout_left","extents":[1,2],"value":[1.5,2]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var m, again scalar.Matrix[float64]
		if m.UnmarshalJSON(text) != nil {
			return
		}
		b, err := m.MarshalJSON()
		if err != nil {
			t.Fatalf("%s is read as %+v, which is not written: %v", text, m, err)
		}
		if err := again.UnmarshalJSON(b); err != nil || len(again.Data) != len(m.Data) || again.Layout != m.Layout {
			t.Fatalf("%s, of %s, is read as %+v, %v", b, text, again, err)
		}
		for i := range m.Data {
			if m.Data[i] != again.Data[i] {
				t.Fatalf("%s, of %s, is read as %+v", b, text, again)
			}
		}
	})
}
