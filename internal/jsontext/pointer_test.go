// Paths of offsets against those that encoding/json's tokens lie at.

package jsontext_test

import (
	"encoding/json"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
)

// level is one of a path.
type level struct {
	object bool
	key    string
	index  int
}

// pointer writes a path as a JSON Pointer.
func pointer(path []level) (p fault.Pointer) {
	for _, l := range path {
		if l.object {
			p = p.Key(l.key)
		} else {
			p = p.Index(l.index)
		}
	}
	return p
}

// TestPointerAtEveryToken reads documents token by token and asks for the path of the
// offset after each value.
func TestPointerAtEveryToken(t *testing.T) {
	for _, text := range []string{mixed, `[` + mixed + `,[[],{},[[ ]],{"a":{}}]]`, ` 1 `, `[]`, `{ }`, "[\n  {\"é\\n\" : [1 , 2]}\n]"} {
		finder := jsontext.NewPointerFinder([]byte(text))
		decoder := json.NewDecoder(strings.NewReader(text))
		var levels []level
		var hasKey []bool // what stands next in each is the value of a member
		for {
			token, err := decoder.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			top := len(levels) - 1
			switch token {
			case json.Delim('{'), json.Delim('['):
				levels = append(levels, level{object: token == json.Delim('{')})
				hasKey = append(hasKey, false)
				continue
			case json.Delim('}'), json.Delim(']'):
				levels, hasKey = levels[:top], hasKey[:top]
				top--
			default:
				if top >= 0 && levels[top].object && !hasKey[top] {
					levels[top].key, hasKey[top] = token.(string), true
					continue
				}
			}
			off := int(decoder.InputOffset())
			if got, want := jsontext.PointerAt([]byte(text), off), pointer(levels); got != want {
				t.Errorf("%q at byte %d of %.60q, want %q", got, off, text, want)
			} else if again := finder.At(off); again != want {
				t.Errorf("%q by a finder at byte %d of %.60q, want %q", again, off, text, want)
			}
			if top >= 0 {
				hasKey[top] = false
				levels[top].index++
			}
		}
	}
}

func TestPointerAtWhereTextIsMalformed(t *testing.T) {
	for _, c := range []struct{ before, after, path string }{
		{`{"a":`, ``, "/a"}, {`{"a":`, `}`, "/a"}, {`{"a":1,"b":`, `}`, "/b"}, {`[1,2,`, `]`, "/2"}, {`[{"a":[0,{"b":tru`, `]`, "/0/a/1/b"},
		{`[1 `, `2]`, ""}, {`{"a":[1],`, `}`, ""}, {`{"a":[1],"b" `, `1}`, ""}, {`{"a":{"x":1],`, `"b":1}`, "/a"}, {`{`, `x`, ""}, {`{`, ``, ""},
		{`[[[`, ``, "/0/0"}, {`[1]`, `]`, ""}, {``, ``, ""}, {`{"a`, `":1}`, "/a"}, {`{"a`, `:1}`, ""}, {`["x`, ``, "/0"},
	} {
		text := c.before + c.after
		if got := jsontext.PointerAt([]byte(text), min(len(c.before)+1, len(text))); string(got) != c.path {
			t.Errorf("%q after %s in %s, want %q", got, c.before, text, c.path)
		}
	}
}

// TestPointerAtReadsOnce has a text whose every level holds all that is left.
func TestPointerAtReadsOnce(t *testing.T) {
	const depth = 300_000
	for _, text := range []string{strings.Repeat("[", depth), strings.Repeat(`{"a":[`, depth/2), strings.Repeat("[", depth) + strings.Repeat("]", depth)} {
		if got := len(jsontext.PointerAt([]byte(text), min(len(text), 6*depth/2))); got > fault.MaxPath {
			t.Errorf("a path of %d bytes", got)
		}
	}
}

// TestPointerFinderInAnyOrder asks one finder for all offsets, forward and at random.
func TestPointerFinderInAnyOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, text := range []string{mixed, ` [ {"a":[1,{"b":[]},[[],2]],"c":{}} , "x" ] `, `[1,2`, `[[1,{"a":tru`, `1 2`, "[", `{"a"`, `[1}`, ``} {
		forward, random := jsontext.NewPointerFinder([]byte(text)), jsontext.NewPointerFinder([]byte(text))
		for off := range len(text) + 1 {
			if got, want := forward.At(off), jsontext.PointerAt([]byte(text), off); got != want {
				t.Errorf("%q at byte %d of %.60q, want %q", got, off, text, want)
			}
			off = r.IntN(len(text) + 1)
			if got, want := random.At(off), jsontext.PointerAt([]byte(text), off); got != want {
				t.Errorf("%q at byte %d of %.60q, want %q, out of order", got, off, text, want)
			}
		}
	}
}
