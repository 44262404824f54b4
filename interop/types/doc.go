// Package types holds the table of docs/types.md: what becomes of values of many types,
// those of the standard library, of public modules and of this library, in every format.
// A test computes each cell by round trips and compares the table with the document:
//
//	go test .            fails where a cell has changed
//	go test . -update    writes the document
package types
