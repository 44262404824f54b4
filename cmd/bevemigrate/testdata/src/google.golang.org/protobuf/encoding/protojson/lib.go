// Package protojson has what the tests use of the package of this name.
package protojson

type MarshalOptions struct{ Deterministic bool }

func (MarshalOptions) Marshal(m any) ([]byte, error) { return nil, nil }
