package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
)

// This file makes the packages for Python and for JavaScript from the released commit.

// builders build Python packages. A package names its builder, so that its version counts.
var builders = []string{"build==1.3.0", "hatchling==1.28.0"}

// pythonVersion finds the version of the Python package.
var pythonVersion = regexp.MustCompile(`(?m)^__version__ = "([^"]+)"$`)

// agree returns an error unless all packages of the tree have the number.
func agree(tree, number string) error {
	text, err := os.ReadFile(filepath.Join(tree, "CHANGELOG.md"))
	if err != nil {
		return err
	}
	last, err := newest(string(text))
	if err != nil {
		return err
	}
	if text, err = os.ReadFile(filepath.Join(tree, "python", "src", "beve", "_version.py")); err != nil {
		return err
	}
	python := pythonVersion.FindSubmatch(text)
	if python == nil {
		return fmt.Errorf("_version.py has no __version__")
	}
	if text, err = os.ReadFile(filepath.Join(tree, "js", "package.json")); err != nil {
		return err
	}
	var npm struct{ Version string }
	if err := json.Unmarshal(text, &npm); err != nil {
		return err
	}
	for place, has := range map[string]string{"CHANGELOG.md": last, "python/src/beve/_version.py": string(python[1]), "js/package.json": npm.Version} {
		if has != number {
			return fmt.Errorf("%s says %s, not %s", place, has, number)
		}
	}
	return nil
}

// python builds the wheel and the source distribution.
func (b *build) python() error {
	venv := filepath.Join(b.temp, "venv")
	if err := b.command(b.temp, "python3", "-m", "venv", venv); err != nil {
		return err
	}
	bin := filepath.Join(venv, "bin")
	if _, err := os.Stat(bin); err != nil {
		bin = filepath.Join(venv, "Scripts")
	}
	if err := b.command(b.temp, filepath.Join(bin, "pip"), append([]string{"install", "-q"}, builders...)...); err != nil {
		return err
	}
	out := filepath.Join(b.dist, "python")
	if err := b.command(filepath.Join(b.tree, "python"), filepath.Join(bin, "python"), "-m", "build", "--no-isolation", "--outdir", out); err != nil {
		return err
	}
	// It leaves a file that says what git is to ignore.
	if err := os.Remove(filepath.Join(out, ".gitignore")); err != nil && !os.IsNotExist(err) {
		return err
	}
	return nil
}

// npm builds the package of npm.
func (b *build) npm() error {
	dir, out := filepath.Join(b.tree, "js"), filepath.Join(b.dist, "npm")
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	if err := b.command(dir, "npm", "ci", "--no-audit", "--no-fund"); err != nil {
		return err
	}
	return b.command(dir, "npm", "pack", "--pack-destination", out)
}
