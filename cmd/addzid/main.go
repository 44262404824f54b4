// Command addzid numbers the fields of Go structs: it adds the struct tag zid:"N" to
// every field that has none, going on after the largest number of each struct.
//
//	addzid file.go ...            write copies into the folder odir
//	addzid -OVERWRITE file.go ... write the files, after a copy of each into odir/bk
//	addzid -w file.go ...         write the files
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/beve-org/beve-go/cmd/internal/replace"
	"github.com/beve-org/beve-go/cmd/internal/style"
	"github.com/beve-org/beve-go/cmd/internal/version"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run is the command. It returns the exit status: 0, or 1 if a file could not be
// numbered, or 2 for arguments that make no sense.
func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("addzid", flag.ContinueOnError)
	flags.SetOutput(stderr)
	out := flags.String("o", "odir", "`folder` of the copies, made when missing")
	unexported := flags.Bool("unexported", false, "number unexported fields too")
	overwrite := flags.Bool("OVERWRITE", false, "write the files themselves, after a copy of each into the folder bk of -o")
	inPlace := flags.Bool("w", false, "write the files themselves, without a copy")
	verbose := flags.Bool("debug", false, "say which field gets which id")
	printVersion := flags.Bool("version", false, "print the version")
	pkg := flags.String("p", "", "`package` of the result, instead of that of the file")
	flags.Usage = func() {
		fmt.Fprintln(stderr, "usage: addzid [-o dir] [-w] [-OVERWRITE] [-unexported] [-debug] [-p package] file.go ...")
		flags.PrintDefaults()
	}
	switch err := flags.Parse(args); {
	case err == flag.ErrHelp:
		return 0
	case err != nil:
		return 2
	}
	if *printVersion {
		fmt.Fprintln(stdout, version.Of("addzid"))
		return 0
	}
	if flags.NArg() == 0 {
		flags.Usage()
		return 2
	}
	opts := options{unexported: *unexported, pkg: *pkg}
	if *verbose {
		opts.report = func(pos, text string) { fmt.Fprintf(stderr, "%s: %s\n", pos, text) }
	}
	status := 0
	for _, path := range flags.Args() {
		if err := numberFile(path, *out, *inPlace, *overwrite, opts); err != nil {
			fmt.Fprintln(stderr, "addzid:", style.Error(err))
			status = 1
		}
	}
	return status
}

// numberFile numbers the fields of one file and writes the result to its place.
func numberFile(path, out string, inPlace, overwrite bool, opts options) error {
	src, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	numbered, err := number(path, src, opts)
	if err != nil {
		return err
	}
	place := filepath.Join(out, filepath.Base(path))
	if inPlace || overwrite {
		place = path
	}
	if overwrite {
		if err := writeFile(filepath.Join(out, "bk", filepath.Base(path)), src); err != nil {
			return err
		}
	}
	if place == path && bytes.Equal(src, numbered) {
		return nil
	}
	return writeFile(place, numbered)
}

// writeFile writes a file whole or not at all, and the folder it is in.
func writeFile(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return replace.Write(path, data, false)
}
