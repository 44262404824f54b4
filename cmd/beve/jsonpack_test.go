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
		{[]string{"-n", "User"}, modelUser{modelBase: modelBase{skipped: 1}}, jsonpack.LittleEndian},
		{[]string{"-n", "User", "-b"}, modelUser{}, jsonpack.BigEndian},
		{[]string{"--name", "Users"}, []modelUser{}, jsonpack.LittleEndian},
	} {
		s, err := jsonpack.NewJSONPack().AddSchema("x", c.v, c.order)
		if err != nil {
			t.Fatal(err)
		}
		args := append([]string{"jsonpack", "schema", "-s", dir}, c.args...)
		if got, want := beveOK(t, args...), string(s.GetSchemaDefText())+"\n"; got != want {
			t.Errorf("%q gives\n%s, want\n%s", c.args, got, want)
		}
	}
	out := filepath.Join(t.TempDir(), "place.json")
	if got := beveOK(t, "jsonpack", "schema", "-s", dir, "-n", "Place", "-p", "-o", out); got != "" {
		t.Errorf("prints %q", got)
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
	if got := read(t, out); got != want {
		t.Errorf("%s", got)
	}
}

func TestJSONPackSchemaRefusesWhatHasNone(t *testing.T) {
	dir := modelFolder(t)
	for name, says := range map[string]string{
		"Loop": "contains itself", "Table": "field Cells: unknown data type 'map[string]int'", "Any": "field V: unknown data type",
		"Twice": `named "n"`, "Nobody": "no type Nobody", "Broken": "X", "Level": "wrong data type",
	} {
		r := beveIn(t, "", "jsonpack", "schema", "-s", dir, "-n", name)
		if r.code != exitBad || r.out != "" || !strings.Contains(r.err, says) {
			t.Errorf("%s: code %d, %q, %s", name, r.code, r.out, r.err)
		}
	}
	for _, args := range [][]string{{"jsonpack", "schema"}, {"jsonpack", "schema", "-n", "User", "more"}, {"jsonpack", "nothing"}} {
		if r := beveIn(t, "", args...); r.code != exitUsage {
			t.Errorf("%q: code %d, %s", args, r.code, r.err)
		}
	}
	if r := beveIn(t, "", "jsonpack", "schema", "-s", t.TempDir(), "-n", "User"); r.code != exitBad {
		t.Errorf("an empty folder: code %d, %s", r.code, r.err)
	}
	if !strings.Contains(beveOK(t, "jsonpack"), "schema") {
		t.Error("the command does not list its own")
	}
}
