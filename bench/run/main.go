// Command run runs the suite in rounds and writes everything that can be said
// about it into a folder:
//
//	go run ./run -name laptop
//	go run ./run -quick
//
// A round runs every benchmark once. The speed of machines drifts from minute to
// minute, so that ratios are taken within rounds, and the rest is median.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/beve-org/beve-go/bench/machine"
	"github.com/beve-org/beve-go/bench/report"
)

// options are the flags.
type options struct {
	name      string
	count     int
	benchtime string
	bench     string
	quick     bool
	jsonv2    bool
	binary    bool
	reports   bool
	cpu       bool
	gate      *machine.Gate
}

func main() {
	log.SetFlags(log.Ltime)
	var o options
	flag.StringVar(&o.name, "name", "local", "folder within results")
	flag.IntVar(&o.count, "count", 6, "number of rounds")
	flag.StringVar(&o.benchtime, "benchtime", "100ms", "time of each benchmark, as go test takes it")
	flag.StringVar(&o.bench, "bench", ".", "benchmarks to run, as go test takes it")
	flag.BoolVar(&o.quick, "quick", false, "one round of 20ms each into results/quick, to see that all works")
	flag.BoolVar(&o.jsonv2, "jsonv2", true, "run encoding/json/v2 too, in a program built with GOEXPERIMENT=jsonv2")
	flag.BoolVar(&o.binary, "binary", true, "run binaryperf and measure the size of programs too")
	flag.BoolVar(&o.reports, "reports", false, "run nothing, only write the reports of what is there again")
	flag.BoolVar(&o.cpu, "cpu", false, "make reports of time of processors instead of elapsed time")
	o.gate = machine.Flag()
	flag.Parse()
	if o.quick {
		o.name, o.count, o.benchtime = "quick", 1, "20ms"
	}
	if err := run(&o); err != nil {
		log.Fatal(err)
	}
}

func run(o *options) error {
	if _, err := os.Stat("suite_test.go"); err != nil {
		return errors.New("run me in the folder bench")
	}
	if o.reports {
		return writeReports(o, filepath.Join("results", o.name))
	}
	scratch := filepath.Join("results", machine.Scratch)
	if err := os.MkdirAll(scratch, 0o755); err != nil {
		return err
	}
	if err := measure(o, scratch); err != nil {
		return err
	}
	// What is published is replaced once there is better.
	name, refused := o.gate.End()
	dir := filepath.Join("results", name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := os.Rename(filepath.Join(scratch, report.RawFile), filepath.Join(dir, report.RawFile)); err != nil {
		return err
	}
	if err := describe(o, dir); err != nil {
		return err
	}
	return errors.Join(writeReports(o, dir), refused)
}

// withV2 reports whether the second program runs; a selection of benchmarks does
// without it.
func (o *options) withV2() bool { return o.jsonv2 && o.bench == "." }

// measure writes the raw results into a folder.
func measure(o *options, dir string) error {
	tools, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tools)
	programs, err := build(o, tools)
	if err != nil {
		return err
	}
	if err := o.gate.Begin(o.name); err != nil {
		return err
	}
	raw, err := os.Create(filepath.Join(dir, report.RawFile))
	if err != nil {
		return err
	}
	defer raw.Close()
	if o.binary {
		if err := programSize(raw, tools); err != nil {
			return err
		}
	}
	for round := range o.count {
		log.Printf("round %d of %d", round+1, o.count)
		for _, p := range programs {
			if err := p.run(raw, round); err != nil {
				return err
			}
		}
		o.gate.Lap()
	}
	return raw.Close()
}

// A program is one that prints results.
type program struct {
	path string
	args []string
}

// build compiles what a round runs, so that no round waits for the compiler.
func build(o *options, tools string) ([]program, error) {
	suite := program{filepath.Join(tools, "suite"), []string{"-test.run=^$", "-test.bench=" + o.bench, "-test.benchtime=" + o.benchtime, "-test.timeout=0"}}
	if err := goCommand(nil, "test", "-c", "-o", suite.path, "."); err != nil {
		return nil, err
	}
	programs := []program{suite}
	if o.withV2() {
		v2 := program{filepath.Join(tools, "jsonv2"), append([]string(nil), suite.args...)}
		v2.args[1] = "-test.bench=^BenchmarkCodec$/././^std-json-v2$"
		if err := goCommand([]string{"GOEXPERIMENT=jsonv2"}, "test", "-c", "-o", v2.path, "."); err != nil {
			return nil, err
		}
		programs = append(programs, v2)
	}
	if o.binary {
		each, err := time.ParseDuration(o.benchtime)
		if err != nil {
			return nil, fmt.Errorf("binaryperf needs a time, not %s; use -binary=false", o.benchtime)
		}
		binary := program{filepath.Join(tools, "binaryperf"), []string{"-raw", "-rounds=1", "-time=" + each.String()}}
		if err := goCommand(nil, "build", "-o", binary.path, "./binaryperf"); err != nil {
			return nil, err
		}
		programs = append(programs, binary)
	}
	return programs, nil
}

func (p *program) run(raw io.Writer, round int) error {
	cmd := exec.Command(p.path, p.args...)
	cmd.Env = append(os.Environ(), "BENCH_ROUND="+strconv.Itoa(round))
	var tail bytes.Buffer
	cmd.Stdout, cmd.Stderr = io.MultiWriter(raw, &tail), os.Stderr
	if err := cmd.Run(); err != nil {
		text := tail.Bytes()
		return fmt.Errorf("%s: %w\n%s", filepath.Base(p.path), err, text[max(0, len(text)-2000):])
	}
	return nil
}

func goCommand(env []string, args ...string) error {
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("go %s: %w", strings.Join(args, " "), err)
	}
	return nil
}
