// Objects with an index: written with one, and read member by member.

package beve

import (
	"strings"

	"github.com/beve-org/beve-go/internal/engine"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/view"
	"github.com/beve-org/beve-go/wire"
)

// IndexOptions are the choices of writing an index: MinFieldCount is how many members
// an object must have to get one, and IncludeNested gives one to the objects inside
// too.
type IndexOptions = engine.IndexOptions

// EncodeIndexedObject returns a struct, or a map whose keys are text, as an object
// whose names come first, sorted, with where each value lies: one member can be read
// without a look at the others. Values are of the extended profile. Anything else is
// an error that matches ErrUnsupported.
func EncodeIndexedObject(v any) ([]byte, error) { return AppendIndexedObject(nil, v) }

// AppendIndexedObject is EncodeIndexedObject that appends to dst. On failure it
// returns dst as it was.
func AppendIndexedObject(dst []byte, v any) ([]byte, error) {
	return IndexOptions{}.AppendIndexed(dst, v)
}

// EncodeIndexedObjectWithOptions is EncodeIndexedObject with options.
func EncodeIndexedObjectWithOptions(v any, opts IndexOptions) ([]byte, error) {
	return opts.AppendIndexed(nil, v)
}

// AppendIndexedObjectWithOptions is AppendIndexedObject with options.
func AppendIndexedObjectWithOptions(dst []byte, v any, opts IndexOptions) ([]byte, error) {
	return opts.AppendIndexed(dst, v)
}

// DecodeIndexedObject returns all members of an object, with an index or without.
func DecodeIndexedObject(data []byte) (map[string]any, error) {
	var m map[string]any
	if err := Unmarshal(data, &m); err != nil {
		return nil, err
	}
	return m, nil
}

// HasFieldIndex reports whether data starts as an object with an index.
func HasFieldIndex(data []byte) bool {
	off, err := wire.ReadMessageStart(data)
	return err == nil && wire.IsIndexed(data, off)
}

// ReadFieldByName decodes one member of an object, as Unmarshal into an interface
// does. If the object has an index nothing else is looked at; otherwise it is walked
// over. A name that is not there is an error that matches ErrMissing.
func ReadFieldByName(data []byte, name string) (v any, err error) {
	err = engine.Member(data, name, &v)
	return v, err
}

// ReadFieldsByName decodes the members of those names. Names that are not there are
// not in the result.
func ReadFieldsByName(data []byte, names []string) (map[string]any, error) {
	x, err := OpenIndexed(data)
	if err != nil {
		return nil, err
	}
	out := make(map[string]any, len(names))
	for _, name := range names {
		v, ok := x.Lookup(name)
		if !ok {
			continue
		}
		var value any
		if err := v.Decode(&value); err != nil {
			return nil, err
		}
		out[name] = value
	}
	return out, nil
}

// ReadFieldByPath decodes the part of a value that a path leads to: a JSON Pointer,
// "/user/name", or names with dots between them, "user.name". Elements of arrays are
// named by their index. Objects with an index are not walked over on the way.
func ReadFieldByPath(data []byte, path string) (any, error) {
	p := Pointer(path)
	if path != "" && path[0] != '/' {
		p = ""
		for name := range strings.SplitSeq(path, ".") {
			p = p.Key(name)
		}
	}
	if !p.Valid() {
		return nil, &DecodeError{Err: fault.Because(ErrUnsupported, "path is neither a JSON Pointer nor names with dots")}
	}
	v, err := part(view.OpenPath(data, p))
	if err != nil {
		return nil, err
	}
	var out any
	err = v.Decode(&out)
	return out, err
}

// Field decodes one member of an object into a T. If the object has an index nothing
// else is looked at, and a number or boolean costs no allocation. A name that is not
// there is an error that matches ErrMissing.
func Field[T any](data []byte, name string) (T, error) {
	if v, ok := scalarField[T](data, name); ok {
		return v, nil
	}
	var v T
	err := engine.Member(data, name, &v)
	return v, err
}

// scalarField is Field for numbers and booleans of the types of Go. Whatever is out
// of the ordinary is left to its caller.
func scalarField[T any](data []byte, name string) (v T, ok bool) {
	if !wire.IsIndexed(data, 0) {
		return v, false
	}
	start, end, found, err := wire.FindIndexed(data, 0, name)
	if err != nil || !found {
		return v, false
	}
	if wire.Header(data[start]).Kind() == wire.KindBool {
		if p, isBool := any(&v).(*bool); isBool {
			*p = wire.Header(data[start]) == wire.HeaderTrue
			return v, start+1 == end
		}
		return v, false
	}
	n, next, err := wire.ReadNumber(data, start)
	if err != nil || next != end {
		return v, false
	}
	switch p := any(&v).(type) {
	case *float64:
		*p, ok = n.Float64()
	case *float32:
		*p, ok = n.Float32()
	case *int64:
		*p, ok = n.Int64()
	case *uint64:
		*p, ok = n.Uint64()
	case *int:
		ok = setInt(p, n)
	case *int32:
		ok = setInt(p, n)
	case *int16:
		ok = setInt(p, n)
	case *int8:
		ok = setInt(p, n)
	case *uint:
		ok = setUint(p, n)
	case *uint32:
		ok = setUint(p, n)
	case *uint16:
		ok = setUint(p, n)
	case *uint8:
		ok = setUint(p, n)
	}
	return v, ok
}

func setInt[T ~int | ~int32 | ~int16 | ~int8](p *T, n wire.Number) bool {
	v, ok := n.Int64()
	*p = T(v)
	return ok && int64(*p) == v
}

func setUint[T ~uint | ~uint32 | ~uint16 | ~uint8](p *T, n wire.Number) bool {
	v, ok := n.Uint64()
	*p = T(v)
	return ok && uint64(*p) == v
}

// Indexed is an object whose index has been read once, so that any member is found in
// constant time. It aliases the message, whose bytes must not change while it or a
// View of it is used. It is safe for concurrent use. The zero Indexed is empty.
type Indexed struct{ x *view.Indexed }

// OpenIndexed reads the index of the object in data, and the first byte of each value. An
// object without an index is walked over once. Errors are those of decoding; the values
// are checked when they are read.
func OpenIndexed(data []byte) (Indexed, error) {
	x, err := view.OpenIndexed(data)
	return Indexed{x}, decodeError(err)
}

// Len returns the number of members.
func (o Indexed) Len() int { return o.x.Len() }

// Lookup returns the member of that name, in constant time, and whether there is
// one. The limits of the View count for each member by itself.
func (o Indexed) Lookup(name string) (v View, ok bool) { return view.Lookup[View](o.x, name) }

// Range calls yield for each member, in the order of the index or of a plain object,
// until it returns false. It can be ranged over: for name, v := range o.Range.
func (o Indexed) Range(yield func(name string, v View) bool) { view.Range(o.x, yield) }
