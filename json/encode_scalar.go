// Booleans, numbers, strings, and the types that are known by name.

package json

import (
	"encoding/base64"
	"errors"
	"math"
	"reflect"
	"strconv"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/iso8601"
)

var (
	float64Type    = reflect.TypeFor[float64]()
	numberType     = reflect.TypeFor[Number]()
	rawMessageType = reflect.TypeFor[RawMessage]()
	durationType   = reflect.TypeFor[time.Duration]()
	timeType       = reflect.TypeFor[time.Time]()
)

func appendInt[T ~int | ~int8 | ~int16 | ~int32 | ~int64](_ *encodeState, dst []byte, p mem.Pointer) []byte {
	return jsontext.AppendInt(dst, int64(*mem.Ref[T](p)))
}

func appendUint[T ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr](_ *encodeState, dst []byte, p mem.Pointer) []byte {
	return jsontext.AppendUint(dst, uint64(*mem.Ref[T](p)))
}

// scalarEncoder returns how a kind without parts is written, or nil.
func scalarEncoder(k reflect.Kind) appendFunc {
	switch k {
	case reflect.Bool:
		return func(_ *encodeState, dst []byte, p mem.Pointer) []byte {
			return jsontext.AppendBool(dst, *mem.Ref[bool](p))
		}
	case reflect.Int:
		return appendInt[int]
	case reflect.Int8:
		return appendInt[int8]
	case reflect.Int16:
		return appendInt[int16]
	case reflect.Int32:
		return appendInt[int32]
	case reflect.Int64:
		return appendInt[int64]
	case reflect.Uint:
		return appendUint[uint]
	case reflect.Uint8:
		return appendUint[uint8]
	case reflect.Uint16:
		return appendUint[uint16]
	case reflect.Uint32:
		return appendUint[uint32]
	case reflect.Uint64:
		return appendUint[uint64]
	case reflect.Uintptr:
		return appendUint[uintptr]
	case reflect.Float32:
		return appendFloat32
	case reflect.Float64:
		return appendFloat64
	case reflect.String:
		return func(e *encodeState, dst []byte, p mem.Pointer) []byte { return e.quote(dst, *mem.Ref[string](p)) }
	}
	return nil
}

func (e *encodeState) quote(dst []byte, s string) []byte {
	return jsontext.AppendQuoted(dst, s, e.html)
}

func appendFloat64(e *encodeState, dst []byte, p mem.Pointer) []byte {
	return e.float64(dst, *mem.Ref[float64](p))
}

// appendUnquoted writes a string after its first quote.
func appendUnquoted(e *encodeState, dst []byte, p mem.Pointer) []byte {
	return jsontext.AppendUnquoted(dst, *mem.Ref[string](p), e.html)
}

func (e *encodeState) float64(dst []byte, f float64) []byte {
	if f-f != 0 { // infinite or not a number
		return e.notFinite(dst, reflect.ValueOf(f), f, 64)
	}
	return jsontext.AppendFloat64(dst, f)
}

func appendFloat32(e *encodeState, dst []byte, p mem.Pointer) []byte {
	f := *mem.Ref[float32](p)
	if wide := float64(f); math.IsInf(wide, 0) || math.IsNaN(wide) {
		return e.notFinite(dst, reflect.ValueOf(f), wide, 32)
	}
	return jsontext.AppendFloat32(dst, f)
}

func (e *encodeState) notFinite(dst []byte, v reflect.Value, f float64, bits int) []byte {
	return e.fail(dst, &UnsupportedValueError{Value: v, Str: strconv.FormatFloat(f, 'g', -1, bits)})
}

// knownEncoder fills k for a type that is known by name.
func knownEncoder(k *encoder) bool {
	switch k.typ {
	case numberType:
		k.append = appendNumber
	case rawMessageType:
		k.append = appendRaw
	case timeType:
		slow := marshalValue(timeType)
		k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte { return appendTime(e, dst, p, slow) }
	default:
		return false
	}
	return true
}

func appendNumber(e *encodeState, dst []byte, p mem.Pointer) []byte {
	n := *mem.Ref[string](p)
	if n == "" {
		n = "0" // the zero Number
	}
	if !isNumber(n) {
		return e.fail(dst, errors.New("json: invalid number literal "+fault.QuoteIn(string(n), maxShownPath)))
	}
	return append(dst, n...)
}

// isNumber reports whether s is a number of JSON.
func isNumber(s string) bool { return jsontext.SkipNumber(mem.Bytes(s), 0) == len(s) }

func appendRaw(e *encodeState, dst []byte, p mem.Pointer) []byte {
	raw := *mem.Ref[RawMessage](p)
	if raw == nil {
		return append(dst, "null"...)
	}
	if e.trust {
		return append(dst, raw...)
	}
	return e.compact(dst, raw, rawMessageType)
}

// compact writes what MarshalJSON of type t returned.
func (e *encodeState) compact(dst, raw []byte, t reflect.Type) []byte {
	if !Valid(raw) {
		return e.fail(dst, &MarshalerError{Type: t, Err: compactError(raw)})
	}
	return jsontext.AppendCompact(dst, raw, e.html)
}

// The times that are written without asking: within the years 1 and 9998 in UTC,
// in zones of whole minutes.
const (
	firstTime = -62135596800
	lastTime  = 253370764800
)

func appendTime(e *encodeState, dst []byte, p mem.Pointer, slow appendFunc) []byte {
	t := mem.Ref[time.Time](p)
	if s := t.Unix(); s < firstTime+86400 || s >= lastTime {
		return slow(e, dst, p)
	}
	if t.Location() != time.UTC {
		if _, offset := t.Zone(); offset%60 != 0 || offset <= -86400 || offset >= 86400 {
			return slow(e, dst, p)
		}
	}
	return append(iso8601.AppendTime(append(dst, '"'), *t), '"')
}

// appendDuration writes what time.ParseDuration reads. None of it has to be escaped.
func appendDuration(_ *encodeState, dst []byte, p mem.Pointer) []byte {
	return append(append(append(dst, '"'), mem.Ref[time.Duration](p).String()...), '"')
}

func appendBytes(_ *encodeState, dst []byte, p mem.Pointer) []byte {
	b := *mem.Ref[[]byte](p)
	if b == nil {
		return append(dst, "null"...)
	}
	return append(base64.StdEncoding.AppendEncode(append(dst, '"'), b), '"')
}

// quotedEncoder returns how k is written under the option string: numbers and
// booleans in quotes, strings quoted twice, nil pointers as they are, and nothing
// changes for types with methods.
func (c encoderCompiler) quotedEncoder(k *encoder) *encoder {
	q := &encoder{typ: k.typ}
	switch {
	case k.typ == numberType:
		q.append = quotes(appendNumber)
	case k.elem != nil:
		q.elem = c.quotedEncoder(k.elem)
		q.append = q.appendPointer
	case k.kind == reflect.String:
		q.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
			inner := e.quote(nil, *mem.Ref[string](p))
			return jsontext.AppendQuoted(dst, mem.String(inner), false)
		}
	case k.kind != reflect.Invalid:
		q.append = quotes(k.append)
	default:
		return k
	}
	return q
}

func quotes(inner appendFunc) appendFunc {
	return func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		return append(inner(e, append(dst, '"'), p), '"')
	}
}
