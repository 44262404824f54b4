// Package sniff tells JSON, BEVE and MessagePack by the first bytes of a file.
package sniff

import (
	"bytes"
	"errors"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/wire"
)

// Format is what a file holds.
type Format uint8

// The formats.
const (
	Unknown Format = iota
	JSON
	BEVE
	MsgPack
)

// String returns the name of the format.
func (f Format) String() string { return [...]string{"unknown", "JSON", "BEVE", "MessagePack"}[f] }

// Bytes tells the format of what begins with b. Apart from tabs and the
// digits 1, 3 and 4, no byte starts both JSON and BEVE; those are JSON if all that is there so
// far reads as such.
func Bytes(b []byte) Format {
	if len(b) == 0 {
		return BEVE
	}
	h := wire.Header(b[0])
	if isMsgPack(b) {
		return MsgPack
	}
	if h.Kind() == wire.KindInvalid {
		if b[0] >= ' ' && b[0] < 0x7f || b[0] == '\n' || b[0] == '\r' || b[0] == 0xef {
			return JSON // or text that is neither, which JSON's errors suit better
		}
		return BEVE
	}
	if b[0] == '\t' || b[0] >= '0' && b[0] <= '9' {
		if isText(b) {
			return JSON
		}
		var scan jsontext.Scanner
		start := jsontext.SkipSpace(b, 0)
		if _, _, err := scan.Scan(b[start:], false); err == nil && (start < len(b)) {
			return JSON
		}
	}
	return BEVE
}

// isText reports whether b is a line of printable characters, as logs begin with: numbers of BEVE have other bytes.
func isText(b []byte) bool {
	const least = 16
	b, _, _ = bytes.Cut(b, []byte("\n"))
	for _, c := range b {
		if c < ' ' && c != '\t' && c != '\r' || c >= 0x7f {
			return false
		}
	}
	return len(b) >= least
}

// isMsgPack reports whether b begins with a map or array of MessagePack and not with a value of BEVE. Of the heads of
// maps and arrays only seven are headers of BEVE, all of numbers of 128 bits; these are BEVE where they read as such, or as the
// beginning of it and not as a whole value of MessagePack.
// The key of a map that comes first must be text or a small integer, as it is in what programs write. Scalars that come
// first are never taken for MessagePack: --from says so.
func isMsgPack(b []byte) bool {
	isMap := b[0]&0xf0 == 0x80 || b[0] == 0xde || b[0] == 0xdf
	if !isMap && b[0]&0xf0 != 0x90 && b[0] != 0xdc && b[0] != 0xdd {
		return false
	}
	short := false
	if wire.Header(b[0]).Kind() != wire.KindInvalid {
		var scan wire.Scanner
		scan.Reset(wire.Limits{}, false)
		_, err := scan.Next(b, false)
		if err == nil {
			return false
		}
		short = errors.Is(err, fault.ErrTruncated)
	}
	if key := map[byte]int{0xde: 3, 0xdf: 5}[b[0]]; isMap && b[0] != 0x80 {
		key = max(key, 1)
		if key < len(b) && !isKey(b[key]) {
			return false
		}
	}
	var scan msgwire.Scanner
	scan.Reset(fault.Limits{}, 0)
	_, err := scan.Scan(b)
	return err == nil || !short && errors.Is(err, fault.ErrTruncated)
}

// isKey reports whether head is that of text or of a small integer.
func isKey(head byte) bool { return head < 0x80 || head&0xe0 == 0xa0 || head == 0xd9 || head == 0xda }
