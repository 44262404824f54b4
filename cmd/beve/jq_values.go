// This file makes values as gojq takes them of the bytes of values that have been checked: of what most are made of at
// once, of all else by way of documents.

package main

import (
	"math"

	"github.com/beve-org/beve-go/cmd/internal/doc"
	"github.com/beve-org/beve-go/wire"
)

// jqReader makes values. It is for one goroutine.
type jqReader struct {
	limits   wire.Limits
	typeTags bool
	names    map[string]string // of members, so that each is in memory once
}

// maxSharedNames is how many names are shared.
const maxSharedNames = 1000

// read returns a whole value.
func (r *jqReader) read(data []byte) (any, error) {
	v, end, err := r.value(data, 0)
	if err == nil && end == len(data) {
		return v, nil
	}
	return r.byDocument(data)
}

// byDocument returns any value.
func (r *jqReader) byDocument(data []byte) (any, error) {
	d, err := doc.New(data, r.limits, r.typeTags)
	if err != nil {
		return nil, err
	}
	return goValue(d.Root()), nil
}

// value returns the value at off and where it ends.
func (r *jqReader) value(data []byte, off int) (v any, next int, err error) {
	switch h := wire.Header(data[off]); h.Kind() {
	case wire.KindNull:
		return nil, off + 1, nil
	case wire.KindBool:
		return h == wire.HeaderTrue, off + 1, nil
	case wire.KindNumber:
		n, next, err := wire.ReadNumber(data, off)
		if err != nil {
			return nil, off, err
		}
		if h.Class() == wire.Float && h.Width() == 8 {
			f, _ := n.Float64()
			if math.IsNaN(f) || math.IsInf(f, 0) {
				return nil, next, nil
			}
			return f, next, nil
		}
		return goNumber(n), next, nil
	case wire.KindString:
		text, next, err := wire.ViewText(data, off+1)
		return string(text), next, err
	case wire.KindObject:
		return r.object(data, off)
	case wire.KindArray:
		return r.array(data, off)
	}
	if next, err = wire.Skip(data, off); err != nil {
		return nil, off, err
	}
	v, err = r.byDocument(data[off:next])
	return v, next, err
}

func (r *jqReader) object(data []byte, off int) (any, int, error) {
	count, next, err := wire.ReadCount(data, off+1, 2)
	if err != nil {
		return nil, off, err
	}
	m := make(map[string]any, count)
	for range count {
		name, start, err := wire.ViewText(data, next)
		if err != nil {
			return nil, off, err
		}
		shared, ok := r.names[string(name)]
		if !ok {
			shared = string(name)
			if r.names == nil {
				r.names = map[string]string{}
			}
			if len(r.names) < maxSharedNames {
				r.names[shared] = shared
			}
		}
		if m[shared], next, err = r.value(data, start); err != nil {
			return nil, off, err
		}
	}
	return m, next, nil
}

func (r *jqReader) array(data []byte, off int) (any, int, error) {
	count, next, err := wire.ReadCount(data, off+1, 1)
	if err != nil {
		return nil, off, err
	}
	list := make([]any, count)
	for i := range list {
		if list[i], next, err = r.value(data, next); err != nil {
			return nil, off, err
		}
	}
	return list, next, nil
}
