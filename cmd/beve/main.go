// Command beve shows, converts, checks and compares BEVE files, and JSON files
// wherever BEVE is welcome. "beve tour" is where to begin.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"golang.org/x/term"

	"github.com/beve-org/beve-go/cmd/internal/replace"
)

// grace is how long an interrupted run has for its own way out.
const grace = 300 * time.Millisecond

// ballastSize is the size of memory that nothing touches, so that it is none but in the eyes of the collector: it collects
// when as much has been allocated as there is, which would be every few milliseconds for a command that keeps little.
const ballastSize = 32 << 20

func main() {
	ballast := make([]byte, ballastSize)
	defer runtime.KeepAlive(ballast)
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
		replace.RemoveUnfinished()
		os.Exit(exitInterrupted)
	}
}
