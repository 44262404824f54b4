// This file brings NaN and the infinities from MessagePack to BEVE, although JSON, which is between them, has no form for
// them: numbers stand for them there that the value does not have.

package source

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"

	"github.com/beve-org/beve-go/cmd/internal/walk"
	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/wire"
)

// withNotFinite translates the first end bytes of the window, and reports whether it can: NaN and infinities are all that
// keeps packed from being JSON.
func (v *Values) withNotFinite(packed []byte, end int) (val Value, ok bool) {
	named := packed
	if s := v.src.opts.Schema; s != nil {
		var err error
		if named, err = v.zebra().ToMsgpack(s, packed); err != nil {
			return val, false
		}
	}
	stood, standing := standIn(named)
	if len(standing) == 0 {
		return val, false
	}
	var text bytes.Buffer
	if _, err := msgp.UnmarshalAsJSON(&text, stood); err != nil {
		return val, false
	}
	val, err := v.translate(text.Bytes(), end)
	if err != nil {
		return val, false
	}
	val.Packed = packed
	w := walk.Walker{Limits: wire.Limits(v.opts.Limits), TypeTags: v.opts.LegacyTypeTag}
	w.Visit = func(it walk.Item) error {
		if it.Role == walk.Value && it.Header == wire.HeaderFloat64 {
			bits := val.Data[it.Off+1 : it.End]
			if f, ok := standing[binary.LittleEndian.Uint64(bits)]; ok {
				binary.LittleEndian.PutUint64(bits, f)
			}
		}
		return nil
	}
	_, err = w.Value(val.Data)
	return val, err == nil
}

// standIn returns a value of MessagePack with other numbers in the place of those that are not finite, and which stand for
// which, by their bits. The others are beyond binary32, and bytes that packed has nowhere.
func standIn(packed []byte) (stood []byte, standing map[uint64]uint64) {
	used := map[uint64]uint64{}
	next := math.Float64bits(1e200) + rand.Uint64N(1<<48) // which no message can be made for
	from := 0
	for off := 0; off < len(packed); {
		h, err := msgwire.ReadHead(packed, off)
		if err != nil {
			return nil, nil
		}
		f := math.Float64frombits(h.Bits)
		switch h.Kind {
		case msgwire.KindFloat32:
			f = float64(math.Float32frombits(uint32(h.Bits)))
		case msgwire.KindFloat64:
		default:
			f = 0
		}
		if math.IsNaN(f) || math.IsInf(f, 0) {
			f := math.Float64bits(f)
			if f != math.Float64bits(math.Inf(1)) && f != math.Float64bits(math.Inf(-1)) {
				f = math.Float64bits(math.NaN())
			}
			if used[f] == 0 {
				for next++; bytes.Contains(packed, binary.BigEndian.AppendUint64(nil, next)); {
					next++
				}
				used[f] = next
			}
			stood = msgp.AppendFloat64(append(stood, packed[from:off]...), math.Float64frombits(used[f]))
			from = h.Next + h.Len
		}
		if off = h.Next; h.Kind != msgwire.KindArray && h.Kind != msgwire.KindMap {
			off += h.Len
		}
	}
	standing = map[uint64]uint64{}
	for f, by := range used {
		standing[by] = f
	}
	return append(stood, packed[from:]...), standing
}
