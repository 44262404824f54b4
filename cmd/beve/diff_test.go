package main

import (
	"math"
	"os"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/wire"
)

func TestDiffShowsWhatDiffers(t *testing.T) {
	a := file(t, "a.json", []byte(`{"same":[1,{"x":null}],"n":1,"kind":"1","gone":{"a":1,"b":2},"list":[1,2,3],"deep":{"k/~":[true]},
		"dup":1,"dup":2,"long":[1,2,3,4,5,6]}`))
	b := file(t, "b.beve", beveOf(t, `{"n":1.5,"same":[1,{"x":null}],"kind":1,"list":[1,5,3,4,"x"],"deep":{"k/~":[false]},"new":"é",
		"dup":2,"long":null}`))
	r := beveIn(t, "", "diff", a, b)
	want := `~ /n: 1 → 1.5
~ /kind: "1" → 1
- /gone: {2 members}
~ /list/1: 2 → 5
+ /list/3: 4
+ /list/4: "x"
~ /deep/k~1~0/0: true → false
~ /long: [1, 2, 3, 4, …] 6 elements → null
+ /new: "é"
`
	if r.code != 1 || r.err != "" || r.out != want {
		t.Errorf("code %d, %s\ngot\n%s\nwant\n%s", r.code, r.err, r.out, want)
	}
	r = beveIn(t, "", "diff", "-n", "2", a, b)
	if r.code != 1 || strings.Count(r.out, "\n") != 3 || !strings.Contains(r.out, "… stopped after 2 differences") {
		t.Errorf("limited: %+v", r)
	}
	r = beveIn(t, "", "diff", "--quiet", a, b)
	if r.code != 1 || r.out != "" || r.err != "" {
		t.Errorf("quiet: %+v", r)
	}
}

func TestDiffOfVectorsAndTheirJSON(t *testing.T) {
	for _, v := range vectors(t, "glaze", "rust", "crafted", "extended") {
		if len(withTags("cat", v.path)) > 2 {
			beveOK(t, "diff", "--type-tags", v.path+".beve", v.path+".beve")
			continue
		}
		beveOK(t, "diff", v.path+".beve", v.path+".beve")
		if strings.Contains(read(t, v.path+".json"), "null") {
			continue // may stand for a NaN, which is not null
		}
		beveOK(t, "diff", v.path+".beve", v.path+".json")
		beveOK(t, "diff", v.path+".json", v.path+".beve")
	}
}

func TestDiffOfStreams(t *testing.T) {
	a := file(t, "a.ndjson", []byte("1\n{\"x\":1}\n3"))
	b := file(t, "b.json", []byte("1 {\"x\":2}"))
	r := beveIn(t, "", "diff", a, b)
	if want := "~ #2 /x: 1 → 2\n- #3 -: 3\n"; r.code != 1 || r.out != want {
		t.Errorf("got %+v", r)
	}
	r = beveIn(t, "", "diff", b, a)
	if want := "~ #2 /x: 2 → 1\n+ #3 -: 3\n"; r.code != 1 || r.out != want {
		t.Errorf("got %+v", r)
	}
	r = beveIn(t, "1\n{\"x\":1}\n3", "diff", a, "-")
	if r.code != 0 || r.out != "" {
		t.Errorf("with stdin: %+v", r)
	}
}

func TestDiffComparesNumbersByValue(t *testing.T) {
	equal := [][2]string{
		{"\x11\x01", "\x61\x00\x00\x00\x00\x00\x00\xf0\x3f"},                                     // uint8, float64
		{"\x09\x01", "\x41\x00\x00\x80\x3f"},                                                     // int8, float32
		{"\x01\x80\x3f", "\x21\x00\x3c"},                                                         // bfloat16, float16
		{"\x41\xcd\xcc\xcc\x3d", "\x61\x9a\x99\x99\x99\x99\x99\xb9\x3f"},                         // 0.1 in both
		{"\x61\x01\x00\x00\x00\x00\x00\xf8\x7f", "\x41\x00\x00\xc0\x7f"},                         // NaN
		{"\x61\x00\x00\x00\x00\x00\x00\x00\x80", "\x11\x00"},                                     // -0
		{"\x14\x08\x01\x02", "\x05\x08\x29\x01\x00\x61\x00\x00\x00\x00\x00\x00\x00\x40"},         // arrays
		{"\x1e\x40\x00\x00\x80\x3f\x00\x00\x00\x40", "\x14\x08\x01\x02"},                         // complex
		{"\x13\x04\x07\x18", "\x03\x04\x047\x18"},                                                // integer key
		{"\x91" + strings.Repeat("\xff", 16), "\x91" + strings.Repeat("\xff", 16)},               // uint128
		{"\x81" + strings.Repeat("\x01", 16), "\x81" + strings.Repeat("\x01", 16)},               // binary128
		{"\x3c\x08\x04a\x04b", "\x05\x08\x02\x04a\x02\x04b"},                                     // strings
		{"\x1c\x08\x01", "\x05\x08\x18\x08"},                                                     // booleans
		{"\x69\x00\x00\x00\x00\x00\x00\x00\x40", "\x61\x00\x00\x00\x00\x00\x00\xd0\x43"},         // 2^62
		{"\x26\x00\x00\x00\x00\x00\x00\x00\x00\x00", "\x02\x50" + "1970-01-01T00:00:00Z"},        // time
		{"\x26\x01\x04\x00\x00\x00\x00\x00\x00\x00\x00", "\x05\x04\x02\x501970-01-01T00:00:00Z"}, // times
	}
	different := [][2]string{
		{"\x11\x01", "\x11\x02"},
		{"\x69\x01\x00\x00\x00\x00\x00\x00\x40", "\x61\x00\x00\x00\x00\x00\x00\xd0\x43"}, // 2^62+1
		{"\x91" + strings.Repeat("\xff", 16), "\x89" + strings.Repeat("\xff", 16)},
		{"\x81" + strings.Repeat("\x01", 16), "\x81" + strings.Repeat("\x02", 16)},
		{"\x81" + strings.Repeat("\x00", 16), "\x11\x00"}, // what cannot be read is not said to be equal
		{"\x61\x01\x00\x00\x00\x00\x00\xf8\x7f", "\x00"},  // NaN is not null
		{"\x14\x04\x01", "\x14\x08\x01\x02"},
		{"\x02\x041", "\x11\x01"},
	}
	for i, pairs := range [][][2]string{equal, different} {
		for _, p := range pairs {
			a, b := file(t, "a.beve", []byte(p[0])), file(t, "b.beve", []byte(p[1]))
			for _, args := range [][]string{{"diff", a, b}, {"diff", b, a}} {
				if r := beveIn(t, "", args...); r.code != i || r.err != "" || (r.out == "") != (i == 0) {
					t.Errorf("% x and % x: %+v", p[0], p[1], r)
				}
			}
		}
	}
}

func TestDiffOfBadInput(t *testing.T) {
	good := file(t, "good.json", []byte("1"))
	bad := file(t, "bad.json", []byte("1 ]"))
	for _, args := range [][]string{{"diff", good, bad}, {"diff", bad, good}} {
		if got := beveFails(t, 2, args...); got != bad+": 2: ']' where a value must start (line 1, column 3)\n" {
			t.Error(got)
		}
	}
	beveFails(t, 2, "diff", good, "nosuch.json")
	beveFails(t, 2, "diff", "-", "-")
	beveFails(t, 2, "diff", good)
	beveFails(t, 2, "diff", "-n", "-1", good, good)
	if _, err := os.Stat("nosuch.json"); err == nil {
		t.Error("diff has created a file")
	}
}

// TestPatchIsEmptyWhereNothingDiffers: diff, its exit code and the patches that it makes have one notion of what differs,
// but that a patch of BEVE sees types.
func TestPatchIsEmptyWhereNothingDiffers(t *testing.T) {
	numbers := [][]byte{
		wire.AppendInt(nil, 0), wire.AppendFloat64(nil, 0), wire.AppendFloat64(nil, math.Copysign(0, -1)), wire.AppendFloat32(nil, 0.1), wire.AppendFloat64(nil, 0.1),
		wire.AppendUint(nil, math.MaxUint64), wire.AppendFloat64(nil, math.MaxUint64), wire.AppendInt(nil, 1), wire.AppendUint(nil, 1), wire.AppendFloat64(nil, 1),
		wire.AppendInt(nil, math.MinInt64), wire.AppendFloat64(nil, math.MinInt64), wire.AppendInt(nil, 1<<53+1), wire.AppendFloat64(nil, 1<<53), wire.AppendNull(nil),
	}
	numbers = append(numbers, notFinite()...)
	around := func(data []byte, how int) []byte {
		switch how {
		case 1:
			return append(wire.AppendArray(nil, 1), data...)
		case 2:
			return append(wire.AppendText(wire.AppendObject(nil, 1), "a"), data...)
		}
		return data
	}
	agree := 0
	for i, x := range numbers {
		for k, y := range numbers {
			how := (i + k) % 3
			a, b := file(t, "a.beve", around(x, how)), file(t, "b.beve", around(y, how))
			if i%2 == 0 { // of JSON, as far as there is one
				a = file(t, "a.json", []byte(beveOK(t, "cat", a)))
			}
			plain := beveIn(t, "", "diff", a, b)
			if (plain.out == "") != (plain.code == exitOK) {
				t.Errorf("%x and %x: %+v", x, y, plain)
			}
			made := beveIn(t, "", "diff", "--patch", a, b)
			switch {
			case made.code == exitTrouble && plain.code == exitBad && made.out == "" && strings.Contains(made.err, "--patch=beve"):
			case made.code != plain.code || (made.out == "[]\n") != (made.code == exitOK):
				t.Errorf("%x and %x: diff %+v, with --patch %+v", x, y, plain, made)
			default:
				agree++
			}
			packed := beveIn(t, "", "diff", "--patch=beve", a, b)
			if packed.code > exitBad || (beveIn(t, packed.out, "cat").out == "[]\n") != (packed.code == exitOK) || packed.code == exitOK && plain.code != exitOK {
				t.Errorf("%x and %x: diff %+v, with --patch=beve %+v", x, y, plain, packed)
			}
		}
	}
	if agree < len(numbers)*len(numbers)/2 {
		t.Errorf("only %d pairs have patches", agree)
	}
	a, b := file(t, "a.json", []byte("18446744073709551616")), file(t, "b.json", []byte("18446744073709551616.0"))
	if x, y := beveIn(t, "", "diff", a, b), beveIn(t, "", "diff", "--patch", a, b); x.code != y.code {
		t.Errorf("%+v, with --patch %+v", x, y)
	}
}
