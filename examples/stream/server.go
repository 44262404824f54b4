// The server.

package main

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"sync"

	beve "github.com/beve-org/beve-go"
)

// limits bound what a peer can make the other side hold: one message.
var limits = beve.DecodeOptions{Limits: beve.Limits{MaxBytes: 1 << 20}}

// Serve sends the events of a log to those who connect to l, until ctx is done. report
// is told why a connection ended early; where a client did not send a position, the
// error has the offset in what it sent.
func Serve(ctx context.Context, l net.Listener, events *Log, report func(error)) error {
	var clients sync.WaitGroup
	defer clients.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(ctx, func() { _ = l.Close() })()
	for {
		conn, err := l.Accept()
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return err
		}
		clients.Go(func() {
			if err := attend(ctx, conn, events); err != nil && ctx.Err() == nil {
				report(fmt.Errorf("client %v: %w", conn.RemoteAddr(), err))
			}
		})
	}
}

// attend serves one connection, and closes it.
func attend(ctx context.Context, conn net.Conn, events *Log) error {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	defer conn.Close()

	d := beve.NewDecoder(conn)
	d.SetOptions(limits)
	var begin Position
	if err := d.Decode(&begin); err != nil {
		return err
	}
	w := bufio.NewWriter(conn)
	e := beve.NewEncoder(w)
	if err := events.acknowledge(begin); err != nil {
		return refuse(e, w, err)
	}
	go func() { end(acknowledgements(d, begin.Name, events)) }()
	for id := begin.After; ; {
		some, grown, err := events.after(id)
		if err != nil {
			return refuse(e, w, err)
		}
		for _, event := range some {
			if err := e.Encode(Message{Event: event}); err != nil {
				return first(context.Cause(ctx), err)
			}
			id = event.ID
		}
		if err := w.Flush(); err != nil {
			return first(context.Cause(ctx), err)
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-grown:
		}
	}
}

// acknowledgements takes them until the client goes.
func acknowledgements(d *beve.Decoder, name string, events *Log) error {
	for {
		var p Position
		if err := d.Decode(&p); err != nil {
			return err
		}
		if p.Name != name {
			return fmt.Errorf("%q acknowledges for %q", name, p.Name)
		}
		if err := events.acknowledge(p); err != nil {
			return err
		}
	}
}

// refuse tells the client why it gets no events, and returns that.
func refuse(e *beve.Encoder, w *bufio.Writer, why error) error {
	if err := e.Encode(Message{Refusal: why.Error()}); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return why
}

// first returns the first of two errors; the second may follow from it.
func first(cause, effect error) error {
	if cause != nil {
		return cause
	}
	return effect
}
