// Package handed gives its coders to another module.
package handed

import (
	"encoding/json" // want `encoding/json becomes`
	"io"

	"github.com/tinylib/msgp/msgp" // want `github.com/tinylib/msgp/msgp becomes`
	"other"
)

func f(r io.Reader, m msgp.Encodable) error {
	if err := other.Send(m); err != nil { // want `other.Send is declared with the Encodable of github.com/tinylib/msgp/msgp`
		return err
	}
	_ = other.Options{Setup: nil}         // want `other.Setup is declared with the Encoder of encoding/json`
	return other.Read(json.NewDecoder(r)) // want `other.Read is declared with the Decoder of encoding/json, which that of github.com/beve-org/beve-go/json is not`
}
