// The kind of value that a message holds, found in its first bytes.

package extended

import (
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

// The numbers of the extensions, in the high five bits of a header.
const (
	ExtensionIndex    = 0 // indexed object; between the values of a stream, delimiter
	ExtensionTable    = 1 // table; in version 1 of the format, type tag
	ExtensionMatrix   = 2
	ExtensionComplex  = 3
	ExtensionTime     = 4 // timestamp; draft time
	ExtensionDuration = 5 // duration; at the start of a message, draft framing header
	ExtensionInterval = 6
	ExtensionUUID     = 8
	ExtensionRegExp   = 9
)

// SupportsExtension reports whether values of that extension are read.
func SupportsExtension(id int) bool {
	return id >= 0 && id < 32 && wire.Header(id<<3|6).IsValue()
}

// GetExtensionID returns the number of the extension of the value of a message. A value
// of the base format is an error that matches beve.ErrMismatch. Bytes that do not start a
// value are the same error as in decoding.
func GetExtensionID(data []byte) (int, error) {
	off, h, err := messageHeader(data)
	if err != nil {
		return 0, decodeError(err)
	}
	if h&7 != 6 {
		return 0, decodeError(fault.At(off, fault.Because(fault.ErrMismatch, h.String()+" is not an extension")))
	}
	return int(h >> 3), nil
}

// IsExtension reports whether the value of a message is of an extension, one of the
// base format's own among them. It looks at the start of the value only.
func IsExtension(data []byte) bool {
	_, err := GetExtensionID(data)
	return err == nil
}

// DetectEncoding names the form of the value of a message, by its first bytes:
//
//	"indexed"     an object with an index
//	"table"       an array of objects whose names come once
//	"timestamp"   an instant, and "time" a draft time or an array of them
//	"duration", "interval", "uuid", "regexp", "matrix", "complex"
//	"standard"    every value of the base format
//	"invalid"     what does not start a value
func DetectEncoding(data []byte) string {
	off, h, err := messageHeader(data)
	if err != nil {
		return "invalid"
	}
	switch k := h.Kind(); k {
	case wire.KindIndexed:
		return "indexed"
	case wire.KindTime:
		if off+1 < len(data) && data[off+1] > 1 {
			return "timestamp"
		}
		return "time"
	case wire.KindTable:
		if wire.TypeTagAt(data, off, false) {
			return wire.KindTypeTag.String()
		}
		return k.String()
	case wire.KindDuration, wire.KindInterval, wire.KindUUID, wire.KindRegExp, wire.KindMatrix, wire.KindComplex:
		return k.String()
	}
	return "standard"
}

// messageHeader returns the header of the value of a message.
func messageHeader(data []byte) (off int, h wire.Header, err error) {
	if off, err = wire.ReadMessageStart(data); err == nil {
		h, err = wire.ReadHeader(data, off)
	}
	return off, h, err
}
