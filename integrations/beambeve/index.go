// The index of a file: where its blocks end. It is stored beside the file, as one BEVE
// value of typed arrays.

package beambeve

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	beve "github.com/beve-org/beve-go"
)

const (
	// indexSuffix is added to the name of a file for that of its index, and tempSuffix
	// ends the names of files that are not complete.
	indexSuffix = ".index"
	tempSuffix  = ".tmp"
	// defaultBlockBytes is the length from which on a block ends with the next value.
	defaultBlockBytes = 16 << 20
)

// castagnoli is the polynomial that processors have an instruction for.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// index lists the blocks of a file. Each begins with the first byte of a value, or at
// the start of the file, and has all bytes up to the next.
type index struct {
	Ends []int64  `json:"ends"` // ascending; the last is the length of the file
	Sums []uint32 `json:"sums"` // CRC-32C of each block, as stored
}

// add notes a block that ends at end.
func (x *index) add(end int64, sum uint32) {
	x.Ends, x.Sums = append(x.Ends, end), append(x.Sums, sum)
}

// check returns an error if x cannot be the index of a file of that size.
func (x *index) check(size int64) error {
	if len(x.Ends) == 0 || len(x.Sums) != len(x.Ends) || x.Ends[len(x.Ends)-1] != size {
		return errors.New("index of another file")
	}
	at := int64(0)
	for _, end := range x.Ends {
		if end <= at {
			return errors.New("index whose blocks do not ascend")
		}
		at = end
	}
	return nil
}

// readIndex reads the index of a file of that size.
func readIndex(ctx context.Context, fs filesystem.Interface, path string, size int64) (x index, err error) {
	r, err := fs.OpenRead(ctx, path+indexSuffix)
	if err != nil {
		return x, err
	}
	defer r.Close()
	if err := beve.NewDecoder(r).Decode(&x); err != nil {
		return x, err
	}
	return x, x.check(size)
}

// writeIndex writes an index to a file of that name.
func writeIndex(ctx context.Context, fs filesystem.Interface, name string, x *index) error {
	data, err := beve.Marshal(x)
	if err != nil {
		return err
	}
	return filesystem.Write(ctx, fs, name, data)
}

// scan makes the index of a stream by skipping from value to value. A stream that is
// malformed from some point on has one last block from before that point to its end,
// for whoever reads it to say what is wrong.
func scan(r io.Reader, blockBytes int64, opts beve.DecodeOptions) (x index, malformed, err error) {
	in := &summedReader{r: r}
	dec := beve.NewDecoder(in)
	dec.SetOptions(opts)
	begin := int64(0)
	for first := true; ; first = false {
		value, err := dec.ViewRaw()
		if err != nil {
			var wrong *beve.DecodeError
			if errors.As(err, &wrong) {
				malformed = err
				_, err = io.Copy(io.Discard, in)
			}
			if end := in.end(); end > begin {
				x.add(end, in.cut(end))
			}
			if err == io.EOF {
				err = nil
			}
			return x, malformed, err
		}
		start := dec.InputOffset() - int64(len(value))
		// What may stand before the first value is not a block.
		if in.advance(start); start-begin >= blockBytes && !first {
			x.add(start, in.cut(start))
			begin = start
		}
	}
}

// summedReader keeps the sum of what is read, up to offsets that are known afterwards.
type summedReader struct {
	r     io.Reader
	base  int64  // where ahead begins
	ahead []byte // read, and not part of the sum
	sum   uint32
}

func (s *summedReader) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	s.ahead = append(s.ahead, p[:n]...)
	return n, err
}

// end returns the offset that the reader has reached.
func (s *summedReader) end() int64 { return s.base + int64(len(s.ahead)) }

// advance adds what is before an offset to the sum.
func (s *summedReader) advance(to int64) {
	n := int(to - s.base)
	s.sum = crc32.Update(s.sum, castagnoli, s.ahead[:n])
	s.base, s.ahead = to, s.ahead[n:]
}

// cut returns the sum up to an offset, and begins another there.
func (s *summedReader) cut(at int64) uint32 {
	s.advance(at)
	sum := s.sum
	s.sum = 0
	return sum
}

// WriteIndex writes the index of a file that has none, or another, so that no reader
// needs to walk over its values again: path + ".index". The file is read once. It must
// be well-formed, and not compressed. Of the options, BlockBytes says where blocks may
// end, and Decode bounds values.
func WriteIndex(ctx context.Context, path string, opts ReadOptions) error {
	fs, err := filesystem.New(ctx, path)
	if err != nil {
		return err
	}
	defer fs.Close()
	r, err := fs.OpenRead(ctx, path)
	if err != nil {
		return fmt.Errorf("beambeve: %s: %w", path, err)
	}
	defer r.Close()
	x, malformed, err := scan(r, opts.blockBytes(), opts.Decode)
	if err = errors.Join(malformed, err); err == nil {
		err = writeIndex(ctx, fs, path+indexSuffix, &x)
	}
	if err != nil {
		return fmt.Errorf("beambeve: %s: %w", path, err)
	}
	return nil
}
