// The options of decoding that package json does not have, held to a JSON text.

package httpbeve

import (
	"bytes"
	"encoding"
	"reflect"
	"strconv"
	"sync"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/plan"
	"github.com/beve-org/beve-go/json"
)

// checks reports whether the options ask for something that package json does not look at.
func (o *Options) checks() bool {
	return o.Decode.RequireAll || o.Decode.RejectDuplicates || o.Decode.Strict
}

// checkJSON holds a text that package json has decoded into a t to these options. What methods
// read, and members that no field takes, have objects whose names may be checked, and no more.
func (o *Options) checkJSON(text []byte, t reflect.Type) error {
	c := checker{dec: json.NewDecoderBytes(text), text: text, o: &o.Decode}
	c.dec.UseNumber() // one that no float64 holds is nothing that the options are about
	return c.value(t)
}

type checker struct {
	dec  *json.Decoder
	text []byte
	o    *beve.DecodeOptions
}

// next returns the next token, and the offset at which it begins.
func (c *checker) next() (token json.Token, at int64, err error) {
	at = c.dec.InputOffset()
	rest := c.text[at:]
	at += int64(len(rest) - len(bytes.TrimLeft(rest, " \t\r\n,:")))
	token, err = c.dec.Token()
	return token, at, err
}

// value checks the next value, which is for a t. A nil t is one of which nothing is known.
func (c *checker) value(t reflect.Type) error {
	t, null := target(t)
	token, at, err := c.next()
	if err != nil {
		return err
	}
	switch token {
	case nil:
		if c.o.Strict && !null {
			return c.refuse(at, t, fault.Because(fault.ErrMismatch, "null for what cannot be nil"))
		}
	case json.Delim('{'):
		return c.object(at, t)
	case json.Delim('['):
		var elem reflect.Type
		if t != nil && (t.Kind() == reflect.Slice || t.Kind() == reflect.Array) {
			elem = t.Elem()
		}
		for c.dec.More() {
			if err := c.value(elem); err != nil {
				return err
			}
		}
		_, err = c.dec.Token()
	}
	return err
}

// object checks the members of an object that begins at an offset.
func (c *checker) object(begin int64, t reflect.Type) error {
	var fields fields
	if t != nil && t.Kind() == reflect.Struct {
		fields = fieldsOf(t)
	}
	seen := map[string]bool{}
	for c.dec.More() {
		token, at, err := c.next()
		if err != nil {
			return err
		}
		name, _ := token.(string)
		var member reflect.Type
		if i, ok := fields.byName[name]; ok {
			member = fields.list[i].Type
		} else if t != nil && t.Kind() == reflect.Map {
			name, member = keyOf(name, t.Key()), t.Elem()
		}
		if c.o.RejectDuplicates && seen[name] {
			return c.refuse(at, t, fault.DuplicateKey(name))
		}
		seen[name] = true
		if err := c.value(member); err != nil {
			return err
		}
	}
	if _, err := c.dec.Token(); err != nil {
		return err
	}
	if c.o.RequireAll {
		for i := range fields.list {
			if f := &fields.list[i]; !seen[f.Name] && !f.OmitEmpty && !f.OmitZero {
				err := c.refuse(begin, t, fault.Because(fault.ErrMissing, "missing field "+fault.Quote(f.Name)))
				err.Path = err.Path.Key(f.Name).Short()
				return err
			}
		}
	}
	return nil
}

// refuse is an error about the value of the last token.
func (c *checker) refuse(at int64, t reflect.Type, cause error) *json.DecodeError {
	e := &json.DecodeError{Offset: at, Path: c.dec.Path(), Err: cause, Format: "json"}
	if t != nil {
		e.GoType = t.String()
	}
	return e
}

var (
	jsonReader = reflect.TypeFor[json.Unmarshaler]()
	textReader = reflect.TypeFor[encoding.TextUnmarshaler]()
	timeType   = reflect.TypeFor[time.Time]()
	scalarPath = reflect.TypeFor[beve.UUID]().PkgPath()
)

// target returns the type that pointers of type t lead to, nil where package json does not go by its
// kind, and whether null may stand for it.
func target(t reflect.Type) (to reflect.Type, null bool) {
	if t == nil {
		return nil, true
	}
	for t.Kind() == reflect.Pointer {
		t, null = t.Elem(), true
	}
	switch p := reflect.PointerTo(t); {
	case t.Kind() == reflect.Interface:
		return nil, true
	case p.Implements(jsonReader): // which says what null is, but for the types that BEVE knows
		return nil, null || t != timeType && t.PkgPath() != scalarPath
	case p.Implements(textReader):
		return nil, null
	}
	if _, read := plan.OnlyBEVE(t); read != plan.NoMethod {
		return nil, true
	}
	return t, null || t.Kind() == reflect.Map || t.Kind() == reflect.Slice
}

// keyOf is the form that texts which stand for one key of a map have in common.
func keyOf(name string, t reflect.Type) string {
	if reflect.PointerTo(t).Implements(textReader) {
		return name
	}
	switch t.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if n, err := strconv.ParseInt(name, 10, 64); err == nil {
			return strconv.FormatInt(n, 10)
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		if n, err := strconv.ParseUint(name, 10, 64); err == nil {
			return strconv.FormatUint(n, 10)
		}
	}
	return name
}

// fields are those of a struct.
type fields struct {
	list   []plan.Field
	byName map[string]int
}

// structs has the fields of each struct that was checked.
var structs sync.Map // reflect.Type to fields

func fieldsOf(t reflect.Type) fields {
	if known, ok := structs.Load(t); ok {
		return known.(fields)
	}
	var fs fields
	if s, err := plan.Of(t, []string{"json"}); err == nil { // else package json has refused the type
		fs.list, fs.byName = s.Fields, map[string]int{}
		for i := range s.Fields {
			fs.byName[s.Fields[i].Name] = i
		}
	}
	known, _ := structs.LoadOrStore(t, fs)
	return known.(fields)
}
