// This file prints the schema that package jsonpack has of a type, from the source of its package.

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/token"
	"go/types"
	"io"
	"reflect"
	"slices"
	"strconv"

	"github.com/beve-org/beve-go/cmd/internal/gen"
	"github.com/beve-org/beve-go/internal/plan/gotypes"
	"github.com/beve-org/beve-go/jsonpack"
)

// schemaFlags are the flags of one "bevegen schema".
type schemaFlags struct {
	name      string
	tags      string
	output    string
	bigEndian bool
	pretty    bool
}

// runSchema is "bevegen schema", and returns its exit status.
func runSchema(args []string, stdout, stderr io.Writer) int {
	var x schemaFlags
	flags := flag.NewFlagSet("bevegen schema", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprint(stderr, `usage: bevegen schema -type Type [flags] [folder]

Prints the schema document that jsonpack.AddSchema makes of a type, for peers that are not
written in Go. A type that no schema describes, such as a map, is an error that names the field.

`)
		flags.PrintDefaults()
	}
	flags.StringVar(&x.name, "type", "", "the `name` of the type")
	flags.StringVar(&x.tags, "tags", "", "build `tags` that choose the files of the package, separated by commas")
	flags.StringVar(&x.output, "output", "", "write this `file` instead of the standard output")
	flags.BoolVar(&x.bigEndian, "big-endian", false, "numbers are big endian")
	flags.BoolVar(&x.pretty, "pretty", false, "lay the schema out over lines")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	case x.name == "" || flags.NArg() > 1:
		flags.Usage()
		return 2
	}
	dir := "."
	if flags.NArg() == 1 {
		dir = flags.Arg(0)
	}
	text, err := x.schema(dir)
	if text = append(text, '\n'); err == nil && x.output != "" {
		err = gen.Write(x.output, text)
	} else if err == nil {
		_, err = stdout.Write(text)
	}
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	return 0
}

// schema returns the schema document of the type.
func (x *schemaFlags) schema(dir string) ([]byte, error) {
	p, err := gen.Load(dir, gen.LoadOptions{Tags: x.tags}) // whose errors name the folder
	if err != nil {
		return nil, err
	}
	list, err := p.Select(gen.Selection{Names: []string{x.name}})
	if err != nil {
		return nil, err
	}
	var m mirror
	t, err := m.typeOf(list[0])
	if err != nil {
		return nil, fmt.Errorf("%s: %s: %w", dir, x.name, err)
	}
	order := jsonpack.LittleEndian
	if x.bigEndian {
		order = jsonpack.BigEndian
	}
	s, err := jsonpack.NewJSONPack().AddSchema(x.name, reflect.Zero(t).Interface(), order)
	if err != nil {
		return nil, err
	}
	text := s.GetSchemaDefText()
	if !x.pretty {
		return text, nil
	}
	var laidOut bytes.Buffer
	err = json.Indent(&laidOut, text, "", "  ")
	return laidOut.Bytes(), err
}

// mirror makes types of this program that have the schemas of types known from their
// sources. Package plan decides what a struct means; the mirror of
// a struct has its fields one by one, promoted ones among them.
type mirror struct{ open []types.Type }

var basicTypes = map[types.BasicKind]reflect.Type{
	types.Bool: reflect.TypeFor[bool](), types.String: reflect.TypeFor[string](),
	types.Int: reflect.TypeFor[int](), types.Int8: reflect.TypeFor[int8](), types.Int16: reflect.TypeFor[int16](),
	types.Int32: reflect.TypeFor[int32](), types.Int64: reflect.TypeFor[int64](),
	types.Uint: reflect.TypeFor[uint](), types.Uint8: reflect.TypeFor[uint8](), types.Uint16: reflect.TypeFor[uint16](),
	types.Uint32: reflect.TypeFor[uint32](), types.Uint64: reflect.TypeFor[uint64](),
	types.Float32: reflect.TypeFor[float32](), types.Float64: reflect.TypeFor[float64](),
}

// typeOf returns the mirror of t.
func (m *mirror) typeOf(t types.Type) (reflect.Type, error) {
	if slices.ContainsFunc(m.open, func(o types.Type) bool { return types.Identical(o, t) }) {
		return nil, fmt.Errorf("type %s contains itself, which no schema can describe", t)
	}
	m.open = append(m.open, t)
	defer func() { m.open = m.open[:len(m.open)-1] }()
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if basic := basicTypes[u.Kind()]; basic != nil {
			return basic, nil
		}
	case *types.Pointer:
		return m.typeOf(u.Elem())
	case *types.Slice:
		return m.sliceOf(u.Elem())
	case *types.Array:
		return m.sliceOf(u.Elem())
	case *types.Interface:
	case *types.Struct:
		if !isText(t) {
			return m.structOf(t)
		}
		return basicTypes[types.String], nil
	default:
		if isText(t) {
			return basicTypes[types.String], nil
		}
	}
	return nil, fmt.Errorf("unknown data type '%s'", t)
}

func (m *mirror) sliceOf(elem types.Type) (reflect.Type, error) {
	t, err := m.typeOf(elem)
	if err != nil {
		return nil, err
	}
	return reflect.SliceOf(t), nil
}

func (m *mirror) structOf(t types.Type) (reflect.Type, error) {
	p, err := gotypes.Of(t, []string{"json"})
	if err != nil {
		return nil, err
	}
	if len(p.Ambiguous) > 0 {
		return nil, fmt.Errorf("more than one field of %s is named %q", t, p.Ambiguous[0])
	}
	fields := make([]reflect.StructField, len(p.Fields))
	for i := range p.Fields {
		f := &p.Fields[i]
		typ, err := m.typeOf(f.Type)
		if err != nil {
			return nil, fmt.Errorf("field %s: %w", f.GoName, err)
		}
		fields[i] = reflect.StructField{Name: "F" + strconv.Itoa(i), Type: typ, Tag: reflect.StructTag("json:" + strconv.Quote(f.Name+","))}
	}
	return reflect.StructOf(fields), nil
}

// isText reports whether a type has the methods of encoding.TextMarshaler and
// encoding.TextUnmarshaler, as values of a schema's strings do.
func isText(t types.Type) bool { return types.Implements(types.NewPointer(t), textMethods) }

var textMethods = func() *types.Interface {
	text := types.NewTuple(types.NewParam(token.NoPos, nil, "text", types.NewSlice(types.Typ[types.Byte])))
	fails := types.NewParam(token.NoPos, nil, "err", types.Universe.Lookup("error").Type())
	method := func(name string, params, results *types.Tuple) *types.Func {
		return types.NewFunc(token.NoPos, nil, name, types.NewSignatureType(nil, nil, nil, params, results, false))
	}
	return types.NewInterfaceType([]*types.Func{
		method("MarshalText", nil, types.NewTuple(text.At(0), fails)),
		method("UnmarshalText", text, types.NewTuple(fails)),
	}, nil).Complete()
}()
