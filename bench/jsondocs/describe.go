// What a run leaves in its folder.

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/beve-org/beve-go/bench/machine"
	"github.com/beve-org/beve-go/bench/report"
)

// describe writes README.md, with the table, and a plot for each document.
func describe(o *options, gate *machine.Gate, dir string, r *report.Results, docs []document, table []byte) error {
	var w bytes.Buffer
	fmt.Fprintf(&w, "# %s\n\n", filepath.Base(dir))
	fmt.Fprintf(&w, "Package json and its rivals on real documents, in turns within one process.\n\n")
	gate.Describe(&w, runtime.GOMAXPROCS(0))
	fmt.Fprintf(&w, "- Command: `go run ./jsondocs %s`\n", strings.Join(os.Args[1:], " "))
	fmt.Fprintf(&w, "- Rounds: %d of %s a turn, a collection of garbage before each\n\n", o.rounds, o.span)
	versions(&w)
	w.WriteByte('\n')
	w.Write(table)
	fmt.Fprintf(&w, "\n[Raw results](%s)\n\n", report.RawFile)
	var names []string
	for _, document := range docs {
		names = append(names, document.name)
		fmt.Fprintf(&w, "![%s](%s.svg)\n", document.name, document.name)
	}
	if err := report.WritePage(dir, w.Bytes()); err != nil {
		return err
	}
	return report.Draw(dir, r, names)
}

// versions writes the rivals with what this program was built with.
func versions(w *bytes.Buffer) {
	used := map[string]string{"std": runtime.Version()}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			used[m.Path] = m.Version
		}
	}
	used[rivals[0].module] = "this tree"
	fmt.Fprintln(w, "| package | module | version |\n|---|---|---|")
	for _, r := range rivals {
		fmt.Fprintf(w, "| %s | %s | %s |\n", r.name, r.module, used[r.module])
	}
}
