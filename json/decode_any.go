// Values for interfaces.

package json

import (
	"math"
	"math/big"
	"reflect"
	"strconv"

	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/structs"
)

// readInterface returns how an interface of type t is read, which pointers of the
// type through lead to, if any.
func readInterface(t, through reflect.Type) readFunc {
	empty := t.NumMethod() == 0
	outer := t
	if through != nil {
		outer = through
	}
	return func(d *decodeState, i int, p mem.Pointer) int {
		if !mem.Elem(p).IsNil() {
			if next, ok := d.held(i, reflect.NewAt(t, p.Unsafe()).Elem(), outer); ok {
				return next
			}
		}
		if d.src[i] == 'n' {
			if i = d.null(i); i > 0 {
				reflect.NewAt(t, p.Unsafe()).Elem().SetZero()
			}
			return i
		}
		if c := d.src[i]; c == '-' || c-'0' <= 9 {
			// That a number is out of range comes before that it has no place here.
			v, next, ok := d.number(i)
			switch {
			case ok && empty:
				*mem.Ref[any](p) = v
			case ok:
				d.typeError("number", t, next)
			}
			return next
		}
		if !empty {
			return d.mismatch(i, t)
		}
		v, next := d.any(i, noSlot)
		if next > 0 {
			*mem.Ref[any](p) = v
		}
		return next
	}
}

// held decodes through an interface that holds a pointer, and reports false for
// one that does not. null goes through to a pointer only. Errors name the type
// outer.
func (d *decodeState) held(i int, v reflect.Value, outer reflect.Type) (next int, ok bool) {
	e := v.Elem()
	if e.Kind() != reflect.Pointer || e.IsNil() || d.src[i] == 'n' && e.Elem().Kind() != reflect.Pointer {
		return 0, false
	}
	if inner := e.Elem(); inner.Kind() == reflect.Interface && inner.Elem().IsValid() && inner.Elem().Equal(e) {
		// An interface that holds its own address is what is set.
		k := d.in.of(e.Type()).decoder
		inner.SetZero()
		return k.read(d, i, mem.From(e.UnsafePointer())), true
	}
	k := d.in.of(e.Type()).decoder
	if k.onText && d.src[i] != '"' && d.src[i] != 'n' {
		return d.mismatch(i, outer), true
	}
	return k.read(d, i, mem.From(e.UnsafePointer())), true
}

// any returns the value at i, which stands under a key. It is a result, not stored through a pointer, which
// would force it into the heap at each level.
func (d *decodeState) any(i int, under keySlot) (any, int) {
	switch d.src[i] {
	case '{':
		return d.anyObject(i, under)
	case '[':
		return d.anyArray(i, under)
	case '"':
		return d.anyString(i)
	case 't':
		return true, d.word(i, "true")
	case 'f':
		return false, d.word(i, "false")
	case 'n':
		return nil, d.null(i)
	}
	v, next, _ := d.number(i)
	return v, next
}

// number returns the number at i as the flags have it; ok is false when there is
// none for it, which is saved, or a syntax error.
func (d *decodeState) number(i int) (v any, next int, ok bool) {
	const whole = UseNumber | UseBigInt | UseInt64 | UseUint64
	if d.flags&whole == 0 {
		if f, next := jsontext.ParseFloat(d.src, i); next > 0 {
			return d.boxed(f), next, true
		}
	}
	if next = jsontext.SkipNumber(d.src, i); next < 0 {
		return nil, d.syntax(), false
	}
	literal := mem.String(d.src[i:next])
	if d.flags&(whole&^UseNumber) != 0 {
		if v := d.integer(literal); v != nil {
			return v, next, true
		}
	}
	if d.flags&UseNumber != 0 {
		return Number(d.literal(i, next)), next, true
	}
	f, err := strconv.ParseFloat(literal, 64)
	if err != nil {
		d.save(&UnmarshalTypeError{Value: "number " + shown(literal), Type: float64Type, Offset: int64(next + 1)}, next)
		return nil, next, false
	}
	return f, next, true
}

// maxBigInt is the longest integer that becomes a big.Int: the time for that grows with
// the square of its digits.
const maxBigInt = 10_000

// integer returns an integer as the flags have it, or nil.
func (d *decodeState) integer(literal string) any {
	if d.flags&UseUint64 != 0 {
		if n, err := strconv.ParseUint(literal, 10, 64); err == nil {
			return n
		}
	}
	if d.flags&UseInt64 != 0 {
		if n, err := strconv.ParseInt(literal, 10, 64); err == nil {
			return n
		}
	}
	if d.flags&UseBigInt != 0 && len(literal) <= maxBigInt {
		if n, err := strconv.ParseInt(literal, 10, 64); err == nil {
			return big.NewInt(n)
		}
		if n, ok := new(big.Int).SetString(literal, 10); ok {
			return n
		}
	}
	return nil
}

func (d *decodeState) anyArray(i int, under keySlot) (any, int) {
	if !d.budget.Enter(0) {
		return nil, d.syntax()
	}
	b := d.src
	base := len(d.elems)
	var own []any // where there are many
	i = space(b, i+1)
	for first := true; ; first = false {
		if i >= len(b) {
			return nil, d.syntax()
		}
		if first && b[i] == ']' {
			break
		}
		v, next := d.any(i, under)
		if next < 0 {
			return nil, -1
		}
		switch n := len(d.elems) - base; {
		case own != nil && len(own) < cap(own):
			own = append(own, v)
		case own != nil || n == many:
			own = d.moreAny(own, base, i, v)
		default:
			d.elems = mem.Push(d.elems, v)
		}
		if i = space(b, next); i >= len(b) {
			return nil, d.syntax()
		}
		if b[i] == ']' {
			break
		}
		if b[i] != ',' {
			return nil, d.syntax()
		}
		i = space(b, i+1)
	}
	d.budget.Leave()
	if own != nil {
		return own, i + 1
	}
	s := d.elements(d.elems[base:])
	clear(d.elems[base:])
	d.elems = d.elems[:base]
	return s, i + 1
}

// moreAny returns own, which is full, or else the elements from base on, and v, the value at i, with room for those that follow.
// Objects and arrays are not counted: to pass over them takes long, and they take more memory than the slice that has them.
func (d *decodeState) moreAny(own []any, base, i int, v any) []any {
	if own == nil {
		own = d.elems[base:]
		defer func() {
			clear(d.elems[base:])
			d.elems = d.elems[:base]
		}()
	}
	n, room := len(own), len(own)
	if c := d.src[i]; c != '{' && c != '[' {
		room = d.roomFor(n, d.follow(i))
	}
	return append(append(make([]any, 0, n+room), own...), v)
}

// anyObject returns the object at i, which stands under a key: the slot of that tells
// which key to expect first.
func (d *decodeState) anyObject(i int, under keySlot) (any, int) {
	if !d.budget.Enter(0) {
		return nil, d.syntax()
	}
	if d.keys == nil {
		d.keys = newKeyCache()
	}
	b, keys := d.src, d.keys
	base := len(d.members)
	expected := &keys.slots[under].first
	i = space(b, i+1)
	for first := true; ; first = false {
		if i >= len(b) {
			return nil, d.syntax()
		}
		if first && b[i] == '}' {
			break
		}
		slot := *expected
		k := &keys.slots[slot]
		next := k.match(b, i)
		var key string
		if next > 0 {
			key = k.name()
		} else if key, slot, next = d.key(i); next < 0 {
			return nil, -1
		} else if slot != noSlot {
			*expected = slot
		}
		expected = &keys.slots[slot].next
		v, next := d.any(next, slot)
		if next < 0 {
			return nil, -1
		}
		d.members = mem.Push(d.members, anyMember{key, v})
		if i = space(b, next); i >= len(b) {
			return nil, d.syntax()
		}
		if b[i] == '}' {
			break
		}
		if b[i] != ',' {
			return nil, d.syntax()
		}
		i = space(b, i+1)
	}
	d.budget.Leave()
	m := make(map[string]any, len(d.members)-base)
	for _, member := range d.members[base:] {
		m[member.key] = member.value
	}
	clear(d.members[base:])
	d.members = d.members[:base]
	return m, i + 1
}

// boxCache remembers values in the form that an interface keeps them in, which is a
// small allocation each: documents repeat their numbers and short strings. They
// never change, so that they can be shared, and there are few, so that they may
// stay with the pooled state.
type boxCache struct {
	floats  [floatBoxes]any
	strings [stringBoxes]any
}

const (
	floatBoxes  = 512
	stringBoxes = 256
	maxBoxed    = 24 // bytes of a string
)

// boxed returns f as an interface.
func (d *decodeState) boxed(f float64) any {
	if d.boxes == nil {
		d.boxes = new(boxCache)
	}
	b := math.Float64bits(f)
	slot := &d.boxes.floats[b*structs.Spread>>55]
	if kept, ok := (*slot).(float64); ok && math.Float64bits(kept) == b {
		d.boxMisses = 0
		return *slot
	}
	if d.boxMisses++; d.boxMisses > maxBoxMisses {
		return f
	}
	*slot = f
	return *slot
}

// maxBoxMisses is how many numbers in a row that are not in the cache make a document
// one that does not repeat its numbers, for which they are not kept.
const maxBoxMisses = 64

// anyString returns the string at i as an interface.
func (d *decodeState) anyString(i int) (any, int) {
	text, next := d.text(i)
	if n := len(text); next < 0 || n == 0 || n > maxBoxed || d.flags&DontCopyString != 0 {
		if next < 0 {
			return nil, -1
		}
		return d.own(text, i, next), next
	}
	if d.boxes == nil {
		d.boxes = new(boxCache)
	}
	slot := &d.boxes.strings[structs.Mix(text)*structs.Spread>>56]
	if kept, ok := (*slot).(string); ok && kept == string(text) {
		return *slot, next
	}
	*slot = string(text)
	return *slot, next
}
