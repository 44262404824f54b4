package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/sumdb/dirhash"
	"golang.org/x/mod/zip"
)

// This file makes the Go modules. In the tree they find each other by replace lines, which
// the go command does not accept in a module that is installed. The released commit has
// none, and requires the version instead.

// root is the path of the library's module; those of the others begin with it.
const root = "github.com/beve-org/beve-go"

// inside are the folders of modules that are for work on the project. They keep their
// replace lines.
var inside = []string{"bench", "conformance", "examples", "interop", "release", "integrations/beambeve/cluster", "integrations/gormbeve/databases", "integrations/httpbeve/routers"}

// A goModule is one module of the tree.
type goModule struct {
	dir  string // in the tree, "" for the root
	path string
	own  []string // paths of those of the tree that it requires
	file *modfile.File
}

// published reports whether users can require m.
func (m *goModule) published() bool {
	return !slices.ContainsFunc(inside, func(dir string) bool { return m.dir == dir || strings.HasPrefix(m.dir, dir+"/") })
}

// tag is the name that the go command looks for in the repository.
func (m *goModule) tag(version string) string { return path.Join(m.dir, version) }

// readModules returns the modules whose go.mod files are named, each after those of the
// tree that it requires.
func readModules(tree string, files []string) ([]*goModule, error) {
	var read []*goModule
	for _, name := range files {
		data, err := os.ReadFile(filepath.Join(tree, filepath.FromSlash(name)))
		if err != nil {
			return nil, err
		}
		file, err := modfile.Parse(name, data, nil)
		if err != nil {
			return nil, err
		}
		m := &goModule{dir: strings.TrimSuffix(strings.TrimSuffix(name, "go.mod"), "/"), path: file.Module.Mod.Path, file: file}
		if want := path.Join(root, m.dir); m.path != want {
			return nil, fmt.Errorf("%s: module %s should be %s", name, m.path, want)
		}
		for _, r := range file.Require {
			if isOwn(r.Mod.Path) {
				m.own = append(m.own, r.Mod.Path)
			}
		}
		read = append(read, m)
	}
	var sorted []*goModule
	done := map[string]bool{}
	for len(sorted) < len(read) {
		before := len(sorted)
		for _, m := range read {
			if !done[m.path] && !slices.ContainsFunc(m.own, func(path string) bool { return !done[path] }) {
				done[m.path] = true
				sorted = append(sorted, m)
			}
		}
		if len(sorted) == before {
			return nil, fmt.Errorf("modules require each other, or one that is not in the tree")
		}
	}
	return sorted, nil
}

func isOwn(path string) bool { return path == root || strings.HasPrefix(path, root+"/") }

// release makes the go.mod of m that of a version.
func (m *goModule) release(version string) ([]byte, error) {
	for _, own := range m.own {
		if err := m.file.AddRequire(own, version); err != nil {
			return nil, err
		}
	}
	if m.published() {
		for _, r := range slices.Clone(m.file.Replace) {
			if !isOwn(r.Old.Path) {
				return nil, fmt.Errorf("%s replaces %s: a module that is installed cannot", m.path, r.Old.Path)
			}
			if err := m.file.DropReplace(r.Old.Path, r.Old.Version); err != nil {
				return nil, err
			}
		}
	}
	m.file.Cleanup()
	return m.file.Format()
}

// addSums returns a go.sum with more lines, in order.
func addSums(sum []byte, lines []string) []byte {
	all := strings.Split(strings.TrimRight(string(sum), "\n"), "\n")
	all = append(slices.DeleteFunc(all, func(line string) bool { return line == "" }), lines...)
	slices.SortFunc(all, func(a, b string) int {
		return slices.Compare(strings.Fields(a), strings.Fields(b))
	})
	return []byte(strings.Join(slices.Compact(all), "\n") + "\n")
}

// modules makes the released commit in b.tree, with its tags, the module proxy, and the
// bundle.
func (b *build) modules() error {
	listing, err := b.output(b.tree, "git", "ls-files", "go.mod", "*/go.mod")
	if err != nil {
		return err
	}
	files := slices.DeleteFunc(strings.Split(listing, "\n"), func(name string) bool { return strings.Contains(name, "/testdata/") })
	all, err := readModules(b.tree, files)
	if err != nil {
		return err
	}
	for _, m := range all {
		data, err := m.release(b.version)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(b.tree, filepath.FromSlash(m.dir), "go.mod"), data, 0o666); err != nil {
			return err
		}
	}
	// A module states the checksums of those that it requires, so these are made first.
	sums := map[string][]string{}
	for _, m := range all {
		if !m.published() {
			continue
		}
		if len(m.own) > 0 {
			var lines []string
			for _, own := range m.own {
				lines = append(lines, sums[own]...)
			}
			place := filepath.Join(b.tree, filepath.FromSlash(m.dir), "go.sum")
			sum, err := os.ReadFile(place)
			if err != nil && !os.IsNotExist(err) {
				return err
			}
			if err := os.WriteFile(place, addSums(sum, lines), 0o666); err != nil {
				return err
			}
		}
		if err := b.commit(); err != nil {
			return err
		}
		if sums[m.path], err = b.serve(m); err != nil {
			return err
		}
	}
	var tags []string
	for _, m := range all {
		if m.published() {
			tags = append(tags, "refs/tags/"+m.tag(b.version))
			if err := b.command(b.tree, "git", "tag", m.tag(b.version)); err != nil {
				return err
			}
		}
	}
	slices.Sort(tags)
	args := append([]string{"-c", "pack.threads=1", "bundle", "create", "-q", filepath.Join(b.dist, "tags.bundle"), "^" + b.head}, tags...)
	return b.command(b.tree, "git", args...)
}

// commit makes what is in b.tree the one commit after that of the checkout.
func (b *build) commit() error {
	args := []string{"-c", "user.name=beve-go", "-c", "user.email=release@users.noreply.github.com", "-c", "commit.gpgsign=false",
		"commit", "-q", "--allow-empty", "-m", "Release " + b.version, "--date", b.when + " +0000"}
	now, err := b.output(b.tree, "git", "rev-parse", "HEAD")
	if err != nil {
		return err
	}
	if now != b.head {
		args = append(args, "--amend")
	}
	// A module that required nothing before has a go.sum now, which is new.
	if err := b.command(b.tree, "git", "add", "--all"); err != nil {
		return err
	}
	return b.with("GIT_COMMITTER_DATE="+b.when+" +0000").command(b.tree, "git", args...)
}

// serve writes the files of m that a module proxy answers with, and returns the lines of
// go.sum for it.
func (b *build) serve(m *goModule) ([]string, error) {
	escaped, err := module.EscapePath(m.path)
	if err != nil {
		return nil, err
	}
	folder := filepath.Join(b.dist, "goproxy", filepath.FromSlash(escaped), "@v")
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	mod, err := os.ReadFile(filepath.Join(b.tree, filepath.FromSlash(m.dir), "go.mod"))
	if err != nil {
		return nil, err
	}
	seconds, err := strconv.ParseInt(b.when, 10, 64)
	if err != nil {
		return nil, err
	}
	info, err := json.Marshal(struct {
		Version string
		Time    time.Time
	}{b.version, time.Unix(seconds, 0).UTC()})
	if err != nil {
		return nil, err
	}
	for name, data := range map[string][]byte{"list": []byte(b.version + "\n"), b.version + ".mod": mod, b.version + ".info": info} {
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o666); err != nil {
			return nil, err
		}
	}
	place := filepath.Join(folder, b.version+".zip")
	f, err := os.Create(place)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := zip.CreateFromVCS(f, module.Version{Path: m.path, Version: b.version}, b.tree, "HEAD", m.dir); err != nil {
		return nil, err
	}
	if err := f.Close(); err != nil {
		return nil, err
	}
	sum, err := dirhash.HashZip(place, dirhash.Hash1)
	if err != nil {
		return nil, err
	}
	modSum, err := dirhash.Hash1([]string{"go.mod"}, func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(mod)), nil })
	if err != nil {
		return nil, err
	}
	return []string{m.path + " " + b.version + " " + sum, m.path + " " + b.version + "/go.mod " + modSum}, nil
}
