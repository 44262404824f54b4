// Unions, written: one of several types, with an id that says which.

package json

import (
	"reflect"
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/typeset"
)

// unionEncoder is a union compiled for writing.
type unionEncoder struct {
	*typeset.Union
	cases []caseEncoder
}

// caseEncoder is one of its cases.
type caseEncoder struct {
	// value writes what the case holds, and pointer what it points to; nil for a unit that is its id alone.
	value, pointer *encoder
	// head is what stands before the value, without and with escapes for HTML, and tail what stands after it.
	head [2]string
	tail string
}

// encoderOfUnion is what a declaration of a union calls; see [typeset.Declaration.Visit].
type encoderOfUnion struct {
	c encoderCompiler
	k *encoder
}

func (u encoderOfUnion) CompileUnion(union *typeset.Union) { u.c.compileUnion(u.k, union) }

// compileUnion fills k for a union.
func (c encoderCompiler) compileUnion(k *encoder, u *typeset.Union) {
	s := &unionEncoder{Union: u, cases: make([]caseEncoder, len(u.Cases))}
	k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte { return s.append(e, dst, p, k.typ) }
	for i, uc := range u.Cases {
		out := &s.cases[i]
		switch {
		case uc == u.Other:
			out.value = c.compile(uc.Elem, true)
		case u.Form == typeset.Internal:
			out.value = c.compileTagged(uc.Elem, u.Tag, uc)
		default:
			if !uc.Unit {
				out.value, out.tail = c.compile(uc.Elem, true), tails[u.Form]
			}
			out.head = [2]string{headOf(u, uc, false), headOf(u, uc, true)}
		}
		if out.value != nil && uc.Type.Kind() == reflect.Pointer {
			out.pointer = &encoder{typ: uc.Type, elem: out.value}
		}
	}
}

// tails are what stands after a value that has an id before it.
var tails = [...]string{typeset.External: "}", typeset.Internal: "", typeset.Adjacent: "}", typeset.Untagged: ""}

// headOf returns what stands before the value of a case, or all that stands for a unit.
func headOf(u *typeset.Union, c *typeset.Case, html bool) string {
	quote := func(s string) string { return string(jsontext.AppendQuoted(nil, s, html)) }
	switch {
	case u.Form == typeset.External && c.Unit:
		return quote(c.ID)
	case u.Form == typeset.External:
		return "{" + quote(c.ID) + ":"
	case u.Form == typeset.Adjacent && c.Unit:
		return "{" + quote(u.Tag) + ":" + idText(c, html) + "}"
	case u.Form == typeset.Adjacent:
		return "{" + quote(u.Tag) + ":" + idText(c, html) + "," + quote(u.Content) + ":"
	case c.Unit:
		return "null"
	}
	return ""
}

// idText returns the id of a case as a value.
func idText(c *typeset.Case, html bool) string {
	if c.IsInt {
		return strconv.FormatInt(c.Int, 10)
	}
	return string(jsontext.AppendQuoted(nil, c.ID, html))
}

// errTagged says why a case cannot have its id beside its members.
var errTagged = fault.Because(fault.ErrUnsupported, "a member with the id needs a struct beside it; declare a content for other types")

// compileTagged compiles a struct so that its object begins with the id.
func (c encoderCompiler) compileTagged(t reflect.Type, tag string, id *typeset.Case) *encoder {
	k := &encoder{typ: t}
	p := reflect.PointerTo(t)
	if t.Kind() != reflect.Struct || p.Implements(marshalerType) || p.Implements(textMarshalerType) || typeset.Lookup(c.in.types, t) != nil {
		k.refuse(errTagged)
		return k
	}
	c.compileStructWith(k, true, &member{name: tag, constant: [2]string{idText(id, false), idText(id, true)}})
	return k
}

// append writes the union at p, of type t.
func (s *unionEncoder) append(e *encodeState, dst []byte, p mem.Pointer, t reflect.Type) []byte {
	h, err := s.Held(p)
	if err == nil && h.Case == nil {
		if !s.NotNil {
			return append(dst, "null"...)
		}
		err = s.Nil()
	}
	if err != nil {
		v := reflect.NewAt(t, p.Unsafe()).Elem()
		return e.fail(dst, &declaredError{kind: &UnsupportedValueError{Value: v, Str: t.String()}, cause: err})
	}
	c := &s.cases[h.Case.Index]
	html := 0
	if e.html {
		html = 1
	}
	dst = append(dst, c.head[html]...)
	switch {
	case c.pointer != nil:
		dst = append(c.pointer.appendTarget(e, dst, h.At), c.tail...)
	case c.value != nil:
		dst = append(c.value.append(e, dst, h.At), c.tail...)
	}
	h.Release()
	return dst
}
