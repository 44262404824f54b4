// Strings and bytes: their lengths, what takes which, and what aliases the input.

package msgcodec

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/slab"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// TestTextOfEveryLength writes and reads texts and bins around every head, by themselves
// and in lists, in which short ones share memory.
func TestTextOfEveryLength(t *testing.T) {
	var texts []string
	for _, n := range []int{0, 1, 3, 4, 7, 8, 9, 15, 16, 17, 30, 31, 32, 33, slab.MaxText, slab.MaxText + 1, 127, 128, 255, 256, 65535, 65536} {
		text := strings.Repeat("x", max(0, n-1)) + strings.Repeat("!", min(1, n))
		texts = append(texts, text)
		b := msgp.AppendString(nil, text)
		if got := mustMarshal(t, msgpack, text, EncodeOptions{}); !bytes.Equal(got, b) {
			t.Errorf("a text of %d bytes begins with %.5x, want %.5x", n, got, b)
		}
		read(t, msgpack, b, DecodeOptions{}, text)
		read(t, msgpack, b, DecodeOptions{ValidUTF8: true, NoCopy: true}, text)
		read(t, msgpack, b, DecodeOptions{AnyText: true}, []byte(text))
		var free any
		if err := msgpack.Unmarshal(b, &free); err != nil || free != text {
			t.Errorf("a text of %d bytes is %.20v, %v", n, free, err)
		}
		bin := msgp.AppendBytes(nil, []byte(text))
		if got := mustMarshal(t, msgpack, []byte(text), EncodeOptions{}); !bytes.Equal(got, bin) {
			t.Errorf("a bin of %d bytes begins with %.5x, want %.5x", n, got, bin)
		}
		read(t, msgpack, bin, DecodeOptions{}, []byte(text))
		read(t, msgpack, bin, DecodeOptions{AnyText: true}, text)
		if n < 300 {
			type s struct{ A, B string }
			appended(t, msgpack, &s{text, "b"}, EncodeOptions{}, append(append([]byte{0x82, 0xA1, 'A'}, b...), 0xA1, 'B', 0xA1, 'b'))
		}
	}
	b := mustMarshal(t, msgpack, texts, EncodeOptions{})
	read(t, msgpack, b, DecodeOptions{}, texts)
	// What is read stays what it is when the input and later messages change.
	var first, second []string
	if err := errors.Join(msgpack.Unmarshal(b, &first), msgpack.Unmarshal(bytes.ReplaceAll(b, []byte("x"), []byte("y")), &second)); err != nil {
		t.Fatal(err)
	}
	clear(b)
	for i := range texts {
		if first[i] != texts[i] || second[i] != strings.ReplaceAll(texts[i], "x", "y") {
			t.Errorf("text %d became %.40q and %.40q", i, first[i], second[i])
		}
	}
}

// TestTextThatIsTheSameIsKept reads the text that a variable holds already, which takes no
// memory, and under NoCopy aliases the input all the same.
func TestTextThatIsTheSameIsKept(t *testing.T) {
	type s struct{ A, B string }
	b := mustMarshal(t, msgpack, &s{"some text", strings.Repeat("b", 50)}, EncodeOptions{})
	var v s
	if err := msgpack.Unmarshal(b, &v); err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(20, func() {
		if err := msgpack.Unmarshal(b, &v); err != nil {
			t.Error(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if err := msgpack.UnmarshalWithOptions(b, &v, DecodeOptions{NoCopy: true}); err != nil {
		t.Fatal(err)
	}
	b[bytes.IndexByte(b, 's')] = 'S'
	if aliases := v.A == "Some text"; aliases != mem.Unchecked {
		t.Errorf("%q: aliases the input: %v", v.A, aliases)
	}
}

// TestTextIsCheckedWhereItIsWanted has text that is not UTF-8 in every place of one.
func TestTextIsCheckedWhereItIsWanted(t *testing.T) {
	type s struct {
		A string `msg:"a"`
		B any    `msg:"b"`
	}
	for _, c := range []struct {
		target any
		wire   string
		at     int64
		path   fault.Pointer
	}{
		{new(string), "a1ff", 0, ""},
		{new(string), "d901ff", 0, ""},
		{new(s), "81a161a1ff", 3, "/a"},
		{new(s), "82a161a178a162a1ff", 7, "/b"},
		{new([]string), "92a178a1ff", 3, "/1"},
		{new([]any), "92a178a1ff", 3, "/1"},
		{new(any), "a1ff", 0, ""},
		{new(any), "81a1ff05", 1, "/\xff"},
		{new(map[string]int), "81a1ff05", 1, "/\xff"},
		{new(map[string]any), "81a161a1ff", 3, "/a"},
	} {
		err := msgpack.UnmarshalWithOptions(unhex(t, c.wire), c.target, DecodeOptions{ValidUTF8: true})
		failure{fault.ErrUTF8, c.at, c.path}.of(t, fmt.Sprintf("%s into a %T", c.wire, c.target), err)
		if err := msgpack.Unmarshal(unhex(t, c.wire), c.target); err != nil {
			t.Errorf("%s into a %T: %v", c.wire, c.target, err)
		}
	}
	// A bin has no text to be checked, and a key that is one has.
	var b []byte
	if err := msgpack.UnmarshalWithOptions([]byte{0xC4, 1, 0xFF}, &b, DecodeOptions{ValidUTF8: true}); err != nil {
		t.Error(err)
	}
}

// TestLongerThanMessagePackCanSay claims lengths that need more than 32 bits; nothing looks
// at the bytes.
func TestLongerThanMessagePackCanSay(t *testing.T) {
	if math.MaxInt == math.MaxInt32 {
		t.Skip("an int is too small for such a length")
	}
	for _, n := range []uint64{1 << 32, 1 << 40} {
		e := msgpack.newEncodeState(&EncodeOptions{})
		if e.counts(int(n)) || e.failed.Err == nil || !errors.Is(e.failed.Complete(), fault.ErrUnsupported) {
			t.Errorf("%d: %v", n, e.failed.Err)
		}
		e.release()
	}
	most := uint64(math.MaxUint32)
	e := msgpack.newEncodeState(&EncodeOptions{})
	if !e.counts(int(most)) || !e.counts(0) {
		t.Error(e.failed.Complete())
	}
	e.release()
	// Slices of what takes no room can be as long, and are refused at once.
	for _, v := range []any{make([]struct{}, most+1), reflect.New(reflect.ArrayOf(int(most+1), reflect.TypeFor[struct{}]())).Interface()} {
		if b, err := msgpack.Append([]byte{1}, v); !errors.Is(err, fault.ErrUnsupported) || len(b) != 1 {
			t.Errorf("%T: %v", v, err)
		}
	}
}
