package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/jsonpack"
)

// modelSource is a package with the types of modelled, and some that have no schema.
const modelSource = `package model

import "time"

type base struct {
	ID int64 ` + "`json:\"id\"`" + `
	skipped int
}

type Place struct{ Lat, Lon float32 }

type Level uint8

type User struct {
	base
	Name    string            ` + "`json:\"name,omitempty\"`" + `
	Hidden  string            ` + "`json:\"-\"`" + `
	Places  []*Place          ` + "`json:\"places\"`" + `
	Grid    [2][3]uint16
	Level   Level             ` + "`json:\"level\"`" + `
	At      time.Time         ` + "`json:\"at\"`" + `
	Took    time.Duration     ` + "`json:\"took\"`" + `
}

type Users []User

type Loop struct{ Next *Loop }

type Table struct{ Cells map[string]int }

type Any struct{ V any }

type Twice struct {
	A int ` + "`json:\"n\"`" + `
	B int ` + "`json:\"n\"`" + `
}

type Broken struct{ X NoSuchType }
`

type modelBase struct {
	ID      int64 `json:"id"`
	skipped int
}

type modelPlace struct{ Lat, Lon float32 }

type modelUser struct {
	modelBase
	Name   string        `json:"name,omitempty"`
	Hidden string        `json:"-"`
	Places []*modelPlace `json:"places"`
	Grid   [2][3]uint16
	Level  uint8         `json:"level"`
	At     time.Time     `json:"at"`
	Took   time.Duration `json:"took"`
}

func modelFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/model\n\ngo 1.26\n", "model.go": modelSource} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("GOWORK", "off")
	return dir
}

func TestJSONPackSchemaIsThatOfAddSchema(t *testing.T) {
	dir := modelFolder(t)
	for _, c := range []struct {
		args  []string
		v     any
		order jsonpack.ByteOrder
	}{
		{[]string{"-type", "User"}, modelUser{modelBase: modelBase{skipped: 1}}, jsonpack.LittleEndian},
		{[]string{"-type", "User", "-big-endian"}, modelUser{}, jsonpack.BigEndian},
		{[]string{"-type", "Users"}, []modelUser{}, jsonpack.LittleEndian},
	} {
		s, err := jsonpack.NewJSONPack().AddSchema("x", c.v, c.order)
		if err != nil {
			t.Fatal(err)
		}
		status, got, errs := bevegen(append(append([]string{"schema"}, c.args...), dir)...)
		if want := string(s.GetSchemaDefText()) + "\n"; status != 0 || got != want {
			t.Errorf("%q: status %d, %s, gives\n%s, want\n%s", c.args, status, errs, got, want)
		}
	}
	out := filepath.Join(t.TempDir(), "place.json")
	if status, got, errs := bevegen("schema", "-type", "Place", "-pretty", "-output", out, dir); status != 0 || got != "" {
		t.Errorf("status %d, %s, prints %q", status, errs, got)
	}
	const want = `{
  "order": [
    "Lat",
    "Lon"
  ],
  "properties": {
    "Lat": {
      "type": "float32LE"
    },
    "Lon": {
      "type": "float32LE"
    }
  },
  "type": "object"
}
`
	if got, err := os.ReadFile(out); err != nil || string(got) != want {
		t.Errorf("%v, %s", err, got)
	}
}

func TestJSONPackSchemaRefusesWhatHasNone(t *testing.T) {
	dir := modelFolder(t)
	for name, says := range map[string]string{
		"Loop": "contains itself", "Table": "field Cells: unknown data type 'map[string]int'", "Any": "field V: unknown data type",
		"Twice": `named "n"`, "Nobody": "no type Nobody", "Broken": "X", "Level": "wrong data type",
	} {
		status, out, errs := bevegen("schema", "-type", name, dir)
		if status != 1 || out != "" || !strings.Contains(errs, says) {
			t.Errorf("%s: status %d, %q, %s", name, status, out, errs)
		}
	}
	for _, args := range [][]string{{}, {"-type", "User", "folder", "more"}, {"-nothing"}, {dir}} {
		if status, out, errs := bevegen(append([]string{"schema"}, args...)...); status != 2 || out != "" || !strings.Contains(errs, "usage") {
			t.Errorf("%q: status %d, %q, %s", args, status, out, errs)
		}
	}
	if status, _, errs := bevegen("schema", "-type", "User", t.TempDir()); status != 1 || errs == "" {
		t.Errorf("an empty folder: status %d, %s", status, errs)
	}
	if status, _, errs := bevegen("schema", "-h"); status != 0 || !strings.Contains(errs, "-big-endian") {
		t.Errorf("status %d, %s", status, errs)
	}
}
