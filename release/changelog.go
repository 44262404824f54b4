package main

import (
	"fmt"
	"regexp"
	"strings"
)

// This file reads CHANGELOG.md, which says what is released: its newest number is the
// version of everything in the tree.

// heading is that of a released version: ## [0.1.0] - 2026-01-31.
var heading = regexp.MustCompile(`^## \[(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)\] - \d{4}-\d\d-\d\d$`)

// newest returns the number at the first heading of a released version.
func newest(changelog string) (string, error) {
	for line := range strings.Lines(changelog) {
		if m := heading.FindStringSubmatch(strings.TrimRight(line, "\n")); m != nil {
			return m[1], nil
		}
	}
	return "", fmt.Errorf("CHANGELOG.md has no heading of a released version: ## [0.1.0] - 2026-01-31")
}

// notesOf returns what the changelog says of a version, without its heading.
func notesOf(changelog, number string) (string, error) {
	var b strings.Builder
	inside := false
	for line := range strings.Lines(changelog) {
		if strings.HasPrefix(line, "## ") {
			m := heading.FindStringSubmatch(strings.TrimRight(line, "\n"))
			inside = m != nil && m[1] == number
			continue
		}
		if inside {
			b.WriteString(line)
		}
	}
	notes := strings.TrimSpace(b.String())
	if notes == "" {
		return "", fmt.Errorf("CHANGELOG.md has no entry for %s: a heading \"## [%s] - date\" with text below", number, number)
	}
	return notes + "\n", nil
}
