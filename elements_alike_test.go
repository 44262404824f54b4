// Elements of a stream, held to what decoding makes of the array as a whole: in each format, for every
// kind of array, wherever it is.

package beve_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/patchkit"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/token"
	"github.com/beve-org/beve-go/wire"
)

// anyElements are the formats whose elements are read as values of any kind.
var anyElements = map[string]func(r io.Reader, path string) iter.Seq2[any, error]{
	"beve": func(r io.Reader, p string) iter.Seq2[any, error] {
		return beve.ElementsAt[any](r, beve.Pointer(p), beve.DecodeOptions{GenericArrays: true})
	},
	"msgpack": func(r io.Reader, p string) iter.Seq2[any, error] {
		return msgpack.ElementsAt[any](r, msgpack.Pointer(p))
	},
	"json": func(r io.Reader, p string) iter.Seq2[any, error] { return json.ElementsAt[any](r, json.Pointer(p)) },
}

// listsOf calls f with the path of each value in v, and its elements if it is an array, or nil.
func listsOf(v any, path beve.Pointer, f func(path beve.Pointer, elements []any)) {
	switch v := v.(type) {
	case []any:
		f(path, append([]any{}, v...))
		for i, elem := range v {
			listsOf(elem, path.Index(i), f)
		}
		return
	case map[string]any:
		for key, member := range v {
			listsOf(member, path.Key(key), f)
		}
	case map[int64]any:
		for key, member := range v {
			listsOf(member, path.Key(strconv.FormatInt(key, 10)), f)
		}
	case map[uint64]any:
		for key, member := range v {
			listsOf(member, path.Key(strconv.FormatUint(key, 10)), f)
		}
	}
	f(path, nil)
	// A matrix has the parts that a View has.
	if m := reflect.ValueOf(v); m.Kind() == reflect.Struct && m.NumField() == 3 && m.Type().Field(2).Name == "Data" {
		for i, name := range []string{1: "extents", 2: "value"} {
			if i > 0 {
				all := []any{}
				for j := range m.Field(i).Len() {
					elem := m.Field(i).Index(j)
					switch elem.Kind() { // one value has 64 bits in an interface
					case reflect.Float32:
						all = append(all, elem.Float())
					case reflect.Complex64:
						all = append(all, elem.Complex())
					default:
						all = append(all, elem.Interface())
					}
				}
				f(path.Key(name), all)
			}
		}
	}
}

// textOf returns elements as text, in which a NaN is like another, and numbers of all widths are.
func textOf(elements []any) string { return fmt.Sprintf("%d: %v", len(elements), elements) }

// TestElementsAreThoseOfTheArray reads each array of random documents by its path, and what is no array.
func TestElementsAreThoseOfTheArray(t *testing.T) {
	for _, f := range tokenFormats() {
		t.Run(f.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(6, 7))
			arrays := 0
			for range 150 {
				data, err := f.marshal(rng, documentOfParts(rng, 3, f.binary))
				if err != nil {
					t.Fatal(err)
				}
				arrays += holdElements(t, f, data)
			}
			if arrays < 100 {
				t.Errorf("%d arrays", arrays)
			}
		})
	}
}

// TestElementsOfEveryForm does the same for values of BEVE of all kinds in all forms.
func TestElementsOfEveryForm(t *testing.T) {
	r := patchkit.Forms{Rand: rand.New(rand.NewPCG(8, 9))}
	beveFormat, arrays := tokenFormats()[0], 0
	for range 1500 {
		arrays += holdElements(t, beveFormat, r.Message(r.Value(3)))
	}
	if arrays < 500 {
		t.Errorf("%d arrays", arrays)
	}
}

// holdElements returns how many arrays a message has.
func holdElements(t *testing.T, f tokenFormat, data []byte) (arrays int) {
	var whole any
	if err := f.unmarshal(data, &whole); errors.Is(err, beve.ErrUnsupported) {
		return 0 // numbers that Go has no type for
	} else if err != nil {
		t.Fatalf("%s: % x: %v", f.name, data, err)
	}
	listsOf(whole, "", func(path beve.Pointer, want []any) {
		got, err := collected(anyElements[f.name](iotest.HalfReader(bytes.NewReader(data)), string(path)))
		if want == nil {
			if !errors.Is(err, beve.ErrMismatch) {
				t.Fatalf("%s: % x: at %q is no array, and its elements are %v, %v", f.name, data, path, got, err)
			}
			return
		}
		arrays++
		if err != nil || textOf(got) != textOf(want) {
			t.Fatalf("%s: % x: the elements of %q are %s, not %s: %v", f.name, data, path, textOf(got), textOf(want), err)
		}
		if f.name == "beve" && path == "" && len(want) > 0 {
			got, err := collected(beve.Elements[any](bytes.NewReader(data), beve.DecodeOptions{GenericArrays: true}))
			if err != nil || textOf(got) != textOf(want) {
				t.Fatalf("% x: the elements are %s, not %s: %v", data, textOf(got), textOf(want), err)
			}
		}
	})
	return arrays
}

// TestElementsOfCutTextPlaceTheEnd cuts texts at every byte: what is missing is the next element, or is on the way to the
// array or after it.
func TestElementsOfCutTextPlaceTheEnd(t *testing.T) {
	for path, text := range map[json.Pointer]string{"": `[ 1 , [ 2 ] , "x" , { "k" : null } ]`, "/a/1": `{"a" : [ 0 , [ 1 , [ 2 ] , true ] ] , "b" : [ {} ] }`} {
		for end := range len(text) {
			got, err := collected(json.ElementsAt[any](bytes.NewReader([]byte(text[:end])), path))
			if !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, beve.ErrTruncated) {
				t.Errorf("%q: %v, %v", text[:end], got, err)
				continue
			}
			at := place(t, err)
			inside := len(at.path) > len(path) && at.path[:len(path)] == beve.Pointer(path)
			if inside && !strings.HasPrefix(string(at.path)+"/", string(beve.Pointer(path).Index(len(got)))+"/") || at.offset > int64(end) {
				t.Errorf("%q: %v after %d elements", text[:end], err, len(got))
			}
		}
	}
}

// packedArrays are arrays of BEVE without headers of their elements.
func packedArrays() map[string][]byte {
	return map[string][]byte{
		"complex numbers":         wire.AppendComplexes(nil, []float32{1, 2, 3, 4}),
		"aligned complex numbers": wire.AppendAlignedComplexes(nil, 0, []float64{1, 2, 3, 4}),
		"draft times":             wire.AppendTimes(nil, []uint64{1, 2}),
		"no complex numbers":      wire.AppendComplexes(nil, []float32{}),
		"no draft times":          wire.AppendTimes(nil, nil),
	}
}

// TestTokensOfPackedArrays reads arrays of complex numbers and times by tokens, by decoding, by skipping and as bytes.
func TestTokensOfPackedArrays(t *testing.T) {
	for name, data := range packedArrays() {
		var want []any
		if err := beve.Unmarshal(data, &want); err != nil {
			t.Fatal(err)
		}
		d := beve.NewDecoder(iotest.OneByteReader(bytes.NewReader(data)))
		for turn := range 4 {
			d.Reset(iotest.OneByteReader(bytes.NewReader(data)))
			begin, err := d.Token()
			if err != nil || begin.Kind != token.BeginArray || begin.Len != len(want) {
				t.Fatalf("%s: %v of %d, %v", name, begin, begin.Len, err)
			}
			for i := 0; d.More(); i++ {
				var got any
				switch turn {
				case 0:
					one, failed := d.Token()
					if got, err = one.Value, failed; one.Kind != token.Other {
						t.Errorf("%s: %v", name, one)
					}
				case 1:
					err = d.Decode(&got)
				case 2:
					got, err = want[i], d.Skip()
				default:
					raw, failed := d.ViewRaw()
					if err = failed; err == nil {
						err = beve.Unmarshal(raw, &got)
					}
				}
				if err != nil || !reflect.DeepEqual(got, want[i]) || d.Path() != beve.Pointer("").Index(i) {
					t.Errorf("%s: %v, not %v, at %q: %v", name, got, want[i], d.Path(), err)
				}
			}
			if end, err := d.Token(); err != nil || end.Kind != token.EndArray || d.InputOffset() != int64(len(data)) {
				t.Errorf("%s: %v at %d of %d, %v", name, end, d.InputOffset(), len(data), err)
			}
		}
		for end := range len(data) {
			_, err := collected(beve.ElementsAt[any](bytes.NewReader(data[:end]), ""))
			if !errors.Is(err, beve.ErrTruncated) {
				t.Errorf("%s, %d of %d bytes: %v", name, end, len(data), err)
			}
		}
	}
	// Of arrays in a stream a T that is a slice takes each whole, and another T the elements of the first.
	one := wire.AppendComplexes(nil, []float64{1, 2, 3, 4})
	stream := append(append(bytes.Clone(one), byte(wire.HeaderDelimiter)), one...)
	if got, err := collected(beve.Elements[[]complex128](bytes.NewReader(stream))); err != nil || len(got) != 2 || len(got[1]) != 2 {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := collected(beve.Elements[complex128](bytes.NewReader(one))); err != nil || !reflect.DeepEqual(got, []complex128{1 + 2i, 3 + 4i}) {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := collected(beve.Elements[complex128](bytes.NewReader(wire.AppendComplex(nil, 1.0, 2.0)))); err != nil || len(got) != 1 {
		t.Errorf("%v, %v", got, err)
	}
}

// TestPartsOfMatricesAndTypeTags: paths lead into them as they do in a View, and errors say where.
func TestPartsOfMatricesAndTypeTags(t *testing.T) {
	matrix := wire.AppendNumbers(wire.AppendMatrix(nil, scalar.RowMajor, []int{2, 3}), []uint16{1, 2, 3, 4, 5, 6})
	tag := wire.AppendNumbers([]byte{0x0E, 1 << 2}, []int16{7, 8})
	msg := append(wire.AppendText(append(wire.AppendText(wire.AppendObject(nil, 2), "m"), matrix...), "t"), tag...)
	msg = append(wire.AppendArray(nil, 1), msg...)
	o := beve.DecodeOptions{LegacyTypeTag: true}
	for path, want := range map[string][]int{"/0/m/value": {1, 2, 3, 4, 5, 6}, "/0/m/extents": {2, 3}, "/0/t/value": {7, 8}} {
		got, err := collected(beve.ElementsAt[int](iotest.OneByteReader(bytes.NewReader(msg)), beve.Pointer(path), o))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, %v", path, got, err)
		}
	}
	for path, cause := range map[string]error{"/0/m": beve.ErrMismatch, "/0/m/layout": beve.ErrMismatch, "/0/m/rows": beve.ErrMissing,
		"/0/m/value/6": beve.ErrMissing, "/0/m/value/5": beve.ErrMismatch, "/0/t": beve.ErrMismatch, "/0/t/index": beve.ErrMismatch, "/0/t/other": beve.ErrMissing} {
		_, err := collected(beve.ElementsAt[int](bytes.NewReader(msg), beve.Pointer(path), o))
		var e *beve.DecodeError
		if !errors.Is(err, cause) || !errors.As(err, &e) || e.Path == "" || e.Offset == 0 {
			t.Errorf("%s: %v", path, err)
		}
	}
	// To Token they are one value, as they are to Decode.
	d := beve.NewDecoder(bytes.NewReader(matrix))
	if one, err := d.Token(); err != nil || one.Kind != token.Other {
		t.Errorf("%v, %v", one, err)
	}
	// The array is one of as many numbers as the extents say.
	for _, value := range [][]byte{wire.AppendNumbers(nil, []uint16{1, 2}), wire.AppendArray(nil, 6), wire.AppendComplex(nil, 1.0, 2.0),
		wire.AppendComplexes(nil, []float64{1, 2})} {
		bad := append(wire.AppendMatrix(nil, scalar.RowMajor, []int{2, 3}), value...)
		whole := beve.Unmarshal(bad, new(any))
		_, err := collected(beve.ElementsAt[any](bytes.NewReader(bad), "/value"))
		if err == nil || place(t, err).offset != place(t, whole).offset || errors.Is(err, beve.ErrTruncated) != errors.Is(whole, beve.ErrTruncated) {
			t.Errorf("% x: %v, and the whole: %v", bad, err, whole)
		}
	}
}

// TestLongArraysAreReadInConstantMemory ranges over arrays of many megabytes, of each kind without headers.
func TestLongArraysAreReadInConstantMemory(t *testing.T) {
	const pieces = 32
	piece := make([]byte, 1<<16)
	head := func(start []byte, n int) []byte { return wire.AppendSize(start, n) }
	n := pieces * len(piece)
	for name, c := range map[string]struct {
		head []byte
		path string
		n    int
		run  func(r io.Reader, path beve.Pointer) (int, error)
	}{
		"numbers":         {head([]byte{byte(wire.HeaderFloat64.Array())}, n/8), "", n / 8, elementsOf[float64]},
		"complex numbers": {head([]byte{byte(wire.HeaderComplex), 0x61}, n/16), "", n / 16, elementsOf[complex128]},
		"draft times":     {head([]byte{byte(wire.HeaderTime), 1}, n/8), "", n / 8, elementsOf[time.Time]},
		"a matrix":        {head(append(wire.AppendMatrix(nil, scalar.RowMajor, []int{n / 8}), byte(wire.HeaderFloat64.Array())), n/8), "/value", n / 8, elementsOf[float64]},
		"a complex matrix": {head(append(wire.AppendMatrix(nil, scalar.RowMajor, []int{n / 16}), byte(wire.HeaderComplex), 0x61), n/16), "/value", n / 16,
			elementsOf[complex128]},
	} {
		var got int
		var err error
		spent := testkit.Allocated(func() { got, err = c.run(&repeated{head: c.head, piece: piece, n: pieces}, beve.Pointer(c.path)) })
		if err != nil || got != c.n {
			t.Errorf("%s: %d of %d, %v", name, got, c.n, err)
		}
		if spent > 1<<20 {
			t.Errorf("%s: %d bytes allocated for %d", name, spent, n)
		}
	}
}

// elementsOf counts the elements of an array, with a limit that a whole one would pass.
func elementsOf[T any](r io.Reader, path beve.Pointer) (n int, err error) {
	for _, err := range beve.ElementsAt[T](r, path, beve.DecodeOptions{Limits: beve.Limits{MaxBytes: 1 << 16}}) {
		if err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// counted is a reader that knows how much it has delivered.
type counted struct {
	io.Reader
	n int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p[:min(len(p), 1)])
	c.n += int64(n)
	return n, err
}

// TestTokensDoNotWait reads tokens from a reader that delivers one byte at a time: none of them waits for
// what comes after it, but for the one of a table, whose header may be that of a type tag.
func TestTokensDoNotWait(t *testing.T) {
	r := patchkit.Forms{Rand: rand.New(rand.NewPCG(10, 11))}
	hasTable := func(data []byte) bool { return bytes.IndexByte(data, byte(wire.HeaderTable)) >= 0 }
	read := 0
	for range 2000 {
		data := r.Value(3)(nil)
		if hasTable(data) {
			continue
		}
		in := &counted{Reader: bytes.NewReader(data)}
		d := beve.NewDecoder(in)
		for {
			one, err := d.Token()
			if err == io.EOF || errors.Is(err, beve.ErrUnsupported) {
				break
			}
			if err != nil {
				t.Fatalf("% x: %v", data, err)
			}
			if in.n > d.InputOffset() {
				t.Fatalf("% x: %v, which ends at %d, took %d bytes", data, one, d.InputOffset(), in.n)
			}
			read++
		}
	}
	if read < 1000 {
		t.Errorf("%d tokens", read)
	}
}
