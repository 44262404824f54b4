// Package features has a small source file for each thing that generated code can do. The tests generate code for
// these types and hold it to what reflection does with them.
package features
