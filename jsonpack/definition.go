// This file reads schema documents: whatever a user passes becomes text, the text
// becomes a tree of nodes.

package jsonpack

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/types"
)

// SchemaDef is a schema document, or a part of one, as Go values.
type SchemaDef struct {
	// Type is a type name, in any case.
	Type string `json:"type"`
	// Properties are the types of an object's properties by name.
	Properties map[string]*SchemaDef `json:"properties,omitempty"`
	// Items is the type of an array's items.
	Items *SchemaDef `json:"items,omitempty"`
	// Order has the names of the properties in the order of the wire.
	Order []string `json:"order,omitempty"`
	// OneOf are the types that the value may be of, in the order of their numbers on the wire, where Type is
	// "oneOf". A case that is nil has no value, only an id.
	OneOf []*SchemaDef `json:"oneOf,omitempty"`
	// IDs are what JSON calls the cases of OneOf: strings, or numbers of type int.
	IDs []any `json:"ids,omitempty"`
	// Tag and Content name the members that have the id and the value in JSON. Without a Tag the id is the name
	// of the only member, and without Content it stands beside the members of the value.
	Tag     string `json:"tag,omitempty"`
	Content string `json:"content,omitempty"`
	// Untagged says that JSON has no ids.
	Untagged bool `json:"untagged,omitempty"`
	// NotNull says that the value is always of one of the types; else it may be null.
	NotNull bool `json:"notNull,omitempty"`
}

// MarshalJSON writes the document in its compact form. An object has its properties
// and order even where it has none.
func (d *SchemaDef) MarshalJSON() ([]byte, error) {
	w := definitionWriter{left: maxTypes}
	if !w.write(d, 0) {
		return nil, errHuge
	}
	return w.out, nil
}

const (
	// maxTypes is how many types a definition may have.
	maxTypes = 1 << 20
	// maxRepeats is how many times the properties that are defined a document may have
	// because names are repeated in orders: a short definition must not make short
	// values long.
	maxRepeats = 64
	// deepest is how deep definitions nest.
	deepest = jsontext.MaxOpen
)

var errHuge = fmt.Errorf("definition has more than %d types, or more than %d levels", maxTypes, deepest)

// definitionWriter writes definitions, which as Go values may contain themselves.
type definitionWriter struct {
	out  []byte
	left int
}

func (w *definitionWriter) write(d *SchemaDef, depth int) bool {
	if w.left--; w.left < 0 || depth >= deepest {
		return false
	}
	if d == nil {
		w.out = append(w.out, "null"...)
		return true
	}
	w.out = append(w.out, '{')
	if d.OneOf != nil {
		return w.oneOf(d, depth)
	}
	if d.Items != nil {
		w.out = append(w.out, `"items":`...)
		if !w.write(d.Items, depth+1) {
			return false
		}
		w.out = append(w.out, ',')
	}
	if d.Order != nil || d.Properties != nil || lower(d.Type) == "object" {
		w.out = append(w.out, `"order":[`...)
		for i, name := range d.Order {
			w.out = appendName(w.out, i, name)
		}
		w.out = append(w.out, `],"properties":{`...)
		first := 0
		for _, name := range sortedKeys(d.Properties) {
			w.out = append(appendName(w.out, first, name), ':')
			if first++; !w.write(d.Properties[name], depth+1) {
				return false
			}
		}
		w.out = append(w.out, "},"...)
	}
	w.out = append(jsontext.AppendQuoted(append(w.out, `"type":`...), d.Type, false), '}')
	return true
}

// appendName appends the i-th name of a list.
func appendName(dst []byte, i int, name string) []byte {
	if i > 0 {
		dst = append(dst, ',')
	}
	return jsontext.AppendQuoted(dst, name, false)
}

// document is a schema document that has been checked, and what is compiled from it.
type document struct {
	text        []byte // never changed, never handed out
	root        *node
	fingerprint uint64
	targets     targetCache
}

// newDocument reads a definition in any of its forms.
func newDocument(v any, order ByteOrder, set *types.Set) (*document, error) {
	text, def, spare, err := definitionText(v, order, set)
	if err != nil {
		return nil, err
	}
	var tree any
	rest, err := json.Parse(text, &tree, json.UseNumber)
	if err != nil {
		return nil, err
	}
	if end := jsontext.SkipSpace(rest, 0); end < len(rest) {
		return nil, jsontext.ErrorAt(len(text)-len(rest)+end, fault.ErrTrailing)
	}
	b := builder{left: maxTypes, types: set}
	d := &document{}
	if d.root, err = b.root(tree); err != nil {
		return nil, err
	}
	if len(spare) > 0 {
		d.root.markSpare(def, spare)
	}
	if d.text, err = json.Marshal(tree); err != nil {
		return nil, err
	}
	d.fingerprint = fingerprint(d.root)
	return d, nil
}

// definitionText returns a definition as text; one that is made of a Go type also as it is, with
// its spare parts.
func definitionText(v any, order ByteOrder, set *types.Set) (text []byte, def *SchemaDef, spare map[*SchemaDef]bool, err error) {
	switch v := v.(type) {
	case nil:
		err = errors.New("definition is nil")
		return
	case SchemaDef:
		text, err = v.MarshalJSON()
		return
	case *SchemaDef:
		text, err = v.MarshalJSON()
		return
	}
	rv := reflect.ValueOf(v)
	t := rv.Type()
	switch {
	case t.Kind() == reflect.String:
		text = []byte(rv.String())
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		text = bytes.Clone(rv.Bytes())
	case t.Kind() == reflect.Map && t.Key().Kind() == reflect.String:
		text, err = json.Marshal(v)
	default:
		if def, spare, err = definitionOf(t, order, set); err == nil {
			text, err = def.MarshalJSON()
		}
	}
	return
}

// markSpare marks the members that values need not have. def is what n was made of.
func (n *node) markSpare(def *SchemaDef, spare map[*SchemaDef]bool) {
	if n.class == classArray {
		n.items.markSpare(def.Items, spare)
	}
	if n.class == classOneOf {
		for i, c := range n.oneOf.cases {
			if c.node != nil {
				c.node.markSpare(def.OneOf[i], spare)
			}
		}
	}
	for i := range n.members {
		m := &n.members[i]
		part := def.Properties[m.name]
		m.spare = spare[part]
		m.node.markSpare(part, spare)
	}
}

// builder makes nodes of a parsed definition.
type builder struct {
	left  int
	types *types.Set
	path  fault.Trail
}

// root builds the tree of a whole definition.
func (b *builder) root(tree any) (*node, error) {
	def, ok := tree.(map[string]any)
	if name, isText := def["type"].(string); !ok || !isText {
		return nil, errors.New("Need 'type' property in top-level schema definition") //lint:ignore ST1005 the published text
	} else if t, known := wireTypes[lower(name)]; known && t.class < classArray {
		return nil, fmt.Errorf("top-level type must be object or array, not %s", t.name)
	}
	n, err := b.node(def, 0)
	if err != nil {
		if path := b.path.Pointer(); path != "" {
			err = fmt.Errorf("%s: %w", path.Shown(), err)
		}
		return nil, err
	}
	if types := maxTypes - b.left; n.weight > maxRepeats*types {
		return nil, fmt.Errorf("repeated names make more than %d times as many properties of those defined", maxRepeats)
	}
	return n, nil
}

// node builds one type and what it consists of.
func (b *builder) node(tree any, depth int) (*node, error) {
	if b.left--; b.left < 0 || depth >= deepest {
		return nil, errHuge
	}
	def, ok := tree.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("definition of a type must be an object, not %s", kindOf(tree))
	}
	name, ok := def["type"].(string)
	if !ok {
		return nil, errors.New("'type' property non-exist or invalid")
	}
	t, ok := wireTypes[lower(name)]
	if !ok {
		return nil, &UnknownTypeError{DataType: name}
	}
	n := &node{wireType: t, types: b.types}
	var err error
	switch t.class {
	case classArray:
		if _, ok := def["items"].(map[string]any); !ok {
			return nil, errors.New("'items' property non-exist or invalid")
		}
		if n.items, err = b.node(def["items"], depth+1); err != nil {
			b.path.Key("items")
			return nil, err
		}
	case classObject:
		if err = b.object(n, def, depth); err != nil {
			return nil, err
		}
	case classOneOf:
		if err = b.oneOf(n, def, depth); err != nil {
			return nil, err
		}
	}
	n.measure()
	return n, nil
}

// object builds the members of n.
func (b *builder) object(n *node, def map[string]any, depth int) error {
	properties, ok := def["properties"].(map[string]any)
	if !ok {
		return errors.New("'properties' property non-exist or invalid")
	}
	order, ok := def["order"].([]any)
	if !ok {
		return errors.New("'order' property non-exist or invalid")
	}
	nodes := make(map[string]*node, len(properties))
	for _, name := range sortedKeys(properties) {
		if name == "" {
			return errors.New("a property has the empty name")
		}
		part, err := b.node(properties[name], depth+1)
		if err != nil {
			b.path.Key(name)
			b.path.Key("properties")
			return err
		}
		nodes[name] = part
	}
	n.members = make([]member, len(order))
	for i, v := range order {
		name, ok := v.(string)
		if !ok {
			return fmt.Errorf("'order' has %s, not a name", kindOf(v))
		}
		part := nodes[name]
		if part == nil {
			return fmt.Errorf("'order' names %s, which is not a property", fault.Quote(name))
		}
		n.members[i] = member{name: name, node: part}
	}
	return nil
}

// kindOf names what a JSON value is, for messages.
func kindOf(tree any) string {
	switch tree.(type) {
	case nil:
		return "null"
	case map[string]any:
		return "an object"
	case []any:
		return "an array"
	case string:
		return "a string"
	case bool:
		return "a boolean"
	}
	return "a number"
}

// definition returns a checked definition as Go values.
func (d *document) definition() *SchemaDef {
	var tree any
	if _, err := json.Parse(d.text, &tree, 0); err != nil {
		panic("jsonpack: a checked definition is none: " + err.Error())
	}
	return definitionTree(tree.(map[string]any))
}

func definitionTree(tree map[string]any) *SchemaDef {
	d := &SchemaDef{Type: tree["type"].(string)}
	switch wireTypes[lower(d.Type)].class {
	case classArray:
		d.Items = definitionTree(tree["items"].(map[string]any))
	case classObject:
		properties, order := tree["properties"].(map[string]any), tree["order"].([]any)
		d.Properties, d.Order = make(map[string]*SchemaDef, len(properties)), make([]string, len(order))
		for name, part := range properties {
			d.Properties[name] = definitionTree(part.(map[string]any))
		}
		for i, name := range order {
			d.Order[i] = name.(string)
		}
	case classOneOf:
		oneOfTree(d, tree)
	}
	return d
}

// ValidateSchema checks a definition, in any form that [JSONPack.AddSchema] takes,
// without adding it, and more strictly: every property must be in the order, which is
// what decides that it is written, and none may be there twice. Peers in JavaScript
// refuse such a definition. The error is a [*CompileError].
func ValidateSchema(v any) error {
	d, err := newDocument(v, LittleEndian, nil)
	if err == nil {
		var path fault.Trail
		if err = strict(d.definition(), &path); err != nil {
			err = fmt.Errorf("%s: %w", path.Pointer().Shown(), err)
		}
	}
	if err != nil {
		return &CompileError{Err: err}
	}
	return nil
}

// strict checks a definition, and adds to path where it fails.
func strict(d *SchemaDef, path *fault.Trail) error {
	if d.Items != nil {
		err := strict(d.Items, path)
		if err != nil {
			path.Key("items")
		}
		return err
	}
	for i, part := range d.OneOf {
		if part == nil {
			continue
		}
		if err := strict(part, path); err != nil {
			path.Index(i)
			path.Key("oneOf")
			return err
		}
	}
	listed := make(map[string]bool, len(d.Order))
	for _, name := range d.Order {
		if listed[name] {
			path.Key("order")
			return fmt.Errorf("'order' names %s twice", fault.Quote(name))
		}
		listed[name] = true
	}
	for _, name := range sortedKeys(d.Properties) {
		if !listed[name] {
			path.Key("properties")
			return fmt.Errorf("%s is not in 'order'", fault.Quote(name))
		}
		if err := strict(d.Properties[name], path); err != nil {
			path.Key(name)
			path.Key("properties")
			return err
		}
	}
	return nil
}
