//go:build unix

// What the processes of a cluster use, as Linux says it.

package cluster

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// usage is what one process uses.
type usage struct {
	command string
	time    time.Duration // of processors, with that of children that have ended
	memory  int           // resident megabytes
}

// tick is the unit of times in /proc, on all systems that Go runs on.
const tick = 10 * time.Millisecond

// groupUsage returns what the processes of a group use, but those that only watch. It is
// empty where there is no folder /proc.
func groupUsage(group int) (all []usage) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is well-formed
	for _, name := range stats {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // it has ended
		}
		// The command is in parentheses and may contain anything.
		end := strings.LastIndexByte(string(text), ')')
		begin := strings.IndexByte(string(text), '(')
		fields := strings.Fields(string(text[end+1:]))
		if begin < 0 || len(fields) < 22 || fields[2] != fmt.Sprint(group) || string(text[begin+1:end]) == "sh" {
			continue
		}
		one := usage{command: string(text[begin+1 : end]), memory: number(fields[21]) * os.Getpagesize() >> 20}
		for _, ticks := range fields[11:15] {
			one.time += time.Duration(number(ticks)) * tick
		}
		all = append(all, one)
	}
	return all
}

func number(text string) int {
	n, _ := strconv.Atoi(text) // the system's own
	return n
}

// processes returns the running ones, by name.
func (c *Cluster) processes() map[string]*process {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := map[string]*process{"jobserver": c.jobs}
	if c.manager != nil {
		all["jobmanager"] = c.manager
	}
	for i, p := range c.tasks {
		all[fmt.Sprint("taskmanager-", i)] = p
	}
	return all
}

// Memory returns the resident megabytes of each process, by name. Of workers of a
// TaskManager it is that of the largest.
func (c *Cluster) Memory() map[string]int {
	out := map[string]int{}
	for name, p := range c.processes() {
		for _, u := range groupUsage(p.cmd.Process.Pid) {
			out[name+" "+u.command] = max(out[name+" "+u.command], u.memory)
		}
	}
	return out
}

// Time returns the processor time of all processes since they were started.
func (c *Cluster) Time() (sum time.Duration) {
	for _, p := range c.processes() {
		for _, u := range groupUsage(p.cmd.Process.Pid) {
			sum += u.time
		}
	}
	return sum
}
