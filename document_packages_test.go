// The packages that ask and change documents have one vocabulary, whatever the format.

package beve_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// exported returns what the file of a package in api lists, with the types of all formats under one name.
func exported(t *testing.T, name string) []string {
	t.Helper()
	data, err := os.ReadFile("api/" + name + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	text := regexp.MustCompile(`github\.com/beve-org/beve-go(/json|/msgpack)?\.`).ReplaceAllString(string(data), "format.")
	// Messages of JSON are texts.
	return strings.Split(strings.TrimSpace(strings.ReplaceAll(text, "text []byte", "msg []byte")), "\n")
}

func TestPackagesOfDocumentsAgree(t *testing.T) {
	// Functions that a format does not need: a patch for JSON text is in JSON anyway.
	without := map[string][]string{"json-patch": {
		"func ApplyJSON(msg []byte, patch []byte) ([]byte, error)",
		"func MergeJSON(msg []byte, patch []byte) ([]byte, error)",
	}}
	for _, c := range [][]string{{"patch", "json-patch", "msgpack-patch"}, {"column", "json-column", "msgpack-column"}, {"canonical", "json-canonical"}} {
		want := exported(t, c[0])
		if len(want) < 3 {
			t.Errorf("%s: %q", c[0], want)
		}
		for _, name := range c[1:] {
			expected := slices.DeleteFunc(slices.Clone(want), func(line string) bool { return slices.Contains(without[name], line) })
			if len(expected) != len(want)-len(without[name]) {
				t.Errorf("%s does not have all of %q", c[0], without[name])
			}
			if got := exported(t, name); !slices.Equal(got, expected) {
				t.Errorf("%s has\n%s\nand %s\n%s", name, strings.Join(got, "\n"), c[0], strings.Join(expected, "\n"))
			}
		}
	}
}
