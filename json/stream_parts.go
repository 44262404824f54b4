// Where in a value a Decoder stands that reads it by tokens, and what it passes over there.

package json

import (
	"bytes"
	"errors"
	"io"
	"iter"

	"github.com/beve-org/beve-go/internal/costly"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/track"
	"github.com/beve-org/beve-go/token"
)

// Path returns where the last token or value was in the value that is being read by tokens:
// after a token that begins or ends an array or object, the path of that. It is made for the call, which costs what it
// is long.
func (dec *Decoder) Path() Pointer {
	return dec.at.Path()
}

// begin moves to the next value, which has to be allowed there.
func (dec *Decoder) begin() error {
	if dec.err != nil {
		return dec.err
	}
	if err := dec.toValue(); err != nil {
		return err
	}
	if !dec.valueAllowed() {
		return dec.misuse()
	}
	if dec.state == arrayStart || dec.state == arrayValue {
		dec.at.Element()
	}
	if dec.options != nil && dec.depthLeft() < 0 {
		if _, err := dec.peek(); err != nil {
			return err
		}
		return dec.tooDeep(dec.InputOffset())
	}
	return nil
}

// open opens the container at the present position.
func (dec *Decoder) open() error {
	if dec.state == arrayStart || dec.state == arrayValue {
		dec.at.Element()
	}
	if len(dec.stack) >= jsontext.MaxOpen || dec.options != nil && dec.depthLeft() < 0 {
		return dec.tooDeep(dec.InputOffset())
	}
	if len(dec.stack) == 0 {
		dec.opened, dec.bounded = dec.InputOffset(), costly.Texts{}
	}
	dec.stack = append(dec.stack, dec.state)
	dec.at.Open()
	return nil
}

// key reads the key of a member, which stands at the present position.
func (dec *Decoder) key(key *string) error {
	state := dec.state
	dec.at.Leave() // an error is one of the object
	dec.state = topValue
	err := dec.Decode(key)
	if dec.state = state; err != nil {
		return err
	}
	dec.at.Member([]byte(*key))
	dec.state = objectColon
	return nil
}

// depthLeft returns Limits.MaxDepth without the containers that are open: 0 where there is no
// such limit, and less where none is left.
func (dec *Decoder) depthLeft() int {
	if dec.options == nil || dec.options.Limits.MaxDepth <= 0 {
		return 0
	}
	if left := fault.Depth(dec.options.Limits.MaxDepth) - len(dec.stack); left > 0 {
		return left
	}
	return -1
}

// placed is [DecodeOptions.placed] for data in the value that is being read by tokens.
func (dec *Decoder) placed(data []byte, base int64, at where, err error) error {
	err = dec.options.placed(data, base, at, err)
	if e, ok := err.(*DecodeError); ok && len(dec.stack) > 0 {
		e.Path = dec.Path().Then(e.Path)
	}
	return err
}

// misplaced returns an error about the byte at the present position. With options it says where
// that is, as if the whole value were decoded, and is final.
func (dec *Decoder) misplaced(err error) error {
	if dec.options == nil {
		return err
	}
	offset := dec.InputOffset()
	if _, ok := err.(*SyntaxError); ok {
		offset++ // after the byte that is wrong, as in all errors of syntax
	}
	switch dec.state {
	case topValue, objectValue:
	case arrayStart, arrayValue:
		dec.at.Element()
	default: // what is wrong is not in a part, but between them
		dec.at.Leave()
	}
	dec.err = &DecodeError{Offset: offset, Path: dec.Path(), Err: err, Format: jsontext.Format}
	return dec.err
}

// misuse returns the error of a call that does not fit where the stream stands. Nothing is used
// by it.
func (dec *Decoder) misuse() error {
	err := positionError(dec.state, dec.InputOffset())
	if dec.options == nil {
		return err
	}
	return &DecodeError{Offset: dec.InputOffset(), Path: dec.Path(), Err: err, Format: jsontext.Format}
}

// tooDeep returns the error for a container at an offset of the stream.
func (dec *Decoder) tooDeep(offset int64) error {
	err := at(offset+1, syntaxError(bytes.Repeat([]byte{'['}, jsontext.MaxOpen+1)))
	if dec.err = err; dec.options != nil {
		dec.err = &DecodeError{Offset: offset, Path: dec.Path(), Err: ErrDepth, Format: jsontext.Format}
	}
	return dec.err
}

// pieceBytes is about the most that is buffered of a value that is passed over.
const pieceBytes = 1 << 16

// Skip passes over the next value, having checked it, in pieces where it is long: it is not
// held as a whole, so that it may be of any length and of any number of elements.
func (dec *Decoder) Skip() error {
	if err := dec.begin(); err != nil {
		return err
	}
	depth := jsontext.MaxOpen + 1
	if left := dec.depthLeft(); left != 0 {
		depth = left
	}
	dec.scan.ResetLoose(depth)
	var passed int64 // bytes of the value that are not buffered any more
	_, failed := dec.passSpace()
	for {
		rest := dec.buf[dec.pos:]
		n, complete, err := dec.scan.Scan(rest, failed == io.EOF)
		switch {
		case complete:
			dec.scanned += passed + int64(n)
			dec.pos += n
			dec.valueEnded()
			return nil
		case err != nil && !errors.Is(err, fault.ErrTruncated):
			return dec.wrong(rest, passed, err)
		case failed == nil:
			if len(rest) >= pieceBytes {
				dec.pos, passed = len(dec.buf), passed+int64(len(rest))
				dec.scan.Move(-len(rest))
			}
			failed = dec.fill()
			continue
		}
		if failed == io.EOF && (passed > 0 || jsontext.SkipSpace(rest, 0) < len(rest)) {
			failed = dec.placed(rest, dec.InputOffset(), where{about: len(rest)}, io.ErrUnexpectedEOF)
			if e, ok := failed.(*DecodeError); ok && passed > 0 {
				e.Path = dec.Path() // what the rest is part of is not known
			}
		}
		dec.err = failed
		return failed
	}
}

// wrong returns the error for what a walk over a value has met, of which rest is buffered and
// so many bytes before it are not. It is final.
func (dec *Decoder) wrong(rest []byte, passed int64, err error) error {
	at := int64(dec.scan.Pos())
	if errors.Is(err, fault.ErrDepth) {
		return dec.tooDeep(dec.InputOffset() + at)
	}
	if passed == 0 {
		err = syntaxError(rest)
		dec.err = dec.placed(rest, dec.InputOffset(), where{}, err)
	} else {
		// Whatever was passed over, a short text is as wrong at the same byte.
		err = syntaxError(append([]byte(dec.scan.Like()), rest[at]))
		if e, ok := err.(*SyntaxError); ok {
			e.Offset = passed + at + 1
		}
		if dec.err = err; dec.options != nil {
			dec.err = &DecodeError{Offset: dec.InputOffset() + at + 1, Path: dec.Path(), Err: err, Format: jsontext.Format}
		}
	}
	if e, ok := err.(*SyntaxError); ok {
		e.Offset += dec.scanned
	}
	return dec.err
}

// tokens is a Decoder with the tokens of other formats.
type tokens struct{ *Decoder }

// Token reads the next token. Its offset is that of a value, after the comma or the colon; of a key it may be before.

func (t tokens) Token() (token.Token, error) {
	dec := t.Decoder
	keyed := dec.state == objectStart || dec.state == objectKey || dec.state == objectComma
	c, err := dec.peek()
	if err == nil && (dec.state == arrayComma && c == ',' || dec.state == objectColon && c == ':') {
		if err = dec.toValue(); err == nil {
			_, _ = dec.peek() // an error is that of Token
		}
	}
	out := token.Token{Offset: dec.InputOffset()}
	v, err := dec.Token()
	if err != nil {
		return out, err
	}
	switch v := v.(type) {
	case Delim:
		switch v {
		case '[':
			out.Kind = token.BeginArray
		case ']':
			out.Kind = token.EndArray
		case '{':
			out.Kind = token.BeginObject
		case '}':
			out.Kind = token.EndObject
		}
		out.Len = -1
	case string:
		out.Kind, out.Text = token.String, v
		if keyed {
			out.Kind = token.Key
		}
	case bool:
		out.Kind, out.Bool = token.Bool, v
	case nil:
		out.Kind = token.Null
	default:
		out.Kind = token.Number // its value is of no use to anybody
	}
	return out, nil
}

// ElementsAt returns the elements of the array that path leads to, inside the first value of
// r, one after another, holding one in memory at a time; the path "" is that value. What stands
// before the array is passed over, in pieces where it is long. A path that leads to anything else
// than an array, or nowhere, is an error that says what is there and where. Of repeated members
// the first counts. Iteration ends at the first error, which comes with the zero T. There may be
// options, one set of them; errors are those of [DecodeOptions] in any case.
//
// When the last element was had, the rest of the text is passed over and checked as well, and
// that nothing but white space follows it: a loop that ends without an error has seen the whole
// of r. One that is left early reads no more. Limits.MaxDepth counts from the outermost value;
// MaxElements and MaxBytes bound each element.
func ElementsAt[T any](r io.Reader, path Pointer, opts ...DecodeOptions) iter.Seq2[T, error] {
	var o DecodeOptions
	for _, o = range opts {
	}
	return func(yield func(T, error) bool) {
		dec := o.NewDecoder(r)
		err := dec.toElements(path)
		for err == nil && dec.More() {
			v := new(T)
			if err = dec.Decode(v); err == io.EOF {
				err = dec.endless()
			}
			if err == nil && !yield(*v, nil) {
				return
			}
		}
		if err == nil {
			err = dec.finish()
		}
		if err == io.EOF {
			err = dec.misplaced(io.ErrUnexpectedEOF)
		}
		if err != nil {
			var zero T
			yield(zero, err)
		}
	}
}

// endless returns the error for a text that ends where a part that was come to would begin. It is final.
func (dec *Decoder) endless() error {
	dec.err = &DecodeError{Offset: dec.InputOffset(), Path: dec.Path(), Err: io.ErrUnexpectedEOF, Format: jsontext.Format}
	return dec.err
}

// toElements reads up to the first element of the array that path leads to.
func (dec *Decoder) toElements(path Pointer) error {
	err := track.Open(tokens{dec}, fault.Pointer(path))
	if e, ok := err.(*fault.DecodeError); ok {
		e.Format = jsontext.Format
		return (*DecodeError)(e)
	}
	return err
}

// finish passes over what follows the last element of the array that is open, and checks that
// it is the rest of the text.
func (dec *Decoder) finish() error {
	for len(dec.stack) > 0 {
		if dec.More() && dec.state != objectStart && dec.state != objectComma {
			if err := dec.Skip(); err != nil {
				return err
			}
			continue
		}
		if _, err := (tokens{dec}).Token(); err != nil {
			return err
		}
	}
	c, err := dec.peek()
	switch err {
	case nil:
		return dec.misplaced(syntaxError([]byte{'0', ' ', c}))
	case io.EOF:
		return nil
	}
	return err
}
