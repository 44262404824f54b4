// Package vt has some of the types of the vectors with the code that zebrapack generates
// for them without names of structs, with strings that alias. The code for all
// types is generated when the tests run.
package vt

//go:generate go run github.com/beve-org/beve-go/cmd/zebrapack -file 06_person.go -tests=false -no-structnames-onwire -fast-strings
//go:generate go run github.com/beve-org/beve-go/cmd/zebrapack -file 12_nested.go -tests=false -no-structnames-onwire -fast-strings
//go:generate go run github.com/beve-org/beve-go/cmd/zebrapack -file 13_tree.go -tests=false -no-structnames-onwire -fast-strings
//go:generate go run github.com/beve-org/beve-go/cmd/zebrapack -file 15_dynamic.go -tests=false -no-structnames-onwire -fast-strings
