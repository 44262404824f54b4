// Command run puts the cases of the suite to testees, and writes a scoreboard.
//
//	go run ./run                                     all testees that can be built
//	go run ./run -testee 'go-*,python*'              some of them
//	go run ./run -case 'size,strings/key-*' -v       some cases: groups, or names in groups
//	go run ./run -path upstream=~/beve -path glaze=~/glaze/include
//	go run ./run -scoreboard SCOREBOARD -junit out.xml
//
// A testee that needs a path which is not given, or whose language is not installed, is
// left out, and the last lines say so; with -require that makes the run fail. A testee that
// cannot be built, does not answer or is given up makes it fail in any case. What a testee
// fails is listed in expected/NAME.txt: a failure that is not in the list makes the run fail,
// and so does a pass that is. With -accept the lists are written.
//
// The exit status is 0 if all is as listed, 1 if not, and 2 if there is nothing to run.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/beve-org/beve-go/conformance"
	"github.com/beve-org/beve-go/conformance/testee"
)

// Result is what became of a testee.
type Result struct {
	*testee.Testee
	Hello    testee.Hello
	Outcomes []testee.Outcome
	Missing  string   // why it was left out
	Broken   string   // why it was not run, or not to the end
	Drift    []string // what differs from its list
	Remarks  []string // what differs and may
	Took     time.Duration

	known known        // its list
	asked atomic.Int64 // how many cases it has been asked
	state atomic.Value // what it is at
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

// options are what the command line says.
type options struct {
	given                                               paths
	testees, cases, folder, expected, scoreboard, junit string
	accept, verbose, require                            bool
	parallel, giveUp                                    int
	progress                                            time.Duration
	stdout, stderr                                      io.Writer
}

// parse reads the command line. The error has been printed.
func parse(args []string, stdout, stderr io.Writer) (*options, error) {
	o := &options{given: paths{}, stdout: stdout, stderr: stderr}
	f := flag.NewFlagSet("run", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.Var(o.given, "path", "NAME=PATH of something that no registry has; may be repeated")
	f.StringVar(&o.testees, "testee", "*", "patterns of names, with commas")
	f.StringVar(&o.cases, "case", "*", "patterns of cases, with commas: of groups (size, 'str*'), or of names in groups ('size/key-*')")
	f.StringVar(&o.folder, "testees", "testees", "the folder of the testees")
	f.StringVar(&o.expected, "expected", "expected", "the folder of the lists of what testees fail")
	f.StringVar(&o.scoreboard, "scoreboard", "", "write NAME.md and NAME.html")
	f.StringVar(&o.junit, "junit", "", "write a report of JUnit")
	f.BoolVar(&o.accept, "accept", false, "write the lists of what is expected to fail; of all cases")
	f.BoolVar(&o.verbose, "v", false, "print each failure")
	f.BoolVar(&o.require, "require", false, "fail if a testee is left out")
	f.IntVar(&o.parallel, "parallel", 2, "how many testees run at once")
	f.IntVar(&o.giveUp, "give-up", 20, "give a testee up after so many crashes and timeouts in a row, or ten times as many in all; 0 for never")
	f.DurationVar(&o.progress, "progress", 10*time.Second, "how often to say how far testees are, on the standard error; 0 for never")
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	var err error
	switch {
	case f.NArg() > 0:
		err = fmt.Errorf("unknown argument %q", f.Arg(0))
	case o.accept && o.cases != "*":
		err = errors.New("-accept writes lists of all cases: it does not go with -case")
	}
	if err != nil {
		fmt.Fprintln(stderr, err)
	}
	return o, err
}

func main() {
	interrupt := make(chan os.Signal, 1)
	signal.Notify(interrupt, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-interrupt
		testee.KillAll()
		os.Exit(130)
	}()
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run is the command, and returns its exit status.
func run(args []string, stdout, stderr io.Writer) int {
	o, err := parse(args, stdout, stderr)
	if err != nil {
		return 2
	}
	cases, err := conformance.Load()
	if err == nil {
		cases, err = choose(cases, o.cases)
	}
	var testees []*testee.Testee
	if err == nil {
		testees, err = testee.Find(o.folder, o.testees)
	}
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 2
	}
	if o.test(testees, cases) {
		return 1
	}
	return 0
}

// choose returns the cases that match one of the patterns, which have commas between them: of
// groups, or with a slash of names in groups. A pattern that matches none is an error.
func choose(cases []conformance.Case, patterns string) (chosen []conformance.Case, err error) {
	in := make([]bool, len(cases))
	for _, pattern := range strings.Split(patterns, ",") {
		matched := false
		for i := range cases {
			name := cases[i].Group()
			if strings.Contains(pattern, "/") {
				name = cases[i].ID
			}
			ok, err := path.Match(pattern, name)
			if err != nil {
				return nil, fmt.Errorf("the pattern %q: %w", pattern, err)
			}
			in[i], matched = in[i] || ok, matched || ok
		}
		if !matched {
			return nil, fmt.Errorf("no case matches %q: a pattern without a slash is one of groups (%s)", pattern, strings.Join(groupsOf(cases), ", "))
		}
	}
	for i := range cases {
		if in[i] {
			chosen = append(chosen, cases[i])
		}
	}
	return chosen, nil
}

// test builds testees, puts the cases to them and reports; failed says that not all is as
// expected.
func (o *options) test(testees []*testee.Testee, cases []conformance.Case) (failed bool) {
	results := make([]*Result, len(testees))
	for i, t := range testees {
		results[i] = &Result{Testee: t}
		results[i].state.Store("waits")
	}
	done := make(chan struct{})
	var wait sync.WaitGroup
	wait.Go(func() { o.tell(results, len(cases), done) })
	// Testees of one folder share what they build, which none may build while another runs.
	for _, r := range results {
		r.state.Store("is built")
		missing, err := r.Prepare(o.given)
		if r.Missing = missing; err != nil {
			r.Broken = err.Error()
		}
		r.state.Store("waits")
	}
	var all sync.WaitGroup
	turns := make(chan struct{}, max(o.parallel, 1))
	for _, r := range results {
		all.Go(func() {
			turns <- struct{}{}
			defer func() { <-turns }()
			if r.Missing == "" && r.Broken == "" {
				r.state.Store("runs")
				o.ask(r, cases)
			}
			r.state.Store("done")
		})
	}
	all.Wait()
	close(done)
	wait.Wait()
	return o.report(results, cases)
}

// tell says now and then how far testees are.
func (o *options) tell(results []*Result, cases int, done chan struct{}) {
	if o.progress <= 0 {
		<-done
		return
	}
	tick := time.NewTicker(o.progress)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return
		case <-tick.C:
		}
		for _, r := range results {
			switch state := r.state.Load(); state {
			case "is built":
				fmt.Fprintf(o.stderr, "%s is built\n", r.Name)
			case "runs":
				fmt.Fprintf(o.stderr, "%s: %d of %d cases\n", r.Name, r.asked.Load(), cases)
			}
		}
	}
}

// ask puts the cases to a testee, and compares with what is expected.
func (o *options) ask(r *Result, cases []conformance.Case) {
	begun := time.Now()
	var err error
	if r.known, err = o.readList(r.Testee); err != nil {
		r.Broken = err.Error()
		return
	}
	r.Hello, r.Outcomes, err = r.Ask(cases, testee.Asking{GiveUp: o.giveUp, Stop: func(*testee.Outcome) bool {
		r.asked.Add(1)
		return false
	}})
	r.Took = time.Since(begun)
	if err == nil && o.accept {
		if err = o.writeList(r.Testee, r.Outcomes, r.known); err == nil {
			r.known, err = o.readList(r.Testee)
		}
	}
	if err != nil {
		r.Broken = err.Error()
	}
	r.Drift, r.Remarks = r.known.compare(r.Outcomes, whole(cases))
}

// whole returns the groups of which all cases are there, and "" if that is so of all groups.
func whole(cases []conformance.Case) map[string]bool {
	all, err := conformance.Load()
	if err != nil {
		panic(err) // they have been loaded before
	}
	missing := map[string]int{}
	for _, c := range all {
		missing[c.Group()]++
		missing[""]++
	}
	for _, c := range cases {
		missing[c.Group()]--
		missing[""]--
	}
	there := map[string]bool{}
	for group, n := range missing {
		there[group] = n == 0
	}
	return there
}
