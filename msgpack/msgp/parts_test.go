package msgp_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"math"
	"net/netip"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/beve-org/beve-go/msgpack/msgp"
)

// This file tests arrays and maps by functions, values with methods, bounds of single
// values, and interfaces.

func TestArraysAndMapsByFunctions(t *testing.T) {
	list := []string{"", "b", strings.Repeat("c", 300)}
	table := map[string]int{"x": 1, "y": -1000, "z": 1 << 30}
	b := msgp.AppendMapSorted(msgp.AppendArray(nil, list, msgp.AppendString), table, msgp.AppendString, msgp.AppendInt)
	var out bytes.Buffer
	w := msgp.NewWriter(&out)
	if err := errors.Join(msgp.WriteArray(w, list, w.WriteString), msgp.WriteMapSorted(w, table, w.WriteString, w.WriteInt), w.Flush()); err != nil || !bytes.Equal(out.Bytes(), b) {
		t.Fatalf("%x on a stream, %x on a slice, %v", out.Bytes(), b, err)
	}
	m := msgp.NewReader(iotest.OneByteReader(&out))
	var got []string
	for v, err := range msgp.ReadArray(m, m.ReadString) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, v)
	}
	pairs, failed := msgp.ReadMap(m, m.ReadString, m.ReadInt)
	if gotMap := maps.Collect(pairs); !slices.Equal(got, list) || !maps.Equal(gotMap, table) || failed() != nil {
		t.Errorf("from a stream: %q, %v, %v", got, gotMap, failed())
	}
	elements, rest := msgp.ReadArrayBytes(b, msgp.ReadStringBytes)
	got = slices.Collect(elements)
	o, err := rest()
	if err != nil {
		t.Fatal(err)
	}
	entries, rest := msgp.ReadMapBytes(o, msgp.ReadStringBytes, msgp.ReadIntBytes)
	gotMap := maps.Collect(entries)
	if o, err = rest(); !slices.Equal(got, list) || !maps.Equal(gotMap, table) || err != nil || len(o) > 0 {
		t.Errorf("from a slice: %q, %v, %v, %d bytes left", got, gotMap, err, len(o))
	}
	for n := range b[:len(b)-1] {
		elements, rest := msgp.ReadArrayBytes(b[:n], msgp.ReadStringBytes)
		for range elements {
		}
		o, err := rest()
		if err == nil {
			entries, rest := msgp.ReadMapBytes(o, msgp.ReadStringBytes, msgp.ReadIntBytes)
			for range entries {
			}
			_, err = rest()
		}
		if err == nil {
			t.Errorf("%d of %d bytes are enough", n, len(b))
		}
		m := msgp.NewReader(bytes.NewReader(b[:n]))
		var last error
		for _, err := range msgp.ReadArray(m, m.ReadString) {
			last = err
		}
		if last == nil {
			pairs, failed := msgp.ReadMap(m, m.ReadString, m.ReadInt)
			for range pairs {
			}
			last = failed()
		}
		if last == nil || last == io.EOF && n > 0 && n != len(msgp.AppendArray(nil, list, msgp.AppendString)) {
			t.Errorf("%d of %d bytes of a stream: %v", n, len(b), last)
		}
	}
}

func TestFunctionsFromMethods(t *testing.T) {
	var want msgp.Number
	want.AsFloat32(1.5)
	b := msgp.EncoderToBytes(want)(nil, want)
	got, o, err := msgp.DecoderFromBytes(want)(b)
	if got != want || len(o) > 0 || err != nil {
		t.Errorf("from a slice: %v, %v, %d bytes left", got.String(), err, len(o))
	}
	var out bytes.Buffer
	w := msgp.NewWriter(&out)
	if err := errors.Join(msgp.EncoderTo(w, want)(want), w.Flush()); err != nil {
		t.Fatal(err)
	}
	if got, err = msgp.DecoderFrom(msgp.NewReader(&out), want)(); got != want || err != nil {
		t.Errorf("from a stream: %v, %v", got.String(), err)
	}
}

func TestMethodsMakeBinAndText(t *testing.T) {
	addr := netip.MustParseAddr("2001:db8::1")
	for name, c := range map[string]struct {
		write func(*msgp.Writer) error
		read  func(*msgp.Reader, *netip.Addr) error
		lead  byte
	}{
		"binary": {func(w *msgp.Writer) error { return w.WriteBinaryAppender(addr) },
			func(m *msgp.Reader, a *netip.Addr) error { return m.ReadBinaryUnmarshal(a) }, 0xc4},
		"text as bin": {func(w *msgp.Writer) error { return w.WriteTextAppender(addr) },
			func(m *msgp.Reader, a *netip.Addr) error { return m.ReadTextUnmarshal(a) }, 0xc4},
		"text": {func(w *msgp.Writer) error { return w.WriteTextAppenderString(addr) },
			func(m *msgp.Reader, a *netip.Addr) error { return m.ReadTextUnmarshalString(a) }, 0xa0},
	} {
		var out bytes.Buffer
		w := msgp.NewWriter(&out)
		if err := errors.Join(c.write(w), w.Flush()); err != nil || out.Bytes()[0]&0xe0 != c.lead&0xe0 {
			t.Fatalf("%s: %x, %v", name, out.Bytes(), err)
		}
		var got netip.Addr
		if err := c.read(msgp.NewReader(iotest.OneByteReader(bytes.NewReader(out.Bytes()))), &got); err != nil || got != addr {
			t.Errorf("%s: %v, %v", name, got, err)
		}
		bad := bytes.Clone(out.Bytes())
		bad = append(bad[:1], bytes.Repeat([]byte{'?'}, len(bad)-1)...)
		if err := c.read(msgp.NewReader(bytes.NewReader(bad)), &got); err == nil {
			t.Errorf("%s: no error for %q", name, bad)
		}
	}
}

func TestHeadsOverTwoBytesOfRoom(t *testing.T) {
	for _, n := range []int{0, 1, 31, 32, 255, 256, 65535, 65536} {
		content := bytes.Repeat([]byte{'x'}, n)
		for name, c := range map[string]struct{ got, want []byte }{
			"bin": {msgp.AppendBytesTwoPrefixed(append([]byte("k\x00\x00"), content...), n), msgp.AppendBytes([]byte("k"), content)},
			"str": {msgp.AppendBytesStringTwoPrefixed(append([]byte("k\x00\x00"), content...), n), msgp.AppendString([]byte("k"), string(content))},
		} {
			if !bytes.Equal(c.got, c.want) {
				t.Errorf("%s of %d bytes begins with %x, want %x", name, n, c.got[:min(len(c.got), 8)], c.want[:min(len(c.want), 8)])
			}
		}
	}
}

func TestJSONNumbers(t *testing.T) {
	for in, want := range map[json.Number]json.Number{"": "0", "0": "0", "-129": "-129", "18446744073709551615": "18446744073709551615",
		"1.5": "1.5", "1e21": "1e+21", "0.1": "0.1", "-9223372036854775808": "-9223372036854775808"} {
		var out bytes.Buffer
		w := msgp.NewWriter(&out)
		if err := errors.Join(w.WriteJSONNumber(in), w.Flush()); err != nil {
			t.Fatalf("%s: %v", in, err)
		}
		b, err := msgp.AppendIntf(nil, in)
		if err != nil || !bytes.Equal(b, out.Bytes()) {
			t.Errorf("%s: %x in an interface, %x on a stream, %v", in, b, out.Bytes(), err)
		}
		got, o, err := msgp.ReadJSONNumberBytes(b)
		if got != want || len(o) > 0 || err != nil {
			t.Errorf("%s is read as %s, %v", in, got, err)
		}
		if got, err = msgp.NewReader(&out).ReadJSONNumber(); got != want || err != nil {
			t.Errorf("%s is read from a stream as %s, %v", in, got, err)
		}
	}
	for _, bad := range []json.Number{"x", "1e400", "1 "} {
		if b, err := msgp.AppendJSONNumber([]byte("k"), bad); err == nil || string(b) != "k" {
			t.Errorf("%s: %q, %v", bad, b, err)
		}
	}
	var wrong msgp.TypeError
	if _, _, err := msgp.ReadJSONNumberBytes([]byte{0xc3}); !errors.As(err, &wrong) {
		t.Errorf("a bool as a number: %v", err)
	}
}

func TestKeysAsText(t *testing.T) {
	s := msgp.AutoShim{}
	if v, err := s.ParseInt8(s.Int8String(math.MinInt8)); v != math.MinInt8 || err != nil {
		t.Error(v, err)
	}
	if v, err := s.ParseUint64(s.Uint64String(math.MaxUint64)); v != math.MaxUint64 || err != nil {
		t.Error(v, err)
	}
	if v, err := s.ParseFloat32(s.Float32String(0.1)); v != 0.1 || err != nil {
		t.Error(v, err)
	}
	if v, err := s.ParseBool(s.BoolString(true)); !v || err != nil {
		t.Error(v, err)
	}
	for name, err := range map[string]error{"128 as int8": fails(s.ParseInt8("128")), "-1 as uint": fails(s.ParseUint("-1")),
		"empty": fails(s.ParseInt64("")), "1e40": fails(s.ParseFloat32("1e40")), "maybe": fails(s.ParseBool("maybe"))} {
		if err == nil || !msgp.Resumable(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func fails[T any](_ T, err error) error { return err }

// TestBoundsOfSingleValues reads values just within and just beyond the bounds, by every
// way to read them.
func TestBoundsOfSingleValues(t *testing.T) {
	list := func(n int) []byte { return msgp.AppendArray(nil, make([]int, n), msgp.AppendInt) }
	text := func(n int) []byte { return msgp.AppendString(nil, strings.Repeat("x", n)) }
	bin := func(n int) []byte { return msgp.AppendBytes(nil, make([]byte, n)) }
	table := func(n int) []byte {
		b := msgp.AppendMapHeader(nil, uint32(n))
		for i := range n {
			b = msgp.AppendNil(msgp.AppendString(b, string(rune('a'+i))))
		}
		return b
	}
	ext := func(n int) []byte {
		b, _ := msgp.AppendExtension(nil, &msgp.RawExtension{Type: 9, Data: make([]byte, n)})
		return b
	}
	nested := func(part func(int) []byte) func(int) []byte {
		return func(n int) []byte { return append([]byte{0x92, 0xc0}, part(n)...) }
	}
	any1 := func(m *msgp.Reader) error { return fails(m.ReadIntf()) }
	object := func(m *msgp.Reader) error {
		return m.ReadObject(func(b []byte, _ *msgp.RuntimeConfig) ([]byte, error) { return msgp.Skip(b) })
	}
	raw := func(m *msgp.Reader) error { return new(msgp.Raw).DecodeMsg(m) }
	for name, c := range map[string]struct {
		make func(int) []byte
		read func(*msgp.Reader) error
	}{
		"ReadArrayHeader":   {list, func(m *msgp.Reader) error { return fails(m.ReadArrayHeader()) }},
		"ReadMapHeader":     {table, func(m *msgp.Reader) error { return fails(m.ReadMapHeader()) }},
		"ReadBytes":         {bin, func(m *msgp.Reader) error { return fails(m.ReadBytes(nil)) }},
		"ReadBytesHeader":   {bin, func(m *msgp.Reader) error { return fails(m.ReadBytesHeader()) }},
		"ReadBytesLimit":    {bin, func(m *msgp.Reader) error { return fails(m.ReadBytesLimit(nil, 100)) }},
		"ReadBytesLimit 20": {bin, func(m *msgp.Reader) error { m.SetMaxElements(0); return fails(m.ReadBytesLimit(nil, 20)) }},
		"within scratch":    {bin, func(m *msgp.Reader) error { return fails(m.ReadBytesLimit(make([]byte, 20), -1)) }},
		"ReadString":        {text, func(m *msgp.Reader) error { return fails(m.ReadString()) }},
		"ReadStringAsBytes": {text, func(m *msgp.Reader) error { return fails(m.ReadStringAsBytes(nil)) }},
		"ReadStringHeader":  {text, func(m *msgp.Reader) error { return fails(m.ReadStringHeader()) }},
		"ReadMapKey":        {text, func(m *msgp.Reader) error { return fails(m.ReadMapKey(nil)) }},
		"ReadMapKeyPtr":     {text, func(m *msgp.Reader) error { return fails(m.ReadMapKeyPtr()) }},
		"ReadExtension":     {ext, func(m *msgp.Reader) error { return m.ReadExtension(&msgp.RawExtension{Type: 9}) }},
		"ReadIntf":          {nested(list), any1},
		"ReadIntf text":     {nested(text), any1},
		"ReadIntf map":      {nested(table), any1},
		"ReadObject":        {nested(bin), object},
		"ReadObject ext":    {nested(ext), object},
		"Raw":               {nested(text), raw},
	} {
		for _, n := range []int{20, 21} {
			m := msgp.NewReader(iotest.OneByteReader(bytes.NewReader(c.make(n))))
			m.SetMaxElements(20)
			m.SetMaxStringLength(20)
			if err := c.read(m); n == 20 && err != nil || n > 20 && !errors.Is(err, msgp.ErrLimitExceeded) {
				t.Errorf("%s of %d: %v", name, n, err)
			}
		}
	}
	m := msgp.NewReader(nil)
	if m.GetMaxElements() != math.MaxUint32 || m.GetMaxStringLength() != math.MaxUint64 {
		t.Error("bounds without having been set")
	}
	m.SetMaxRecursionDepth(5)
	m.Reset(strings.NewReader(strings.Repeat("\x91", 5) + "\x01"))
	if err := any1(m); m.GetMaxRecursionDepth() != 5 || !errors.Is(err, msgp.ErrRecursion) {
		t.Errorf("five levels where four are allowed: %v", err)
	}
}

func TestInterfacesOfAnyShape(t *testing.T) {
	n := 7
	for name, c := range map[string]struct{ v, want any }{
		"map of scalars":     {map[string]int16{"a": 1}, map[string]any{"a": int64(1)}},
		"map of maps":        {map[string]map[string]bool{"a": {"b": true}}, map[string]any{"a": map[string]any{"b": true}}},
		"slice of slices":    {[][]string{{"a"}, nil}, []any{[]any{"a"}, []any{}}},
		"array":              {[2]uint{200, 300}, []any{uint64(200), uint64(300)}},
		"bytes":              {[3]byte{1, 2, 3}, []byte{1, 2, 3}},
		"pointers":           {[]*int{&n, nil}, []any{int64(7), nil}},
		"nil of any type":    {(*struct{})(nil), nil},
		"defined map":        {map[string]time.Duration{"a": 5}, map[string]any{"a": int64(5)}},
		"what has methods":   {[]msgp.Raw{{0x05}}, []any{int64(5)}},
		"slice in a pointer": {&[]map[string]string{{"k": "v"}}, []any{map[string]any{"k": "v"}}},
	} {
		b, err := msgp.AppendIntf(nil, c.v)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got, o, err := msgp.ReadIntfBytes(b); !reflect.DeepEqual(got, c.want) || len(o) > 0 || err != nil {
			t.Errorf("%s: %v, %v, want %v", name, got, err, c.want)
		}
	}
	type loop []any
	endless := loop{nil}
	endless[0] = endless
	if _, err := msgp.AppendIntf(nil, endless); !errors.Is(err, msgp.ErrRecursion) {
		t.Errorf("a slice that contains itself: %v", err)
	}
	for _, v := range []any{struct{}{}, map[int]int{}, func() {}, []chan int{nil}, map[string]any{"x": struct{ A int }{}}} {
		var unsupported *msgp.ErrUnsupportedType
		b, err := msgp.AppendIntf([]byte("k"), v)
		if !errors.As(err, &unsupported) || !errors.Is(err, msgp.ErrUnsupported) || string(b) != "k" || unsupported.T == nil {
			t.Errorf("%T: %q, %v", v, b, err)
		}
	}
}

func TestEndlessReader(t *testing.T) {
	m := msgp.NewReader(msgp.NewEndlessReader([]byte{1, 2, 3}, &testing.B{}))
	for i := range 10000 {
		if v, err := m.ReadInt(); v != i%3+1 || err != nil {
			t.Fatalf("value %d is %d, %v", i, v, err)
		}
	}
}
