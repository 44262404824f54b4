package main

// declared says what is particular to the declarations of one package. Text that is empty
// is what the template says by itself.
type declared struct {
	// Package is the name of the package and of its folder; the root is beve.
	Package string
	// Engine is the package under internal whose streams and codecs it declares as its own,
	// if it does.
	Engine string
	// Wraps says that errors are not converted: the package makes them itself.
	Wraps  bool
	Decode decodeError
	// Encode is nil where nothing is encoded.
	Encode *encodeError
	Limits limits
	// Options are those of decoding that follow the Limits, nil where they are not handed
	// to an engine.
	Options []option
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
type option struct{ Name, Type, Doc string }

// The options that packages document in the same words.
var (
	rejectUnknown = option{Name: "RejectUnknown", Doc: "makes a member that no struct field takes an error."}
	structTag     = option{Name: "StructTag", Type: "string", Doc: "is as in EncodeOptions."}
	noCopy        = option{Name: "NoCopy", Doc: `lets strings, byte slices and Raw alias the input, which then must
		not change as long as they are used. A Decoder of an io.Reader ignores it.`}
	validUTF8 = option{Name: "ValidUTF8", Doc: "makes a str that is not valid UTF-8 an error."}
)

// stream is the same of Encoder and Decoder.
type stream struct{ Encoder, Reset, Next, Values, Buffers, Beyond, Twice string }

// ofMessagePack are the streams of values that no delimiter parts.
var ofMessagePack = &stream{
	Twice: "Methods of a value that was not buffered as a whole may be called twice.",
}

var packages = []*declared{
	{
		Package: "beve", Engine: "engine",
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
			structTag,
		},
		Stream: &stream{
			Encoder: `delimited: Encode writes the next, BeginArray and BeginObject one that is
				larger than memory.`,
			Reset:   ", which may be nil: what was collected, begun or failed is forgotten",
			Next:    " of the stream, or the next element or member value of the array or object that was begun",
			Values:  ", delimited or not",
			Buffers: " one value at a time",
			Beyond:  "it",
		},
	},
	{
		Package: "msgpack", Engine: "msgcodec", Stream: ofMessagePack, Encode: &encodeError{},
		Limits: limits{Doc: " a reader, whatever its bytes claim"},
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
		},
	},
	{
		Package: "zebrapack", Engine: "msgcodec", Stream: ofMessagePack, Encode: &encodeError{},
		Limits: limits{Doc: " a reader, whatever its bytes claim"},
		Options: []option{
			rejectUnknown,
			{Name: "RejectDuplicates", Doc: `makes a repeated key of a map an error; by default the last one wins. A
				repeated number of a struct always is one.`},
			noCopy,
			validUTF8,
		},
	},
	{
		Package: "jsonpack",
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
		Package: "json", Wraps: true,
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
		Package: "translator",
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
