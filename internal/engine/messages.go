// Values of the extended profile as messages of their own: what package beve and package
// extended do for one form each. They read what is the whole of a message themselves; the
// functions here take what may stand before it, and say what is wrong.

package engine

import (
	"time"

	"github.com/beve-org/beve-go/internal/costly"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// single returns the value of a message that read takes whole.
func single[T any](data []byte, read func([]byte, int) (T, int, error)) (v T, err error) {
	off, err := wire.ReadMessageStart(data)
	if err != nil {
		return v, err
	}
	v, next, err := read(data, off)
	if err == nil {
		err = wire.CheckEnd(data, next)
	}
	return v, err
}

// message completes what encoding one form returns.
func message(dst, out []byte, goType string, cause error) ([]byte, error) {
	if cause == nil {
		return out, nil
	}
	return dst, &EncodeError{GoType: goType, Err: cause}
}

// AppendTimeMessage appends t as a timestamp.
func AppendTimeMessage(dst []byte, t time.Time) ([]byte, error) {
	s, err := scalar.TimestampOf(t)
	if err != nil {
		return message(dst, nil, "time.Time", err)
	}
	return wire.AppendTimestamp(dst, s), nil
}

// ReadTimeMessage returns the time that a timestamp, or a draft time, stands for: in UTC,
// or in a zone without a name.
func ReadTimeMessage(data []byte) (time.Time, error) {
	s, err := ReadTimestampMessage(data)
	if err != nil {
		return time.Time{}, err
	}
	t, err := scalar.TimeOf(s)
	if err != nil {
		return t, &DecodeError{GoType: "time.Time", Err: err}
	}
	return t, nil
}

// AppendTimestampMessage appends ts, whose nanoseconds and offset must be in range.
func AppendTimestampMessage(dst []byte, ts Timestamp) ([]byte, error) {
	if !ts.Valid() {
		return message(dst, nil, "beve.Timestamp", fault.Because(fault.ErrOverflow, "nanoseconds or zone offset out of range"))
	}
	return wire.AppendTimestamp(dst, ts), nil
}

// ReadTimestampMessage returns a timestamp of any precision, or a draft time, as it is.
func ReadTimestampMessage(data []byte) (Timestamp, error) { return single(data, readStamp) }

func readStamp(data []byte, off int) (Timestamp, int, error) {
	if off+1 < len(data) && data[off+1] > 1 {
		return wire.ReadTimestamp(data, off)
	}
	a, next, err := wire.ViewTimes(data, off)
	if err != nil {
		return Timestamp{}, off, err
	}
	if !a.Single {
		return Timestamp{}, off, fault.At(off, fault.Because(fault.ErrMismatch, "an array of times is not a timestamp"))
	}
	return a.At(0), next, nil
}

// ReadDurationMessage returns a duration. One beyond the 292 years of a time.Duration is an
// error that matches ErrOverflow.
func ReadDurationMessage(data []byte) (time.Duration, error) {
	d, err := single(data, wire.ReadDuration)
	if err != nil {
		return 0, err
	}
	ns, ok := d.Nanos()
	if !ok {
		return 0, &DecodeError{GoType: "time.Duration", Err: fault.Because(fault.ErrOverflow,
			"duration "+string(d.AppendISO(nil))+" does not fit a time.Duration")}
	}
	return time.Duration(ns), nil
}

// AppendIntervalMessage appends an interval.
func AppendIntervalMessage(dst []byte, v *Interval) ([]byte, error) {
	out, err := AppendInterval(dst, v)
	return message(dst, out, "beve.Interval", err)
}

// ReadIntervalMessage returns an interval, its times in UTC or in zones without names.
func ReadIntervalMessage(data []byte) (v Interval, err error) {
	off, err := wire.ReadMessageStart(data)
	if err != nil {
		return v, err
	}
	start, end, _, next, err := wire.ReadInterval(data, off)
	if err == nil {
		err = wire.CheckEnd(data, next)
	}
	if err == nil {
		v.Start, err = scalar.TimeOf(start)
	}
	if err == nil {
		v.End, err = scalar.TimeOf(end)
	}
	if err != nil {
		if _, ours := err.(*DecodeError); !ours {
			err = &DecodeError{Offset: int64(off), GoType: "beve.Interval", Err: err}
		}
		return Interval{}, err
	}
	return v, nil
}

// AppendUUIDText appends the UUID that a text names.
func AppendUUIDText(dst []byte, s string) ([]byte, error) {
	id, err := scalar.ParseUUID(s)
	if err != nil {
		return message(dst, nil, "beve.UUID", err)
	}
	return wire.AppendUUID(dst, id), nil
}

// ReadUUIDMessage returns a UUID.
func ReadUUIDMessage(data []byte) ([16]byte, error) { return single(data, wire.ReadUUID) }

// AppendRegExpMessage appends the source of re; a nil re is an error.
func AppendRegExpMessage[P interface {
	comparable
	String() string
}](dst []byte, re P) ([]byte, error) {
	if re == *new(P) {
		return message(dst, nil, "*regexp.Regexp", fault.Because(fault.ErrUnsupported, "no regular expression"))
	}
	text := re.String()
	if dst == nil {
		dst = make([]byte, 0, len(text)+PatternRoom)
	}
	pattern, flags := SplitRegExp(text)
	return AppendPatternMessage(dst, pattern, flags)
}

// PatternRoom is more than a pattern takes beside its text.
const PatternRoom = 10

// AppendPatternMessage appends a pattern, which is not compiled.
func AppendPatternMessage(dst []byte, pattern string, flags RegExpFlags) ([]byte, error) {
	out, err := AppendRegExp(dst, pattern, flags)
	return message(dst, out, "beve.RegExpData", err)
}

// ReadRegExpMessage sets *re, a regexp.Regexp, to a regular expression, which it compiles or
// takes from the cache of those compiled before.
func ReadRegExpMessage(data []byte, re any) error {
	pattern, flags, off, err := viewPattern(data)
	if err != nil {
		return err
	}
	var texts costly.Texts
	if err := compileRegExp(&texts, re, pattern, flags, len(pattern)); err != nil {
		return &DecodeError{Offset: int64(off), GoType: "*regexp.Regexp", Err: err}
	}
	return nil
}

// ReadPatternMessage returns a regular expression as it is.
func ReadPatternMessage(data []byte) (RegExpData, error) {
	pattern, flags, _, err := viewPattern(data)
	if err != nil {
		return RegExpData{}, err
	}
	return RegExpData{Pattern: string(pattern), Flags: flags}, nil
}

// viewPattern returns the regular expression that is a message, and where it lies.
func viewPattern(data []byte) (pattern []byte, flags RegExpFlags, off int, err error) {
	if off, err = wire.ReadMessageStart(data); err != nil {
		return nil, 0, 0, err
	}
	pattern, flags, next, err := wire.ViewRegExp(data, off)
	if err == nil {
		err = wire.CheckEnd(data, next)
	}
	return pattern, flags, off, err
}
