package meaning

import (
	"slices"
	"strings"
	"testing"
)

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		want, got string
		same      bool
	}{
		{`1`, `1.0`, true}, {`1`, `1.5`, false}, {`9007199254740993`, `9007199254740992`, false}, {`1`, `"1"`, false}, {`1`, `true`, false}, {`1`, `{"$f64":1.0}`, false},
		{`{"$f32":0.1}`, `0.1`, true}, {`{"$f32":0.1}`, `0.10000000149011612`, true}, {`{"$f64":0.1}`, `0.10000000149011612`, false}, {`{"$f64":-0.0}`, `0`, false}, {`{"$f64":-0.0}`, `-0.0`, true},
		{`{"$f64":"7ff8000000000000"}`, `{"$float":"NaN"}`, true}, {`{"$f64":"7ff8000000000001"}`, `{"$f64":"7ff8000000000000"}`, false}, {`{"$f32":"7fc00001"}`, `{"$f64":"7ff8000020000000"}`, true},
		{`{"$f64":"7ff0000000000000"}`, `{"$float":"-Infinity"}`, false}, {`{"$f64":"7ff8000000000000"}`, `null`, false}, {`{"$f64":1.0}`, `{"$float":"NaN"}`, false},
		{`{"a":1,"b":2}`, `{"b":2,"a":1}`, true}, {`{"a":1}`, `{"a":1,"b":2}`, false}, {`{"$object":[["a",1],["a",2]]}`, `{"a":2}`, false}, {`{"$object":[["$f64",1]]}`, `{"$object":[["$f64",1]]}`, true},
		{`{"$map":[[1,null]]}`, `{"1":null}`, false}, {`{"$map":[]}`, `{}`, true}, {`{"$map":[[1,null],[2,true]]}`, `{"$map":[[2,true],[1,null]]}`, true},
		{`[1,2]`, `[2,1]`, false}, {`[]`, `{}`, false}, {`[]`, `null`, false}, {`{"$complex":[1,2]}`, `[1,2]`, true}, {`{"$complex":[1,2]}`, `[2,1]`, false}, {`{"$complex":[1,2]}`, `[1]`, false},
		{`{"$matrix":["row",[1],[2]]}`, `{"value":[2],"layout":"layout_right","extents":[1]}`, true}, {`{"$matrix":["row",[1,1],[2]]}`, `{"value":[2],"layout":"layout_left","extents":[1,1]}`, false},
		{`{"$matrix":["row",[2,3],[1,2,3,4,5,6]]}`, `{"$matrix":["column",[2,3],[1,4,2,5,3,6]]}`, true}, {`{"$matrix":["row",[2,3],[1,2,3,4,5,6]]}`, `{"$matrix":["column",[2,3],[1,2,3,4,5,6]]}`, false},
		{`{"$matrix":["column",[2,3],[1,4,2,5,3,6]]}`, `{"$matrix":["row",[2,3],[1,2,3,4,5,6]]}`, true}, {`{"$matrix":["row",[2],[1,2]]}`, `[1,2]`, true}, {`{"$matrix":["row",[1,2],[1,2]]}`, `[1,2]`, false},
		{`{"$tag":[1,[2]]}`, `{"$tag":[1,[2]]}`, true}, {`{"$tag":[1,[2]]}`, `[2]`, true}, {`{"$tag":[1,[2]]}`, `{"index":1,"value":[2]}`, true}, {`{"$tag":[1,[2]]}`, `{"$tag":[2,[2]]}`, false}, {`{"$tag":[1,[2]]}`, `[3]`, false},
		{`{"$tag":[1,[2]]}`, `{"index":0,"value":[2]}`, false}, {`[{"$tag":[1,{"$tag":[2,7]}]},true]`, `[7,true]`, true}, {`{"$tag":[1,{"$tag":[2,7]}]}`, `{"$tag":[2,7]}`, false}, {`{"$tag":[1,{"index":1,"value":2}]}`, `{"$tag":[1,2]}`, false},
		{`{"$duration":["-",0,0]}`, `{"$duration":["+",0,0]}`, true}, {`{"$duration":["-",1,0]}`, `{"$duration":["+",1,0]}`, false},
	} {
		want, err := Parse([]byte(c.want))
		if err != nil {
			t.Fatal(c.want, err)
		}
		got, err := Parse([]byte(c.got))
		if err != nil {
			t.Fatal(c.got, err)
		}
		if err := Match(want, got); (err == nil) != c.same {
			t.Errorf("%s for %s: %v", c.got, c.want, err)
		}
	}
}

func TestProject(t *testing.T) {
	for text, want := range map[string]string{
		`{"$complex":[{"$f64":1.5},2]}`: `[{"$f64":1.5},2]`, `{"$f64":"7ff8000000000000"}`: `null`, `{"$map":[[1,{"$map":[]}]]}`: `{"1":{}}`,
		`{"$timestamp":[0,500000000,60]}`: `"1970-01-01T01:00:00.5+01:00"`, `{"$duration":["-",5401,0]}`: `"-PT1H30M1S"`, `{"$duration":["+",0,5]}`: `"PT0.000000005S"`,
		`{"$matrix":["row",[1],[2]]}`: `{"layout":"layout_right","extents":[1],"value":[2]}`, `{"$tag":[1,{"$f64":"7ff8000000000000"}]}`: `{"$tag":[1,null]}`,
	} {
		n, err := Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := Project(n); !ok || Show(got) != want {
			t.Errorf("%s is %s, want %s", text, Show(got), want)
		}
	}
}

// TestMatchJudgesTheKindsOfFloats: a float may be told without its kind, in its own and in a
// wider one that holds it, and in none of the other kinds that the notation has.
func TestMatchJudgesTheKindsOfFloats(t *testing.T) {
	kinds := []string{"", "bf16", "f16", "f32", "f64", "f128", "float", "uuid", "complex", "tag"}
	may := map[string][]string{"bf16": {"", "bf16", "f32", "f64"}, "f16": {"", "f16", "f32", "f64"}, "f32": {"", "f32", "f64"}, "f64": {"", "f64"}}
	for want, allowed := range may {
		for _, got := range kinds {
			text := `{"$` + got + `":1.5}`
			if got == "" {
				text = "1.5"
			}
			a, err := Parse([]byte(`{"$` + want + `":1.5}`))
			if err != nil {
				t.Fatal(err)
			}
			b, err := Parse([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			if err := Match(a, b); (err == nil) != slices.Contains(allowed, got) {
				t.Errorf("%s for a %s: %v", text, want, err)
			}
		}
	}
	for _, c := range []struct {
		want, got string
		same      bool
	}{
		{`{"$f32":0.1}`, `{"$f64":0.10000000149011612}`, true}, {`{"$f32":0.1}`, `{"$f64":0.1}`, false}, {`{"$f64":0.1}`, `{"$f32":0.1}`, false},
		{`{"$f64":"7ff8000000000000"}`, `{"$f32":"7fc00000"}`, false}, {`{"$f64":"7ff0000000000000"}`, `{"$f32":"7f800000"}`, false}, {`{"$f16":"7c00"}`, `{"$bf16":"7f80"}`, false}, {`{"$f16":"7c00"}`, `{"$f32":"7f800000"}`, true},
	} {
		a, _ := Parse([]byte(c.want))
		b, _ := Parse([]byte(c.got))
		if err := Match(a, b); (err == nil) != c.same {
			t.Errorf("%s for %s: %v", c.got, c.want, err)
		}
	}
}

// TestParseTakesOneValue: what follows a value, what is no JSON and what is not UTF-8 is
// refused.
func TestParseTakesOneValue(t *testing.T) {
	values := []string{`null`, `true`, `1`, `1.5`, `"a"`, `[]`, `[1,[2]]`, `{}`, `{"a":[1]}`, `{"$f64":1.5}`}
	ends := []string{"]", "}", ",", ":", " garbage", "]} garbage", " 1", "\x00", `"`, "null", "/**/"}
	for _, value := range values {
		if _, err := Parse([]byte(" " + value + "\n")); err != nil {
			t.Error(value, err)
		}
		for _, end := range ends {
			if n, err := Parse([]byte(value + " " + end)); err == nil {
				t.Errorf("%s %s is %s", value, end, Show(n))
			}
		}
		if _, err := Parse([]byte(value[:len(value)-1])); err == nil {
			t.Error(value, "cut is a value")
		}
	}
	for _, text := range []string{"", " ", "\"\xff\"", "\xef\xbb\xbf1", "01", "+1", "NaN", "'a'", "[1,]", `{"a"}`, `{"a":1,}`, strings.Repeat("[", maxDepth+1) + strings.Repeat("]", maxDepth+1)} {
		if n, err := Parse([]byte(text)); err == nil {
			t.Errorf("%.40q is %s", text, Show(n))
		}
	}
}
