// Command run puts the cases of the suite to testees, and writes a scoreboard.
//
//	go run ./run                                     all testees that can be built
//	go run ./run -testee 'go-*,python*'              some of them
//	go run ./run -path upstream=~/beve -path glaze=~/glaze/include
//	go run ./run -scoreboard SCOREBOARD -junit out.xml
//
// A testee that needs a path which is not given, or whose language is not installed, is
// left out, and the last lines say so. What a testee fails is listed in
// expected/NAME.txt: a failure that is not in the list makes the run fail, and so does a
// pass that is. With -accept the lists are written.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/beve-org/beve-go/conformance"
	"github.com/beve-org/beve-go/conformance/testee"
)

// Result is what became of a testee.
type Result struct {
	*testee.Testee
	Hello    testee.Hello
	Outcomes []testee.Outcome
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
	expected   = flag.String("expected", "expected", "the folder of the lists of what testees fail")
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
	testees, err := testee.Find(*folders, *only)
	if err != nil {
		log.Fatal(err)
	}
	// Testees of one folder share what they build, which none may build while another runs.
	results := make([]*Result, len(testees))
	for i, t := range testees {
		results[i] = &Result{Testee: t, Missing: t.Prepare(given)}
	}
	var wait sync.WaitGroup
	turns := make(chan struct{}, max(*parallel, 1))
	for i, t := range testees {
		wait.Go(func() {
			turns <- struct{}{}
			defer func() { <-turns }()
			results[i].test(t, cases)
		})
	}
	wait.Wait()
	if report(results, cases) {
		os.Exit(1)
	}
}

// test puts the cases to a testee, unless it is missing, and compares with what is expected.
func (r *Result) test(t *testee.Testee, cases []conformance.Case) {
	if r.Missing != "" {
		return
	}
	begun := time.Now()
	hello, outcomes, err := t.Ask(cases, nil)
	if err != nil {
		r.Missing = "it does not run: " + err.Error()
		return
	}
	r.Hello, r.Outcomes = hello, outcomes
	r.Took = time.Since(begun)
	if *accept && *group == "*" {
		err = writeExpected(t, outcomes)
	} else {
		r.Drift, err = compare(t, outcomes)
	}
	if err != nil {
		r.Drift = append(r.Drift, err.Error())
	}
}
