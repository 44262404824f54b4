package taken

import (
	"github.com/beve-org/beve-go"
	"github.com/fxamacker/cbor/v2" // want `becomes github.com/beve-org/beve-go$`
)

func g() ([]byte, error) {
	if b, err := beve.Marshal(1); err != nil {
		return b, err
	}
	return cbor.Marshal(1)
}
