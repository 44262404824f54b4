// Package structs is what every engine does with a struct, whatever the bytes are: the
// path to a field through embedded pointers, the order in which members come and those
// that have come, the index of names, the bytes of a key that is expected, and the steps
// in which a struct is written with the room that they need.
//
// It is what stands around the hot loops. The loops themselves stay with their format,
// since a method call on a type parameter is not inlined.
package structs
