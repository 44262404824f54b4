package report

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// This file knows where the results of a run lie: in a folder of results, as raw results and a page about them.

// page is the name of the page.
const page = "README.md"

// Publish makes the folder of results of that name, writes the raw results into it, and returns where it is.
func Publish(name string, raw []byte) (dir string, err error) {
	dir = filepath.Join("results", name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	return dir, os.WriteFile(filepath.Join(dir, RawFile), raw, 0o644)
}

// WritePage writes the page of a folder of results.
func WritePage(dir string, text []byte) error {
	return os.WriteFile(filepath.Join(dir, page), text, 0o644)
}

// Again returns what a report is written from again: the folder of results of that name, its raw results, and its page up to
// the first mark, where what was computed from them begins.
func Again(name, mark string) (dir string, r *Results, head string, err error) {
	dir = filepath.Join("results", name)
	if r, err = Load(dir); err != nil {
		return "", nil, "", err
	}
	text, err := os.ReadFile(filepath.Join(dir, page))
	if err != nil {
		return "", nil, "", err
	}
	head, _, found := strings.Cut(string(text), mark)
	if !found {
		return "", nil, "", fmt.Errorf("%s: %s has no %q", dir, page, mark)
	}
	return dir, r, head, nil
}
