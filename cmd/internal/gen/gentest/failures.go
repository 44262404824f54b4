package gentest

import (
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"

	"github.com/beve-org/beve-go/cmd/internal/walk"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// This file damages messages and asks what errors say, for tests that hold generated code to reflection.

var causes = []error{fault.ErrTruncated, fault.ErrSyntax, fault.ErrUTF8, fault.ErrTrailing, fault.ErrDepth, fault.ErrLimit, fault.ErrMismatch,
	fault.ErrOverflow, fault.ErrUnknownField, fault.ErrDuplicate, fault.ErrMissing, fault.ErrUnsupported, fault.ErrCycle}

// Causes returns the classes that an error is of.
func Causes(err error) string {
	said := ""
	for _, cause := range causes {
		if errors.Is(err, cause) {
			said += cause.Error() + "; "
		}
	}
	return said
}

// Says returns all that an error of reading or writing says but the name of the format: its classes, place and words. It is "" for nil.
func Says(err error) string {
	if err == nil {
		return ""
	}
	if d, ok := fault.Decoding(err); ok {
		return fmt.Sprintf("%sat %d %q, %s: %v", Causes(err), d.Offset, d.Path, d.GoType, d.Err)
	}
	if e, ok := fault.Encoding(err); ok {
		return fmt.Sprintf("%sat %q, %s: %v", Causes(err), e.Path, e.GoType, e.Err)
	}
	return Causes(err) + err.Error()
}

// Place returns the classes of an error and where it is.
func Place(err error) string {
	if d, ok := fault.Decoding(err); ok {
		return fmt.Sprintf("%sat %d %q", Causes(err), d.Offset, d.Path)
	}
	return Says(err)
}

// msgpackHeads are lead bytes of all kinds.
var msgpackHeads = []byte{0xc0, 0xc1, 0, 5, 0x7f, 0x80, 0x81, 0x82, 0x90, 0x91, 0x93, 0xa0, 0xa1, 0xa4, 0xc2, 0xc3, 0xc4, 0xc7, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf,
	0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd6, 0xd7, 0xd9, 0xda, 0xdb, 0xdc, 0xdd, 0xde, 0xdf, 0xe0, 0xff}

// msgpackValues are values for any place.
var msgpackValues = [][]byte{{0xc0}, {0x80}, {0x90}, {0x91, 0xc0}, {0xa0}, {0xa1, 'x'}, {0xc4, 1, 7}, {0xc2}, {0xff}, {0xd0, 0x80}, {0xcd, 1, 0}, {0xcf, 255, 255, 255, 255, 255, 255, 255, 255},
	{0xd3, 128, 0, 0, 0, 0, 0, 0, 0}, {0xca, 0x3f, 0x80, 0, 0}, {0xcb, 0x40, 4, 0, 0, 0, 0, 0, 0}, {0xd4, 9, 1}, {0xd6, 0xff, 0, 0, 0, 1}, {0xc7, 12, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
	{0x81, 0xa1, 'k', 1}, {0x81, 1, 1}, {0x82, 1, 1, 1, 1}, {0xdc, 0, 2, 1, 2}, {0xde, 0, 1, 0xa1, 'k', 0x90}, {0xdd, 255, 255, 255, 255}, {0xdf, 0, 255, 255, 255}, {0xdb, 0, 16, 0, 0}, {0xa2, 0xff, 0xfe}}

// SpoilMsgpack returns what [testkit.Spoil] makes of a message of MessagePack.
func SpoilMsgpack(rng *rand.Rand, message []byte) iter.Seq[[]byte] {
	return testkit.Spoil(rng, message, msgpackParts(nil, message, 0), msgpackHeads, msgpackValues)
}

// beveHeads are headers of all kinds, beveValues values for any place.
var (
	beveHeads = []byte{0x00, 0x02, 0x03, 0x04, 0x05, 0x06, 0x08, 0x09, 0x0B, 0x0E, 0x10, 0x11, 0x13, 0x16, 0x18, 0x1C, 0x1E, 0x24, 0x26, 0x2B, 0x2E, 0x36,
		0x3C, 0x41, 0x46, 0x4E, 0x5C, 0x61, 0x64, 0x69, 0x71, 0x81, 0xFF}
	beveValues = [][]byte{{0}, {8}, {0x18}, {2, 0}, {2, 4, 'x'}, {3, 0}, {3, 4, 4, 'k', 0}, {0x13, 4, 5, 0x18}, {4, 0}, {5, 0}, {5, 4, 0}, {0x09, 0x80}, {0x11, 0xff}, {0x61, 255, 255, 255, 255, 255, 255, 255, 127},
		{0x71, 255, 255, 255, 255, 255, 255, 255, 255}, {0x61, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f}, {0x24, 8, 1, 2}, {0x2c, 4, 9, 9}, {4, 0xfe, 255, 255, 255}, {2, 8, 0xff, 0xfe}, {0x14, 8, 1, 2}}
)

// SpoilBEVE returns what [testkit.Spoil] makes of a message of BEVE.
func SpoilBEVE(rng *rand.Rand, message []byte) iter.Seq[[]byte] {
	var parts []testkit.Part
	var open []int
	w := walk.Walker{Visit: func(it walk.Item) error {
		if it.Children > 0 {
			open = append(open, it.Off)
		} else if it.End > it.Off {
			parts = append(parts, testkit.Part{From: it.Off, To: it.End})
		}
		return nil
	}, Leave: func(_ walk.Item, end int) error {
		last := len(open) - 1
		parts = append(parts, testkit.Part{From: open[last], To: end})
		open = open[:last]
		return nil
	}}
	if _, err := w.Value(message); err != nil {
		panic(err) // the message is none
	}
	return testkit.Spoil(rng, message, parts, beveHeads, beveValues)
}

// msgpackParts appends the parts of the value at off of a message.
func msgpackParts(parts []testkit.Part, message []byte, off int) []testkit.Part {
	rest, err := msgp.Skip(message[off:])
	if err != nil {
		return parts
	}
	parts = append(parts, testkit.Part{From: off, To: len(message) - len(rest)})
	n := uint32(0)
	inner := message[off:]
	switch msgp.NextType(inner) {
	case msgp.ArrayType:
		n, inner, _ = msgp.ReadArrayHeaderBytes(inner) // which Skip has read
	case msgp.MapType:
		n, inner, _ = msgp.ReadMapHeaderBytes(inner)
		n *= 2
	}
	for ; n > 0; n-- {
		at := len(message) - len(inner)
		parts = msgpackParts(parts, message, at)
		inner, _ = msgp.Skip(message[at:])
	}
	return parts
}
