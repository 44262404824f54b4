package jsonpack_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/jsonpack"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/translator"
)

// literals are numbers of JSON that are tiny, huge, at the ends of the types, next to them, fractions of few and of many digits,
// zero, and each written in several ways.
func literals() []string {
	var all []string
	ends := []string{"0", "1", "7", "10", "120", "127", "128", "129", "255", "256", "32767", "32768", "65535", "65536", "16777217", "2147483647",
		"2147483648", "4294967295", "4294967296", "9007199254740993", "9223372036854775807", "9223372036854775808", "9223372036854775809",
		"18446744073709551615", "18446744073709551616", "123456789012345678901234567890"}
	for _, end := range ends {
		zeros := strings.Repeat("0", 40)
		all = append(all, end, end+".0", end+".5", end+"e0", end+"0e-1", end+"E+1", end+"e2", end+"e-1", end+"."+zeros, end+"."+zeros+"1", end+zeros+"e-40",
			end+"e19", end+"e300", end+"e400", end+"e-300", end+"e-323", end+"e-324", end+"e-400", end+"e-44", end+"e-46", end+"e-99999999999")
	}
	all = append(all, "0.1", "0.25", "2.5e-1", "0.0e400", "4.9999999999999999999999999", "0.99999999999999999999999999", "3.4028236e38", "1.25e2", "0."+strings.Repeat("0", 400)+"1")
	for _, s := range slices.Clone(all) {
		all = append(all, "-"+s)
	}
	return slices.DeleteFunc(all, func(s string) bool { return !json.Valid([]byte(s)) }) // leading zeros
}

// TestNumbersAreWhatTheyShow writes every literal as every number by every way in, and compares with math/big: an integer is
// that integer or an error, a float the nearest or an error, and nothing but zero is zero.
func TestNumbersAreWhatTheyShow(t *testing.T) {
	for _, typ := range []string{"int8", "uint8", "int16le", "uint16be", "int32le", "uint32le", "int64le", "uint64be", "float32le", "float64be"} {
		schema, err := jsonpack.NewJSONPack().AddSchema(typ, `{"type":"object","properties":{"a":{"type":"`+typ+`"}},"order":["a"]}`)
		if err != nil {
			t.Fatal(err)
		}
		codec, err := jsonpack.CodecOf[numberHolder](schema)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range literals() {
			held := numberHolder{A: json.Number(s)}
			ways := map[string]func() ([]byte, error){
				"FromJSON":     func() ([]byte, error) { return schema.FromJSON([]byte(`{"a":` + s + `}`)) },
				"Encode":       func() ([]byte, error) { return schema.Encode(held) },
				"Encode a map": func() ([]byte, error) { return schema.Encode(map[string]any{"a": json.Number(s)}) },
				"Codec":        func() ([]byte, error) { return codec.Marshal(&held) },
				"Encoder": func() ([]byte, error) {
					var b bytes.Buffer
					err := jsonpack.NewEncoder(&b, schema).Encode(held)
					return b.Bytes(), err
				},
				"FromJSON of a text": func() ([]byte, error) {
					return schema.FromJSON(slices.Concat([]byte(" { \"a\" : "), []byte(s), []byte(" } ")))
				},
			}
			for way, write := range ways {
				b, err := write()
				if why := wrongNumber(schema, typ, s, b, err); why != "" {
					t.Errorf("%s of %.60s as %s: %s", way, s, typ, why)
				}
			}
		}
	}
}

type numberHolder struct {
	A json.Number `json:"a"`
}

// wrongNumber says what is wrong with what was written for a literal, "" if nothing.
func wrongNumber(schema *jsonpack.Schema, typ, s string, b []byte, err error) string {
	bits, _ := strconv.Atoi(strings.Trim(typ, "abcdefghijklmnopqrstuvwxyz"))
	float := strings.HasPrefix(typ, "float")
	var wanted string
	if float {
		f, overflow := strconv.ParseFloat(s, bits)
		zero := f == 0 && strings.Trim(strings.SplitN(strings.ToLower(s), "e", 2)[0], "-0.") != ""
		switch {
		case (overflow != nil || zero) && err == nil:
			return fmt.Sprintf("% x, not an error", b)
		case err != nil && overflow == nil && !zero && len(s) <= 15:
			return err.Error()
		}
		wanted = strconv.FormatFloat(f, 'g', -1, 64)
	} else {
		x, whole := integerOf(s)
		low, high := big.NewInt(0), new(big.Int).Lsh(big.NewInt(1), uint(bits))
		if typ[0] == 'i' {
			high.Rsh(high, 1)
			low.Neg(high)
		}
		fits := whole && x.Cmp(low) >= 0 && x.Cmp(high) < 0
		switch {
		case !fits && err == nil:
			return fmt.Sprintf("% x, not an error", b)
		case fits && err != nil:
			return err.Error()
		}
		wanted = x.String()
	}
	if err != nil {
		return ""
	}
	var got map[string]any
	if err := schema.Decode(b, &got); err != nil {
		return err.Error()
	}
	shown := fmt.Sprint(got["a"])
	if float {
		shown = strconv.FormatFloat(reflect.ValueOf(got["a"]).Float(), 'g', -1, 64)
	}
	if shown != wanted {
		return shown
	}
	return ""
}

// integerOf returns the integer that a literal is, 0 where it is none. Exponents beyond a thousand are none.
func integerOf(s string) (x *big.Int, whole bool) {
	if i := strings.IndexAny(s, "eE"); i >= 0 && len(s)-i > 6 {
		return new(big.Int), strings.Trim(s[:i], "-0.") == ""
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok || !r.IsInt() {
		return new(big.Int), false
	}
	return r.Num(), true
}

// TestNoNumberBecomesZero writes every literal by the other ways from JSON to bytes.
func TestNoNumberBecomesZero(t *testing.T) {
	for _, s := range literals() {
		if strings.Trim(strings.SplitN(strings.ToLower(s), "e", 2)[0], "-0.") == "" {
			continue
		}
		for way, zero := range map[string]func() (float64, error){
			"msgpack, json.Number":     func() (float64, error) { return throughMsgpack(json.Number(s)) },
			"msgpack, json.RawMessage": func() (float64, error) { return throughMsgpack(json.RawMessage(s)) },
			"translator": func() (float64, error) {
				b, err := translator.FromJSON([]byte(s))
				if err != nil {
					return 0, err
				}
				text, err := translator.ToJSON(b)
				if err != nil {
					return 0, err
				}
				return strconv.ParseFloat(string(text), 64)
			},
		} {
			if f, err := zero(); err == nil && f == 0 {
				t.Errorf("%s of %.60s: zero", way, s)
			}
		}
	}
}

func throughMsgpack(v any) (float64, error) {
	b, err := msgpack.Marshal(v)
	if err != nil {
		return 0, err
	}
	var got any
	if err := msgpack.Unmarshal(b, &got); err != nil {
		return 0, err
	}
	return strconv.ParseFloat(fmt.Sprint(got), 64)
}
