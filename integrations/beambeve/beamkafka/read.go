// The source: a partition becomes values, turn by turn.

package beamkafka

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/mtime"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/rtrackers/offsetrange"
	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/beve-org/beve-go/integrations/eventbeve"
	"github.com/beve-org/beve-go/integrations/eventbeve/kafkabeve"
)

const (
	// turn is how long a partition is read until the runner may note how far it has come.
	turn = time.Second
	// turnRecords ends a turn earlier.
	turnRecords = 50_000
	// commitWithin is how long after a turn the runner may still say that it is finished.
	commitWithin = 10 * time.Minute
)

// readFn reads partitions. It is splittable in time alone: the runner takes the rest of a
// partition at an offset and has it read on, there or elsewhere.
type readFn[T any] struct {
	Options Options
	Reject  bool

	readers map[partition]*reader
	admin   *kgo.Client // commits
}

// reader is where a partition is read.
type reader struct {
	client *kgo.Client
	next   int64     // the offset that it comes to
	since  time.Time // when it last had a record
}

// CreateInitialRestriction returns all offsets.
func (fn *readFn[T]) CreateInitialRestriction(p partition) offsetrange.Restriction {
	return offsetrange.Restriction{Start: p.Start, End: max(p.Start, p.End)}
}

// SplitRestriction leaves a partition whole.
func (fn *readFn[T]) SplitRestriction(_ partition, rest offsetrange.Restriction) []offsetrange.Restriction {
	return []offsetrange.Restriction{rest}
}

// RestrictionSize returns the number of offsets, where it is known.
func (fn *readFn[T]) RestrictionSize(_ partition, rest offsetrange.Restriction) float64 {
	if rest.End == math.MaxInt64 {
		return 1
	}
	return rest.Size()
}

// CreateTracker returns a tracker of offsets.
func (fn *readFn[T]) CreateTracker(rest offsetrange.Restriction) *sdf.LockRTracker {
	return sdf.NewLockRTracker(&tracker{offsetrange.NewTracker(rest)})
}

// TruncateRestriction leaves nothing to be read when a pipeline is drained.
func (fn *readFn[T]) TruncateRestriction(rt *sdf.LockRTracker, _ partition) offsetrange.Restriction {
	start := rt.GetRestriction().(offsetrange.Restriction).Start
	return offsetrange.Restriction{Start: start, End: start}
}

// tracker gives away what is left of a partition, but never a later part of it: its
// records are read in order, and offsets that are committed have none before them left.
type tracker struct{ *offsetrange.Tracker }

// TrySplit returns a residual for the fraction 0 alone.
func (t *tracker) TrySplit(fraction float64) (primary, residual any, err error) {
	if fraction > 0 {
		return t.GetRestriction(), nil, nil
	}
	return t.Tracker.TrySplit(0)
}

// IsBounded reports whether there is an end.
func (t *tracker) IsBounded() bool {
	return t.GetRestriction().(offsetrange.Restriction).End < math.MaxInt64
}

// InitialWatermarkEstimatorState returns the time of the element: the first there is.
func (fn *readFn[T]) InitialWatermarkEstimatorState(at beam.EventTime, _ offsetrange.Restriction, _ partition) int64 {
	return at.Milliseconds()
}

// CreateWatermarkEstimator returns an estimator that goes on from a state.
func (fn *readFn[T]) CreateWatermarkEstimator(ms int64) *estimator {
	e := &estimator{}
	e.ms.Store(ms)
	return e
}

// WatermarkEstimatorState returns the state of an estimator.
func (fn *readFn[T]) WatermarkEstimatorState(e *estimator) int64 { return e.ms.Load() }

// ProcessElement reads a partition for a turn.
func (fn *readFn[T]) ProcessElement(ctx context.Context, we *estimator, done beam.BundleFinalization, rt *sdf.LockRTracker, p partition,
	emit func(beam.EventTime, T), reject func(beam.EventTime, Rejected)) (sdf.ProcessContinuation, error) {
	rest := rt.GetRestriction().(offsetrange.Restriction)
	r, err := fn.reader(p, rest.Start)
	if err != nil {
		return nil, fmt.Errorf("beamkafka: %w", err)
	}
	more, err := fn.turn(ctx, r, we, rt, &p, rest.End, emit, reject)
	if err != nil {
		return nil, fmt.Errorf("beamkafka: %s: %w", &p, err)
	}
	if next := r.next; next > rest.Start && fn.Options.Group != "" {
		done.RegisterCallback(commitWithin, func() error { return fn.commit(p, next) })
	}
	if !more {
		fn.forget(p)
		return sdf.StopProcessing(), nil
	}
	return sdf.ResumeProcessingIn(0), nil
}

// turn reads until its time is over, and reports whether there may be more.
func (fn *readFn[T]) turn(ctx context.Context, r *reader, we *estimator, rt *sdf.LockRTracker, p *partition, end int64,
	emit func(beam.EventTime, T), reject func(beam.EventTime, Rejected)) (more bool, err error) {
	until := time.Now().Add(turn)
	for n := 0; n < turnRecords && time.Now().Before(until); {
		if r.next >= end {
			rt.TryClaim(end) // says that all is done
			return false, nil
		}
		records, err := r.poll(ctx, until)
		if err != nil {
			return false, err
		}
		n += len(records)
		if idle := fn.Options.Idle; idle > 0 && time.Since(r.since) >= idle {
			we.reach(time.Now().Add(-fn.Options.Lag))
		}
		for _, record := range records {
			if !rt.TryClaim(record.Offset) {
				return false, rt.GetError()
			}
			r.next = record.Offset + 1
			if record.Attrs.IsControl() {
				continue
			}
			if err := fn.value(record, emit, reject); err != nil {
				return false, fmt.Errorf("offset %d: %w", record.Offset, err)
			}
			we.reach(record.Timestamp.Add(-fn.Options.Lag))
		}
	}
	return true, nil
}

// value emits the value of a record.
func (fn *readFn[T]) value(record *kgo.Record, emit func(beam.EventTime, T), reject func(beam.EventTime, Rejected)) error {
	opts := fn.Options.Decode
	opts.NoCopy = false
	at := mtime.FromTime(record.Timestamp)
	v, err := kafkabeve.ValueWith[T](eventbeve.Codec{Decode: opts}, record)
	switch {
	case err == nil:
		emit(at, v)
		return nil
	case fn.Reject:
		reject(at, Rejected{record.Topic, record.Partition, record.Offset, record.Key, record.Value, err.Error()})
		return nil
	}
	return err
}

// reader returns what reads a partition from an offset on: what has read it up to there, if
// that is here.
func (fn *readFn[T]) reader(p partition, offset int64) (*reader, error) {
	if r := fn.readers[p]; r != nil && r.next == offset {
		return r, nil
	}
	fn.forget(p)
	client, err := fn.Options.connect(
		kgo.ConsumePartitions(map[string]map[int32]kgo.Offset{p.Topic: {p.Number: kgo.NewOffset().At(offset)}}),
		kgo.ConsumeResetOffset(kgo.NoResetOffset()), // records that are gone are an error
		kgo.FetchIsolationLevel(kgo.ReadCommitted()),
		kgo.KeepControlRecords()) // the last of a partition may be one
	if err != nil {
		return nil, err
	}
	if fn.readers == nil {
		fn.readers = map[partition]*reader{}
	}
	r := &reader{client: client, next: offset, since: time.Now()}
	fn.readers[p] = r
	return r, nil
}

// forget ends the reading of a partition here.
func (fn *readFn[T]) forget(p partition) {
	if r := fn.readers[p]; r != nil {
		r.client.Close()
		delete(fn.readers, p)
	}
}

// poll returns the next records, or none when the time is over.
func (r *reader) poll(ctx context.Context, until time.Time) ([]*kgo.Record, error) {
	wait, cancel := context.WithDeadline(ctx, until)
	defer cancel()
	fetches := r.client.PollRecords(wait, turnRecords)
	for _, f := range fetches.Errors() {
		if !errors.Is(f.Err, context.DeadlineExceeded) || ctx.Err() != nil {
			return nil, fmt.Errorf("offset %d: %w", r.next, f.Err)
		}
	}
	records := fetches.Records()
	if len(records) > 0 {
		r.since = time.Now()
	}
	return records, nil
}

// commit tells the group how far a partition has been read.
func (fn *readFn[T]) commit(p partition, next int64) (err error) {
	if fn.admin == nil {
		if fn.admin, err = fn.Options.connect(); err != nil {
			return fmt.Errorf("beamkafka: %w", err)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	offsets := kadm.Offsets{}
	offsets.AddOffset(p.Topic, p.Number, next, -1)
	if err := kadm.NewClient(fn.admin).CommitAllOffsets(ctx, fn.Options.Group, offsets); err != nil {
		return fmt.Errorf("beamkafka: %s: committing offset %d to group %s: %w", &p, next, fn.Options.Group, err)
	}
	return nil
}

// Teardown closes all clients.
func (fn *readFn[T]) Teardown() {
	for p := range fn.readers {
		fn.forget(p)
	}
	if fn.admin != nil {
		fn.admin.Close()
	}
}
