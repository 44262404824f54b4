// This file is the stat command: its flags and its two forms of output. The
// counting is in stat_count.go.

package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/beve-org/beve-go/cmd/internal/source"
	"github.com/beve-org/beve-go/cmd/internal/style"
)

// statistics is the flags of one stat.
type statistics struct {
	app    *app
	json   bool
	bySize bool
	depth  int
}

func (a *app) statCommand() *cobra.Command {
	s := statistics{app: a}
	cmd := &cobra.Command{
		Use:   "stat FILE",
		Short: "Show what takes the room, by path and by type",
		Long: `Show how many bytes of a file each path takes, and each type.

In paths, * stands for every index of an array and every integer key. The bytes of a path
include its keys and all that is inside; the bytes of a type are its own, so that the types
together are the whole file. Very long keys, and keys beyond the first thousand of an
object, are counted together as * too. JSON is measured as the BEVE that convert makes of
it.`,
		Example: `  beve stat data.beve
  beve stat --by-size --depth 3 huge.ndjson.gz
  beve stat --json data.beve | jq '.types[0]'`,
		RunE: func(_ *cobra.Command, names []string) error {
			if s.depth < 0 {
				return usagef("--depth must not be negative")
			}
			return s.run(names[0])
		},
	}
	a.inputFlags(cmd)
	a.jobsFlag(cmd)
	f := cmd.Flags()
	f.BoolVar(&s.json, "json", false, "print JSON instead of tables")
	f.BoolVar(&s.bySize, "by-size", false, "the largest paths first, instead of in the order of the file")
	f.IntVar(&s.depth, "depth", 0, "show paths of at most so many steps (0: all)")
	return cmd
}

func (s *statistics) run(name string) error {
	src, err := s.app.open(name)
	if err != nil {
		return err
	}
	defer src.Close()
	c := newCounter(src.Options().Limits, src.Options().LegacyTypeTag)
	if err := c.source(src, s.app.workers(src, false)); err != nil {
		return err
	}
	r := s.report(src, c)
	w := bufio.NewWriter(s.app.out)
	if s.json {
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		err = e.Encode(r)
	} else {
		r.print(w, s.app.style(s.app.outIsTerminal))
	}
	if err != nil {
		return err
	}
	return w.Flush()
}

// statReport is what stat prints, and its JSON form.
type statReport struct {
	File   string     `json:"file"`
	Format string     `json:"format"`
	Values int64      `json:"values"`
	Bytes  int64      `json:"bytes"`
	Paths  []pathStat `json:"paths"`
	Types  []typeStat `json:"types"`
}

// pathStat is one path with all that is inside.
type pathStat struct {
	Path  string           `json:"path"`
	Count int64            `json:"count"`
	Bytes int64            `json:"bytes"`
	Types map[string]int64 `json:"types"`
}

// typeStat is one type by itself.
type typeStat struct {
	Type  string `json:"type"`
	Count int64  `json:"count"`
	Bytes int64  `json:"bytes"`
}

// report orders what has been counted.
func (s *statistics) report(src *source.Source, c *counter) *statReport {
	r := &statReport{File: src.Name, Format: src.Stored.String(), Values: c.values, Paths: []pathStat{}, Types: []typeStat{}}
	if c.values > 0 {
		c.root.each("", 0, func(path string, depth int, n *pathNode) {
			if s.depth == 0 || depth <= s.depth {
				r.Paths = append(r.Paths, pathStat{path, n.count, n.bytes, n.types})
			}
		})
	}
	for name, t := range c.types {
		r.Types = append(r.Types, typeStat{name, t.count, t.bytes})
		r.Bytes += t.bytes
	}
	if s.bySize {
		slices.SortStableFunc(r.Paths, func(a, b pathStat) int { return cmp.Compare(b.Bytes, a.Bytes) })
	}
	slices.SortFunc(r.Types, func(a, b typeStat) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.Type, b.Type))
	})
	return r
}

// print writes the tables.
func (r *statReport) print(w io.Writer, s style.Style) {
	as := ""
	if r.Format != source.BEVE.String() {
		as = " as BEVE"
	}
	fmt.Fprintf(w, "%s: %s, %s, %s%s\n\n", style.Plain(r.File), r.Format, count(r.Values, "value"), count(r.Bytes, "byte"), as)
	width := len("path")
	shown := make([]string, len(r.Paths))
	for i, p := range r.Paths {
		path := p.Path
		if path == "" {
			path = "-"
		}
		shown[i] = style.Clip(style.Plain(path), 60)
		width = max(width, len([]rune(shown[i])))
	}
	fmt.Fprintln(w, s.Bold(fmt.Sprintf("%-*s  %10s  %14s  %6s  %s", width, "path", "count", "bytes", "%", "types")))
	for i, p := range r.Paths {
		fmt.Fprintf(w, "%s  %10d  %14d  %6.1f  %s\n", s.Cyan(style.Pad(shown[i], width)),
			p.Count, p.Bytes, percent(p.Bytes, r.Bytes), s.Dim(typeList(p.Types)))
	}
	width = len("type")
	for _, t := range r.Types {
		width = max(width, len(t.Type))
	}
	fmt.Fprintln(w)
	fmt.Fprintln(w, s.Bold(fmt.Sprintf("%-*s  %10s  %14s  %6s", width, "type", "count", "bytes", "%")))
	for _, t := range r.Types {
		fmt.Fprintf(w, "%-*s  %10d  %14d  %6.1f\n", width, t.Type, t.Count, t.Bytes, percent(t.Bytes, r.Bytes))
	}
}

func percent(part, whole int64) float64 {
	if whole == 0 {
		return 0
	}
	return 100 * float64(part) / float64(whole)
}

// typeList names types, the most frequent first, with counts if there are several.
func typeList(types map[string]int64) string {
	names := make([]string, 0, len(types))
	for name := range types {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(types[b], types[a]), cmp.Compare(a, b))
	})
	if len(names) > 1 {
		for i, name := range names {
			names[i] = fmt.Sprintf("%s ×%d", name, types[name])
		}
	}
	const most = 4
	if len(names) > most {
		names = append(names[:most], "…")
	}
	return strings.Join(names, ", ")
}
