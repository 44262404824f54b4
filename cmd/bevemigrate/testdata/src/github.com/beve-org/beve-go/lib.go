// Package beve has what the tests use of the first package of this name.
package beve

type BinaryMarshaler interface{ MarshalBEVE() ([]byte, error) }

func Marshal(v any) ([]byte, error) { return nil, nil }
func NewDecoder(r any) *int         { return nil }
