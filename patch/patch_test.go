package patch_test

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/patchkit"
	"github.com/beve-org/beve-go/patch"
	"github.com/beve-org/beve-go/translator"
)

// format is the package for tests.
var format = &patchkit.Format{
	FromJSON: translator.FromJSON, ToJSON: translator.ToJSON,
	Random: func(r *rand.Rand, depth int) []byte { return docs{r}.value(nil, depth) },
	Set:    func(msg []byte, p beve.Pointer, v []byte) ([]byte, error) { return patch.Set(msg, p, beve.Raw(v)) },
	Insert: func(msg []byte, p beve.Pointer, v []byte) ([]byte, error) { return patch.Insert(msg, p, beve.Raw(v)) },
	Append: func(msg []byte, p beve.Pointer, v []byte) ([]byte, error) { return patch.Append(msg, p, beve.Raw(v)) },
	Delete: patch.Delete,
	Batch: func(msg []byte, verb string, path, from beve.Pointer, v []byte) ([]byte, error) {
		var b patch.Batch
		switch value := beve.Raw(v); verb {
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
	Valid: beve.Valid,
}

func TestFormat(t *testing.T) { patchkit.Run(t, format) }

// TestDiffKeepsTypes: apply(diff(a, b), a) = b, with the types of numbers and arrays.
func TestDiffKeepsTypes(t *testing.T) {
	r := patchkit.Rand(t)
	for range patchkit.Rounds() {
		a := format.Random(r, 4)
		b := format.Near(t, r, a)
		before := bytes.Clone(a)
		d, err := patch.Diff(a, b)
		if err != nil {
			t.Fatal(err)
		}
		got, err := patch.Apply(a, d)
		if err != nil || !reflect.DeepEqual(exact(t, got), exact(t, b)) {
			t.Fatalf("from %x to %x: %x, %v", a, b, got, err)
		}
		if !bytes.Equal(a, before) {
			t.Fatalf("%x was changed to %x", before, a)
		}
	}
}
