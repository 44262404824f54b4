// This file translates streams of values in bounded memory: one window over the
// input, which grows only while a single value does not fit it and has to be held, and
// one buffer of output, which is written before every read that might wait.

package translator

import (
	"errors"
	"io"
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/window"
	"github.com/beve-org/beve-go/wire"
)

// Direction says which way [Transcode] translates.
type Direction uint8

// The directions.
const (
	JSONToBEVE Direction = iota
	BEVEToJSON
)

// String returns "JSON to BEVE" or "BEVE to JSON".
func (d Direction) String() string {
	switch d {
	case JSONToBEVE:
		return "JSON to BEVE"
	case BEVEToJSON:
		return "BEVE to JSON"
	}
	return "Direction(" + strconv.Itoa(int(d)) + ")"
}

// TranscodeStats counts what a [Transcode] has done, also when it failed.
type TranscodeStats struct {
	// Values is the number of values that were translated and written.
	Values int64
	// BytesRead is how much of the source belongs to them and to what is between
	// them, and BytesWritten what was written to the destination.
	BytesRead, BytesWritten int64
}

// Transcode translates every value of src and writes the results to dst as they
// are ready, until src ends.
//
// From JSON, the values may be concatenated or each on its line, and the BEVE
// values have a delimiter between them. From BEVE, delimiters are optional, a
// framing header may come first, and each value becomes one line of JSON. A
// source without values gives no output and is not an error.
//
// Memory is a small multiple of the largest value that has to be held, whatever the
// length of the stream; Limits.MaxBytes bounds that value (1 GiB by default). The
// documentation of the package says which values of more than a megabyte are not held.
// The offset of an error counts from the start of the stream. By then the results of all
// earlier values are written, and of a value that is not held the part before the
// failure. Errors of src and dst are returned as they are.
func Transcode(dst io.Writer, src io.Reader, dir Direction, opts Options) (TranscodeStats, error) {
	d := take(opts)
	s := stream{src: src, dst: dst, opts: opts, most: maxHeld, memory: d}
	stats, err := s.run(dir)
	d.give()
	return stats, decodeError(err)
}

// run is Transcode.
func (s *stream) run(dir Direction) (TranscodeStats, error) {
	var err error
	switch {
	case s.src == nil:
		return s.stats, &fault.DecodeError{Err: fault.ErrNoReader}
	case s.dst == nil:
		return s.stats, &fault.DecodeError{Err: fault.ErrNoWriter}
	}
	d := s.memory
	in, out := &d.text, &d.message
	switch dir {
	case JSONToBEVE:
		s.format = jsontext.Format
	case BEVEToJSON:
		in, out = out, in
	default:
		return s.stats, &fault.DecodeError{Err: fault.Because(fault.ErrUnsupported, dir.String()+" is not a direction")}
	}
	s.out = (*out)[:0]
	if cap(*in) >= windowSize {
		s.buf = (*in)[:windowSize:windowSize] // more would be read at once, and not be in the nearest cache when it is translated
	}
	if dir == JSONToBEVE {
		err = s.fromJSON(&d.from)
	} else {
		err = s.toJSON(&d.to)
	}
	if flushed := s.flush(); err == nil {
		err = flushed
	}
	if *out = s.out; len(s.buf) > cap(*in) {
		*in = s.buf
	}
	return s.stats, err
}

const (
	windowSize = 32 << 10 // the window at first
	flushSize  = 32 << 10 // output that is written without waiting for more

	// maxHeld is the size up to which a value is held; larger ones are translated in pieces.
	maxHeld = 1 << 20
	// large stands for the end of a value that is not held.
	large = -1
)

// stream is the state of one Transcode.
type stream struct {
	opts   Options
	src    io.Reader
	dst    io.Writer
	format string // of the source, for errors
	most   int    // maxHeld, less in tests
	stats  TranscodeStats
	memory *DirectTranslate // what translates, and the memory of buf and out

	window  []byte // input that is read and not yet translated, in buf[start:]
	buf     []byte
	readErr error  // what the source ended with; io.EOF is its proper end
	over    error  // that a value translated in pieces has become too long
	out     []byte // output that is complete
	made    []byte // and the value that was translated last
	dstErr  error
}

// ended reports whether the source is at its proper end.
func (s *stream) ended() bool { return s.readErr == io.EOF }

// advance drops the first n bytes of the window.
func (s *stream) advance(n int) {
	s.window = s.window[n:]
	s.stats.BytesRead += int64(n)
}

// fill reads more into the window. It returns the source's error once that has no
// more data; at the proper end the caller must not ask again.
func (s *stream) fill() error {
	if s.readErr != nil {
		return s.readErr
	}
	if err := s.flush(); err != nil {
		return err
	}
	if err := s.fits(len(s.window)); err != nil {
		return err
	}
	if len(s.window) == 0 {
		s.window = s.buf[:0]
	}
	if len(s.window) == cap(s.window) {
		// Moving to the front frees half of the buffer or more, and growing doubles
		// it, so that on average a byte moves a constant number of times.
		to := s.buf
		if len(s.window) >= len(s.buf)/2 {
			to = make([]byte, max(windowSize, 2*len(s.buf)))
		}
		s.window = to[:copy(to, s.window)]
		s.buf = to
	}
	n, err := window.Read(s.src, s.window[len(s.window):cap(s.window)])
	s.window, s.readErr = s.window[:len(s.window)+n], err
	if n > 0 || err == io.EOF {
		return nil
	}
	return err
}

// flush writes what is complete.
func (s *stream) flush() error {
	if s.dstErr != nil || len(s.out) == 0 {
		return s.dstErr
	}
	n, err := s.dst.Write(s.out)
	if err == nil && n != len(s.out) {
		err = io.ErrShortWrite
	}
	s.stats.BytesWritten += int64(max(n, 0))
	s.out, s.dstErr = s.out[:0], err
	return err
}

// fail returns an error at the start of the window.
func (s *stream) fail(cause error) error {
	return s.failAt(s.stats.BytesRead, cause)
}

// failAt returns an error at an offset of the source, as place completes it.
func (s *stream) failAt(off int64, cause error) error {
	return &fault.DecodeError{Offset: off - s.stats.BytesRead, Err: cause, Format: s.format}
}

// written writes what is done after a step of a value that is translated in pieces and starts
// at from, and refuses a value that has become too long. err is that of the step.
func (s *stream) written(from int64, err error) error {
	if err == nil && len(s.out) >= flushSize {
		err = s.flush()
	}
	if most := s.opts.Limits.MaxBytes; err == nil && most > 0 && s.stats.BytesRead-from > most {
		s.over = s.failAt(from, tooLong)
		return s.over
	}
	return err
}

// settled counts a value in pieces that is translated without an error, and reports whether
// there is no more to say of err: one about a place within the value still needs its path.
func (s *stream) settled(err error) bool {
	if err == nil {
		s.stats.Values++
		return true
	}
	return err == s.over || s.foreign(err)
}

// admit refuses a second value under Single.
func (s *stream) admit() error {
	if s.opts.Single && s.stats.Values > 0 {
		return s.fail(fault.ErrTrailing)
	}
	return nil
}

// fits refuses a value of n bytes that is longer than Limits.MaxBytes.
func (s *stream) fits(n int) error {
	if int64(n) <= fault.Limits(s.opts.Limits).StreamBytes() {
		return nil
	}
	return s.fail(tooLong)
}

var tooLong = fault.Because(fault.ErrLimit, "value is longer than Limits.MaxBytes")

// emitted takes the value that was made last, of n bytes of input, to the output.
func (s *stream) emitted(n int) error {
	s.out = s.made
	s.stats.Values++
	s.advance(n)
	if len(s.out) >= flushSize {
		return s.flush()
	}
	return nil
}

// foreign reports whether err is the source's or the destination's own.
func (s *stream) foreign(err error) bool { return err == s.readErr || err == s.dstErr }

// place completes an error found in the window by where the window stands.
func (s *stream) place(err error) error {
	if d, ok := err.(*fault.DecodeError); ok && !s.foreign(err) {
		d.Offset += s.stats.BytesRead
	}
	return err
}

// fromJSON translates concatenated JSON values.
func (s *stream) fromJSON(e *encoder) error {
	var scan jsontext.Scanner
	for {
		s.advance(jsontext.SkipSpace(s.window, 0))
		if len(s.window) == 0 {
			if s.ended() {
				return nil
			}
			if err := s.fill(); err != nil {
				return s.place(err)
			}
			continue
		}
		if err := s.admit(); err != nil {
			return s.place(err)
		}
		end, err := s.oneFromJSON(e, &scan)
		if end == large {
			if err = s.largeFromJSON(e, &scan); err == nil {
				continue
			}
		}
		if err != nil {
			return s.place(err)
		}
		if err := s.emitted(end); err != nil {
			return err
		}
	}
}

// oneFromJSON translates the value at the start of the window. It tries at once,
// for small values are nearly always there as a whole; only one that is not is
// first scanned to its end. A value that is to be translated in pieces is large.
func (s *stream) oneFromJSON(e *encoder, scan *jsontext.Scanner) (end int, err error) {
	e.cut = !s.ended()
	end, err = s.tryFromJSON(e, s.window)
	e.cut = false
	if err == nil && s.closed(end) || err != nil && !s.mayGoOn(err) {
		return end, err
	}
	scan.Reset(s.opts.Limits.MaxDepth)
	for complete := false; ; {
		end, complete, err = scan.Scan(s.window, s.ended())
		if complete {
			return s.tryFromJSON(e, s.window[:end])
		}
		if err != nil {
			// The translation fails where the scan did, or before for a reason that
			// the scan does not look at, and knows the path.
			if _, again := s.tryFromJSON(e, s.window); again != nil {
				err = again
			}
			return 0, err
		}
		if s.rereads() {
			return large, nil
		}
		if err := s.fill(); err != nil {
			return 0, err
		}
	}
}

// tryFromJSON translates the value at the start of src.
func (s *stream) tryFromJSON(e *encoder, src []byte) (end int, err error) {
	out := s.out
	if s.stats.Values > 0 {
		out = wire.AppendDelimiter(out)
	}
	return s.tried(e.one(out, src))
}

// tried takes what a translation has made of the start of the window, the output
// with one more value. The output keeps what it has grown to, also on failure.
func (s *stream) tried(out []byte, end int, err error) (int, error) {
	s.out, s.made = out[:len(s.out)], out
	if err == nil {
		err = s.fits(end)
	}
	if err != nil {
		return 0, err
	}
	return end, nil
}

// closed reports whether a value that was read from the window surely ends at
// end. A number or literal might go on, or run into what follows.
func (s *stream) closed(end int) bool {
	if c := s.window[0]; c == '{' || c == '[' || c == '"' {
		return true
	}
	if end == len(s.window) {
		return s.ended()
	}
	return jsontext.EndsScalar(s.window[end])
}

// mayGoOn reports whether err says no more than that the window ends too early.
func (s *stream) mayGoOn(err error) bool {
	return !s.ended() && errors.Is(err, fault.ErrTruncated)
}

// toJSON translates BEVE values with or without delimiters between them.
func (s *stream) toJSON(p *printer) error {
	framed, err := s.frame()
	if err != nil {
		return s.place(err)
	}
	var scan wire.Scanner
	scan.ReadTypeTags(s.opts.LegacyTypeTag)
	after := false
	for {
		n, more := wire.PassDelimiters(s.window, 0, after, s.ended())
		after = after && n == 0
		s.advance(n)
		if len(s.window) == 0 || more {
			if s.ended() && framed && s.stats.Values == 0 {
				return s.place(s.fail(fault.ErrTruncated))
			}
			if s.ended() {
				return nil
			}
			if err := s.fill(); err != nil {
				return s.place(err)
			}
			continue
		}
		if err := s.admit(); err != nil {
			return s.place(err)
		}
		end, err := s.oneToJSON(p, &scan)
		after = true
		if end == large {
			if err = s.largeToJSON(p, &scan); err == nil {
				continue
			}
		}
		if err != nil {
			return s.place(err)
		}
		s.made = append(s.made, '\n')
		if err := s.emitted(end); err != nil {
			return err
		}
	}
}

// oneToJSON is oneFromJSON for the other direction. A value that is to be printed in
// pieces is large.
func (s *stream) oneToJSON(p *printer, scan *wire.Scanner) (end int, err error) {
	end, err = s.tryToJSON(p, s.window)
	if err == nil || !s.mayGoOn(err) {
		return end, err
	}
	scan.Reset(fault.Limits(s.opts.Limits), false)
	for {
		_, err = scan.Next(s.window, s.ended())
		switch {
		case err == nil:
			return s.tryToJSON(p, s.window) // what follows the value tells a table from a type tag
		case !s.mayGoOn(err):
			if _, again := s.tryToJSON(p, s.window); again != nil {
				err = again
			}
			return 0, err
		case len(s.window) >= s.most && opens(wire.Header(s.window[0])):
			return large, nil
		}
		if err := s.fill(); err != nil {
			return 0, err
		}
	}
}

// tryToJSON prints the value at the start of src.
func (s *stream) tryToJSON(p *printer, src []byte) (end int, err error) {
	return s.tried(p.one(s.out, src, 0))
}

// frame passes over a framing header at the start of the stream and reports
// whether there is one.
func (s *stream) frame() (framed bool, err error) {
	for len(s.window) < 2 && !s.ended() {
		// Only a framing header needs its second byte to be understood.
		if len(s.window) == 1 && wire.Header(s.window[0]) != wire.HeaderFraming {
			break
		}
		if err := s.fill(); err != nil {
			return false, err
		}
	}
	if len(s.window) == 0 || wire.Header(s.window[0]) != wire.HeaderFraming {
		return false, nil
	}
	n, err := wire.ReadMessageStart(s.window)
	if err != nil {
		return false, err
	}
	s.advance(n)
	return n > 0, nil
}
