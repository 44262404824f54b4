// Types that say what they are in JSON only: they are carried as the value that their
// JSON stands for.

package engine

import (
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/translator"
)

// The methods by which encoding/json knows types, without linking that package.
type (
	jsonMarshaler   interface{ MarshalJSON() ([]byte, error) }
	jsonUnmarshaler interface{ UnmarshalJSON([]byte) error }
)

var (
	jsonMarshalerType   = reflect.TypeFor[jsonMarshaler]()
	jsonUnmarshalerType = reflect.TypeFor[jsonUnmarshaler]()
)

// jsonAppend appends the value that the JSON of a type stands for.
func jsonAppend(k *codec) appendFunc {
	return func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		text, err := k.pointer(p).(jsonMarshaler).MarshalJSON()
		if err != nil {
			return e.fail(k.typ.String(), err)
		}
		if e.level >= e.limit {
			return e.fail(k.typ.String(), fault.ErrDepth)
		}
		out, err := translator.Options{Limits: translator.Limits{MaxDepth: e.limit - e.level}}.AppendBEVE(dst, text)
		if err != nil {
			return e.fail(k.typ.String(), &jsonError{err})
		}
		return out
	}
}

// jsonRead hands the value to UnmarshalJSON as the JSON that it stands for. What has
// none is an error.
func jsonRead(k *codec) readFunc {
	return func(d *decodeState, off int, p mem.Pointer) int {
		if d.tentative {
			return d.Fail(off, "", errMethod)
		}
		next, err := d.skip(off)
		if err != nil {
			return d.Fail(off, k.typ.String(), err)
		}
		o := translator.Options{NonFiniteError: true, LegacyTypeTag: d.typeTags, Limits: translator.Limits(d.limits)}
		text, err := o.ToJSON(d.src[off:next])
		if err != nil {
			return d.Fail(off, k.typ.String(), &jsonError{err})
		}
		if d.stale {
			k.zero(p)
		}
		if err := k.pointer(p).(jsonUnmarshaler).UnmarshalJSON(text); err != nil {
			return d.Fail(off, k.typ.String(), &jsonError{err})
		}
		return next
	}
}

// MarshalJSON returns the JSON text of the value that r holds, which package
// translator prints. NaN, the infinities and what else has no JSON are errors.
func (r Raw) MarshalJSON() ([]byte, error) {
	if len(r) == 0 {
		return []byte("null"), nil
	}
	return translator.Options{NonFiniteError: true}.ToJSON(r)
}

// UnmarshalJSON makes r the value that JSON text stands for.
func (r *Raw) UnmarshalJSON(text []byte) error {
	b, err := translator.AppendBEVE((*r)[:0:0], text)
	if err == nil {
		*r = b
	}
	return err
}

// jsonError is a failure in the JSON of a value: its place is one in that text, not in
// the message.
type jsonError struct{ err error }

func (e *jsonError) Error() string { return "as JSON: " + e.err.Error() }
func (e *jsonError) Unwrap() error { return e.err }
