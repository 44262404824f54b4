// Package sniff tells JSON, BEVE and MessagePack by the first bytes of a file.
package sniff

import (
	"bytes"
	"errors"
	"unicode/utf8"

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
		const least = 16
		if isText(b, least) {
			return JSON
		}
		var scan jsontext.Scanner
		start := jsontext.SkipSpace(b, 0)
		if _, _, err := scan.Scan(b[start:], false); err == nil && (start < len(b)) {
			return JSON
		}
	}
	if isLines(b) {
		return JSON // as above
	}
	return BEVE
}

// isLines reports whether b begins with lines of printable characters that are no values of BEVE, one after another. What
// b may not have all of is one only if it is an array of strings that comes first: in numbers other bytes would have come.
func isLines(b []byte) bool {
	const enough = 512
	head := b[:min(len(b), enough)]
	end := bytes.LastIndexByte(head, '\n')
	if end < 0 || !utf8.Valid(head[:end]) || bytes.ContainsFunc(head[:end], isControl) {
		return false
	}
	for _, f := range foreignText {
		if bytes.HasPrefix(b, []byte(f.start)) && len(f.start) > 2 {
			return true
		}
	}
	var scan wire.Scanner
	for rest := b; len(rest) > 0; {
		scan.Reset(wire.Limits{MaxBytes: 1 << 30}, false)
		end, err := scan.Next(rest, false)
		if err != nil {
			first := len(rest) == len(b)
			return !errors.Is(err, fault.ErrTruncated) || !first || wire.Header(b[0]).Kind() != wire.KindStringArray
		}
		rest = rest[end:]
	}
	return false
}

// isControl reports whether r is a character that lines of text do not have.
func isControl(r rune) bool { return r < ' ' && r != '\n' && r != '\t' && r != '\r' || r == 0x7f }

// isText reports whether b begins with a line of so many printable characters, as logs do: numbers of BEVE have other
// bytes.
func isText(b []byte, least int) bool {
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
