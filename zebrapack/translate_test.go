package zebrapack_test

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/zebrapack"
)

// vectorSchemas are the schemas of the vectors, by type file.
func vectorSchemas(t testing.TB) map[string]*zebrapack.Schema {
	t.Helper()
	data, err := os.ReadFile("testdata/schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var forms map[string]struct{ JSON json.RawMessage }
	if err := json.Unmarshal(data, &forms); err != nil {
		t.Fatal(err)
	}
	out := map[string]*zebrapack.Schema{}
	for file, form := range forms {
		s, err := zebrapack.ParseSchema(form.JSON)
		if err != nil {
			t.Fatal(file, err)
		}
		out[file] = s
	}
	// The reference does not record tuples.
	out["18_tuple"].Structs["Vec"].Tuple = true
	return out
}

func TestTranslationOfTheVectors(t *testing.T) {
	cases := testkit.Vectors[struct {
		File, Type, Name, Names, Msgpack2 string
		JSON                              any
		Ref                               any
	}](t, "testdata/zebra_to_msgpack.json")
	schemas := vectorSchemas(t)
	for _, c := range cases {
		t.Run(c.File+"/"+c.Type+"/"+c.Name, func(t *testing.T) {
			s, data := schemas[c.File], testkit.Hex(t, c.Names)
			options := zebrapack.TranslateOptions{Root: c.Type}
			packed, err := options.ToMsgpack(s, data)
			if err != nil {
				t.Fatal(err)
			}
			if c.Ref == nil && c.Msgpack2 != "" && hex.EncodeToString(packed) != c.Msgpack2 && c.Name != "extension of 255 bytes" {
				t.Errorf("%x\nwant %s", packed, c.Msgpack2)
			}
			text, err := options.ToJSON(s, data)
			if err != nil {
				t.Fatal(err)
			}
			var got any
			if err := json.Unmarshal(text, &got); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, c.JSON) {
				t.Errorf("%s\nwant %v", text, c.JSON)
			}
			if _, err := options.Decode(s, data); err != nil {
				t.Error(err)
			}
			if c.File == "18_tuple" && c.Type == "Vec" {
				return // a tuple has no name
			}
			if unnamed, err := zebrapack.ToMsgpack(s, data); err != nil || string(unnamed) != string(packed) {
				t.Errorf("by the name in the message: %x, %v", unnamed, err)
			}
		})
	}
}

type inner struct {
	N int `zid:"0" msg:"n"`
}

type outer struct {
	A    []inner          `zid:"0" msg:"a"`
	M    map[int64]inner  `zid:"1" msg:"m"`
	P    *inner           `zid:"2" msg:"p,showzero"`
	T    time.Time        `zid:"3" msg:"t,showzero"`
	F    float64          `zid:"4" msg:"f,showzero"`
	X    any              `zid:"5" msg:"x"`
	Gone struct{}         `zid:"6" msg:"gone,deprecated"`
	Not  string           `zid:"7" msg:"-"`
	K    map[string]inner `zid:"8"`
}

func schemaOf[T any](t testing.TB) *zebrapack.Schema {
	t.Helper()
	s, err := zebrapack.SchemaOf[T]()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestTranslationWithoutNamesGoesByTypes(t *testing.T) {
	v := outer{A: []inner{{1}, {}}, M: map[int64]inner{-7: {2}}, P: &inner{3}, X: map[string]any{"k": int64(1)}, K: map[string]inner{"": {}},
		T: time.Unix(5, 0), F: 1.5}
	s := schemaOf[outer](t)
	for _, o := range []zebrapack.EncodeOptions{{}, {NoStructNames: true}} {
		data, err := o.Marshal(&v)
		if err != nil {
			t.Fatal(err)
		}
		text, err := zebrapack.TranslateOptions{Root: "outer"}.ToJSON(s, data)
		want := `{"a":[{"n":1},{}],"m":{"-7":{"n":2}},"p":{"n":3},"t":"1970-01-01T00:00:05Z","f":1.5,"x":{"k":1},"K":{"":{}}}`
		if string(text) != want || err != nil {
			t.Errorf("%s, %v\nwant %s", text, err, want)
		}
		got, err := zebrapack.TranslateOptions{Root: "outer"}.Decode(s, data)
		if err != nil {
			t.Fatal(err)
		}
		if n := got.(map[string]any)["m"].(map[string]any)["-7"].(map[string]any)["n"]; n != int64(2) {
			t.Errorf("%#v", got)
		}
	}
}

func TestTranslationShowsWhatIsMissingUnknownOrRetired(t *testing.T) {
	s := schemaOf[outer](t)
	for wire, want := range map[string]string{
		"80":           `{"p":null,"t":"0001-01-01T00:00:00Z","f":0}`,
		"820605096178": ``,                                                            // bytes are left
		"81068105c0":   ``,                                                            // an unnamed struct where nothing is known
		"820605090a":   `{"gone":5,"9":10,"p":null,"t":"0001-01-01T00:00:00Z","f":0}`, // a retired field and an unknown one
		"810705":       `{"Not":5,"p":null,"t":"0001-01-01T00:00:00Z","f":0}`,
		"c0":           `null`,
	} {
		text, err := zebrapack.TranslateOptions{Root: "outer"}.ToJSON(s, testkit.Hex(t, wire))
		if string(text) != want || (err == nil) != (want != "") {
			t.Errorf("%s: %s, %v, want %s", wire, text, err, want)
		}
	}
}

func TestTranslationRejects(t *testing.T) {
	s := schemaOf[outer](t)
	for _, c := range []struct {
		wire, root string
		class      error
		text       string
	}{
		{"810005", "", fault.ErrMissing, "neither"},
		{"80", "nobody", fault.ErrMissing, `no struct "nobody"`},
		{"81ffa3466f6f", "", fault.ErrMissing, `no struct "Foo"`},
		{"8100", "outer", fault.ErrTruncated, "at byte 0"},
		{"8100918100", "outer", fault.ErrTruncated, "/a/0 at byte 3"},
		{"8100918100c1", "outer", fault.ErrSyntax, "/a/0/n at byte 5"},
		{"8201010100", "outer", fault.ErrDuplicate, "/m"},
		{"81a16101", "outer", fault.ErrMismatch, "at byte 1"},
		{"81c001", "outer", fault.ErrMismatch, "at byte 1"},
		{"8101819180", "outer", fault.ErrMismatch, "/m at byte 3"},
		{"8000", "outer", fault.ErrTrailing, "at byte 1"},
		{"", "outer", fault.ErrTruncated, "at byte 0"},
		{"810581059180", "outer", fault.ErrMissing, "/x at byte 3"},
		{"dfffffffff", "outer", fault.ErrTruncated, "at byte 0"},
		{"8100ddffffffff", "outer", fault.ErrTruncated, "/a at byte 2"},
	} {
		_, err := zebrapack.TranslateOptions{Root: c.root}.ToMsgpack(s, testkit.Hex(t, c.wire))
		var at *zebrapack.DecodeError
		if !errors.Is(err, c.class) || !errors.As(err, &at) || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: %v", c.wire, err)
		}
	}
	text, err := zebrapack.TranslateOptions{AllowUnnamed: true}.ToJSON(s, testkit.Hex(t, "82ffa3466f6f0582a161c00803"))
	if want := `{"5":{"a":null,"8":3}}`; string(text) != want || err != nil {
		t.Errorf("%s, %v, want %s", text, err, want)
	}
}

func TestTranslationIsBoundedInDepth(t *testing.T) {
	type node struct {
		Next *node `zid:"0"`
	}
	s := schemaOf[node](t)
	deep := func(n int) []byte { return append([]byte(strings.Repeat("\x81\x00", n-1)), 0x80) }
	if _, err := zebrapack.ToMsgpack(s, deep(511)); err != nil {
		t.Error(err)
	}
	for _, n := range []int{600, 1_000_000} {
		for _, wire := range [][]byte{deep(n), []byte(strings.Repeat("\x81\x00\x91", n))} {
			if _, err := zebrapack.ToMsgpack(s, wire); !errors.Is(err, fault.ErrDepth) {
				t.Error(n, err)
			}
		}
	}
	if _, err := (zebrapack.TranslateOptions{Limits: zebrapack.Limits{MaxDepth: 3}}).ToMsgpack(s, deep(4)); !errors.Is(err, fault.ErrDepth) {
		t.Error(err)
	}
	if _, err := (zebrapack.TranslateOptions{Limits: zebrapack.Limits{MaxBytes: 3}}).ToMsgpack(s, deep(4)); !errors.Is(err, fault.ErrLimit) {
		t.Error(err)
	}
}

func FuzzTranslation(f *testing.F) {
	for _, wire := range []string{"80", "8100918100", "82ffa5", "81058105c0", "820605090a", "8101810181000a", "de0001c0"} {
		f.Add(testkit.Hex(f, wire))
	}
	s := schemaOf[outer](f)
	f.Fuzz(func(t *testing.T, data []byte) {
		packed, err := zebrapack.TranslateOptions{Root: "outer"}.ToMsgpack(s, data)
		if err != nil {
			return
		}
		if rest, err := msgp.Skip(packed); err != nil || len(rest) > 0 {
			t.Fatalf("%x becomes %x: %v", data, packed, err)
		}
		var v outer
		if zebrapack.Unmarshal(data, &v) != nil {
			return // of another type; translation looks at structure alone
		}
	})
}
