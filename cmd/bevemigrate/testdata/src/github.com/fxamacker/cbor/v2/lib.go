// Package cbor has what the tests use of the package of this name.
package cbor

type RawMessage []byte

func Marshal(v any) ([]byte, error)      { return nil, nil }
func Unmarshal(data []byte, v any) error { return nil }

type EncOptions struct{ Sort int }

func (EncOptions) EncMode() (EncMode, error) { return nil, nil }

type EncMode interface {
	Marshal(v any) ([]byte, error)
	EncOptions() EncOptions
}

type UserBufferEncMode interface {
	EncMode
	MarshalToBuffer(v any, buf []byte) error
}

type DecMode interface {
	Unmarshal(data []byte, v any) error
}
