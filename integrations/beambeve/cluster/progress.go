//go:build unix

// Whether a pipeline moves: one that does not is ended, and everyone says where it stands.

package cluster

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"syscall"
	"time"
)

// lastJob returns the number and the state of the job that was started last, empty where there is none.
func (c *Cluster) lastJob(ctx context.Context) (id, state string, err error) {
	var overview struct {
		Jobs []struct {
			ID    string `json:"jid"`
			State string `json:"state"`
			Start int64  `json:"start-time"`
		} `json:"jobs"`
	}
	if err := c.ask(ctx, "/jobs/overview", &overview); err != nil {
		return "", "", err
	}
	latest := int64(0)
	for _, job := range overview.Jobs {
		if job.Start > latest {
			latest, id, state = job.Start, job.ID, job.State
		}
	}
	return id, state, nil
}

// ended reports whether a job of a state is over.
func ended(state string) bool { return state == "FINISHED" || state == "FAILED" || state == "CANCELED" }

// standing is how far a pipeline has come.
type standing struct {
	job  string        // its state and what its vertices have read and written; empty without a job
	work time.Duration // processor time: of workers, and without a job of all processes
}

// stands returns how far the pipeline has come that runs, by what the job manager answers.
func (c *Cluster) stands(ctx context.Context) (s standing, err error) {
	all, java := c.Time()
	if s.work = all; c.rest == "" {
		return s, nil
	}
	id, state, err := c.lastJob(ctx)
	if err != nil || id == "" || ended(state) {
		return s, err
	}
	var job struct {
		Vertices []struct {
			Status  string         `json:"status"`
			Metrics map[string]any `json:"metrics"`
		} `json:"vertices"`
	}
	if err := c.ask(ctx, "/jobs/"+id, &job); err != nil {
		return s, err
	}
	for _, v := range job.Vertices {
		for name := range v.Metrics {
			switch name {
			case "read-records", "write-records", "read-bytes", "write-bytes":
			default: // times, which pass
				delete(v.Metrics, name)
			}
		}
	}
	text, err := json.Marshal(job.Vertices)
	return standing{job: state + " " + string(text), work: all - java}, err
}

// moved reports whether a pipeline has come from one standing to another in a time: its vertices have read
// or written, or one twentieth of a processor was at work. A machine that is crowded leaves it so much.
func moved(from, to standing, within time.Duration) bool {
	work := to.work - from.work
	return from.job != to.job || work < 0 || work > within/20
}

// fatal is what a process of Java logs that does not get over it. Threads that share the memory may catch
// such an error and go on without what they were to do: nobody waits for an answer in vain that reads the log.
var fatal = regexp.MustCompile(`java\.lang\.OutOfMemoryError|OutOfDirectMemoryError|java\.lang\.StackOverflowError`)

// fatalLine returns the first error of a log that is fatal, to the end of its line, or "".
func fatalLine(text []byte) string {
	at := fatal.FindIndex(text)
	if at == nil {
		return ""
	}
	line, _, _ := strings.Cut(string(text[at[0]:]), "\n")
	return line
}

// logged is how much of each log was looked at.
type logged map[string]int64

// look returns an error where a log has one that is fatal, in a line that is complete.
func (l logged) look(c *Cluster) error {
	for name := range c.processes() {
		f, err := os.Open(c.log(name))
		if err != nil {
			continue // the process was not started
		}
		text, err := io.ReadAll(io.NewSectionReader(f, l[name], 1<<62))
		if err = errors.Join(err, f.Close()); err != nil {
			return fmt.Errorf("cluster: %w", err)
		}
		text = text[:bytes.LastIndexByte(text, '\n')+1]
		l[name] += int64(len(text))
		if line := fatalLine(text); line != "" {
			return fmt.Errorf("cluster: %s does not get over %s; all of it is in %s", name, line, c.log(name))
		}
	}
	return nil
}

// watch ends a pipeline when a process of the cluster ends that should not or logs that it cannot go on, and
// when nothing moves.
func (c *Cluster) watch(ctx context.Context, end context.CancelCauseFunc) {
	var last standing
	logs := logged{} // from the beginning: a cluster that was of no use before is not now
	since := time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.broken.Done():
			end(context.Cause(c.broken))
			return
		case <-time.After(min(c.Stall/8, 5*time.Second)):
		}
		if err := logs.look(c); err != nil {
			end(err)
			return
		}
		now, err := c.stands(ctx)
		if err == nil && moved(last, now, c.Stall) {
			last, since = now, time.Now()
			continue
		}
		if time.Since(since) < c.Stall {
			continue
		}
		c.dumpStacks()
		end(fmt.Errorf("cluster: no progress for %v: %s; the logs, with the stacks of all threads, are in %s", c.Stall, cmp.Or(last.job, "no job"), c.dir))
		return
	}
}

// dumpStacks lets all processes log what their threads do; those in Go end of it.
func (c *Cluster) dumpStacks() {
	for _, p := range c.processes() {
		for _, u := range groupUsage(p.cmd.Process.Pid) {
			_ = syscall.Kill(u.pid, syscall.SIGQUIT) // that it has ended
		}
	}
	time.Sleep(time.Second) // until they have
}
