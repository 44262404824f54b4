// Where in a value an offset is.

package msgwire

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
)

func TestPathsLeadToEveryPlace(t *testing.T) {
	// {"a": [1, {"b/c": nil}], 7: "x", bin "k": [[]]}
	src := []byte{0x83, 0xA1, 'a', 0x92, 0x01, 0x81, 0xA3, 'b', '/', 'c', 0xC0, 0x07, 0xA1, 'x', 0xC4, 1, 'k', 0x91, 0x90}
	for at, want := range map[int]fault.Pointer{0: "", 1: "", 3: "/a", 4: "/a/0", 5: "/a/1", 6: "/a/1", 10: "/a/1/b~1c", 11: "", 12: "/7", 14: "", 17: "/k", 18: "/k/0"} {
		if got := Path(src, 0, at); got != want {
			t.Errorf("byte %d is at %q, not %q", at, got, want)
		}
	}
	shifted := append([]byte{0xC0}, src...)
	if got := Path(shifted, 1, 13); got != "/7" {
		t.Error(got)
	}
}

// A builder writes a random value, and notes for each byte which value or key it is of.
type builder struct {
	rng   *rand.Rand
	src   []byte
	paths []fault.Pointer // of each byte
}

func (b *builder) add(path fault.Pointer, bytes ...byte) {
	for range bytes {
		b.paths = append(b.paths, path)
	}
	b.src = append(b.src, bytes...)
}

// size adds a lead byte and a length of so many bytes.
func (b *builder) size(path fault.Pointer, lead byte, width, n int) {
	b.add(path, form(lead, width, uint64(n))...)
}

// scalar adds a value without children, and returns how a path shows it as a key.
func (b *builder) scalar(path fault.Pointer) string {
	switch b.rng.IntN(7) {
	case 0:
		b.add(path, 0xC3)
		return "(bool)"
	case 1:
		n := b.rng.IntN(127)
		b.add(path, byte(n))
		return strconv.Itoa(n)
	case 2:
		b.add(path, 0xD1, 0xFF, 0x00)
		return "-256"
	case 3:
		b.add(path, 0xCF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF)
		return "18446744073709551615"
	case 4:
		n := b.rng.IntN(5)
		b.add(path, append([]byte{0xC7, byte(n), 9}, make([]byte, n)...)...)
		return "(ext)"
	case 5:
		text := strings.Repeat("b/~", b.rng.IntN(3))
		b.size(path, Bin8, 1, len(text))
		b.add(path, []byte(text)...)
		return text
	}
	text := strings.Repeat("k", b.rng.IntN(4)) + strconv.Itoa(b.rng.IntN(100))
	switch b.rng.IntN(3) {
	case 0:
		b.size(path, FixStr|byte(len(text)), 0, 0)
	case 1:
		b.size(path, Str8, 1, len(text))
	default:
		b.size(path, Str32, 4, len(text))
	}
	b.add(path, []byte(text)...)
	return text
}

func (b *builder) value(path fault.Pointer, depth int) {
	n := b.rng.IntN(4)
	switch kind := b.rng.IntN(6); {
	case depth == 0 || kind < 2:
		b.scalar(path)
	case kind < 4:
		switch b.rng.IntN(3) {
		case 0:
			b.size(path, FixArray|byte(n), 0, 0)
		case 1:
			b.size(path, Array16, 2, n)
		default:
			b.size(path, Array32, 4, n)
		}
		for i := range n {
			b.value(path.Index(i), depth-1)
		}
	default:
		switch b.rng.IntN(3) {
		case 0:
			b.size(path, FixMap|byte(n), 0, 0)
		case 1:
			b.size(path, Map16, 2, n)
		default:
			b.size(path, Map32, 4, n)
		}
		for range n {
			b.value(path.Key(b.scalar(path)), depth-1)
		}
	}
}

// randomValue returns a value, and the path of each of its bytes.
func randomValue(seed uint64, depth int) ([]byte, []fault.Pointer) {
	b := builder{rng: rand.New(rand.NewPCG(seed, 1))}
	b.value("", depth)
	return b.src, b.paths
}

// TestEveryByteHasItsPath asks for the path of each byte of random values, one by one, in
// order, backwards and at random, with the value at several places of its input.
func TestEveryByteHasItsPath(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for seed := range uint64(300) {
		value, paths := randomValue(seed, 1+int(seed%5))
		for _, root := range []int{0, 3} {
			src := append(append(make([]byte, root), value...), 0xC1, 0x05)
			grows, jumps := NewPathFinder(src, root), NewPathFinder(src, root)
			for i, want := range paths {
				if got := Path(src, root, root+i); got != want {
					t.Fatalf("%x: byte %d is at %q, want %q", value, i, got, want)
				}
				if got := grows.At(root + i); got != want {
					t.Fatalf("%x: byte %d, after those before it, is at %q, want %q", value, i, got, want)
				}
				if j := rng.IntN(len(paths)); jumps.At(root+j) != paths[j] {
					t.Fatalf("%x: byte %d, after another, is at %q, want %q", value, j, jumps.At(root+j), paths[j])
				}
			}
			for i := len(paths) - 1; i >= 0; i-- {
				if got := grows.At(root + i); got != paths[i] {
					t.Fatalf("%x: byte %d, backwards, is at %q, want %q", value, i, got, paths[i])
				}
			}
			// Where the value is cut, what is there has the paths that it has in the whole.
			cut := root + rng.IntN(len(value))
			for i := root; i < cut; i++ {
				if got := Path(src[:cut], root, i); got != paths[i-root] {
					t.Fatalf("%x cut to %d: byte %d is at %q, want %q", value, cut-root, i-root, got, paths[i-root])
				}
			}
		}
	}
}

// TestPathsOfWhatIsMalformed ends at what cannot be walked over.
func TestPathsOfWhatIsMalformed(t *testing.T) {
	for _, c := range []struct {
		src  []byte
		at   int
		want fault.Pointer
	}{
		{nil, 0, ""}, {nil, 9, ""}, {[]byte{0xC1}, 0, ""}, {[]byte{0xC1, 1}, 1, ""},
		{[]byte{0x92, 0x01, 0xC1, 0x05}, 3, "/1"}, {[]byte{0x92, 0x01}, 9, "/1"},
		{[]byte{0x81, 0xC1, 0x05}, 2, ""}, {[]byte{0xDD, 0xFF}, 1, ""},
		{[]byte{0xDD, 0xFF, 0xFF, 0xFF, 0xFF, 0x01, 0x02}, 6, "/1"}, {[]byte{0xDF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01, 0x02, 0x03}, 7, ""},
		{[]byte{0xDF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01, 0x02, 0x03, 0x04}, 8, "/3"},
	} {
		if got := Path(c.src, 0, c.at); got != c.want {
			t.Errorf("%x: byte %d is at %q, want %q", c.src, c.at, got, c.want)
		}
	}
}

func TestKeysAsPathsShowThem(t *testing.T) {
	for want, key := range map[string][]byte{
		"abc": {0xA3, 'a', 'b', 'c'}, "": {0xA0}, "x": {0xC4, 1, 'x'}, "5": {5}, "-1": {0xFF}, "255": {0xCC, 0xFF}, "(nil)": {0xC0}, "(bool)": {0xC3},
		"(float 32)": {0xCA, 0, 0, 0, 0}, "(array)": {0x90}, "(map)": {0x80}, "(ext)": {0xD4, 1, 1}, "?": {0xC1},
	} {
		if got := KeyText(key, 0); got != want {
			t.Errorf("%x is shown as %q, want %q", key, got, want)
		}
	}
	if got := KeyText([]byte{0xA5, 'a'}, 0); got != "?" {
		t.Error(got)
	}
}
