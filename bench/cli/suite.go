//go:build unix

package main

import (
	"context"
	"fmt"
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
	late          bool
}

// size is a file of the events.
type size struct {
	input, format string
	bytes         int64
}

// run does all tasks with input of that size.
func (s *suite) run(mb int) error {
	input := fmt.Sprintf("events-%dMB", mb)
	in := filepath.Join(s.dir, "events.ndjson")
	f, err := os.Create(in)
	if err != nil {
		return err
	}
	if err := writeEvents(f, int64(mb)*1e6); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	names := map[string]string{"IN": in, "BEVE": filepath.Join(s.dir, "events.beve"), "COLUMNS": filepath.Join(s.dir, "events.parquet"), "PYTHON": s.python, "beve": s.beve}
	for _, to := range []string{names["BEVE"], names["COLUMNS"]} {
		if out, err := exec.Command(s.beve, "convert", "-q", in, to).CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
	}
	for name, file := range map[string]string{"NDJSON": in, "BEVE": names["BEVE"]} {
		info, err := os.Stat(file)
		if err != nil {
			return err
		}
		s.kinds = append(s.kinds, size{input, name, info.Size()})
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
				m, err := s.measure(p, names)
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

// measure runs a program.
func (s *suite) measure(p program, names map[string]string) (m measure, err error) {
	out := filepath.Join(s.dir, "out"+p.ends)
	defer os.Remove(out)
	args := slices.Clone(p.args)
	args[0] = strings.NewReplacer("PYTHON", s.python, "beve", s.beve).Replace(args[0])
	for i := range args[1:] {
		args[i+1] = strings.NewReplacer("IN", names["IN"], "BEVE", names["BEVE"], "COLUMNS", names["COLUMNS"], "OUT", out).Replace(args[i+1])
	}
	ctx, cancel := context.WithTimeout(context.Background(), s.limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	printed, err := os.Create(filepath.Join(s.dir, "printed"))
	if err != nil {
		return m, err
	}
	defer printed.Close()
	var said strings.Builder
	cmd.Stdout, cmd.Stderr = printed, &said
	start := time.Now()
	err = cmd.Run()
	m.elapsed = time.Since(start)
	if ctx.Err() != nil {
		m.late = true
		return m, nil
	}
	if err != nil {
		return m, fmt.Errorf("%w: %s", err, said.String())
	}
	m.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if m.peak = int64(usage.Maxrss); runtime.GOOS == "linux" {
		m.peak <<= 10 // which counts in KB there
	}
	for _, name := range []string{out, printed.Name()} {
		if info, err := os.Stat(name); err == nil && m.out == 0 {
			m.out = info.Size()
		}
	}
	if m.out == 0 {
		return m, fmt.Errorf("nothing was written")
	}
	return m, nil
}
