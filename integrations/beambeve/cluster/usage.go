//go:build unix

// What the processes of a cluster use, as Linux says it.

package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// usage is what one process uses.
type usage struct {
	pid     int
	command string
	time    time.Duration // of processors, with that of children that have ended
	ended   time.Duration // of children that have ended
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
		one := usage{pid: number(filepath.Base(filepath.Dir(name))), command: string(text[begin+1 : end]), memory: number(fields[21]) * os.Getpagesize() >> 20}
		for i, ticks := range fields[11:15] {
			used := time.Duration(number(ticks)) * tick
			one.time += used
			if i >= 2 {
				one.ended += used
			}
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

// Peaks looks at Memory again and again until stop is called, which returns the most of each process.
func (c *Cluster) Peaks() (stop func() map[string]int) {
	peaks := map[string]int{}
	end := make(chan struct{})
	var done sync.WaitGroup
	done.Go(func() {
		for {
			for name, mb := range c.Memory() {
				peaks[name] = max(peaks[name], mb)
			}
			select {
			case <-end:
				return
			case <-time.After(200 * time.Millisecond):
			}
		}
	})
	return func() map[string]int {
		close(end)
		done.Wait()
		return peaks
	}
}

// Time returns the processor time of all processes since they were started, and that of
// processes of Java.
func (c *Cluster) Time() (all, java time.Duration) {
	for _, p := range c.processes() {
		for _, u := range groupUsage(p.cmd.Process.Pid) {
			all += u.time
			if u.command == "java" {
				// Workers have no other parent: what has ended is theirs.
				java += u.time - u.ended
			}
		}
	}
	return all, java
}

// Busy returns the time that the processors of the machine have been busy, whoever with, and
// 0 where there is no folder /proc.
func Busy() time.Duration {
	text, _ := os.ReadFile("/proc/stat") // or there is none
	line, _, _ := strings.Cut(string(text), "\n")
	ticks := 0
	for i, field := range strings.Fields(line) {
		if i >= 1 && i <= 8 && i != 4 && i != 5 { // idle, and idle until a disk answers
			ticks += number(field)
		}
	}
	return time.Duration(ticks) * tick
}

// Shuffled returns the bytes that vertices of the last job sent to others, over the network or
// within a machine, as Flink counts them.
func (c *Cluster) Shuffled(ctx context.Context) (sum int64, err error) {
	id, _, err := c.lastJob(ctx)
	if err != nil {
		return 0, err
	}
	var job struct {
		Vertices []struct {
			Metrics struct {
				Written int64 `json:"write-bytes"`
			} `json:"metrics"`
		} `json:"vertices"`
	}
	if err := c.ask(ctx, "/jobs/"+id, &job); err != nil {
		return 0, err
	}
	for _, v := range job.Vertices {
		sum += v.Metrics.Written
	}
	return sum, nil
}

// ask asks the job manager.
func (c *Cluster) ask(ctx context.Context, path string, answer any) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+c.rest+path, nil)
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("cluster: %s: %s", path, response.Status)
	}
	return json.NewDecoder(response.Body).Decode(answer)
}
