// The lists of what testees are known to fail and to skip.

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/beve-org/beve-go/conformance/testee"
)

// known is a list: lines of what kind of failure which case is, and of how many cases of a
// group are skipped, "skips GROUP N".
type known struct {
	failures map[string]string // kinds, by id
	skips    map[string]int    // by group
}

func (o *options) listFile(t *testee.Testee) string {
	return filepath.Join(o.expected, t.Name+".txt")
}

// writeList writes the list of a testee, or removes it if there is nothing in it. What ran out
// of time or memory before stays in it: on another machine it may again.
func (o *options) writeList(t *testee.Testee, outcomes []testee.Outcome, before known) error {
	var text strings.Builder
	skips := skipsOf(outcomes)
	groups := make([]string, 0, len(skips))
	for group := range skips {
		groups = append(groups, group)
	}
	slices.Sort(groups)
	for _, group := range groups {
		fmt.Fprintf(&text, "skips %s %d\n", group, skips[group])
	}
	for _, o := range outcomes {
		switch {
		case o.Failed():
			fmt.Fprintf(&text, "%s %s\n", o.Kind, o.Case.ID)
		case before.failures[o.Case.ID] == testee.Exhausts:
			fmt.Fprintf(&text, "%s %s\n", testee.Exhausts, o.Case.ID)
		}
	}
	if text.Len() == 0 {
		if err := os.Remove(o.listFile(t)); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	if err := os.MkdirAll(o.expected, 0o755); err != nil {
		return err
	}
	return os.WriteFile(o.listFile(t), []byte(text.String()), 0o644)
}

func skipsOf(outcomes []testee.Outcome) map[string]int {
	skips := map[string]int{}
	for _, o := range outcomes {
		if o.Kind == testee.Skipped {
			skips[o.Case.Group()]++
		}
	}
	return skips
}

// readList reads the list of a testee. None is an empty one.
func (o *options) readList(t *testee.Testee) (k known, err error) {
	k = known{map[string]string{}, map[string]int{}}
	text, err := os.ReadFile(o.listFile(t))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return k, err
	}
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		words := strings.Fields(line)
		switch {
		case len(words) == 3 && words[0] == "skips":
			n, err := strconv.Atoi(words[2])
			if err != nil || n < 1 {
				return k, fmt.Errorf("%s:%d: %q is no number of cases", o.listFile(t), number, words[2])
			}
			k.skips[words[1]] = n
		case len(words) == 2 && slices.Contains(failures, words[0]):
			k.failures[words[1]] = words[0]
		default:
			return k, fmt.Errorf("%s:%d: %.60q is neither KIND CASE nor skips GROUP N", o.listFile(t), number, line)
		}
	}
	return k, nil
}

// compare returns what differs from the list, of the cases that were run. Whether time
// suffices depends on the machine, so a case that ran out of it may pass or fail otherwise, and
// one that fails may run out of it: that is a note. whole says of
// which groups all cases were put, and under "" if all were.
func (k known) compare(outcomes []testee.Outcome, whole map[string]bool) (drift, notes []string) {
	there, cut := map[string]bool{}, map[string]bool{}
	var cases []string
	for _, o := range outcomes {
		id, want := o.Case.ID, k.failures[o.Case.ID]
		there[id] = true
		switch {
		case o.Kind == testee.NotRun:
			cut[o.Case.Group()], cut[""] = true, true
		case o.Failed() && want == "":
			cases = append(cases, fmt.Sprintf("%s %s, which it did not: %s", o.Kind, id, o.Detail))
		case o.Failed() && want != o.Kind && (want == testee.Exhausts || o.Kind == testee.Exhausts):
			notes = append(notes, fmt.Sprintf("%s %s, which it %s before", o.Kind, id, want))
		case o.Failed() && want != o.Kind:
			cases = append(cases, fmt.Sprintf("%s %s, which it %s before: %s", o.Kind, id, want, o.Detail))
		case !o.Failed() && want == testee.Exhausts:
			notes = append(notes, fmt.Sprintf("passes %s, for which time or memory did not suffice before", id))
		case !o.Failed() && want != "":
			cases = append(cases, fmt.Sprintf("passes %s, which it %s before", id, want))
		}
	}
	skips := skipsOf(outcomes)
	var groups []string
	for group := range whole {
		if group != "" && whole[group] && !cut[group] && skips[group] != k.skips[group] {
			groups = append(groups, group)
		}
	}
	slices.Sort(groups)
	for _, group := range groups {
		drift = append(drift, fmt.Sprintf("skips %d cases of %s, of which it skipped %d", skips[group], group, k.skips[group]))
	}
	if !whole[""] {
		return append(drift, cases...), notes
	}
	var gone []string
	for id := range k.failures {
		if !there[id] {
			gone = append(gone, id)
		}
	}
	slices.Sort(gone)
	for _, id := range gone {
		drift = append(drift, "the list has "+id+", which is not a case")
	}
	for group := range k.skips {
		if _, ok := whole[group]; !ok {
			drift = append(drift, "the list has "+group+", which is not a group")
		}
	}
	return append(drift, cases...), notes
}

// isNew reports whether an outcome is another than the list says.
func (k known) isNew(o *testee.Outcome) bool {
	want := k.failures[o.Case.ID]
	if o.Failed() {
		return want == "" || o.Kind != want && o.Kind != testee.Exhausts && want != testee.Exhausts
	}
	return want != "" && want != testee.Exhausts
}
