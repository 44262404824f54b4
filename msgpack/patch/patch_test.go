package patch_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

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
	Batch: func(msg []byte, verb string, path, from msgpack.Pointer, v []byte) ([]byte, error) {
		var b patch.Batch
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
		default:
			b.Test(path, value)
		}
		return b.Do(msg)
	},
	Apply: patch.Apply, Merge: patch.Merge, Diff: patch.Diff,
	Valid: msgpack.Valid,
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
	for range n { // keys may repeat
		dst = value(r, msgp.AppendString(dst, patchkit.Names[r.IntN(len(patchkit.Names))]), depth-1)
	}
	return dst
}
