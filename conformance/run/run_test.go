//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/conformance"
	"github.com/beve-org/beve-go/conformance/testee"
	"github.com/beve-org/beve-go/conformance/testee/badtestee"
)

func TestMain(m *testing.M) {
	badtestee.Main()
	os.Exit(m.Run())
}

// place is a folder for testees, lists and reports.
type place struct {
	t    *testing.T
	root string
}

// newPlace makes one with a testee of package badtestee, of which more says more.
func newPlace(t *testing.T, mode string, more map[string]any) *place {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	p := &place{t, t.TempDir()}
	p.testee(mode, more)
	return p
}

// testee writes the list of the one testee, "bad".
func (p *place) testee(mode string, more map[string]any) {
	p.t.Helper()
	list := map[string]any{"name": "bad", "title": "a <bad> one", "run": []string{os.Args[0]}, "env": []string{"BEVE_TESTEE=" + mode}, "seconds": 1}
	for key, value := range more {
		list[key] = value
	}
	text, err := json.Marshal([]any{list})
	if err != nil {
		p.t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(p.root, "testees", "x"), 0o755); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(p.root, "testees", "x", "testees.json"), text, 0o644); err != nil {
		p.t.Fatal(err)
	}
}

// run runs the command on the place.
func (p *place) run(args ...string) (status int, stdout, stderr string) {
	var out, errors bytes.Buffer
	all := []string{"-testees", filepath.Join(p.root, "testees"), "-expected", filepath.Join(p.root, "expected"), "-scoreboard", filepath.Join(p.root, "board"), "-junit", filepath.Join(p.root, "junit.xml"), "-progress", "0"}
	status = run(append(all, args...), &out, &errors)
	return status, out.String(), errors.String()
}

func (p *place) read(name string) string {
	p.t.Helper()
	text, err := os.ReadFile(filepath.Join(p.root, name))
	if err != nil {
		p.t.Fatal(err)
	}
	return string(text)
}

func (p *place) write(name, text string) {
	p.t.Helper()
	if err := os.MkdirAll(filepath.Dir(filepath.Join(p.root, name)), 0o755); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(p.root, name), []byte(text), 0o644); err != nil {
		p.t.Fatal(err)
	}
}

// TestNothingToRunIsAnError: what matches nothing, is malformed or makes no sense has the
// status 2, a message, and runs nothing.
func TestNothingToRunIsAnError(t *testing.T) {
	p := newPlace(t, "reference", nil)
	for _, c := range []struct {
		says string
		args []string
	}{
		{`matches "nosuch"`, []string{"-testee", "nosuch"}},
		{`matches "nosuch"`, []string{"-testee", "bad,nosuch"}},
		{"syntax error", []string{"-testee", "[b"}},
		{"no testees in /nowhere", []string{"-testees", "/nowhere"}},
		{`matches "nosuch"`, []string{"-case", "nosuch"}},
		{`matches "size/nosuch"`, []string{"-case", "booleans,size/nosuch"}},
		{`matches ""`, []string{"-case", ""}},
		{"syntax error", []string{"-case", "size/["}},
		{"unknown argument", []string{"python"}},
		{"does not go with -case", []string{"-accept", "-case", "size"}},
		{"NAME=PATH", []string{"-path", "nosuch"}},
		{"flag provided but not defined", []string{"-nosuch"}},
	} {
		status, stdout, stderr := p.run(c.args...)
		if status != 2 || stdout != "" || !strings.Contains(stderr, c.says) {
			t.Errorf("%q: %d, %q, %q", c.args, status, stdout, stderr)
		}
	}
	p.write("testees/x/testees.json", `[{"name":"bad","ran":["x"]}]`)
	if status, _, stderr := p.run(); status != 2 || !strings.Contains(stderr, "testees.json") {
		t.Errorf("a malformed list: %d, %q", status, stderr)
	}
}

// TestPatternsChooseCases: without a slash a pattern is one of groups.
func TestPatternsChooseCases(t *testing.T) {
	p := newPlace(t, "reference", nil)
	for pattern, want := range map[string]string{"booleans": "booleans", "bool*": "booleans", "booleans/64": "booleans", "delim*,booleans/1*": "booleans,delimiters", "*/empty": "delimiters,streams"} {
		status, stdout, stderr := p.run("-case", pattern)
		if status != 0 || stderr != "" || strings.Contains(stdout, " 0 pass") {
			t.Errorf("%s: %d, %s%s", pattern, status, stdout, stderr)
		}
		var groups []string
		for line := range strings.Lines(p.read("board.md")) {
			if name, rest, ok := strings.Cut(strings.TrimPrefix(line, "| "), " |"); ok && (rest == " all |\n") {
				groups = append(groups, name)
			}
		}
		if strings.Join(groups, ",") != want {
			t.Errorf("%s: groups %q, want %s", pattern, groups, want)
		}
	}
}

// TestBrokenTesteesFailTheRun: whatever keeps a testee from being asked all cases makes the
// run fail, and is in each report. Only what is not installed is left out.
func TestBrokenTesteesFailTheRun(t *testing.T) {
	for _, c := range []struct {
		name, mode string
		more       map[string]any
		says       string
		status     int
	}{
		{"build", "reference", map[string]any{"build": []string{"echo why it fails; false"}}, "why it fails", 1},
		{"program", "reference", map[string]any{"run": []string{"./nothing"}}, "no such file", 1},
		{"hello", "hello:Vno", nil, "hello is answered by", 1},
		{"profile", `hello:V{"name":"x","profile":"extendd"}`, nil, "extendd", 1},
		{"start", "again:" + filepath.Join(t.TempDir(), "once"), nil, "does not start again", 1},
		{"hang", "hang", nil, "given up after 2", 1},
		{"crash", "crash-often", nil, "given up after", 1},
		{"tool", "reference", map[string]any{"tools": []string{"nosuchtool"}}, "there is no nosuchtool", 0},
		{"path", "reference", map[string]any{"needs": []string{"x"}}, "needs -path x=", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newPlace(t, c.mode, c.more)
			status, stdout, stderr := p.run("-case", "booleans", "-give-up", "2")
			if status != c.status || !strings.Contains(stdout, c.says) || stderr != "" {
				t.Errorf("%d, %s%s", status, stdout, stderr)
			}
			if c.status == 0 {
				if status, _, _ := p.run("-case", "booleans", "-require"); status != 1 {
					t.Error("with -require", status)
				}
				return
			}
			if board := p.read("board.md"); !strings.Contains(board, "| a <bad> one |") || !strings.Contains(board, "was not run to the end") {
				t.Error(board)
			}
			if c.name == "hang" {
				return // each run takes its time
			}
			if status, _, _ := p.run("-accept", "-give-up", "2"); status != 1 {
				t.Error("with -accept", status)
			}
			if _, err := os.Stat(filepath.Join(p.root, "expected", "bad.txt")); err == nil {
				t.Error("there is a list of a testee that was not run to the end")
			}
			var report junitSuites
			if err := xml.Unmarshal([]byte(p.read("junit.xml")), &report); err != nil || len(report.Suites) != 1 || report.Suites[0].Errors == 0 {
				t.Errorf("%+v, %v", report, err)
			}
		})
	}
}

// TestListsAreHeld: a new failure, a new pass, another failure, another number of skips and a
// case that is gone fail the run; what ran out of time may pass.
func TestListsAreHeld(t *testing.T) {
	p := newPlace(t, "wrong", nil)
	if status, stdout, _ := p.run(); status != 1 || !strings.Contains(stdout, "NEW: misreads booleans/") || !strings.Contains(stdout, "NEW: skips") {
		t.Errorf("without a list: %d, %s", status, stdout)
	}
	if status, stdout, stderr := p.run("-accept"); status != 0 {
		t.Fatalf("%d, %s%s", status, stdout, stderr)
	}
	list := p.read("expected/bad.txt")
	if !strings.HasPrefix(list, "skips writing ") || !strings.Contains(list, "\nmisreads booleans/1\n") {
		t.Fatal(list[:min(len(list), 300)])
	}
	if status, stdout, _ := p.run(); status != 0 || strings.Contains(stdout, "NEW") {
		t.Errorf("with its list: %d, %s", status, stdout)
	}
	report := p.read("junit.xml")
	if !strings.Contains(report, `<skipped message="expected, misreads: `) || strings.Contains(report, "<failure") || strings.Contains(report, "<error") {
		t.Error("expected failures are not told from others")
	}
	var skips string
	for line := range strings.Lines(list) {
		if strings.HasPrefix(line, "skips writing") {
			skips = line
		}
	}
	testees, err := testee.Find(filepath.Join(p.root, "testees"), "*")
	if err != nil {
		t.Fatal(err)
	}
	cases, err := conformance.Load()
	if err != nil {
		t.Fatal(err)
	}
	_, outcomes, err := testees[0].Ask(cases, testee.Asking{})
	if err != nil {
		t.Fatal(err)
	}
	o := &options{expected: filepath.Join(p.root, "expected")}
	for _, c := range []struct {
		from, to string
		says     string
		status   int // how many differences there are
	}{
		{"misreads booleans/1\n", "", "misreads booleans/1, which it did not", 1},
		{"misreads booleans/1\n", "refuses booleans/1\n", "misreads booleans/1, which it refuses before", 1},
		{"misreads booleans/1\n", "misreads booleans/1\naccepts strings/string-nul\n", "passes strings/string-nul, which it accepts before", 1},
		{"misreads booleans/1\n", "misreads booleans/1\nexhausts strings/string-nul\n", "passes strings/string-nul, for which time or memory did not suffice before", 0},
		{"misreads booleans/1\n", "exhausts booleans/1\n", "misreads booleans/1, which it exhausts before", 0},
		{"misreads booleans/1\n", "misreads booleans/1\naccepts strings/nosuch\n", "the list has strings/nosuch, which is not a case", 1},
		{skips, "skips writing 1\n", "of which it skipped 1", 1},
		{skips, "", "of which it skipped 0", 1},
		{skips, skips + "skips nosuch 4\n", "the list has nosuch, which is not a group", 1},
		{skips, skips + "acepts strings/string-nul\n", "bad.txt:2", 1},
		{skips, "skips writing many\n", "bad.txt:1", 1},
	} {
		p.write("expected/bad.txt", strings.Replace(list, c.from, c.to, 1))
		var drift, remarks []string
		k, err := o.readList(testees[0])
		if err == nil {
			drift, remarks = k.compare(outcomes, whole(cases))
		} else {
			drift = []string{err.Error()}
		}
		if len(drift) != c.status || !strings.Contains(strings.Join(append(drift, remarks...), "\n"), c.says) {
			t.Errorf("%q for %q: %q, %q", c.to, c.from, drift, remarks)
		}
	}
	p.write("expected/bad.txt", "exhausts strings/string-nul\n"+list)
	if status, _, _ := p.run("-accept"); status != 0 || !strings.Contains(p.read("expected/bad.txt"), "\nexhausts strings/string-nul\n") {
		t.Error("what ran out of time is gone from the list", status)
	}
	p.write("expected/bad.txt", "accepts\n")
	if status, stdout, _ := p.run("-case", "booleans"); status != 1 || !strings.Contains(stdout, "bad.txt:1") || !strings.Contains(p.read("junit.xml"), "<error") {
		t.Errorf("a malformed list: %d, %s", status, stdout)
	}
	// The same list, and a testee that skips what this one has read.
	p.write("expected/bad.txt", list)
	p.testee("skip", nil)
	if status, stdout, _ := p.run("-case", "strings"); status != 1 || !strings.Contains(stdout, "cases of strings, of which it skipped 0") {
		t.Errorf("a testee that skips all: %d, %s", status, stdout)
	}
	p.testee("reference", nil)
	if status, stdout, _ := p.run("-case", "booleans"); status != 1 || !strings.Contains(stdout, "NEW: passes booleans/1, which it misreads before") {
		t.Errorf("a testee that is better: %d, %s", status, stdout)
	}
	if report := p.read("junit.xml"); !strings.Contains(report, `<failure message="passes, and the list says that it misreads"`) {
		t.Error("a new pass is not in the report")
	}
}

// TestReportsShowWhatTesteesSay as text, and say where they stop.
func TestReportsShowWhatTesteesSay(t *testing.T) {
	p := newPlace(t, "refuse", map[string]any{"megabytes": 99})
	if status, _, _ := p.run("-case", "mutations"); status != 1 {
		t.Error(status)
	}
	page, board, report := p.read("board.html"), p.read("board.md"), p.read("junit.xml")
	for _, bad := range []string{"<i>", "<bad>", "<script>"} {
		if strings.Contains(page, bad) || strings.Contains(report, bad) {
			t.Error("a report has", bad)
		}
	}
	if !strings.Contains(board, `| &lt;i&gt;\|v 1 |`) || strings.Contains(board, "<i>") {
		t.Error("the version is not text in", board)
	}
	if !strings.Contains(board, "A case may take 1 s and 99 MB.") {
		t.Error("the bounds of the testee are not in", board)
	}
	if !strings.Contains(page, "more, in expected/bad.txt") || !strings.Contains(page, "…") || strings.Count(page, "<tr><td>mutations/") != shownFailures {
		t.Error("the page does not say where it stops")
	}
	var suites junitSuites
	if err := xml.Unmarshal([]byte(report), &suites); err != nil || suites.Suites[0].Failures < shownFailures {
		t.Errorf("%v, %d failures", err, suites.Suites[0].Failures)
	}
}

// TestProgressIsTold on the standard error.
func TestProgressIsTold(t *testing.T) {
	p := newPlace(t, "hang", nil)
	if _, stdout, stderr := p.run("-case", "booleans", "-give-up", "2", "-progress", "100ms"); !strings.Contains(stderr, "bad: ") || !strings.Contains(stderr, " of 70 cases") || strings.Contains(stdout, "of 70 cases") {
		t.Errorf("%q, %q", stdout, stderr)
	}
}
