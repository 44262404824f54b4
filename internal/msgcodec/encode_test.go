// Encoding: depth, errors and destinations.

package msgcodec

import (
	"errors"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
)

func TestCyclesEnd(t *testing.T) {
	type node struct{ Next *node }
	loop := &node{}
	loop.Next = loop
	list := []any{nil}
	list[0] = list
	type chain *chain
	var c chain
	c = &c
	for _, v := range []any{loop, list, map[string]any{"l": list}, c} {
		if _, err := msgpack.Marshal(v); !errors.Is(err, fault.ErrDepth) {
			t.Errorf("%T: %v", v, err)
		}
	}
	var into chain
	if err := msgpack.Unmarshal([]byte{0x01}, &into); !errors.Is(err, fault.ErrDepth) {
		t.Error(err)
	}
}
