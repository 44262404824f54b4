package parquetfile

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/beve-org/beve-go/scalar"
)

// Runs are read as they were put, whatever their lengths.
func TestRuns(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 3000 {
		width := r.IntN(33)
		var values []uint32
		for range r.IntN(12) {
			v := uint32(r.Uint64() & (1<<width - 1))
			for range 1 + r.IntN([]int{1, 3, 9, 17, 600}[r.IntN(5)]) {
				values = append(values, v)
				if r.IntN(50) == 0 {
					values = append(values, uint32(r.Uint64()&(1<<width-1)))
				}
			}
		}
		var w runs
		w.reset(width)
		for _, v := range values {
			w.put(v)
		}
		in := hybrid{bits: bitReader{data: w.end()}, width: width}
		for i, want := range values {
			if got, err := in.next(); err != nil || got != want {
				t.Fatalf("%d of %d, %d bits: %d, %v, want %d", i, len(values), width, got, err, want)
			}
		}
		if len(in.bits.data)*8 > 7*width+7 { // what fills the last group
			t.Fatalf("%d bytes are left of %d values of %d bits", len(in.bits.data), len(values), width)
		}
	}
	// A run of any length takes no memory.
	var w runs
	w.reset(1)
	for range 1 << 20 {
		w.put(1)
	}
	if n := len(w.out); n != 0 || len(w.end()) != 5 {
		t.Errorf("%d bytes before the end, %d after", n, len(w.out))
	}
}

// number is what a value of a leaf with an order stands for, nil for NaN.
func number(leaf *Node, b []byte) *big.Float {
	var f float64
	switch bits := binary.LittleEndian.Uint64(append(bytes.Clone(b), make([]byte, 8)...)); leaf.Type {
	case Float16:
		f = scalar.Float16(bits).Float64()
	case Float32:
		f = float64(math.Float32frombits(uint32(bits)))
	case Float64:
		f = math.Float64frombits(bits)
	case Uint, Bool:
		return new(big.Float).SetUint64(bits)
	case Decimal:
		if leaf.physical == PhysicalFixed {
			n := new(big.Int).SetBytes(b)
			if b[0] >= 0x80 {
				n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
			}
			return new(big.Float).SetInt(n)
		}
		fallthrough
	default:
		shift := 64 - 8*len(b)
		return new(big.Float).SetInt64(int64(bits<<shift) >> shift)
	}
	if f != f {
		return nil
	}
	return big.NewFloat(f)
}

// Bounds enclose all values, and are the least and the greatest but where they are cut.
func TestBounds(t *testing.T) {
	root := &Node{Type: Group, Children: everyLeaf()}
	root.Settle()
	r := rand.New(rand.NewPCG(5, 6))
	for _, leaf := range root.Children {
		known := 0
		for range 300 {
			var all bounds
			all.reset(leaf.order())
			var values [][]byte
			for range r.IntN(4) { // pages
				var page bounds
				page.reset(leaf.order())
				for range r.IntN(5) {
					v := randomValue(r, leaf)
					if !leaf.inBits() {
						if leaf.Type == Text && r.IntN(2) == 0 {
							v.Bytes = []byte(strings.Repeat(string([]rune{'a', 0xd7ff, utf8.MaxRune, 0xffff}[r.IntN(4)]), r.IntN(60)))
						}
						if leaf.Length == 0 && r.IntN(3) == 0 {
							v.Bytes = bytes.Repeat([]byte{0xff}, r.IntN(100))
						}
						page.addBytes(v.Bytes)
						values = append(values, v.Bytes)
					} else {
						page.addBits(v.Bits)
						values = append(values, binary.LittleEndian.AppendUint64(nil, v.Bits)[:max(leaf.Length, 1)])
					}
				}
				p := page.copied()
				all.merge(&p)
			}
			if !all.told() {
				continue
			}
			known++
			low, high := all.text(leaf)
			checkBounds(t, leaf, values, []byte(low), []byte(high), all.cutLow, all.cutHigh)
		}
		if (known == 0) != (leaf.order() == orderNone) {
			t.Errorf("%s: bounds were known %d times", leaf.Name, known)
		}
	}
}

func checkBounds(t *testing.T, leaf *Node, values [][]byte, low, high []byte, cutLow, cutHigh bool) {
	t.Helper()
	switch leaf.order() {
	case orderText, orderBytes:
		least, greatest := slices.MinFunc(values, bytes.Compare), slices.MaxFunc(values, bytes.Compare)
		if bytes.Compare(low, least) > 0 || bytes.Compare(high, greatest) < 0 || !cutLow && !bytes.Equal(low, least) || !cutHigh && !bytes.Equal(high, greatest) {
			t.Errorf("%s: %q to %q (cut: %v, %v) for %q", leaf.Name, low, high, cutLow, cutHigh, values)
		}
		if len(low) > maxBound || len(high) > maxBound+utf8.UTFMax {
			t.Errorf("%s: bounds of %d and %d bytes", leaf.Name, len(low), len(high))
		}
		if leaf.order() == orderText && utf8.Valid(bytes.Join(values, nil)) && (!utf8.Valid(low) || !utf8.Valid(high)) {
			t.Errorf("%q and %q are not UTF-8", low, high)
		}
		return
	}
	l, h := number(leaf, low), number(leaf, high)
	var isLow, isHigh bool
	for _, v := range values {
		n := number(leaf, v)
		if n == nil {
			continue
		}
		if n.Cmp(l) < 0 || n.Cmp(h) > 0 {
			t.Errorf("%s: %v is not from %v to %v", leaf.Name, n, l, h)
		}
		isLow, isHigh = isLow || n.Cmp(l) == 0, isHigh || n.Cmp(h) == 0
	}
	if !isLow || !isHigh {
		t.Errorf("%s: %v to %v are no values", leaf.Name, l, h)
	}
	// A zero as a bound has the sign that leaves no zero out.
	if l.Sign() == 0 && leaf.Type == Float64 && !l.Signbit() || h.Sign() == 0 && leaf.Type == Float64 && h.Signbit() {
		t.Errorf("%s: zeros %v and %v", leaf.Name, l, h)
	}
}
