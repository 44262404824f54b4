package first

import beve "github.com/beve-org/beve-go"

func f(m beve.BinaryMarshaler) { // want `beve.BinaryMarshaler becomes Marshaler`
	beve.Marshal(m)
	beve.NewDecoder(nil) // want `beve.NewDecoder differs: use NewDecoder, NewDecoderBytes; of a reader or of bytes`
}
