// Command tags shows what struct tags do, and one struct on every wire.
//
//	go run ./examples/tags
package main

import (
	"fmt"
	"io"
	"log"
	"os"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/extended"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/jsonpack"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/zebrapack"
)

// Stamp is embedded: its fields are those of the struct around it.
type Stamp struct {
	ID      int       `json:"id"`
	Changed time.Time `json:"changed,omitzero"` // left out if it is the zero time
}

// Account has a field for every rule. The rules are those of encoding/json, and BEVE
// follows them; a tag of its own is needed only where BEVE is to differ.
type Account struct {
	Stamp
	Name     string              `json:"name"`
	Email    string              `json:"email,omitempty"`   // left out if it is empty
	Serial   uint64              `json:"serial,string"`     // digits in quotes, for readers in JavaScript
	Password string              `json:"-"`                 // never written, never read
	Level    int                 `json:"level" beve:"lvl"`  // another name in BEVE
	Rest     map[string]beve.Raw `json:"-" beve:",unknown"` // members that no other field takes
	cached   bool                // unexported: neither written nor read
}

// Point goes over every wire: names for BEVE, JSON and JSONPack, names for MessagePack,
// and numbers for ZebraPack, which stay when names change.
type Point struct {
	Name string  `json:"name" msg:"name" zid:"0"`
	X    float64 `json:"x" msg:"x" zid:"1"`
	Y    float64 `json:"y" msg:"y" zid:"2"`
}

func main() {
	if err := run(os.Stdout); err != nil {
		log.Fatal(err)
	}
}

func run(w io.Writer) error {
	if err := rules(w); err != nil {
		return err
	}
	if err := unknown(w); err != nil {
		return err
	}
	return everyWire(w)
}

// rules writes an account as JSON, and as BEVE, printed as the JSON that it stands for.
func rules(w io.Writer) error {
	account := Account{Stamp: Stamp{ID: 7}, Name: "Ada", Serial: 1<<63 + 1, Password: "secret", Level: 3, cached: true}
	text, err := json.Marshal(&account)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "JSON  %s\n", text)

	data, err := beve.Marshal(&account)
	if err != nil {
		return err
	}
	if text, err = translator.ToJSON(data); err != nil {
		return err
	}
	fmt.Fprintf(w, "BEVE  %s\n", text)
	return nil
}

// unknown passes on members that a newer program has added: this one does not know
// them, and loses nothing.
func unknown(w io.Writer) error {
	newer, err := beve.Marshal(map[string]any{"name": "Ada", "theme": "dark"})
	if err != nil {
		return err
	}
	var account Account
	if err := beve.Unmarshal(newer, &account); err != nil {
		return err
	}
	account.Name = "Grace"
	data, err := beve.Marshal(&account)
	if err != nil {
		return err
	}
	theme, err := extended.Field[string](data, "theme")
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "kept  theme is still %s\n\n", theme)
	return nil
}

// everyWire prints the bytes of one struct in every format, and reads them back.
func everyWire(w io.Writer) error {
	schema, err := jsonpack.NewJSONPack().AddSchema("point", Point{})
	if err != nil {
		return err
	}
	wires := []struct {
		name      string
		marshal   func(v any) ([]byte, error)
		unmarshal func(data []byte, v any) error
	}{
		{"JSON", json.Marshal, json.Unmarshal},
		{"BEVE", beve.Marshal, beve.Unmarshal},
		{"MessagePack", msgpack.Marshal, msgpack.Unmarshal},
		{"ZebraPack", zebrapack.Marshal, zebrapack.Unmarshal},
		{"JSONPack", schema.Encode, schema.Decode},
	}
	for _, wire := range wires {
		point := Point{"pole", 1.5, -2}
		data, err := wire.marshal(&point)
		if err != nil {
			return fmt.Errorf("%s: %w", wire.name, err)
		}
		var got Point
		if err := wire.unmarshal(data, &got); err != nil {
			return fmt.Errorf("%s: %w", wire.name, err)
		}
		if got != point {
			return fmt.Errorf("%s: %v came back as %v", wire.name, point, got)
		}
		fmt.Fprintf(w, "%-11s  %2d bytes  %q\n", wire.name, len(data), data)
	}
	return nil
}
