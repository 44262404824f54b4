// Types of which something is declared: conversions and codecs of the user's, and the errors of these and of
// unions.

package json

import (
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/plan"
	"github.com/beve-org/beve-go/internal/typeset"
	"github.com/beve-org/beve-go/types"
)

// A declaredError is an error that encoding/json would not have, as about a type of which something is declared. It is of
// a kind that encoding/json has, which errors.As finds, and has a cause of its own.
type declaredError struct {
	kind  error
	cause error
	// placed says that the place is known, so that the text needs no more than the cause.
	placed bool
}

func (e *declaredError) Error() string {
	if e.placed {
		return e.cause.Error()
	}
	return fault.OneLine(e.kind.Error() + ": " + e.cause.Error())
}

func (e *declaredError) Unwrap() []error { return []error{e.kind, e.cause} }

// compileDeclared fills k for a type of which something is declared, and reports whether there is.
func (c encoderCompiler) compileDeclared(k *encoder) bool {
	d := typeset.Lookup(c.in.types, k.typ)
	switch {
	case d == nil:
		return false
	case d.Union != nil:
		d.Visit(encoderOfUnion{c, k})
	case d.Convert != nil:
		c.compileConversion(k, d.Convert)
	case d.Bytes[typeset.JSON] != nil:
		k.append = appendOwn(k.typ, d.Bytes[typeset.JSON])
	default:
		return false
	}
	k.nilIsNull = false
	return true
}

// maxTurns is how many conversions may stand within each other.
const maxTurns = 10_000

// compileConversion fills k for a type that is written as another.
func (c encoderCompiler) compileConversion(k *encoder, v *typeset.Conversion) {
	inner, t := c.compile(v.Inner, true), k.typ
	k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		q, err := v.To(p)
		// What it leads to may hold the same type again, without end.
		if e.turns++; e.turns > maxTurns {
			err = fault.ErrCycle
		}
		if err != nil {
			return e.fail(dst, &declaredError{kind: &MarshalerError{Type: t, Err: err}, cause: err})
		}
		dst = inner.append(e, dst, q)
		e.turns--
		return dst
	}
}

// appendOwn writes what a function of the user's appends, having checked it.
func appendOwn(t reflect.Type, b *typeset.Bytes) appendFunc {
	return func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		text, err := b.Append(e.own[:0], p)
		if err != nil {
			return e.fail(dst, &declaredError{kind: &MarshalerError{Type: t, Err: err}, cause: err})
		}
		if cap(text) <= keptBuffer {
			e.own = text[:0]
		}
		return e.compact(dst, text, t)
	}
}

// refuse fills k for a type that the declarations make no sense for.
func (k *encoder) refuse(cause error) {
	t := k.typ
	k.append = func(e *encodeState, dst []byte, _ mem.Pointer) []byte {
		return e.fail(dst, &declaredError{kind: &UnsupportedTypeError{Type: t}, cause: cause})
	}
}

// declares reports whether something is declared of t that says how it is read and written.
func declares(set *types.Set, t reflect.Type) bool {
	d := typeset.Lookup(set, t)
	return d != nil && (d.Union != nil || d.Convert != nil || d.Bytes[typeset.JSON] != nil)
}

// compileDeclared fills k for a type of which something is declared, and reports whether there is.
func (c decoderCompiler) compileDeclared(k *decoder) bool {
	d := typeset.Lookup(c.in.types, k.typ)
	switch {
	case d == nil:
		return false
	case d.Union != nil:
		d.Visit(decoderOfUnion{c, k})
	case d.Convert != nil:
		c.compileConversion(k, d.Convert)
	case d.Bytes[typeset.JSON] != nil:
		k.read = readOwn(k.typ, d.Bytes[typeset.JSON])
	default:
		return false
	}
	return true
}

// compileConversion fills k for a type that is read as another. As with types of their own kind null leaves the
// variable as it is, unless the other can be nil.
func (c decoderCompiler) compileConversion(k *decoder, v *typeset.Conversion) {
	if typeset.Endless(c.in.types, k.typ) {
		k.refuse(typeset.ErrEndless)
		return
	}
	inner, t := c.part(k, v.Inner, nil), k.typ
	nullable := c.takesNull(v.Inner)
	k.read = func(d *decodeState, i int, p mem.Pointer) int {
		if d.src[i] == 'n' && !nullable {
			return d.mismatch(i, t)
		}
		q := v.New()
		saved := d.aside()
		next := inner.read(d, i, q)
		fits := d.saved == nil
		d.restore(saved)
		if next < 0 || !fits {
			return next
		}
		if err := v.From(p, q); err != nil {
			return d.fail(&declaredError{kind: &UnmarshalTypeError{Value: word(d.src[i]), Type: t, Offset: int64(next)}, cause: err}, next)
		}
		return next
	}
}

// takesNull reports whether null means something for t.
func (c decoderCompiler) takesNull(t reflect.Type) bool {
	return plan.Nilable(t) || declares(c.in.types, t) || reflect.PointerTo(t).Implements(unmarshalerType) && !neverNull(t)
}

// readOwn reads a value by a function of the user's.
func readOwn(t reflect.Type, b *typeset.Bytes) readFunc {
	return func(d *decodeState, i int, p mem.Pointer) int {
		next := d.skip(i)
		if next < 0 {
			return -1
		}
		if err := b.Read(d.src[i:next:next], p); err != nil {
			return d.fail(&declaredError{kind: &UnmarshalTypeError{Value: word(d.src[i]), Type: t, Offset: int64(next)}, cause: err}, next)
		}
		return next
	}
}

// savedError is an error that decoding goes on after, put aside.
type savedError struct {
	err error
	at  where
}

// aside puts the saved error aside, so that another one is noticed.
func (d *decodeState) aside() savedError {
	s := savedError{d.saved, d.where}
	d.saved, d.where = nil, where{}
	return s
}

// restore makes s the saved error again, unless there was none.
func (d *decodeState) restore(s savedError) {
	if s.err != nil {
		d.saved, d.where = s.err, s.at
	}
}
