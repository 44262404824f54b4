package parts

import (
	"iter"
	"reflect"
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/typecache"
	"github.com/beve-org/beve-go/internal/typeset"
)

// Cases are how a View of type V is asked which case of a union it is.
type Cases[V Viewed] struct {
	// IsText reports whether ViewText is worth a try.
	IsText func(V) bool
	// Members are those of an object; an error ends them.
	Members func(V) iter.Seq2[Named[V], error]
	// Decode decodes a View within the declarations of a set.
	Decode func(v V, target any, set *typeset.Set) error
	// Fail returns an error about the View, of a cause.
	Fail func(V, error) error
}

// Viewed are the methods that the Views of all formats have.
type Viewed interface {
	IsNull() bool
	Int64() (int64, error)
	ViewText() ([]byte, error)
}

// Named is a member whose key is text.
type Named[V any] struct {
	Name  string
	Value V
}

// NamedMembers are the members of a View, each as named returns it. The first error is the last of them.
func NamedMembers[V, M any](members iter.Seq2[M, error], named func(M) (Named[V], error)) iter.Seq2[Named[V], error] {
	return func(yield func(Named[V], error) bool) {
		for m, err := range members {
			var n Named[V]
			if err == nil {
				n, err = named(m)
			}
			if !yield(n, err) || err != nil {
				return
			}
		}
	}
}

// text returns the text of v, if v is that.
func (c *Cases[V]) text(v V) (text []byte, ok bool) {
	if !c.IsText(v) {
		return nil, false
	}
	text, err := v.ViewText()
	return text, err == nil
}

// Of returns the id of the case of u that v is, and the value of the case: what an id is the name of, or
// stands beside as content, and else v itself.
func (c *Cases[V]) Of(v V, d *typeset.Declaration) (id string, value V, err error) {
	if d == nil || d.Union == nil {
		return "", v, c.Fail(v, fault.Because(fault.ErrUnsupported, "what is declared is not a union"))
	}
	u := d.Union
	switch {
	case v.IsNull() && u.NotNil:
		return "", v, c.Fail(v, u.Nil())
	case u.Form == typeset.Untagged:
		return c.untagged(v, d)
	case v.IsNull():
		return "", v, nil
	case u.Form == typeset.External:
		return c.external(v, u)
	}
	return c.tagged(v, u)
}

// untagged decodes v to find out what decoding makes of it.
func (c *Cases[V]) untagged(v V, d *typeset.Declaration) (id string, value V, err error) {
	target := reflect.New(d.Type)
	if err := c.Decode(v, target.Interface(), sets.Of(d, func(d *typeset.Declaration) *typeset.Set { return typeset.NewSet(d) })); err != nil {
		return "", v, err
	}
	h, err := d.Union.Held(mem.From(target.UnsafePointer()))
	if h.Case != nil {
		id = h.Case.ID
	}
	h.Release()
	return id, v, err
}

// sets are those of one declaration alone: what is compiled for a set stays.
var sets typecache.Table[*typeset.Declaration, typeset.Set]

// known returns the id of a case, or of one that is kept as another.
func (c *Cases[V]) known(v V, u *typeset.Union, uc *typeset.Case, id string) (string, error) {
	if uc == nil && u.Other == nil {
		return "", c.Fail(v, u.Unknown(id))
	}
	return id, nil
}

func (c *Cases[V]) external(v V, u *typeset.Union) (id string, value V, err error) {
	if text, ok := c.text(v); ok {
		id, err = c.known(v, u, u.Find(text), string(text))
		return id, v, err
	}
	n := 0
	for m, err := range c.Members(v) {
		if err != nil {
			return "", v, err
		}
		id, value = m.Name, m.Value
		n++
	}
	if n != 1 {
		return "", v, c.Fail(v, u.Crowd(n))
	}
	uc := u.Find([]byte(id))
	if uc == nil {
		value = v
	}
	id, err = c.known(v, u, uc, id)
	return id, value, err
}

// tagged is Of where a member holds the id.
func (c *Cases[V]) tagged(v V, u *typeset.Union) (id string, value V, err error) {
	var uc *typeset.Case
	found, content := false, false
	value = v
	for m, err := range c.Members(v) {
		switch {
		case err != nil:
			return "", v, err
		case m.Name == u.Tag && found:
			return "", v, c.Fail(m.Value, u.Twice(u.Tag))
		case m.Name == u.Tag:
			found = true
			if text, ok := c.text(m.Value); ok {
				uc, id = u.Find(text), string(text)
			} else if n, err := m.Value.Int64(); err == nil {
				uc, id = u.FindInt(n), strconv.FormatInt(n, 10)
			} else {
				return "", v, c.Fail(m.Value, typeset.ErrID)
			}
			if id, err = c.known(m.Value, u, uc, id); err != nil {
				return "", v, err
			}
		case u.Form == typeset.Adjacent && m.Name == u.Content:
			if content {
				return "", v, c.Fail(m.Value, u.Twice(u.Content))
			}
			value, content = m.Value, true
		}
	}
	if !found {
		return "", v, c.Fail(v, u.Missing())
	}
	if uc == nil {
		value = v
	}
	return id, value, nil
}
