// This file tells formats by the first bytes of a source.

package source

import (
	"bufio"
	"bytes"

	"github.com/beve-org/beve-go/cmd/internal/sniff"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/wire"
)

// sniffContainer tells the formats that begin with a mark of their own, which is no value of another: "PAR1" is not
// JSON, nor "ARROW1"; a stream of Arrow begins with 0xFFFFFFFF, which BEVE has no header for.
func sniffContainer(r *bufio.Reader) Format {
	r.Peek(1)
	b, _ := r.Peek(min(r.Buffered(), 8))
	switch {
	case bytes.HasPrefix(b, []byte("PAR1")):
		return Parquet
	case bytes.HasPrefix(b, []byte("ARROW1")), bytes.HasPrefix(b, []byte("\xff\xff\xff\xff")):
		return Arrow
	}
	return Unknown
}

// sniffFormat tells JSON, BEVE and MessagePack by the first bytes.
func sniffFormat(r *bufio.Reader) Format {
	r.Peek(1)
	b, _ := r.Peek(r.Buffered())
	switch sniff.Bytes(b) {
	case sniff.JSON:
		return JSON
	case sniff.MsgPack:
		return MsgPack
	}
	return BEVE
}

// StartsWithObject reports whether the first value is likely one whose members have names, as far as its first byte tells.
func (s *Source) StartsWithObject() bool {
	if s.Format.IsRows() || s.rows != nil {
		return true
	}
	s.r.Peek(1)
	b, _ := s.r.Peek(s.r.Buffered())
	switch {
	case s.Format.IsJSON():
		b = b[jsontext.SkipSpace(b, 0):]
		return len(b) > 0 && b[0] == '{'
	case s.Format == MsgPack:
		return len(b) > 0 && (b[0]&0xf0 == 0x80 || b[0] == 0xde || b[0] == 0xdf)
	}
	at, err := wire.ReadMessageStart(b)
	return err == nil && at < len(b) && wire.Header(b[at]) == wire.HeaderObject
}
