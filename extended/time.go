package extended

import (
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/engine"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// AppendTimestamp is [beve.MarshalTimestamp] that appends to dst.
func AppendTimestamp(dst []byte, t time.Time) ([]byte, error) {
	out, err := engine.AppendTimeMessage(dst, t)
	return out, encodeError(err)
}

// EncodeTimestamp returns ts as a message. Nanoseconds beyond a second, and offsets
// of a day and more, are an error.
func EncodeTimestamp(ts beve.Timestamp) ([]byte, error) {
	return AppendTimestampValue(make([]byte, 0, 16), ts)
}

// AppendTimestampValue is EncodeTimestamp that appends to dst.
func AppendTimestampValue(dst []byte, ts beve.Timestamp) ([]byte, error) {
	out, err := engine.AppendTimestampMessage(dst, ts)
	return out, encodeError(err)
}

// DecodeTimestamp returns a timestamp of any precision, or a draft time, as it is.
// [beve.UnmarshalTimestamp] returns the time that it stands for.
func DecodeTimestamp(data []byte) (beve.Timestamp, error) {
	if len(data) > 1 && data[1] > 1 { // not of seconds, of which there may be an array
		if ts, next, err := wire.ReadTimestamp(data, 0); err == nil && next == len(data) {
			return ts, nil
		}
	}
	ts, err := engine.ReadTimestampMessage(data)
	return ts, decodeError(err)
}

// AppendDuration is [beve.EncodeDuration] that appends to dst.
func AppendDuration(dst []byte, d time.Duration) []byte {
	return wire.AppendDuration(dst, scalar.DurationOf(int64(d)))
}

// DecodeDuration returns a duration. One beyond the 292 years of a time.Duration is
// an error that matches beve.ErrOverflow.
func DecodeDuration(data []byte) (time.Duration, error) {
	if d, next, err := wire.ReadDuration(data, 0); err == nil && next == len(data) {
		if ns, ok := d.Nanos(); ok {
			return time.Duration(ns), nil
		}
	}
	d, err := engine.ReadDurationMessage(data)
	return d, decodeError(err)
}

// AppendInterval is [beve.EncodeInterval] that appends to dst.
func AppendInterval(dst []byte, start, end time.Time) ([]byte, error) {
	out, err := engine.AppendIntervalMessage(dst, &beve.Interval{Start: start, End: end})
	return out, encodeError(err)
}

// DecodeInterval returns an interval, its times in UTC or in zones without names.
func DecodeInterval(data []byte) (beve.Interval, error) {
	v, err := engine.ReadIntervalMessage(data)
	return v, decodeError(err)
}
