package beverun

import (
	"errors"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
)

// writesBytes encodes itself as its bytes.
type writesBytes []byte

func (w writesBytes) AppendBEVE(dst []byte) ([]byte, error) { return append(dst, w...), nil }

// TestMethodsSayWhatIsWrongAtEveryLevel has methods whose result is malformed, or too deep,
// as deep as values go: what is malformed where nothing may nest any more is not too deep.
func TestMethodsSayWhatIsWrongAtEveryLevel(t *testing.T) {
	null, list := writesBytes{0x00}, writesBytes{0x05, 0x04, 0x00} // null, and [null]
	for _, left := range []int{1, 2, 3} {
		for _, c := range []struct {
			v     writesBytes
			cause error
		}{
			{null, nil}, {writesBytes{0x07}, fault.ErrSyntax}, {writesBytes{}, fault.ErrSyntax}, {writesBytes{0x00, 0x00}, fault.ErrSyntax},
			{writesBytes{0x05, 0x04, 0x07}, fault.ErrSyntax}, {list, nil},
		} {
			e := OpenEncoder()
			for e.Level() < fault.DefaultMaxDepth-left {
				if !e.Enter() {
					t.Fatal(e.Level())
				}
			}
			if left == 1 && len(c.v) == 3 {
				c.cause = fault.ErrDepth
			}
			dst := []byte{0xFF}
			_, err := e.CloseMessage(e.Method(dst, c.v, "bytes"), dst)
			if !errors.Is(err, c.cause) || (err == nil) != (c.cause == nil) {
				t.Errorf("%x with %d levels left: %v, want %v", []byte(c.v), left, err, c.cause)
			}
		}
	}
}
