// Scalars: numbers, booleans, strings, and the types that stand for them as text.

package jsonpack

import (
	"encoding"
	"math"
	"math/bits"
	"reflect"

	"github.com/beve-org/beve-go/internal/costly"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/json"
)

// numberIn returns how a number of a Go kind lies in memory. ok is false for other
// kinds.
func numberIn(k reflect.Kind) (c class, size uint8, ok bool) {
	switch k {
	case reflect.Int:
		return classSigned, bits.UintSize / 8, true
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return classSigned, 1 << (k - reflect.Int8), true
	case reflect.Uint, reflect.Uintptr:
		return classUnsigned, bits.UintSize / 8, true
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return classUnsigned, 1 << (k - reflect.Uint8), true
	case reflect.Float32:
		return classFloat, 4, true
	case reflect.Float64:
		return classFloat, 8, true
	}
	return 0, 0, false
}

// load returns the bits of the number of size bytes at p, without extending its sign.
func load(p mem.Pointer, size uint8) uint64 {
	switch size {
	case 1:
		return uint64(*mem.Ref[uint8](p))
	case 2:
		return uint64(*mem.Ref[uint16](p))
	case 4:
		return uint64(*mem.Ref[uint32](p))
	}
	return *mem.Ref[uint64](p)
}

// store puts the low bits of v into the number of size bytes at p.
func store(p mem.Pointer, size uint8, v uint64) {
	switch size {
	case 1:
		*mem.Ref[uint8](p) = uint8(v)
	case 2:
		*mem.Ref[uint16](p) = uint16(v)
	case 4:
		*mem.Ref[uint32](p) = uint32(v)
	default:
		*mem.Ref[uint64](p) = v
	}
}

// compileNumber fills k for a kind of number.
func (k *codec) compileNumber(n *node) {
	c, size, ok := numberIn(k.typ.Kind())
	if !ok {
		k.mismatch(n)
		return
	}
	k.stateless = true
	if c == n.class && size == n.size {
		k.op = opNumber
		k.append = func(_ *encodeState, dst []byte, p mem.Pointer) []byte {
			return n.appendScalar(dst, load(p, size))
		}
		k.read = func(d *decodeState, off int, p mem.Pointer) int {
			v, next := d.scalar(off, n)
			if next >= 0 {
				store(p, size, v)
			}
			return next
		}
		return
	}
	name := k.typ.String()
	k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		return e.appendNumber(dst, n, numberOf(c, size, load(p, size)), name)
	}
	k.read = func(d *decodeState, off int, p mem.Pointer) int {
		v, next := d.scalar(off, n)
		if next < 0 {
			return -1
		}
		x := numberOf(n.class, n.size, v)
		out, ok := x.ofSize(c, size)
		if !ok {
			return d.Fail(off, name, misfit(x, name))
		}
		store(p, size, out)
		return next
	}
}

// misfit says that x does not fit a type.
func misfit(x number, typ string) error {
	return fault.Because(fault.ErrOverflow, string(x.appendText(nil, 8))+" does not fit "+typ)
}

// appendNumber appends x, of a Go type, as n has it.
func (e *encodeState) appendNumber(dst []byte, n *node, x number, goType string) []byte {
	v, ok := x.ofSize(n.class, n.size)
	if !ok {
		return e.fail(goType, misfit(x, n.name))
	}
	return n.appendScalar(dst, v)
}

// compileLiteral fills k for a json.Number where the schema has a number.
func (k *codec) compileLiteral(n *node) {
	k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		return e.appendLiteral(dst, n, *mem.Ref[json.Number](p))
	}
	k.read = func(d *decodeState, off int, p mem.Pointer) int {
		v, next := d.scalar(off, n)
		if next < 0 {
			return -1
		}
		x := numberOf(n.class, n.size, v)
		if f, ok := x.float64(); n.class == classFloat && ok && (math.IsNaN(f) || math.IsInf(f, 0)) {
			return d.Fail(off, "json.Number", errNoNumber)
		}
		*mem.Ref[json.Number](p) = json.Number(x.appendText(nil, n.size))
		return next
	}
}

var errNoNumber = fault.Because(fault.ErrUnsupported, "JSON has no NaN and no infinity")

// appendLiteral appends a number that is written as JSON writes it.
func (e *encodeState) appendLiteral(dst []byte, n *node, v json.Number) []byte {
	bits, next, cause := n.parseNumber(mem.Bytes(string(v)), 0)
	if cause == nil && next < len(v) {
		cause = fault.Because(fault.ErrSyntax, "no number")
	}
	if cause != nil {
		return e.fail("json.Number", cause)
	}
	return n.appendScalar(dst, bits)
}

// compileBool fills k for a kind of bool.
func (k *codec) compileBool(n *node) {
	if k.typ.Kind() != reflect.Bool {
		k.mismatch(n)
		return
	}
	k.op, k.stateless = opBool, true
	k.append = func(_ *encodeState, dst []byte, p mem.Pointer) []byte {
		return append(dst, *mem.Ref[uint8](p))
	}
	k.read = func(d *decodeState, off int, p mem.Pointer) int {
		v, next := d.scalar(off, n)
		if next >= 0 {
			*mem.Ref[bool](p) = v != 0
		}
		return next
	}
}

// compileString fills k for a kind of string.
func (k *codec) compileString(n *node) {
	if k.typ.Kind() != reflect.String {
		k.mismatch(n)
		return
	}
	k.op, k.stateless = opString, true
	k.append = func(_ *encodeState, dst []byte, p mem.Pointer) []byte {
		return appendText(dst, *mem.Ref[string](p))
	}
	k.read = func(d *decodeState, off int, p mem.Pointer) int {
		return d.text(off, mem.Ref[string](p))
	}
}

// compileText fills k for a type that is written and read as text, by its own methods.
func (k *codec) compileText() {
	typ, name, kind := k.typ, k.typ.String(), costly.OfText(k.typ)
	method := func(p mem.Pointer) any { return reflect.NewAt(typ, p.Unsafe()).Interface() }
	k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		var err error
		start := len(dst)
		switch v := method(p).(type) {
		case encoding.TextAppender:
			// The length goes in front of the text, and is one byte as a rule.
			if dst, err = v.AppendText(append(dst, 0)); err == nil {
				return setVaruint(dst, start, uint64(len(dst)-start-1))
			}
		case encoding.TextMarshaler:
			var text []byte
			if text, err = v.MarshalText(); err == nil {
				return append(appendVaruint(dst, uint64(len(text))), text...)
			}
		}
		return e.fail(name, err)
	}
	k.read = func(d *decodeState, off int, p mem.Pointer) int {
		text, next := d.viewText(off)
		if next < 0 {
			return -1
		}
		if err := d.bounded.Unmarshal(kind, method(p).(encoding.TextUnmarshaler), text, len(d.src)); err != nil {
			return d.Fail(off, name, err)
		}
		return next
	}
}
