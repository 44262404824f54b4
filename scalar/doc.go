// Package scalar holds the values of BEVE that Go has no type for: floats of 16 bits,
// integers of 128 bits, timestamps with a zone, durations of every length, intervals,
// UUIDs, regular expressions, matrices, complex numbers of integers, and type tags.
//
// The types know their text and how they convert to and from Go's own types. Package
// beve encodes and decodes them as fields of structs; package wire appends and reads
// them one by one.
package scalar
