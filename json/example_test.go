package json_test

import (
	"errors"
	"fmt"

	"github.com/beve-org/beve-go/json"
)

func ExampleDecodeOptions() {
	var order struct {
		Items []struct {
			Name  string `json:"name"`
			Price int    `json:"price"`
		} `json:"items"`
	}
	options := json.DecodeOptions{Limits: json.Limits{MaxDepth: 8, MaxElements: 1000}}
	err := options.Unmarshal([]byte(`{"items":[{"name":"tea","price":3},{"name":"cup","price":"7"}]}`), &order)
	var where *json.DecodeError
	if errors.As(err, &where) {
		fmt.Println(where.Path, where.Offset)
	}
	err = options.Unmarshal([]byte(`[[[[[[[[[]]]]]]]]]`), new(any))
	fmt.Println(errors.Is(err, json.ErrDepth))
	// Output:
	// /items/1/price 60
	// true
}

func ExampleNewView() {
	view, err := json.NewView([]byte(`{"users":[{"name":"Ann"},{"name":"Bob"}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	name, err := view.At("/users/1/name")
	raw, _ := name.ViewRaw()
	fmt.Printf("%s %v\n", raw, err)
	// Output: "Bob" <nil>
}
