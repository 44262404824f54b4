// Package beamkafka reads topics of Kafka into pipelines of Apache Beam without an end: values
// in BEVE, or in JSON where a header says so, as kafkabeve writes them.
//
//	func init() { beamkafka.Register[Order]() }
//
//	orders := beamkafka.Read[Order](s, beamkafka.Options{Brokers: brokers, Topics: []string{"orders"}, Lag: time.Minute})
//	hourly := beam.WindowInto(s, hours, orders) // fixed windows of Beam
//	totals := beam.CombinePerKey(s, add, beam.ParDo(s, keyed, hourly))
//
// # Time
//
// The time of a value is that of its record. A partition promises that what follows is at
// most Lag older than the latest time seen, and windows close by that promise; what breaks
// it is late, and the pipeline's own strategy of windows says what becomes of it. A topic
// waits for its slowest partition, one without records among them: see Idle.
//
// # What is promised
//
// A partition is read in order, by one worker at a time. The runner keeps the offset of each with
// its own state: after a failure that it recovers from, what it had counted is counted once. A
// pipeline that is started anew knows nothing of that. With a Group it begins where the last
// one had been finished for good: no record is left out, and some may come again. Records of
// transactions are read when those are committed. Partitions that a topic gets later are
// read when the pipeline is started again.
package beamkafka

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/integrations/beambeve"
)

// Options say what is read, and how. Brokers and Topics have to be there.
type Options struct {
	// Brokers are the addresses of some of the cluster's machines, as "host:port".
	Brokers []string
	// Topics are read with all of their partitions.
	Topics []string
	// Group is the consumer group whose committed offsets say where a pipeline begins. What
	// the runner has finished for good is committed to it, if the runner says so: Beam's local one
	// does, and Flink does with a checkpoint, which a pipeline in Go does not have there. Beam ends
	// the sources of a job that its own option gives no interval of checkpoints, and its SDK for Go
	// cannot set that option: partitions are then read while their operator ends, when
	// Flink completes no checkpoint.
	// It has no members: no consumer may use it meanwhile.
	Group string
	// FromEnd makes partitions without a committed offset begin at their end. They begin
	// with their first record otherwise.
	FromEnd bool
	// Bounded ends the reading, and a pipeline that has no other source, where partitions
	// ended when it was started.
	Bounded bool
	// Lag is how much older than the latest of its partition a record may be without being
	// late.
	Lag time.Duration
	// Idle is how long a partition has no new record until it stops holding back the windows
	// of others: from then on its time is the clock's, less Lag. Zero lets them wait.
	Idle time.Duration
	// Decode are the options of decoding, with its limits for each value. NoCopy is ignored.
	Decode beve.DecodeOptions
}

// Rejected is a record that has no value of the wanted type.
type Rejected struct {
	Topic     string `json:"topic"`
	Partition int32  `json:"partition"`
	Offset    int64  `json:"offset"`
	Key       []byte `json:"key"`
	// Value is nil in a tombstone, a record without a value.
	Value []byte `json:"value"`
	// Error says what is wrong, with the offset and the path in the value.
	Error string `json:"error"`
}

// Register makes T an element of pipelines that travels as BEVE, as beambeve.Register does,
// and that Read takes. Call it in an init function.
func Register[T any]() {
	beambeve.Register[T]()
	register.Emitter2[beam.EventTime, T]()
	beam.RegisterType(reflect.TypeFor[readFn[T]]()) // called once a turn
}

func init() {
	beambeve.Register[partition]()
	beambeve.Register[Rejected]()
	register.Emitter2[beam.EventTime, Rejected]()
	beam.RegisterType(reflect.TypeFor[partitionsFn]())
	register.Emitter1[partition]()
}

// clientOptions are those of RegisterClient. Only init functions write to it.
var clientOptions = func() []kgo.Opt { return nil }

// RegisterClient sets what clients have beyond Options, such as TLS and credentials. Call it
// in an init function: all workers need it, and options do not travel to them.
func RegisterClient(opts func() []kgo.Opt) { clientOptions = opts }

// Read returns the values of topics as an unbounded PCollection<T>. T has been registered. A
// record that does not decode fails the pipeline, with an error that names topic, partition
// and offset, and so does a record without a value. It panics without brokers or topics.
func Read[T any](s beam.Scope, opts Options) beam.PCollection {
	s = s.Scope("beamkafka.Read")
	values, _ := read(s, &readFn[T]{Options: opts})
	return values
}

// TryRead is Read that does not fail for what it cannot decode, but returns it as a
// PCollection<Rejected>, to be written, counted or looked at.
func TryRead[T any](s beam.Scope, opts Options) (values, rejected beam.PCollection) {
	s = s.Scope("beamkafka.TryRead")
	return read(s, &readFn[T]{Options: opts, Reject: true})
}

func read[T any](s beam.Scope, fn *readFn[T]) (values, rejected beam.PCollection) {
	if len(fn.Options.Brokers) == 0 || len(fn.Options.Topics) == 0 {
		panic("beamkafka: no brokers, or no topics")
	}
	partitions := beam.ParDo(s, &partitionsFn{Options: fn.Options}, beam.Impulse(s))
	return beam.ParDo2(s, fn, beam.Reshuffle(s, partitions)) // reading is work for all
}

// partition is what one worker reads: the element of the source.
type partition struct {
	Topic  string `json:"topic"`
	Number int32  `json:"number"`
	Start  int64  `json:"start"` // the first offset
	End    int64  `json:"end"`   // the one after the last
}

func (p *partition) String() string { return fmt.Sprintf("%s, partition %d", p.Topic, p.Number) }

// connect returns a client.
func (o *Options) connect(opts ...kgo.Opt) (*kgo.Client, error) {
	return kgo.NewClient(slices.Concat([]kgo.Opt{kgo.SeedBrokers(o.Brokers...)}, clientOptions(), opts)...)
}

// partitionsFn finds the partitions of the topics, and where to begin.
type partitionsFn struct{ Options Options }

func (fn *partitionsFn) ProcessElement(ctx context.Context, _ []byte, emit func(partition)) error {
	all, err := fn.Options.partitions(ctx)
	if err != nil {
		return fmt.Errorf("beamkafka: %w", err)
	}
	for _, p := range all {
		emit(p)
	}
	return nil
}

func (o *Options) partitions(ctx context.Context) (all []partition, err error) {
	client, err := o.connect()
	if err != nil {
		return nil, err
	}
	defer client.Close()
	admin := kadm.NewClient(client)
	first, err := listed(admin.ListStartOffsets(ctx, o.Topics...))
	if err != nil {
		return nil, err
	}
	last, err := listed(admin.ListCommittedOffsets(ctx, o.Topics...)) // of transactions that are
	if err != nil {
		return nil, err
	}
	var committed kadm.OffsetResponses
	if o.Group != "" {
		committed, err = admin.FetchOffsetsForTopics(ctx, o.Group, o.Topics...)
		if err != nil && !errors.Is(err, kerr.GroupIDNotFound) { // nothing has been committed
			return nil, fmt.Errorf("group %s: %w", o.Group, err)
		}
	}
	first.Each(func(l kadm.ListedOffset) {
		end, _ := last.Lookup(l.Topic, l.Partition)
		p := partition{Topic: l.Topic, Number: l.Partition, Start: l.Offset, End: math.MaxInt64}
		if at, ok := committed.Lookup(l.Topic, l.Partition); ok && at.At >= 0 {
			p.Start = at.At
		} else if o.FromEnd {
			p.Start = end.Offset
		}
		if o.Bounded {
			p.End = end.Offset
		}
		all = append(all, p)
	})
	return all, nil
}

// listed adds what is wrong with single partitions to the error of a list.
func listed(offsets kadm.ListedOffsets, err error) (kadm.ListedOffsets, error) {
	if err == nil {
		err = offsets.Error()
	}
	return offsets, err
}
