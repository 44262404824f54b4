package columns

import (
	"fmt"
	"strings"

	"github.com/beve-org/beve-go/cmd/internal/parquetfile"
)

// This file says what a column is, and how Parquet is told of it.

// Schema is the columns of a file.
type Schema struct {
	root    *column
	columns int // how many there are, those with parts among them
}

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
	inText   bool             // times were inferred from text, as which they must come
	length   int
	scale    int
	digits   int
	optional bool
	children []*column // members, the element, or key and value
	byName   map[string]int
	id       int               // its place among all
	node     *parquetfile.Node // what Parquet calls the column
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

// newSchema returns the schema of columns.
func newSchema(root *column) *Schema {
	s := &Schema{root: root}
	root.describe(&s.columns)
	root.node.Settle()
	return s
}

// describe makes the nodes of c and of what is below, and numbers them.
func (c *column) describe(columns *int) {
	c.id = *columns
	*columns++
	n := &parquetfile.Node{Name: c.name, Optional: c.optional, Unit: c.unit, UTC: c.utc, Scale: c.scale, Precision: c.digits, Length: c.length}
	c.node = n
	for i, child := range c.children {
		if c.byName == nil {
			c.byName = map[string]int{}
		}
		c.byName[child.name] = i
		child.describe(columns)
		n.Children = append(n.Children, child.node)
	}
	switch c.kind {
	case number:
		n.Type, n.Bits = c.number.stored()
	case duration:
		n.Type, n.Bits = parquetfile.Int, 64
	case mapping:
		entry := &parquetfile.Node{Name: "entry", Type: parquetfile.Group, Children: n.Children}
		n.Type, n.Children = parquetfile.Map, []*parquetfile.Node{entry}
	case instant:
		n.Type, n.UTC = parquetfile.Timestamp, true
	case local:
		n.Type, n.UTC = parquetfile.Timestamp, false
	default:
		n.Type = types[c.kind]
	}
}

// types are those of kinds that have one alone.
var types = map[kind]parquetfile.Type{
	null: parquetfile.Null, boolean: parquetfile.Bool, text: parquetfile.Text, blob: parquetfile.Bytes,
	list: parquetfile.List, object: parquetfile.Group, uuid: parquetfile.UUID, enum: parquetfile.Enum,
	jsonText: parquetfile.JSON, bson: parquetfile.BSON, decimal: parquetfile.Decimal, date: parquetfile.Date,
	clock: parquetfile.TimeOfDay, interval: parquetfile.Interval,
}

// stored returns the type of a column of numbers, and its bits if they are integers.
func (n numberType) stored() (parquetfile.Type, int) {
	switch {
	case n == float16s:
		return parquetfile.Float16, 0
	case n == float32s:
		return parquetfile.Float32, 0
	case n == float64s:
		return parquetfile.Float64, 0
	case n >= uint8s:
		return parquetfile.Uint, 8 << (n - uint8s)
	}
	return parquetfile.Int, 8 << (n - int8s)
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

// schemaOf returns the columns of a file, for writing another one like it. Types that are
// read only become those that their values are read as.
func schemaOf(root *parquetfile.Node, durations map[string]bool) *Schema {
	return newSchema(columnOf(root, "", durations))
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
