// What the values of one call share, and how much of the input they are a part of.

package json_test

import (
	stdjson "encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/json"
)

// TestShortArraysDoNotRunIntoEachOther appends to each of many arrays that are cut from
// the same memory.
func TestShortArraysDoNotRunIntoEachOther(t *testing.T) {
	text := []byte(`[` + strings.Repeat(`[1,"two"],[3],[],[null,{"a":[5,6]}],`, 40) + `[1,2,3,4,5,6,7,8],[1,2,3,4,5,6,7,8,9]]`)
	var got, want [][]any
	if err := stdjson.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	for _, a := range got {
		_ = append(a, "overwritten")
	}
	if !reflect.DeepEqual(got, want) {
		t.Error("an array was overwritten by what was appended to another")
	}
	var points, wantPoints struct{ P [][][2]float64 }
	text = []byte(`{"P":[` + strings.Repeat(`[[1,2.5]],[[3,4],[5,6e1]],[],[[7,8],[9,10],[11,12],[13,14],[15,16]],`, 20) + `[]]}`)
	if err := stdjson.Unmarshal(text, &wantPoints); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &points); err != nil {
		t.Fatal(err)
	}
	for _, a := range points.P {
		_ = append(a, [2]float64{-1, -2})
	}
	if !reflect.DeepEqual(points, wantPoints) {
		t.Error("an array of points was overwritten by what was appended to another")
	}
}

// TestArraysOfPointsOfEveryForm has points that are too short, too long, or none.
func TestArraysOfPointsOfEveryForm(t *testing.T) {
	type shape struct {
		P [][2]float64
		Q [][3]float64
		Z [][0]float64
	}
	for _, text := range []string{
		`{"P":[[1,2],[3,4]],"Q":[[1,2,3]]}`, `{"P":[[1,2],[3]],"Q":[[1,2,3,4],[5]]}`, `{"P":[[1,2],null,[]]}`, `{"P":[]}`, `{"P":null}`,
		`{"P":[[1,2],"x",[3,"y"]]}`, `{"P":[[1,2],7,[1e999,5]]}`, `{"P":[[1,2],[3,4]],"P":[[5]]}`, `{"P" : [ [ 1 , 2 ] , [ 3 , 4 ] ] }`,
		`{"P":[[1,2],[3,4]`, `{"P":[[1,2],]}`, `{"P":[[1,2][3,4]]}`, `{"P":[[1,]]}`, `{"P":[[01,2]]}`, `{"Z":[[],[1],[2,3]]}`, `{"Q":[[1,2,3],[4,5,6]],"Q":[[7]]}`,
	} {
		checkUnmarshal(t, []byte(text), reflect.TypeFor[shape](), 0)
	}
	// The innermost array may be the one too many.
	for _, depth := range []int{9_998, 9_999} {
		text := []byte(strings.Repeat(`{"In":`, depth) + `{"P":[[1,2]]}` + strings.Repeat(`}`, depth))
		type nested struct {
			In *nested
			P  [][2]float64
		}
		err, wantErr := json.Unmarshal(text, new(nested)), stdjson.Unmarshal(text, new(nested))
		if !reflect.DeepEqual(err, wantErr) {
			t.Errorf("behind %d levels: %v, want %v", depth, err, wantErr)
		}
	}
}

// TestParseOfALongBuffer takes small values one by one off a long text: what they share
// must be as small as they are.
func TestParseOfALongBuffer(t *testing.T) {
	type record struct {
		Name string
		N    []int64
		A    any
	}
	const one = `{"Name":"some text","N":[1,2,3],"A":[true]} `
	stream := []byte(strings.Repeat(one, 2000) + `{"Name":"last","N":[1,}`)
	count, rest := 0, stream
	for {
		var r record
		var err error
		if rest, err = json.Parse(rest, &r, 0); err != nil {
			if _, ok := err.(*json.SyntaxError); !ok || r.Name != "" || r.N != nil {
				t.Errorf("%+v, %v", r, err)
			}
			break
		}
		if r.Name != "some text" || len(r.N) != 3 {
			t.Fatalf("%+v", r)
		}
		count++
	}
	if count != 2000 {
		t.Errorf("%d records", count)
	}
	if testkit.Raced {
		return
	}
	perCall := testing.Benchmark(func(b *testing.B) {
		for b.Loop() {
			var r record
			if _, err := json.Parse(stream, &r, 0); err != nil {
				b.Fatal(err)
			}
		}
	}).AllocedBytesPerOp()
	if perCall > 600 {
		t.Errorf("%d bytes are allocated for a value of %d", perCall, len(one))
	}
}

// TestParseLeavesItsTargetOnSyntaxErrors has targets that are zero, which are decoded
// into at once, and others.
func TestParseLeavesItsTargetOnSyntaxErrors(t *testing.T) {
	type record struct {
		A int
		B []string
	}
	for _, text := range []string{``, ` `, `{"A":1`, `{"A":1,"B":["x",]}`, `{"A":1,"B":["x"]`, `{"A":01}`, `{"A":"text","B":[}`, `nul`, `[`} {
		for _, before := range []record{{}, {A: 5, B: []string{"kept"}}} {
			after := record{before.A, append([]string(nil), before.B...)}
			rest, err := json.Parse([]byte(text), &after, 0)
			if _, ok := err.(*json.SyntaxError); !ok || string(rest) != text || !reflect.DeepEqual(after, before) {
				t.Errorf("%s: %+v, rest %q, %v", text, after, rest, err)
			}
		}
	}
	var r record
	if rest, err := json.Parse([]byte(`{"A":"text","B":["x"]} ]`), &r, 0); err == nil || string(rest) != `{"A":"text","B":["x"]} ]` || len(r.B) != 1 {
		t.Errorf("%+v, rest %q, %v", r, rest, err)
	}
}
