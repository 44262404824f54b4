package token

import (
	"math"
	"reflect"
	"testing"

	"github.com/beve-org/beve-go/wire"
)

func number(b []byte) wire.Number {
	n, _, err := wire.ReadNumber(b, 0)
	if err != nil {
		panic(err)
	}
	return n
}

// TestAny holds the values of tokens and their words.
func TestAny(t *testing.T) {
	big := number(append([]byte{byte(wire.HeaderUint128)}, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0))
	for _, c := range []struct {
		t     Token
		value any
		words string
	}{
		{Token{}, nil, "invalid"},
		{Token{Kind: Null}, nil, "null"},
		{Token{Kind: Bool, Bool: true}, true, "true"},
		{Token{Kind: Number, Number: number(wire.AppendInt(nil, -7))}, int64(-7), "-7"},
		{Token{Kind: Number, Number: number(wire.AppendUint(nil, math.MaxUint64))}, uint64(math.MaxUint64), "18446744073709551615"},
		{Token{Kind: Number, Number: number(wire.AppendFloat32(nil, 1.5))}, 1.5, "1.5"},
		{Token{Kind: Number, Number: big}, big, "18446744073709551617"},
		{Token{Kind: String, Text: "a\n"}, "a\n", `"a\n"`},
		{Token{Kind: Key, Text: "7"}, "7", `"7"`},
		{Token{Kind: Other, Value: []byte{1}}, []byte{1}, "other"},
		{Token{Kind: BeginArray, Len: 3}, nil, "["},
		{Token{Kind: EndObject}, nil, "}"},
		{Token{Kind: 200}, nil, "invalid"},
	} {
		if got := c.t.Any(); !reflect.DeepEqual(got, c.value) || c.t.String() != c.words {
			t.Errorf("%v: %#v, not %#v, and %q, not %q", c.t.Kind, got, c.value, c.t.String(), c.words)
		}
	}
}
