package machine

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// This file measures what other programs took of the machine.

// Most is the share of one core that all other programs together may take of a run that is published.
const Most = 0.05

// A Load is what a machine did during a run beside it.
type Load struct {
	// Known says that the system tells it: Linux does.
	Known bool
	// Before and After are the programs at work, on average of the minute before the run and before its end.
	Before, After string
	// Others is how many cores all other programs took, Busiest the same in the lap where they took most, which is the
	// whole run if it has no laps, and Stolen what the host of a virtual machine gave to others.
	Others, Busiest, Stolen float64
	// Loudest is the name of the program that took the most in the busiest lap, where it is known.
	Loudest string
}

// Quiet reports whether nothing is known that disturbed the run.
func (l *Load) Quiet() bool { return !l.Known || l.Busiest <= Most }

// String returns the load as reports say it.
func (l *Load) String() string {
	if !l.Known {
		return "the system does not tell"
	}
	return fmt.Sprintf("%s before and %s after (averages of a minute, this run included); other programs took %s of a core, %s in the busiest part; the host took %s",
		l.Before, l.After, percent(l.Others), percent(l.Busiest), percent(l.Stolen))
}

func percent(cores float64) string { return fmt.Sprintf("%.1f %%", cores*100) }

// A sample is what counters said at a time.
type sample struct {
	at                time.Time
	busy, stolen, own time.Duration
	known             bool
	all               map[id]process
}

// tick is the unit of /proc/stat.
const tick = time.Second / 100

// take reads the counters.
func take() sample {
	s := sample{at: time.Now(), all: processes()}
	own, ok := used()
	s.busy, s.stolen, s.known = busy(read("/proc/stat"))
	s.own, s.known = own, s.known && ok
	return s
}

// busy returns from the text of /proc/stat for how long processors were at work, and for how long they wait for the host.
func busy(stat string) (work, stolen time.Duration, ok bool) {
	first, _, _ := strings.Cut(stat, "\n")
	fields := strings.Fields(first)
	if len(fields) < 9 || fields[0] != "cpu" {
		return 0, 0, false
	}
	var ticks [8]time.Duration // user, nice, system, idle, waiting for disks, interrupts, soft ones, stolen
	for i := range ticks {
		n, err := strconv.ParseInt(fields[i+1], 10, 64)
		if err != nil {
			return 0, 0, false
		}
		ticks[i] = time.Duration(n) * tick
	}
	return ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6], ticks[7], true
}

// between returns how many cores other programs and the host took from a to b, and the program that took the most. What
// processes say is exact; the ticks of processors know of those that cannot be seen too.
func between(a, b sample) (others, stolen float64, loudest string) {
	elapsed := b.at.Sub(a.at).Seconds()
	if elapsed <= 0 {
		return 0, 0, ""
	}
	took, loudest := foreign(a.all, b.all, os.Getpid())
	took = max(took, (b.busy-a.busy)-(b.own-a.own))
	return took.Seconds() / elapsed, (b.stolen - a.stolen).Seconds() / elapsed, loudest
}

// A watch measures from its start.
type watch struct {
	start, lap sample
	load       Load
}

func newWatch() *watch {
	now := take()
	return &watch{start: now, lap: now, load: Load{Known: now.known, Before: average()}}
}

// shortest is the length below which a lap says nothing: a tick would be a share of it.
const shortest = 5 * time.Second

// next ends a lap, or goes on with one that is short. Programs that were started must have ended: their time is
// counted only then.
func (w *watch) next(now sample) {
	if now.at.Sub(w.lap.at) < shortest {
		return
	}
	w.note(between(w.lap, now))
	w.lap = now
}

func (w *watch) note(others, _ float64, loudest string) {
	if others > w.load.Busiest {
		w.load.Busiest, w.load.Loudest = others, loudest
	}
}

// end ends the run.
func (w *watch) end() *Load {
	now := take()
	w.next(now)
	others, stolen, loudest := between(w.start, now)
	w.note(others, stolen, loudest)
	w.load.Others, w.load.Stolen = others, stolen
	w.load.After = average()
	return &w.load
}

// average returns the system's average of the last minute.
func average() string {
	last, _, _ := strings.Cut(read("/proc/loadavg"), " ")
	return last
}
