// Package wire is BEVE's bytes without reflection and without state: headers, sizes,
// and functions that append, read, skip and validate every construct of the format.
//
// The engine, generated code, lazy views and the JSON translator are made of it, and it
// is the one home of every fact of the wire. Nothing in its import graph uses reflect,
// so that programs which need only this stay small.
//
// Names say what a function does with a construct, and then which one it is:
//
//   - AppendX adds X to a byte slice and returns it, as append does. AppendInt,
//     AppendUint take the narrowest width; [AppendNumber] and [AppendNumbers] take that
//     of the Go type.
//   - ReadX takes the input and an offset and returns the value, or of a container the
//     number of its elements, and the offset after it. A failed read returns a
//     *[DecodeError] with the offset of what is wrong.
//   - ViewX is a read whose result aliases the input instead of copying it; the result
//     is valid as long as the input's bytes are left alone.
//   - HeaderX is the first byte of X, and KindX what headers of all widths of X have in
//     common.
//   - [Skip] and [Validate] walk over one whole value of any kind; [Scanner] does over
//     one that is still growing.
//
// Text is what has a SIZE and no header: a key, an element of a string array. A String
// is a value. Names that end in Start, and those of containers, append what stands
// before the elements, which must follow; the caller keeps the counts true:
//
//	b := wire.AppendObject(nil, 2)
//	b = wire.AppendText(b, "id")
//	b = wire.AppendUint(b, 7)
//	b = wire.AppendText(b, "samples")
//	b = wire.AppendNumbers(b, []float64{1.5, 2.5})
//
// A SIZE is trusted only as far as the remaining bytes can hold that many values, so no
// function here allocates in proportion to a length that the input merely claims.
//
// Package scalar has the values that Go has no type for. Package beverun has the functions
// that code written by bevegen calls.
package wire
