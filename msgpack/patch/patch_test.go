package patch_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/patchkit"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/msgpack/patch"
)

// format is the package for tests.
var format = &patchkit.Format{
	FromJSON: func(text []byte) ([]byte, error) { return msgpack.Marshal(json.RawMessage(text)) },
	ToJSON: func(msg []byte) ([]byte, error) {
		var text bytes.Buffer
		_, err := msgp.CopyToJSON(&text, bytes.NewReader(msg))
		return text.Bytes(), err
	},
	Random: func(r *rand.Rand, depth int) []byte { return value(r, nil, depth) },
	Set: func(msg []byte, p msgpack.Pointer, v []byte) ([]byte, error) {
		return patch.Set(msg, p, msgpack.Raw(v))
	},
	Insert: func(msg []byte, p msgpack.Pointer, v []byte) ([]byte, error) {
		return patch.Insert(msg, p, msgpack.Raw(v))
	},
	Append: func(msg []byte, p msgpack.Pointer, v []byte) ([]byte, error) {
		return patch.Append(msg, p, msgpack.Raw(v))
	},
	Delete: patch.Delete,
	Batch: func(l fault.Limits, msg []byte, verb string, path, from msgpack.Pointer, v []byte) ([]byte, error) {
		b := patch.Batch{Limits: msgpack.Limits(l)}
		switch value := msgpack.Raw(v); verb {
		case "set":
			b.Set(path, value)
		case "insert":
			b.Insert(path, value)
		case "append":
			b.Append(path, value)
		case "remove":
			b.Delete(path)
		case "move":
			b.Move(from, path)
		case "copy":
			b.Copy(from, path)
		case "test":
			b.Test(path, value)
		}
		return b.Do(msg)
	},
	Part: func(msg []byte, p msgpack.Pointer) (part []byte, err error) {
		v, err := msgpack.NewView(msg)
		if err == nil {
			v, err = v.At(p)
		}
		if err == nil {
			part, err = v.ViewRaw()
		}
		return part, err
	},
	Apply: patch.Apply, Merge: patch.Merge, Diff: patch.Diff,
	Put: []func(msg []byte, p msgpack.Pointer, v any) ([]byte, error){patch.Set[any], patch.Insert[any], patch.Append[any]},
	Sets: func(msg []byte, values ...any) ([]byte, error) {
		var b patch.Batch
		for i, v := range values {
			b.Set(msgpack.Pointer("").Index(i), v)
		}
		return b.Do(msg)
	},
	Valid:  msgpack.Valid,
	Levels: 450, // the limit is 512
	Keyed:  func(msg []byte) any { v, _ := keyed(msg); return v },
}

// keyed returns the value that b begins with, of which keys are spelled with their kind, and what follows it.
func keyed(b []byte) (v any, rest []byte) {
	switch msgp.NextType(b) {
	case msgp.ArrayType:
		n, rest, _ := msgp.ReadArrayHeaderBytes(b)
		list := make([]any, n)
		for i := range list {
			list[i], rest = keyed(rest)
		}
		return list, rest
	case msgp.MapType:
		n, rest, _ := msgp.ReadMapHeaderBytes(b)
		members := map[string]any{}
		for range n {
			kind := msgp.NextType(rest)
			if kind == msgp.UintType {
				kind = msgp.IntType
			}
			var key any
			key, rest = keyed(rest)
			members[fmt.Sprint(kind, " ", key)], rest = keyed(rest)
		}
		return members, rest
	}
	rest, _ = msgp.Skip(b)
	var text bytes.Buffer
	msgp.CopyToJSON(&text, bytes.NewReader(b[:len(b)-len(rest)]))
	return text.String(), rest
}

// m makes a map of keys, each with its own text for a value.
func m(keys ...any) []byte {
	b := msgp.AppendMapHeader(nil, uint32(len(keys)))
	for _, k := range keys {
		b, _ = msgp.AppendIntf(b, k)
		b = msgp.AppendString(b, fmt.Sprint(k))
	}
	return b
}

// TestNewKeys adds a member of a text to maps of all mixtures of keys, in every way there is.
func TestNewKeys(t *testing.T) {
	for _, keys := range [][]any{{}, {1}, {-1, uint64(1 << 63)}, {"a"}, {1, "a"}, {"a", 1}, {1, 2.5}, {1, []byte("a")}} {
		integers := len(keys) > 0
		for _, k := range keys {
			switch k.(type) {
			case int, int64, uint64:
			default:
				integers = false
			}
		}
		for _, c := range []struct {
			text string
			n    any
		}{
			{"2", 2}, {"0", 0}, {"-300", -300}, {"18446744073709551615", uint64(1<<64 - 1)}, {"-9223372036854775808", int64(math.MinInt64)},
			{"18446744073709551616", nil}, {"-9223372036854775809", nil}, {"02", nil}, {"+2", nil}, {"-0", nil}, {"2.0", nil}, {"", nil}, {"x", nil},
		} {
			var now any = c.text
			if integers && c.n != nil {
				now = c.n
			}
			want, _ := keyed(m(append(slices.Clip(keys), now)...))
			path, from := msgpack.Pointer("").Key(c.text), msgpack.Pointer("")
			msg := m(keys...)
			var set, test patch.Batch
			ops, _ := msgpack.Marshal([]map[string]string{{"op": "add", "path": string(path), "value": c.text}})
			for name, do := range map[string]func() ([]byte, error){
				"Set":    func() ([]byte, error) { return patch.Set(bytes.Clone(msg), path, c.text) },
				"Insert": func() ([]byte, error) { return patch.Insert(bytes.Clone(msg), path, c.text) },
				"Batch":  func() ([]byte, error) { return set.Test(from, msgpack.Raw(msg)).Set(path, c.text).Do(msg) },
				"Apply":  func() ([]byte, error) { return patch.Apply(msg, ops) },
				"Merge":  func() ([]byte, error) { return patch.Merge(msg, m(c.text)) },
				"Move": func() ([]byte, error) {
					outer := append(append([]byte{0x92}, msg...), msgp.AppendString(nil, c.text)...)
					out, err := test.Move("/1", "/0"+path).Do(outer)
					if err != nil {
						return nil, err
					}
					return out[1:], nil
				},
			} {
				got, err := do()
				if err != nil {
					t.Fatalf("%s of %q in %v: %v", name, c.text, keys, err)
				}
				if doc, _ := keyed(got); !reflect.DeepEqual(doc, want) {
					t.Errorf("%s of %q in %v: %v, not %v", name, c.text, keys, doc, want)
				}
			}
		}
	}
}

// TestDifferencesOfKeys makes each map of keys of any kind of each other.
func TestDifferencesOfKeys(t *testing.T) {
	pool := []any{1, "1", []byte("1"), 2, "2", 2.5, true, uint64(1 << 63)}
	var maps [][]byte
	for i := range pool {
		maps = append(maps, m(pool[i]))
		for j := range pool {
			maps = append(maps, m(pool[i], pool[j]))
		}
	}
	maps = append(maps, m())
	for _, a := range maps {
		for _, b := range maps {
			d, err := patch.Diff(a, b)
			if err != nil {
				t.Fatalf("%x and %x: %v", a, b, err)
			}
			got, err := patch.Apply(a, d)
			x, _ := keyed(got)
			if y, _ := keyed(b); err != nil || !reflect.DeepEqual(x, y) {
				t.Errorf("from %x to %x: %x, %v", a, b, got, err)
			}
		}
	}
}

func TestFormat(t *testing.T) { patchkit.Run(t, format) }

// value appends a random value.
func value(r *rand.Rand, dst []byte, depth int) []byte {
	n := r.IntN(5)
	if r.IntN(10) == 0 {
		n *= 8
	}
	if depth == 0 || r.IntN(4) == 0 {
		switch r.IntN(8) {
		case 0:
			return msgp.AppendNil(dst)
		case 1:
			return msgp.AppendBool(dst, n == 1)
		case 2:
			return msgp.AppendInt64(dst, r.Int64()>>r.IntN(64))
		case 3:
			return msgp.AppendUint64(dst, r.Uint64()>>r.IntN(64))
		case 4:
			return msgp.AppendFloat32(dst, 0.5)
		case 5:
			return msgp.AppendFloat64(dst, float64(n)/8)
		case 6:
			return append(dst, 0xD3, 0, 0, 0, 0, 0, 0, 0, byte(n)) // wider than it needs
		default:
			return msgp.AppendString(dst, patchkit.Names[r.IntN(len(patchkit.Names))])
		}
	}
	if r.IntN(2) == 0 {
		dst = msgp.AppendArrayHeader(dst, uint32(n))
		for range n {
			dst = value(r, dst, depth-1)
		}
		return dst
	}
	dst = msgp.AppendMapHeader(dst, uint32(n))
	kinds := r.IntN(4)
	for range n { // keys may repeat
		switch {
		case kinds > 1, kinds == 1 && r.IntN(2) == 0:
			dst = msgp.AppendString(dst, patchkit.Names[r.IntN(len(patchkit.Names))])
		default:
			dst = msgp.AppendInt64(dst, []int64{7, -300, 1 << 40}[r.IntN(3)])
		}
		dst = value(r, dst, depth-1)
	}
	return dst
}
