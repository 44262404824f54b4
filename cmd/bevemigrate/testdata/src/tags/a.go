package tags

type T struct {
	_ struct{} `cbor:",toarray"`   // want `option toarray of the tag cbor`
	A int      `cbor:"1,keyasint"` // want `option keyasint of the tag cbor`
	B int      `cbor:"2,keyasint,omitempty"`
	C string   `msgpack:"c,intern"` // want `option intern of the tag msgpack`
	D string   `msgpack:"intern,omitempty" json:"toarray"`
}
