// The check that comes before any timing.

package codecs

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/beve-org/beve-go/bench/payload"
)

// Message returns the bytes that decoding is timed with.
func (b *Bound) Message() ([]byte, error) {
	if b.Data != nil {
		return b.Data()
	}
	return b.Marshal()
}

// Check takes the payload through every function that the codec has and returns an
// error if anything comes back different.
func (b *Bound) Check(c *payload.Case) error {
	data, err := b.Message()
	if err != nil {
		return err
	}
	same := func(what string, v any, err error) error {
		if err == nil && b.Payload != nil {
			v = b.Payload(v)
		}
		if err == nil {
			err = c.Check(v)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		return nil
	}
	if b.Append != nil {
		if err := b.checkAppend(data, same); err != nil {
			return err
		}
	}
	// What is decoded must not need the message any more: that is another mode.
	message := bytes.Clone(data)
	v, err := b.Fresh(message)
	clear(message)
	if err := same("into a new value", v, err); err != nil {
		return err
	}
	if b.Reuse != nil {
		// Twice: the second time over what the first left.
		for range 2 {
			if err := same("into a kept value", b.Kept(), b.Reuse(data)); err != nil {
				return err
			}
		}
	}
	if b.NoCopy != nil {
		v, err := b.NoCopy(data)
		if err := same("without a copy", v, err); err != nil {
			return err
		}
	}
	for _, view := range []func([]byte) error{b.View, b.ViewFar} {
		if view != nil {
			if err := view(data); err != nil {
				return fmt.Errorf("view: %w", err)
			}
		}
	}
	return nil
}

// checkAppend decodes what Append makes: it is as long as what Marshal makes,
// except that encoders for streams may end it with a line feed, but need not be
// the same, because maps have no order. errors.ErrUnsupported says that the codec
// takes empty buffers only, as all are that are timed.
func (b *Bound) checkAppend(data []byte, same func(string, any, error) error) error {
	const before = "head"
	out, err := b.Append([]byte(before))
	tail, found := bytes.CutPrefix(out, []byte(before))
	if errors.Is(err, errors.ErrUnsupported) {
		tail, err = b.Append(make([]byte, 0, len(data)))
		found = true
	}
	if err != nil {
		return fmt.Errorf("append: %w", err)
	}
	if !found {
		return errors.New("append: what stood before was written over")
	}
	if len(bytes.TrimSuffix(tail, []byte("\n"))) != len(data) && len(tail) != len(data) {
		return fmt.Errorf("append: %d bytes, where Marshal makes %d", len(tail), len(data))
	}
	v, err := b.Fresh(tail)
	return same("append", v, err)
}
