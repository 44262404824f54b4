package columns

import (
	"encoding/binary"
	"fmt"
	"math"
	"unicode/utf8"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/cmd/internal/parquetfile"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// This file makes typed arrays of lists of numbers, booleans and strings.

// gathered are the elements of a list.
type gathered struct {
	bits  []uint64 // numbers, or the ends of strings in text
	text  []byte
	nulls []bool // empty where there are none
}

// gathers reports whether elements can be a typed array.
func gathers(element *parquetfile.Node) bool {
	switch element.Type {
	case parquetfile.Bool, parquetfile.Int, parquetfile.Uint, parquetfile.Float16, parquetfile.Float32, parquetfile.Float64,
		parquetfile.Text, parquetfile.Enum:
		return true
	}
	return false
}

// gather appends a list whose elements are such.
func (r *rows) gather(n, element *parquetfile.Node, rep int) error {
	g := &r.list
	g.bits, g.text, g.nulls = g.bits[:0], g.text[:0], g.nulls[:0]
	isText := element.Type == parquetfile.Text || element.Type == parquetfile.Enum
	err := r.elements(n, rep, func(rep int) error {
		if int64(len(r.buf)-r.start)+8*int64(len(g.bits))+int64(len(g.text)) > r.limit {
			return fmt.Errorf("a row of more than %d bytes: %w", r.limit, beve.ErrLimit)
		}
		c, err := r.peek(element, rep)
		if err != nil {
			return err
		}
		if element.Optional && c.Def < element.Def {
			c.Skip()
			for len(g.nulls) < len(g.bits) {
				g.nulls = append(g.nulls, false)
			}
			g.nulls = append(g.nulls, true)
			g.bits = append(g.bits, uint64(len(g.text)))
			return nil
		}
		if err := r.next(element, rep); err != nil {
			return err
		}
		v := r.value
		switch {
		case isText:
			if !utf8.Valid(v.Bytes) {
				return fmt.Errorf("column %q: %w", element.Path, beve.ErrUTF8)
			}
			g.text = append(g.text, v.Bytes...)
			v.Bits = uint64(len(g.text))
		case element.Type == parquetfile.Float16:
			v.Bits = uint64(math.Float32bits(half(&v)))
		}
		g.bits = append(g.bits, v.Bits)
		if len(g.nulls) > 0 {
			g.nulls = append(g.nulls, false)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if len(g.nulls) > 0 || len(g.bits) == 0 && isText {
		r.buf, err = g.appendGeneric(r.buf, element, isText)
		return err
	}
	r.buf = g.appendTyped(r.buf, element, isText)
	return nil
}

// appendGeneric appends the elements as an array of values, null among them.
func (g *gathered) appendGeneric(dst []byte, element *parquetfile.Node, isText bool) (_ []byte, err error) {
	dst = wire.AppendArray(dst, len(g.bits))
	start := uint64(0)
	for i, b := range g.bits {
		switch {
		case g.nulls[i]:
			dst = wire.AppendNull(dst)
		case isText:
			dst = wire.AppendString(dst, string(g.text[start:b]))
		case element.Type == parquetfile.Float16:
			dst = wire.AppendFloat32(dst, math.Float32frombits(uint32(b)))
		default:
			if dst, err = appendLeaf(dst, element, &parquetfile.Value{Bits: b}, false); err != nil {
				return nil, err
			}
		}
		start = b
	}
	return dst, nil
}

// appendTyped appends the elements as an array in the width of their column.
func (g *gathered) appendTyped(dst []byte, element *parquetfile.Node, isText bool) []byte {
	switch {
	case isText:
		all := make([]string, len(g.bits))
		start := uint64(0)
		for i, end := range g.bits {
			all[i] = string(g.text[start:end])
			start = end
		}
		return wire.AppendStrings(dst, all)
	case element.Type == parquetfile.Bool:
		all := make([]bool, len(g.bits))
		for i, b := range g.bits {
			all[i] = b != 0
		}
		return wire.AppendBools(dst, all)
	case element.Type == parquetfile.Float16 || element.Type == parquetfile.Float32:
		return appendNumbers(dst, g.bits, func(b uint64) float32 { return math.Float32frombits(uint32(b)) })
	case element.Type == parquetfile.Float64:
		return appendNumbers(dst, g.bits, math.Float64frombits)
	}
	if element.Type == parquetfile.Uint {
		switch element.Bits {
		case 8:
			return appendNumbers(dst, g.bits, func(b uint64) uint8 { return uint8(b) })
		case 16:
			return appendNumbers(dst, g.bits, func(b uint64) uint16 { return uint16(b) })
		case 32:
			return appendNumbers(dst, g.bits, func(b uint64) uint32 { return uint32(b) })
		}
		return wire.AppendNumbers(dst, g.bits)
	}
	switch element.Bits {
	case 8:
		return appendNumbers(dst, g.bits, func(b uint64) int8 { return int8(b) })
	case 16:
		return appendNumbers(dst, g.bits, func(b uint64) int16 { return int16(b) })
	case 32:
		return appendNumbers(dst, g.bits, func(b uint64) int32 { return int32(b) })
	}
	return appendNumbers(dst, g.bits, func(b uint64) int64 { return int64(b) })
}

func appendNumbers[T wire.Numeric](dst []byte, bits []uint64, number func(uint64) T) []byte {
	all := make([]T, len(bits))
	for i, b := range bits {
		all[i] = number(b)
	}
	return wire.AppendNumbers(dst, all)
}

// signed returns the integer of a column of signed integers.
func signed(v *parquetfile.Value) int64 { return int64(v.Bits) }

// unsigned returns the integer of a column of unsigned integers. What is stored in 32 bits
// has been extended by its sign.
func unsigned(n *parquetfile.Node, v *parquetfile.Value) uint64 {
	if n.Bits == 64 {
		return v.Bits
	}
	return uint64(uint32(v.Bits))
}

// inRange refuses integers beyond the bits that their type has.
func inRange(n *parquetfile.Node, v *parquetfile.Value) error {
	if n.Type == parquetfile.Int && n.Bits < 32 && signed(v)>>(n.Bits-1) != signed(v)>>63 ||
		n.Type == parquetfile.Uint && unsigned(n, v)>>(n.Bits-1)>>1 != 0 {
		return fmt.Errorf("%w: column %q has %d, beyond its %d bits", parquetfile.ErrMalformed, n.Path, signed(v), n.Bits)
	}
	return nil
}

func half(v *parquetfile.Value) float32 {
	return scalar.Float16(binary.LittleEndian.Uint16(v.Bytes)).Float32()
}

func float(v *parquetfile.Value) float32 { return math.Float32frombits(uint32(v.Bits)) }

func double(v *parquetfile.Value) float64 { return math.Float64frombits(v.Bits) }
