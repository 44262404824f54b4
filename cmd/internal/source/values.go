// This file cuts a source into values.

package source

import (
	"bytes"
	"errors"
	"io"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/wire"
)

// A Value is one value of a source as BEVE.
type Value struct {
	// Data is the encoding, whole and checked, and valid until the next call.
	Data []byte
	// Offset is where the value starts in the source.
	Offset int64
	// At is where Data would start in a BEVE stream: the same as Offset if the
	// source is one, otherwise its place in the translation.
	At int64
	// Packed is the value as a source of MessagePack has it, else nil, and Text that of JSON.
	Packed, Text []byte
}

// Values reads the values of a source one after another.
type Values struct {
	// BeforeRead, if not nil, is called before every read that might wait. Its
	// error ends the reading and is returned as it is.
	BeforeRead func() error
	// Between, if not nil, is told of all bytes of the source that are not of values, in order: white space, delimiters,
	// and what is malformed and passed over.
	Between func(b []byte)

	// Count is the number of values returned so far, and Delimiters the number of
	// delimiters passed, or in a translation made.
	Count, Delimiters int64
	// Framed says that a framing header of that version came first.
	Framed  bool
	Version byte

	src      *Source
	opts     translator.Options
	window   []byte // read and not yet returned, in buf
	buf      []byte
	base     int64 // offset of the window in the source
	after    bool  // a value ended at the window's start
	at       int64 // bytes of the translation so far
	out      []byte
	ended    bool
	begun    bool
	failed   error
	hooked   error // of BeforeRead
	scanBEVE Scanner
	scanJSON jsontext.Scanner
	scanPack msgwire.Scanner
	unlined  bool     // values of JSON are not lines
	columns  []string // of CSV, as JSON text
	returns  bool     // a carriage return alone ends a row
	cells    []cell   // of the current row
	text     []byte   // the JSON of a row
	doomed   []int64  // where values of JSON begin that fail as one around them has, in order
	doom     error    // why
}

// Values returns the values of s from where it stands, which is its start.
func (s *Source) Values() *Values {
	v := &Values{src: s, opts: s.Translation(), scanBEVE: new(wire.Scanner), base: s.offset, begun: s.follows, columns: s.columns}
	if s.part != nil {
		v.window, s.part.data = s.part.data, nil
		s.offset += int64(len(v.window))
	}
	return v
}

// A Scanner finds the ends of values of BEVE, as a [wire.Scanner] does.
type Scanner interface {
	ReadTypeTags(on bool)
	Reset(l wire.Limits, strict bool)
	Next(src []byte, final bool) (end int, err error)
}

// ScanBy makes s find the ends of values of BEVE, from the next one on. What s finds malformed is scanned again for the
// error.
func (v *Values) ScanBy(s Scanner) { v.scanBEVE = s }

// firstWindow is the size of the window until a value needs more.
const firstWindow = 64 << 10

// Next returns the next value, and io.EOF after the last. Bad input is an
// *[Error]; all errors are final.
func (v *Values) Next() (Value, error) {
	if v.failed != nil {
		return Value{}, v.failed
	}
	val, err := v.next()
	for err != nil && err != io.EOF && v.skipBad(err) {
		val, err = v.next()
	}
	if err != nil {
		var d *translator.DecodeError
		if errors.As(err, &d) {
			d.Offset += v.base
		}
		if err != io.EOF && err != v.hooked {
			err = v.src.Fail(err)
		}
		v.failed = err
		return Value{}, err
	}
	v.Count++
	return val, nil
}

// next returns the next value, and errors as they are found.
func (v *Values) next() (Value, error) {
	switch {
	case v.src.Format.IsJSON():
		return v.nextJSON()
	case v.src.Format == MsgPack:
		return v.nextMsgPack()
	case v.src.Format.IsRows():
		return v.nextCSV()
	}
	return v.nextBEVE()
}

// skipBad passes over the line, or row, that err is about, if that is wanted and err is about one.
func (v *Values) skipBad(err error) bool {
	var d *translator.DecodeError
	lines := v.src.Format.IsJSON() || v.src.Format.IsRows() && len(v.columns) > 0
	if v.src.opts.OnBad == nil || !lines || err == v.hooked || !errors.As(err, &d) {
		return false
	}
	placed := *d
	placed.Offset += v.base
	v.src.tellBad(placed)
	if v.src.Format.IsJSON() && len(v.doomed) == 0 {
		v.condemn(d)
	}
	end := byte('\n')
	if v.returns {
		end = '\r'
	}
	for {
		if n := bytes.IndexByte(v.window, end); n >= 0 {
			v.pass(n + 1)
			return true
		}
		v.pass(len(v.window))
		if v.ended {
			return true
		}
		if v.fill() != nil {
			return false
		}
	}
}

// Rest returns what has been read after the last value: after an error, the
// beginning of the value that failed, which starts at offset.
func (v *Values) Rest() (rest []byte, offset int64) { return v.window, v.base }

// pass drops n bytes of the window that are not of a value.
func (v *Values) pass(n int) {
	if v.Between != nil && n > 0 {
		v.Between(v.window[:n])
	}
	v.advance(n)
}

// advance drops n bytes of the window.
func (v *Values) advance(n int) {
	v.window = v.window[n:]
	v.base += int64(n)
}

// fill reads more into the window, or notes the end of the source.
func (v *Values) fill() error {
	if int64(len(v.window)) > fault.Limits(v.opts.Limits).StreamBytes() {
		return v.tooLong()
	}
	if v.src.part != nil {
		return v.endOfPart()
	}
	if v.BeforeRead != nil {
		if v.hooked = v.BeforeRead(); v.hooked != nil {
			return v.hooked
		}
	}
	if len(v.window) == 0 {
		v.window = v.buf[:0]
	}
	if len(v.window) == cap(v.window) {
		// Doubling keeps the work of moving in proportion to what is read.
		to := v.buf
		if len(v.window) >= len(v.buf)/2 {
			to = make([]byte, max(firstWindow, 2*len(v.buf)))
		}
		v.window = to[:copy(to, v.window)]
		v.buf = to
	}
	for range 100 {
		n, err := v.src.Read(v.window[len(v.window):cap(v.window)])
		v.window = v.window[:len(v.window)+n]
		switch {
		case n > 0:
			return nil // the error, if any, comes again
		case err == io.EOF:
			v.ended = true
			return nil
		case err != nil:
			return err
		}
	}
	return io.ErrNoProgress
}

// endOfPart is what follows all of a part, which the window has had from the beginning.
func (v *Values) endOfPart() error {
	switch end := v.src.part.end; {
	case end == io.EOF:
		v.ended = true
		return nil
	case end == errCut && len(v.window) == 0:
		return io.EOF // of the part, which ends with a value
	default:
		return end
	}
}

func (v *Values) tooLong() error {
	return fault.At(0, fault.Because(fault.ErrLimit, "value is longer than the limit"))
}

// toValue fills the window until it holds the start of a value after what
// between passes over. It reports false at the end of the source.
func (v *Values) toValue(between func(b []byte) (n int, more bool)) (bool, error) {
	for {
		n, more := between(v.window)
		v.pass(n)
		if len(v.window) > 0 && !more {
			if v.src.opts.Single && v.Count > 0 {
				return false, fault.At(0, fault.ErrTrailing)
			}
			return true, nil
		}
		if v.ended {
			if v.Count == 0 && (v.src.opts.Single || v.Framed) {
				return false, fault.At(0, fault.ErrTruncated)
			}
			return false, io.EOF
		}
		if err := v.fill(); err != nil {
			return false, err
		}
	}
}

// delimiters counts the delimiters at the start of b. After the only value they
// are trailing data like any other.
func (v *Values) delimiters(b []byte) (n int, more bool) {
	if v.src.opts.Single && v.Count > 0 {
		return 0, false
	}
	n, more = wire.PassDelimiters(b, 0, v.after, v.ended)
	v.after = v.after && n == 0
	v.Delimiters += int64(n)
	return n, more
}

func (v *Values) nextBEVE() (Value, error) {
	if !v.begun {
		v.begun = true
		if err := v.frame(); err != nil {
			return Value{}, err
		}
	}
	if ok, err := v.toValue(v.delimiters); !ok {
		return Value{}, err
	}
	v.scanBEVE.ReadTypeTags(v.opts.LegacyTypeTag)
	v.scanBEVE.Reset(wire.Limits(v.opts.Limits), v.src.opts.Strict)
	for {
		end, err := v.scanBEVE.Next(v.window, v.ended)
		if err == nil {
			if int64(end) > fault.Limits(v.opts.Limits).StreamBytes() {
				return Value{}, v.tooLong()
			}
			val := Value{Data: v.window[:end:end], Offset: v.base, At: v.base}
			v.advance(end)
			v.after = true
			return val, nil
		}
		if v.ended || !errors.Is(err, fault.ErrTruncated) {
			return Value{}, v.whole(err)
		}
		if err := v.fill(); err != nil {
			return Value{}, err
		}
	}
}

// whole is the error of the value at the start of the window with its place in the whole value, which a Scanner that is
// not of package wire does not tell.
func (v *Values) whole(err error) error {
	if _, ok := v.scanBEVE.(*wire.Scanner); ok {
		return err
	}
	var scan wire.Scanner
	scan.ReadTypeTags(v.opts.LegacyTypeTag)
	scan.Reset(wire.Limits(v.opts.Limits), v.src.opts.Strict)
	if _, again := scan.Next(v.window, v.ended); again != nil {
		return again
	}
	return err
}

// frame passes over a framing header.
func (v *Values) frame() error {
	for len(v.window) < 2 && !v.ended {
		// Only a framing header needs its second byte to be understood.
		if len(v.window) == 1 && wire.Header(v.window[0]) != wire.HeaderFraming {
			return nil
		}
		if err := v.fill(); err != nil {
			return err
		}
	}
	if len(v.window) == 0 || wire.Header(v.window[0]) != wire.HeaderFraming {
		return nil
	}
	n, err := wire.ReadMessageStart(v.window)
	if err != nil {
		return err
	}
	if n > 0 {
		v.Framed, v.Version = true, v.window[1]
		v.pass(n)
	}
	return nil
}

func (v *Values) nextJSON() (Value, error) {
	if ok, err := v.toValue(func(b []byte) (int, bool) { return jsontext.SkipSpace(b, 0), false }); !ok {
		return Value{}, err
	}
	if v.isDoomed() {
		return Value{}, fault.At(0, v.doom)
	}
	// Most values are lines, which need not be scanned for their end.
	line := 0
	if !v.unlined {
		line = max(bytes.IndexByte(v.window, '\n'), 0)
	}
	if line > 0 {
		text := bytes.TrimRight(v.window[:line:line], " \t\r")
		if val, err := v.translate(text, len(text)); err == nil {
			val.Text = text
			return val, nil
		}
	}
	v.scanJSON.Reset(v.opts.Limits.MaxDepth)
	for {
		end, complete, err := v.scanJSON.Scan(v.window, v.ended)
		if err != nil {
			// The translation fails where the scan did or before, and knows the path. How much more than the value has
			// been read says nothing of its length.
			o := v.opts
			o.Limits.MaxBytes = 0
			if _, again := o.AppendBEVE(nil, v.window); again != nil {
				err = again
			}
			return Value{}, err
		}
		if complete {
			v.unlined = line > 0 // these values are not
			text := v.window[:end:end]
			val, err := v.translate(text, end)
			val.Text = text
			return val, err
		}
		if err := v.fill(); err != nil {
			return Value{}, err
		}
	}
}

// translate makes BEVE of JSON, which is, or was made of, the first end bytes of the
// window.
func (v *Values) translate(json []byte, end int) (val Value, err error) {
	if int64(end) > fault.Limits(v.opts.Limits).StreamBytes() {
		return Value{}, v.tooLong()
	}
	v.out, err = v.opts.AppendBEVE(v.out[:0], json)
	if err != nil {
		return Value{}, err
	}
	if v.Count > 0 {
		v.at++ // a delimiter
		v.Delimiters++
	}
	val = Value{Data: v.out, Offset: v.base, At: v.at}
	v.at += int64(len(v.out))
	v.advance(end)
	return val, nil
}
