package migrate_test

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	tinylib "github.com/tinylib/msgp/msgp"

	"github.com/beve-org/beve-go/internal/migrate"
	"github.com/beve-org/beve-go/interop/migrate/testdata/zoo"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// appends are the functions of msgp that append one value, there and here.
var appends = map[string][2]any{
	"AppendArrayHeader":     {tinylib.AppendArrayHeader, msgp.AppendArrayHeader},
	"AppendBool":            {tinylib.AppendBool, msgp.AppendBool},
	"AppendByte":            {tinylib.AppendByte, msgp.AppendByte},
	"AppendBytes":           {tinylib.AppendBytes, msgp.AppendBytes},
	"AppendBytesHeader":     {tinylib.AppendBytesHeader, msgp.AppendBytesHeader},
	"AppendComplex64":       {tinylib.AppendComplex64, msgp.AppendComplex64},
	"AppendComplex128":      {tinylib.AppendComplex128, msgp.AppendComplex128},
	"AppendDuration":        {tinylib.AppendDuration, msgp.AppendDuration},
	"AppendFloat":           {tinylib.AppendFloat, msgp.AppendFloat},
	"AppendFloat32":         {tinylib.AppendFloat32, msgp.AppendFloat32},
	"AppendFloat64":         {tinylib.AppendFloat64, msgp.AppendFloat64},
	"AppendInt":             {tinylib.AppendInt, msgp.AppendInt},
	"AppendInt8":            {tinylib.AppendInt8, msgp.AppendInt8},
	"AppendInt16":           {tinylib.AppendInt16, msgp.AppendInt16},
	"AppendInt32":           {tinylib.AppendInt32, msgp.AppendInt32},
	"AppendInt64":           {tinylib.AppendInt64, msgp.AppendInt64},
	"AppendIntf":            {tinylib.AppendIntf, msgp.AppendIntf},
	"AppendJSONNumber":      {tinylib.AppendJSONNumber, msgp.AppendJSONNumber},
	"AppendMapHeader":       {tinylib.AppendMapHeader, msgp.AppendMapHeader},
	"AppendMapStrIntf":      {tinylib.AppendMapStrIntf, msgp.AppendMapStrIntf},
	"AppendMapStrStr":       {tinylib.AppendMapStrStr, msgp.AppendMapStrStr},
	"AppendNil":             {tinylib.AppendNil, msgp.AppendNil},
	"AppendString":          {tinylib.AppendString, msgp.AppendString},
	"AppendStringFromBytes": {tinylib.AppendStringFromBytes, msgp.AppendStringFromBytes},
	"AppendTime":            {tinylib.AppendTime, msgp.AppendTime},
	"AppendTimeExt":         {tinylib.AppendTimeExt, msgp.AppendTimeExt},
	"AppendUint":            {tinylib.AppendUint, msgp.AppendUint},
	"AppendUint8":           {tinylib.AppendUint8, msgp.AppendUint8},
	"AppendUint16":          {tinylib.AppendUint16, msgp.AppendUint16},
	"AppendUint32":          {tinylib.AppendUint32, msgp.AppendUint32},
	"AppendUint64":          {tinylib.AppendUint64, msgp.AppendUint64},
}

// noValue are those that append what functions, methods or bytes of their callers say.
var noValue = []string{"AppendBytesTwoPrefixed", "AppendBytesStringTwoPrefixed", "AppendArray", "AppendMap", "AppendMapSorted", "AppendExtension"}

// numbers are the ways to set a msgp.Number.
var numbers = map[string][2]any{
	"Number.AsInt":     {(*tinylib.Number).AsInt, (*msgp.Number).AsInt},
	"Number.AsUint":    {(*tinylib.Number).AsUint, (*msgp.Number).AsUint},
	"Number.AsFloat32": {(*tinylib.Number).AsFloat32, (*msgp.Number).AsFloat32},
	"Number.AsFloat64": {(*tinylib.Number).AsFloat64, (*msgp.Number).AsFloat64},
}

// A function or method of msgp has a row that says that it differs if and only if it writes
// other bytes here of one of its values.
func TestCallsOfMsgpDifferWhereTheirRowsSaySo(t *testing.T) {
	var lib *migrate.Library
	for _, l := range migrate.All() {
		if l.ID == "msgp" {
			lib = l
		}
	}
	p := &lib.Packages[0]
	for name := range load(t, []string{p.Path})[p.Path] {
		if strings.HasPrefix(name, "Append") && !strings.Contains(name, ".") && appends[name] == [2]any{} && !slices.Contains(noValue, name) {
			t.Errorf("%s is not compared", name)
		}
	}
	compared := 0
	compare := func(name string, arg reflect.Type, write func(side int, v reflect.Value) ([]byte, error)) {
		compared++
		differs := ""
		for _, v := range zoo.Values(arg) {
			there, err := write(0, v)
			if err != nil {
				continue
			}
			if here, err := write(1, v); err != nil || !bytes.Equal(there, here) {
				differs += fmt.Sprintf("%.80v: %.80x there, %.80x here, %v", v, there, here, err)
			}
		}
		s, _ := p.Becomes(name)
		if said := s.Change == migrate.Differs || slices.Contains(p.Writes, name); said != (differs != "") {
			t.Errorf("%s differs by the tables: %v; of its bytes: %q", name, said, differs)
		}
	}
	for name, sides := range appends {
		f := [2]reflect.Value{reflect.ValueOf(sides[0]), reflect.ValueOf(sides[1])}
		if f[0].Type().NumIn() == 1 {
			if there, here := tinylib.AppendNil(nil), msgp.AppendNil(nil); !bytes.Equal(there, here) {
				t.Errorf("%x there, %x here", there, here)
			}
			continue
		}
		compare(name, f[0].Type().In(1), func(side int, v reflect.Value) ([]byte, error) {
			out := f[side].Call([]reflect.Value{reflect.ValueOf([]byte(nil)), v})
			return out[0].Bytes(), failure(out[1:])
		})
	}
	for _, m := range methods(reflect.TypeFor[*tinylib.Writer]()) {
		other, ok := reflect.TypeFor[*msgp.Writer]().MethodByName(m.Name)
		if !ok || other.Type.In(1) != m.Type.In(1) {
			continue // with an interface of the package for its parameter
		}
		compare("Writer."+m.Name, m.Type.In(1), func(side int, v reflect.Value) ([]byte, error) {
			var b bytes.Buffer
			if side == 0 {
				w := tinylib.NewWriter(&b)
				err := failure(m.Func.Call([]reflect.Value{reflect.ValueOf(w), v}))
				w.Flush()
				return b.Bytes(), err
			}
			w := msgp.NewWriter(&b)
			err := failure(other.Func.Call([]reflect.Value{reflect.ValueOf(w), v}))
			w.Flush()
			return b.Bytes(), err
		})
	}
	for name, sides := range numbers {
		f := [2]reflect.Value{reflect.ValueOf(sides[0]), reflect.ValueOf(sides[1])}
		compare(name, f[0].Type().In(1), func(side int, v reflect.Value) ([]byte, error) {
			if side == 0 {
				var n tinylib.Number
				f[0].Call([]reflect.Value{reflect.ValueOf(&n), v})
				return n.MarshalMsg(nil)
			}
			var n msgp.Number
			f[1].Call([]reflect.Value{reflect.ValueOf(&n), v})
			return n.MarshalMsg(nil)
		})
	}
	if compared < 60 {
		t.Errorf("only %d are compared", compared)
	}
}

// methods are those of a type that write one value.
func methods(t reflect.Type) (list []reflect.Method) {
	for m := range t.Methods() {
		if strings.HasPrefix(m.Name, "Write") && m.Type.NumIn() == 2 {
			list = append(list, m)
		}
	}
	return list
}

// failure is the error among results.
func failure(out []reflect.Value) error {
	if len(out) == 0 || out[len(out)-1].IsNil() {
		return nil
	}
	return out[len(out)-1].Interface().(error)
}
