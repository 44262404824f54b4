// Paths of offsets against those that encoding/json's tokens lie at.

package jsontext_test

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/jsontext"
)

// pointer writes a path as a JSON Pointer.
func pointer(path []jsontext.Step) string {
	var s strings.Builder
	for _, step := range path {
		if step.Object {
			s.WriteString("/" + step.Key)
		} else {
			fmt.Fprintf(&s, "/%d", step.Index)
		}
	}
	return s.String()
}

// TestPointerAtEveryToken reads documents token by token and asks for the path of the
// offset behind each value.
func TestPointerAtEveryToken(t *testing.T) {
	for _, text := range []string{mixed, `[` + mixed + `,[[],{},[[ ]],{"a":{}}]]`, ` 1 `, `[]`, `{ }`, "[\n  {\"é\\n\" : [1 , 2]}\n]"} {
		decoder := json.NewDecoder(strings.NewReader(text))
		var levels []jsontext.Step
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
				levels = append(levels, jsontext.Step{Object: token == json.Delim('{')})
				hasKey = append(hasKey, false)
				continue
			case json.Delim('}'), json.Delim(']'):
				levels, hasKey = levels[:top], hasKey[:top]
				top--
			default:
				if top >= 0 && levels[top].Object && !hasKey[top] {
					levels[top].Key, hasKey[top] = token.(string), true
					continue
				}
			}
			off := int(decoder.InputOffset())
			if got, want := pointer(jsontext.PointerAt([]byte(text), off)), pointer(levels); got != want {
				t.Errorf("%q at byte %d of %.60q, want %q", got, off, text, want)
			}
			if top >= 0 {
				hasKey[top] = false
				levels[top].Index++
			}
		}
	}
}

func TestPointerAtWhereTextIsMalformed(t *testing.T) {
	for _, c := range []struct{ before, behind, path string }{
		{`{"a":`, ``, "/a"}, {`{"a":`, `}`, "/a"}, {`{"a":1,"b":`, `}`, "/b"}, {`[1,2,`, `]`, "/2"}, {`[{"a":[0,{"b":tru`, `]`, "/0/a/1/b"},
		{`[1 `, `2]`, ""}, {`{"a":[1],`, `}`, ""}, {`{"a":[1],"b" `, `1}`, ""}, {`{"a":{"x":1],`, `"b":1}`, "/a"}, {`{`, `x`, ""}, {`{`, ``, ""},
		{`[[[`, ``, "/0/0"}, {`[1]`, `]`, ""}, {``, ``, ""}, {`{"a`, `":1}`, "/a"}, {`{"a`, `:1}`, ""}, {`["x`, ``, "/0"},
	} {
		text := c.before + c.behind
		if got := pointer(jsontext.PointerAt([]byte(text), min(len(c.before)+1, len(text)))); got != c.path {
			t.Errorf("%q behind %s in %s, want %q", got, c.before, text, c.path)
		}
	}
}

// TestPointerAtReadsOnce has a text whose every level holds all that is left.
func TestPointerAtReadsOnce(t *testing.T) {
	const depth = 300_000
	for _, text := range []string{strings.Repeat("[", depth), strings.Repeat(`{"a":[`, depth/2), strings.Repeat("[", depth) + strings.Repeat("]", depth)} {
		if got := len(jsontext.PointerAt([]byte(text), min(len(text), 6*depth/2))); got > depth {
			t.Errorf("%d steps in %d levels", got, depth)
		}
	}
}
