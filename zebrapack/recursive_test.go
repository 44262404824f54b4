package zebrapack_test

import (
	"reflect"
	"testing"

	"github.com/beve-org/beve-go/zebrapack"
)

type (
	selfSlice   []selfSlice
	selfMap     map[string]selfMap
	selfPointer *selfPointer
	selfArray   [1]*selfArray
	nodes       []node
	node        struct {
		Kids nodes            `zid:"0"`
		Next *node            `zid:"1"`
		More map[string]nodes `zid:"2"`
	}
)

func TestSchemasOfTypesThatContainThemselves(t *testing.T) {
	for _, v := range []any{
		selfPointer(nil),
		inSlice{}, inMap{}, inPointer{}, inArray{},
	} {
		if _, err := zebrapack.SchemaOfType(reflect.TypeOf(v)); err == nil {
			t.Errorf("%T has a schema", v)
		}
	}
	if _, err := zebrapack.SchemaOfType(nil); err == nil {
		t.Error("no type has a schema")
	}
	for _, v := range []any{node{}, document{}, &document{}, struct{}{}} {
		if _, err := zebrapack.SchemaOfType(reflect.TypeOf(v)); err != nil {
			t.Errorf("%T: %v", v, err) // what contains itself through a struct has one
		}
	}
}

type (
	inSlice struct {
		V selfSlice `zid:"0"`
	}
	inMap struct {
		V selfMap `zid:"0"`
	}
	inPointer struct {
		V selfPointer `zid:"0"`
	}
	inArray struct {
		V selfArray `zid:"0"`
	}
	document struct {
		A nodes `zid:"0"`
		B nodes `zid:"1"`
	}
)
