// The rows of docs/formats.md that say what becomes of a kind of value.

package beve_test

import (
	"bytes"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/jsonpack"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/zebrapack"
)

// holding are structs with one field of a type.
type (
	holdingComplex struct {
		F complex128 `json:"f" zid:"0"`
	}
	holdingComplexes struct {
		F []complex64 `json:"f" zid:"0"`
	}
	holdingMatrix struct {
		F scalar.Matrix[float64] `json:"f" zid:"0"`
	}
	// holdingStruct has what a matrix is for a format that does not know it.
	holdingStruct struct {
		F struct {
			Layout  scalar.Layout `json:"layout"`
			Extents []int         `json:"extents"`
			Data    []float64     `json:"value"`
		} `json:"f" zid:"0"`
	}
)

// TestFormatsPageOnValues finds out what each format does with complex numbers and matrices, and
// holds the rows of the page to it.
func TestFormatsPageOnValues(t *testing.T) {
	matrix := &holdingMatrix{scalar.Matrix[float64]{Extents: []int{1, 2}, Data: []float64{3, 4}}}
	plain := new(holdingStruct)
	plain.F.Extents, plain.F.Data = []int{1, 2}, []float64{3, 4}
	schemaOf := func(v any) (*jsonpack.Schema, error) { return jsonpack.NewJSONPack().AddSchema("v", v) }
	formats := []struct {
		name string
		enc  func(v any) ([]byte, error)
		dec  func(b []byte, v any) error
	}{
		{"BEVE", beve.Marshal, beve.Unmarshal},
		{"JSON", json.Marshal, json.Unmarshal},
		{"MessagePack", msgpack.Marshal, msgpack.Unmarshal},
		{"ZebraPack", zebrapack.Marshal, zebrapack.Unmarshal},
		{"JSONPack", func(v any) ([]byte, error) {
			s, err := schemaOf(v)
			if err != nil {
				return nil, err
			}
			return s.Encode(v)
		}, func(b []byte, v any) error {
			s, err := schemaOf(v)
			if err != nil {
				return err
			}
			return s.Decode(b, v)
		}},
	}
	for row, values := range map[string][]any{
		"complex numbers": {&holdingComplex{1 + 2i}, &holdingComplexes{[]complex64{1i, 2}}},
		"matrices":        {matrix},
	} {
		line := "| " + row + " |"
		for _, f := range formats {
			cell := ""
			for _, v := range values {
				data, err := f.enc(v)
				var unsupported *json.UnsupportedTypeError
				this := "yes"
				switch {
				case errors.Is(err, beve.ErrUnsupported) || errors.As(err, &unsupported):
					this = "no"
				case err != nil:
					t.Errorf("%s, %s: %v", row, f.name, err)
				default:
					back := reflect.New(reflect.TypeOf(v).Elem())
					if err := f.dec(data, back.Interface()); err != nil || !reflect.DeepEqual(back.Interface(), v) {
						t.Errorf("%s, %s: %+v comes back as %+v, %v", row, f.name, v, back.Elem(), err)
					}
					if as, err := f.enc(plain); row == "matrices" && err == nil && bytes.Equal(as, data) {
						this = "as structs"
					}
					if bytes.Contains(data, []byte{0xd8, 4}) || bytes.Contains(data, []byte{0xd7, 3}) {
						this = "as extensions 3, 4"
					}
				}
				if this == "no" && f.name == "JSON" && arraysWhenTranslated(t, v) {
					this = "no; arrays when translated"
				}
				if cell != "" && cell != this {
					t.Errorf("%s, %s: %s and %s", row, f.name, cell, this)
				}
				cell = this
			}
			line += " " + cell + " |"
		}
		page, err := os.ReadFile("docs/formats.md")
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(page), "\n"+line+"\n") {
			t.Errorf("docs/formats.md does not have the row\n%s", line)
		}
	}
}

// arraysWhenTranslated reports whether the message of v becomes JSON with an array in the place of numbers.
func arraysWhenTranslated(t *testing.T, v any) bool {
	t.Helper()
	b, err := beve.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	text, err := translator.ToJSON(b)
	if err != nil {
		t.Fatal(err)
	}
	return string(text) == `{"f":[1,2]}` || string(text) == `{"f":[[0,1],[2,0]]}`
}
