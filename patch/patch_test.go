package patch_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/patchkit"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/patch"
)

func TestFormat(t *testing.T) { patchkit.Run(t, patchkit.BEVE) }

// TestDiffKeepsTypes: apply(diff(a, b), a) = b, with the types of numbers and arrays.
func TestDiffKeepsTypes(t *testing.T) {
	r := patchkit.Rand()
	for range patchkit.Rounds() {
		a := patchkit.BEVE.Random(r, 4)
		b := patchkit.BEVE.Near(t, r, a)
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

// TestSetInPlace: a scalar of the same width is written over the old one, without allocation, and
// so is an integer that the old width holds.
func TestSetInPlace(t *testing.T) {
	msg, err := beve.EncodeOptions{Aligned: true}.Marshal(map[string]any{
		"settings": map[string]any{"volume": 7, "name": "abc", "ratio": 0.5, "on": true, "wide": int64(1) << 40},
		"numbers":  []int32{1, 2, 3},
	})
	if err != nil {
		t.Fatal(err)
	}
	set := func(path beve.Pointer, change func() ([]byte, error), want any) {
		t.Helper()
		n := testing.AllocsPerRun(20, func() {
			out, err := change()
			if err != nil || &out[0] != &msg[0] || len(out) != len(msg) {
				t.Fatalf("%s: %d bytes of %d, %v", path, len(out), len(msg), err)
			}
		})
		if n > 0 && !testkit.Raced {
			t.Errorf("%s: %v allocations", path, n)
		}
		v, err := beve.NewView(msg)
		if err != nil {
			t.Fatal(err)
		}
		part, err := v.At(path)
		if err != nil {
			t.Fatal(err)
		}
		var got any
		if err := part.Decode(&got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v (%T), %v", path, got, got, err)
		}
	}
	set("/settings/volume", func() ([]byte, error) { return patch.Set(msg, "/settings/volume", 9) }, int64(9))
	set("/settings/name", func() ([]byte, error) { return patch.Set(msg, "/settings/name", "xyz") }, "xyz")
	set("/settings/ratio", func() ([]byte, error) { return patch.Set(msg, "/settings/ratio", 0.25) }, 0.25)
	set("/settings/on", func() ([]byte, error) { return patch.Set(msg, "/settings/on", false) }, false)
	set("/settings/wide", func() ([]byte, error) { return patch.Set(msg, "/settings/wide", 5) }, int64(5))
	set("/numbers/1", func() ([]byte, error) { return patch.Set(msg, "/numbers/1", 77) }, int64(77))
}

// TestChangesThatBreakLimitsFail before anything is written.
func TestChangesThatBreakLimitsFail(t *testing.T) {
	deep := beve.Raw{0}
	for range 510 {
		deep = append(beve.Raw{5, 4}, deep...)
	}
	msg := bytes.Clone(deep)
	var b patch.Batch
	for _, change := range []func() ([]byte, error){
		func() ([]byte, error) { return patch.Set(msg, "/0/0", deep) },
		func() ([]byte, error) { return patch.Append(msg, "/0", deep) },
		func() ([]byte, error) { return patch.Insert(msg, "/0/0/0/-", deep) },
		func() ([]byte, error) { return b.Append("/0/0", deep).Do(msg) },
	} {
		if _, err := change(); !errors.Is(err, beve.ErrDepth) {
			t.Errorf("%v", err)
		}
		if !bytes.Equal(msg, deep) {
			t.Fatal("the message was changed")
		}
	}
	small := patch.Batch{Limits: beve.Limits{MaxBytes: 10}}
	if _, err := small.Set("", "a long text").Do([]byte{0}); !errors.Is(err, beve.ErrLimit) {
		t.Errorf("%v", err)
	}
	few := patch.Batch{Limits: beve.Limits{MaxElements: 3}}
	if _, err := few.Append("", nil).Append("", "x").Do([]byte{5, 8, 0, 8}); !errors.Is(err, beve.ErrLimit) {
		t.Errorf("%v", err)
	}
}

// FuzzPatch: whatever document and patch come, nothing panics, what comes out is valid, and the
// document stays as it is.
func FuzzPatch(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		a, b := patchkit.BEVE.Random(r, 3), patchkit.BEVE.Random(r, 3)
		d, err := patch.Diff(a, b)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(a, d, "/0/a")
	}
	f.Fuzz(func(t *testing.T, doc, p []byte, path string) {
		before := bytes.Clone(doc)
		for _, change := range []func() ([]byte, error){
			func() ([]byte, error) { return patch.Apply(doc, p) },
			func() ([]byte, error) { return patch.Merge(doc, p) },
			func() ([]byte, error) { return new(patch.Batch).Set(beve.Pointer(path), beve.Raw(p)).Do(doc) },
		} {
			if out, err := change(); err == nil && !beve.Valid(out) {
				t.Fatalf("%x", out)
			}
			if !bytes.Equal(doc, before) {
				t.Fatal("the document was changed")
			}
		}
		if !beve.Valid(doc) {
			return
		}
		for _, change := range []func(msg []byte) ([]byte, error){
			func(msg []byte) ([]byte, error) { return patch.Set(msg, beve.Pointer(path), beve.Raw(p)) },
			func(msg []byte) ([]byte, error) { return patch.Insert(msg, beve.Pointer(path), 7) },
			func(msg []byte) ([]byte, error) { return patch.Append(msg, beve.Pointer(path), beve.Raw(p)) },
			func(msg []byte) ([]byte, error) { return patch.Delete(msg, beve.Pointer(path)) },
		} {
			msg := bytes.Clone(before)
			out, err := change(msg)
			if err == nil && !beve.Valid(out) || err != nil && !bytes.Equal(msg, before) {
				t.Fatalf("%q of %x: %x, %v", path, before, out, err)
			}
		}
	})
}

// exact returns what a message says with the types of its numbers and arrays, for comparing.
func exact(t *testing.T, msg []byte) (v any) {
	t.Helper()
	if err := beve.Unmarshal(msg, &v); err != nil {
		t.Fatalf("%x: %v", msg, err)
	}
	return v
}
