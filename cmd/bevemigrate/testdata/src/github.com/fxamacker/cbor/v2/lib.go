// Package cbor has what the tests use of the package of this name.
package cbor

type RawMessage []byte

func Marshal(v any) ([]byte, error)      { return nil, nil }
func Unmarshal(data []byte, v any) error { return nil }
