// Command extensions shows the extended profile: what of Go's types BEVE keeps on
// request, in forms that the Go, TypeScript and Python packages of this project read,
// and other implementations of BEVE do not.
//
//	go run ./examples/extensions
package main

import (
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"regexp"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/extended"
	"github.com/beve-org/beve-go/translator"
)

// Booking is a struct of types that have forms of their own.
type Booking struct {
	ID     beve.UUID      `json:"id"`
	Made   time.Time      `json:"made"`
	Stay   beve.Interval  `json:"stay"`
	Notice time.Duration  `json:"notice"`
	Rooms  *regexp.Regexp `json:"rooms"`
	Guests []string       `json:"guests"`
}

var arrival = time.Date(2026, 7, 1, 15, 0, 0, 0, time.FixedZone("", 2*3600))

func someBookings(n int) []Booking {
	bookings := make([]Booking, n)
	for i := range bookings {
		bookings[i] = Booking{
			ID:     beve.UUID{0x01, 0x8f, 6: 0x70, 8: 0x80, 15: byte(i)},
			Made:   arrival.AddDate(0, -6, i),
			Stay:   beve.Interval{Start: arrival, End: arrival.AddDate(0, 0, 7)},
			Notice: 48 * time.Hour,
			Rooms:  regexp.MustCompile(`(?i)^sea-\d+$`),
			Guests: []string{"Ada", "Grace"},
		}
	}
	return bookings
}

func main() {
	if err := run(os.Stdout); err != nil {
		log.Fatal(err)
	}
}

func run(w io.Writer) error {
	for _, step := range []func(io.Writer) error{types, tables, index, single} {
		if err := step(w); err != nil {
			return err
		}
	}
	return nil
}

// types writes a struct in both profiles. Unmarshal reads either; into an interface, it
// gives the types that went in.
func types(w io.Writer) error {
	booking := &someBookings(1)[0]
	portable, err := beve.Marshal(booking)
	if err != nil {
		return err
	}
	extended, err := beve.MarshalAuto(booking)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "a booking: %d bytes portable, %d extended\n", len(portable), len(extended))

	text, err := translator.ToJSON(extended)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s\n", text)

	var v map[string]any
	if err := beve.Unmarshal(extended, &v); err != nil {
		return err
	}
	for _, name := range []string{"id", "made", "stay", "notice", "rooms"} {
		fmt.Fprintf(w, "  %-6s %T\n", name, v[name])
	}

	var got Booking
	if err := beve.Unmarshal(extended, &got); err != nil {
		return err
	}
	fmt.Fprintf(w, "a stay of %v; SEA-12 is one of its rooms: %v\n", got.Stay.Duration(), got.Rooms.MatchString("SEA-12"))
	return nil
}

// tables writes the names of members once for all the elements of a slice.
func tables(w io.Writer) error {
	bookings := someBookings(100)
	portable, err := beve.Marshal(bookings)
	if err != nil {
		return err
	}
	table, err := beve.MarshalAuto(bookings)
	if err != nil {
		return err
	}
	var got []Booking
	if err := beve.Unmarshal(table, &got); err != nil {
		return err
	}
	fmt.Fprintf(w, "100 bookings: %d bytes portable, %d as a %s, %d read\n",
		len(portable), len(table), extended.DetectEncoding(table), len(got))
	return nil
}

// index writes an object whose members can be found without a look at the others.
func index(w io.Writer) error {
	data, err := beve.EncodeIndexedObject(map[string]any{"hotel": "Miramar", "rooms": 40, "bookings": someBookings(1000)})
	if err != nil {
		return err
	}
	rooms, err := extended.Field[int](data, "rooms")
	if err != nil {
		return err
	}
	guest, err := extended.ReadFieldByPath(data, "/bookings/999/guests/1")
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%d rooms; the last guest is %v\n", rooms, guest)

	object, err := beve.OpenIndexed(data) // for many lookups
	if err != nil {
		return err
	}
	for name, member := range object.Range {
		fmt.Fprintf(w, "  %-8s %v\n", name, member.Kind())
	}
	_, err = extended.Field[string](data, "stars")
	fmt.Fprintln(w, "no such member:", errors.Is(err, beve.ErrMissing))
	return nil
}

// single writes values by themselves, and says what each is.
func single(w io.Writer) error {
	stamp, err := beve.MarshalTimestamp(arrival)
	if err != nil {
		return err
	}
	at, err := beve.UnmarshalTimestamp(stamp)
	if err != nil {
		return err
	}
	id, err := beve.MarshalUUIDString("018f0000-0000-7000-8000-000000000001")
	if err != nil {
		return err
	}
	pattern, err := extended.EncodeRegExp(`(?<=sea-)\d+`, extended.FlagGlobal) // in the syntax of another language
	if err != nil {
		return err
	}
	for _, data := range [][]byte{stamp, id, pattern} {
		text, err := translator.ToJSON(data)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%-9s  %2d bytes  %s\n", extended.DetectEncoding(data), len(data), text)
	}
	fmt.Fprintln(w, "to the nanosecond:", at.Equal(arrival))
	return nil
}
