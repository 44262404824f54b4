// The lists of what testees are known to fail.

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/beve-org/beve-go/conformance/testee"
)

func listFile(t *testee.Testee) string {
	return filepath.Join(*expected, t.Name+".txt")
}

// writeExpected writes the list: a line for each failure, what it is and of which case.
func writeExpected(t *testee.Testee, outcomes []testee.Outcome) error {
	var text strings.Builder
	for _, o := range outcomes {
		if o.Failed() {
			fmt.Fprintf(&text, "%s %s\n", o.Kind, o.Case.ID)
		}
	}
	if text.Len() == 0 {
		err := os.Remove(listFile(t))
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return err
	}
	if err := os.MkdirAll(filepath.Dir(listFile(t)), 0o755); err != nil {
		return err
	}
	return os.WriteFile(listFile(t), []byte(text.String()), 0o644)
}

// compare returns what differs from the list, of the cases that were put.
func compare(t *testee.Testee, outcomes []testee.Outcome) (drift []string, err error) {
	text, err := os.ReadFile(listFile(t))
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
			drift = append(drift, "the list has "+id+", which is not a case")
		}
	}
	return drift, nil
}
