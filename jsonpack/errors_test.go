package jsonpack_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/jsonpack"
)

// checkDecodeError checks that err is what decoding returns, which says where, and never
// an error of the runtime.
func checkDecodeError(t *testing.T, err error) {
	t.Helper()
	var crash runtime.Error
	if e, ok := err.(*jsonpack.DecodeError); !ok || e.Err == nil || e.Format != "jsonpack" && e.Format != "json" || errors.As(err, &crash) {
		t.Errorf("error of decoding is %T: %v", err, err)
	}
}

// checkEncodeError is checkDecodeError for encoding.
func checkEncodeError(t *testing.T, err error) {
	t.Helper()
	var crash runtime.Error
	if e, ok := err.(*jsonpack.EncodeError); !ok || e.Err == nil || e.Format != "jsonpack" || errors.As(err, &crash) {
		t.Errorf("error of encoding is %T: %v", err, err)
	}
}

// checkCompileError is checkDecodeError for definitions, where err is not nil.
func checkCompileError(t *testing.T, err error) {
	t.Helper()
	var outer *jsonpack.CompileError
	var crash runtime.Error
	if err != nil && (!errors.As(err, &outer) || errors.As(err, &crash)) {
		t.Errorf("error of a definition is %T: %v", err, err)
	}
}

// The errors that are returned begin with the name of the package, as those of every format do;
// the others are what these wrap.
func TestMessagesAreThePublishedOnes(t *testing.T) {
	cause := errors.New("cause")
	for want, err := range map[string]error{
		"jsonpack: compiling 'n' got error: cause":          &jsonpack.CompileError{Name: "n", Err: cause},
		"jsonpack: schema definition 'n' does not exist":    &jsonpack.SchemaNonExistError{Name: "n"},
		"unknown data type 't'":                             &jsonpack.UnknownTypeError{DataType: "t"},
		"wrong data type 't'":                               &jsonpack.WrongTypeError{DataType: "t"},
		"got data of type int but wanted string":            &jsonpack.TypeAssertionError{Data: 1, ExpectedType: "string"},
		"got data of type <nil> but wanted int8":            &jsonpack.TypeAssertionError{ExpectedType: "int8"},
		"struct main.T doesn't contain required field: 'f'": &jsonpack.StructFieldNonExistError{Name: "main.T", Field: "f"},
		"'op' is not implemented":                           &jsonpack.NotImplementedError{Name: "op"},
	} {
		if err.Error() != want {
			t.Errorf("%q, want %q", err, want)
		}
	}
	for _, err := range []error{&jsonpack.CompileError{Err: cause}, &jsonpack.EncodeError{Err: cause}, &jsonpack.DecodeError{Err: cause}} {
		if !errors.Is(err, cause) {
			t.Errorf("%T does not unwrap", err)
		}
	}
	if !errors.Is(&jsonpack.UnknownTypeError{}, jsonpack.ErrUnsupported) || !errors.Is(&jsonpack.StructFieldNonExistError{}, jsonpack.ErrMissing) {
		t.Error("causes do not match")
	}
}

func TestErrorsOfDefinitionsSayWhere(t *testing.T) {
	for def, says := range map[string]string{
		`{}`:                        "Need 'type' property in top-level schema definition",
		`[]`:                        "Need 'type' property in top-level schema definition",
		`{"type":"int8"}`:           "top-level type must be object or array, not int8",
		`{"type":"nothing"}`:        "unknown data type 'nothing'",
		object("a", array("int")):   "/properties/a/items: unknown data type 'int'",
		array(object("x~/", "int")): "/items/properties/x~0~1: unknown data type 'int'",
		`{"type":"object","properties":{"a":null},"order":[]}`:           "/properties/a: definition of a type must be an object, not null",
		`{"type":"object","properties":{"a":[]},"order":[]}`:             "not an array",
		`{"type":"object","properties":{"a":true},"order":[]}`:           "not a boolean",
		`{"type":"object","properties":{"a":1},"order":[]}`:              "not a number",
		`{"type":"object","properties":{},"order":[{}]}`:                 "'order' has an object, not a name",
		`{"type":"object","properties":{},"order":["a"]}`:                `'order' names "a", which is not a property`,
		`{"type":"object","properties":{"":{"type":"int8"}},"order":[]}`: "a property has the empty name",
		`{"type":"object","properties":{},"order":[]} x`:                 "at byte 45",
	} {
		_, err := jsonpack.NewJSONPack().AddSchema("n", def)
		if err == nil || !strings.Contains(err.Error(), "compiling 'n' got error: ") || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", def, err)
		}
	}
	_, err := jsonpack.NewJSONPack().AddSchema("n", struct{ A []map[int]int }{})
	var unknown *jsonpack.UnknownTypeError
	if !errors.As(err, &unknown) || unknown.DataType != "map[int]int" || !strings.Contains(err.Error(), "field A") {
		t.Error(err)
	}
}
