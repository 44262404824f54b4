package beve_test

import (
	"errors"
	"fmt"
	"log"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/canonical"
	"github.com/beve-org/beve-go/column"
	jsoncanonical "github.com/beve-org/beve-go/json/canonical"
	jsoncolumn "github.com/beve-org/beve-go/json/column"
	jsonpatch "github.com/beve-org/beve-go/json/patch"

	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/patch"
	"github.com/beve-org/beve-go/translator"
)

// The code of docs/documents.md.

func text(msg []byte) string {
	s, err := translator.ToJSONString(msg)
	if err != nil {
		log.Fatal(err)
	}
	return s
}

func Example_patches() {
	msg, err := beve.Marshal(map[string]any{"theme": "light"})
	if err != nil {
		log.Fatal(err)
	}
	msg, err = patch.Set(msg, "/theme", "dusk!")      // the same length: written over "light"
	msg, err = patch.Insert(msg, "/sizes", []int{10}) // a new member
	msg, err = patch.Append(msg, "/sizes", 12)        // the last element
	msg, err = patch.Insert(msg, "/sizes/0", 8)       // before the first
	msg, err = patch.Delete(msg, "/theme")
	fmt.Println(text(msg), err)

	_, err = patch.Insert(msg, "/sizes", 1)
	fmt.Println(errors.Is(err, beve.ErrDuplicate), err)
	// Output:
	// {"sizes":[8,10,12]} <nil>
	// true beve: /sizes at byte 0: there is a member "sizes"
}

func Example_batches() {
	msg, err := beve.Marshal(map[string]any{"n": 1, "list": []int{1, 2}})
	if err != nil {
		log.Fatal(err)
	}
	var b patch.Batch
	b.Test("/n", 1).Set("/n", 2).Append("/list", 3).Move("/list/0", "/first")
	now, err := b.Do(msg)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(now != nil, err)

	now, err = patch.ApplyJSON(now, []byte(`[
		{"op": "test", "path": "/n", "value": 2},
		{"op": "replace", "path": "/list/1", "value": "three"},
		{"op": "copy", "from": "/list", "path": "/again"}]`))
	fmt.Println(err)

	now, err = patch.MergeJSON(now, []byte(`{"n": null, "sub": {"x": 1}}`))
	fmt.Println(err)

	diff, err := patch.Diff(msg, now)
	if err != nil {
		log.Fatal(err)
	}
	same, err := patch.Apply(msg, diff)
	none, _ := patch.Diff(same, now)
	fmt.Println(text(none), err)
	// Output:
	// true <nil>
	// <nil>
	// <nil>
	// [] <nil>
}

func Example_canonical() {
	type order struct {
		N    uint64  `json:"n"`
		List []int32 `json:"list"`
	}
	a, err := canonical.Marshal(order{1, []int32{1, 2}})
	if err != nil {
		log.Fatal(err)
	}
	b, err := beve.Marshal(order{1, []int32{1, 2}})
	if err != nil {
		log.Fatal(err)
	}
	c, err := canonical.Append(nil, b)
	fmt.Println(string(a) == string(c), err)
	fmt.Println(canonical.Check(b))

	var o order
	err = beve.DecodeOptions{RequireCanonical: true}.Unmarshal(a, &o)
	fmt.Println(o, err)

	out, err := jsoncanonical.Append(nil, []byte(`{"b": 1.0, "a": [1e2, "\u00fc"]}`))
	fmt.Println(string(out), err)
	// Output:
	// true <nil>
	// beve: at byte 6: not in canonical form: key "list" after "n"
	// {1 [1 2]} <nil>
	// {"a":[100,"ü"],"b":1} <nil>
}

func Example_columns() {
	type item struct {
		Name  string  `json:"name"`
		Price float64 `json:"price"`
		Stock int     `json:"stock"`
	}
	msg, err := beve.Marshal(map[string]any{
		"items":  []item{{"pen", 1.5, 20}, {"ink", 12, 0}, {"pad", 4, 7}},
		"levels": []float32{0.25, 0.5, 0.75},
	})
	if err != nil {
		log.Fatal(err)
	}
	v, err := beve.NewView(msg)
	if err != nil {
		log.Fatal(err)
	}
	inStock := column.From(v, "/items/*").Where("/stock", column.AtLeast(1))
	prices, err := column.Of[float64](inStock, "/price")
	fmt.Println(prices, err)

	n, err := column.From(v, "/levels/*").Where("", column.Between(0.3, 0.8)).Count()
	fmt.Println(n, err)

	for row, err := range inStock.Where("/name", column.Func(func(s string) bool { return len(s) == 3 })).Each() {
		if err != nil {
			log.Fatal(err)
		}
		var it item
		fmt.Println(row.Path(), row.Decode(&it), it.Name)
	}
	// Output:
	// [1.5 4] <nil>
	// 2 <nil>
	// /items/0 <nil> pen
	// /items/2 <nil> pad
}

func Example_documentsOfJSON() {
	doc := []byte(`{"items": [{"price": 2}, {"price": 3}]}`)
	doc, err := jsonpatch.Append(doc, "/items", map[string]int{"price": 4})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(doc))
	v, err := json.NewView(doc)
	if err != nil {
		log.Fatal(err)
	}
	prices, err := jsoncolumn.Of[int](jsoncolumn.From(v, "/items/*"), "/price")
	fmt.Println(prices, err)
	// Output:
	// {"items": [{"price": 2}, {"price": 3},{"price":4}]}
	// [2 3 4] <nil>
}
