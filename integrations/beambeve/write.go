// The sink: values become chunks of shards, those become parts, and those one file each.

package beambeve

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/window"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
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
	needRegistered[T]()
	s = s.Scope("beambeve.Write")
	filesystem.ValidateScheme(prefix)
	col = beam.WindowInto(s, window.NewGlobalWindows(), col) // a shard is one group
	chunks := beam.ParDo(s, &shardFn[T]{Shards: opts.shards(), ChunkBytes: min(maxChunkBytes, opts.blockBytes())}, col)
	parts := beam.ParDo(s, newWriteFn(prefix, opts), chunks)
	// A group of its own for each shard, so that there are empty ones too.
	every := beam.ParDo(s, &eachShardFn{Shards: opts.shards()}, beam.Impulse(s))
	shards := beam.GroupByKey(s, beam.Flatten(s, parts, every))
	files := beam.ParDo(s, &joinFn{Prefix: prefix, Options: opts}, shards)
	// All of them in one group, which is there when the last of them is. From there
	// each goes on by itself: in object stores a name costs a copy.
	all := beam.GroupByKey(s, beam.AddFixedKey(s, files))
	complete := beam.ParDo(s, &releaseFn{Shards: opts.shards()}, all)
	return beam.ParDo(s, &commitFn{}, beam.Reshuffle(s, complete))
}
