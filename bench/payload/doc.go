// Package payload holds the values that the suite times: shaped like users' data,
// and the same on every run and every machine.
//
// Every payload is given to every codec that can represent it. Times are in UTC
// and have milliseconds, which is what all of the formats keep.
package payload

//go:generate go tool msgp -file records.go -o records_msgp_gen.go -tests=false
//go:generate go tool msgp -file arrays.go -o arrays_msgp_gen.go -tests=false
