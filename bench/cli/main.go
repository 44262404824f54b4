//go:build unix

// Command cli runs the command beve beside jq, Miller, fq and DuckDB: each verb on the same events, in turns, each run a
// process of its own. It measures elapsed time, the time of processors, the largest memory, and the size of what is
// written.
//
//	go run ./cli                                      # 20 MB, one round, printed
//	go run ./cli -sizes 200,1000 -rounds 3 -name laptop-cli # into results/laptop-cli, with plots
//
// With -jobs it measures beve alone: one worker beside two, and beside two processes of one worker at once.
//
//	go run ./cli -jobs -sizes 100 -rounds 5 -name laptop-jobs
//
// It builds beve, and uses jq, mlr and fq where they are in the PATH, and DuckDB where -python names a Python that has
// the package duckdb. A program that takes longer than -limit is left out of what follows.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/beve-org/beve-go/bench/machine"
)

func main() {
	log.SetFlags(0)
	sizes := flag.String("sizes", "20", "sizes of the input in MB")
	rounds := flag.Int("rounds", 1, "how often each runs")
	name := flag.String("name", "", "folder of results to write; none prints the tables")
	python := flag.String("python", "python3", "Python with the package duckdb")
	limit := flag.Duration("limit", 5*time.Minute, "longest run of a program")
	only := flag.String("only", "", "programs to run, with commas between; all if empty")
	slow := flag.Int("slow", 20, "largest input in MB for Miller and fq, of which fq takes a hundred times its input as memory")
	jobs := flag.Bool("jobs", false, "measure what two workers of beve gain, instead of other programs")
	note := flag.String("note", "", "a sentence for the report, about the machine")
	gate := machine.Flag()
	flag.Parse()
	dir, err := os.MkdirTemp("", "beve-cli")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	s := &suite{dir: dir, slowest: *slow, rounds: *rounds, limit: *limit, python: *python, note: *note, slow: map[string]bool{}}
	if *only != "" {
		s.only = strings.Split(*only, ",")
	}
	if err := s.prepare(); err != nil {
		log.Fatal(err)
	}
	if err := gate.Begin(*name); err != nil {
		log.Fatal(err)
	}
	for _, size := range strings.Split(*sizes, ",") {
		mb, err := strconv.Atoi(size)
		if err != nil {
			log.Fatal(err)
		}
		if *jobs {
			err = s.runJobs(mb, gate)
		} else {
			err = s.run(mb)
		}
		if err != nil {
			log.Fatal(err)
		}
	}
	if *jobs {
		err = s.reportJobs(*name, gate)
	} else {
		err = s.report(*name, gate)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// prepare builds beve and finds the others.
func (s *suite) prepare() error {
	s.beve = filepath.Join(s.dir, "beve")
	build := exec.Command("go", "build", "-o", s.beve, "./beve")
	build.Dir = "../cmd"
	build.Env = append(os.Environ(), "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("build beve: %w: %s", err, out)
	}
	for _, v := range []struct{ name, program, flag string }{
		{"jq", "jq", "--version"}, {"miller", "mlr", "--version"}, {"fq", "fq", "--version"},
	} {
		if out, err := exec.Command(v.program, v.flag).Output(); err == nil {
			s.versions = append(s.versions, v.name+" "+strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(string(out), "mlr "), "jq-")))
		} else {
			s.slow[v.name] = true
		}
	}
	if out, err := exec.Command(s.python, "-c", "import duckdb; print(duckdb.__version__)").Output(); err == nil {
		s.versions = append(s.versions, "duckdb "+strings.TrimSpace(string(out)))
	} else {
		s.slow["duckdb"] = true
	}
	return nil
}
