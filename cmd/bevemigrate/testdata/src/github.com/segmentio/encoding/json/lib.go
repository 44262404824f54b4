// Package json has what the tests use of the package of this name.
package json

func Marshal(v any) ([]byte, error) { return nil, nil }
