// This file is what a schema says of a value that is of one of several types: the number of its type stands before
// it, from 1, and 0 is null. Which ids the types have, and where these stand, matters to JSON alone.

package jsonpack

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/typeset"
	"github.com/beve-org/beve-go/json"
)

// oneOf is the part of a node that is one of several types.
type oneOf struct {
	form         typeset.Form
	tag, content string
	notNull      bool
	cases        []oneOfCase
	targets      []typeset.Target // of values without ids
}

// oneOfCase is one of the types.
type oneOfCase struct {
	id   string // or the number in decimal
	text string // as JSON
	node *node  // nil for a unit
}

// read reads the number of a type at off. c is nil for null. On failure next is off.
func (o *oneOf) read(src []byte, off int) (c *oneOfCase, next int, cause error) {
	v, next, cause := readVaruint(src, off)
	switch {
	case cause != nil:
		return nil, off, cause
	case v == 0 && o.notNull:
		return nil, off, fault.Because(fault.ErrMismatch, "null is not a case"+o.list())
	case v == 0:
		return nil, next, nil
	case v > uint64(len(o.cases)):
		return nil, off, fault.Because(fault.ErrMismatch, "case number "+strconv.FormatUint(v, 10)+" of "+strconv.Itoa(len(o.cases)))
	}
	return &o.cases[v-1], next, nil
}

// number returns the number of c on the wire.
func (o *oneOf) number(id string) uint64 {
	for i := range o.cases {
		if o.cases[i].id == id {
			return uint64(i + 1)
		}
	}
	return 0
}

// list returns the ids, for errors.
func (o *oneOf) list() string {
	const most = 20
	var b strings.Builder
	b.WriteString("; there are ")
	for i := range o.cases {
		if i == most {
			fmt.Fprintf(&b, ", … (%d in all)", len(o.cases))
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(fault.QuoteShort(o.cases[i].id))
	}
	return b.String()
}

// measure fills in what follows from the parts of n.
func (o *oneOf) measure(n *node) {
	n.least = enough
	for _, c := range o.cases {
		if c.node == nil {
			n.least = 0
			continue
		}
		n.least = min(n.least, c.node.least)
		n.levels = max(n.levels, c.node.levels)
		n.weight, n.hollow = max(n.weight, c.node.weight), max(n.hollow, c.node.hollow)
	}
	if !o.notNull {
		n.least = 0
	}
	n.least = add(n.least, 1)
}

// appendMeaning appends what Fingerprint says.
func (o *oneOf) appendMeaning(dst []byte) []byte {
	dst = append(dst, '<')
	for i := range o.cases {
		dst = append(appendName(dst, i, o.cases[i].id), ':')
		if c := o.cases[i].node; c != nil {
			dst = c.appendMeaning(dst)
		}
	}
	if o.notNull {
		dst = append(dst, '!')
	}
	return append(dst, '>')
}

// oneOf writes the rest of a definition of one of several types, members in the order of their names.
func (w *definitionWriter) oneOf(d *SchemaDef, depth int) bool {
	if d.Content != "" {
		w.out = append(jsontext.AppendQuoted(append(w.out, `"content":`...), d.Content, false), ',')
	}
	w.out = append(w.out, `"ids":[`...)
	for i, id := range d.IDs {
		if i > 0 {
			w.out = append(w.out, ',')
		}
		text, err := json.Marshal(id)
		if err != nil {
			return false
		}
		w.out = append(w.out, text...)
	}
	w.out = append(w.out, ']', ',')
	if d.NotNull {
		w.out = append(w.out, `"notNull":true,`...)
	}
	w.out = append(w.out, `"oneOf":[`...)
	for i, part := range d.OneOf {
		if i > 0 {
			w.out = append(w.out, ',')
		}
		if !w.write(part, depth+1) {
			return false
		}
	}
	w.out = append(w.out, ']', ',')
	if d.Tag != "" {
		w.out = append(jsontext.AppendQuoted(append(w.out, `"tag":`...), d.Tag, false), ',')
	}
	w.out = jsontext.AppendQuoted(append(w.out, `"type":`...), d.Type, false)
	if d.Untagged {
		w.out = append(w.out, `,"untagged":true`...)
	}
	w.out = append(w.out, '}')
	return true
}

// oneOf builds what n says of a value of one of several types.
func (b *builder) oneOf(n *node, def map[string]any, depth int) error {
	o := new(oneOf)
	n.oneOf = o
	parts, ok := def["oneOf"].([]any)
	ids, also := def["ids"].([]any)
	if !ok || !also || len(parts) == 0 || len(ids) != len(parts) {
		return errors.New("'oneOf' and 'ids' must be lists that are as long as one another, and not empty")
	}
	if err := o.represent(def); err != nil {
		return err
	}
	seen := map[string]bool{}
	for i, part := range parts {
		c := oneOfCase{}
		switch id := ids[i].(type) {
		case string:
			c.id, c.text = id, string(jsontext.AppendQuoted(nil, id, false))
		case json.Number:
			c.id, c.text = string(id), string(id)
			if _, err := strconv.ParseInt(c.id, 10, 64); err != nil || o.form == typeset.External {
				return fmt.Errorf("the id %s is neither a name nor an integer beside a 'tag'", id)
			}
		default:
			return fmt.Errorf("'ids' has %s, not a name or an integer", kindOf(ids[i]))
		}
		if seen[c.text] {
			return fmt.Errorf("'ids' has %s twice", c.text)
		}
		seen[c.text] = true
		if part != nil {
			var err error
			if c.node, err = b.node(part, depth+1); err != nil {
				b.path.Index(i)
				b.path.Key("oneOf")
				return err
			}
		}
		if err := o.add(c); err != nil {
			return err
		}
	}
	return nil
}

// represent reads where the ids stand in JSON.
func (o *oneOf) represent(def map[string]any) error {
	for name, at := range map[string]any{"tag": &o.tag, "content": &o.content, "notNull": &o.notNull, "untagged": new(bool)} {
		v, ok := def[name]
		if !ok {
			continue
		}
		switch at := at.(type) {
		case *string:
			*at, ok = v.(string)
			ok = ok && *at != ""
		case *bool:
			*at, ok = v.(bool)
			if name == "untagged" && *at {
				o.form = typeset.Untagged
			}
		}
		if !ok {
			return fmt.Errorf("'%s' must not be %s", name, kindOf(v))
		}
	}
	switch {
	case o.form == typeset.Untagged && o.tag+o.content != "", o.content != "" && (o.tag == "" || o.tag == o.content):
		return errors.New("there may be a 'tag', a 'tag' and a 'content' of other names, or 'untagged', or none of them")
	case o.content != "":
		o.form = typeset.Adjacent
	case o.tag != "":
		o.form = typeset.Internal
	}
	return nil
}

// add adds a case.
func (o *oneOf) add(c oneOfCase) error {
	switch {
	case o.form == typeset.Internal && c.node != nil && c.node.class != classObject:
		return fmt.Errorf("case %s is %s, beside whose members no 'tag' can stand", c.text, c.node.name)
	case o.form == typeset.Internal && c.node != nil:
		if _, ok := c.node.index[o.tag]; ok {
			return fmt.Errorf("case %s has a property %s, which is the 'tag'", c.text, fault.Quote(o.tag))
		}
	case o.form == typeset.Untagged:
		o.targets = append(o.targets, targetOf(c.node))
	}
	o.cases = append(o.cases, c)
	return nil
}

// targetOf returns what is known of the values of n, a case without an id.
func targetOf(n *node) typeset.Target {
	if n == nil {
		return typeset.UnitTarget()
	}
	var names []string
	for i := range n.members {
		if !n.members[i].repeated && !n.members[i].spare {
			names = append(names, n.members[i].name)
		}
	}
	elem := typeset.KindOther
	if n.class == classArray {
		elem = shapeKinds[n.items.class]
	}
	return typeset.TargetOf(shapeKinds[n.class], elem, 8*int(n.size), names)
}

var shapeKinds = [...]typeset.Kind{
	classBool: typeset.KindBool, classSigned: typeset.KindInt, classUnsigned: typeset.KindUint, classFloat: typeset.KindFloat,
	classString: typeset.KindString, classArray: typeset.KindArray, classObject: typeset.KindObject, classOneOf: typeset.KindOther,
}

// oneOfTree fills d, a checked definition.
func oneOfTree(d *SchemaDef, tree map[string]any) {
	parts, ids := tree["oneOf"].([]any), tree["ids"].([]any)
	for i, part := range parts {
		def, ok := part.(map[string]any)
		if !ok {
			d.OneOf = append(d.OneOf, nil)
		} else {
			d.OneOf = append(d.OneOf, definitionTree(def))
		}
		if n, ok := ids[i].(float64); ok {
			d.IDs = append(d.IDs, int(n))
		} else {
			d.IDs = append(d.IDs, ids[i])
		}
	}
	d.Tag, _ = tree["tag"].(string)
	d.Content, _ = tree["content"].(string)
	d.Untagged, _ = tree["untagged"].(bool)
	d.NotNull, _ = tree["notNull"].(bool)
}

// oneOf defines a union.
func (g *generator) oneOf(t reflect.Type, u *typeset.Union) (*SchemaDef, error) {
	if err := g.enter(t); err != nil {
		return nil, err
	}
	d := &SchemaDef{Type: "oneOf", Tag: u.Tag, Content: u.Content, Untagged: u.Form == typeset.Untagged, NotNull: u.NotNil}
	for _, c := range u.Cases {
		if c == u.Other {
			continue // nothing says what its values are
		}
		var id any = c.ID
		if c.IsInt {
			id = int(c.Int)
		}
		d.IDs = append(d.IDs, id)
		if c.Unit {
			d.OneOf = append(d.OneOf, nil)
			continue
		}
		part, err := g.define(c.Elem)
		if err != nil {
			return nil, fmt.Errorf("case %s: %w", c.ID, err)
		}
		d.OneOf = append(d.OneOf, part)
	}
	g.leave()
	return d, nil
}

// convert defines a type that is written as another.
func (g *generator) convert(t reflect.Type, v *typeset.Conversion) (*SchemaDef, error) {
	if err := g.enter(t); err != nil {
		return nil, err
	}
	d, err := g.define(v.Inner)
	if err == nil {
		g.leave()
	}
	return d, err
}
