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
// segmentio's package know; [CodecOf] compiles a type once and returns errors with
// offset and path.
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
// Nothing that is decoded points into the input unless a flag says so. Strings of
// up to 128 bytes are cut from blocks of 1 KB: one that is kept keeps its block.
// More than 10,000 arrays and objects that are open at once are a syntax error, in
// every function. All functions are safe for concurrent use.
package json
