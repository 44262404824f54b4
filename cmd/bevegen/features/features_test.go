package features

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/big"
	"math/rand/v2"
	"net/url"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/beverun"
	"github.com/beve-org/beve-go/cmd/bevegen/features/other"
	"github.com/beve-org/beve-go/cmd/internal/gen/gentest"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// generated is what every type here has.
type generated interface {
	AppendBEVE(dst []byte) ([]byte, error)
	MarshalBEVE() ([]byte, error)
	UnmarshalBEVE(data []byte) error
	DecodeBEVE(d *beverun.Decoder) error
	SizeBEVE() int
}

// all has one variable of each type.
func all() []generated {
	return coded(
		new(Scalars), new(NamedScalars), new(Runs), new(Slices), new(Arrays), new(List), new(Table), new(Inner),
		new(Structs), new(NoMembers), new(Base), new(Meta), new(Deeper), new(Embedded), new(Shadow), new(Locked),
		new(Conflict), new(OmitEmpty), new(OmitZero), new(Quoted), new(OmitPointer), new(Maps), new(Tree), new(Ping),
		new(Reflected), new(Unknown), new(HoldsUnknown), new(Box[int]), new(Box[Inner]), new(Pair[string, bool]),
		new(Pair[int, Point]), new(Places), new(Generic), new(Names), new(Many), new(ManyOmitted), new(Tagged), new(Foreign),
		new(other.Made),
	)
}

// Options that generated code does not know make reflection pass over it. These two change nothing else, but that
// maps are written in the order of their keys.
var (
	encodeReflected = beve.EncodeOptions{Deterministic: true}
	decodeReflected = beve.DecodeOptions{StructTag: "beve"}
)

// fresh returns a new zero variable of the type of v.
func fresh(v generated) generated {
	return reflect.New(reflect.TypeOf(v).Elem()).Interface().(generated)
}

// random returns a random variable of the type of zero, or a full one.
func random(rng *rand.Rand, zero generated, full bool) generated {
	switch any(zero).(type) {
	case *Reflected:
		return code(randomReflected(rng))
	case *Unknown:
		return code(randomUnknown(rng))
	case *HoldsUnknown:
		return code(&HoldsUnknown{*randomUnknown(rng), []Unknown{*randomUnknown(rng), {}}})
	}
	t := reflect.TypeOf(zero).Elem()
	fill := testkit.RandomValue
	if full {
		fill = testkit.FullValue
	}
	p := reflect.New(t)
	p.Elem().Set(fill(rng, t))
	if f, ok := p.Interface().(*Foreign); ok {
		f.URL = url.URL{Scheme: "https", Host: "example.com", Path: "/a"} // not every URL can be parsed
	}
	return p.Interface().(generated)
}

func randomUnknown(rng *rand.Rand) *Unknown {
	u := &Unknown{A: rng.IntN(300)}
	if rng.IntN(3) > 0 {
		u.Rest = map[string]beve.Raw{"rest": {0x09, byte(rng.IntN(200))}, "more": {0x18}}
	}
	return u
}

func randomReflected(rng *rand.Rand) *Reflected {
	n := rng.IntN(100)
	r := &Reflected{
		Any: []any{nil, n, "text", []any{1.5, true}, map[string]any{"a": n}}[rng.IntN(5)],
		ID:  other.TextID{N: n}, IDs: []other.TextID{{N: 1}, {N: n}},
		Complex: complex(float64(n), 1), Parts: []complex64{1, complex(0, float32(n))},
		Big: big.NewInt(int64(n) << 40), Raw: beve.Raw{0x11, byte(n)}, UUID: beve.UUID{6: 0x40, 15: byte(n)},
		Number: json.Number(strconv.Itoa(n)),
		Matrix: beve.Matrix[float32]{Extents: []int{1, 2}, Data: []float32{1, float32(n)}}, Plain: n,
		Word: other.JSONWord(n), Words: []other.JSONWord{1, other.JSONWord(n)}, Text: json.RawMessage(`{"n":[` + strconv.Itoa(n) + `,"x"]}`),
		Stamp: beve.Timestamp{Seconds: int64(n), TimezoneOffset: int16(n)}, Wide: scalar.Int128{Hi: int64(n), Lo: 5}, Whole: beve.Complex[int16]{Real: int16(n), Imag: -1},
		Known: other.OnlyBEVEOf(n), Written: other.WritesJSON{N: n}, Outer: scalar.Layout(n % 2),
	}
	if n%2 == 0 {
		r.Anys, r.ByName = []any{n, "x", nil}, map[string]any{"n": n}
		r.WordRef, r.ByWord = &r.Words[1], map[string]other.JSONWord{"w": 2}
		r.IDRef, r.ByID = &other.TextID{N: n}, map[other.TextID]int{{N: n}: n}
		r.Interval = beve.Interval{Start: time.Unix(int64(n), 0).UTC(), End: time.Unix(int64(n)+9, 0).UTC()}
	}
	return r
}

// sorted returns the message with the members of maps in order, which is the one thing that may differ.
func sorted(t *testing.T, v generated, data []byte) []byte {
	t.Helper()
	w := fresh(v)
	if err := decodeReflected.Unmarshal(data, w); err != nil {
		t.Fatalf("%T: reflection does not read what was generated: %v\n%x", v, err, data)
	}
	out, err := encodeReflected.Marshal(w)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestBytesAreThoseOfReflection(t *testing.T) {
	for _, zero := range all() {
		t.Run(fmt.Sprintf("%T", zero), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 2))
			errs, same := 0, 0
			for i := range 300 {
				v := random(rng, zero, i%2 == 0)
				if i == 0 {
					v = zero
				}
				want, wantErr := encodeReflected.Marshal(v)
				got, gotErr := v.AppendBEVE([]byte("head"))
				sameError(t, gotErr, wantErr)
				if wantErr != nil {
					if errs++; string(got) != "head" {
						t.Fatalf("dst is %q after an error", got)
					}
					continue
				}
				got = got[len("head"):]
				if n := v.SizeBEVE(); n < len(got) {
					t.Fatalf("SizeBEVE is %d for %d bytes", n, len(got))
				}
				if again, err := v.MarshalBEVE(); err != nil || len(again) != len(got) {
					t.Fatalf("MarshalBEVE: %d bytes, want %d: %v", len(again), len(got), err)
				}
				if bytes.Equal(got, want) {
					same++
				} else if len(got) != len(want) || !bytes.Equal(sorted(t, v, got), sorted(t, v, want)) {
					t.Fatalf("value %+v\n got %x\nwant %x", v, got, want)
				}
				if through, err := beve.Marshal(v); err != nil || len(through) != len(got) {
					t.Fatalf("Marshal: %d bytes, want %d: %v", len(through), len(got), err)
				}
				back, want2 := fresh(v), fresh(v)
				if err := back.UnmarshalBEVE(got); err != nil {
					t.Fatalf("%v\n%x", err, got)
				}
				if err := decodeReflected.Unmarshal(got, want2); err != nil {
					t.Fatal(err)
				}
				if !testkit.Equal(reflect.ValueOf(back).Elem().Interface(), reflect.ValueOf(want2).Elem().Interface()) {
					t.Fatalf("decoded %+v\nwant %+v", back, want2)
				}
			}
			if same == 0 || errs > 250 {
				t.Errorf("%d of 300 values the same, %d errors", same, errs)
			}
		})
	}
}

// TestFailuresNameTheirPlace makes one text or time after another impossible to write.
func TestFailuresNameTheirPlace(t *testing.T) {
	for _, zero := range all() {
		v := random(rand.New(rand.NewPCG(5, 6)), zero, true)
		failed := 0
		spoil(reflect.ValueOf(v).Elem(), func() {
			_, wantErr := encodeReflected.Marshal(v)
			_, gotErr := v.AppendBEVE(nil)
			sameError(t, gotErr, wantErr)
			if wantErr != nil {
				failed++
			}
		})
		if _, ok := any(zero).(*Places); ok && failed < 50 {
			t.Errorf("%d failures", failed)
		}
	}
}

// spoil calls f for each text and each time in v, made wrong in several ways, and restores it.
func spoil(v reflect.Value, f func()) {
	if !v.CanSet() {
		return
	}
	if at, ok := v.Addr().Interface().(*time.Time); ok {
		old := *at
		*at = time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)
		f()
		*at = old
		return
	}
	switch v.Kind() {
	case reflect.String:
		old := v.String()
		for _, s := range []string{"\xff", "sieben\xff", "\xffneun Byte", "up to 16 bytes:\xff", "more than sixteen bytes: \xff", strings.Repeat("long", 30) + "\xff"} {
			v.SetString(s)
			f()
		}
		v.SetString(old)
	case reflect.Struct:
		for i := range v.NumField() {
			spoil(v.Field(i), f)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			spoil(v.Index(i), f)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			spoil(v.Elem(), f)
		}
	}
}

// parameters are those of a generic type, which generated code does not know the names of.
var parameters = regexp.MustCompile(`(features\.\w+)\[[^ )]*\]`)

// text returns the text of an error, without the parameters of types.
func text(err error) string {
	if err == nil {
		return ""
	}
	return parameters.ReplaceAllString(err.Error(), "$1")
}

// sameError checks that two errors say the same.
func sameError(t *testing.T, got, want error) {
	t.Helper()
	if (got == nil) != (want == nil) {
		t.Fatalf("error %v, reflection says %v", got, want)
	}
	if text(got) != text(want) {
		t.Fatalf("error %v\nreflection says %v", got, want)
	}
	for _, cause := range []error{beve.ErrTruncated, beve.ErrSyntax, beve.ErrUTF8, beve.ErrDepth, beve.ErrLimit, beve.ErrMismatch,
		beve.ErrOverflow, beve.ErrTrailing, beve.ErrCycle, beve.ErrUnsupported} {
		if errors.Is(got, cause) != errors.Is(want, cause) {
			t.Fatalf("%v and %v: only one is %v", got, want, cause)
		}
	}
}

// compare decodes data by generated code and by reflection, into what kept decodes to if that is not nil.
func compare(t *testing.T, zero generated, kept, data []byte) {
	t.Helper()
	got, want := fresh(zero), fresh(zero)
	if kept != nil {
		if err := decodeReflected.Unmarshal(kept, got); err != nil {
			t.Fatal(err)
		}
		if err := decodeReflected.Unmarshal(kept, want); err != nil {
			t.Fatal(err)
		}
	}
	wantErr := decodeReflected.Unmarshal(data, want)
	gotErr := got.UnmarshalBEVE(data)
	if text(gotErr) != text(wantErr) {
		t.Fatalf("%T: error %v\nreflection says %v\n%x", zero, gotErr, wantErr, data)
	}
	sameError(t, gotErr, wantErr)
	if gotErr == nil && !testkit.Equal(reflect.ValueOf(got).Elem().Interface(), reflect.ValueOf(want).Elem().Interface()) {
		t.Fatalf("%T: decoded %+v\nwant %+v\n%x", zero, got, want, data)
	}
}

var seed = flag.Uint64("seed", 3, "the seed of damaged messages")

// headers are bytes that mean something where a value starts.
var headers = []byte{0x00, 0x02, 0x03, 0x04, 0x05, 0x06, 0x08, 0x09, 0x0E, 0x11, 0x16, 0x18, 0x1C, 0x1E, 0x24, 0x26, 0x2E,
	0x3C, 0x41, 0x5C, 0x61, 0x64, 0x69, 0x71, 0x81, 0xFF}

func TestDamagedMessagesFailAsTheyDoByReflection(t *testing.T) {
	for _, zero := range all() {
		t.Run(fmt.Sprintf("%T", zero), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(*seed, 4))
			var data, kept []byte
			for i := 0; len(data) == 0 || len(data) > 1500 || len(data) < 40 && i < 50; i++ {
				var err error
				if data, err = encodeReflected.Marshal(random(rng, zero, i < 20)); err != nil {
					data = nil
				}
				if i > 500 {
					t.Fatal("no value of a good size")
				}
			}
			for len(kept) == 0 {
				kept, _ = encodeReflected.Marshal(random(rng, zero, false))
			}
			compare(t, zero, kept, data)
			for n := range data {
				compare(t, zero, nil, data[:n])
				damaged := bytes.Clone(data)
				for range 4 {
					damaged[n] = headers[rng.IntN(len(headers))]
					compare(t, zero, nil, damaged)
				}
				damaged[n] = data[n] + 4 // one more of what there is
				compare(t, zero, kept, damaged)
				damaged[n] = data[n] ^ 1<<rng.IntN(8)
				compare(t, zero, kept, damaged)
			}
			compare(t, zero, nil, append(bytes.Clone(data), 0))
		})
	}
}

// TestSpoiledMessagesFailAsTheyDoByReflection exchanges, repeats and leaves out members and values, under limits too.
func TestSpoiledMessagesFailAsTheyDoByReflection(t *testing.T) {
	says := map[string]bool{}
	for _, zero := range all() {
		t.Run(fmt.Sprintf("%T", zero), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(*seed, 6))
			var data []byte
			for i := 0; len(data) == 0 || len(data) > 1000; i++ {
				data, _ = encodeReflected.Marshal(random(rng, zero, i < 20)) // a value that has no message makes another one
				if i > 500 {
					t.Fatal("no value of a good size")
				}
			}
			for message := range gentest.SpoilBEVE(rng, data) {
				compare(t, zero, nil, message)
				for _, limits := range []beve.Limits{{}, {MaxDepth: 3}, {MaxElements: 10}} {
					got, want := fresh(zero), fresh(zero)
					gotErr := beve.DecodeOptions{Limits: limits}.Unmarshal(message, got)
					wantErr := beve.DecodeOptions{Limits: limits, StructTag: "beve"}.Unmarshal(message, want)
					if fmt.Sprint(gotErr) != fmt.Sprint(wantErr) {
						t.Fatalf("%x:\nerror %v\nreflection says %v", message, gotErr, wantErr)
					}
					sameError(t, gotErr, wantErr)
					if gotErr == nil && !testkit.Equal(reflect.ValueOf(got).Elem().Interface(), reflect.ValueOf(want).Elem().Interface()) {
						t.Fatalf("%x:\ndecoded %+v\nwant %+v", message, got, want)
					}
					says[gentest.Causes(gotErr)] = true
				}
			}
		})
	}
	for _, class := range []error{beve.ErrTruncated, beve.ErrSyntax, beve.ErrMismatch, beve.ErrOverflow, beve.ErrDepth, beve.ErrLimit, beve.ErrTrailing} {
		if !says[class.Error()+"; "] {
			t.Errorf("no error is %v", class)
		}
	}
}

// TestHeadersForEveryMember puts headers, with what may follow them, where the value of a member starts.
func TestHeadersForEveryMember(t *testing.T) {
	tails := [][]byte{{}, {0}, {4, 0}, {3, 0}, {4, 4, 'a', 0}, {3, 4, 0, 0, 0, 0, 4, 'a', 0}, {4, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}
	for _, zero := range all() {
		t.Run(fmt.Sprintf("%T", zero), func(t *testing.T) {
			data, err := encodeReflected.Marshal(random(rand.New(rand.NewPCG(*seed, 5)), zero, true))
			if err != nil {
				t.Fatal(err)
			}
			var members map[string]beve.Raw
			if beve.Unmarshal(data, &members) != nil {
				return // not an object
			}
			for name := range members {
				start := wire.AppendText(wire.AppendObject(nil, 1), name)
				for _, h := range append([]byte{0x01, 0x0B, 0x10, 0x13, 0x2B, 0x36, 0x46, 0x4E}, headers...) {
					for _, tail := range tails {
						message := append(append(bytes.Clone(start), h), tail...)
						if h == byte(wire.HeaderTypeTag) && wire.TypeTagAt(message, len(start), false) {
							continue // reflection alone reads these
						}
						compare(t, zero, nil, message)
					}
				}
			}
		})
	}
}
