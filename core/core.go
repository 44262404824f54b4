// Package core has the arenas and the pools of encoders and decoders, for programs that
// decode in batches and give all of the memory back at once.
//
// Give back to a pool what you took from it: NewDecoderWithArena, GetDecoderFromPool and
// GetDecoderBytesFromPool pair with PutDecoderToPool, the functions for encoders with
// PutEncoderToPool, and [ArenaPool.Get] with [ArenaPool.Put].
package core

import (
	"io"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/engine"
)

// An Arena holds the memory of decoded values until it is given back with
// [ArenaPool.Put]: after that no string, slice or pointer that came out of a
// decoder with this arena may be used any more, because the next decoder writes
// there. An Arena is not safe for concurrent use.
//
// It gives memory for strings, byte slices, slices of numbers, slices of structs
// and strings, and what pointers point to; maps, and what methods of a user's type
// allocate, are the runtime's. Nothing is hidden from the garbage collector: bytes
// hold no pointers, and memory for types with pointers is made as memory of that
// type. Values that are too large for an arena are allocated as without one.
type Arena engine.Arena

// An ArenaPool keeps arenas that were given back. It is safe for concurrent use.
type ArenaPool engine.ArenaPool

// NewArenaPool returns a pool of arenas that take memory in chunks of size bytes, at
// least 4 KB and at most 16 MB. A chunk that holds the strings of one batch is a
// good size.
func NewArenaPool(size int) *ArenaPool { return (*ArenaPool)(engine.NewArenaPool(size)) }

// Get returns an empty Arena.
func (p *ArenaPool) Get() *Arena { return (*Arena)((*engine.ArenaPool)(p).Get()) }

// Put ends the life of everything that was decoded with a: none of it may be used
// any more. In builds with the race detector, and in tests, the memory is
// overwritten, so that what is used nevertheless shows: strings and bytes become
// 0xDD, and what has pointers is zero in all builds.
func (p *ArenaPool) Put(a *Arena) { (*engine.ArenaPool)(p).Put((*engine.Arena)(a)) }

// GetEncoderFromPool is [beve.GetEncoderFromPool].
func GetEncoderFromPool() *beve.Encoder { return beve.GetEncoderFromPool() }

// GetEncoderFromPoolWithArena is [GetEncoderFromPool] with a buffer from an arena:
// what Bytes returns is valid until the arena is given back, at most. A stream that
// outgrows the arena goes on in memory of the runtime.
func GetEncoderFromPoolWithArena(a *Arena) *beve.Encoder {
	return (*beve.Encoder)(engine.GetEncoderFromPoolWithArena((*engine.Arena)(a)))
}

// PutEncoderToPool gives an Encoder back. Neither it nor what its Bytes returned
// may be used any more.
func PutEncoderToPool(e *beve.Encoder) { beve.PutEncoderToPool(e) }

// GetDecoderFromPool is [beve.NewDecoder] with a Decoder from the pool. Give it back with
// [PutDecoderToPool].
func GetDecoderFromPool(r io.Reader) *beve.Decoder {
	return (*beve.Decoder)(engine.GetDecoderFromPool(r))
}

// GetDecoderBytesFromPool is [beve.NewDecoderBytes] with a Decoder from the pool. Give it
// back with [PutDecoderToPool].
func GetDecoderBytesFromPool(data []byte) *beve.Decoder {
	return (*beve.Decoder)(engine.GetDecoderBytesFromPool(data))
}

// NewDecoderWithArena is [GetDecoderBytesFromPool] whose values lie in an arena: no string,
// slice or pointer of them may be used after the arena was given back. Give the Decoder
// back with [PutDecoderToPool], before the arena.
func NewDecoderWithArena(data []byte, a *Arena) *beve.Decoder {
	return (*beve.Decoder)(engine.NewDecoderWithArena(data, (*engine.Arena)(a)))
}

// PutDecoderToPool gives a Decoder back. It must not be used any more.
func PutDecoderToPool(d *beve.Decoder) { engine.PutDecoderToPool((*engine.Decoder)(d)) }
