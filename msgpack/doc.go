// Package msgpack encodes Go values as MessagePack and back, structs as maps keyed by the
// names of their fields.
//
//	type Person struct {
//		Name string `msg:"name"`
//		Age  int    `msg:"age,omitempty"`
//	}
//	data, err := msgpack.Marshal(&Person{"Ada", 36})
//	var p Person
//	err = msgpack.Unmarshal(data, &p)
//
// # Types
//
//	Go                                  MessagePack
//	bool                                bool
//	int, int8 … int64, time.Duration    the shortest signed form
//	uint, uint8 … uint64                the shortest unsigned form
//	float32, float64                    float 32, float 64
//	complex64, complex128               extensions 3 and 4
//	string                              str, whatever its bytes
//	[]byte, [N]byte                     bin
//	other slices and arrays             array; nil slices are empty ones
//	map                                 map, in Go's order unless Deterministic; nil is empty
//	struct                              map, or array if it is a tuple
//	time.Time                           extension -1, the timestamp; the zone is dropped
//	pointer, interface                  nil, or what it holds
//	Raw, msgp.Number, msgp.Extension    what they hold
//
// Types with the methods MarshalMsg and UnmarshalMsg, or EncodeMsg and DecodeMsg, which
// generated code has, are written and read by these, but where the code writes numbers for keys
// ([msgp.Numbered]); then those with EncodeMsgpack and
// DecodeMsgpack, which need an adapter ([RegisterAdapter]); then those with MarshalMsgpack and
// UnmarshalMsgpack; each direction by the first that it has; then those of encoding.TextMarshaler
// as a str, then those of encoding.BinaryMarshaler as a bin, then those of json.Marshaler
// as the value that their JSON stands for: of these, the first that a type has for both
// directions, and JSON first for a struct with a boolean Valid, since text has no null. A
// json.Number is a number. A struct that holds something, and nothing exported, is an error.
// For other types a method
// PreSaveHook is called before they are written, and PostLoadHook after they were read.
//
// Fields are named by the tag msg, or else msgpack, or else json, or else as in Go. All that stands before the first comma
// is the name, but that a tag json gives the names that encoding/json takes. A tag
// "-" leaves a field out, as msg:"-,…" and msgpack:"-,…" do. Options after the name are omitempty, omitzero, unknown, which
// makes a map[string]Raw keep the members that no other field takes, and inline, which
// promotes the fields of an embedded struct; without it an embedded struct of an exported
// type is a field like others (Inline in the options promotes them all). A field named _ with the
// tag `msg:",tuple"` makes the struct an array of its fields, as _msgpack with the tag
// `msgpack:",as_array"` does; with omitempty that is the option of all fields after it. alias:NAME is
// one more name that a field is read by. Tags json have no options but those of encoding/json.
//
// omitempty leaves out numbers that are 0, false, the zero time, what has length 0, and nil
// pointers and interfaces with methods. An interface without methods, a struct and a type
// with methods that are not generated are never empty.
//
// The command zebrapack generates methods that write the same bytes with its flag -msgpack, and
// those of tinylib/msgp with -msgp.
//
// # Reading
//
// Every form of every type is read: integers of both families and any width that fit,
// floats of both widths if they are held exactly, times as extension 5 too. nil is the zero
// value of every type. A str is not a bin, nor a bin a str, unless AnyText is set; but types with
// methods of text take a bin, by UnmarshalBinary if they have it. A Go array
// takes an array of its own length only.
//
// An interface becomes nil, bool, int64, uint64 for the unsigned forms, float32, float64,
// string, []byte, time.Time, complex64, complex128, []any, map[string]any, map[int64]any
// where all keys are integers, map[any]any otherwise, the type registered for an
// extension, or *msgp.RawExtension.
//
// Decoding replaces. Members that the message does not have are zero afterwards; slices and
// maps of the target lose what they held, and their memory is used again, as is that of
// what pointers lead to.
//
// # Limits and lifetimes
//
// Limits are always on: see [Limits]. Results do not alias the input unless NoCopy is set;
// short strings share blocks of a kilobyte, and short slices of strings of one message share
// memory with their neighbours, so that one which is kept keeps these. Every decode error is a
// [DecodeError] with the offset and the path.
package msgpack
