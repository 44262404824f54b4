package engine

import (
	"math"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/rfc3339"
	"github.com/beve-org/beve-go/internal/shorttext"
	"github.com/beve-org/beve-go/internal/structs"
	"github.com/beve-org/beve-go/wire"
)

// timeAppend returns how a time.Time is written.
func timeAppend(f TimeFormat) appendFunc {
	switch f {
	case TimeUnixNano:
		return func(e *encodeState, dst []byte, p mem.Pointer) []byte {
			t := mem.Ref[time.Time](p)
			ns := t.UnixNano()
			if !time.Unix(0, ns).Equal(*t) {
				return e.fail("time.Time", fault.Because(fault.ErrOverflow, "time does not fit an int64 of nanoseconds"))
			}
			if e.profile.key.fixed {
				return wire.AppendNumber[int64](dst, ns)
			}
			return wire.AppendInt(dst, ns)
		}
	case TimeDraft:
		return func(e *encodeState, dst []byte, p mem.Pointer) []byte {
			t := mem.Ref[time.Time](p)
			sec, ns := t.Unix(), uint64(t.Nanosecond())
			if sec < 0 || uint64(sec) > (math.MaxUint64-ns)/1e9 {
				return e.fail("time.Time", fault.Because(fault.ErrOverflow, "time is not within the years 1970 to 2554"))
			}
			return wire.AppendTime(dst, uint64(sec)*1e9+ns)
		}
	}
	return func(e *encodeState, dst []byte, p mem.Pointer) []byte {
		n := len(dst)
		if cap(dst)-n < 1+timeRoom {
			dst = mem.Grow(dst, 1+timeRoom)
		}
		dst = dst[:cap(dst)]
		mem.PutByte(dst, n, byte(wire.HeaderString))
		if n = shorttext.PutTime(dst, n+1, *mem.Ref[time.Time](p)); n < 0 {
			return e.failYear()
		}
		return dst[:n]
	}
}

func (e *encodeState) failYear() []byte {
	return e.fail("time.Time", fault.Because(fault.ErrOverflow, "year is not within 0 to 9999"))
}

const (
	// maxTime is what SIZE and a timestamp take at most.
	maxTime = 1 + rfc3339.Longest
	// timeRoom covers storing whole words too.
	timeRoom = maxTime + structs.Slack
)

const daySeconds = 24 * 3600

// readTime reads a time in any of its forms: RFC 3339 text, an integer of
// nanoseconds since 1970, the draft extension.
func readTime(d *decodeState, off int, p mem.Pointer) int {
	const goType = "time.Time"
	if off < len(d.src) && wire.Header(d.src[off]) == wire.HeaderString {
		if next := shorttext.ReadUTC(d.src, off+1, mem.Ref[time.Time](p)); next >= 0 {
			return next
		}
	}
	h, err := wire.ReadHeader(d.src, off)
	if err != nil {
		return d.Fail(off, goType, err)
	}
	t := mem.Ref[time.Time](p)
	switch h.Kind() {
	case wire.KindString, wire.KindNumber:
		next, err := shorttext.ReadTime(d.src, off, h, t)
		if err != nil {
			return d.Fail(off, goType, err)
		}
		return next
	case wire.KindTime:
		a, next, err := wire.ViewTimes(d.src, off)
		if err != nil {
			return d.Fail(off, goType, err)
		}
		if a.Single {
			if !d.setTime(off, t, a.At(0)) {
				return -1
			}
			return next
		}
	case wire.KindNull:
		if next, ok := d.null(off); ok {
			*t = time.Time{}
			return next
		}
	}
	return d.mismatch(off, h, goType)
}

func (d *decodeState) anyTimes(off int) (any, int) {
	a, next, err := wire.ViewTimes(d.src, off)
	if err != nil {
		return nil, d.Fail(off, "", err)
	}
	if a.Single {
		var t time.Time
		if !d.setTime(off, &t, a.At(0)) {
			return nil, -1
		}
		return t, next
	}
	if !d.charge(24 + 24*a.Len()) {
		return nil, -1
	}
	s := make([]time.Time, a.Len())
	for i := range s {
		d.setTime(off, &s[i], a.At(i)) // a draft time fits always
	}
	if d.generic {
		return boxed(d, off, s), d.check(next)
	}
	return s, next
}
