package testkit

import (
	"encoding"
	"encoding/json"
	"reflect"
	"strings"
	"unicode"
)

// This file says which types encoding/json treats otherwise where it stands on its version 2, as it does from Go 1.27
// on unless GOEXPERIMENT=nojsonv2 is set. What is compared with it is compared on all other types.

// Version2 says whether encoding/json stands on version 2.
var Version2 = reflect.TypeFor[json.RawMessage]().PkgPath() != "encoding/json"

// SameInVersion2 reports whether encoding/json treats t, and all that it is made of, as version 1 does: always, unless it stands
// on version 2.
func SameInVersion2(t reflect.Type) bool {
	return !Version2 || !otherInVersion2(t, map[reflect.Type]bool{})
}

func otherInVersion2(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return otherInVersion2(t.Elem(), seen)
	case reflect.Map:
		return otherKey(t.Key()) || otherInVersion2(t.Elem(), seen)
	case reflect.Struct:
		if t.Name() == "" && hasDecodeMethod(t) {
			return true // methods that are promoted to a struct without a name
		}
		for i := range t.NumField() {
			if f := t.Field(i); otherField(f) || otherInVersion2(f.Type, seen) {
				return true
			}
		}
	}
	return false
}

var (
	textMarshaler   = reflect.TypeFor[encoding.TextMarshaler]()
	textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()
	unmarshaler     = reflect.TypeFor[json.Unmarshaler]()
)

func hasDecodeMethod(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return p.Implements(textUnmarshaler) || p.Implements(unmarshaler)
}

// otherKey reports whether maps with keys of type t are treated in another way: strings with methods, types that have
// two methods, or methods for one direction only, and types that cannot be keys.
func otherKey(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.String:
		return t.Implements(textMarshaler) || hasDecodeMethod(t)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return t.Implements(textMarshaler) != reflect.PointerTo(t).Implements(textUnmarshaler)
	}
	p := reflect.PointerTo(t)
	return !t.Implements(textMarshaler) || !p.Implements(textUnmarshaler) || p.Implements(unmarshaler)
}

// otherField reports whether the tag of a field means something else.
func otherField(f reflect.StructField) bool {
	name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
	if strings.ContainsFunc(name, func(r rune) bool {
		return !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", r) && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) {
		return true // a malformed name: a part or all of it is taken
	}
	quoted := false
	for option := range strings.SplitSeq(options, ",") {
		word := option
		if end := strings.IndexFunc(option, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsNumber(r) }); end >= 0 {
			word = option[:end]
		}
		switch {
		case word == "embed", word == "case", word == "format":
			return true // options of version 2
		case word != option && (word == "string" || word == "omitempty" || word == "omitzero"):
			return true // as if the rest were not there
		}
		quoted = quoted || option == "string"
	}
	return quoted && otherQuoted(f.Type)
}

// otherQuoted reports whether the option string means something else for a field of type t: it is followed through
// pointers with names, and not through methods.
func otherQuoted(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		if t.Name() != "" {
			return true
		}
		t = t.Elem()
	}
	switch t.Kind() {
	case reflect.Bool, reflect.String, reflect.Float32, reflect.Float64,
		reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return t.Implements(textMarshaler) || hasDecodeMethod(t)
	}
	return false
}
