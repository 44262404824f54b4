//go:build unix

package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

// This file has the tasks, and runs them.

// A task is what the programs are asked to do, each in its own words. IN is the events as NDJSON, BEVE the same as BEVE,
// COLUMNS as Parquet, OUT a file to write.
type task struct {
	mode, words string
	runs        []program
}

// program is one program's words for a task.
type program struct {
	name string
	args []string
	ends string // of the name of OUT
}

// duckdb returns a program of DuckDB.
func duckdb(sql string) program { return program{name: "duckdb", args: []string{"PYTHON", "-c", sql}} }

// query is a Python program that prints the rows of a query as JSON lines.
func query(sql string) program {
	return duckdb(`import duckdb; duckdb.execute("copy (` + sql + `) to '/dev/stdout' (format json)")`)
}

const events = "read_json_auto('IN')"

var tasks = []task{
	{"ToParquet", "NDJSON to Parquet", []program{
		{"beve", []string{"beve", "convert", "-q", "IN", "OUT"}, ".parquet"},
		duckdb(`import duckdb; duckdb.execute("copy (select * from ` + events + `) to 'OUT' (format parquet)")`),
		{"duckdb-zstd", []string{"PYTHON", "-c", `import duckdb; duckdb.execute("copy (select * from ` + events + `) to 'OUT' (format parquet, compression zstd)")`}, ""},
	}},
	{"FromParquet", "Parquet to NDJSON", []program{
		{"beve", []string{"beve", "convert", "-q", "COLUMNS", "OUT"}, ".ndjson"},
		duckdb(`import duckdb; duckdb.execute("copy (select * from 'COLUMNS') to 'OUT' (format json)")`),
	}},
	{"Print", "print all values as JSON", []program{
		{"beve", []string{"beve", "cat", "IN"}, ""},
		{"beve-of-beve", []string{"beve", "cat", "BEVE"}, ""},
		{"jq", []string{"jq", "-c", ".", "IN"}, ""},
		{"miller", []string{"mlr", "--ijsonl", "--ojsonl", "cat", "IN"}, ""},
		{"fq", []string{"fq", "-d", "jsonl", "-c", "tovalue[]", "IN"}, ""},
	}},
	{"Part", "one part of each value", []program{
		{"beve", []string{"beve", "get", "IN", "/user/city"}, ""},
		{"beve-of-beve", []string{"beve", "get", "BEVE", "/user/city"}, ""},
		{"jq", []string{"jq", "-c", ".user.city", "IN"}, ""},
		{"miller", []string{"mlr", "--ijsonl", "--ojsonl", "flatten", "then", "cut", "-f", "user.city", "IN"}, ""},
		query("select user.city from " + events),
	}},
	{"Filter", "the values that match", []program{
		{"beve", []string{"beve", "query", "select(.request.status == 500) | .id", "IN"}, ""},
		{"beve-of-beve", []string{"beve", "query", "select(.request.status == 500) | .id", "BEVE"}, ""},
		{"jq", []string{"jq", "-c", "select(.request.status == 500) | .id", "IN"}, ""},
		{"miller", []string{"mlr", "--ijsonl", "--ojsonl", "filter", "$request.status == 500", "then", "cut", "-f", "id", "IN"}, ""},
		query("select id from " + events + " where request.status = 500"),
	}},
	{"Count", "how often each value of a member occurs", []program{
		{"beve", []string{"beve", "count", "IN", "/level"}, ""},
		{"beve-of-beve", []string{"beve", "count", "BEVE", "/level"}, ""},
		{"jq", []string{"jq", "-n", "reduce inputs as $x ({}; .[$x.level] += 1)", "IN"}, ""},
		{"miller", []string{"mlr", "--ijsonl", "--ojsonl", "count-distinct", "-f", "level", "IN"}, ""},
		query("select level, count(*) from " + events + " group by level"),
	}},
}

// suite is one run of the tasks.
type suite struct {
	dir, beve, python string
	rounds            int
	limit             time.Duration
	only              []string
	slowest           int // input in MB for the slow ones
	note              string
	versions          []string
	slow              map[string]bool // programs that are not there, or take too long
	measured          []measure
	kinds             []size
}

// measure is one run of a program.
type measure struct {
	input         string // what it is called
	mode, program string
	elapsed, cpu  time.Duration
	peak          int64 // bytes
	out           int64 // of the file that it writes, or of what it prints
	sum           string
	late          bool
}

// size is a file of the events.
type size struct {
	input, format string
	bytes         int64
}

// prepareInput makes the input of that size in all formats. It returns what it is called, and the names of the files.
func (s *suite) prepareInput(mb int) (input string, names map[string]string, err error) {
	input = fmt.Sprintf("events-%dMB", mb)
	in := filepath.Join(s.dir, "events.ndjson")
	f, err := os.Create(in)
	if err != nil {
		return "", nil, err
	}
	if err := writeEvents(f, int64(mb)*1e6); err != nil {
		return "", nil, err
	}
	if err := f.Close(); err != nil {
		return "", nil, err
	}
	names = map[string]string{"IN": in, "BEVE": filepath.Join(s.dir, "events.beve"), "COLUMNS": filepath.Join(s.dir, "events.parquet"), "PYTHON": s.python, "beve": s.beve}
	for _, to := range []string{names["BEVE"], names["COLUMNS"]} {
		if out, err := exec.Command(s.beve, "convert", "-q", in, to).CombinedOutput(); err != nil {
			return "", nil, fmt.Errorf("%w: %s", err, out)
		}
	}
	for _, kind := range [][2]string{{"NDJSON", "IN"}, {"BEVE", "BEVE"}, {"Parquet", "COLUMNS"}} {
		info, err := os.Stat(names[kind[1]])
		if err != nil {
			return "", nil, err
		}
		s.kinds = append(s.kinds, size{input, kind[0], info.Size()})
	}
	return input, names, nil
}

// run does all tasks with input of that size.
func (s *suite) run(mb int) error {
	input, names, err := s.prepareInput(mb)
	if err != nil {
		return err
	}
	for round := range s.rounds {
		for _, t := range tasks {
			for i := range t.runs {
				p := t.runs[(i+round)%len(t.runs)] // in turns
				program, _, _ := strings.Cut(p.name, "-")
				if mb > s.slowest && (program == "miller" || program == "fq") {
					continue
				}
				if s.slow[program] || s.only != nil && !slices.Contains(s.only, program) {
					continue
				}
				m, err := s.measure(p, names, 1)
				if err != nil {
					return fmt.Errorf("%s by %s: %w", t.mode, p.name, err)
				}
				m.input, m.mode, m.program = input, t.mode, p.name
				s.slow[program] = s.slow[program] || m.late
				s.measured = append(s.measured, m)
				log.Printf("%s %s %s: %.2f s, %.2f s of processors, %d MB, %d bytes", input, t.mode, p.name, m.elapsed.Seconds(), m.cpu.Seconds(), m.peak>>20, m.out)
			}
		}
	}
	return nil
}

// measure runs a program, so many times at once, each with files of its own to write. The time elapsed is that until all
// have ended, that of processors the sum, the peak that of the largest.
func (s *suite) measure(p program, names map[string]string, times int) (m measure, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), s.limit)
	defer cancel()
	runs := make([]*oneRun, times)
	for i := range runs {
		runs[i], err = s.newRun(ctx, p, names, i)
		if err != nil {
			return m, err
		}
		defer runs[i].close()
	}
	start := time.Now()
	for _, r := range runs {
		if err := r.cmd.Start(); err != nil {
			return m, err
		}
	}
	var failed error
	for _, r := range runs {
		if err := r.cmd.Wait(); err != nil && failed == nil {
			failed = fmt.Errorf("%w: %s", err, r.said.String())
		}
	}
	m.elapsed = time.Since(start)
	if ctx.Err() != nil {
		m.late = true
		return m, nil
	}
	if failed != nil {
		return m, failed
	}
	for _, r := range runs {
		if err := r.count(&m); err != nil {
			return m, err
		}
	}
	return m, nil
}

// oneRun is a process that is measured.
type oneRun struct {
	cmd     *exec.Cmd
	out     string // the file that it may write
	printed *os.File
	said    strings.Builder
}

func (s *suite) newRun(ctx context.Context, p program, names map[string]string, i int) (*oneRun, error) {
	r := &oneRun{out: filepath.Join(s.dir, fmt.Sprintf("out%d%s", i, p.ends))}
	args := slices.Clone(p.args)
	args[0] = strings.NewReplacer("PYTHON", s.python, "beve", s.beve).Replace(args[0])
	for i := range args[1:] {
		args[i+1] = strings.NewReplacer("IN", names["IN"], "BEVE", names["BEVE"], "COLUMNS", names["COLUMNS"], "OUT", r.out).Replace(args[i+1])
	}
	r.cmd = exec.CommandContext(ctx, args[0], args[1:]...)
	var err error
	r.printed, err = os.Create(filepath.Join(s.dir, fmt.Sprintf("printed%d", i)))
	r.cmd.Stdout, r.cmd.Stderr = r.printed, &r.said
	return r, err
}

func (r *oneRun) close() {
	r.printed.Close()
	os.Remove(r.out)
}

// count adds what the process has taken, and checks that it has written something.
func (r *oneRun) count(m *measure) error {
	m.cpu += r.cmd.ProcessState.UserTime() + r.cmd.ProcessState.SystemTime()
	usage := r.cmd.ProcessState.SysUsage().(*syscall.Rusage)
	peak := int64(usage.Maxrss)
	if runtime.GOOS == "linux" {
		peak <<= 10 // which counts in KB there
	}
	m.peak = max(m.peak, peak)
	for _, name := range []string{r.out, r.printed.Name()} {
		text, err := os.Open(name)
		if err != nil {
			continue
		}
		sum := sha256.New()
		n, err := io.Copy(sum, text)
		text.Close()
		if err != nil {
			return err
		}
		if n > 0 {
			m.out, m.sum = n, hex.EncodeToString(sum.Sum(nil))
			return nil
		}
	}
	return fmt.Errorf("nothing was written")
}
