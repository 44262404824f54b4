package parquetfile

import (
	"bytes"
	"errors"
	"io"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	brotli "github.com/molecule-man/go-brrr"
	"github.com/pierrec/lz4/v4"
)

// This file compresses pages.

// packer compresses with one codec, for any number of goroutines.
type packer struct {
	codec Codec
	zstd  *zstd.Encoder
	pool  sync.Pool // of compressors of the other codecs
}

// brotliQuality is the one that is still fast.
const brotliQuality = 5

func newPacker(codec Codec) (*packer, error) {
	p := &packer{codec: codec}
	switch codec {
	case None, Snappy:
	case Gzip:
		p.pool.New = func() any { return gzip.NewWriter(nil) }
	case Brotli:
		p.pool.New = func() any {
			w, _ := brotli.NewWriter(nil, brotliQuality) // fails for other qualities only
			return w
		}
	case LZ4Raw:
		p.pool.New = func() any { return &lz4.CompressorHC{Level: lz4.Level1} }
	case Zstd:
		// One frame a page, whose checksum is in its header.
		z, err := zstd.NewWriter(nil, zstd.WithEncoderCRC(false))
		p.zstd = z
		return p, err
	default:
		return nil, unsupported("compression %d", codec)
	}
	return p, nil
}

// pack returns src, compressed.
func (p *packer) pack(src []byte) ([]byte, error) {
	switch p.codec {
	case None:
		return src, nil
	case Zstd:
		return p.zstd.EncodeAll(src, nil), nil
	case Snappy:
		return snappy.Encode(nil, src), nil
	case LZ4Raw:
		c := p.pool.Get().(*lz4.CompressorHC)
		defer p.pool.Put(c)
		// With room for whatever it makes it does not refuse what grows.
		out := make([]byte, lz4.CompressBlockBound(len(src)))
		n, err := c.CompressBlock(src, out)
		return out[:n], err
	}
	w := p.pool.Get().(interface {
		io.WriteCloser
		Reset(io.Writer)
	})
	defer p.pool.Put(w)
	var out bytes.Buffer
	w.Reset(&out)
	_, err := w.Write(src)
	err = errors.Join(err, w.Close())
	return out.Bytes(), err
}
