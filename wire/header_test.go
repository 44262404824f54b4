// Every one of the 256 header bytes, against a listing typed from the format's
// description, by the table and by every reader.

package wire_test

import (
	"errors"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

// listed is what the description says of one valid header, and the rest of a
// smallest value that begins with it.
type listed struct {
	kind  wire.Kind
	class wire.Class
	width int
	text  string
	rest  string
}

const none wire.Class = 3

// listing holds all valid headers. It repeats by hand what the package computes.
var listing = map[byte]listed{
	0x00: {wire.KindNull, none, 0, "null", ""},
	0x08: {wire.KindBool, none, 0, "false", ""},
	0x18: {wire.KindBool, none, 0, "true", ""},

	0x01: {wire.KindNumber, wire.Float, 2, "bfloat16", "\x00\x00"},
	0x21: {wire.KindNumber, wire.Float, 2, "float16", "\x00\x00"},
	0x41: {wire.KindNumber, wire.Float, 4, "float32", "\x00\x00\x00\x00"},
	0x61: {wire.KindNumber, wire.Float, 8, "float64", "\x00\x00\x00\x00\x00\x00\x00\x00"},
	0x81: {wire.KindNumber, wire.Float, 16, "float128", sixteen},
	0x09: {wire.KindNumber, wire.Signed, 1, "int8", "\x00"},
	0x29: {wire.KindNumber, wire.Signed, 2, "int16", "\x00\x00"},
	0x49: {wire.KindNumber, wire.Signed, 4, "int32", "\x00\x00\x00\x00"},
	0x69: {wire.KindNumber, wire.Signed, 8, "int64", "\x00\x00\x00\x00\x00\x00\x00\x00"},
	0x89: {wire.KindNumber, wire.Signed, 16, "int128", sixteen},
	0x11: {wire.KindNumber, wire.Unsigned, 1, "uint8", "\x00"},
	0x31: {wire.KindNumber, wire.Unsigned, 2, "uint16", "\x00\x00"},
	0x51: {wire.KindNumber, wire.Unsigned, 4, "uint32", "\x00\x00\x00\x00"},
	0x71: {wire.KindNumber, wire.Unsigned, 8, "uint64", "\x00\x00\x00\x00\x00\x00\x00\x00"},
	0x91: {wire.KindNumber, wire.Unsigned, 16, "uint128", sixteen},

	0x02: {wire.KindString, none, 0, "string", "\x00"},

	0x03: {wire.KindObject, none, 0, "object", "\x00"},
	0x0B: {wire.KindIntObject, wire.Signed, 1, "int8-keyed object", "\x00"},
	0x2B: {wire.KindIntObject, wire.Signed, 2, "int16-keyed object", "\x00"},
	0x4B: {wire.KindIntObject, wire.Signed, 4, "int32-keyed object", "\x00"},
	0x6B: {wire.KindIntObject, wire.Signed, 8, "int64-keyed object", "\x00"},
	0x8B: {wire.KindIntObject, wire.Signed, 16, "int128-keyed object", "\x00"},
	0x13: {wire.KindIntObject, wire.Unsigned, 1, "uint8-keyed object", "\x00"},
	0x33: {wire.KindIntObject, wire.Unsigned, 2, "uint16-keyed object", "\x00"},
	0x53: {wire.KindIntObject, wire.Unsigned, 4, "uint32-keyed object", "\x00"},
	0x73: {wire.KindIntObject, wire.Unsigned, 8, "uint64-keyed object", "\x00"},
	0x93: {wire.KindIntObject, wire.Unsigned, 16, "uint128-keyed object", "\x00"},

	0x04: {wire.KindNumberArray, wire.Float, 2, "bfloat16 array", "\x00"},
	0x24: {wire.KindNumberArray, wire.Float, 2, "float16 array", "\x00"},
	0x44: {wire.KindNumberArray, wire.Float, 4, "float32 array", "\x00"},
	0x64: {wire.KindNumberArray, wire.Float, 8, "float64 array", "\x00"},
	0x84: {wire.KindNumberArray, wire.Float, 16, "float128 array", "\x00"},
	0x0C: {wire.KindNumberArray, wire.Signed, 1, "int8 array", "\x00"},
	0x2C: {wire.KindNumberArray, wire.Signed, 2, "int16 array", "\x00"},
	0x4C: {wire.KindNumberArray, wire.Signed, 4, "int32 array", "\x00"},
	0x6C: {wire.KindNumberArray, wire.Signed, 8, "int64 array", "\x00"},
	0x8C: {wire.KindNumberArray, wire.Signed, 16, "int128 array", "\x00"},
	0x14: {wire.KindNumberArray, wire.Unsigned, 1, "uint8 array", "\x00"},
	0x34: {wire.KindNumberArray, wire.Unsigned, 2, "uint16 array", "\x00"},
	0x54: {wire.KindNumberArray, wire.Unsigned, 4, "uint32 array", "\x00"},
	0x74: {wire.KindNumberArray, wire.Unsigned, 8, "uint64 array", "\x00"},
	0x94: {wire.KindNumberArray, wire.Unsigned, 16, "uint128 array", "\x00"},
	0x1C: {wire.KindBoolArray, none, 0, "bool array", "\x00"},
	0x3C: {wire.KindStringArray, none, 0, "string array", "\x00"},
	0x5C: {wire.KindAligned, none, 0, "aligned array", "\x14\x00\x00"},

	0x05: {wire.KindArray, none, 0, "array", "\x00"},

	0x06: {wire.KindIndexed, none, 0, "indexed object", "\x03\x00"},
	0x0E: {wire.KindTable, none, 0, "table", "\x00\x00"},
	0x16: {wire.KindMatrix, none, 0, "matrix", "\x00\x14\x04\x00\x14\x00"},
	0x1E: {wire.KindComplex, none, 0, "complex", "\x11\x00"},
	0x26: {wire.KindTime, none, 0, "time", "\x01\x00"},
	0x2E: {wire.KindDuration, none, 0, "duration", "\x06" + sixteen[:12]},
	0x36: {wire.KindInterval, none, 0, "interval", "\x26\x06" + sixteen[:12] + "\x26\x06" + sixteen[:12]},
	0x46: {wire.KindUUID, none, 0, "uuid", "\x00" + sixteen},
	0x4E: {wire.KindRegExp, none, 0, "regexp", "\x00\x00"},
}

const sixteen = "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"

func TestHeaderTableAgreesWithTheListing(t *testing.T) {
	if len(listing) != 3+15+1+11+15+3+1+9 {
		t.Fatalf("the listing has %d headers", len(listing))
	}
	const hex = "0123456789abcdef"
	for i := range 256 {
		h := wire.Header(i)
		want, ok := listing[byte(i)]
		if !ok {
			want = listed{wire.KindInvalid, none, 0, "invalid header 0x" + string([]byte{hex[i>>4], hex[i&15]}), ""}
		}
		if h.Kind() != want.kind || h.Class() != want.class || h.Width() != want.width || h.String() != want.text {
			t.Errorf("%#02x is %v, class %d, width %d, %q; want %+v", i, h.Kind(), h.Class(), h.Width(), h, want)
		}
		if h.IsValue() != ok {
			t.Errorf("%#02x: IsValue is %v", i, !ok)
		}
	}
	for i := range 256 {
		h := wire.Header(i)
		if h.Kind() != wire.KindNumber {
			continue
		}
		if a := h.Array(); a.Kind() != wire.KindNumberArray || a.Width() != h.Width() || a.Class() != h.Class() || a.Number() != h {
			t.Errorf("%v: the array of it is %v", h, a)
		}
		if o := h.Keyed(); h.Class() != wire.Float && (o.Kind() != wire.KindIntObject || o.Width() != h.Width() || o.Number() != h) {
			t.Errorf("%v: the object keyed by it is %v", h, o)
		}
	}
}

func TestKindNames(t *testing.T) {
	for k := wire.KindNull; k <= wire.KindTypeTag; k++ {
		if s := k.String(); s == "" || s == "invalid" {
			t.Errorf("kind %d has the name %q", k, s)
		}
	}
	if s := wire.Kind(200).String(); s != "invalid" {
		t.Errorf("a kind that does not exist is %q", s)
	}
}

// headerReaders are all functions that begin at a header, and the kinds each takes.
var headerReaders = []struct {
	name  string
	takes func(wire.Kind) bool
	read  func([]byte) (int, error)
}{
	{"ReadHeader", value, func(b []byte) (int, error) { _, err := wire.ReadHeader(b, 0); return len(b), err }},
	{"ReadNull", kinds(wire.KindNull), func(b []byte) (int, error) { return wire.ReadNull(b, 0) }},
	{"ReadBool", kinds(wire.KindBool), func(b []byte) (int, error) { _, n, err := wire.ReadBool(b, 0); return n, err }},
	{"ReadNumber", kinds(wire.KindNumber), func(b []byte) (int, error) { _, n, err := wire.ReadNumber(b, 0); return n, err }},
	{"ViewString", kinds(wire.KindString), func(b []byte) (int, error) { _, n, err := wire.ViewString(b, 0); return n, err }},
	{"ReadString", kinds(wire.KindString), func(b []byte) (int, error) { _, n, err := wire.ReadString(b, 0); return n, err }},
	{"ReadObject", kinds(wire.KindObject, wire.KindIntObject), func(b []byte) (int, error) { _, _, n, err := wire.ReadObject(b, 0); return n, err }},
	{"ReadArray", kinds(wire.KindArray), func(b []byte) (int, error) { _, n, err := wire.ReadArray(b, 0); return n, err }},
	{"ReadStrings", kinds(wire.KindStringArray), func(b []byte) (int, error) { _, n, err := wire.ReadStrings(b, 0); return n, err }},
	{"ViewBools", kinds(wire.KindBoolArray), func(b []byte) (int, error) { _, n, err := wire.ViewBools(b, 0); return n, err }},
	{"ViewNumbers", kinds(wire.KindNumberArray, wire.KindAligned), func(b []byte) (int, error) { _, n, err := wire.ViewNumbers(b, 0); return n, err }},
	{"ViewComplexes", kinds(wire.KindComplex), func(b []byte) (int, error) { _, n, err := wire.ViewComplexes(b, 0); return n, err }},
	{"ViewMatrix", kinds(wire.KindMatrix), func(b []byte) (int, error) { _, n, err := wire.ViewMatrix(b, 0); return n, err }},
	{"ViewTimes", kinds(wire.KindTime), func(b []byte) (int, error) { _, n, err := wire.ViewTimes(b, 0); return n, err }},
	{"ReadTypeTag", kinds(wire.KindTable), func(b []byte) (int, error) {
		_, n, err := wire.ReadTypeTag(b, 0)
		return n + 1, err // and its payload, a null
	}},
	{"ReadTable", kinds(wire.KindTable), func(b []byte) (int, error) { t, err := wire.ReadTable(b, 0); return t.Cells, err }},
	{"OpenIndexed", kinds(wire.KindIndexed), func(b []byte) (int, error) { x, err := wire.OpenIndexed(b, 0); return x.Data, err }},
	{"ReadDuration", kinds(wire.KindDuration), func(b []byte) (int, error) { _, n, err := wire.ReadDuration(b, 0); return n, err }},
	{"ReadInterval", kinds(wire.KindInterval), func(b []byte) (int, error) { _, _, _, n, err := wire.ReadInterval(b, 0); return n, err }},
	{"ReadUUID", kinds(wire.KindUUID), func(b []byte) (int, error) { _, n, err := wire.ReadUUID(b, 0); return n, err }},
	{"ViewRegExp", kinds(wire.KindRegExp), func(b []byte) (int, error) { _, _, n, err := wire.ViewRegExp(b, 0); return n, err }},
	{"Skip", value, func(b []byte) (int, error) { return wire.Skip(b, 0) }},
	{"Scanner", value, func(b []byte) (int, error) {
		var s wire.Scanner
		s.Reset(wire.Limits{}, true)
		return s.Next(b, true)
	}},
	// A message may begin with a delimiter or a framing header, so Validate is
	// asked of the value as the only element of an array.
	{"Validate", value, func(b []byte) (int, error) {
		return len(b), wire.Validate(append([]byte{byte(wire.HeaderArray), 1 << 2}, b...))
	}},
	{"Valid", value, func(b []byte) (int, error) {
		tagged := append([]byte{byte(wire.HeaderTypeTag), 0}, b...)
		if err := (wire.ValidateOptions{LegacyTypeTag: true}).Validate(tagged); err != nil || b[0] == 0x0E {
			return len(b), err // below a tag a table is a tag too
		}
		return len(b), nil
	}},
}

func kinds(list ...wire.Kind) func(wire.Kind) bool {
	return func(k wire.Kind) bool {
		for _, l := range list {
			if k == l {
				return true
			}
		}
		return false
	}
}

// value takes whatever kind starts a value.
func value(k wire.Kind) bool {
	return k != wire.KindInvalid
}

func TestReadersAcceptExactlyTheirHeaders(t *testing.T) {
	for i := range 256 {
		l := listing[byte(i)] // KindInvalid where there is none
		src := append([]byte{byte(i)}, l.rest...)
		if l.kind == wire.KindInvalid {
			src = append(src, sixteen...)
		}
		for _, r := range headerReaders {
			next, err := r.read(src)
			switch {
			case r.takes(l.kind):
				if err != nil || next != len(src) {
					t.Errorf("%s of %#02x %s: %d of %d, %v", r.name, i, l.text, next, len(src), err)
				}
				continue
			case err == nil:
				t.Errorf("%s accepts %#02x %s", r.name, i, l.text)
				continue
			}
			cause := fault.ErrMismatch
			if !value(l.kind) {
				cause = fault.ErrSyntax
			}
			if !errors.Is(err, cause) {
				t.Errorf("%s of %#02x %s: %v is not %v", r.name, i, l.text, err, cause)
			}
			var e *wire.DecodeError
			if !errors.As(err, &e) {
				t.Errorf("%s of %#02x: %T", r.name, i, err)
			}
		}
	}
}

func TestReadersRejectEveryOffsetBeyondTheInput(t *testing.T) {
	for _, r := range headerReaders[:len(headerReaders)-2] {
		if _, err := r.read(nil); !errors.Is(err, fault.ErrTruncated) {
			t.Errorf("%s of nothing: %v", r.name, err)
		}
	}
	src := []byte{0, 0}
	for _, off := range []int{2, 3, 1 << 30, -1, -1 << 30} {
		if _, err := wire.ReadHeader(src, off); !errors.Is(err, fault.ErrTruncated) {
			t.Errorf("ReadHeader at %d: %v", off, err)
		}
		if _, _, err := wire.ReadSize(src, off); !errors.Is(err, fault.ErrTruncated) {
			t.Errorf("ReadSize at %d: %v", off, err)
		}
		if _, err := wire.Skip(src, off); !errors.Is(err, fault.ErrTruncated) {
			t.Errorf("Skip at %d: %v", off, err)
		}
	}
}
