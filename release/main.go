// Command release makes what a version consists of, from a commit:
//
//	goproxy/          every Go module as a module proxy serves it
//	tags.bundle       the commit and the tags that a module proxy reads, to be pushed
//	bin/OS_ARCH/      the commands, static, with the licences of what is in them and a
//	                  bill of materials
//	inspector.html    the page of beve serve for files that are dropped on it, with the reader inside
//	python/           wheels, compiled and of Python alone, and the source distribution
//	npm/              the package of npm
//	notes.md          what the changelog says of the version
//	SHA256SUMS        of all these
//
// The same commit makes the same bytes. Everything is made in a copy of the commit, in
// temporary folders: what is beside it in the checkout has no part in it.
//
//	release [-untested] [-platforms linux/amd64,…] VERSION [DIR]
//
// It needs git, Go, Python 3 with venv, and Node with npm.
package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/semver"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "release:", err)
		}
		os.Exit(1)
	}
}

// allPlatforms are those that binaries are made for. Compiled wheels are made for fewer: see wheels.
const allPlatforms = "linux/amd64,linux/arm64,darwin/amd64,darwin/arm64,windows/amd64,windows/arm64"

// A build is one run of the command.
type build struct {
	version string   // v0.1.0
	number  string   // 0.1.0
	repo    string   // the checkout
	dist    string   // where the result goes, empty at first
	temp    string   // removed in the end
	tree    string   // a clone of the checkout in temp, which becomes the released commit
	head    string   // the commit of the checkout
	when    string   // its time, in seconds
	targets []string // platforms
	env     []string // of all programs that are run
}

func run(args []string) error {
	flags := flag.NewFlagSet("release", flag.ContinueOnError)
	untested := flags.Bool("untested", false, "do not run the tests")
	platforms := flags.String("platforms", allPlatforms, "OS/ARCH of the binaries and of the compiled wheels, separated by commas")
	flags.Usage = func() {
		fmt.Fprintln(flags.Output(), "usage: release [flags] VERSION [DIR]")
		flags.PrintDefaults()
	}
	if err := flags.Parse(args); err != nil {
		return err
	}
	// A flag after the version would be taken for a folder.
	if flags.NArg() < 1 || flags.NArg() > 2 || strings.HasPrefix(flags.Arg(1), "-") {
		flags.Usage()
		return errors.New("a version and perhaps a folder are wanted")
	}
	b := &build{version: "v" + strings.TrimPrefix(flags.Arg(0), "v"), dist: "dist", targets: strings.Split(*platforms, ",")}
	b.number = b.version[1:]
	if semver.Canonical(b.version) != b.version || semver.Build(b.version) != "" {
		return fmt.Errorf("%s is not a version: v1.2.3 or v1.2.3-rc.1", flags.Arg(0))
	}
	if flags.NArg() == 2 {
		b.dist = flags.Arg(1)
	}
	if err := b.checkTargets(); err != nil {
		return err
	}
	var err error
	if b.dist, err = filepath.Abs(b.dist); err != nil {
		return err
	}
	if b.repo, err = filepath.Abs("."); err != nil {
		return err
	}
	if b.temp, err = os.MkdirTemp("", "release"); err != nil {
		return err
	}
	defer b.clean()
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt)
	go func() {
		<-stop
		b.clean()
		os.Exit(130)
	}()
	return b.run(!*untested)
}

// clean removes the temporary folders: those of Go's module cache may not be written.
func (b *build) clean() {
	filepath.WalkDir(b.temp, func(path string, d fs.DirEntry, err error) error { //nolint:errcheck // what cannot be changed cannot be removed
		if err == nil && d.IsDir() {
			return os.Chmod(path, 0o755)
		}
		return nil
	})
	if err := os.RemoveAll(b.temp); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
	}
}

func (b *build) run(test bool) error {
	begun := time.Now()
	steps := []struct {
		name string
		do   func() error
	}{
		{"the checkout", b.inspect},
		{"the tests", func() error {
			if !test {
				return nil
			}
			return b.command(b.repo, "scripts/test", "all")
		}},
		{"Go modules", b.modules},
		{"binaries", b.binaries},
		{"Python", b.python},
		{"npm", b.npm},
		{"sums", b.sums},
	}
	for _, step := range steps {
		fmt.Fprintf(os.Stderr, "%4.0f s  %s\n", time.Since(begun).Seconds(), step.name)
		if err := step.do(); err != nil {
			return fmt.Errorf("%s: %w", step.name, err)
		}
	}
	fmt.Fprintf(os.Stderr, "%4.0f s  %s is in %s\n", time.Since(begun).Seconds(), b.version, b.dist)
	return nil
}

// inspect refuses a checkout that is not that of the version, and makes b.tree.
func (b *build) inspect() error {
	// The checkout is the one that was asked for, whoever owns it.
	b.env = append(os.Environ(), "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=safe.directory", "GIT_CONFIG_VALUE_0=*", "LC_ALL=C", "TZ=UTC")
	changes, err := b.output(b.repo, "git", "status", "--porcelain")
	if err != nil {
		return err
	}
	if changes != "" {
		return fmt.Errorf("there are changes that are not committed:\n%s", changes)
	}
	if b.head, err = b.output(b.repo, "git", "rev-parse", "HEAD"); err != nil {
		return err
	}
	if b.when, err = b.output(b.repo, "git", "log", "-1", "--format=%ct"); err != nil {
		return err
	}
	b.env = append(b.env, "SOURCE_DATE_EPOCH="+b.when)
	changelog, err := os.ReadFile(filepath.Join(b.repo, "CHANGELOG.md"))
	if err != nil {
		return err
	}
	notes, err := notesOf(string(changelog), b.number)
	if err != nil {
		return err
	}
	if err := agree(b.repo, b.number); err != nil {
		return err
	}
	switch entries, err := os.ReadDir(b.dist); {
	case err == nil && len(entries) > 0:
		return fmt.Errorf("%s is not empty", b.dist)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := os.MkdirAll(b.dist, 0o777); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(b.dist, "notes.md"), []byte(notes), 0o666); err != nil {
		return err
	}
	b.tree = filepath.Join(b.temp, "tree")
	return b.command(b.temp, "git", "clone", "-q", "--no-hardlinks", "--no-tags", b.repo, b.tree)
}

// sums writes SHA256SUMS, as sha256sum does.
func (b *build) sums() error {
	var list bytes.Buffer
	err := filepath.WalkDir(b.dist, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		hash := sha256.New()
		if _, err := io.Copy(hash, f); err != nil {
			return err
		}
		name, err := filepath.Rel(b.dist, path)
		if err != nil {
			return err
		}
		fmt.Fprintf(&list, "%x  %s\n", hash.Sum(nil), filepath.ToSlash(name))
		return nil
	})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(b.dist, "SHA256SUMS"), list.Bytes(), 0o666)
}

// with returns b with more variables for the programs that it runs.
func (b *build) with(env ...string) *build {
	more := *b
	more.env = append(slices.Clip(b.env), env...)
	return &more
}

// command runs a program in dir. Its output is shown if it fails.
func (b *build) command(dir, name string, args ...string) error {
	_, err := b.output(dir, name, args...)
	return err
}

// output runs a program in dir and returns its standard output without the last line end.
func (b *build) output(dir, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, b.env
	var stdout, all bytes.Buffer
	cmd.Stdout, cmd.Stderr = io.MultiWriter(&stdout, &all), &all
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, all.Bytes())
	}
	return strings.TrimRight(stdout.String(), "\n"), nil
}
