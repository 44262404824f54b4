// What generated code calls beside the functions for values.

package msgp

import (
	"bytes"
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/internal/plan"
)

// ReadID reads the key of a ZebraPack struct: an integer of any form. Another key, nil
// too, is [ErrKeyType].
func ReadID(b []byte) (id int64, o []byte, err error) {
	if len(b) > 0 && int8(b[0]) >= msgwire.MinFixInt {
		return int64(int8(b[0])), b[1:], nil
	}
	return readID(b)
}

// noID is what ReadID returns for an unsigned key beyond int64, which no field has.
const noID = math.MinInt64

// readID is ReadID for anything but a fixint.
func readID(b []byte) (id int64, o []byte, err error) {
	switch NextType(b) {
	case UintType:
		v, o, err := ReadUint64Bytes(b)
		if v > math.MaxInt64 {
			return noID, o, err
		}
		return int64(v), o, err
	case IntType:
		return readInt(b, 64)
	case InvalidType:
		return 0, b, badType(b, IntType)
	}
	return 0, b, ErrKeyType
}

// ReadName reads the key of a struct with named keys, a str or a bin. name aliases b.
// Another key is [ErrKeyType].
func ReadName(b []byte) (name, o []byte, err error) {
	if len(b) > 0 && b[0]&0xE0 == msgwire.FixStr && int(b[0]&0x1F) < len(b) {
		n := 1 + int(b[0]&0x1F)
		return b[1:n:n], b[n:], nil
	}
	return readName(b)
}

// readName is ReadName for anything but a fixstr.
func readName(b []byte) (name, o []byte, err error) {
	switch t := NextType(b); t {
	case StrType, BinType:
		return readContent(b, t)
	case InvalidType:
		return nil, b, badType(b, StrType)
	}
	return nil, b, ErrKeyType
}

// ReadText reads a str as cfg, which may be nil, has it: as a view of b, which then must
// not change as long as the string is used, or as a copy.
func ReadText(b []byte, cfg *RuntimeConfig) (s string, o []byte, err error) {
	var v []byte
	if len(b) > 0 && b[0]&0xE0 == msgwire.FixStr && int(b[0]&0x1F) < len(b) {
		n := 1 + int(b[0]&0x1F)
		v, o = b[1:n], b[n:]
	} else if v, o, err = readContent(b, StrType); err != nil {
		return "", b, err
	}
	return cfg.text(v, len(b)), o, nil
}

// text returns the string of v, a part of an input with that many bytes left, which has
// the bytes.
func (c *RuntimeConfig) text(v []byte, left int) string {
	switch {
	case c == nil:
		return string(v)
	case c.UnsafeZeroCopy:
		return mem.String(v)
	case c.Strings == nil || len(v) > longText:
		return string(v)
	}
	return c.Strings.copy(v, left)
}

// A Slab is memory for strings that are read together: one keeps the memory of its
// neighbours, at most 2 KiB, alive. The zero value is empty and ready.
type Slab struct{ free []byte }

// longText is the most bytes that a string has in a slab; longer ones have their own
// memory.
const longText = 128

// copy returns v as a string. Of what a message has left, half may well be strings.
func (s *Slab) copy(v []byte, left int) string {
	if len(v) > cap(s.free)-len(s.free) {
		const least, most = 32, 2 << 10
		s.free = make([]byte, 0, max(min(left/2, most), least, len(v)))
	}
	start := len(s.free)
	s.free = append(s.free, v...)
	return mem.String(s.free[start:])
}

// Float64 returns the float whose bits are the first eight bytes of b.
func Float64(b []byte) float64 { return math.Float64frombits(be64(b)) }

// ReadKeyText is ReadText for the key of a map, which may be a bin.
func ReadKeyText(b []byte, cfg *RuntimeConfig) (s string, o []byte, err error) {
	v, o, err := ReadMapKeyZC(b)
	if err != nil {
		return "", b, err
	}
	return cfg.text(v, len(b)), o, nil
}

// Longer reports whether b begins with an array, map, str, bin or extension that claims more
// than so many elements, pairs or bytes.
func Longer(b []byte, most uint32) bool {
	kind, _, n, ok := msgwire.PeekHead(b, 0)
	switch kind {
	case msgwire.KindArray, msgwire.KindMap, msgwire.KindStr, msgwire.KindBin, msgwire.KindExt:
		return ok && n > uint64(most)
	}
	return false
}

// ReadBytesView reads a bin. v aliases b, which then must not change as long as v is used,
// or is a copy where b is the buffer of a stream.
func ReadBytesView(b []byte, cfg *RuntimeConfig) (v, o []byte, err error) {
	if cfg != nil && cfg.Buffered {
		return ReadBytesBytes(b, nil)
	}
	return ReadBytesZC(b)
}

// OrNil returns what follows a function that has failed with err on o, a part of b, for a
// value whose zero value nil stands for: if o begins with nil, what follows that; else
// the error, with its place, and ctx as for [WrapError]. Code of earlier generators calls it, and Fail and KeepUnknown, in whose
// place are [OrNilAs], [FailAs] and [KeepMember].
func OrNil(b, o []byte, err error, ctx ...any) ([]byte, error) {
	if IsNil(o) {
		return o[1:], nil
	}
	return o, Fail(b, o, err, ctx...)
}

// Fail returns err, with which a function has failed on o, a part of b, with its place, and
// ctx as for [WrapError]. Where a value of another type than was asked for claims more
// than there is, that is the error.
func Fail(b, o []byte, err error, ctx ...any) error {
	if _, ok := err.(TypeError); ok || err == ErrKeyType {
		if _, broken := msgwire.ReadHead(o, 0); broken != nil {
			err = plain(broken)
		}
	}
	return WrapErrorAt(err, len(b)-len(o), ctx...)
}

// firstChunk is how many elements a slice is made for on the word of a count alone.
const firstChunk = 1024

// ReadBin reads a bin into dst, which grows as needed, and is not nil afterwards.
func ReadBin(b, dst []byte) (v, o []byte, err error) {
	v, o, err = ReadBytesBytes(b, dst)
	if v == nil && err == nil {
		v = []byte{}
	}
	return v, o, err
}

// Resize returns s with up to n elements: all of them if s has the capacity, else as
// many as are worth making before any is read. [Extend] makes the rest. Elements keep
// what they had.
func Resize[S ~[]E, E any](s S, n uint32) S {
	if s != nil && uint64(n) <= uint64(cap(s)) {
		return s[:n]
	}
	if cap(s) == 0 {
		return make(S, min(n, firstChunk))
	}
	return s[:cap(s)]
}

// Extend returns s, whose elements are all read, with more elements, at most n.
func Extend[S ~[]E, E any](s S, n uint32) S {
	longer := make(S, min(uint64(n), 2*uint64(len(s))))
	copy(longer, s)
	return longer
}

// Few returns how many entries a map is made for that claims n.
func Few(n uint32) int { return int(min(n, firstChunk)) }

// StructName returns the name that a ZebraPack struct at the start of b has: the value
// of key -1, if that is its first key. Otherwise it returns "".
func StructName(b []byte) string {
	n, o, err := ReadMapHeaderBytes(b)
	if err != nil || n == 0 {
		return ""
	}
	id, o, err := ReadID(o)
	if err != nil || id != -1 {
		return ""
	}
	name, _, err := ReadStringZC(o)
	if err != nil {
		return ""
	}
	return string(name)
}

// ErrNoValue: a value for an interface that holds nothing to decode into.
var ErrNoValue error = &failure{"msgp: no value to decode into: the interface is nil and NewValueAsInterface gives none", ErrUnsupported, true}

// UnmarshalInto reads the value of an interface with methods. It counts a level, since
// the value may contain such an interface again.
func UnmarshalInto(b []byte, v Unmarshaler, cfg *RuntimeConfig) ([]byte, error) {
	if v == nil {
		return b, ErrNoValue
	}
	c, ok := v.(interface {
		UnmarshalMsgWithCfg(b []byte, cfg *RuntimeConfig) ([]byte, error)
	})
	if !ok {
		return v.UnmarshalMsg(b)
	}
	deeper, err := cfg.Deeper()
	if err != nil {
		return b, err
	}
	return c.UnmarshalMsgWithCfg(b, &deeper)
}

// AppendEncodable appends what v, which writes to streams only, writes.
func AppendEncodable(b []byte, v Encodable) ([]byte, error) {
	w := bytes.NewBuffer(b)
	if err := Encode(w, v); err != nil {
		return b, err
	}
	return w.Bytes(), nil
}

// ReadDecodable hands the first value of b to v, which reads from streams only, and returns the
// rest.
func ReadDecodable(b []byte, v Decodable) (o []byte, err error) {
	if o, err = Skip(b); err != nil {
		return b, err
	}
	src := b[:len(b)-len(o)]
	if err := v.DecodeMsg(NewReaderSize(bytes.NewReader(src), len(src))); err != nil {
		return b, err
	}
	return o, nil
}

// AppendJSONMethod appends the value that the JSON of v stands for.
func AppendJSONMethod(b []byte, v interface{ MarshalJSON() ([]byte, error) }) ([]byte, error) {
	text, err := plan.JSONOf(v)
	if err != nil {
		return b, err
	}
	out, err := appendOfJSON(b, text)
	if err != nil {
		return b, fault.InJSON(err)
	}
	return out, nil
}

// ReadJSONMethod hands the first value of b to v as the JSON that it stands for, and returns
// the rest. A value that has none is an error: text that is not UTF-8, and what JSON cannot
// say.
func ReadJSONMethod(b []byte, v interface{ UnmarshalJSON([]byte) error }) (o []byte, err error) {
	o, err = Skip(b)
	if err != nil {
		return b, err
	}
	src := b[: len(b)-len(o) : len(b)-len(o)]
	if err := (msgwire.ValidateOptions{UTF8: true}).Validate(src); err != nil {
		return b, plain(err)
	}
	text, err := Raw(src).MarshalJSON()
	if err == nil {
		err = v.UnmarshalJSON(text)
	}
	if err != nil {
		return b, fault.InJSON(err)
	}
	return o, nil
}

// KeepUnknown stores the first value of b in m, for a struct that keeps the members that
// none of its fields takes, and returns what follows it.
func KeepUnknown[K comparable](m *map[K]Raw, key K, b []byte) ([]byte, error) {
	if _, twice := (*m)[key]; twice {
		return b, ErrDuplicateEntry
	}
	if id, ok := any(key).(int64); ok && id == noID {
		return b, UintOverflow{FailedBitsize: 64}
	}
	o, err := Skip(b)
	if err != nil {
		return b, err
	}
	if *m == nil {
		*m = map[K]Raw{}
	}
	(*m)[key] = append(Raw{}, b[:len(b)-len(o)]...)
	return o, nil
}

// UnknownKeys returns the keys of m in the order in which they are written.
func UnknownKeys[K cmp.Ordered](m map[K]Raw) []K { return slices.Sorted(maps.Keys(m)) }

// Room returns the buffer of m, with room for n more bytes or, where n is more than the
// buffer has, for append to leave it. [Writer.Put] takes it back.
func (m *Writer) Room(n int) []byte { return m.room(n) }

// Put takes back what [Writer.Room] gave, with more appended. A failure to append is
// returned, and nothing was written.
func (m *Writer) Put(b []byte, err error) error { return m.put(b, err) }

// ReadObject calls read with the bytes of the next value, which read must consume and
// must not keep, and passes over it. Where only a part of the value is buffered read may
// be called with that first, and fail.
func (m *Reader) ReadObject(read func(b []byte, cfg *RuntimeConfig) ([]byte, error)) error {
	m.cfg = RuntimeConfig{Depth: m.depth + fault.DefaultMaxDepth - fault.Depth(m.limits.MaxDepth), Strings: &m.slab, Buffered: true}
	if m.pos == m.end {
		if err := m.fill(); err != nil {
			return err
		}
	}
	if !m.bounded() {
		o, err := read(m.window(), &m.cfg)
		if err == nil {
			m.pos = m.end - len(o)
			return nil
		}
		if Cause(err) != ErrShortBytes {
			return m.failObject(err, m.offset())
		}
	}
	v, err := m.next()
	if err != nil {
		return err
	}
	start := m.offset() - int64(len(v))
	if _, err = read(v, &m.cfg); err != nil {
		return m.failObject(err, start)
	}
	return nil
}

// failObject returns the failure of an object that begins at start of the stream.
func (m *Reader) failObject(err error, start int64) error {
	err = WrapErrorAt(err, 0)
	if e, ok := fault.Decoding(err); ok {
		e.Offset += start
	}
	return err
}
