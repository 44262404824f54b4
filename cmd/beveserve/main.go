// Command beveserve shows a file in the browser: the tree of its values beside its bytes. "beve serve" starts it. It is
// a command of its own because it is a web server, and package net/http would make beve half as large again.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/beve-org/beve-go/cmd/internal/schemafile"
	"github.com/beve-org/beve-go/cmd/internal/source"
	"github.com/beve-org/beve-go/cmd/internal/style"
	"github.com/beve-org/beve-go/cmd/internal/suggest"
	"github.com/beve-org/beve-go/cmd/internal/version"
)

// Exit codes, as those of beve.
const (
	exitBad         = 1
	exitUsage       = 2
	exitInterrupted = 130
)

const usage = `beveserve shows a file in the browser: the tree of its values beside its bytes.

  beveserve [flags] FILE        as "beve serve FILE" does

It prints the address of the page, which only this machine can open, and only with the
secret that is part of it. It ends when it is interrupted. Flags:

`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run serves a file until ctx ends and returns the exit code.
func run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	flags := flag.NewFlagSet("beveserve", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // what is wrong is told below
	port := flags.Int("port", 0, "port to listen on; 0 takes any that is free")
	open := flags.Bool("open", false, "open the page in the browser")
	from := flags.String("from", "", "format of the input, as of beve cat")
	separator := flags.String("separator", "", "what separates the cells of CSV, as of beve cat")
	schema := flags.String("schema", "", "ZebraPack schema that names the numbered fields, as of beve cat")
	root := flags.String("root", "", "struct of the schema that the values are, as of beve cat")
	asked := flags.Bool("version", false, "print the version")
	misused := func(format string, args ...any) int {
		fmt.Fprintf(errs, "beveserve: %s\nRun 'beveserve -help' for usage.\n", style.Lines(fmt.Sprintf(format, args...)))
		return exitUsage
	}
	opts := source.Options{Stdin: in, OnRead: func(int) error { return ctx.Err() }}
	opts.OnGuess = func(text string) { fmt.Fprintf(errs, "beveserve: %s\n", style.Plain(text)) }
	var kind, cells error
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(out, usage)
		flags.SetOutput(out)
		flags.PrintDefaults()
		return 0
	case err != nil:
		return misused("%v%s", err, likeFlag(flags, err))
	case *asked:
		fmt.Fprintln(out, version.Of("beveserve"))
		return 0
	case flags.NArg() != 1:
		return misused("one FILE is wanted, not %d\nusage: beveserve [flags] FILE\nas in: beveserve -open data.beve", flags.NArg())
	case *port < 0 || *port > maxPort:
		return misused("-port must be from 0 to %d, not %d", maxPort, *port)
	}
	if *from != "" {
		opts.Kind, kind = source.ParseKind(*from)
	}
	if *separator != "" {
		opts.Separator, cells = source.ParseSeparator(*separator)
	}
	switch {
	case kind != nil:
		return misused("-from: %v", kind)
	case cells != nil:
		return misused("-separator: %v", cells)
	case *root != "" && *schema == "":
		return misused("-root needs -schema")
	}
	if *schema != "" {
		var err error
		if opts.Schema, err = schemafile.Read(*schema); err != nil {
			fmt.Fprintln(errs, style.Error(err))
			return exitBad
		}
		opts.Root = *root
	}
	err := serve(ctx, flags.Arg(0), opts, *port, *open, out)
	if errors.Is(err, context.Canceled) {
		return exitInterrupted
	}
	fmt.Fprintln(errs, style.Error(err))
	return exitBad
}

// maxPort is the largest number of a port.
const maxPort = 65535

// likeFlag asks whether a flag was meant that is named nearly as one that err says there is not.
func likeFlag(flags *flag.FlagSet, err error) string {
	_, name, ok := strings.Cut(err.Error(), "not defined: -")
	if !ok {
		return ""
	}
	var s suggest.Suggestion
	flags.VisitAll(func(f *flag.Flag) { s.Try(name, f.Name) })
	return s.Question(func(name string) string { return "-" + name })
}

// serve serves a file until ctx ends, or an error.
func serve(ctx context.Context, name string, opts source.Options, port int, open bool, out io.Writer) error {
	// Loopback, and nothing else: not even the name localhost, which a resolver could lead elsewhere.
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		var call *os.SyscallError
		if errors.As(err, &call) {
			err = call.Err
		}
		return fmt.Errorf("beveserve: port %d of 127.0.0.1: %w; -port 0 takes any that is free", port, err)
	}
	defer listener.Close()
	file, err := load(name, opts)
	if err != nil {
		return err
	}
	defer file.Close()
	h := newHandler(file.File, listener.Addr().String())
	server := &http.Server{Handler: h, ReadHeaderTimeout: 5 * time.Second, MaxHeaderBytes: 16 << 10, BaseContext: func(net.Listener) context.Context { return ctx }}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	if _, err := fmt.Fprintln(out, h.address()); err != nil {
		return err
	}
	if open {
		if err := browse(ctx, h.address()); err != nil {
			fmt.Fprintf(out, "open this address in a browser (%v)\n", err)
		}
	}
	select {
	case err = <-failed:
	case <-ctx.Done():
		err = ctx.Err()
	}
	server.Close()
	return err
}
