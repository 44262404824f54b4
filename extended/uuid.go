package extended

import (
	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/engine"
	"github.com/beve-org/beve-go/wire"
)

// AppendUUID is [beve.MarshalUUID] that appends to dst.
func AppendUUID(dst []byte, id [16]byte) []byte { return wire.AppendUUID(dst, id) }

// UnmarshalUUID returns a UUID.
func UnmarshalUUID(data []byte) ([16]byte, error) {
	id, next, err := wire.ReadUUID(data, 0)
	if err != nil || next != len(data) {
		id, err = engine.ReadUUIDMessage(data)
	}
	return id, decodeError(err)
}

// AppendUUIDString is [beve.MarshalUUIDString] that appends to dst.
func AppendUUIDString(dst []byte, s string) ([]byte, error) {
	out, err := engine.AppendUUIDText(dst, s)
	return out, encodeError(err)
}

// UnmarshalUUIDString returns a UUID as text, in lower case with hyphens.
func UnmarshalUUIDString(data []byte) (string, error) {
	id, err := UnmarshalUUID(data)
	if err != nil {
		return "", err
	}
	return beve.UUID(id).String(), nil
}
