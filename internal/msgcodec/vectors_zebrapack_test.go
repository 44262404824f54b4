// The vectors of the format, by reflection.

package msgcodec

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// fill sets v to what a vector says, in the form that the README of the vectors describes.
func fill(t testing.TB, v reflect.Value, x any) {
	t.Helper()
	if o, ok := x.(map[string]any); ok {
		if n, ok := o["n"]; ok && len(o) == 2 && v.Kind() != reflect.Struct {
			repeat(t, v, o["repeat"], int(n.(float64)))
			return
		}
		if text, ok := o["hex"].(string); ok && v.Kind() != reflect.Pointer && v.Kind() != reflect.Struct {
			b := unhex(t, text)
			switch v.Kind() {
			case reflect.String:
				v.SetString(string(b))
			case reflect.Array:
				reflect.Copy(v, reflect.ValueOf(b))
			default:
				v.SetBytes(b)
			}
			return
		}
	}
	switch p := v.Addr().Interface().(type) {
	case *time.Time:
		*p = parseTime(t, x.(string))
		return
	case *msgp.Number:
		o := x.(map[string]any)
		switch o["t"] {
		case "int64":
			p.AsInt(int64(number(t, o["v"])))
		case "uint64":
			p.AsUint(uint64(number(t, o["v"])))
		case "float32":
			p.AsFloat32(float32(number(t, o["v"])))
		case "float64":
			p.AsFloat64(number(t, o["v"]))
		default:
			t.Fatalf("a number of type %v", o["t"])
		}
		return
	case *msgp.RawExtension:
		o := x.(map[string]any)
		if text, ok := o["hex"].(string); ok {
			p.Data = unhex(t, text)
		}
		if code, ok := o["type"]; ok {
			p.Type = int8(number(t, code))
		}
		return
	}
	if x == nil {
		v.SetZero()
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(x.(bool))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if text, ok := x.(string); ok {
			n, err := strconv.ParseInt(text, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			v.SetInt(n)
			return
		}
		v.SetInt(int64(number(t, x)))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if text, ok := x.(string); ok {
			n, err := strconv.ParseUint(text, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			v.SetUint(n)
			return
		}
		v.SetUint(uint64(number(t, x)))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(number(t, x))
	case reflect.Complex64, reflect.Complex128:
		parts := x.([]any)
		v.SetComplex(complex(number(t, parts[0]), number(t, parts[1])))
	case reflect.String:
		v.SetString(x.(string))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(t, v.Elem(), x)
	case reflect.Slice:
		list := x.([]any)
		v.Set(reflect.MakeSlice(v.Type(), len(list), len(list)))
		for i := range list {
			fill(t, v.Index(i), list[i])
		}
	case reflect.Array:
		for i, elem := range x.([]any) {
			fill(t, v.Index(i), elem)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for name, elem := range x.(map[string]any) {
			key, e := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			fill(t, key, any(name))
			fill(t, e, elem)
			v.SetMapIndex(key, e)
		}
	case reflect.Struct:
		for name, elem := range x.(map[string]any) {
			fill(t, v.FieldByName(name), elem)
		}
	case reflect.Interface:
		o := x.(map[string]any)
		if name, ok := o["struct"].(string); ok {
			p := reflect.ValueOf(vectorTypes["31_iface/"+name]())
			fill(t, p.Elem(), o["v"])
			v.Set(p)
			return
		}
		v.Set(reflect.ValueOf(dynamic(t, o["t"].(string), o["v"])))
	default:
		t.Fatalf("no form for a %v", v.Type())
	}
}

// repeat sets v to n times x.
func repeat(t testing.TB, v reflect.Value, x any, n int) {
	if v.Kind() == reflect.String {
		v.SetString(strings.Repeat(x.(string), n))
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), n, n))
	for i := range n {
		fill(t, v.Index(i), x)
	}
}

// dynamic returns the value of an empty interface.
func dynamic(t testing.TB, kind string, x any) any {
	makers := map[string]any{"bool": false, "int": 0, "int8": int8(0), "int16": int16(0), "int32": int32(0), "int64": int64(0),
		"uint": uint(0), "uint8": uint8(0), "uint16": uint16(0), "uint32": uint32(0), "uint64": uint64(0),
		"float32": float32(0), "float64": 0.0, "string": "", "complex64": complex64(0), "complex128": 0i, "time": time.Time{},
		"int64s": []int64{}, "strmap": map[string]string{}, "array": []any{}, "map": map[string]any{}}
	switch kind {
	case "bytes":
		return unhex(t, x.(string))
	case "ext":
		e := new(msgp.RawExtension)
		fill(t, reflect.ValueOf(e).Elem(), x)
		return e
	}
	zero, ok := makers[kind]
	if !ok {
		t.Fatalf("a dynamic %s", kind)
	}
	v := reflect.New(reflect.TypeOf(zero)).Elem()
	fill(t, v, x)
	return v.Interface()
}

func number(t testing.TB, x any) float64 {
	switch x := x.(type) {
	case float64:
		return x
	case string:
		switch x {
		case "-0":
			return math.Copysign(0, -1)
		}
		f, err := strconv.ParseFloat(x, 64)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	t.Fatalf("%v is not a number", x)
	return 0
}

func parseTime(t testing.TB, text string) time.Time {
	if v, err := time.Parse(time.RFC3339Nano, text); err == nil {
		return v
	}
	if text == "292277026596-12-04T15:30:08Z" { // the least of the seconds, whose year wraps around
		return time.Unix(math.MinInt64, 0)
	}
	t.Fatalf("time %q", text)
	return time.Time{}
}

// same reports whether two values of one type are equal, taking empty and nil for one,
// times by their instant, and NaN for NaN.
func same(a, b reflect.Value) bool {
	if a.IsValid() != b.IsValid() || a.IsValid() && a.Type() != b.Type() {
		return false
	}
	if !a.IsValid() {
		return true
	}
	if at, ok := a.Interface().(time.Time); ok {
		return at.Equal(b.Interface().(time.Time))
	}
	switch a.Kind() {
	case reflect.Float32, reflect.Float64:
		return a.Float() == b.Float() || a.Float() != a.Float() && b.Float() != b.Float()
	case reflect.Complex64, reflect.Complex128:
		x, y := a.Complex(), b.Complex()
		return same(reflect.ValueOf(real(x)), reflect.ValueOf(real(y))) && same(reflect.ValueOf(imag(x)), reflect.ValueOf(imag(y)))
	case reflect.Pointer, reflect.Interface:
		if a.IsNil() || b.IsNil() {
			return a.IsNil() == b.IsNil()
		}
		return same(a.Elem(), b.Elem())
	case reflect.Slice, reflect.Array:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !same(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Map:
		if a.Len() != b.Len() {
			return false
		}
		for _, key := range a.MapKeys() {
			if !b.MapIndex(key).IsValid() || !same(a.MapIndex(key), b.MapIndex(key)) {
				return false
			}
		}
		return true
	case reflect.Struct:
		for i := range a.NumField() {
			if a.Type().Field(i).IsExported() && !same(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	}
	return reflect.DeepEqual(a.Interface(), b.Interface())
}

type encodeCase struct {
	File, Type, Name   string
	Value              any
	Names, Plain, Msgp json.RawMessage
	Want               map[string]json.RawMessage
}

// matches fails the test unless b is what a vector says, in hex or by length and hash.
func matches(t *testing.T, what string, b []byte, want json.RawMessage) {
	t.Helper()
	var text string
	if json.Unmarshal(want, &text) == nil {
		if got := hex.EncodeToString(b); got != text {
			t.Errorf("%s:\n got %.300s\nwant %.300s", what, got, text)
		}
		return
	}
	var long struct {
		Len    int
		Sha256 string
	}
	if err := json.Unmarshal(want, &long); err != nil {
		t.Fatal(err)
	}
	if sum := sha256.Sum256(b); len(b) != long.Len || hex.EncodeToString(sum[:]) != long.Sha256 {
		t.Errorf("%s: %d bytes, not those of the vector", what, len(b))
	}
}

// mode is one of the three ways to write.
type mode struct {
	name   string
	append func(dst []byte, v any) ([]byte, error)
	read   func(data []byte, v any) error
}

var modes = []mode{
	{"names", func(dst []byte, v any) ([]byte, error) {
		return zebrapack.AppendWithOptions(dst, v, EncodeOptions{Deterministic: true})
	}, zebrapack.Unmarshal},
	{"plain", func(dst []byte, v any) ([]byte, error) {
		return unnamed.AppendWithOptions(dst, v, EncodeOptions{Deterministic: true})
	}, zebrapack.Unmarshal},
	{"msgp", func(dst []byte, v any) ([]byte, error) {
		return msgpack.AppendWithOptions(dst, v, EncodeOptions{Deterministic: true, Time: TimeExt5})
	}, msgpack.Unmarshal},
}

// byteArrays is the file of types whose fields of uint8 are spelled in two ways, which
// reflection does not tell apart: see the package documentation.
const byteArrays = "29_uint8arrays"

func TestVectorsAreWritten(t *testing.T) {
	for _, c := range testkit.Vectors[encodeCase](t, "../../zebrapack/testdata/encode.json") {
		if c.File == byteArrays {
			continue
		}
		if strconv.IntSize == 32 && (c.File == "01_ints" && (c.Name == "64 bit" || c.Name == "min") || c.File == "02_uints" && c.Name == "large") {
			continue // an int is too small for them here
		}
		v := vectorTypes[c.File+"/"+c.Type]()
		fill(t, reflect.ValueOf(v).Elem(), c.Value)
		for _, m := range modes {
			what := c.File + " " + c.Name + " " + m.name
			want := map[string]json.RawMessage{"names": c.Names, "plain": c.Plain, "msgp": c.Msgp}[m.name]
			if ours, ok := c.Want[m.name]; ok {
				want = ours
			}
			b, err := m.append(nil, v)
			if err != nil {
				t.Errorf("%s: %v", what, err)
				continue
			}
			matches(t, what, b, want)
			// Extensions are read by the code that the target has; interfaces need names.
			if c.File == "16_opaque" || c.File == "31_iface" && m.name != "names" {
				continue
			}
			back := vectorTypes[c.File+"/"+c.Type]()
			if err := m.read(b, back); err != nil {
				t.Errorf("%s: %v", what, err)
				continue
			}
			again, err := m.append(nil, back)
			if err != nil || !bytes.Equal(again, b) {
				t.Errorf("%s: written again it is %x, %v", what, again, err)
			}
		}
	}
}

type decodeCase struct {
	Group, Name, File, Type, Mode, Wire string
	Prior                               any
	Want                                map[string]any
}

func TestVectorsAreRead(t *testing.T) {
	for _, c := range testkit.Vectors[decodeCase](t, "../../zebrapack/testdata/decode.json") {
		if c.File == byteArrays {
			continue
		}
		what := c.Group + ", " + c.Name + " (" + c.File + ")"
		target := func() any {
			v := vectorTypes[c.File+"/"+c.Type]()
			if c.Prior != nil {
				fill(t, reflect.ValueOf(v).Elem(), c.Prior)
			}
			return v
		}
		wire := unhex(t, c.Wire)
		rest := ""
		if r, ok := c.Want["rest"].(string); ok {
			rest = r
		}
		slice, stream := target(), target()
		var err, streamErr error
		in := iotest.OneByteReader(bytes.NewReader(wire))
		if c.Mode == "msgp" {
			err = msgpack.Unmarshal(wire[:len(wire)-len(rest)/2], slice)
			streamErr = msgpack.NewDecoder(in).Decode(stream)
		} else {
			err = zebrapack.Unmarshal(wire[:len(wire)-len(rest)/2], slice)
			streamErr = zebrapack.NewDecoder(in).Decode(stream)
		}
		if c.Want["error"] != nil {
			if err == nil || streamErr == nil {
				t.Errorf("%s: %v, %v; want %v", what, err, streamErr, c.Want["error"])
			}
			continue
		}
		if err != nil || streamErr != nil {
			t.Errorf("%s: %v, %v", what, err, streamErr)
			continue
		}
		want := vectorTypes[c.File+"/"+c.Type]()
		fill(t, reflect.ValueOf(want).Elem(), c.Want["value"])
		for i, got := range []any{slice, stream} {
			if !same(reflect.ValueOf(got), reflect.ValueOf(want)) {
				t.Errorf("%s, %d: %+v, not %+v", what, i, reflect.ValueOf(got).Elem(), reflect.ValueOf(want).Elem())
			}
		}
	}
}

func TestEveryCutIsRefused(t *testing.T) {
	for _, c := range testkit.Vectors[encodeCase](t, "../../zebrapack/testdata/encode.json") {
		var text string
		if json.Unmarshal(c.Names, &text) != nil || c.File == byteArrays || c.File == "16_opaque" {
			continue
		}
		b := unhex(t, text)
		for n := range b {
			v := vectorTypes[c.File+"/"+c.Type]()
			if err := zebrapack.Unmarshal(b[:n], v); err == nil {
				t.Errorf("%s %s: %d of %d bytes are taken", c.File, c.Name, n, len(b))
			}
			if err := zebrapack.NewDecoder(bytes.NewReader(b[:n])).Decode(v); err == nil || err == io.EOF && n > 0 {
				t.Errorf("%s %s: a stream of %d of %d bytes: %v", c.File, c.Name, n, len(b), err)
			}
		}
	}
}
