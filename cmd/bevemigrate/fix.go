package main

import (
	"cmp"
	"fmt"
	"go/format"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// An edit replaces a part of a file.
type edit struct {
	start, end int
	text       string
}

// fix changes the files of the packages in which nothing of a library has to be rewritten. The
// types of a library belong together: packages that hand them to one another change together, or
// keep them.
func (a *all) fix(stderr io.Writer) error {
	kept := a.kept()
	files := map[string]map[edit]bool{}
	for _, u := range a.units {
		for id, edits := range u.result.edits {
			if kept[id][u.folder()] {
				continue
			}
			for _, e := range edits {
				p := a.fset.Position(e.Pos)
				if files[p.Filename] == nil {
					files[p.Filename] = map[edit]bool{}
				}
				files[p.Filename][edit{p.Offset, a.fset.Position(e.End).Offset, string(e.NewText)}] = true
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := change(name, slices.Collect(maps.Keys(files[name]))); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(stderr, "bevemigrate: %d files changed\n", len(files))
	return err
}

// folder names a package together with its tests.
func (u unit) folder() string {
	if len(u.pkg.GoFiles) > 0 {
		return filepath.Dir(u.pkg.GoFiles[0])
	}
	return u.pkg.PkgPath
}

// kept returns, by library, the folders whose packages keep it.
func (a *all) kept() map[string]map[string]bool {
	kept := map[string]map[string]bool{}
	folders := map[string]string{} // by import path
	for _, u := range a.units {
		folders[u.pkg.PkgPath] = u.folder()
	}
	for _, id := range libraries() {
		kept[id] = map[string]bool{}
		for _, u := range a.units {
			if u.result.keeps(id) {
				kept[id][u.folder()] = true
			}
		}
		for again := true; again; {
			again = false
			for _, u := range a.units {
				for path := range u.pkg.Imports {
					other, ok := folders[path]
					if !ok || !a.exposes(path, id) || len(u.result.edits[id]) == 0 && !kept[id][u.folder()] {
						continue
					}
					if kept[id][other] != kept[id][u.folder()] {
						kept[id][other], kept[id][u.folder()] = true, true
						again = true
					}
				}
			}
		}
	}
	return kept
}

// exposes reports whether a package exports types of a library.
func (a *all) exposes(path, id string) bool {
	return slices.ContainsFunc(a.units, func(u unit) bool { return u.pkg.PkgPath == path && u.result.exposed[id] })
}

// change edits one file.
func change(name string, edits []edit) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	slices.SortFunc(edits, func(x, y edit) int { return cmp.Or(cmp.Compare(y.start, x.start), cmp.Compare(y.end, x.end)) })
	for _, e := range edits {
		text = slices.Concat(text[:e.start], []byte(e.text), text[e.end:])
	}
	if formatted, err := format.Source(text); err == nil {
		text = formatted
	}
	return os.WriteFile(name, text, info.Mode().Perm())
}
