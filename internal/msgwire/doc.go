// Package msgwire holds what the bytes of MessagePack are, without Go values: lead
// bytes, heads, the one walk over whole values, and the path of a place in one. It
// is what the runtime of generated code and the codecs by reflection share.
//
// Functions take the whole input and an offset. Errors are [fault.DecodeError]s whose
// Offset is a position in that input. Nothing here imports reflection.
package msgwire
