// MessagePack with github.com/vmihailenco/msgpack/v5: the same types and values, both ways, and
// the table of what differs in docs/msgpack.md.

package interop

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"

	vmihailenco "github.com/vmihailenco/msgpack/v5"

	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/msgpack"
)

// The one call that a program makes for types with EncodeMsgpack and DecodeMsgpack.
func init() { msgpack.RegisterAdapter(vmihailenco.NewEncoder, vmihailenco.NewDecoder) }

// The options under which structs mean what they mean there.
var (
	alikeEncode = msgpack.EncodeOptions{StructTag: "=msgpack", Inline: true}
	alikeDecode = msgpack.DecodeOptions{StructTag: "=msgpack", Inline: true}
)

// theirs returns the bytes of *v, with integers of all widths as they are by default or as short
// as they can be.
func theirs(t *testing.T, v any, compact bool) []byte {
	t.Helper()
	var b bytes.Buffer
	e := vmihailenco.NewEncoder(&b)
	e.UseCompactInts(compact)
	e.SetSortMapKeys(true)
	if err := e.Encode(v); err != nil {
		t.Fatalf("%T: %v", v, err)
	}
	return b.Bytes()
}

// pointerTo returns the address of a copy of v.
func pointerTo(v any) any {
	p := reflect.New(reflect.TypeOf(v))
	p.Elem().Set(reflect.ValueOf(v))
	return p.Interface()
}

// exchanged sends v both ways, and fails the test unless both packages read both messages, as
// equal values.
func exchanged(t *testing.T, v any, o msgpack.EncodeOptions, d msgpack.DecodeOptions) {
	t.Helper()
	mine, err := o.Marshal(pointerTo(v))
	if err != nil {
		t.Errorf("%T: %v", v, err)
		return
	}
	typ := reflect.TypeOf(v)
	for what, message := range map[string][]byte{"ours": mine, "theirs": theirs(t, pointerTo(v), false), "theirs, compact": theirs(t, pointerTo(v), true)} {
		a, b := reflect.New(typ), reflect.New(typ)
		if err := d.Unmarshal(message, a.Interface()); err != nil {
			t.Errorf("%T: message of %s, %x: we say %v", v, what, message, err)
			continue
		}
		if err := vmihailenco.Unmarshal(message, b.Interface()); err != nil {
			t.Errorf("%T: message of %s, %x: they say %v", v, what, message, err)
			continue
		}
		if !testkit.EqualLoose(a.Elem().Interface(), b.Elem().Interface()) {
			t.Errorf("%T: message of %s, %x:\nwe read   %+v\nthey read %+v", v, what, message, a.Elem(), b.Elem())
		}
		if !testkit.EqualLoose(a.Elem().Interface(), v) {
			t.Errorf("%T: message of %s, %x: %+v came back as %+v", v, what, message, v, a.Elem())
		}
	}
}

// shared is one of the values that both packages write with the same bytes.
var shared = []any{
	VStrings{C: []string{}}, VStrings{A: "a", B: strings.Repeat("b", 300), C: []string{"x", ""}},
	VNumbers{}, VNumbers{1, -1, 127, -32, 1.5, 2.5, true, 7, 100},
	VBytes{B: []byte{}}, VBytes{[]byte{1}, [4]byte{1, 2, 3, 4}, [16]byte{}},
	VPointers{}, VPointers{toPtr(3), toPtr("x"), &VLeaf{1, "l"}, nil},
	VTagged{A: 1, B: 2}, VTagged{B: 2, D: "kept"}, VArray{}, VArray{A: 1, B: "x", C: []any{"y"}},
	VSparse{}, VSparse{C: []int{1}}, VOuter{}, VOuter{VLeaf: VLeaf{1, "l"}, VLower: VLower{true}, Kept: VLeaf{2, "k"}, Z: 3},
	VTimes{}, VTimes{unix(1, 0), unix(1700000000, 5), unix(1<<35, 7), unix(-5, 0), 90},
	VByMethods{A: VStamp{5}, B: &VStamp{6}, C: VPair{1, "p"}, D: []VPair{{2, "q"}}, E: map[string]VStamp{"k": {7}}, F: nil, G: vmihailenco.RawMessage{0x92, 1, 2}},
	[]VPair{{1, "x"}, {2, "y"}}, map[string]any{"a": "b"}, map[string]string{"k": "v"}, []any{"x", nil, true, 1.5},
	"text", true, []byte("bytes"), 1.25, float32(0.5), unix(5, 0),
}

func TestVmihailencoHasTheSameBytes(t *testing.T) {
	for _, v := range shared {
		mine, err := alikeEncode.Marshal(pointerTo(v))
		if err != nil {
			t.Errorf("%T: %v", v, err)
			continue
		}
		if got := theirs(t, pointerTo(v), true); !bytes.Equal(mine, got) {
			t.Errorf("%T %+v:\nwe write   %x\nthey write %x", v, v, mine, got)
		}
		exchanged(t, v, alikeEncode, alikeDecode)
	}
}

// notThere has types of the testkit that the other package handles otherwise, each with the row of
// the table that says so, or with what neither does.
var notThere = map[string]string{
	"testkit.EmbedPointer":              "embedded pointers, hidden fields",
	"testkit.EmbedTagged":               "embedded pointers, hidden fields",
	"testkit.EmbedDeepPointers":         "embedded pointers, hidden fields",
	"testkit.EmbedConflict":             "embedded pointers, hidden fields",
	"testkit.EmbedShadow":               "embedded pointers, hidden fields",
	"testkit.EmbedUnexportedPointer":    "embedded pointers, hidden fields",
	"testkit.EmbedUnexportedTagged":     "embedded pointers, hidden fields",
	"testkit.EmbedGeneric":              "embedded pointers, hidden fields",
	"testkit.EmbedRecursive":            "embedded pointers, hidden fields",
	"testkit.TagsClash":                 "embedded pointers, hidden fields",
	"testkit.TagWins":                   "embedded pointers, hidden fields",
	"testkit.TagLosesToDepth":           "embedded pointers, hidden fields",
	"testkit.ClashHidesDeeper":          "embedded pointers, hidden fields",
	"testkit.Diamond":                   "embedded pointers, hidden fields",
	"testkit.ShallowAndDeep":            "embedded pointers, hidden fields",
	"testkit.Kinds":                     "complex numbers, `uintptr`",
	"testkit.Nested":                    "complex numbers, `uintptr`",
	"testkit.Quoted":                    "complex numbers, `uintptr`",
	"testkit.Pointers":                  "nil slices and maps",
	"testkit.Known":                     "`json.Number`",
	"json.Number":                       "`json.Number`",
	"testkit.EmbedNonStructs":           "interfaces with methods",
	"testkit.OmitZero":                  "interfaces with methods",
	"*testkit.OmitZero":                 "interfaces with methods",
	"testkit.Holder":                    "interfaces with methods",
	"testkit.OmitEmpty":                 "values in an `any`",
	"netip.Addr":                        "types with methods of text and binary",
	"testkit.EmbedUnexported":           "neither sends fields that are not exported",
	"testkit.EmbedUnexportedNonStructs": "neither sends fields that are not exported",
	"testkit.Names":                     "neither has a form for functions",
	"testkit.NoMembers":                 "neither has a form for functions",
}

// TestVmihailencoOverTheZoo has the types that the tests of all formats share.
func TestVmihailencoOverTheZoo(t *testing.T) {
	n := 0
	for i, v := range testkit.Zoo() {
		name, _, _ := strings.Cut(fmt.Sprintf("%T", v), "[")
		if why := notThere[name]; why != "" {
			if rows[why] == nil && !strings.HasPrefix(why, "neither ") {
				t.Errorf("%s: there is no row %q", name, why)
			}
			continue
		}
		n++
		t.Run(fmt.Sprintf("%d %s", i, name), func(t *testing.T) { exchanged(t, v, alikeEncode, alikeDecode) })
	}
	if n < 60 {
		t.Errorf("only %d values", n)
	}
}
