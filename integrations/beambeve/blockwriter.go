// Writing a stream in blocks.

package beambeve

import (
	"bufio"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/klauspost/compress/zstd"

	"github.com/beve-org/beve-go/wire"
)

// writeBuffer is what is collected for one write of the filesystem.
const writeBuffer = 256 << 10

// blockWriter writes a stream and makes its index. It holds a buffer, not a block.
type blockWriter struct {
	index  index
	stored *countedWriter // under out
	out    *bufio.Writer
	frame  *zstd.Encoder // nil without compression
	to     io.Writer     // out, or frame on it
	limit  int64
	held   int64 // bytes of the block, before compression
	one    []byte
}

func newBlockWriter(w io.Writer, limit int64, compress bool) (*blockWriter, error) {
	b := &blockWriter{stored: &countedWriter{w: w}, limit: limit, one: wire.AppendDelimiter(nil)}
	b.out = bufio.NewWriterSize(b.stored, writeBuffer)
	b.to = b.out
	if !compress {
		return b, nil
	}
	var err error
	b.frame, err = zstd.NewWriter(b.out, zstd.WithEncoderConcurrency(1))
	b.to = b.frame
	return b, err
}

// add writes the next value, or several, delimited. A delimiter belongs to the block of
// the value before it, so that blocks begin with values.
func (b *blockWriter) add(values []byte) error {
	if b.held > 0 {
		if err := b.write(b.one); err != nil {
			return err
		}
		if b.held >= b.limit {
			if err := b.finish(); err != nil {
				return err
			}
		}
	}
	return b.write(values)
}

func (b *blockWriter) write(p []byte) error {
	n, err := b.to.Write(p)
	b.held += int64(n)
	return err
}

// finish ends a block, if one is begun.
func (b *blockWriter) finish() error {
	if b.held == 0 {
		return nil
	}
	if b.frame != nil {
		if err := b.frame.Close(); err != nil {
			return err
		}
		b.frame.Reset(b.out)
	}
	if err := b.out.Flush(); err != nil {
		return err
	}
	b.index.add(b.stored.n, b.stored.sum)
	b.stored.sum, b.held = 0, 0
	return nil
}

// addBlocks copies the blocks of another stream, whose index is x, behind those that are
// finished.
func (b *blockWriter) addBlocks(r io.Reader, x *index) error {
	if last := len(b.index.Ends) - 1; last >= 0 {
		// The delimiter between them belongs to the block before, where it is a frame of its
		// own if that is compressed.
		b.stored.sum = b.index.Sums[last]
		b.index.Ends, b.index.Sums = b.index.Ends[:last], b.index.Sums[:last]
		if err := b.write(b.one); err != nil {
			return err
		}
		if err := b.finish(); err != nil {
			return err
		}
	}
	begin := b.stored.n
	n, err := io.Copy(b.out, r)
	if err == nil {
		err = b.out.Flush()
	}
	if err == nil {
		if err = x.check(n); err != nil {
			err = fmt.Errorf("%d bytes: %w", n, err)
		}
	}
	if err != nil {
		return err
	}
	for i, end := range x.Ends {
		b.index.add(begin+end, x.Sums[i])
	}
	b.stored.sum = 0
	return nil
}

// countedWriter counts and sums what is written.
type countedWriter struct {
	w   io.Writer
	n   int64
	sum uint32
}

func (c *countedWriter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	c.sum = crc32.Update(c.sum, castagnoli, p[:n])
	return n, err
}
