// Chunks become parts of shards: files under temporary names.

package beambeve

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/state"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

// part is a file of the chunks of a shard that were in one bundle.
type part struct {
	Temp  string `json:"temp"` // its name
	Index index  `json:"index"`
}

// writeFn writes chunks to parts as they come. To a function with state a runner brings the
// elements of a key one by one, in the same place. A group would come as one element,
// on Flink and Spark as one message: a shard would have to fit into the memory of all
// that it passes through.
type writeFn struct {
	Prefix  string
	Options WriteOptions
	Keyed   state.Value[bool] // the state, which is never set

	open map[int]*openPart // by shard
}

func newWriteFn(prefix string, opts WriteOptions) *writeFn {
	return &writeFn{Prefix: prefix, Options: opts, Keyed: state.MakeValueState[bool]("keyed")}
}

// Runners that work in batches bring one key after another. Where one does not, no more
// parts than these are open at a time, by the memory that one takes.
const (
	maxOpen           = 64
	maxOpenCompressed = 4
)

func (fn *writeFn) maxOpen() int {
	if fn.Options.Compress {
		return maxOpenCompressed
	}
	return maxOpen
}

// StartBundle removes what a bundle that failed has left.
func (fn *writeFn) StartBundle(ctx context.Context, _ func(int, part)) {
	fn.discard(ctx)
	fn.open = map[int]*openPart{}
}

func (fn *writeFn) ProcessElement(ctx context.Context, _ state.Provider, shard int, chunk []byte, emit func(int, part)) (err error) {
	p := fn.open[shard]
	if p == nil {
		if len(fn.open) >= fn.maxOpen() {
			if err := fn.FinishBundle(ctx, emit); err != nil {
				return err
			}
		}
		if p, err = createPart(ctx, shardName(fn.Prefix, &fn.Options, shard), &fn.Options); err != nil {
			return fn.fail(ctx, shard, err)
		}
		fn.open[shard] = p
	}
	if err := p.blocks.add(chunk); err != nil {
		return fn.fail(ctx, shard, err)
	}
	return nil
}

// FinishBundle completes all parts.
func (fn *writeFn) FinishBundle(ctx context.Context, emit func(int, part)) error {
	for _, shard := range slices.Sorted(maps.Keys(fn.open)) {
		p := fn.open[shard]
		if err := p.close(); err != nil {
			return fn.fail(ctx, shard, err)
		}
		delete(fn.open, shard)
		emit(shard, part{Temp: p.name, Index: p.blocks.index})
	}
	return nil
}

// Teardown removes what a bundle that failed has left.
func (fn *writeFn) Teardown() { fn.discard(context.Background()) }

// fail completes an error, and removes what is not complete.
func (fn *writeFn) fail(ctx context.Context, shard int, err error) error {
	fn.discard(ctx)
	return fmt.Errorf("beambeve: %s: %w", shardName(fn.Prefix, &fn.Options, shard), err)
}

func (fn *writeFn) discard(ctx context.Context) {
	for _, p := range fn.open {
		p.discard(ctx)
	}
	clear(fn.open)
}

// openPart is a file that is being written, under a temporary name.
type openPart struct {
	fs     filesystem.Interface
	name   string
	w      io.WriteCloser
	blocks *blockWriter
}

// createPart creates a part of the file of a name.
func createPart(ctx context.Context, name string, opts *WriteOptions) (*openPart, error) {
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return nil, err
	}
	p := &openPart{fs: fs, name: temporary(name)}
	if p.w, err = fs.OpenWrite(ctx, p.name); err != nil {
		return nil, errors.Join(err, fs.Close())
	}
	if p.blocks, err = newBlockWriter(p.w, opts.blockBytes(), opts.Compress); err != nil {
		p.discard(ctx)
		return nil, err
	}
	return p, nil
}

// close completes the file. After an error it is to be discarded.
func (p *openPart) close() error {
	if err := p.blocks.finish(); err != nil {
		return err
	}
	if err := p.w.Close(); err != nil {
		return err
	}
	return p.fs.Close()
}

// discard removes the file.
func (p *openPart) discard(ctx context.Context) {
	p.w.Close() // what was written is of no use
	remove(ctx, p.fs, p.name)
	p.fs.Close()
}

// shardName returns the name that a shard is to get.
func shardName(prefix string, opts *WriteOptions, shard int) string {
	return fmt.Sprintf("%s-%05d-of-%05d%s", prefix, shard, opts.shards(), opts.suffix())
}

// temporary returns a name that no other attempt has: one may be under way at the same time.
func temporary(name string) string { return name + "." + rand.Text() + tempSuffix }

// remove removes a file that may be there, where the filesystem can.
func remove(ctx context.Context, fs filesystem.Interface, name string) {
	if r, ok := fs.(filesystem.Remover); ok && name != "" {
		r.Remove(ctx, name) // nothing depends on it
	}
}
