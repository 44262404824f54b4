package typeset

import (
	"math"
	"reflect"
	"slices"

	"github.com/beve-org/beve-go/internal/plan"
	"github.com/beve-org/beve-go/internal/structs"
)

// This file holds how the case of an untagged value is chosen: by its kind, and for objects by the names of
// the members. Which of several of one kind it is, is then found out by reading.

// A Kind is what a value is, of those that JSON tells apart, and how numbers are written.
type Kind uint8

// The kinds.
const (
	KindOther Kind = iota // what only its reader knows
	KindBool
	KindInt
	KindUint
	KindFloat
	KindString
	KindArray
	KindObject
	kindNull // of a unit: null alone, which no value that is looked at is
)

// A Shape is what is known of a value before it is read.
type Shape struct {
	Kind Kind
	Bits int // of a float
	// Elem is the kind of the first element of an array, or KindOther.
	Elem Kind
	// AnySign says that the format does not tell signed from unsigned integers.
	AnySign bool
	// Members are the names of the members of an object.
	Members [][]byte
	// Name is what an object says its struct is called, or empty.
	Name []byte
}

// A Target is what is known of the type of a case.
type Target struct {
	kind, elem Kind
	bits       int
	fields     bool // a struct
	names      structs.Names
	optional   []bool
	needed     int
	name       string // of the struct, where objects say it
}

// NewTarget returns the Target of t, of whose values methods or a declaration say what they are if own is
// set. fields are the members if it is a struct.
func NewTarget(t reflect.Type, own bool, fields []plan.Field) Target {
	if own {
		return Target{}
	}
	out := Target{kind: kindOf(t), bits: 64}
	switch t.Kind() {
	case reflect.Float32:
		out.bits = 32
	case reflect.Slice, reflect.Array:
		out.elem = kindOf(t.Elem())
	case reflect.Struct:
		out.fields = true
		names := make([]string, len(fields))
		out.optional = make([]bool, len(fields))
		for i := range fields {
			f := &fields[i]
			names[i] = f.Name
			switch f.Type.Kind() {
			case reflect.Pointer, reflect.Interface, reflect.Slice, reflect.Map:
				out.optional[i] = true
			default:
				out.optional[i] = f.OmitEmpty || f.OmitZero
			}
			if !out.optional[i] {
				out.needed++
			}
		}
		out.names = structs.NewNames(names)
	}
	return out
}

// TargetOf returns the Target of values of a kind: of a float of so many bits, an array of elements of a kind, or an
// object, which has all of the names.
func TargetOf(kind, elem Kind, bits int, names []string) Target {
	return Target{kind: kind, elem: elem, bits: bits, fields: kind == KindObject, names: structs.NewNames(names),
		optional: make([]bool, len(names)), needed: len(names)}
}

// Named returns t as the target of a struct that is called so.
func (t Target) Named(name string) Target {
	t.name = name
	return t
}

// UnitTarget returns the Target of a unit, which no value but null has the shape of.
func UnitTarget() Target { return Target{kind: kindNull} }

func kindOf(t reflect.Type) Kind {
	switch t.Kind() {
	case reflect.Bool:
		return KindBool
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return KindInt
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return KindUint
	case reflect.Float32, reflect.Float64:
		return KindFloat
	case reflect.String:
		return KindString
	case reflect.Slice, reflect.Array:
		return KindArray
	case reflect.Map, reflect.Struct:
		return KindObject
	}
	return KindOther
}

// Likely returns of each target whether it is a struct that the number of the members of an object and the name of the
// first are enough to expect, and that is the best one where the object has all of its members and no others.
func Likely(targets []Target) []bool {
	likely := make([]bool, len(targets))
	for i := range targets {
		a := &targets[i]
		names := a.names.List()
		likely[i] = a.fields && len(names) > 0
		for j := range targets {
			b := &targets[j]
			if other := b.names.List(); i == j || !b.fields || len(other) != len(names) || len(names) == 0 {
				continue
			}
			alike := !slices.ContainsFunc(names, func(name string) bool { return b.names.Find([]byte(name)) < 0 })
			likely[i] = likely[i] && !alike && names[0] != b.names.List()[0]
		}
	}
	return likely
}

// never is the distance of what cannot be.
const never = math.MaxInt

// A Candidate is a target that may take a value, and how far they are from each other.
type Candidate struct{ Index, distance int }

// Foreign reports whether the value is an object that has none of the members of the target, a struct.
func (c Candidate) Foreign() bool { return c.distance == foreign }

// Rank appends to out, which is empty, the targets that may take a value of shape s, the best first; among equals
// the first wins.
func Rank(out []Candidate, targets []Target, s *Shape) []Candidate {
	for i := range targets {
		c := Candidate{Index: i, distance: targets[i].distance(s)}
		if c.distance == never {
			continue
		}
		at := len(out)
		for at > 0 && out[at-1].distance > c.distance {
			at--
		}
		out = slices.Insert(out, at, c)
	}
	return out
}

// The distances: what is exact is nearest, what its own methods read farthest.
const (
	called   = -1 // an object that says that it is the struct
	exact    = 0
	near     = 1 << 16 // of another sign, or in need of rounding
	widened  = 2 << 16 // an integer as a float
	unlikely = 3 << 16
	foreign  = 4 << 16 // an object of which a struct has no member
)

func (t *Target) distance(s *Shape) int {
	switch {
	case t.kind == kindNull:
		return never
	case t.kind == KindOther || s.Kind == KindOther:
		return unlikely
	case s.Kind == KindObject && t.kind == KindObject:
		if t.name != "" && t.name == string(s.Name) {
			return called
		}
		return t.objectDistance(s)
	case s.Kind == KindArray && t.kind == KindArray:
		return elementDistance(t.elem, s)
	case s.Kind == KindFloat && t.kind == KindFloat && t.bits < s.Bits:
		return near
	}
	return scalarDistance(t.kind, s.Kind, s.AnySign)
}

func scalarDistance(target, value Kind, anySign bool) int {
	integers := (target == KindInt || target == KindUint) && (value == KindInt || value == KindUint)
	switch {
	case target == value, integers && anySign:
		return exact
	case integers:
		return near
	case target == KindFloat && (value == KindInt || value == KindUint):
		return widened
	case (target == KindInt || target == KindUint) && value == KindFloat:
		return unlikely
	}
	return never
}

func elementDistance(target Kind, s *Shape) int {
	if target == KindOther || s.Elem == KindOther || target == s.Elem {
		return exact
	}
	return scalarDistance(target, s.Elem, s.AnySign)
}

// objectDistance counts the members that t does not have, which would be lost, and then those that may be missing
// and are. A struct that lacks a member which must be there is out of the question, and one that has none of the
// members is the last resort; a map has no names.
func (t *Target) objectDistance(s *Shape) int {
	if !t.fields {
		return 1
	}
	var seen structs.Seen
	seen.Hold(len(t.optional))
	unknown, needed, known := 0, t.needed, 0
	for _, name := range s.Members {
		switch i := t.names.Find(name); {
		case i < 0:
			unknown++
		case !seen.Has(i):
			seen.Add(i)
			known++
			if !t.optional[i] {
				needed--
			}
		}
	}
	if needed > 0 {
		return never
	}
	absent := len(t.optional) - known
	switch {
	case unknown == 0 && absent == 0:
		return exact
	case unknown > 0 && known == 0:
		return foreign
	}
	return min(2+unknown<<8+min(absent, 1<<8-1), near-1)
}

// JSONKind returns the kind of the value that begins at b[i] in JSON text.
func JSONKind(b []byte, i int) Kind {
	switch b[i] {
	case '{':
		return KindObject
	case '[':
		return KindArray
	case '"':
		return KindString
	case 't', 'f':
		return KindBool
	case 'n', ']':
		return KindOther
	}
	end := i
	for end < len(b) && (b[end] == '-' || b[end]-'0' <= 9) {
		end++
	}
	if end < len(b) && (b[end] == '.' || b[end]|0x20 == 'e') {
		return KindFloat
	}
	return KindInt
}
