// Command bevemigrate lists what a module uses of other packages of encoding, and what becomes
// of it when the module moves to this library: which names are the same, which are renamed,
// which do something else, and what has to be rewritten. docs/migrate.md has the tables.
//
//	bevemigrate ./...                  list what needs a decision, and count the rest
//	bevemigrate -all ./...             list everything
//	bevemigrate -fix ./...             change imports and names where nothing has to be decided
//	bevemigrate -fix -differs ./...    and where something differs, which is decided
//	bevemigrate -from msgpack ./...    look at one package alone
//
// The status is 0 if everything is mechanical, 1 if something needs a decision, and 2 if the
// packages could not be loaded or the arguments make no sense. It also runs as
// go vet -vettool=$(which bevemigrate).
package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/analysis/unitchecker"
	"golang.org/x/tools/go/packages"

	"golang.org/x/tools/go/analysis"

	"github.com/beve-org/beve-go/cmd/internal/style"
	"github.com/beve-org/beve-go/cmd/internal/version"
	"github.com/beve-org/beve-go/internal/migrate"
)

func main() {
	args := os.Args[1:]
	if len(args) > 0 && (args[0] == "-V=full" || args[0] == "-flags" || strings.HasSuffix(args[len(args)-1], ".cfg")) {
		unitchecker.Main(analyzer) // go vet calls
	}
	os.Exit(run(args, os.Stdout, os.Stderr))
}

// options are the flags of the command.
type options struct {
	all, fix, json, tests bool
	from                  string
	tags                  string
	patterns              []string
}

func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("bevemigrate", flag.ContinueOnError)
	flags.SetOutput(stderr)
	var o options
	flags.BoolVar(&o.all, "all", false, "list what is only renamed, too")
	flags.BoolVar(&o.fix, "fix", false, "change imports and names in packages where nothing else of the library is found")
	flags.BoolVar(&despite, "differs", false, "with -fix: "+despiteUsage)
	flags.BoolVar(&o.json, "json", false, "print a JSON array of what was found")
	flags.BoolVar(&o.tests, "test", true, "look at tests, too")
	flags.StringVar(&o.from, "from", "", "look at these alone, separated by commas: "+strings.Join(libraries(), ", "))
	flags.StringVar(&o.tags, "tags", "", "build tags, separated by commas")
	printVersion := flags.Bool("version", false, "print the version")
	flags.Usage = func() {
		fmt.Fprintln(stderr, "usage: bevemigrate [flags] packages")
		flags.PrintDefaults()
	}
	switch err := flags.Parse(args); {
	case err == flag.ErrHelp:
		return 0
	case err != nil:
		return 2
	}
	if *printVersion {
		fmt.Fprintln(stdout, version.Of("bevemigrate"))
		return 0
	}
	if o.patterns = flags.Args(); len(o.patterns) == 0 {
		flags.Usage()
		return 2
	}
	found, err := look(o, stderr)
	if err == nil && o.fix {
		err = found.fix(stderr)
	}
	if err == nil {
		err = found.print(o, stdout)
	}
	if err != nil {
		fmt.Fprintln(stderr, "bevemigrate:", style.Error(err))
		return 2
	}
	if slices.ContainsFunc(found.list, func(f place) bool { return f.Change != migrate.Renamed.String() }) {
		return 1
	}
	return 0
}

func libraries() (ids []string) {
	for _, lib := range migrate.All() {
		ids = append(ids, lib.ID)
	}
	return ids
}

// A place is a finding with its position, as -json prints it.
type place struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Library string `json:"library"`
	What    string `json:"what"`
	Change  string `json:"change"` // renamed, differs, rewrite
	Text    string `json:"text"`
	folder  string // of the package
}

// All that was found in the packages.
type all struct {
	list  []place
	fset  *token.FileSet
	units []unit
}

// A unit is a package as it was loaded: with its tests it is another one.
type unit struct {
	pkg    *packages.Package
	result *result
}

// look loads and analyzes packages.
func look(o options, stderr io.Writer) (*all, error) {
	wanted := strings.Split(o.from, ",")
	for _, id := range wanted {
		if o.from != "" && !slices.Contains(libraries(), id) {
			return nil, fmt.Errorf("-from %s: there are %s", id, strings.Join(libraries(), ", "))
		}
	}
	config := &packages.Config{Mode: packages.LoadSyntax | packages.NeedModule, Tests: o.tests, Fset: token.NewFileSet()}
	if o.tags != "" {
		config.BuildFlags = []string{"-tags=" + o.tags}
	}
	loaded, err := packages.Load(config, o.patterns...)
	if err != nil {
		return nil, err
	}
	if err := loadErrors(loaded, stderr); err != nil {
		return nil, err
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{analyzer}, loaded, nil)
	if err != nil {
		return nil, err
	}
	found := &all{fset: config.Fset}
	for _, action := range graph.Roots {
		if action.Err != nil {
			return nil, fmt.Errorf("%s: %w", action.Package, action.Err)
		}
		r := action.Result.(*result)
		if o.from != "" {
			r.findings = slices.DeleteFunc(r.findings, func(f finding) bool { return !slices.Contains(wanted, f.library.ID) })
			for id := range r.edits {
				if !slices.Contains(wanted, id) {
					delete(r.edits, id)
				}
			}
		}
		found.units = append(found.units, unit{action.Package, r})
		for _, f := range r.findings {
			p := config.Fset.Position(f.pos)
			found.list = append(found.list, place{relative(p.Filename), p.Line, p.Column, f.library.ID, f.what, f.change.String(), f.text, folderOf(action.Package)})
		}
	}
	slices.SortFunc(found.list, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.File, b.File), a.Line-b.Line, a.Column-b.Column, cmp.Compare(a.Text, b.Text))
	})
	// A package and the same with its tests find the same.
	found.list = slices.CompactFunc(found.list, func(a, b place) bool { a.folder, b.folder = "", ""; return a == b })
	return found, nil
}

// loadErrors returns the errors of packages that are not there, and prints those of packages
// that are looked at as far as they can be.
func loadErrors(loaded []*packages.Package, stderr io.Writer) error {
	var missing []error
	for _, p := range loaded {
		for _, e := range p.Errors {
			if len(p.Syntax) == 0 {
				missing = append(missing, e)
			} else if _, err := fmt.Fprintln(stderr, "bevemigrate:", e); err != nil {
				return err
			}
		}
	}
	return errors.Join(missing...)
}

// relative shortens a path to one that begins here, if it is below.
func relative(name string) string {
	wd, err := os.Getwd()
	if err != nil {
		return name
	}
	if rel, err := filepath.Rel(wd, name); err == nil && !strings.HasPrefix(rel, "..") {
		return rel
	}
	return name
}

// print writes what was found.
func (a *all) print(o options, w io.Writer) error {
	if o.json {
		enc := json.NewEncoder(w)
		enc.SetIndent("", "  ")
		return enc.Encode(append([]place{}, a.list...))
	}
	renamed := 0
	for _, f := range a.list {
		if f.Change == migrate.Renamed.String() {
			renamed++
			if !o.all {
				continue
			}
		}
		if _, err := fmt.Fprintf(w, "%s:%d:%d: %s [%s]\n", f.File, f.Line, f.Column, f.Text, f.Change); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "%d to decide, %d to rename; values that are encoded through an interface are not seen\n", len(a.list)-renamed, renamed)
	return err
}
