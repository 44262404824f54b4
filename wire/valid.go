// Validation of whole messages.

package wire

import "github.com/beve-org/beve-go/internal/fault"

// ValidateOptions are the choices of [ValidateOptions.Validate]. The zero value
// is what [Validate] uses.
type ValidateOptions struct {
	// Limits bounds depth, elements and bytes.
	Limits Limits
	// Strict also rejects boolean arrays whose unused bits are set.
	Strict bool
	// LegacyTypeTag reads type tags of version 1 where there may be tables otherwise:
	// see [TypeTagAt].
	LegacyTypeTag bool
}

// Validate reports what is wrong with data unless it is exactly one well-formed value,
// by the default limits, optionally after a framing header or leading delimiters. The
// error is a *[DecodeError] with offset and path.
func Validate(data []byte) error { return ValidateOptions{}.Validate(data) }

// Validate checks that data is exactly one well-formed value.
func (o ValidateOptions) Validate(data []byte) error {
	if !o.Limits.Admits(len(data)) {
		return fault.At(0, fault.Because(fault.ErrLimit, "message is longer than Limits.MaxBytes"))
	}
	off, err := ReadMessageStart(data)
	if err != nil {
		return err
	}
	b := o.Limits.Budget()
	b.ReadTypeTags(o.LegacyTypeTag)
	b.RejectUnusedBits(o.Strict)
	if off, err = walk(data, off, &b); err != nil {
		return err
	}
	return CheckEnd(data, off)
}

// CheckEnd returns an error unless off is the end of data.
func CheckEnd(data []byte, off int) error {
	if off == len(data) {
		return nil
	}
	return fault.At(off, fault.ErrTrailing)
}
