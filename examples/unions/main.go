// Command unions sends values that are one of several types, and types of other packages, on every wire.
//
//	go run ./examples/unions
package main

import (
	"fmt"
	"io"
	"log"
	"net/netip"
	"os"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/types"
	"github.com/beve-org/beve-go/zebrapack"
)

// Event is one of several: its cases are declared below.
type Event interface{ Summary() string }

// SignedIn is a case that is held by value.
type SignedIn struct {
	User string     `json:"user" zid:"0"`
	From netip.Addr `json:"from" zid:"1"`
}

// Paid is one that is held by pointer. Its amount is a type that does not say how it is written.
type Paid struct {
	User string `json:"user" zid:"0"`
	For  Cents  `json:"for" zid:"1"`
}

// Restarted is a case that holds nothing.
type Restarted struct{}

// Unknown keeps events that this version of the program does not know.
type Unknown struct{ beve.Raw }

// Cents is an amount. Pretend that it is declared in another package.
type Cents struct{ n int64 }

// Summary implements Event.
func (e SignedIn) Summary() string { return e.User + " signed in" }

// Summary implements Event.
func (e *Paid) Summary() string { return fmt.Sprint(e.User, " paid ", e.For) }

// Summary implements Event.
func (Restarted) Summary() string { return "restarted" }

// Summary implements Event.
func (*Unknown) Summary() string { return "something else" }

func (c Cents) String() string { return fmt.Sprintf("%d.%02d", c.n/100, c.n%100) }

func parseCents(text string) (c Cents, err error) {
	var whole, rest int64
	if _, err := fmt.Sscanf(text, "%d.%02d", &whole, &rest); err != nil {
		return c, fmt.Errorf("no amount: %q", text)
	}
	return Cents{whole*100 + rest}, nil
}

// One declaration serves all formats. The numbers are for zebrapack, which has no names.
func init() {
	types.Register(
		types.Union[Event](types.Tag("type"),
			types.Case[SignedIn]("signed-in").Number(1),
			types.Case[*Paid]("paid").Number(2),
			types.Unit[Restarted]("restarted").Number(3),
			types.Other[*Unknown]()),
		types.Convert(Cents.String, parseCents),
	)
}

func main() {
	if err := run(os.Stdout); err != nil {
		log.Fatal(err)
	}
}

func run(w io.Writer) error {
	events := []Event{
		SignedIn{"ada", netip.MustParseAddr("192.0.2.7")},
		&Paid{"ada", Cents{1999}},
		Restarted{},
	}
	if err := everyFormat(w, events); err != nil {
		return err
	}
	if err := unknown(w); err != nil {
		return err
	}
	return parts(w, events)
}

// everyFormat writes the events in each format, and reads them again.
func everyFormat(w io.Writer, events []Event) error {
	for _, f := range []struct {
		name      string
		marshal   func(v any) ([]byte, error)
		unmarshal func(data []byte, v any) error
	}{
		{"beve", beve.Marshal, beve.Unmarshal},
		{"json", json.Marshal, json.Unmarshal},
		{"msgpack", msgpack.Marshal, msgpack.Unmarshal},
		{"zebrapack", zebrapack.Marshal, zebrapack.Unmarshal},
	} {
		data, err := f.marshal(events)
		if err != nil {
			return err
		}
		var out []Event
		if err := f.unmarshal(data, &out); err != nil {
			return err
		}
		fmt.Fprintf(w, "%s, %d bytes:", f.name, len(data))
		for _, e := range out {
			fmt.Fprintf(w, " %s;", e.Summary())
		}
		fmt.Fprintln(w)
	}
	// The JSON made of the BEVE is the JSON written directly.
	data, err := beve.Marshal(events)
	if err != nil {
		return err
	}
	text, err := translator.ToJSON(data)
	fmt.Fprintf(w, "%s\n", text)
	return err
}

// unknown passes on an event that a newer program has sent.
func unknown(w io.Writer) error {
	var events []Event
	if err := json.Unmarshal([]byte(`[{"type":"moved","to":[1.5,2.5]}]`), &events); err != nil {
		return err
	}
	text, err := json.Marshal(events)
	fmt.Fprintf(w, "%s: %s\n", events[0].Summary(), text)
	return err
}

// parts asks which events there are without decoding them.
func parts(w io.Writer, events []Event) error {
	data, err := beve.EncodeOptions{Types: byName}.Marshal(events)
	if err != nil {
		return err
	}
	message, err := beve.NewView(data)
	if err != nil {
		return err
	}
	for e, err := range message.Elements() {
		if err != nil {
			return err
		}
		id, value, err := e.Case(named)
		if err != nil {
			return err
		}
		user, err := value.Key("user")
		if err != nil {
			fmt.Fprintln(w, id)
			continue
		}
		name, err := user.String()
		if err != nil {
			return err
		}
		fmt.Fprintln(w, id, name)
	}
	return nil
}

// named declares the same union for some calls only, with the id around the value. Options win over the program.
var (
	named = types.Union[Event](types.Case[SignedIn]("in"), types.Case[*Paid]("paid"), types.Unit[Restarted]("re"))

	byName = types.New(named)
)
