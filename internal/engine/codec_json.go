// Types that say what they are in JSON only: they are carried as the value that their
// JSON stands for.

package engine

import (
	"github.com/beve-org/beve-go/internal/costly"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/plan"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/wire"
)

// jsonAppend appends the value that the JSON of a type stands for.
func jsonAppend(k *codec) appendFunc {
	return func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		text, err := plan.JSONOf(k.pointer(p).(plan.JSONMarshaler))
		if err != nil {
			return e.fail(k.typ.String(), err)
		}
		if e.level >= e.limit {
			return e.fail(k.typ.String(), fault.ErrDepth)
		}
		out, err := translator.Options{Limits: translator.Limits{MaxDepth: e.limit - e.level}}.AppendBEVE(dst, text)
		if err != nil {
			return e.fail(k.typ.String(), fault.InJSON(err))
		}
		return out
	}
}

// jsonRead hands the value to UnmarshalJSON as the JSON that it stands for. What has
// none is an error.
func jsonRead(k *codec) readFunc {
	kind := costly.OfJSON(k.typ)
	return func(d *decodeState, off int, p mem.Pointer) int {
		next := k.passed(d, off)
		if next < 0 {
			return -1
		}
		o := translator.Options{NonFiniteError: true, LegacyTypeTag: d.typeTags, Limits: translator.Limits(d.limits)}
		text, err := o.AppendJSON(d.asJSON[:0], d.src[off:next])
		if err != nil {
			return d.Fail(off, k.typ.String(), fault.InJSON(err))
		}
		d.asJSON = text[:0]
		// The names of a table are repeated in JSON, of which a message may not have more by many small tables
		// than by a large one. All else is at most 48 times as long, and that only as booleans.
		if extra := len(text) - 16*(next-off); extra > 0 && !d.budget.Repeat(extra, 1, int64(len(d.whole))) {
			return d.Fail(off, k.typ.String(), d.budget.Err())
		}
		text = text[:len(text):len(text)]
		if d.stale {
			k.zero(p)
		}
		if err := d.texts.Admit(kind, text, len(d.whole)); err != nil {
			return d.Fail(off, k.typ.String(), err)
		}
		if err := k.pointer(p).(plan.JSONUnmarshaler).UnmarshalJSON(text); err != nil {
			return d.Fail(off, k.typ.String(), fault.InJSON(err))
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

// MarshalBEVE returns r, and null if it is empty. It serves types that embed a Raw.
func (r Raw) MarshalBEVE() ([]byte, error) {
	if len(r) == 0 {
		return wire.AppendNull(nil), nil
	}
	return r, nil
}

// UnmarshalBEVE makes r a copy of data.
func (r *Raw) UnmarshalBEVE(data []byte) error {
	*r = append((*r)[:0:0], data...)
	return nil
}
