package edit

import (
	"sync"

	"github.com/beve-org/beve-go/internal/fault"
)

// Values are how a format appends Go values: those of the types that most have by functions of
// their own, where there are any, and others by Any.
type Values struct {
	Bool    func(dst []byte, v bool) []byte
	Int     func(dst []byte, v int64) []byte
	Uint    func(dst []byte, v uint64) []byte
	Float64 func(dst []byte, v float64) []byte
	Float32 func(dst []byte, v float32) []byte
	String  func(dst []byte, v string) []byte
	Any     func(dst []byte, v any) ([]byte, error)
	// Extended returns v in the extended profile, nil if that is portable; it is nil where the format has no profiles.
	Extended func(v any, portable []byte) []byte
}

// buffers are for values that are encoded to be put into messages.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// maxBuffer is the length from which on a buffer is not kept.
const maxBuffer = 64 << 10

// Put is [Change] with a Go value.
func Put[T any](f Form, values *Values, msg []byte, verb Verb, path fault.Pointer, value T) ([]byte, error) {
	buf := buffers.Get().(*[]byte)
	op := Op{Verb: verb, Path: path}
	raw, ok := values.scalar((*buf)[:0], any(value))
	if ok {
		op.Value = raw
	} else {
		op.encode(values, raw, boxed(value))
		if op.Value == nil && op.Extended == nil {
			return msg, fail(f, 0, path, op.err)
		}
		raw = op.Value
	}
	out, err := Change(f, msg, &op)
	if cap(raw) <= maxBuffer {
		*buf = raw
		buffers.Put(buf)
	}
	return out, err
}

// encode gives op a Go value: appended to dst, and in the extended profile if that differs.
func (op *Op) encode(values *Values, dst []byte, v any) {
	if op.Value, op.err = values.Any(dst, v); op.err != nil {
		op.Value = nil
	}
	if values.Extended != nil {
		op.Extended = values.Extended(v, op.Value)
	}
}

// boxed makes an interface of a value out of sight of the caller, in which the value can so stay
// where it is.
//
//go:noinline
func boxed[T any](value T) any { return value }

// scalar appends v, if there is a function for its type.
func (s *Values) scalar(dst []byte, v any) ([]byte, bool) {
	switch v := v.(type) {
	case bool:
		return s.Bool(dst, v), true
	case int:
		return s.Int(dst, int64(v)), true
	case int64:
		return s.Int(dst, v), true
	case int32:
		return s.Int(dst, int64(v)), true
	case uint:
		return s.Uint(dst, uint64(v)), true
	case uint64:
		return s.Uint(dst, v), true
	case uint32:
		return s.Uint(dst, uint64(v)), true
	case uint8:
		return s.Uint(dst, uint64(v)), true
	case float64:
		if s.Float64 != nil {
			return s.Float64(dst, v), true
		}
	case float32:
		if s.Float32 != nil {
			return s.Float32(dst, v), true
		}
	case string:
		if s.String != nil {
			return s.String(dst, v), true
		}
	}
	return dst, false
}

// Ops are the changes of a batch. The zero value has none.
type Ops struct {
	all []Op
	err error // of the first value that could not be encoded
	bad int   // the operation that has it
}

// Add adds a change without a value.
func (o *Ops) Add(verb Verb, from, path fault.Pointer) {
	o.all = append(o.all, Op{Verb: verb, From: from, Path: path})
}

// Put adds a change with a value, which is encoded now.
func (o *Ops) Put(values *Values, verb Verb, path fault.Pointer, value any) {
	op := Op{Verb: verb, Path: path}
	op.encode(values, nil, value)
	if op.Value == nil && op.Extended == nil && o.err == nil {
		o.err, o.bad = op.err, len(o.all)
	}
	o.all = append(o.all, op)
}

// Do returns msg with the changes, having checked their values.
func (o *Ops) Do(f Form, msg []byte) ([]byte, error) {
	if o.err != nil {
		return nil, failed(f, 0, o.bad, len(o.all), &o.all[o.bad], o.err)
	}
	for i := range o.all {
		op := &o.all[i]
		for _, value := range [...][]byte{op.Value, op.Extended} {
			if value == nil {
				continue
			}
			if _, err := f.Check(value, 0, f.Limits()); err != nil {
				return nil, failed(f, 0, i, len(o.all), op, err)
			}
		}
	}
	return Apply(f, msg, o.all)
}
