// Command times measures package iso8601 beside the package of segmentio and the
// standard library.
//
//	go run ./times [-rounds 7] [-time 40ms] [-only Parse] [-name laptop-times]
package main

import (
	"flag"
	"log"
	"runtime"
	"time"

	"github.com/segmentio/encoding/iso8601"

	"github.com/beve-org/beve-go/bench/turns"
	ours "github.com/beve-org/beve-go/iso8601"
)

// stamps are the texts that are measured, by the name of their row.
var stamps = []struct {
	name, text string
	valid      bool
}{
	{"seconds", "2021-03-25T21:36:12Z", true},
	{"millis", "2021-03-25T21:36:12.512Z", true},
	{"nanos", "2021-03-25T21:36:12.123456789Z", true},
	{"offset", "2021-03-25T21:36:12.512+02:00", true},
	{"malformed", "2021-03-25T21:36:12.512+0x:00", false},
	{"prose", "The quick brown fox jumps over", false},
}

// Results go here, so that no call can be left out.
var (
	moment time.Time
	failed error
	form   bool
)

func main() {
	run := turns.Flags("times")
	flag.Parse()
	var rows []turns.Row
	for _, s := range stamps {
		text := s.text
		for name, err := range map[string]error{"ours": second(ours.Parse(text)), "segmentio": second(iso8601.Parse(text))} {
			if (err == nil) != s.valid {
				log.Fatalf("%s says of %q %v", name, text, err)
			}
		}
		rows = append(rows, turns.Row{Document: s.name, Mode: "Parse", Bytes: len(text), Sides: []turns.Side{
			{Name: "ours", Call: func() { moment, failed = ours.Parse(text) }},
			{Name: "segmentio", Call: func() { moment, failed = iso8601.Parse(text) }},
			{Name: "time", Call: func() { moment, failed = time.Parse(time.RFC3339Nano, text) }},
		}}, turns.Row{Document: s.name, Mode: "Valid", Bytes: len(text), Sides: []turns.Side{
			{Name: "ours", Call: func() { form = ours.Valid(text, ours.Flexible) }},
			{Name: "segmentio", Call: func() { form = iso8601.Valid(text, iso8601.Flexible) }},
		}})
	}
	if err := run.Do(rows, []turns.Column{
		{Ours: "ours", Theirs: "segmentio", Most: 0.8},
		{Ours: "ours", Theirs: "time", Most: 0.2},
	}); err != nil {
		log.Fatal(err)
	}
	runtime.KeepAlive(moment)
	runtime.KeepAlive(failed)
	runtime.KeepAlive(form)
}

func second(_ time.Time, err error) error { return err }
