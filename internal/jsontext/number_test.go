package jsontext_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/testkit"
)

// checkNumber compares what ReadNumber makes of a valid number with math/big and
// strconv.
func checkNumber(t *testing.T, s string) {
	t.Helper()
	n, next, err := jsontext.ReadNumber([]byte(s+","), 0)
	if strings.ContainsAny(s, ".eE") || s == "-0" {
		want, werr := strconv.ParseFloat(s, 64)
		if werr != nil {
			if !errors.Is(err, fault.ErrOverflow) {
				t.Fatalf("%s: got %v %v, want an overflow", s, n, err)
			}
			return
		}
		if err != nil || next != len(s) || n.Kind != jsontext.Float || math.Float64bits(n.Float) != math.Float64bits(want) {
			t.Fatalf("%s: got %v %v, want %v", s, n, err, want)
		}
		return
	}
	want, ok := new(big.Int).SetString(s, 10)
	if !ok || err != nil || next != len(s) {
		t.Fatalf("%s: %v %v", s, n, err)
	}
	low, high := new(big.Int).Lsh(big.NewInt(-1), 127), new(big.Int).Lsh(big.NewInt(1), 128)
	if want.Cmp(low) < 0 || want.Cmp(high) >= 0 {
		if n.Kind != jsontext.BigInteger || n.Negative != (want.Sign() < 0) {
			t.Fatalf("%s: got %v, want a big integer", s, n)
		}
		return
	}
	got := new(big.Int).SetUint64(n.Hi)
	got.Lsh(got, 64).Or(got, new(big.Int).SetUint64(n.Lo))
	if n.Negative {
		got.Neg(got)
	}
	if n.Kind != jsontext.Integer || got.Cmp(want) != 0 {
		t.Fatalf("%s: got %v", s, n)
	}
	if v, ok := n.Int64(); ok != want.IsInt64() || ok && v != want.Int64() {
		t.Fatalf("%s: Int64 %v %v", s, v, ok)
	}
	if v, ok := n.Uint64(); ok != want.IsUint64() || ok && v != want.Uint64() {
		t.Fatalf("%s: Uint64 %v %v", s, v, ok)
	}
}

func TestReadNumberIsExact(t *testing.T) {
	edges := []string{
		"0", "-0", "-0.0", "0e0", "-0e5", "1", "-1", "1.0", "0.1", "1e22", "1e23", "1e-22", "1e-23", "123456789e22", "9007199254740993.0",
		"9007199254740991e22", "9007199254740993e1", "1.7976931348623157e308", "1.7976931348623159e308", "1e309", "-1e309", "1e400",
		"4.9e-324", "2e-324", "1e-400", "1e-99999999999999999999", "1e99999999999999999999", "0e99999999999999999999",
		"0.00000000000000000000000000000000001", "123456789012345678901234567890.5", "1E+2", "1E-2", "100000000000000000000000000000e-20",
	}
	for _, s := range edges {
		checkNumber(t, s)
	}
	one := big.NewInt(1)
	for bits := range uint(132) {
		for d := int64(-2); d <= 2; d++ {
			v := new(big.Int).Add(new(big.Int).Lsh(one, bits), big.NewInt(d))
			checkNumber(t, v.String())
			if v.Sign() != 0 {
				checkNumber(t, v.Neg(v).String())
			}
		}
	}
	for n := 15; n < 45; n++ {
		checkNumber(t, "1"+strings.Repeat("0", n))
		checkNumber(t, strings.Repeat("9", n))
		checkNumber(t, "-"+strings.Repeat("9", n)+".5e3")
	}
	checkNumber(t, strings.Repeat("9", 1_000_000))
	rng := rand.New(rand.NewPCG(1, 2))
	for range testkit.Rounds(100_000) {
		f := math.Float64frombits(rng.Uint64())
		if math.IsNaN(f) || math.IsInf(f, 0) {
			continue
		}
		checkNumber(t, strconv.FormatFloat(f, 'e', int(rng.Uint64()%25), 64))
		s := strconv.FormatUint(uint64(rng.Uint32()>>(rng.Uint32()%32)), 10) + "." + strconv.FormatUint(rng.Uint64()>>(rng.Uint32()%60), 10)
		checkNumber(t, s+"e"+strconv.Itoa(int(rng.Uint64()%60)-30))
	}
}

func TestReadNumberRefusesOtherGrammar(t *testing.T) {
	for s, off := range map[string]int64{
		"": 0, "-": 1, "+1": 0, "01": 1, "-01": 2, "00": 1, "1.": 2, "1.e5": 2, ".5": 0, "1e": 2, "1e+": 3, "1ex": 2, "-x": 1, "1.x": 2,
	} {
		_, _, err := jsontext.ReadNumber([]byte(s), 0)
		var d *fault.DecodeError
		if !errors.As(err, &d) || d.Offset != off {
			t.Errorf("%q: got %v, want an error at %d", s, err, off)
		}
		checkError(t, []byte(s), err)
	}
}

func TestFloatsPrintAsEncodingJSONDoes(t *testing.T) {
	check := func(f float64) {
		t.Helper()
		if !math.IsNaN(f) && !math.IsInf(f, 0) {
			want, _ := json.Marshal(f)
			if got := jsontext.AppendFloat64(nil, f); !bytes.Equal(got, want) {
				t.Errorf("float64 %v: got %s, want %s", f, got, want)
			}
		}
		if g := float32(f); !math.IsNaN(f) && !math.IsInf(float64(g), 0) {
			want, _ := json.Marshal(g)
			if got := jsontext.AppendFloat32(nil, g); !bytes.Equal(got, want) {
				t.Errorf("float32 %v: got %s, want %s", g, got, want)
			}
		}
	}
	for _, f := range []float64{0, math.Copysign(0, -1), 1, -1, 0.1, 1e-6, 9.99e-7, 1e-7, 1e-9, 1e-10, 1e20, 1e21, 1e22, 1e15, 999999999999999,
		1e15 - 0.5, 1 << 53, 1<<53 + 2, 1 << 24, 1<<24 + 2, 1 << 25, 1 << 63, math.MaxFloat64, math.SmallestNonzeroFloat64, math.MaxFloat32, 1.5e-45, 5e-324, 100.25} {
		check(f)
		check(-f)
		check(math.Nextafter(f, 0))
		check(math.Nextafter(f, math.Inf(1)))
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for range 60_000 {
		check(math.Float64frombits(rng.Uint64()))
		check(float64(math.Float32frombits(rng.Uint32())))
		check(float64(int64(rng.Uint64()) >> (rng.Uint32() % 64)))
		check(float64(rng.Uint32()%10_000_000) / 1000)
	}
}

func TestAppendIndentEqualsEncodingJSON(t *testing.T) {
	for _, s := range grammar {
		if !json.Valid([]byte(s)) {
			// No promise but to return.
			jsontext.AppendIndent(nil, []byte(s), "> ", "  ")
			continue
		}
		for _, in := range [][2]string{{"", "  "}, {"", "\t"}, {"> ", " "}, {"", ""}} {
			var want bytes.Buffer
			if err := json.Indent(&want, bytes.TrimSpace([]byte(s)), in[0], in[1]); err != nil {
				t.Fatal(err)
			}
			if got := jsontext.AppendIndent(nil, []byte(s), in[0], in[1]); !bytes.Equal(got, want.Bytes()) {
				t.Errorf("%q with %q: got %q, want %q", s, in, got, want.Bytes())
			}
		}
	}
}

func TestReadLiteral(t *testing.T) {
	if next, err := jsontext.ReadLiteral([]byte("xnully"), 1, "null"); next != 5 || err != nil {
		t.Error(next, err)
	}
	for s, off := range map[string]int64{"nulx": 3, "nu": 2, "": 0} {
		_, err := jsontext.ReadLiteral([]byte(s), 0, "null")
		var d *fault.DecodeError
		if !errors.As(err, &d) || d.Offset != off {
			t.Errorf("%q: %v", s, err)
		}
	}
}

func TestErrorsNameTheByte(t *testing.T) {
	for s, want := range map[string]string{
		`[1 2]`:       `json: at byte 3: '2' where a comma or ] must follow an element`,
		`{"a" 1}`:     `json: at byte 5: '1' where a colon must follow a key`,
		"\"\x01\"":    `json: at byte 1: byte 0x01 in a string must be escaped`,
		`'a'`:         `json: at byte 0: "'" where a value must start`,
		`[1`:          `json: at byte 2: input ends inside a value`,
		`1 x`:         `json: at byte 2: 'x' after the value`,
		"[\"a\xff\"]": `json: at byte 3: invalid UTF-8`,
	} {
		if err := jsontext.Check([]byte(s), 0); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", s, err, want)
		}
	}
}
