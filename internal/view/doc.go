// Package view walks over an encoded message without decoding it. It does the work of
// beve.View, which has the same methods and documents them: what is said there about
// aliasing, limits, costs and errors is kept here. Errors are *fault.DecodeError.
//
// Each file stands on those before it:
//
//	view.go     what a View is: a position, a form, what is left of the limits
//	run.go      containers whose elements are found by their number
//	tables.go   the starts of tables, read once
//	finder.go   the path of a position, by a walk that continues
//	path.go     the path and the position of a View
//	errors.go   failures, with path and offset
//	walked.go   the end of the container that was walked over last
//	containers.go  a View opened as a run
//	list.go     containers that must be walked along, child by child
//	named.go    containers whose members have names that are not in the message
//	parts.go    one part: At, Key, Index, Slice, Len
//	loops.go    all parts: Elements, Members
//	text.go, scalars.go   values that are read in place
//	raw.go, decode.go     values that are copied or decoded
//	attempt.go  parts that are decoded where nobody has walked over them yet
//	indexed.go  objects whose index is read once
//	rows.go, alike.go  members of many rows, found in one walk
//
// Methods have pointer receivers so that a View, which is eight words, is not copied from
// method to method; none changes it or keeps the pointer.
package view
