// Package jsontext scans and prints JSON text without building Go values. It is
// what the json and translator packages share: the strict grammar of RFC 8259,
// strings, numbers, the end of a value in a growing buffer, and the one way the
// library prints strings and floats.
//
// Functions take the whole text and an offset and return the offset after what
// they read. Every error is a [fault.DecodeError] whose Offset is a position in
// that text and whose cause is one of the sentinels of package fault; text that
// ends too early is told apart from text that is wrong.
//
// Nothing here imports reflection, so generated code may use it.
package jsontext
