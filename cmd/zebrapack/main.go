// Command zebrapack generates MessagePack code with numbered fields from Go type
// declarations, and checks that a schema only changes so that old and new programs read
// each other's data.
//
//	//go:generate zebrapack
//	zebrapack -file person.go
//	zebrapack check old.zebra person.go
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/beve-org/beve-go/cmd/internal/style"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run is the command. It returns the exit status: 0; 1 after a failure, a stale file or
// a forbidden change; 2 for arguments that make no sense.
func run(args []string, stdout, stderr io.Writer) int {
	if len(args) > 0 && args[0] == "check" {
		return status(check(args[1:], stdout, stderr), stderr)
	}
	return status(generate(args, stdout, stderr), stderr)
}

// errUsage is for arguments that make no sense; it was reported already.
var errUsage = errors.New("usage")

// errFailed is for what was reported already.
var errFailed = errors.New("failed")

func status(err error, stderr io.Writer) int {
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return 0
	case errors.Is(err, errUsage):
		return 2
	case !errors.Is(err, errFailed):
		fmt.Fprintln(stderr, style.Error(err))
	}
	return 1
}

// parse reads flags; it reports what is wrong with them.
func parse(flags *flag.FlagSet, args []string) error {
	err := flags.Parse(args)
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		return errUsage
	}
	return err
}
