package suggest

import (
	"strconv"
	"strings"
	"testing"
)

func TestEdits(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"a", "", 1}, {"", "ab", 2}, {"abc", "abc", 0},
		{"abc", "abd", 1}, {"abc", "abcd", 1}, {"abc", "bc", 1}, {"abc", "acb", 1}, {"abc", "bac", 1},
		{"convert", "conver", 1}, {"indent", "indnet", 1}, {"größe", "grosse", 3}, {"kitten", "sitting", 3},
	} {
		if got, back := Edits(c.a, c.b), Edits(c.b, c.a); got != c.want || back != c.want {
			t.Errorf("%q and %q: %d and %d, want %d", c.a, c.b, got, back, c.want)
		}
	}
}

func TestTheNearestIsSuggested(t *testing.T) {
	for _, c := range []struct {
		asked, names, want string
	}{
		{"conver", "cat convert count", "convert"},
		{"CONVERT", "cat convert", "convert"},
		{"ct", "cat cut", ""}, // a third of two letters is none
		{"cta", "cut cat", "cat"},
		{"namE", "mane name", "name"},
		{"abcd", "abce abcf", "abce"}, // the first of the nearest
		{"xyz", "cat convert count", ""},
		{"", "cat", ""},
		{strings.Repeat("a", maxName+1), strings.Repeat("a", maxName), ""},
		{strings.Repeat("a", maxName), strings.Repeat("a", maxName+1) + " " + strings.Repeat("a", maxName-1), strings.Repeat("a", maxName-1)},
	} {
		var s Suggestion
		for _, name := range strings.Fields(c.names) {
			s.Try(c.asked, name)
		}
		question := ""
		if c.want != "" {
			question = "; did you mean " + strconv.Quote(c.want) + "?"
		}
		if s.Best() != c.want || s.Question(strconv.Quote) != question {
			t.Errorf("%q among %q: %q, %s", c.asked, c.names, s.Best(), s.Question(strconv.Quote))
		}
	}
}

// However many names there are, not all of them are compared.
func TestTryingEnds(t *testing.T) {
	var s Suggestion
	n := 0
	for s.Try("name", "other") {
		if n++; n > maxTried {
			t.Fatal("no end")
		}
	}
	if n != maxTried || s.Try("name", "name") || s.Best() != "" {
		t.Errorf("%d names, best %q", n, s.Best())
	}
	if new(Suggestion).Try(strings.Repeat("a", maxName+1), "a") {
		t.Error("a name that is too long for any is tried again")
	}
}
