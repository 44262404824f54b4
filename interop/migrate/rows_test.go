package migrate_test

import (
	stdjson "encoding/json"
	"maps"
	"slices"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/migrate"
)

// rows has the tests of a table's rows, by what stands in their first cell.
type rows map[string]func(t *testing.T)

// Each row of the tables of bytes and behaviour is run, against the package that it is about
// where the go command finds it and against bytes of it elsewhere.
func TestDifferencesAreWhatTheTablesSay(t *testing.T) {
	tables := map[string]rows{
		"json": stdJSONRows, "segmentio": segmentioRows, "msgp": msgpRows, "msgpack": {}, "cbor": cborRows,
		"protobuf": protobufRows, "beve": originalRows, "jsonpack": {}, "zebrapack": zebrapackRows,
	}
	for _, lib := range migrate.All() {
		t.Run(lib.ID, func(t *testing.T) { hold(t, lib.Differences, tables[lib.ID]) })
	}
	t.Run("JSON to BEVE", func(t *testing.T) { hold(t, migrate.ToBEVE, toBEVERows) })
}

func hold(t *testing.T, table []migrate.Difference, tests rows) {
	left := maps.Clone(tests)
	for _, row := range table {
		test := tests[row.What]
		if test == nil {
			t.Errorf("no test for %s", row.What)
			continue
		}
		delete(left, row.What)
		t.Run(row.What, test)
	}
	if len(left) > 0 {
		t.Error("there are no rows for", slices.Collect(maps.Keys(left)))
	}
}

func same(t *testing.T, theirs, ours string) {
	t.Helper()
	if theirs != ours {
		t.Errorf("%s there, %s here", theirs, ours)
	}
}

// text is what a function that marshals returns, or its error.
func text(b []byte, err error) string {
	if err != nil {
		return "error: " + err.Error()
	}
	return string(b)
}

// ours is what beve.Marshal writes.
func ours(t *testing.T, v any) []byte {
	t.Helper()
	b, err := beve.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// at is a part of a message of BEVE.
func at(t *testing.T, message []byte, path beve.Pointer) beve.View {
	t.Helper()
	view, err := beve.NewView(message)
	if err != nil {
		t.Fatal(err)
	}
	if view, err = view.At(path); err != nil {
		t.Fatal(err)
	}
	return view
}

// keys are the names of an object's members, in their order.
func keys(t *testing.T, message []byte) (names []string) {
	t.Helper()
	for m, err := range at(t, message, "").Members() {
		if err != nil {
			t.Fatal(err)
		}
		name, err := m.Name()
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	return names
}

func anyOf(t *testing.T, message []byte) (v any) {
	t.Helper()
	if err := beve.Unmarshal(message, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func anyOfJSON(t *testing.T, in string) (v any) {
	t.Helper()
	if err := stdjson.Unmarshal([]byte(in), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// panics reports whether f does.
func panics(f func()) (yes bool) {
	defer func() { yes = recover() != nil }()
	f()
	return false
}
