// Scalars as text, for the keys of maps.

package msgp

import (
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
)

// AutoShim makes text of scalars and scalars of text: what generated code calls for the
// keys of maps that are not text, under the directive maps autoshim. Text that does not spell
// such a scalar is an error.
type AutoShim struct{}

// errShim: text that is not the scalar it should be.
var errShim error = &failure{"msgp: text is not a value of the type of the key", fault.ErrMismatch, true}

func shimInt[T ~int | ~int8 | ~int16 | ~int32 | ~int64](s string, bits int) (T, error) {
	v, err := strconv.ParseInt(s, 10, bits)
	if err != nil {
		return 0, errShim
	}
	return T(v), nil
}

func shimUint[T ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64](s string, bits int) (T, error) {
	v, err := strconv.ParseUint(s, 10, bits)
	if err != nil {
		return 0, errShim
	}
	return T(v), nil
}

// ParseInt reads an int in decimal.
func (AutoShim) ParseInt(s string) (int, error) { return shimInt[int](s, strconv.IntSize) }

// ParseInt8 reads an int8 in decimal.
func (AutoShim) ParseInt8(s string) (int8, error) { return shimInt[int8](s, 8) }

// ParseInt16 reads an int16 in decimal.
func (AutoShim) ParseInt16(s string) (int16, error) { return shimInt[int16](s, 16) }

// ParseInt32 reads an int32 in decimal.
func (AutoShim) ParseInt32(s string) (int32, error) { return shimInt[int32](s, 32) }

// ParseInt64 reads an int64 in decimal.
func (AutoShim) ParseInt64(s string) (int64, error) { return shimInt[int64](s, 64) }

// ParseUint reads a uint in decimal.
func (AutoShim) ParseUint(s string) (uint, error) { return shimUint[uint](s, strconv.IntSize) }

// ParseUint8 reads a uint8 in decimal.
func (AutoShim) ParseUint8(s string) (uint8, error) { return shimUint[uint8](s, 8) }

// ParseUint16 reads a uint16 in decimal.
func (AutoShim) ParseUint16(s string) (uint16, error) { return shimUint[uint16](s, 16) }

// ParseUint32 reads a uint32 in decimal.
func (AutoShim) ParseUint32(s string) (uint32, error) { return shimUint[uint32](s, 32) }

// ParseUint64 reads a uint64 in decimal.
func (AutoShim) ParseUint64(s string) (uint64, error) { return shimUint[uint64](s, 64) }

// ParseByte reads a byte in decimal.
func (AutoShim) ParseByte(s string) (byte, error) { return shimUint[byte](s, 8) }

// ParseBool reads what strconv.ParseBool takes.
func (AutoShim) ParseBool(s string) (bool, error) {
	v, err := strconv.ParseBool(s)
	if err != nil {
		return false, errShim
	}
	return v, nil
}

// ParseFloat64 reads a float64.
func (AutoShim) ParseFloat64(s string) (float64, error) {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0, errShim
	}
	return v, nil
}

// ParseFloat32 reads a float32.
func (AutoShim) ParseFloat32(s string) (float32, error) {
	v, err := strconv.ParseFloat(s, 32)
	if err != nil {
		return 0, errShim
	}
	return float32(v), nil
}

// IntString returns v in decimal.
func (AutoShim) IntString(v int) string { return strconv.Itoa(v) }

// Int8String returns v in decimal.
func (AutoShim) Int8String(v int8) string { return strconv.Itoa(int(v)) }

// Int16String returns v in decimal.
func (AutoShim) Int16String(v int16) string { return strconv.Itoa(int(v)) }

// Int32String returns v in decimal.
func (AutoShim) Int32String(v int32) string { return strconv.Itoa(int(v)) }

// Int64String returns v in decimal.
func (AutoShim) Int64String(v int64) string { return strconv.FormatInt(v, 10) }

// UintString returns v in decimal.
func (AutoShim) UintString(v uint) string { return strconv.FormatUint(uint64(v), 10) }

// Uint8String returns v in decimal.
func (AutoShim) Uint8String(v uint8) string { return strconv.Itoa(int(v)) }

// Uint16String returns v in decimal.
func (AutoShim) Uint16String(v uint16) string { return strconv.Itoa(int(v)) }

// Uint32String returns v in decimal.
func (AutoShim) Uint32String(v uint32) string { return strconv.FormatUint(uint64(v), 10) }

// Uint64String returns v in decimal.
func (AutoShim) Uint64String(v uint64) string { return strconv.FormatUint(v, 10) }

// ByteString returns v in decimal.
func (AutoShim) ByteString(v byte) string { return strconv.Itoa(int(v)) }

// BoolString returns "true" or "false".
func (AutoShim) BoolString(v bool) string { return strconv.FormatBool(v) }

// Float64String returns the shortest text that is read as v again.
func (AutoShim) Float64String(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// Float32String returns the shortest text that is read as v again.
func (AutoShim) Float32String(v float32) string { return strconv.FormatFloat(float64(v), 'g', -1, 32) }
