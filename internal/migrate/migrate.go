// Package migrate holds what users of other packages have to know when they come to this
// library: what is renamed, what differs, and what takes the place of the rest. It is data
// alone, but for the rules about types (rules.go). Command bevemigrate looks for all of it in sources,
// docs/migrate.md prints it, and module interop runs each claim against the package that it is about.
package migrate

import (
	"path"
	"reflect"
	"slices"
	"strings"
)

// A Change says what becomes of a name.
type Change uint8

const (
	// Same is a name that is here, too, with the same meaning.
	Same Change = iota
	// Renamed is a name that another one replaces, word for word.
	Renamed
	// Differs is a name that compiles here, too, and does something else.
	Differs
	// Rewrite is a name that is not here, or not in the same shape.
	Rewrite
)

var changes = [...]string{"same", "renamed", "differs", "rewrite"}

func (c Change) String() string { return changes[c] }

// Mechanical reports whether nobody has to think about c.
func (c Change) Mechanical() bool { return c <= Renamed }

// A Library is what a section of docs/migrate.md is about.
type Library struct {
	ID       string // for the flag -from
	Name     string // the heading
	Packages []Package
	Commands []Command
	Tags     []Tag
	Fields   []FieldRule
	// Tag is the key of the struct tags that the library reads, and Methods are those of types that
	// write their values, in place of what these are made of.
	Tag     string
	Methods []string
	AnyKeys bool // maps with keys of interface types are written, too
	// Differences are what changes in bytes and behaviour, whatever is called.
	Differences []Difference
}

// A Package is one package of a Library.
type Package struct {
	Path string // its import path
	Here string // the package that takes its place; empty if none does
	// Name is that of the package Here where it is another one than there.
	Name string
	// Rest says what becomes of names without a row in Symbols.
	Rest Change
	// Note is about the package as a whole. It makes its import a decision.
	Note string
	// Own lists the types that are types of their own in both packages, where the others are
	// aliases of the same ones. Without it all types are.
	Own []string
	// Unless is a name that tells another version of the package, which is not meant.
	Unless  string
	Symbols []Symbol
	Methods []Method
	// Writes and Reads are the functions and methods that take Go values to encode and to decode.
	Writes, Reads []string
}

// A Symbol is a row of the table of names: functions, types, methods and fields, as
// "Marshal", "Decoder.Query".
type Symbol struct {
	There  string // names with the same fate, separated by spaces
	Change Change
	Here   string // what takes their place; a star is the name, without Encoder.Encode and Decoder.Decode
	Note   string
}

// A Method is one that types of users have for the sake of the library.
type Method struct {
	Name   string
	Change Change
	Here   string
	Note   string
}

// A Command is one that sources call by go:generate.
type Command struct{ There, Here string }

// A Tag is an option in struct tags: with an empty Option, the key as a whole.
type Tag struct {
	Key, Option string
	Change      Change
	Note        string
}

// In reports whether a struct tag has the option.
func (t *Tag) In(text string) bool {
	_, options, ok := strings.Cut(reflect.StructTag(text).Get(t.Key), ",")
	return ok && slices.Contains(strings.Split(options, ","), t.Option)
}

// A Difference is a row of the table of bytes and behaviour. A test of module interop has its
// What for a name.
type Difference struct{ What, There, Here string }

// All returns the libraries in the order of the page.
func All() []*Library {
	return []*Library{stdJSON, segmentio, tinylib, vmihailenco, fxamacker, protobuf, original, jsonpack, zebrapack}
}

// Find returns the row of a name, or nil if it has none.
func (p *Package) Find(name string) *Symbol {
	for i := range p.Symbols {
		for _, pattern := range p.Symbols[i].Names() {
			if ok, _ := path.Match(pattern, name); ok {
				return &p.Symbols[i]
			}
		}
	}
	return nil
}

// Names returns the names that the row is about. A star in one stands for anything.
func (s *Symbol) Names() []string { return strings.Fields(s.There) }

// Becomes returns what becomes of a name of p. Members of a type that has to be rewritten are
// part of that, where they have no row.
func (p *Package) Becomes(name string) (s Symbol, covered bool) {
	if s := p.Find(name); s != nil {
		row := *s
		word := strings.TrimPrefix(strings.TrimPrefix(name, "Encoder.Encode"), "Decoder.Decode")
		row.Here = strings.ReplaceAll(row.Here, "*", word)
		return row, false
	}
	if owner, _, ok := strings.Cut(name, "."); ok {
		if s := p.Find(owner); s != nil && s.Change == Rewrite {
			return *s, true
		}
	}
	return Symbol{There: name, Change: p.Rest}, false
}

// IsOwn reports whether a type of p is another type here.
func (p *Package) IsOwn(typeName string) bool {
	return p.Own == nil || slices.Contains(p.Own, typeName)
}
