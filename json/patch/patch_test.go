package patch_test

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/patchkit"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/json/patch"
)

// format is the package for tests.
var format = &patchkit.Format{
	FromJSON: func(text []byte) ([]byte, error) { return text, nil },
	ToJSON:   func(text []byte) ([]byte, error) { return text, nil },
	Random:   func(r *rand.Rand, depth int) []byte { return value(r, nil, depth) },
	Set: func(msg []byte, p json.Pointer, v []byte) ([]byte, error) {
		return patch.Set(msg, p, json.RawMessage(v))
	},
	Insert: func(msg []byte, p json.Pointer, v []byte) ([]byte, error) {
		return patch.Insert(msg, p, json.RawMessage(v))
	},
	Append: func(msg []byte, p json.Pointer, v []byte) ([]byte, error) {
		return patch.Append(msg, p, json.RawMessage(v))
	},
	Delete: patch.Delete,
	Batch: func(l fault.Limits, msg []byte, verb string, path, from json.Pointer, v []byte) ([]byte, error) {
		b := patch.Batch{Limits: json.Limits(l)}
		switch value := json.RawMessage(v); verb {
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
	Part: func(msg []byte, p json.Pointer) (part []byte, err error) {
		v, err := json.NewView(msg)
		if err == nil {
			v, err = v.At(p)
		}
		if err == nil {
			part, err = v.ViewRaw()
		}
		return part, err
	},
	Apply: patch.Apply, Merge: patch.Merge, Diff: patch.Diff,
	Put: []func(msg []byte, p json.Pointer, v any) ([]byte, error){patch.Set[any], patch.Insert[any], patch.Append[any]},
	Sets: func(msg []byte, values ...any) ([]byte, error) {
		var b patch.Batch
		for i, v := range values {
			b.Set(json.Pointer("").Index(i), v)
		}
		return b.Do(msg)
	},
	Valid:  json.Valid,
	Levels: 9000, // the limit is 10000
}

func TestFormat(t *testing.T) { patchkit.Run(t, format) }

// value appends a random value.
func value(r *rand.Rand, dst []byte, depth int) []byte {
	space := func() { dst = append(dst, "  \n\t"[:r.IntN(5)]...) }
	if depth == 0 || r.IntN(4) == 0 {
		return append(dst, leaves[r.IntN(len(leaves))]...)
	}
	n := r.IntN(5)
	if r.IntN(2) == 0 {
		dst = append(dst, '[')
		for i := range n {
			if i > 0 {
				dst = append(dst, ',')
			}
			space()
			dst = value(r, dst, depth-1)
			space()
		}
		if n == 0 {
			space()
		}
		return append(dst, ']')
	}
	dst = append(dst, '{')
	for i := range n { // names may repeat
		if i > 0 {
			dst = append(dst, ',')
		}
		space()
		name := strconv.Quote(patchkit.Names[r.IntN(len(patchkit.Names))])
		if r.IntN(4) == 0 {
			name = strings.ReplaceAll(name, "a", `\u0061`)
		}
		dst = append(dst, name...)
		space()
		dst = append(dst, ':')
		space()
		dst = value(r, dst, depth-1)
		space()
	}
	if n == 0 {
		space()
	}
	return append(dst, '}')
}

var leaves = []string{`null`, `true`, `false`, `0`, `-1`, `12345678901234567890`, `1.5`, `1e3`, `"x"`, `"\n\u00fc"`, `""`, `"long text that is no name"`}

func TestDeepDifferencesTakeMemoryInProportion(t *testing.T) { format.DiffMemory(t, 9000) }
