package gen

import (
	"errors"
	"flag"
	"fmt"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// This file is what the commands share: the flags, and the run from a package to its files.

// Flags are the flags that every generator has.
type Flags struct {
	Types      string
	Output     string
	Tags       string
	Tag        string
	Check      bool
	Tests      bool
	Unexported bool
	Verbose    bool
}

// Register declares the flags.
func (o *Flags) Register(f *flag.FlagSet) {
	f.StringVar(&o.Types, "type", "", "generate for these `types`, separated by commas; otherwise for all exported structs")
	f.StringVar(&o.Output, "output", "", "write this `file`; the default is named after the file with the go:generate line, or the package")
	f.StringVar(&o.Tags, "tags", "", "build `tags` that choose the files of the package, separated by commas")
	f.StringVar(&o.Tag, "tag", "", "name members by the struct tag of this `key`, and by json where a field has none")
	f.BoolVar(&o.Check, "check", false, "write nothing; exit with status 1 and show a diff if the output is stale")
	f.BoolVar(&o.Tests, "tests", false, "also write tests: round trips, truncated input, benchmarks")
	f.BoolVar(&o.Unexported, "unexported", false, "without -type, include structs whose names are not exported")
	f.BoolVar(&o.Verbose, "v", false, "say what is done")
}

// Backend prints the code of one format.
type Backend interface {
	// Suffix is what the name of a file ends in when the backend has written it, before ".go": "_beve".
	Suffix() string
	// Generate returns the file with the code for the types.
	Generate(p *Package, list []*types.Named) ([]byte, error)
	// Tests returns the file with their tests.
	Tests(p *Package, list []*types.Named) ([]byte, error)
}

// Refuser is a backend that does not take every type.
type Refuser interface {
	// Refuse says why a type, which was asked for by name or not, has no code: it would write other bytes than
	// reflection does, or none.
	Refuse(p *Package, t *types.Named, asked bool) string
}

// Run generates for the package in dir. The output is named after the file that go generate names in GOFILE, or else
// after the package; what there is to say goes to out.
func Run(dir string, o *Flags, b Backend, out io.Writer) error {
	source := os.Getenv("GOFILE")
	load := LoadOptions{Tags: o.Tags, Generated: func(name string) bool {
		base := strings.TrimSuffix(strings.TrimSuffix(name, ".go"), "_test")
		return strings.HasSuffix(base, b.Suffix()) || name == filepath.Base(o.Output)
	}}
	if strings.HasSuffix(source, "_test.go") {
		load.TestFile = source
	}
	p, err := Load(dir, load)
	if err != nil {
		return err
	}
	selection := Selection{Unexported: o.Unexported}
	if o.Types != "" {
		for name := range strings.SplitSeq(o.Types, ",") {
			selection.Names = append(selection.Names, strings.TrimSpace(name))
		}
	}
	list, err := p.Select(selection)
	if err != nil {
		return err
	}
	list, left, err := refuse(p, list, b, o.Types != "")
	if err != nil {
		return err
	}
	text, err := b.Generate(p, list)
	if err != nil {
		return err
	}
	path := o.path(p, source, b.Suffix())
	err = o.put(path, text, list, out)
	if o.Verbose {
		for _, line := range append(left, p.Embedders(list)...) {
			fmt.Fprintln(out, line)
		}
	}
	if o.Tests && (err == nil || errors.Is(err, ErrStale)) {
		tests, testErr := b.Tests(p, list)
		if testErr == nil {
			testErr = o.put(testPath(path), tests, list, out)
		}
		err = errors.Join(err, testErr)
	}
	return err
}

// refuse leaves out the types that the backend refuses, and says so line by line. One that was asked for by name is
// an error instead.
func refuse(p *Package, list []*types.Named, b Backend, byName bool) (kept []*types.Named, left []string, err error) {
	r, ok := b.(Refuser)
	if !ok {
		return list, nil, nil
	}
	var errs Errors
	for _, t := range list {
		why := r.Refuse(p, t, byName)
		switch {
		case why == "":
			kept = append(kept, t)
		case byName:
			errs.Add(p, t.Obj().Pos(), "%s %s: it goes by reflection", t.Obj().Name(), why)
		default:
			at := p.Fset.Position(t.Obj().Pos())
			left = append(left, fmt.Sprintf("%s:%d:%d: %s %s: it is left out, and goes by reflection",
				filepath.Base(at.Filename), at.Line, at.Column, t.Obj().Name(), why))
		}
	}
	if err := errs.Err(); err != nil {
		return nil, nil, err
	}
	if len(kept) == 0 {
		return nil, nil, fmt.Errorf("%s: no structs to generate for:\n%s", p.Dir, strings.Join(left, "\n"))
	}
	return kept, left, nil
}

// path returns where the output goes.
func (o *Flags) path(p *Package, source, suffix string) string {
	if o.Output != "" {
		if filepath.IsAbs(o.Output) {
			return o.Output
		}
		return filepath.Join(p.Dir, o.Output)
	}
	base, test := p.Name, ""
	if source != "" {
		base = strings.TrimSuffix(source, ".go")
		if cut, ok := strings.CutSuffix(base, "_test"); ok {
			base, test = cut, "_test"
		}
	}
	return filepath.Join(p.Dir, base+suffix+test+".go")
}

// testPath returns where the tests of a generated file go.
func testPath(path string) string {
	return strings.TrimSuffix(strings.TrimSuffix(path, ".go"), "_test") + "_test.go"
}

// put writes or checks one file.
func (o *Flags) put(path string, text []byte, list []*types.Named, out io.Writer) error {
	if o.Check {
		diff, err := Check(path, text)
		io.WriteString(out, diff) // best effort: the error says that the files differ
		return err
	}
	if err := Write(path, text); err != nil {
		return err
	}
	if o.Verbose {
		names := make([]string, len(list))
		for i, t := range list {
			names[i] = t.Obj().Name()
		}
		fmt.Fprintf(out, "%s: %s\n", path, strings.Join(names, ", "))
	}
	return nil
}
