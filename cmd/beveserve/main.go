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
	"syscall"
	"time"

	"github.com/beve-org/beve-go/cmd/internal/source"
	"github.com/beve-org/beve-go/cmd/internal/style"
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
	flags.SetOutput(errs)
	port := flags.Int("port", 0, "port to listen on; 0 takes any that is free")
	open := flags.Bool("open", false, "open the page in the browser")
	from := flags.String("from", "", "format of the input, as of beve cat")
	asked := flags.Bool("version", false, "print the version")
	flags.Usage = func() {
		fmt.Fprint(errs, usage)
		flags.PrintDefaults()
	}
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return exitUsage
	case *asked:
		fmt.Fprintln(out, version.Of("beveserve"))
		return 0
	case flags.NArg() != 1 || *port < 0 || *port > 65535:
		flags.Usage()
		return exitUsage
	}
	opts := source.Options{Stdin: in, OnRead: func(int) error { return ctx.Err() }}
	if *from != "" {
		kind, err := source.ParseKind(*from)
		if err != nil {
			fmt.Fprintf(errs, "beveserve: -from: %v\n", err)
			return exitUsage
		}
		opts.Kind = kind
	}
	err := serve(ctx, flags.Arg(0), opts, *port, *open, out)
	if errors.Is(err, context.Canceled) {
		return exitInterrupted
	}
	fmt.Fprintln(errs, style.Error(err))
	return exitBad
}

// serve serves a file until ctx ends, or an error.
func serve(ctx context.Context, name string, opts source.Options, port int, open bool, out io.Writer) error {
	file, err := load(name, opts)
	if err != nil {
		return err
	}
	defer file.Close()
	// Loopback, and nothing else: not even the name localhost, which a resolver could lead elsewhere.
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		return err
	}
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
