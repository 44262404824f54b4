package columns

import (
	"fmt"
	"math/big"
	"reflect"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding"
	"github.com/parquet-go/parquet-go/format"

	"github.com/beve-org/beve-go/cmd/internal/parquetfile"
)

// This file says what a column is, and how Parquet is told of it.

// Schema is the columns of a file.
type Schema struct{ root *column }

// kind is a class of values that there is a type of columns for.
type kind uint8

// The first kinds are those that are inferred.
const (
	null kind = iota // nothing but null
	boolean
	number // of column.number
	text
	blob // of column.length, if it is not 0
	list
	object
	instant // in column.unit
	duration
	uuid

	enum
	jsonText
	bson
	decimal
	date
	clock // a time of day
	local // a time stamp without a zone
	interval
	mapping
)

// String names the values of a kind.
func (k kind) String() string {
	return [...]string{"null", "boolean", "number", "string", "array of uint8", "array", "object", "timestamp", "duration",
		"UUID", "enum", "JSON", "BSON", "decimal", "date", "time of day", "local timestamp",
		"interval", "map"}[k]
}

// column is a column, or a part of one that has parts.
type column struct {
	name     string
	kind     kind
	number   numberType
	unit     parquetfile.Unit // of times
	utc      bool             // of times of day
	length   int
	scale    int
	digits   int
	optional bool
	children []*column // members, the element, or key and value
	byName   map[string]int

	def, rep    int // levels of what is there; rep is that of all elements but the first for lists
	first, last int // leaves below, last excluded
}

// numberType is a type of numbers.
type numberType uint8

// Those of integers are in order of their widths.
const (
	int8s numberType = 1 + iota
	int16s
	int32s
	int64s
	uint8s
	uint16s
	uint32s
	uint64s
	float16s
	float32s
	float64s
)

func (n numberType) isFloat() bool { return n >= float16s }

func (n numberType) String() string {
	return [...]string{"", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64"}[n]
}

// String names the type of a column for errors.
func (c *column) String() string {
	if c.kind == number {
		return c.number.String()
	}
	return c.kind.String()
}

// settle sets the levels and leaves of c and what is below, which come after those of its
// parent.
func (c *column) settle(def, rep, leaf int) int {
	if c.optional {
		def++
	}
	if c.kind == list || c.kind == mapping {
		def, rep = def+1, rep+1
	}
	c.def, c.rep, c.first = def, rep, leaf
	if len(c.children) == 0 {
		leaf++
	}
	for i, child := range c.children {
		if c.byName == nil {
			c.byName = map[string]int{}
		}
		c.byName[child.name] = i
		leaf = child.settle(def, rep, leaf)
	}
	c.last = leaf
	return leaf
}

// check refuses what Parquet has no columns for.
func (c *column) check(path string) error {
	if c.kind == object && len(c.children) == 0 {
		return fmt.Errorf("%s: an object without members, which no column can hold", path)
	}
	for _, child := range c.children {
		if err := child.check(fieldPath(path, child.name)); err != nil {
			return err
		}
	}
	return nil
}

// node returns what parquet-go calls the column.
func (c *column) node() parquet.Node {
	n := c.required()
	if n.Leaf() && c.kind != boolean && c.kind != null {
		n = parquet.Encoded(n, dictionaries)
	}
	if c.optional {
		n = parquet.Optional(n)
	}
	return n
}

var dictionaries encoding.Encoding = &parquet.RLEDictionary

// required is node for values that are there.
func (c *column) required() parquet.Node {
	switch c.kind {
	case null:
		return parquet.Leaf(nullType{parquet.Int32Type})
	case boolean:
		return parquet.Leaf(parquet.BooleanType)
	case number:
		return c.number.node()
	case blob:
		if c.length > 0 {
			return parquet.Leaf(parquet.FixedLenByteArrayType(c.length))
		}
		return parquet.Leaf(parquet.ByteArrayType)
	case list:
		return parquet.List(c.children[0].node())
	case mapping:
		pair := group{parquet.Group{}, c.children}
		return mapNode{parquet.Map(parquet.String(), parquet.String()), pair}
	case object:
		return group{parquet.Group{}, c.children}
	case instant, local:
		return parquet.TimestampAdjusted(unitOf(c.unit), c.kind == instant)
	case duration:
		return parquet.Int(64)
	case uuid:
		return parquet.UUID()
	case enum:
		return parquet.Enum()
	case jsonText:
		return parquet.JSON()
	case bson:
		return parquet.BSON()
	case decimal:
		return parquet.Decimal(c.scale, c.digits, c.decimalType())
	case date:
		return parquet.Date()
	case clock:
		return parquet.TimeAdjusted(unitOf(c.unit), c.utc)
	case interval:
		return parquet.IntervalNode()
	}
	return parquet.String()
}

// decimalType returns how decimals are stored: as the smallest that holds their digits.
func (c *column) decimalType() parquet.Type {
	switch {
	case c.digits <= 9:
		return parquet.Int32Type
	case c.digits <= 18:
		return parquet.Int64Type
	}
	return parquet.FixedLenByteArrayType(c.decimalBytes())
}

// decimalBytes returns the least bytes that hold a decimal's digits and its sign.
func (c *column) decimalBytes() int {
	beyond := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(c.digits)), nil)
	return beyond.BitLen()/8 + 1
}

func (n numberType) node() parquet.Node {
	switch n {
	case float16s:
		return parquet.Leaf(float16Type{parquet.FixedLenByteArrayType(2)})
	case float32s:
		return parquet.Leaf(parquet.FloatType)
	case float64s:
		return parquet.Leaf(parquet.DoubleType)
	}
	if n >= uint8s {
		return parquet.Uint(8 << (n - uint8s))
	}
	return parquet.Int(8 << (n - int8s))
}

func unitOf(u parquetfile.Unit) parquet.TimeUnit {
	return [...]parquet.TimeUnit{parquetfile.Millisecond: parquet.Millisecond, parquetfile.Microsecond: parquet.Microsecond,
		parquetfile.Nanosecond: parquet.Nanosecond}[u]
}

// nullType is the type of columns that have nothing but null.
type nullType struct{ parquet.Type }

func (nullType) LogicalType() *format.LogicalType {
	return &format.LogicalType{Value: new(format.NullType)}
}

func (nullType) ConvertedType() *deprecated.ConvertedType { return nil }

// float16Type is the type of floats in two bytes, which parquet-go does not have.
type float16Type struct{ parquet.Type }

func (float16Type) LogicalType() *format.LogicalType {
	return &format.LogicalType{Value: new(format.Float16Type)}
}

// group is an object. It keeps the order of its members, which parquet.Group sorts.
type group struct {
	parquet.Group
	members []*column
}

func (g group) Fields() []parquet.Field {
	fields := make([]parquet.Field, len(g.members))
	for i, m := range g.members {
		fields[i] = field{m.node(), m.name}
	}
	return fields
}

// GoType is that of no Go type: rows are written as values.
func (group) GoType() reflect.Type { return reflect.TypeFor[struct{}]() }

// mapNode is a map, whose entries are those of another node.
type mapNode struct {
	parquet.Node
	entries group
}

func (m mapNode) Fields() []parquet.Field {
	return []parquet.Field{field{parquet.Repeated(m.entries), "key_value"}}
}

func (mapNode) GoType() reflect.Type { return reflect.TypeFor[struct{}]() }

// field is a member of an object.
type field struct {
	parquet.Node
	name string
}

func (f field) Name() string { return f.name }

func (field) Value(reflect.Value) reflect.Value { return reflect.Value{} }

// schemaOf returns the columns of a file, for writing another one like it. Types that are
// read only become those that their values are read as.
func schemaOf(root *parquetfile.Node, durations map[string]bool) *Schema {
	c := columnOf(root, "", durations)
	c.settle(0, 0, 0)
	return &Schema{c}
}

func columnOf(n *parquetfile.Node, path string, durations map[string]bool) *column {
	c := &column{name: n.Name, optional: n.Optional, unit: n.Unit, utc: n.UTC}
	for _, child := range n.Children {
		below := fieldPath(path, child.Name)
		if n.Type == parquetfile.List {
			below = elementPath(path)
		}
		c.children = append(c.children, columnOf(child, below, durations))
	}
	switch n.Type {
	case parquetfile.Bool:
		c.kind = boolean
	case parquetfile.Int, parquetfile.Uint, parquetfile.Float16, parquetfile.Float32, parquetfile.Float64:
		c.kind, c.number = number, numberOf(n)
		if durations[path] && c.number == int64s {
			c.kind = duration
		}
	case parquetfile.Bytes:
		c.kind, c.length = blob, n.Length
	case parquetfile.Enum:
		c.kind = enum
	case parquetfile.JSON:
		c.kind = jsonText
	case parquetfile.BSON:
		c.kind = bson
	case parquetfile.UUID:
		c.kind = uuid
	case parquetfile.Decimal:
		c.kind, c.scale, c.digits = decimal, n.Scale, n.Precision
	case parquetfile.Date:
		c.kind = date
	case parquetfile.TimeOfDay:
		c.kind = clock
	case parquetfile.Timestamp:
		if c.kind = local; n.UTC {
			c.kind = instant
		}
	case parquetfile.Interval:
		c.kind = interval
	case parquetfile.Null:
		c.kind = null
	case parquetfile.Group:
		c.kind = object
	case parquetfile.List:
		c.kind = list
	case parquetfile.Map:
		c.kind = mapping
		c.children = c.children[0].children
	default:
		c.kind = text
	}
	return c
}

func numberOf(n *parquetfile.Node) numberType {
	switch n.Type {
	case parquetfile.Float16:
		return float16s
	case parquetfile.Float32:
		return float32s
	case parquetfile.Float64:
		return float64s
	}
	widths := map[int]numberType{8: int8s, 16: int16s, 32: int32s, 64: int64s}
	if n.Type == parquetfile.Uint {
		return widths[n.Bits] + uint8s - int8s
	}
	return widths[n.Bits]
}

// durationsKey is the metadata of a file that name the columns of integers that are
// durations in nanoseconds, which Parquet does not have: one path a line. Package
// arrowbeve writes and reads the same.
const durationsKey = "beve.durations"

var pathEscaper = strings.NewReplacer("~", "~0", "/", "~1", "\n", "~2")

// fieldPath returns the path of a member below path.
func fieldPath(path, name string) string { return path + "/" + pathEscaper.Replace(name) }

// elementPath returns the path of the elements of the list at path.
func elementPath(path string) string { return path + "/" }

// durations appends the paths of the durations below c.
func (c *column) durations(paths []string, path string) []string {
	if c.kind == duration {
		paths = append(paths, path)
	}
	for _, child := range c.children {
		below := fieldPath(path, child.name)
		if c.kind == list {
			below = elementPath(path)
		}
		paths = child.durations(paths, below)
	}
	return paths
}

// durationPaths reads the metadata of a file.
func durationPaths(lines string) map[string]bool {
	if lines == "" {
		return nil
	}
	paths := map[string]bool{}
	for line := range strings.SplitSeq(lines, "\n") {
		paths[line] = true
	}
	return paths
}
