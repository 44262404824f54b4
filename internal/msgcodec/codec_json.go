// Types that say what they are in JSON only: they are carried as the value that their
// JSON stands for.

package msgcodec

import (
	"reflect"

	"github.com/beve-org/beve-go/internal/carried"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// appendJSONMethod appends the value that the JSON of a type stands for.
func (k *codec) appendJSONMethod(e *encodeState, dst []byte, p mem.Pointer) []byte {
	n := len(dst)
	out, err := msgp.AppendJSONMethod(dst, carried.Writer(k.pointer(p)))
	if err != nil {
		return e.fail(k.typ.String(), err)
	}
	return e.checked(out, n, k.typ.String())
}

// readJSONMethod hands a value to UnmarshalJSON as the JSON that it stands for. What has
// none is an error.
func (k *codec) readJSONMethod(d *decodeState, off int, p mem.Pointer) int {
	next := d.skip(off)
	if next < 0 {
		return -1
	}
	src := d.src[off:next:next]
	// Text that is not UTF-8 would be replaced.
	if err := (msgwire.ValidateOptions{UTF8: true, Limits: d.options.Limits}).Validate(src); err != nil {
		return d.FailMethod(off, k.typ.String(), err)
	}
	text, err := msgp.Raw(src).MarshalJSON()
	if err == nil {
		if err := d.texts.Admit(k.kind, text, len(d.src)-d.root); err != nil {
			return d.Fail(off, k.typ.String(), err)
		}
		err = carried.Reader(k.pointer(p)).UnmarshalJSON(text)
	}
	if err != nil {
		return d.Fail(off, k.typ.String(), fault.InJSON(err))
	}
	return next
}

// isJSONNumber reports whether t is encoding/json's Number, known by its name so that
// nobody links encoding/json for it.
func isJSONNumber(t reflect.Type) bool {
	return t.Kind() == reflect.String && t.Name() == "Number" && (t.PkgPath() == "encoding/json" || t.PkgPath() == "encoding/json/v2")
}

// appendJSONNumber appends the number that a text of JSON is.
func (k *codec) appendJSONNumber(e *encodeState, dst []byte, p mem.Pointer) []byte {
	out, err := msgp.AppendExactNumber(dst, *mem.Ref[string](p))
	if err != nil {
		return e.fail(k.typ.String(), err)
	}
	return out
}

// readJSONNumber reads a number as the text that JSON has for it, and a str that holds
// one.
func (k *codec) readJSONNumber(d *decodeState, off int, p mem.Pointer) int {
	if text, next := d.text(off); next >= 0 {
		if jsontext.SkipNumber(text, 0) != len(text) || len(text) == 0 {
			return d.Fail(off, k.typ.String(), fault.NoNumberText())
		}
		*mem.Ref[string](p) = d.string(text)
		return next
	}
	h, ok := d.head(off)
	switch {
	case !ok:
		return -1
	case h.Kind == msgwire.KindInt, h.Kind == msgwire.KindUint, h.Kind == msgwire.KindFloat32, h.Kind == msgwire.KindFloat64:
		text, err := msgp.Raw(d.src[off:h.Next:h.Next]).MarshalJSON()
		if err != nil {
			return d.Fail(off, k.typ.String(), fault.InJSON(err))
		}
		*mem.Ref[string](p) = d.string(text)
		return h.Next
	}
	return k.instead(d, off, p)
}
