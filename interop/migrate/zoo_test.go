package migrate_test

import (
	"bytes"
	"cmp"
	stdjson "encoding/json"
	"fmt"
	"go/types"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	segmentio "github.com/segmentio/encoding/json"
	tinylib "github.com/tinylib/msgp/msgp"
	vmihailenco "github.com/vmihailenco/msgpack/v5"

	"github.com/beve-org/beve-go/internal/migrate"
	"github.com/beve-org/beve-go/interop/migrate/testdata/zoo"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// A way is how a value is written, with the package there and with the one that takes its place.
type way struct {
	call        string
	there, here func(v any) ([]byte, error)
}

// ways are those of the libraries that keep their format.
var ways = map[string][]way{
	"json": {
		{"Marshal", stdjson.Marshal, json.Marshal},
		{"MarshalIndent", func(v any) ([]byte, error) { return stdjson.MarshalIndent(v, ">", "\t") }, func(v any) ([]byte, error) { return json.MarshalIndent(v, ">", "\t") }},
		{"Encoder.Encode", encoded(stdjson.NewEncoder), encoded(json.NewEncoder)},
	},
	"segmentio": {
		{"Marshal", segmentio.Marshal, json.Marshal},
		{"Append", func(v any) ([]byte, error) { return segmentio.Append(nil, v, 0) }, func(v any) ([]byte, error) { return json.Append(nil, v, 0) }},
		{"Encoder.Encode", encoded(segmentio.NewEncoder), encoded(json.NewEncoder)},
	},
	"msgpack": {{"Marshal", vmihailenco.Marshal, msgpack.Marshal}},
	"msgp":    {{"AppendIntf", func(v any) ([]byte, error) { return tinylib.AppendIntf(nil, v) }, func(v any) ([]byte, error) { return msgp.AppendIntf(nil, v) }}},
}

// encoded writes by an Encoder whose options are set.
func encoded[E interface {
	SetEscapeHTML(on bool)
	SetIndent(prefix, indent string)
	Encode(v any) error
}](newEncoder func(w io.Writer) E) func(v any) ([]byte, error) {
	return func(v any) ([]byte, error) {
		var b bytes.Buffer
		e := newEncoder(&b)
		e.SetEscapeHTML(false)
		e.SetIndent("", " ")
		err := e.Encode(v)
		return b.Bytes(), err
	}
}

// elsewhere has the other libraries, and why: what they write always becomes something else,
// or their modules are not there to be asked.
var elsewhere = map[string]string{"cbor": "another format", "protobuf": "another format", "beve": "no module", "jsonpack": "no module", "zebrapack": "no module"}

// byValue are differences that are in values, not in their types: a part of our error, and the row of the
// page that says so.
var byValue = map[string]map[string]string{
	"segmentio": {"year outside of range": "years before 0 and after 9999"},
}

// A type is reported if and only if one of its values has other bytes here, or none, by a call that is not
// reported itself.
func TestTypesAreReportedWhereTheirBytesDiffer(t *testing.T) {
	shapes := reflect.TypeFor[zoo.Shapes]()
	known := packages(t, []string{shapes.PkgPath()})[0]
	fields := known.Scope().Lookup(shapes.Name()).Type().Underlying().(*types.Struct)
	for _, lib := range migrate.All() {
		ways, ok := ways[lib.ID]
		if why := elsewhere[lib.ID]; ok == (why != "") {
			t.Fatalf("%s: is it compared or not?", lib.ID)
		}
		if !ok {
			continue
		}
		reported := map[migrate.Rule]bool{}
		calls := map[string]bool{} // those that differ for types that are not reported
		for i := range shapes.NumField() {
			f := shapes.Field(i)
			notes := says(lib, fields.Field(i).Type(), known, reported)
			differs := ""
			for _, way := range ways {
				found := way.differs(lib, f.Type)
				if row, _ := lib.Packages[0].Becomes(way.call); row.Change == migrate.Differs {
					calls[way.call] = calls[way.call] || found != "" && len(notes) == 0
				} else {
					differs = cmp.Or(differs, found)
				}
			}
			switch {
			case differs != "" && len(notes) == 0:
				t.Errorf("%s: %s is not reported, and differs: %s", lib.ID, f.Name, differs)
			case differs == "" && len(notes) > 0:
				t.Errorf("%s: %s is the same, and reported: %s", lib.ID, f.Name, strings.Join(notes, "; "))
			}
		}
		for call, differs := range calls {
			if !differs {
				t.Errorf("%s: %s differs by its row, and writes the same", lib.ID, call)
			}
		}
		for _, rule := range lib.Fields {
			if !reported[rule.Rule] {
				t.Errorf("%s: no type of the zoo is reported because it %s", lib.ID, rule.Note)
			}
		}
	}
}

// differs returns a value of t that has other bytes here, or none, with what is written there and here.
func (w way) differs(lib *migrate.Library, t reflect.Type) string {
	for _, v := range slices.Concat(zoo.Values(t), zoo.Values(reflect.PointerTo(t))) {
		there, err := call(w.there, v.Interface())
		if err != nil {
			continue // there are no bytes of it
		}
		here, err := call(w.here, v.Interface())
		if err != nil && isByValue(lib, err) {
			continue
		}
		if err != nil || !bytes.Equal(there, here) {
			return fmt.Sprintf("%.80v: %.80x there, %.80x here, %v", v, there, here, err)
		}
	}
	return ""
}

// says returns what the rules of a library, and its table of tags, say of a type.
func says(lib *migrate.Library, t types.Type, pkg *types.Package, reported map[migrate.Rule]bool) (notes []string) {
	for _, part := range lib.Parts(t, pkg) {
		reported[part.Rule.Rule] = true
		notes = append(notes, part.Name+" "+part.Rule.Note)
	}
	if s, ok := t.Underlying().(*types.Struct); ok {
		for i := range s.NumFields() {
			for _, tag := range lib.Tags {
				if tag.In(s.Tag(i)) {
					notes = append(notes, tag.Note)
				}
			}
		}
	}
	return notes
}

func isByValue(lib *migrate.Library, err error) bool {
	for text, row := range byValue[lib.ID] {
		if strings.Contains(err.Error(), text) {
			return slices.ContainsFunc(lib.Differences, func(d migrate.Difference) bool { return d.What == row })
		}
	}
	return false
}

// call is the result of f, or an error if it panics.
func call(f func(v any) ([]byte, error), v any) (b []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panics: %v", r)
		}
	}()
	return f(v)
}
