package testkit

import (
	"encoding/json"
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"
)

func TestZooCanBeWrittenAsJSON(t *testing.T) {
	for _, v := range Zoo() {
		if _, err := json.Marshal(v); err != nil {
			t.Errorf("%T: %v", v, err)
		}
	}
	for _, v := range ZooBeyondJSON() {
		if _, err := json.Marshal(v); err == nil {
			t.Errorf("%T is not beyond JSON", v)
		}
	}
}

func TestZooIsNewAndEqualEachTime(t *testing.T) {
	a, b := append(Zoo(), ZooBeyondJSON()...), append(Zoo(), ZooBeyondJSON()...)
	for i := range a {
		if !Equal(a[i], b[i]) || !EqualLoose(a[i], b[i]) {
			t.Errorf("%T: two makings of it differ", a[i])
		}
		for j := range b {
			if i != j && reflect.TypeOf(a[i]) == reflect.TypeOf(b[j]) && Equal(a[i], b[j]) && reflect.TypeOf(a[i]).NumMethod() == 0 {
				if a[i] != nil && reflect.TypeOf(a[i]).Kind() == reflect.Struct && reflect.TypeOf(a[i]).NumField() > 0 {
					t.Errorf("%T: values %d and %d are equal", a[i], i, j)
				}
			}
		}
	}
}

func TestRandomIsRepeatableAndCanBeWrittenAsJSON(t *testing.T) {
	for seed := range uint64(500) {
		make := func() (v, full any) {
			rng := rand.New(rand.NewPCG(seed, 1))
			typ := RandomType(rng, 4)
			return RandomValue(rng, typ).Interface(), FullValue(rng, typ).Interface()
		}
		v1, f1 := make()
		v2, f2 := make()
		if !Equal(v1, v2) || !Equal(f1, f2) {
			t.Errorf("seed %d: two makings of %T differ", seed, v1)
		}
		for _, v := range []any{v1, f1} {
			if _, err := json.Marshal(v); err != nil {
				t.Errorf("seed %d: %T: %v", seed, v, err)
			}
		}
	}
}

func TestRandomValuesOfTheZoo(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, v := range append(Zoo(), ZooBeyondJSON()...) {
		for range 20 {
			RandomValue(rng, reflect.TypeOf(v))
			if full := FullValue(rng, reflect.TypeOf(v)); full.Kind() != reflect.Struct && full.IsZero() {
				t.Errorf("FullValue of %T is zero", v)
			}
		}
	}
}

// loop is a value that contains itself.
type loop struct {
	N    int
	Next *loop
}

func TestEqual(t *testing.T) {
	nan := math.NaN()
	otherNaN := math.Float64frombits(math.Float64bits(nan) ^ 1<<63 ^ 2)
	utc := time.Date(2024, 1, 2, 3, 4, 5, 6, time.UTC)
	east := utc.In(time.FixedZone("", 3600))
	negZero := math.Copysign(0, -1)
	ring := func(n int) *loop {
		l := &loop{N: n}
		l.Next = l
		return l
	}
	f := func() {}
	for _, c := range []struct {
		name          string
		a, b          any
		strict, loose bool
	}{
		{"nil and nil", nil, nil, true, true},
		{"nil and value", nil, 0, false, false},
		{"types", 1, int8(1), false, false},
		{"NaN", nan, otherNaN, true, true},
		{"NaN and number", nan, 1.0, false, false},
		{"NaN float32", float32(nan), float32(nan), true, true},
		{"NaN inside", []any{nan}, []any{otherNaN}, true, true},
		{"complex", complex(nan, 1), complex(nan, 1), true, true},
		{"complex differs", complex(1, 1), complex(1, 2), false, false},
		{"zero signs", 0.0, negZero, false, false},
		{"nil and empty slice", []int(nil), []int{}, false, true},
		{"nil and empty map", map[int]int(nil), map[int]int{}, false, true},
		{"slices", []int{1, 2}, []int{1, 2}, true, true},
		{"slices differ", []int{1, 2}, []int{1, 3}, false, false},
		{"slice lengths", []int{1}, []int{1, 2}, false, false},
		{"arrays", [2]float64{nan, 1}, [2]float64{nan, 1}, true, true},
		{"arrays differ", [2]int{1, 2}, [2]int{1, 3}, false, false},
		{"map values differ", map[string]int{"a": 1}, map[string]int{"a": 2}, false, false},
		{"map keys differ", map[string]int{"a": 1}, map[string]int{"b": 1}, false, false},
		{"map lengths", map[string]int{"a": 1}, map[string]int{}, false, false},
		{"NaN keys", map[float64]int{nan: 1, otherNaN: 2, 3: 3}, map[float64]int{nan: 2, nan + 1: 1, 3: 3}, true, true},
		{"NaN keys differ", map[float64]int{nan: 1, otherNaN: 2}, map[float64]int{nan: 2, nan + 1: 2}, false, false},
		{"pointer keys", map[*int]*loop{ptr(1): ring(1), ptr(2): ring(2)}, map[*int]*loop{ptr(2): ring(2), ptr(1): ring(1)}, true, true},
		{"pointer keys, values swapped", map[*int]*loop{ptr(1): ring(1), ptr(2): ring(2)}, map[*int]*loop{ptr(2): ring(1), ptr(1): ring(2)}, false, false},
		{"pointers", ptr(5), ptr(5), true, true},
		{"pointers differ", ptr(5), ptr(6), false, false},
		{"pointer and nil", ptr(5), (*int)(nil), false, false},
		{"rings", ring(1), ring(1), true, true},
		{"rings differ", ring(1), ring(2), false, false},
		{"interfaces inside", []any{nil, 1}, []any{1, 1}, false, false},
		{"unexported", NoMembers{private: 1}, NoMembers{private: 2}, false, false},
		{"offsets", utc, east, false, true},
		{"instants", utc, utc.Add(1), false, false},
		{"big", bigInt("5"), new(big.Int).Sub(bigInt("6"), bigInt("1")), true, true},
		{"big differs", *bigInt("5"), *bigInt("-5"), false, false},
		{"functions", f, f, false, false},
		{"nil functions", (func())(nil), (func())(nil), true, true},
		{"strings", "a", "b", false, false},
	} {
		for _, swap := range []bool{false, true} {
			a, b := c.a, c.b
			if swap {
				a, b = b, a
			}
			if got := Equal(a, b); got != c.strict {
				t.Errorf("%s: Equal = %v", c.name, got)
			}
			if got := EqualLoose(a, b); got != c.loose {
				t.Errorf("%s: EqualLoose = %v", c.name, got)
			}
		}
	}
}

func TestTextTypesReadBackTheirText(t *testing.T) {
	var v TextValue
	var p TextPointer
	var k TextKey
	if v.UnmarshalText([]byte("(-3)")) != nil || p.UnmarshalText([]byte("(4)")) != nil || k.UnmarshalText([]byte("(5)")) != nil {
		t.Error("brackets are refused")
	}
	if v.N != -3 || p.N != 4 || k != 5 {
		t.Errorf("read %d, %d, %d", v.N, p.N, k)
	}
	if v.UnmarshalText([]byte("3")) == nil || k.UnmarshalText([]byte("(x)")) == nil {
		t.Error("text of another form is taken")
	}
}
