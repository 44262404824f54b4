// Package jsonpack encodes documents by a schema that both sides know: the values
// alone, in the order of the schema, without names, tags or a header. It writes the
// bytes of the published packages jsonpack (Go) and buffer-plus (JavaScript), and reads
// them.
//
//	pack := jsonpack.NewJSONPack()
//	schema, err := pack.AddSchema("info", Info{})
//	data, err := schema.Encode(&info)
//	err = schema.Decode(data, &info)
//
// # Schemas
//
// A schema is a JSON document: an object has properties and their order, an array has
// items, all else is a type name.
//
//	{"type":"object",
//	 "properties":{"name":{"type":"string"},"area":{"type":"uint32le"}},
//	 "order":["name","area"]}
//
// A schema can be made of a struct, by the rules of encoding/json for names, tags and
// embedded structs. The options omitempty and string mean nothing, since every document
// has every property: the format has neither null nor optional properties nor defaults.
// json:"-" leaves a field out. The tag - without a key, which samples of the published
// package have, does not: the bytes of that package have the field, under its Go name, and
// so do those here. But a map and JSON text need not have it, as in these samples, and it
// is the zero value then.
//
// The bytes do not say which schema they are of, and a wrong one can give wrong values
// instead of an error. [Schema.Sealed] gives messages that do say.
//
// # Types
//
//	in the schema               bytes                   Go types
//	bool, boolean               1                       kinds of bool
//	int8 uint8                  1                       kinds of number, json.Number
//	int16 … uint64 with le, be  2, 4, 8                 kinds of number, json.Number
//	float32 float64 with le, be 4, 8                    kinds of number, json.Number
//	string                      length and text         kinds of string; types with text methods
//	array                       count and items         slices, arrays
//	object                      properties in order     structs, maps with keys of kind string
//	oneOf                       number and value        unions that package types declares
//
// Pointers and interfaces stand for what they lead to. A number that its target does
// not hold exactly is an error; only floats are rounded, from 64 bits to 32, and no number
// of JSON that is not zero becomes zero. A struct
// may have more fields than the schema has properties, and in another sequence; whether
// its types fit is checked when the two first meet, and the error names the field.
//
// A type that implements encoding.TextMarshaler and encoding.TextUnmarshaler, such as
// time.Time, is written as its text where the schema has a string. When a schema is made
// of Go types, such a type becomes a string unless its kind has a form of its own:
// net/netip.Addr is one, and time.Duration stays an integer. The published packages
// cannot write such types.
//
// An interface receives a bool, a string, a number of the type that the schema names, a
// map[string]any or a []any.
//
// # What is there already
//
// Memory of the target is used again: slices up to their capacity, pointers that are not
// nil, maps, whose other keys are kept. A slice gets the length of the array. Its items
// are as if they were new: what they held in fields that are not in the schema is
// cleared. A Go array takes fewer items than it has, the others become zero, but not
// more. Interfaces get new values. A nil pointer is an error when it is written; a nil
// slice is an empty array.
//
// # Lifetimes
//
// Results do not alias the input unless [DecodeOptions].NoCopy asks for that. Short
// strings share blocks of a kilobyte, so that a string that is kept holds as much alive.
//
// # Limits
//
// A count is trusted only as far as the remaining bytes can hold that many values, and
// [Limits] bound the rest. Bytes after a document are an error unless AllowTrailing is set, and a length
// that does not end, or has more than 64 bits, always is. Text that is not UTF-8 keeps
// its bytes, as with the published packages, unless ValidUTF8 is set.
//
// # Beyond the published package
//
// Fingerprints and sealed messages, [CodecOf], [Schema.Append], streams, JSON text
// without Go values in between, text types, values of one of several types and
// [ValidateSchema] are additions. The bytes are those of the published packages, except
// for the seal, and for oneOf, which they cannot read.
package jsonpack
