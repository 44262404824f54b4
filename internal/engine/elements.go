package engine

import (
	"io"
	"iter"
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/track"
	"github.com/beve-org/beve-go/wire"
)

// Elements returns the elements of the array that the stream in r begins with, or
// the values of the stream if it begins with something else or if T is what the
// array as a whole decodes into. An object whose members are all unknown to the struct T
// is an error. One element is in memory at a time. The error that ends it goes
// through declare.
func Elements[T any](r io.Reader, o DecodeOptions, declare func(error) error) iter.Seq2[T, error] {
	return each[T](r, o, declare, (*Decoder).openList)
}

// ElementsAt is [Elements] for the array that a path leads to, in the first value of the
// stream. The rest of the stream is checked when the elements have been read.
func ElementsAt[T any](r io.Reader, path Pointer, o DecodeOptions, declare func(error) error) iter.Seq2[T, error] {
	return each[T](r, o, declare, func(d *Decoder, _ *codec) error {
		d.named = true
		defer func() { d.named = false }()
		return track.Open(d, path)
	})
}

// each returns what a Decoder of r reads one by one, from where open has led it.
func each[T any](r io.Reader, o DecodeOptions, declare func(error) error, open func(*Decoder, *codec) error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		d := NewDecoder(r)
		d.SetOptions(o)
		c := d.opts.profile().codecFor(reflect.TypeFor[T]())
		err := open(d, c)
		var zero T
		v := new(T) // one for all: every element starts from zero
		for err == nil {
			if err = d.element(c, mem.Of(v)); err == nil && !yield(*v, nil) {
				return
			}
			*v = zero
		}
		if err != io.EOF {
			yield(zero, declare(err))
		}
	}
}

// element decodes the next element of the array that is open, or the next value of the stream,
// into the variable at p. After the last it returns io.EOF.
func (d *Decoder) element(c *codec, p mem.Pointer) error {
	switch {
	case len(d.open) == 0:
		if err := d.in.ToValue(); err != nil {
			return err
		}
		return d.value(c, p)
	case d.innermost().left == 0:
		return d.finish()
	}
	return d.decodePart(c, p)
}

// finish passes over what follows the array that is open, and checks that it is the rest of
// its message and nothing else. It returns io.EOF if so.
func (d *Decoder) finish() error {
	for len(d.open) > 0 {
		if err := d.skipRest(); err != nil {
			return err
		}
	}
	err := d.in.ToValue()
	if err == nil {
		return d.in.Fail(fault.ErrTrailing)
	}
	return err
}

// openList opens the array that the stream begins with, unless c is for the whole of it, or the
// stream begins with something else.
func (d *Decoder) openList(c *codec) error {
	if err := d.in.ToValue(); err != nil {
		return err
	}
	h, err := d.header()
	if err != nil {
		return err
	}
	switch h.Kind() {
	case wire.KindStringArray, wire.KindBoolArray, wire.KindNumberArray, wire.KindAligned, wire.KindComplex, wire.KindTime:
		if takesArrays(c.typ) {
			return nil
		}
		fallthrough
	case wire.KindArray, wire.KindTable:
		if entered, err := d.enter(h, false); entered || err != nil {
			return err
		}
	}
	return d.mustKnow(c)
}

// takesArrays reports whether a typed array is a T rather than a list of them.
func takesArrays(t reflect.Type) bool {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() == reflect.Slice || t.Kind() == reflect.Array
}

// mustKnow fails if the value that starts at d.in.Off is an object, c is for a struct, and
// the struct has none of its members: who asks for the elements of what is an object around
// an array would get one element without anything in it.
func (d *Decoder) mustKnow(c *codec) error {
	for c.typ.Kind() == reflect.Pointer {
		c = d.opts.profile().codecFor(c.typ.Elem())
	}
	if c.generated {
		c = c.reflected()
	}
	s := c.fields
	if s == nil || len(s.fields) == 0 || s.unknown != nil {
		return nil
	}
	if h, err := wire.ReadHeader(d.in.Rest(), 0); err != nil || h != wire.HeaderObject {
		return nil // for the decode to say
	}
	n, err := d.in.Whole()
	if err != nil {
		return err
	}
	src := d.in.Buf[d.in.Off : d.in.Off+n]
	_, members, off, err := wire.ReadObject(src, 0)
	for i := 0; i < members && err == nil; i++ {
		var name []byte
		if name, off, err = wire.ViewText(src, off); err != nil {
			break
		}
		if s.index.Find(name) >= 0 {
			return nil
		}
		off, err = wire.Skip(src, off)
	}
	if err != nil || members == 0 {
		return nil
	}
	return d.in.Fail(fault.Because(fault.ErrMismatch, "an object with no member of "+c.typ.String()+
		" is neither an array of them nor one of them; ElementsAt reads an array inside it"))
}
