// Package json is encoding/json, faster: a program that changes its import path
// compiles and does the same.
//
//	var user User
//	err := json.Unmarshal(data, &user)
//	data, err = json.Marshal(&user)
//
// The types of encoding/json are used by alias, so that both packages may be mixed:
// errors.As finds the errors of either, and a field of type json.Number or
// json.RawMessage is the same in both. The structs [Decoder] and [Encoder] alone are types
// of this package: a function of another package whose parameter is a *json.Decoder of
// encoding/json does not take one of these. It gets one made for it, with what this
// Decoder has read ahead, or of the next value alone, which also goes within an array:
//
//	stdjson.NewDecoder(io.MultiReader(dec.Buffered(), r)) // this one is not used again
//
//	var raw json.RawMessage
//	err := dec.Decode(&raw)
//	other(stdjson.NewDecoder(bytes.NewReader(raw)))
//
// An Encoder keeps nothing between values: stdjson.NewEncoder(w) goes on where one of
// these has written to w, and the reverse. A parameter that is an interface with Decode or
// Encode takes either.
//
// # Beyond encoding/json
//
// [Append] and [Parse] take a buffer and flags, under the names that users of
// segmentio's package know; [CodecOf] compiles a type once; [DecodeOptions] sets limits
// and flags, and refuses names that come twice, members that are missing, and null for what
// cannot be nil. Errors of the latter two have offset and path, which the functions of
// encoding/json cannot give without changing the type of their errors. [View] reads
// parts of a text by JSON Pointer.
//
// A time.Duration is a number of nanoseconds, as in encoding/json. Segmentio's package
// writes it as text, "1m30s", and reads both: [EncodeOptions].FormatDurations, or the flag
// [FormatDurations], writes so here, and the flag [ParseDurations] reads both. Keys of maps
// stay numbers, and the option string adds no further quotes.
//
// # Unions and types of others
//
// Types of which package types declares something, a union or a conversion, are written
// and read as it says, with an id for each case of a union. An error about one is an
// [*UnmarshalTypeError], an [*UnsupportedValueError] or a [*MarshalerError] for errors.As,
// and has a cause and text of its own. The id may be any member of its object; the first
// is the fast one. null leaves a type with a conversion as it is, unless what it converts
// to can be nil. All other types are as in encoding/json.
//
// # Differences
//
// Known cases in which this package does not do what encoding/json does:
//
//	Where                                   encoding/json    here
//	a field of an unexported embedded       panics, Go 1.27  methods are called when
//	struct that a tag names, with methods   leaves it out    marshaling
//	an unexported embedded pointer that a   panics if nil    an error that names the
//	tag names, decoded into                                  type
//	a reader that returns nothing, without  hangs            io.ErrNoProgress
//	an error, a hundred times in a row
//	the float32 2⁻¹², which is as near to   0.00024414063    0.00024414062, as is
//	both                                                     that of Go 1.27
//	a key that methods have made and that   panics           an error
//	Go cannot compare
//	a Decoder of a nil reader, and one       panics           an error
//	that was given none
//	a writer that takes less and does not    no error         io.ErrShortWrite
//	say why
//	a struct of which nothing is exported,   {}               the value that these
//	with methods of BEVE and no others                        stand for
//	an integer of more than a million       a big.Int, after a     an error that matches
//	digits; texts of more than 10,000        time that grows with   ErrLimit
//	bytes for a big.Float or big.Rat, of     the square of the
//	more than 128 for an x509.OID, or        length, or memory out
//	exponents of a big.Rat and patterns of   of proportion
//	a regexp.Regexp out of proportion to
//	the document, as in docs/limits.md
//	numbers, texts, names and paths of      at full length   without their middle, so
//	fields in errors, from 0.5 KB on                         that errors have 2 KB
//
// The reference is the encoding/json of Go 1.26. That of Go 1.27 stands on version 2,
// unless GOEXPERIMENT=nojsonv2 is set, and differs in the cases below; this package does
// what that of Go 1.26 does, whichever Go it is built with. Syntax errors are made by
// the encoding/json at hand, and have its texts and offsets. GOEXPERIMENT=jsonv2 of Go
// 1.26 turns on an early form of version 2 and is not supported.
//
//	Where                                             Go 1.27                Go 1.26 and here
//	invalid UTF-8 in what is marshaled                U+FFFD itself          the escape \ufffd
//	a name in a tag that is malformed                 what of it is legible  the field's name
//	the options embed, case and format in a tag       have effect            are ignored
//	an option in a tag followed by more               has effect             is ignored
//	the option string on a type with text methods     the methods alone      is for the number
//	the option string on a pointer type with a name   has effect             is ignored
//	the text "null" in a string of option string      leaves the string      is its text
//	+1, .5 and NaN in a string of option string       are numbers            do not fit
//	other texts in a Number of option string          do not fit             are kept
//	map keys of a string type with text methods       written by these       as they are
//	empty maps of other key types                     are empty objects      unsupported type
//	map keys with UnmarshalJSON and UnmarshalText     UnmarshalText          UnmarshalJSON
//	the key null of a map of integers                 is 0                   does not fit
//	methods promoted to a struct type without name    decode it              do not
//	AppendText and the methods of version 2           are called             are not
//	MarshalJSON of what a TextMarshaler holds         is called              MarshalText is
//	errors of methods and Numbers, marshaling         name pointer types     name the types
//	the Value of an UnsupportedValueError             is not set             is the value
//	errors about values that do not fit               of one type, with Err  of several types
//	what is decoded in spite of such an error         more                   less
//	white space after a text in Indent with marks     becomes the prefix     is kept
//	Decode of what a stream has for a key             is the key             is a syntax error
//	offset and type of a Decoder's syntax errors      after the byte        at the byte
//	Buffered after More                               with white space       without
//	More where an error is next                       true                   false
//	what follows More where a text ends early         is a syntax error      is io.EOF
//	a string or number before an error of the reader  is decoded             is the error
//
// From Go 1.27 on, an error about a value that does not fit is an UnmarshalTypeError
// whose Field also holds keys and indexes. Here its Field names fields of structs only,
// and an error that is not about a type is one of strconv, time, base64 or a text, as
// in earlier releases of Go.
//
// # Lifetimes and limits
//
// Nothing that is decoded points into the input unless a flag says so. Values of one
// call may share memory, so that keeping one keeps what it shares: strings of up to 128
// bytes are cut from blocks of 1 KB, slices of up to eight numbers, or values of any type,
// from blocks of 512 bytes, and variables that pointers lead to are made up to four at a
// time, except large ones and the first of a type.
//
// The memory kept between calls is bounded: buffers of up to 1 MB, up to 256 keys of
// maps, 768 numbers and short strings, and the keys of 2048 members of maps that were
// written, which serve to recognize those of the next document.
//
// More than 10,000 arrays and objects that are open at once are a syntax error, in
// every function. All functions are safe for concurrent use.
package json
