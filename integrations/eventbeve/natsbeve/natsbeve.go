// Package natsbeve sends and receives Go values over NATS as BEVE, with the client
// nats.go: messages of the core, and events of JetStream, which are acknowledged.
//
//	ack, err := natsbeve.Publish(ctx, js, "orders.new", &order)
//
//	consumer := natsbeve.Consumer[Order]{JetStream: js, Consumer: durable, DeadLetters: "dead.orders", Handle: handle}
//	err := consumer.Run(ctx)
package natsbeve

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/beve-org/beve-go/integrations/eventbeve"
)

// Message returns a message with v as its body, and a header that says what that is.
func Message(subject string, v any) (*nats.Msg, error) {
	return MessageWith(eventbeve.Codec{}, subject, v)
}

// MessageWith is Message with options.
func MessageWith(codec eventbeve.Codec, subject string, v any) (*nats.Msg, error) {
	body, err := codec.Marshal(v)
	if err != nil {
		return nil, err
	}
	return &nats.Msg{
		Subject: subject,
		Data:    body,
		Header:  nats.Header{eventbeve.HeaderContentType: {eventbeve.TypeBEVE}},
	}, nil
}

// Value reads the body of a message, which is BEVE, or JSON if its header says so.
func Value[T any](m *nats.Msg) (T, error) {
	return value[T](eventbeve.Codec{}, m.Header, m.Data)
}

func value[T any](codec eventbeve.Codec, header nats.Header, body []byte) (v T, err error) {
	err = codec.Unmarshal(header.Get(eventbeve.HeaderContentType), body, &v)
	return v, err
}

// Publish stores an event in the stream that takes its subject. When it returns
// without an error, the server has it.
func Publish(ctx context.Context, js jetstream.JetStream, subject string, v any, opts ...jetstream.PublishOpt) (*jetstream.PubAck, error) {
	m, err := Message(subject, v)
	if err != nil {
		return nil, err
	}
	return js.PublishMsg(ctx, m, opts...)
}

// ErrPoison is what a handler wraps to say that an event will never be handled: it is
// routed as one that does not decode.
var ErrPoison = errors.New("natsbeve: poison")

// Consumer handles the events of a consumer of JetStream, each at least once.
type Consumer[T any] struct {
	JetStream jetstream.JetStream
	// Consumer has explicit acknowledgement.
	Consumer jetstream.Consumer
	// DeadLetters is the subject, of a stream, for events that do not decode, with
	// their body and headers, and the reason in further headers. It is needed.
	DeadLetters string
	// Handle is given one event after another. After an error that is not ErrPoison
	// the event comes again, in RetryAfter or later, among others.
	Handle func(ctx context.Context, m jetstream.Msg, v T) error
	// RetryAfter is the time until an event comes again; 0 is at once.
	RetryAfter time.Duration
	// Codec are the options of bodies.
	Codec eventbeve.Codec
	// OnError is told, if it is set, why an event comes again or is routed, and of
	// connections that are lost and made again.
	OnError func(m jetstream.Msg, err error)
}

// Run handles events until the context ends, which is no error, or until the consumer
// or its connection is gone for good. A server that is gone for a while is waited for,
// as long as the options of the connection say.
func (c *Consumer[T]) Run(ctx context.Context) error {
	if c.DeadLetters == "" {
		return errors.New("natsbeve: a consumer without a subject for dead letters")
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
			// An event that came at the last moment comes again, to another.
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

// one handles an event, or routes it. The error says why it comes again, or what has
// become of it.
func (c *Consumer[T]) one(ctx context.Context, m jetstream.Msg) error {
	v, err := value[T](c.Codec, m.Headers(), m.Data())
	if err == nil {
		if err = c.Handle(ctx, m, v); err == nil {
			return m.Ack()
		}
		if !errors.Is(err, ErrPoison) {
			return errors.Join(err, m.NakWithDelay(c.RetryAfter))
		}
	}
	dead := &nats.Msg{Subject: c.DeadLetters, Data: m.Data(), Header: nats.Header{}}
	for name, values := range m.Headers() {
		dead.Header[name] = values
	}
	for _, h := range eventbeve.Reason(err, m.Subject()) {
		dead.Header.Set(h[0], h[1])
	}
	if _, lost := c.JetStream.PublishMsg(ctx, dead); lost != nil {
		return errors.Join(fmt.Errorf("natsbeve: routing poison to %s: %w", c.DeadLetters, lost), m.NakWithDelay(c.RetryAfter))
	}
	return errors.Join(err, m.Ack())
}

func (c *Consumer[T]) report(m jetstream.Msg, err error) {
	if c.OnError != nil {
		c.OnError(m, err)
	}
}
