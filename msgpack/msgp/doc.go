// Package msgp reads and writes MessagePack value by value. It is what generated code
// calls, and what a program calls that knows its data better than a generator does.
//
// There are four families, with the same verbs. Append functions write to the end of a
// slice and functions that end in Bytes read from the start of one; [Writer] and
// [Reader] do the same on streams. A reading function of a slice returns what is left
// of it; on failure it returns the slice as it was, so that what is left says where
// the failure is.
//
//	b = msgp.AppendMapHeader(b, 1)
//	b = msgp.AppendString(b, "id")
//	b = msgp.AppendInt64(b, 7)
//
// # Numbers
//
// An integer is written in the shortest form of its family: signed forms for signed
// types, unsigned forms for unsigned ones. Readers take every form of either family
// that fits their type. A float64 is read from a float 32 too; a float32 is read from
// a float 64 that it holds exactly. Integers and floats are kept apart.
//
// # Extensions
//
// Complex numbers are the extensions 3 and 4, times the extension 5, as ZebraPack and
// msgp have them. A time is also read from extension -1, the timestamp of MessagePack,
// which AppendTimeExt writes. [RegisterExtension] makes other codes known.
//
// # Limits
//
// A length is trusted only as far as the remaining bytes can hold that many values.
// [Limits] bounds recursion and what a Reader buffers.
//
// Package reflect is used only for the values of interfaces.
package msgp
