package msgpack

import (
	"github.com/beve-org/beve-go/internal/msgcodec"
	"github.com/beve-org/beve-go/types"
)

// EncodeOptions are the choices of encoding; the zero value is what Marshal uses. With any option
// but Types, types with code by the command zebrapack go by reflection, so that it holds for them too.
// Other methods know no options but MaxDepth: those of users and of other generators, and code that
// directives or -msgp shaped.
type EncodeOptions struct {
	// Deterministic writes maps in the order of the bytes of their keys on the wire, so
	// that the same value gives the same bytes.
	Deterministic bool
	// OmitNil leaves out struct members that are nil pointers, interfaces, maps or
	// slices.
	OmitNil bool
	// StructTag is a tag key that names members, before the keys msg, msgpack and json. After
	// "=" stand the only keys there are, with commas between them: "=msgpack" reads no tag
	// json, and "=msg,msgpack" neither.
	StructTag string
	// Inline promotes the fields of embedded structs without methods, as vmihailenco/msgpack
	// and encoding/json do, but for those with the option noinline.
	Inline bool
	// Time says how a time.Time is written.
	Time TimeFormat
	// MaxDepth is the number of levels that a value may nest: 512 unless it is set, and
	// 100,000 at most. A value that contains itself hits it.
	MaxDepth int
	// Types are declarations of types that count before those of the program.
	Types *types.Set
}

// Marshal is [Marshal] with options.
func (o EncodeOptions) Marshal(v any) ([]byte, error) {
	b, err := engine.Marshal(v, o.inner())
	return b, encodeError(err)
}

// Append is [Append] with options.
func (o EncodeOptions) Append(dst []byte, v any) ([]byte, error) {
	b, err := engine.Append(dst, v, o.inner())
	return b, encodeError(err)
}

func (o *EncodeOptions) inner() *msgcodec.EncodeOptions { return (*msgcodec.EncodeOptions)(o) }

// Unmarshal is [Unmarshal] with options.
func (o DecodeOptions) Unmarshal(data []byte, v any) error {
	inner := o.inner()
	return decodeError(engine.Unmarshal(data, v, &inner))
}

// TimeFormat says how a time.Time is written; every format is read always.
type TimeFormat = msgcodec.TimeFormat

// The formats of time.
const (
	// TimeTimestamp writes extension -1, the timestamp of MessagePack, the default.
	TimeTimestamp = msgcodec.TimeTimestamp
	// TimeExt5 writes extension 5, as ZebraPack does, and msgp by default.
	TimeExt5 = msgcodec.TimeExt5
)
