package typeset

import (
	"cmp"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/beve-org/beve-go/internal/mem"
)

// A Builder collects what is declared of a union, and Build checks it. Whatever is wrong is a mistake of the
// program, and so a panic.
type Builder struct {
	u *Union
	// tagged and untagged say which options were given.
	untagged bool
}

// NewBuilder returns a Builder for the union t, an interface or a struct, as reflection sees it.
func NewBuilder(t reflect.Type) *Builder {
	b := &Builder{u: &Union{Type: t}}
	switch t.Kind() {
	case reflect.Interface:
		b.u.load = func(p mem.Pointer) any {
			v := reflect.NewAt(t, p.Unsafe()).Elem()
			if v.IsNil() {
				return nil
			}
			return v.Elem().Interface()
		}
		b.u.store = func(p mem.Pointer, v any) { reflect.NewAt(t, p.Unsafe()).Elem().Set(reflect.ValueOf(v)) }
	case reflect.Struct:
		b.fields()
	default:
		b.fail("is not an interface")
	}
	return b
}

// BuilderOf returns a Builder for the interface I.
func BuilderOf[I any]() *Builder {
	b := NewBuilder(reflect.TypeFor[I]())
	if b.u.Type.Kind() == reflect.Interface {
		b.u.load = func(p mem.Pointer) any { return any(*mem.Ref[I](p)) }
		b.u.store = func(p mem.Pointer, v any) { *mem.Ref[I](p) = v.(I) }
	}
	return b
}

func (b *Builder) fail(format string, args ...any) {
	panic(fmt.Sprintf("types: the union "+b.u.Type.String()+" "+format, args...))
}

// fields makes a case of each field of a struct of pointers.
func (b *Builder) fields() {
	t := b.u.Type
	for i := range t.NumField() {
		f := t.Field(i)
		name, skip := MemberName(f.Name, f.Tag)
		switch {
		case skip:
			continue
		case f.Type.Kind() != reflect.Pointer || !f.IsExported() || f.Anonymous:
			b.fail("has the field %s, which is not an exported pointer with a name", f.Name)
		}
		c := newCase(f.Type)
		c.ID, c.at = name, f.Offset
		c.Number = NumberOf(f.Tag)
		b.Add(c)
	}
}

// MemberName returns the name that a case has whose field has a name and a tag, and whether the tag leaves it out.
func MemberName(field string, tag reflect.StructTag) (name string, skip bool) {
	for _, key := range []string{"beve", "json"} {
		if text, ok := tag.Lookup(key); ok {
			if name, _, _ = strings.Cut(text, ","); text == "-" {
				return "", true
			}
			break
		}
	}
	return cmp.Or(name, field), false
}

// NumberOf returns the number that a case has whose field has a tag, or -1.
func NumberOf(tag reflect.StructTag) int {
	n := -1
	if _, err := fmt.Sscanf(tag.Get("zid"), "%d", &n); err != nil || n < 0 {
		return -1
	}
	return n
}

// NewCase returns a case for values of type t, as reflection sees it, with a text for its id.
func NewCase(t reflect.Type, id string) *Case {
	c := newCase(t)
	c.ID = id
	return c
}

// CaseOf returns a case for values of type T.
func CaseOf[T any](id string) *Case {
	c := NewCase(reflect.TypeFor[T](), id)
	if c.pointer {
		c.wrap = func(at mem.Pointer) any {
			var v T
			mem.SetElem(mem.Of(&v), at)
			return v
		}
		return c
	}
	c.load = func(v any, box mem.Pointer) { *mem.Ref[T](box) = v.(T) }
	c.wrap = func(at mem.Pointer) any { return *mem.Ref[T](at) }
	c.clear = func(box mem.Pointer) {
		var zero T
		*mem.Ref[T](box) = zero
	}
	return c
}

// Tag names the member that holds the id.
func (b *Builder) Tag(name string) {
	if !utf8.ValidString(name) || name == "" {
		b.fail("has a tag that is empty or no text")
	}
	if b.u.Tag != "" {
		b.fail("has two tags")
	}
	b.u.Tag = name
}

// Content names the member that holds the value beside the id.
func (b *Builder) Content(name string) {
	if !utf8.ValidString(name) || name == "" {
		b.fail("has a content that is empty or no text")
	}
	if b.u.Content != "" {
		b.fail("has two contents")
	}
	b.u.Content = name
}

// Untagged leaves the id out.
func (b *Builder) Untagged() { b.untagged = true }

// NotNil refuses null.
func (b *Builder) NotNil() { b.u.NotNil = true }

// Other makes c the case for values whose id no case has; it reads and writes them whole.
func (b *Builder) Other(c *Case) {
	if b.u.Other != nil {
		b.fail("has two types for other cases")
	}
	b.u.Other = c
}

// Add adds a case.
func (b *Builder) Add(c *Case) { b.u.Cases = append(b.u.Cases, c) }

// Build returns the declaration.
func (b *Builder) Build() *Declaration {
	u := b.u
	switch {
	case len(u.Cases) == 0:
		b.fail("has no cases")
	case b.untagged && u.Tag+u.Content != "", u.Content != "" && u.Tag == "", u.Content != "" && u.Content == u.Tag:
		b.fail("needs a tag, or a tag and a content of other names, or nothing of that and may be untagged")
	case b.untagged:
		u.Form = Untagged
	case u.Content != "":
		u.Form = Adjacent
	case u.Tag != "":
		u.Form = Internal
	}
	if u.Other != nil {
		if u.Form == Untagged || u.load == nil {
			b.fail("cannot keep other cases: nothing says that a case is another one")
		}
		u.Cases = append(u.Cases, u.Other)
	}
	u.byType, u.byID, u.byInt = map[reflect.Type]*Case{}, map[string]*Case{}, map[int64]*Case{}
	numbers := map[int]bool{}
	for i, c := range u.Cases {
		c.Index = i
		b.check(c)
		if u.byType[c.Type] != nil && u.load != nil {
			b.fail("has two cases of type %v", c.Type)
		}
		u.byType[c.Type] = c
		if c == u.Other {
			continue
		}
		switch {
		case c.IsInt && u.byInt[c.Int] == nil:
			u.byInt[c.Int] = c
		case !c.IsInt && u.byID[c.ID] == nil:
			u.byID[c.ID] = c
		default:
			b.fail("has two cases called %q", c.ID)
		}
		if c.Number >= 0 && numbers[c.Number] {
			b.fail("has two cases with the number %d", c.Number)
		}
		numbers[c.Number] = true
	}
	return &Declaration{Type: u.Type, Union: u, visit: visitUnion{u}}
}

// check checks one case.
func (b *Builder) check(c *Case) {
	switch t := c.Type; {
	case t.Kind() == reflect.Interface:
		b.fail("has the case %v, which is an interface and no type that one holds", t)
	case b.u.load != nil && !t.Implements(b.u.Type):
		b.fail("has the case %v, which does not implement it", t)
	case !utf8.ValidString(c.ID):
		b.fail("has a case whose id is not text")
	case c.IsInt && b.u.Form == External:
		b.fail("has the number %d for an id, which is not the name of a member", c.Int)
	case c.Unit && c.Elem.Size() > 0:
		b.fail("has the unit %v, which holds something", t)
	}
}
