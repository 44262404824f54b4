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
	"github.com/beve-org/beve-go/wire"
)

// WriteOptions are the choices of writing. The zero value is ready to use.
type WriteOptions struct {
	// Shards is the number of files; the default is 1. Each is written by one worker
	// at a time, so it should be a few times the number of workers.
	Shards int
	// BlockBytes is the length from which on a block ends; the default is 16 MiB, and
	// blocks are up to 64 KiB and a value longer. Readers divide files at blocks.
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
// write to a prefix of its own what may be read meanwhile. A name is returned when its
// file has it. A worker that died leaves files that end in .tmp.
func Write[T any](s beam.Scope, prefix string, col beam.PCollection, opts WriteOptions) beam.PCollection {
	s = s.Scope("beambeve.Write")
	filesystem.ValidateScheme(prefix)
	col = beam.WindowInto(s, window.NewGlobalWindows(), col) // a shard is one group
	chunks := beam.ParDo(s, &shardFn[T]{Shards: opts.shards(), ChunkBytes: min(maxChunkBytes, opts.blockBytes())}, col)
	// A group of its own for each shard, so that empty ones are written too.
	every := beam.ParDo(s, &eachShardFn{Shards: opts.shards()}, beam.Impulse(s))
	shards := beam.GroupByKey(s, beam.Flatten(s, chunks, every))
	files := beam.ParDo(s, &writeFn{Prefix: prefix, Options: opts}, shards)
	// All of them in one group, which is there when the last of them is. From there
	// each goes on by itself: in object stores a name costs a copy.
	all := beam.GroupByKey(s, beam.AddFixedKey(s, files))
	complete := beam.ParDo(s, &releaseFn{Shards: opts.shards()}, all)
	return beam.ParDo(s, &commitFn{}, beam.Reshuffle(s, complete))
}

// shardFn encodes values, and chooses a shard for each. Values of a bundle that go to
// the same shard travel together, delimited: what a runner does for each element of a
// shuffle costs many times what a value costs.
type shardFn[T any] struct {
	Shards     int
	ChunkBytes int64 // the length from which on a chunk travels

	codec  *beve.Codec[T]
	value  []byte
	chunks [][]byte // by shard
	held   int      // the capacity of all chunks
	room   int      // for a new chunk
}

const (
	// maxChunkBytes is the most that ChunkBytes is; blocks end with chunks.
	maxChunkBytes = 64 << 10
	// heldBytes bounds all chunks, of however many shards.
	heldBytes = 32 << 20
)

// Setup compiles the type.
func (fn *shardFn[T]) Setup() { fn.codec = codecOf[T]() }

// StartBundle forgets what a bundle that failed has left.
func (fn *shardFn[T]) StartBundle(func(int, []byte)) {
	fn.chunks, fn.held = make([][]byte, fn.Shards), 0
}

func (fn *shardFn[T]) ProcessElement(v T, emit func(int, []byte)) (err error) {
	if fn.value, err = fn.codec.Append(fn.value[:0], &v); err != nil {
		return err
	}
	shard := int(crc32.Checksum(fn.value, castagnoli) % uint32(fn.Shards))
	chunk := fn.chunks[shard]
	fn.held -= cap(chunk)
	if chunk == nil {
		chunk = make([]byte, 0, fn.room)
	} else {
		chunk = wire.AppendDelimiter(chunk)
	}
	chunk = append(chunk, fn.value...)
	fn.chunks[shard] = chunk
	switch fn.held += cap(chunk); {
	case fn.held >= heldBytes:
		fn.FinishBundle(emit)
	case int64(len(chunk)) >= fn.ChunkBytes:
		fn.emit(shard, emit)
	}
	return nil
}

// FinishBundle lets all chunks travel.
func (fn *shardFn[T]) FinishBundle(emit func(int, []byte)) {
	for shard, chunk := range fn.chunks {
		if chunk != nil {
			fn.emit(shard, emit)
		}
	}
}

func (fn *shardFn[T]) emit(shard int, emit func(int, []byte)) {
	chunk := fn.chunks[shard]
	emit(shard, chunk)
	fn.chunks[shard] = nil // it is its receiver's
	fn.held -= cap(chunk)
	fn.room = len(chunk) + len(chunk)/8 // the next is about as long
}

// eachShardFn gives each shard an empty chunk.
type eachShardFn struct{ Shards int }

func (fn *eachShardFn) ProcessElement(_ []byte, emit func(int, []byte)) {
	for i := range fn.Shards {
		emit(i, nil)
	}
}

// written is a file that is complete and has no name yet.
type written struct {
	Name string `json:"name"` // that it is to get
	Temp string `json:"temp"` // and that it has
	Size int64  `json:"size"`
	// Index is the temporary name of its index; an empty file has none.
	Index string `json:"index"`
}

// writeFn writes one shard.
type writeFn struct {
	Prefix  string
	Options WriteOptions
}

func (fn *writeFn) ProcessElement(ctx context.Context, shard int, chunks func(*[]byte) bool, emit func(written)) error {
	fs, err := filesystem.New(ctx, fn.Prefix)
	if err != nil {
		return err
	}
	defer fs.Close()
	name := fmt.Sprintf("%s-%05d-of-%05d%s", fn.Prefix, shard, fn.Options.shards(), fn.Options.suffix())
	// Another attempt may be under way at the same time.
	attempt := "." + rand.Text() + tempSuffix
	out := written{Name: name, Temp: name + attempt}
	x, err := fn.write(ctx, fs, out.Temp, chunks)
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

// write writes chunks to a file.
func (fn *writeFn) write(ctx context.Context, fs filesystem.Interface, name string, chunks func(*[]byte) bool) (*index, error) {
	w, err := fs.OpenWrite(ctx, name)
	if err != nil {
		return nil, err
	}
	b, err := newBlockWriter(w, fn.Options.blockBytes(), fn.Options.Compress)
	var chunk []byte
	for err == nil && chunks(&chunk) {
		if len(chunk) > 0 {
			err = b.add(chunk)
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
