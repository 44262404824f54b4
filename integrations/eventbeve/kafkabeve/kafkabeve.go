// Package kafkabeve sends and receives Go values over Kafka as BEVE, with the client
// franz-go.
//
//	record, err := kafkabeve.Record("orders", []byte(order.Key), &order)
//	client.Produce(ctx, record, nil)
//
//	consumer := kafkabeve.Consumer[Order]{Client: client, DeadLetters: "orders.dead", Handle: handle}
//	err := consumer.Run(ctx)
//
// # What is promised
//
// Every record is handled, or stored as a dead letter, at least once, partition by
// partition and in the order of the partition, whatever fails and wherever: the handler,
// a commit, the routing of poison, the process. A record that was handled comes again
// where its commit did not arrive, or where its partition went to another member of the
// group meanwhile; so handlers are idempotent. A commit never passes a record that is
// neither handled nor routed.
package kafkabeve

import (
	"strings"

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
		Headers: []kgo.RecordHeader{{Key: eventbeve.HeaderContentType, Value: []byte(codec.ContentType())}},
	}, nil
}

// Value reads the value of a record, which is BEVE, or JSON if its header says so. A
// record without a value is a tombstone: the zero value, with eventbeve.ErrTombstone.
func Value[T any](r *kgo.Record) (T, error) { return ValueWith[T](eventbeve.Codec{}, r) }

// ValueWith is Value with options.
func ValueWith[T any](codec eventbeve.Codec, r *kgo.Record) (v T, err error) {
	if r.Value == nil {
		return v, eventbeve.ErrTombstone
	}
	contentType := "" // the last one, as Kafka's own clients take it
	for _, h := range r.Headers {
		if strings.EqualFold(h.Key, eventbeve.HeaderContentType) {
			contentType = string(h.Value)
		}
	}
	err = codec.Unmarshal(contentType, r.Value, &v)
	return v, err
}
