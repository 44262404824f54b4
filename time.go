// Timestamps, durations and intervals as messages of their own.

package beve

import (
	"time"

	"github.com/beve-org/beve-go/internal/engine"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// Timestamp is an instant: Seconds since 1970, Nanoseconds that count forward from
// them, and TimezoneOffset, the minutes that local time is ahead of UTC.
type Timestamp = engine.Timestamp

// MarshalTimestamp returns t as a timestamp of the extended profile, to the
// nanosecond, with its zone offset if that is a whole number of minutes and in UTC
// otherwise. It fails only for times billions of years off.
func MarshalTimestamp(t time.Time) ([]byte, error) {
	return AppendTimestamp(make([]byte, 0, 16), t)
}

// AppendTimestamp is MarshalTimestamp that appends to dst. On failure it returns dst
// as it was.
func AppendTimestamp(dst []byte, t time.Time) ([]byte, error) {
	s, err := engine.StampOf(t)
	if err != nil {
		return encoded(dst, nil, "time.Time", err)
	}
	return wire.AppendTimestamp(dst, s), nil
}

// UnmarshalTimestamp returns the time that a timestamp, or a draft time, stands for:
// in UTC, or in a zone without a name.
func UnmarshalTimestamp(data []byte) (time.Time, error) {
	if s, next, err := wire.ReadTimestamp(data, 0); err == nil && next == len(data) {
		if t, err := scalar.TimeOf(s); err == nil {
			return t, nil
		}
	}
	s, err := DecodeTimestamp(data)
	if err != nil {
		return time.Time{}, err
	}
	t, err := scalar.TimeOf(s)
	if err != nil {
		return t, &DecodeError{GoType: "time.Time", Err: err}
	}
	return t, nil
}

// EncodeTimestamp returns ts as a message. Nanoseconds beyond a second, and offsets
// of a day and more, are an error.
func EncodeTimestamp(ts Timestamp) ([]byte, error) {
	return AppendTimestampValue(make([]byte, 0, 16), ts)
}

// AppendTimestampValue is EncodeTimestamp that appends to dst. On failure it returns
// dst as it was.
func AppendTimestampValue(dst []byte, ts Timestamp) ([]byte, error) {
	if !ts.Valid() {
		return encoded(dst, nil, "beve.Timestamp", fault.Because(ErrOverflow, "nanoseconds or zone offset out of range"))
	}
	return wire.AppendTimestamp(dst, ts), nil
}

// DecodeTimestamp returns a timestamp of any precision, or a draft time, as it is.
func DecodeTimestamp(data []byte) (Timestamp, error) { return single(data, readStamp) }

func readStamp(data []byte, off int) (Timestamp, int, error) {
	if off+1 < len(data) && data[off+1] > 1 {
		return wire.ReadTimestamp(data, off)
	}
	a, next, err := wire.ViewTimes(data, off)
	if err != nil {
		return Timestamp{}, off, err
	}
	if !a.Single {
		return Timestamp{}, off, fault.At(off, fault.Because(ErrMismatch, "an array of times is not a timestamp"))
	}
	return a.At(0), next, nil
}

// EncodeDuration returns d as a duration of the extended profile. It does not fail.
func EncodeDuration(d time.Duration) ([]byte, error) { return AppendDuration(nil, d), nil }

// AppendDuration is EncodeDuration that appends to dst.
func AppendDuration(dst []byte, d time.Duration) []byte {
	return wire.AppendDuration(dst, scalar.DurationOf(int64(d)))
}

// DecodeDuration returns a duration. One beyond the 292 years of a time.Duration is
// an error that matches ErrOverflow.
func DecodeDuration(data []byte) (time.Duration, error) {
	if d, next, err := wire.ReadDuration(data, 0); err == nil && next == len(data) {
		if ns, ok := d.Nanos(); ok {
			return time.Duration(ns), nil
		}
	}
	d, err := single(data, wire.ReadDuration)
	if err != nil {
		return 0, err
	}
	ns, ok := d.Nanos()
	if !ok {
		return 0, &DecodeError{GoType: "time.Duration", Err: fault.Because(ErrOverflow,
			"duration "+string(d.AppendISO(nil))+" does not fit a time.Duration")}
	}
	return time.Duration(ns), nil
}

// EncodeInterval returns the time from start, included, to end, excluded. An end
// before the start is an error that matches ErrMismatch.
func EncodeInterval(start, end time.Time) ([]byte, error) { return AppendInterval(nil, start, end) }

// AppendInterval is EncodeInterval that appends to dst. On failure it returns dst as
// it was.
func AppendInterval(dst []byte, start, end time.Time) ([]byte, error) {
	out, err := engine.AppendInterval(dst, Interval{Start: start, End: end})
	return encoded(dst, out, "beve.Interval", err)
}

// DecodeInterval returns an interval, its times in UTC or zones without names.
func DecodeInterval(data []byte) (Interval, error) {
	off, err := wire.ReadMessageStart(data)
	if err != nil {
		return Interval{}, err
	}
	start, end, _, next, err := wire.ReadInterval(data, off)
	if err == nil {
		err = wire.CheckEnd(data, next)
	}
	var v Interval
	if err == nil {
		v.Start, err = scalar.TimeOf(start)
	}
	if err == nil {
		v.End, err = scalar.TimeOf(end)
	}
	if _, ours := fault.Decoding(err); err != nil && !ours {
		err = &DecodeError{Offset: int64(off), GoType: "beve.Interval", Err: err}
	}
	if err != nil {
		return Interval{}, err
	}
	return v, nil
}
