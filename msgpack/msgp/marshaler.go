// Values that say themselves what bytes or text they are, and numbers of JSON.

package msgp

import (
	"encoding"
	"encoding/json"
	"math"
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
)

// Sizes assumed for values whose methods make their bytes: their lengths are not known.
const (
	BinaryMarshalerSize     = BytesPrefixSize + 32
	BinaryAppenderSize      = BytesPrefixSize + 32
	TextMarshalerBinSize    = BytesPrefixSize + 32
	TextAppenderBinSize     = BytesPrefixSize + 32
	TextMarshalerStringSize = StringPrefixSize + 32
	TextAppenderStringSize  = StringPrefixSize + 32
	JSONNumberSize          = Int64Size
)

// AppendBytesTwoPrefixed makes a bin of the last sz bytes of b, before which there are
// two bytes of room for its head. A longer head moves them.
func AppendBytesTwoPrefixed(b []byte, sz int) []byte {
	return putHead(b, sz, AppendBytesHeader)
}

// AppendBytesStringTwoPrefixed makes a str of the last sz bytes of b, before which there
// are two bytes of room for its head. Another head than one of two bytes moves them.
func AppendBytesStringTwoPrefixed(b []byte, sz int) []byte {
	return putHead(b, sz, AppendStringHeader)
}

// putHead puts a head before the last n bytes of b, over the two that are there.
func putHead(b []byte, n int, head func([]byte, uint32) []byte) []byte {
	const room = 2
	start := len(b) - n - room
	var space [StringPrefixSize]byte
	h := head(space[:0], size(n))
	if more := len(h) - room; more != 0 {
		if more > 0 {
			b = append(b, space[:more]...)
		}
		copy(b[start+len(h):], b[start+room:start+room+n])
		b = b[:start+len(h)+n]
	}
	copy(b[start:], h)
	return b
}

// appended appends what a method appends, under the head of a bin or str.
func appended(b []byte, method func([]byte) ([]byte, error), head func([]byte, int) []byte) ([]byte, error) {
	start := len(b) + 2
	o, err := method(append(b, 0, 0))
	switch {
	case err != nil:
		return b, err
	case len(o) < start:
		return b, errShorter
	}
	return head(o, len(o)-start), nil
}

// errShorter: a method that should append has returned less than it was given.
var errShorter error = &failure{"msgp: a method that appends has returned less than it was given", fault.ErrUnsupported, true}

// WriteBinaryAppender writes what the method AppendBinary of v makes, as a bin.
func (m *Writer) WriteBinaryAppender(v encoding.BinaryAppender) error {
	return m.put(appended(m.room(BinaryAppenderSize), v.AppendBinary, AppendBytesTwoPrefixed))
}

// WriteTextAppender writes what the method AppendText of v makes, as a bin.
func (m *Writer) WriteTextAppender(v encoding.TextAppender) error {
	return m.put(appended(m.room(TextAppenderBinSize), v.AppendText, AppendBytesTwoPrefixed))
}

// WriteTextAppenderString writes what the method AppendText of v makes, as a str.
func (m *Writer) WriteTextAppenderString(v encoding.TextAppender) error {
	return m.put(appended(m.room(TextAppenderStringSize), v.AppendText, AppendBytesStringTwoPrefixed))
}

// ReadBinaryUnmarshal reads a bin into dst by its method UnmarshalBinary, which must copy
// what it keeps.
func (m *Reader) ReadBinaryUnmarshal(dst encoding.BinaryUnmarshaler) error {
	return m.readInto(ReadBytesZC, dst.UnmarshalBinary)
}

// ReadTextUnmarshal reads a bin into dst by its method UnmarshalText, which must copy
// what it keeps.
func (m *Reader) ReadTextUnmarshal(dst encoding.TextUnmarshaler) error {
	return m.readInto(ReadBytesZC, dst.UnmarshalText)
}

// ReadTextUnmarshalString reads a str into dst by its method UnmarshalText, which must
// copy what it keeps.
func (m *Reader) ReadTextUnmarshalString(dst encoding.TextUnmarshaler) error {
	return m.readInto(ReadStringZC, dst.UnmarshalText)
}

// readInto hands a bin or str to a method. It consumes the value even if the method fails.
func (m *Reader) readInto(read func([]byte) (v, o []byte, err error), method func([]byte) error) error {
	if err := m.within(); err != nil {
		return err
	}
	start := m.offset()
	v, err := readValue(m, read)
	if err != nil {
		return err
	}
	if err = method(v); err != nil {
		return &DecodeError{Offset: start, Err: err, Format: format}
	}
	return nil
}

// errJSONNumber: a json.Number that holds no number.
var errJSONNumber error = &failure{"msgp: json.Number is not a number", fault.ErrUnsupported, true}

// AppendJSONNumber appends n as an integer if it is one, in the shortest signed form or,
// beyond int64, unsigned form, else as a float as [AppendFloat] has it; an empty one is 0,
// as in JSON. Any other text that is not a number is an error.
func AppendJSONNumber(b []byte, n json.Number) ([]byte, error) {
	if n == "" {
		return AppendInt64(b, 0), nil
	}
	if v, err := strconv.ParseInt(string(n), 10, 64); err == nil {
		return AppendInt64(b, v), nil
	}
	if v, err := strconv.ParseUint(string(n), 10, 64); err == nil {
		return AppendUint64(b, v), nil
	}
	v, err := strconv.ParseFloat(string(n), 64)
	if err != nil {
		return b, errJSONNumber
	}
	return AppendFloat(b, v), nil
}

// WriteJSONNumber writes n as [AppendJSONNumber] does.
func (m *Writer) WriteJSONNumber(n json.Number) error {
	return m.put(AppendJSONNumber(m.room(JSONNumberSize), n))
}

// ReadJSONNumberBytes reads a number of any form as the text that JSON has for it; for
// infinities and NaN that is "+Inf", "-Inf" and "NaN", which JSON does not take.
func ReadJSONNumberBytes(b []byte) (n json.Number, o []byte, err error) {
	var text []byte
	switch NextType(b) {
	case IntType:
		var v int64
		v, o, err = ReadInt64Bytes(b)
		text = strconv.AppendInt(nil, v, 10)
	case UintType:
		var v uint64
		v, o, err = ReadUint64Bytes(b)
		text = strconv.AppendUint(nil, v, 10)
	case Float32Type:
		var v float32
		v, o, err = ReadFloat32Bytes(b)
		text = appendNumber(float64(v), 32)
	case Float64Type:
		var v float64
		v, o, err = ReadFloat64Bytes(b)
		text = appendNumber(v, 64)
	default:
		return "", b, badType(b, NumberType)
	}
	if err != nil {
		return "", b, err
	}
	return json.Number(text), o, nil
}

func appendNumber(f float64, bits int) []byte {
	switch {
	case math.IsNaN(f) || math.IsInf(f, 0):
		return strconv.AppendFloat(nil, f, 'g', -1, 64)
	case bits == 32:
		return jsontext.AppendFloat32(nil, float32(f))
	}
	return jsontext.AppendFloat64(nil, f)
}

// ReadJSONNumber reads a number as [ReadJSONNumberBytes] does.
func (m *Reader) ReadJSONNumber() (json.Number, error) { return readValue(m, ReadJSONNumberBytes) }
