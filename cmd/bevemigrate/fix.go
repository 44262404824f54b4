package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/packages"

	"github.com/beve-org/beve-go/cmd/internal/replace"
	"github.com/beve-org/beve-go/internal/migrate"
)

// An edit replaces a part of a file.
type edit struct {
	start, end int
	text       string
}

// fix changes the files of the packages that need not keep a library, and
// leaves in the list what is not changed.
func (a *all) fix(stderr io.Writer) error {
	kept := map[string]map[string]bool{}
	for _, id := range libraries() {
		kept[id] = a.kept(id)
	}
	files := map[string]map[edit]bool{}
	for _, u := range a.units {
		for id, edits := range u.result.edits {
			if kept[id][folderOf(u.pkg)] {
				continue
			}
			for _, e := range edits {
				start, end := a.position(e.Pos), a.position(e.End)
				if files[start.Filename] == nil {
					files[start.Filename] = map[edit]bool{}
				}
				files[start.Filename][edit{start.Offset, end.Offset, string(e.NewText)}] = true
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := change(name, slices.Collect(maps.Keys(files[name]))); err != nil {
			return err
		}
	}
	a.list = slices.DeleteFunc(a.list, func(p place) bool {
		return p.Change == migrate.Renamed.String() && !kept[p.Library][p.folder]
	})
	_, err := fmt.Fprintf(stderr, "bevemigrate: %d files changed\n", len(files))
	return err
}

// position is where something stands in the file that was parsed, whatever its //line says.
func (a *all) position(p token.Pos) token.Position { return a.fset.PositionFor(p, false) }

// folderOf names a package together with its tests.
func folderOf(p *packages.Package) string {
	if len(p.GoFiles) > 0 {
		return filepath.Dir(p.GoFiles[0])
	}
	return p.PkgPath
}

// kept returns the folders whose packages keep a library: those that have to rewrite or to decide
// something, those whose sources are not the files that were parsed, as with cgo, and those that such a
// package hands types of the library to or takes them from.
func (a *all) kept(id string) map[string]bool {
	kept, folders, exposed := map[string]bool{}, map[string]string{}, map[string]bool{}
	for _, u := range a.units {
		folder := folderOf(u.pkg)
		folders[u.pkg.PkgPath] = folder
		exposed[folder] = exposed[folder] || u.result.exposed[id]
		kept[folder] = kept[folder] || u.result.keeps(id)
		for _, e := range u.result.edits[id] {
			if !slices.Contains(u.pkg.GoFiles, a.position(e.Pos).Filename) {
				kept[folder] = true
			}
		}
	}
	for again := true; again; {
		again = false
		for _, u := range a.units {
			folder := folderOf(u.pkg)
			for path := range u.pkg.Imports {
				other, ok := folders[path]
				if !ok || !exposed[other] || kept[other] == kept[folder] {
					continue
				}
				kept[other], kept[folder], again = true, true, true
			}
		}
	}
	return kept
}

// change edits one file.
func change(name string, edits []edit) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	before, err := format.Source(text)
	formatted := err == nil && bytes.Equal(before, text)
	slices.SortFunc(edits, func(x, y edit) int { return cmp.Or(cmp.Compare(y.start, x.start), cmp.Compare(y.end, x.end)) })
	for _, e := range edits {
		text = slices.Concat(text[:e.start], []byte(e.text), text[e.end:])
	}
	if formatted { // and stays so
		if text, err = grouped(name, text); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return replace.Write(name, text, false)
}

// grouped formats a file, and moves imports of this library from the group of the standard
// library, where those of encoding/json were, to the group that follows.
func grouped(name string, text []byte) ([]byte, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, text, parser.ImportsOnly|parser.ParseComments)
	if err != nil {
		return nil, err
	}
	offset := func(p token.Pos) int { return fset.Position(p).Offset }
	groups := astutil.Imports(fset, file)
	for i, group := range groups {
		at := slices.IndexFunc(group, func(spec *ast.ImportSpec) bool {
			return strings.HasPrefix(pathOf(spec), ours) && spec.Doc == nil && spec.Comment == nil
		})
		if at < 0 || !slices.ContainsFunc(group, isStandard) {
			continue
		}
		last := group[len(group)-1]
		if last == group[at] {
			last = group[len(group)-2]
		}
		start, end := offset(group[at].Pos()), offset(group[at].End())
		spec := string(text[start:end])
		for start > 0 && text[start-1] == '\t' {
			start--
		}
		if end < len(text) && text[end] == '\n' {
			end++ // the line as a whole
		}
		place, moved := offset(last.End()), "\n\n"+spec
		if last.Comment != nil {
			place = offset(last.Comment.End())
		}
		if i+1 < len(groups) && !isStandard(groups[i+1][0]) {
			place, moved = offset(groups[i+1][0].Pos()), spec+"\n"
		}
		// The later of the two changes is made first.
		if place > start {
			text = slices.Concat(text[:start], text[end:place], []byte(moved), text[place:])
		} else {
			text = slices.Concat(text[:place], []byte(moved), text[place:start], text[end:])
		}
		break
	}
	return format.Source(text)
}

const ours = "github.com/beve-org/beve-go"

func pathOf(spec *ast.ImportSpec) string { return strings.Trim(spec.Path.Value, "`\"") }

// isStandard reports whether an import is of the standard library, whose paths begin without a
// dot.
func isStandard(spec *ast.ImportSpec) bool {
	first, _, _ := strings.Cut(pathOf(spec), "/")
	return !strings.Contains(first, ".")
}
