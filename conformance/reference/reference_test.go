package reference

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"strings"
	"testing"
)

// TestWorkedExamples are those of the specification's appendix A.
func TestWorkedExamples(t *testing.T) {
	for _, c := range []struct{ bytes, means string }{
		{"00", `null`}, {"18", `true`}, {"49 FE FF FF FF", `-2`}, {"11 07", `7`}, {"61 00 00 00 00 00 00 F0 3F", `{"$f64":1.0}`}, {"01 80 3F", `{"$bf16":1.0}`},
		{"02 0C 61 62 63", `"abc"`}, {"03 04 04 61 18", `{"a":true}`}, {"2B 04 05 00 00", `{"$map":[[5,null]]}`}, {"34 08 01 00 02 00", `[1,2]`}, {"1C 0C 05", `[true,false,true]`},
		{"3C 08 04 61 00", `["a",""]`}, {"05 08 00 09 01", `[null,1]`}, {"1E 40 00 00 80 3F 00 00 00 40", `{"$complex":[{"$f32":1.0},{"$f32":2.0}]}`},
		{"1E 41 04 00 00 80 3F 00 00 00 40", `[{"$complex":[{"$f32":1.0},{"$f32":2.0}]}]`}, {"5C 64 04 04 00 00 00 00 00 00 00 00 00 00 F0 3F", `[{"$f64":1.0}]`},
		{"1E 62 5C 64 08 02 00 00 00 00 00 00 00 00 F0 3F 00 00 00 00 00 00 00 00", `[{"$complex":[{"$f64":1.0},{"$f64":0.0}]}]`},
		{"16 00 14 08 02 01 14 08 07 08", `{"$matrix":["row",[2,1],[7,8]]}`}, {"0E 04 11 07", `{"$tag":[1,7]}`}, {"26 00 00 00 00 00 00 00 00 00", `{"$timestamp":[0,0,0]}`}, {"2E 02 00", `null`},
	} {
		data, err := hex.DecodeString(strings.ReplaceAll(c.bytes, " ", ""))
		if err != nil {
			t.Fatal(err)
		}
		for _, extended := range []bool{false, true} {
			r := New(extended, 0)
			means, _, refusal := r.Message(data)
			if refusal != nil || string(means) != c.means {
				t.Errorf("%s is %s, %v, want %s", c.bytes, means, refusal, c.means)
			}
			for n := range data {
				if _, _, refusal := r.Message(data[:n]); refusal == nil {
					t.Errorf("% x, cut, is a message", data[:n])
				}
			}
		}
	}
}

// TestPartsAreExplained: the table explains each name of a part that a row has, and no other.
func TestPartsAreExplained(t *testing.T) {
	s := Load()
	used := map[string]bool{}
	var visit func(rows []Row)
	visit = func(rows []Row) {
		for _, row := range rows {
			for _, part := range append(row.Parts, row.Each...) {
				used[part] = true
				if s.PartNames[part] == "" {
					t.Errorf("the row %s has a part %q, which is not explained", row.Name, part)
				}
			}
			visit(row.Next)
		}
	}
	visit(s.Headers)
	for part := range s.PartNames {
		if !used[part] {
			t.Errorf("no row has a part %q", part)
		}
	}
	if len(s.Rules) == 0 {
		t.Error("no rules")
	}
}

// TestTableHasNothingElse: the table has no member that the reader does not know, so that what
// it says is what is done.
func TestTableHasNothingElse(t *testing.T) {
	var whole struct {
		Format, About string
		Version       int
		Spec
	}
	d := json.NewDecoder(bytes.NewReader(table))
	d.DisallowUnknownFields()
	if err := d.Decode(&whole); err != nil {
		t.Error(err)
	}
}

// TestMatricesOfBooleansAreTheReadersChoice: they are read unless told otherwise, and never
// written.
func TestMatricesOfBooleansAreTheReadersChoice(t *testing.T) {
	data := []byte{0x16, 0, 0x14, 4, 3, 0x1C, 12, 5}
	r := New(false, 0)
	if means, may, err := r.Message(data); err != nil || !may || string(means) != `{"$matrix":["row",[3],[true,false,true]]}` {
		t.Errorf("%s, %v, %v", means, may, err)
	}
	if _, err := r.Written(data); err == nil {
		t.Error("it is written")
	}
	r.BooleanMatrices = false
	if means, _, err := r.Message(data); err == nil {
		t.Errorf("%s is read", means)
	}
}

// TestWrittenStreamHasADelimiterBetweenValues, and no other.
func TestWrittenStreamHasADelimiterBetweenValues(t *testing.T) {
	r := New(false, 0)
	for data, good := range map[string]bool{"": true, "\x18": true, "\x18\x06\x08": true, "\x18\x08": false, "\x18\x06\x06\x08": false, "\x06\x18": false, "\x18\x06": false, "\x06": false} {
		if means, err := r.WrittenStream([]byte(data)); (err == nil) != good {
			t.Errorf("% x is %s, %v", data, means, err)
		}
	}
}

// TestValidHeaders are those that the specification's section 2 lists, and no others.
func TestValidHeaders(t *testing.T) {
	const listed = "00 08 18 01 21 41 61 81 09 29 49 69 89 11 31 51 71 91 02 03 0B 2B 4B 6B 8B 13 33 53 73 93 04 24 44 64 84 0C 2C 4C 6C 8C 14 34 54 74 94 1C 3C 5C 05 0E 16 1E 26"
	s := Load()
	all, _ := s.Expand(s.Headers, false)
	var have []string
	for b, e := range all {
		if e != nil {
			have = append(have, strings.ToUpper(hex.EncodeToString([]byte{byte(b)})))
		}
	}
	if len(have) != len(strings.Fields(listed)) {
		t.Error(len(have), "headers:", have)
	}
	for _, h := range have {
		if !strings.Contains(" "+listed+" ", " "+h+" ") {
			t.Error(h, "is not in the list")
		}
	}
}
