// Package modes writes and reads by what another package has made of the options of libraries, which it
// does not import itself.
package modes

import "held"

type T struct {
	A bool `cbor:"a"`
}

func f(c held.Coders, t *T) {
	_, _ = c.CBOR.Marshal(t)             // want `CBOR is declared with the EncMode` `EncMode.Marshal is not here: use EncodeOptions.Marshal` `T.A is named by its tag cbor`
	_ = c.CBOR.EncOptions()              // want `CBOR is declared` `EncMode.EncOptions is not here: use EncodeOptions`
	_, _ = c.Buffer.Marshal(t)           // want `Buffer is declared` `EncMode.Marshal is not here`
	_ = c.Buffer.MarshalToBuffer(t, nil) // want `Buffer is declared` `UserBufferEncMode.MarshalToBuffer is not here: use EncodeOptions.Append`
	_ = c.Back.Unmarshal(nil, t)         // want `Back is declared` `DecMode.Unmarshal is not here: use DecodeOptions.Unmarshal`
	c.Stream.SetOmitEmpty(true)          // want `Stream is declared` `Encoder.SetOmitEmpty is not here`
	_ = c.Stream.Encode([]bool{})        // want `Stream is declared` `the value: a nil slice or map is empty here`
	_, _ = c.Proto.Marshal(t)            // want `MarshalOptions.Marshal is not here: use zebrapack.Marshal`
	_, _ = c.JSON.Marshal(t)             // want `json.Marshal writes plain structs`
}
