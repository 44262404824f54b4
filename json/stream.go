// Streams of values, and their tokens.

package json

import (
	"bytes"
	"errors"
	"io"

	"github.com/beve-org/beve-go/internal/costly"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/track"
	"github.com/beve-org/beve-go/internal/window"
	"github.com/beve-org/beve-go/types"
)

// An Encoder writes JSON values to a stream, one call of Write for each. It is not
// safe for concurrent use.
type Encoder struct {
	w              io.Writer
	err            error // of the writer; final
	flags          AppendFlags
	types          *types.Set
	newline        bool
	prefix, indent string
	buf, laidOut   []byte
}

// NewEncoder returns an Encoder that writes to w.
func NewEncoder(w io.Writer) *Encoder {
	return &Encoder{w: w, flags: EscapeHTML | SortMapKeys, newline: true}
}

// Encode writes the JSON encoding of v and a newline. Nothing is written when v
// cannot be encoded; an error of the writer is final.
func (enc *Encoder) Encode(v any) error {
	if enc.err != nil {
		return enc.err
	}
	b, err := appendWith(enc.buf[:0], v, enc.flags, encodersOf(enc.flags, enc.types))
	if err != nil {
		return err
	}
	if enc.newline {
		b = append(b, '\n')
	}
	if cap(b) <= keptBuffer {
		enc.buf = b
	}
	if enc.prefix != "" || enc.indent != "" {
		text := bytes.TrimSuffix(b, []byte("\n"))
		b = append(jsontext.AppendIndent(enc.laidOut[:0], text, enc.prefix, enc.indent), b[len(text):]...)
		if cap(b) <= keptBuffer {
			enc.laidOut = b
		}
	}
	enc.err = fault.Write(enc.w, b, jsontext.Format)
	if e, ok := enc.err.(*fault.EncodeError); ok {
		enc.err = (*EncodeError)(e)
	}
	return enc.err
}

// SetIndent lays values out as [Indent] does. Two empty strings turn it off.
func (enc *Encoder) SetIndent(prefix, indent string) { enc.prefix, enc.indent = prefix, indent }

// SetEscapeHTML says whether <, > and & are escaped in strings, which they are
// unless it is called.
func (enc *Encoder) SetEscapeHTML(on bool) { enc.set(EscapeHTML, on) }

// SetSortMapKeys says whether members of maps are written in the order of their
// keys, which they are unless it is called.
func (enc *Encoder) SetSortMapKeys(on bool) { enc.set(SortMapKeys, on) }

// SetTrustRawMessage says whether a RawMessage is written as it is, unchecked.
func (enc *Encoder) SetTrustRawMessage(on bool) { enc.set(TrustRawMessage, on) }

// SetAppendNewline says whether a newline follows each value, which it does unless
// it is called.
func (enc *Encoder) SetAppendNewline(on bool) { enc.newline = on }

// SetOptions sets the options for values encoded from now on, except the newline.
func (enc *Encoder) SetOptions(o EncodeOptions) {
	enc.flags, enc.prefix, enc.indent, enc.types = o.flags(), o.Prefix, o.Indent, o.Types
}

// Reset starts over with another writer. Options stay.
func (enc *Encoder) Reset(w io.Writer) { enc.w, enc.err = w, nil }

func (enc *Encoder) set(flag AppendFlags, on bool) {
	enc.flags &^= flag
	if on {
		enc.flags |= flag
	}
}

// tokenState is what may come next in a stream that is read by tokens.
type tokenState int

const (
	topValue tokenState = iota
	arrayStart
	arrayValue
	arrayComma
	objectStart
	objectKey
	objectColon
	objectValue
	objectComma
)

// A Decoder reads JSON values from a stream. It reads ahead, and is not safe for
// concurrent use.
type Decoder struct {
	r       io.Reader // nil where buf is the user's, and all of the stream
	buf     []byte    // buf[pos:] has not been read
	pos     int
	base    int64 // position in the stream of buf[0]
	scanned int64 // bytes that were scanned for values: what syntax errors count
	scan    jsontext.Scanner
	flags   ParseFlags
	options *DecodeOptions // nil: errors as those of encoding/json, no limits
	err     error          // final

	state tokenState
	stack []tokenState
	at    track.Stack // the parts that were come to last of what stack has

	opened  int64        // where the outermost of what stack has begins
	bounded costly.Texts // of the parts of it that were read
}

// NewDecoder returns a Decoder that reads from r.
func NewDecoder(r io.Reader) *Decoder { return &Decoder{r: notNil(r)} }

// notNil returns a reader that fails in the place of one that is nil.
func notNil(r io.Reader) io.Reader {
	if r == nil {
		return noReader{}
	}
	return r
}

type noReader struct{}

func (noReader) Read([]byte) (int, error) { return 0, errNoReader }

// errNoReader is that of a nil reader, and of a Decoder that was given none.
var errNoReader error = &DecodeError{Err: fault.ErrNoReader, Format: jsontext.Format}

// NewDecoderBytes returns a Decoder of the values in data, which it does not copy.
func NewDecoderBytes(data []byte) *Decoder { return &Decoder{buf: given(data)} }

// given returns data so that it is not nil, as the buffer is of a Decoder that was given nothing.
func given(data []byte) []byte {
	if data == nil {
		return []byte{}
	}
	return data
}

// SetOptions chooses the options of values decoded from now on. Errors are then those of
// [DecodeOptions], which say where in the stream.
func (dec *Decoder) SetOptions(o DecodeOptions) { dec.options, dec.flags = &o, o.flags() }

// Reset starts over with another reader. Options stay.
func (dec *Decoder) Reset(r io.Reader) {
	buf := dec.buf[:0]
	if dec.r == nil || dec.flags&ZeroCopy != 0 || cap(buf) > keptBuffer {
		buf = nil // it is the user's, or values may point into it
	}
	*dec = Decoder{r: notNil(r), buf: buf, flags: dec.flags, options: dec.options, stack: dec.stack[:0], at: dec.at}
	dec.at.Reset()
}

// ResetBytes starts over with the values in data, which it does not copy. Options stay.
func (dec *Decoder) ResetBytes(data []byte) {
	*dec = Decoder{buf: given(data), flags: dec.flags, options: dec.options, stack: dec.stack[:0], at: dec.at}
	dec.at.Reset()
}

// UseNumber decodes numbers into an interface as [Number] instead of float64.
func (dec *Decoder) UseNumber() { dec.flags |= UseNumber }

// DisallowUnknownFields makes a member that no field of a struct takes an error.
func (dec *Decoder) DisallowUnknownFields() { dec.flags |= DisallowUnknownFields }

// ZeroCopy is the three calls that follow. The memory is the Decoder's: it is
// given up, not used again, when a value may point into it.
func (dec *Decoder) ZeroCopy() { dec.flags |= ZeroCopy }

// DontCopyString lets strings point into the memory that was read.
func (dec *Decoder) DontCopyString() { dec.flags |= DontCopyString }

// DontCopyNumber lets a Number point into the memory that was read.
func (dec *Decoder) DontCopyNumber() { dec.flags |= DontCopyNumber }

// DontCopyRawMessage lets a RawMessage point into the memory that was read.
func (dec *Decoder) DontCopyRawMessage() { dec.flags |= DontCopyRawMessage }

// DontMatchCaseInsensitiveStructFields matches names of fields exactly only.
func (dec *Decoder) DontMatchCaseInsensitiveStructFields() {
	dec.flags |= DontMatchCaseInsensitiveStructFields
}

// Decode reads the next value and stores it in what v points to, as [Unmarshal]
// does. At the end of the stream it returns io.EOF. Errors of syntax and of the
// reader are final, a value that does not fit v is not.
func (dec *Decoder) Decode(v any) error {
	data, base, err := dec.next()
	if err != nil {
		return err
	}
	n := len(data)
	d := newDecodeState(dec.flags, dec.readers())
	if len(dec.stack) > 0 { // the parts are one message
		d.bounded = dec.bounded
		d.bounded.Read = base - dec.opened
	}
	err = d.document(data, v)
	at := d.where
	dec.bounded = d.bounded
	d.release()
	dec.valueEnded()
	placed := dec.placed(data, base, at, err)
	if syntax, ok := err.(*SyntaxError); ok && !Valid(data) {
		// Only nesting is left for this to be.
		syntax.Offset += dec.scanned - int64(n)
		dec.err = placed
	}
	return placed
}

// readers returns the types that values are read by.
func (dec *Decoder) readers() *decoders {
	if dec.options == nil {
		return plainDecoders
	}
	return decodersOf(dec.options.Types)
}

// next passes over the next value and returns its bytes, with the white space in front,
// and where they begin in the stream.
func (dec *Decoder) next() (data []byte, base int64, err error) {
	if err := dec.begin(); err != nil {
		return nil, 0, err
	}
	n, lead, err := dec.whole()
	if err != nil {
		return nil, 0, err
	}
	base = dec.InputOffset()
	data = dec.buf[dec.pos : dec.pos+n : dec.pos+n]
	dec.pos += n
	if dec.options != nil {
		inside := *dec.options
		inside.Limits.MaxDepth = dec.depthLeft()
		if err := inside.admit(data[lead:]); err != nil {
			err.Offset += base + int64(lead)
			err.Path = dec.Path().Then(err.Path)
			dec.valueEnded()
			return nil, 0, err
		}
	}
	return data, base, nil
}

// ViewRaw returns the text of the next value, having checked it, and passes over it. It
// aliases the memory of the Decoder: it is valid until the next call.
func (dec *Decoder) ViewRaw() (RawValue, error) {
	data, base, err := dec.next()
	if err != nil {
		return nil, err
	}
	dec.valueEnded()
	if !Valid(data) {
		// Only nesting is left for this to be.
		err := syntaxError(data)
		placed := dec.placed(data, base, where{}, err)
		if syntax, ok := err.(*SyntaxError); ok {
			syntax.Offset += dec.scanned - int64(len(data))
		}
		dec.err = placed
		return nil, placed
	}
	return RawValue(data[jsontext.SkipSpace(data, 0):]), nil
}

// Buffered returns what was read from the stream and not decoded; it is valid until
// the next call of Decode.
func (dec *Decoder) Buffered() io.Reader { return bytes.NewReader(dec.buf[dec.pos:]) }

// InputOffset returns the position in the stream, in bytes, after what was
// returned last.
func (dec *Decoder) InputOffset() int64 { return dec.base + int64(dec.pos) }

// whole buffers the next value and returns its length, with the white space before it, and that
// of this alone.
func (dec *Decoder) whole() (n, lead int, err error) {
	dec.scan.ResetLoose(jsontext.MaxOpen + 1)
	lead, failed := dec.passSpace()
	for {
		n, complete, err := dec.scan.Scan(dec.buf[dec.pos:], failed == io.EOF)
		switch {
		case complete:
			dec.scanned += int64(n)
			return n, lead, nil
		case err != nil && !errors.Is(err, fault.ErrTruncated):
			err := syntaxError(dec.buf[dec.pos:])
			dec.err = dec.placed(dec.buf[dec.pos:], dec.InputOffset(), where{}, err)
			if e, ok := err.(*SyntaxError); ok {
				e.Offset += dec.scanned
			}
			return 0, 0, dec.err
		case failed == nil && err == nil:
			if !dec.options.holds(len(dec.buf) - dec.pos - lead) {
				e := tooLong(dec.options.Limits.MaxBytes)
				e.Offset += dec.InputOffset() + int64(lead)
				dec.err = e
				return 0, 0, dec.err
			}
			failed = dec.fill() // what was read before an error may still be a whole value
			continue
		}
		if failed == io.EOF && jsontext.SkipSpace(dec.buf, dec.pos) < len(dec.buf) {
			rest := dec.buf[dec.pos:]
			failed = dec.placed(rest, dec.InputOffset(), where{about: len(rest)}, io.ErrUnexpectedEOF)
		}
		dec.err = failed
		return 0, 0, dec.err
	}
}

// passSpace reads up to a byte that is not white space. It returns how much of that is kept in front of the
// byte, and an error of the reader, before which there may still be bytes.
func (dec *Decoder) passSpace() (kept int, err error) {
	for {
		i := jsontext.SkipSpace(dec.buf, dec.pos+kept)
		if kept = i - dec.pos; i < len(dec.buf) || err != nil {
			return kept, err
		}
		if kept > keptSpace {
			dec.scanned += int64(kept)
			dec.pos, kept = i, 0
		}
		err = dec.fill()
	}
}

// minRead is the room that a read has at least.
const minRead = 512

// fill reads more of the stream and returns the error of the reader.
func (dec *Decoder) fill() error {
	switch {
	case dec.r == nil && dec.buf == nil:
		return errNoReader
	case dec.r == nil:
		return io.EOF
	case dec.flags&ZeroCopy != 0 && dec.pos > 0 && cap(dec.buf)-len(dec.buf) >= minRead/2:
		// Values may point into what was read, and what follows it is free.
		dec.buf = dec.buf[dec.pos:]
	case dec.flags&ZeroCopy != 0 && dec.pos > 0:
		rest := dec.buf[dec.pos:]
		dec.buf = append(make([]byte, 0, max(2*len(rest), 2*minRead)), rest...)
	case dec.pos > 0:
		dec.buf = dec.buf[:copy(dec.buf, dec.buf[dec.pos:])]
	}
	dec.base += int64(dec.pos)
	dec.pos = 0
	if cap(dec.buf)-len(dec.buf) < minRead/2 {
		dec.buf = append(make([]byte, 0, 2*cap(dec.buf)+minRead), dec.buf...)
	}
	n, err := window.Read(dec.r, dec.buf[len(dec.buf):cap(dec.buf)])
	dec.buf = dec.buf[:len(dec.buf)+n]
	return err
}

// keptSpace is how much white space is kept while more is read, so that at the end of a
// stream it is still there, as with encoding/json. No more of it is, however much there is.
const keptSpace = 4096

// peek returns the next byte that is not white space and moves to it.
func (dec *Decoder) peek() (byte, error) {
	if dec.options != nil {
		if e, ok := dec.err.(*DecodeError); ok {
			return 0, e
		}
	}
	scanned := dec.scanned // which is of values
	kept, err := dec.passSpace()
	dec.scanned = scanned
	if dec.pos+kept == len(dec.buf) {
		return 0, err
	}
	dec.pos += kept
	return dec.buf[dec.pos], nil
}

// toValue passes the comma or colon that stands before a value.
func (dec *Decoder) toValue() error {
	switch dec.state {
	case arrayComma, objectColon:
	default:
		return nil
	}
	c, err := dec.peek()
	if err != nil {
		return err
	}
	want, next := byte(','), arrayValue
	if dec.state == objectColon {
		want, next = ':', objectValue
	}
	if c != want {
		return dec.misplaced(positionError(dec.state, dec.InputOffset()))
	}
	dec.pos++
	dec.state = next
	return nil
}

func (dec *Decoder) valueAllowed() bool {
	switch dec.state {
	case topValue, arrayStart, arrayValue, objectValue:
		return true
	}
	return false
}

// valueEnded moves on after a value.
func (dec *Decoder) valueEnded() {
	switch dec.state {
	case arrayStart, arrayValue:
		dec.state = arrayComma
	case objectValue:
		dec.state = objectComma
	}
}

// More reports whether the array or object that is being read by tokens has
// another element or member.
func (dec *Decoder) More() bool {
	c, err := dec.peek()
	return err == nil && c != ']' && c != '}'
}

// Token returns the next token of the stream: a [Delim], or a string, float64,
// [Number], bool or nil. Commas and colons are passed over. At the end of the
// stream it returns io.EOF. Brackets come matched: one in the wrong place is an
// error.
func (dec *Decoder) Token() (Token, error) {
	for {
		c, err := dec.peek()
		if err != nil {
			return nil, err
		}
		switch c {
		case '[', '{':
			if !dec.valueAllowed() {
				return nil, dec.misplaced(tokenError(dec.state, c, dec.InputOffset()))
			}
			if err := dec.open(); err != nil {
				return nil, err
			}
			dec.pos++
			dec.state = arrayStart
			if c == '{' {
				dec.state = objectStart
			}
			return Delim(c), nil
		case ']', '}':
			start, comma := arrayStart, arrayComma
			if c == '}' {
				start, comma = objectStart, objectComma
			}
			if dec.state != start && dec.state != comma {
				return nil, dec.misplaced(tokenError(dec.state, c, dec.InputOffset()))
			}
			dec.pos++
			last := len(dec.stack) - 1
			dec.state, dec.stack = dec.stack[last], dec.stack[:last]
			dec.at.Close()
			dec.valueEnded()
			return Delim(c), nil
		case ':':
			if dec.state != objectColon {
				return nil, dec.misplaced(tokenError(dec.state, c, dec.InputOffset()))
			}
			dec.pos++
			dec.state = objectValue
			continue
		case ',':
			switch dec.state {
			case arrayComma:
				dec.state = arrayValue
			case objectComma:
				dec.state = objectKey
			default:
				return nil, dec.misplaced(tokenError(dec.state, c, dec.InputOffset()))
			}
			dec.pos++
			continue
		case '"':
			if dec.state == objectStart || dec.state == objectKey {
				var key string
				if err := dec.key(&key); err != nil {
					return nil, err
				}
				return key, nil
			}
		}
		if !dec.valueAllowed() {
			return nil, dec.misplaced(tokenError(dec.state, c, dec.InputOffset()))
		}
		var v any
		if err := dec.Decode(&v); err != nil {
			return nil, err
		}
		return v, nil
	}
}
