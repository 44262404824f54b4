// Command beve shows, converts, checks and compares BEVE files, and JSON files
// wherever BEVE is welcome. "beve tour" is where to begin.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/term"

	"github.com/beve-org/beve-go/cmd/internal/target"
)

// grace is how long an interrupted run has for its own way out.
const grace = 300 * time.Millisecond

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	done := make(chan int, 1)
	width, _, _ := term.GetSize(int(os.Stdout.Fd()))
	go func() {
		done <- run(ctx, os.Args[1:], streams{
			in: os.Stdin, out: os.Stdout, err: os.Stderr,
			outIsTerminal: term.IsTerminal(int(os.Stdout.Fd())),
			outWidth:      width,
			errIsTerminal: term.IsTerminal(int(os.Stderr.Fd())),
		})
	}()
	select {
	case code := <-done:
		os.Exit(code)
	case <-ctx.Done():
	}
	stop() // a second interrupt ends the process at once
	select {
	case code := <-done:
		os.Exit(code)
	case <-time.After(grace):
		// It is waiting for a terminal or a pipe, which nothing can wake it from.
		target.RemoveUnfinished()
		os.Exit(exitInterrupted)
	}
}
