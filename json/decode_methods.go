// Types that read themselves, and the option string.

package json

import (
	"bytes"
	"encoding"
	"fmt"
	"math/big"
	"math/bits"
	"reflect"
	"slices"
	"strconv"
	"time"

	"github.com/beve-org/beve-go/internal/carried"
	"github.com/beve-org/beve-go/internal/costly"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/plan"
)

// unmarshalAt calls UnmarshalJSON on the address of a variable.
func unmarshalAt(t reflect.Type) readFunc {
	kind, never := costly.OfJSON(t), neverNull(t)
	return func(d *decodeState, i int, p mem.Pointer) int {
		if never && d.src[i] == 'n' {
			return d.mismatch(i, t)
		}
		next := d.skip(i)
		if next < 0 {
			return -1
		}
		if err := d.unmarshalJSON(kind, reflect.NewAt(t, p.Unsafe()).Interface().(Unmarshaler), d.src[i:next:next]); err != nil {
			return d.fail(err, next)
		}
		return next
	}
}

// neverNull reports whether t reads JSON by a method for which null is nothing: one of this library or of the standard
// library. What methods of the user's make of null they know.
func neverNull(t reflect.Type) bool {
	return t == timeType || plan.Scalar(t) || costly.OfJSON(t) != costly.Cheap
}

// unmarshalJSON calls a method of a type of that kind.
func (d *decodeState) unmarshalJSON(kind costly.Kind, v Unmarshaler, text []byte) error {
	if kind == costly.Int && len(text) > costly.MostDigits {
		if z, ok := v.(*big.Int); ok && setLong(z, text) {
			return nil
		}
	}
	if err := d.bounded.Admit(kind, text, len(d.src)); err != nil {
		return err
	}
	return costly.Short(kind, v.UnmarshalJSON(text))
}

// mostLong is how many digits an integer may have. encoding/json takes any, and the square of their time.
const mostLong = 1_000_000

// setLong sets z to a number of many digits, unless it has a fraction or too many. Halves are multiplied, which takes much
// less time than digit after digit.
func setLong(z *big.Int, text []byte) bool {
	digits := bytes.TrimPrefix(text, []byte{'-'})
	if digits[0] == '0' || len(digits) > mostLong || slices.ContainsFunc(digits, func(c byte) bool { return c-'0' > 9 }) {
		return false
	}
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(costly.MostDigits), nil)
	powers := []*big.Int{power}
	for n := 2 * costly.MostDigits; n < len(digits); n *= 2 {
		power = new(big.Int).Mul(power, power)
		powers = append(powers, power)
	}
	z.Set(long(digits, powers))
	if len(digits) < len(text) {
		z.Neg(z)
	}
	return true
}

// long returns the number that digits are; powers are those of ten by the number of digits of a half.
func long(digits []byte, powers []*big.Int) *big.Int {
	if len(digits) <= costly.MostDigits {
		z, _ := new(big.Int).SetString(string(digits), 10)
		return z
	}
	half := bits.Len(uint(len(digits)-1)/costly.MostDigits) - 1
	at := len(digits) - costly.MostDigits<<half
	z := long(digits[:at], powers)
	z.Mul(z, powers[half])
	return z.Add(z, long(digits[at:], powers))
}

// readsBEVE reports whether a type is known to methods of BEVE alone, so that nothing would be read into it.
func readsBEVE(t reflect.Type) bool {
	_, read := plan.OnlyBEVE(t)
	return read == plan.BEVEMethod && !reflect.PointerTo(t).Implements(unmarshalerType) && !reflect.PointerTo(t).Implements(textUnmarshalerType)
}

// unmarshalCarried gives a method of BEVE what the JSON stands for.
func unmarshalCarried(t reflect.Type) readFunc {
	return func(d *decodeState, i int, p mem.Pointer) int {
		next := d.skip(i)
		if next < 0 {
			return -1
		}
		if err := carried.Reader(reflect.NewAt(t, p.Unsafe()).Interface()).UnmarshalJSON(d.src[i:next:next]); err != nil {
			return d.fail(err, next)
		}
		return next
	}
}

// unmarshalTextAt calls UnmarshalText on the address of a variable, for strings.
// Errors name the type outer.
func unmarshalTextAt(t, outer reflect.Type) readFunc {
	kind := costly.OfText(t)
	return func(d *decodeState, i int, p mem.Pointer) int {
		switch d.src[i] {
		case '"':
		case 'n':
			if !plan.Nilable(t) {
				return d.mismatch(i, outer)
			}
			if i = d.null(i); i > 0 {
				reflect.NewAt(t, p.Unsafe()).Elem().SetZero()
			}
			return i
		default:
			return d.mismatch(i, outer)
		}
		text, next := d.text(i)
		if next < 0 {
			return -1
		}
		// The method may decode with this package and may keep what it is given.
		text = slices.Clone(text)
		if err := d.bounded.Unmarshal(kind, reflect.NewAt(t, p.Unsafe()).Interface().(encoding.TextUnmarshaler), text, len(d.src)); err != nil {
			return d.fail(err, next)
		}
		return next
	}
}

// unquote reads a field with the option string: null, or a string that holds what
// goes into it.
func (d *decodeState) unquote(i int, p mem.Pointer, t reflect.Type) int {
	switch d.src[i] {
	case '"':
		text, next := d.text(i)
		if next < 0 || d.unquoted(slices.Clone(text), i, next, p, t) {
			return next
		}
		return -1
	case 'n':
		next := d.null(i)
		if next < 0 || d.unquoted([]byte("null"), i, next, p, t) {
			return next
		}
		return -1
	}
	next := d.skip(i)
	if next < 0 {
		return next
	}
	if c := d.src[i]; c == '-' || '0' <= c && c <= '9' {
		if _, _, ok := d.number(i); !ok { // of a number that no float64 holds encoding/json says so, and takes null
			if d.unquoted([]byte("null"), i, next, p, t) {
				return next
			}
			return -1
		}
	}
	d.save(fmt.Errorf("json: invalid use of ,string struct tag, trying to unmarshal unquoted value into %v", t), next)
	return next
}

// unquoted stores the text of the string between two offsets as if it stood without
// quotes. It reports false when d.err ends decoding.
func (d *decodeState) unquoted(text []byte, begin, end int, p mem.Pointer, t reflect.Type) bool {
	wrong := func() error {
		return fmt.Errorf("json: invalid use of ,string struct tag, trying to unmarshal %s into %v", fault.QuoteIn(text, maxShownPath), t)
	}
	if len(text) == 0 {
		d.save(wrong(), end)
		return true
	}
	null := text[0] == 'n'
	outer := t
	for first := true; ; first = false {
		// Methods come first; null sets the outermost pointer to nil.
		if t.Kind() == reflect.Pointer {
			if null {
				break
			}
			target := mem.Elem(p)
			if target.IsNil() {
				target = mem.From(reflect.New(t.Elem()).UnsafePointer())
				mem.SetElem(p, target)
			}
			p, t = target, t.Elem()
		} else if !first || t.Name() == "" {
			break
		}
		at := reflect.NewAt(t, p.Unsafe())
		if u, ok := at.Interface().(Unmarshaler); ok && t != numberType {
			if err := d.unmarshalJSON(costly.OfJSON(t), u, text); err != nil {
				return d.fail(err, end) >= 0
			}
			return true
		}
		if u, ok := at.Interface().(encoding.TextUnmarshaler); ok && !null {
			if text[0] != '"' {
				t = outer
				d.save(wrong(), end)
				return true
			}
			if jsontext.SkipString(text, 0) != len(text) {
				t = outer
				return d.fail(wrong(), end) >= 0
			}
			text = jsontext.AppendReplaced(nil, text[1:len(text)-1])
			if err := d.bounded.Unmarshal(costly.OfText(t), u, text, len(d.src)); err != nil {
				return d.fail(err, end) >= 0
			}
			return true
		}
		if t.Kind() != reflect.Pointer {
			break
		}
	}
	v := reflect.NewAt(t, p.Unsafe()).Elem()
	kind := t.Kind()
	switch c := text[0]; {
	case null:
		switch {
		case string(text) != "null":
			t = outerOf(outer, t)
			d.save(wrong(), end)
		case plan.Nilable(t):
			v.SetZero()
		default:
			d.nullFor(t, begin, end)
		}
	case c == 't' || c == 'f':
		if kind != reflect.Bool || string(text) != "true" && string(text) != "false" {
			t = outerOf(outer, t)
			d.save(wrong(), end)
		} else {
			v.SetBool(c == 't')
		}
	case c == '"':
		if jsontext.SkipString(text, 0) != len(text) {
			t = outerOf(outer, t)
			return d.fail(wrong(), end) >= 0
		}
		s := string(jsontext.AppendReplaced(nil, text[1:len(text)-1]))
		switch {
		case d.parsesDurations(t): // in quotes within the quotes, as segmentio's package has it
			return d.unquotedNumber(s, end, v, wrong)
		case kind != reflect.String:
			d.typeError("string", t, end)
		case t == numberType && !isNumber(s):
			return d.fail(fmt.Errorf("json: invalid number literal, trying to unmarshal %s into Number", fault.QuoteIn(text, maxShownPath)), end) >= 0
		default:
			v.SetString(s)
		}
	case c != '-' && c-'0' > 9:
		return d.fail(wrong(), end) >= 0
	default:
		return d.unquotedNumber(string(text), end, v, wrong)
	}
	return true
}

// outerOf returns the type that errors about the option string name.
func outerOf(_, inner reflect.Type) reflect.Type { return inner }

func (d *decodeState) unquotedNumber(s string, end int, v reflect.Value, wrong func() error) bool {
	fits := false
	switch v.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil && d.parsesDurations(v.Type()) {
			var long time.Duration
			long, err = time.ParseDuration(s)
			n = int64(long)
		}
		if fits = err == nil && !v.OverflowInt(n); fits {
			v.SetInt(n)
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		n, err := strconv.ParseUint(s, 10, 64)
		if fits = err == nil && !v.OverflowUint(n); fits {
			v.SetUint(n)
		}
	case reflect.Float32, reflect.Float64:
		n, err := strconv.ParseFloat(s, v.Type().Bits())
		if fits = err == nil && !v.OverflowFloat(n); fits {
			v.SetFloat(n)
		}
	default:
		if v.Type() == numberType {
			v.SetString(s)
			return true
		}
		return d.fail(wrong(), end) >= 0
	}
	if !fits {
		d.typeError("number "+shown(s), v.Type(), end)
	}
	return true
}
