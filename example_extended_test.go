// Examples of the extended profile. The code in docs/extensions.md is taken from here.

package beve_test

import (
	"fmt"
	"log"
	"regexp"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/extended"
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
	compact, err := beve.MarshalAuto(list)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(portable), "and", len(compact), "bytes")

	// Unmarshal reads both.
	var got []Visit
	if err := beve.Unmarshal(compact, &got); err != nil {
		log.Fatal(err)
	}
	fmt.Println(got[1].At, got[1].Took)
	// Output:
	// 4900 and 3517 bytes
	// 2023-11-14 22:13:21 +0000 UTC 1ms
}

func ExampleMarshalTyped() {
	data, err := beve.MarshalTyped(visits(1))
	if err != nil {
		log.Fatal(err)
	}
	var list []Visit
	if err := beve.Unmarshal(data, &list); err != nil {
		log.Fatal(err)
	}
	text, err := translator.ToJSON(data)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(list[0].Page, string(text))
	// Output: /home [{"page":"/home","at":"2023-11-14T22:13:20Z","took":"PT0S"}]
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
	fmt.Println(object.Len())
	// Output:
	// roof <nil>
	// id number
	// name string
	// 2
}

func ExampleMarshalTimestamp() {
	data, err := beve.MarshalTimestamp(time.Date(2024, 2, 29, 12, 0, 0, 5, time.FixedZone("", 3600)))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(beve.UnmarshalTimestamp(data))
	fmt.Println(extended.DecodeTimestamp(data))
	data, err = extended.EncodeTimestamp(beve.Timestamp{Seconds: 1})
	fmt.Printf("% x %v\n", data, err)
	// Output:
	// 2024-02-29 12:00:00.000000005 +0100 +0100 <nil>
	// {1709204400 5 60} <nil>
	// 26 06 01 00 00 00 00 00 00 00 00 00 00 00 <nil>
}

func ExampleEncodeDuration() {
	data, _ := beve.EncodeDuration(-90 * time.Second)
	fmt.Println(extended.DecodeDuration(data))
	// Output: -1m30s <nil>
}

func ExampleEncodeInterval() {
	start := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	data, err := beve.EncodeInterval(start, start.Add(time.Hour))
	if err != nil {
		log.Fatal(err)
	}
	v, err := extended.DecodeInterval(data)
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
	id, err := extended.UnmarshalUUID(data)
	fmt.Println(beve.UUID(id), beve.UUID(id).Version(), len(data), err)
	again, _ := beve.MarshalUUID(id)
	fmt.Println(extended.UnmarshalUUIDString(again))
	// Output:
	// 6ba7b810-9dad-11d1-80b4-00c04fd430c8 1 18 <nil>
	// 6ba7b810-9dad-11d1-80b4-00c04fd430c8 <nil>
}

func ExampleMarshalRegExp() {
	data, err := beve.MarshalRegExp(regexp.MustCompile(`(?i)^a+$`))
	if err != nil {
		log.Fatal(err)
	}
	parts, err := extended.DecodeRegExp(data)
	fmt.Println(parts.Pattern, parts.Flags, err)
	re, err := beve.UnmarshalRegExp(data)
	fmt.Println(re, re.MatchString("AA"), err)
	data, err = extended.EncodeRegExp(`(?<=a)b`, extended.FlagGlobal) // of another language
	fmt.Println(len(data), err)
	// Output:
	// ^a+$ i <nil>
	// (?i)^a+$ true <nil>
	// 10 <nil>
}
