// Package engine is the engine of BEVE for Go values: it turns a Go type into a
// codec once, and then encodes and decodes values of the type with it. Package
// beve is the thin API over it, and where to begin.
//
// The way of a value:
//
//	reflect.Type ── internal/plan ──▶ what a struct means
//	             ── compile (codec.go) ──▶ codec: an append and a read function
//	value        ── codec.append, package wire ──▶ bytes
//	bytes        ── codec.read, package wire ──▶ value
//
// The files named codec_*.go each hold one family of types, both directions.
// Structs are walked as tables: encode_struct.go and decode_struct.go.
//
// A failure is kept in the state of the call and unwinds; every level adds its
// step to the path on the way, so that success pays nothing for it.
package engine
