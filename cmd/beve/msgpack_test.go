package main

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/zebrapack"
)

type packedAddress struct {
	City string `zid:"0" msg:"city"`
}

type packedPerson struct {
	Name  string            `zid:"0" msg:"name"`
	Age   int               `zid:"1" msg:"age"`
	Homes []packedAddress   `zid:"2" msg:"homes"`
	Photo []byte            `zid:"3" msg:"photo"`
	Years map[int64]float64 `zid:"4" msg:"years"`
}

// packedFiles writes two values of ZebraPack, with names and without, and their schema.
func packedFiles(t *testing.T) (named, unnamed, schema string) {
	t.Helper()
	dir := t.TempDir()
	s, err := zebrapack.SchemaOf[packedPerson]()
	if err != nil {
		t.Fatal(err)
	}
	v := packedPerson{Name: "Ada", Age: 300, Homes: []packedAddress{{"London"}, {}}, Photo: []byte{1, 2}, Years: map[int64]float64{-5: 0.5}}
	write := func(name string, data []byte, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	data, err := zebrapack.Marshal(&v)
	named = write("named.msgpack", append(data, data...), err)
	data, err = zebrapack.EncodeOptions{NoStructNames: true}.Marshal(&v)
	unnamed = write("unnamed.mp", data, err)
	return named, unnamed, write("person.zebra", s.AppendMsgpack(nil), nil)
}

const packedJSON = `{"name":"Ada","age":300,"homes":[{"city":"London"},{}],"photo":"AQI=","years":{"-5":0.5}}` + "\n"

func TestCommandsReadZebraPack(t *testing.T) {
	named, unnamed, schema := packedFiles(t)
	out := filepath.Join(t.TempDir(), "out.json")
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"cat --schema " + schema + " " + named, 0, packedJSON + packedJSON},
		{"cat --schema " + schema + " --root packedPerson " + unnamed, 0, packedJSON},
		{"cat --schema " + schema + " " + unnamed, 1, ""},
		{"cat " + unnamed, 0, `{"0":"Ada","1":300,"2":[{"0":"London"},{}],"3":"AQI=","4":{"-5":0.5}}` + "\n"},
		{"get --schema " + schema + " --root packedPerson " + unnamed + " /homes/0/city", 0, "\"London\"\n"},
		{"convert --schema " + schema + " --root packedPerson " + unnamed + " " + out, 0, ""},
		{"convert " + unnamed + " " + out + ".msgpack", 2, ""},
		{"cat --root packedPerson " + unnamed, 2, ""},
		{"cat --schema " + unnamed + " " + named, 1, ""},
	} {
		r := beveIn(t, "", strings.Fields(c.args)...)
		if r.code != c.code || r.out != c.want {
			t.Errorf("%s: exit status %d\n%s%s\nwant %d\n%s", c.args, r.code, r.out, r.err, c.code, c.want)
		}
	}
	// With a schema, what has no name is ZebraPack, unless it is JSON.
	packed, err := os.ReadFile(named)
	if err != nil {
		t.Fatal(err)
	}
	for in, want := range map[string]string{string(packed): packedJSON + packedJSON, `[1, 2]`: "[1,2]\n"} {
		if r := beveIn(t, in, "cat", "--schema", schema); r.code != 0 || r.out != want {
			t.Errorf("%q on standard input: exit status %d\n%s%s", in, r.code, r.out, r.err)
		}
	}
	if data, err := os.ReadFile(out); err != nil || string(data) != packedJSON {
		t.Errorf("converted: %s, %v", data, err)
	}
}

func TestExplainZebraPack(t *testing.T) {
	_, unnamed, schema := packedFiles(t)
	r := beveIn(t, "", "explain", "--schema", schema, "--root", "packedPerson", unnamed)
	if r.code != 0 {
		t.Fatal(r.err)
	}
	var got []string
	for line := range strings.Lines(r.out) {
		got = append(got, strings.Join(strings.Fields(line), " "))
	}
	want := []string{
		"offset bytes what path value",
		"0 85 struct packedPerson of 5 -",
		`1 00 key /name "name"`, `2 a3 41 64 61 str of 3 bytes /name "Ada"`,
		`6 01 key /age "age"`, "7 d1 01 2c int /age 300",
		`10 02 key /homes "homes"`, "11 92 array of 2 /homes",
		"12 81 struct packedAddress of 1 /homes/0", `13 00 key /homes/0/city "city"`, `14 a6 4c 6f 6e 64 6f 6e str of 6 bytes /homes/0/city "London"`,
		"21 80 struct packedAddress of 0 /homes/1",
		`22 03 key /photo "photo"`, "23 c4 02 01 02 bin of 2 bytes /photo 01 02",
		`27 04 key /years "years"`, "28 81 map of 1 /years", `29 fb key /years/-5 "-5"`, "30 cb 3f e0 00 00 00 00 00 … float64 /years/-5 0.5",
	}
	if len(got) != len(want) {
		t.Fatalf("%d lines, want %d\n%s", len(got), len(want), r.out)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("line %d: %q, want %q", i, got[i], want[i])
		}
	}
	cut := filepath.Join(t.TempDir(), "cut.msgpack")
	if err := os.WriteFile(cut, []byte("\x82\x00\xa1x\x01"), 0o666); err != nil {
		t.Fatal(err)
	}
	if r := beveIn(t, "", "explain", cut); r.code != 1 || !strings.Contains(r.out, "malformed") {
		t.Errorf("exit status %d\n%s%s", r.code, r.out, r.err)
	}
}

// TestTextIsUTF8InEveryFormat hands each command text, as a value and as two keys that would
// be alike with U+FFFD in them, that is not UTF-8.
func TestTextIsUTF8InEveryFormat(t *testing.T) {
	for name, data := range map[string]string{
		"value.beve": "\x02\x08a\xff", "keys.beve": "\x03\x08\x08a\xff\x09\x01\x08a\xfe\x09\x02",
		"value.json": "\"a\xff\"", "keys.json": "{\"a\xff\":1,\"a\xfe\":2}",
		"value.msgpack": "\xa2a\xff", "keys.msgpack": "\x82\xa2a\xff\x01\xa2a\xfe\x02",
	} {
		in := file(t, name, []byte(data))
		for _, command := range []string{"valid", "cat", "explain", "stat", "convert"} {
			args := []string{command, in}
			if command == "convert" {
				args = append(args, filepath.Join(t.TempDir(), "out.beve"))
			}
			if r := beveIn(t, "", args...); r.code != 1 || !strings.Contains(r.err, "UTF-8") {
				t.Errorf("beve %s %s: code %d, %s", command, name, r.code, r.err)
			}
		}
	}
}

// anyValue is a random value that BEVE and MessagePack hold alike.
func anyValue(r *rand.Rand, depth int) any {
	if depth > 0 {
		switch r.IntN(3) {
		case 0:
			list := make([]any, r.IntN(4))
			for i := range list {
				list[i] = anyValue(r, depth-1)
			}
			return list
		case 1:
			return map[string]any{"a": anyValue(r, depth-1)}
		}
	}
	return []any{nil, true, 1, -300, "x", "NaN", 1.5, float32(0.1), math.NaN(), math.Inf(1), math.Inf(-1), float32(math.Inf(-1)), float32(math.NaN()), 1e200, math.MaxFloat64}[r.IntN(15)]
}

// TestPackedIsWhatBEVEIs: what BEVE and MessagePack both hold is the same to every command, also numbers that are not
// finite.
func TestPackedIsWhatBEVEIs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	for range 300 {
		v := anyValue(r, 4)
		packed, err := msgpack.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		plain, err := beve.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		a, b, c := file(t, "a.mp", packed), file(t, "b.beve", plain), filepath.Join(t.TempDir(), "c.beve")
		beveOK(t, "valid", a, b)
		beveOK(t, "convert", a, c)
		for _, pair := range [][2]string{{a, b}, {b, c}} {
			if got := beveOK(t, "diff", pair[0], pair[1]); got != "" {
				t.Fatalf("%v: %s", v, got)
			}
		}
		for _, args := range []string{"cat", "get -i --literal", "query .", "head"} {
			args, args2 := strings.Fields(args), strings.Fields(args)
			switch args[0] {
			case "query":
				args, args2 = append(args, a), append(args2, b)
			case "get":
				args, args2 = append(args, a, ""), append(args2, b, "")
			default:
				args, args2 = append(args, a), append(args2, b)
			}
			if got, want := beveOK(t, args...), beveOK(t, args2...); got != want {
				t.Fatalf("%q of %v: %s, want %s", args, v, got, want)
			}
		}
		if got, want := beveOK(t, "patch", a, "-e", "[]"), string(packed); got != want {
			t.Fatalf("patch of %v: %q, want %q", v, got, want)
		}
	}
}

// TestZebraPackHoldsWhatJSONDoesNot: also with names from a schema.
func TestZebraPackHoldsWhatJSONDoesNot(t *testing.T) {
	s, err := zebrapack.SchemaOf[packedPerson]()
	if err != nil {
		t.Fatal(err)
	}
	data, err := zebrapack.Marshal(&packedPerson{Name: "Ada", Years: map[int64]float64{-5: math.Inf(1)}})
	if err != nil {
		t.Fatal(err)
	}
	in, schema := file(t, "in.mp", data), file(t, "s.zebra", s.AppendMsgpack(nil))
	out := filepath.Join(t.TempDir(), "out.beve")
	beveOK(t, "convert", "--schema", schema, in, out)
	if got := beveOK(t, "explain", out); !strings.Contains(got, "+Inf") && !strings.Contains(got, "Infinity") {
		t.Error(got)
	}
	if got := beveOK(t, "get", "--schema", schema, in, "/years/-5"); got != "null\n" {
		t.Error(got)
	}
}
