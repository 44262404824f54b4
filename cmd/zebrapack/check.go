package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/beve-org/beve-go/cmd/internal/gen"
	"github.com/beve-org/beve-go/cmd/internal/gen/zebra"
	"github.com/beve-org/beve-go/cmd/internal/schemafile"
	"github.com/beve-org/beve-go/zebrapack"
)

// This file holds schemas against the rules of evolution.

// check compares an old schema with new ones, and new ones with each other. With -lock
// the old schema is the lock file, which -update brings up to date.
func check(args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("zebrapack check", flag.ContinueOnError)
	flags.SetOutput(stderr)
	lock := flags.String("lock", "", "schema `file` that holds what was agreed on, as JSON; it takes the place of OLD")
	update := flags.Bool("update", false, "with -lock: after a check without complaint, write what is new to the lock file")
	unexported := flags.Bool("unexported", false, "include types and fields of Go sources that are not exported")
	flags.Usage = func() {
		fmt.Fprintln(stderr, "usage: zebrapack check OLD NEW ...\n       zebrapack check -lock file [-update] NEW\n\n"+
			"OLD and NEW are schemas, in either form, or Go files or folders. Of several NEW,\nas two branches have them, each is also compared with the others.")
		flags.PrintDefaults()
	}
	if err := parse(flags, args); err != nil {
		return err
	}
	paths := flags.Args()
	if *lock != "" {
		paths = append([]string{*lock}, paths...)
	}
	if len(paths) < 2 || *update && (*lock == "" || len(paths) != 2) {
		flags.Usage()
		return errUsage
	}
	old, err := schemaAt(paths[0], *unexported)
	if *lock != "" && errors.Is(err, fs.ErrNotExist) {
		if !*update {
			return fmt.Errorf("%w; -update makes the file", err)
		}
		old, err = &zebrapack.Schema{}, nil
	}
	if err != nil {
		return err
	}
	var versions []*zebrapack.Schema
	for _, path := range paths[1:] {
		s, err := schemaAt(path, *unexported)
		if err != nil {
			return err
		}
		versions = append(versions, s)
	}
	if vs := compare(old, versions); len(vs) > 0 {
		for _, v := range vs {
			fmt.Fprintln(stdout, v.Error())
		}
		return errFailed
	}
	if *update {
		return gen.Write(*lock, append(versions[0].AppendJSONIndent(nil), '\n'))
	}
	return nil
}

// compare holds each version against the old one, and against the others.
func compare(old *zebrapack.Schema, versions []*zebrapack.Schema) []zebrapack.Violation {
	var out []zebrapack.Violation
	for i, v := range versions {
		out = append(out, zebrapack.Check(old, v)...)
		for _, other := range versions[:i] {
			out = append(out, zebrapack.CheckBranches(old, other, v)...)
		}
	}
	return out
}

// schemaAt returns the schema at path: that of Go sources, or a file of one. Places in
// a file are called after it.
func schemaAt(path string, unexported bool) (*zebrapack.Schema, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() && !strings.HasSuffix(path, ".go") {
		s, err := schemafile.Read(path)
		if err != nil {
			return nil, err
		}
		for name, st := range s.Structs {
			st.Pos = path + ": " + name
			for i := range st.Fields {
				st.Fields[i].Pos = st.Pos + "." + st.Fields[i].GoName
			}
		}
		s.SourcePath = path
		return s, nil
	}
	in, err := load(path)
	if err != nil {
		return nil, err
	}
	result, err := zebra.Generate(in, &zebra.Options{Marshal: true, Unexported: unexported, SourcePath: filepath.ToSlash(path)}, "", false)
	return result.Schema, err
}
