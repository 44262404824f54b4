package methods

import "github.com/vmihailenco/msgpack/v5" // want `becomes github.com/beve-org/beve-go/msgpack`

type T struct{}

func (T) EncodeMsgpack(e *msgpack.Encoder) error { return e.EncodeInt(1) } // want `method EncodeMsgpack: use msgpack.RegisterAdapter`

func (T) MarshalCBOR() ([]byte, error) { return nil, nil } // want `method MarshalCBOR: use MarshalBEVE`

func EncodeMsgpack() ([]byte, error) { return msgpack.Marshal(T{}) }
