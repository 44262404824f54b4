// Package beverun is what code written by bevegen calls: the state of a decoder and
// of an encoder, and the functions that read and append fields of structs, slices,
// maps and pointers by that state.
//
// Programs meet two things of it. A [Decoder] chooses limits, lets text alias the
// input, and reads streams; it is handed to the method DecodeBEVE of a generated
// type. An [Unmarshaler] is what such a type is.
//
// The functions come in families, which bevegen knows:
//
//   - Put* store what is small into room that [Room] has made; [Match], [Load] and
//     [Int] read where the bytes that are expected stand.
//   - Append* take an [Encoder] and append a value; they return nil on failure, and
//     then the Encoder knows why.
//   - Read* take a [Decoder] and an offset, read the value there into a variable, and
//     return the offset after it, or -1 on failure, and then the Decoder knows why.
//   - *Value are reads that return the value, for elements of maps.
//
// Every function checks where it loads and stores: anybody may call it. Nothing in
// the import graph uses reflect, so that programs with generated code stay small.
package beverun
