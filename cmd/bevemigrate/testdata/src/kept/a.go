// Package kept has something to rewrite, so that nothing is changed.
package kept

import (
	"io"

	"github.com/vmihailenco/msgpack/v5" // want `becomes github.com/beve-org/beve-go/msgpack`
)

func f(w io.Writer, r msgpack.RawMessage) error { // want `msgpack.RawMessage becomes Raw`
	return msgpack.NewEncoder(w).EncodeInt(5) // want `Encoder.EncodeInt is not here: use msgp.Writer.WriteInt64, WriteUint64; value by value`
}
