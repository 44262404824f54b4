// The lists of what testees are known to fail.

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

func (t *Testee) listFile() string {
	return filepath.Join(t.folder, "expected", t.Name+".txt")
}

// writeExpected writes the list: a line for each failure, what it is and of which case.
func (t *Testee) writeExpected(outcomes []Outcome) error {
	var text strings.Builder
	for _, o := range outcomes {
		if o.Failed() {
			fmt.Fprintf(&text, "%s %s\n", o.Kind, o.Case.ID)
		}
	}
	if text.Len() == 0 {
		err := os.Remove(t.listFile())
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return err
	}
	if err := os.MkdirAll(filepath.Dir(t.listFile()), 0o755); err != nil {
		return err
	}
	return os.WriteFile(t.listFile(), []byte(text.String()), 0o644)
}

// compare returns what differs from the list, of the cases that were put.
func (t *Testee) compare(outcomes []Outcome) (drift []string, err error) {
	text, err := os.ReadFile(t.listFile())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	known := map[string]string{}
	for line := range strings.Lines(string(text)) {
		kind, id, _ := strings.Cut(strings.TrimSpace(line), " ")
		known[id] = kind
	}
	for _, o := range outcomes {
		want := known[o.Case.ID]
		delete(known, o.Case.ID)
		switch {
		case o.Failed() && want == "":
			drift = append(drift, fmt.Sprintf("%s %s, which it did not: %s", o.Kind, o.Case.ID, o.Detail))
		case o.Failed() && want != o.Kind:
			drift = append(drift, fmt.Sprintf("%s %s, which it %s before: %s", o.Kind, o.Case.ID, want, o.Detail))
		case !o.Failed() && want != "":
			drift = append(drift, fmt.Sprintf("passes %s, which it %s before", o.Case.ID, want))
		}
	}
	if *group == "*" {
		for id := range known {
			drift = append(drift, "the list has "+id+", which is no case")
		}
	}
	return drift, nil
}
