// Types with a form of their own: times, raw values and extensions.

package msgcodec

import (
	"errors"
	"reflect"
	"strconv"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

var (
	timeType = reflect.TypeFor[time.Time]()
	rawType  = reflect.TypeFor[msgp.Raw]()

	extensionType = reflect.TypeFor[msgp.Extension]()
)

// compileKnown fills k for a type that this file knows, and reports whether it is one.
func (c *compiler) compileKnown(k *codec) bool {
	switch {
	case k.typ == timeType:
		k.op, k.opaque, k.form = opTime, true, FormTime
		k.append, k.read = appendTime, k.readTime
		if c.profile.key.time == TimeExt5 {
			k.append = appendTime5
		}
	case isJSONNumber(k.typ):
		k.opaque, k.form = true, FormNumber
		k.append, k.read = k.appendJSONNumber, k.readJSONNumber
	case k.typ == rawType:
		k.opaque, k.form = true, FormMessagePack
		k.append, k.read = appendRaw, readRaw
	case k.typ.Kind() != reflect.Interface && k.typ.Kind() != reflect.Pointer &&
		reflect.PointerTo(k.typ).Implements(extensionType):
		k.opaque, k.form = true, FormExtension
		k.append, k.read = k.appendExtension, k.readExtension
	default:
		return false
	}
	return true
}

func appendTime(_ *encodeState, dst []byte, p mem.Pointer) []byte {
	return msgp.AppendTimeExt(dst, *mem.Ref[time.Time](p))
}

func appendTime5(_ *encodeState, dst []byte, p mem.Pointer) []byte {
	return msgp.AppendTime(dst, *mem.Ref[time.Time](p))
}

func (k *codec) readTime(d *decodeState, off int, p mem.Pointer) int {
	t, o, err := msgp.ReadTimeBytes(d.src[off:])
	if err != nil {
		return k.insteadOfExtension(d, off, p, err)
	}
	*mem.Ref[time.Time](p) = t
	return len(d.src) - len(o)
}

// appendRaw appends an encoded value as it is, having checked it.
func appendRaw(e *encodeState, dst []byte, p mem.Pointer) []byte {
	return e.appendRaw(dst, *mem.Ref[msgp.Raw](p))
}

func (e *encodeState) appendRaw(dst []byte, raw msgp.Raw) []byte {
	if len(raw) == 0 {
		return msgp.AppendNil(dst)
	}
	n := len(dst)
	return e.checked(append(dst, raw...), n, "msgp.Raw")
}

// checked returns dst, in which what follows the first n bytes must be exactly one value.
func (e *encodeState) checked(dst []byte, n int, goType string) []byte {
	budget := Limits{MaxDepth: e.limit - e.level}.Budget()
	end, err := msgwire.Skip(dst, n, &budget)
	switch {
	case errors.Is(err, fault.ErrDepth):
		return e.fail(goType, fault.ErrDepth)
	case err != nil:
		at := err.(*DecodeError)
		return e.fail(goType, fault.Because(fault.ErrSyntax, "not exactly one value: "+at.Err.Error()+
			" at byte "+strconv.Itoa(int(at.Offset)-n)+" of it"))
	case end != len(dst):
		return e.fail(goType, fault.Because(fault.ErrTrailing, "more than one value"))
	}
	return dst
}

func readRaw(d *decodeState, off int, p mem.Pointer) int {
	next := d.skip(off)
	if next < 0 {
		return -1
	}
	v := mem.Ref[msgp.Raw](p)
	if d.options.NoCopy {
		*v = d.src[off:next:next]
	} else {
		*v = append((*v)[:0], d.src[off:next]...)
	}
	return next
}

func (k *codec) appendExtension(e *encodeState, dst []byte, p mem.Pointer) []byte {
	n := len(dst)
	dst, err := msgp.AppendExtension(dst, k.pointer(p).(msgp.Extension))
	if err != nil {
		return e.fail(k.typ.String(), err)
	}
	return e.checked(dst, n, k.typ.String())
}

func (k *codec) readExtension(d *decodeState, off int, p mem.Pointer) int {
	if off < len(d.src) && d.src[off] == msgwire.Nil {
		k.value(p).SetZero()
		return off + 1
	}
	h, ok := d.head(off)
	if !ok {
		return -1
	}
	if h.Kind != msgwire.KindExt {
		return d.mismatch(off, h.Kind, k.typ.String())
	}
	end := h.Next + h.Len
	if _, err := msgp.ReadExtensionBytes(d.src[off:end:end], k.pointer(p).(msgp.Extension)); err != nil {
		return d.FailMethod(off, k.typ.String(), err)
	}
	return end
}
