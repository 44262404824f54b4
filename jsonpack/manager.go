package jsonpack

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/beve-org/beve-go/types"
)

// ByteOrder is the order of bytes of the numbers in a definition that is made from a
// Go type.
type ByteOrder int

// The byte orders.
const (
	LittleEndian ByteOrder = 0
	BigEndian    ByteOrder = 1
)

// A JSONPack holds schemas by name. It is safe for concurrent use. The zero JSONPack holds none.
type JSONPack struct {
	mu      sync.RWMutex
	schemas map[string]*Schema
}

// NewJSONPack returns a JSONPack without schemas.
func NewJSONPack() *JSONPack { return new(JSONPack) }

// AddSchema adds a schema, in place of one that has the name already. v is a definition
// and, if a byte order is to be chosen, a [ByteOrder], which only matters where the
// definition is made from a Go type; it is LittleEndian otherwise. A *[types.Set] among v
// has the declarations of types for this schema, which count before those of the program,
// both where the definition is made and for the values. A definition is
//
//   - JSON text: any kind of string or byte slice,
//   - a map with keys of kind string, and what it holds, as JSON has it,
//   - a [SchemaDef] or a pointer to one,
//   - a struct or a pointer to one, or a slice or array, whose type it is made from.
//
// On failure the error is a [*CompileError], and what had the name still has it.
func (p *JSONPack) AddSchema(schemaName string, v ...any) (*Schema, error) {
	order, set := LittleEndian, (*types.Set)(nil)
	fail := func(err error) (*Schema, error) { return nil, &CompileError{Name: schemaName, Err: err} }
	if last := len(v) - 1; last > 0 {
		if s, ok := v[last].(*types.Set); ok {
			set, v = s, v[:last]
		}
	}
	switch len(v) {
	case 1:
	case 2:
		var ok bool
		if order, ok = v[1].(ByteOrder); !ok || order != LittleEndian && order != BigEndian {
			return fail(fmt.Errorf("byte order must be LittleEndian or BigEndian, not %v of type %T", v[1], v[1]))
		}
	default:
		return fail(fmt.Errorf("want a definition and perhaps a byte order, not %d arguments", len(v)))
	}
	doc, err := newDocument(v[0], order, set)
	if err != nil {
		return fail(err)
	}
	s := &Schema{Name: schemaName, doc: doc}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.schemas == nil {
		p.schemas = map[string]*Schema{}
	}
	p.schemas[schemaName] = s
	return s, nil
}

// GetSchema returns the schema of a name, or nil.
func (p *JSONPack) GetSchema(schemaName string) *Schema {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.schemas[schemaName]
}

// find returns the schema of a name, or a [*SchemaNonExistError].
func (p *JSONPack) find(name string) (*Schema, error) {
	if s := p.GetSchema(name); s != nil {
		return s, nil
	}
	return nil, &SchemaNonExistError{Name: name}
}

// GetSchemaDef is [Schema.GetSchemaDef] of the schema of a name. The error is a
// [*SchemaNonExistError] if there is none, here and below.
func (p *JSONPack) GetSchemaDef(schemaName string) (*SchemaDef, error) {
	s, err := p.find(schemaName)
	if err != nil {
		return nil, err
	}
	return s.GetSchemaDef()
}

// GetSchemaDefText is [Schema.GetSchemaDefText] of the schema of a name.
func (p *JSONPack) GetSchemaDefText(schemaName string) ([]byte, error) {
	s, err := p.find(schemaName)
	if err != nil {
		return nil, err
	}
	return s.GetSchemaDefText(), nil
}

// GetAllSchemas returns all schemas by name, in a map of the caller's.
func (p *JSONPack) GetAllSchemas() map[string]*Schema {
	p.mu.RLock()
	defer p.mu.RUnlock()
	all := make(map[string]*Schema, len(p.schemas))
	maps.Copy(all, p.schemas)
	return all
}

// GetAllSchemaDefs returns all definitions by name.
func (p *JSONPack) GetAllSchemaDefs() map[string]*SchemaDef {
	all := map[string]*SchemaDef{}
	for name, s := range p.GetAllSchemas() {
		all[name] = s.doc.definition()
	}
	return all
}

// GetAllSchemaDefTexts returns the texts of all definitions by name.
func (p *JSONPack) GetAllSchemaDefTexts() map[string][]byte {
	all := map[string][]byte{}
	for name, s := range p.GetAllSchemas() {
		all[name] = s.GetSchemaDefText()
	}
	return all
}

// RemoveSchema removes the schema of a name.
func (p *JSONPack) RemoveSchema(schemaName string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.schemas[schemaName] == nil {
		return &SchemaNonExistError{Name: schemaName}
	}
	delete(p.schemas, schemaName)
	return nil
}

// Reset removes all schemas.
func (p *JSONPack) Reset() {
	p.mu.Lock()
	defer p.mu.Unlock()
	clear(p.schemas)
}

// Encode is [Schema.Encode] with the schema of a name.
func (p *JSONPack) Encode(schemaName string, v any) ([]byte, error) {
	s, err := p.find(schemaName)
	if err != nil {
		return nil, err
	}
	return s.Encode(v)
}

// Marshal is Encode.
func (p *JSONPack) Marshal(schemaName string, v any) ([]byte, error) { return p.Encode(schemaName, v) }

// EncodeTo is [Schema.EncodeTo] with the schema of a name.
func (p *JSONPack) EncodeTo(schemaName string, v any, dataPtr *[]byte) error {
	s, err := p.find(schemaName)
	if err != nil {
		return err
	}
	return s.EncodeTo(v, dataPtr)
}

// Decode is [Schema.Decode] with the schema of a name.
func (p *JSONPack) Decode(schemaName string, data []byte, v any) error {
	s, err := p.find(schemaName)
	if err != nil {
		return err
	}
	return s.Decode(data, v)
}

// Unmarshal is Decode.
func (p *JSONPack) Unmarshal(schemaName string, data []byte, v any) error {
	return p.Decode(schemaName, data, v)
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
