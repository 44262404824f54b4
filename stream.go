package beve

import (
	"io"
	"iter"

	"github.com/beve-org/beve-go/internal/engine"
)

// NewEncoder returns an Encoder that writes a stream of values to w, delimited.
// Each Encode is one Write: wrap w in a bufio.Writer for small values.
func NewEncoder(w io.Writer) *Encoder { return engine.NewEncoder(w) }

// NewDecoder returns a Decoder of the stream in src, a []byte or an io.Reader.
func NewDecoder(src any) *Decoder { return engine.NewDecoder(src) }

// GetEncoderFromPool returns a pooled Encoder without a writer: Marshal encodes
// into new memory, Encode and Bytes into its own buffer.
func GetEncoderFromPool() *Encoder { return engine.GetEncoderFromPool() }

// PutEncoderToPool gives an Encoder back; its Bytes must no longer be used.
func PutEncoderToPool(e *Encoder) { engine.PutEncoderToPool(e) }

// Elements returns the elements of a huge array, or the values of a stream, one
// after another, holding one in memory at a time. If the first value of r is an
// array that can hold a T as an element, the iterator runs over its elements;
// otherwise over the values of the stream themselves, as it does for a T that is
// itself a slice when the stream holds typed arrays. A stream that begins with an
// object none of whose members the struct T has is an error: it may be one around the
// array. Iteration ends at the first error, which comes with the zero T.
func Elements[T any](r io.Reader) iter.Seq2[T, error] { return engine.Elements[T](r) }
