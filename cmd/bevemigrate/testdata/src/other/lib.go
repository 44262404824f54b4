// Package other is of another module: it keeps what it imports.
package other

import (
	"encoding/json"

	"github.com/tinylib/msgp/msgp"
)

type Options struct{ Setup func(*json.Encoder) }

func Read(d *json.Decoder) error       { return nil }
func Number(n json.Number) json.Number { return n }
func Send(vs ...msgp.Encodable) error  { return nil }
