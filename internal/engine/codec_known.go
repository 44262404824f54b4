package engine

import (
	"errors"
	"math"
	"math/big"
	"reflect"

	"github.com/beve-org/beve-go/internal/costly"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/plan"
	"github.com/beve-org/beve-go/internal/slab"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// compileKnown fills k for the types that have a form of their own on the wire,
// and reports whether its type is one of them.
func (c *compiler) compileKnown(k *codec) bool {
	if c.compileExtended(k) {
		return true
	}
	switch k.typ {
	case reflect.TypeFor[big.Int]():
		k.append, k.read = appendBigInt, readBigInt
	case reflect.TypeFor[Raw]():
		k.append, k.read = appendRawValue, readRaw
	case reflect.TypeFor[TypeTag]():
		k.unsupported(fault.Because(fault.ErrUnsupported, "type tags are read only: version 2 does not write them"))
		k.read = c.typeTagRead()
	case reflect.TypeFor[scalar.Float16]():
		wireNumber(k, wire.AppendNumber[scalar.Float16], toFloat16, false)
	case reflect.TypeFor[scalar.BFloat16]():
		wireNumber(k, wire.AppendNumber[scalar.BFloat16], toBFloat16, false)
	case reflect.TypeFor[scalar.Int128]():
		wireNumber(k, wire.AppendInt128[scalar.Int128], wire.Number.Int128, true)
	case reflect.TypeFor[scalar.Uint128]():
		wireNumber(k, wire.AppendInt128[scalar.Uint128], wire.Number.Uint128, true)
	default:
		return isJSONNumber(k) || c.isUUID(k) || c.compileComplex(k) || c.compileMatrix(k)
	}
	return true
}

// toFloat16 and toBFloat16 round floats, as decoding into float32 does, but
// neither to infinity nor what was an integer.
func toFloat16(n wire.Number) (scalar.Float16, bool) {
	f, ok := n.Float64()
	h := scalar.Float16FromFloat64(f)
	return h, ok && fits(n, f, h.Float64())
}

func toBFloat16(n wire.Number) (scalar.BFloat16, bool) {
	if f, ok := n.Float32(); ok && !n.IsFloat() {
		h := scalar.BFloat16FromFloat32(f) // an integer may show the float32 that it is printed as
		return h, h.Float32() == f
	}
	f, ok := n.Float64()
	h := scalar.BFloat16FromFloat64(f)
	return h, ok && fits(n, f, h.Float64())
}

// fits reports whether rounded may stand for the number n, whose value is f.
func fits(n wire.Number, f, rounded float64) bool {
	if n.IsFloat() {
		return !math.IsInf(rounded, 0) || math.IsInf(f, 0)
	}
	return f == rounded
}

// wireNumber fills k for a number type of package scalar.
func wireNumber[T comparable](k *codec, write func([]byte, T) []byte, convert func(wire.Number) (T, bool), integer bool) {
	name := k.typ.String()
	k.append = func(_ *encodeState, dst []byte, p mem.Pointer) []byte { return write(dst, *mem.Ref[T](p)) }
	k.read = func(d *decodeState, off int, p mem.Pointer) int {
		if next, ok := d.null(off); ok {
			k.zero(p)
			return next
		}
		n, next, err := wire.ReadNumber(d.src, off)
		if err != nil {
			return d.Fail(off, name, err)
		}
		v, ok := convert(n)
		if !ok {
			return d.Fail(off, name, n.Misfit(off, name, integer))
		}
		*mem.Ref[T](p) = v
		return next
	}
}

// specialArray returns the codec for slices of a number type of package scalar, of
// Complex, or nil.
func specialArray(elem reflect.Type) *arrayCodec {
	switch elem {
	case reflect.TypeFor[scalar.Float16]():
		return wireNumbers(elem, wire.AppendNumbers[scalar.Float16], toFloat16, false)
	case reflect.TypeFor[scalar.BFloat16]():
		return wireNumbers(elem, wire.AppendNumbers[scalar.BFloat16], toBFloat16, false)
	case reflect.TypeFor[scalar.Int128]():
		return wireNumbers(elem, wire.AppendInt128s[scalar.Int128], wire.Number.Int128, true)
	case reflect.TypeFor[scalar.Uint128]():
		return wireNumbers(elem, wire.AppendInt128s[scalar.Uint128], wire.Number.Uint128, true)
	}
	return complexArray(elem)
}

// wireNumbers makes the codec of slices of a number type of package scalar.
func wireNumbers[T comparable](elem reflect.Type, write func([]byte, []T) []byte, convert func(wire.Number) (T, bool), integer bool) *arrayCodec {
	name := "[]" + elem.String()
	read := func(d *decodeState, off int, s *[]T) int {
		h, err := wire.ReadHeader(d.src, off)
		if err != nil {
			return d.Fail(off, name, err)
		}
		if h == wire.HeaderNull {
			*s = nil
			return off + 1
		}
		if k := h.Kind(); k != wire.KindNumberArray && k != wire.KindAligned && k != wire.KindArray {
			return d.mismatch(off, h, name)
		}
		a, err := d.openElements(off)
		if err != nil {
			return d.Fail(off, name, err)
		}
		if !d.charge(a.Len * mem.SizeOf[T]()) {
			return -1
		}
		*s = slab.Resize(*s, a.Len)
		return d.eachNumber(off, &a, func(i, at int, n wire.Number) bool {
			v, ok := convert(n)
			if !ok {
				d.Fail(at, name, n.Misfit(at, name, integer))
				return false
			}
			(*s)[i] = v
			return true
		}, name)
	}
	return &arrayCodec{
		append: func(_ *encodeState, dst []byte, p mem.Pointer) []byte {
			if s := *mem.Ref[[]T](p); s != nil {
				return write(dst, s)
			}
			return wire.AppendNull(dst)
		},
		read: func(d *decodeState, off int, p mem.Pointer) int { return read(d, off, mem.Ref[[]T](p)) },
		appendN: func(_ *encodeState, dst []byte, p mem.Pointer, n int) []byte {
			return write(dst, mem.SliceAt[T](p, n))
		},
		readN: func(d *decodeState, off int, p mem.Pointer, n int) int {
			return readFixed(d, off, p, n, name, read)
		},
	}
}

// eachNumber calls f with every element of a typed or generic array of numbers.
func (d *decodeState) eachNumber(off int, a *elements, f func(i, at int, n wire.Number) bool, name string) int {
	if a.Header.Kind() != wire.KindArray {
		for i := range a.Len {
			if !f(i, a.Offset(i, 0), a.Numbers.At(i)) {
				return d.InIndex(i)
			}
		}
		return a.Next
	}
	if a.Len == 0 {
		return a.Next
	}
	if !d.enter(off, a.Len) {
		return -1
	}
	next := a.Next
	for i := range a.Len {
		n, end, err := wire.ReadNumber(d.src, next)
		if err != nil {
			d.Fail(next, name, err)
			return d.InIndex(i)
		}
		if !f(i, next, n) {
			return d.InIndex(i)
		}
		next = end
	}
	d.leave()
	return next
}

func appendRawValue(e *encodeState, dst []byte, p mem.Pointer) []byte {
	return e.appendRaw(dst, *mem.Ref[Raw](p))
}

func readRaw(d *decodeState, off int, p mem.Pointer) int {
	next, err := d.skip(off)
	if err != nil {
		return d.Fail(off, "beve.Raw", err)
	}
	*mem.Ref[Raw](p) = d.raw(d.src[off:next])
	return next
}

// typeTagRead returns what reads a type tag, or the object that stands for one in JSON.
func (c *compiler) typeTagRead() readFunc {
	object := &codec{typ: reflect.TypeFor[TypeTag]()}
	c.compileStruct(object)
	return func(d *decodeState, off int, p mem.Pointer) int {
		if off < len(d.src) && wire.Header(d.src[off]).Kind() == wire.KindObject {
			return object.read(d, off, p)
		}
		return readTypeTag(d, off, p)
	}
}

func readTypeTag(d *decodeState, off int, p mem.Pointer) int {
	if next, ok := d.null(off); ok {
		*mem.Ref[TypeTag](p) = TypeTag{}
		return next
	}
	if off < len(d.src) && wire.Header(d.src[off]) == wire.HeaderTable {
		switch tag, ok := d.isTypeTag(off); {
		case !ok:
			return -1
		case !tag:
			return d.Fail(off, "beve.TypeTag", fault.Because(fault.ErrMismatch,
				"a table; the option LegacyTypeTag reads type tags where the bytes can be both"))
		}
	}
	index, inner, err := wire.ReadTypeTag(d.src, off)
	if err != nil {
		return d.Fail(off, "beve.TypeTag", err)
	}
	if !d.enter(off, 1) {
		return -1
	}
	v, next := d.any(inner)
	if next >= 0 {
		*mem.Ref[TypeTag](p) = TypeTag{Index: index, Value: v}
		d.leave()
	}
	return next
}

func (d *decodeState) anyTypeTag(off int) (any, int) {
	var t TypeTag
	next := readTypeTag(d, off, mem.Of(&t))
	return t, next
}

// isTypeTag reports whether the value at off, which starts with the header of tables
// and type tags, is one of these. ok is false when a tentative decode cannot know it.
func (d *decodeState) isTypeTag(off int) (tag, ok bool) {
	tag, more := wire.TypeTagNext(d.src, off, !d.tentative, d.typeTags)
	if more {
		d.Fail(off, "", fault.ErrTruncated)
	}
	return tag, !more
}

// value decodes the value at off, where its message starts, into the variable at p.
// Codecs do not look for type tags unless they are told to: where one is what a
// decode fails at, the value is decoded once more by codecs that do.
func (d *decodeState) value(c *codec, off int, p mem.Pointer) int {
	src := d.src
	next := c.read(d, off, p)
	if next >= 0 || d.typeTags || d.tentative || !d.failedAtTypeTag(src) {
		return next
	}
	was := d.profile
	defer func() { d.profile = was }()
	key := was.key
	key.typeTags, key.reflected = true, true
	d.profile = profileFor(key)
	first := *d.Complete()
	d.Forget()
	d.begin(d.whole, d.root)
	d.src = src
	if next = d.profile.codecFor(c.typ).read(d, off, p); next != len(d.whole) {
		d.FailWhole(&first) // that helped nothing
		return -1
	}
	return next
}

// failedAtTypeTag reports whether what failed is that a type tag is not what a codec
// reads. src is the message and what follows it.
func (d *decodeState) failedAtTypeTag(src []byte) bool {
	off := d.Err.Offset
	if off < 0 || off >= int64(len(d.whole)) || wire.Header(d.whole[off]) != wire.HeaderTypeTag ||
		!errors.Is(d.Err.Err, fault.ErrMismatch) {
		return false
	}
	return wire.TypeTagAt(src, int(off), false)
}

// unwrapTypeTags makes k read the value inside a type tag: for LegacyTypeTag, and
// where one has been found.
func (k *codec) unwrapTypeTags() {
	switch {
	case k.typ == reflect.TypeFor[TypeTag](), k.typ == reflect.TypeFor[Raw](),
		k.typ.Kind() == reflect.Interface && k.typ.NumMethod() == 0, k.typ.Kind() == reflect.Pointer:
		return // these take the tag itself, or leave it to what they point to
	}
	inner := k.read
	k.read = func(d *decodeState, off int, p mem.Pointer) int {
		if off >= len(d.src) || wire.Header(d.src[off]) != wire.HeaderTypeTag {
			return inner(d, off, p)
		}
		switch tag, ok := d.isTypeTag(off); {
		case !ok:
			return -1
		case !tag:
			return inner(d, off, p)
		}
		_, at, err := wire.ReadTypeTag(d.src, off)
		if err != nil {
			return d.Fail(off, k.typ.String(), err)
		}
		if !d.enter(off, 1) {
			return -1
		}
		next := k.read(d, at, p)
		if next >= 0 {
			d.leave()
		}
		return next
	}
}

// isUUID fills k for the UUID and ULID types of any package, which are [16]byte:
// they are written as their bytes, an array of uint8, although most of them also
// marshal to text. Text is read too, by those that unmarshal it.
func (c *compiler) isUUID(k *codec) bool {
	t := k.typ
	if t.Kind() != reflect.Array || t.Len() != 16 || t.Elem().Kind() != reflect.Uint8 || t.Name() != "UUID" && t.Name() != "ULID" {
		return false
	}
	octets := numbersFor(reflect.Uint8)
	k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte { return octets.appendN(e, dst, p, 16) }
	k.read = func(d *decodeState, off int, p mem.Pointer) int { return octets.readN(d, off, p, 16) }
	if reflect.PointerTo(t).Implements(plan.TextUnmarshalerType) {
		fromText := textRead(k)
		k.read = func(d *decodeState, off int, p mem.Pointer) int {
			if off < len(d.src) && wire.Header(d.src[off]) == wire.HeaderString {
				return fromText(d, off, p)
			}
			return octets.readN(d, off, p, 16)
		}
	}
	c.extendUUID(k)
	return true
}

// appendBigInt appends an integer in the narrowest width, up to 128 bits.
func appendBigInt(e *encodeState, dst []byte, p mem.Pointer) []byte {
	return e.appendBig(dst, mem.Ref[big.Int](p))
}

func (e *encodeState) appendBig(dst []byte, v *big.Int) []byte {
	if bits := v.BitLen(); bits > 128 {
		return e.tooBig(dst, "big.Int")
	}
	abs := new(big.Int).Abs(v)
	lo := new(big.Int).And(abs, new(big.Int).SetUint64(^uint64(0))).Uint64()
	return e.appendWide(dst, "big.Int", scalar.Uint128{Hi: abs.Rsh(abs, 64).Uint64(), Lo: lo}, v.Sign() < 0)
}

func (e *encodeState) tooBig(dst []byte, goType string) []byte {
	return e.fail(goType, fault.Because(fault.ErrOverflow,
		"integer does not fit 128 bits; use a string field for numbers like that"))
}

// appendWide appends m, or -m, in the narrowest width: signed if an int64 holds
// it, unsigned if a uint64 does, then an Int128, then a Uint128.
func (e *encodeState) appendWide(dst []byte, goType string, m scalar.Uint128, negative bool) []byte {
	x, signed := scalar.Int128FromMagnitude(m, negative)
	if v, ok := x.Int64(); signed && ok {
		return wire.AppendInt(dst, v)
	}
	if v, ok := m.Uint64(); !negative && ok {
		return wire.AppendUint(dst, v)
	}
	switch {
	case signed:
		return wire.AppendInt128(dst, x)
	case negative:
		return e.tooBig(dst, goType)
	}
	return wire.AppendInt128(dst, m)
}

// readBigInt reads any integer, or the decimal text of one.
func readBigInt(d *decodeState, off int, p mem.Pointer) int {
	v := mem.Ref[big.Int](p)
	if off < len(d.src) && wire.Header(d.src[off]) == wire.HeaderString {
		text, next, err := wire.ViewString(d.src, off)
		if err != nil {
			return d.Fail(off, "big.Int", err)
		}
		if err := d.texts.Admit(costly.Int, text, len(d.whole)); err != nil {
			return d.Fail(off, "big.Int", err)
		}
		if _, ok := v.SetString(string(text), 10); !ok {
			return d.Fail(off, "big.Int", fault.Because(fault.ErrMismatch, "string does not hold a decimal integer"))
		}
		return next
	}
	if next, ok := d.null(off); ok {
		v.SetInt64(0)
		return next
	}
	n, next, err := wire.ReadNumber(d.src, off)
	if err != nil {
		return d.Fail(off, "big.Int", err)
	}
	if n.IsFloat() {
		return d.Fail(off, "big.Int", n.Misfit(off, "big.Int", true))
	}
	if u, ok := n.Uint64(); ok {
		setUint64(v, u)
	} else {
		v.Set(bigOf(n))
	}
	return next
}

// isJSONNumber fills k for encoding/json's Number, known by its name so that
// nobody links encoding/json for it: a number in the text that JSON would show.
func isJSONNumber(k *codec) bool {
	t := k.typ
	if !isNumberType(t) {
		return false
	}
	k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		return e.appendNumberText(dst, *mem.Ref[string](p))
	}
	k.read = func(d *decodeState, off int, p mem.Pointer) int {
		if next, ok := d.null(off); ok {
			*mem.Ref[string](p) = ""
			return next
		}
		n, next, err := wire.ReadNumber(d.src, off)
		if err != nil {
			return d.Fail(off, t.String(), err)
		}
		text, err := numberText(n)
		if err != nil {
			return d.Fail(off, t.String(), err)
		}
		*mem.Ref[string](p) = text
		return next
	}
	return true
}

func isNumberType(t reflect.Type) bool {
	return t.Kind() == reflect.String && t.Name() == "Number" &&
		(t.PkgPath() == "encoding/json" || t.PkgPath() == "encoding/json/v2" || t.PkgPath() == "github.com/beve-org/beve-go/json")
}

// appendNumberText appends the number that a JSON text stands for: integers exactly,
// everything else as the float64 that the text shows. Digits that a float64 does not
// keep are an error.
func (e *encodeState) appendNumberText(dst []byte, s string) []byte {
	const goType = "json.Number"
	if s == "" {
		s = "0" // as encoding/json writes it
	}
	n, next, err := jsontext.ReadNumber([]byte(s), 0)
	switch {
	case errors.Is(err, fault.ErrOverflow):
		return e.fail(goType, fault.Because(fault.ErrOverflow, fault.QuoteShort(s)+errDigits))
	case err != nil || next != len(s):
		return e.fail(goType, fault.Because(fault.ErrSyntax, quoted(s)+" is not a JSON number"))
	case n.Kind == jsontext.Float && !jsontext.Shows([]byte(s), n.Float):
		return e.fail(goType, fault.Because(fault.ErrOverflow, fault.QuoteShort(s)+errDigits))
	case n.Kind == jsontext.Float:
		return wire.AppendFloat64(dst, n.Float)
	case n.Kind == jsontext.BigInteger:
		return e.tooBig(dst, goType)
	}
	return e.appendWide(dst, goType, scalar.Uint128{Hi: n.Hi, Lo: n.Lo}, n.Negative)
}

// errDigits is the cause of an error about a number that is too large or too small for a
// float64, or has more digits than one keeps.
const errDigits = " is not kept by a float64; use a string for numbers like that"

// numberText returns the JSON text of a number.
func numberText(n wire.Number) (string, error) {
	if !n.IsFloat() {
		return n.String(), nil
	}
	f, ok := n.Float64()
	if !ok || f-f != 0 {
		return "", fault.Because(fault.ErrUnsupported, n.String()+" has no JSON text")
	}
	if n.Header() == wire.HeaderFloat64 {
		return string(jsontext.AppendFloat64(nil, f)), nil
	}
	return string(jsontext.AppendFloat32(nil, float32(f))), nil
}
