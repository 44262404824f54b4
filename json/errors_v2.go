//go:build goexperiment.jsonv2 && go1.27

// Errors of the tokens of a stream, which the Decoder of encoding/json does not make
// where it stands on version 2: for some it has no type, others it does not find.

package json

import (
	stdjson "encoding/json"
	"encoding/json/jsontext"
	"errors"
)

// tokenError returns the error for the byte c where no token begins with it.
func tokenError(state tokenState, c byte, offset int64) error {
	return at(offset, syntaxError(append([]byte(prefixes[state]), c)))
}

// saying is an Unmarshaler that fails with a syntax error of its own text.
type saying string

func (s *saying) UnmarshalJSON([]byte) error {
	return &jsontext.SyntacticError{Err: errors.New(string(*s))}
}

// positionError returns the error of a Decode where no value may stand. Version 2
// would decode a key, and has none of these texts.
func positionError(state tokenState, offset int64) error {
	text := saying("not at beginning of value")
	switch state {
	case arrayComma:
		text = "expected comma after array element"
	case objectColon:
		text = "expected colon after object key"
	}
	return at(offset, stdjson.Unmarshal([]byte("0"), &text))
}

// indentError returns the error of Indent for src. Compact has the same one, and does not
// take time by the square of the depth for it.
func indentError(src []byte) error { return compactError(src) }
