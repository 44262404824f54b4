// This file tells formats by the first bytes of a source.

package source

import (
	"bufio"
	"bytes"

	"github.com/beve-org/beve-go/cmd/internal/sniff"
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
