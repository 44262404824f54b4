// Paths to elements that an array does not have: "-", which names the place after the last, and large indices.

package beve_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/column"
	"github.com/beve-org/beve-go/json"
	jsoncolumn "github.com/beve-org/beve-go/json/column"
	jsonpatch "github.com/beve-org/beve-go/json/patch"
	"github.com/beve-org/beve-go/msgpack"
	packcolumn "github.com/beve-org/beve-go/msgpack/column"
	packpatch "github.com/beve-org/beve-go/msgpack/patch"
	"github.com/beve-org/beve-go/patch"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// TestPathsBeyondArraysAreNamedAsTheyAre asks for what no array has, of every kind of array and by every way that takes a
// path: the error has the segment as it was written, and no other index.
func TestPathsBeyondArraysAreNamedAsTheyAre(t *testing.T) {
	tables := beve.EncodeOptions{Extended: true, MinTableRows: 1}
	table, err := tables.Marshal([]item{{1, "a"}, {2, "b"}})
	if err != nil {
		t.Fatal(err)
	}
	arrays := map[string][]byte{
		"generic": wire.AppendNull(wire.AppendNull(wire.AppendArray(nil, 2))), "numbers": wire.AppendNumbers(nil, []int16{1, 2}),
		"aligned": wire.AppendAligned(nil, 0, []float64{1, 2}), "booleans": wire.AppendBools(nil, []bool{true, false}),
		"strings": wire.AppendStrings(nil, []string{"a", "b"}), "table": table,
		"complex numbers": wire.AppendComplexes(nil, []float64{1, 2, 3, 4}), "times": wire.AppendTimes(nil, []uint64{1, 2}),
	}
	asks := map[string]func(path string) error{}
	for name, array := range arrays {
		msg := append(wire.AppendText(wire.AppendObject(nil, 1), "a"), array...)
		v, err := beve.NewView(msg)
		if err != nil {
			t.Fatal(err)
		}
		own := func(path string) beve.Pointer { return beve.Pointer(path) }
		asks["View of "+name] = func(path string) error { _, err := v.At(own(path)); return err }
		asks["ElementsAt of "+name] = func(path string) error {
			_, err := collected(beve.ElementsAt[any](bytes.NewReader(msg), own(path)))
			return err
		}
		asks["column of "+name] = func(path string) error {
			_, err := column.Of[any](column.From(v, ""), own(path))
			return err
		}
		asks["Delete of "+name] = func(path string) error { _, err := patch.Delete(bytes.Clone(msg), own(path)); return err }
		asks["Set of "+name] = func(path string) error { _, err := patch.Set(bytes.Clone(msg), own(path), 1); return err }
		asks["Batch of "+name] = func(path string) error {
			var b patch.Batch
			_, err := b.Test(own(path), nil).Do(msg)
			return err
		}
		asks["JSON Patch of "+name] = func(path string) error {
			_, err := patch.ApplyJSON(msg, []byte(`[{"op":"move","from":"`+path+`","path":"/b"}]`))
			return err
		}
	}
	matrix := wire.AppendNumbers(wire.AppendMatrix([]byte{3, 4, 4, 'a'}, scalar.RowMajor, []int{2}), []uint8{1, 2})
	mv, err := beve.NewView(matrix)
	if err != nil {
		t.Fatal(err)
	}
	asks["View of a matrix"] = func(path string) error {
		_, err := mv.At(beve.Pointer(strings.Replace(path, "/a", "/a/value", 1)))
		return err
	}

	text := []byte(`{"a":[null,2]}`)
	jv, err := json.NewView(text)
	if err != nil {
		t.Fatal(err)
	}
	asks["json View"] = func(path string) error { _, err := jv.At(json.Pointer(path)); return err }
	asks["json ElementsAt"] = func(path string) error {
		_, err := collected(json.ElementsAt[any](bytes.NewReader(text), json.Pointer(path)))
		return err
	}
	asks["json column"] = func(path string) error {
		_, err := jsoncolumn.Of[any](jsoncolumn.From(jv, ""), json.Pointer(path))
		return err
	}
	asks["json Delete"] = func(path string) error {
		_, err := jsonpatch.Delete(bytes.Clone(text), json.Pointer(path))
		return err
	}
	asks["json Apply"] = func(path string) error {
		_, err := jsonpatch.Apply(text, []byte(`[{"op":"remove","path":"`+path+`"},{"op":"remove","path":"/a"}]`))
		return err
	}

	pack := []byte("\x81\xa1a\x92\xc0\x02")
	pv, err := msgpack.NewView(pack)
	if err != nil {
		t.Fatal(err)
	}
	asks["msgpack View"] = func(path string) error { _, err := pv.At(msgpack.Pointer(path)); return err }
	asks["msgpack ElementsAt"] = func(path string) error {
		_, err := collected(msgpack.ElementsAt[any](bytes.NewReader(pack), msgpack.Pointer(path)))
		return err
	}
	asks["msgpack column"] = func(path string) error {
		_, err := packcolumn.Of[any](packcolumn.From(pv, ""), msgpack.Pointer(path))
		return err
	}
	asks["msgpack Delete"] = func(path string) error {
		_, err := packpatch.Delete(bytes.Clone(pack), msgpack.Pointer(path))
		return err
	}

	for name, ask := range asks {
		for path, want := range map[string]string{"/a/-": `nothing is at "-", the place after the last element of an array`,
			"/a/2": "no element 2 in an array", "/a/12345678901234567890": "no element 12345678901234567890 in an array"} {
			err := ask(path)
			if !errors.Is(err, beve.ErrMissing) || !strings.Contains(err.Error(), want) {
				t.Errorf("%s, %s: %v", name, path, err)
			}
		}
	}
}
