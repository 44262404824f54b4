// Package omit holds the rules by which a struct leaves members out: the
// options omitempty and omitzero of a plan, as something an encoder can ask
// about memory. Every format compiles them from here, so that all leave out the
// same members.
//
// Most rules look at one number of the field, and say which, so that an encoder
// may test it in its own loop. The others are a function.
package omit

import (
	"math/bits"
	"reflect"

	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/plan"
)

// Kind is how to find out that a member is left out.
type Kind uint8

// The kinds. The second to fifth leave the member out when the number of that
// width is 0.
const (
	Never Kind = iota
	Zero8
	Zero16
	Zero32
	Zero64
	Ask // ask the function
)

// word looks at a word of the machine: a length, or a pointer.
const word = Zero32 + Kind(bits.UintSize/64)

// Rule says when a member is left out. The zero Rule never does.
type Rule struct {
	Kind Kind
	// At is where in the field the number is, in bytes.
	At uint8
	// Ask is the function of kind Ask. It is given the address of the field.
	Ask func(p mem.Pointer) bool
}

var (
	always = Rule{Kind: Ask, Ask: func(mem.Pointer) bool { return true }}
	// length looks at the length of a string or slice.
	length = Rule{Kind: word, At: bits.UintSize / 8}

	// Nil leaves out a pointer, map, slice or interface that is nil.
	Nil = Rule{Kind: word}
)

// Omits applies the rule to the field at p.
func (r *Rule) Omits(p mem.Pointer) bool {
	if r.Kind == Ask {
		return r.Ask(p)
	}
	return r.Kind != Never && r.Kind.Zero(p.Add(uintptr(r.At)))
}

// Zero reports whether the number at p that k looks at is 0. It is meant for the
// kinds that look at a number.
func (k Kind) Zero(p mem.Pointer) bool {
	switch k {
	case Zero8:
		return *mem.Ref[uint8](p) == 0
	case Zero16:
		return *mem.Ref[uint16](p) == 0
	case Zero32:
		return *mem.Ref[uint32](p) == 0
	}
	return *mem.Ref[uint64](p) == 0
}

// Either returns the rule that omits when one of the two does.
func Either(a, b Rule) Rule {
	switch {
	case a.Kind == Never:
		return b
	case b.Kind == Never:
		return a
	}
	return Rule{Kind: Ask, Ask: func(p mem.Pointer) bool { return a.Omits(p) || b.Omits(p) }}
}

// Of returns the rule of one field by its options, seen from the field itself.
func Of(f *plan.Field) Rule {
	var r Rule
	if f.OmitEmpty {
		r = Empty(f.Type)
	}
	if f.OmitZero {
		r = Either(r, zero(f))
	}
	return r
}

// Empty is the option omitempty for a field of type t. It looks at the kind
// only: false, 0, nil pointers and interfaces, and what has length 0.
func Empty(t reflect.Type) Rule {
	switch t.Kind() {
	case reflect.String, reflect.Slice:
		return length
	case reflect.Array:
		if t.Len() == 0 {
			return always
		}
		return Rule{}
	case reflect.Map:
		return Rule{Kind: Ask, Ask: func(p mem.Pointer) bool { return reflect.NewAt(t, p.Unsafe()).Elem().Len() == 0 }}
	case reflect.Struct, reflect.Complex64, reflect.Complex128, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return Rule{}
	}
	return compare(t)
}

// compare tells the zero value of a type apart from the others, as
// reflect.Value.IsZero does: negative zero is zero.
func compare(t reflect.Type) Rule {
	switch t.Kind() {
	case reflect.Bool, reflect.Int8, reflect.Uint8:
		return Rule{Kind: Zero8}
	case reflect.Int16, reflect.Uint16:
		return Rule{Kind: Zero16}
	case reflect.Int32, reflect.Uint32:
		return Rule{Kind: Zero32}
	case reflect.Int64, reflect.Uint64:
		return Rule{Kind: Zero64}
	case reflect.Int, reflect.Uint, reflect.Uintptr:
		return Rule{Kind: word}
	case reflect.Pointer, reflect.Map, reflect.Interface, reflect.Slice:
		return Nil
	case reflect.String:
		return length
	}
	return Rule{Kind: Ask, Ask: func(p mem.Pointer) bool { return reflect.NewAt(t, p.Unsafe()).Elem().IsZero() }}
}

// zeroer is the method that omitzero asks.
type zeroer interface{ IsZero() bool }

// zero is the option omitzero, which asks the method IsZero if there is one.
func zero(f *plan.Field) Rule {
	var ask func(v reflect.Value) bool
	switch f.Zero {
	case plan.ZeroByValue:
		ask = func(v reflect.Value) bool { return v.Interface().(zeroer).IsZero() }
	case plan.ZeroByAddress:
		ask = func(v reflect.Value) bool { return v.Addr().Interface().(zeroer).IsZero() }
	case plan.ZeroByPointer:
		ask = func(v reflect.Value) bool { return v.IsNil() || v.Interface().(zeroer).IsZero() }
	case plan.ZeroByInterface:
		ask = func(v reflect.Value) bool {
			return v.IsNil() || v.Elem().Kind() == reflect.Pointer && v.Elem().IsNil() ||
				v.Interface().(zeroer).IsZero()
		}
	default:
		return compare(f.Type)
	}
	t := f.Type
	return Rule{Kind: Ask, Ask: func(p mem.Pointer) bool { return ask(reflect.NewAt(t, p.Unsafe()).Elem()) }}
}
