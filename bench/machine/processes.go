package machine

import (
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// This file adds up what other programs have used, from their own counters. Those of processors are sampled by ticks: a
// program whose threads wake with the tick, as a collector of garbage does, takes a fifth of a core more than they say,
// and hides as much of others.

// An id is a process, also where its number is used again.
type id struct {
	pid     int
	started string
}

// A process is what the system tells of one.
type process struct {
	name        string
	parent      int
	own, reaped time.Duration // its own time, and that of its children that have ended
}

// processes returns all that can be seen; none where there is no /proc.
func processes() map[id]process {
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	all := make(map[id]process, len(files))
	for _, name := range files {
		if k, p, ok := parse(read(name)); ok {
			all[k] = p
		}
	}
	return all
}

// parse reads the text of /proc/<pid>/stat. The name stands in parentheses and may hold any others.
func parse(stat string) (k id, p process, ok bool) {
	number, rest, found := strings.Cut(stat, " (")
	end := strings.LastIndex(rest, ")")
	if !found || end < 0 {
		return id{}, process{}, false
	}
	fields := strings.Fields(rest[end+1:])
	if len(fields) < 20 {
		return id{}, process{}, false
	}
	var n [6]int64
	for i, text := range []string{number, fields[1], fields[11], fields[12], fields[13], fields[14]} {
		v, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return id{}, process{}, false
		}
		n[i] = v
	}
	p = process{name: rest[:end], parent: int(n[1]), own: time.Duration(n[2]+n[3]) * tick, reaped: time.Duration(n[4]+n[5]) * tick}
	return id{int(n[0]), fields[19]}, p, true
}

// foreign returns what the processes other than this one and those that it has started took from a to b, and which of
// them took the most.
func foreign(a, b map[id]process, self int) (took time.Duration, most string) {
	var reaped, loudest time.Duration
	ours := family(b, self)
	for k, p := range b {
		if ours(k.pid) {
			continue
		}
		before := a[k] // zero if it is new
		own := max(0, p.own-before.own)
		took += own
		reaped += max(0, p.reaped-before.reaped)
		if own > loudest {
			loudest, most = own, p.name
		}
	}
	// Those that have ended are in the time of some process that waited for them or for their parents, with what they had
	// used before. Which one it is cannot be told, so that the sums are compared.
	ours = family(a, self)
	for k, p := range a {
		if _, lives := b[k]; !lives && !ours(k.pid) {
			reaped -= p.own + p.reaped
		}
	}
	return took + max(0, reaped), most
}

// family returns a function that reports whether a process is this one, or was started by it or by one that was.
func family(all map[id]process, self int) func(pid int) bool {
	parents := make(map[int]int, len(all))
	for k, p := range all {
		parents[k.pid] = p.parent
	}
	return func(pid int) bool {
		for range len(parents) + 1 { // a number that is used again can close a circle
			if pid == self {
				return true
			}
			parent, known := parents[pid]
			if !known {
				return false
			}
			pid = parent
		}
		return false
	}
}
