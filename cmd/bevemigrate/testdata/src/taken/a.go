// Package taken has the new name for something else.
package taken

import "github.com/fxamacker/cbor/v2" // want `becomes github.com/beve-org/beve-go$` `the bytes are BEVE`

func f(beve int) ([]byte, error) { return cbor.Marshal(beve) }
