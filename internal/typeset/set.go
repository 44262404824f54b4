// Package typeset holds what programs declare of their types: which types an interface may hold, and how
// values of types from elsewhere are written. Package types is its public face. An engine looks here when it
// compiles a type, and at no other time.
package typeset

import (
	"fmt"
	"maps"
	"reflect"
	"strings"
	"sync"

	"github.com/beve-org/beve-go/internal/fault"
)

// A Declaration is what is declared of one type. One of its parts is set.
type Declaration struct {
	Type    reflect.Type
	Union   *Union
	Convert *Conversion
	Bytes   map[Format]*Bytes

	visit interface{ visit(v UnionVisitor) }
}

// UnionVisitor has the code of an engine for unions.
type UnionVisitor interface{ CompileUnion(u *Union) }

// Visit calls v with the union that is declared. A linker keeps a method that interfaces have only
// if something calls it, and visitUnion, which does, only where a union is built: so programs without
// one do not have what v has for them.
func (d *Declaration) Visit(v UnionVisitor) { d.visit.visit(v) }

type visitUnion struct{ u *Union }

func (d visitUnion) visit(v UnionVisitor) { v.CompileUnion(d.u) }

// A Format names a format with bytes of its own, for codecs that serve it alone.
type Format uint8

// The formats.
const (
	BEVE Format = iota
	JSON
	MessagePack
	ZebraPack
	JSONPack
)

// A Set holds declarations, one for each type. It does not change.
type Set struct{ all map[reflect.Type]*Declaration }

// NewSet returns a set of ds. It panics where two of them are about the same type, except for codecs of
// different formats.
func NewSet(ds ...*Declaration) *Set {
	s := &Set{all: make(map[reflect.Type]*Declaration, len(ds))}
	for _, d := range ds {
		s.add(d)
	}
	return s
}

func (s *Set) add(d *Declaration) {
	if d == nil {
		panic("types: a declaration is nil")
	}
	before := s.all[d.Type]
	if before == nil {
		s.all[d.Type] = d
		return
	}
	merged := &Declaration{Type: d.Type, Bytes: maps.Clone(before.Bytes)}
	for f, b := range d.Bytes {
		if merged.Bytes[f] != nil {
			before = nil
			break
		}
		merged.Bytes[f] = b
	}
	if before == nil || before.Bytes == nil || d.Bytes == nil {
		panic(fmt.Sprintf("types: %v is declared twice", d.Type))
	}
	s.all[d.Type] = merged
}

// The declarations that hold for the whole program, and the types that were looked for among them and not
// found. What is compiled is compiled for good, so those cannot be declared any more.
var program struct {
	sync.RWMutex
	set   Set
	asked map[reflect.Type]bool
}

// Register adds ds to those of the program. It panics for a type that is declared already, or was used before
// it was declared.
func Register(ds ...*Declaration) {
	program.Lock()
	defer program.Unlock()
	for _, d := range ds {
		if program.asked[d.Type] {
			panic(fmt.Sprintf("types: %v is declared after its first use; declare it when the program starts", d.Type))
		}
	}
	if program.set.all == nil {
		program.set.all = map[reflect.Type]*Declaration{}
	}
	for _, d := range ds {
		program.set.add(d)
	}
}

// Lookup returns what s declares of t, else what the program does, or nil. s may be nil.
func Lookup(s *Set, t reflect.Type) *Declaration {
	if s != nil {
		if d := s.all[t]; d != nil {
			return d
		}
	}
	program.RLock()
	d, known := program.set.all[t], program.asked[t]
	program.RUnlock()
	if d != nil || known {
		return d
	}
	program.Lock()
	defer program.Unlock()
	if d := program.set.all[t]; d != nil {
		return d
	}
	if program.asked == nil {
		program.asked = map[reflect.Type]bool{}
	}
	program.asked[t] = true
	return nil
}

// Reaches reports whether values of t may hold values of a type that s or the program declares, other than an
// interface unless interfaces are asked for: code that was generated for t knows nothing of declarations.
func Reaches(s *Set, t reflect.Type, interfaces bool) bool {
	return Holds(t, func(t reflect.Type) bool {
		return (interfaces || t.Kind() != reflect.Interface) && t.Name() != "" && Lookup(s, t) != nil
	})
}

// Holds reports whether is holds for t or for a type that values of t hold, as far as types say.
func Holds(t reflect.Type, is func(t reflect.Type) bool) bool {
	return holds(t, is, map[reflect.Type]bool{})
}

func holds(t reflect.Type, is func(t reflect.Type) bool, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	if is(t) {
		return true
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return holds(t.Elem(), is, seen)
	case reflect.Map:
		return holds(t.Key(), is, seen) || holds(t.Elem(), is, seen)
	case reflect.Struct:
		for i := range t.NumField() {
			if holds(t.Field(i).Type, is, seen) {
				return true
			}
		}
	}
	return false
}

// Embedded returns an error where the struct t embeds a type that s or the program declares, without a name for the
// member: its fields would be members of t, as if nothing were declared. The first of the tag keys that a field has
// may give it a name. promotes, unless nil, says which embedded fields are not members themselves.
func Embedded(s *Set, t reflect.Type, tagKeys []string, promotes func(f *reflect.StructField) bool) error {
	return embedded(s, t, tagKeys, promotes, map[reflect.Type]bool{})
}

func embedded(s *Set, t reflect.Type, tagKeys []string, promotes func(f *reflect.StructField) bool, seen map[reflect.Type]bool) error {
	if seen[t] {
		return nil
	}
	seen[t] = true
	for i := range t.NumField() {
		f := t.Field(i)
		inner := f.Type
		if inner.Kind() == reflect.Pointer {
			inner = inner.Elem()
		}
		if !f.Anonymous || inner.Kind() != reflect.Struct || named(f.Tag, tagKeys) || promotes != nil && !promotes(&f) {
			continue
		}
		if Lookup(s, inner) != nil {
			return fault.Because(fault.ErrUnsupported, t.String()+" embeds "+inner.String()+
				", of which something is declared: give the member a name by a tag")
		}
		if err := embedded(s, inner, tagKeys, promotes, seen); err != nil {
			return err
		}
	}
	return nil
}

// named reports whether the tag gives a member a name, or leaves it out.
func named(tag reflect.StructTag, keys []string) bool {
	for _, key := range keys {
		if text, ok := tag.Lookup(key); ok {
			name, _, _ := strings.Cut(text, ",")
			return name != ""
		}
	}
	return false
}

// Key returns an error where s or the program says that values of t, the type of the keys of a map, are written as
// something else.
func Key(s *Set, t reflect.Type) error {
	if d := Lookup(s, t); d == nil || d.Union != nil && t.Kind() == reflect.Interface {
		return nil
	}
	return fault.Because(fault.ErrUnsupported, "map keys of type "+t.String()+", of which something is declared")
}
