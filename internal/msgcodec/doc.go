// Package msgcodec is the engine of packages msgpack and zebrapack: Go values as
// MessagePack, by reflection. A type is compiled once for each profile, the part of the
// options that shapes codecs, and never changes then.
//
// The two formats differ in the keys of structs only: names, or numbers that the tag zid
// gives. All else is one engine: how values are written, which forms are read, limits,
// errors, streams.
//
// Decoding replaces: what a message does not mention is zero afterwards, also in a target
// that held something before. Memory of the target is used again.
package msgcodec
