package patchkit

import (
	"math"
	"math/rand/v2"
	"strings"

	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// Forms makes random values of BEVE that can be written in many forms.
type Forms struct{ *rand.Rand }

// A Form appends one value, each time in a form by chance: typed, generic, aligned, as a table or with an index,
// of wider numbers or a longer SIZE, with what nobody reads set to anything.
type Form func(dst []byte) []byte

// Message returns a message of a value: now and then with what may stand before it.
func (r Forms) Message(value Form) []byte {
	switch r.IntN(8) {
	case 0:
		return value([]byte{byte(wire.HeaderFraming), 2})
	case 1:
		return value([]byte{byte(wire.HeaderDelimiter)})
	}
	return value(nil)
}

// Value returns a value of any kind that has a canonical form.
func (r Forms) Value(depth int) Form {
	kind := r.IntN(22)
	if depth == 0 {
		kind = r.IntN(10)
	}
	switch n := r.IntN(4); kind {
	case 0:
		return r.number(r.anInt())
	case 1:
		return r.number(r.aFloat())
	case 2:
		s := strings.Repeat("x", r.IntN(80))
		return func(dst []byte) []byte { return r.text(append(dst, byte(wire.HeaderString)), s) }
	case 3:
		return func(dst []byte) []byte { return wire.AppendBool(dst, n == 1) }
	case 4:
		return wire.AppendNull
	case 5:
		return r.complex(r.parts(2))
	case 6:
		return r.time(r.aTime())
	case 7:
		return r.short()
	case 8:
		return r.empty()
	case 9:
		a, b := r.aTime(), r.aTime()
		a.drafts, b.drafts = false, false
		if b.at.Before(a.at) {
			a, b = b, a
		}
		from, to := r.time(a), r.time(b)
		return func(dst []byte) []byte { return to(from(append(dst, byte(wire.HeaderInterval)))) }
	case 10, 11:
		return r.object(n, depth-1)
	case 12:
		return r.intObject(n, depth-1)
	case 13, 14:
		return r.numbers(n + 1)
	case 15:
		return r.complexes(n + 1)
	case 16:
		return r.times(n + 1)
	case 17:
		return r.bools(1 + r.IntN(20))
	case 18:
		return r.strings(n + 1)
	case 19:
		return r.matrix(n)
	case 20:
		return r.rows(n+1, 1+r.IntN(3), depth-1)
	default:
		all := make([]Form, n)
		for i := range all {
			all[i] = r.Value(depth - 1)
		}
		if n == 0 {
			return r.empty()
		}
		return r.list(all)
	}
}

// size appends a SIZE, now and then a longer one.
func (r Forms) size(dst []byte, n int) []byte {
	if r.IntN(3) > 0 {
		return wire.AppendSize(dst, n)
	}
	room := make([]byte, []int{1, 2, 4, 8}[r.IntN(4)])
	for !wire.PutSize(room, n) {
		room = make([]byte, 2*len(room))
	}
	return append(dst, room...)
}

func (r Forms) text(dst []byte, s string) []byte { return append(r.size(dst, len(s)), s...) }

// list is a generic array of values.
func (r Forms) list(all []Form) Form {
	return func(dst []byte) []byte {
		dst = r.size(append(dst, byte(wire.HeaderArray)), len(all))
		for _, value := range all {
			dst = value(dst)
		}
		return dst
	}
}

// empty is an array of nothing, of which nobody sees what it would hold.
func (r Forms) empty() Form {
	sized := []string{"\x05", "\x14", "\x0C", "\x64", "\x44", "\x1C", "\x3C", "\x26\x01", "\x1E\x41", "\x1E\x11"}
	whole := []string{"\x0E\x00\x00", "\x5C\x34\x00\x00", "\x1E\x62\x5C\x64\x00\x00"}
	return func(dst []byte) []byte {
		i := r.IntN(len(sized) + len(whole))
		if i >= len(sized) {
			return append(dst, whole[i-len(sized)]...)
		}
		return r.size(append(dst, sized[i]...), 0)
	}
}

// A number is one that the forms of its value may have any of these headers for.
type number struct {
	float   bool
	i       int64
	f       float64
	nan     bool
	headers []wire.Header
}

// anInt returns an integer, small most of the time.
func (r Forms) anInt() number {
	v := r.Int64() >> r.IntN(64)
	n := number{i: v}
	for code := range 5 {
		bits := uint(8) << code
		if bits >= 64 || v>>(bits-1) == v>>63 {
			n.headers = append(n.headers, wire.HeaderInt8+wire.Header(code)<<5)
		}
		if v >= 0 && (bits >= 64 || v>>bits == 0) {
			n.headers = append(n.headers, wire.HeaderUint8+wire.Header(code)<<5)
		}
	}
	return n
}

// aFloat returns a float: one that all widths hold and that reads the same in all, or one that only has some of them.
func (r Forms) aFloat() number {
	all := []wire.Header{wire.HeaderBFloat16, wire.HeaderFloat16, wire.HeaderFloat32, wire.HeaderFloat64}
	switch r.IntN(8) {
	case 0:
		return number{float: true, f: 0.1, headers: all[3:]}
	case 1:
		return number{float: true, f: float64(float32(0.1)), headers: all[2:3]}
	case 2:
		return number{float: true, nan: true, headers: all}
	case 3:
		return number{float: true, f: math.Copysign(0, -1), headers: all}
	case 4:
		return number{float: true, f: math.Inf(1 - 2*r.IntN(2)), headers: all}
	}
	return number{float: true, f: float64(r.IntN(100)) / 4, headers: all}
}

// data appends n without a header as a number of header h.
func (r Forms) data(dst []byte, n number, h wire.Header) []byte {
	if !n.float {
		for i := range h.Width() {
			dst = append(dst, byte(n.i>>min(8*i, 63)))
		}
		return dst
	}
	width, bits := h.Width(), uint64(0)
	switch h {
	case wire.HeaderBFloat16:
		bits = uint64(scalar.BFloat16FromFloat32(float32(n.f)))
		if n.nan {
			bits = 0x7F80 | uint64(r.IntN(2))<<15 | uint64(1+r.IntN(0x7F))
		}
	case wire.HeaderFloat16:
		bits = uint64(scalar.Float16FromFloat32(float32(n.f)))
		if n.nan {
			bits = 0x7C00 | uint64(r.IntN(2))<<15 | uint64(1+r.IntN(0x3FF))
		}
	case wire.HeaderFloat32:
		bits = uint64(math.Float32bits(float32(n.f)))
		if n.nan {
			bits = 0x7F800000 | uint64(r.IntN(2))<<31 | uint64(1+r.IntN(1<<23-1))
		}
	default:
		bits = math.Float64bits(n.f)
		if n.nan {
			bits = 0x7FF<<52 | uint64(r.IntN(2))<<63 | uint64(1+r.Int64N(1<<52-1))
		}
	}
	for i := range width {
		dst = append(dst, byte(bits>>(8*i)))
	}
	return dst
}

func (r Forms) number(n number) Form {
	return func(dst []byte) []byte {
		h := n.headers[r.IntN(len(n.headers))]
		return r.data(append(dst, byte(h)), n, h)
	}
}

// common returns the headers that all numbers may have.
func common(all []number) (headers []wire.Header) {
	count := map[wire.Header]int{}
	for _, n := range all {
		for _, h := range n.headers {
			if count[h]++; count[h] == len(all) {
				headers = append(headers, h)
			}
		}
	}
	return headers
}

// alike returns n numbers, which are all integers or all floats, now and then of no common type.
func (r Forms) alike(n int) []number {
	all := make([]number, n)
	floats := r.IntN(2) == 0
	for i := range all {
		if floats {
			all[i] = r.aFloat()
		} else {
			all[i] = r.anInt()
		}
	}
	return all
}

// packed appends numbers as an array of a type that holds all of them, plain or aligned.
func (r Forms) packed(dst []byte, all []number, h wire.Header) []byte {
	if h.Width() > 1 && r.IntN(3) == 0 {
		dst = r.size(append(dst, byte(wire.HeaderAligned), byte(h.Array())), len(all))
		pad := r.IntN(h.Width())
		dst = append(dst, byte(pad))
		for range pad {
			dst = append(dst, byte(r.Int()))
		}
	} else {
		dst = r.size(append(dst, byte(h.Array())), len(all))
	}
	for _, n := range all {
		dst = r.data(dst, n, h)
	}
	return dst
}

func (r Forms) numbers(n int) Form {
	all := r.alike(n)
	headers := common(all)
	each := make([]Form, n)
	for i := range each {
		each[i] = r.number(all[i])
	}
	generic := r.list(each)
	return func(dst []byte) []byte {
		if len(headers) == 0 || r.IntN(3) == 0 {
			return generic(dst)
		}
		return r.packed(dst, all, headers[r.IntN(len(headers))])
	}
}

// parts returns parts of complex numbers, two of which always have a type in common.
func (r Forms) parts(n int) (all []number) {
	for len(all) < n {
		if two := r.alike(2); len(common(two)) > 0 && (len(all) == 0 || two[0].float == all[0].float || r.IntN(8) == 0) {
			all = append(all, two...)
		}
	}
	return all
}

func (r Forms) complex(parts []number) Form {
	headers := common(parts)
	return func(dst []byte) []byte {
		h := headers[r.IntN(len(headers))]
		dst = append(dst, byte(wire.HeaderComplex), byte(h&^7))
		return r.data(r.data(dst, parts[0], h), parts[1], h)
	}
}

// complexArray appends an array of complex numbers, plain or aligned.
func (r Forms) complexArray(dst []byte, parts []number, h wire.Header) []byte {
	if h.Width() > 1 && r.IntN(3) == 0 {
		dst = append(dst, byte(wire.HeaderComplex), byte(h&^7|2), byte(wire.HeaderAligned), byte(h.Array()))
		dst = append(r.size(dst, len(parts)), 1, byte(r.Int()))
	} else {
		dst = r.size(append(dst, byte(wire.HeaderComplex), byte(h&^7|1)), len(parts)/2)
	}
	for _, n := range parts {
		dst = r.data(dst, n, h)
	}
	return dst
}

func (r Forms) complexes(n int) Form {
	parts := r.parts(2 * n)
	headers := common(parts)
	each := make([]Form, n)
	for i := range each {
		each[i] = r.complex(parts[2*i : 2*i+2])
	}
	generic := r.list(each)
	return func(dst []byte) []byte {
		if len(headers) == 0 || r.IntN(3) == 0 {
			return generic(dst)
		}
		return r.complexArray(dst, parts, headers[r.IntN(len(headers))])
	}
}

// An instant is a time, and how it may be written.
type instant struct {
	at     scalar.Timestamp
	drafts bool
	least  int // precision: 1 is milliseconds, 3 nanoseconds
}

func (r Forms) aTime() (t instant) {
	t.least = 1 + r.IntN(3)
	unit := []uint32{0, 1e6, 1e3, 1}[t.least]
	t.at.Seconds = r.Int64() >> (30 + r.IntN(30))
	t.at.Nanoseconds = uint32(r.IntN(int(1e9/unit))) * unit
	t.drafts = t.at.Seconds >= 0 && t.at.Seconds < 1<<34
	if r.IntN(4) == 0 {
		t.at.TimezoneOffset = int16(1 + r.IntN(600))
		t.drafts = false
	}
	return t
}

func (t instant) nanos() uint64 { return uint64(t.at.Seconds)*1e9 + uint64(t.at.Nanoseconds) }

func (r Forms) time(t instant) Form {
	return func(dst []byte) []byte {
		if t.drafts && r.IntN(3) == 0 {
			return wire.AppendTime(dst, t.nanos())
		}
		precision, zone := t.least+r.IntN(4-t.least), 0
		if t.at.TimezoneOffset != 0 || r.IntN(3) == 0 {
			zone = 1
		}
		dst = append(dst, byte(wire.HeaderTime), byte(precision<<1|zone))
		put := func(v uint64, n int) {
			for i := range n {
				dst = append(dst, byte(v>>(8*i)))
			}
		}
		put(uint64(t.at.Seconds), 8)
		switch precision {
		case 1:
			put(uint64(t.at.Nanoseconds/1e6), 2)
		case 2:
			put(uint64(t.at.Nanoseconds/1e3), 4)
		default:
			put(uint64(t.at.Nanoseconds), 4)
		}
		if zone == 1 {
			put(uint64(uint16(t.at.TimezoneOffset)), 2)
		}
		return dst
	}
}

func (r Forms) times(n int) Form {
	each, drafts, nanos := make([]Form, n), true, make([]uint64, n)
	for i := range each {
		t := r.aTime()
		each[i], nanos[i] = r.time(t), t.nanos()
		drafts = drafts && t.drafts
	}
	generic := r.list(each)
	return func(dst []byte) []byte {
		if drafts && r.IntN(2) == 0 {
			dst = r.size(append(dst, byte(wire.HeaderTime), 1), n)
			for _, v := range nanos {
				dst = append(dst, wire.AppendTime(nil, v)[2:]...)
			}
			return dst
		}
		return generic(dst)
	}
}

// short is a duration, a UUID or a regular expression.
func (r Forms) short() Form {
	switch r.IntN(3) {
	case 0:
		d := scalar.Duration{Seconds: uint64(r.IntN(3)), Nanoseconds: uint32(r.IntN(2)) * 5, Negative: r.IntN(2) == 0}
		return func(dst []byte) []byte {
			d := d
			if d.Seconds == 0 && d.Nanoseconds == 0 {
				d.Negative = r.IntN(2) == 0
			}
			return wire.AppendDuration(dst, d)
		}
	case 1:
		id := [16]byte{1, 2, 3, byte(r.Int()), 5, 6, byte(r.IntN(9))<<4 | 3, 8}
		return func(dst []byte) []byte { return wire.AppendUUID(dst, id) }
	}
	pattern, flags := strings.Repeat("a", r.IntN(5)), byte(r.IntN(32))
	return func(dst []byte) []byte { return r.text(append(dst, byte(wire.HeaderRegExp), flags), pattern) }
}

func (r Forms) bools(n int) Form {
	s, each := make([]bool, n), make([]Form, n)
	for i := range s {
		s[i] = r.IntN(2) == 0
		each[i] = func(dst []byte) []byte { return wire.AppendBool(dst, s[i]) }
	}
	generic := r.list(each)
	return func(dst []byte) []byte {
		if r.IntN(3) == 0 {
			return generic(dst)
		}
		dst = r.size(append(dst, byte(wire.HeaderBools)), n)
		dst = append(dst, wire.AppendBools(nil, s)[1+wire.SizeLen(n):]...)
		if n%8 != 0 && r.IntN(2) == 0 {
			dst[len(dst)-1] |= byte(r.Int()) << (n % 8)
		}
		return dst
	}
}

func (r Forms) strings(n int) Form {
	s, each := make([]string, n), make([]Form, n)
	for i := range s {
		s[i] = Names[r.IntN(len(Names))]
		each[i] = func(dst []byte) []byte { return r.text(append(dst, byte(wire.HeaderString)), s[i]) }
	}
	generic := r.list(each)
	return func(dst []byte) []byte {
		if r.IntN(2) == 0 {
			return generic(dst)
		}
		dst = r.size(append(dst, byte(wire.HeaderStrings)), n)
		for _, text := range s {
			dst = r.text(dst, text)
		}
		return dst
	}
}

// matrix is one of n columns and one or two rows, of numbers or complex numbers.
func (r Forms) matrix(n int) Form {
	rows := 1 + r.IntN(2)
	extents := []number{{i: int64(rows)}, {i: int64(n)}}
	for i := range extents {
		for code := range 5 {
			extents[i].headers = append(extents[i].headers, wire.HeaderInt8+wire.Header(code)<<5, wire.HeaderUint8+wire.Header(code)<<5)
		}
	}
	layout, complexes := byte(r.IntN(2)), r.IntN(2) == 0
	var values []number
	for values == nil || n > 0 && len(common(values)) == 0 {
		if values = r.alike(rows * n); complexes {
			values = r.parts(2 * rows * n)
		}
		if n == 0 {
			values = []number{}
		}
	}
	headers := common(values)
	return func(dst []byte) []byte {
		dst = r.packed(append(dst, byte(wire.HeaderMatrix), layout), extents, extents[0].headers[r.IntN(len(extents[0].headers))])
		of := complexes
		h := wire.HeaderFloat64
		if n > 0 {
			h = headers[r.IntN(len(headers))]
		} else {
			of = r.IntN(2) == 0
		}
		switch {
		case of && n == 0:
			return append(dst, 0x1E, 0x61, 0)
		case of:
			return r.complexArray(dst, values, h)
		}
		return r.packed(dst, values, h)
	}
}

// object is one of n members.
func (r Forms) object(n, depth int) Form {
	names := []string{"a", "b", "c", "dd"}[:n]
	values := make([]Form, n)
	for i := range values {
		values[i] = r.Value(depth)
	}
	return r.members(names, values)
}

// members is an object of members whose names are sorted.
func (r Forms) members(names []string, values []Form) Form {
	return func(dst []byte) []byte {
		if r.IntN(3) > 0 {
			dst = r.size(append(dst, byte(wire.HeaderObject)), len(names))
			for _, i := range r.Perm(len(names)) {
				dst = values[i](r.text(dst, names[i]))
			}
			return dst
		}
		msg, ends := wire.AppendIndexed(nil, names), make([]int, len(names))
		for i, value := range values {
			msg = value(msg)
			ends[i] = len(msg)
		}
		if err := wire.SealIndexed(msg, ends); err != nil {
			panic(err)
		}
		return append(dst, msg...)
	}
}

func (r Forms) intObject(n, depth int) Form {
	keys, seen := []number{}, map[int64]bool{}
	values := make([]Form, n)
	for len(keys) < n {
		if key := r.anInt(); !seen[key.i] {
			seen[key.i] = true
			values[len(keys)] = r.Value(depth)
			keys = append(keys, key)
		}
	}
	headers := common(keys)
	if n == 0 {
		headers = []wire.Header{wire.HeaderInt8, wire.HeaderUint64}
	}
	return func(dst []byte) []byte {
		h := headers[r.IntN(len(headers))]
		dst = r.size(append(dst, byte(h.Keyed())), n)
		for _, i := range r.Perm(n) {
			dst = values[i](r.data(dst, keys[i], h))
		}
		return dst
	}
}

// rows are objects of the same members.
func (r Forms) rows(n, fields, depth int) Form {
	names := []string{"a", "b", "c", "dd"}[:fields]
	cells, each := make([][]Form, n), make([]Form, n)
	for i := range cells {
		cells[i] = make([]Form, fields)
		for j := range cells[i] {
			cells[i][j] = r.Value(depth)
		}
		each[i] = r.members(names, cells[i])
	}
	generic := r.list(each)
	return func(dst []byte) []byte {
		if r.IntN(2) == 0 {
			return generic(dst)
		}
		order, mixed := r.Perm(fields), make([]string, fields)
		for i, j := range order {
			mixed[i] = names[j]
		}
		table := wire.AppendTable(nil, mixed, n)
		for _, row := range cells {
			for _, j := range order {
				table = row[j](table)
			}
		}
		return append(dst, table...)
	}
}
