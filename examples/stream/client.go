// The client: it connects again, and asks for what it does not have yet.

package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	beve "github.com/beve-org/beve-go"
)

// A Client follows a log.
type Client struct {
	// Name is what the server knows it by.
	Name string
	// Dial connects to the server.
	Dial func(context.Context) (net.Conn, error)
	// Handle is called for each event, in order. If it fails the client ends.
	Handle func(Event) error
	// Last is the id of the last event that was handled. A client that is to go on
	// after a restart of its own stores it together with what Handle does.
	Last uint64
	// Pause is how long to wait before the first try to connect again; it doubles up
	// to 100 times as long while nothing arrives. 0 means 50 ms.
	Pause time.Duration
}

// errFinal marks what connecting again does not mend.
var errFinal = errors.New("stream")

// Run handles events until ctx is done, the server refuses, or one side does not
// understand the other. An error of what has arrived has the offset in the bytes of the
// connection.
func (c *Client) Run(ctx context.Context) error {
	pause := c.Pause
	if pause == 0 {
		pause = 50 * time.Millisecond
	}
	for wait := pause; ; wait = min(2*wait, 100*pause) {
		had := c.Last
		err := c.follow(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if errors.Is(err, errFinal) {
			return err
		}
		if c.Last > had {
			wait = pause
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
	}
}

// follow handles the events of one connection.
func (c *Client) follow(ctx context.Context) error {
	conn, err := c.Dial(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	d, e := beve.NewDecoder(conn), beve.NewEncoder(conn)
	d.SetOptions(limits)
	for {
		if err := e.Encode(Position{c.Name, c.Last}); err != nil {
			return err
		}
		var m Message
		if err := d.Decode(&m); err != nil {
			if broken := (*beve.DecodeError)(nil); errors.As(err, &broken) && !errors.Is(err, beve.ErrTruncated) {
				return fmt.Errorf("%w: %w", errFinal, err)
			}
			return err // the connection has ended, perhaps within a message
		}
		switch {
		case m.Refusal != "":
			return fmt.Errorf("%w: the server refuses: %s", errFinal, m.Refusal)
		case m.Event == nil || m.Event.ID != c.Last+1:
			return fmt.Errorf("%w: a message that is not event %d", errFinal, c.Last+1)
		}
		if err := c.Handle(*m.Event); err != nil {
			return fmt.Errorf("%w: event %d: %w", errFinal, m.Event.ID, err)
		}
		c.Last = m.Event.ID
	}
}
