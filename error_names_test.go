// The texts of errors: each begins with the name of the format that failed, whatever was called.

package beve_test

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"io"
	"math"
	"path"
	"reflect"
	"strings"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/jsonpack"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/zebrapack"
)

// beginnings are what errors of a package begin with. Text of JSON is JSON wherever it is read,
// and a translation names the side that is wrong.
var beginnings = map[string][]string{
	"beve":       {"beve: "},
	"core":       {"beve: "},
	"extended":   {"beve: "},
	"beverun":    {"beve: "},
	"wire":       {"beve: "},
	"json":       {"json: "},
	"jsonpack":   {"jsonpack: ", "json: "},
	"msgpack":    {"msgpack: "},
	"msgp":       {"msgp: ", "msgpack: ", "json: "},
	"zebrapack":  {"zebrapack: "},
	"translator": {"beve: ", "json: ", "translator: "},
	"iso8601":    {"invalid ISO8601 "}, // as those of the published package
}

// plain are the errors that have no name: of readers and writers, and the causes that are
// wrapped.
func plain(err error) bool {
	switch err {
	case io.EOF, io.ErrUnexpectedEOF, io.ErrShortWrite, io.ErrNoProgress, errEnds:
		return true
	}
	return false
}

var errEnds = errors.New("broken")

type brokenEnds struct{}

func (brokenEnds) Read([]byte) (int, error)  { return 0, errEnds }
func (brokenEnds) Write([]byte) (int, error) { return 0, errEnds }

type ringed struct{ Next *ringed }

// arguments returns what parameters of type in get.
func arguments(in reflect.Type) (list []reflect.Value) {
	add := func(values ...any) {
		for _, v := range values {
			list = append(list, reflect.ValueOf(v))
		}
	}
	list = append(list, reflect.Zero(in))
	switch {
	case in == reflect.TypeFor[[]byte]():
		add([]byte{0xc1}, []byte{3, 4, 'n'}, []byte{0x81, 0xa1, 'n', 0xa1, 'x'}, []byte("{"), []byte(`{"n":tru`), []byte(`{"n":"x"}`), []byte(`{"n":1}x`),
			bytes.Repeat([]byte{0xff}, 20), bytes.Repeat([]byte{0x91}, 600), []byte(strings.Repeat("[", 600)), bytes.Repeat([]byte{5, 4}, 600),
			[]byte("\"\xff\""), []byte{2, 12, 0xff, 0xfe, 0xff}, []byte{0xa1, 0xff}, []byte{1, 2, 3}, []byte("{\"Structs\":7}"))
	case in.Kind() == reflect.String:
		for _, s := range []string{"x", "/n/0", "{", "no such schema", `{"n":1}`, "\xff"} {
			list = append(list, reflect.ValueOf(s).Convert(in))
		}
	case in == reflect.TypeFor[any]():
		ring := new(ringed)
		ring.Next = ring
		add(1, "x", math.NaN(), new(int), new(string), new(siblingRow), siblingRow{}, (*siblingRow)(nil), make(chan int), new(chan int), new(func()),
			&[]int{1}, map[string]any{"n": "x", "c": make(chan int)}, new(any), ring, struct{}{}, new([1]complex64))
	case in == reflect.TypeFor[io.Reader]():
		list = append(list, reflect.ValueOf(brokenEnds{}), reflect.Value{}) // the second: of malformed bytes
	case in == reflect.TypeFor[io.Writer]():
		add(brokenEnds{}, io.Discard)
	case in.Kind() == reflect.Int || in.Kind() == reflect.Int64:
		for _, n := range []int{-1, 1} {
			list = append(list, reflect.ValueOf(n).Convert(in))
		}
	case in.Kind() == reflect.Pointer && in.Elem().Kind() != reflect.Interface:
		list = append(list, reflect.New(in.Elem()))
		if in == reflect.TypeFor[*jsonpack.Schema]() {
			add(rowSchema())
		}
	}
	return list
}

// rowSchema returns a schema of siblingRow.
func rowSchema() *jsonpack.Schema {
	s, err := jsonpack.NewJSONPack().AddSchema("row", `{"type":"object","order":["n","s","l"],"properties":{"n":{"type":"int8"},`+
		`"s":{"type":"string"},"l":{"type":"array","items":{"type":"string"}}}}`)
	if err != nil {
		panic(err)
	}
	return s
}

// receivers are what methods are called of beside zero values.
func receivers() (list []any) {
	bad := [][]byte{{0xc1}, {3, 4, 'n'}, {0x81, 0xa1, 'n', 0xa1, 'x'}, []byte(`{"n":tru`), []byte(`{"n":"x"}`), bytes.Repeat([]byte{0xff}, 20), {1, 2, 3}}
	for _, b := range bad {
		for _, fresh := range []func() io.Reader{func() io.Reader { return bytes.NewReader(b) }, func() io.Reader { return io.MultiReader(bytes.NewReader(b), brokenEnds{}) }} {
			list = append(list, beve.NewDecoder(fresh()), json.NewDecoder(fresh()), json.DecodeOptions{Limits: json.Limits{MaxBytes: 2}}.NewDecoder(fresh()), msgpack.NewDecoder(fresh()), zebrapack.NewDecoder(fresh()),
				jsonpack.NewDecoder(fresh(), rowSchema()), jsonpack.NewDecoder(fresh(), rowSchema().Sealed()), msgp.NewReader(fresh()))
		}
		list = append(list, beve.NewDecoderBytes(b), json.NewDecoderBytes(b), msgpack.NewDecoderBytes(b), zebrapack.NewDecoderBytes(b), jsonpack.NewDecoderBytes(b, rowSchema()))
	}
	for _, w := range []io.Writer{brokenEnds{}, io.Discard} {
		list = append(list, beve.NewEncoder(w), json.NewEncoder(w), msgpack.NewEncoder(w), zebrapack.NewEncoder(w), jsonpack.NewEncoder(w, rowSchema()))
	}
	for _, b := range [][]byte{{0x92, 1, 0xa1, 'x'}, {0xc3}} {
		if v, err := msgpack.NewView(b); err == nil {
			list = append(list, &v)
		}
	}
	for _, text := range []string{`{"n":"x"}`, `[1,2]`, `"x"`, `1e999`} {
		if v, err := json.NewView([]byte(text)); err == nil {
			list = append(list, &v)
		}
		if v, err := beve.NewView(mustMarshal(text)); err == nil {
			list = append(list, &v)
		}
	}
	pack := jsonpack.NewJSONPack()
	pack.AddSchema("", siblingRow{}) // fails: it has a map
	codec, _ := jsonpack.CodecOf[struct {
		N int8   `json:"n"`
		S string `json:"s"`
		L []string
	}](rowSchema())
	limits := []any{&beve.DecodeOptions{Limits: beve.Limits{MaxBytes: 2, MaxDepth: 1, MaxElements: 1}}, &json.DecodeOptions{Limits: json.Limits{MaxBytes: 2, MaxDepth: 1, MaxElements: 1}},
		&msgpack.DecodeOptions{Limits: msgpack.Limits{MaxDepth: 1, MaxElements: 1}}, &zebrapack.DecodeOptions{Limits: zebrapack.Limits{MaxDepth: 1, MaxElements: 1}},
		&jsonpack.DecodeOptions{Limits: jsonpack.Limits{MaxBytes: 1}, ValidUTF8: true}}
	list = append(append(list, limits...), pack, rowSchema(), rowSchema().Sealed(), codec, beve.CodecOf[siblingRow](), json.CodecOf[siblingRow](), msgpack.CodecOf[siblingRow](),
		zebrapack.CodecOf[siblingRow](), zebrapack.CodecOf[chan int](), msgpack.CodecOf[chan int](), beve.CodecOf[chan int](), json.CodecOf[chan int]())
	return list
}

func mustMarshal(text string) []byte {
	var v any
	if stdjson.Unmarshal([]byte(text), &v) != nil {
		v = text
	}
	b, err := beve.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}

// TestEveryErrorNamesItsFormat calls every function, and every method of zero values and of others,
// with arguments of all sorts and malformed input.
func TestEveryErrorNamesItsFormat(t *testing.T) {
	errs, told := map[string]int{}, map[string]bool{}
	see := func(pkg, name string, out []reflect.Value) {
		for _, v := range out {
			err, ok := v.Interface().(error)
			if v.Type() != reflect.TypeFor[error]() || !ok || beginnings[pkg] == nil || plain(err) {
				continue
			}
			errs[pkg]++
			text := err.Error()
			named := false
			for _, b := range beginnings[pkg] {
				named = named || strings.HasPrefix(text, b)
			}
			if pkg == "json" && !named {
				var syntax *stdjson.SyntaxError // whose texts have no name in encoding/json either
				named = errors.As(err, &syntax)
			}
			if !named && !told[pkg+name] {
				told[pkg+name] = true
				t.Errorf("%s.%s: %s (%T)", pkg, name, text, err)
			}
		}
	}
	for name, f := range functions {
		pkg, name, _ := strings.Cut(name, ".")
		eachCall(reflect.ValueOf(f), func(out []reflect.Value) { see(pkg, name, out) })
	}
	methods := func(v reflect.Value) {
		for i := range v.NumMethod() {
			typ, name := v.Type().Elem(), v.Type().Method(i).Name
			pkg := path.Base(typ.PkgPath())
			if pkg == "beve-go" || pkg == "engine" || pkg == "view" {
				pkg = "beve"
			}
			if strict[typ.String()+"."+name] != "" || name == "Unwrap" || name == "Err" {
				continue
			}
			eachCall(v.Method(i), func(out []reflect.Value) { see(pkg, typ.Name()+"."+name, out) })
		}
	}
	for _, v := range zeros {
		methods(reflect.New(reflect.TypeOf(v)))
	}
	// A stream remembers its first failure: each method has streams of its own.
	for m, more := 0, true; more; m++ {
		more = false
		for _, v := range receivers() {
			again := reflect.ValueOf(v)
			if m >= again.NumMethod() {
				continue
			}
			more = true
			typ, name := again.Type().Elem(), again.Type().Method(m).Name
			pkg := path.Base(typ.PkgPath())
			if pkg == "beve-go" {
				pkg = "beve"
			}
			eachCall(again.Method(m), func(out []reflect.Value) { see(pkg, typ.Name()+"."+name, out) })
		}
	}
	for pkg := range beginnings {
		if errs[pkg] == 0 && pkg != "core" && pkg != "beverun" {
			t.Errorf("no errors of %s", pkg)
		}
	}
}

// TestErrorTypesNameTheirFormat has errors of the types of each package that name no format, and
// those of BEVE found by the types of the others.
func TestErrorTypesNameTheirFormat(t *testing.T) {
	for _, v := range zeros {
		typ := reflect.TypeOf(v)
		pkg := path.Base(typ.PkgPath())
		if pkg == "beve-go" {
			pkg = "beve"
		}
		if !strings.HasSuffix(typ.Name(), "codeError") {
			continue
		}
		err := reflect.New(typ).Interface().(error)
		want := beginnings[pkg][0]
		if !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%T says %q, want %q", err, err, want)
		}
		var cause error = beve.Unmarshal([]byte{0xff}, new(int))
		if typ.Name() == "EncodeError" {
			_, cause = beve.Marshal(make(chan int))
		}
		found := reflect.New(reflect.PointerTo(typ))
		if !errors.As(cause, found.Interface()) || found.Elem().Interface().(error).Error() != cause.Error() {
			t.Errorf("%v is found as %v", cause, found.Elem())
		}
	}
}

// TestMismatchesNameWhatIsThere reads values of one kind into targets of another in every format:
// the text names what is there and what was wanted.
func TestMismatchesNameWhatIsThere(t *testing.T) {
	type row struct {
		F any `json:"f" zid:"0"`
	}
	kinds := map[string]any{"string": "x", "int": 70000, "bool": true, "array": []any{"a", 1}, "map": map[string]any{"k": 1}}
	words := map[string][]string{ // what formats call them
		"string": {"str"}, "int": {"int", "number"}, "bool": {"bool", "true"}, "array": {"array"}, "map": {"map", "object"},
	}
	targets := map[string]reflect.Type{
		"string": reflect.TypeFor[string](), "int": reflect.TypeFor[int](), "bool": reflect.TypeFor[bool](), "array": reflect.TypeFor[[]string](),
		"map": reflect.TypeFor[map[string]int](), "named int": reflect.TypeFor[time.Month](), "uint": reflect.TypeFor[uint16](), "float": reflect.TypeFor[float32](),
		"struct": reflect.TypeFor[siblingRow](), "fixed": reflect.TypeFor[[2]int](), "numbers": reflect.TypeFor[[]float64](), "flags": reflect.TypeFor[[]bool](),
		"time": reflect.TypeFor[time.Time](), "number": reflect.TypeFor[json.Number](), "pointer": reflect.TypeFor[*int8](),
	}
	like := map[string]string{"named int": "int", "uint": "int", "float": "int", "struct": "map", "fixed": "array", "numbers": "array", "flags": "array",
		"time": "string", "number": "int", "pointer": "int"}
	for name, f := range map[string]struct {
		enc  func(any) ([]byte, error)
		dec  func([]byte, any) error
		wrap bool
	}{
		"beve":      {beve.Marshal, beve.Unmarshal, false},
		"json":      {json.Marshal, json.DecodeOptions{}.Unmarshal, false},
		"msgpack":   {msgpack.Marshal, msgpack.Unmarshal, false},
		"zebrapack": {zebrapack.Marshal, zebrapack.Unmarshal, false},
		"msgpack, of a stream": {msgpack.Marshal, func(b []byte, v any) error {
			return msgpack.NewDecoder(bytes.NewReader(b)).Decode(v)
		}, false},
		"msgpack, of a view": {msgpack.Marshal, func(b []byte, v any) error {
			view, err := msgpack.NewView(b)
			if err != nil {
				return err
			}
			return view.Decode(v)
		}, false},
	} {
		for kind, v := range kinds {
			data, err := f.enc(v)
			inside, err2 := f.enc(&row{v})
			if err != nil || err2 != nil {
				t.Fatal(name, err, err2)
			}
			for want, typ := range targets {
				if want == kind || like[want] == kind || want == "time" || want == "number" && kind == "string" {
					continue
				}
				field := reflect.StructOf([]reflect.StructField{{Name: "F", Type: typ, Tag: `json:"f" zid:"0"`}})
				for at, err := range map[string]error{"alone": f.dec(data, reflect.New(typ).Interface()), "in a field": f.dec(inside, reflect.New(field).Interface())} {
					if err == nil {
						if name == "msgpack" || name == "zebrapack" {
							t.Errorf("%s: %s into %v, %s: no error", name, kind, typ, at)
						}
						continue // what the format converts
					}
					var located *beve.DecodeError
					text := err.Error()
					if strings.HasPrefix(text, "json: ") {
						var misfit *json.UnmarshalTypeError
						if !errors.As(err, &misfit) {
							t.Errorf("%s: %s into %v, %s: %v", name, kind, typ, at, err)
						}
					} else if !errors.Is(err, beve.ErrMismatch) || !errors.As(err, &located) {
						t.Errorf("%s: %s into %v, %s: %v", name, kind, typ, at, err)
						continue
					}
					named := false
					for _, w := range words[kind] {
						named = named || strings.Contains(text, w)
					}
					wanted := strings.Contains(text, strings.TrimLeft(typ.String(), "*")) ||
						typ.Kind() == reflect.Array && strings.Contains(text, typ.Elem().String()) // that of its elements
					if !named || !wanted || !strings.Contains(text, " into ") && !strings.Contains(text, " is not ") {
						t.Errorf("%s: %s into %v, %s: %v", name, kind, typ, at, err)
					}
				}
			}
		}
	}
}

// eachCall calls f with arguments of all sorts.
func eachCall(f reflect.Value, then func(out []reflect.Value)) {
	var choices [][]reflect.Value
	calls := 1
	for i := range f.Type().NumIn() {
		in := f.Type().In(i)
		if in.Kind() == reflect.Func || in.Kind() == reflect.Interface && in != reflect.TypeFor[any]() && in.PkgPath() != "io" {
			return // it has none
		}
		choices = append(choices, arguments(in))
		calls *= len(choices[i])
	}
	if f.Type().NumOut() == 0 {
		return
	}
	for n := range min(calls, 400) {
		var args []reflect.Value
		rest := n
		if calls > 400 {
			rest = n * (calls / 400)
		}
		for _, c := range choices {
			arg := c[rest%len(c)]
			rest /= len(c)
			if !arg.IsValid() {
				arg = reflect.ValueOf(bytes.NewReader([]byte{0x81, 0xa1, 'n', 0xa1, 'x', 0xc1, 0xff}))
			}
			args = append(args, arg)
		}
		func() {
			defer func() { recover() }() // what panics, and why, is in strict
			if f.Type().IsVariadic() {
				then(f.CallSlice(args))
			} else {
				then(f.Call(args))
			}
		}()
	}
}

// TestViewsNameWhatIsThere asks Views of every format for what they are not.
func TestViewsNameWhatIsThere(t *testing.T) {
	opened := map[string]func(v any) (any, error){
		"beve": func(v any) (any, error) {
			b, err := beve.Marshal(v)
			if err != nil {
				return nil, err
			}
			return beve.NewView(b)
		},
		"json": func(v any) (any, error) {
			b, err := json.Marshal(v)
			if err != nil {
				return nil, err
			}
			return json.NewView(b)
		},
		"msgpack": func(v any) (any, error) {
			b, err := msgpack.Marshal(v)
			if err != nil {
				return nil, err
			}
			return msgpack.NewView(b)
		},
	}
	values := map[string]struct {
		v     any
		words []string
		takes string // the methods that do not fail
	}{
		"a string": {"x", []string{"str"}, "String Bytes Text"},
		"a number": {1.5, []string{"number", "float"}, "Float64"},
		"a bool":   {true, []string{"bool", "true"}, "Bool"},
		"nil":      {nil, []string{"nil", "null"}, "Bool"},
		"an array": {[]any{"x", 1}, []string{"array"}, "Len Index"},
		"a map":    {map[string]any{"k": 1}, []string{"map", "object"}, "Len Key"},
	}
	methods := map[string][]any{"Bool": nil, "Int64": nil, "Uint64": nil, "Float64": nil, "String": nil, "ViewText": nil, "Len": nil, "Index": {0}, "Key": {"k"}}
	for format, open := range opened {
		for what, c := range values {
			view, err := open(c.v)
			if err != nil {
				t.Fatal(format, what, err)
			}
			for name, args := range methods {
				if strings.Contains(c.takes, strings.TrimPrefix(name, "View")) {
					continue
				}
				in := []reflect.Value{}
				for _, a := range args {
					in = append(in, reflect.ValueOf(a))
				}
				m := reflect.ValueOf(view).MethodByName(name)
				if !m.IsValid() {
					p := reflect.New(reflect.TypeOf(view))
					p.Elem().Set(reflect.ValueOf(view))
					m = p.MethodByName(name)
				}
				out := m.Call(in)
				err, _ := out[len(out)-1].Interface().(error)
				if err == nil {
					// Null is a zero value, and a str of MessagePack has a length.
					if what != "nil" && !(format == "msgpack" && name == "Len") {
						t.Errorf("%s: %s of %s: no error", format, name, what)
					}
					continue
				}
				named := false
				for _, w := range c.words {
					named = named || strings.Contains(err.Error(), w)
				}
				if !named || !strings.HasPrefix(err.Error(), format+": ") || what != "a number" && !errors.Is(err, beve.ErrMismatch) {
					t.Errorf("%s: %s of %s: %v", format, name, what, err)
				}
			}
		}
	}
}
