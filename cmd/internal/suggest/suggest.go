// Package suggest finds what somebody may have meant who misspelled a name.
package suggest

import (
	"strings"
	"unicode/utf8"
)

// A Suggestion is the best of the names that were tried. The zero value has tried none.
type Suggestion struct {
	best  string
	cost  int
	tried int
}

const (
	maxName  = 64     // the most bytes of a name that is compared
	maxTried = 10_000 // the most names
)

// Try compares a name that there is with the one that was asked for, which may differ in a third of its letters. It
// reports false where trying more names is of no use.
func (s *Suggestion) Try(asked, name string) bool {
	if s.tried++; s.tried > maxTried || len(asked) > maxName {
		return false
	}
	if len(name) > maxName || name == "" {
		return true
	}
	limit := utf8.RuneCountInString(asked) / 3
	cost := Edits(strings.ToLower(asked), strings.ToLower(name))
	if cost <= limit && (s.best == "" || cost < s.cost) {
		s.best, s.cost = name, cost
	}
	return true
}

// Best returns the name that was likely meant, "" where there is none: of those that are equally near the first that was
// tried.
func (s *Suggestion) Best() string { return s.best }

// Question asks whether the best, which quote shows, was meant; it is "" where there is none.
func (s *Suggestion) Question(quote func(string) string) string {
	if s.best == "" {
		return ""
	}
	return "; did you mean " + quote(s.best) + "?"
}

// Edits is how many letters must be put in, left out, changed or swapped with the next to make b of a. It takes time in
// proportion to the product of their lengths.
func Edits(a, b string) int {
	x, y := []rune(a), []rune(b)
	var rows [3][]int
	for i := range rows {
		rows[i] = make([]int, len(y)+1)
	}
	before, last, now := rows[0], rows[1], rows[2]
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(x); i++ {
		now[0] = i
		for j := 1; j <= len(y); j++ {
			change := 1
			if x[i-1] == y[j-1] {
				change = 0
			}
			now[j] = min(last[j]+1, now[j-1]+1, last[j-1]+change)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				now[j] = min(now[j], before[j-2]+1)
			}
		}
		before, last, now = last, now, before
	}
	return last[len(y)]
}
