// Package json is encoding/json, faster: a program that changes its import path
// compiles and does the same.
//
//	var user User
//	err := json.Unmarshal(data, &user)
//	data, err = json.Marshal(&user)
//
// The types of encoding/json are used by alias, so that both packages may be mixed:
// errors.As finds the errors of either, and a field of type json.Number or
// json.RawMessage is the same in both.
//
// # Beyond encoding/json
//
// [Append] and [Parse] take a buffer and flags, under the names that users of
// segmentio's package know; [CodecOf] compiles a type once; [DecodeOptions] sets limits
// and flags. Errors of the latter two have offset and path, which the functions of
// encoding/json cannot give without changing the type of their errors. [View] reads
// parts of a text by JSON Pointer.
//
// # Differences
//
// Known cases in which this package does not do what encoding/json does:
//
//	Where                                   encoding/json    here
//	a field of an unexported embedded       panics           methods are called when
//	struct that a tag names, with methods                    marshaling
//	an unexported embedded pointer that a   panics if nil    an error that names the
//	tag names, decoded into                                  type
//	a reader that returns nothing, without  hangs            io.ErrNoProgress
//	an error, a hundred times in a row
//
// # Lifetimes and limits
//
// Nothing that is decoded points into the input unless a flag says so. Values of one
// call may share memory, so that keeping one keeps what it shares: strings of up to 128
// bytes are cut from blocks of 1 KB, slices of up to eight numbers, or values of any type,
// from blocks of 512 bytes, and variables that pointers lead to are made up to four at a
// time, but for large ones and the first of a type.
//
// What stays between calls is bounded: buffers of up to 1 MB, and up to 256 keys of
// maps, 768 numbers and short strings, and the keys of 2048 members of maps that were
// written, by which those of the next document are recognized.
//
// More than 10,000 arrays and objects that are open at once are a syntax error, in
// every function. All functions are safe for concurrent use.
package json
