// Inputs and schemas that want to hurt: they must cost no more than their size allows.

package jsonpack_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/jsonpack"
)

// large has elements that are much larger than the byte that makes one.
type large struct {
	A       uint8 `json:"a"`
	Padding [1 << 12]uint64
}

// hostileCase is a schema, the targets that take it, and bytes that claim more than
// there is.
type hostileCase struct {
	name    string
	def     string
	targets func() []any
	unit    []byte // an item, to be repeated
	fixed   bool   // any bytes are items, as many as the unit has
}

var hostileCases = []hostileCase{
	{"bytes", array("uint8"), func() []any { return []any{new(any), new([]uint8), new([]any), new([]int64), new([]*uint8)} }, []byte{1}, true},
	{"numbers", array("uint64be"), func() []any { return []any{new(any), new([]uint64), new([]any)} }, make([]byte, 8), true},
	{"texts", array("string"), func() []any { return []any{new(any), new([]string), new([]*string)} }, []byte{0}, false},
	{"large structs", array(object("a", "uint8")), func() []any {
		return []any{new([]large), new([]*large), new([]struct {
			B *[1 << 12]uint64
			A uint8 `json:"a"`
		})}
	}, []byte{1}, true},
	{"maps", array(object("a", "uint8")), func() []any {
		return []any{new(any), new([]map[string]any), new([]map[string]uint8), &[]map[string]large{}}
	}, []byte{1}, true},
	{"arrays of arrays", array(array(array("uint8"))), func() []any { return []any{new(any), new([][][]uint8), new([][1000]large), new([]any)} }, []byte{1, 0}, false},
	{"go arrays", array(array("uint8")), func() []any { return []any{new([][1 << 12]uint8), new([]*[1 << 16]int)} }, []byte{1, 7}, false},
	{"objects of nothing", array(object("e", object(), "a", "uint8")), func() []any { return []any{new(any), new([]map[string]any)} }, []byte{1}, true},
}

func TestMalformedBombsStayWithinTheirSize(t *testing.T) {
	for _, c := range hostileCases {
		s := mustAdd(t, c.def)
		for _, size := range []int{1000, 100_000} {
			n := size / len(c.unit)
			data := append(varuint(uint64(n+1)), bytes.Repeat(c.unit, n)...)
			for _, end := range [][]byte{nil, {0xff}, bytes.Repeat([]byte{0x80}, 11)} {
				if c.fixed && len(end) >= len(c.unit) {
					continue
				}
				data := append(data[:len(data):len(data)], end...)
				everyReader(t, fmt.Sprintf("%d bytes of %s", size, c.name), s, data, c.targets(), true)
			}
		}
	}
}

// everyReader gives data to everything that reads it.
func everyReader(t *testing.T, name string, s *jsonpack.Schema, data []byte, targets []any, malformed bool) {
	t.Helper()
	readers := map[string]func() error{
		"ToJSON":    func() error { _, err := s.ToJSON(data); return err },
		"stream":    func() error { return jsonpack.NewDecoder(bytes.NewReader(data), s).Decode(new(any)) },
		"Skip":      func() error { return jsonpack.NewDecoder(bytes.NewReader(data), s).Skip() },
		"ValidUTF8": func() error { return jsonpack.DecodeOptions{ValidUTF8: true}.Unmarshal(s, data, new(any)) },
		"sealed":    func() error { return s.Sealed().Decode(data, new(any)) },
	}
	for _, target := range targets {
		readers[fmt.Sprintf("%T", target)] = func() error { return s.Decode(data, target) }
		readers[fmt.Sprintf("%T by NoCopy", target)] = func() error { return jsonpack.DecodeOptions{NoCopy: true}.Unmarshal(s, data, target) }
		readers[fmt.Sprintf("%T as a prefix", target)] = func() error { _, err := s.DecodePrefix(data, target); return err }
	}
	for reader, read := range readers {
		testkit.Costs(t, name+": "+reader, len(data), func() {
			err := read()
			if malformed && err == nil {
				t.Errorf("%s: %s accepts it", name, reader)
			}
			if err != nil && err != io.EOF {
				checkDecodeError(t, err)
			}
		})
	}
}

func varuint(v uint64) []byte {
	var b []byte
	for ; v >= 0x80; v >>= 7 {
		b = append(b, byte(v)|0x80)
	}
	return append(b, byte(v))
}

func TestCountsThatNothingBacks(t *testing.T) {
	for _, c := range hostileCases {
		s := mustAdd(t, c.def)
		for _, count := range []uint64{2, 1 << 10, 1 << 24, 1 << 31, 1 << 32, 1 << 40, 1 << 62, 1<<63 - 1, 1 << 63, 1<<64 - 1} {
			for _, rest := range [][]byte{nil, c.unit, varuint(count), bytes.Repeat(varuint(count), 3)} {
				data := append(varuint(count), rest...)
				if len(data) > int(min(count, 100)) {
					continue // there might be enough
				}
				everyReader(t, fmt.Sprintf("%d of %s", count, c.name), s, data, c.targets(), true)
			}
		}
	}
	s := mustAdd(t, object("s", "string"))
	for _, n := range []uint64{1, 1 << 20, 1 << 31, 1 << 32, 1<<63 - 1, 1<<64 - 1} {
		everyReader(t, fmt.Sprintf("text of %d", n), s, varuint(n), []any{new(map[string]string), new(struct {
			S string `json:"s"`
		})}, true)
	}
}

func TestItemsWithoutBytesAreBounded(t *testing.T) {
	for _, def := range []string{array(object()), array(object("a", object(), "b", object())), array(array(object()))} {
		s := mustAdd(t, def)
		for _, count := range []uint64{1 << 20, 1 << 40, 1<<64 - 1} {
			data := append(varuint(count), 0xff, 0xff, 0xff, 0x07)
			everyReader(t, def, s, data, []any{new(any), new([]map[string]any), new([]struct{}), new([]any)}, false)
			if err := s.Decode(varuint(count), new([]any)); !errors.Is(err, jsonpack.ErrLimit) && !errors.Is(err, jsonpack.ErrTruncated) {
				t.Errorf("%d of %s: %v", count, def, err)
			}
		}
	}
	s := mustAdd(t, array(object()))
	var v []struct{}
	if err := s.Decode(varuint(4000), &v); err != nil || len(v) != 4000 {
		t.Errorf("%d, %v", len(v), err)
	}
	if err := s.Decode(varuint(5000), &v); !errors.Is(err, jsonpack.ErrLimit) {
		t.Error(err)
	}
	o := jsonpack.DecodeOptions{Limits: jsonpack.Limits{MaxElements: 5000}}
	if err := o.Unmarshal(s, varuint(5000), &v); err != nil || len(v) != 5000 {
		t.Errorf("%d, %v", len(v), err)
	}
	if data, err := s.Encode(v); err != nil || !bytes.Equal(data, varuint(5000)) {
		t.Errorf("%x, %v", data, err)
	}
}

func TestLimitsHoldInEveryReader(t *testing.T) {
	s := mustAdd(t, object("l", array(object("n", "uint8", "s", "string"))))
	data := unhex("02 01 00 02 00")
	targets := func() []any {
		return []any{new(any), new(struct {
			L []struct {
				N uint8  `json:"n"`
				S string `json:"s"`
			} `json:"l"`
		})}
	}
	for _, c := range []struct {
		limits jsonpack.Limits
		want   error
	}{
		{jsonpack.Limits{MaxElements: 7, MaxDepth: 4, MaxBytes: 5}, nil}, // l; two items; four members of them
		{jsonpack.Limits{MaxElements: 6}, jsonpack.ErrLimit},
		{jsonpack.Limits{MaxDepth: 3}, jsonpack.ErrDepth},
		{jsonpack.Limits{MaxBytes: 4}, jsonpack.ErrLimit},
	} {
		o := jsonpack.DecodeOptions{Limits: c.limits}
		for _, target := range targets() {
			if err := o.Unmarshal(s, data, target); !errors.Is(err, c.want) {
				t.Errorf("%+v into %T: %v", c.limits, target, err)
			}
		}
		if _, err := o.ToJSON(s, nil, data); !errors.Is(err, c.want) {
			t.Errorf("%+v to JSON: %v", c.limits, err)
		}
		d := jsonpack.NewDecoder(bytes.NewReader(data), s)
		d.SetOptions(o)
		if err := d.Skip(); !errors.Is(err, c.want) {
			t.Errorf("%+v skipping: %v", c.limits, err)
		}
		if c.limits.MaxBytes > 0 {
			continue // the text is longer
		}
		if _, err := o.FromJSON(s, nil, []byte(`{"l":[{"n":1,"s":""},{"n":2,"s":""}]}`)); !errors.Is(err, c.want) {
			t.Errorf("%+v from JSON: %v", c.limits, err)
		}
	}
}

// TestEveryTruncationAndEveryByte damages real documents in all small ways.
func TestEveryTruncationAndEveryByte(t *testing.T) {
	for _, file := range []string{"documents", "objects"} {
		for _, v := range readVectors(t, file) {
			s := mustAdd(t, v.Schema)
			def, _ := s.GetSchemaDef()
			typ := typeFor(def)
			data := v.bytes(t)
			for i := range data {
				for _, c := range []byte{0, 1, 0x7f, 0x80, 0xff} {
					damaged := bytes.Clone(data)
					damaged[i] = c
					var out any
					readers := []error{s.Decode(damaged, &out)}
					if typ != nil {
						readers = append(readers, s.Decode(damaged, reflect.New(typ).Interface()))
					}
					d := jsonpack.NewDecoder(bytes.NewReader(damaged), s)
					streamed := d.Skip()
					if streamed == nil && d.More() {
						streamed = jsonpack.ErrTrailing
					}
					for _, err := range append(readers, streamed) {
						if (err == nil) != (readers[0] == nil) {
							t.Fatalf("%s, byte %d as %#x: readers differ: %v and %v", v.Name, i, c, readers[0], err)
						}
					}
					if readers[0] == nil {
						// Lengths need not be in their shortest form, so bytes may differ.
						if again, err := s.Encode(out); err != nil || len(again) > len(damaged) {
							t.Fatalf("%s, byte %d as %#x: %x, %v", v.Name, i, c, again, err)
						}
					}
				}
			}
		}
	}
}

func TestHostileSchemas(t *testing.T) {
	repeated := func(n int, inner string) string {
		return `{"type":"object","properties":{"a":` + inner + `},"order":["a"` + strings.Repeat(`,"a"`, n-1) + `]}`
	}
	deep := `{"type":"int8"}`
	for range 60 {
		deep = repeated(2, deep)
	}
	hollow := object()
	for range 60 {
		hollow = repeated(2, hollow)
	}
	var wide strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&wide, `"%d":{"type":"int8"},`, i)
	}
	// Reading JSON into Go values takes more memory than a message may.
	const times = 20
	for name, def := range map[string]string{
		"names that double at every level": deep, "hollow names that double": hollow, "a name many times": repeated(100_000, `{"type":"string"}`),
		"arrays without end":  strings.Repeat(`{"type":"array","items":`, 20_000),
		"objects without end": strings.Repeat(`{"type":"object","order":["a"],"properties":{"a":`, 20_000),
		"many properties":     `{"type":"object","properties":{` + wide.String() + `"z":{}},"order":[]}`,
		"brackets":            strings.Repeat("[", 1_000_000), "braces": strings.Repeat(`{"a":`, 100_000),
		"names": `{"type":"object","properties":{},"order":[` + strings.Repeat(`"x",`, 100_000) + `"x"]}`,
	} {
		testkit.Costs(t, name, times*len(def), func() {
			if _, err := jsonpack.NewJSONPack().AddSchema(name, def); err == nil {
				t.Errorf("%s: accepted", name)
			}
			if err := jsonpack.ValidateSchema(def); err == nil {
				t.Errorf("%s: valid", name)
			}
		})
	}
	branches := &jsonpack.SchemaDef{Type: "int8"}
	for range 60 {
		branches = &jsonpack.SchemaDef{Type: "object", Properties: map[string]*jsonpack.SchemaDef{"a": branches, "b": branches}, Order: []string{"a", "b"}}
	}
	if _, err := jsonpack.NewJSONPack().AddSchema("x", branches); err == nil {
		t.Error("a definition of 2^60 types is accepted")
	}
}

func TestHostileText(t *testing.T) {
	s := mustAdd(t, object("l", array(array("uint8")), "s", "string"))
	for name, text := range map[string]string{
		"brackets": strings.Repeat("[", 1_000_000), "unknown brackets": `{"x":` + strings.Repeat("[", 1_000_000),
		"keys": strings.Repeat(`{"l":`, 100_000), "empty": "", "spaces": strings.Repeat(" ", 100_000),
		"items": `{"l":[` + strings.Repeat("[1],", 100_000), "null": `{"l":null,"s":""}`,
		"digits": `{"l":[[` + strings.Repeat("1", 1_000_000), "escapes": `{"s":"` + strings.Repeat(`\u0000`, 10_000),
		"again": `{` + strings.Repeat(`"l":[[1,2,3]],`, 10_000) + `"s":5}`,
	} {
		testkit.Costs(t, name, len(text), func() {
			_, err := s.FromJSON([]byte(text))
			var inner *jsonpack.DecodeError
			if !errors.As(err, &inner) {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
	again := `{` + strings.Repeat(`"l":[[1,2,3]],`, 10_000) + `"s":"x"}`
	if data, err := s.FromJSON([]byte(again)); err != nil || !bytes.Equal(data, unhex("01 03010203 0178")) {
		t.Errorf("%x, %v", data, err)
	}
}
