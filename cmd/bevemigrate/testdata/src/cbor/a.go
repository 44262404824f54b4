package cbor

import "github.com/fxamacker/cbor/v2" // want `becomes github.com/beve-org/beve-go$` `becomes github.com/beve-org/beve-go: the bytes are BEVE`

type T struct {
	A int             `cbor:"a"`
	B int             `json:"b"`
	C int             `cbor:"-"`
	D cbor.RawMessage // want `cbor.RawMessage becomes Raw`
}

func f(t *T) ([]byte, error) {
	return cbor.Marshal(t) // want `T.A is named by its tag cbor`
}
