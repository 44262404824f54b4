package beve

import (
	"io"
	"iter"

	"github.com/beve-org/beve-go/internal/engine"
)

// NewEncoder returns an Encoder that writes to w. Each Encode is one Write: wrap w in a
// bufio.Writer for small values. w may be nil: then Bytes returns what was encoded.
func NewEncoder(w io.Writer) *Encoder { return (*Encoder)(engine.NewEncoder(w)) }

// GetEncoderFromPool returns a pooled Encoder without a writer: Marshal encodes
// into new memory, Encode and Bytes into its own buffer.
func GetEncoderFromPool() *Encoder { return (*Encoder)(engine.GetEncoderFromPool()) }

// PutEncoderToPool gives an Encoder back. Neither it nor what its Bytes returned may be
// used any more.
func PutEncoderToPool(e *Encoder) { engine.PutEncoderToPool(e.inner()) }

// SetOptions chooses the options of the values encoded from now on.
func (e *Encoder) SetOptions(o EncodeOptions) { e.inner().SetOptions(o.inner()) }

// Bytes returns what was encoded since the Encoder was made or Reset, when it has
// no writer. It aliases the Encoder's buffer: it is valid until the next call.
func (e *Encoder) Bytes() []byte { return e.inner().Bytes() }

// Marshal returns the encoding of v as a message of its own, in new memory. It does not
// affect the stream.
func (e *Encoder) Marshal(v any) ([]byte, error) {
	data, err := e.inner().Marshal(v)
	return data, encodeError(err)
}

// BeginArray begins an array of exactly n elements as the next value: n calls of Encode,
// or Begin and End, follow, and then End. Use it for arrays that are larger than memory.
func (e *Encoder) BeginArray(n int) error { return encodeError(e.inner().BeginArray(n)) }

// BeginObject begins an object of exactly n members as the next value: n times
// Key and Encode follow, and then End.
func (e *Encoder) BeginObject(n int) error { return encodeError(e.inner().BeginObject(n)) }

// Key writes the key of the next member of the object that was begun.
func (e *Encoder) Key(name string) error { return encodeError(e.inner().Key(name)) }

// End ends the innermost array or object. It is an error if elements are missing.
func (e *Encoder) End() error { return encodeError(e.inner().End()) }

// NewDecoder returns a Decoder that reads from r.
func NewDecoder(r io.Reader) *Decoder { return (*Decoder)(engine.NewDecoder(r)) }

// NewDecoderBytes returns a Decoder of the values in data, which it does not copy and which
// must not change while it is used.
func NewDecoderBytes(data []byte) *Decoder { return (*Decoder)(engine.NewDecoderBytes(data)) }

// SetOptions chooses the options of the values decoded from now on.
func (d *Decoder) SetOptions(o DecodeOptions) { d.inner().SetOptions(o.inner()) }

// Elements returns the elements of a huge array, or the values of a stream, one
// after another, holding one in memory at a time. If the first value of r is an
// array that can hold a T as an element, the iterator runs over its elements;
// otherwise over the values of the stream themselves, as it does for a T that is
// itself a slice when the stream holds typed arrays. A stream that begins with an
// object none of whose members the struct T has is an error: it may be one around the
// array, which [ElementsAt] reads. Iteration ends at the first error, which comes with the
// zero T. There may be options, one set of them.
func Elements[T any](r io.Reader, opts ...DecodeOptions) iter.Seq2[T, error] {
	return engine.Elements[T](r, only(opts), decodeError)
}

// ElementsAt is [Elements] for the array that path leads to, inside the first value of r: what
// stands before it is passed over, in pieces where it is long. A path that leads to anything
// else than an array, or nowhere, is an error that says what is there and where. Of repeated
// members the first counts.
//
// When the last element was had, the rest of the message is passed over and checked as well,
// and that nothing follows it: a loop that ends without an error has seen the whole of r. One
// that is left early reads no more. The limits are those of a [Decoder] that reads tokens.
//
//	for item, err := range beve.ElementsAt[Item](file, "/data/items") {
//		if err != nil {
//			return err
//		}
//		...
//	}
func ElementsAt[T any](r io.Reader, path Pointer, opts ...DecodeOptions) iter.Seq2[T, error] {
	return engine.ElementsAt[T](r, path, only(opts), decodeError)
}

// only returns the options of a call that may have none. Of several the last count.
func only(opts []DecodeOptions) engine.DecodeOptions {
	var o DecodeOptions
	for _, o = range opts {
	}
	return o.inner()
}
