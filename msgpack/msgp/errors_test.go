package msgp

import (
	"bytes"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
)

// TestErrorsHaveAClass reads what does not fit, from memory and from a stream: each error is of
// its type, matches the cause that all formats have, and says whether reading may go on.
func TestErrorsHaveAClass(t *testing.T) {
	for _, c := range []struct {
		data      []byte
		bytes     func(b []byte) error
		reader    func(m *Reader) error
		want      error
		class     error
		resumable bool
		text      string
	}{
		{data: nil, bytes: func(b []byte) error { _, _, err := ReadIntBytes(b); return err },
			want: ErrShortBytes, class: fault.ErrTruncated, text: "too few bytes"},
		{data: AppendString(nil, "a"), bytes: func(b []byte) error { _, _, err := ReadIntBytes(b); return err },
			reader: func(m *Reader) error { _, err := m.ReadInt(); return err },
			want:   TypeError{Method: IntType, Encoded: StrType}, class: fault.ErrMismatch, resumable: true, text: `"str" with method for "int"`},
		{data: []byte{0xC1}, bytes: func(b []byte) error { _, _, err := ReadIntBytes(b); return err },
			reader: func(m *Reader) error { _, err := m.ReadInt(); return err },
			want:   InvalidPrefixError(0xC1), class: fault.ErrSyntax, text: "0xc1"},
		{data: AppendInt(nil, 300), bytes: func(b []byte) error { _, _, err := ReadInt8Bytes(b); return err },
			reader: func(m *Reader) error { _, err := m.ReadInt8(); return err },
			want:   IntOverflow{Value: 300, FailedBitsize: 8}, class: fault.ErrOverflow, resumable: true, text: "300 overflows int8"},
		{data: AppendUint64(nil, math.MaxUint64), bytes: func(b []byte) error { _, _, err := ReadInt64Bytes(b); return err },
			reader: func(m *Reader) error { _, err := m.ReadInt64(); return err },
			want:   UintOverflow{Value: math.MaxUint64, FailedBitsize: 64}, class: fault.ErrOverflow, resumable: true, text: "18446744073709551615 overflows"},
		{data: AppendInt(nil, -1), bytes: func(b []byte) error { _, _, err := ReadUint16Bytes(b); return err },
			reader: func(m *Reader) error { _, err := m.ReadUint16(); return err },
			want:   UintBelowZero{Value: -1}, class: fault.ErrOverflow, resumable: true, text: "int -1 to unsigned"},
		{data: []byte{0xC7, 5, 0xFF, 0, 0, 0, 0, 0}, bytes: func(b []byte) error { _, _, err := ReadTimeBytes(b); return err },
			reader: func(m *Reader) error { _, err := m.ReadTime(); return err },
			want:   InvalidTimestamp{FieldLength: 5}, class: fault.ErrSyntax, resumable: true, text: "length 5"},
		{data: []byte{0xC7, 12, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0},
			bytes: func(b []byte) error { _, _, err := ReadTimeBytes(b); return err },
			want:  InvalidTimestamp{Nanos: math.MaxUint32}, class: fault.ErrSyntax, resumable: true, text: "4294967295 out of range"},
		{data: []byte{0xD4, 7, 0}, bytes: func(b []byte) error { _, err := ReadExtensionBytes(b, &RawExtension{Type: 8}); return err },
			reader: func(m *Reader) error { return m.ReadExtension(&RawExtension{Type: 8}) },
			want:   ExtensionTypeError{Got: 7, Want: 8}, class: fault.ErrMismatch, resumable: true, text: "wanted type 8; got type 7"},
	} {
		errs := map[string]error{"bytes": c.bytes(c.data)}
		if c.reader != nil {
			errs["reader"] = c.reader(NewReader(bytes.NewReader(c.data)))
		}
		for from, err := range errs {
			// A stream says where, too.
			if !reflect.DeepEqual(Cause(err), c.want) || from == "bytes" && err != c.want || !errors.Is(err, c.class) || Resumable(err) != c.resumable || !strings.Contains(err.Error(), c.text) {
				t.Errorf("%x from %s: %#v (%v), want %#v", c.data, from, err, err, c.want)
			}
			// The place is added, and the rest stays.
			at := WrapError(err, "users", 3)
			if !errors.Is(at, c.class) || Resumable(at) != c.resumable || !strings.Contains(at.Error(), "/users/3") || Cause(at) != c.want {
				t.Errorf("%v with a path is %v, of cause %v", err, at, Cause(at))
			}
		}
	}
	var unknown *ErrUnsupportedType
	_, err := AppendIntf(nil, make(chan int))
	if !errors.As(err, &unknown) || !errors.Is(err, ErrUnsupported) || !errors.Is(err, fault.ErrUnsupported) || !Resumable(err) ||
		!strings.Contains(err.Error(), `"chan int"`) {
		t.Errorf("a channel: %v", err)
	}
	if err := (ArrayError{Wanted: 2, Got: 3}); !errors.Is(err, fault.ErrMismatch) || !err.Resumable() || err.Error() != "msgp: wanted array of size 2; got 3" {
		t.Error(err)
	}
}

// TestInterfacesComeBack appends values of the types that an interface may hold, and reads
// them again.
func TestInterfacesComeBack(t *testing.T) {
	at := time.Unix(5, 6).UTC()
	for _, c := range []struct{ in, want any }{
		{nil, nil}, {true, true}, {int8(-1), int64(-1)}, {uint(7), uint64(7)}, {float32(1.5), float32(1.5)}, {2.5, 2.5}, {"a", "a"},
		{[]byte{1}, []byte{1}}, {at, at}, {[]string{"a"}, []any{"a"}}, {[]int{1, -2}, []any{int64(1), int64(-2)}},
		{map[string]int{"a": -1}, map[string]any{"a": int64(-1)}}, {map[string]any{"a": []any{nil}}, map[string]any{"a": []any{nil}}},
		{[2]bool{true, false}, []any{true, false}}, {map[string]string{"k": "v"}, map[string]any{"k": "v"}},
	} {
		b, err := AppendIntf([]byte("x"), c.in)
		if err != nil {
			t.Errorf("%T: %v", c.in, err)
			continue
		}
		got, rest, err := ReadIntfBytes(b[1:])
		if when, ok := got.(time.Time); ok {
			got = when.UTC()
		}
		if err != nil || len(rest) != 0 || !sameDynamic(got, c.want) {
			t.Errorf("%T %v: read %T %v, %v, want %v", c.in, c.in, got, got, err, c.want)
		}
		streamed, err := NewReader(bytes.NewReader(b[1:])).ReadIntf()
		if when, ok := streamed.(time.Time); ok {
			streamed = when.UTC()
		}
		if err != nil || !reflect.DeepEqual(streamed, got) {
			t.Errorf("%T: a stream gives %T %v, %v", c.in, streamed, streamed, err)
		}
	}
}

// sameDynamic compares, with integers by their value: which type they come back as depends on
// their sign.
func sameDynamic(a, b any) bool {
	number := func(v any) any {
		switch v := v.(type) {
		case uint64:
			return int64(v)
		case int64:
			return v
		}
		return v
	}
	switch x := a.(type) {
	case []any:
		y, ok := b.([]any)
		for i := range x {
			ok = ok && len(x) == len(y) && sameDynamic(x[i], y[i])
		}
		return ok
	case map[string]any:
		y, ok := b.(map[string]any)
		for k := range x {
			ok = ok && len(x) == len(y) && sameDynamic(x[k], y[k])
		}
		return ok
	}
	return reflect.DeepEqual(number(a), number(b))
}
