// The sink: values become shards, under temporary names.

package beambeve

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/window"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	beve "github.com/beve-org/beve-go"
)

// WriteOptions are the choices of writing. The zero value is ready to use.
type WriteOptions struct {
	// Shards is the number of files; the default is 1. Each is written by one worker
	// at a time, so it should be a few times the number of workers.
	Shards int
	// BlockBytes is the length from which on a block ends with the next value; the
	// default is 16 MiB. Readers divide files at blocks.
	BlockBytes int64
	// Compress makes each block a frame of Zstandard, and names end in .zst.
	Compress bool
}

func (o *WriteOptions) shards() int { return max(o.Shards, 1) }

func (o *WriteOptions) blockBytes() int64 {
	return (&ReadOptions{BlockBytes: o.BlockBytes}).blockBytes()
}

// suffix returns what names end in.
func (o *WriteOptions) suffix() string {
	if o.Compress {
		return ".beve" + compressedSuffix
	}
	return ".beve"
}

// Write writes a bounded PCollection<T> as streams of values, delimited, and returns
// the names of the files as a PCollection<string>. T has been registered. Files are
// named prefix-00003-of-00010.beve, and each has an index beside it.
//
// All of the files exist in the end: those that no value fell to are empty, which is a
// stream without values. A value goes to the shard that its bytes choose, whichever
// worker has it and however often it is computed; the order in a file is any. Files
// get their names when the last is complete, and replace those of the same names; so
// write to a prefix of its own what may be read meanwhile. Names are returned after
// that. What a worker that died has left behind are files that end in .tmp.
func Write[T any](s beam.Scope, prefix string, col beam.PCollection, opts WriteOptions) beam.PCollection {
	s = s.Scope("beambeve.Write")
	filesystem.ValidateScheme(prefix)
	col = beam.WindowInto(s, window.NewGlobalWindows(), col) // a shard is one group
	values := beam.ParDo(s, &shardFn[T]{Shards: opts.shards()}, col)
	// A group of its own for each shard, so that empty ones are written too.
	every := beam.ParDo(s, &eachShardFn{Shards: opts.shards()}, beam.Impulse(s))
	shards := beam.GroupByKey(s, beam.Flatten(s, values, every))
	files := beam.ParDo(s, &writeFn{Prefix: prefix, Options: opts}, shards)
	// All of them in one group, which is there when the last of them is.
	all := beam.GroupByKey(s, beam.AddFixedKey(s, files))
	return beam.ParDo(s, &commitFn{Shards: opts.shards()}, all)
}

// shardFn encodes values, and chooses a shard for each.
type shardFn[T any] struct {
	Shards int
	codec  *beve.Codec[T]
}

// Setup compiles the type.
func (fn *shardFn[T]) Setup() { fn.codec = codecOf[T]() }

func (fn *shardFn[T]) ProcessElement(v T) (int, []byte, error) {
	data, err := fn.codec.Marshal(&v)
	if err != nil {
		return 0, nil, err
	}
	return int(crc32.Checksum(data, castagnoli) % uint32(fn.Shards)), data, nil
}

// eachShardFn gives each shard an empty value, which stands for none.
type eachShardFn struct{ Shards int }

func (fn *eachShardFn) ProcessElement(_ []byte, emit func(int, []byte)) {
	for i := range fn.Shards {
		emit(i, nil)
	}
}

// written is a file that is complete and has no name yet.
type written struct {
	Shard int    `json:"shard"`
	Name  string `json:"name"` // that it is to get
	Temp  string `json:"temp"` // and that it has
	Size  int64  `json:"size"`
	// Index is the temporary name of its index; an empty file has none.
	Index string `json:"index"`
}

// writeFn writes one shard.
type writeFn struct {
	Prefix  string
	Options WriteOptions
}

func (fn *writeFn) ProcessElement(ctx context.Context, shard int, values func(*[]byte) bool, emit func(written)) error {
	fs, err := filesystem.New(ctx, fn.Prefix)
	if err != nil {
		return err
	}
	defer fs.Close()
	name := fmt.Sprintf("%s-%05d-of-%05d%s", fn.Prefix, shard, fn.Options.shards(), fn.Options.suffix())
	// Another attempt may be under way at the same time.
	attempt := "." + rand.Text() + tempSuffix
	out := written{Shard: shard, Name: name, Temp: name + attempt}
	x, err := fn.write(ctx, fs, out.Temp, values)
	if err == nil && len(x.Ends) > 0 {
		out.Size, out.Index = x.Ends[len(x.Ends)-1], name+indexSuffix+attempt
		err = writeIndex(ctx, fs, out.Index, x)
	}
	if err != nil {
		remove(ctx, fs, out.Temp)
		remove(ctx, fs, out.Index)
		return fmt.Errorf("beambeve: %s: %w", name, err)
	}
	emit(out)
	return nil
}

// write writes values to a file.
func (fn *writeFn) write(ctx context.Context, fs filesystem.Interface, name string, values func(*[]byte) bool) (*index, error) {
	w, err := fs.OpenWrite(ctx, name)
	if err != nil {
		return nil, err
	}
	b, err := newBlockWriter(w, fn.Options.blockBytes(), fn.Options.Compress)
	var value []byte
	for err == nil && values(&value) {
		if len(value) > 0 {
			err = b.add(value)
		}
	}
	if err == nil {
		err = b.finish()
	}
	return &b.index, errors.Join(err, w.Close())
}

// remove removes a file that may be there, where the filesystem can.
func remove(ctx context.Context, fs filesystem.Interface, name string) {
	if r, ok := fs.(filesystem.Remover); ok && name != "" {
		r.Remove(ctx, name) // nothing depends on it
	}
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
