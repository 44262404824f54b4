// Times, raw values and extensions.

package msgcodec

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// TestTimesAreReadFromEveryForm reads each time in each form that has room for it, over a
// time that is there, into structs and interfaces.
func TestTimesAreReadFromEveryForm(t *testing.T) {
	for _, c := range []struct {
		at    time.Time
		forms []string // the first is what is written by default
		ext5  string
	}{
		{time.Unix(1, 0), []string{"d6ff00000001", "d7ff0000000000000001", "c70cff000000000000000000000001", "c704ff00000001"}, "c70c05000000000000000100000000"},
		{time.Unix(1<<32, 5), []string{"d7ff0000001500000000", "c70cff000000050000000100000000"}, "c70c05000000010000000000000005"},
		{time.Unix(-1, 999_999_999), []string{"c70cff3b9ac9ffffffffffffffffff"}, "c70c05ffffffffffffffff3b9ac9ff"},
		{time.Unix(math.MinInt64, 0), []string{"c70cff000000008000000000000000"}, "c70c05800000000000000000000000"},
	} {
		written(t, msgpack, c.at, EncodeOptions{}, c.forms[0])
		written(t, msgpack, c.at, EncodeOptions{Time: TimeExt5}, c.ext5)
		written(t, unnamed, c.at, EncodeOptions{}, c.ext5)
		written(t, msgpack, []any{c.at, &c.at}, EncodeOptions{}, "92"+c.forms[0]+c.forms[0])
		for _, form := range append(c.forms, c.ext5) {
			for name, f := range formats {
				got := time.Unix(77, 77)
				if err := f.Unmarshal(unhex(t, form), &got); err != nil || !got.Equal(c.at) {
					t.Errorf("%s: %s is read as %v, %v; want %v", name, form, got, err, c.at)
				}
				var free any
				if err := f.Unmarshal(unhex(t, form), &free); err != nil || !free.(time.Time).Equal(c.at) {
					t.Errorf("%s: %s is read as %v, %v; want %v", name, form, free, err, c.at)
				}
			}
		}
	}
	at := time.Unix(5, 0)
	if err := msgpack.Unmarshal([]byte{0xC0}, &at); err != nil || !at.IsZero() {
		t.Error(at, err)
	}
	for wire, cause := range map[string]error{
		"05": fault.ErrMismatch, "a0": fault.ErrMismatch, "d4ff00": nil, "d60100000001": nil, "d7ffffffffff00000000": nil,
		"c70cffffffffff0000000000000000": nil, "d6ff0000": fault.ErrTruncated, "": fault.ErrTruncated, "c1": fault.ErrSyntax,
	} {
		err := msgpack.Unmarshal(unhex(t, wire), new(time.Time))
		if err == nil || cause != nil && !errors.Is(err, cause) || !strings.Contains(err.Error(), "at byte 0") {
			t.Errorf("%s: %v", wire, err)
		}
	}
}

func TestRawValuesAreCheckedAndKept(t *testing.T) {
	written(t, msgpack, msgp.Raw(nil), EncodeOptions{}, "c0")
	written(t, msgpack, []msgp.Raw{{}, {0x92, 1, 2}}, EncodeOptions{}, "92c0920102")
	written(t, msgpack, struct{ R *msgp.Raw }{&msgp.Raw{0xC3}}, EncodeOptions{}, "81a152c3")
	deep := func(n int) msgp.Raw { return append(msgp.Raw(strings.Repeat("\x91", n)), 0xC0) }
	for _, c := range []struct {
		raw   msgp.Raw
		depth int
		cause error
		text  string
	}{
		{msgp.Raw{0xC1}, 0, fault.ErrSyntax, "not exactly one value: the reserved byte 0xc1 at byte 0 of it"},
		{msgp.Raw{0x92, 0x01}, 0, fault.ErrSyntax, "not exactly one value: "},
		{msgp.Raw{0xC0, 0xC0}, 0, fault.ErrTrailing, "more than one value"},
		{deep(3), 5, nil, ""},
		{deep(4), 5, fault.ErrDepth, "nesting too deep"},
		{deep(600), 0, fault.ErrDepth, "nesting too deep"},
		// Where nothing may nest any more, what is malformed is not too deep.
		{msgp.Raw{0xC1}, 2, fault.ErrSyntax, "not exactly one value: "},
		{msgp.Raw{0xA5}, 2, fault.ErrSyntax, "not exactly one value: "},
		{msgp.Raw{0x90}, 2, nil, ""},
		{deep(1), 2, fault.ErrDepth, "nesting too deep"},
	} {
		_, err := msgpack.MarshalWithOptions([]msgp.Raw{c.raw}, EncodeOptions{MaxDepth: c.depth})
		if c.cause == nil {
			if err != nil {
				t.Errorf("%x within %d: %v", c.raw, c.depth, err)
			}
			continue
		}
		var got *EncodeError
		if !errors.As(err, &got) || !errors.Is(err, c.cause) || got.Path != "/0" || got.GoType != "msgp.Raw" || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%.20x within %d: %v; want %v, %s", c.raw, c.depth, err, c.cause, c.text)
		}
	}
	// The memory of a used one is used again.
	raw := make(msgp.Raw, 5, 64)
	first := &raw[0]
	if err := msgpack.Unmarshal([]byte{0x92, 1, 2}, &raw); err != nil || string(raw) != "\x92\x01\x02" || &raw[0] != first {
		t.Errorf("%x, %v", raw, err)
	}
	failure{fault.ErrSyntax, 2, "/0/0"}.of(t, "a malformed value", msgpack.Unmarshal([]byte{0x91, 0x91, 0xC1}, new([]msgp.Raw)))
}

// point is an extension; it fails where its content says so.
type point struct{ x, y byte }

func init() { msgp.RegisterExtension(42, func() msgp.Extension { return new(point) }) }

func (p *point) ExtensionType() int8 { return 42 }
func (p *point) Len() int            { return 2 }
func (p *point) MarshalBinaryTo(b []byte) error {
	if p.x == 0xFF {
		return errMethod
	}
	b[0], b[1] = p.x, p.y
	return nil
}

func (p *point) UnmarshalBinary(b []byte) error {
	if len(b) != 2 || b[0] == 0xFF {
		return errMethod
	}
	p.x, p.y = b[0], b[1]
	return nil
}

func TestExtensions(t *testing.T) {
	type holder struct {
		P  point
		Q  *point
		Ps []point
		M  map[string]point
		R  *msgp.RawExtension
	}
	in := holder{point{1, 2}, &point{3, 4}, []point{{5, 6}, {7, 8}}, map[string]point{"k": {9, 10}}, &msgp.RawExtension{Type: 9, Data: []byte{1, 2, 3}}}
	b := mustMarshal(t, msgpack, &in, EncodeOptions{})
	written(t, msgpack, &in, EncodeOptions{}, "85a150d52a0102a151d52a0304a2507392d52a0506d52a0708a14d81a16bd52a090aa152c70309010203")
	back := holder{R: &msgp.RawExtension{Type: 9}}
	if err := msgpack.Unmarshal(b, &back); err != nil || !testkit.Equal(back, in) {
		t.Errorf("%+v, %v", back, err)
	}
	for _, c := range []struct {
		wire  string
		cause error
		at    int64
	}{
		{"c0", nil, 0}, {"c7022a0102", nil, 0}, {"c800022a0102", nil, 0}, {"c9000000022a0102", nil, 0},
		{"05", fault.ErrMismatch, 1}, {"a0", fault.ErrMismatch, 1}, {"d52aff00", errMethod, 1}, {"d42a00", errMethod, 1},
		{"d52a01", fault.ErrTruncated, 1}, {"c1", fault.ErrSyntax, 1},
	} {
		list := []point{{50, 50}}
		err := msgpack.Unmarshal(append([]byte{0x91}, unhex(t, c.wire)...), &list)
		if c.cause != nil {
			failure{c.cause, c.at, "/0"}.of(t, c.wire, err)
		} else if want := (point{1, 2}); err != nil || list[0] != want && c.wire != "c0" || c.wire == "c0" && list[0] != (point{}) {
			t.Errorf("%s: %v, %v", c.wire, list, err)
		}
	}
	var other msgp.ExtensionTypeError
	if err := msgpack.Unmarshal([]byte{0xD5, 0x2B, 1, 2}, new(point)); !errors.As(err, &other) || other.Got != 43 || other.Want != 42 {
		t.Error(err)
	}
	var bad *EncodeError
	if _, err := msgpack.Marshal([]point{{}, {0xFF, 0}}); !errors.As(err, &bad) || !errors.Is(err, errMethod) || bad.Path != "/1" || bad.GoType != "msgcodec.point" {
		t.Error(err)
	}
}
