// The source: spans become values.

package beambeve

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/state"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/fileio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	beve "github.com/beve-org/beve-go"
)

// ReadOptions are the choices of reading. The zero value is ready to use.
type ReadOptions struct {
	// Decode are the options of decoding, with its limits for each value. NoCopy is
	// ignored.
	Decode beve.DecodeOptions
	// BlockBytes is the length from which on a block ends with the next value, in
	// files without an index; the default is 16 MiB. Shorter files are not split. Workers
	// read four blocks at a time, and short files together, but no more than four blocks.
	BlockBytes int64
}

func (o *ReadOptions) blockBytes() int64 {
	if o.BlockBytes > 0 {
		return o.BlockBytes
	}
	return defaultBlockBytes
}

// Rejected is input that TryReadAll could not read.
type Rejected struct {
	// File is the name of the file.
	File string `json:"file"`
	// Offset is where in the file the input begins; in a compressed file, where in
	// what its block holds.
	Offset int64 `json:"offset"`
	// Block is where in the file the block of the input begins.
	Block int64 `json:"block"`
	// Value is the value, if it is well-formed and does not fit the type. It is empty
	// if the input is malformed: then everything from Offset to the end of its block
	// was given up, since nothing tells where the next value begins.
	Value []byte `json:"value"`
	// Error says what is wrong, with the offset and the path in the value.
	Error string `json:"error"`
}

// Read returns the values of the files that a pattern of Beam's filesystems stands
// for, in any order, as a PCollection<T>. T has been registered; values decode as by
// beve.Unmarshal. Files whose names end in .index or .tmp are those of the sink, and
// left out; names that end in .zst are compressed files. A value that is malformed or
// does not fit fails the pipeline, with an error that names the file, the offset and
// the path.
func Read[T any](s beam.Scope, glob string, opts ReadOptions) beam.PCollection {
	s = s.Scope("beambeve.Read")
	filesystem.ValidateScheme(glob)
	values, _ := read(s, beam.Create(s, glob), newReadFn[T](opts, false))
	return values
}

// ReadAll is Read for a PCollection<string> of patterns or names; a name with one of the
// characters *?[\ is a pattern, too. A file that two of them stand for is read twice. Values
// have the window of the name. For a runner that streams, the windows must not merge as
// sessions do, and names that come after the end of their window may be dropped, as by
// GroupByKey: window the values rather than the names.
func ReadAll[T any](s beam.Scope, globs beam.PCollection, opts ReadOptions) beam.PCollection {
	s = s.Scope("beambeve.ReadAll")
	values, _ := read(s, globs, newReadFn[T](opts, false))
	return values
}

// TryReadAll is ReadAll that does not fail for what it cannot decode, but returns it
// as a PCollection<Rejected>, to be written, counted or looked at: input that is lost
// silently is for its caller to decide. A failing filesystem, a frame that does not
// decompress and a block that is not what its index says fail the pipeline still.
func TryReadAll[T any](s beam.Scope, globs beam.PCollection, opts ReadOptions) (values, rejected beam.PCollection) {
	s = s.Scope("beambeve.TryReadAll")
	return read(s, globs, newReadFn[T](opts, true))
}

func read[T any](s beam.Scope, globs beam.PCollection, fn *readFn[T]) (values, rejected beam.PCollection) {
	files := beam.Reshuffle(s, fileio.MatchAll(s, globs)) // indexing is work for all
	spans := beam.ParDo(s, &planFn{Options: fn.Options}, files)
	return beam.ParDo2(s, fn, spans)
}

// readFn decodes spans. It is a function with state, since in batches Flink and Spark give
// each key to such a function as a bundle of its own, and spread the keys over all workers.
// To another, and to a splittable one, they give all that a worker reads as one bundle.
// They keep what a bundle sends until it ends: that takes memory, and above 400 MB it never
// ends.
type readFn[T any] struct {
	Options ReadOptions
	Reject  bool
	Keyed   state.Value[bool] // the state, which is never set
}

// newReadFn returns a readFn with its state, which is known by a name.
func newReadFn[T any](opts ReadOptions, reject bool) *readFn[T] {
	needRegistered[T]()
	return &readFn[T]{Options: opts, Reject: reject, Keyed: state.MakeValueState[bool]("keyed")}
}

// ProcessElement reads a span.
func (fn *readFn[T]) ProcessElement(ctx context.Context, _ state.Provider, _ string, s span, emit func(T), reject func(Rejected)) error {
	fs, err := filesystem.New(ctx, s.Path)
	if err != nil {
		return err
	}
	defer fs.Close()
	in, err := openRange(ctx, fs, s.Path, s.Start, s.length())
	if err != nil {
		return fmt.Errorf("beambeve: %s: %w", s.Path, err)
	}
	defer in.Close()
	start := s.Start
	for i, end := range s.Ends {
		b := &block[T]{fn: fn, path: s.Path, start: start}
		b.stored = storedBlock{r: in, left: end - start}
		if err := b.read(emit, reject); err != nil {
			return err
		}
		if s.Sums != nil && b.stored.sum != s.Sums[i] {
			return fmt.Errorf("beambeve: %s: block at byte %d: checksum %08x, not %08x: the file was changed since it was divided, or is not that of %s%s",
				s.Path, start, b.stored.sum, s.Sums[i], s.Path, indexSuffix)
		}
		start = end
	}
	return nil
}

// storedBlock reads the bytes of one block, and sums them.
type storedBlock struct {
	r    io.Reader
	left int64
	sum  uint32
}

func (s *storedBlock) Read(p []byte) (int, error) {
	if s.left == 0 {
		return 0, io.EOF
	}
	n, err := s.r.Read(p[:min(int64(len(p)), s.left)])
	s.left -= int64(n)
	s.sum = crc32.Update(s.sum, castagnoli, p[:n])
	if err == io.EOF && s.left > 0 {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// block is a block that is being read.
type block[T any] struct {
	fn     *readFn[T]
	path   string
	start  int64
	stored storedBlock
}

// read emits the values of a block.
func (b *block[T]) read(emit func(T), reject func(Rejected)) error {
	in := io.Reader(&b.stored)
	if compressed(b.path) {
		z, err := decompress(in)
		if err != nil {
			return b.fail(err)
		}
		defer z.Close()
		in = z
	}
	dec := beve.NewDecoder(in)
	dec.SetOptions(b.fn.Options.Decode)
	for {
		v, raw, err := b.next(dec)
		var wrong *beve.DecodeError
		switch {
		case err == nil:
			emit(v)
		case err == io.EOF:
			return nil
		case !b.fn.Reject || !errors.As(err, &wrong):
			return b.fail(err)
		case raw == nil:
			reject(b.rejected(dec.InputOffset(), nil, err))
			if _, err := io.Copy(io.Discard, &b.stored); err != nil {
				return b.fail(err)
			}
			return nil
		default:
			reject(b.rejected(dec.InputOffset()-int64(len(raw)), raw, err))
		}
	}
}

// next decodes a value. If it is well-formed and does not fit, raw are its bytes,
// where they may be asked for.
func (b *block[T]) next(dec *beve.Decoder) (v T, raw []byte, err error) {
	if !b.fn.Reject {
		err = dec.Decode(&v)
		return v, nil, err
	}
	if raw, err = dec.ViewRaw(); err != nil {
		return v, nil, err
	}
	opts := b.fn.Options.Decode
	opts.NoCopy = false
	if err = opts.Unmarshal(raw, &v); err != nil {
		var wrong *beve.DecodeError
		if errors.As(err, &wrong) {
			wrong.Offset += dec.InputOffset() - int64(len(raw))
		}
	}
	return v, raw, err
}

// rejected returns a report of input at an offset within the block.
func (b *block[T]) rejected(offset int64, raw []byte, err error) Rejected {
	if !compressed(b.path) {
		offset += b.start
	}
	return Rejected{File: b.path, Offset: offset, Block: b.start, Value: append([]byte(nil), raw...), Error: b.fail(err).Error()}
}

// fail completes an error: with the file, and with the offset in it, or in what the
// block holds if that is compressed.
func (b *block[T]) fail(err error) error {
	if compressed(b.path) {
		return fmt.Errorf("beambeve: %s: block at byte %d, decompressed: %w", b.path, b.start, err)
	}
	var wrong *beve.DecodeError
	if errors.As(err, &wrong) {
		wrong.Offset += b.start
	}
	return fmt.Errorf("beambeve: %s: %w", b.path, err)
}
