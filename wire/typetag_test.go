package wire_test

import (
	"testing"

	"github.com/beve-org/beve-go/wire"
)

func TestTypeTagsAreToldFromTables(t *testing.T) {
	for _, c := range []struct {
		data string
		tag  bool
	}{
		{"\x0E\x04\x08id\x04\x11\x07", false},
		{"\x0E\x04\x08id\x04", false}, // cut short, too
		{"\x0E\x04\x08id\x00", false},
		{"\x0E\x04\x08\x06", true},
		{"\x0E\x04\x08a\x00", true},
		{"\x0E\x04\x08", false}, // cut short
		{"\x0E\x04\x04h\x04\x00", false},
		{"\x0E\x04\x00", true},
		{"\x0E\x04\x0C\x0C\x41\x42\x00", true},
		{"\x0E\x00\x00", false},
		{"\x0E\x00\x11\x07", true},
		{"\x0E\x02\x00\x04\x00\x11\x07", false},
		{"\x0E\x04\x04\x6B\x00", false},
		{"\x0E\x04\x02\x14hello", true},
		{"\x0E\x04\x08a\x7F\x04\x00", true},
		{"\x0E\x04\x10a\nbc\x04\x00", false}, // 0x10 starts no value
		{"\x0E\x04\x0C\x04\xC3\xC3\x04\x00", true},
		{"\x0E\x00\x0E\x00\x0E\x00\x00", true},
	} {
		if got := wire.TypeTagAt([]byte(c.data), 0, false); got != c.tag {
			t.Errorf("%x: type tag is %v", c.data, got)
		}
		if !wire.TypeTagAt([]byte(c.data), 0, true) {
			t.Errorf("%x: not a type tag although always", c.data)
		}
	}
}
