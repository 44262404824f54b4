// Package codecs holds what is compared: ours, the rivals and the memory copy that
// bounds them all. Each file is one codec, which registers itself; adding one is
// adding a file.
package codecs

import (
	"cmp"
	"errors"
	"io"
	"slices"

	"github.com/beve-org/beve-go/bench/payload"
)

// Kind says what a codec has to be told beforehand, and so what it is fair to
// compare with what.
type Kind int

// The kinds, in the order of reports.
const (
	// Ours is BEVE.
	Ours Kind = iota
	// Names are self-describing formats by reflection: field names are sent, and
	// nothing is generated.
	Names
	// GeneratedNames are self-describing formats by generated code.
	GeneratedNames
	// Schema are formats that need the schema on both sides, by whatever means.
	Schema
	// Baseline is the copy of memory.
	Baseline
)

func (k Kind) String() string {
	return [...]string{"ours", "names, reflection", "names, generated", "schema", "baseline"}[k]
}

// A Codec is one way to make bytes of values.
type Codec struct {
	// Name is what results call it.
	Name string
	Kind Kind
	// Module is where it comes from; its version is in results.
	Module string
	// Bind ties the codec to a payload, and returns nil where the format cannot
	// represent it.
	Bind func(c *payload.Case) *Bound
	// Stream writes and reads rows one after another; nil where there is no API
	// for it.
	Stream *Stream
	// Extra codecs are shown, but never the best of their kind: variants of
	// another, and those that do not give Go values.
	Extra bool
}

// A Bound is a codec tied to a payload. Functions are nil where the codec has
// nothing of the kind.
type Bound struct {
	// Marshal returns the encoding of the value in new memory.
	Marshal func() ([]byte, error)
	// Append appends it to a buffer that the caller keeps.
	Append func(dst []byte) ([]byte, error)
	// Data returns a message to decode; nil for codecs that have Marshal.
	Data func() ([]byte, error)
	// Fresh decodes into a new value and returns a pointer to it.
	Fresh func(data []byte) (any, error)
	// Reuse decodes into the value that Kept returns, over what it held.
	Reuse func(data []byte) error
	Kept  func() any
	// NoCopy is Fresh with text that aliases data.
	NoCopy func(data []byte) (any, error)
	// View reads one field of the message without decoding the rest, and ViewFar
	// one that is deep inside. Both check what they read.
	View, ViewFar func(data []byte) error
	// Payload makes the payload of what Fresh and Kept return, for checks; nil if
	// it is one. It may take bytes that were decoded as they are.
	Payload func(v any) any
}

// A Stream writes and reads rows, n of them: number i is rows[i%len(rows)].
type Stream struct {
	Write func(w io.Writer, rows []payload.Row, n int) error
	// Read calls visit with each row, which is valid during the call.
	Read func(r io.Reader, n int, visit func(*payload.Row)) error
}

var errWrongField = errors.New("the field is not what was encoded")

var registered []*Codec

// register adds a codec. The result exists for the declaration that calls it.
func register(c *Codec) *Codec {
	registered = append(registered, c)
	return c
}

// All returns the codecs: by kind, ours first, and by name.
func All() []*Codec {
	list := slices.Clone(registered)
	slices.SortFunc(list, func(a, b *Codec) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name))
	})
	return list
}

// Find returns the codec of that name, or nil.
func Find(name string) *Codec {
	for _, c := range registered {
		if c.Name == name {
			return c
		}
	}
	return nil
}
