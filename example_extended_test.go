// Examples of the extended profile. The code in docs/extensions.md is taken from here.

package beve_test

import (
	"fmt"
	"log"
	"regexp"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/core"
	"github.com/beve-org/beve-go/translator"
)

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

func ExampleMarshalAuto() {
	list := visits(100)

	portable, err := beve.Marshal(list)
	if err != nil {
		log.Fatal(err)
	}
	extended, err := beve.MarshalAuto(list)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(portable), "and", len(extended), "bytes")

	// Unmarshal reads both.
	var got []Visit
	if err := beve.Unmarshal(extended, &got); err != nil {
		log.Fatal(err)
	}
	fmt.Println(got[1].At, got[1].Took)
	// Output:
	// 4900 and 3517 bytes
	// 2023-11-14 22:13:21 +0000 UTC 1ms
}

func ExampleUnmarshalAuto() {
	data, err := beve.MarshalAuto(map[string]any{"took": 90 * time.Second})
	if err != nil {
		log.Fatal(err)
	}
	var v any
	if err := beve.UnmarshalAuto(data, &v); err != nil {
		log.Fatal(err)
	}
	fmt.Println(v)
	// Output: map[took:1m30s]
}

func ExampleEncodeTypedArray() {
	data, err := beve.EncodeTypedArray(visits(2))
	if err != nil {
		log.Fatal(err)
	}
	rows, err := beve.DecodeTypedArray(data)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(beve.DetectEncoding(data), len(rows), rows[1]["page"], rows[1]["took"])
	// Output: table 2 /home 1ms
}

func ExampleMarshalTyped() {
	data, err := beve.MarshalTyped(visits(1))
	if err != nil {
		log.Fatal(err)
	}
	var list []Visit
	if err := beve.UnmarshalTyped(data, &list); err != nil {
		log.Fatal(err)
	}
	text, err := translator.ToJSON(data)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(list[0].Page, string(text))
	// Output: /home [{"page":"/home","at":"2023-11-14T22:13:20Z","took":"PT0S"}]
}

func ExampleField() {
	data, err := beve.EncodeIndexedObject(map[string]any{"id": 7, "name": "roof", "samples": make([]float64, 1000)})
	if err != nil {
		log.Fatal(err)
	}
	id, err := beve.Field[int64](data, "id") // looks at the index and at one value
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(id)
	// Output: 7
}

func ExampleOpenIndexed() {
	data, err := beve.EncodeIndexedObject(map[string]any{"id": 7, "name": "roof"})
	if err != nil {
		log.Fatal(err)
	}
	object, err := beve.OpenIndexed(data) // reads the index once
	if err != nil {
		log.Fatal(err)
	}
	name, ok := object.Lookup("name")
	if !ok {
		log.Fatal("no name")
	}
	fmt.Println(name.String())
	for name, value := range object.Range {
		fmt.Println(name, value.Kind())
	}
	fmt.Println(object.Len(), beve.HasFieldIndex(data))
	// Output:
	// roof <nil>
	// id number
	// name string
	// 2 true
}

func ExampleReadFieldByPath() {
	v := map[string]any{"user": map[string]any{"name": "Ada", "tags": []string{"x", "y"}}}
	data, err := beve.EncodeIndexedObjectWithOptions(v, beve.IndexOptions{IncludeNested: true})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(beve.ReadFieldByPath(data, "user.name"))
	fmt.Println(beve.ReadFieldByPath(data, "/user/tags/1"))
	user, err := beve.ReadFieldByName(data, "user")
	fmt.Println(user, err)
	some, err := beve.ReadFieldsByName(data, []string{"user", "none"})
	fmt.Println(len(some), err)
	all, err := beve.DecodeIndexedObject(data)
	fmt.Println(len(all), err)
	// Output:
	// Ada <nil>
	// y <nil>
	// map[name:Ada tags:[x y]] <nil>
	// 1 <nil>
	// 1 <nil>
}

func ExampleMarshalTimestamp() {
	data, err := beve.MarshalTimestamp(time.Date(2024, 2, 29, 12, 0, 0, 5, time.FixedZone("", 3600)))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(beve.UnmarshalTimestamp(data))
	fmt.Println(beve.DecodeTimestamp(data))
	data, err = beve.EncodeTimestamp(beve.Timestamp{Seconds: 1})
	fmt.Printf("% x %v\n", data, err)
	// Output:
	// 2024-02-29 12:00:00.000000005 +0100 +0100 <nil>
	// {1709204400 5 60} <nil>
	// 26 06 01 00 00 00 00 00 00 00 00 00 00 00 <nil>
}

func ExampleEncodeDuration() {
	data, _ := beve.EncodeDuration(-90 * time.Second)
	fmt.Println(beve.DecodeDuration(data))
	// Output: -1m30s <nil>
}

func ExampleEncodeInterval() {
	start := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	data, err := beve.EncodeInterval(start, start.Add(time.Hour))
	if err != nil {
		log.Fatal(err)
	}
	v, err := beve.DecodeInterval(data)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(v.Duration(), v.Contains(v.Start), v.Contains(v.End), v.Overlaps(v))
	// Output: 1h0m0s true false true
}

func ExampleMarshalUUIDString() {
	data, err := beve.MarshalUUIDString("6ba7b810-9dad-11d1-80b4-00c04fd430c8")
	if err != nil {
		log.Fatal(err)
	}
	id, err := beve.UnmarshalUUID(data)
	fmt.Println(beve.UUID(id), beve.UUID(id).Version(), len(data), err)
	again, _ := beve.MarshalUUID(id)
	fmt.Println(beve.UnmarshalUUIDString(again))
	// Output:
	// 6ba7b810-9dad-11d1-80b4-00c04fd430c8 1 18 <nil>
	// 6ba7b810-9dad-11d1-80b4-00c04fd430c8 <nil>
}

func ExampleMarshalRegExp() {
	data, err := beve.MarshalRegExp(regexp.MustCompile(`(?i)^a+$`))
	if err != nil {
		log.Fatal(err)
	}
	parts, err := beve.DecodeRegExp(data)
	fmt.Println(parts.Pattern, parts.Flags, err)
	re, err := beve.UnmarshalRegExp(data)
	fmt.Println(re, re.MatchString("AA"), err)
	data, err = beve.EncodeRegExp(`(?<=a)b`, beve.FlagGlobal) // of another language
	fmt.Println(len(data), err)
	// Output:
	// ^a+$ i <nil>
	// (?i)^a+$ true <nil>
	// 10 <nil>
}

func ExampleDetectEncoding() {
	for _, v := range []any{1, time.Second, beve.UUID{}} {
		data, err := beve.MarshalAuto(v)
		if err != nil {
			log.Fatal(err)
		}
		id, err := beve.GetExtensionID(data)
		fmt.Println(beve.DetectEncoding(data), beve.IsExtension(data), id, err != nil, beve.SupportsExtension(id))
	}
	// Output:
	// standard false 0 true true
	// duration true 5 false true
	// uuid true 8 false true
}

func ExampleUnmarshal_arena() {
	data, err := beve.MarshalAuto(visits(100))
	if err != nil {
		log.Fatal(err)
	}
	pool := core.NewArenaPool(1 << 20)

	arena := pool.Get()
	d := core.NewDecoderWithArena(data, arena)
	var list []Visit
	if err := d.Decode(&list); err != nil {
		log.Fatal(err)
	}
	fmt.Println(list[99].Page)
	core.PutDecoderToPool(d)
	pool.Put(arena) // nothing of list may be used from here on
	// Output: /home
}
