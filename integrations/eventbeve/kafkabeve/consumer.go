package kafkabeve

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/beve-org/beve-go/integrations/eventbeve"
)

// ErrPoison is what a handler wraps to say that an event will never be handled: it is
// routed as one that does not decode.
var ErrPoison = errors.New("kafkabeve: poison")

// Consumer handles the records of a consumer group, each at least once.
type Consumer[T any] struct {
	// Client is a member of a group, with kgo.DisableAutoCommit: the consumer commits
	// what is handled. While Run runs nobody else polls the client.
	Client *kgo.Client
	// DeadLetters is the topic for records that do not decode, with their key, value
	// and headers, and the reason in further headers. It is needed.
	DeadLetters string
	// Handle is given the records of a partition in their order. An error that is not
	// ErrPoison ends Run, and the record comes again, with those that follow it.
	//
	// A tombstone, a record without a value, is handed over with the zero value of T; its
	// r.Value is nil, which that of no other record is.
	Handle func(ctx context.Context, r *kgo.Record, v T) error
	// Codec are the options of bodies.
	Codec eventbeve.Codec
	// OnPoison is told, if it is set, of every record that is routed.
	OnPoison func(r *kgo.Record, err error)
}

// commitPatience is how long a commit may take when the context of Run has ended.
const commitPatience = 2 * time.Second

// Run handles records until the context ends, which is not an error, or until something
// fails: Handle, the broker, or the routing of poison. It commits exactly the records that
// were handled.
//
// However Run ends, by a panic of Handle too, the client is set back to the first record
// of each partition that was fetched and not handled: call Run again, with this client or
// a new one, in this process or another, and they come. A caller who waits a moment
// before that has a retry policy; poison is for records that are not worth it.
//
// When the context ends, the record at hand is finished or given up by Handle, and Run
// returns after a last commit. That one is given up after two seconds, which is an error.
func (c *Consumer[T]) Run(ctx context.Context) error {
	if err := c.check(); err != nil {
		return err
	}
	for ctx.Err() == nil {
		if err := c.poll(ctx); err != nil {
			return err
		}
	}
	return nil
}

// check refuses what would lose records.
func (c *Consumer[T]) check() error {
	switch {
	case c.DeadLetters == "":
		return errors.New("kafkabeve: a consumer without a topic for dead letters")
	case c.Client == nil || c.Handle == nil:
		return errors.New("kafkabeve: a consumer without a client or a handler")
	case c.Client.OptValue(kgo.ConsumerGroup) == "":
		return errors.New("kafkabeve: the client is not a member of a group; nothing would be committed")
	case c.Client.OptValue(kgo.DisableAutoCommit) != true && c.Client.OptValue(kgo.AutoCommitMarks) != true:
		return errors.New("kafkabeve: the client commits records before they are handled; make it with kgo.DisableAutoCommit")
	}
	return nil
}

// poll handles what the client fetches at once, and commits it.
func (c *Consumer[T]) poll(ctx context.Context) (err error) {
	fetches := c.Client.PollFetches(ctx)
	b := batch{client: c.Client}
	fetches.EachPartition(func(p kgo.FetchTopicPartition) {
		if len(p.Records) > 0 {
			b.parts = append(b.parts, part{records: p.Records})
		}
	})
	defer b.setBack() // a panic of Handle included
	err = c.handle(ctx, &b)
	commit := b.commit(ctx)
	if ctx.Err() != nil {
		if err != nil && errors.Is(err, ctx.Err()) {
			err = nil
		}
		return errors.Join(err, commit)
	}
	// Records of healthy partitions were handled all the same.
	for _, e := range fetches.Errors() {
		err = errors.Join(err, fmt.Errorf("kafkabeve: topic %s, partition %d: %w", e.Topic, e.Partition, e.Err))
	}
	return errors.Join(err, commit)
}

// handle handles the records of a batch up to the first failure.
func (c *Consumer[T]) handle(ctx context.Context, b *batch) error {
	for i := range b.parts {
		p := &b.parts[i]
		for p.done < len(p.records) {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := c.one(ctx, p.records[p.done]); err != nil {
				return err
			}
			p.done++
		}
	}
	return nil
}

// part is what was fetched of one partition, and how many records of it are done with.
type part struct {
	records []*kgo.Record
	done    int
}

// batch is what was fetched at once.
type batch struct {
	client *kgo.Client
	parts  []part
}

// commit commits what is done with.
func (b *batch) commit(ctx context.Context) error {
	var last []*kgo.Record
	for _, p := range b.parts {
		if p.done > 0 {
			last = append(last, p.records[p.done-1])
		}
	}
	if len(last) == 0 {
		return nil
	}
	// The context may be what has ended the work; the commit is made all the same.
	patient, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() {
		select {
		case <-time.After(commitPatience):
			cancel()
		case <-patient.Done():
		}
	})()
	err := b.client.CommitRecords(patient, last...)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, kerr.RebalanceInProgress), errors.Is(err, kerr.IllegalGeneration), errors.Is(err, kerr.UnknownMemberID):
		// The group has given the partitions out again: to this member, whose next commit
		// covers the records, or to another, for whom they come again.
		return nil
	}
	return fmt.Errorf("kafkabeve: committing: %w", err)
}

// setBack lets the client fetch again what was not handled. Without it the client goes on
// after the batch, and a later commit passes what was skipped. The client leaves out
// partitions that it has lost meanwhile.
func (b *batch) setBack() {
	offsets := map[string]map[int32]kgo.EpochOffset{}
	for _, p := range b.parts {
		if p.done == len(p.records) {
			continue
		}
		r := p.records[p.done]
		if offsets[r.Topic] == nil {
			offsets[r.Topic] = map[int32]kgo.EpochOffset{}
		}
		// A partition may have come in several parts, in the order of their offsets.
		if _, earlier := offsets[r.Topic][r.Partition]; !earlier {
			offsets[r.Topic][r.Partition] = kgo.EpochOffset{Epoch: r.LeaderEpoch, Offset: r.Offset}
		}
	}
	b.client.SetOffsets(offsets)
}

// one handles a record, or routes it.
func (c *Consumer[T]) one(ctx context.Context, r *kgo.Record) error {
	v, err := ValueWith[T](c.Codec, r)
	if err == nil || errors.Is(err, eventbeve.ErrTombstone) && r.Value == nil {
		if err = c.Handle(ctx, r, v); err == nil || !errors.Is(err, ErrPoison) {
			return err
		}
	}
	if lost := c.route(ctx, r, err); lost != nil {
		return fmt.Errorf("kafkabeve: routing poison to %s: %w", c.DeadLetters, lost)
	}
	if c.OnPoison != nil {
		c.OnPoison(r, err)
	}
	return nil
}

// route stores a record as a dead letter. A record that its reason makes larger than the
// broker takes is stored without its headers, and with the source alone for a reason.
func (c *Consumer[T]) route(ctx context.Context, r *kgo.Record, err error) error {
	source := fmt.Sprintf("%s/%d/%d", r.Topic, r.Partition, r.Offset)
	dead := &kgo.Record{Topic: c.DeadLetters, Key: r.Key, Value: r.Value}
	for _, h := range r.Headers {
		if !eventbeve.IsReason(h.Key) {
			dead.Headers = append(dead.Headers, h)
		}
	}
	for _, h := range eventbeve.Reason(err, source) {
		dead.Headers = append(dead.Headers, kgo.RecordHeader{Key: h[0], Value: []byte(h[1])})
	}
	lost := c.produce(ctx, dead)
	if errors.Is(lost, kerr.MessageTooLarge) {
		lost = c.produce(ctx, &kgo.Record{Topic: c.DeadLetters, Key: r.Key, Value: r.Value,
			Headers: []kgo.RecordHeader{{Key: eventbeve.HeaderSource, Value: []byte(source)}}})
	}
	return lost
}

// produce returns when the brokers have a record, or the context ends. The client does
// not give up a record that is under way, so that it may arrive later than that; it is not
// told to, because the end of one record's context fails those that follow.
func (c *Consumer[T]) produce(ctx context.Context, r *kgo.Record) error {
	stored := make(chan error, 1)
	c.Client.Produce(context.WithoutCancel(ctx), r, func(_ *kgo.Record, err error) { stored <- err })
	select {
	case err := <-stored:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}
