// Values become chunks, each of one shard.

package beambeve

import (
	"hash/crc32"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/wire"
)

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
