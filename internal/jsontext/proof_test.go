// The proof of numbers: reading and printing held to strconv on as many cases as
// are asked for, most of them hard ones. The short form runs with all tests;
//
//	go test -run TestNumbersProof -cases 100000000 -seed 1 ./internal/jsontext
//
// is the long one.

package jsontext_test

import (
	"bytes"
	"flag"
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/testkit"
)

var (
	proofCases = flag.Int("cases", 100_000, "comparisons of each family of TestNumbersProof, fewer of those that strconv is slow with")
	proofSeed  = flag.Uint64("seed", 1, "seed of TestNumbersProof")
)

// proof makes numbers and compares.
type proof struct {
	*testing.T
	rng       *rand.Rand
	text      []byte // what is read
	got, want []byte // what is printed
	cases     int
}

func TestNumbersProof(t *testing.T) {
	for _, family := range []struct {
		name  string
		share int // one of so many of the cases asked for
		next  func(*proof)
	}{
		{"random bits", 1, func(p *proof) { p.printed(math.Float64frombits(p.rng.Uint64())) }},
		{"subnormal", 16, func(p *proof) { p.printed(math.Float64frombits(p.rng.Uint64() >> (12 + p.rng.UintN(52)))) }},
		{"few bits", 1, (*proof).fewBits},
		{"few digits", 1, (*proof).fewDigits},
		{"decimal", 1, (*proof).decimal},
		{"edge of the range", 16, (*proof).edge},
		{"half way", 8, (*proof).halfway},
		{"near half way", 2, (*proof).nearHalfway},
		{"integer", 1, (*proof).integer},
		{"tie", 4, (*proof).tie},
		{"binary32", 1, (*proof).single},
	} {
		t.Run(family.name, func(t *testing.T) {
			p := &proof{T: t, rng: rand.New(rand.NewPCG(*proofSeed, uint64(len(family.name))))}
			for p.cases < testkit.Rounds(*proofCases/family.share) {
				family.next(p)
			}
			t.Logf("%d cases", p.cases)
		})
	}
}

// printed prints f as strconv does, in the format of encoding/json, and reads what
// it has printed.
func (p *proof) printed(f float64) {
	abs := math.Abs(f)
	if !(abs <= math.MaxFloat64) {
		return
	}
	format := byte('f')
	if abs != 0 && (abs < 1e-6 || abs >= 1e21) {
		format = 'e'
	}
	p.want = withoutZeroInExponent(strconv.AppendFloat(p.want[:0], f, format, -1, 64))
	p.got = jsontext.AppendFloat64(p.got[:0], f)
	if !bytes.Equal(p.got, p.want) {
		p.Fatalf("%#x is printed as %s, want %s", math.Float64bits(f), p.got, p.want)
	}
	p.cases++
	p.text = append(p.text[:0], p.want...)
	p.reads(f, nil)
}

// withoutZeroInExponent makes 1e-09 of strconv the 1e-9 of encoding/json.
func withoutZeroInExponent(b []byte) []byte {
	if n := len(b); n >= 4 && b[n-4] == 'e' && b[n-2] == '0' {
		b[n-2] = b[n-1]
		return b[:n-1]
	}
	return b
}

// read reads p.text as strconv does.
func (p *proof) read() {
	want, err := strconv.ParseFloat(string(p.text), 64)
	p.reads(want, err)
}

// reads holds both readers to want, the value of p.text, or to failing as err says.
// Digits after the number must not be taken for its own.
func (p *proof) reads(want float64, err error) {
	n := len(p.text)
	p.text = append(p.text, ",1234567890"...)
	f, next := jsontext.ParseFloat(p.text, 0)
	number, end, failed := jsontext.ReadNumber(p.text, 0)
	p.text = p.text[:n]
	p.cases++
	if err != nil {
		if next != -1 || number.Kind == jsontext.Float && failed == nil {
			p.Fatalf("%s is read as %v and %v, want %v", p.text, f, number, err)
		}
		return
	}
	if next != n || math.Float64bits(f) != math.Float64bits(want) {
		p.Fatalf("%s is read as %#x to byte %d, want %#x", p.text, math.Float64bits(f), next, math.Float64bits(want))
	}
	if failed != nil || end != n {
		p.Fatalf("%s is read to byte %d with %v", p.text, end, failed)
	}
	if number.Kind == jsontext.Float && math.Float64bits(number.Float) != math.Float64bits(want) {
		p.Fatalf("%s is read as %#x, want %#x", p.text, math.Float64bits(number.Float), math.Float64bits(want))
	}
}

// fewBits is a number next to a power of two, where the distance to the neighbours
// changes.
func (p *proof) fewBits() {
	f := math.Ldexp(float64(1+p.rng.UintN(7)), int(p.rng.UintN(2100))-1075)
	p.printed(f)
	p.printed(math.Nextafter(f, 0))
	p.printed(-math.Nextafter(f, math.MaxFloat64))
}

// fewDigits is a number whose shortest decimal is short, and its neighbours, whose
// are as long as any.
func (p *proof) fewDigits() {
	p.text = strconv.AppendUint(p.text[:0], p.rng.Uint64()>>(4+p.rng.UintN(60)), 10)
	p.text = append(p.text, 'e')
	p.text = strconv.AppendInt(p.text, int64(p.rng.UintN(650))-340, 10)
	f, err := strconv.ParseFloat(string(p.text), 64)
	p.reads(f, err)
	if err == nil {
		p.printed(f)
		p.printed(math.Nextafter(f, math.Inf(1)))
		p.printed(math.Nextafter(f, 0))
	}
}

// decimal is any decimal: digits before and after a point, zeros around them, an
// exponent.
func (p *proof) decimal() {
	const zeros = "0000000000000000000000000"
	r := p.rng
	p.text = p.text[:0]
	if r.UintN(2) == 0 {
		p.text = append(p.text, '-')
	}
	p.text = strconv.AppendUint(p.text, r.Uint64()>>r.UintN(64), 10)
	if r.UintN(4) == 0 && p.text[len(p.text)-1] != '0' {
		p.text = append(p.text, zeros[:r.UintN(25)]...)
	}
	if r.UintN(4) != 0 {
		p.text = append(p.text, '.')
		p.text = append(p.text, zeros[:r.UintN(25)]...)
		p.text = strconv.AppendUint(p.text, r.Uint64()>>r.UintN(64), 10)
		p.text = append(p.text, zeros[:r.UintN(5)]...)
	}
	if r.UintN(2) == 0 {
		p.text = append(p.text, "eE"[r.UintN(2)])
		p.text = append(p.text, []string{"", "+", "-"}[r.UintN(3)]...)
		p.text = append(p.text, zeros[:r.UintN(3)]...)
		p.text = strconv.AppendUint(p.text, r.Uint64N(370)>>r.UintN(8), 10)
	}
	p.read()
}

// edge is a decimal next to the largest number or among the smallest.
func (p *proof) edge() {
	digits := strconv.AppendUint(nil, p.rng.Uint64()|1<<60, 10)
	p.text = append(p.text[:0], digits[0], '.')
	p.text = append(p.text, digits[1:2+p.rng.UintN(uint(len(digits)-2))]...)
	if p.rng.UintN(2) == 0 {
		p.text = append(p.text, "e308"...)
		if p.rng.UintN(2) == 0 {
			copy(p.text, "1.7976931348623157"[:min(len(p.text)-4, 18)])
		}
	} else {
		p.text = append(p.text, "e-3"...)
		p.text = strconv.AppendUint(p.text, uint64(5+p.rng.UintN(20)), 10)
		if p.text[len(p.text)-2] == '3' { // one digit
			p.text = append(p.text[:len(p.text)-1], '0', p.text[len(p.text)-1])
		}
	}
	p.read()
}

// middle returns the number half way between two neighbours, exactly: digits and
// their exponent.
func (p *proof) middle() (digits []byte, exp int) {
	m := new(big.Int).SetUint64(p.rng.Uint64()>>11 | 1<<52)
	m.Lsh(m, 1).SetBit(m, 0, 1)
	// Mostly where it has few digits: these can pass a test that looks at 64 bits.
	q := int(p.rng.UintN(70)) - 8
	if p.rng.UintN(4) == 0 {
		q = int(p.rng.UintN(2040)) - 1074
	}
	if q >= 0 {
		return m.Lsh(m, uint(q)).Append(nil, 10), 0
	}
	five := new(big.Int).Exp(big.NewInt(5), big.NewInt(int64(-q)), nil)
	return m.Mul(m, five).Append(nil, 10), q
}

// halfway is a number half way between two neighbours, which must go to the even
// one, and the two decimals next to it, which must not.
func (p *proof) halfway() {
	digits, exp := p.middle()
	for _, last := range []int8{0, 1, -1} {
		p.text = append(p.text[:0], digits...)
		if d := p.text[len(p.text)-1]; last < 0 && d == '0' || last > 0 && d == '9' {
			continue
		}
		p.text[len(p.text)-1] += byte(last)
		p.text = append(p.text, 'e')
		p.text = strconv.AppendInt(p.text, int64(exp), 10)
		p.read()
	}
	// The same with a point, and with something far after it.
	p.text = append(append(p.text[:0], digits[0], '.'), digits[1:]...)
	if p.rng.UintN(2) == 0 {
		p.text = append(append(p.text, strings.Repeat("0", int(p.rng.UintN(30)))...), '1')
	}
	p.text = strconv.AppendInt(append(p.text, 'e'), int64(exp+len(digits)-1), 10)
	p.read()
}

// nearHalfway is a number half way between two neighbours, cut after 15 to 20
// digits or increased there.
func (p *proof) nearHalfway() {
	digits, exp := p.middle()
	n := min(len(digits), 15+int(p.rng.UintN(6)))
	exp += len(digits) - n
	p.text = append(append(p.text[:0], digits[:n]...), 'e')
	p.text = strconv.AppendInt(p.text, int64(exp), 10)
	p.read()
	if p.text[n-1] != '9' {
		p.text[n-1]++
		p.read()
	}
}

// integer is an integer of any length, or next to a power of two or ten.
func (p *proof) integer() {
	v := p.rng.Uint64() >> p.rng.UintN(64)
	switch p.rng.UintN(4) {
	case 0:
		v = 1<<p.rng.UintN(64) + p.rng.Uint64N(5) - 2
	case 1:
		v = 1
		for range p.rng.UintN(20) {
			v *= 10
		}
		v += p.rng.Uint64N(5) - 2
	}
	p.got, p.want = jsontext.AppendUint(p.got[:0], v), strconv.AppendUint(p.want[:0], v, 10)
	if !bytes.Equal(p.got, p.want) {
		p.Fatalf("%d is printed as %s", v, p.got)
	}
	p.text = append(append(p.text[:0], p.want...), " 99999999"...)
	n, next, err := jsontext.ReadNumber(p.text, 0)
	if u, ok := n.Uint64(); !ok || u != v || next != len(p.want) || err != nil {
		p.Fatalf("%d is read as %v to byte %d with %v", v, n, next, err)
	}
	p.got, p.want = jsontext.AppendInt(p.got[:0], int64(v)), strconv.AppendInt(p.want[:0], int64(v), 10)
	if !bytes.Equal(p.got, p.want) {
		p.Fatalf("%d is printed as %s", int64(v), p.got)
	}
	p.text = append(append(p.text[:0], p.want...), ']')
	n, next, err = jsontext.ReadNumber(p.text, 0)
	if i, ok := n.Int64(); n.Kind != jsontext.Float && (!ok || i != int64(v)) || next != len(p.want) || err != nil {
		p.Fatalf("%d is read as %v to byte %d with %v", int64(v), n, next, err)
	}
	p.cases += 4
	// As floats, too: more digits than fit are rounded once.
	p.text = strconv.AppendUint(p.text[:0], v, 10)
	if p.rng.UintN(2) == 0 && v != 0 {
		p.text = strconv.AppendUint(p.text, p.rng.Uint64(), 10)
	}
	p.read()
}

// tie is a number whose exact decimal is one digit longer than the longest that is
// printed, and is often in the middle between two.
func (p *proof) tie() {
	p.printed(math.Ldexp(float64(p.rng.Uint64()>>(11+p.rng.UintN(4))), -1-int(p.rng.UintN(9))))
}

// TestEveryBinary32 prints binary32 numbers of all exponents, as far apart as the cases
// allow: with -cases 2139095040 every one that is not negative.
func TestEveryBinary32(t *testing.T) {
	p := &proof{T: t}
	const all = 0x7F800000
	step := uint32(max(1, all / *proofCases))
	for b := uint32(0); b < all; b += step {
		p.print32(math.Float32frombits(b))
	}
	t.Logf("%d cases", p.cases)
}

// single prints a binary32.
func (p *proof) single() {
	f := math.Float32frombits(p.rng.Uint32())
	if p.rng.UintN(8) == 0 {
		f = float32(int32(p.rng.Uint32()) >> p.rng.UintN(32))
	}
	if math.Abs(float64(f)) <= math.MaxFloat32 {
		p.print32(f)
	}
}

// print32 prints f as strconv does, in the format of encoding/json.
func (p *proof) print32(f float32) {
	abs := math.Abs(float64(f))
	format := byte('f')
	if abs != 0 && (float32(abs) < 1e-6 || float32(abs) >= 1e21) {
		format = 'e'
	}
	p.want = withoutZeroInExponent(strconv.AppendFloat(p.want[:0], float64(f), format, -1, 32))
	if f == 0x1p-12 {
		// Its two candidates are equally near. Go 1.26 alone takes the odd one.
		p.want = append(p.want[:0], "0.00024414062"...)
	}
	p.got = jsontext.AppendFloat32(p.got[:0], f)
	if !bytes.Equal(p.got, p.want) {
		p.Fatalf("%#x is printed as %s, want %s", math.Float32bits(f), p.got, p.want)
	}
	p.cases++
}
