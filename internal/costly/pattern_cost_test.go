package costly

import (
	"math/rand/v2"
	"reflect"
	"regexp"
	"regexp/syntax"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/testkit"
)

// nodes is what package regexp/syntax makes of a pattern, repetitions written out: what
// instructions tells from the text alone.
func nodes(re *syntax.Regexp) int64 {
	n := int64(2)
	if re.Op == syntax.OpLiteral {
		n += int64(len(re.Rune))
	}
	for _, sub := range re.Sub {
		n += nodes(sub)
	}
	if re.Op == syntax.OpRepeat {
		return n * int64(max(re.Max, re.Min+1, 1))
	}
	return n
}

// TestInstructionsAreAtLeastThoseOfTheParser holds instructions to the parser, for patterns of
// every part in every order: never less, and not so much more that usual ones are refused.
func TestInstructionsAreAtLeastThoseOfTheParser(t *testing.T) {
	parts := []string{"a", "abc", "é", ".", "^", `\d`, `\pL`, `\p{Greek}`, `\PN`, `\x{41}`, `\x41`, `\Qa{9}(\E`, `\{`, `\(`, `\\`,
		"[a-z]", "[^]a]", "[]{9}]", "[[:alpha:]{]", `[\]{9}]`, `[\p{L}{9}]`, "(", "(?:", "(?i)", "(?i:", "(?P<name>", ")", "|", "*", "+", "?",
		"{3}", "{3,}", "{2,5}", "{0}", "{0,1}", "{999}", "{", "}", "{x}", "{1,x}", "{,3}", ","}
	rnd := rand.New(rand.NewPCG(1, 2))
	valid := 0
	for range testkit.Rounds(100_000) {
		var b strings.Builder
		for range 1 + rnd.IntN(8) {
			b.WriteString(parts[rnd.IntN(len(parts))])
		}
		pattern := b.String()
		got := instructions([]byte(pattern))
		tree, err := syntax.Parse(pattern, syntax.Perl)
		if err != nil {
			continue
		}
		valid++
		if want := nodes(tree); got < want {
			t.Fatalf("%q: %d instructions, the parser has %d", pattern, got, want)
		}
	}
	if valid < testkit.Rounds(1000) {
		t.Errorf("%d patterns are valid", valid)
	}
	for _, pattern := range []string{`^[a-z]+\d+/item-%d$`, `\pL[a-z]+\d{3}-item$`, `(\d{1,3}\.){3}\d{1,3}`, `[0-9a-f]{8}-[0-9a-f]{4}`,
		`^(?:abcdefgh){20}$`, `(?i)^\p{Greek}{2,9}$`, `x{1000}`} {
		tree, _ := syntax.Parse(pattern, syntax.Perl)
		if got, want := instructions([]byte(pattern)), nodes(tree); got > 2*want {
			t.Errorf("%q: %d instructions, the parser has %d", pattern, got, want)
		}
	}
}

// TestRegExpIsKnownByItsName holds the name that stands for the type to the type.
func TestRegExpIsKnownByItsName(t *testing.T) {
	type named regexp.Regexp
	re := regexp.MustCompile("a")
	if !Regexp.Is(reflect.TypeOf(re).Elem()) || Regexp.Is(reflect.TypeOf((*named)(re)).Elem()) {
		t.Error("regexp.Regexp is not known, or another type is taken for it")
	}
	if _, ok := any(re).(expression); !ok {
		t.Error("*regexp.Regexp lacks a method")
	}
}
