// Package wire is BEVE's bytes without reflection: headers, sizes, and functions
// that append, read, skip and validate every construct of the format.
//
// It is what the engine, generated code, lazy views and the JSON translator are
// made of, and it is the one home of every fact of the wire. Nothing in its
// import graph uses reflect, so that programs which need only this stay small.
//
// The functions come in families:
//
//   - Append* add one construct to a byte slice and return it, as append does.
//   - Read* take the input and an offset and return a value and the offset after
//     it. A failed read returns a *[DecodeError] with the offset of what is wrong.
//   - View* are reads whose result aliases the input instead of copying it; the
//     result is valid as long as the input's bytes are left alone.
//   - [Skip], [Valid], [Validate] and [Scanner] walk whole values.
//   - [Decoder] and [Encoder] with what takes one of them, and Put*, [Match] and
//     Load*, are for code that bevegen writes. Programs make a Decoder to choose
//     limits, to alias the input, or to read a stream by such code.
//
// A SIZE is never believed further than the bytes that are left can pay for it,
// so no function here allocates in proportion to what input merely claims.
// Composite values are written piece by piece; the caller keeps the counts true:
//
//	b := wire.AppendObject(nil, 2)
//	b = wire.AppendText(b, "id")
//	b = wire.AppendUint(b, 7)
//	b = wire.AppendText(b, "samples")
//	b = wire.AppendNumbers(b, []float64{1.5, 2.5})
package wire
