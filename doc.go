// Package beve encodes and decodes Go values as BEVE, a self-describing binary
// format whose arrays of numbers are plain memory: reading and writing them is
// one copy. Beside JSON's data model it has sized numbers, complex numbers and
// matrices.
//
//	type Reading struct {
//		Sensor  string    `json:"sensor"`
//		Samples []float64 `json:"samples"`
//	}
//
//	data, err := beve.Marshal(&Reading{"roof", []float64{21.5, 21.25}})
//	...
//	var r Reading
//	err = beve.Unmarshal(data, &r)
//
// # Go and BEVE
//
//	bool                     boolean
//	int, int8 … int64        signed integer, narrowest width that holds the value
//	uint, uint8 … uint64     unsigned integer, the same
//	float32, float64         number of that width
//	complex64, complex128    complex number
//	string                   string, which must be UTF-8
//	[]T, [n]T of the above   typed array: bool, string, complex or number of T's width
//	other slices and arrays  generic array
//	map[string]T             object with string keys
//	map[int…]T, map[uint…]T  object with integer keys of that width
//	maps with text keys      object with string keys
//	struct                   object with string keys, in the order of the fields
//	pointer, interface       what it leads to, null if nil
//	nil slice, nil map       null
//	time.Time                RFC 3339 string; see TimeFormat
//	time.Duration            signed integer of nanoseconds
//	Interval, RegExpData     object; Timestamp: RFC 3339 string
//	UUID                     array of 16 uint8; so are other types of that name
//	*regexp.Regexp           string, its source
//	*big.Int                 integer of up to 128 bits
//	json.Number              number
//	Matrix[T], Complex[T]    matrix, complex number
//	Raw                      the value it holds
//	TextMarshaler            string
//	BinaryMarshaler          array of uint8
//	json.Marshaler           what its JSON stands for; so json.RawMessage
//
// Of these three, the first counts that a type has for both directions; a struct with a
// boolean Valid goes by JSON before text, which has no null. A struct that holds something,
// and nothing exported, is an error. A json.Number with digits that a float64 does not keep
// is an error.
//
// A float takes an integer that is exactly that float, and one that has the digits of its
// shortest decimal: JSON shows 1.2345678901234567e19 as 12345678901234567000, and what comes
// of that text goes back into a float64. So every finite float64 and float32 survives
// package translator in both directions. Other integers are errors.
//
// With [EncodeOptions.Extended] some of these have forms of their own, which only
// this library reads; see [MarshalAuto].
//
// Struct fields are named by the tag "beve", or "json" where that is missing, by
// the rules of encoding/json, omitempty, omitzero, string and embedding included.
// A field of type map[string]Raw tagged `beve:",unknown"` keeps the members that
// no other field takes and writes them again.
//
// Decoding into an interface gives nil, bool, int64 (uint64 or *big.Int where a
// number needs it), float64, string, map[string]any, map[int64]any,
// map[uint64]any, []any, and for typed arrays typed slices: []float64, []int32,
// []string and so on, or []any with [DecodeOptions.GenericArrays].
//
// # Limits and lifetimes
//
// No input can make decoding crash, hang, or take memory out of proportion:
// [Limits] are always on. Decoded values do not alias the input, unless
// [DecodeOptions.NoCopy] or [View] ask for that by name. Short strings of one
// decode share blocks of 1 KB, so one kept string keeps at most that much alive;
// small string slices of one message share memory as well.
package beve
