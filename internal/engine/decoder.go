package engine

import (
	"errors"
	"io"
	"sync"

	"github.com/beve-org/beve-go/internal/costly"
	"github.com/beve-org/beve-go/internal/delimited"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/track"
)

// A Decoder reads a stream of values, delimited or not, from memory or from an
// io.Reader. It buffers one value at a time, in memory that grows only as data
// arrives, and never beyond Limits.MaxBytes. It is not safe for concurrent use.
type Decoder struct {
	in    delimited.Reader
	opts  DecodeOptions
	state decodeState

	idle  []byte       // the buffer for readers, while there is none
	texts costly.Texts // of the elements before, of an array that is read one by one

	latest  int    // the length of the value before
	methods *codec // of a type with methods that a tentative decode must not call

	// The containers that are read part by part, the outermost first: see containers.go.
	open     []opened
	named    bool        // matrices and type tags are read part by part, too
	at       track.Stack // the parts of them that were come to last
	levels   int         // of nesting that they take
	maxDepth int         // as the options have it; in opts and in.Limits it is what is left of it
	part     []byte      // a message of a part that has no header of its own
	other    any         // of a token
	walked   int64       // up to where a walk has come that found no end of a value
}

// NewDecoder returns a Decoder that reads from r.
func NewDecoder(r io.Reader) *Decoder {
	d := new(Decoder)
	d.Reset(r)
	return d
}

// NewDecoderBytes returns a Decoder of the values in data, which is not copied and must not
// change.
func NewDecoderBytes(data []byte) *Decoder {
	d := new(Decoder)
	d.ResetBytes(data)
	return d
}

var decoderPool = sync.Pool{New: func() any { return new(Decoder) }}

// GetDecoderFromPool is [NewDecoder] with a Decoder from a pool. Give it back with
// [PutDecoderToPool].
func GetDecoderFromPool(r io.Reader) *Decoder {
	d := decoderPool.Get().(*Decoder)
	d.Reset(r)
	return d
}

// GetDecoderBytesFromPool is [NewDecoderBytes] with a Decoder from the pool.
func GetDecoderBytesFromPool(data []byte) *Decoder {
	d := decoderPool.Get().(*Decoder)
	d.ResetBytes(data)
	return d
}

// PutDecoderToPool gives a Decoder back. It must not be used any more.
func PutDecoderToPool(d *Decoder) {
	if d == nil {
		return
	}
	d.opts, d.maxDepth, d.state.arena = DecodeOptions{}, 0, nil
	d.ResetBytes(nil)
	decoderPool.Put(d)
}

// SetOptions chooses the options for values decoded from now on.
func (d *Decoder) SetOptions(o DecodeOptions) {
	d.opts, d.maxDepth = o, o.Limits.MaxDepth
	d.in.Limits, d.in.Strict, d.in.TypeTags = o.Limits, o.Strict, o.LegacyTypeTag
	d.nest(0)
}

// Reset starts over with another reader. Options stay.
func (d *Decoder) Reset(r io.Reader) {
	if kept := d.forget(); r != nil {
		d.in.Reader, d.in.Buf = r, kept
	} else {
		d.idle = kept
	}
}

// ResetBytes starts over with the values in data. Options stay.
func (d *Decoder) ResetBytes(data []byte) {
	d.idle = d.forget()
	d.in.Buf, d.in.EOF = data, true
}

// forget makes d new, except for its options and what it keeps of memory, and returns the
// buffer for readers.
func (d *Decoder) forget() (kept []byte) {
	// Without a reader buf is the user's; then the buffer of an earlier one is idle.
	kept = d.idle
	if d.in.Reader != nil {
		kept = d.in.Buf
	}
	kept = mem.Kept(kept)
	maxDepth := d.maxDepth
	*d = Decoder{opts: d.opts, state: decodeState{block: d.state.block, arena: d.state.arena}}
	d.opts.Limits.MaxDepth = maxDepth
	d.SetOptions(d.opts)
	return kept
}

// InputOffset returns the position in the stream, in bytes, after the value that was
// decoded last.
func (d *Decoder) InputOffset() int64 { return d.in.Offset() }

// Buffered returns the bytes that are read from the stream and not decoded. They are valid
// until the next call.
func (d *Decoder) Buffered() []byte { return d.in.Rest() }

// More reports whether there is another value, or in an open container another part. It
// waits for data if it has to; an error of the reader is reported by the Decode that follows.
func (d *Decoder) More() bool {
	if len(d.open) > 0 {
		return d.in.Err == nil && d.innermost().more()
	}
	return d.in.ToValue() == nil
}

// Decode reads the next value of the stream into the variable that v points to.
// At the end it returns io.EOF. A value that is well-formed but does not fit v is
// passed over, so that the stream can go on; malformed input and errors of the
// reader are final.
func (d *Decoder) Decode(v any) error {
	if len(d.open) > 0 {
		return d.decodeInside(v)
	}
	if err := d.in.ToValue(); err != nil {
		return err
	}
	c, p, err := d.opts.profile().target(v)
	if err == nil {
		return d.value(c, p)
	}
	if _, malformed := d.in.Whole(); malformed != nil {
		return malformed
	}
	return err
}

// ViewRaw returns the bytes of the next value of the stream. They alias the Decoder's
// buffer: they are valid until the next call.
func (d *Decoder) ViewRaw() (Raw, error) {
	if len(d.open) > 0 {
		return d.viewInside()
	}
	n, err := d.whole()
	if err != nil {
		return nil, err
	}
	d.in.Pass(n)
	return Raw(d.in.Buf[d.in.Off-n : d.in.Off : d.in.Off]), nil
}

// value decodes the value that starts at d.in.Off.
func (d *Decoder) value(c *codec, p mem.Pointer) error {
	if d.opts.RequireCanonical == nil && d.attempt(c, p) {
		return nil
	}
	n, err := d.in.Whole()
	if err != nil {
		return err
	}
	if d.opts.RequireCanonical != nil {
		if err := d.canonical(n); err != nil {
			return err
		}
	}
	d.latest = n
	return d.decode(n, c, p)
}

// canonical checks that the n bytes of the next value are in canonical form, and passes over them
// if not.
func (d *Decoder) canonical(n int) error {
	err := d.opts.RequireCanonical.part(d.in.Buf[d.in.Off:d.in.Off+n], 0, d.opts.Limits)
	if err != nil {
		if e, ok := err.(*DecodeError); ok {
			e.Offset += d.in.Offset()
		}
		d.in.Pass(n)
	}
	return err
}

// attempt decodes the value that starts at d.in.Off out of what is buffered, without
// a walk to its end before. If that does not work, because the value is not all
// there or because of what it is, it reports false and has consumed nothing:
// decoding the same value again sets whatever was set once more.
func (d *Decoder) attempt(c *codec, p mem.Pointer) bool {
	src := d.seen()
	if len(src) < d.latest || d.methods == c {
		return false
	}
	s := d.begin(src)
	s.tentative = true
	next := c.read(s, 0, p)
	if d.attempted(s, c, next); next < 0 || !d.in.Admits(next) {
		return false
	}
	d.latest = next
	d.in.Pass(next)
	return true
}

// attempted ends an attempt of c that came to next, and remembers where it cannot succeed.
func (d *Decoder) attempted(s *decodeState, c *codec, next int) {
	s.tentative = false
	s.src, s.whole = nil, nil
	if next < 0 {
		if s.Err.Err == errMethod {
			d.methods = c
		}
		s.Forget()
	}
}

// seen returns what of the input an attempt sees. Where all of it is in memory, long values are often followed by long
// ones; and a malformed one can claim no more than the one before has paid for.
func (d *Decoder) seen() []byte {
	most := attemptBytes
	if d.in.Reader == nil {
		most = max(most, 2*d.latest)
	}
	return d.in.Buf[d.in.Off:min(len(d.in.Buf), d.in.Off+most)]
}

// attemptBytes bounds what an attempt sees, and with it what malformed input may
// claim before a walk has looked at it.
const attemptBytes = 1 << 16

// errMethod ends a tentative decode in front of a method of the user's, which is
// to be called once for a value.
var errMethod = errors.New("beve: a method in a tentative decode")

// begin sets the state up for the value that src starts with.
func (d *Decoder) begin(src []byte) *decodeState {
	s := &d.state
	s.configure(&d.opts)
	if d.in.Reader != nil {
		s.noCopy = false
	}
	s.begin(src[:len(src):len(src)], 0)
	if d.texts.Spent() {
		s.texts = d.texts
	}
	return s
}

// decode decodes the value of n bytes at d.in.Off. It sees what follows them, too, since
// that may tell a type tag from a table.
func (d *Decoder) decode(n int, c *codec, p mem.Pointer) error {
	s := d.begin(d.in.Buf[d.in.Off : d.in.Off+n])
	s.src = d.in.Rest()
	start := d.in.Offset()
	d.in.Pass(n)
	if s.value(c, 0, p) < 0 {
		s.Err.Offset += start
	}
	return s.end()
}

// whole buffers the next value and returns its length.
func (d *Decoder) whole() (n int, err error) {
	if err := d.in.ToValue(); err != nil {
		return 0, err
	}
	return d.in.Whole()
}

// end lets go of the value that s has decoded, and returns its failure.
func (s *decodeState) end() (err error) {
	if s.Err != nil {
		err = s.Complete()
		s.Forget()
	}
	s.src, s.whole = nil, nil
	return err
}
