package main

import (
	"fmt"
	"os"
)

func Example() {
	if err := run(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// a booking: 182 bytes portable, 140 extended
	// {"id":"018f0000-0000-7000-8000-000000000000","made":"2026-01-01T15:00:00+02:00","stay":{"start":"2026-07-01T15:00:00+02:00","end":"2026-07-08T15:00:00+02:00"},"notice":"PT48H","rooms":{"pattern":"^sea-\\d+$","flags":"i"},"guests":["Ada","Grace"]}
	//   id     scalar.UUID
	//   made   time.Time
	//   stay   scalar.Interval
	//   notice time.Duration
	//   rooms  scalar.RegExpData
	// a stay of 168h0m0s; SEA-12 is one of its rooms: true
	// 100 bookings: 18203 bytes portable, 10537 as a table, 100 read
	// 40 rooms; the last guest is Grace
	//   bookings array
	//   hotel    string
	//   rooms    number
	// no such member: true
	// timestamp  16 bytes  "2026-07-01T15:00:00+02:00"
	// uuid       18 bytes  "018f0000-0000-7000-8000-000000000001"
	// regexp     15 bytes  {"pattern":"(?<=sea-)\\d+","flags":"g"}
	// to the nanosecond: true
}
