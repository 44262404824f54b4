// Package held keeps coders and modes of libraries for others.
package held

import (
	"github.com/fxamacker/cbor/v2"                  // want `becomes github.com/beve-org/beve-go$` `the bytes are BEVE`
	"github.com/vmihailenco/msgpack/v5"             // want `becomes`
	"google.golang.org/protobuf/encoding/protojson" // want `json.Marshal writes plain structs`
	"google.golang.org/protobuf/proto"              // want `messages become plain structs`
)

type Coders struct {
	CBOR   cbor.EncMode           // want `cbor.EncMode is not here: use EncodeOptions`
	Buffer cbor.UserBufferEncMode // want `cbor.UserBufferEncMode is not here: use Append`
	Back   cbor.DecMode           // want `cbor.DecMode is not here: use DecodeOptions`
	Stream *msgpack.Encoder
	Proto  proto.MarshalOptions // want `proto.MarshalOptions is not here: use zebrapack.Marshal`
	JSON   protojson.MarshalOptions
}

func New() (c Coders) {
	c.CBOR, _ = cbor.EncOptions{Sort: 1}.EncMode() // want `cbor.EncOptions is not here` `EncOptions.Sort is not here` `EncOptions.EncMode is not here`
	return c
}
