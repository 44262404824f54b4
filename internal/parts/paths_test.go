package parts_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/translator"
)

// viewed is a View of any format.
type viewed[V any] interface {
	At(path fault.Pointer) (V, error)
	Key(name string) (V, error)
	Index(i int) (V, error)
	Path() fault.Pointer
}

// TestPathsLeadWhereSegmentsDo follows paths in random documents with repeated names, at once and segment by segment.
func TestPathsLeadWhereSegmentsDo(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 21))
	for range 3000 {
		text, packed := document(rng, 4)
		msg, err := translator.FromJSON(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		for range 20 {
			var path fault.Pointer
			for range rng.IntN(6) {
				path = path.Key(names[rng.IntN(len(names))])
			}
			v, err := beve.NewView(msg)
			alike(t, text, v, err, func(v beve.View) bool { return v.IsArray() }, beve.View.Raw, path)
			p, err := msgpack.NewView(packed)
			alike(t, text, p, err, func(v msgpack.View) bool { return v.Kind() == msgpack.KindArray }, msgpack.View.Raw, path)
			j, err := json.NewView(text)
			alike(t, text, j, err, func(v json.View) bool { return v.Kind() == json.Array }, json.View.Raw, path)
		}
	}
}

// alike compares what At does with what Key and Index do.
func alike[V viewed[V], R ~[]byte](t *testing.T, text []byte, v V, err error, isArray func(V) bool, raw func(V) (R, error), path fault.Pointer) {
	t.Helper()
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	got, gotErr := v.At(path)
	want := v
	for left := path; err == nil; {
		segment, rest, more := left.Cut()
		if !more {
			break
		}
		i, isIndex := fault.ParseIndex(segment)
		if left = rest; !isArray(want) {
			want, err = want.Key(segment)
		} else if isIndex {
			want, err = want.Index(i)
		} else {
			err = fault.ErrMismatch
		}
	}
	if err != nil || gotErr != nil {
		if said(gotErr) != said(err) && (err != fault.ErrMismatch || gotErr == nil) {
			t.Fatalf("%T %s of %s: %v, want %v", v, path, text, gotErr, err)
		}
		return
	}
	a, gotErr := raw(got)
	b, err := raw(want)
	if gotErr != nil || err != nil || !bytes.Equal(a, b) || got.Path() != want.Path() {
		t.Fatalf("%T %s of %s: %q at %q, %v, want %q at %q, %v", v, path, text, a, got.Path(), gotErr, b, want.Path(), err)
	}
}

// said is the text of an error; At does not say which parts a value lacks that has none, and Index is not told that -1 was "-".
func said(err error) string {
	return strings.NewReplacer("has no members", "has no parts",
		`nothing is at "-", the place after the last element of`, "no element -1 in").Replace(fmt.Sprint(err))
}

// names are of members, and indices of elements.
var names = []string{"a", "b", "0", "1", "2", "-", "01"}

// document returns a random document of a depth as JSON text and as MessagePack.
func document(rng *rand.Rand, depth int) (text, packed []byte) {
	switch n := rng.IntN(5); {
	case depth == 0 || n == 0:
		if i := rng.IntN(9); i < 6 {
			return strconv.AppendInt(nil, int64(i), 10), msgp.AppendInt(nil, i)
		}
		return []byte(`"x"`), msgp.AppendString(nil, "x")
	case n < 3:
		size := rng.IntN(5)
		text, packed = []byte("["), msgp.AppendArrayHeader(nil, uint32(size))
		for i := range size {
			if i > 0 {
				text = append(text, ',')
			}
			a, b := document(rng, depth-1)
			text, packed = append(text, a...), append(packed, b...)
		}
		return append(text, ']'), packed
	}
	size := rng.IntN(5)
	text, packed = []byte("{"), msgp.AppendMapHeader(nil, uint32(size))
	for i := range size {
		if i > 0 {
			text = append(text, ',')
		}
		name := names[rng.IntN(len(names))]
		a, b := document(rng, depth-1)
		text = append(append(strconv.AppendQuote(text, name), ':'), a...)
		if number, err := strconv.Atoi(name); err == nil && name != "01" && rng.IntN(2) == 0 {
			packed = append(msgp.AppendInt(packed, number), b...)
		} else {
			packed = append(msgp.AppendString(packed, name), b...)
		}
	}
	return append(text, '}'), packed
}
