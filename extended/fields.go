// Single members of objects, read without the others where there is an index.

package extended

import (
	"strings"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/engine"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/view"
	"github.com/beve-org/beve-go/wire"
)

// HasFieldIndex reports whether data starts as an object with an index.
func HasFieldIndex(data []byte) bool {
	off, err := wire.ReadMessageStart(data)
	return err == nil && wire.IsIndexed(data, off)
}

// ReadFieldsByName decodes the members of those names. Names that are not there are
// not in the result.
func ReadFieldsByName(data []byte, names []string) (map[string]any, error) {
	x, err := beve.OpenIndexed(data)
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
	p := beve.Pointer(path)
	if path != "" && path[0] != '/' {
		p = ""
		for name := range strings.SplitSeq(path, ".") {
			p = p.Key(name)
		}
	}
	if !p.Valid() {
		return nil, &beve.DecodeError{Err: fault.Because(fault.ErrUnsupported, "path is neither a JSON Pointer nor names with dots")}
	}
	v, err := view.OpenPath(data, p)
	if err != nil {
		return nil, decodeError(err)
	}
	var out any
	err = beve.View(v).Decode(&out)
	return out, err
}

// Field decodes one member of an object into a T. If the object has an index, it reads the
// index and the value, and a number or boolean costs no allocation. A missing name is an error that matches beve.ErrMissing.
func Field[T any](data []byte, name string) (T, error) {
	if v, ok := scalarField[T](data, name); ok {
		return v, nil
	}
	var v T
	err := engine.Member(data, name, &v)
	return v, decodeError(err)
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
