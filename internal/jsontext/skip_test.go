// Skip and Valid against encoding/json, at the places where the fast half of Skip
// hands over to the careful one.

package jsontext_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
)

// mixed holds every kind of token, short and long, more than once.
const mixed = `{"id":1234567,"name":"Jane Doe","e":-1.25e+10,"text":"longer than the words that are looked at, with \"escapes\" \u00e9\\",` +
	` "list" : [ true,false ,null,0,-0,0.5,[ ],{ },"",[[[[1]]]],12345678901234567890 ],` + "\n          \t\r\n  " +
	`"日本語":"日本語 text","deep":{"a":{"b":{"c":[{"d":1},{"d":2.0},{"longer key than two words of it":3}]}}},` + "\n" +
	`"tail":[1,22,333,4444,55555,666666,7777777,88888888,999999999,0.123456789012345678]}`

func TestSkipEndsBehindTheValue(t *testing.T) {
	values := []string{mixed, `[` + mixed + `,` + mixed + `]`, `""`, `"a"`, `"` + strings.Repeat("a", 40) + `"`, `"é"`, `"\n"`, `0`, `-1`, `1.5`,
		`12345678`, `123456789.123456789`, `1e5`, `true`, `false`, `null`, `[]`, `{}`, `[1]`, `{"a":1}`, `[ ]`, "{\n}"}
	rest := strings.Repeat(`"more":[1,2,3],`, 10)
	for _, v := range values {
		if !json.Valid([]byte(v)) {
			t.Fatalf("%s is not valid", v)
		}
		for _, tail := range []string{"", " ", ",", "]", "}", ":", "\n", "," + rest, "]," + rest, "}}" + rest, "   " + rest} {
			for _, lead := range []string{"", "[", strings.Repeat(" ", 31)} {
				text := []byte(lead + v + tail)
				if got, want := jsontext.Skip(text, len(lead), jsontext.MaxOpen), len(lead)+len(v); got != want {
					t.Errorf("%.60q in %.80q: %d, want %d", v, text, got, want)
				}
			}
		}
	}
}

func TestValidAgreesOnEveryChangeOfAByte(t *testing.T) {
	text := []byte(mixed)
	if !jsontext.Valid(text, jsontext.MaxOpen) {
		t.Fatal("refused")
	}
	for i := range text {
		kept := text[i]
		for _, c := range []byte("\"\\{}[]:, 019eE.+-tfnu\n\t\x00\x1F\x7F\x80\xE2") {
			text[i] = c
			checkValid(t, text)
		}
		text[i] = kept
		checkValid(t, text[:i])
		checkValid(t, append(append(bytes.Clone(text[:i]), text[i:]...), text[i:]...))
		checkValid(t, append(bytes.Clone(text[:i]), text[i+1:]...))
	}
}

func checkValid(t *testing.T, text []byte) {
	t.Helper()
	if got, want := jsontext.Valid(text, jsontext.MaxOpen), json.Valid(text); got != want {
		t.Fatalf("%t for %q, want %t", got, text, want)
	}
}

// TestValidKnowsWhatIsOpenAtEveryDepth nests objects and arrays beyond the word that
// says which is which, and then closes one of them wrongly.
func TestValidKnowsWhatIsOpenAtEveryDepth(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for depth := range 200 {
		var open, end []byte
		for range depth {
			if r.IntN(2) == 0 {
				open, end = append(open, `{"key":`...), append(end, '}')
			} else {
				open, end = append(open, `[0,`...), append(end, ']')
			}
		}
		for i, j := 0, len(end)-1; i < j; i, j = i+1, j-1 {
			end[i], end[j] = end[j], end[i]
		}
		text := append(append(open, `"x"`...), end...)
		for _, pad := range []string{"", strings.Repeat(" ", 100)} {
			checkValid(t, append(bytes.Clone(text), pad...))
			for range min(depth, 5) {
				wrong := append(bytes.Clone(text), pad...)
				at := len(open) + 3 + r.IntN(len(end))
				wrong[at] ^= ']' ^ '}'
				checkValid(t, wrong)
			}
		}
		for _, most := range []int{depth - 1, depth, depth + 1} {
			if most >= 0 && jsontext.Valid(text, most) != (most >= depth) {
				t.Errorf("%d open with a limit of %d", depth, most)
			}
		}
	}
}

// TestSkipReadsNothingBehindTheEnd cuts texts off in the middle of memory in which they
// go on, or end differently.
func TestSkipReadsNothingBehindTheEnd(t *testing.T) {
	var texts []string
	for _, depth := range []int{20, 40, 62, 63, 64, 65, 130} {
		texts = append(texts, strings.Repeat("[", depth)+strings.Repeat("]", depth),
			strings.Repeat(`{"a":[`, depth)+strings.Repeat("]}", depth), strings.Repeat("[[],", depth)+"1"+strings.Repeat("]", depth))
	}
	texts = append(texts, mixed, `["`+strings.Repeat("a", 100)+`"]`, `[`+strings.Repeat("1", 100)+`]`, `{"`+strings.Repeat("a", 100)+`":1}`,
		"[\n"+strings.Repeat(" ", 100)+"]")
	for _, text := range texts {
		for _, after := range []string{"", strings.Repeat("]", 20), strings.Repeat("}", 20), strings.Repeat("]", 200)} {
			memory := []byte(text + after)
			for n := range text {
				if end := jsontext.Skip(memory[:n], 0, jsontext.MaxOpen); end >= 0 {
					t.Fatalf("the first %d bytes of %.80q end at %d", n, memory, end)
				}
			}
			if end := jsontext.Skip(memory, 0, jsontext.MaxOpen); end != len(text) {
				t.Fatalf("%.80q ends at %d", memory, end)
			}
		}
	}
}

// TestValidGuessesWrongly has names and lines of lengths that come back, and then do not.
func TestValidGuessesWrongly(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		text := []byte{'['}
		for k := range 30 {
			if k > 0 {
				text = append(text, ',')
			}
			text = append(text, "\n"+strings.Repeat(" ", 4*r.IntN(6))+`{"name":`...)
			for range r.IntN(4) {
				text = append(text, `{"`+strings.Repeat("k", 1+r.IntN(2)*r.IntN(40))+`":"value"},"`+strings.Repeat("k", 3+r.IntN(2))+`":`...)
			}
			text = append(text, "1}"...)
		}
		text = append(text, "\n]"...)
		checkValid(t, text)
		for range 20 {
			wrong := bytes.Clone(text)
			wrong[r.IntN(len(wrong))] = `" :,{}k\`[r.IntN(8)]
			checkValid(t, wrong)
		}
	}
}

func TestSpendCountsContainersAndParts(t *testing.T) {
	for _, c := range []struct {
		text            string
		depth, elements int
	}{
		{`1`, 1, 0}, {`[]`, 1, 0}, {`{ }`, 1, 0}, {`[1]`, 2, 1}, {`[1,[2,3],{"a":"[,{"}]`, 3, 6}, {`[[[[]]]]`, 4, 3},
	} {
		for _, less := range []struct {
			limits fault.Limits
			fits   bool
		}{
			{fault.Limits{MaxDepth: c.depth, MaxElements: int64(max(c.elements, 1))}, true},
			{fault.Limits{MaxDepth: c.depth - 1}, c.depth == 1}, // 0 is the default
			{fault.Limits{MaxElements: int64(c.elements - 1)}, c.elements <= 1},
		} {
			budget := less.limits.Budget()
			if at := jsontext.Spend([]byte(c.text), &budget); (at < 0) != less.fits {
				t.Errorf("%s with %+v: %d", c.text, less.limits, at)
			}
		}
	}
}

func FuzzValid(f *testing.F) {
	f.Add([]byte(mixed), uint16(3), byte('"'))
	for _, text := range grammar {
		f.Add([]byte(text), uint16(0), byte('['))
	}
	f.Fuzz(func(t *testing.T, text []byte, at uint16, c byte) {
		checkValid(t, text)
		// The same in the middle of something that is fast to pass.
		long := append(append([]byte(`[[1,2,3,"four",{"five":6}],`), text...), `,[1,2,3,"four",{"five":6}]]`...)
		checkValid(t, long)
		long[int(at)%len(long)] = c
		checkValid(t, long)
	})
}
