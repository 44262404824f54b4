//go:build !goexperiment.jsonv2 || !go1.27

// Errors that only encoding/json as it has always been can make.

package json

import (
	stdjson "encoding/json"
	"strings"
)

// positionError returns the error of a Decode where no value may stand.
func positionError(state tokenState, offset int64) error {
	if state != arrayComma && state != objectColon {
		state = objectStart // all others have one text
	}
	text := prefixes[state] + " x"
	d := stdjson.NewDecoder(strings.NewReader(text))
	var err error
	for err == nil {
		if text[d.InputOffset():] == " x" || text[d.InputOffset():] == "  x" {
			var v any
			err = d.Decode(&v)
			break
		}
		_, err = d.Token()
	}
	return at(offset, err)
}
