// Extensions: their registry, their bytes, and the known ones.

package msgp

import (
	"math"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/beve-org/beve-go/internal/msgwire"
)

// Extension is a value with a form of its own: a code and bytes.
type Extension interface {
	// ExtensionType returns the code. Negative ones belong to MessagePack.
	ExtensionType() int8
	// Len returns how many bytes the value takes.
	Len() int
	// MarshalBinaryTo writes exactly Len bytes into b, which has that length.
	MarshalBinaryTo(b []byte) error
	// UnmarshalBinary sets the value from its bytes, which it must copy to keep.
	UnmarshalBinary(b []byte) error
}

// RawExtension is an extension as it came. Reading into one demands the code that Type
// holds; reading into an interface gives one for every code that is not known.
type RawExtension struct {
	Data []byte
	Type int8
}

// ExtensionType returns r.Type.
func (r *RawExtension) ExtensionType() int8 { return r.Type }

// Len returns the length of r.Data.
func (r *RawExtension) Len() int { return len(r.Data) }

// MarshalBinaryTo copies r.Data into b.
func (r *RawExtension) MarshalBinaryTo(b []byte) error {
	copy(b, r.Data)
	return nil
}

// UnmarshalBinary copies b into r.Data.
func (r *RawExtension) UnmarshalBinary(b []byte) error {
	r.Data = append(r.Data[:0], b...)
	return nil
}

var (
	registryMu sync.Mutex
	// registry is replaced, never changed, so that readers need no lock.
	registry atomic.Pointer[map[int8]func() Extension]
)

// RegisterExtension makes a code known: values in an interface are read into what make
// returns, which must be a new pointer every time, and JSON is made by its method
// MarshalJSON, if it has one. It panics for the codes 3, 4, 5 and -1 and for one that
// is known already, and is for use by init functions.
func RegisterExtension(code int8, make func() Extension) {
	switch code {
	case Complex64Extension, Complex128Extension, TimeExtension, MsgTimeExtension:
		panic("msgp: forbidden extension type " + strconv.Itoa(int(code)))
	}
	registryMu.Lock()
	defer registryMu.Unlock()
	known := map[int8]func() Extension{code: make}
	if old := registry.Load(); old != nil {
		for k, v := range *old {
			if k == code {
				panic("msgp: extension type " + strconv.Itoa(int(code)) + " is registered already")
			}
			known[k] = v
		}
	}
	registry.Store(&known)
}

// newExtension returns a value for an extension code: a registered one, or a
// RawExtension.
func newExtension(code int8) (e Extension, known bool) {
	if all := registry.Load(); all != nil {
		if make := (*all)[code]; make != nil {
			return make(), true
		}
	}
	return &RawExtension{Type: code}, false
}

// AppendExtensionHeader appends the head of an extension of n bytes, which have to
// follow, in the shortest form.
func AppendExtensionHeader(b []byte, code int8, n uint32) []byte {
	switch n {
	case 1:
		return append(b, msgwire.FixExt1, byte(code))
	case 2:
		return append(b, msgwire.FixExt2, byte(code))
	case 4:
		return append(b, msgwire.FixExt4, byte(code))
	case 8:
		return append(b, msgwire.FixExt8, byte(code))
	case 16:
		return append(b, msgwire.FixExt16, byte(code))
	}
	return append(appendSize(b, msgwire.Ext8, n), byte(code))
}

// AppendExtension appends an extension. On failure it returns b unchanged.
func AppendExtension(b []byte, e Extension) ([]byte, error) {
	n := e.Len()
	o := Require(AppendExtensionHeader(b, e.ExtensionType(), size(n)), n)
	o = o[:len(o)+n]
	content := o[len(o)-n:]
	clear(content)
	if err := e.MarshalBinaryTo(content[:n:n]); err != nil {
		return b, err
	}
	return o, nil
}

// readExtension reads an extension of any code. content aliases b.
func readExtension(b []byte) (code int8, content, o []byte, err error) {
	h, err := head(b, ExtensionType)
	if err != nil {
		return 0, nil, b, err
	}
	end := h.Next + h.Len
	return h.Type, b[h.Next:end:end], b[end:], nil
}

// ReadExtensionBytes reads an extension into e, whose code it must have.
func ReadExtensionBytes(b []byte, e Extension) ([]byte, error) {
	code, content, o, err := readExtension(b)
	if err != nil {
		return b, err
	}
	if want := e.ExtensionType(); code != want {
		return b, ExtensionTypeError{Got: code, Want: want}
	}
	if err := e.UnmarshalBinary(content); err != nil {
		return b, err
	}
	return o, nil
}

// readKnown reads an extension of one code and length.
func readKnown(b []byte, code int8, n int, want Type) (content, o []byte, err error) {
	got, content, o, err := readExtension(b)
	switch {
	case err != nil:
		if bad, ok := err.(TypeError); ok {
			err = TypeError{Method: want, Encoded: bad.Encoded}
		}
		return nil, b, err
	case got != code:
		return nil, b, ExtensionTypeError{Got: got, Want: code}
	case len(content) != n:
		return nil, b, TypeError{Method: want, Encoded: ExtensionType}
	}
	return content, o, nil
}

// ReadComplex64Bytes reads extension 3.
func ReadComplex64Bytes(b []byte) (complex64, []byte, error) {
	v, o, err := readKnown(b, Complex64Extension, 8, Complex64Type)
	if err != nil {
		return 0, b, err
	}
	return complex(math.Float32frombits(be32(v)), math.Float32frombits(be32(v[4:]))), o, nil
}

// ReadComplex128Bytes reads extension 4.
func ReadComplex128Bytes(b []byte) (complex128, []byte, error) {
	v, o, err := readKnown(b, Complex128Extension, 16, Complex128Type)
	if err != nil {
		return 0, b, err
	}
	return complex(math.Float64frombits(be64(v)), math.Float64frombits(be64(v[8:]))), o, nil
}

// ReadTimeBytes reads a time, an extension 5 or -1 of any form, in the local zone.
func ReadTimeBytes(b []byte) (t time.Time, o []byte, err error) {
	s, n, o, err := readTime(b)
	if err != nil {
		return t, b, err
	}
	return time.Unix(s, n), o, nil
}

// ReadTimeUTCBytes is ReadTimeBytes, in UTC.
func ReadTimeUTCBytes(b []byte) (t time.Time, o []byte, err error) {
	s, n, o, err := readTime(b)
	if err != nil {
		return t, b, err
	}
	return time.Unix(s, n).UTC(), o, nil
}

// readTime reads a time as seconds since 1970 and nanoseconds.
func readTime(b []byte) (s, n int64, o []byte, err error) {
	// What is usual comes first.
	const timestamp = 0xFF // -1
	switch {
	case len(b) >= 15 && b[0] == msgwire.Ext8 && b[1] == 12 && b[2] == TimeExtension:
		s, n, o = int64(be64(b[3:])), int64(int32(be32(b[11:]))), b[15:]
	case len(b) >= 10 && b[0] == msgwire.FixExt8 && b[1] == timestamp:
		both := be64(b[2:])
		s, n, o = int64(both&(1<<34-1)), int64(both>>34), b[10:]
	case len(b) >= 6 && b[0] == msgwire.FixExt4 && b[1] == timestamp:
		return int64(be32(b[2:])), 0, b[6:], nil
	default:
		var code int8
		var v []byte
		if code, v, o, err = readExtension(b); err != nil {
			if bad, ok := err.(TypeError); ok {
				err = TypeError{Method: TimeType, Encoded: bad.Encoded}
			}
			return 0, 0, b, err
		}
		if code != TimeExtension && code != MsgTimeExtension {
			return 0, 0, b, ExtensionTypeError{Got: code, Want: TimeExtension}
		}
		if s, n, err = parseTime(code, v); err != nil {
			return 0, 0, b, err
		}
	}
	if uint64(n) >= 1e9 {
		return 0, 0, b, InvalidTimestamp{Nanos: n}
	}
	return s, n, o, nil
}

// parseTime returns the seconds and nanoseconds that the content of an extension stands for.
func parseTime(code int8, v []byte) (s, n int64, err error) {
	switch {
	case len(v) == 12 && code == TimeExtension:
		return int64(be64(v)), int64(int32(be32(v[8:]))), nil
	case len(v) == 12:
		return int64(be64(v[4:])), int64(be32(v)), nil
	case len(v) == 8 && code == MsgTimeExtension:
		both := be64(v)
		return int64(both & (1<<34 - 1)), int64(both >> 34), nil
	case len(v) == 4 && code == MsgTimeExtension:
		return int64(be32(v)), 0, nil
	case code == TimeExtension:
		return 0, 0, TypeError{Method: TimeType, Encoded: ExtensionType}
	}
	return 0, 0, InvalidTimestamp{FieldLength: len(v)}
}
