package canonical_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/canonical"
	"github.com/beve-org/beve-go/internal/patchkit"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/wire"
)

type reading struct {
	Name   string
	Values []float64
	Unit   map[string]int
}

// TestRequireCanonical holds every way to decode with the option to the same: what Check refuses
// is not decoded.
func TestRequireCanonical(t *testing.T) {
	v := reading{"a", []float64{0.1, 2}, map[string]int{"m": 1, "s": -2}}
	good, err := canonical.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := beve.EncodeOptions{FixedWidth: true}.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	o := beve.DecodeOptions{RequireCanonical: true}
	codec := beve.CodecWith[reading](beve.EncodeOptions{}, o)
	for name, decode := range map[string]func(msg []byte, v *reading) error{
		"Unmarshal": func(msg []byte, v *reading) error { return o.Unmarshal(msg, v) },
		"Codec":     codec.Unmarshal,
		"Decoder":   func(msg []byte, v *reading) error { return o.NewDecoder(bytes.NewReader(msg)).Decode(v) },
		"bytes":     func(msg []byte, v *reading) error { return o.NewDecoderBytes(msg).Decode(v) },
		"View": func(msg []byte, v *reading) error {
			root, err := beve.NewView(msg)
			if err != nil {
				return err
			}
			return root.DecodeWithOptions(v, o)
		},
	} {
		var got reading
		if err := decode(good, &got); err != nil || fmt.Sprint(got) != fmt.Sprint(v) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
		got = reading{}
		err := decode(plain, &got)
		var e *beve.DecodeError
		if !errors.Is(err, beve.ErrSyntax) || !errors.As(err, &e) || got.Name != "" {
			t.Errorf("%s of what is not canonical: %v, %v", name, got, err)
		}
		if strings.HasPrefix(fmt.Sprint(err), "beve: beve:") {
			t.Errorf("%s: %v", name, err)
		}
	}

	// A stream goes on after a value that is refused, and says where it was.
	stream := append(append(bytes.Clone(good), plain...), good...)
	for _, d := range []*beve.Decoder{o.NewDecoder(bytes.NewReader(stream)), o.NewDecoderBytes(stream)} {
		var got reading
		var e *beve.DecodeError
		if err := d.Decode(&got); err != nil {
			t.Error(err)
		}
		if err := d.Decode(&got); !errors.As(err, &e) || e.Offset < int64(len(good)) {
			t.Errorf("%v", err)
		}
		if err := d.Decode(&got); err != nil {
			t.Error(err)
		}
	}
}

// TestRequireCanonicalOfAnyForm decodes values in random forms: what is not in canonical form is refused, whatever it is.
func TestRequireCanonicalOfAnyForm(t *testing.T) {
	r := patchkit.Forms{Rand: patchkit.Rand()}
	o := beve.DecodeOptions{RequireCanonical: true}
	for range patchkit.Rounds() {
		value := r.Value(3)
		for range 3 {
			msg := value(nil)
			form, err := canonical.Append(nil, msg)
			if err != nil {
				t.Fatal(err)
			}
			for name, decode := range map[string]func(v *any) error{
				"Unmarshal": func(v *any) error { return o.Unmarshal(msg, v) },
				"Decoder":   func(v *any) error { return o.NewDecoder(bytes.NewReader(msg)).Decode(v) },
				"bytes":     func(v *any) error { return o.NewDecoderBytes(msg).Decode(v) },
				"View": func(v *any) error {
					root, err := beve.NewView(msg)
					if err != nil {
						return err
					}
					return root.DecodeWithOptions(v, o)
				},
			} {
				var v any
				err := decode(&v)
				if refused := err != nil && strings.Contains(err.Error(), "canonical form"); refused == bytes.Equal(msg, form) {
					t.Fatalf("%s of %x, whose canonical form is %x: %v", name, msg, form, err)
				}
			}
		}
	}
}

// TestRequireCanonicalOfParts: parts of a value that is read part by part are checked where they have
// a form of their own, the same through a View and from a stream.
func TestRequireCanonicalOfParts(t *testing.T) {
	o := beve.DecodeOptions{RequireCanonical: true}
	for name, c := range map[string]struct {
		v    any
		o    beve.EncodeOptions
		want bool
	}{
		"numbers":         {[]uint16{1, 300}, beve.EncodeOptions{}, true},
		"strings":         {[]string{"a", "b"}, beve.EncodeOptions{}, true},
		"booleans":        {[]bool{true, false}, beve.EncodeOptions{}, true},
		"objects":         {[]map[string]any{{"a": uint8(1)}, {"a": uint8(2)}}, beve.EncodeOptions{}, true},
		"wide integers":   {[]map[string]any{{"a": 1}, {"a": 2}}, beve.EncodeOptions{FixedWidth: true}, false},
		"rows of a table": {make([]struct{ A, B uint8 }, 9), beve.EncodeOptions{Extended: true}, false},
	} {
		msg, err := c.o.Marshal(c.v)
		if err != nil {
			t.Fatal(err)
		}
		check := func(how string, err error) {
			t.Helper()
			var e *beve.DecodeError
			if c.want && err != nil || !c.want && (!errors.Is(err, beve.ErrSyntax) || !errors.As(err, &e) || !strings.HasPrefix(string(e.Path), "/0")) {
				t.Errorf("%s by %s: %v", name, how, err)
			}
		}
		v, err := beve.NewView(msg)
		if err != nil {
			t.Fatal(err)
		}
		part, err := v.Index(0)
		if err != nil {
			t.Fatal(err)
		}
		var x any
		check("a View", part.DecodeWithOptions(&x, o))
		n := 0
		for _, err := range beve.ElementsAt[any](bytes.NewReader(msg), "", o) {
			check("a stream", err)
			if n++; err != nil {
				break
			}
		}
		if n == 0 {
			t.Errorf("%s: no elements", name)
		}
	}
}

func TestCheckAllocatesNothing(t *testing.T) {
	msg, err := canonical.Marshal(reading{"a", []float64{0.1, 2}, map[string]int{"m": 1, "s": -2}})
	if err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(100, func() {
		if err := canonical.Check(msg); err != nil {
			t.Error(err)
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func ExampleMarshal() {
	type order struct {
		N    uint64  `json:"n"`
		List []int32 `json:"list"`
	}
	a, _ := canonical.Marshal(order{1, []int32{1, 2}})
	b, _ := canonical.Marshal(map[string]any{"list": []any{1, 2}, "n": int8(1)})
	fmt.Printf("%x\n%x\n", a, b)
	fmt.Println(canonical.Check(a))
	// Output:
	// 0308106c69737414080102046e1101
	// 0308106c69737414080102046e1101
	// <nil>
}

func BenchmarkCheck(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	docs := map[string][]byte{}
	numbers := make([]float64, 100000)
	rows := make([]map[string]any, 5000)
	for i := range numbers {
		numbers[i] = r.Float64()
	}
	for i := range rows {
		rows[i] = map[string]any{"id": i, "name": fmt.Sprint("name ", i), "price": r.Float64(), "tags": []string{"a", "b"}}
	}
	var err error
	if docs["float64s"], err = canonical.Marshal(numbers); err != nil {
		b.Fatal(err)
	}
	if docs["rows"], err = canonical.Marshal(rows); err != nil {
		b.Fatal(err)
	}
	for name, msg := range docs {
		b.Run("Check "+name, func(b *testing.B) {
			b.SetBytes(int64(len(msg)))
			for b.Loop() {
				if err := canonical.Check(msg); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("Validate "+name, func(b *testing.B) {
			b.SetBytes(int64(len(msg)))
			for b.Loop() {
				if err := wire.Validate(msg); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("Append "+name, func(b *testing.B) {
			b.SetBytes(int64(len(msg)))
			var buf []byte
			for b.Loop() {
				if buf, err = canonical.Append(buf[:0], msg); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestNumbersHaveOneForm: numbers of any width have the same canonical form if and only if they decode to the same and read
// the same in JSON.
func TestNumbersHaveOneForm(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	var msgs [][]byte
	for range 3000 {
		f := []float64{0.1, 0.5, 1, 3.3, 16777216, 1e30, -0.1, math.Copysign(0, -1), float64(float32(0.1)), r.NormFloat64(), float64(float32(r.NormFloat64()))}[r.IntN(11)]
		i := r.Int64() >> r.IntN(64)
		msgs = append(msgs, wire.AppendFloat64(nil, f), wire.AppendFloat32(nil, float32(f)), wire.AppendInt(nil, i), wire.AppendUint(nil, uint64(max(i, 0))),
			wire.AppendInt128(nil, scalar.Int128{Lo: uint64(i), Hi: i >> 63}), wire.AppendNumbers(nil, []float64{f, 1}), wire.AppendNumbers(nil, []float32{float32(f), 1}))
	}
	said, forms := map[string]string{}, map[string]string{}
	for _, msg := range msgs {
		form, err := canonical.Append(nil, msg)
		if err != nil {
			t.Fatal(err)
		}
		var value any
		if err := (beve.DecodeOptions{GenericArrays: true}).Unmarshal(msg, &value); err != nil {
			t.Fatal(err)
		}
		text, err := translator.ToJSON(msg)
		if err != nil {
			t.Fatal(err)
		}
		if u, ok := value.(uint64); ok && u <= math.MaxInt64 {
			value = int64(u)
		}
		says := fmt.Sprintf("%T %v %s", value, value, text)
		if was, ok := said[says]; ok && was != string(form) {
			t.Fatalf("%s: %x and %x", says, was, form)
		}
		if was, ok := forms[string(form)]; ok && was != says {
			t.Fatalf("%x: %s and %s", form, was, says)
		}
		said[says], forms[string(form)] = string(form), says
	}
}
