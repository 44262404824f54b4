// This file makes a definition from a Go type.

package jsonpack

import (
	"errors"
	"fmt"
	"math/bits"
	"reflect"
	"slices"
	"strconv"

	"github.com/beve-org/beve-go/internal/plan"
	"github.com/beve-org/beve-go/internal/typeset"
	"github.com/beve-org/beve-go/types"
)

// tagKeys are the struct tags that name properties.
var tagKeys = []string{"json"}

// definitionOf returns the definition of a struct, slice or array type, or of what
// a pointer type points to, and those of its parts that are spare.
func definitionOf(t reflect.Type, order ByteOrder, set *types.Set) (*SchemaDef, map[*SchemaDef]bool, error) {
	g := generator{suffix: "LE", types: set}
	if order == BigEndian {
		g.suffix = "BE"
	}
	base := t
	for hops := 0; base.Kind() == reflect.Pointer; hops++ {
		if hops == maxHops {
			return nil, nil, errPointers
		}
		base = base.Elem()
	}
	k := base.Kind()
	if d := typeset.Lookup(set, base); d != nil && d.Union != nil {
		// of any kind, behind pointers or not
	} else if k != reflect.Struct && k != reflect.Slice && k != reflect.Array || base != t && k != reflect.Struct || textual(base) ||
		k == reflect.Array && base.Elem().Kind() == reflect.Uint8 {
		return nil, nil, &WrongTypeError{DataType: t.String()}
	}
	d, err := g.define(t)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", t, err)
	}
	return d, g.spare, nil
}

// generator makes definitions of Go types.
type generator struct {
	suffix string
	types  *types.Set
	open   []reflect.Type // structs, slices and arrays that are being defined
	// spare are the properties of fields with the tag "-", without a key, which the samples of the
	// published package have for a field to omit. It keeps them, and so does this one, for the
	// same bytes; values that are not structs need not have them.
	spare map[*SchemaDef]bool
}

// maxHops is how many pointers may lead to a value.
const maxHops = 100

func (g *generator) define(t reflect.Type) (*SchemaDef, error) {
	for hops := 0; t.Kind() == reflect.Pointer; hops++ {
		if hops == maxHops {
			return nil, errPointers
		}
		t = t.Elem()
	}
	if d := typeset.Lookup(g.types, t); d != nil {
		switch {
		case d.Union != nil:
			return g.oneOf(t, d.Union)
		case d.Convert != nil:
			return g.convert(t, d.Convert)
		case d.Bytes[typeset.JSONPack] != nil:
			return nil, fmt.Errorf("type %s encodes itself by a declared codec, so no schema can be derived from it; write the schema by hand", t)
		}
	}
	if speaksJSON(t) && !textual(t) {
		return nil, fmt.Errorf("type %s encodes itself by methods, so no schema can be derived from it; write the schema by hand", t)
	}
	switch k := t.Kind(); k {
	case reflect.Bool:
		return &SchemaDef{Type: "boolean"}, nil
	case reflect.String:
		return &SchemaDef{Type: "string"}, nil
	case reflect.Int8, reflect.Uint8:
		return &SchemaDef{Type: k.String()}, nil
	case reflect.Int, reflect.Uint:
		return &SchemaDef{Type: k.String() + strconv.Itoa(bits.UintSize) + g.suffix}, nil
	case reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint16, reflect.Uint32, reflect.Uint64,
		reflect.Float32, reflect.Float64:
		return &SchemaDef{Type: k.String() + g.suffix}, nil
	case reflect.Slice, reflect.Array:
		if err := g.enter(t); err != nil {
			return nil, err
		}
		items, err := g.define(t.Elem())
		if err != nil {
			return nil, err
		}
		g.leave()
		return &SchemaDef{Type: "array", Items: items}, nil
	}
	if textual(t) {
		return &SchemaDef{Type: "string"}, nil
	}
	if t.Kind() == reflect.Struct {
		return g.object(t)
	}
	return nil, &UnknownTypeError{DataType: t.String()}
}

var errPointers = errors.New("too many pointers to a value")

// enter notes that t is being defined. A definition is finite, so that a type which
// contains itself, struct or not, has none.
func (g *generator) enter(t reflect.Type) error {
	if slices.Contains(g.open, t) {
		return fmt.Errorf("type %s contains itself, which no schema can describe", t)
	}
	g.open = append(g.open, t)
	return nil
}

func (g *generator) leave() { g.open = g.open[:len(g.open)-1] }

func (g *generator) object(t reflect.Type) (*SchemaDef, error) {
	if err := g.enter(t); err != nil {
		return nil, err
	}
	p, err := plan.Shown(plan.Of(t, tagKeys))
	if err == nil {
		err = typeset.Embedded(g.types, t, tagKeys, nil)
	}
	if err != nil {
		return nil, err
	}
	if len(p.Ambiguous) > 0 {
		return nil, fmt.Errorf("more than one field of %s is named %q", t, p.Ambiguous[0])
	}
	d := &SchemaDef{Type: "object", Properties: map[string]*SchemaDef{}, Order: []string{}}
	for i := range p.Fields {
		f := &p.Fields[i]
		part, err := g.define(f.Type)
		if err != nil {
			return nil, fmt.Errorf("field %s: %w", f.GoName, err)
		}
		if t.FieldByIndex(f.Index).Tag == "-" {
			if g.spare == nil {
				g.spare = map[*SchemaDef]bool{}
			}
			g.spare[part] = true
		}
		d.Properties[f.Name] = part
		d.Order = append(d.Order, f.Name)
	}
	g.leave()
	return d, nil
}

// textual reports whether values of t are written and read by methods of its own
// where the schema has a string. A kind of string is one already.
func textual(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return t.Kind() != reflect.String && t.Kind() != reflect.Interface && p.Implements(plan.TextMarshalerType) && p.Implements(plan.TextUnmarshalerType) &&
		!(plan.Nullable(t) && speaksJSON(t)) // text has no null
}
