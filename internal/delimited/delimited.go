// Package delimited finds the values of a stream of BEVE: where each starts, after what may
// stand before it, and where it ends. It decodes none of them.
package delimited

import (
	"errors"
	"io"
	"math"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/window"
	"github.com/beve-org/beve-go/wire"
)

// A Reader is a stream of values, delimited or not. The zero value has no reader.
type Reader struct {
	window.Window
	// Limits, Strict and TypeTags are the options for the values from here on.
	Limits           fault.Limits
	Strict, TypeTags bool
	// After says that a value ended at Off, so that a delimiter is one.
	After bool

	begun  bool // what may stand at the start of a stream was passed
	framed bool // by a header whose value has not come yet
	scan   wire.Scanner
}

var errTooLong = fault.Because(fault.ErrLimit, "value is longer than Limits.MaxBytes")

// Fault returns an error at the position of the stream.
func (r *Reader) Fault(cause error) error {
	return &fault.DecodeError{Offset: r.Offset(), Err: cause}
}

// Fail makes the error for cause, at the position of the stream, final.
func (r *Reader) Fail(cause error) error {
	r.Err = r.Fault(cause)
	return r.Err
}

// Stop makes err final. If it has an offset, that counts from Off, and becomes one of the
// stream.
func (r *Reader) Stop(err error) error {
	if e, ok := err.(*fault.DecodeError); ok {
		e.Offset += r.Offset()
	}
	r.Err = err
	return err
}

// Fill reads more input. It returns io.EOF if there is none.
func (r *Reader) Fill() error {
	if r.Err == nil && !r.EOF {
		if r.Reader == nil {
			return r.Fail(fault.ErrNoReader)
		}
		// What came with an error of the reader is used up first, and then the error counts.
		if int64(len(r.Buf)-r.Off) >= r.Limits.StreamBytes() && r.Later() == nil {
			return r.Fail(errTooLong)
		}
	}
	return r.Window.Fill()
}

// Await reads more input where err, that of a value at Off, says that the value is not all
// there; otherwise err becomes final. After io.EOF the value is read once more, which says
// what it lacks.
func (r *Reader) Await(err error) error {
	if r.EOF || !errors.Is(err, fault.ErrTruncated) {
		return r.Stop(err)
	}
	return r.fillAny()
}

// fillAny is Fill for callers that look at EOF themselves.
func (r *Reader) fillAny() error {
	if err := r.Fill(); err != io.EOF {
		return err
	}
	return nil
}

// Need buffers n bytes from Off on, if there are that many.
func (r *Reader) Need(n int) error {
	for len(r.Buf)-r.Off < n {
		if err := r.Fill(); err != nil {
			return err
		}
	}
	return nil
}

// Reach is Need for callers that look at EOF themselves. Whoever knows how many bytes it takes asks for them before it
// reads, so that no error is made for each piece of input.
func (r *Reader) Reach(n int) error {
	if err := r.Need(n); err != io.EOF {
		return err
	}
	return nil
}

// ReachSize is Reach for the SIZE that lies skip bytes from Off on.
func (r *Reader) ReachSize(skip int) error {
	err := r.Reach(skip + 1)
	if rest := r.Rest(); err == nil && len(rest) > skip {
		err = r.Reach(skip + 1<<(rest[skip]&3))
	}
	return err
}

// ReachText is Reach for the text at Off, the SIZE before it, and so many bytes after it.
func (r *Reader) ReachText(after int) error {
	err := r.ReachSize(0)
	if n, next, short := wire.ReadSize(r.Rest(), 0); err == nil && short == nil {
		err = r.Reach(next + int(min(n, math.MaxInt/2)) + after)
	}
	return err
}

// Pass passes over n bytes, the last of a value.
func (r *Reader) Pass(n int) {
	r.Off += n
	r.After = true
}

// ToValue passes over what may stand before a value. It returns io.EOF when no value
// follows.
func (r *Reader) ToValue() error {
	for {
		if r.Err != nil {
			return r.Err
		}
		if !r.begun && len(r.Buf) > r.Off {
			if wire.Header(r.Buf[r.Off]) == wire.HeaderFraming {
				if len(r.Buf)-r.Off < 2 && !r.EOF {
					if err := r.fillAny(); err != nil {
						return err
					}
					continue
				}
				n, err := wire.ReadMessageStart(r.Rest())
				if err != nil {
					return r.Stop(err)
				}
				r.Off += n
				r.framed = n > 0
			}
			r.begun = true
		}
		next, more := wire.PassDelimiters(r.Buf, r.Off, r.After, r.EOF)
		r.After = r.After && next == r.Off
		r.Off = next
		if more {
			if err := r.fillAny(); err != nil {
				return err
			}
			continue
		}
		if r.Off < len(r.Buf) {
			r.framed = false
			return nil
		}
		if err := r.Fill(); err != nil {
			if err == io.EOF && r.framed {
				return r.Fail(fault.ErrTruncated) // a header of nothing
			}
			return err
		}
	}
}

// Admits reports whether a value of n bytes is within the limits.
func (r *Reader) Admits(n int) bool {
	return int64(n) <= r.Limits.StreamBytes() || r.Reader == nil && r.Limits.Admits(n)
}

// Whole buffers the value that starts at Off and returns its length.
func (r *Reader) Whole() (n int, err error) {
	n, _, err = r.walk(r.Limits, math.MaxInt)
	if err == nil && !r.Admits(n) {
		return 0, r.Fail(errTooLong)
	}
	return n, err
}

// Within is [Reader.Whole] for a value to be passed over, of any length and of any number of
// elements. At least most bytes of it are looked at: long says that it has not ended there. Of
// a value that is buffered in any case all is.
func (r *Reader) Within(most int) (n int, long bool, err error) {
	l := r.Limits
	l.MaxElements = math.MaxInt64
	return r.walk(l, most)
}

// Head buffers what starts the value at Off, as far as it can be told: of a container what comes before its children, of a
// table or a type tag as much as says which it is, and of another value all of it.
func (r *Reader) Head() error {
	r.reset(r.Limits)
	for !r.EOF && r.scan.Waits(r.Rest()) {
		if err := r.fillAny(); err != nil {
			return err
		}
	}
	return nil
}

// reset prepares for a scan of the value at Off.
func (r *Reader) reset(l fault.Limits) {
	r.scan.ReadTypeTags(r.TypeTags)
	r.scan.Reset(l, r.Strict)
}

func (r *Reader) walk(l fault.Limits, most int) (n int, long bool, err error) {
	r.reset(l)
	for {
		n, err = r.scan.Next(r.Rest(), r.EOF)
		if err == nil {
			return n, false, nil
		}
		if !r.EOF && len(r.Rest()) >= most && errors.Is(err, fault.ErrTruncated) {
			return 0, true, nil
		}
		if err := r.Await(err); err != nil {
			return 0, false, err
		}
	}
}
