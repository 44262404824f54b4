// Booleans, numbers, strings, and the types that are known by name.

package json

import (
	"encoding/base64"
	"fmt"
	"reflect"
	"strconv"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/iso8601"
)

// scalarDecoder returns how a kind without parts is read, or nil.
func scalarDecoder(t reflect.Type) readFunc {
	switch t.Kind() {
	case reflect.Bool:
		return func(d *decodeState, i int, p mem.Pointer) int { return d.bool(i, p, t) }
	case reflect.Int:
		return readInt[int](t)
	case reflect.Int8:
		return readInt[int8](t)
	case reflect.Int16:
		return readInt[int16](t)
	case reflect.Int32:
		return readInt[int32](t)
	case reflect.Int64:
		return readInt[int64](t)
	case reflect.Uint:
		return readUint[uint](t)
	case reflect.Uint8:
		return readUint[uint8](t)
	case reflect.Uint16:
		return readUint[uint16](t)
	case reflect.Uint32:
		return readUint[uint32](t)
	case reflect.Uint64:
		return readUint[uint64](t)
	case reflect.Uintptr:
		return readUint[uintptr](t)
	case reflect.Float32:
		return func(d *decodeState, i int, p mem.Pointer) int { return d.float32(i, p, t) }
	case reflect.Float64:
		return func(d *decodeState, i int, p mem.Pointer) int { return d.float64(i, p, t) }
	case reflect.String:
		return func(d *decodeState, i int, p mem.Pointer) int { return d.str(i, p, t) }
	}
	return nil
}

// word passes a literal at i.
func (d *decodeState) word(i int, word string) int {
	if len(d.src)-i < len(word) || string(d.src[i:i+len(word)]) != word {
		return d.syntax()
	}
	return i + len(word)
}

func (d *decodeState) bool(i int, p mem.Pointer, t reflect.Type) int {
	switch d.src[i] {
	case 't':
		if i = d.word(i, "true"); i > 0 {
			*mem.Ref[bool](p) = true
		}
		return i
	case 'f':
		if i = d.word(i, "false"); i > 0 {
			*mem.Ref[bool](p) = false
		}
		return i
	}
	return d.mismatch(i, t)
}

func (d *decodeState) str(i int, p mem.Pointer, t reflect.Type) int {
	if d.src[i] != '"' {
		return d.mismatch(i, t)
	}
	if d.flags&DontCopyString == 0 {
		if s, next := d.copied(i); next > 0 {
			*mem.Ref[string](p) = s
			return next
		}
	}
	s, next := d.uncopied(i)
	if next > 0 {
		*mem.Ref[string](p) = s
	}
	return next
}

// digits reads the digits of an integer at i, up to as many as a uint64 is sure to
// hold; next is -1 where they do not make up a whole number of JSON.
func digits(b []byte, i int) (v uint64, next int) {
	start := i
	for i < len(b) && b[i]-'0' <= 9 {
		v = v*10 + uint64(b[i]-'0')
		i++
	}
	n := i - start
	if n == 0 || n > 18 || b[start] == '0' && n > 1 || i < len(b) && (b[i] == '.' || b[i]|0x20 == 'e') {
		return 0, -1
	}
	return v, i
}

// integer is digits with a sign.
func integer(b []byte, i int) (v int64, next int) {
	if b[i] != '-' {
		u, next := digits(b, i)
		return int64(u), next
	}
	u, next := digits(b, i+1)
	return -int64(u), next
}

func readInt[T int | int8 | int16 | int32 | int64](t reflect.Type) readFunc {
	return func(d *decodeState, i int, p mem.Pointer) int {
		if n, next := integer(d.src, i); next > 0 && int64(T(n)) == n {
			*mem.Ref[T](p) = T(n)
			return next
		}
		return d.rareNumber(i, t, func(literal string) bool {
			n, err := strconv.ParseInt(literal, 10, 64)
			if err != nil || int64(T(n)) != n {
				return false
			}
			*mem.Ref[T](p) = T(n)
			return true
		})
	}
}

func readUint[T uint | uint8 | uint16 | uint32 | uint64 | uintptr](t reflect.Type) readFunc {
	return func(d *decodeState, i int, p mem.Pointer) int {
		if v, next := digits(d.src, i); next > 0 && uint64(T(v)) == v {
			*mem.Ref[T](p) = T(v)
			return next
		}
		return d.rareNumber(i, t, func(literal string) bool {
			n, err := strconv.ParseUint(literal, 10, 64)
			if err != nil || uint64(T(n)) != n {
				return false
			}
			*mem.Ref[T](p) = T(n)
			return true
		})
	}
}

// rareNumber reads what is at i with the functions of the standard library if it
// is a number; store reports whether it fits.
func (d *decodeState) rareNumber(i int, t reflect.Type, store func(literal string) bool) int {
	if c := d.src[i]; c != '-' && c-'0' > 9 {
		if c == '"' && d.parsesDurations(t) {
			return d.duration(i, t, store)
		}
		return d.mismatch(i, t)
	}
	next := jsontext.SkipNumber(d.src, i)
	if next < 0 {
		return d.syntax()
	}
	if literal := string(d.src[i:next]); !store(literal) {
		d.typeError("number "+shown(literal), t, next)
	}
	return next
}

// parsesDurations reports whether text goes into a t because that is a duration.
func (d *decodeState) parsesDurations(t reflect.Type) bool {
	return t == durationType && d.flags&ParseDurations != 0
}

// duration reads a string that holds a duration; store takes the number of its nanoseconds.
func (d *decodeState) duration(i int, t reflect.Type, store func(literal string) bool) int {
	text, next := d.text(i)
	if next < 0 {
		return -1
	}
	v, err := time.ParseDuration(string(text))
	if err != nil || !store(strconv.FormatInt(int64(v), 10)) {
		d.typeError("string "+fault.QuoteShort(text), t, next)
	}
	return next
}

func (d *decodeState) float64(i int, p mem.Pointer, t reflect.Type) int {
	if f, next := jsontext.ParseFloat(d.src, i); next > 0 {
		*mem.Ref[float64](p) = f
		return next
	}
	return d.rareNumber(i, t, func(literal string) bool {
		f, err := strconv.ParseFloat(literal, 64)
		if err == nil {
			*mem.Ref[float64](p) = f
		}
		return err == nil
	})
}

func (d *decodeState) float32(i int, p mem.Pointer, t reflect.Type) int {
	return d.rareNumber(i, t, func(literal string) bool {
		f, err := strconv.ParseFloat(literal, 32)
		if err == nil {
			*mem.Ref[float32](p) = float32(f)
		}
		return err == nil
	})
}

// knownDecoder fills k for a type that is known by name.
func knownDecoder(k *decoder) bool {
	switch k.typ {
	case numberType:
		k.read = readNumber
	case rawMessageType:
		k.read = readRaw
	case timeType:
		k.read = readTime
	default:
		return false
	}
	return true
}

func readNumber(d *decodeState, i int, p mem.Pointer) int {
	switch c := d.src[i]; {
	case c == '"':
		text, next := d.text(i)
		if next < 0 {
			return -1
		}
		if !isNumber(mem.String(text)) {
			return d.fail(fmt.Errorf("json: invalid number literal, trying to unmarshal %s into Number", fault.QuoteIn(d.src[i:next], maxShownPath)), next)
		}
		*mem.Ref[string](p) = d.string(text)
		return next
	case c == '-' || c-'0' <= 9:
		next := jsontext.SkipNumber(d.src, i)
		if next < 0 {
			return d.syntax()
		}
		*mem.Ref[string](p) = d.literal(i, next)
		return next
	}
	return d.mismatch(i, numberType)
}

// literal returns the number between two offsets as text.
func (d *decodeState) literal(i, next int) string {
	if d.flags&DontCopyNumber != 0 {
		return mem.String(d.src[i:next])
	}
	return d.string(d.src[i:next])
}

func readRaw(d *decodeState, i int, p mem.Pointer) int {
	next := d.skip(i)
	if next < 0 {
		return -1
	}
	raw := mem.Ref[RawMessage](p)
	if d.flags&DontCopyRawMessage != 0 {
		*raw = d.src[i:next:next]
	} else {
		*raw = append((*raw)[:0], d.src[i:next]...)
	}
	return next
}

func readTime(d *decodeState, i int, p mem.Pointer) int {
	if d.src[i] == 'n' {
		return d.mismatch(i, timeType)
	}
	next := d.skip(i)
	if next < 0 {
		return -1
	}
	t := mem.Ref[time.Time](p)
	if d.src[i] == '"' {
		text := d.src[i+1 : next-1]
		if parsed, err := iso8601.ParseBytes(text); err == nil && plainZone(text) {
			*t = parsed
			return next
		}
	}
	// The other forms that the standard library takes, and its errors.
	if err := t.UnmarshalJSON(d.src[i:next]); err != nil {
		if e, ok := err.(*time.ParseError); ok && len(e.Value) > maxShownTime && len(e.Error()) > fault.MaxText {
			e.Value, e.ValueElem, e.Message = fault.Piece(e.Value, maxShownTime), fault.Piece(e.ValueElem, maxShownTime), fault.Piece(e.Message, maxShownTime)
		}
		return d.fail(err, next)
	}
	return next
}

// plainZone reports whether the zone of a time stamp is within 23:59, as
// time.Time.UnmarshalJSON asks for; time.Parse takes up to 24:60.
func plainZone(stamp []byte) bool {
	n := len(stamp)
	return stamp[n-1] == 'Z' || stamp[n-2] < '6' && (stamp[n-5] < '2' || stamp[n-4] < '4')
}

// readBytes reads base64 into a slice of bytes.
func (d *decodeState) readBytes(i int, p mem.Pointer) int {
	text, next := d.text(i)
	if next < 0 {
		return -1
	}
	b := make([]byte, base64.StdEncoding.DecodedLen(len(text)))
	n, err := base64.StdEncoding.Decode(b, text)
	if err != nil {
		d.save(err, next)
		return next
	}
	*mem.Ref[[]byte](p) = b[:n]
	return next
}
