// Command bevegen writes Go code that encodes and decodes structs as BEVE without reflection.
//
//	//go:generate go tool bevegen -type=User,Order
//
// Each type gets AppendBEVE, MarshalBEVE, UnmarshalBEVE, DecodeBEVE and SizeBEVE, which package beve uses wherever it
// meets the type. Bytes, limits and errors are those of reflection.
//
//	bevegen schema -type=User ./model
//
// prints the schema by which package jsonpack writes a type, for peers in other languages.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/beve-org/beve-go/cmd/internal/gen"
	"github.com/beve-org/beve-go/cmd/internal/gen/bevecode"
	"github.com/beve-org/beve-go/cmd/internal/style"
	"github.com/beve-org/beve-go/cmd/internal/version"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run is the command, and returns its exit status: 0, 1 after an error or for stale output, 2 for misuse.
func run(args []string, stdout, stderr io.Writer) int {
	if len(args) > 0 && args[0] == "schema" {
		return runSchema(args[1:], stdout, stderr)
	}
	flags := flag.NewFlagSet("bevegen", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprintln(stderr, "usage: bevegen [flags] [folder]\n       bevegen schema -type Type [flags] [folder]")
		flags.PrintDefaults()
	}
	var o gen.Flags
	o.Register(flags)
	view := flags.Bool("view", false, "also write types that read single members of a message")
	printVersion := flags.Bool("version", false, "print the version, and nothing else")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return 0
		}
		return 2
	}
	if *printVersion {
		fmt.Fprintln(stdout, version.Of("bevegen"))
		return 0
	}
	dir := "."
	switch flags.NArg() {
	case 0:
	case 1:
		dir = flags.Arg(0)
	default:
		flags.Usage()
		return 2
	}
	if err := gen.Run(dir, &o, &bevecode.Backend{Tag: o.Tag, View: *view}, stdout); err != nil {
		fmt.Fprintln(stderr, style.Error(err))
		return 1
	}
	return 0
}
