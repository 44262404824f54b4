// Command run puts the cases of the suite to testees, and writes a scoreboard.
//
//	go run ./run                                     all testees that can be built
//	go run ./run -testee 'go-*,python*'              some of them
//	go run ./run -path upstream=~/beve -path glaze=~/glaze/include
//	go run ./run -scoreboard SCOREBOARD -junit out.xml
//
// A testee that needs a path which is not given, or whose language is not installed, is
// left out, and the last lines say so. What a testee fails is listed beside it in
// expected/NAME.txt: a failure that is not in the list makes the run fail, and so does a
// pass that is. With -accept the lists are written.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/beve-org/beve-go/conformance"
)

// Testee is how a testee is built and run. Strings may have ${work}, a folder for what is
// built, and ${NAME} for the path of -path NAME=….
type Testee struct {
	Name     string   `json:"name"`
	Title    string   `json:"title"`
	Language string   `json:"language"`
	Ours     bool     `json:"ours"`
	Needs    []string `json:"needs"` // names of -path
	Tools    []string `json:"tools"` // commands that have to be there
	Build    []string `json:"build"` // commands for the shell
	Run      []string `json:"run"`
	Env      []string `json:"env"`
	Notes    string   `json:"notes"`
	// Bounds of one case.
	Seconds   int `json:"seconds"`
	Megabytes int `json:"megabytes"`

	folder string
}

// Result is what became of a testee.
type Result struct {
	*Testee
	Hello    Hello
	Outcomes []Outcome
	Missing  string // why it was not run
	Drift    []string
	Took     time.Duration
}

// paths are the values of -path.
type paths map[string]string

func (p paths) String() string { return "" }

func (p paths) Set(text string) error {
	name, value, ok := strings.Cut(text, "=")
	if !ok {
		return fmt.Errorf("%q is not NAME=PATH", text)
	}
	value, err := filepath.Abs(value)
	p[name] = value
	return err
}

var (
	given      = paths{}
	only       = flag.String("testee", "*", "patterns of names, with commas")
	group      = flag.String("case", "*", "a pattern of cases: 'size/*'")
	folders    = flag.String("testees", "testees", "the folder of the testees")
	scoreboard = flag.String("scoreboard", "", "write NAME.md and NAME.html")
	junit      = flag.String("junit", "", "write a report of JUnit")
	accept     = flag.Bool("accept", false, "write the lists of what is expected to fail")
	verbose    = flag.Bool("v", false, "print each failure")
	require    = flag.Bool("require", false, "fail if a testee cannot be run")
	parallel   = flag.Int("parallel", 2, "how many testees run at once")
)

func main() {
	log.SetFlags(0)
	flag.Var(given, "path", "NAME=PATH of something that no registry has; may be repeated")
	flag.Parse()
	cases, err := conformance.Load()
	if err != nil {
		log.Fatal(err)
	}
	if *group != "*" {
		cases = slices.DeleteFunc(cases, func(c conformance.Case) bool {
			ok, err := path.Match(*group, c.ID)
			return err != nil || !ok
		})
	}
	testees, err := find(*folders)
	if err != nil {
		log.Fatal(err)
	}
	results := make([]*Result, len(testees))
	var wait sync.WaitGroup
	turns := make(chan struct{}, max(*parallel, 1))
	for i, t := range testees {
		wait.Go(func() {
			turns <- struct{}{}
			defer func() { <-turns }()
			results[i] = t.test(cases)
		})
	}
	wait.Wait()
	if report(results, cases) {
		os.Exit(1)
	}
}

// find reads testees.json of each folder.
func find(root string) (all []*Testee, err error) {
	files, err := filepath.Glob(filepath.Join(root, "*", "testees.json"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var some []*Testee
		if err := json.Unmarshal(text, &some); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		for _, t := range some {
			t.folder, err = filepath.Abs(filepath.Dir(file))
			if err != nil {
				return nil, err
			}
			if t.Seconds == 0 {
				t.Seconds = 5
			}
			if t.Megabytes == 0 {
				t.Megabytes = 512
			}
			for _, pattern := range strings.Split(*only, ",") {
				if ok, err := path.Match(pattern, t.Name); err != nil {
					return nil, err
				} else if ok {
					all = append(all, t)
					break
				}
			}
		}
	}
	return all, nil
}

// test builds a testee, puts the cases to it, and compares with what is expected.
func (t *Testee) test(cases []conformance.Case) *Result {
	r := &Result{Testee: t}
	begun := time.Now()
	if r.Missing = t.build(); r.Missing != "" {
		return r
	}
	hello, outcomes, err := t.Ask(cases)
	if err != nil {
		r.Missing = "it does not run: " + err.Error()
		return r
	}
	r.Hello, r.Outcomes = hello, outcomes
	r.Took = time.Since(begun)
	if *accept && *group == "*" {
		err = t.writeExpected(outcomes)
	} else {
		r.Drift, err = t.compare(outcomes)
	}
	if err != nil {
		r.Drift = append(r.Drift, err.Error())
	}
	return r
}

// build returns why the testee cannot be run.
func (t *Testee) build() (missing string) {
	for _, name := range t.Needs {
		if given[name] == "" {
			return "needs -path " + name + "=…"
		}
	}
	for _, tool := range t.Tools {
		if _, err := exec.LookPath(tool); err != nil {
			return "there is no " + tool
		}
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	work := filepath.Join(cache, "beve-conformance", filepath.Base(t.folder))
	if err := os.MkdirAll(work, 0o755); err != nil {
		return err.Error()
	}
	expand := func(text string) string {
		return os.Expand(text, func(name string) string {
			if name == "work" {
				return work
			}
			if value, ok := given[name]; ok && name != "" {
				return value
			}
			return "$" + name
		})
	}
	for i := range t.Run {
		t.Run[i] = expand(t.Run[i])
	}
	for i := range t.Env {
		t.Env[i] = expand(t.Env[i])
	}
	building.Lock() // testees of one folder share what they build
	defer building.Unlock()
	for _, command := range t.Build {
		cmd := exec.Command("sh", "-c", expand(command))
		cmd.Dir = t.folder
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Sprintf("%s: %v\n%s", command, err, out[max(0, len(out)-2000):])
		}
	}
	return ""
}

var building sync.Mutex
