package parquetfile

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	brotli "github.com/molecule-man/go-brrr"
	"github.com/pierrec/lz4/v4"
)

// This file undoes the compression of pages. What comes out grows as it does, so that a
// size alone makes no memory.

// maxWindow is the memory that a zstd page may ask for its window.
const maxWindow = 32 << 20

// unpacker has decompressors that are used again.
type unpacker struct {
	zstd *zstd.Decoder
}

func (u *unpacker) close() {
	if u.zstd != nil {
		u.zstd.Close()
	}
}

// unpack returns the size bytes that data stands for, or fails.
func (u *unpacker) unpack(codec Codec, data []byte, size int) ([]byte, error) {
	var r io.Reader
	var err error
	in := bytes.NewReader(data)
	switch codec {
	case Snappy:
		return unpackSnappy(data, size)
	case LZ4Raw:
		return unpackLZ4(data, size)
	case codecLZ4:
		return unpackHadoop(data, size)
	case Gzip:
		r, err = gzip.NewReader(in)
	case Brotli:
		r = brotli.NewReader(in)
	case Zstd:
		if u.zstd == nil {
			u.zstd, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
		}
		if err == nil {
			r, err = u.zstd, u.zstd.Reset(in)
		}
	default:
		return nil, unsupported("compression %d", codec)
	}
	if err != nil {
		return nil, malformed("decompression: %v", err)
	}
	var out bytes.Buffer
	n, err := io.Copy(&out, io.LimitReader(r, int64(size)+1))
	if err != nil {
		return nil, malformed("decompression: %v", err)
	}
	return out.Bytes(), sized(n, size)
}

// sized refuses lengths other than the one that was to be.
func sized[T int | int64](n T, size int) error {
	if n != T(size) {
		return malformed("%d bytes are decompressed, not %d", n, size)
	}
	return nil
}

// payable refuses sizes that a compression cannot make of data: its best is ratio times.
func payable(data []byte, size, ratio int) error {
	if size > (len(data)+1)*ratio {
		return malformed("%d bytes cannot be of %d compressed ones", size, len(data))
	}
	return nil
}

func unpackSnappy(data []byte, size int) ([]byte, error) {
	n, err := snappy.DecodedLen(data)
	if err != nil {
		return nil, malformed("decompression: %v", err)
	}
	if err := sized(n, size); err != nil {
		return nil, err
	}
	if err := payable(data, size, 64); err != nil { // a copy of 64 bytes takes three
		return nil, err
	}
	out, err := snappy.Decode(nil, data)
	if err != nil {
		err = malformed("decompression: %v", err)
	}
	return out, err
}

func unpackLZ4(data []byte, size int) ([]byte, error) {
	if err := payable(data, size, 256); err != nil { // a byte of a length says 255
		return nil, err
	}
	out := make([]byte, size)
	n, err := lz4.UncompressBlock(data, out)
	if err != nil {
		return nil, malformed("decompression: %v", err)
	}
	return out, sized(n, size)
}

// unpackHadoop reads blocks after their two lengths.
func unpackHadoop(data []byte, size int) ([]byte, error) {
	var out []byte
	for rest := data; len(out) < size; {
		if len(rest) < 8 {
			return nil, fmt.Errorf("decompression: %w", errShort)
		}
		n, compressed := binary.BigEndian.Uint32(rest), binary.BigEndian.Uint32(rest[4:])
		rest = rest[8:]
		if uint64(n) > uint64(size-len(out)) || uint64(compressed) > uint64(len(rest)) || n == 0 {
			if len(out) == 0 {
				return unpackLZ4(data, size) // no frames
			}
			return nil, malformed("a block of %d bytes, %d compressed", n, compressed)
		}
		block, err := unpackLZ4(rest[:compressed], int(n))
		if err != nil {
			return nil, err
		}
		out, rest = append(out, block...), rest[compressed:]
	}
	return out, nil
}
