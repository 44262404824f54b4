package main

import (
	"encoding/json"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/beve-org/beve-go/cmd/zebrapack/testdata/recursive"
	"github.com/beve-org/beve-go/zebrapack"
)

// TestSchemaOfRecursiveTypes compares the schemas of types that contain themselves, and reads by both what is
// written without the names of structs.
func TestSchemaOfRecursiveTypes(t *testing.T) {
	generated, err := schemaAt(filepath.Join("testdata", "recursive"), false)
	if err != nil {
		t.Fatal(err)
	}
	reflected, err := zebrapack.SchemaOf[recursive.Root]()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*zebrapack.Schema{generated, reflected} {
		for _, st := range s.Structs {
			for i := range st.Fields {
				st.Fields[i].TypeStr = "" // Go does not say how a type was spelled
			}
		}
	}
	alike(t, generated, reflected)
	if !reflect.DeepEqual(generated.Names(), reflected.Names()) {
		t.Errorf("the generator has %v, reflection %v", generated.Names(), reflected.Names())
	}
	leaf := recursive.Leaf{V: 1}
	kids := recursive.Kids{{Name: "a", Kids: recursive.Kids{{Name: "b"}}}}
	root := recursive.Root{
		Expr:  recursive.Pair{Both: [2]recursive.Expr{leaf, recursive.List{leaf, recursive.List{}}}, More: recursive.List{leaf}, By: recursive.Names{"a": leaf}},
		Nodes: recursive.Nodes{"a": {N: 1, Nodes: recursive.Nodes{"b": {N: 2}}}},
		Kids:  kids,
		Rows:  recursive.Rows{{N: 1, Cells: recursive.Cells{{{N: 2}}, nil}}},
		Next:  &recursive.Ring{All: map[int64]recursive.Loop{7: {{All: map[int64]recursive.Loop{8: {}}}}}},
		Deep:  []recursive.Kids{kids, nil},
	}
	data, err := zebrapack.EncodeOptions{NoStructNames: true}.Marshal(&root)
	if err != nil {
		t.Fatal(err)
	}
	var shown [2]any
	for i, s := range []*zebrapack.Schema{generated, reflected} {
		text, err := zebrapack.TranslateOptions{Root: "Root"}.ToJSON(s, data)
		if err == nil {
			err = json.Unmarshal(text, &shown[i])
		}
		if err != nil {
			t.Errorf("%s\n%v", text, err)
		}
	}
	if !reflect.DeepEqual(shown[0], shown[1]) {
		t.Errorf("by the schema of the generator %v, of reflection %v", shown[0], shown[1])
	}
}
