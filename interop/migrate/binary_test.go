package migrate_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fxamacker/cbor/v2"
	tinylib "github.com/tinylib/msgp/msgp"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/interop/migrate/testdata/zoo"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/zebrapack"
)

// theirs is what cbor.Marshal writes.
func theirs(t *testing.T, v any) []byte {
	t.Helper()
	b, err := cbor.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// writes compares what both write of a value.
func writes(t *testing.T, v any, there, here string) {
	t.Helper()
	same(t, there, hex.EncodeToString(theirs(t, v)))
	same(t, here, hex.EncodeToString(ours(t, v)))
}

// anyOfCBOR is what becomes of a value in an any.
func anyOfCBOR(t *testing.T, v any) (back any) {
	t.Helper()
	if err := cbor.Unmarshal(theirs(t, v), &back); err != nil {
		t.Fatal(err)
	}
	return back
}

var cborRows = rows{
	"names of fields": func(t *testing.T) {
		v := struct {
			A int `cbor:"a" json:"b"`
			C int `json:"c"`
		}{1, 2}
		same(t, "map[a:1 c:2]", fmt.Sprint(anyOfCBOR(t, v)))
		same(t, "[b c]", fmt.Sprint(keys(t, ours(t, v))))
		b, err := beve.EncodeOptions{StructTag: "cbor"}.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		same(t, "[a c]", fmt.Sprint(keys(t, b)))
	},
	"integers": func(t *testing.T) {
		writes(t, 5, "05", "0905")
		writes(t, uint8(5), "05", "1105")
		writes(t, -1, "20", "09ff")
	},
	"`[]float64` and other numbers": func(t *testing.T) {
		writes(t, []float64{1}, "81fb3ff0000000000000", "6404000000000000f03f")
	},
	"`time.Time`": func(t *testing.T) {
		when := time.Date(2020, 1, 1, 0, 0, 0, 5, time.UTC)
		var back time.Time
		if err := cbor.Unmarshal(theirs(t, when), &back); err != nil || !back.Equal(when.Truncate(time.Second)) {
			t.Error(back, err)
		}
		if err := beve.Unmarshal(ours(t, when), &back); err != nil || !back.Equal(when) {
			t.Error(back, err)
		}
	},
	"text that is not UTF-8": func(t *testing.T) {
		same(t, "61ff", hex.EncodeToString(theirs(t, "\xff")))
		if _, err := beve.Marshal("\xff"); !errors.Is(err, beve.ErrUTF8) {
			t.Error(err)
		}
	},
	"complex numbers": func(t *testing.T) {
		if _, err := cbor.Marshal(1i); err == nil {
			t.Error("theirs writes them")
		}
		if back := anyOf(t, ours(t, 1i)); back != 1i {
			t.Error(back)
		}
	},
	"maps and structs in an `any`": func(t *testing.T) {
		v := map[string]int{"a": 1}
		same(t, "map[interface {}]interface {} map[string]interface {}", fmt.Sprintf("%T %T", anyOfCBOR(t, v), anyOf(t, ours(t, v))))
	},
	"positive integers in an `any`": func(t *testing.T) {
		same(t, "uint64 int64 int64 uint64", fmt.Sprintf("%T %T %T %T", anyOfCBOR(t, 5), anyOf(t, ours(t, 5)), anyOf(t, ours(t, uint(5))), anyOf(t, ours(t, uint64(1<<63)))))
	},
	"arrays in an `any`": func(t *testing.T) {
		same(t, "[]interface {} []int64", fmt.Sprintf("%T %T", anyOfCBOR(t, []int{1}), anyOf(t, ours(t, []int{1}))))
		same(t, "[]float64 []string", fmt.Sprintf("%T %T", anyOf(t, ours(t, []float64{1})), anyOf(t, ours(t, []string{"a"}))))
		var v any
		if err := (beve.DecodeOptions{GenericArrays: true}).Unmarshal(ours(t, []int{1}), &v); err != nil {
			t.Fatal(err)
		}
		same(t, "[]interface {}", fmt.Sprintf("%T", v))
	},
	"names that differ in case": func(t *testing.T) {
		var a, b order
		v := map[string]int{"ID": 7}
		if err := errors.Join(cbor.Unmarshal(theirs(t, v), &a), beve.Unmarshal(ours(t, v), &b)); err != nil || a.ID != 7 || b.ID != 0 {
			t.Error(a, b, err)
		}
	},
	"a member twice": func(t *testing.T) {
		var a, b struct{ A int }
		twice := []byte{3, 8, 4, 'A', 9, 1, 4, 'A', 9, 2}
		if err := errors.Join(cbor.Unmarshal([]byte{0xa2, 0x61, 'A', 1, 0x61, 'A', 2}, &a), beve.Unmarshal(twice, &b)); err != nil || a.A != 1 || b.A != 2 {
			t.Error(a, b, err)
		}
		if err := (beve.DecodeOptions{RejectDuplicates: true}).Unmarshal(twice, &b); !errors.Is(err, beve.ErrDuplicate) {
			t.Error(err)
		}
	},
	"null into a number": func(t *testing.T) {
		a, b := 5, 5
		if err := errors.Join(cbor.Unmarshal(theirs(t, nil), &a), beve.Unmarshal(ours(t, nil), &b)); err != nil || a != 5 || b != 0 {
			t.Error(a, b, err)
		}
	},
	"an array longer than the Go array": func(t *testing.T) {
		var a [2]int
		if err := cbor.Unmarshal(theirs(t, []int{1, 2, 3}), &a); err != nil {
			t.Error(err)
		}
		if err := beve.Unmarshal(ours(t, []int{1, 2, 3}), &a); !errors.Is(err, beve.ErrMismatch) {
			t.Error(err)
		}
	},
	"nesting": func(t *testing.T) {
		nested := func(n int, head []byte, leaf byte) []byte { return append(bytes.Repeat(head, n), leaf) }
		var v any
		var deep *cbor.MaxNestedLevelError
		if err := cbor.Unmarshal(nested(32, []byte{0x81}, 1), &v); err != nil {
			t.Error(err)
		}
		if err := cbor.Unmarshal(nested(33, []byte{0x81}, 1), &v); !errors.As(err, &deep) {
			t.Error(err)
		}
		if err := beve.Unmarshal(nested(511, []byte{5, 4}, 0), &v); err != nil {
			t.Error(err)
		}
		if err := beve.Unmarshal(nested(512, []byte{5, 4}, 0), &v); !errors.Is(err, beve.ErrDepth) {
			t.Error(err)
		}
	},
}

// Objects and arrays of JSON, and maps of CBOR, are not taken for BEVE, whatever follows their
// first byte, so that readers may ask which it is. Of other bytes that is not so.
func TestJSONAndCBORAreNotTakenForBEVE(t *testing.T) {
	heads := []string{"{", "[", " ", "\n", "\r", "\t{", "\t[", "\t "}
	for b := byte(0xA0); b < 0xC0; b++ {
		heads = append(heads, string([]byte{b}))
	}
	random := rand.New(rand.NewPCG(1, 2))
	for _, head := range heads {
		for range 5000 {
			message := []byte(head)
			for range 1 + random.IntN(20) {
				message = append(message, byte(random.Uint32()))
			}
			if beve.Valid(message) {
				t.Fatalf("%x is BEVE, too", message)
			}
		}
	}
	accident := append([]byte{0x81, 0xa1, 'a', 0xad}, "1234567890123"...) // a map of MessagePack, and a float of 128 bits
	for _, message := range [][]byte{accident, []byte("153")} {
		if !beve.Valid(message) {
			t.Errorf("%x is not BEVE any more: docs/migrate.md says it is", message)
		}
	}
}

var msgpRows = rows{
	"arrays and defined slices of bytes in an `any`": func(t *testing.T) {
		for _, v := range []any{[2]byte{1, 2}, zoo.Blob{1, 2}} {
			a, err := tinylib.AppendIntf(nil, v)
			b, err2 := msgp.AppendIntf(nil, v)
			if err := errors.Join(err, err2); err != nil {
				t.Fatal(err)
			}
			same(t, "920102 c4020102", fmt.Sprintf("%x %x", a, b))
		}
	},
	"nesting": func(t *testing.T) {
		nested := func(n int) []byte { return append(bytes.Repeat([]byte{0x91}, n), 0xc0) }
		if _, err := tinylib.Skip(nested(99_000)); err != nil {
			t.Error(err)
		}
		if _, err := tinylib.Skip(nested(100_002)); err == nil {
			t.Error("no bound there")
		}
		if _, err := msgp.Skip(nested(511)); err != nil {
			t.Error(err)
		}
		if _, err := msgp.Skip(nested(512)); err == nil {
			t.Error("no bound here")
		}
		r := msgp.NewReader(bytes.NewReader(nested(600)))
		r.SetMaxRecursionDepth(1000)
		if err := r.Skip(); err != nil {
			t.Error(err)
		}
	},
}

// numbered is a message whose newer versions have more fields.
type numbered struct {
	N    *int64             `zid:"0" msg:"n"`
	More map[int64]msgp.Raw `msg:",unknown"`
}

func zebra(t *testing.T, v any) []byte {
	t.Helper()
	b, err := zebrapack.EncodeOptions{NoStructNames: true}.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

var protobufRows = rows{
	"numbers of fields": func(t *testing.T) {
		b, err := proto.Marshal(wrapperspb.Int64(5))
		same(t, "0805", text([]byte(hex.EncodeToString(b)), err))
		five := int64(5)
		same(t, "810005", hex.EncodeToString(zebra(t, numbered{N: &five})))
		schema, err := zebrapack.SchemaOf[struct {
			A int `zid:"1"`
			B int `zid:"3"`
		}]()
		if err == nil && len(zebrapack.CheckIDs(schema)) == 0 {
			t.Error("gaps are taken")
		}
	},
	"zero values": func(t *testing.T) {
		b, err := proto.Marshal(wrapperspb.Int64(0))
		same(t, "", text(b, err))
		same(t, "80", hex.EncodeToString(zebra(t, struct {
			A int `zid:"0"`
		}{})))
		same(t, "[A]", fmt.Sprint(keys(t, ours(t, struct {
			A int
			B int `json:",omitzero"`
		}{}))))
	},
	"a field that is set to zero": func(t *testing.T) {
		zero := new(int64)
		var back numbered
		if err := zebrapack.Unmarshal(zebra(t, numbered{N: zero}), &back); err != nil || back.N == nil {
			t.Error(back, err)
		}
		if err := zebrapack.Unmarshal(zebra(t, numbered{}), &back); err != nil || back.N != nil {
			t.Error(back, err)
		}
	},
	"unknown fields": func(t *testing.T) {
		sent, err := proto.Marshal(wrapperspb.Int64(5))
		if err != nil {
			t.Fatal(err)
		}
		var m emptypb.Empty
		if err := proto.Unmarshal(sent, &m); err != nil {
			t.Fatal(err)
		}
		again, err := proto.Marshal(&m)
		if err != nil || !bytes.Equal(again, sent) {
			t.Errorf("%x %v", again, err)
		}
		five := int64(5)
		type newer struct {
			N *int64 `zid:"0" msg:"n"`
			S string `zid:"1"`
		}
		data := zebra(t, newer{&five, "x"})
		var kept numbered
		if err := zebrapack.Unmarshal(data, &kept); err != nil || !bytes.Equal(zebra(t, kept), data) {
			t.Errorf("%v %x %v", kept, zebra(t, kept), err)
		}
		var rest struct {
			A    int
			More map[string]beve.Raw `beve:",unknown"`
		}
		message := ours(t, map[string]int{"A": 1, "B": 2})
		if err := beve.Unmarshal(message, &rest); err != nil || len(rest.More) != 1 {
			t.Error(rest, err)
		}
		names := keys(t, ours(t, rest))
		slices.Sort(names)
		same(t, "[A B]", fmt.Sprint(names))
	},
	"64-bit integers in JSON": func(t *testing.T) {
		same(t, `"5"`, text(protojson.Marshal(wrapperspb.Int64(5))))
		same(t, `{"A":5,"B":"5"}`, text(json.Marshal(struct {
			A int64
			B int64 `json:",string"`
		}{5, 5})))
	},
	"a field twice": func(t *testing.T) {
		var m wrapperspb.Int64Value
		if err := proto.Unmarshal([]byte{8, 1, 8, 2}, &m); err != nil || m.Value != 2 {
			t.Error(m.Value, err)
		}
		if err := zebrapack.Unmarshal([]byte{0x82, 0, 1, 0, 2}, new(numbered)); !errors.Is(err, zebrapack.ErrDuplicate) {
			t.Error(err)
		}
	},
	"text that is not UTF-8": func(t *testing.T) {
		if _, err := proto.Marshal(wrapperspb.String("\xff")); err == nil {
			t.Error("theirs writes it")
		}
		if _, err := beve.Marshal("\xff"); !errors.Is(err, beve.ErrUTF8) {
			t.Error(err)
		}
		type named struct {
			S string `zid:"0"`
		}
		data := zebra(t, named{"\xff"})
		if err := zebrapack.Unmarshal(data, new(named)); err != nil {
			t.Error(err)
		}
		if err := (zebrapack.DecodeOptions{ValidUTF8: true}).Unmarshal(data, new(named)); !errors.Is(err, zebrapack.ErrUTF8) {
			t.Error(err)
		}
	},
}

// The first beve-go is not in a module proxy: these are bytes as its sources write them.
var originalRows = rows{
	"lengths from 64 on": func(t *testing.T) {
		text := strings.Repeat("a", 64)
		same(t, "0240", hex.EncodeToString(ours(t, text)[:1])+hex.EncodeToString([]byte{64}))
		same(t, "020101", hex.EncodeToString(ours(t, text)[:3]))
		if err := beve.Unmarshal(append([]byte{2, 64>>8<<2 | 1, 64}, text...), new(string)); err == nil {
			t.Error("is read")
		}
	},
	"`time.Time`": func(t *testing.T) {
		when := time.Unix(5, 7).UTC()
		number := ours(t, when.UnixNano())
		b, err := beve.EncodeOptions{Time: beve.TimeUnixNano}.Marshal(when)
		if err != nil || !bytes.Equal(b, number) {
			t.Errorf("%x, not %x: %v", b, number, err)
		}
		for _, message := range [][]byte{b, ours(t, when)} {
			var back time.Time
			if err := beve.Unmarshal(message, &back); err != nil || !back.Equal(when) {
				t.Errorf("%x: %v %v", message, back, err)
			}
		}
	},
	"names of fields": func(t *testing.T) {
		same(t, "[a c]", fmt.Sprint(keys(t, ours(t, struct {
			A int `beve:"a" json:"b"`
			C int `json:"c"`
		}{}))))
	},
	"the option `inline` of a tag": func(t *testing.T) {
		type inner struct{ A int }
		same(t, "[Inner]", fmt.Sprint(keys(t, ours(t, struct {
			Inner inner `beve:",inline"`
		}{}))))
		same(t, "[A]", fmt.Sprint(keys(t, ours(t, struct{ inner }{}))))
	},
}

var zebrapackRows = rows{}
