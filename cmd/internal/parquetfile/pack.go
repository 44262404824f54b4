package parquetfile

import (
	"bytes"
	"errors"
	"io"
	"sync"
	"sync/atomic"

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

	workers int32        // how many goroutines there are to be
	busy    atomic.Int32 // and how many of them have work
	scraps  sync.Pool    // of memory for pages
}

// begins counts a worker that fills columns.
func (p *packer) begins() { p.busy.Add(1) }

// helps reports whether there is a worker without work, which then has some.
func (p *packer) helps() bool {
	for {
		n := p.busy.Load()
		if n >= p.workers {
			return false
		}
		if p.busy.CompareAndSwap(n, n+1) {
			return true
		}
	}
}

// ends counts a worker whose work is done.
func (p *packer) ends() { p.busy.Add(-1) }

// scratch returns memory for a page.
func (p *packer) scratch() []byte {
	if b, ok := p.scraps.Get().(*[]byte); ok {
		return (*b)[:0]
	}
	return nil
}

// brotliQuality is the one that is still fast.
const brotliQuality = 5

func newPacker(codec Codec, workers int) (*packer, error) {
	p := &packer{codec: codec}
	if workers > 1 {
		p.workers = int32(workers)
	}
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
