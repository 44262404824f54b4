// The four families against each other: what one writes, the others read.

package msgp_test

import (
	"bytes"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// family is the four functions of one type.
type family[T comparable] struct {
	append    func([]byte, T) []byte
	readBytes func([]byte) (T, []byte, error)
	write     func(*msgp.Writer, T) error
	read      func(*msgp.Reader) (T, error)
	size      func(T) int
}

// agree checks that a value is the same bytes by both writers, no longer than its size
// says, and the same value again by both readers.
func agree[T comparable](t *testing.T, f family[T], values ...T) {
	t.Helper()
	for _, v := range values {
		b := f.append([]byte("x"), v)[1:]
		if len(b) > f.size(v) {
			t.Errorf("%v takes %d bytes, more than %d", v, len(b), f.size(v))
		}
		var out bytes.Buffer
		w := msgp.NewWriterSize(&out, 0)
		if err := errors.Join(f.write(w, v), w.Flush()); err != nil || !bytes.Equal(out.Bytes(), b) {
			t.Errorf("%v is %x on a slice and %x on a stream, %v", v, b, out.Bytes(), err)
		}
		got, o, err := f.readBytes(append(b, 0xC0))
		if got != v && v == v || err != nil || len(o) != 1 {
			t.Errorf("%v is read as %v, %v, %d bytes left", v, got, err, len(o))
		}
		got, err = f.read(msgp.NewReader(iotest.HalfReader(bytes.NewReader(b))))
		if got != v && v == v || err != nil {
			t.Errorf("%v is read from a stream as %v, %v", v, got, err)
		}
		for n := range b {
			if _, o, err := f.readBytes(b[:n]); !errors.Is(err, fault.ErrTruncated) || len(o) != n {
				t.Errorf("%v, %d of %d bytes: %v, %d left", v, n, len(b), err, len(o))
			}
			want := fault.ErrTruncated
			if n == 0 {
				want = io.EOF
			}
			if _, err := f.read(msgp.NewReader(bytes.NewReader(b[:n]))); !errors.Is(err, want) {
				t.Errorf("%v, a stream of %d of %d bytes: %v", v, n, len(b), err)
			}
		}
	}
}

func fixed[T any](n int) func(T) int { return func(T) int { return n } }

func TestFamiliesAgree(t *testing.T) {
	agree(t, family[bool]{msgp.AppendBool, msgp.ReadBoolBytes, (*msgp.Writer).WriteBool, (*msgp.Reader).ReadBool, fixed[bool](msgp.BoolSize)}, true, false)
	agree(t, family[int64]{msgp.AppendInt64, msgp.ReadInt64Bytes, (*msgp.Writer).WriteInt64, (*msgp.Reader).ReadInt64, fixed[int64](msgp.Int64Size)},
		0, 1, -1, 127, 128, -32, -33, -128, -129, 255, 32767, 32768, -32768, -32769, math.MaxInt32, math.MaxInt32+1, math.MinInt32, math.MinInt32-1, math.MaxInt64, math.MinInt64)
	agree(t, family[int]{msgp.AppendInt, msgp.ReadIntBytes, (*msgp.Writer).WriteInt, (*msgp.Reader).ReadInt, fixed[int](msgp.IntSize)}, 0, -7, math.MaxInt, math.MinInt)
	agree(t, family[int8]{msgp.AppendInt8, msgp.ReadInt8Bytes, (*msgp.Writer).WriteInt8, (*msgp.Reader).ReadInt8, fixed[int8](msgp.Int8Size)}, 0, math.MaxInt8, math.MinInt8)
	agree(t, family[int16]{msgp.AppendInt16, msgp.ReadInt16Bytes, (*msgp.Writer).WriteInt16, (*msgp.Reader).ReadInt16, fixed[int16](msgp.Int16Size)}, 0, math.MaxInt16, math.MinInt16)
	agree(t, family[int32]{msgp.AppendInt32, msgp.ReadInt32Bytes, (*msgp.Writer).WriteInt32, (*msgp.Reader).ReadInt32, fixed[int32](msgp.Int32Size)}, 0, math.MaxInt32, math.MinInt32)
	agree(t, family[uint64]{msgp.AppendUint64, msgp.ReadUint64Bytes, (*msgp.Writer).WriteUint64, (*msgp.Reader).ReadUint64, fixed[uint64](msgp.Uint64Size)},
		0, 127, 128, 255, 256, 65535, 65536, math.MaxUint32, math.MaxUint32+1, math.MaxUint64)
	agree(t, family[uint]{msgp.AppendUint, msgp.ReadUintBytes, (*msgp.Writer).WriteUint, (*msgp.Reader).ReadUint, fixed[uint](msgp.UintSize)}, 0, math.MaxUint)
	agree(t, family[uint8]{msgp.AppendUint8, msgp.ReadUint8Bytes, (*msgp.Writer).WriteUint8, (*msgp.Reader).ReadUint8, fixed[uint8](msgp.Uint8Size)}, 0, 255)
	agree(t, family[byte]{msgp.AppendByte, msgp.ReadByteBytes, (*msgp.Writer).WriteByte, (*msgp.Reader).ReadByte, fixed[byte](msgp.ByteSize)}, 1, 200)
	agree(t, family[uint16]{msgp.AppendUint16, msgp.ReadUint16Bytes, (*msgp.Writer).WriteUint16, (*msgp.Reader).ReadUint16, fixed[uint16](msgp.Uint16Size)}, 0, math.MaxUint16)
	agree(t, family[uint32]{msgp.AppendUint32, msgp.ReadUint32Bytes, (*msgp.Writer).WriteUint32, (*msgp.Reader).ReadUint32, fixed[uint32](msgp.Uint32Size)}, 0, 5, math.MaxUint32)
	agree(t, family[float64]{msgp.AppendFloat64, msgp.ReadFloat64Bytes, (*msgp.Writer).WriteFloat64, (*msgp.Reader).ReadFloat64, fixed[float64](msgp.Float64Size)},
		0, 1.5, math.Inf(-1), math.NaN(), math.SmallestNonzeroFloat64)
	agree(t, family[float64]{msgp.AppendFloat, msgp.ReadFloat64Bytes, (*msgp.Writer).WriteFloat, (*msgp.Reader).ReadFloat64, fixed[float64](msgp.Float64Size)}, 0.5, 0.1, math.Inf(1))
	agree(t, family[float32]{msgp.AppendFloat32, msgp.ReadFloat32Bytes, (*msgp.Writer).WriteFloat32, (*msgp.Reader).ReadFloat32, fixed[float32](msgp.Float32Size)}, 0, 0.1, math.MaxFloat32)
	agree(t, family[complex64]{msgp.AppendComplex64, msgp.ReadComplex64Bytes, (*msgp.Writer).WriteComplex64, (*msgp.Reader).ReadComplex64, fixed[complex64](msgp.Complex64Size)}, 0, complex(1, -2.5))
	agree(t, family[complex128]{msgp.AppendComplex128, msgp.ReadComplex128Bytes, (*msgp.Writer).WriteComplex128, (*msgp.Reader).ReadComplex128, fixed[complex128](msgp.Complex128Size)}, 0, complex(1e300, -0.1))
	agree(t, family[time.Duration]{msgp.AppendDuration, msgp.ReadDurationBytes, (*msgp.Writer).WriteDuration, (*msgp.Reader).ReadDuration, fixed[time.Duration](msgp.DurationSize)}, 0, time.Hour, -1)
	text := func(n int) func(string) int { return func(s string) int { return n + len(s) } }
	agree(t, family[string]{msgp.AppendString, msgp.ReadStringBytes, (*msgp.Writer).WriteString, (*msgp.Reader).ReadString, text(msgp.StringPrefixSize)},
		"", "a", strings.Repeat("b", 31), strings.Repeat("c", 32), strings.Repeat("d", 255), strings.Repeat("e", 256), "\xff\x00", strings.Repeat("f", 5000))
	utc := func(b []byte) (time.Time, []byte, error) { return msgp.ReadTimeUTCBytes(b) }
	times := []time.Time{time.Unix(0, 0).UTC(), time.Unix(1<<33, 999999999).UTC(), time.Unix(-1, 1).UTC(), time.Unix(1<<40, 5).UTC(), {}}
	agree(t, family[time.Time]{msgp.AppendTime, utc, (*msgp.Writer).WriteTime, (*msgp.Reader).ReadTimeUTC, fixed[time.Time](msgp.TimeSize)}, times...)
	agree(t, family[time.Time]{msgp.AppendTimeExt, utc, (*msgp.Writer).WriteTimeExt, (*msgp.Reader).ReadTimeUTC, fixed[time.Time](msgp.TimeSize)}, times...)
}

func TestHeadersAgree(t *testing.T) {
	for _, n := range []uint32{0, 1, 15, 16, 65535, 65536, math.MaxUint32} {
		heads := []struct {
			b     []byte
			write func(*msgp.Writer) error
			read  func(*msgp.Reader) (uint32, error)
		}{
			{msgp.AppendMapHeader(nil, n), func(w *msgp.Writer) error { return w.WriteMapHeader(n) }, (*msgp.Reader).ReadMapHeader},
			{msgp.AppendArrayHeader(nil, n), func(w *msgp.Writer) error { return w.WriteArrayHeader(n) }, (*msgp.Reader).ReadArrayHeader},
			{msgp.AppendBytesHeader(nil, n), func(w *msgp.Writer) error { return w.WriteBytesHeader(n) }, (*msgp.Reader).ReadBytesHeader},
			{msgp.AppendStringHeader(nil, n), func(w *msgp.Writer) error { return w.WriteStringHeader(n) }, (*msgp.Reader).ReadStringHeader},
		}
		for _, h := range heads {
			var out bytes.Buffer
			w := msgp.NewWriter(&out)
			if err := errors.Join(h.write(w), w.Flush()); err != nil || !bytes.Equal(out.Bytes(), h.b) {
				t.Errorf("%d: %x and %x, %v", n, h.b, out.Bytes(), err)
			}
			if got, err := h.read(msgp.NewReader(iotest.OneByteReader(&out))); got != n || err != nil {
				t.Errorf("%x is read as %d, %v", h.b, got, err)
			}
		}
	}
	// On a slice, a count that the bytes left cannot pay for is cut input.
	for _, b := range [][]byte{{0x91}, {0x81, 0xC0}, {0xDC, 0, 2, 0xC0}, {0xDF, 0, 0, 0, 1, 0xC0}} {
		_, _, mapErr := msgp.ReadMapHeaderBytes(b)
		_, _, arrayErr := msgp.ReadArrayHeaderBytes(b)
		if mapErr == nil || arrayErr == nil || !errors.Is(errors.Join(mapErr, arrayErr), msgp.ErrShortBytes) {
			t.Errorf("%x: %v, %v", b, mapErr, arrayErr)
		}
	}
}

func TestWrongTypesAreToldApart(t *testing.T) {
	var bad msgp.TypeError
	if _, _, err := msgp.ReadIntBytes(msgp.AppendString(nil, "5")); !errors.As(err, &bad) || bad.Method != msgp.IntType || bad.Encoded != msgp.StrType {
		t.Error(err)
	}
	if _, _, err := msgp.ReadFloat64Bytes(msgp.AppendInt(nil, 5)); !errors.Is(err, fault.ErrMismatch) || !msgp.Resumable(err) {
		t.Error(err)
	}
	if _, _, err := msgp.ReadFloat32Bytes(msgp.AppendFloat64(nil, 0.1)); !errors.Is(err, fault.ErrMismatch) {
		t.Error(err)
	}
	if v, _, err := msgp.ReadFloat32Bytes(msgp.AppendFloat64(nil, 0.5)); v != 0.5 || err != nil {
		t.Error(v, err)
	}
	if _, _, err := msgp.ReadInt8Bytes(msgp.AppendInt(nil, 128)); err != (msgp.IntOverflow{Value: 128, FailedBitsize: 8}) {
		t.Error(err)
	}
	if _, _, err := msgp.ReadUint8Bytes(msgp.AppendInt(nil, 256)); err != (msgp.UintOverflow{Value: 256, FailedBitsize: 8}) {
		t.Error(err)
	}
	if _, _, err := msgp.ReadUintBytes(msgp.AppendInt(nil, -1)); err != (msgp.UintBelowZero{Value: -1}) {
		t.Error(err)
	}
	if _, _, err := msgp.ReadInt64Bytes(msgp.AppendUint64(nil, math.MaxUint64)); !errors.Is(err, fault.ErrOverflow) {
		t.Error(err)
	}
	if v, _, err := msgp.ReadIntBytes(msgp.AppendUint64(nil, 70000)); v != 70000 || err != nil {
		t.Error(v, err)
	}
	if v, _, err := msgp.ReadUint16Bytes(msgp.AppendInt(nil, 300)); v != 300 || err != nil {
		t.Error(v, err)
	}
	for _, err := range []error{msgp.ErrShortBytes, msgp.InvalidPrefixError(0xC1)} {
		if msgp.Resumable(err) {
			t.Errorf("%v is resumable", err)
		}
	}
	if _, err := msgp.ReadExactBytes(msgp.AppendBytes(nil, []byte{1, 2, 3}), make([]byte, 4)); err != (msgp.ArrayError{Wanted: 4, Got: 3}) {
		t.Error(err)
	}
}

func TestErrorsCarryTheirPlace(t *testing.T) {
	inner := msgp.WrapError(msgp.ErrShortBytes, "Name")
	err := msgp.WrapErrorAt(msgp.WrapError(inner, 3), 17, "Users")
	var where *msgp.DecodeError
	if !errors.As(err, &where) || where.Path != "/Users/3/Name" || where.Offset != 17 || msgp.Cause(err) != msgp.ErrShortBytes {
		t.Errorf("%v", err)
	}
	if err := msgp.WrapErrorAt(err, 100, "Page"); err.Error() != "msgpack: /Page/Users/3/Name at byte 117: msgp: too few bytes left to read object" {
		t.Error(err)
	}
	m := msgp.NewReader(bytes.NewReader([]byte{0x92, 0xC0, 0xA1, 'x'}))
	if _, err := m.ReadArrayHeader(); err != nil {
		t.Fatal(err)
	}
	if err := m.Skip(); err != nil {
		t.Fatal(err)
	}
	_, err = m.ReadInt()
	if err = msgp.WrapError(err, 1); !errors.As(err, &where) || where.Path != "/1" || where.Offset != 2 || !msgp.Resumable(err) {
		t.Error(err)
	}
}

// celsius is an extension that knows its JSON.
type celsius struct{ degrees byte }

func (c *celsius) ExtensionType() int8 { return 99 }
func (c *celsius) Len() int            { return 1 }
func (c *celsius) MarshalBinaryTo(b []byte) error {
	b[0] = c.degrees
	return nil
}
func (c *celsius) UnmarshalBinary(b []byte) error {
	if len(b) != 1 {
		return errors.New("no temperature")
	}
	c.degrees = b[0]
	return nil
}
func (c *celsius) MarshalJSON() ([]byte, error) { return []byte(`"20 °C"`), nil }

func init() { msgp.RegisterExtension(99, func() msgp.Extension { return new(celsius) }) }

func TestRegisteredExtensions(t *testing.T) {
	b, err := msgp.AppendExtension(nil, &celsius{20})
	if err != nil || !bytes.Equal(b, []byte{0xD4, 99, 20}) {
		t.Errorf("%x, %v", b, err)
	}
	v, _, err := msgp.ReadIntfBytes(b)
	if c, ok := v.(*celsius); !ok || c.degrees != 20 || err != nil {
		t.Errorf("%v, %v", v, err)
	}
	var text strings.Builder
	if _, err := msgp.UnmarshalAsJSON(&text, b); text.String() != `"20 °C"` || err != nil {
		t.Errorf("%s, %v", text.String(), err)
	}
	if _, _, err := msgp.ReadIntfBytes([]byte{0xD5, 99, 20, 20}); err == nil {
		t.Error("bytes that are not a temperature are taken")
	}
	for _, code := range []int8{3, 4, 5, -1, 99} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("code %d can be registered", code)
				}
			}()
			msgp.RegisterExtension(code, func() msgp.Extension { return new(celsius) })
		}()
	}
}

func TestExtensionsOfAnyLength(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 4, 5, 8, 15, 16, 17, 255, 256, 65535, 65536} {
		e := &msgp.RawExtension{Type: -77, Data: bytes.Repeat([]byte{7}, n)}
		b, err := msgp.AppendExtension(nil, e)
		if err != nil || len(b) > msgp.ExtensionPrefixSize+n {
			t.Fatal(n, len(b), err)
		}
		back := &msgp.RawExtension{Type: -77}
		if o, err := msgp.ReadExtensionBytes(b, back); err != nil || len(o) != 0 || !bytes.Equal(back.Data, e.Data) {
			t.Error(n, err)
		}
		if _, err := msgp.ReadExtensionBytes(b, new(msgp.RawExtension)); err != (msgp.ExtensionTypeError{Got: -77, Want: 0}) {
			t.Error(n, err)
		}
		var out bytes.Buffer
		w := msgp.NewWriterSize(&out, 32)
		if err := errors.Join(w.WriteExtension(e), w.WriteExtensionRaw(-77, e.Data), w.Flush()); err != nil {
			t.Error(err)
		}
		m := msgp.NewReader(&out)
		if err := m.ReadExtension(back); err != nil || !bytes.Equal(back.Data, e.Data) {
			t.Error(n, err)
		}
		if code, content, err := m.ReadExtensionRaw(); code != -77 || err != nil || !bytes.Equal(content, e.Data) {
			t.Error(n, code, err)
		}
	}
}

func TestDynamicValuesComeBack(t *testing.T) {
	five, text := 5, "x"
	at := time.Unix(5, 6)
	pairs := []struct{ in, out any }{
		{nil, nil}, {true, true}, {int8(-5), int64(-5)}, {uint16(7), int64(7)}, {uint64(300), uint64(300)}, {float32(0.5), float32(0.5)},
		{"s", "s"}, {[]byte{1}, []byte{1}}, {at, at}, {1i, 1i}, {complex64(2), complex64(2)}, {&five, int64(5)}, {&text, "x"}, {(*int)(nil), nil},
		{[]any{1, "a", nil}, []any{int64(1), "a", nil}}, {[]string{"a"}, []any{"a"}}, {[]int{1}, []any{int64(1)}}, {[]float64{1}, []any{1.0}},
		{map[string]any{"k": []any{}}, map[string]any{"k": []any{}}}, {map[string]string{"k": "v"}, map[string]any{"k": "v"}},
		{&msgp.RawExtension{Type: 7, Data: []byte{1}}, &msgp.RawExtension{Type: 7, Data: []byte{1}}}, {msgp.Raw{0x2A}, int64(42)},
	}
	for _, p := range pairs {
		b, err := msgp.AppendIntf(nil, p.in)
		if err != nil {
			t.Errorf("%T: %v", p.in, err)
			continue
		}
		got, o, err := msgp.ReadIntfBytes(b)
		if !testkit.EqualLoose(got, p.out) || len(o) != 0 || err != nil {
			t.Errorf("%T %v is read as %T %v, %v", p.in, p.in, got, got, err)
		}
		var out bytes.Buffer
		w := msgp.NewWriter(&out)
		if err := errors.Join(w.WriteIntf(p.in), w.Flush()); err != nil || !bytes.Equal(out.Bytes(), b) {
			t.Errorf("%T: %x, %v", p.in, out.Bytes(), err)
		}
	}
	type mine int
	if b, err := msgp.AppendIntf([]byte{1}, []any{mine(1)}); !errors.Is(err, fault.ErrUnsupported) || len(b) != 1 {
		t.Error(b, err)
	}
	cycle := []any{nil}
	cycle[0] = cycle
	if _, err := msgp.AppendIntf(nil, cycle); !errors.Is(err, msgp.ErrRecursion) {
		t.Error(err)
	}
	if _, _, err := msgp.ReadIntfBytes([]byte{0x81, 0x01, 0x02}); !errors.Is(err, msgp.ErrKeyType) {
		t.Error(err)
	}
}

func TestMapsAreEdited(t *testing.T) {
	m := msgp.AppendMapHeader(nil, 3)
	m = msgp.AppendInt(msgp.AppendString(m, "a"), 1)
	m = msgp.AppendInt(msgp.AppendInt(m, 7), 2) // a key that is not text
	m = msgp.AppendString(msgp.AppendString(m, ""), "empty")
	if v := msgp.Locate("a", m); !bytes.Equal(v, []byte{1}) {
		t.Errorf("%x", v)
	}
	if v, _, _ := msgp.ReadStringBytes(msgp.Locate("", m)); v != "empty" {
		t.Error(v)
	}
	if msgp.HasKey("b", m) || !msgp.HasKey("", m) || msgp.Locate("b", m) != nil || msgp.CopyReplace("b", m, []byte{5}) != nil || msgp.Replace("b", m, []byte{5}) != nil {
		t.Error("what is not there is found")
	}
	grown := msgp.CopyReplace("a", m, msgp.AppendString(nil, "longer"))
	if v, _, _ := msgp.ReadStringBytes(msgp.Locate("a", grown)); v != "longer" || !msgp.HasKey("", grown) {
		t.Errorf("%x", grown)
	}
	if v := msgp.Replace("a", bytes.Clone(m), []byte{9}); !bytes.Equal(msgp.Locate("a", v), []byte{9}) {
		t.Errorf("%x", v)
	}
	cut := msgp.Remove("a", bytes.Clone(m))
	if n, _, err := msgp.ReadMapHeaderBytes(cut); n != 2 || err != nil || msgp.HasKey("a", cut) || !msgp.HasKey("", cut) {
		t.Errorf("%x, %v", cut, err)
	}
	wide := []byte{0xDE, 0, 1, 0xA1, 'k', 0xC0}
	if cut := msgp.Remove("k", wide); !bytes.Equal(cut, []byte{0xDE, 0, 0}) {
		t.Errorf("%x", cut)
	}
	for _, b := range [][]byte{nil, {0x81}, {0x81, 0xA1}, {0xC0}, {0x81, 0xC1, 0xC0}} {
		if msgp.HasKey("", b) || len(msgp.Remove("", bytes.Clone(b))) != len(b) {
			t.Errorf("%x has a key", b)
		}
	}
}

func TestNumbersKeepTheirType(t *testing.T) {
	var n msgp.Number
	for _, set := range []func(){func() {}, func() { n.AsInt(-9) }, func() { n.AsUint(300) }, func() { n.AsFloat32(0.1) }, func() { n.AsFloat64(0.1) }} {
		n = msgp.Number{}
		set()
		b, _ := n.MarshalMsg(nil)
		var back msgp.Number
		if _, err := back.UnmarshalMsg(b); err != nil || back.Type() != n.Type() || back.String() != n.String() {
			t.Errorf("%s is read as %s, %v", n.String(), back.String(), err)
		}
		var out bytes.Buffer
		if err := msgp.Encode(&out, &n); err != nil || !bytes.Equal(out.Bytes(), b) {
			t.Errorf("%s: %x, %v", n.String(), out.Bytes(), err)
		}
		if err := msgp.Decode(&out, &back); err != nil || back.String() != n.String() {
			t.Errorf("%s: %s, %v", n.String(), back.String(), err)
		}
		if text, err := n.MarshalJSON(); err != nil || string(text) != n.String() {
			t.Errorf("%s: %s, %v", n.String(), text, err)
		}
	}
	n.AsFloat64(math.NaN())
	if _, err := n.MarshalJSON(); err == nil {
		t.Error("NaN has JSON")
	}
	if _, err := n.UnmarshalMsg([]byte{0xC0}); err != nil || n.String() != "0" {
		t.Error(n.String(), err)
	}
	if _, err := n.UnmarshalMsg([]byte{0xA0}); err == nil {
		t.Error("text is a number")
	}
}

func TestNumbersAreCoerced(t *testing.T) {
	var n msgp.Number
	check := func(i int64, iok bool, u uint64, uok bool, f float64) {
		t.Helper()
		gi, giok := n.CoerceInt()
		gu, guok := n.CoerceUInt()
		if giok != iok || iok && gi != i || guok != uok || uok && gu != u || n.CoerceFloat() != f {
			t.Errorf("%s: %d %v, %d %v, %v", n.String(), gi, giok, gu, guok, n.CoerceFloat())
		}
	}
	n.AsInt(-3)
	check(-3, true, 0, false, -3)
	n.AsUint(math.MaxUint64)
	check(0, false, math.MaxUint64, true, 1<<64)
	n.AsFloat32(7)
	check(7, true, 7, true, 7)
	n.AsFloat64(7.5)
	check(0, false, 0, false, 7.5)
	n.AsFloat64(1 << 63)
	check(0, false, 1<<63, true, 1<<63)
	n.AsFloat64(math.NaN())
	if _, ok := n.CoerceInt(); ok {
		t.Error("NaN is an integer")
	}
}

// A Raw that is not exactly one value is written by none of its methods.
func TestRawIsOneValueWhereItIsWritten(t *testing.T) {
	for text, cause := range map[string]error{"\xc1": fault.ErrSyntax, "\x01\x02": fault.ErrTrailing, "\x91": fault.ErrSyntax, "\xc0\xc0": fault.ErrTrailing, "\xa5ab": fault.ErrSyntax,
		"\xdd\xff\xff\xff\xff": fault.ErrSyntax, strings.Repeat("\x91", 600) + "\x01": fault.ErrDepth} {
		r := msgp.Raw(text)
		if b, err := r.MarshalMsg([]byte{7}); !errors.Is(err, cause) || len(b) != 1 {
			t.Errorf("%q: MarshalMsg returns %q, %v", text, b, err)
		}
		var out bytes.Buffer
		if err := msgp.Encode(&out, r); !errors.Is(err, cause) || out.Len() > 0 {
			t.Errorf("%q: EncodeMsg writes %q, %v", text, out.Bytes(), err)
		}
		if b, err := msgp.AppendIntf(nil, map[string]any{"k": r}); err == nil {
			t.Errorf("%q: AppendIntf returns %q", text, b)
		}
	}
}

func TestRawIsKept(t *testing.T) {
	b := []byte{0x92, 0xA1, 'x', 0xC0}
	var r msgp.Raw
	if o, err := r.UnmarshalMsg(append(b, 1)); err != nil || len(o) != 1 || !bytes.Equal(r, b) {
		t.Errorf("%x, %v", r, err)
	}
	var out bytes.Buffer
	if err := msgp.Encode(&out, r); err != nil || !bytes.Equal(out.Bytes(), b) {
		t.Errorf("%x, %v", out.Bytes(), err)
	}
	var again msgp.Raw
	if err := msgp.Decode(&out, &again); err != nil || !bytes.Equal(again, b) {
		t.Errorf("%x, %v", again, err)
	}
	if text, err := r.MarshalJSON(); string(text) != `["x",null]` || err != nil {
		t.Errorf("%s, %v", text, err)
	}
	if _, err := (msgp.Raw{0x01, 0x02}).MarshalJSON(); !errors.Is(err, fault.ErrTrailing) {
		t.Error(err)
	}
	if b, _ := (msgp.Raw)(nil).MarshalMsg(nil); !bytes.Equal(b, []byte{0xC0}) || !(msgp.Raw)(nil).IsNil() {
		t.Errorf("%x", b)
	}
}

func TestLargeTextsPassThroughSmallBuffers(t *testing.T) {
	long := strings.Repeat("0123456789", 10_000)
	var out bytes.Buffer
	w := msgp.NewWriterSize(&out, 18)
	if err := errors.Join(w.WriteString(long), w.WriteBytes([]byte(long)), w.WriteMapStrStr(map[string]string{long: "v"}), w.WriteInt(5), w.Flush()); err != nil {
		t.Fatal(err)
	}
	m := msgp.NewReaderSize(iotest.HalfReader(bytes.NewReader(out.Bytes())), 18)
	if s, err := m.ReadString(); s != long || err != nil {
		t.Error(len(s), err)
	}
	if b, err := m.ReadBytes(nil); string(b) != long || err != nil {
		t.Error(len(b), err)
	}
	v := map[string]any{"old": 1}
	if err := m.ReadMapStrIntf(v); len(v) != 1 || v[long] != "v" || err != nil {
		t.Error(len(v), err)
	}
	if n, err := m.ReadInt(); n != 5 || err != nil {
		t.Error(n, err)
	}
	// The same, passed over, and within limits.
	m = msgp.NewReaderSize(bytes.NewReader(out.Bytes()), 18)
	for range 3 {
		if err := m.Skip(); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := m.ReadInt(); n != 5 || err != nil || m.BufferSize() > 64 {
		t.Error(n, err, m.BufferSize())
	}
	m = msgp.NewReaderSize(bytes.NewReader(out.Bytes()), 18)
	m.SetLimits(msgp.Limits{MaxBytes: 1000})
	if _, err := m.ReadString(); !errors.Is(err, msgp.ErrLimitExceeded) {
		t.Error(err)
	}
}

func TestFailingStreams(t *testing.T) {
	broken := errors.New("broken")
	m := msgp.NewReader(iotest.ErrReader(broken))
	if _, err := m.ReadInt(); err != broken {
		t.Error(err)
	}
	w := msgp.NewWriterSize(failing{broken}, 18)
	for range 10 {
		_ = w.WriteInt64(math.MaxInt64)
	}
	if err := w.Flush(); err != broken {
		t.Error(err)
	}
	if err := w.WriteNil(); err != broken {
		t.Error(err)
	}
	w.Reset(io.Discard)
	if err := errors.Join(w.WriteNil(), w.Flush()); err != nil {
		t.Error(err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestNextTypeNeedsNoMoreThanAHead(t *testing.T) {
	for want, b := range map[msgp.Type][]byte{
		msgp.NilType: {0xC0}, msgp.IntType: {0x05}, msgp.UintType: {0xCC}, msgp.StrType: {0xDB}, msgp.MapType: {0xDF}, msgp.ArrayType: {0x91},
		msgp.TimeType: {0xC7, 12, 5}, msgp.Complex64Type: {0xD7, 3}, msgp.Complex128Type: {0xD8, 4}, msgp.ExtensionType: {0xD4, 5}, msgp.BinType: {0xC4},
	} {
		if got := msgp.NextType(b); got != want {
			t.Errorf("%x: %v, not %v", b, got, want)
		}
		if got, err := msgp.NewReader(bytes.NewReader(b)).NextType(); got != want || err != nil {
			t.Errorf("%x on a stream: %v, %v", b, got, err)
		}
	}
	if _, err := msgp.NewReader(bytes.NewReader([]byte{0xC1})).NextType(); err == nil {
		t.Error("the reserved byte has a type")
	}
	m := msgp.NewReader(bytes.NewReader([]byte{0xC0, 0x01}))
	if !m.IsNil() || m.ReadNil() != nil || m.IsNil() {
		t.Error("nil is not known")
	}
}

func TestFilesHoldOneValue(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "value"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := msgp.WriteFile(msgp.Raw{0x92, 0x01, 0x02}, file); err != nil {
		t.Fatal(err)
	}
	var back msgp.Raw
	rewind := func() {
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			t.Fatal(err)
		}
	}
	rewind()
	if err := msgp.ReadFile(&back, file); err != nil || len(back) != 3 {
		t.Error(back, err)
	}
	if err := msgp.WriteFile(msgp.Raw{0xC0}, file); err != nil {
		t.Fatal(err)
	}
	rewind()
	if err := msgp.ReadFile(&back, file); !errors.Is(err, fault.ErrTrailing) {
		t.Error(err)
	}
}

func TestRecursionIsCounted(t *testing.T) {
	cfg := &msgp.RuntimeConfig{UnsafeZeroCopy: true}
	for range fault.DefaultMaxDepth - 1 {
		deeper, err := cfg.Deeper()
		if err != nil || !deeper.UnsafeZeroCopy {
			t.Fatal(deeper, err)
		}
		cfg = &deeper
	}
	if _, err := cfg.Deeper(); err != msgp.ErrRecursion {
		t.Error(err)
	}
	if _, err := (*msgp.RuntimeConfig)(nil).Deeper(); err != nil {
		t.Error(err)
	}
	m := msgp.NewReader(nil)
	m.SetLimits(msgp.Limits{MaxDepth: 3})
	if err := errors.Join(m.Enter(), m.Enter()); err != nil {
		t.Error(err)
	}
	if err := m.Enter(); !errors.Is(err, msgp.ErrRecursion) {
		t.Error(err)
	}
}

func TestWritingIntoRoomAllocatesNothing(t *testing.T) {
	b := make([]byte, 0, 256)
	at := time.Now()
	if n := testing.AllocsPerRun(100, func() {
		o := msgp.Require(b, 100)
		o = msgp.AppendMapHeader(o, 2)
		o = msgp.AppendTime(msgp.AppendString(o, "time"), at)
		o = msgp.AppendFloat64(msgp.AppendString(o, "float"), 1.5)
		if _, err := msgp.Skip(o); err != nil {
			t.Error(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
