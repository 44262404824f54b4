package wire_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// TestExtendedFormsHaveTheirBytes: what is appended, behind bytes that stay, and with room
// after it and without, is what the profile says, and is read as the same value.
func TestExtendedFormsHaveTheirBytes(t *testing.T) {
	utc := scalar.Timestamp{Seconds: -2, Nanoseconds: 999_999_999}
	zoned := scalar.Timestamp{Seconds: 1 << 40, Nanoseconds: 5, TimezoneOffset: -90}
	id := [16]byte{0x12, 0x3e, 0x45, 0x67, 0xe8, 0x9b, 0x42, 0xd3, 0xa4, 0x56, 0x42, 0x66, 0x14, 0x17, 0x40, 0x00}
	const utcBytes = "\x26\x06\xfe\xff\xff\xff\xff\xff\xff\xff\xff\xc9\x9a\x3b"
	const zonedBytes = "\x26\x07\x00\x00\x00\x00\x00\x01\x00\x00\x05\x00\x00\x00\xa6\xff"
	for _, c := range []struct {
		name, want string
		put        func([]byte) []byte
		get        func([]byte, int) (any, int, error)
		value      any
	}{
		{"timestamp", utcBytes, func(b []byte) []byte { return wire.AppendTimestamp(b, utc) }, readStamp, utc},
		{"zoned timestamp", zonedBytes, func(b []byte) []byte { return wire.AppendTimestamp(b, zoned) }, readStamp, zoned},
		{"duration", "\x2e\x06\x02\x00\x00\x00\x00\x00\x00\x80\x03\x00\x00\x00",
			func(b []byte) []byte {
				return wire.AppendDuration(b, scalar.Duration{Seconds: 2 | 1<<63, Nanoseconds: 3})
			},
			readSpan, scalar.Duration{Seconds: 2 | 1<<63, Nanoseconds: 3}},
		{"negative duration", "\x2e\x07\x01\x00\x00\x00\x00\x00\x00\x00\xff\xc9\x9a\x3b",
			func(b []byte) []byte {
				return wire.AppendDuration(b, scalar.Duration{Negative: true, Seconds: 1, Nanoseconds: 999_999_999})
			},
			readSpan, scalar.Duration{Negative: true, Seconds: 1, Nanoseconds: 999_999_999}},
		{"interval", "\x36" + utcBytes + zonedBytes, func(b []byte) []byte { return wire.AppendInterval(b, utc, zoned) },
			func(src []byte, off int) (any, int, error) {
				start, end, second, next, err := wire.ReadInterval(src, off)
				return [3]any{start, end, second - off}, next, err
			}, [3]any{utc, zoned, 15}},
		{"UUID", "\x46\x04" + string(id[:]), func(b []byte) []byte { return wire.AppendUUID(b, id) },
			func(src []byte, off int) (any, int, error) {
				id, next, err := wire.ReadUUID(src, off)
				return id, next, err
			}, id},
	} {
		for room := range 24 {
			dst := append(make([]byte, 0, 3+room), "abc"...)
			out := c.put(dst)
			if string(out) != "abc"+c.want {
				t.Fatalf("%s with room for %d: % x, want % x", c.name, room, out[3:], c.want)
			}
			got, next, err := c.get(append(out, 0), 3)
			if err != nil || next != len(out) || fmt.Sprint(got) != fmt.Sprint(c.value) {
				t.Fatalf("%s: read as %v up to %d of %d, %v", c.name, got, next, len(out), err)
			}
		}
	}
}

func readStamp(src []byte, off int) (any, int, error) {
	t, next, err := wire.ReadTimestamp(src, off)
	return t, next, err
}

func readSpan(src []byte, off int) (any, int, error) {
	d, next, err := wire.ReadDuration(src, off)
	return d, next, err
}

func TestRegularExpressionHasItsBytes(t *testing.T) {
	const want = "ab\x4e\x05\x10a+é"
	out := wire.AppendRegExp([]byte("ab"), "a+é", 5)
	if string(out) != want {
		t.Fatalf("% x", out)
	}
	pattern, flags, next, err := wire.ViewRegExp(append(out, 0), 2)
	if string(pattern) != "a+é" || flags != 5 || next != len(out) || err != nil {
		t.Error(string(pattern), flags, next, err)
	}
}

// TestIndexedObjectIsFoundByName: each name of an index, of any length and place, and names
// that are not there, before, between and after those that are.
func TestIndexedObjectIsFoundByName(t *testing.T) {
	names := []string{"", "a", "aaaaaaaa", "aaaaaaaaa", "aaaaaaab", "ab", "b", "bbbbbbbbbbbbbbbbb", strings.Repeat("n", 70), "zÿ", "ñ"}
	for n := range len(names) + 1 {
		message := wire.AppendIndexed(nil, names[:n])
		var ends []int
		for i := range n {
			message = wire.AppendInt(message, int64(i)<<(4*i))
			ends = append(ends, len(message))
		}
		if err := wire.SealIndexed(message, ends); err != nil {
			t.Fatal(err)
		}
		if err := wire.Validate(message); err != nil {
			t.Fatal(err)
		}
		padded := append([]byte{0x05, 0x04}, message...)
		for i, name := range names {
			for _, suffix := range []string{"", "\x00", "!"} {
				start, end, ok, err := wire.FindIndexed(padded, 2, name+suffix)
				if err != nil || ok != (i < n && suffix == "") {
					t.Fatalf("%d names, %q: %v, %v", n, name+suffix, ok, err)
				}
				if ok && (end != ends[i]+2 || i == 0 && start != end-2 || i > 0 && start != ends[i-1]+2) {
					t.Fatalf("%d names, %q: at %d to %d", n, name, start, end)
				}
			}
		}
		for cut := range message { // whatever is found lies within
			start, end, ok, err := wire.FindIndexed(message[:cut], 0, "ab")
			if ok && (start > cut || end > cut) {
				t.Fatalf("cut at %d: %d to %d, %v", cut, start, end, err)
			}
		}
	}
	if err := wire.SealIndexed(wire.AppendIndexed(nil, names[:2]), []int{1}); err == nil {
		t.Error("an index of two names is sealed for one value")
	}
}

// TestLongValueOfIndex: an index does not say where a value of 65,535 bytes and more ends.
func TestLongValueOfIndex(t *testing.T) {
	for _, n := range []int{65_530, 65_531, 65_600} {
		message := wire.AppendIndexed(nil, []string{"a", "b"})
		message = wire.AppendString(message, string(bytes.Repeat([]byte("x"), n)))
		first := len(message)
		message = wire.AppendInt(message, 7)
		if err := wire.SealIndexed(message, []int{first, len(message)}); err != nil {
			t.Fatal(err)
		}
		if err := wire.Validate(message); err != nil {
			t.Fatal(n, err)
		}
		start, end, ok, err := wire.FindIndexed(message, 0, "a")
		if err != nil || !ok || (end == 0) != (first-start >= 65_535) || end != 0 && end != first {
			t.Error(n, start, end, ok, err)
		}
		if start, _, ok, err := wire.FindIndexed(message, 0, "b"); err != nil || !ok || start != first {
			t.Error(n, start, ok, err)
		}
	}
}

// TestTableIsReadRowByRow: the parts of a table, and rows as objects.
func TestTableIsReadRowByRow(t *testing.T) {
	for fields := 1; fields < 16; fields++ { // on both sides of where names are compared one by one
		var names []string
		for i := range fields {
			names = append(names, strings.Repeat("n", i+1))
		}
		message := wire.AppendTable([]byte{0x05, 0x04}, names, 2)
		head := len(message)
		for i := range 2 * fields {
			message = wire.AppendInt(message, int64(i))
		}
		table, err := wire.ReadTable(message, 2)
		if err != nil || table.Fields != fields || table.Rows != 2 || table.Cells != head || table.NamesLen() != fields*(fields+1)/2+fields {
			t.Fatalf("%+v, %v", table, err)
		}
		off := table.Cells
		budget := wire.Limits{}.Budget()
		for row := range 2 {
			want := wire.AppendObject([]byte{1}, fields)
			for i, name := range names {
				if string(table.Name(message, i)) != name {
					t.Errorf("name %d is %q", i, table.Name(message, i))
				}
				want = wire.AppendInt(wire.AppendText(want, name), int64(row*fields+i))
			}
			var got []byte
			if got, off, err = table.Row([]byte{1}, message, off, &budget); err != nil || !bytes.Equal(got, want) {
				t.Fatalf("row %d: % x, want % x, %v", row, got, want, err)
			}
		}
		if off != len(message) {
			t.Error("the rows end at", off)
		}
		names[fields-1] = names[0]
		if fields > 1 && wire.Validate(append(wire.AppendTable(nil, names, 1), make([]byte, fields)...)) == nil {
			t.Errorf("%d fields, of which two have one name", fields)
		}
	}
}

// TestPathsNameWhatIsBroken: in each container, a part that is no value, a part within a part,
// and a key that is cut.
func TestPathsNameWhatIsBroken(t *testing.T) {
	for _, c := range []struct{ message, path string }{
		{"\x05\x08\x00\x07", "/1"}, {"\x05\x08\x05\x08\x00\x07\x00", "/0/1"},
		{"\x03\x08\x04a\x00\x04b\x07", "/b"}, {"\x03\x08\x04a\x05\x08\x00\x07\x00\x00", "/a/1"}, {"\x03\x08\x04a\x00\x08b", ""}, {"\x03\x04\x04a\x03\x08\x04b\x00\x08c", "/a"},
		{"\x0b\x08\x05\x00\xfe\x07", "/-2"}, {"\x0b\x08\x05\x05\x08\x00\x07\x00\x00", "/5/1"}, {"\x2b\x08\x05\x00\x00\x07", ""}, {"\x0b\x04\x05\x2b\x08\x06\x00\x00\x07", "/5"},
		{"\x3c\x08\x04a\x08b", "/1"}, {"\x05\x08\x00\x3c\x08\x04a\x04\xff", "/1/1"}, {"\x16\x00\x14\x04\x01\x07", ""}, {"\x05\x04\x16\x00\x14\x04\x01\x07", "/0"},
		{"\x0e\x08\x04a\x04b\x08\x00\x00\x00\x07", "/1/b"}, {"\x0e\x04\x04a\x08\x00\x05\x08\x00\x07", "/1/a/1"}, {"\x0e\x08\x04a\x04b\x08\x05\x04\x07\x00\x00\x00", "/0/a/0"},
		{"\x06\x03\x04\x04a\x00\x00\x00\x00\x04\x00\x45\x05\x08\x00\x07", "/a/1"}, {"\x06\x03\x08\x04a\x00\x00\x00\x00\x01\x00\x00\x04b\x01\x00\x00\x00\x01\x00\x00\x00\x07", "/b"},
	} {
		err := wire.Validate([]byte(c.message))
		e, ok := err.(*wire.DecodeError)
		if !ok || e.Path != fault.Pointer(c.path) {
			t.Errorf("% x: %v, want the path %q", c.message, err, c.path)
		}
	}
}

// TestDelimitersAreToldFromIndexesInPieces: what is said of the start of a stream does not
// change when more of it arrives.
func TestDelimitersAreToldFromIndexesInPieces(t *testing.T) {
	for _, stream := range []string{
		"\x06\x03\x00", "\x06\x03\x04\x04a\x00\x00\x00\x00\x01\x00\x00\x00", "\x06\x03\x04\x04a\x09\x07", "\x06\x06\x03\x04\x04a\x18", "\x06\x06\x06\x03\x00", "\x06\x09\x01", "\x06\x06\x06",
		"\x06\x03\x0c\x04a\x00\x00\x00\x00\x18", "\x06\x03\x04\x05\x00a\x00\x00\x00\x18",
	} {
		for _, after := range []bool{false, true} {
			want, more := wire.PassDelimiters([]byte(stream), 0, after, true)
			if more {
				t.Fatalf("% x: more than all", stream)
			}
			for cut := range len(stream) + 1 {
				next, more := wire.PassDelimiters([]byte(stream[:cut]), 0, after, false)
				if next > want || !more && next != min(want, cut) {
					t.Errorf("% x of % x after %v: passes %d, more %v; of all it passes %d", stream[:cut], stream, after, next, more, want)
				}
			}
		}
	}
}

// TestIndexMarksContainers: objects and arrays have bit 6, also those of the profile.
func TestIndexMarksContainers(t *testing.T) {
	for value, want := range map[string]byte{"\x00": 0, "\x09\x07": 1, "\x02\x00": 2, "\x03\x00": 0x43, "\x14\x00": 0x44, "\x05\x00": 0x45,
		"\x06\x03\x00": 0x46, "\x0e\x00\x00": 0x46, "\x1e\x10\x00\x00": 6} {
		message := append(wire.AppendIndexed(nil, []string{"a"}), value...)
		if err := wire.SealIndexed(message, []int{len(message)}); err != nil {
			t.Fatal(err)
		}
		if e, _, err := wire.ReadIndexEntry(message, 3); err != nil || e.Flags != want || int(e.Size) != len(value) {
			t.Errorf("% x: flags %#x, want %#x, size %d, %v", value, e.Flags, want, e.Size, err)
		}
	}
}

func TestMatrixSaysWhereItsElementsStart(t *testing.T) {
	message := []byte("\x05\x04\x16\x00\x14\x08\x02\x01\x14\x08\x07\x08")
	m, next, err := wire.ViewMatrix(message, 2)
	if err != nil || m.ValueStart != 8 || next != len(message) {
		t.Error(m.ValueStart, next, err)
	}
}

// TestOffsetsAreThoseOfWhatIsWrong: at an offset, of each form that has parts of fixed length.
func TestOffsetsAreThoseOfWhatIsWrong(t *testing.T) {
	zeros := strings.Repeat("\x00", 8)
	for _, c := range []struct {
		value string
		at    int64
	}{
		{"\x2e\x06" + zeros + "\xff\xff\xff\xff", 10}, {"\x26\x06" + zeros + "\xff\xff\xff\xff", 10}, {"\x26\x02" + zeros + "\xff\xff", 10}, {"\x26\x04" + zeros + "\xff\xff\xff\xff", 10},
		{"\x26\x07" + zeros + "\x00\x00\x00\x00\x00\x7f", 14}, {"\x26\x08", 1}, {"\x46\x01" + zeros + zeros, 1}, {"\x4e\x20\x00", 1}, {"\x2e\x08", 1}, {"\x1e\x03", 1}, {"\x16\x02", 1},
		{"\x5c\x64\x00\x08", 3}, {"\x5c\x02", 1}, {"\x36\x26\x06\x01" + zeros + "\x00\x00\x00\x26\x06" + zeros + "\x00\x00\x00\x00", 15}, {"\x02\x08a\xff", 3},
	} {
		err := wire.Validate([]byte("\x05\x08\x00" + c.value))
		if e, ok := err.(*wire.DecodeError); !ok || e.Offset != c.at+3 {
			t.Errorf("% x: %v, want byte %d", c.value, err, c.at+3)
		}
	}
	for n := range 14 { // a value that is cut, wherever the message ends
		err := wire.Validate([]byte("\x05\x08\x02\x50abcdefghijklmnopqrst" + ("\x2e\x06" + zeros + "\x00\x00\x00\x00")[:n]))
		if e, ok := err.(*wire.DecodeError); !ok || e.Offset != int64(24+n) {
			t.Errorf("a duration of %d bytes: %v", n, err)
		}
	}
}
