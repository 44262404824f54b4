// Package scalar holds the values of BEVE that Go has no type for: floats of 16 bits,
// integers of 128 bits, timestamps with a zone, durations of every length, and what
// UUIDs, regular expressions and matrices add to their bytes.
//
// The types know their text and how they convert to and from Go's own types. Package
// beve encodes and decodes them as fields of structs; package wire appends and reads
// them one by one.
package scalar
