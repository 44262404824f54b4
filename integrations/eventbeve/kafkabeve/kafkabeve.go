// Package kafkabeve sends and receives Go values over Kafka as BEVE, with the client
// franz-go.
//
//	record, err := kafkabeve.Record("orders", []byte(order.Key), &order)
//	client.Produce(ctx, record, nil)
//
//	consumer := kafkabeve.Consumer[Order]{Client: client, DeadLetters: "orders.dead", Handle: handle}
//	err := consumer.Run(ctx)
package kafkabeve

import (
	"context"
	"errors"
	"fmt"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/beve-org/beve-go/integrations/eventbeve"
)

// Record returns a record with v as its value, and a header that says what that is.
func Record(topic string, key []byte, v any) (*kgo.Record, error) {
	return RecordWith(eventbeve.Codec{}, topic, key, v)
}

// RecordWith is Record with options.
func RecordWith(codec eventbeve.Codec, topic string, key []byte, v any) (*kgo.Record, error) {
	body, err := codec.Marshal(v)
	if err != nil {
		return nil, err
	}
	return &kgo.Record{
		Topic:   topic,
		Key:     key,
		Value:   body,
		Headers: []kgo.RecordHeader{{Key: eventbeve.HeaderContentType, Value: []byte(eventbeve.TypeBEVE)}},
	}, nil
}

// Value reads the value of a record, which is BEVE, or JSON if its header says so.
func Value[T any](r *kgo.Record) (T, error) { return ValueWith[T](eventbeve.Codec{}, r) }

// ValueWith is Value with options.
func ValueWith[T any](codec eventbeve.Codec, r *kgo.Record) (v T, err error) {
	contentType := ""
	for _, h := range r.Headers {
		if h.Key == eventbeve.HeaderContentType {
			contentType = string(h.Value)
		}
	}
	err = codec.Unmarshal(contentType, r.Value, &v)
	return v, err
}

// ErrPoison is what a handler wraps to say that an event will never be handled: it is
// routed as one that does not decode.
var ErrPoison = errors.New("kafkabeve: poison")

// Consumer handles the records of a consumer group, each at least once.
type Consumer[T any] struct {
	// Client is a member of the group, with kgo.DisableAutoCommit: the consumer
	// commits what is handled.
	Client *kgo.Client
	// DeadLetters is the topic for records that do not decode, with their key, value
	// and headers, and the reason in further headers. It is needed.
	DeadLetters string
	// Handle is given the records of a partition in their order. An error that is not
	// ErrPoison ends Run, and the record comes again.
	Handle func(ctx context.Context, r *kgo.Record, v T) error
	// Codec are the options of bodies.
	Codec eventbeve.Codec
	// OnPoison is told, if it is set, of every record that is routed.
	OnPoison func(r *kgo.Record, err error)
}

// Run handles records until the context ends, which is no error, or until something
// fails: Handle, the broker, or the routing of poison. What was handled by then is
// committed, and nothing else: after an error call Run again, in this process or
// another, with a client that begins where the group has committed.
func (c *Consumer[T]) Run(ctx context.Context) error {
	if c.DeadLetters == "" {
		return errors.New("kafkabeve: a consumer without a topic for dead letters")
	}
	for {
		fetches := c.Client.PollFetches(ctx)
		if ctx.Err() != nil {
			return nil
		}
		for _, e := range fetches.Errors() {
			return fmt.Errorf("kafkabeve: topic %s, partition %d: %w", e.Topic, e.Partition, e.Err)
		}
		done, err := c.handle(ctx, fetches)
		// The context may be what has ended the work; the commit is made all the same.
		if commit := c.Client.CommitRecords(context.WithoutCancel(ctx), done...); commit != nil {
			err = errors.Join(err, fmt.Errorf("kafkabeve: committing: %w", commit))
		}
		switch {
		case err == nil:
		case ctx.Err() != nil && errors.Is(err, ctx.Err()):
			return nil
		default:
			return err
		}
	}
}

// handle handles what was fetched and returns the last record of each partition that
// is done with.
func (c *Consumer[T]) handle(ctx context.Context, fetches kgo.Fetches) (done []*kgo.Record, err error) {
	fetches.EachPartition(func(p kgo.FetchTopicPartition) {
		var last *kgo.Record
		for _, r := range p.Records {
			if err != nil {
				break
			}
			if err = c.one(ctx, r); err == nil {
				last = r
			}
		}
		if last != nil {
			done = append(done, last)
		}
	})
	return done, err
}

// one handles a record, or routes it.
func (c *Consumer[T]) one(ctx context.Context, r *kgo.Record) error {
	v, err := ValueWith[T](c.Codec, r)
	if err == nil {
		if err = c.Handle(ctx, r, v); err == nil || !errors.Is(err, ErrPoison) {
			return err
		}
	}
	dead := &kgo.Record{Topic: c.DeadLetters, Key: r.Key, Value: r.Value, Headers: append([]kgo.RecordHeader{}, r.Headers...)}
	for _, h := range eventbeve.Reason(err, fmt.Sprintf("%s/%d/%d", r.Topic, r.Partition, r.Offset)) {
		dead.Headers = append(dead.Headers, kgo.RecordHeader{Key: h[0], Value: []byte(h[1])})
	}
	if lost := c.Client.ProduceSync(ctx, dead).FirstErr(); lost != nil {
		return fmt.Errorf("kafkabeve: routing poison to %s: %w", c.DeadLetters, lost)
	}
	if c.OnPoison != nil {
		c.OnPoison(r, err)
	}
	return nil
}
