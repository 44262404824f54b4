package beve_test

import (
	stdjson "encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/jsonpack"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/zebrapack"
)

// everywhere is a T at the places that a value can have.
type everywhere[T any] struct {
	Field T            `json:"field" zid:"0"`
	Ptr   *T           `json:"ptr" zid:"1"`
	List  []T          `json:"list" zid:"2"`
	Array [2]T         `json:"array" zid:"3"`
	Map   map[string]T `json:"map" zid:"4"`
}

// own is how the tests of a type of this library begin.
type own struct {
	name string
	test func(t *testing.T, rng *rand.Rand)
}

// ownType takes random values of T through all ways between Go values, JSON and other formats. bytes says that the
// portable form is the bytes of the value, which JSON shows as numbers: the extended form has the text.
func ownType[T any](bytes bool, random func(*rand.Rand) T) own {
	return own{reflect.TypeFor[T]().String(), func(t *testing.T, rng *rand.Rand) {
		in := everywhere[T]{random(rng), nil, []T{random(rng), random(rng)}, [2]T{random(rng), random(rng)}, map[string]T{"k": random(rng)}}
		if rng.IntN(3) > 0 {
			v := random(rng)
			in.Ptr = &v
		}
		text, err := stdjson.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := json.Marshal(&in); err != nil || string(got) != string(text) {
			t.Fatalf("package json writes %s, %v, and encoding/json\n%s", got, err, text)
		}
		texts := map[string][]byte{"encoding/json": text}
		for _, o := range []beve.EncodeOptions{{}, {Extended: true}, {Deterministic: true}, {FixedWidth: true}} {
			b, err := o.Marshal(&in)
			if err != nil {
				t.Fatal(err)
			}
			got, err := translator.ToJSON(b)
			if err != nil || string(got) != string(text) && (!bytes || o.Extended) {
				t.Fatalf("with %+v, translator prints %s, %v, and encoding/json\n%s", o, got, err, text)
			}
			texts["translator"] = got
			var out everywhere[T]
			if err := beve.Unmarshal(b, &out); err != nil || !testkit.Equal(in, out) {
				t.Fatalf("with %+v: %+v, %v\nwant %+v", o, out, err, in)
			}
		}
		for from, text := range texts {
			var std, ours everywhere[T]
			if err := stdjson.Unmarshal(text, &std); err != nil || !testkit.Equal(in, std) {
				t.Fatalf("encoding/json reads %s of %s as %+v, %v", text, from, std, err)
			}
			if err := json.Unmarshal(text, &ours); err != nil || !testkit.Equal(in, ours) {
				t.Fatalf("package json reads %s of %s as %+v, %v", text, from, ours, err)
			}
			for _, o := range []translator.Options{{}, {TypedArrays: true}, {Extended: true}} {
				b, err := o.FromJSON(text)
				var out everywhere[T]
				if err == nil {
					err = beve.Unmarshal(b, &out)
				}
				if err != nil || !testkit.Equal(in, out) {
					t.Fatalf("beve reads %s of %s, with %+v, as %+v, %v", text, from, o, out, err)
				}
			}
		}
		ownElsewhere(t, &in)
	}}
}

// ownElsewhere takes a value through MessagePack and jsonpack.
func ownElsewhere[T any](t *testing.T, in *everywhere[T]) {
	var out everywhere[T]
	b, err := msgpack.Marshal(in)
	if err == nil {
		err = msgpack.Unmarshal(b, &out)
	}
	if err != nil || !testkit.Equal(inUTC(*in), inUTC(out)) {
		t.Fatalf("msgpack: %+v, %v\nwant %+v", out, err, in)
	}
	numbered := reflect.TypeFor[T]().Kind() != reflect.Struct || !hasFields[T]()
	out = everywhere[T]{}
	if b, err = zebrapack.Marshal(in); err == nil {
		err = zebrapack.Unmarshal(b, &out)
	}
	if numbered && (err != nil || !testkit.Equal(*in, out)) || !numbered && (err == nil || !strings.Contains(err.Error(), "zid")) {
		t.Fatalf("zebrapack: %+v, %v\nwant %+v", out, err, in)
	}
	type list struct {
		List []T
	}
	schema, err := new(jsonpack.JSONPack).AddSchema("own", list{})
	if err != nil {
		if name := reflect.TypeFor[T]().String(); strings.Contains(name, "Float16") || strings.Contains(name, "[complex") {
			return // 16-bit floats and complex numbers of Go have no schema
		}
		t.Fatal(err)
	}
	var back list
	b, err = schema.Encode(list{in.List})
	if err == nil {
		err = schema.Decode(b, &back)
	}
	if err != nil || !testkit.Equal(in.List, back.List) {
		t.Fatalf("jsonpack: %+v, %v\nwant %+v", back, err, in.List)
	}
}

// inUTC returns v with its intervals in UTC: times of MessagePack have no zone.
func inUTC[T any](v everywhere[T]) everywhere[T] {
	all, ok := any(&v).(*everywhere[scalar.Interval])
	if !ok {
		return v
	}
	utc := func(i scalar.Interval) scalar.Interval {
		return scalar.Interval{Start: i.Start.UTC(), End: i.End.UTC()}
	}
	all.Field, all.Array = utc(all.Field), [2]scalar.Interval{utc(all.Array[0]), utc(all.Array[1])}
	if all.Ptr != nil {
		p := utc(*all.Ptr)
		all.Ptr = &p
	}
	all.List, all.Map = []scalar.Interval{utc(all.List[0]), utc(all.List[1])}, map[string]scalar.Interval{"k": utc(all.Map["k"])}
	return v
}

// hasFields reports whether MessagePack has the fields of a T, which have no numbers.
func hasFields[T any]() bool {
	b, err := msgpack.Marshal(new(T))
	return err == nil && len(b) > 0 && b[0]&0xf0 == 0x80
}

func randomFloat(rng *rand.Rand) float64 {
	f := math.Float64frombits(rng.Uint64())
	if f-f != 0 || rng.IntN(2) == 0 {
		f = float64(rng.IntN(2000)-1000) / 8
	}
	return f
}

func randomFloat32(rng *rand.Rand) float32 {
	f := math.Float32frombits(rng.Uint32())
	if f-f != 0 {
		f = 0.1
	}
	return f
}

// matrixOf returns a random matrix of elements that element makes.
func matrixOf[T any](element func(*rand.Rand) T) func(*rand.Rand) scalar.Matrix[T] {
	return func(rng *rand.Rand) scalar.Matrix[T] {
		m := scalar.Matrix[T]{Layout: scalar.Layout(rng.IntN(2)), Data: []T{}}
		n := 1
		for range 1 + rng.IntN(3) {
			x := rng.IntN(4)
			m.Extents = append(m.Extents, x)
			n *= x
		}
		for range n {
			m.Data = append(m.Data, element(rng))
		}
		return m
	}
}

func randomInt128(rng *rand.Rand) scalar.Int128 {
	return scalar.Int128{Hi: int64(rng.Uint64()) >> rng.IntN(64), Lo: rng.Uint64()}
}

func randomTimestamp(rng *rand.Rand) scalar.Timestamp {
	s := scalar.Timestamp{Seconds: rng.Int64N(250_000_000_000) - 60_000_000_000, TimezoneOffset: int16(rng.IntN(2878) - 1439)}
	if rng.IntN(2) == 0 {
		s.Nanoseconds = uint32(rng.IntN(1_000_000_000))
	}
	return s
}

// TestOwnTypesHaveOneJSON takes random values of the types of this library through package json, encoding/json and the
// translator: they write the same text, and read that of each other.
func TestOwnTypesHaveOneJSON(t *testing.T) {
	types := []own{
		ownType(true, func(rng *rand.Rand) scalar.UUID {
			var id scalar.UUID
			for i := range id {
				id[i] = byte(rng.Uint32())
			}
			return id
		}),
		ownType(false, randomInt128),
		ownType(false, func(rng *rand.Rand) scalar.Uint128 {
			return scalar.Uint128{Hi: rng.Uint64() >> rng.IntN(64), Lo: rng.Uint64()}
		}),
		ownType(false, func(rng *rand.Rand) scalar.Float16 { return scalar.Float16FromFloat32(float32(rng.IntN(60000)) / 7) }),
		ownType(false, func(rng *rand.Rand) scalar.BFloat16 { return scalar.BFloat16FromFloat32(randomFloat32(rng) / 2) }),
		ownType(false, randomTimestamp),
		ownType(false, func(rng *rand.Rand) scalar.Duration {
			return scalar.Duration{Negative: rng.IntN(2) == 0, Seconds: rng.Uint64()>>rng.IntN(64) | 1, Nanoseconds: uint32(rng.IntN(1e9))}
		}),
		ownType(false, func(rng *rand.Rand) scalar.Interval {
			start := time.Unix(rng.Int64N(1<<35), rng.Int64N(1e9)).In(time.FixedZone("", 60*(rng.IntN(2878)-1439)))
			return scalar.Interval{Start: start, End: start.Add(time.Duration(rng.Int64N(1 << 60)))}
		}),
		ownType(false, func(rng *rand.Rand) scalar.RegExpData {
			return scalar.RegExpData{Pattern: "a+", Flags: scalar.RegExpFlags(rng.IntN(32))}
		}),
		ownType(false, func(rng *rand.Rand) scalar.Complex[int8] {
			return scalar.Complex[int8]{Real: int8(rng.Uint32()), Imag: int8(rng.Uint32())}
		}),
		ownType(false, func(rng *rand.Rand) scalar.Complex[uint64] {
			return scalar.Complex[uint64]{Real: rng.Uint64(), Imag: rng.Uint64()}
		}),
		ownType(false, func(rng *rand.Rand) scalar.Complex[degrees] {
			return scalar.Complex[degrees]{Real: degrees(randomFloat(rng)), Imag: degrees(randomFloat(rng))}
		}),
		ownType(false, func(rng *rand.Rand) scalar.Complex[float32] {
			return scalar.Complex[float32]{Real: randomFloat32(rng), Imag: randomFloat32(rng)}
		}),
		ownType(false, matrixOf(randomFloat)), ownType(false, matrixOf(randomFloat32)), ownType(false, matrixOf(randomInt128)),
		ownType(false, matrixOf(func(rng *rand.Rand) uint8 { return uint8(rng.Uint32()) })),
		ownType(false, matrixOf(func(rng *rand.Rand) int64 { return int64(rng.Uint64()) })),
		ownType(false, matrixOf(func(rng *rand.Rand) int { return int(int32(rng.Uint32())) })),
		ownType(false, matrixOf(func(rng *rand.Rand) complex64 { return complex(randomFloat32(rng), randomFloat32(rng)) })),
		ownType(false, matrixOf(func(rng *rand.Rand) complex128 { return complex(randomFloat(rng), randomFloat(rng)) })),
		ownType(false, matrixOf(func(rng *rand.Rand) scalar.Complex[int16] {
			return scalar.Complex[int16]{Real: int16(rng.Uint32()), Imag: int16(rng.Uint32())}
		})),
		ownType(false, matrixOf(func(rng *rand.Rand) scalar.Float16 { return scalar.Float16FromFloat32(float32(rng.IntN(60000)) / 7) })),
	}
	for _, own := range types {
		t.Run(own.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(31, uint64(len(own.name))))
			for range testkit.Rounds(200) {
				own.test(t, rng)
			}
		})
	}
}

type degrees float64

// randomDocument returns a value that JSON has, of no more than that many levels.
func randomDocument(rng *rand.Rand, levels int) any {
	switch n := rng.IntN(10); {
	case n == 0:
		return nil
	case n == 1:
		return rng.IntN(2) == 0
	case n == 2:
		return "é\x00\"" + strings.Repeat("x", rng.IntN(80))
	case n == 3:
		return rng.Uint64() >> rng.IntN(64)
	case n == 4:
		return -int64(rng.Uint64() >> (1 + rng.IntN(63)))
	case n == 5 || levels == 0:
		return randomFloat(rng)
	case n < 8:
		list := make([]any, rng.IntN(5))
		for i := range list {
			list[i] = randomDocument(rng, levels-1)
		}
		return list
	}
	object := map[string]any{}
	for range rng.IntN(5) {
		object[strings.Repeat("k", rng.IntN(20))] = randomDocument(rng, levels-1)
	}
	return object
}

// TestRawValuesHaveOneJSON does so for values that are kept as they are.
func TestRawValuesHaveOneJSON(t *testing.T) {
	rng := rand.New(rand.NewPCG(32, 33))
	for range 300 {
		text, err := stdjson.Marshal(randomDocument(rng, 4))
		if err != nil {
			t.Fatal(err)
		}
		b, err := translator.FromJSON(text)
		if err != nil {
			t.Fatal(err)
		}
		in := everywhere[beve.Raw]{Field: b, List: []beve.Raw{b, b}, Array: [2]beve.Raw{b, b}, Map: map[string]beve.Raw{"k": b}}
		std, err := stdjson.Marshal(&in)
		if err != nil {
			t.Fatal(err)
		}
		m, err := beve.Marshal(&in)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := translator.ToJSON(m); err != nil || string(got) != string(std) {
			t.Fatalf("%s, %v\nwant %s", got, err, std)
		}
		m, err = msgpack.Marshal(&in)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := msgp.Raw(m).MarshalJSON(); err != nil || string(got) != string(std) {
			t.Fatalf("msgpack %s, %v\nwant %s", got, err, std)
		}
	}
}

// TestTypeTagsAreReadFromJSON reads what the translator prints of a type tag.
func TestTypeTagsAreReadFromJSON(t *testing.T) {
	text := []byte(`{"index":3,"value":"x"}`)
	want := scalar.TypeTag{Index: 3, Value: "x"}
	var std, tag scalar.TypeTag
	if err := stdjson.Unmarshal(text, &std); err != nil || std != want {
		t.Errorf("encoding/json: %v, %v", std, err)
	}
	b, err := translator.FromJSON(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := beve.Unmarshal(b, &tag); err != nil || tag != want {
		t.Errorf("beve: %v, %v", tag, err)
	}
	if got, err := json.Marshal(tag); err != nil || string(got) != string(text) {
		t.Errorf("json: %s, %v", got, err)
	}
}
