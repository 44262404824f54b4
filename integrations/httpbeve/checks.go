// The options of decoding that package json does not have, held to a JSON text.

package httpbeve

import (
	"encoding"
	"reflect"
	"strconv"
	"sync"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/plan"
	"github.com/beve-org/beve-go/internal/structs"
	"github.com/beve-org/beve-go/json"
)

// checks reports whether the options ask for something that package json does not look at.
func (o *Options) checks() bool {
	return o.Decode.RequireAll || o.Decode.RejectDuplicates || o.Decode.Strict
}

// checkJSON holds a text that package json has decoded into a t to these options. What methods
// read, and members that no field takes, have objects whose names may be checked, and no more.
func (o *Options) checkJSON(text []byte, t reflect.Type) error {
	c := checker{src: text, o: &o.Decode}
	c.value(jsontext.SkipSpace(text, 0), shapeOf(t))
	if c.err != nil { // and not a nil pointer in an interface
		return c.err
	}
	return nil
}

// A checker walks over a text that is known to be well-formed. Its methods return the offset after
// what they are given, or -1 where there is an error.
type checker struct {
	src []byte
	o   *beve.DecodeOptions
	err *json.DecodeError
}

// value checks the value at src[i].
func (c *checker) value(i int, s *shape) int {
	null := s.null
	for s.to != nil {
		s = s.to
	}
	switch c.src[i] {
	case '{':
		if s == nothing && !c.o.RejectDuplicates {
			return jsontext.Skip(c.src, i, jsontext.MaxOpen)
		}
		return c.object(i, s)
	case '[':
		if s.elem == nothing && !c.o.RejectDuplicates {
			return jsontext.Skip(c.src, i, jsontext.MaxOpen)
		}
		i = jsontext.SkipSpace(c.src, i+1)
		for c.src[i] != ']' {
			if i = c.value(i, s.elem); i < 0 {
				return -1
			}
			i = c.comma(i)
		}
		return i + 1
	case 'n':
		if c.o.Strict && !null {
			return c.refuse(i, i, s, fault.Because(fault.ErrMismatch, "null for what cannot be nil"))
		}
	}
	return jsontext.SkipScalar(c.src, i)
}

// comma passes what stands between two parts, or the space in front of the end.
func (c *checker) comma(i int) int {
	if i = jsontext.SkipSpace(c.src, i); c.src[i] == ',' {
		i = jsontext.SkipSpace(c.src, i+1)
	}
	return i
}

// object checks the object at src[begin].
func (c *checker) object(begin int, s *shape) int {
	var taken structs.Seen // of the fields
	taken.Hold(len(s.fields))
	var other names
	i := jsontext.SkipSpace(c.src, begin+1)
	for c.src[i] != '}' {
		at := i
		name, next := c.name(i)
		i = jsontext.SkipSpace(c.src, jsontext.SkipSpace(c.src, next)+1) // the colon
		part, twice := s.elem, false
		if f, ok := s.byName[string(name)]; ok {
			part, twice = s.fields[f].shape, taken.Has(f)
			taken.Add(f)
		} else if c.o.RejectDuplicates {
			twice = other.has(keyOf(name, s.key))
		}
		if twice && c.o.RejectDuplicates {
			return c.refuse(at, i, s, fault.DuplicateKey(string(name)))
		}
		if i = c.value(i, part); i < 0 {
			return -1
		}
		i = c.comma(i)
	}
	if c.o.RequireAll {
		for f := range s.fields {
			if name := s.fields[f].name; s.fields[f].required && !taken.Has(f) {
				c.refuse(begin, begin, s, fault.Because(fault.ErrMissing, "missing field "+fault.Quote(name)))
				c.err.Path = c.err.Path.Key(name).Short()
				return -1
			}
		}
	}
	return i + 1
}

// name is the name at src[i], as package json reads it.
func (c *checker) name(i int) (name []byte, next int) {
	next, form, _ := jsontext.ScanString(c.src, i)
	if name = c.src[i+1 : next-1]; form != 0 {
		name = jsontext.AppendReplaced(nil, name)
	}
	return name, next
}

// refuse says what is wrong at an offset, with the value at another.
func (c *checker) refuse(at, value int, s *shape, cause error) int {
	c.err = &json.DecodeError{Offset: int64(at), Path: jsontext.PointerAt(c.src, value+1), GoType: s.goType, Err: cause, Format: jsontext.Format}
	return -1
}

// names are those of an object that were seen.
type names struct {
	few  [8][]byte
	n    int
	many map[string]bool // from the ninth on
}

// has reports whether a name is there, and adds it.
func (s *names) has(name []byte) bool {
	for _, other := range s.few[:min(s.n, len(s.few))] {
		if string(other) == string(name) {
			return true
		}
	}
	if s.n < len(s.few) {
		s.few[s.n] = name
		s.n++
		return false
	}
	if s.many == nil {
		s.many = map[string]bool{}
	}
	was := s.many[string(name)]
	s.many[string(name)] = true
	return was
}

// keyOf is the form that names which stand for one key have in common, where keys are of a kind.
func keyOf(name []byte, kind reflect.Kind) []byte {
	switch {
	case kind >= reflect.Int && kind <= reflect.Int64:
		if n, err := strconv.ParseInt(string(name), 10, 64); err == nil {
			return strconv.AppendInt(nil, n, 10)
		}
	case kind >= reflect.Uint && kind <= reflect.Uintptr:
		if n, err := strconv.ParseUint(string(name), 10, 64); err == nil {
			return strconv.AppendUint(nil, n, 10)
		}
	}
	return name
}

// A shape is what the options are about in a type.
type shape struct {
	goType string
	null   bool         // is a value of it
	to     *shape       // of a pointer
	elem   *shape       // of a slice, an array or a map
	key    reflect.Kind // of a map whose keys have no methods
	fields []field      // of a struct
	byName map[string]int
}

type field struct {
	name     string
	required bool
	shape    *shape
}

// nothing is the shape of what package json does not read by its kind: interfaces, methods, and
// members that no field takes.
var nothing = &shape{null: true}

func init() { nothing.elem = nothing }

// shapes are those of types whose bodies were checked.
var shapes sync.Map // reflect.Type to *shape

func shapeOf(t reflect.Type) *shape {
	if known, ok := shapes.Load(t); ok {
		return known.(*shape)
	}
	known, _ := shapes.LoadOrStore(t, shaper{}.of(t))
	return known.(*shape)
}

var (
	jsonReader = reflect.TypeFor[json.Unmarshaler]()
	textReader = reflect.TypeFor[encoding.TextUnmarshaler]()
	timeType   = reflect.TypeFor[time.Time]()
	scalarPath = reflect.TypeFor[beve.UUID]().PkgPath()
)

// A shaper has the shapes of types that are begun, which may be of themselves.
type shaper map[reflect.Type]*shape

func (begun shaper) of(t reflect.Type) *shape {
	if s := begun[t]; s != nil {
		return s
	}
	kind, p := t.Kind(), reflect.PointerTo(t)
	if _, carried := plan.OnlyBEVE(t); carried != plan.NoMethod || kind == reflect.Interface {
		return nothing
	}
	s := &shape{goType: t.String(), elem: nothing}
	begun[t] = s
	switch {
	case kind == reflect.Pointer:
		s.null, s.to = true, begun.of(t.Elem())
	case p.Implements(jsonReader): // which says what null is, but for the types that BEVE knows
		s.null = t != timeType && t.PkgPath() != scalarPath
	case p.Implements(textReader):
	case kind == reflect.Struct:
		begun.fields(s, t)
	case kind == reflect.Map:
		s.null, s.elem = true, begun.of(t.Elem())
		if !reflect.PointerTo(t.Key()).Implements(textReader) {
			s.key = t.Key().Kind()
		}
	case kind == reflect.Slice:
		s.null, s.elem = true, begun.of(t.Elem())
	case kind == reflect.Array:
		s.elem = begun.of(t.Elem())
	}
	return s
}

func (begun shaper) fields(s *shape, t reflect.Type) {
	p, err := plan.Of(t, []string{"json"})
	if err != nil {
		return // package json has refused the type
	}
	s.byName = make(map[string]int, len(p.Fields))
	for i := range p.Fields {
		f := &p.Fields[i]
		s.byName[f.Name] = i
		s.fields = append(s.fields, field{f.Name, !f.OmitEmpty && !f.OmitZero, begun.of(f.Type)})
	}
}
