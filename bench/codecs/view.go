package codecs

import (
	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/bench/payload"
)

// The fields that are looked up in the large payload: one of the message itself,
// and one of the record in its middle, for which half of the message is passed
// over.
const (
	nearField = "/cursor"
	farField  = "/records/500/email"
)

// bindView adds the look-ups to the large payload's binding.
func bindView(b *Bound, c *payload.Case) {
	v, ok := c.Value.(*payload.Large)
	if !ok {
		return
	}
	b.View = viewField(nearField, v.Cursor)
	b.ViewFar = viewField(farField, v.Records[500].Email)
}

func viewField(path beve.Pointer, want string) func([]byte) error {
	return func(data []byte) error {
		v, err := beve.NewView(data)
		if err != nil {
			return err
		}
		if v, err = v.At(path); err != nil {
			return err
		}
		text, err := v.ViewText()
		if err == nil && string(text) != want {
			return errWrongField
		}
		return err
	}
}
