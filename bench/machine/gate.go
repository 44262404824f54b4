package machine

import (
	"flag"
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"
)

// This file keeps results of a busy machine from being published.

// Scratch is the folder of results that nobody keeps.
const Scratch = "local"

// pause is how long a machine is looked at before a run.
const pause = 2 * time.Second

// A Gate lets a run be published, or not.
type Gate struct {
	name  string
	force bool
	watch *watch
	load  *Load
}

// Flag registers the flag -force, and returns a gate that obeys it.
func Flag() *Gate {
	g := new(Gate)
	flag.BoolVar(&g.force, "force", false, fmt.Sprintf("publish even if other programs take more than %g %% of a core; the report says so", Most*100))
	return g
}

// Begin starts a run that is to be published in the folder of results of that name, and returns an error if the
// machine is busy already. Runs without a name, and those of folders that nobody keeps, pass at once.
func (g *Gate) Begin(name string) error {
	g.name = name
	if g.free() {
		g.watch = newWatch()
		return nil
	}
	before := newWatch()
	time.Sleep(pause)
	if load := before.end(); !load.Quiet() {
		return refusal(load, "before the run")
	}
	g.watch = newWatch()
	return nil
}

// free reports whether nothing keeps the run from its folder.
func (g *Gate) free() bool {
	return g.force || g.name == "" || g.name == "quick" || g.name == Scratch || strings.HasPrefix(g.name, Scratch+"-")
}

// Lap ends a part of the run, each of which is looked at. All programs that the run has started must have ended.
func (g *Gate) Lap() { g.watch.next(take()) }

// End ends the run. It returns the folder that the results belong in, and an error to return once they are there: a
// run beside which the machine was busy is left in the folder [Scratch].
func (g *Gate) End() (name string, refused error) {
	g.load = g.watch.end()
	return g.verdict()
}

func (g *Gate) verdict() (name string, refused error) {
	if g.free() || g.load.Quiet() {
		return g.name, nil
	}
	return Scratch, refusal(g.load, "results are in "+Scratch)
}

func refusal(load *Load, where string) error {
	loudest := ""
	if load.Loudest != "" {
		loudest = ", most of it " + load.Loudest
	}
	return fmt.Errorf("not published, %s: other programs take %s of a core%s; at most %s may be, and -force publishes all the same",
		where, percent(load.Busiest), loudest, percent(Most))
}

// Describe writes the lines of a report that say what the run, which has ended, was measured on.
func (g *Gate) Describe(w io.Writer, cores int) {
	fmt.Fprintf(w, "- Processor: %s, %d in use\n", Processor(), cores)
	if more := Details(); more != "" {
		fmt.Fprintf(w, "- In detail: %s\n", more)
	}
	fmt.Fprintf(w, "- System: %s/%s, %s\n", runtime.GOOS, runtime.GOARCH, runtime.Version())
	fmt.Fprintf(w, "- Load: %s\n", g.load)
	if !g.load.Quiet() {
		fmt.Fprintf(w, "- **Measured on a busy machine**: a run is published only below %s of a core, unless by force\n", percent(Most))
	}
}
