package typeset

import (
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
)

// A Conversion says that values of one type are written as values of another, which every format knows how
// to write.
type Conversion struct {
	// Inner is the type on the wire.
	Inner reflect.Type
	// To returns the address of what the variable at p converts to, which is of Inner.
	To func(p mem.Pointer) (mem.Pointer, error)
	// New returns a variable of Inner to read into.
	New func() mem.Pointer
	// From sets the variable at p to what the variable of Inner at q converts to.
	From func(p, q mem.Pointer) error
}

// NewConversion declares that values of T are those of U on the wire.
func NewConversion[T, U any](to func(T) (U, error), from func(U) (T, error)) *Declaration {
	if to == nil || from == nil {
		panic("types: a function of the conversion of " + reflect.TypeFor[T]().String() + " is nil")
	}
	return &Declaration{Type: reflect.TypeFor[T](), Convert: &Conversion{
		Inner: reflect.TypeFor[U](),
		To: func(p mem.Pointer) (mem.Pointer, error) {
			u, err := to(*mem.Ref[T](p))
			return mem.Of(&u), err
		},
		New: func() mem.Pointer { return mem.Of(new(U)) },
		From: func(p, q mem.Pointer) error {
			v, err := from(*mem.Ref[U](q))
			if err == nil {
				*mem.Ref[T](p) = v
			}
			return err
		},
	}}
}

// Bytes is a codec for the bytes of one format.
type Bytes struct {
	// Append appends exactly one value, that of the variable at p.
	Append func(dst []byte, p mem.Pointer) ([]byte, error)
	// Read sets the variable at p to what data, exactly one value, holds. It must not keep data.
	Read func(data []byte, p mem.Pointer) error
}

// NewBytes declares how values of T are written and read in one format.
func NewBytes[T any](f Format, write func(dst []byte, v T) ([]byte, error), read func(data []byte) (T, error)) *Declaration {
	if write == nil || read == nil {
		panic("types: a function of the codec of " + reflect.TypeFor[T]().String() + " is nil")
	}
	return &Declaration{Type: reflect.TypeFor[T](), Bytes: map[Format]*Bytes{f: {
		Append: func(dst []byte, p mem.Pointer) ([]byte, error) { return write(dst, *mem.Ref[T](p)) },
		Read: func(data []byte, p mem.Pointer) error {
			v, err := read(data)
			if err == nil {
				*mem.Ref[T](p) = v
			}
			return err
		},
	}}}
}

// ErrEndless says that what a type is written as leads to the type itself.
var ErrEndless = fault.Because(fault.ErrUnsupported, "the conversion leads to the type itself")

// Endless reports whether the conversions of t, of what it is written as, and so on, never come to an end.
func Endless(s *Set, t reflect.Type) bool {
	for seen := map[reflect.Type]bool{}; !seen[t]; {
		seen[t] = true
		if d := Lookup(s, t); d != nil && d.Convert != nil {
			t = d.Convert.Inner
		} else if t.Kind() == reflect.Pointer {
			t = t.Elem()
		} else {
			return false
		}
	}
	return true
}
