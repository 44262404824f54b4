// This file finds what somebody may have meant who misspelled a name.

package main

import (
	"strings"
	"unicode/utf8"
)

// suggestion is the best of the names that were tried.
type suggestion struct {
	best  string
	cost  int
	tried int
}

// maxName is the most bytes of a name that is compared.
const maxName = 64

// try compares a name that there is with the one that was asked for.
func (s *suggestion) try(asked, name string) {
	if len(asked) > maxName || len(name) > maxName || name == "" {
		return
	}
	limit := utf8.RuneCountInString(asked) / 3
	cost := distance(strings.ToLower(asked), strings.ToLower(name))
	if cost <= limit && (s.best == "" || cost < s.cost) {
		s.best, s.cost = name, cost
	}
}

// question asks whether the best was meant, if there is one.
func (s *suggestion) question(prefix string) string {
	if s.best == "" {
		return ""
	}
	return "; did you mean " + prefix + s.best + "?"
}

// distance is how many letters must be put in, left out, changed or swapped with the next to make b of a.
func distance(a, b string) int {
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
