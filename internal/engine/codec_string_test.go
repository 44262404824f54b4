// Strings and string slices as the decoder takes them from memory of its own.

package engine_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/engine"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

type twoTexts struct {
	A string
	B []string
	Z string
}

// textMessage is a twoTexts by hand, so that the text may be anything.
func textMessage(text, end string) []byte {
	b := wire.AppendObject(nil, 3)
	for _, key := range []string{"A", "B", "Z"} {
		b = wire.AppendText(b, key)
		switch key {
		case "A":
			b = append(wire.AppendSize(append(b, byte(wire.HeaderString)), len(text)), text...)
		case "B":
			b = append(wire.AppendSize(append(b, byte(wire.HeaderStrings), 1<<2), len(text)), text...)
		default:
			b = wire.AppendString(b, end)
		}
	}
	return b
}

// TestTextOfEveryLength decodes text of every short length, with a rune and with a
// byte that is not a rune at every position, near the end of the input and far from
// it, over nothing, over the same text and over other text of the same length.
func TestTextOfEveryLength(t *testing.T) {
	check := func(text string, valid bool) {
		t.Helper()
		for _, end := range []string{"", strings.Repeat("z", 40)} {
			for _, old := range []string{"", text, strings.Repeat("o", len(text)), "x" + text} {
				got := twoTexts{A: old, B: []string{old}, Z: "z"}
				err := engine.DecodeOptions{}.Unmarshal(textMessage(text, end), &got)
				var e *engine.DecodeError
				switch {
				case valid && (err != nil || got.A != text || len(got.B) != 1 || got.B[0] != text || got.Z != end):
					t.Fatalf("%q over %q: %+v, %v", text, old, got, err)
				case !valid && (!errors.As(err, &e) || !errors.Is(err, fault.ErrUTF8) || e.Path != "/A"):
					t.Fatalf("%q over %q: %+v, %v", text, old, got, err)
				}
			}
		}
	}
	const letters = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ+-*/=?.,;:!"
	for n := range len(letters) {
		check(letters[:n], true)
		for i := range n {
			check(letters[:i]+"é"+letters[i+1:n], true)
			check(letters[:i]+"\xC3"+letters[i+1:n], false)
		}
	}
}

// TestTextIsNotChangedByLaterText keeps the strings of many messages, which are
// cut from the same memory, and looks at them again in the end.
func TestTextIsNotChangedByLaterText(t *testing.T) {
	var kept []twoTexts
	for i := range 2000 {
		var v twoTexts
		text := strings.Repeat(string(rune('a'+i%26)), i%67)
		if err := (engine.DecodeOptions{}).Unmarshal(textMessage(text, text), &v); err != nil {
			t.Fatal(err)
		}
		kept = append(kept, v)
	}
	for i, v := range kept {
		if text := strings.Repeat(string(rune('a'+i%26)), i%67); v.A != text || v.B[0] != text || v.Z != text {
			t.Fatalf("message %d has become %+v", i, v)
		}
	}
}

// TestSmallStringSlicesArePartedFromEachOther checks what slices of one message
// share: memory, but no capacity, and not with slices of long strings or of other
// messages.
func TestSmallStringSlicesArePartedFromEachOther(t *testing.T) {
	long := strings.Repeat("long", 20)
	var want [][]string
	for i := range 200 {
		s := slices.Repeat([]string{"s"}, 1+i%20)
		if i%9 == 8 {
			s[i%len(s)] = long
		}
		want = append(want, s)
	}
	var got, again [][]string
	for _, target := range []*[][]string{&got, &again} {
		if err := (engine.DecodeOptions{}).Unmarshal(enc(want), target); err != nil || !reflect.DeepEqual(*target, want) {
			t.Fatal(*target, err)
		}
	}
	for i, s := range got {
		if cap(s) != len(s) {
			t.Fatalf("slice %d of %d strings has room for %d", i, len(s), cap(s))
		}
		_ = append(s, "more")
		for j := range s {
			s[j] = "changed"
		}
		if !reflect.DeepEqual(got[i+1:], want[i+1:]) || !reflect.DeepEqual(again, want) {
			t.Fatalf("a change of slice %d shows elsewhere", i)
		}
	}
	// Neighbours in memory are what short strings may have, and only those.
	end := func(s []string) uintptr {
		return reflect.ValueOf(s).Pointer() + uintptr(len(s)*mem.SizeOf[string]())
	}
	shared := 0
	for i := range again[1:] {
		a, b := again[i], again[i+1]
		if len(a) == 0 || len(b) == 0 || end(a) != reflect.ValueOf(b).Pointer() {
			continue
		}
		if shared++; slices.Contains(a, long) || slices.Contains(b, long) {
			t.Errorf("slices %d and %d lie together, and one has a long string", i, i+1)
		}
	}
	if shared == 0 {
		t.Error("no two slices lie together: each has cost an allocation")
	}
}
