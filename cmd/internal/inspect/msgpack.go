// This file reads MessagePack.

package inspect

import (
	"math"
	"strconv"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// packedValues are the values of a file of MessagePack.
func (f *File) packedValues() *inside {
	return &inside{
		count: -1,
		more:  func(_, off int) (int, bool, error) { return off, off < len(f.data), nil },
		child: func(_, off int) (part, error) { return f.packedValue(off) },
		pass:  func(_, off int) (int, error) { return f.passPacked(off) },
	}
}

func (f *File) passPacked(off int) (int, error) {
	return f.passed(off, func(off int) (int, error) {
		b := limits.Budget()
		return msgwire.Skip(f.data, off, &b)
	})
}

// packedValue reads the value at off.
func (f *File) packedValue(off int) (p part, err error) {
	src := f.data
	h, err := msgwire.ReadHead(src, off)
	if err != nil {
		return p, err
	}
	p.Off, p.Head, p.End = off, h.Next, h.Next
	p.What = h.Kind.String()
	switch h.Kind {
	case msgwire.KindNil:
		p.Kind, p.Text = "null", "nil"
	case msgwire.KindBool:
		p.Kind, p.Text = "bool", "false"
		if h.Bits != 0 {
			p.Text = "true"
		}
	case msgwire.KindInt:
		p.Kind, p.Text, p.number = "number", strconv.FormatInt(int64(h.Bits), 10), float64(int64(h.Bits))
		if h.Next-off > 1 {
			p.What = "int" + itoa(8*(h.Next-off-1))
		}
	case msgwire.KindUint:
		p.Kind, p.Text, p.number = "number", utoa(h.Bits), float64(h.Bits)
		p.What = "uint" + itoa(8*(h.Next-off-1))
	case msgwire.KindFloat32:
		v := math.Float32frombits(uint32(h.Bits))
		p.Kind, p.Text, p.number = "number", ftoa(float64(v), 32), float64(v)
	case msgwire.KindFloat64:
		v := math.Float64frombits(h.Bits)
		p.Kind, p.Text, p.number = "number", ftoa(v, 64), v
	case msgwire.KindStr:
		p.Kind, p.End = "string", h.Next+h.Len
		p.What, p.Text = "str of "+plural(h.Len, "byte"), quoted(src[h.Next:p.End])
	case msgwire.KindBin:
		p.Kind, p.End = "bytes", h.Next+h.Len
		p.What = "bin of " + plural(h.Len, "byte")
	case msgwire.KindExt:
		p.Kind, p.End = "other", h.Next+h.Len
		p.What = "extension " + itoa(int(h.Type)) + " of " + plural(h.Len, "byte")
		if h.Type == msgwire.ExtTimestamp {
			if t, _, err := msgp.ReadTimeUTCBytes(src[off:p.End]); err == nil {
				p.What, p.Text = "timestamp", t.Format(time.RFC3339Nano)
			}
		}
	case msgwire.KindArray:
		p.Kind, p.Count, p.What = "array", h.Len, "array of "+itoa(h.Len)
		p.inside = &inside{first: h.Next, count: h.Len,
			child: func(_, off int) (part, error) { return f.packedValue(off) },
			pass:  func(_, off int) (int, error) { return f.passPacked(off) },
		}
		if h.Len > 0 {
			switch msgwire.KindOf(src[h.Next]) {
			case msgwire.KindInt, msgwire.KindUint, msgwire.KindFloat32, msgwire.KindFloat64:
				p.Plot = true
			case msgwire.KindMap, msgwire.KindArray:
				p.Grid = true
			}
		}
	case msgwire.KindMap:
		p.Kind, p.Count, p.What = "object", h.Len, "map of "+itoa(h.Len)
		p.inside = f.packedMap(h)
	default:
		return part{}, fault.At(off, fault.Because(fault.ErrSyntax, "the byte that MessagePack never uses"))
	}
	return p, nil
}

// packedMap is the contents of a map: each key with its value.
func (f *File) packedMap(h msgwire.Head) *inside {
	return &inside{first: h.Next, count: h.Len,
		child: func(_, off int) (part, error) {
			end, err := f.passPacked(off)
			if err != nil {
				return part{}, err
			}
			p, err := f.packedValue(end)
			if err != nil {
				p = f.wrong(part{}, end, err)
			}
			p.Name, p.Member, p.Key, p.KeyEnd = msgwire.KeyText(f.data, off), true, off, end
			return p, nil
		},
		pass: func(_, off int) (int, error) {
			end, err := f.passPacked(off)
			if err != nil {
				return off, err
			}
			return f.passPacked(end)
		},
	}
}
