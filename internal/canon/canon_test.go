package canon_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/canon"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/patchkit"
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
		"1E110801020304 0508 1E100102 1E100304 0508 1E080102 1E2803000400 1E290801000200 03000400 1E12 5C14100001020304",
		"0508 1E100102 1E400000803F00000040", "0508 1E100102 1101", "0508 1E110401021E100102 0508 1E1104 0102 1E2801000200",
		"0500 1E1100 1E6100", "2606 0100000000000000 05000000 2600 05CA9A3B00000000",
		"0508 2606 0000000000000000 01000000 2606 0000000000000000 02000000 2601 08 0100000000000000 0200000000000000",
		"2E06 0000000000000000 00000000 2E07 0000000000000000 00000000", "2E07 0000000000000000 01000000",
		"1600 14080101 140401 1600 2C0801000100 4C0401000000",
		"1600 140400 1400 1600 0C0400 6400 1600 140400 1E6100",
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

// TestFormsOfOneValueHaveOneCanonicalForm over random values of all kinds, each written several times.
func TestFormsOfOneValueHaveOneCanonicalForm(t *testing.T) {
	r := patchkit.Forms{Rand: patchkit.Rand()}
	refused := 0
	for range patchkit.Rounds() {
		value := r.Value(4)
		var want []byte
		for i := range 4 {
			msg := r.Message(value)
			form := must(t, msg)
			if i == 0 {
				want = form
			}
			if !bytes.Equal(form, want) {
				t.Fatalf("%x has the canonical form %x, and in another form %x", msg, form, want)
			}
			err := canon.Check(msg, fault.Limits{})
			if (err == nil) != bytes.Equal(msg, form) {
				t.Fatalf("%x, whose canonical form is %x: %v", msg, form, err)
			}
			if err != nil {
				refused++
			}
		}
	}
	if refused == 0 {
		t.Error("no form was refused")
	}
}

// TestCheckAgreesWithAppend on messages with some changed bytes: what is accepted is what
// Append would write.
func TestCheckAgreesWithAppend(t *testing.T) {
	r := patchkit.Forms{Rand: patchkit.Rand()}
	accepted := 0
	for range 4 * patchkit.Rounds() {
		msg := must(t, r.Value(3)(nil))
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
