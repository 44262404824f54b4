//go:build !goexperiment.jsonv2 || !go1.27

// Errors of the tokens of a stream, made by the Decoder of encoding/json.

package json

import (
	stdjson "encoding/json"
	"strings"
)

// tokenError returns the error for the byte c where no token begins with it.
func tokenError(state tokenState, c byte, offset int64) error {
	d := stdjson.NewDecoder(strings.NewReader(prefixes[state] + string([]byte{c})))
	var err error
	for err == nil {
		_, err = d.Token()
	}
	return at(offset, err)
}

// positionError returns the error of a Decode where no value may stand.
func positionError(state tokenState, offset int64) error {
	if state != arrayComma && state != objectColon {
		state = objectStart // all others have one text
	}
	text := prefixes[state] + " x"
	d := stdjson.NewDecoder(strings.NewReader(text))
	var err error
	for err == nil {
		if strings.TrimSpace(text[d.InputOffset():]) == "x" {
			var v any
			err = d.Decode(&v)
			break
		}
		_, err = d.Token()
	}
	return at(offset, err)
}

// indentError returns the error of Indent for src, which is that of Unmarshal; Indent would
// write a line for each level first.
func indentError(src []byte) error { return syntaxError(src) }
