// Package stdjson uses what is the same.
package stdjson

import (
	"encoding/json" // want `encoding/json becomes github.com/beve-org/beve-go/json`
	"io"

	"other"
)

type Raw = json.RawMessage

func f(r io.Reader) (json.Number, error) {
	var v struct {
		N json.Number `json:"n,omitempty"`
	}
	err := json.NewDecoder(r).Decode(&v)
	if _, ok := err.(*json.SyntaxError); ok {
		return "", err
	}
	return other.Number(v.N), err
}
