// This file is the surface for messages that are in memory.

package translator

import (
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

// FromJSON translates one JSON text into one BEVE message.
func FromJSON(data []byte) ([]byte, error) { return Options{}.FromJSON(data) }

// FromJSONString is [FromJSON] for a string, which is not copied first.
func FromJSONString(s string) ([]byte, error) { return Options{}.FromJSONString(s) }

// ToJSON translates one BEVE message into compact JSON text.
func ToJSON(beve []byte) ([]byte, error) { return Options{}.ToJSON(beve) }

// ToJSONString is [ToJSON] with a string for its result.
func ToJSONString(beve []byte) (string, error) { return Options{}.ToJSONString(beve) }

// Text is JSON text: bytes that print as what they say, with fmt.Println too.
type Text []byte

// String returns a copy of the text.
func (t Text) String() string { return string(t) }

// ToJSONIndent is [ToJSON] laid out over lines as json.Indent does it: each member
// and element on a line that begins with prefix and one indent per level.
func ToJSONIndent(beve []byte, prefix, indent string) (Text, error) {
	return Options{}.ToJSONIndent(beve, prefix, indent)
}

// AppendBEVE appends the BEVE message for one JSON text to dst. On failure it
// returns dst as it was. dst and json must not overlap.
func AppendBEVE(dst, json []byte) ([]byte, error) { return Options{}.AppendBEVE(dst, json) }

// AppendJSON appends the compact JSON text of one BEVE message to dst. On failure
// it returns dst as it was. dst and beve must not overlap.
func AppendJSON(dst, beve []byte) ([]byte, error) { return Options{}.AppendJSON(dst, beve) }

// ValidateJSON returns nil exactly when [FromJSON] accepts data, and otherwise its
// error, without making the message. It is stricter than a check of the grammar:
// numbers must be representable.
func ValidateJSON(data []byte) error { return Options{}.ValidateJSON(data) }

// ValidateBEVE returns nil exactly when beve is one well-formed message. ToJSON
// accepts the same messages except those with binary128 numbers, which it does not
// support, and with times outside of the years 0 to 9999, which have no JSON form.
func ValidateBEVE(beve []byte) error { return Options{}.ValidateBEVE(beve) }

// Stats compares the sizes of a message before and after translation.
type Stats struct {
	// OriginalSize and ConvertedSize are lengths in bytes.
	OriginalSize, ConvertedSize int
	// CompressionRatio is converted over original: below 1 the result is smaller.
	CompressionRatio float64
	// Savings is the part of the original that the result saves, 1 less the ratio: 0.25
	// for a quarter, negative where the result is larger. Times 100 it is a percentage.
	Savings float64
}

func statsOf(original, converted int) Stats {
	s := Stats{OriginalSize: original, ConvertedSize: converted}
	if original > 0 {
		s.CompressionRatio = float64(converted) / float64(original)
		s.Savings = float64(original-converted) / float64(original)
	}
	return s
}

// FromJSONWithStats is [FromJSON] that also says what it did to the size.
func FromJSONWithStats(data []byte) ([]byte, Stats, error) {
	return Options{}.FromJSONWithStats(data)
}

// ToJSONWithStats is [ToJSON] that also says what it did to the size.
func ToJSONWithStats(beve []byte) ([]byte, Stats, error) { return Options{}.ToJSONWithStats(beve) }

// FromJSON is the package function under o.
func (o Options) FromJSON(data []byte) ([]byte, error) {
	d := take(o)
	defer d.give()
	if _, err := d.FromJSON(data); err != nil {
		return nil, err
	}
	return d.handOut(&d.message), nil
}

// FromJSONString is the package function under o.
func (o Options) FromJSONString(s string) ([]byte, error) { return o.FromJSON(mem.Bytes(s)) }

// ToJSON is the package function under o.
func (o Options) ToJSON(beve []byte) ([]byte, error) {
	d := take(o)
	defer d.give()
	if _, err := d.ToJSON(beve); err != nil {
		return nil, err
	}
	return d.handOut(&d.text), nil
}

// ToJSONString is the package function under o.
func (o Options) ToJSONString(beve []byte) (string, error) {
	b, err := o.ToJSON(beve)
	return mem.String(b), err
}

// ToJSONIndent is the package function under o.
func (o Options) ToJSONIndent(beve []byte, prefix, indent string) (Text, error) {
	d := take(o)
	defer d.give()
	b, err := d.ToJSON(beve)
	if err != nil {
		return nil, err
	}
	room := 2 * len(b)
	if len(b) > 8*len(beve) {
		room = len(b) + len(b)/8 // long names, over and over: lines are long
	}
	return jsontext.AppendIndent(make([]byte, 0, room), b, prefix, indent), nil
}

// AppendBEVE is the package function under o.
func (o Options) AppendBEVE(dst, json []byte) ([]byte, error) {
	d := take(o)
	defer d.give()
	out, err := d.from.message(dst, json)
	if err != nil {
		return dst, decodeError(err)
	}
	return out, nil
}

// AppendJSON is the package function under o.
func (o Options) AppendJSON(dst, beve []byte) ([]byte, error) {
	d := take(o)
	defer d.give()
	out, err := d.to.message(dst, beve)
	if err != nil {
		return dst, decodeError(err)
	}
	return out, nil
}

// ValidateJSON is the package function under o.
func (o Options) ValidateJSON(data []byte) error {
	d := take(o)
	defer d.give()
	d.from.discard = true
	var err error
	d.message, err = d.from.message(d.message[:0], data)
	d.from.discard = false
	return decodeError(err)
}

// ValidateBEVE is the package function under o.
func (o Options) ValidateBEVE(beve []byte) error {
	return decodeError(wire.ValidateOptions{Limits: fault.Limits(o.Limits), LegacyTypeTag: o.LegacyTypeTag}.Validate(beve))
}

// FromJSONWithStats is the package function under o.
func (o Options) FromJSONWithStats(data []byte) ([]byte, Stats, error) {
	b, err := o.FromJSON(data)
	if err != nil {
		return nil, Stats{}, err
	}
	return b, statsOf(len(data), len(b)), nil
}

// ToJSONWithStats is the package function under o.
func (o Options) ToJSONWithStats(beve []byte) ([]byte, Stats, error) {
	b, err := o.ToJSON(beve)
	if err != nil {
		return nil, Stats{}, err
	}
	return b, statsOf(len(beve), len(b)), nil
}
