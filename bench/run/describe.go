// What a reader must know of a run: the machine, the versions, the command.

package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/beve-org/beve-go/bench/codecs"
	"github.com/beve-org/beve-go/bench/payload"
	"github.com/beve-org/beve-go/bench/report"
)

// describe writes README.md of a run.
func describe(o *options, dir string) error {
	var w bytes.Buffer
	fmt.Fprintf(&w, "# %s\n\n", filepath.Base(dir))
	o.gate.Describe(&w, runtime.NumCPU())
	fmt.Fprintf(&w, "- Command: `go run ./run %s`\n", strings.Join(os.Args[1:], " "))
	fmt.Fprintf(&w, "- Rounds: %d of %s a benchmark\n", o.count, o.benchtime)
	if o.cpu {
		fmt.Fprintf(&w, "- Reports compare time of processors, all threads together, instead of elapsed time.\n")
	}
	fmt.Fprintln(&w)
	versions(&w, o.withV2())
	fmt.Fprintf(&w, "\n[Targets](targets.md), [ratios](ratios.md), [times](times.md), [sizes](sizes.md),\n")
	fmt.Fprintf(&w, "[benchstat](benchstat.txt), [raw results](%s)\n\n", report.RawFile)
	r, err := report.Load(dir)
	if err != nil {
		return err
	}
	if r.Series["Binary/nested/Write/"+report.Bevegen] != nil {
		report.WriteNested(&w, r)
		fmt.Fprintf(&w, "\nRows of C++ need g++, `libmsgpack-cxx-dev` and, in GLAZE, the folder of Glaze's headers; [how](../../README.md#adding-a-rival).\n\n")
	}
	for _, name := range plotted(r) {
		fmt.Fprintf(&w, "![%s](%s.svg)\n", name, name)
	}
	return report.WritePage(dir, w.Bytes())
}

// versions writes the modules of the codecs with what this program was built with.
func versions(w io.Writer, withV2 bool) {
	used := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			used[m.Path] = m.Version
		}
	}
	fmt.Fprintln(w, "| codec | module | version |\n|---|---|---|")
	for _, c := range codecs.All() {
		version := used[c.Module]
		switch {
		case c.Module == "std":
			version = runtime.Version()
		case c.Kind == codecs.Ours:
			version = "this tree"
		}
		fmt.Fprintf(w, "| %s | %s | %s |\n", c.Name, c.Module, version)
	}
	if withV2 {
		fmt.Fprintf(w, "| std-json-v2 | std | %s, GOEXPERIMENT=jsonv2 |\n", runtime.Version())
	}
}

// writeReports makes everything else of the raw results.
func writeReports(o *options, dir string) error {
	r, err := report.Load(dir)
	if err != nil {
		return err
	}
	if o.cpu {
		r.UseCPU()
	}
	judged, err := report.Judge(dir, o.cpu)
	if err != nil {
		return err
	}
	for name, write := range map[string]func(io.Writer){
		"ratios.md":  func(w io.Writer) { report.WriteRatios(w, r) },
		"times.md":   func(w io.Writer) { report.WriteTimes(w, r) },
		"sizes.md":   func(w io.Writer) { report.WriteSizes(w, r) },
		"targets.md": func(w io.Writer) { report.WriteTargets(w, judged) },
	} {
		var text bytes.Buffer
		write(&text)
		if err := os.WriteFile(filepath.Join(dir, name), text.Bytes(), 0o644); err != nil {
			return err
		}
	}
	if err := report.Draw(dir, r, plotted(r)); err != nil {
		return err
	}
	return benchstat(dir)
}

// plotted returns the names of the payloads that a run has measured.
func plotted(r *report.Results) []string {
	var names []string
	for _, p := range payload.All() {
		if len(r.CodecNames(p.Name, "Marshal")) > 0 {
			names = append(names, p.Name)
		}
	}
	return names
}

// benchstatColumns are the codecs whose columns fit side by side; the first is what
// benchstat compares the others with.
var benchstatColumns = []string{"beve", "beve-codecof", "msgp", "vtproto", "mus", "cbor", "std-json"}

// benchstat runs the tool of that name, which wants names of parts in names.
func benchstat(dir string) error {
	text, err := os.ReadFile(filepath.Join(dir, report.RawFile))
	if err != nil {
		return err
	}
	named, err := os.CreateTemp("", "benchstat")
	if err != nil {
		return err
	}
	defer os.Remove(named.Name())
	for line := range bytes.Lines(text) {
		if parts := bytes.SplitN(line, []byte("/"), 4); len(parts) == 4 && string(parts[0]) == "BenchmarkCodec" {
			line = fmt.Appendf(nil, "%s/payload=%s/mode=%s/codec=%s", parts[0], parts[1], parts[2], parts[3])
		}
		if _, err := named.Write(line); err != nil {
			return err
		}
	}
	if err := named.Close(); err != nil {
		return err
	}
	columns := strings.Join(benchstatColumns, " ")
	out, err := exec.Command("go", "tool", "benchstat",
		"-filter", ".name:Codec .unit:(sec/op OR allocs/op) /codec:("+strings.Join(benchstatColumns, " OR ")+")",
		"-row", "/payload,/mode", "-col", "/codec@("+columns+")", named.Name()).Output()
	if err != nil {
		return fmt.Errorf("benchstat: %w", err)
	}
	return os.WriteFile(filepath.Join(dir, "benchstat.txt"), out, 0o644)
}
