// Package setof has sets, maps whose values are empty, that are arrays in MessagePack and in
// JSON, for users of the package of that name in tinylib/msgp:
//
//	type Article struct {
//		Tags setof.StringSorted `msg:"tags"`
//	}
//
// A nil set is nil, or null, and comes back as nil. The types whose names end in Sorted are
// written in ascending order, so that the same set gives the same bytes; the others are
// written in Go's order. An element that comes twice is one element. A NaN is not equal to
// itself: a set may hold several, and JSON has none.
package setof

//go:generate go run generate.go

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// elements returns the elements of a set, nil for a nil one.
func elements[M ~map[T]struct{}, T cmp.Ordered](s M, sorted bool) []T {
	if s == nil {
		return nil
	}
	list := slices.AppendSeq(make([]T, 0, len(s)), maps.Keys(s))
	if sorted {
		slices.Sort(list)
	}
	return list
}

// fromSlice returns the set of the elements of a slice, nil for a nil one.
func fromSlice[M ~map[T]struct{}, T cmp.Ordered](list []T) M {
	if list == nil {
		return nil
	}
	s := make(M, len(list))
	for _, v := range list {
		s[v] = struct{}{}
	}
	return s
}

// appendSet appends a set, its elements by put.
func appendSet[M ~map[T]struct{}, T cmp.Ordered](b []byte, s M, sorted bool, put func([]byte, T) []byte) []byte {
	if s == nil {
		return msgp.AppendNil(b)
	}
	b = msgp.AppendArrayHeader(b, uint32(len(s)))
	if sorted {
		for _, v := range elements(s, true) {
			b = put(b, v)
		}
		return b
	}
	for v := range s {
		b = put(b, v)
	}
	return b
}

// readSet reads a set from the start of b, its elements by get, and returns the rest.
func readSet[M ~map[T]struct{}, T cmp.Ordered](b []byte, s *M, get func([]byte) (T, []byte, error)) ([]byte, error) {
	if msgp.IsNil(b) {
		*s = nil
		return b[msgp.NilSize:], nil
	}
	n, o, err := msgp.ReadArrayHeaderBytes(b)
	if err != nil {
		return b, err
	}
	clear(*s)
	if *s == nil {
		*s = make(M, msgp.Few(n))
	}
	for i := range n {
		var v T
		if v, o, err = get(o); err != nil {
			return b, msgp.WrapError(err, i)
		}
		(*s)[v] = struct{}{}
	}
	return o, nil
}

// setSize returns the most bytes that a set takes whose elements take size at most.
func setSize[M ~map[T]struct{}, T cmp.Ordered](s M, size int) int {
	if s == nil {
		return msgp.NilSize
	}
	return msgp.ArrayHeaderSize + len(s)*size
}

// appendJSON returns a set as JSON text.
func appendJSON[M ~map[T]struct{}, T cmp.Ordered](s M, sorted bool) ([]byte, error) {
	if s == nil {
		return []byte("null"), nil
	}
	text := []byte{'['}
	for i, v := range elements(s, sorted) {
		if i > 0 {
			text = append(text, ',')
		}
		element, err := json.Marshal(v) // one by one: a slice of bytes would be text
		if err != nil {
			return nil, err
		}
		text = append(text, element...)
	}
	return append(text, ']'), nil
}

// readJSON reads a set from JSON text.
func readJSON[M ~map[T]struct{}, T cmp.Ordered](text []byte, s *M) error {
	var list []*T
	if err := json.Unmarshal(text, &list); err != nil {
		return err
	}
	if list == nil {
		*s = nil
		return nil
	}
	clear(*s)
	if *s == nil {
		*s = make(M, len(list))
	}
	for i, v := range list {
		if v == nil {
			return msgp.WrapError(fault.ErrMismatch, i) // null is not an element
		}
		(*s)[*v] = struct{}{}
	}
	return nil
}
