// What ZebraPack adds to MessagePack: numbers, names of structs, unknown members, evolution.

package zebrapack_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/zebrapack"
)

func TestTagsMustBeNumbers(t *testing.T) {
	type none struct{ A int }
	type twice struct {
		A int `zid:"0"`
		B int `zid:"0"`
	}
	type retired struct {
		A int      `zid:"0"`
		B struct{} `zid:"0"`
	}
	type plus struct {
		A int `zid:"+0"`
	}
	type zero struct {
		A int `zid:"01"`
	}
	type negative struct {
		A int `zid:"-1"`
	}
	type noMap struct {
		A    int                    `zid:"0"`
		Rest map[string]msgpack.Raw `msg:",unknown"`
	}
	for _, v := range []any{none{}, twice{}, retired{}, plus{}, zero{}, negative{}, noMap{}} {
		_, err := zebrapack.Marshal(v)
		if !errors.Is(err, fault.ErrUnsupported) || !strings.Contains(err.Error(), "zebrapack: ") {
			t.Errorf("%T: %v", v, err)
		}
		if err := zebrapack.Unmarshal([]byte{0x80}, reflect.New(reflect.TypeOf(v)).Interface()); !errors.Is(err, fault.ErrUnsupported) {
			t.Errorf("%T: %v", v, err)
		}
	}
	type gaps struct { // gaps are the business of schemas
		A int    `zid:"40000"`
		B string `zid:"7"`
		C int    `msg:"-"`
		d int
	}
	b, err := zebrapack.MarshalWithOptions(gaps{A: 1, B: "x", C: 3, d: 4}, zebrapack.EncodeOptions{NoStructNames: true})
	if got := hex.EncodeToString(b); got != "82d200009c400107a178" || err != nil {
		t.Error(got, err)
	}
	var back gaps
	if err := zebrapack.Unmarshal(b, &back); err != nil || back != (gaps{A: 1, B: "x"}) {
		t.Error(back, err)
	}
}

func TestUnknownMembersAreKept(t *testing.T) {
	type old struct {
		Name string                  `zid:"1"`
		Gone struct{}                `zid:"2"`
		Rest map[int64]zebrapack.Raw `msg:",unknown"`
	}
	in := unhex(t, "85ffa36e657709a16e01a178028003c3")
	var v old
	if err := zebrapack.Unmarshal(in, &v); err != nil || v.Name != "x" || len(v.Rest) != 2 {
		t.Fatal(v, err)
	}
	b, err := zebrapack.Marshal(&v)
	if got := hex.EncodeToString(b); got != "84ffa36f6c6401a17803c309a16e" || err != nil {
		t.Error(got, err)
	}
	if err := zebrapack.Unmarshal([]byte{0x80}, &v); err != nil || v.Name != "" || len(v.Rest) != 0 {
		t.Error(v, err)
	}
	for _, bad := range []int64{1, -1} {
		v.Rest = map[int64]zebrapack.Raw{bad: {0xC0}}
		if _, err := zebrapack.Marshal(&v); !errors.Is(err, fault.ErrDuplicate) {
			t.Errorf("%d: %v", bad, err)
		}
	}
	for wire, cause := range map[string]error{"8203c003c0": fault.ErrDuplicate, "81cfffffffffffffffffc0": fault.ErrUnsupported, "8103c1": fault.ErrSyntax} {
		if err := zebrapack.Unmarshal(unhex(t, wire), &v); !errors.Is(err, cause) {
			t.Errorf("%s: %v", wire, err)
		}
	}
	type strict struct {
		Name string   `zid:"1"`
		Gone struct{} `zid:"2"`
	}
	o := zebrapack.DecodeOptions{RejectUnknown: true}
	if err := zebrapack.UnmarshalWithOptions(unhex(t, "8101a178"), new(strict), o); err != nil {
		t.Error(err)
	}
	if err := zebrapack.UnmarshalWithOptions(unhex(t, "82ffa36e65770280"), new(strict), o); err != nil {
		t.Error(err)
	}
	if err := zebrapack.UnmarshalWithOptions(in, new(strict), o); !errors.Is(err, fault.ErrUnknownField) {
		t.Error(err)
	}
}

// generations returns ten versions of a struct: each adds a field of another type, every
// third one retires the oldest that is left, and all keep what they do not know.
func generations() []reflect.Type {
	types := []reflect.Type{reflect.TypeFor[int64](), reflect.TypeFor[string](), reflect.TypeFor[float64](), reflect.TypeFor[[]string](),
		reflect.TypeFor[map[string]int32](), reflect.TypeFor[*uint16](), reflect.TypeFor[bool](), reflect.TypeFor[[]byte](),
		reflect.TypeFor[[2]int8](), reflect.TypeFor[complex64]()}
	unknown := reflect.StructField{Name: "Rest", Type: reflect.TypeFor[map[int64]msgp.Raw](), Tag: `msg:",unknown"`}
	var all []reflect.Type
	for version := range types {
		fields := []reflect.StructField{unknown}
		for i, typ := range types[:version+1] {
			if i < version/3 {
				typ = reflect.TypeFor[struct{}]()
			}
			f := reflect.StructField{Name: "F" + strconv.Itoa(i), Type: typ, Tag: reflect.StructTag(`zid:"` + strconv.Itoa(i) + `"`)}
			// Declared in turn at the end and at the start: order does not matter.
			if i%2 == 0 {
				fields = append(fields, f)
			} else {
				fields = append([]reflect.StructField{f}, fields...)
			}
		}
		all = append(all, reflect.StructOf(fields))
	}
	return all
}

// fullOf returns a value of a generation in which no field is empty.
func fullOf(t *testing.T, typ reflect.Type) reflect.Value {
	v := reflect.New(typ).Elem()
	sixteen := uint16(16)
	for i := range typ.NumField() {
		switch p := v.Field(i).Addr().Interface().(type) {
		case *int64:
			*p = -1 << 40
		case *string:
			*p = "text"
		case *float64:
			*p = 2.5
		case *[]string:
			*p = []string{"a", ""}
		case *map[string]int32:
			*p = map[string]int32{"k": 1 << 20}
		case **uint16:
			*p = &sixteen
		case *bool:
			*p = true
		case *[]byte:
			*p = []byte{0, 1}
		case *[2]int8:
			*p = [2]int8{1, -1}
		case *complex64:
			*p = complex(1, 2)
		case *struct{}, *map[int64]msgp.Raw:
		default:
			t.Fatalf("%T", p)
		}
	}
	return v
}

func TestTenGenerationsReadEachOther(t *testing.T) {
	all := generations()
	for from, writer := range all {
		v := fullOf(t, writer)
		data, err := zebrapack.Marshal(v.Addr().Interface())
		if err != nil {
			t.Fatal(err)
		}
		for to, reader := range all {
			// Into a new variable, and over something else.
			for _, got := range []reflect.Value{reflect.New(reader).Elem(), fullOf(t, reader)} {
				if err := zebrapack.Unmarshal(data, got.Addr().Interface()); err != nil {
					t.Fatalf("%d read as %d: %v", from, to, err)
				}
				known := 0
				for i := range all {
					name := "F" + strconv.Itoa(i)
					g, w := got.FieldByName(name), v.FieldByName(name)
					switch {
					case !g.IsValid() || g.Kind() == reflect.Struct:
					case !w.IsValid() || w.Kind() == reflect.Struct:
						if !g.IsZero() && (g.Kind() != reflect.Slice && g.Kind() != reflect.Map || g.Len() != 0) {
							t.Errorf("%d read as %d: %s is %v, and did not come", from, to, name, g)
						}
					case !testkit.Equal(g.Interface(), w.Interface()):
						t.Errorf("%d read as %d: %s is %v, not %v", from, to, name, g, w)
					default:
						known++
					}
				}
				// What a reader does not know is kept, but for what it knows to be retired.
				again, err := zebrapack.Marshal(got.Addr().Interface())
				if err != nil {
					t.Fatal(err)
				}
				back := reflect.New(writer).Elem()
				if err := zebrapack.Unmarshal(again, back.Addr().Interface()); err != nil {
					t.Fatal(err)
				}
				for i := to / 3; i <= from; i++ {
					name := "F" + strconv.Itoa(i)
					if b, w := back.FieldByName(name), v.FieldByName(name); w.Kind() != reflect.Struct && !testkit.Equal(b.Interface(), w.Interface()) {
						t.Errorf("%d passed on by %d: %s is %v, not %v", from, to, name, b, w)
					}
				}
			}
		}
	}
}

func TestNamesSayWhatToMake(t *testing.T) {
	in := &Zoo{Star: &Owl{Eyes: 2}, All: []Animal{&Dog{Nm: "rex"}, nil, &Owl{}}, N: 3}
	b, err := zebrapack.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	for _, out := range []*Zoo{{}, {Star: &Dog{Nm: "old"}, All: []Animal{&Owl{Eyes: 9}}}} {
		if err := zebrapack.Unmarshal(b, out); err != nil || !reflect.DeepEqual(in, out) {
			t.Errorf("%+v, %v", out, err)
		}
	}
	// Without names a value is read into what is there.
	b, err = zebrapack.MarshalWithOptions(&Zoo{Star: &Owl{Eyes: 2}}, zebrapack.EncodeOptions{NoStructNames: true})
	if err != nil {
		t.Fatal(err)
	}
	kept := &Zoo{Star: &Owl{Eyes: 7}}
	if err := zebrapack.Unmarshal(b, kept); err != nil || kept.Star.(*Owl).Eyes != 2 {
		t.Error(kept, err)
	}
	if err := zebrapack.Unmarshal(b, &Zoo{}); !errors.Is(err, fault.ErrUnsupported) {
		t.Error(err)
	}
	if err := zebrapack.Unmarshal(unhex(t, "810081ffa3436174"), &Zoo{}); !errors.Is(err, fault.ErrUnsupported) {
		t.Error(err)
	}
}

func TestCodecsAndStreamsAgreeWithTheFunctions(t *testing.T) {
	in := &Dog{Nm: "rex"}
	for _, o := range []zebrapack.EncodeOptions{{}, {NoStructNames: true}} {
		want, err := zebrapack.MarshalWithOptions(in, o)
		if err != nil {
			t.Fatal(err)
		}
		c := zebrapack.CodecWith[Dog](o, zebrapack.DecodeOptions{})
		if b, err := c.Marshal(in); !bytes.Equal(b, want) || err != nil {
			t.Errorf("%x, %v", b, err)
		}
		var back Dog
		if err := c.Unmarshal(want, &back); err != nil || back != *in {
			t.Error(back, err)
		}
		var out bytes.Buffer
		e := zebrapack.NewEncoderWithOptions(&out, o)
		if err := errors.Join(e.Encode(in), e.Encode(in)); err != nil || !bytes.Equal(out.Bytes(), append(want, want...)) {
			t.Errorf("%x, %v", out.Bytes(), err)
		}
		d := zebrapack.NewDecoder(iotest.OneByteReader(&out))
		if err := errors.Join(d.Decode(&back), d.Decode(&back)); err != nil || back != *in {
			t.Error(back, err)
		}
	}
	if b, err := zebrapack.Append([]byte{1}, make(chan int)); err == nil || len(b) != 1 {
		t.Error(b, err)
	}
}

func TestHostileInputCostsLittle(t *testing.T) {
	type node struct {
		Label string         `zid:"0"`
		Kids  []node         `zid:"1"`
		Next  *node          `zid:"2"`
		Any   any            `zid:"3"`
		Map   map[int64]node `zid:"4"`
	}
	for _, c := range []struct{ prefix, unit, suffix string }{
		{"", "8102", ""}, {"", "810191", "80"}, {"", "810391", "c0"}, {"", "810481" + "05", "80"}, {"", "81ff91", ""}, {"8101dd00ffffff", "80", "c1"},
		{"8101dd000186a0", "81ff80", ""}, {"8103df00ffffff", "c0", ""}, {"8109", "91", ""}, {"8100dbffffffff", "41", ""},
	} {
		b := append(append(unhex(t, c.prefix), bytes.Repeat(unhex(t, c.unit), 50_000)...), unhex(t, c.suffix)...)
		testkit.Costs(t, c.prefix+" "+c.unit, len(b), func() {
			var where *zebrapack.DecodeError
			if err := zebrapack.Unmarshal(b, new(node)); !errors.As(err, &where) || where.Offset < 0 || where.Offset > int64(len(b)) {
				t.Errorf("%s %s: %v", c.prefix, c.unit, err)
			}
		})
		if err := zebrapack.NewDecoder(bytes.NewReader(b)).Decode(new(node)); err == nil {
			t.Errorf("%s %s: a stream of it is taken", c.prefix, c.unit)
		}
	}
}

func TestErrorsNameTheFormat(t *testing.T) {
	err := zebrapack.Unmarshal(unhex(t, "8101928100a178810005"), vectorTypes["46_evo_nested_v1/Doc"]())
	if err == nil || err.Error() != "zebrapack: /Many/0/P at byte 5: str does not fit (Go type int)" {
		t.Error(err)
	}
}

func TestKeptMemoryIsEnough(t *testing.T) {
	v := vectorTypes["06_person/A"]()
	fill(t, reflect.ValueOf(v).Elem(), map[string]any{"Name": "a name", "Phone": "5551234", "Siblings": 3.0, "GPA": 1.5, "Friend": true, "BirthDay": "2001-02-03T04:05:06Z"})
	buf := make([]byte, 0, 1024)
	o := zebrapack.EncodeOptions{NoStructNames: true}
	data, err := zebrapack.AppendWithOptions(buf, v, o)
	if err != nil {
		t.Fatal(err)
	}
	data = bytes.Clone(data)
	kept := vectorTypes["06_person/A"]()
	if n := testing.AllocsPerRun(100, func() {
		if _, err := zebrapack.AppendWithOptions(buf, v, o); err != nil {
			t.Error(err)
		}
		if err := zebrapack.Unmarshal(data, kept); err != nil {
			t.Error(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
