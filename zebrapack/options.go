package zebrapack

import (
	"github.com/beve-org/beve-go/internal/msgcodec"
	"github.com/beve-org/beve-go/types"
)

// EncodeOptions are the choices of encoding; the zero value is what Marshal uses. With any option
// but Types, types with code by the command zebrapack go by reflection, so that it holds for them too.
// Other methods know no options but MaxDepth: those of users and of other generators, and code that
// directives or -msgp shaped.
type EncodeOptions struct {
	// NoStructNames leaves out the names of structs, which readers of interfaces with
	// methods and readers that have a schema but no type need.
	NoStructNames bool
	// Deterministic writes maps in the order of the bytes of their keys on the wire, so
	// that the same value gives the same bytes.
	Deterministic bool
	// MaxDepth is the number of levels that a value may nest: 512 unless it is set, and
	// 100,000 at most. A value that contains itself hits it.
	MaxDepth int
	// Types are declarations of types that count before those of the program.
	Types *types.Set
}

// engine returns the engine of o, and what it is told.
func (o *EncodeOptions) engine() (*msgcodec.Engine, msgcodec.EncodeOptions) {
	inner := msgcodec.EncodeOptions{Deterministic: o.Deterministic, MaxDepth: o.MaxDepth, Time: msgcodec.TimeExt5,
		Types: o.Types}
	if o.NoStructNames {
		return unnamed, inner
	}
	return named, inner
}

// Marshal is [Marshal] with options.
func (o EncodeOptions) Marshal(v any) ([]byte, error) {
	g, inner := o.engine()
	b, err := g.Marshal(v, &inner)
	return b, encodeError(err)
}

// Append is [Append] with options.
func (o EncodeOptions) Append(dst []byte, v any) ([]byte, error) {
	g, inner := o.engine()
	b, err := g.Append(dst, v, &inner)
	return b, encodeError(err)
}

// Unmarshal is [Unmarshal] with options.
func (o DecodeOptions) Unmarshal(data []byte, v any) error {
	inner := o.inner()
	return decodeError(named.Unmarshal(data, v, &inner))
}
