package testkit

import "testing"

func TestCompareJSONTellsWhatDiffers(t *testing.T) {
	same := [][2]string{
		{`{"a":1,"b":[true,null]}`, ` { "a" : 1.0, "b":[ true ,null]}`},
		{`"\u0041"`, `"A"`},
		{`340282366920938463463374607431768211455`, `340282366920938463463374607431768211455`},
		{`1e2`, `100`},
		{`-0`, `-0.0`},
		{"1\n2\n", "1 2"},
	}
	for _, c := range same {
		if err := CompareJSON([]byte(c[0]), []byte(c[1])); err != nil {
			t.Errorf("%s and %s: %v", c[0], c[1], err)
		}
	}
	different := [][2]string{
		{`{"a":1,"b":2}`, `{"b":2,"a":1}`},
		{`{"a":1,"a":1}`, `{"a":1}`},
		{`340282366920938463463374607431768211455`, `340282366920938463463374607431768211454`},
		{`9007199254740993`, `9007199254740992`},
		{`0`, `-0`},
		{`0.1`, `0.10000000149011612`},
		{`null`, `false`},
		{`"1"`, `1`},
		{`[1]`, `[1`},
		{`1 2`, `1`},
		{`{}`, `[]`},
	}
	for _, c := range different {
		if CompareJSON([]byte(c[0]), []byte(c[1])) == nil {
			t.Errorf("%s and %s compare equal", c[0], c[1])
		}
	}
}
