// Passing over values.

package msgp

import (
	"errors"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/msgwire"
)

// Skip passes over the value that b begins with. It does not recurse, and fails below
// the default limit of depth.
func Skip(b []byte) ([]byte, error) {
	if len(b) > 0 && int8(b[0]) >= msgwire.MinFixInt {
		return b[1:], nil
	}
	return skip(b)
}

// skip is Skip for anything but a fixint.
func skip(b []byte) ([]byte, error) {
	budget := Limits{}.Budget()
	end, err := msgwire.Skip(b, 0, &budget)
	if err != nil {
		return b, plain(err)
	}
	return b[end:], nil
}

// plain returns an error of msgwire as this package has them, without offset.
func plain(err error) error {
	switch {
	case errors.Is(err, fault.ErrTruncated):
		return ErrShortBytes
	case errors.Is(err, fault.ErrDepth):
		return ErrRecursion
	case errors.Is(err, fault.ErrLimit):
		return ErrLimitExceeded
	}
	return InvalidPrefixError(msgwire.Never)
}
