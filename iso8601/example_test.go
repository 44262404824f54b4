package iso8601_test

import (
	"fmt"
	"time"

	"github.com/beve-org/beve-go/iso8601"
)

func ExampleParse() {
	t, err := iso8601.Parse("2021-03-25T21:36:12.5+02:00")
	fmt.Println(t.UTC(), err)
	_, err = iso8601.Parse("2021-02-30T00:00:00Z")
	fmt.Println(err)
	// Output:
	// 2021-03-25 19:36:12.5 +0000 UTC <nil>
	// invalid ISO8601 timestamp: day out of range
}

func ExampleParseFlexible() {
	t, err := iso8601.ParseFlexible("2021-W12-4", iso8601.AllowWeekDate|iso8601.AllowMissingTime, time.UTC)
	fmt.Println(t, err)
	// Output: 2021-03-25 00:00:00 +0000 UTC <nil>
}

func ExampleValid() {
	fmt.Println(iso8601.Valid("2021-03-25 21:36:12", iso8601.Flexible))
	fmt.Println(iso8601.Valid("2021-03-25 21:36:12", iso8601.Strict))
	// Output:
	// true
	// false
}

func ExampleAppendTime() {
	at := time.Date(2021, 3, 25, 21, 36, 12, 5e8, time.UTC)
	fmt.Println(string(iso8601.AppendTime(nil, at)))
	// Output: 2021-03-25T21:36:12.5Z
}

func ExampleParseDuration() {
	d, err := iso8601.ParseDuration("PT1H2M3.5S")
	fmt.Println(d, err)
	fmt.Println(string(iso8601.AppendDuration(nil, d)))
	// Output:
	// 1h2m3.5s <nil>
	// PT1H2M3.5S
}
