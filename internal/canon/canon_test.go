package canon_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/canon"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/patchkit"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

func must(t *testing.T, msg []byte) []byte {
	t.Helper()
	out, err := canon.Append(nil, msg, fault.Limits{})
	if err != nil {
		t.Fatalf("%x: %v", msg, err)
	}
	if err := canon.Check(out, fault.Limits{}); err != nil {
		t.Fatalf("%x: the canonical form %x: %v", msg, out, err)
	}
	if again, err := canon.Append(nil, out, fault.Limits{}); err != nil || !bytes.Equal(again, out) {
		t.Fatalf("%x: the canonical form of %x is %x, %v", msg, out, again, err)
	}
	return out
}

// TestWhatIsTheSameIsWrittenTheSame has in each line messages that say the same, the
// canonical one first.
func TestWhatIsTheSameIsWrittenTheSame(t *testing.T) {
	f := func(v float64) string { return hex.EncodeToString(wire.AppendFloat64(nil, v)) }
	for _, line := range []string{
		"00", "08", "18", "0500 1400 3C00 1C00 6400 2600", "0300", "1300 4B00",
		"1105 0905 2905 00 310500 5105000000 91" + "05000000000000000000000000000000 06",
		"09FB 29FBFF 69FBFFFFFFFFFFFFFF",
		"312C01 292C01", "11FF 29FF00", "0980 2980FF", "297FFF 497FFFFFFF",
		"410000003F " + f(0.5) + " 2100 38 01003F",
		"41CDCCCC3D", f(0.1), f(0.10000000149011612),
		"410000C07F 410100C0FF 41FFFFFF7F " + f(math.NaN()),
		"4100000080", "410000807F " + f(math.Inf(1)),
		"020461 02050061", "0204C3", // the second is not UTF-8
		"140811 12 " + "0508 1111 1112 2C08 1100 1200",
		"1C0801 05081808 1C08FD",
		"3C080461 0462 05080204610204 62",
		"050811050204 61", "05081101410000003F", "44080000003F0000803F 6408" + f(0.5)[2:] + f(1)[2:] + " 0508410000003F" + f(1),
		"6408" + f(0.5)[2:] + f(0.1)[2:] + " 0508" + "410000003F" + f(0.1),
		"050841CDCCCC3D" + f(0.1),
		"0308046111010462 1102 030804621102 04611101",
		"13080111 010211 02 2B08 0200 11020100 1101",
		"0B08FF1101 0111 02 2B080100 1102FFFF1101",
		"0508 0304046111 01 0304046111 02 0E0404610811011102",
		"1E40 0000803F00000040 1E60" + f(1)[2:] + f(2)[2:], "1E100102 1E080102 1E280100 0200",
		"1600 14080101 140401 1600 2C0801000100 4C0401000000",
		"1600 140400 1400 1600 0C0400 6400",
	} {
		var want []byte
		words := regroup(line)
		for i, msg := range words {
			if err := wire.Validate(msg); err != nil {
				if i == 0 && !strings.HasPrefix(line, "0204C3") {
					t.Errorf("%s: %v", line, err)
				}
				continue
			}
			got := must(t, msg)
			if i == 0 {
				want = msg
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%s: of %x came %x, not %x", line, msg, got, want)
			}
			if err := canon.Check(msg, fault.Limits{}); (err == nil) != bytes.Equal(msg, want) {
				t.Errorf("%s: %x: %v", line, msg, err)
			}
		}
	}
}

// regroup returns the messages of a line: words are joined until they are one whole value.
func regroup(line string) (all [][]byte) {
	text := ""
	for _, word := range strings.Fields(line) {
		text += word
		b, err := hex.DecodeString(text)
		if err != nil {
			panic(err)
		}
		if wire.Validate(b) == nil {
			all, text = append(all, b), ""
		}
	}
	return all
}

// same is one document in two of its many forms.
type same struct{ *rand.Rand }

// value appends a random document to both, each time in a form by chance.
func (r same) value(a, b []byte, depth int) ([]byte, []byte) {
	n := r.IntN(4)
	kind := r.IntN(8)
	if depth == 0 {
		kind = r.IntN(4)
	}
	switch kind {
	case 0:
		v := r.Int64() >> r.IntN(64)
		return r.integer(a, v), r.integer(b, v)
	case 1:
		v := float64(r.IntN(100)) / 4
		return r.float(a, v), r.float(b, v)
	case 2:
		s := strings.Repeat("x", r.IntN(80))
		return r.text(append(a, 2), s), r.text(append(b, 2), s)
	case 3:
		return wire.AppendBool(a, n == 1), wire.AppendBool(b, n == 1)
	case 4, 5:
		names := []string{"a", "b", "c", "dd"}[:n]
		values := make([][2][]byte, n)
		for i := range values {
			values[i][0], values[i][1] = r.value(nil, nil, depth-1)
		}
		return r.object(a, names, values, 0), r.object(b, names, values, 1)
	case 6:
		s := make([]int64, n)
		for i := range s {
			s[i] = r.Int64() >> (40 + r.IntN(24))
		}
		return r.integers(a, s), r.integers(b, s)
	}
	a, b = wire.AppendArray(a, n), wire.AppendArray(b, n)
	for range n {
		a, b = r.value(a, b, depth-1)
	}
	return a, b
}

func (r same) text(dst []byte, s string) []byte {
	room := make([]byte, []int{1, 2, 4, 8}[r.IntN(4)])
	for !wire.PutSize(room, len(s)) {
		room = make([]byte, 2*len(room))
	}
	return append(append(dst, room...), s...)
}

func (r same) integer(dst []byte, v int64) []byte {
	switch r.IntN(3) {
	case 0:
		return wire.AppendInt(dst, v)
	case 1:
		return wire.AppendNumber(dst, v)
	}
	return wire.AppendInt128(dst, scalar.Int128{Hi: v >> 63, Lo: uint64(v)})
}

func (r same) float(dst []byte, v float64) []byte {
	if r.IntN(2) == 0 {
		return wire.AppendFloat32(dst, float32(v))
	}
	return wire.AppendFloat64(dst, v)
}

func (r same) integers(dst []byte, s []int64) []byte {
	switch r.IntN(3) {
	case 0:
		return wire.AppendNumbers(dst, s)
	case 1:
		return wire.AppendAligned(dst, 0, s)
	}
	dst = wire.AppendArray(dst, len(s))
	for _, v := range s {
		dst = r.integer(dst, v)
	}
	return dst
}

func (r same) object(dst []byte, names []string, values [][2][]byte, side int) []byte {
	n := len(names)
	if r.IntN(3) == 0 {
		msg := wire.AppendIndexed(nil, names)
		ends := make([]int, n)
		for i := range names {
			msg = append(msg, values[i][side]...)
			ends[i] = len(msg)
		}
		if err := wire.SealIndexed(msg, ends); err != nil {
			panic(err)
		}
		return append(dst, msg...)
	}
	dst = wire.AppendObject(dst, n)
	for _, i := range r.Perm(n) {
		dst = append(r.text(dst, names[i]), values[i][side]...)
	}
	return dst
}

// TestFormsOfOneDocumentHaveOneCanonicalForm over random documents, each written twice.
func TestFormsOfOneDocumentHaveOneCanonicalForm(t *testing.T) {
	r := same{patchkit.Rand()}
	for range patchkit.Rounds() {
		a, b := r.value(nil, nil, 4)
		x, y := must(t, a), must(t, b)
		if !bytes.Equal(x, y) {
			t.Fatalf("%x and %x have two canonical forms, %x and %x", a, b, x, y)
		}
		if err := canon.Check(a, fault.Limits{}); (err == nil) != bytes.Equal(a, x) {
			t.Fatalf("%x, whose canonical form is %x: %v", a, x, err)
		}
	}
}

// TestCheckAgreesWithAppend on messages with some changed bytes: what is accepted is what
// Append would write.
func TestCheckAgreesWithAppend(t *testing.T) {
	r := same{patchkit.Rand()}
	accepted := 0
	for range 4 * patchkit.Rounds() {
		msg, _ := r.value(nil, nil, 3)
		msg = must(t, msg)
		for range r.IntN(3) {
			msg[r.IntN(len(msg))] = byte(r.Int())
		}
		if wire.Validate(msg) != nil {
			continue
		}
		out, err := canon.Append(nil, msg, fault.Limits{})
		got := canon.Check(msg, fault.Limits{})
		if (err == nil && bytes.Equal(out, msg)) != (got == nil) {
			t.Fatalf("%x: %v, and the canonical form is %x, %v", msg, got, out, err)
		}
		if got == nil {
			accepted++
			continue
		}
		var e *fault.DecodeError
		if !errors.As(got, &e) || !e.Path.Valid() || e.Offset >= int64(len(msg)) {
			t.Fatalf("%x: %v", msg, got)
		}
	}
	if accepted == 0 {
		t.Fatal("no message was accepted")
	}
}

func TestWhatHasNoCanonicalForm(t *testing.T) {
	for text, want := range map[string]error{
		"03080461000461 18": fault.ErrDuplicate, "0E0000": fault.ErrUnsupported,
		"": fault.ErrTruncated, "0000": fault.ErrTrailing, "07": fault.ErrSyntax,
	} {
		msg, _ := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
		out, err := canon.Append([]byte("x"), msg, fault.Limits{})
		if text == "0E0000" && err == nil {
			continue // a table without fields and rows
		}
		if !errors.Is(err, want) || !reflect.DeepEqual(out, []byte("x")) {
			t.Errorf("%s: %x, %v", text, out, err)
		}
		if err := canon.Check(msg, fault.Limits{}); !errors.Is(err, want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
