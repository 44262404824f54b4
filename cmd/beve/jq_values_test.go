package main

import (
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/beve-org/beve-go/cmd/internal/source"
)

// TestValuesOfQueriesAreThoseOfDocuments, read from bytes or by way of a document.
func TestValuesOfQueriesAreThoseOfDocuments(t *testing.T) {
	var files []string
	for range 50 {
		r := rand.New(rand.NewPCG(11, uint64(len(files))))
		format, data := orders(r)
		files = append(files, file(t, "in."+format, data))
	}
	vectors, err := filepath.Glob("testdata/*.beve")
	if err != nil {
		t.Fatal(err)
	}
	typed := file(t, "typed.json", []byte(`{"a":[1,2,3],"b":["x","y"],"c":[true,false],"d":[1.5,2],"e":18446744073709551615,"f":-1e300,"a":{"a":null}}`))
	out := filepath.Join(t.TempDir(), "typed.beve")
	beveOK(t, "convert", "--typed-arrays", typed, out)
	n := 0
	for _, name := range append(append(files, vectors...), typed, out) {
		src, err := source.Open(name, source.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var in jqReader
		eachValue(src, func(v source.Value) error {
			got, err := in.read(v.Data)
			want, wantErr := in.byDocument(v.Data)
			if !reflect.DeepEqual(got, want) || (err == nil) != (wantErr == nil) {
				t.Errorf("%s: %v, %v; document %v, %v", name, got, err, want, wantErr)
			}
			n++
			return nil
		})
		src.Close()
	}
	if n < 500 {
		t.Errorf("only %d values", n)
	}
}
