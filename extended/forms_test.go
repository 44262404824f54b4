// Each form against package beve, which writes and reads the same bytes inside of any value.

package extended_test

import (
	"bytes"
	"errors"
	"math"
	"regexp"
	"strings"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/extended"
	"github.com/beve-org/beve-go/internal/testkit"
)

// A form is one value, how this package writes it after dst, and how it reads it.
type form struct {
	name   string
	value  any
	append func(dst []byte) ([]byte, error)
	decode func(data []byte) (any, error)
}

func forms() []form {
	at := time.Date(2026, 11, 23, 8, 30, 0, 123, time.FixedZone("", 2*3600))
	stamp := beve.Timestamp{Seconds: -1, Nanoseconds: 5, TimezoneOffset: -90}
	id := beve.UUID{1, 2, 3, 15: 9}
	span := beve.Interval{Start: at.UTC(), End: at.Add(time.Hour).UTC()}
	re := regexp.MustCompile("(?i)a+b")
	decodeTime := func(data []byte) (any, error) { return extended.DecodeTimestamp(data) }
	decodeUUID := func(data []byte) (any, error) { id, err := extended.UnmarshalUUID(data); return beve.UUID(id), err }
	return []form{
		{"timestamp", stamp, func(dst []byte) ([]byte, error) { return extended.AppendTimestampValue(dst, stamp) }, decodeTime},
		{"timestamp", stamp, func(dst []byte) ([]byte, error) {
			b, err := extended.EncodeTimestamp(stamp)
			return append(dst, b...), err
		}, decodeTime},
		{"timestamp", beve.Timestamp{Seconds: at.Unix(), Nanoseconds: 123, TimezoneOffset: 120},
			func(dst []byte) ([]byte, error) { return extended.AppendTimestamp(dst, at) }, decodeTime},
		{"duration", -time.Second, func(dst []byte) ([]byte, error) { return extended.AppendDuration(dst, -time.Second), nil },
			func(data []byte) (any, error) { return extended.DecodeDuration(data) }},
		{"interval", span, func(dst []byte) ([]byte, error) { return extended.AppendInterval(dst, span.Start, span.End) },
			func(data []byte) (any, error) { return extended.DecodeInterval(data) }},
		{"uuid", id, func(dst []byte) ([]byte, error) { return extended.AppendUUID(dst, id), nil }, decodeUUID},
		{"uuid", id, func(dst []byte) ([]byte, error) { return extended.AppendUUIDString(dst, strings.ToUpper(id.String())) }, decodeUUID},
		{"regexp", beve.RegExpData{Pattern: "a+b", Flags: extended.FlagIgnoreCase},
			func(dst []byte) ([]byte, error) { return extended.AppendRegExp(dst, re) },
			func(data []byte) (any, error) { return extended.DecodeRegExp(data) }},
		{"regexp", beve.RegExpData{Pattern: "a+(b"}, func(dst []byte) ([]byte, error) { return extended.AppendRegExpData(dst, "a+(b", 0) },
			func(data []byte) (any, error) { return extended.DecodeRegExp(data) }},
	}
}

func TestFormsAreThoseOfPackageBeve(t *testing.T) {
	for _, f := range forms() {
		want, err := beve.EncodeOptions{Extended: true}.Marshal(f.value)
		if err != nil {
			t.Fatal(err)
		}
		got, err := f.append([]byte("prefix"))
		if err != nil || string(got) != "prefix"+string(want) {
			t.Errorf("%s: %x, %v, want %x after the prefix", f.name, got, err, want)
		}
		if kind := extended.DetectEncoding(want); kind != f.name {
			t.Errorf("%x is a %s, want a %s", want, kind, f.name)
		}
		if extended.HasFieldIndex(want) || !extended.IsExtension(want) {
			t.Errorf("%x has an index, or is no extension", want)
		}
		// With a framing header, and without.
		framed, err := beve.EncodeOptions{Extended: true, Framing: true}.Marshal(f.value)
		if err != nil {
			t.Fatal(err)
		}
		for _, data := range [][]byte{want, framed} {
			if v, err := f.decode(data); err != nil || !testkit.Equal(v, f.value) {
				t.Errorf("%s from %x: %v, %v, want %v", f.name, data, v, err, f.value)
			}
			for n := range data {
				if v, err := f.decode(data[:n]); !errors.Is(err, beve.ErrTruncated) {
					t.Errorf("%s from %x: %v, %v", f.name, data[:n], v, err)
				}
			}
			if v, err := f.decode(append(bytes.Clone(data), 0)); !errors.Is(err, beve.ErrTrailing) {
				t.Errorf("%s from %x and a byte: %v, %v", f.name, data, v, err)
			}
		}
		// Other forms are refused, and say where.
		for _, other := range forms() {
			data, err := other.append(nil)
			if err != nil {
				t.Fatal(err)
			}
			v, err := f.decode(data)
			var e *beve.DecodeError
			if other.name != f.name && (!errors.As(err, &e) || !errors.Is(err, beve.ErrMismatch) || e.Offset != 0) {
				t.Errorf("%s from a %s: %v, %v", f.name, other.name, v, err)
			}
		}
	}
}

func TestFormsRefuse(t *testing.T) {
	at := time.Unix(0, 0)
	for name, refused := range map[string]func(dst []byte) ([]byte, error){
		"nanoseconds": func(dst []byte) ([]byte, error) {
			return extended.AppendTimestampValue(dst, beve.Timestamp{Nanoseconds: 1e9})
		},
		"a zone": func(dst []byte) ([]byte, error) {
			return extended.AppendTimestampValue(dst, beve.Timestamp{TimezoneOffset: 24 * 60})
		},
		"a far time": func(dst []byte) ([]byte, error) {
			return extended.AppendTimestamp(dst, time.Unix(math.MaxInt64, 0))
		},
		"a far end": func(dst []byte) ([]byte, error) {
			return extended.AppendInterval(dst, at, time.Unix(math.MaxInt64, 0))
		},
		"an order":   func(dst []byte) ([]byte, error) { return extended.AppendInterval(dst, at, at.Add(-1)) },
		"a UUID":     func(dst []byte) ([]byte, error) { return extended.AppendUUIDString(dst, "not a UUID") },
		"no pattern": func(dst []byte) ([]byte, error) { return extended.AppendRegExp(dst, nil) },
		"text":       func(dst []byte) ([]byte, error) { return extended.AppendRegExpData(dst, "\xff", 0) },
		"no rows":    func(dst []byte) ([]byte, error) { return extended.AppendTypedArray(dst, 7) },
	} {
		out, err := refused([]byte("prefix"))
		var e *beve.EncodeError
		if !errors.As(err, &e) || string(out) != "prefix" {
			t.Errorf("%s: %q, %v", name, out, err)
		}
	}
	if b, err := extended.EncodeRegExp("a", extended.FlagMultiline); err != nil || len(b) == 0 {
		t.Errorf("%x, %v", b, err)
	}
	if s, err := extended.UnmarshalUUIDString(extended.AppendUUID(nil, [16]byte{15: 1})); err != nil || s != "00000000-0000-0000-0000-000000000001" {
		t.Errorf("%q, %v", s, err)
	}
	if s, err := extended.UnmarshalUUIDString([]byte{0}); err == nil {
		t.Errorf("%q of a null", s)
	}
}

// field reads the member "v" of an object with an index as a T, and as beve.Unmarshal does.
func field[T comparable](t *testing.T, data []byte) {
	t.Helper()
	var want struct{ V T }
	failed := beve.Unmarshal(data, &want)
	got, err := extended.Field[T](data, "V")
	if got != want.V && failed == nil || (err == nil) != (failed == nil) {
		t.Errorf("%T from %x: %v, %v; want %v, %v", got, data, got, err, want.V, failed)
	}
}

func TestFieldsAreThoseOfUnmarshal(t *testing.T) {
	for _, v := range []any{true, false, 0, -1, 127, 128, -129, 1 << 15, int64(1 << 31), int64(math.MinInt64), uint64(math.MaxUint64), 1.5, float32(2), 1e300, "text", nil} {
		for _, object := range []any{map[string]any{"V": v}, map[string]any{"A": "before", "V": v, "X": 1}} {
			indexed, err := beve.EncodeIndexedObject(object)
			if err != nil {
				t.Fatal(err)
			}
			plain, err := beve.Marshal(object)
			if err != nil {
				t.Fatal(err)
			}
			if !extended.HasFieldIndex(indexed) || extended.HasFieldIndex(plain) || extended.DetectEncoding(indexed) != "indexed" {
				t.Errorf("the index of %x or %x", indexed, plain)
			}
			for _, data := range [][]byte{indexed, plain} {
				field[bool](t, data)
				field[int](t, data)
				field[int8](t, data)
				field[int16](t, data)
				field[int32](t, data)
				field[int64](t, data)
				field[uint](t, data)
				field[uint8](t, data)
				field[uint16](t, data)
				field[uint32](t, data)
				field[uint64](t, data)
				field[float32](t, data)
				field[float64](t, data)
				field[string](t, data)
				if _, err := extended.Field[int](data, "none"); !errors.Is(err, beve.ErrMissing) {
					t.Errorf("a member that is not there: %v", err)
				}
			}
		}
	}
}

func TestDetectEncodingNamesEveryForm(t *testing.T) {
	table, err := extended.EncodeTypedArray(visits(3))
	if err != nil {
		t.Fatal(err)
	}
	for want, data := range map[string][]byte{
		"table": table, "standard": {0x3C, 0}, "invalid": {0x07}, "matrix": {0x16, 0}, "complex": {0x1E, 0x40}, "type tag": {0x0E, 0x04, 0x00},
	} {
		if got := extended.DetectEncoding(data); got != want {
			t.Errorf("%x is a %s, want a %s", data, got, want)
		}
	}
	if extended.DetectEncoding(nil) != "invalid" {
		t.Error("no bytes are a value")
	}
	if _, err := extended.GetExtensionID(nil); !errors.Is(err, beve.ErrTruncated) {
		t.Error(err)
	}
	if _, err := extended.GetExtensionID([]byte{0x00}); !errors.Is(err, beve.ErrMismatch) {
		t.Error(err)
	}
}
