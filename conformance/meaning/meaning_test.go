package meaning

import "testing"

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
		`{"$matrix":["row",[1],[2]]}`: `{"layout":"layout_right","extents":[1],"value":[2]}`, `{"$tag":[1,null]}`: `{"index":1,"value":null}`,
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
