package zebrapack

import (
	"io"
	"iter"

	"github.com/beve-org/beve-go/internal/msgcodec"
)

// NewEncoder returns an Encoder that writes to w. Each Encode is one Write: wrap w in a
// bufio.Writer for small values.
func NewEncoder(w io.Writer) *Encoder { return EncodeOptions{}.NewEncoder(w) }

// NewEncoder is [NewEncoder] with options.
func (o EncodeOptions) NewEncoder(w io.Writer) *Encoder {
	g, inner := o.engine()
	return (*Encoder)(g.NewEncoder(w, inner))
}

// SetOptions chooses the options of the values encoded from now on.
func (e *Encoder) SetOptions(o EncodeOptions) { e.inner().SetOptions(o.engine()) }

// NewDecoder returns a Decoder that reads from r.
func NewDecoder(r io.Reader) *Decoder { return DecodeOptions{}.NewDecoder(r) }

// NewDecoderBytes returns a Decoder of the values in data, which it does not copy.
func NewDecoderBytes(data []byte) *Decoder { return DecodeOptions{}.NewDecoderBytes(data) }

// NewDecoder is [NewDecoder] with options. NoCopy has no effect.
func (o DecodeOptions) NewDecoder(r io.Reader) *Decoder {
	return (*Decoder)(named.NewDecoder(r, o.inner()))
}

// NewDecoderBytes is [NewDecoderBytes] with options.
func (o DecodeOptions) NewDecoderBytes(data []byte) *Decoder {
	return (*Decoder)(named.NewDecoderBytes(data, o.inner()))
}

// SetOptions chooses the options of the values decoded from now on.
func (d *Decoder) SetOptions(o DecodeOptions) { d.inner().SetOptions(o.inner()) }

// ElementsAt returns the elements of the array that path leads to, inside the first value of
// r, one after another, holding one in memory at a time; the path "" is that value. What stands
// before the array is passed over, in pieces where it is long. A path that leads to anything else
// than an array, or nowhere, is an error that says what is there and where. Of repeated keys the
// first counts; a key that is a number has its decimal text. Iteration ends at the first error,
// which comes with the zero T. There may be options, one set of them.
//
// When the last element was had, the rest of the message is passed over and checked as well,
// and that nothing follows it: a loop that ends without an error has seen the whole of r. One
// that is left early reads no more. The limits are those of a [Decoder] that reads tokens.
func ElementsAt[T any](r io.Reader, path Pointer, opts ...DecodeOptions) iter.Seq2[T, error] {
	var o DecodeOptions
	for _, o = range opts {
	}
	return msgcodec.ElementsAt[T](named, r, path, o.inner(), decodeError)
}
