// Package core has the arenas and pools of encoders and decoders.
package core

import "github.com/beve-org/beve-go/internal/engine"

// Arena is memory that decoded values are cut from: see [NewDecoderWithArena].
type Arena = engine.Arena

// ArenaPool keeps arenas for reuse.
type ArenaPool = engine.ArenaPool

// Encoder is beve.Encoder.
type Encoder = engine.Encoder

// Decoder is beve.Decoder.
type Decoder = engine.Decoder

// NewArenaPool returns a pool of arenas of size bytes.
func NewArenaPool(size int) *ArenaPool { return engine.NewArenaPool(size) }

// NewDecoderWithArena returns a Decoder of data that cuts what it decodes from a.
func NewDecoderWithArena(data []byte, a *Arena) *Decoder { return engine.NewDecoderWithArena(data, a) }

// GetEncoderFromPool returns an Encoder from the pool.
func GetEncoderFromPool() *Encoder { return engine.GetEncoderFromPool() }

// GetEncoderFromPoolWithArena returns an Encoder that writes into a.
func GetEncoderFromPoolWithArena(a *Arena) *Encoder { return engine.GetEncoderFromPoolWithArena(a) }

// PutEncoderToPool gives an Encoder back.
func PutEncoderToPool(e *Encoder) { engine.PutEncoderToPool(e) }

// GetDecoderFromPool returns a Decoder of src from the pool.
func GetDecoderFromPool(src any) *Decoder { return engine.GetDecoderFromPool(src) }

// PutDecoderToPool gives a Decoder back.
func PutDecoderToPool(d *Decoder) { engine.PutDecoderToPool(d) }
