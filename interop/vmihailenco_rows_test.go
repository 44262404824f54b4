// What differs from github.com/vmihailenco/msgpack/v5: a test for each row of the table.

package interop

import (
	"bytes"
	"encoding/hex"
	"errors"
	"math/big"
	"net/netip"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	vmihailenco "github.com/vmihailenco/msgpack/v5"

	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// rows has the tests of the table's rows, by what stands in their first cell.
var rows = map[string]func(t *testing.T){
	"integers": func(t *testing.T) {
		writes(t, 200, "d100c8", "ccc8")
		writes(t, int64(1), "01", "d30000000000000001")
		for _, v := range []any{200, int64(1), int64(-1 << 40), int8(-100), uint16(300), uint64(1 << 63), uint8(200), int32(-5)} {
			exchanged(t, v, alikeEncode, alikeDecode)
		}
	},
	"nil slices and maps": func(t *testing.T) {
		writes(t, []string(nil), "90", "c0")
		writes(t, map[string]int(nil), "80", "c0")
		writes(t, []byte(nil), "c400", "c0")
		exchanged(t, VStrings{}, alikeEncode, alikeDecode)
	},
	"types with methods of text": func(t *testing.T) {
		v := big.NewInt(5)
		writes(t, v, "a135", "c40135")
		exchanged(t, *v, alikeEncode, alikeDecode)
	},
	"types with methods of text and binary": func(t *testing.T) {
		v := netip.MustParseAddr("1.2.3.4")
		writes(t, v, "a7312e322e332e34", "c40401020304")
		var back netip.Addr
		if err := msgpack.Unmarshal(fromHex(t, "c40401020304"), &back); err != nil || back != v {
			t.Error(back, err)
		}
		if err := vmihailenco.Unmarshal(fromHex(t, "a7312e322e332e34"), &back); err == nil {
			t.Error("they read text")
		}
	},
	"names in tags": func(t *testing.T) {
		writes(t, struct {
			V int `msgpack:" r "`
		}{5}, "81a320722005", "81a17205")
	},
	"types with methods of JSON alone": func(t *testing.T) { writes(t, onlyJSON{}, "9105", "80") },
	"methods of the address": func(t *testing.T) {
		writes(t, []any{map[string]byAddress{"k": {}}}, "9181a16b05", "")
	},
	"one direction of methods": func(t *testing.T) { writes(t, readsAlone{N: 5}, "81a14e05", "81a14e05") },
	"methods that write several values": func(t *testing.T) {
		writes(t, severalValues{}, "", "0102")
		refused(t, severalValues{}, msgpack.ErrTrailing)
	},
	"embedded structs": func(t *testing.T) {
		v := VOuter{VLeaf: VLeaf{1, "l"}, Z: 3}
		b, err := msgpack.Marshal(&v)
		if err != nil || !bytes.Contains(b, []byte("VLeaf")) {
			t.Errorf("%x, %v", b, err)
		}
		exchanged(t, v, alikeEncode, alikeDecode)
	},
	"embedded pointers, hidden fields": func(t *testing.T) {
		for _, v := range []any{byPointer{&VLeaf{}}, hides{N: 1}} {
			if _, err := alikeEncode.Marshal(v); !errors.Is(err, msgpack.ErrUnsupported) {
				t.Errorf("%T: %v", v, err)
			}
		}
	},
	"embedded structs with a name": func(t *testing.T) { writes(t, renamed{VLower{true}}, "81a16281a34c6f77c3", "81a34c6f77c3") },
	"tags": func(t *testing.T) {
		v := struct {
			A int `json:"a"`
			B int `json:"-"`
		}{1, 2}
		b, err := msgpack.Marshal(v)
		if err != nil || hex.EncodeToString(b) != "81a16101" {
			t.Errorf("%x, %v", b, err)
		}
		writes(t, v, "82a14101a14202", "82a14101a14202")
	},
	"intern": func(t *testing.T) {
		refused(t, struct {
			A string `msgpack:",intern"`
		}{}, msgpack.ErrUnsupported)
		var b bytes.Buffer
		e := vmihailenco.NewEncoder(&b)
		e.UseInternedStrings(true)
		if err := e.Encode([]string{"text", "text"}); err != nil {
			t.Fatal(err)
		}
		if err := msgpack.Unmarshal(b.Bytes(), new([]string)); !errors.Is(err, msgpack.ErrMismatch) {
			t.Error(err)
		}
		var v any
		if err := msgpack.Unmarshal(b.Bytes(), &v); err != nil || !reflect.DeepEqual(v, []any{"text", &msgp.RawExtension{Type: -128, Data: []byte{0}}}) {
			t.Errorf("%#v, %v", v, err)
		}
	},
	"omitempty": func(t *testing.T) {
		writes(t, struct {
			A VLeaf `msgpack:",omitempty"`
			B any   `msgpack:",omitempty"`
		}{}, "82a14182a16e00a173a0a142c0", "81a14182a16e00a173a0")
		writes(t, struct {
			A VSparse `msgpack:",omitempty"`
		}{}, "81a14180", "80")
		writes(t, struct {
			A time.Time `msgpack:",omitempty"`
			B [0]int    `msgpack:",omitempty"`
		}{}, "80", "80")
	},
	"values in an `any`": func(t *testing.T) {
		message := fromHex(t, "95"+"01"+"ccc8"+"c4"+"0101"+"ca3f800000"+"8101a178")
		reads(t, message, []any{int64(1), uint64(200), []byte{1}, float32(1), map[int64]any{1: "x"}}, nil)
		reads(t, fromHex(t, "9201ccc8"), []any{int64(1), uint64(200)}, []any{int8(1), uint8(200)})
	},
	"arrays": func(t *testing.T) {
		reads(t, fromHex(t, "9101"), nil, [2]int{1, 0})
		reads(t, fromHex(t, "920102"), [2]int{1, 2}, [2]int{1, 2})
	},
	"structs from arrays": func(t *testing.T) { reads(t, fromHex(t, "9201a178"), nil, VLeaf{1, "x"}) },
	"what the target held": func(t *testing.T) {
		a, b := VLeaf{5, "kept"}, VLeaf{5, "kept"}
		message := fromHex(t, "81a16e01")
		if err := msgpack.Unmarshal(message, &a); err != nil || a != (VLeaf{1, ""}) {
			t.Error(a, err)
		}
		if err := vmihailenco.Unmarshal(message, &b); err != nil || b != (VLeaf{1, "kept"}) {
			t.Error(b, err)
		}
	},
	"a field twice":     func(t *testing.T) { reads(t, fromHex(t, "82a16e01a16e02"), nil, VLeaf{2, ""}) },
	"bytes that follow": func(t *testing.T) { reads(t, fromHex(t, "0102"), nil, 1) },
	"floats and integers": func(t *testing.T) {
		reads(t, fromHex(t, "05"), nil, 5.0)
		reads(t, fromHex(t, "cc c8"), nil, int8(-56))
	},
	"times": func(t *testing.T) {
		reads(t, fromHex(t, "920500"), nil, time.Unix(5, 0))
		reads(t, append([]byte{0xB4}, "2020-01-02T03:04:05Z"...), nil, time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC))
		reads(t, fromHex(t, "d60d00000005"), nil, time.Unix(5, 0))
		exchanged(t, VTimes{A: time.Now()}, alikeEncode, alikeDecode)
	},
	"complex numbers, `uintptr`": func(t *testing.T) {
		writes(t, complex(1, 2), "d8043ff00000000000004000000000000000", "")
		writes(t, struct{ P uintptr }{5}, "81a15005", "")
	},
	"texts of errors": func(t *testing.T) {
		var v []bool
		err := msgpack.Unmarshal(fromHex(t, "91d30000000000000000"), &v)
		if other := vmihailenco.Unmarshal(fromHex(t, "91d30000000000000000"), &v); err == nil || other == nil ||
			err.Error() != "msgpack: /0 at byte 1: int does not decode into bool (Go type bool)" || other.Error() != "msgpack: invalid code=d3 decoding bool" {
			t.Error(err, other)
		}
	},
	"`json.Number`": func(t *testing.T) {
		v := struct{ N jsonNumber }{"1.5"}
		writes(t, v, "81a14ecb3ff8000000000000", "81a14ea3312e35")
	},
	"errors": func(t *testing.T) {
		v := struct{ E error }{errors.New("no")}
		writes(t, v, "", "81a145a26e6f")
		refused(t, v, msgpack.ErrUnsupported)
	},
	"interfaces with methods": func(t *testing.T) {
		var v struct{ S interface{ String() string } }
		if err := msgpack.Unmarshal(fromHex(t, "81a15305"), &v); !errors.Is(err, msgpack.ErrUnsupported) {
			t.Error(err)
		}
		defer func() {
			if recover() == nil {
				t.Error("they do not panic any more")
			}
		}()
		_ = vmihailenco.Unmarshal(fromHex(t, "81a15305"), &v)
	},
}

// TestVmihailencoDiffersAsTheTableSays holds each row to its test, and each test to its row.
func TestVmihailencoDiffersAsTheTableSays(t *testing.T) {
	doc, err := os.ReadFile("../docs/msgpack.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(doc), "| what | vmihailenco/msgpack v5 | here |\n|---|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	listed := map[string]bool{}
	for _, row := range regexp.MustCompile(`(?m)^\| (.*?) \| `).FindAllStringSubmatch(table, -1) {
		listed[row[1]] = true
		if rows[row[1]] == nil {
			t.Errorf("no test for %q", row[1])
		}
	}
	for what, test := range rows {
		if !listed[what] {
			t.Errorf("no row for %q", what)
		}
		t.Run(what, test)
	}
}

// writes holds the bytes of both packages, by their names and without tags json; "" is an error
// or a panic.
func writes(t *testing.T, v any, ours, others string) {
	t.Helper()
	b, err := msgpack.EncodeOptions{StructTag: "=msgpack"}.Marshal(v)
	if got := hex.EncodeToString(b); (err == nil) != (ours != "") || got != ours {
		t.Errorf("%T: we write %s, %v", v, got, err)
	}
	func() {
		defer func() {
			if p := recover(); p != nil {
				err = errors.New("panic")
			}
		}()
		b, err = nil, nil
		b, err = vmihailenco.Marshal(v)
	}()
	if got := hex.EncodeToString(b); (err == nil) != (others != "") || err == nil && got != others {
		t.Errorf("%T: they write %s, %v", v, got, err)
	}
}

// reads holds what both packages read, nil being an error.
func reads(t *testing.T, message []byte, ours, others any) {
	t.Helper()
	like := others
	if like == nil || reflect.TypeOf(like).Kind() == reflect.Slice {
		var v any
		like = &v
	} else {
		like = pointerTo(like)
	}
	for what, c := range map[string]struct {
		want any
		read func([]byte, any) error
	}{"we": {ours, msgpack.Unmarshal}, "they": {others, func(b []byte, v any) error { return vmihailenco.Unmarshal(b, v) }}} {
		target := reflect.New(reflect.TypeOf(like).Elem())
		err := c.read(message, target.Interface())
		got := target.Elem().Interface()
		if at, ok := got.(time.Time); ok && c.want != nil {
			if err != nil || !at.Equal(c.want.(time.Time)) {
				t.Errorf("%x: %s read %v, %v", message, what, got, err)
			}
			continue
		}
		if (err == nil) != (c.want != nil) || err == nil && !reflect.DeepEqual(got, c.want) {
			t.Errorf("%x: %s read %#v, %v; want %#v", message, what, got, err, c.want)
		}
	}
}

// refused fails the test unless v is an error.
func refused(t *testing.T, v any, cause error) {
	t.Helper()
	if _, err := msgpack.Marshal(v); !errors.Is(err, cause) {
		t.Errorf("%T: %v", v, err)
	}
}

func fromHex(t *testing.T, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}
