// The test vectors: messages of other implementations, which have to mean what
// their JSON says, and inputs that everyone has to reject.

package engine_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// jsonValues parses one or several JSON texts, numbers as text.
func jsonValues(t testing.TB, text []byte) (all []any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	for {
		var v any
		if err := d.Decode(&v); err == io.EOF {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
}

// parts are the real and the imaginary part of a complex number, as JSON has them.
func complexParts(v reflect.Value) []any {
	if v.CanComplex() {
		c := v.Complex()
		return []any{real(c), imag(c)}
	}
	return []any{v.Field(0).Interface(), v.Field(1).Interface()}
}

// sameAsJSON returns nil if a decoded value is what the JSON of a vector says, by
// the rules of testdata/beve/README.md.
func sameAsJSON(got, want any) error {
	switch g := got.(type) {
	case nil:
		return same(want == nil, got, want)
	case bool, string:
		return same(got == want, got, want)
	case *big.Int:
		return sameNumber(g.String(), want)
	case time.Time:
		return same(g.Format(time.RFC3339Nano) == want, got, want)
	case time.Duration:
		return same(string(scalar.DurationOf(int64(g)).AppendISO(nil)) == want, got, want)
	case beve.UUID:
		return same(g.String() == want, got, want)
	case beve.Interval:
		return sameMembers(map[string]any{"start": g.Start, "end": g.End}, want)
	case beve.RegExpData:
		return sameMembers(map[string]any{"pattern": g.Pattern, "flags": g.Flags.String()}, want)
	case beve.TypeTag:
		return sameMembers(map[string]any{"index": g.Index, "value": g.Value}, want)
	}
	v := reflect.ValueOf(got)
	switch {
	case v.CanInt():
		return sameNumber(strconv.FormatInt(v.Int(), 10), want)
	case v.CanUint():
		return sameNumber(strconv.FormatUint(v.Uint(), 10), want)
	case v.CanFloat():
		return sameFloat(v.Float(), want)
	case v.CanComplex():
		return sameAsJSON(complexParts(v), want)
	case v.Kind() == reflect.Slice:
		w, ok := want.([]any)
		if !ok || len(w) != v.Len() {
			return fmt.Errorf("got %d elements, want %v", v.Len(), want)
		}
		for i := range w {
			if err := sameAsJSON(v.Index(i).Interface(), w[i]); err != nil {
				return fmt.Errorf("/%d: %w", i, err)
			}
		}
		return nil
	case v.Kind() == reflect.Map:
		members := map[string]any{}
		for it := v.MapRange(); it.Next(); {
			members[fmt.Sprint(it.Key())] = it.Value().Interface()
		}
		return sameMembers(members, want)
	case v.Kind() == reflect.Struct && v.NumField() == 2 && v.Type().Field(0).Name == "Real":
		return sameAsJSON(complexParts(v), want)
	case v.Kind() == reflect.Struct && v.NumField() == 3 && v.Type().Field(0).Name == "Layout":
		return sameMembers(map[string]any{"layout": fmt.Sprint(v.Field(0)), "extents": v.Field(1).Interface(), "value": v.Field(2).Interface()}, want)
	}
	return fmt.Errorf("a %T, which is nothing that any becomes", got)
}

func same(ok bool, got, want any) error {
	if !ok {
		return fmt.Errorf("got %v (%T), want %v (%T)", got, got, want, want)
	}
	return nil
}

func sameMembers(got map[string]any, want any) error {
	w, ok := want.(map[string]any)
	if !ok || len(w) != len(got) {
		return fmt.Errorf("got %d members, want %v", len(got), want)
	}
	for name, x := range w {
		g, ok := got[name]
		if !ok {
			return fmt.Errorf("no member %q", name)
		}
		if err := sameAsJSON(g, x); err != nil {
			return fmt.Errorf("/%s: %w", name, err)
		}
	}
	return nil
}

func sameNumber(got string, want any) error {
	w, ok := want.(json.Number)
	return same(ok && testkit.SameNumber(got, w.String()), got, want)
}

// sameFloat compares as float64, and where the wire had less, as float32.
func sameFloat(f float64, want any) error {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return same(want == nil, f, want)
	}
	w, ok := want.(json.Number)
	if !ok {
		return same(false, f, want)
	}
	if x, err := strconv.ParseFloat(w.String(), 64); err == nil && math.Float64bits(x) == math.Float64bits(f) {
		return nil
	}
	x, err := strconv.ParseFloat(w.String(), 32)
	return same(err == nil && float64(float32(f)) == f && math.Float32bits(float32(x)) == math.Float32bits(float32(f)), f, want)
}

// typeTags reports whether the file is of version 1, whose type tags are read on
// request only.
func typeTags(v testkit.BEVEVector) bool { return strings.Contains(v.Name, "typetag") }

// noAny lists the vectors that any does not hold, and why.
var noAny = map[string]error{"rust/map_key_i128": beve.ErrOverflow}

// noEncoding lists the vectors whose value is not written again.
var noEncoding = map[string]error{
	"crafted/typetag_number": beve.ErrUnsupported, "crafted/typetag_index300": beve.ErrUnsupported,
	"crafted/typetag_in_array": beve.ErrUnsupported, "crafted/typetag_nested": beve.ErrUnsupported,
}

func TestVectorsMeanWhatTheirJSONSays(t *testing.T) {
	for _, dir := range goodVectors {
		for _, v := range readVectors(t, dir) {
			name, want := dir+"/"+v.Name, jsonValues(t, v.JSON)
			sources := map[string]any{"memory": v.Data, "reader": bytes.NewReader(v.Data), "bytes": iotest.OneByteReader(bytes.NewReader(v.Data)),
				"data with EOF": iotest.DataErrReader(bytes.NewReader(v.Data))}
			for how, src := range sources {
				d := decoderOf(src)
				d.SetOptions(beve.DecodeOptions{LegacyTypeTag: typeTags(v)})
				for i, w := range want {
					var got any
					err := d.Decode(&got)
					if cause := noAny[name]; cause != nil {
						if !errors.Is(err, cause) {
							t.Errorf("%s from %s: %v", name, how, err)
						}
						continue
					}
					if err == nil {
						err = sameAsJSON(got, w)
					}
					if err != nil {
						t.Errorf("%s from %s, value %d: %v", name, how, i, err)
						break
					}
				}
				if err := d.Decode(new(any)); err != io.EOF || d.More() {
					t.Errorf("%s from %s: after the last value %v", name, how, err)
				}
				if d.InputOffset() != int64(len(v.Data)) {
					t.Errorf("%s from %s: ends at %d of %d", name, how, d.InputOffset(), len(v.Data))
				}
			}
			if !v.Stream && noAny[name] == nil {
				checkVectorMessage(t, name, v, want[0])
			}
		}
	}
}

// checkVectorMessage decodes a vector in one piece, in both forms of any, and
// encodes it again.
func checkVectorMessage(t *testing.T, name string, v testkit.BEVEVector, want any) {
	t.Helper()
	for _, generic := range []bool{false, true} {
		var got any
		if err := (beve.DecodeOptions{GenericArrays: generic, LegacyTypeTag: typeTags(v)}).Unmarshal(v.Data, &got); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err := sameAsJSON(got, want); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		b, err := beve.EncodeOptions{Extended: true}.Marshal(got)
		if cause := noEncoding[name]; cause != nil {
			if !errors.Is(err, cause) {
				t.Errorf("%s: encoded again: %v", name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: encoded again: %v", name, err)
			continue
		}
		var again any
		if err := beve.Unmarshal(b, &again); err != nil {
			t.Errorf("%s: encoded again as % X: %v", name, b, err)
		} else if err := sameAsJSON(again, want); err != nil {
			t.Errorf("%s: encoded again as % X: %v", name, b, err)
		}
	}
	if !beve.Valid(v.Data) && !typeTags(v) {
		t.Errorf("%s is not Valid", name)
	}
	var raw beve.Raw
	if typeTags(v) {
		return // what the file says is not written again
	}
	if err := beve.Unmarshal(v.Data, &raw); err != nil {
		t.Errorf("%s into Raw: %v", name, err)
	} else if b, err := beve.Marshal(raw); err != nil || !bytes.HasSuffix(v.Data, b) || !bytes.Equal(b, raw) {
		t.Errorf("%s through Raw: % X, %v", name, b, err)
	}
}

// everyTarget returns new targets of many shapes to decode into.
func everyTarget() []any {
	return []any{
		new(any), new(testkit.Kinds), new(testkit.Slices), new(testkit.Maps), new(*testkit.Known), new(kitchenSink),
		new([]any), new(map[string]any), new(map[int]any), new(map[uint8]string), new(map[string]string), new(map[string]testkit.Kinds),
		new([]float64), new([]float32), new([]int8), new([]uint64), new([]byte), new([]bool), new([]string), new([]complex128), new([]*bool),
		new([]testkit.Kinds), new([]*testkit.Kinds), new([][]any), new([]map[string]int), new([][]testkit.Slices),
		new(string), new(bool), new(int), new(uint8), new(float32), new(complex64), new([3]int), new([2]any), new([1]testkit.Kinds),
		new(beve.Raw), new([]beve.Raw), new(beve.Matrix[float64]), new(beve.Matrix[complex64]), new(beve.Complex[int16]), new(beve.TypeTag),
		new(time.Time), new(big.Int), new(json.Number), new(scalar.Float16), new([]scalar.Int128), new(testkit.TextValue), new([]testkit.TextValue),
		new(selfMade), new([]selfMade), new(struct{}), new(testkit.Quoted),
		new(time.Duration), new([]time.Duration), new([2]time.Duration), new(beve.Timestamp), new(beve.Interval), new(beve.UUID), new([]beve.UUID), new(beve.RegExpData),
		new(regexp.Regexp), new([]map[string]any), new([]*kitchenSink), new([]map[testkit.MyString]testkit.MyInt), new(map[string]time.Duration),
	}
}

// strictly reports the options of a level of malformed vectors.
func strictly(level string) beve.DecodeOptions { return beve.DecodeOptions{Strict: level == "strict"} }

// drain decodes a stream until it ends, and returns how: io.EOF is a good end.
func drain(src any, o beve.DecodeOptions, target func() any) (values int, err error) {
	d := decoderOf(src)
	d.SetOptions(o)
	for {
		if err := d.Decode(target()); err != nil {
			return values, err
		}
		values++
	}
}

func TestMalformedInputIsRejectedEverywhere(t *testing.T) {
	for _, v := range readVectors(t, "malformed") {
		o := strictly(v.Level)
		testkit.Costs(t, v.Name+" Valid", len(v.Data), func() {
			if ok := (wire.ValidateOptions{Strict: o.Strict}).Validate(v.Data) == nil; ok {
				t.Errorf("%s is valid", v.Name)
			}
		})
		if v.Level == "must" && beve.Valid(v.Data) {
			t.Errorf("%s is Valid", v.Name)
		}
		for _, target := range everyTarget() {
			name := fmt.Sprintf("%s into %T", v.Name, target)
			testkit.Costs(t, name, len(v.Data), func() {
				err := o.Unmarshal(v.Data, target)
				if err == nil {
					t.Errorf("%s: accepted", name)
				}
				if e := (*beve.DecodeError)(nil); !errors.As(err, &e) || e.Offset < 0 || e.Offset > int64(len(v.Data)) || !e.Path.Valid() {
					t.Errorf("%s: %v", name, err)
				}
			})
		}
		if v.Class == "trailing" {
			continue // a stream goes on
		}
		for how, src := range map[string]any{"memory": v.Data, "reader": bytes.NewReader(v.Data), "bytes": iotest.OneByteReader(bytes.NewReader(v.Data))} {
			if how == "bytes" && len(v.Data) > 10000 {
				continue
			}
			values, err := drain(src, o, func() any { return new(any) })
			if v.Class == "delimiter" {
				if values != 0 || err != io.EOF {
					t.Errorf("%s from %s: %d values, then %v", v.Name, how, values, err)
				}
			} else if err == nil || err == io.EOF {
				t.Errorf("%s from %s: accepted %d values", v.Name, how, values)
			}
			d := decoderOf(src)
			if how == "memory" && !o.Strict {
				if err = d.Skip(); v.Class != "framing" && (err == nil || v.Class != "delimiter" && err == io.EOF) {
					t.Errorf("%s: skipped", v.Name)
				}
			}
		}
	}
}

func TestStrictLevelInputIsAcceptedWithoutStrict(t *testing.T) {
	n := 0
	for _, v := range readVectors(t, "malformed") {
		if v.Level != "strict" {
			continue
		}
		n++
		for _, target := range []any{new(any), new([]bool), new(beve.Raw), new([]*bool), new([3]bool)} {
			if err := beve.Unmarshal(v.Data, target); err != nil {
				t.Errorf("%s into %T: %v", v.Name, target, err)
			}
			if err := (beve.DecodeOptions{Strict: true}).Unmarshal(v.Data, target); !errors.Is(err, beve.ErrSyntax) {
				t.Errorf("%s into %T, strict: %v", v.Name, target, err)
			}
		}
		// Also where nobody looks at the value.
		inside := append([]byte{0x03, 0x04, 0x04, 'x'}, v.Data...)
		for _, target := range []any{new(struct{}), new(struct{ X beve.Raw }), new(selfMade), new(withUnknown)} {
			if err := beve.Unmarshal(inside, target); err != nil {
				t.Errorf("%s in an object into %T: %v", v.Name, target, err)
			}
			err := (beve.DecodeOptions{Strict: true}).Unmarshal(inside, target)
			if e := (*beve.DecodeError)(nil); !errors.Is(err, beve.ErrSyntax) || !errors.As(err, &e) || e.Offset != int64(len(inside)-1) {
				t.Errorf("%s in an object into %T, strict: %v", v.Name, target, err)
			}
		}
	}
	if n == 0 {
		t.Error("no vector of the strict level")
	}
}

func TestTruncationIsReportedAtEveryByte(t *testing.T) {
	for _, dir := range goodVectors {
		for _, v := range readVectors(t, dir) {
			if v.Stream || noAny[dir+"/"+v.Name] != nil {
				continue
			}
			step := 1 + len(v.Data)/300
			for n := 0; n < len(v.Data); n += step {
				o := beve.DecodeOptions{LegacyTypeTag: typeTags(v)}
				if err := o.Unmarshal(v.Data[:n:n], new(any)); !errors.Is(err, beve.ErrTruncated) {
					t.Errorf("%s/%s: the first %d of %d bytes: %v", dir, v.Name, n, len(v.Data), err)
					break
				}
				var raw beve.Raw
				if err := o.Unmarshal(v.Data[:n:n], &raw); !errors.Is(err, beve.ErrTruncated) {
					t.Errorf("%s/%s into Raw: the first %d of %d bytes: %v", dir, v.Name, n, len(v.Data), err)
					break
				}
			}
		}
	}
}

func TestSingleByteChangesAreSurvived(t *testing.T) {
	targets := everyTarget()
	for _, dir := range goodVectors {
		for _, v := range readVectors(t, dir) {
			data := bytes.Clone(v.Data[:min(len(v.Data), 120)])
			for i := range data {
				old := data[i]
				for _, change := range []byte{0x01, 0x08, 0x80, 0xFF} {
					data[i] = old ^ change
					valid := beve.Valid(data)
					err := beve.Unmarshal(data, new(any))
					if (err == nil) != valid && !errors.Is(err, beve.ErrUnsupported) && !errors.Is(err, beve.ErrOverflow) {
						t.Fatalf("% X: valid is %v, decoding %v", data, valid, err)
					}
					if err := beve.Unmarshal(data, targets[(i*31+int(change))%len(targets)]); err == nil && !valid {
						t.Fatalf("% X into %T: accepted", data, targets[(i*31+int(change))%len(targets)])
					}
				}
				data[i] = old
			}
		}
	}
}
