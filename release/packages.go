package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// This file makes the packages for Python and for JavaScript from the released commit.

// builders build Python packages. A package names its builder, so that its version counts.
// Zig is a compiler of C that makes the same for every platform on every machine.
var builders = []string{"build==1.3.0", "hatchling==1.28.0", "setuptools==80.9.0", "ziglang==0.15.2"}

// wheels are the platforms of compiled wheels: what Go, Python and the compiler call them.
var wheels = []struct{ platform, tag, target string }{
	{"linux/amd64", "manylinux_2_17_x86_64.manylinux2014_x86_64", "x86_64-linux-gnu.2.17"},
	{"linux/arm64", "manylinux_2_17_aarch64.manylinux2014_aarch64", "aarch64-linux-gnu.2.17"},
	{"darwin/amd64", "macosx_11_0_x86_64", "x86_64-macos.11.0"},
	{"darwin/arm64", "macosx_11_0_arm64", "aarch64-macos.11.0"},
	{"windows/amd64", "win_amd64", "x86_64-windows-gnu"},
}

// pythons are the interpreters for which there are compiled wheels, as far as they are installed.
var pythons = []string{"python3", "python3.10", "python3.11", "python3.12", "python3.13", "python3.14", "python3.13t", "python3.14t"}

// versionWithHeaders prints the version of an interpreter as tags have it, with a t where it has no lock, and whether
// it has what C includes.
const versionWithHeaders = `import os, sys, sysconfig
print("cp%d%d-cp%d%d" % (2 * sys.version_info[:2]) + "t" * bool(sysconfig.get_config_var("Py_GIL_DISABLED")),
      os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))`

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

// python builds the source distribution, the wheel of Python alone, and the compiled wheels.
func (b *build) python() error {
	bin, err := b.venv("python3")
	if err != nil {
		return err
	}
	out := filepath.Join(b.dist, "python")
	if err := b.with("BEVE_PURE=1").wheel(bin, out, "--sdist", "--wheel"); err != nil {
		return err
	}
	built := map[string]bool{}
	for _, name := range pythons {
		text, err := b.output(b.temp, name, "-c", versionWithHeaders)
		version, headers, _ := strings.Cut(text, " ")
		if err != nil || built[version] {
			continue
		}
		built[version] = true
		if headers != "True" {
			fmt.Fprintf(os.Stderr, "        no compiled wheel for %s: its headers are not installed\n", name)
			continue
		}
		if bin, err = b.venv(name); err != nil {
			return err
		}
		for _, to := range wheels {
			if !slices.Contains(b.targets, to.platform) {
				continue
			}
			zig := filepath.Join(bin, "python") + " -m ziglang "
			env := []string{"BEVE_COMPILED=1", "BEVE_CC=" + zig + "cc -target " + to.target, "BEVE_DLLTOOL=" + zig + "dlltool"}
			if err := b.with(append(env, "BEVE_TAG="+version+"-"+to.tag)...).wheel(bin, out, "--wheel"); err != nil {
				return err
			}
		}
	}
	// It leaves a file that says what git is to ignore.
	if err := os.Remove(filepath.Join(out, ".gitignore")); err != nil && !os.IsNotExist(err) {
		return err
	}
	made, err := filepath.Glob(filepath.Join(out, "*-cp*.whl"))
	for _, path := range made {
		if err == nil {
			err = checkWheel(path)
		}
	}
	return err
}

// venv makes an environment of an interpreter that has the builders, and returns the folder of its programs.
func (b *build) venv(python string) (string, error) {
	dir, err := os.MkdirTemp(b.temp, "venv")
	if err != nil {
		return "", err
	}
	if err := b.command(b.temp, python, "-m", "venv", dir); err != nil {
		return "", err
	}
	bin := filepath.Join(dir, "bin")
	if _, err := os.Stat(bin); err != nil {
		bin = filepath.Join(dir, "Scripts")
	}
	return bin, b.command(b.temp, filepath.Join(bin, "pip"), append([]string{"install", "-q"}, builders...)...)
}

// wheel builds what the arguments say of the Python package, with the programs in bin.
func (b *build) wheel(bin, out string, what ...string) error {
	args := append([]string{"-m", "build", "--no-isolation", "--outdir", out}, what...)
	return b.command(filepath.Join(b.tree, "python"), filepath.Join(bin, "python"), args...)
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
