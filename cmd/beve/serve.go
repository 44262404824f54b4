// This file is the serve command, which starts another program: a web server would make this one half as large again.

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"

	"github.com/spf13/cobra"
)

// server is the name of the program that serves.
const server = "beveserve"

func (a *app) serveCommand() *cobra.Command {
	var port int
	var open bool
	var from, separator, schema, of string
	cmd := &cobra.Command{
		Use:   "serve FILE",
		Short: "Look at a file in the browser",
		Long: `Show a file on a page in the browser: the tree of its values beside its bytes, with what
each header says, arrays as plots, tables and arrays of objects as grids, matrices as
pictures, and a search by path. Malformed files are shown up to what is wrong.

BEVE, JSON and MessagePack are shown as they are, also files of many gigabytes, of which
only what is looked at is read; Parquet, CSV, TSV and ZebraPack with --schema as the BEVE
that convert makes of them. The page comes from this machine, asks for nothing from
elsewhere, and opens only with the secret in its address.

The page is served by the command beveserve, which is looked for beside beve and then in
PATH. To install it: go install github.com/beve-org/beve-go/cmd/beveserve@latest`,
		Example: `  beve serve data.beve
  beve serve --open log.ndjson.zst
  beve query '.orders' data.json | beve serve -`,
		RunE: func(cmd *cobra.Command, names []string) error {
			if port < 0 || port > 65535 {
				return usagef("--port must be from 0 to 65535, not %d", port)
			}
			args := []string{"-port", strconv.Itoa(port), "-open=" + strconv.FormatBool(open), "-from", from, "-separator", separator, "-schema", schema, "-root", of, "--", names[0]}
			return a.start(args)
		},
	}
	f := cmd.Flags()
	f.IntVar(&port, "port", 0, "port to listen on; 0 takes any that is free")
	f.BoolVar(&open, "open", false, "open the page in the browser")
	f.StringVar(&from, "from", "", "format of the input, as of cat")
	f.StringVar(&separator, "separator", "", "what separates the cells of CSV, as of cat")
	f.StringVar(&schema, "schema", "", "ZebraPack schema that names the numbered fields, as of cat")
	f.StringVar(&of, "root", "", "struct of the schema that the values are, as of cat")
	cmd.RegisterFlagCompletionFunc("from", completeKinds)
	return cmd
}

// start runs the server until it ends, or until it is interrupted.
func (a *app) start(args []string) error {
	path, err := findServer()
	if err != nil {
		return err
	}
	run := exec.CommandContext(a.ctx, path, args...)
	run.Stdin, run.Stdout, run.Stderr = a.in, a.out, a.err
	run.Cancel = func() error { return run.Process.Signal(os.Interrupt) }
	err = run.Run()
	var exit *exec.ExitError
	switch {
	case a.ctx.Err() != nil:
		return a.ctx.Err()
	case errors.As(err, &exit):
		return status(exit.ExitCode()) // it has said why
	}
	return err
}

// findServer returns the path of the server: beside this program, where releases have it, or in PATH.
func findServer() (string, error) {
	if self, err := os.Executable(); err == nil {
		if self, err = filepath.EvalSymlinks(self); err == nil {
			beside := filepath.Join(filepath.Dir(self), server)
			if runtime.GOOS == "windows" {
				beside += ".exe"
			}
			if info, err := os.Stat(beside); err == nil && info.Mode().IsRegular() {
				return beside, nil
			}
		}
	}
	path, err := exec.LookPath(server)
	if err != nil {
		return "", errors.New("beve serve needs the command beveserve, beside beve or in PATH: go install github.com/beve-org/beve-go/cmd/beveserve@latest")
	}
	return path, nil
}
