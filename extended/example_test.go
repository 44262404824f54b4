package extended_test

import (
	"fmt"
	"log"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/extended"
)

// A span of time is a message of 14 bytes, which a buffer takes without allocation.
func Example() {
	buf := make([]byte, 0, 64)
	buf = extended.AppendDuration(buf, 90*time.Second)
	fmt.Println(extended.DetectEncoding(buf), len(buf), "bytes")
	fmt.Println(extended.DecodeDuration(buf))
	// Output:
	// duration 14 bytes
	// 1m30s <nil>
}

// Visit is a record with times.
type Visit struct {
	Page string        `json:"page"`
	At   time.Time     `json:"at"`
	Took time.Duration `json:"took"`
}

func visits(n int) []Visit {
	list := make([]Visit, n)
	for i := range list {
		list[i] = Visit{"/home", time.Unix(1_700_000_000+int64(i), 0).UTC(), time.Duration(i) * time.Millisecond}
	}
	return list
}

func ExampleEncodeTypedArray() {
	data, err := extended.EncodeTypedArray(visits(2))
	if err != nil {
		log.Fatal(err)
	}
	var rows []map[string]any
	err = beve.Unmarshal(data, &rows)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(extended.DetectEncoding(data), len(rows), rows[1]["page"], rows[1]["took"])
	// Output: table 2 /home 1ms
}

func ExampleField() {
	data, err := beve.EncodeIndexedObject(map[string]any{"id": 7, "name": "roof", "samples": make([]float64, 1000)})
	if err != nil {
		log.Fatal(err)
	}
	id, err := extended.Field[int64](data, "id") // looks at the index and at one value
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(id)
	// Output: 7
}

func ExampleReadFieldByPath() {
	v := map[string]any{"user": map[string]any{"name": "Ada", "tags": []string{"x", "y"}}}
	data, err := beve.IndexOptions{IncludeNested: true}.Marshal(v)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(extended.ReadFieldByPath(data, "user.name"))
	fmt.Println(extended.ReadFieldByPath(data, "/user/tags/1"))
	user, err := beve.ReadFieldByName(data, "user")
	fmt.Println(user, err)
	some, err := extended.ReadFieldsByName(data, []string{"user", "none"})
	fmt.Println(len(some), err)
	var all map[string]any
	err = beve.Unmarshal(data, &all)
	fmt.Println(len(all), err)
	// Output:
	// Ada <nil>
	// y <nil>
	// map[name:Ada tags:[x y]] <nil>
	// 1 <nil>
	// 1 <nil>
}

func ExampleDetectEncoding() {
	for _, v := range []any{1, time.Second, beve.UUID{}} {
		data, err := beve.MarshalAuto(v)
		if err != nil {
			log.Fatal(err)
		}
		id, err := extended.GetExtensionID(data)
		fmt.Println(extended.DetectEncoding(data), extended.IsExtension(data), id, err != nil, extended.SupportsExtension(id))
	}
	// Output:
	// standard false 0 true true
	// duration true 5 false true
	// uuid true 8 false true
}
