// The error types that packages declare: each is found by the type of every other.

package beve_test

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/jsonpack"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/wire"
	"github.com/beve-org/beve-go/zebrapack"
)

// errorTypes is one package that has error types, with errors that it returns.
type errorTypes struct {
	name           string
	decode, encode func(v any) error
	methods        bool // it calls those of inMethod
	// decoding and encoding find an error by the package's types and return what they
	// hold; own says that err itself is of the type.
	decoding func(err error) (e beve.DecodeError, found, own bool)
	encoding func(err error) (e beve.EncodeError, found, own bool)
}

// errorPackages are those that have the types. A package that has no reader or writer of
// Go values has no function for it, but finds the errors of the others.
var errorPackages = []errorTypes{
	{
		name: "beve", methods: true,
		decode: func(v any) error { return beve.Unmarshal([]byte{0x03, 0x04, 0x04, 'a', 0x02, 0x04, 'x'}, v) },
		encode: func(v any) error { _, err := beve.Marshal(v); return err },
		decoding: func(err error) (beve.DecodeError, bool, bool) {
			return foundDecode(err, func(e *beve.DecodeError) beve.DecodeError { return *e })
		},
		encoding: func(err error) (beve.EncodeError, bool, bool) {
			return foundEncode(err, func(e *beve.EncodeError) beve.EncodeError { return *e })
		},
	},
	{
		name: "msgpack",
		decode: func(v any) error {
			return msgpack.Unmarshal([]byte{0x81, 0xa1, 'a', 0xa1, 'x'}, v)
		},
		encode: func(v any) error { _, err := msgpack.Marshal(v); return err },
		decoding: func(err error) (beve.DecodeError, bool, bool) {
			return foundDecode(err, func(e *msgpack.DecodeError) beve.DecodeError { return beve.DecodeError(*e) })
		},
		encoding: func(err error) (beve.EncodeError, bool, bool) {
			return foundEncode(err, func(e *msgpack.EncodeError) beve.EncodeError { return beve.EncodeError(*e) })
		},
	},
	{
		name: "zebrapack",
		decoding: func(err error) (beve.DecodeError, bool, bool) {
			return foundDecode(err, func(e *zebrapack.DecodeError) beve.DecodeError { return beve.DecodeError(*e) })
		},
		encoding: func(err error) (beve.EncodeError, bool, bool) {
			return foundEncode(err, func(e *zebrapack.EncodeError) beve.EncodeError { return beve.EncodeError(*e) })
		},
	},
	{
		name: "jsonpack",
		decoding: func(err error) (beve.DecodeError, bool, bool) {
			return foundDecode(err, func(e *jsonpack.DecodeError) beve.DecodeError { return beve.DecodeError(*e) })
		},
		encoding: func(err error) (beve.EncodeError, bool, bool) {
			return foundEncode(err, func(e *jsonpack.EncodeError) beve.EncodeError { return beve.EncodeError(*e) })
		},
	},
	{
		name:   "translator",
		decode: func(any) error { _, err := translator.FromJSON([]byte(`{"a":[1,}`)); return err },
		decoding: func(err error) (beve.DecodeError, bool, bool) {
			return foundDecode(err, func(e *translator.DecodeError) beve.DecodeError { return beve.DecodeError(*e) })
		},
	},
	{
		name:   "wire",
		decode: func(any) error { return wire.Validate([]byte{0x05, 0x04, 0x02, 0x04}) },
		decoding: func(err error) (beve.DecodeError, bool, bool) {
			return foundDecode(err, func(e *wire.DecodeError) beve.DecodeError { return beve.DecodeError(*e) })
		},
	},
}

func foundDecode[E error](err error, get func(E) beve.DecodeError) (e beve.DecodeError, found, own bool) {
	_, own = err.(E)
	var target E
	if found = errors.As(err, &target); found {
		e = get(target)
	}
	return e, found, own
}

func foundEncode[E error](err error, get func(E) beve.EncodeError) (e beve.EncodeError, found, own bool) {
	_, own = err.(E)
	var target E
	if found = errors.As(err, &target); found {
		e = get(target)
	}
	return e, found, own
}

// inMethod fails by its methods, with err.
type inMethod struct{ err error }

func (m *inMethod) UnmarshalBEVE([]byte) error         { return m.err }
func (m *inMethod) MarshalBEVE() ([]byte, error)       { return nil, m.err }
func (m *inMethod) UnmarshalJSON([]byte) error         { return m.err }
func (m *inMethod) UnmarshalMsgpack([]byte) error      { return m.err }
func (m *inMethod) MarshalMsgpack() ([]byte, error)    { return nil, m.err }
func (m *inMethod) MarshalJSON() (b []byte, err error) { return nil, m.err }

func TestErrorsOfAllPackagesAreFoundByAllTypes(t *testing.T) {
	decodeErrors, encodeErrors := map[string]error{}, map[string]error{}
	for _, p := range errorPackages {
		if p.decode != nil {
			err := p.decode(new(map[string]int))
			if _, found, own := p.decoding(err); !found || !own {
				t.Fatalf("%s: %T is not its DecodeError", p.name, err)
			}
			decodeErrors[p.name] = err
		}
		if p.encode != nil {
			err := p.encode(map[string]any{"a": []any{1, make(chan int)}})
			if _, found, own := p.encoding(err); !found || !own {
				t.Fatalf("%s: %T is not its EncodeError", p.name, err)
			}
			encodeErrors[p.name] = err
		}
	}
	for from, err := range decodeErrors {
		for _, p := range errorPackages {
			for _, wrapped := range []error{err, fmt.Errorf("around: %w", err), errors.Join(io.EOF, err)} {
				e, found, own := p.decoding(wrapped)
				if !found || (own && p.name != from && p.name != "wire") {
					t.Errorf("%s, from %s: found %v, own %v", p.name, from, found, own)
				}
				if e.Path == "" || e.Err == nil || e.Offset == 0 || !errors.Is(wrapped, e.Err) || e.Error() != err.Error() {
					t.Errorf("%s, from %s: %+v, want %v", p.name, from, e, err)
				}
				if p.encoding != nil {
					if e, found, _ := p.encoding(wrapped); found {
						t.Errorf("%s, from %s: an EncodeError %v", p.name, from, e)
					}
				}
			}
		}
	}
	for from, err := range encodeErrors {
		for _, p := range errorPackages {
			if _, found, _ := p.decoding(err); found {
				t.Errorf("%s, from %s: a DecodeError", p.name, from)
			}
			if p.encoding == nil {
				continue
			}
			if e, found, own := p.encoding(err); !found || own != (p.name == from) || e.Path != "/a/1" || e.Error() != err.Error() {
				t.Errorf("%s, from %s: %v %v %+v, want %v", p.name, from, found, own, e, err)
			}
		}
	}
}

// A failure that a method had in another package keeps its place, and the path inside.
func TestErrorsOfMethodsKeepTheirPath(t *testing.T) {
	for _, inner := range errorPackages {
		for _, p := range errorPackages {
			if inner.decode != nil && p.decode != nil && p.methods {
				want, _, _ := inner.decoding(inner.decode(new(map[string]int)))
				err := p.decode(&struct {
					A inMethod `json:"a"`
				}{inMethod{inner.decode(new(map[string]int))}})
				e, found, own := p.decoding(err)
				if !found || !own || e.Path != "/a"+want.Path || e.Err.Error() != want.Err.Error() {
					t.Errorf("%s in a method of %s: %v %v %+v, want %+v", inner.name, p.name, found, own, e, want)
				}
			}
			if inner.encode != nil && p.methods {
				err := p.encode(map[string]any{"b": &inMethod{err: inner.encode(map[string]any{"a": []any{1, make(chan int)}})}})
				if e, found, own := p.encoding(err); !found || !own || e.Path != "/b/a/1" {
					t.Errorf("%s in a method of %s: %v %v %+v", inner.name, p.name, found, own, e)
				}
			}
		}
	}
}

// An error of a user's that embeds one of ours, and with it the method As, stays whole as
// the cause.
func TestErrorsThatEmbedOursStayWhole(t *testing.T) {
	type ours struct{ *beve.DecodeError }
	cause := ours{&beve.DecodeError{Offset: 3, Path: "/x", Err: beve.ErrSyntax}}
	data, _ := beve.Marshal(map[string]int{"a": 1})
	err := beve.Unmarshal(data, &struct {
		A inMethod `json:"a"`
	}{inMethod{cause}})
	var kept ours
	if !errors.As(err, &kept) || kept != cause {
		t.Errorf("%#v", err)
	}
	if e, ok := err.(*beve.DecodeError); !ok || e.Path != "/a" || e.Err != error(cause) {
		t.Errorf("%#v", err)
	}
}

// Names of types in errors are those that users know, and an error of decoding does not
// speak of encoding.
func TestErrorsNameTypesAsUsersDo(t *testing.T) {
	text := []byte{0x02, 0x04, 'a'}
	for want, target := range map[string]any{
		"beve.UUID": new(beve.UUID), "beve.Interval": new(beve.Interval), "beve.RegExpData": new(map[string]beve.RegExpData),
		"beve.Matrix[float64]": new(beve.Matrix[float64]), "beve.Complex[int8]": new(beve.Complex[int8]),
	} {
		e, ok := beve.Unmarshal(text, target).(*beve.DecodeError)
		if !ok || !strings.Contains(e.GoType, want) || strings.Contains(e.Error(), "engine") {
			t.Errorf("%T: %v", target, e)
		}
	}
	if _, err := beve.Marshal(&beve.TypeTag{}); err == nil || !strings.Contains(err.Error(), "beve.TypeTag") {
		t.Error(err)
	}
	for _, target := range []any{new(chan int), new(func()), new([]chan int), new(map[string]func()), &struct {
		A chan int `json:"a"`
	}{}} {
		for name, f := range map[string]func(any, any) ([]byte, error){
			"beve": func(v, into any) ([]byte, error) {
				data, _ := beve.Marshal(v)
				_, failed := beve.Marshal(into)
				return data, errors.Join(beve.Unmarshal(data, into), failed)
			},
			"msgpack": func(v, into any) ([]byte, error) {
				data, _ := msgpack.Marshal(v)
				return data, msgpack.Unmarshal(data, into)
			},
		} {
			value := map[reflect.Kind]any{reflect.Slice: []int{1}, reflect.Map: map[string]int{"a": 1}, reflect.Struct: map[string]int{"a": 1}}[reflect.TypeOf(target).Elem().Kind()]
			if value == nil {
				value = 1
			}
			_, err := f(value, target)
			if !errors.Is(err, beve.ErrUnsupported) || strings.Contains(err.Error(), "encoded") {
				t.Errorf("%s into %T: %v", name, target, err)
			}
		}
	}
}
