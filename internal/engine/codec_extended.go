// Go types that the extended profile has a form of its own for: how they are
// written in either profile, and read from both.

package engine

import (
	"reflect"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// DefaultMinTableRows is how many rows make a table when EncodeOptions.MinTableRows
// is zero: with fewer, names that are written once save little.
const DefaultMinTableRows = 5

var (
	durationType = reflect.TypeFor[time.Duration]()
	timeType     = reflect.TypeFor[time.Time]()
)

// compileExtended fills k for the types of this file, and reports whether its type
// is one of them.
func (c *compiler) compileExtended(k *codec) bool {
	extended := c.profile.key.extended
	switch k.typ {
	case timeType:
		k.op, k.append, k.read = opTime, timeAppend(c.profile.key.time), readTime
		k.stateless = c.profile.key.timeText()
		if extended && c.profile.key.time == TimeRFC3339 {
			k.append = appendStamp
		}
	case durationType:
		c.compileDuration(k)
	case reflect.TypeFor[Timestamp]():
		k.append, k.read = appendTimestampText, readTimestamp
		if extended {
			k.append = appendTimestamp
		}
	case reflect.TypeFor[scalar.Duration]():
		c.compileLongDuration(k)
	case reflect.TypeFor[Interval]():
		c.compileInterval(k)
	case reflect.TypeFor[RegExpData]():
		c.compileStruct(k)
		object := k.append
		// Neither rows nor elements of a slice may be written by their fields alone.
		k.rows, k.rowRead, k.rowStruct, k.fields = nil, nil, nil, nil
		k.read = regExpDataRead(k.read)
		k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
			v := mem.Ref[RegExpData](p)
			if extended {
				return e.appendRegExp(dst, v.Pattern, v.Flags)
			}
			if !v.Flags.Valid() {
				return e.fail("beve.RegExpData", errRegExpFlags)
			}
			return object(e, dst, p)
		}
	default:
		return c.compileRegExp(k)
	}
	return true
}

func appendStamp(e *encodeState, dst []byte, p mem.Pointer) []byte {
	s, err := scalar.TimestampOf(*mem.Ref[time.Time](p))
	if err != nil {
		return e.fail("time.Time", err)
	}
	return wire.AppendTimestamp(dst, s)
}

func appendTimestamp(e *encodeState, dst []byte, p mem.Pointer) []byte {
	s := mem.Ref[Timestamp](p)
	if !s.Valid() {
		return e.fail("beve.Timestamp", errTimestamp)
	}
	return wire.AppendTimestamp(dst, *s)
}

var errTimestamp = fault.Because(fault.ErrOverflow, "nanoseconds or zone offset out of range")

// appendTimestampText is the portable form.
func appendTimestampText(e *encodeState, dst []byte, p mem.Pointer) []byte {
	s := mem.Ref[Timestamp](p)
	if !s.Valid() {
		return e.fail("beve.Timestamp", errTimestamp)
	}
	var buf [timeRoom]byte
	text, ok := s.AppendRFC3339(buf[:0])
	if !ok {
		return e.fail("beve.Timestamp", fault.Because(fault.ErrOverflow, "year is not within 0 to 9999"))
	}
	dst = append(dst, byte(wire.HeaderString))
	return append(wire.AppendSize(dst, len(text)), text...)
}

// readTimestamp reads a time in any of its forms.
func readTimestamp(d *decodeState, off int, p mem.Pointer) int {
	const goType = "beve.Timestamp"
	if off < len(d.src) && wire.Header(d.src[off]) == wire.HeaderTime {
		a, next, err := wire.ViewTimes(d.src, off)
		if err != nil {
			return d.Fail(off, goType, err)
		}
		if !a.Single {
			return d.mismatch(off, wire.HeaderTime, goType)
		}
		*mem.Ref[Timestamp](p) = a.At(0)
		return next
	}
	var t time.Time
	next := readTime(d, off, mem.Of(&t))
	if next < 0 {
		return -1
	}
	s, err := scalar.TimestampOf(t)
	if err != nil {
		return d.Fail(off, goType, err)
	}
	if t.IsZero() && wire.Header(d.src[off]) == wire.HeaderNull {
		s = Timestamp{}
	}
	*mem.Ref[Timestamp](p) = s
	return next
}

// setTime stores a time of the extension.
func (d *decodeState) setTime(off int, t *time.Time, s Timestamp) bool {
	v, err := scalar.TimeOf(s)
	if err != nil {
		d.Fail(off, "time.Time", err)
		return false
	}
	*t = v
	return true
}

// compileDuration fills k for time.Duration, an integer in the portable profile.
func (c *compiler) compileDuration(k *codec) {
	c.compileKind(k)
	k.read = durationRead(k.read)
	if c.profile.key.extended {
		k.op, k.plain = opCall, false
		k.append = func(_ *encodeState, dst []byte, p mem.Pointer) []byte {
			return wire.AppendDuration(dst, scalar.DurationOf(int64(*mem.Ref[time.Duration](p))))
		}
	}
}

func durationRead(number readFunc) readFunc {
	return func(d *decodeState, off int, p mem.Pointer) int {
		if off >= len(d.src) || wire.Header(d.src[off]) != wire.HeaderDuration {
			return number(d, off, p)
		}
		v, next := d.duration(off)
		*mem.Ref[time.Duration](p) = v
		return next
	}
}

// duration reads a duration of the extension.
func (d *decodeState) duration(off int) (time.Duration, int) {
	const goType = "time.Duration"
	v, next := d.longDuration(off, goType)
	if next < 0 {
		return 0, next
	}
	ns, ok := v.Nanos()
	if !ok {
		return 0, d.Fail(off, goType, fault.Because(fault.ErrOverflow, "duration "+string(v.AppendISO(nil))+" does not fit a time.Duration"))
	}
	return time.Duration(ns), next
}

// longDuration reads any duration of the extension.
func (d *decodeState) longDuration(off int, goType string) (scalar.Duration, int) {
	v, next, err := wire.ReadDuration(d.src, off)
	if err != nil {
		return v, d.Fail(off, goType, err)
	}
	return v, next
}

// anyDuration reads a duration as a time.Duration, or one that is longer as it is.
func (d *decodeState) anyDuration(off int) (any, int) {
	v, next := d.longDuration(off, "any")
	if ns, ok := v.Nanos(); ok {
		return time.Duration(ns), next
	}
	return v, next
}

// compileLongDuration fills k for scalar.Duration: text in the portable profile. It is read from what a time.Duration is
// written as, too.
func (c *compiler) compileLongDuration(k *codec) {
	const goType = "scalar.Duration"
	c.compileMethods(k)
	text, number := k.read, c.compile(durationType)
	k.read = func(d *decodeState, off int, p mem.Pointer) int {
		if off >= len(d.src) {
			return text(d, off, p)
		}
		switch h := wire.Header(d.src[off]); {
		case h == wire.HeaderDuration:
			v, next := d.longDuration(off, goType)
			if next >= 0 {
				*mem.Ref[scalar.Duration](p) = v
			}
			return next
		case h.Kind() == wire.KindNumber:
			var v time.Duration
			next := number.read(d, off, mem.Of(&v))
			if next >= 0 {
				*mem.Ref[scalar.Duration](p) = scalar.DurationOf(int64(v))
			}
			return next
		}
		return text(d, off, p)
	}
	if c.profile.key.extended {
		k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
			v := mem.Ref[scalar.Duration](p)
			if !v.Valid() {
				return e.fail(goType, errDuration)
			}
			return wire.AppendDuration(dst, *v)
		}
	}
}

var errDuration = fault.Because(fault.ErrOverflow, "nanoseconds out of range")

// mixed makes the codec of slices and arrays of durations read generic arrays
// element by element: the elements may be of either form.
func mixed(packed, generic readFunc) readFunc {
	return func(d *decodeState, off int, p mem.Pointer) int {
		if off < len(d.src) && wire.Header(d.src[off]) == wire.HeaderArray {
			return generic(d, off, p)
		}
		return packed(d, off, p)
	}
}

// compileInterval fills k for Interval: an object with the members start and end,
// or the extension.
func (c *compiler) compileInterval(k *codec) {
	c.compileStruct(k)
	// Neither rows nor elements of a slice may be written by their fields alone.
	k.rows, k.rowRead, k.rowStruct, k.fields = nil, nil, nil, nil
	object, readObject := k.append, k.read
	extended := c.profile.key.extended
	k.append = func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		v := mem.Ref[Interval](p)
		if !extended {
			if err := checkInterval(v); err != nil {
				return e.fail("beve.Interval", err)
			}
			return object(e, dst, p)
		}
		dst, err := AppendInterval(dst, v)
		if err != nil {
			return e.fail("beve.Interval", err)
		}
		return dst
	}
	k.read = func(d *decodeState, off int, p mem.Pointer) int {
		v := mem.Ref[Interval](p)
		if off < len(d.src) && wire.Header(d.src[off]) == wire.HeaderInterval {
			var next int
			*v, next = d.interval(off)
			return next
		}
		next := readObject(d, off, p)
		if next >= 0 {
			if err := checkInterval(v); err != nil {
				return d.Fail(off, "beve.Interval", err)
			}
		}
		return next
	}
}

// interval reads an interval of the extension.
func (d *decodeState) interval(off int) (v Interval, next int) {
	start, end, _, next, err := wire.ReadInterval(d.src, off)
	if err != nil {
		return v, d.Fail(off, "beve.Interval", err)
	}
	if !d.setTime(off, &v.Start, start) || !d.setTime(off, &v.End, end) {
		return Interval{}, -1
	}
	return v, next
}

// uuid reads a UUID of the extension into the sixteen bytes at p.
func (d *decodeState) uuid(off int, p mem.Pointer) int {
	id, next, err := wire.ReadUUID(d.src, off)
	if err != nil {
		return d.Fail(off, "beve.UUID", err)
	}
	*mem.Ref[[16]byte](p) = id
	return next
}

// extendUUID makes k, the codec of a UUID type, read the extension, and write it
// in the extended profile.
func (c *compiler) extendUUID(k *codec) {
	bytes := k.read
	k.read = func(d *decodeState, off int, p mem.Pointer) int {
		if off < len(d.src) && wire.Header(d.src[off]) == wire.HeaderUUID {
			return d.uuid(off, p)
		}
		return bytes(d, off, p)
	}
	if c.profile.key.extended {
		k.append = func(_ *encodeState, dst []byte, p mem.Pointer) []byte {
			return wire.AppendUUID(dst, *mem.Ref[[16]byte](p))
		}
	}
}

// anyExtended decodes what the extended profile adds.
func (d *decodeState) anyExtended(off int, kind wire.Kind) (any, int) {
	switch kind {
	case wire.KindDuration:
		return d.anyDuration(off)
	case wire.KindInterval:
		return d.interval(off)
	case wire.KindUUID:
		var id UUID
		next := d.uuid(off, mem.Of(&id))
		return id, next
	case wire.KindRegExp:
		return d.regExpData(off)
	case wire.KindIndexed:
		return d.anyIndexed(off)
	}
	switch tag, ok := d.isTypeTag(off); {
	case !ok:
		return nil, -1
	case tag:
		return d.anyTypeTag(off)
	}
	return d.anyTable(off)
}
