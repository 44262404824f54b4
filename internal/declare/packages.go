package main

import (
	"cmp"
	"fmt"
)

// declared says what is particular to the declarations of one package. Text that is empty
// is what the template says by itself.
type declared struct {
	// Package is the name of the package and of its folder; the root is beve.
	Package string
	// Engine is the package under internal whose streams and codecs it declares as its own,
	// if it does.
	Engine string
	// Wraps says that errors are not converted: the package makes them itself.
	Wraps bool
	// Pointer is what the documentation of Pointer says more.
	Pointer struct{ Of, Methods string }
	// Says has sentences about causes, by the end of their names; common has those
	// that are empty or not in it. Few leaves out the causes that are not in it.
	Says   map[string]string
	Few    bool
	Decode decodeError
	// Encode is nil where nothing is encoded.
	Encode *encodeError
	Limits limits
	// Options are those of decoding that follow the Limits, nil where they are not handed
	// to an engine. Generated is what their documentation says of generated code.
	Options   []option
	Generated string
	// View is nil where there are no Views.
	View *view
	// Default is the variable of the package that has its engine, for streams that are zero,
	// where the engine is not the whole of package engine.
	Default string
	// Stream is nil where streams and codecs are not those of an engine.
	Stream *stream
}

// decodeError is what differs in the documentation of DecodeError and its fields.
type decodeError struct{ Doc, Reader, GoType, Err, Format, Text string }

// encodeError is the same of EncodeError.
type encodeError struct{ Doc, Path, GoType, Format, Text string }

// limits is the same of Limits.
type limits struct{ Unit, Doc, Depth, Elements, Bytes string }

// option is a field of DecodeOptions; the type is bool unless it is said.
//
// By is the function of the engine that makes of the choice what the engine takes, if it is not the same.
type option struct{ Name, Type, Doc, By string }

// The options that packages document in the same words.
var (
	rejectUnknown = option{Name: "RejectUnknown", Doc: "makes a member that no struct field takes an error."}
	structTag     = option{Name: "StructTag", Type: "string", Doc: "is as in EncodeOptions."}
	declaredTypes = option{Name: "Types", Type: "*types.Set", Doc: "are declarations of types that count before those of the program."}
	noCopy        = option{Name: "NoCopy", Doc: `lets strings, byte slices and Raw alias the input, which then must
		not change as long as they are used. A Decoder of an io.Reader ignores it.`}
	validUTF8 = option{Name: "ValidUTF8", Doc: "makes a str that is not valid UTF-8 an error."}
)

// view is what differs in the documentation of View.Decode, and of Member and its fields. Apart
// says that decoding with the default options has a way of its own.
type view struct {
	Decode, Of, Key string
	Apart           bool
}

// stream is the same of Encoder and Decoder.
type stream struct{ Encoder, Reset, Next, Values, Buffers, Beyond, Twice, Tokens string }

// codeOfZebrapack says what options mean for generated code.
const codeOfZebrapack = ` With any option but Limits and Types, types with code by the command zebrapack go by reflection, so
	that it holds for them too. Other methods know no options but Limits: those of users and of other generators, and code that
	directives or -msgp shaped.`

// ofMessagePack are the streams of values that no delimiter parts.
var ofMessagePack = &stream{
	Twice: "Methods of a value that was not buffered as a whole may be called twice.",
	Tokens: `A bin and an extension are tokens of kind Other. A key that is neither text, an integer
		nor a bin is an error.`,
}

// cause is a variable for errors.Is.
type cause struct{ Name, Doc string }

// common are the causes, with what most packages say of them.
var common = []cause{
	{"Truncated", "the input ends inside a value"},
	{"Syntax", "the bytes are not a value of the format"},
	{"UTF8", "a string is not valid UTF-8, where that is asked for; also an ErrSyntax"},
	{"Trailing", "bytes follow the value"},
	{"Depth", "values are nested deeper than Limits.MaxDepth"},
	{"Limit", "another budget of Limits is used up"},
	{"Mismatch", "the value is of another kind than its Go target"},
	{"Overflow", "a number that the target does not hold exactly"},
	{"UnknownField", "a member that no field takes, under RejectUnknown"},
	{"Duplicate", "a repeated member or key, under RejectDuplicates"},
	{"Missing", "a field without a member, under RequireAll, or a part that a View does not have"},
	{"Unsupported", "a value, Go type or option that cannot be represented"},
	{"Cycle", "a Go value that contains itself"},
}

// Causes returns the causes that p has.
func (p *declared) Causes() (list []cause) {
	for _, c := range common {
		doc, own := p.Says[c.Name]
		if own || !p.Few {
			list = append(list, cause{"Err" + c.Name, cmp.Or(doc, c.Doc)})
		}
	}
	return list
}

// Named returns the call that gives an error the name of the package where it has none: the
// zero values of the types, and what a zero Codec returns. Without a name it is BEVE's.
func (p *declared) Named() string {
	if p.Package == "beve" || p.Package == "translator" {
		return ""
	}
	return fmt.Sprintf(".Of(%q)", p.Package)
}

var packages = []*declared{
	{
		Package: "beve", Engine: "engine",
		Pointer: struct{ Of, Methods string }{
			" and of [View.At]", ", as the method Key of a Pointer does when it appends one; Index appends a position",
		},
		Says: map[string]string{
			"Syntax": "the bytes are not BEVE",
			"UTF8":   "a string or key is not valid UTF-8; on input also an ErrSyntax",
		},
		Decode: decodeError{Format: "; empty means BEVE."},
		Encode: &encodeError{Format: "; empty means BEVE."},
		Limits: limits{
			Doc: " a reader, whatever its bytes claim: in every decode, View and translation",
			Depth: `: 512 unless it is set, and 100,000 at most. The value of a message is level 1;
				a member, an element, and what is inside a type tag or a matrix, is one level deeper
				than what holds it.`,
			Elements: `members, and of elements of arrays of strings or of any kind, all levels
				together: 2^28 unless it is set. Numbers and booleans inside typed arrays do not
				count, except booleans that become values of their own, as in []any.`,
		},
		Options: []option{
			rejectUnknown,
			{Name: "RejectDuplicates", Doc: `makes a repeated member of a struct, or a repeated key of a map, an error.
				By default the last one wins.`},
			{Name: "RequireAll", Doc: `makes it an error when the input has no member for a struct field that is
				not tagged omitempty or omitzero.`},
			{Name: "GenericArrays", Doc: `decodes typed arrays into []any when the target is an interface, instead of
				[]float64, []int32, []string and so on.`},
			{Name: "NoCopy", Doc: `lets strings, byte slices and Raw alias the input, which then must not
				change as long as they are used. It affects decoding from memory, and is
				ignored by a Decoder that reads from an io.Reader.`},
			{Name: "LegacyTypeTag", Doc: `reads the header that type tags of version 1 share with the tables of the
				extended profile as type tags always: tables are not read then. Without it
				what follows decides, see wire.TypeTagAt. A tag decodes into a [TypeTag],
				into an interface as one, and into every other target as its inner value.`},
			{Name: "Strict", Doc: `rejects boolean arrays whose unused bits are set, and null for a target that
				cannot be nil, which otherwise becomes its zero value.`},
			{Name: "RequireCanonical", By: "Canonical", Doc: `makes it an error when the input is not in the canonical form that
				package canonical describes. It costs a walk over the value before it is decoded. Of a
				value that is read part by part, each part that has a header of its own is checked when
				it is decoded, and a row of a table is an error.`},
			structTag,
			declaredTypes,
		},
		View: &view{
			Decode: ". If v is the value of its message, bytes after it are an error.",
			Of:     "an object, a matrix or another value that has members",
			Key:    "a string, or an integer in an object with integer keys",
			Apart:  true,
		},
		Stream: &stream{
			Encoder: `delimited: Encode writes the next, BeginArray and BeginObject one that is
				larger than memory.`,
			Reset:   ", which may be nil: what was collected, begun or failed is forgotten",
			Next:    " of the stream, or the next element or member value of the array or object that was begun",
			Values:  ", delimited or not",
			Buffers: " one value at a time",
			Beyond:  "it",
			Tokens: `Arrays of every form have elements, objects with and without an index
				members, and the rows of a table are objects; a complex number, a matrix, a time and the
				like are tokens of kind Other. Of these, of the names of a table and of an index all is
				held.`,
		},
	},
	{
		Package: "msgpack", Engine: "msgcodec", Default: "engine", Stream: ofMessagePack, Encode: &encodeError{},
		Generated: codeOfZebrapack,
		Pointer:   struct{ Of, Methods string }{Of: " and of [View.At]"},
		Says:      map[string]string{"Syntax": "the bytes are not MessagePack"},
		View:      &view{Decode: ".", Of: "a map", Key: "a value of any kind"},
		Limits:    limits{Doc: " a reader, whatever its bytes claim"},
		Options: []option{
			rejectUnknown,
			{Name: "RejectDuplicates", Doc: `makes a repeated key of a map an error; by default the last one wins. A
				repeated member of a struct always is one.`},
			{Name: "RequireAll", Doc: `makes it an error when a struct field that is not tagged omitempty or
				omitzero has no member.`},
			noCopy,
			validUTF8,
			{Name: "AnyText", Doc: `reads a bin where a str is due and the reverse, for peers older than the
				difference.`},
			structTag,
			declaredTypes,
			{Name: "Inline", Doc: "is as in EncodeOptions."},
		},
	},
	{
		Package: "zebrapack", Engine: "msgcodec", Default: "named", Stream: ofMessagePack, Encode: &encodeError{},
		Generated: codeOfZebrapack,
		Says: map[string]string{
			"Syntax":    "the bytes are not MessagePack",
			"Duplicate": "a repeated number of a struct, or a repeated key, under RejectDuplicates",
			"Missing":   "a struct that a [Schema] does not have",
		},
		Limits: limits{Doc: " a reader, whatever its bytes claim"},
		Options: []option{
			rejectUnknown,
			{Name: "RejectDuplicates", Doc: `makes a repeated key of a map an error; by default the last one wins. A
				repeated number of a struct always is one.`},
			noCopy,
			validUTF8,
			declaredTypes,
		},
	},
	{
		Package: "jsonpack",
		Says: map[string]string{
			"Truncated": "the input ends inside the document",
			"Syntax":    "the bytes are not a document under any schema: a length or count of more than 64 bits",
			"UTF8":      "a string is not valid UTF-8, where that is asked for",
			"Trailing":  "bytes follow the document",
			"Depth":     "the schema nests deeper than Limits.MaxDepth",
			"Limit":     "another limit is exceeded",
			"Mismatch": `a Go or JSON value of a kind that the schema does not have there, or a
				message that was sealed with another schema`,
			"Overflow":     "a number that its target does not hold",
			"UnknownField": "a member that is not a property, where that is refused",
			"Duplicate":    "a repeated name, where that is refused",
			"Missing":      "a property without a value",
			"Unsupported":  "a value that cannot be represented",
		},
		Decode: decodeError{
			Err: `, or the error of a method that was called; errors.As finds an error of the
				published package where one says it.`,
			Format: `: "jsonpack" here, or "json" for a text.`,
		},
		Encode: &encodeError{
			Path: `the JSON Pointer of the part; "" is the whole value. Where the error holds
				for every item of an array the index is "*". Its length is bounded as that of a
				[DecodeError] is.`,
		},
		Limits: limits{
			Depth: `: 512 unless it is set, and 100,000 at most. The depth of a document is that
				of its schema: a schema deeper than MaxDepth is refused with every document.`,
			Elements: "members and items of all kinds: 2^28 unless it is set.",
		},
	},
	{
		Package: "json", Wraps: true, Few: true,
		View: &view{
			Decode: ", with offset and path of an error counted in the whole text.",
			Of:     "an object", Key: "a string",
		},
		Pointer: struct{ Of, Methods string }{Of: " and of [View.At]"},
		Says: map[string]string{
			"Truncated":    "the text ends inside a value; of packages canonical and patch, as are the following three",
			"Syntax":       "the text is not JSON, or not in canonical form",
			"UTF8":         "a string is not valid UTF-8, or half of a surrogate pair; also an ErrSyntax",
			"Trailing":     "text follows the value",
			"Duplicate":    "a name that is there twice, under RejectDuplicates or for package canonical, or one that is to be inserted",
			"Depth":        "",
			"Limit":        "a text is longer than Limits.MaxBytes, or has more members and elements than Limits.MaxElements",
			"UnknownField": "an object has a member that no struct field takes, under DisallowUnknownFields",
			"Missing":      "an object has no member for a field, under RequireAll, or a View has no such part",
			"Mismatch":     "the value of a View is of another kind than was asked for, or null is for what cannot be nil, under Strict",
			"Overflow":     "the number of a View does not fit what was asked for",
			"Unsupported":  "the path is not a JSON Pointer, or a pointer to nothing was given",
		},
		Decode: decodeError{
			Doc: `What encoding/json has too returns the errors of encoding/json; the methods of
				[Codec], [DecodeOptions] and [View], and the streams that [DecodeOptions] makes,
				return this one, around that of encoding/json.`,
		},
		Encode: &encodeError{
			Doc: `that a Go value could not be written, around the error of encoding/json. The
				methods of [Codec] and [EncodeOptions] return it.`,
			Path:   "empty: as with encoding/json, the part of the value is not known.",
			GoType: ", where that is known",
			Text:   `"json: encode: cause (Go type chan int)".`,
		},
		Limits: limits{
			Unit: "text", Doc: " a reader",
			Depth: `; a member or element is one level deeper than what holds it. It is 10,001
				unless it is set, and at most, as in encoding/json.`,
			Elements: "members and elements; it is bounded only if it is set.",
			Bytes:    "text; it is bounded only if it is set.",
		},
	},
	{
		Package: "translator", Few: true,
		Says: map[string]string{
			"Truncated":   "",
			"Syntax":      "the input is not JSON, or not BEVE",
			"UTF8":        "a string or key is not valid UTF-8",
			"Trailing":    "something follows the one value that was asked for",
			"Depth":       "",
			"Limit":       "another limit is used up",
			"Overflow":    "a JSON number that no BEVE number holds",
			"Unsupported": "a BEVE value that has no JSON form",
		},
		Decode: decodeError{
			Reader: "Transcode",
			GoType: "is empty: a translation has no Go type.",
			Err:    ".",
			Format: ` of the input: "json"; empty means BEVE.`,
			Text:   "json: /users/3/age at byte 118: cause",
		},
		Limits: limits{
			Doc: ", in both directions",
			Elements: `elements and members: 2^28 unless it is set. Numbers and booleans inside
				typed arrays do not count.`,
		},
	},
}

// documented is a format whose documents are changed by a package patch and asked by a package
// column, which are in a folder.
type documented struct{ Name, Folder, Import, Message string }

var documents = []documented{
	{"beve", "", "github.com/beve-org/beve-go", "message"},
	{"json", "json", "github.com/beve-org/beve-go/json", "text"},
	{"msgpack", "msgpack", "github.com/beve-org/beve-go/msgpack", "message"},
}
