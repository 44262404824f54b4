package renamed

import "github.com/vmihailenco/msgpack/v5" // want `becomes github.com/beve-org/beve-go/msgpack`

func f(r msgpack.RawMessage) ([]byte, error) { // want `msgpack.RawMessage becomes Raw`
	return msgpack.Marshal(r)
}
