// Package types declares what types do not say themselves, once for all formats: which types an interface
// may hold, and how values of types from other packages are written.
//
//	type Shape interface{ Area() float64 }
//
//	func init() {
//		types.Register(
//			types.Union[Shape](types.Tag("type"),
//				types.Case[Circle]("circle"),
//				types.Case[*Square]("square")),
//			types.Convert(decimal.Decimal.String, decimal.NewFromString),
//		)
//	}
//
// From then on a Shape is written with the id of what it holds, {"type":"circle","r":1}, and read as that
// type, by beve, json, msgpack, zebrapack and jsonpack, wherever it stands.
//
// A declaration is for the whole program, by [Register], or for one set of options, by their field Types; the
// options win. Declarations do not change once they are made, and may be used by any number of goroutines.
// A wrong one panics when it is made, as a wrong pattern does in regexp.MustCompile.
//
// docs/unions.md says what each format makes of them.
package types

import (
	"strconv"

	"github.com/beve-org/beve-go/internal/typeset"
)

// A Declaration says something of one type. [Union], [OneOf], [Convert], [TryConvert] and [Codec] make them.
type Declaration = *typeset.Declaration

// A Set holds declarations for the field Types of options. It is immutable. What is compiled for a Set is
// kept as long as the program runs: make it once, not for each call.
type Set = typeset.Set

// New returns a Set of ds. It panics where two of them are about one type, except for codecs of different
// formats.
func New(ds ...Declaration) *Set { return typeset.NewSet(ds...) }

// Register makes ds hold for the whole program. Call it in an init function: it panics for a type that is
// declared already, or that was encoded or decoded before.
func Register(ds ...Declaration) { typeset.Register(ds...) }

// A UnionOption is a part of the declaration of a union.
type UnionOption interface{ apply(b *typeset.Builder) }

type option func(b *typeset.Builder)

func (o option) apply(b *typeset.Builder) { o(b) }

// Union declares which types the interface I may hold. Without a [Tag] a value is an object of one member,
// whose name is the id: {"circle":{"r":1}}; see also [Untagged].
//
// A nil interface, and a nil pointer in one, is null. An I that holds a type that is not among the cases is an
// error. What is passed to Marshal is any and not an I: pass a pointer to the I, or use CodecOf[I].
func Union[I any](options ...UnionOption) Declaration { return build(typeset.BuilderOf[I](), options) }

// OneOf declares that one of the fields of the struct S is set, all of which are pointers. The ids are the
// names that the tags beve or json give the fields, and for zebrapack their numbers. Without options a value
// looks as it did before, {"circle":{"r":1}}, but that none or several set is an error.
func OneOf[S any](options ...UnionOption) Declaration { return build(typeset.BuilderOf[S](), options) }

func build(b *typeset.Builder, options []UnionOption) Declaration {
	for _, o := range options {
		if o == nil {
			panic("types: an option of a union is nil")
		}
		o.apply(b)
	}
	return b.Build()
}

// Tag names the member that holds the id, beside those of the value: {"type":"circle","r":1}. The cases must
// be structs, or pointers to structs, that have no member of that name. With [Content] they may be of any type.
func Tag(name string) UnionOption { return option(func(b *typeset.Builder) { b.Tag(name) }) }

// Content names the member that holds the value, beside the one that [Tag] names: with "t" and "c" a value is
// {"t":"circle","c":{"r":1}}.
func Content(name string) UnionOption { return option(func(b *typeset.Builder) { b.Content(name) }) }

// Untagged leaves the id out: {"r":1}. What is read is the first case of the kind of the value, and among
// structs the one whose members fit best; see docs/unions.md.
func Untagged() UnionOption { return option(func(b *typeset.Builder) { b.Untagged() }) }

// NotNil makes nil an error when it is written, and null when it is read.
func NotNil() UnionOption { return option(func(b *typeset.Builder) { b.NotNil() }) }

// Other gives values with an id that no case has to type T, whole and with the id. A T that keeps what it
// reads, as one that embeds a beve.Raw does, is written again unchanged.
func Other[T any]() UnionOption {
	return option(func(b *typeset.Builder) { b.Other(typeset.CaseOf[T]("")) })
}

// A CaseOption declares a case.
type CaseOption struct{ c *typeset.Case }

func (o CaseOption) apply(b *typeset.Builder) { b.Add(o.c) }

// Case declares that the interface may hold a T, which has the id: a text, or a number where the union has a
// [Tag]. T is what a type switch would ask for: Circle and *Circle are two types.
func Case[T any, ID string | int](id ID) CaseOption {
	switch id := any(id).(type) {
	case int:
		c := typeset.CaseOf[T](strconv.Itoa(id))
		c.Int, c.IsInt = int64(id), true
		if id >= 0 {
			c.Number = id
		}
		return CaseOption{c}
	default:
		return CaseOption{typeset.CaseOf[T](id.(string))}
	}
}

// Unit is [Case] for a T that holds nothing, a struct without fields: the id is all that is written. Where
// Case writes {"none":{}}, Unit writes "none".
func Unit[T any, ID string | int](id ID) CaseOption {
	o := Case[T](id)
	o.c.Unit = true
	return o
}

// Number gives the case the number that stands for it in zebrapack, and in its data for good. A case without
// one cannot be written there.
func (o CaseOption) Number(n uint16) CaseOption {
	o.c.Number = int(n)
	return o
}

// Convert declares that values of T are written as the U that to makes of them, and read by from. U is of any
// type that the formats know: a string, a struct of your own, a slice.
func Convert[T, U any](to func(T) U, from func(U) (T, error)) Declaration {
	if to == nil {
		return TryConvert(nil, from)
	}
	return TryConvert(func(v T) (U, error) { return to(v), nil }, from)
}

// TryConvert is [Convert] with a conversion that may fail, which is an error of the value.
func TryConvert[T, U any](to func(T) (U, error), from func(U) (T, error)) Declaration {
	return typeset.NewConversion(to, from)
}

// A Format is one of the formats, for [Codec].
type Format = typeset.Format

// The formats.
const (
	BEVE        = typeset.BEVE
	JSON        = typeset.JSON
	MessagePack = typeset.MessagePack
	ZebraPack   = typeset.ZebraPack
	JSONPack    = typeset.JSONPack
)

// Codec declares how values of T are written and read in one format, as bytes: write appends exactly one
// value to dst, and read is given exactly one, which it must not keep. What write appends is checked. Other
// formats go on as if nothing were declared.
func Codec[T any](f Format, write func(dst []byte, v T) ([]byte, error), read func(data []byte) (T, error)) Declaration {
	return typeset.NewBytes(f, write, read)
}
