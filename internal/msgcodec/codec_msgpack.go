// The methods of github.com/vmihailenco/msgpack, known by their shape.

package msgcodec

import (
	"bytes"
	"io"
	"reflect"
	"sync"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/plan"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

type (
	bytesMarshaler   interface{ MarshalMsgpack() ([]byte, error) }
	bytesUnmarshaler interface{ UnmarshalMsgpack([]byte) error }
)

var (
	bytesMarshalerType   = reflect.TypeFor[bytesMarshaler]()
	bytesUnmarshalerType = reflect.TypeFor[bytesUnmarshaler]()
	errorType            = reflect.TypeFor[error]()
)

func methodMarshalMsgpack(t reflect.Type) (reflect.Method, bool) {
	return t.MethodByName("MarshalMsgpack")
}

func methodUnmarshalMsgpack(t reflect.Type) (reflect.Method, bool) {
	return t.MethodByName("UnmarshalMsgpack")
}

func methodEncodeMsgpack(t reflect.Type) (reflect.Method, bool) {
	return t.MethodByName("EncodeMsgpack")
}

func methodDecodeMsgpack(t reflect.Type) (reflect.Method, bool) {
	return t.MethodByName("DecodeMsgpack")
}

// The functions that call a method of v, by the type of the method's parameter: values are
// func(v any, w io.Writer) error, and func(v any, r io.Reader) error. They are looked up
// when values are written and read, so that a codec may be older than its adapter.
var encodersOf, decodersOf sync.Map

// RegisterAdapter says how the parameters of methods EncodeMsgpack(E) error and
// DecodeMsgpack(D) error, and of EncodeMsg and DecodeMsg, are made, as package msgpack documents it.
func RegisterAdapter[E, D any](newEncoder func(io.Writer) E, newDecoder func(io.Reader) D) {
	if newEncoder == nil || newDecoder == nil {
		panic("msgpack: RegisterAdapter needs two functions")
	}
	encodersOf.Store(reflect.TypeFor[E](), func(v any, w io.Writer) (err error) {
		e := newEncoder(w)
		if m, ok := v.(interface{ EncodeMsg(E) error }); ok {
			err = m.EncodeMsg(e)
		} else {
			err = v.(interface{ EncodeMsgpack(E) error }).EncodeMsgpack(e)
		}
		if f, ok := any(e).(interface{ Flush() error }); ok && err == nil {
			err = f.Flush()
		}
		return err
	})
	decodersOf.Store(reflect.TypeFor[D](), func(v any, r io.Reader) (err error) {
		d := newDecoder(r)
		if m, ok := v.(interface{ DecodeMsg(D) error }); ok {
			err = m.DecodeMsg(d)
		} else {
			err = v.(interface{ DecodeMsgpack(D) error }).DecodeMsgpack(d)
		}
		if b, ok := any(d).(interface{ Buffered() int }); ok && err == nil && b.Buffered() > 0 {
			err = errUnread
		}
		return err
	})
}

// errUnread is the cause where a method left a part of its value.
var errUnread = fault.Because(fault.ErrSyntax, "the method did not read the whole value")

// streamMethod returns the name of the method by which t is written to, or read from, coders of
// another package, and the type of its parameter, or nil. EncodeMsg and DecodeMsg are those of
// tinylib/msgp, whose Writer and Reader are not those of this module.
func streamMethod(t reflect.Type, write bool) (string, reflect.Type) {
	switch {
	case write:
		if arg := parameter(t, methodEncodeMsg); arg != nil {
			return "EncodeMsg", arg
		}
		return "EncodeMsgpack", parameter(t, methodEncodeMsgpack)
	default:
		if arg := parameter(t, methodDecodeMsg); arg != nil {
			return "DecodeMsg", arg
		}
		return "DecodeMsgpack", parameter(t, methodDecodeMsgpack)
	}
}

// parameter returns the type of the only parameter of a method of *t which counts for t and
// returns an error alone, or nil.
func parameter(t reflect.Type, lookup plan.Method) reflect.Type {
	m, ok := lookup(reflect.PointerTo(t))
	if !ok || m.Type.NumIn() != 2 || m.Type.IsVariadic() || m.Type.NumOut() != 1 || m.Type.Out(0) != errorType ||
		!owns(t, lookup) {
		return nil
	}
	return m.Type.In(1)
}

func isBytesMarshaler(t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(bytesMarshalerType) && owns(t, methodMarshalMsgpack)
}

func isBytesUnmarshaler(t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(bytesUnmarshalerType) && owns(t, methodUnmarshalMsgpack)
}

// writesMsgpack reports whether values of t are written by EncodeMsgpack or MarshalMsgpack,
// so that the kind of t says nothing of their bytes.
func writesMsgpack(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer || t.Kind() == reflect.Interface || isMarshaler(t) || isEncodable(t) {
		return false
	}
	_, arg := streamMethod(t, true)
	return arg != nil || isBytesMarshaler(t)
}

// msgpackMethods returns what writes and reads k by such methods, each nil where there is
// none. As there, EncodeMsgpack and DecodeMsgpack come first, and a direction that has
// neither goes on to what its type has besides.
func (k *codec) msgpackMethods() (app appendFunc, read readFunc) {
	if method, arg := streamMethod(k.typ, true); arg != nil {
		app = func(e *encodeState, dst []byte, p mem.Pointer) []byte { return k.appendAdapted(e, dst, p, method, arg) }
		if method == "EncodeMsgpack" {
			app = k.orNil(methodEncodeMsgpack, app)
		}
	} else if isBytesMarshaler(k.typ) {
		app = k.orNil(methodMarshalMsgpack, k.appendMsgpack)
	}
	if method, arg := streamMethod(k.typ, false); arg != nil {
		read = func(d *decodeState, off int, p mem.Pointer) int { return k.readAdapted(d, off, p, method, arg) }
	} else if isBytesUnmarshaler(k.typ) {
		read = k.readMsgpack
	}
	return app, read
}

// orNil makes a nil slice, map or the like nil, if it has the method itself and not by its
// address: such methods are not called for nil.
func (k *codec) orNil(lookup plan.Method, app appendFunc) appendFunc {
	switch k.typ.Kind() {
	case reflect.Slice, reflect.Map, reflect.Chan, reflect.Func:
	default:
		return app
	}
	if _, ok := lookup(k.typ); !ok {
		return app
	}
	return func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		if k.value(p).IsNil() {
			return msgp.AppendNil(dst)
		}
		return app(e, dst, p)
	}
}

// noAdapter is the cause where the parameter of a method cannot be made.
func noAdapter(method string, arg reflect.Type) error {
	return fault.Because(fault.ErrUnsupported, "the method "+method+"("+arg.String()+") needs an adapter: "+
		"call msgpack.RegisterAdapter with the functions of its package that make it, as NewEncoder and NewDecoder")
}

// sink is what adapted encoders write to: no more than a writer, since what stands before
// their bytes is not theirs.
type sink struct{ b []byte }

func (s *sink) Write(p []byte) (int, error) {
	s.b = append(s.b, p...)
	return len(p), nil
}

func (s *sink) WriteByte(c byte) error {
	s.b = append(s.b, c)
	return nil
}

func (k *codec) appendAdapted(e *encodeState, dst []byte, p mem.Pointer, method string, arg reflect.Type) []byte {
	call, ok := encodersOf.Load(arg)
	if !ok {
		return e.fail(k.typ.String(), noAdapter(method, arg))
	}
	w := sink{dst}
	if err := call.(func(any, io.Writer) error)(k.pointer(p), &w); err != nil {
		return e.fail(k.typ.String(), err)
	}
	return e.checked(w.b, len(dst), k.typ.String())
}

func (k *codec) appendMsgpack(e *encodeState, dst []byte, p mem.Pointer) []byte {
	b, err := k.pointer(p).(bytesMarshaler).MarshalMsgpack()
	if err != nil {
		return e.fail(k.typ.String(), err)
	}
	return e.checked(append(dst, b...), len(dst), k.typ.String())
}

func (k *codec) readAdapted(d *decodeState, off int, p mem.Pointer, method string, arg reflect.Type) int {
	if k.isNil(d, off, p) {
		return off + 1
	}
	call, ok := decodersOf.Load(arg)
	if !ok {
		return d.Fail(off, k.typ.String(), noAdapter(method, arg))
	}
	next := d.skip(off)
	if next < 0 {
		return -1
	}
	r := bytes.NewReader(d.src[off:next])
	err := call.(func(any, io.Reader) error)(k.pointer(p), r)
	if err == nil && r.Len() > 0 {
		err = errUnread
	}
	if err != nil {
		return d.FailMethod(off, k.typ.String(), err)
	}
	return next
}

// readMsgpack gives the method bytes of its own, which it may keep.
func (k *codec) readMsgpack(d *decodeState, off int, p mem.Pointer) int {
	if k.isNil(d, off, p) {
		return off + 1
	}
	next := d.skip(off)
	if next < 0 || !d.charge(next-off) {
		return -1
	}
	if err := k.pointer(p).(bytesUnmarshaler).UnmarshalMsgpack(append([]byte(nil), d.src[off:next]...)); err != nil {
		return d.FailMethod(off, k.typ.String(), err)
	}
	return next
}
