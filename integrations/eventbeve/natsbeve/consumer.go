package natsbeve

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/beve-org/beve-go/integrations/eventbeve"
)

// ErrPoison is what a handler wraps to say that an event will never be handled: it is
// routed as one that does not decode.
var ErrPoison = errors.New("natsbeve: poison")

// Consumer handles the events of a consumer of JetStream, each at least once.
type Consumer[T any] struct {
	JetStream jetstream.JetStream
	// Consumer has explicit acknowledgement.
	Consumer jetstream.Consumer
	// DeadLetters is the subject, of a stream, for events that do not decode, with
	// their body and headers, and the reason in further headers. It is needed. Headers
	// that a server acts upon, whose names start with "Nats-", are stored with "beve-" in
	// front.
	DeadLetters string
	// Handle is given one event after another. After an error that is not ErrPoison
	// the event comes again, in RetryAfter or later, among others; after the last delivery
	// of MaxDeliver it is a dead letter. After a panic of Handle, which ends Run, it comes
	// again in the AckWait of the consumer.
	//
	// A tombstone, as eventbeve.ErrTombstone is for Value, is handed over with the zero
	// value of T; its m.Data() is empty, which that of no other event is.
	Handle func(ctx context.Context, m jetstream.Msg, v T) error
	// RetryAfter is the time until an event comes again; 0 is at once.
	RetryAfter time.Duration
	// Codec are the options of bodies.
	Codec eventbeve.Codec
	// OnError is told, if it is set, why an event comes again or is routed, and of
	// connections that are lost and made again.
	OnError func(m jetstream.Msg, err error)
}

// Run handles events until the context ends, which is not an error, or until the consumer
// or its connection is gone for good. A server that is gone for a while is waited for,
// as long as the options of the connection say. Events that were fetched and not handled
// come again.
func (c *Consumer[T]) Run(ctx context.Context) error {
	if err := c.check(); err != nil {
		return err
	}
	events, err := c.Consumer.Messages()
	if err != nil {
		return fmt.Errorf("natsbeve: %w", err)
	}
	defer events.Stop()
	for {
		m, err := events.Next(jetstream.NextContext(ctx))
		switch {
		case ctx.Err() != nil:
			if err == nil {
				_ = m.Nak() // to another, now; where that fails, after AckWait
			}
			return nil
		case err == nil:
			if err := c.one(ctx, m); err != nil {
				c.report(m, err)
			}
		case errors.Is(err, jetstream.ErrMsgIteratorClosed), errors.Is(err, jetstream.ErrConsumerDeleted),
			errors.Is(err, jetstream.ErrConsumerNotFound), errors.Is(err, nats.ErrConnectionClosed):
			return fmt.Errorf("natsbeve: %w", err)
		default:
			c.report(nil, err) // a lost connection: the client makes it again
		}
	}
}

// check refuses what would lose events.
func (c *Consumer[T]) check() error {
	switch {
	case c.DeadLetters == "":
		return errors.New("natsbeve: a consumer without a subject for dead letters")
	case c.JetStream == nil || c.Consumer == nil || c.Handle == nil:
		return errors.New("natsbeve: a consumer without a stream, a consumer or a handler")
	}
	if info := c.Consumer.CachedInfo(); info != nil && info.Config.AckPolicy != jetstream.AckExplicitPolicy {
		return fmt.Errorf("natsbeve: a consumer with the acknowledgement %q loses what is not handled; it needs %q",
			info.Config.AckPolicy, jetstream.AckExplicitPolicy)
	}
	return nil
}

// one handles an event, or routes it. The error says why it comes again, or what has
// become of it.
func (c *Consumer[T]) one(ctx context.Context, m jetstream.Msg) error {
	v, err := value[T](c.Codec, m.Headers(), m.Data())
	if err == nil || errors.Is(err, eventbeve.ErrTombstone) && len(m.Data()) == 0 {
		if err = c.Handle(ctx, m, v); err == nil {
			return m.Ack()
		}
		if !errors.Is(err, ErrPoison) && (ctx.Err() != nil || !c.isLast(m)) {
			return errors.Join(err, m.NakWithDelay(c.RetryAfter))
		}
	}
	lost := c.route(ctx, m, err)
	for lost != nil && c.isLast(m) && ctx.Err() == nil {
		c.report(m, fmt.Errorf("natsbeve: routing poison to %s: %w", c.DeadLetters, lost))
		select {
		case <-ctx.Done():
		case <-time.After(max(c.RetryAfter, 10*time.Millisecond)):
		}
		lost = errors.Join(m.InProgress(), c.route(ctx, m, err)) // it would not come again
	}
	if lost != nil {
		return errors.Join(err, fmt.Errorf("natsbeve: routing poison to %s: %w", c.DeadLetters, lost), m.NakWithDelay(c.RetryAfter))
	}
	return errors.Join(err, m.Ack())
}

// isLast reports whether the server will not deliver an event again.
func (c *Consumer[T]) isLast(m jetstream.Msg) bool {
	info := c.Consumer.CachedInfo()
	if info == nil || info.Config.MaxDeliver <= 0 {
		return false
	}
	meta, err := m.Metadata()
	return err == nil && meta.NumDelivered >= uint64(info.Config.MaxDeliver)
}

// reserved begins the names of headers that tell a server what to do with a message: to
// keep it only if it is the first of its kind, or to purge what is there. They were meant
// for the stream that the event came from.
const reserved = "Nats-"

// route stores an event as a dead letter. An event that its reason makes larger than the
// server takes is stored without its headers, and with the source alone for a reason.
func (c *Consumer[T]) route(ctx context.Context, m jetstream.Msg, err error) error {
	dead := &nats.Msg{Subject: c.DeadLetters, Data: m.Data(), Header: nats.Header{}}
	for name, values := range m.Headers() {
		switch {
		case eventbeve.IsReason(name):
			continue
		case len(name) >= len(reserved) && strings.EqualFold(name[:len(reserved)], reserved):
			name = "beve-" + name
		}
		dead.Header[name] = values
	}
	for _, h := range eventbeve.Reason(err, m.Subject()) {
		dead.Header[h[0]] = []string{h[1]}
	}
	_, lost := c.JetStream.PublishMsg(ctx, dead)
	if errors.Is(lost, nats.ErrMaxPayload) {
		dead.Header = nats.Header{eventbeve.HeaderSource: {m.Subject()}}
		_, lost = c.JetStream.PublishMsg(ctx, dead)
	}
	return lost
}

func (c *Consumer[T]) report(m jetstream.Msg, err error) {
	if c.OnError != nil {
		c.OnError(m, err)
	}
}
