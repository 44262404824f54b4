// Package simd holds the kernels: loops over slices that the processor's vector
// instructions make several times faster than Go's. Each is one idea with a Go
// meaning. It takes slices, knows nothing of any wire format, keeps no state and
// allocates nothing.
//
// # Files
//
// A kernel X is documented and dispatched in X.go. X_generic.go says in Go what it
// means, and is what runs for short slices, on other processors, with other
// compilers and with the purego build tag. X_amd64.s needs AVX2 (half.go's binary16
// part F16C as well), X_arm64.s what every arm64 processor has; a header has what
// files of assembly share. The tests hold the two forms equal on random input, on
// every short length at every alignment, and against unreadable pages on both sides
// of a slice.
//
// # Rules for the assembly
//
//   - It reads and writes between the first and the last element of the slices it
//     is given and nowhere else. A rest shorter than a vector is done by a
//     vector that ends with the slice and overlaps what is done already.
//   - The wrapper in Go checks lengths, so a wrong call panics as an index out of
//     range does, before anything is written.
//   - It sees only slices of numbers, bytes and bools, stores no pointers and
//     calls nothing, so the garbage collector and the stack need no care.
//
// # Detectors
//
// The package does not import unsafe, so checkptr has nothing to check here, and
// it cannot look into assembly. In a -race build the wrappers tell the race
// detector which memory a kernel reads and writes. The memory and address
// sanitizers see neither; build with the purego tag to run them over everything.
package simd
