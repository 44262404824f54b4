package parquetfile

import (
	"unicode/utf8"
)

// This file makes a tree of a schema, and one vocabulary of its two kinds of types, the
// converted ones of old and the logical ones.

// Type is what the values of a node are.
type Type uint8

// The types.
const (
	Bool      Type = iota
	Int            // of Bits, in Value.Bits extended by sign
	Uint           // of Bits
	Float16        // two bytes
	Float32        // its bits
	Float64        // its bits
	Bytes          // of any length, or of Length bytes
	Text           // UTF-8, which is not checked
	Enum           // text
	JSON           // text
	BSON           // bytes
	UUID           // 16 bytes
	Decimal        // a whole number of 10^-Scale, as Physical says
	Date           // days from 1970
	TimeOfDay      // in Unit from midnight
	Timestamp      // in Unit from 1970, or twelve bytes where Physical is Int96
	Interval       // twelve bytes: months, days, milliseconds
	Null           // nothing but null
	Group          // its Children
	List           // its one child, any number of times
	Map            // the same, whose child is a group of key and perhaps value
)

// Unit is that of a time.
type Unit uint8

// The units, numbered as Parquet does.
const (
	Millisecond Unit = 1 + iota
	Microsecond
	Nanosecond
)

// PerSecond returns how many of u are a second.
func (u Unit) PerSecond() int64 {
	return [...]int64{Millisecond: 1e3, Microsecond: 1e6, Nanosecond: 1e9}[u]
}

// String returns the name of the unit.
func (u Unit) String() string {
	return [...]string{"", "milliseconds", "microseconds", "nanoseconds"}[u]
}

// The physical types, numbered as Parquet does.
const (
	PhysicalBool = iota
	PhysicalInt32
	PhysicalInt64
	PhysicalInt96
	PhysicalFloat
	PhysicalDouble
	PhysicalBytes
	PhysicalFixed
)

// The logical types that are looked at by number.
const (
	logicalDecimal   = 5
	logicalTime      = 7
	logicalTimestamp = 8
	logicalInteger   = 10
)

// Node is a node of the schema. Groups that only say that something repeats are left out:
// a list has its element as its child, and so has a node that repeats without saying that
// it is a list.
type Node struct {
	Name     string
	Path     string // from the root, as a JSON Pointer
	Type     Type
	Optional bool
	Bits     int // of integers
	Unit     Unit
	UTC      bool // whether a time is an instant, or what some clock showed
	// Scale and Precision are those of decimals.
	Scale, Precision int
	Length           int // of values of a fixed length
	Children         []*Node

	// Def is the definition level from which on the node is there, Rep its repetition
	// level. For a list ElementDef is the one from which on there is an element, and
	// ElementRep the repetition level of all but the first.
	Def, Rep               int
	ElementDef, ElementRep int
	// First and End are the leaves below the node, as indexes.
	First, End int

	physical int32
}

// Physical returns how values of a leaf are stored.
func (n *Node) Physical() int { return int(n.physical) }

// Leaf reports whether n has values of its own.
func (n *Node) Leaf() bool { return n.Type < Group }

// maxSchemaDepth bounds groups within groups.
const maxSchemaDepth = 100

// schemaReader makes nodes of elements.
type schemaReader struct {
	rest   []schemaElement
	leaves []*Node
}

func newSchema(elements []schemaElement) (*Node, []*Node, error) {
	if len(elements) == 0 || elements[0].children == 0 {
		return nil, nil, malformed("no columns")
	}
	s := &schemaReader{rest: elements}
	root := s.rest[0]
	s.rest = s.rest[1:]
	n := &Node{Type: Group, physical: -1}
	if err := s.children(n, root.children, 0); err != nil {
		return nil, nil, err
	}
	if len(s.rest) > 0 {
		return nil, nil, malformed("%d elements of the schema are of no group", len(s.rest))
	}
	return n, s.leaves, nil
}

// children reads the nodes below n.
func (s *schemaReader) children(n *Node, count, depth int) error {
	if depth > maxSchemaDepth {
		return unsupported("groups nested more than %d deep", maxSchemaDepth)
	}
	names := map[string]bool{}
	n.First = len(s.leaves)
	for range count {
		if len(s.rest) == 0 {
			return malformed("a group without its last children")
		}
		child, err := s.node(n.Path, n.Def, n.Rep, depth+1)
		if err != nil {
			return err
		}
		if names[child.Name] {
			return unsupported("two columns are named %.100q", child.Path)
		}
		names[child.Name] = true
		n.Children = append(n.Children, child)
	}
	n.End = len(s.leaves)
	return nil
}

// node reads a node below one of these levels.
func (s *schemaReader) node(path string, def, rep, depth int) (*Node, error) {
	e := s.rest[0]
	s.rest = s.rest[1:]
	n := &Node{Name: e.name, Path: path + "/" + escaper.Replace(e.name), Def: def, Rep: rep, physical: e.physical}
	if !utf8.ValidString(e.name) {
		return nil, unsupported("the name of column %.100q is not UTF-8", n.Path)
	}
	switch e.repetition {
	case 0:
	case 1:
		n.Optional = true
		n.Def++
	case 2:
		// It repeats without a group around it: a list of what it is.
		n.Type, n.physical = List, -1
		element := &Node{Name: "element", Path: n.Path + "/", Def: def + 1, Rep: rep + 1, physical: e.physical}
		n.ElementDef, n.ElementRep = element.Def, element.Rep
		n.First = len(s.leaves)
		err := s.content(element, e, depth)
		n.Children, n.End = []*Node{element}, len(s.leaves)
		return n, err
	default:
		return nil, malformed("column %q has repetition %d", n.Path, e.repetition)
	}
	return n, s.content(n, e, depth)
}

// content reads what is in the node of an element: its type, or its children.
func (s *schemaReader) content(n *Node, e schemaElement, depth int) error {
	if n.Def > 255 || n.Rep > 255 {
		return unsupported("column %.100q is nested too deep", n.Path)
	}
	switch {
	case e.children == 0:
		n.First = len(s.leaves)
		s.leaves = append(s.leaves, n)
		n.End = len(s.leaves)
		return n.leaf(e)
	case e.physical != -1:
		return malformed("column %q has both a type and children", n.Path)
	case isList(e) && e.children == 1 && len(s.rest) > 0 && s.rest[0].repetition == 2:
		return s.list(n, e, depth)
	case isMap(e) && e.children == 1 && len(s.rest) > 0 && s.rest[0].repetition == 2:
		return s.mapping(n, depth)
	case e.logical.id == 16:
		return unsupported("column %q is a variant", n.Path)
	}
	n.Type = Group
	return s.children(n, e.children, depth)
}

func isList(e schemaElement) bool { return e.logical.id == 3 || e.logical.id == 0 && e.converted == 3 }

func isMap(e schemaElement) bool {
	return e.logical.id == 2 || e.logical.id == 0 && (e.converted == 1 || e.converted == 2)
}

// list reads the elements of a list: what is in the group that repeats, or, by the rules
// for files of old writers, that group itself.
func (s *schemaReader) list(n *Node, e schemaElement, depth int) error {
	n.Type = List
	n.ElementDef, n.ElementRep = n.Def+1, n.Rep+1
	n.First = len(s.leaves)
	repeated := s.rest[0]
	s.rest = s.rest[1:]
	element := &Node{Name: "element", Path: n.Path + "/", Def: n.ElementDef, Rep: n.ElementRep, physical: repeated.physical}
	var err error
	if repeated.children == 1 && repeated.name != "array" && repeated.name != e.name+"_tuple" &&
		len(s.rest) > 0 && s.rest[0].repetition != 2 {
		element, err = s.node(n.Path, n.ElementDef, n.ElementRep, depth+2)
	} else {
		err = s.content(element, repeated, depth+1)
	}
	n.Children, n.End = []*Node{element}, len(s.leaves)
	return err
}

// mapping reads the entries of a map.
func (s *schemaReader) mapping(n *Node, depth int) error {
	n.Type = Map
	n.ElementDef, n.ElementRep = n.Def+1, n.Rep+1
	entries := s.rest[0]
	s.rest = s.rest[1:]
	if entries.children < 1 || entries.children > 2 {
		return malformed("map %q has entries of %d parts", n.Path, entries.children)
	}
	entry := &Node{Name: "entry", Path: n.Path + "/", Type: Group, Def: n.ElementDef, Rep: n.ElementRep, physical: -1}
	n.First = len(s.leaves)
	if err := s.children(entry, entries.children, depth+1); err != nil {
		return err
	}
	// Their names differ between writers.
	entry.Children[0].Name = "key"
	if entries.children == 2 {
		entry.Children[1].Name = "value"
	}
	n.Children, n.End = []*Node{entry}, len(s.leaves)
	return nil
}
