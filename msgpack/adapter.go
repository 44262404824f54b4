package msgpack

import (
	"io"

	"github.com/beve-org/beve-go/internal/msgcodec"
)

// RegisterAdapter lets types be written and read by their methods EncodeMsgpack(E) error and
// DecodeMsgpack(D) error, whose parameters belong to another package. One call does for the
// types of all packages, for this package and package zebrapack:
//
//	import vmihailenco "github.com/vmihailenco/msgpack/v5"
//
//	msgpack.RegisterAdapter(vmihailenco.NewEncoder, vmihailenco.NewDecoder)
//
// The same holds for EncodeMsg(E) error and DecodeMsg(D) error of types that have no MarshalMsg
// and UnmarshalMsg, where E and D are not the Writer and Reader of this module's package msgp, but
// those of tinylib/msgp. What E buffers is written by its method Flush() error.
//
// The functions are called for each value with such a method, by several goroutines at once.
// What a method writes has to be exactly one value, and it has to read the whole of the one
// value that it is given; else that is an error. Where no adapter for the parameter of a method
// is registered, values of its type are an error that says so. Call it before the first value is
// written or read, as in init; a call for the same types replaces the one before. It panics if
// a function is nil.
func RegisterAdapter[E, D any](newEncoder func(io.Writer) E, newDecoder func(io.Reader) D) {
	msgcodec.RegisterAdapter(newEncoder, newDecoder)
}
