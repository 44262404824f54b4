// Reading values whose types only the input says.

package msgcodec

import (
	"math"
	"math/bits"
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// readAny reads a value of any type: nil, bool, int64, uint64 for the unsigned forms,
// float32, float64, string, []byte, time.Time, complex64, complex128, []any, a map, the
// type registered for an extension, or *msgp.RawExtension. next is -1 when it failed. The
// value is a result, since a variable that it were stored in would have to be on the heap.
func (d *decodeState) readAny(off int) (v any, next int) {
	src := d.src
	// What is usual comes first.
	if off+msgwire.Lookahead <= len(src) {
		switch c := src[off]; {
		case int8(c) >= msgwire.MinFixInt:
			return int64(int8(c)), off + 1
		case c&0xE0 == msgwire.FixStr:
			end := off + 1 + int(c&0x1F)
			if end <= len(src) && !d.options.ValidUTF8 {
				return d.string(src[off+1 : end : end]), end
			}
		case c == msgwire.Float64:
			return math.Float64frombits(bits.ReverseBytes64(mem.Word(src, off+1))), off + 9
		case c == msgwire.True, c == msgwire.False:
			return c == msgwire.True, off + 1
		}
	}
	h, ok := d.head(off)
	if !ok {
		return nil, -1
	}
	end := h.Next + h.Len
	switch h.Kind {
	case msgwire.KindBool:
		return h.Bits != 0, h.Next
	case msgwire.KindInt:
		return int64(h.Bits), h.Next
	case msgwire.KindUint:
		return h.Bits, h.Next
	case msgwire.KindFloat32:
		return math.Float32frombits(uint32(h.Bits)), h.Next
	case msgwire.KindFloat64:
		return math.Float64frombits(h.Bits), h.Next
	case msgwire.KindStr:
		text := src[h.Next:end:end]
		if !d.valid(off, text) {
			return nil, -1
		}
		return d.string(text), end
	case msgwire.KindBin:
		b := src[h.Next:end:end]
		if !d.options.NoCopy {
			b = append([]byte{}, b...)
		}
		return b, end
	case msgwire.KindArray:
		return d.readAnys(off, h)
	case msgwire.KindMap:
		return d.readMap(off, h)
	case msgwire.KindExt:
		v, _, err := msgp.ReadIntfBytes(src[off:end])
		if err != nil {
			return nil, d.Fail(off, "", err)
		}
		return v, end
	}
	return nil, h.Next
}

// anySize is the size of an interface.
const anySize = 16

func (d *decodeState) readAnys(off int, h msgwire.Head) (v any, next int) {
	if h.Len == 0 {
		return []any{}, h.Next
	}
	if !d.enter(off, h.Len) || !d.charge(h.Len*anySize) {
		return nil, -1
	}
	list := make([]any, h.Len)
	next = h.Next
	for i := range list {
		if list[i], next = d.readAny(next); next < 0 {
			return nil, d.InIndex(i)
		}
	}
	d.leave()
	return list, next
}

// mapEntry is what a key that is a string and an interface take.
const mapEntry = 32

// mapBytes estimates the memory of a map of n entries of so many bytes: the runtime makes
// room for eight at first, and then for up to twice as many as there are.
func mapBytes(n, entry int) int {
	if n == 0 {
		return 64
	}
	return 64 + max(8, 2*n)*(entry+1)
}

// readMap reads a map whose type its keys decide: map[string]any, map[int64]any, or
// map[any]any where they are mixed or of other kinds. ZebraPack has the first only.
func (d *decodeState) readMap(off int, h msgwire.Head) (v any, next int) {
	if !d.charge(mapBytes(h.Len, mapEntry)) {
		return nil, -1
	}
	if h.Len == 0 {
		return map[string]any{}, h.Next
	}
	if !d.enter(off, h.Len) {
		return nil, -1
	}
	texts := make(map[string]any, h.Len)
	next = h.Next
	for i := range h.Len {
		at := next
		text, end := d.anyText(at)
		if end < 0 {
			key, ok := d.head(at)
			if !ok {
				return nil, d.InKey(msgwire.KeyText(d.src, at))
			}
			if d.profile.key.format.IDs {
				d.Fail(at, "", msgwire.NotAKey(key.Kind, false))
				return nil, d.InKey(msgwire.KeyText(d.src, at))
			}
			all := make(map[any]any, h.Len)
			for k, elem := range texts {
				all[k] = elem
			}
			return d.readMixed(at, h.Len, i, all)
		}
		if !d.valid(at, text) {
			return nil, d.InKey(string(text))
		}
		key := d.string(text)
		if texts[key], next = d.readAny(end); next < 0 {
			return nil, d.InKey(key)
		}
		if d.options.RejectDuplicates && len(texts) <= i {
			return nil, d.failKey(at, "", fault.DuplicateKey)
		}
	}
	d.leave()
	return texts, next
}

// readMixed reads on in a map that has other keys than strings, from the i-th of n at off.
// all holds what was read before. Where all keys are integers that an int64 holds, the
// result is a map[int64]any.
func (d *decodeState) readMixed(off, n, i int, all map[any]any) (v any, next int) {
	integers := i == 0
	var seen keySet
	for ; i < n; i++ {
		at := off
		var key any
		if key, off = d.readAny(at); off < 0 {
			return nil, d.InKey(msgwire.KeyText(d.src, at))
		}
		switch k := key.(type) {
		case int64:
		case uint64:
			// Integers of both families are one kind of key.
			if k <= math.MaxInt64 {
				key = int64(k)
			} else {
				integers = false
			}
		case []byte:
			key, integers = string(k), false
		default:
			integers = false
			if key == nil || !reflect.TypeOf(key).Comparable() {
				text := msgwire.KeyText(d.src, at)
				d.Fail(at, "", fault.NoGoKey(text, key == nil))
				return nil, d.InKey(text)
			}
			if before, ok := seen.again(d.src, at, off, reflect.ValueOf(key)); ok {
				key = before.Interface()
			}
		}
		if all[key], off = d.readAny(off); off < 0 {
			return nil, d.InKey(msgwire.KeyText(d.src, at))
		}
		if d.options.RejectDuplicates && len(all) <= i {
			return nil, d.failKey(at, "", fault.DuplicateKey)
		}
	}
	d.leave()
	if !integers {
		return all, off
	}
	byInt := make(map[int64]any, len(all))
	for key, elem := range all {
		byInt[key.(int64)] = elem
	}
	return byInt, off
}
