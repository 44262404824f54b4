// The vectors of the format, through every entry point.

package msgcodec

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/big"
	"reflect"
	"testing"
	"testing/iotest"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

type validCase struct {
	Group, Kind string
	Value       json.RawMessage
	Encodings   []string
}

// value returns a variable of the type that a case should be read into, and what it should
// hold then.
func (c *validCase) value(t *testing.T) (target, want any) {
	parse := func(into any) any {
		if err := json.Unmarshal(c.Value, into); err != nil {
			t.Fatal(err)
		}
		return reflect.ValueOf(into).Elem().Interface()
	}
	switch c.Kind {
	case "bool":
		return new(bool), parse(new(bool))
	case "str":
		return new(string), parse(new(string))
	case "bin":
		return new([]byte), unhex(t, parse(new(string)).(string))
	case "array":
		return new([]any), parse(new([]any))
	case "map":
		return new(map[string]any), parse(new(map[string]any))
	case "timestamp":
		at := parse(new([2]int64)).([2]int64)
		return new(time.Time), time.Unix(at[0], at[1])
	case "ext":
		e := parse(new([2]any)).([2]any)
		code := int8(e[0].(float64))
		return &msgp.RawExtension{Type: code}, msgp.RawExtension{Type: code, Data: unhex(t, e[1].(string))}
	case "nil":
		return new(*int), (*int)(nil)
	}
	t.Fatal(c.Kind)
	return nil, nil
}

// loosely makes numbers comparable with those of JSON.
func loosely(v any) any {
	switch v := v.(type) {
	case int64:
		return float64(v)
	case uint64:
		return float64(v)
	case float32:
		return float64(v)
	case []any:
		for i := range v {
			v[i] = loosely(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = loosely(v[key])
		}
	}
	return v
}

func TestEveryEncodingIsRead(t *testing.T) {
	for _, c := range testkit.Vectors[validCase](t, "../../msgpack/testdata/valid.json") {
		for _, text := range c.Encodings {
			b := unhex(t, text)
			if !valid(b) {
				t.Errorf("%s: not valid", text)
			}
			if c.Kind == "number" {
				checkNumber(t, &c, b)
				continue
			}
			target, want := c.value(t)
			if err := msgpack.Unmarshal(b, target); err != nil {
				t.Errorf("%s: %v", text, err)
			} else if got := loosely(reflect.ValueOf(target).Elem().Interface()); !testkit.EqualLoose(got, want) {
				t.Errorf("%s is read as %v, not as %v", text, got, want)
			}
			target, _ = c.value(t)
			if err := msgpack.NewDecoder(iotest.OneByteReader(bytes.NewReader(b))).Decode(target); err != nil {
				t.Errorf("%s: a stream says %v", text, err)
			} else if got := loosely(reflect.ValueOf(target).Elem().Interface()); !testkit.EqualLoose(got, want) {
				t.Errorf("%s is read from a stream as %v, not as %v", text, got, want)
			}
			var raw msgp.Raw
			if err := msgpack.Unmarshal(b, &raw); err != nil || !bytes.Equal(raw, b) {
				t.Errorf("%s: Raw is %x, %v", text, raw, err)
			}
			var free any
			if err := msgpack.Unmarshal(b, &free); err != nil {
				t.Errorf("%s: any: %v", text, err)
			}
			again, err := msgpack.Marshal(free)
			var back any
			if err == nil {
				err = msgpack.Unmarshal(again, &back)
			}
			if err != nil || !testkit.EqualLoose(free, back) {
				t.Errorf("%s: %v comes back as %v, %v", text, free, back, err)
			}
		}
	}
}

// checkNumber reads a number into every type of number: those that hold it exactly have to,
// the others have to refuse. Integers and floats are kept apart.
func checkNumber(t *testing.T, c *validCase, b []byte) {
	var text string
	if err := json.Unmarshal(c.Value, &text); err != nil {
		t.Fatal(err)
	}
	want, _ := new(big.Rat).SetString(text)
	float := b[0] == 0xCA || b[0] == 0xCB
	for _, target := range []any{new(int), new(int8), new(int16), new(int32), new(int64), new(uint), new(uint8), new(uint16),
		new(uint32), new(uint64), new(float32), new(float64), new(any), new(msgp.Number)} {
		v := reflect.ValueOf(target).Elem()
		err := msgpack.Unmarshal(b, target)
		got := new(big.Rat)
		fits := true
		if v.Kind() == reflect.Interface && err == nil {
			v = v.Elem()
		}
		switch {
		case v.CanInt():
			fits = !float && want.IsInt() && want.Num().IsInt64() && !v.OverflowInt(want.Num().Int64())
			got.SetInt64(v.Int())
		case v.CanUint():
			fits = !float && want.IsInt() && want.Num().IsUint64() && !v.OverflowUint(want.Num().Uint64())
			got.SetUint64(v.Uint())
		case v.CanFloat():
			exact, _ := want.Float64()
			fits = float && (v.Kind() == reflect.Float64 || float64(float32(exact)) == exact)
			got.SetFloat64(v.Float())
		default:
			n := target.(*msgp.Number)
			if i, ok := n.Int(); ok {
				got.SetInt64(i)
			} else if u, ok := n.Uint(); ok {
				got.SetUint64(u)
			} else if f, ok := n.Float(); ok {
				got.SetFloat64(f)
			}
		}
		if fits != (err == nil) || fits && got.Cmp(want) != 0 {
			t.Errorf("%x (%s) into a %T: %v, %v", b, text, target, v, err)
		}
	}
}

// refused fails the test unless every way to read b fails, within bounds.
func refused(t *testing.T, name string, b []byte) {
	t.Helper()
	type node struct {
		A []node          `msg:"a"`
		B map[string]node `msg:"b"`
	}
	targets := []func() any{
		func() any { return new(any) }, func() any { return new([]any) }, func() any { return new(map[string]any) },
		func() any { return new([]string) }, func() any { return new(map[string]string) }, func() any { return new(map[int]int) },
		func() any { return new(node) }, func() any { return new(msgp.Raw) }, func() any { return new([]byte) },
		func() any { return new([][16]int64) }, func() any { return new(map[any]any) }, func() any { return new(*[]*node) },
	}
	for _, target := range targets {
		testkit.Costs(t, name, len(b), func() {
			v := target()
			err := msgpack.Unmarshal(b, v)
			var where *DecodeError
			if !errors.As(err, &where) || where.Offset < 0 || where.Offset > int64(len(b)) {
				t.Errorf("%s into a %T: %v", name, v, err)
			}
		})
		v := target()
		if err := msgpack.NewDecoder(bytes.NewReader(b)).Decode(v); err == nil || err == io.EOF && len(b) > 0 {
			t.Errorf("%s from a stream into a %T: %v", name, v, err)
		}
	}
	testkit.Costs(t, name, len(b), func() {
		if valid(b) {
			t.Errorf("%s: valid", name)
		}
	})
}

func TestMalformedIsRefused(t *testing.T) {
	for _, c := range testkit.Vectors[struct{ Hex, Class, Reason string }](t, "../../msgpack/testdata/malformed.json") {
		refused(t, c.Hex+" ("+c.Reason+")", unhex(t, c.Hex))
	}
}

func TestDeepIsRefused(t *testing.T) {
	type deep struct {
		Prefix, Suffix, Reason string
		Repeat                 int
	}
	for _, c := range testkit.Vectors[deep](t, "../../msgpack/testdata/deep.json") {
		refused(t, c.Reason, append(bytes.Repeat(unhex(t, c.Prefix), c.Repeat), unhex(t, c.Suffix)...))
	}
}

// TestLittleThatStandsForMuch has input whose bytes each stand for many of memory, malformed
// at the end.
func TestLittleThatStandsForMuch(t *testing.T) {
	size := 100_000
	if testing.Short() {
		size = 8_000
	}
	for _, unit := range []string{"c0", "90", "80", "81a0c0", "a0", "c400", "d40000", "9190", "00"} {
		u := unhex(t, unit)
		n := size / len(u) &^ 1
		head := []byte{0, byte(n >> 16), byte(n >> 8), byte(n)}
		head[3]++ // of the reserved byte at the end; n is even
		b := append(append([]byte{0xDD}, head...), bytes.Repeat(u, n)...)
		refused(t, "many "+unit, append(b, 0xC1))
		m := append(append([]byte{0xDF}, head...), bytes.Repeat(append([]byte{0xA1, 'k'}, u...), n)...)
		refused(t, "many pairs of "+unit, append(m, 0xC1, 0xC1))
	}
}

func TestConditionalErrors(t *testing.T) {
	for _, c := range testkit.Vectors[struct{ Hex, Class, Reason string }](t, "../../msgpack/testdata/conditional.json") {
		b := unhex(t, c.Hex)
		var v any
		var cause error
		var decode DecodeOptions
		var validate msgwire.ValidateOptions
		switch c.Class {
		case "trailing":
			if err := msgpack.Unmarshal(b, &v); !errors.Is(err, fault.ErrTrailing) {
				t.Errorf("%s: %v", c.Reason, err)
			}
			d := msgpack.NewDecoder(bytes.NewReader(b))
			if err := d.Decode(&v); err != nil || d.InputOffset() >= int64(len(b)) {
				t.Errorf("%s: a stream says %v and stands at %d", c.Reason, err, d.InputOffset())
			}
			continue
		case "utf8":
			cause, decode.ValidUTF8, validate.UTF8 = fault.ErrUTF8, true, true
		case "duplicate":
			cause, decode.RejectDuplicates, validate.Duplicates = fault.ErrDuplicate, true, true
		case "timestamp":
			validate.Timestamps = true
			if err := msgpack.Unmarshal(b, new(time.Time)); err == nil {
				t.Errorf("%s: it is a time", c.Reason)
			}
		case "nonminimal":
			validate.Canonical = true
		default:
			t.Fatal(c.Class)
		}
		if !valid(b) || validate.Validate(b) == nil {
			t.Errorf("%s: validation does not depend on the option", c.Reason)
		}
		if cause == nil {
			continue
		}
		if err := msgpack.Unmarshal(b, &v); err != nil {
			t.Errorf("%s: %v", c.Reason, err)
		}
		if err := msgpack.UnmarshalWithOptions(b, &v, decode); !errors.Is(err, cause) {
			t.Errorf("%s: under the option %v", c.Reason, err)
		}
	}
}
