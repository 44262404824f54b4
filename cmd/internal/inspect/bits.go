// This file says what the bits of a header mean.

package inspect

import (
	"fmt"

	"github.com/beve-org/beve-go/cmd/internal/sniff"
	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/wire"
)

// Bits are some bits of a header byte, from the highest on.
type Bits struct {
	Bits  string `json:"bits"`
	Name  string `json:"name"`
	Means string `json:"means"`
}

// header says what the header byte of a node means, nil if it has none.
func (f *File) header(p part) []Bits {
	if p.bare || p.Head <= p.Off || p.Off >= len(f.data) {
		return nil
	}
	b := f.data[p.Off]
	switch f.format {
	case sniff.BEVE:
		return beveBits(wire.Header(b))
	case sniff.MsgPack:
		return packedBits(b)
	}
	return nil
}

var beveTypes = [8]string{"null or boolean", "number", "string", "object", "typed array", "array", "extension", "reserved"}

var beveClasses = [4]string{"float", "signed", "unsigned", "booleans, strings"}

func beveBits(h wire.Header) []Bits {
	high, middle, low := h>>5, h>>3&3, h&7
	width := func(what string) Bits {
		bytes := plural(1<<high, "byte")
		if high == 0 && middle == 0 {
			bytes = "2 bytes, bfloat16"
		}
		return Bits{fmt.Sprintf("%03b", high), "width", bytes + what}
	}
	class := Bits{fmt.Sprintf("%02b", middle), "class", beveClasses[middle]}
	kind := Bits{fmt.Sprintf("%03b", low), "type", beveTypes[low]}
	rest := Bits{fmt.Sprintf("%05b", h>>3), "", "not used"}
	switch h.Kind() {
	case wire.KindNumber:
		return []Bits{width(""), class, kind}
	case wire.KindNumberArray:
		return []Bits{width(" each"), class, kind}
	case wire.KindIntObject:
		return []Bits{width(" a key"), class, kind}
	case wire.KindObject:
		return []Bits{{fmt.Sprintf("%03b", high), "width", "not used"}, {fmt.Sprintf("%02b", middle), "keys", "strings"}, kind}
	case wire.KindBoolArray, wire.KindStringArray, wire.KindAligned:
		return []Bits{{fmt.Sprintf("%03b", high), "elements", map[wire.Kind]string{wire.KindBoolArray: "booleans, one bit each",
			wire.KindStringArray: "strings", wire.KindAligned: "aligned numbers"}[h.Kind()]}, class, kind}
	case wire.KindNull, wire.KindBool:
		return []Bits{{fmt.Sprintf("%03b", high), "", "not used"}, {fmt.Sprintf("%02b", middle), "value", h.String()}, kind}
	case wire.KindString, wire.KindArray:
		return []Bits{rest, kind}
	case wire.KindInvalid:
		return []Bits{{fmt.Sprintf("%08b", byte(h)), "", "no header of a value"}}
	}
	return []Bits{{fmt.Sprintf("%05b", h>>3), "extension", itoa(int(h>>3)) + ", " + h.Kind().String()}, kind}
}

func packedBits(b byte) []Bits {
	switch {
	case b < 0x80:
		return []Bits{{"0", "form", "positive fixint"}, {fmt.Sprintf("%07b", b), "value", itoa(int(b))}}
	case b < 0x90:
		return []Bits{{"1000", "form", "fixmap"}, {fmt.Sprintf("%04b", b&15), "pairs", itoa(int(b & 15))}}
	case b < 0xa0:
		return []Bits{{"1001", "form", "fixarray"}, {fmt.Sprintf("%04b", b&15), "elements", itoa(int(b & 15))}}
	case b < 0xc0:
		return []Bits{{"101", "form", "fixstr"}, {fmt.Sprintf("%05b", b&31), "bytes", itoa(int(b & 31))}}
	case b >= 0xe0:
		return []Bits{{"111", "form", "negative fixint"}, {fmt.Sprintf("%05b", b&31), "value", itoa(int(int8(b)))}}
	}
	return []Bits{{fmt.Sprintf("%08b", b), "form", msgwire.KindOf(b).String()}}
}
