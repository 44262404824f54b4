// The meaning of struct tags, where it differs from encoding/json.

package msgcodec

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/plan"
	"github.com/beve-org/beve-go/internal/typeset"
)

// source is the view of types that plans of MessagePack are made from. An embedded struct
// is a member like others, named after its type, unless the option inline promotes its
// fields; options may have blanks around them, and names are all that stands before the first comma, as generators for
// MessagePack have it. Tags json are read as encoding/json does.
type source struct {
	plan.Source[reflect.Type]
	keys []string // of tags, in order of preference
	ids  bool     // a field with a number is sent, whatever its tag json says

	// inlines reports, where it is set, whether the fields of an embedded type are promoted
	// although no tag says so.
	inlines func(t reflect.Type) bool
}

// Member returns field i of a struct.
func (s source) Member(t reflect.Type, i int) plan.Member[reflect.Type] {
	m := s.Source.Member(t, i)
	m.AnyName = true
	lookup := m.Lookup
	m.Lookup = func(key string) (string, bool) {
		text, ok := lookup(key)
		if _, numbered := lookup("zid"); s.ids && key == "json" && numbered {
			if text == "-" {
				return "", ok
			}
			text = strings.ReplaceAll(text, ",inline", "") // a field with a number is one
		}
		name, options, more := strings.Cut(text, ",")
		if key == "json" {
			if !plan.ValidName(name) {
				text = text[len(name):]
			}
			return text, ok
		}
		if !more || name == "-" {
			return name, ok // "-" is as tinylib/msgp and vmihailenco/msgpack have it, unlike encoding/json
		}
		for option := range strings.SplitSeq(options, ",") {
			name += "," + strings.TrimSpace(option)
		}
		return name, ok
	}
	if m.Embedded && m.Exported {
		m.Embedded = s.hasOption(m.Lookup, "inline") ||
			s.inlines != nil && !s.hasOption(m.Lookup, "noinline") && s.inlines(m.Type)
	}
	return m
}

// tag returns the tag of a field, read by the first key that it has.
func (s source) tag(lookup func(string) (string, bool)) string {
	for _, key := range s.keys {
		if text, ok := lookup(key); ok {
			return text
		}
	}
	return ""
}

// hasOption reports whether a tag has an option.
func (s source) hasOption(lookup func(string) (string, bool), option string) bool {
	_, options, _ := strings.Cut(s.tag(lookup), ",")
	for o := range strings.SplitSeq(options, ",") {
		if o == option {
			return true
		}
	}
	return false
}

// planOf returns the plan of a struct. Fields with conflicting names, which a plan leaves
// out silently, are an error here.
func (c *compiler) planOf(t reflect.Type) (*plan.Struct, error) {
	src := c.source()
	p, err := plan.Shown(plan.Build[reflect.Type](src, t, src.keys))
	if err == nil {
		err = typeset.Embedded(c.profile.key.types, t, src.keys, func(f *reflect.StructField) bool { return c.profile.key.inline || !f.IsExported() })
	}
	if err != nil {
		return nil, err
	}
	kept := map[int]bool{}
	for i := range p.Fields {
		f := &p.Fields[i]
		if f.ThroughPointer {
			return nil, &plan.Error{GoType: t.String(), GoField: f.GoName, Reason: "fields cannot be promoted through an embedded pointer, neither by the option inline nor for a type that is not exported"}
		}
		if err := src.fieldOptions(t, f); err != nil {
			return nil, err
		}
		kept[f.Index[0]] = true
	}
	if p.Unknown != nil {
		kept[p.Unknown.Index[0]] = true
	}
	for i := range t.NumField() {
		if m := src.Member(t, i); m.Exported && !m.Embedded && !kept[i] && src.tag(m.Lookup) != "-" {
			return nil, &plan.Error{GoType: t.String(), GoField: m.Name, Reason: "another field has its name"}
		}
	}
	if c.profile.key.inline {
		return p, src.hidden(t, p)
	}
	return p, nil
}

// hidden returns an error for a field of an embedded struct that the plan p of t leaves out: no
// tag asked for the fields to be promoted, so none may get lost by it.
func (s source) hidden(t reflect.Type, p *plan.Struct) error {
	kept, seen := map[string]bool{}, map[reflect.Type]bool{}
	for i := range p.Fields {
		kept[fmt.Sprint(p.Fields[i].Index)] = true
	}
	if p.Unknown != nil {
		kept[fmt.Sprint(p.Unknown.Index)] = true
	}
	var walk func(around reflect.Type, index []int) error
	walk = func(around reflect.Type, index []int) error {
		if around.Kind() == reflect.Pointer {
			around = around.Elem()
		}
		if around.Kind() != reflect.Struct {
			return nil
		}
		again := seen[around]
		seen[around] = true
		for i := range around.NumField() {
			m := s.Member(around, i)
			at := append(slices.Clip(index), i)
			text := s.tag(m.Lookup)
			name, _, _ := strings.Cut(text, ",")
			switch {
			case text == "-" || kept[fmt.Sprint(at)]:
			case m.Embedded && name == "":
				if again {
					continue
				}
				if err := walk(m.Type, at); err != nil {
					return err
				}
			case m.Exported:
				return &plan.Error{GoType: around.String(), GoField: m.Name, Reason: "another field of " + t.String() + " has its name; noinline keeps an embedded struct as it is"}
			}
		}
		return nil
	}
	return walk(t, nil)
}

// source returns the view that the tag keys of the profile give.
func (c *compiler) source() source {
	s := source{Source: plan.Reflection(), keys: c.profile.key.tags(), ids: c.profile.key.format.IDs}
	if c.profile.key.inline {
		s.inlines = c.byFields
	}
	return s
}

// byFields reports whether values of the embedded type t are written and read field by field. Generated methods that
// reflection takes the place of do not count.
func (c *compiler) byFields(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() == reflect.Struct && (!hasMethods(t) || c.passesOver(t) || c.takesOver(t)) && c.byKind(t)
}

// structOptions is the name of the field whose tag holds the options of a whole struct, as
// vmihailenco/msgpack has it.
const structOptions = "_msgpack"

// optionsOf returns the options of the field [structOptions] of t, and its index, or -1.
func (s source) optionsOf(t reflect.Type) (options []string, at int) {
	for i := range t.NumField() {
		if f := t.Field(i); f.Name == structOptions {
			_, text, _ := strings.Cut(s.tag(f.Tag.Lookup), ",")
			for o := range strings.SplitSeq(text, ",") {
				options = append(options, strings.TrimSpace(o))
			}
			return options, i
		}
	}
	return nil, -1
}

// fieldOptions gives a field of t the options that vmihailenco/msgpack has: omitempty for all
// fields that follow [structOptions]. What has no meaning here is an error.
func (s source) fieldOptions(t reflect.Type, f *plan.Field) error {
	last := len(f.Index) - 1
	around := t
	if last > 0 {
		around = t.FieldByIndex(f.Index[:last]).Type
	}
	options, at := s.optionsOf(around)
	for _, o := range options {
		switch o {
		case "", "as_array", "asArray":
		case "omitempty":
			f.OmitEmpty = f.OmitEmpty || at < f.Index[last]
		default:
			return &plan.Error{GoType: around.String(), GoField: structOptions, Reason: "the option " + fault.Quote(o) + " has no meaning here"}
		}
	}
	if f.TagKey != "json" && slices.Contains(f.Options, "intern") {
		return &plan.Error{GoType: around.String(), GoField: f.GoName, Reason: "the option intern is not supported: such strings mean something only together with those before them"}
	}
	return nil
}

// aliasesOf returns the further names that a field is read by.
func aliasesOf(f *plan.Field) (names []string) {
	if f.TagKey == "json" {
		return nil
	}
	for _, o := range f.Options {
		if name, ok := strings.CutPrefix(o, "alias:"); ok {
			names = append(names, strings.TrimSpace(name))
		}
	}
	return names
}

// idOf returns the number of a field: what its tag zid says, in decimal.
func idOf(t reflect.Type, f *plan.Field) (int64, error) {
	text, ok := t.FieldByIndex(f.Index).Tag.Lookup("zid")
	if !ok {
		return 0, &plan.Error{GoType: t.String(), GoField: f.GoName, Reason: `no tag zid; the command addzid numbers the fields of a package; msg:"-" leaves one out`}
	}
	id, err := strconv.ParseUint(text, 10, 31)
	if err != nil || strconv.FormatUint(id, 10) != text {
		return 0, &plan.Error{GoType: t.String(), GoField: f.GoName, Reason: "zid " + fault.Quote(text) + " is not a number in plain decimal"}
	}
	return int64(id), nil
}

// noID reports whether a field has no number, which those of a tuple need not have.
func noID(t reflect.Type, f *plan.Field) bool {
	_, has := t.FieldByIndex(f.Index).Tag.Lookup("zid")
	return !has
}

// isTuple reports whether a struct is written as an array: it has a field
//
//	_ struct{} `msg:",tuple"`
//
// or what vmihailenco/msgpack has for it:
//
//	_msgpack struct{} `msgpack:",as_array"`
func (s source) isTuple(t reflect.Type) bool {
	if options, _ := s.optionsOf(t); slices.Contains(options, "as_array") || slices.Contains(options, "asArray") {
		return true
	}
	for i := range t.NumField() {
		if f := t.Field(i); f.Name == "_" && s.hasOption(f.Tag.Lookup, "tuple") {
			return true
		}
	}
	return false
}

// errTooWide: see maxFields and maxName.
var errTooWide = fault.Because(fault.ErrUnsupported, "struct with too many or too long member names")
