// Package zebra generates Go code for ZebraPack, and for MessagePack with named keys,
// from type declarations. It resolves the declarations to a model of what is sent,
// prints the methods from that, and makes the schema of it.
package zebra

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/beve-org/beve-go/cmd/internal/gen"
)

// Options choose what is generated. The zero value is ZebraPack mode with names of
// structs on the wire and no methods at all.
type Options struct {
	IO            bool   // EncodeMsg and DecodeMsg
	Marshal       bool   // MarshalMsg and UnmarshalMsg
	Unexported    bool   // unexported types and fields too
	Msgp          bool   // MessagePack mode: named keys, no ids
	Msgpack       bool   // with Msgp: the bytes of package msgpack, not those of tinylib/msgp
	FastStrings   bool   // UnmarshalMsg lets strings alias the input
	NoStructNames bool   // no pair of key -1
	NoSchema      bool   // no schema functions
	MethodPrefix  string // before the name of every generated method
	SourcePath    string // what the schema says it comes from
	// Strict makes a type or field that cannot be sent an error; otherwise it is left
	// out, with a warning.
	Strict bool
	// Exclude are the names of types to generate nothing for.
	Exclude []string
	// Directives hold for all files, without the prefix "//msgp:".
	Directives []string
}

// reflected reports whether generated code has to write what reflection does; otherwise
// it writes what tinylib/msgp does.
func (o *Options) reflected() bool { return !o.Msgp || o.Msgpack }

// form is how a value is sent.
type form uint8

const (
	formScalar    form = iota // by a pair of functions of the runtime
	formBytes                 // []byte
	formAny                   // interface{}
	formInterface             // an interface with methods, its values by these
	formMethods               // by the methods of the type
	formExtension             // as an extension
	formSlice
	formArray
	formMap
	formPointer
	formUnion  // one of several types, by functions for it
	formCases  // the same, by a switch
	formShim   // as elem, through two functions
	formMethod // as bin, text or what their JSON stands for, by methods that make it
)

// value is a type, resolved to how its values are sent.
type value struct {
	form form
	// typ is the Go type.
	typ types.Type
	// scalar is what the functions of the runtime for a formScalar are called after,
	// such as "Int64", and base is the type that they take.
	scalar string
	base   types.Type
	// elem is the element of a slice or array, the value of a map, the target of a
	// pointer; key is the key of a map.
	elem, key *value
	// length is that of an array.
	length int64
	// bin says that an array is sent as bin, each that the bytes of a bin have a type of their
	// own, so that they are copied one by one.
	bin, each bool
	// decl is the declaration whose methods are generated in this run, for
	// formMethods; nil for another type.
	decl *decl
	// config says for formMethods that the type has UnmarshalMsgWithCfg.
	config bool
	// cast is the type by whose methods a value is sent in the place of its own, "" for
	// none: that of decl, or a type parameter.
	cast string
	// shim has the functions of a formShim, made those of a formMethod.
	shim *shim
	made *made
	// union has the cases of a formCases.
	union *union
	// allowNil, zeroCopy and limit are what the tag of a field asks of its value: that nil
	// is kept apart from empty, that bytes alias the input, and the most elements, pairs
	// or bytes.
	allowNil, zeroCopy bool
	limit              uint32
}

// field is a field of a struct that is sent, or whose id is reserved.
type field struct {
	name       string // in Go
	key        string // in MessagePack mode
	id         int64
	value      *value // nil for a field that is not sent
	spelled    string // the type as the source spells it
	skip       bool
	omitEmpty  bool
	omitZero   bool
	deprecated bool
	showZero   bool
	pos        token.Pos
}

// decl is a type declaration for which methods are generated.
type decl struct {
	name string
	typ  types.Type
	pos  token.Pos
	// label is what errors call it, schemaName what the schema does, and wireName what
	// it is called on the wire; "" for a struct that has no name.
	label, schemaName, wireName string
	// helper says that the type is declared by us, with methods for a struct that has
	// none: one without a name, of another package, or an instance of a generic type.
	helper bool
	used   token.Pos // where a helper is needed first
	// functions says that the helper is a union: it has functions, since it can have no methods.
	functions bool
	// fields is what a struct has, in the order of declaration; value is what another
	// type is sent as, and a struct of which one field is.
	isStruct bool
	tuple    bool
	// chosen says that a directive made it a tuple.
	chosen bool
	// vartuple says that a tuple may be shorter or longer than its fields are.
	vartuple bool
	fields   []*field
	value    *value
	// unknown is the field that keeps the members which no other takes, or empty.
	unknown string
	// byValue says that the encoding methods have a value receiver.
	byValue bool
	// recursive says that a value can contain another of its type.
	recursive bool
	// factory says that the type has the method NewValueAsInterface.
	factory bool
	// preSave and postLoad say that the type has these hooks.
	preSave, postLoad bool
	// generic says how the methods of a generic type are declared; nil for another.
	generic *generic
	// reasons say why no methods are generated; none if they are.
	reasons gen.Errors
	// left are the methods that a directive leaves out, rules those of its file.
	left  map[string]bool
	rules *rules
}

// sent returns the fields that are on the wire.
func (d *decl) sent() []*field {
	var out []*field
	for _, f := range d.fields {
		if !f.skip {
			out = append(out, f)
		}
	}
	return out
}

// label is what a field is called in code.
func (f *field) label() string { return strings.ReplaceAll(f.name, ".", "__") }

// walk calls visit for v and all values in it, without entering other declarations.
func (v *value) walk(visit func(*value)) {
	if v == nil {
		return
	}
	visit(v)
	v.key.walk(visit)
	v.elem.walk(visit)
	v.union.walk(visit)
}

// uses returns the declarations whose methods d calls.
func (d *decl) uses() []*decl {
	var out []*decl
	add := func(v *value) {
		if v.decl != nil {
			out = append(out, v.decl)
		}
	}
	d.value.walk(add)
	for _, f := range d.sent() {
		f.value.walk(add)
	}
	return out
}

// asksOthers reports whether the methods of d call such as are not generated in this run, with
// the zero value already: what is in slices, maps and pointers is not there yet.
func (d *decl) asksOthers() bool {
	if d.value != nil {
		return d.value.asksOthers()
	}
	return slices.ContainsFunc(d.sent(), func(f *field) bool { return f.value.asksOthers() })
}

func (v *value) asksOthers() bool {
	switch v.form {
	case formMethod:
		return !v.made.number
	case formMethods:
		return v.decl == nil || v.decl.asksOthers()
	case formUnion:
		return v.decl.asksOthers()
	case formCases:
		return v.union.NotNil // the zero value is none
	case formShim:
		return !v.shim.atomic && !v.shim.converts && v.shim.auto == nil || v.elem.asksOthers()
	case formArray:
		return v.elem.asksOthers()
	}
	return v.form == formExtension
}

// markRecursive finds the declarations that can be reached from themselves.
func markRecursive(decls []*decl) {
	for _, d := range decls {
		seen := map[*decl]bool{}
		todo := d.uses()
		for len(todo) > 0 && !d.recursive {
			next := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if next == d {
				d.recursive = true
			}
			if !seen[next] {
				seen[next] = true
				todo = append(todo, next.uses()...)
			}
		}
	}
}
