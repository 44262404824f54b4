// Vectors of unions: what serde and Glaze write and read for enums and variants, as Go types, declarations and
// values that are made from their descriptions.

// Package unionkit holds formats against the vectors of unions.
package unionkit

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/typeset"
)

// UnionFile is a file of vectors of one source and one form.
type UnionFile struct {
	Source, Tagging string
	Types           map[string]map[string]UnionDef
	Cases           []UnionCase
}

// A UnionDef describes a struct or a union.
type UnionDef struct {
	Kind, Tagging, Tag, Content string
	DenyUnknown                 bool `json:"deny_unknown"`
	Fields                      []UnionField
	Variants                    []UnionVariant
}

// A UnionField is a member of a struct.
type UnionField struct {
	Name, Type string
	Flatten    bool
}

// A UnionVariant is a case of a union.
type UnionVariant struct {
	Name   string
	ID     any
	Form   string
	Type   string
	Types  []string
	Fields []UnionField
	Other  bool
}

// A UnionCase is a value and what its source wrote for it, and altered inputs with what became of them.
type UnionCase struct {
	Name, Kind, Tagging string
	Group               string `json:"types"`
	Root                string
	Value               any
	JSON                *string
	BEVE                string
	MsgpackNamed        string `json:"msgpack_named"`
	MsgpackPositional   string `json:"msgpack_positional"`
	JSONDefect          any    `json:"json_defect"`
	RoundTrip           any
	RoundTripByFormat   map[string]any `json:"roundtrip_by_format"`
	Accepts, Rejects    []UnionInput
	ReadsAs             []UnionInput `json:"reads_as"`
}

// A UnionInput is an altered input.
type UnionInput struct {
	Format, Note, Input string
	Value               any
}

// UnionFiles reads the vectors in folder, testdata/unions of the module.
func UnionFiles(t testing.TB, folder string) []*UnionFile {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "*.json.gz"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no vectors in %s: %v", folder, err)
	}
	var files []*UnionFile
	for _, path := range paths {
		packed, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		r, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			t.Fatal(path, err)
		}
		d := json.NewDecoder(r)
		d.UseNumber()
		file := new(UnionFile)
		if err := d.Decode(file); err != nil {
			t.Fatal(path, err)
		}
		files = append(files, file)
	}
	return files
}

// The interfaces that stand for the unions of a group: distinct types that anything implements.
type (
	union0 any
	union1 any
	union2 any
	union3 any
	union4 any
	union5 any
)

var unionTypes = []reflect.Type{
	reflect.TypeFor[union0](), reflect.TypeFor[union1](), reflect.TypeFor[union2](),
	reflect.TypeFor[union3](), reflect.TypeFor[union4](), reflect.TypeFor[union5](),
}

// A UnionGroup is the types of one group of vectors.
type UnionGroup struct {
	defs   map[string]UnionDef
	omit   bool // an option that is null is left out
	tuples bool // structs are arrays
	unions map[string]reflect.Type
	made   map[string]reflect.Type
	cases  map[string][]reflect.Type // of a union, by their place
	// Set has the declarations of the unions.
	Set *typeset.Set
	// Unsupported says why a type of the group has no counterpart, if one has not.
	Unsupported string
}

// Group makes the Go types of a group. With tuples its structs say that they are arrays in MessagePack.
func (f *UnionFile) Group(name string, tuples bool) *UnionGroup {
	g := &UnionGroup{tuples: tuples, defs: f.Types[name], omit: f.Source == "glaze", unions: map[string]reflect.Type{},
		made: map[string]reflect.Type{}, cases: map[string][]reflect.Type{}}
	for _, name := range SortedKeys(g.defs) {
		if g.defs[name].Kind == "union" {
			g.unions[name] = unionTypes[len(g.unions)]
		}
	}
	var ds []*typeset.Declaration
	for _, name := range SortedKeys(g.defs) {
		if def := g.defs[name]; def.Kind == "union" {
			ds = append(ds, g.declare(name, &def))
		}
		for _, field := range g.defs[name].Fields {
			if field.Flatten {
				g.Unsupported = "a union whose members are those of the struct around it"
			}
		}
	}
	g.Set = typeset.NewSet(ds...)
	return g
}

// SortedKeys returns the keys of m in their order.
func SortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// declare declares one union.
func (g *UnionGroup) declare(name string, def *UnionDef) *typeset.Declaration {
	b := typeset.NewBuilder(g.unions[name])
	b.NotNil()
	switch def.Tagging {
	case "internal":
		b.Tag(def.Tag)
	case "adjacent":
		b.Tag(def.Tag)
		b.Content(def.Content)
	case "untagged":
		b.Untagged()
	}
	seen := map[reflect.Type]bool{}
	for i := range def.Variants {
		v := &def.Variants[i]
		t := g.variant(v, i)
		if seen[t] || t.Kind() == reflect.Interface || t.Kind() == reflect.Pointer {
			t = reflect.PointerTo(t)
		}
		seen[t] = true
		g.cases[name] = append(g.cases[name], t)
		id, number := v.ID.(json.Number)
		text, ok := v.ID.(string)
		if !ok {
			text = v.Name
		}
		if number {
			text = id.String()
		}
		c := typeset.NewCase(t, text)
		c.Unit, c.Number = v.Form == "unit", i
		if number {
			n, _ := id.Int64()
			c.Int, c.IsInt = n, true
		}
		if v.Other || v.ID == nil && def.Tagging != "untagged" {
			c.Unit = false
			b.Other(c)
			continue
		}
		b.Add(c)
	}
	return b.Build()
}

// variant returns the type of a case. Types of variants that look alike are made distinct.
func (g *UnionGroup) variant(v *UnionVariant, i int) reflect.Type {
	own := fmt.Sprintf(` variant:"%d"`, i)
	switch v.Form {
	case "struct":
		if len(v.Fields) > 0 {
			return g.structOf(v.Fields, own)
		}
		fallthrough
	case "unit":
		return g.tupled([]reflect.StructField{{Name: "Nothing", Type: reflect.TypeFor[[0]int](), Tag: reflect.StructTag(`json:"-"` + own)}})
	case "tuple":
		return reflect.ArrayOf(len(v.Types), reflect.TypeFor[any]())
	}
	return g.Type(v.Type)
}

func (g *UnionGroup) structOf(fields []UnionField, own string) reflect.Type {
	list := make([]reflect.StructField, len(fields))
	for i, f := range fields {
		name := strconv.Quote(f.Name)
		if g.omit && strings.HasPrefix(f.Type, "option<") {
			name = strconv.Quote(f.Name + ",omitempty")
		}
		list[i] = reflect.StructField{Name: "F" + strconv.Itoa(i), Type: g.Type(f.Type), Tag: reflect.StructTag(`json:` + name + ` zid:"` + strconv.Itoa(i) + `"` + own)}
	}
	return g.tupled(list)
}

// tupled returns the struct of fields.
func (g *UnionGroup) tupled(fields []reflect.StructField) reflect.Type {
	if g.tuples {
		fields = append(fields, reflect.StructField{Name: "_", PkgPath: "tuples", Type: reflect.TypeFor[struct{}](), Tag: `msg:",tuple"`})
	}
	return reflect.StructOf(fields)
}

var unionScalars = map[string]reflect.Type{
	"bool": reflect.TypeFor[bool](), "string": reflect.TypeFor[string](),
	"i8": reflect.TypeFor[int8](), "i16": reflect.TypeFor[int16](), "i32": reflect.TypeFor[int32](), "i64": reflect.TypeFor[int64](),
	"u8": reflect.TypeFor[uint8](), "u16": reflect.TypeFor[uint16](), "u32": reflect.TypeFor[uint32](), "u64": reflect.TypeFor[uint64](),
	"f32": reflect.TypeFor[float32](), "f64": reflect.TypeFor[float64](),
}

// Type returns the Go type of a type expression.
func (g *UnionGroup) Type(expr string) reflect.Type {
	if t := unionScalars[expr]; t != nil {
		return t
	}
	if t := g.unions[expr]; t != nil {
		return t
	}
	if t := g.made[expr]; t != nil {
		return t
	}
	outer, args := splitType(expr)
	var t reflect.Type
	switch outer {
	case "list":
		t = reflect.SliceOf(g.Type(args[0]))
	case "map":
		t = reflect.MapOf(reflect.TypeFor[string](), g.Type(args[0]))
	case "option":
		t = reflect.PointerTo(g.Type(args[0]))
	case "tuple":
		t = reflect.ArrayOf(len(args), reflect.TypeFor[any]())
	default:
		t = g.structOf(g.defs[expr].Fields, ` of:"`+expr+`"`)
	}
	g.made[expr] = t
	return t
}

// splitType returns the outer name of a type expression and its arguments.
func splitType(expr string) (outer string, args []string) {
	outer, rest, ok := strings.Cut(expr, "<")
	if !ok {
		return outer, nil
	}
	rest = strings.TrimSuffix(rest, ">")
	depth, from := 0, 0
	for i, c := range rest {
		switch {
		case c == '<':
			depth++
		case c == '>':
			depth--
		case c == ',' && depth == 0:
			args = append(args, strings.TrimSpace(rest[from:i]))
			from = i + 1
		}
	}
	return outer, append(args, strings.TrimSpace(rest[from:]))
}

// Make returns a pointer to a variable of type expr that means value.
func (g *UnionGroup) Make(expr string, value any) (p reflect.Value, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%s: %v", expr, r)
		}
	}()
	p = reflect.New(g.Type(expr))
	g.set(p.Elem(), expr, value)
	return p, nil
}

func (g *UnionGroup) set(v reflect.Value, expr string, value any) {
	if g.unions[expr] != nil {
		g.setUnion(v, expr, value.(map[string]any))
		return
	}
	outer, args := splitType(expr)
	switch {
	case unionScalars[expr] != nil:
		setScalar(v, value)
	case outer == "list":
		items := value.([]any)
		v.Set(reflect.MakeSlice(v.Type(), len(items), len(items)))
		for i, item := range items {
			g.set(v.Index(i), args[0], item)
		}
	case outer == "tuple":
		g.setTuple(v, args, value.([]any))
	case outer == "map":
		v.Set(reflect.MakeMap(v.Type()))
		for key, item := range value.(map[string]any) {
			elem := reflect.New(v.Type().Elem()).Elem()
			g.set(elem, args[0], item)
			v.SetMapIndex(reflect.ValueOf(key), elem)
		}
	case outer == "option":
		if value != nil {
			v.Set(reflect.New(v.Type().Elem()))
			g.set(v.Elem(), args[0], value)
		}
	default:
		g.setFields(v, g.defs[expr].Fields, value.(map[string]any))
	}
}

func (g *UnionGroup) setTuple(v reflect.Value, types []string, items []any) {
	for i, item := range items {
		elem := reflect.New(g.Type(types[i])).Elem()
		g.set(elem, types[i], item)
		v.Index(i).Set(elem)
	}
}

func (g *UnionGroup) setFields(v reflect.Value, fields []UnionField, value map[string]any) {
	for i, f := range fields {
		if item, ok := value[f.Name]; ok {
			g.set(v.Field(i), f.Type, item)
		}
	}
}

func (g *UnionGroup) setUnion(v reflect.Value, expr string, value map[string]any) {
	def := g.defs[expr]
	for i := range def.Variants {
		c := &def.Variants[i]
		if c.Name != value["$variant"] {
			continue
		}
		t := g.cases[expr][i]
		held := reflect.New(t).Elem()
		at := held
		if pointed := t.Kind() == reflect.Pointer && t != g.variant(c, i); pointed {
			held.Set(reflect.New(t.Elem()))
			at = held.Elem()
		}
		payload := value["$value"]
		switch c.Form {
		case "struct":
			g.setFields(at, c.Fields, payload.(map[string]any))
		case "tuple":
			g.setTuple(at, c.Types, payload.([]any))
		case "newtype":
			g.set(at, c.Type, payload)
		}
		v.Set(held)
		return
	}
	panic(fmt.Sprintf("no variant %v", value["$variant"]))
}

func setScalar(v reflect.Value, value any) {
	switch {
	case v.Kind() == reflect.Bool:
		v.SetBool(value.(bool))
	case v.Kind() == reflect.String:
		v.SetString(value.(string))
	case v.CanFloat():
		f, err := value.(json.Number).Float64()
		if err != nil {
			panic(err)
		}
		v.SetFloat(f)
	case v.CanInt():
		n, err := strconv.ParseInt(value.(json.Number).String(), 10, 64)
		if err != nil {
			panic(err)
		}
		v.SetInt(n)
	default:
		n, err := strconv.ParseUint(value.(json.Number).String(), 10, 64)
		if err != nil {
			panic(err)
		}
		v.SetUint(n)
	}
}

// Differs returns how the variable at p, of type expr, differs from what value means, or "".
func (g *UnionGroup) Differs(p reflect.Value, expr string, value any) (difference string) {
	defer func() {
		if r := recover(); r != nil {
			difference = fmt.Sprint(r)
		}
	}()
	want, err := g.Make(expr, value)
	if err != nil {
		return err.Error()
	}
	if !alike(p.Elem(), want.Elem()) {
		return fmt.Sprintf("%s is not %s", show(p.Elem()), show(want.Elem()))
	}
	return ""
}

func show(v reflect.Value) string {
	b, err := json.Marshal(v.Interface())
	return fmt.Sprintf("%s %v", b, err)
}

// alike compares values; empty and nil slices and maps are alike, and elements of tuples by what they show.
func alike(a, b reflect.Value) bool {
	if a.Kind() != b.Kind() || a.Type() != b.Type() {
		return a.IsValid() && b.IsValid() && sameNumber(a, b)
	}
	switch a.Kind() {
	case reflect.Interface, reflect.Pointer:
		if a.IsNil() || b.IsNil() {
			return a.IsNil() == b.IsNil()
		}
		return alike(a.Elem(), b.Elem())
	case reflect.Slice, reflect.Array:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !alike(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Map:
		if a.Len() != b.Len() {
			return false
		}
		for _, key := range a.MapKeys() {
			if other := b.MapIndex(key); !other.IsValid() || !alike(a.MapIndex(key), other) {
				return false
			}
		}
		return true
	case reflect.Struct:
		for i := range a.NumField() {
			if !alike(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Float32, reflect.Float64:
		return a.Float() == b.Float() || a.Float() != a.Float() && b.Float() != b.Float()
	}
	return a.Equal(b)
}

// sameNumber compares numbers of different types, which the elements of a tuple may be.
func sameNumber(a, b reflect.Value) bool {
	x, ok := rational(a)
	y, also := rational(b)
	return ok && also && x.Cmp(y) == 0
}

func rational(v reflect.Value) (*big.Rat, bool) {
	switch {
	case v.CanInt():
		return new(big.Rat).SetInt64(v.Int()), true
	case v.CanUint():
		return new(big.Rat).SetUint64(v.Uint()), true
	case v.CanFloat():
		r := new(big.Rat).SetFloat64(v.Float())
		return r, r != nil
	}
	return nil, false
}
