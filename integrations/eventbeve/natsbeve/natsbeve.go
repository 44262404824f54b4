// Package natsbeve sends and receives Go values over NATS as BEVE, with the client
// nats.go: messages of the core, and events of JetStream, which are acknowledged.
//
//	ack, err := natsbeve.Publish(ctx, js, "orders.new", &order)
//
//	consumer := natsbeve.Consumer[Order]{JetStream: js, Consumer: durable, DeadLetters: "dead.orders", Handle: handle}
//	err := consumer.Run(ctx)
//
// # What is promised
//
// Every event that a consumer is given is handled, or stored as a dead letter, at least
// once, whatever fails and wherever: the handler, an acknowledgement, the routing of
// poison, the connection, the process. An event comes again when its acknowledgement did
// not arrive within the AckWait of the consumer, so handlers are idempotent, and take
// less time than that or call InProgress. Events come in any order after a failure.
//
// A consumer of JetStream with MaxDeliver gives an event up after that many deliveries.
// An event that fails for the last time is stored as a dead letter. Only a process that
// dies during the last delivery leaves an event in the stream that is not delivered again.
package natsbeve

import (
	"context"
	"strings"

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
		Header:  nats.Header{eventbeve.HeaderContentType: {codec.ContentType()}},
	}, nil
}

// Value reads the body of a message, which is BEVE, or JSON if its header says so. A
// message without a body that a key-value store has left where it deleted a key is a
// tombstone: the zero value, with eventbeve.ErrTombstone. Any other without a body is an
// error.
func Value[T any](m *nats.Msg) (T, error) {
	return value[T](eventbeve.Codec{}, m.Header, m.Data)
}

func value[T any](codec eventbeve.Codec, header nats.Header, body []byte) (v T, err error) {
	if len(body) == 0 && (lookup(header, headerOperation) != "" || lookup(header, jetstream.MarkerReasonHeader) != "") {
		return v, eventbeve.ErrTombstone
	}
	err = codec.Unmarshal(lookup(header, eventbeve.HeaderContentType), body, &v)
	return v, err
}

// headerOperation is the header in which key-value stores say that a key was deleted or
// purged.
const headerOperation = "KV-Operation"

// lookup returns a header whose name may be of any case: that of the exact name, else of
// the first in the order of bytes.
func lookup(header nats.Header, name string) string {
	if values := header[name]; len(values) > 0 {
		return values[0]
	}
	found, value := "", ""
	for other, values := range header {
		if len(values) > 0 && strings.EqualFold(other, name) && (found == "" || other < found) {
			found, value = other, values[0]
		}
	}
	return value
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
