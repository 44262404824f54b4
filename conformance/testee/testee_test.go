//go:build unix

package testee

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/conformance"
	"github.com/beve-org/beve-go/conformance/testee/badtestee"
)

func TestMain(m *testing.M) {
	badtestee.Main()
	os.Exit(m.Run())
}

// bad returns a testee of package badtestee.
func bad(t *testing.T, mode string) *Testee {
	t.Helper()
	return &Testee{Name: "bad", Run: []string{os.Args[0]}, Env: []string{"BEVE_TESTEE=" + mode}, Folder: t.TempDir(), Seconds: 1, Megabytes: 512}
}

// some returns the first cases.
func some(t *testing.T, n int) []conformance.Case {
	t.Helper()
	cases, err := conformance.Load()
	if err != nil {
		t.Fatal(err)
	}
	return cases[:n]
}

// TestBadTesteesEndInTime: whatever a testee or whom it has started does, its case is judged
// within the limits, and nobody is left.
func TestBadTesteesEndInTime(t *testing.T) {
	for _, c := range []struct{ mode, kind, detail string }{
		{"hang", Exhausts, "no answer in 1 s"},
		{"hang-children:", Exhausts, "no answer in 1 s"},
		{"hang-children:detached", Exhausts, "no answer in 1 s"},
		{"hang-children:200", Exhausts, "more than 100 MB"},
		{"crash", Crashes, "exit status 3): boom: the stack is used up"},
		{"half", Crashes, "2 of 100 bytes"},
		{"long", Crashes, "an answer of 536870912 bytes"},
		{"print", Crashes, `"debu" where the length of an answer should be: is text printed`},
		{"letter", Crashes, "'Z'"},
	} {
		t.Run(c.mode, func(t *testing.T) {
			t.Parallel()
			b := bad(t, c.mode)
			if !strings.Contains(c.detail, "in 1 s") {
				b.Seconds = 20 // a busy machine is no reason
			}
			if strings.Contains(c.detail, "100 MB") {
				b.Megabytes = 100
			}
			// A copy of the program, so that its processes are told from others.
			b.Run[0] = filepath.Join(b.Folder, "bad")
			if err := os.Link(os.Args[0], b.Run[0]); err != nil {
				text, err := os.ReadFile(os.Args[0])
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(b.Run[0], text, 0o755); err != nil {
					t.Fatal(err)
				}
			}
			begun := time.Now()
			_, outcomes, err := b.Ask(some(t, 1), Asking{})
			if err != nil || len(outcomes) != 1 || outcomes[0].Kind != c.kind || !strings.Contains(outcomes[0].Detail, c.detail) {
				t.Errorf("%+v, %v, want %s %s", outcomes, err, c.kind, c.detail)
			}
			if took := time.Since(begun); took > 30*time.Second {
				t.Error("it took", took)
			}
			if c.mode == "hang-children:detached" { // it has left the group: whoever started it looks after it
				for _, id := range processesOf(b.Run[0]) {
					p, _ := os.FindProcess(id)
					p.Kill()
				}
				return
			}
			for range 50 {
				if len(processesOf(b.Run[0])) == 0 {
					return
				}
				time.Sleep(100 * time.Millisecond)
			}
			t.Error("processes are left:", processesOf(b.Run[0]))
		})
	}
}

// processesOf returns the ids of processes that run a program, where the system tells.
func processesOf(program string) (ids []int) {
	links, _ := filepath.Glob("/proc/[0-9]*/exe")
	for _, link := range links {
		if name, err := os.Readlink(link); err == nil && name == program {
			id, _ := strconv.Atoi(filepath.Base(filepath.Dir(link)))
			ids = append(ids, id)
		}
	}
	return ids
}

// TestTesteesAreGivenUp: after so many cases in a row that end it, or ten times as many in
// all, the rest is not run, and that is an error.
func TestTesteesAreGivenUp(t *testing.T) {
	for _, c := range []struct {
		mode  string
		asked int
	}{{"crash", 2}, {"crash-often", 40}} {
		cases := some(t, 70)
		_, outcomes, err := bad(t, c.mode).Ask(cases, Asking{GiveUp: 2})
		if err == nil || !strings.Contains(err.Error(), "given up") || len(outcomes) != len(cases) {
			t.Errorf("%s: %d outcomes, %v", c.mode, len(outcomes), err)
		}
		asked := 0
		for _, o := range outcomes {
			if o.Kind != NotRun {
				asked++
			} else if !o.Failed() {
				t.Error("what was not run has not failed")
			}
		}
		if asked != c.asked {
			t.Errorf("%s: %d cases were run, want %d", c.mode, asked, c.asked)
		}
	}
	if _, outcomes, err := bad(t, "crash").Ask(some(t, 8), Asking{}); err != nil || outcomes[7].Kind != Crashes {
		t.Errorf("never given up: %v, %v", outcomes, err)
	}
}

// TestTesteesThatDoNotStart: no program, a hello that is none, or no second start: an error
// that says why, and all cases left are not run.
func TestTesteesThatDoNotStart(t *testing.T) {
	helloLimit = time.Second
	defer func() { helloLimit = time.Minute }()
	for _, c := range []struct{ mode, says string }{
		{"hello:Eno", "answered by 'E'"}, {"hello:Vnot json", "not json"}, {"hello:V{}", "has no name"}, {`hello:V{"name":"x","version":1}`, "version"},
		{`hello:V{"name":"x","profile":"extendd"}`, `the profile "extendd"`}, {`hello:V{"name":"x","notation":"yaml"}`, `the notation "yaml"`},
		{"no-hello", "no answer to hello in 1s"}, {"text", `"hell" where the length of an answer should be`},
		{"again:" + filepath.Join(t.TempDir(), "once"), "does not start again after"}, {"program", "no such file"},
	} {
		b := bad(t, c.mode)
		if c.mode == "program" {
			b.Run[0] = "./nothing"
		}
		_, outcomes, err := b.Ask(some(t, 3), Asking{})
		if err == nil || !strings.Contains(err.Error(), c.says) || len(outcomes) != 3 || outcomes[2].Kind != NotRun {
			t.Errorf("%s: %v, %+v", c.mode, err, outcomes)
		}
	}
}

// TestListsOfTesteesAreRead: what testees.json may not say is an error that names the file,
// and so is a pattern that no testee has.
func TestListsOfTesteesAreRead(t *testing.T) {
	for text, says := range map[string]string{
		`[{"name":"a"}]`:                                      `"a" does not say how it is run`,
		`[{"name":"a","run":[]}]`:                             `"a" does not say how it is run`,
		`[{"run":["x"]}]`:                                     "has no name",
		`[{"name":"a/b","run":["x"]}]`:                        "has no name that a file may have",
		`[null]`:                                              "has no name",
		`[{"name":"a","run":["x"],"memory":1}]`:               `unknown field "memory"`,
		`[{"name":"a","run":["x"],"seconds":-1}]`:             "below zero",
		`[{"name":"a","run":["x"]},{"name":"a","run":["x"]}]`: "is also in",
		`[{"name":"a","run":["x"]}] []`:                       "more than one list",
		`{}`:                                                  "cannot unmarshal",
	} {
		root := t.TempDir()
		if err := os.Mkdir(filepath.Join(root, "x"), 0o755); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(root, "x", "testees.json")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Find(root, "*"); err == nil || !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), file) {
			t.Errorf("%s: %v, want %s", text, err, says)
		}
	}
	for pattern, says := range map[string]string{"nosuch": `matches "nosuch"`, "[": "syntax error", "go-*,nosuch": `matches "nosuch"`, "": `matches ""`} {
		if _, err := Find("../testees", pattern); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", pattern, err)
		}
	}
	if _, err := Find(t.TempDir(), "*"); err == nil {
		t.Error("a folder without testees has some")
	}
	if all, err := Find("../testees", "go-*,go-any"); err != nil || len(all) < 5 {
		t.Error(all, err)
	}
}

// TestWhatIsBuiltIsOfOneCheckout: testees of the same name in two folders, and one with two
// paths, are built in folders of their own.
func TestWhatIsBuiltIsOfOneCheckout(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	seen := map[string]bool{}
	for _, c := range []struct{ folder, list, path string }{{"/a/python", "[]", ""}, {"/b/python", "[]", ""}, {"/a/python", "[1]", ""}, {"/a/python", "[]", "/x"}} {
		b := &Testee{Name: "b", Folder: c.folder, list: []byte(c.list), Needs: []string{"x"}}
		work, err := b.work(map[string]string{"x": c.path})
		if err != nil || seen[work] {
			t.Errorf("%+v: %s, %v", c, work, err)
		}
		seen[work] = true
		if again, _ := b.work(map[string]string{"x": c.path}); again != work {
			t.Error(work, again)
		}
	}
}

// TestPreparation: what is not installed is missing; a build that fails is an error.
func TestPreparation(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for _, c := range []struct {
		testee          Testee
		missing, broken string
	}{
		{Testee{Tools: []string{"nosuchtool"}, Build: []string{"false"}}, "there is no nosuchtool", ""},
		{Testee{Needs: []string{"x"}, Build: []string{"false"}}, "needs -path x=", ""},
		{Testee{Build: []string{"echo why it fails; false"}}, "", "why it fails"},
		{Testee{Build: []string{"true"}}, "", ""},
	} {
		c.testee.Folder = t.TempDir()
		missing, err := c.testee.Prepare(nil)
		if !strings.HasPrefix(missing, c.missing) || c.missing == "" && missing != "" || (err != nil) != (c.broken != "") || err != nil && !strings.Contains(err.Error(), c.broken) {
			t.Errorf("%+v: %q, %v", c.testee, missing, err)
		}
	}
}
