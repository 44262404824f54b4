// A schema is plain data that any language can read: the structs of one Go source file or
// package, their fields, and the types of these.

package zebrapack

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/zid"
)

// A Schema says what the numbered fields of ZebraPack data mean. It has two written
// forms that hold the same: MessagePack with named keys, see [Schema.AppendMsgpack],
// and JSON, see [Schema.AppendJSON]. [ParseSchema] reads both, and lists of structs.
type Schema struct {
	// SourcePath is the Go file or folder as it was given to the generator.
	SourcePath string `json:",omitempty"`
	// SourcePackage is the name of the Go package.
	SourcePackage string `json:",omitempty"`
	// ID tells this schema from all others: the constant zebraSchemaId64 of the
	// source, of at most 53 bits, or 0.
	ID int64 `json:"ZebraSchemaId,omitempty"`
	// Structs holds the structs by name.
	Structs map[string]*Struct `json:",omitempty"`
	// Imports are the imports of the source: the path in its quotes, after the local
	// name and a blank where there is one.
	Imports []string `json:",omitempty"`
}

// A Struct is one struct of a schema.
type Struct struct {
	// Name is the Go name without package. It is what stands under key -1 of the data, but that an instance of a
	// generic type has its arguments here, without packages and blanks, as Pair[int,Point]. A struct without a name in
	// Go is called after the place where it is.
	Name string `json:"StructName,omitempty"`
	// Fields are in the order of declaration.
	Fields []Field `json:",omitempty"`
	// Tuple says that the struct is sent as an array of all its fields that are sent.
	// Schemas of other generators do not have it.
	Tuple bool `json:",omitempty"`
	// OneOf says that one of the fields is sent: the struct is a union, as package types declares it, and
	// its fields are the cases, with their numbers. Their TagName is the id in other formats. Schemas of other
	// generators do not have it; to their readers it is a struct of optional fields.
	OneOf bool `json:",omitempty"`
	// Pos is where the struct is declared, as file:line, if that is known. It is not
	// part of the written forms.
	Pos string `json:"-"`
}

// Ids of fields that have none.
const (
	// SkippedID is the id of a field that is left out by msg:"-" and has no zid tag.
	SkippedID = -2
	// NoID is the id of a field without zid tag, which MessagePack mode allows.
	NoID = -3
)

// A Field is one field of a struct.
type Field struct {
	// Zid is the number of the field, or SkippedID, or NoID.
	Zid int64
	// GoName is the name of the field in Go, also if it is promoted from an embedded struct. If another field is
	// called so, it is that of the whole path, as Inner_N.
	GoName string `json:"FieldGoName"`
	// TagName is the name that the msg tag gives, else the Go name; it is the key in
	// MessagePack and JSON. "-" for a field that is left out by msg:"-".
	TagName string `json:"FieldTagName,omitempty"`
	// TypeStr is the type as spelled in Go; empty when Skip is set.
	TypeStr string `json:"FieldTypeStr,omitempty"`
	// Category is KindScalar, KindMap, KindStruct, KindSlice, KindArray, KindPointer, or KindInvalid for
	// struct{}.
	Category Kind `json:"FieldCategory,omitempty"`
	// Primitive is the kind of a field of category Scalar.
	Primitive Kind `json:"FieldPrimitive,omitempty"`
	// FullType is the type as a tree; nil when Skip is set.
	FullType *Type `json:"FieldFullType,omitempty"`
	// OmitEmpty records the option omitempty.
	OmitEmpty bool `json:",omitempty"`
	// Skip says that the field is never on the wire: its type is struct{}, or its msg
	// tag is "-". Its number stays reserved.
	Skip bool `json:",omitempty"`
	// Deprecated records the option deprecated.
	Deprecated bool `json:",omitempty"`
	// ShowZero says that a translation shows the field even if it is missing.
	ShowZero bool `json:",omitempty"`
	// Pos is where the field is declared, as file:line, if that is known. It is not
	// part of the written forms.
	Pos string `json:"-"`
}

// A Type is the type of a field, or a part of one.
type Type struct {
	// Kind is a scalar kind, KindIdent, or one of KindMap, KindSlice, KindArray, KindPointer. Where the
	// type is the Domain of an Array, Kind is the length of the array.
	Kind Kind
	// Str is the name of the kind; for Ident the name of the type, with its package if
	// it is of another one.
	Str string `json:",omitempty"`
	// Domain is the key of a Map, the element of a Slice, the length of an Array, the
	// target of a Pointer; else nil.
	Domain *Type `json:",omitempty"`
	// Range is the value of a Map or the element of an Array; else nil.
	Range *Type `json:",omitempty"`
}

// Names returns the names of the structs, sorted.
func (s *Schema) Names() []string { return slices.Sorted(maps.Keys(s.Structs)) }

// orEmpty returns s, or a schema without structs if s is nil.
func (s *Schema) orEmpty() *Schema {
	if s == nil {
		return new(Schema)
	}
	return s
}

// Field returns the field with the number zid, or nil.
func (st *Struct) Field(zid int64) *Field {
	// As a rule fields are declared in the order of their ids.
	if zid >= 0 && zid < int64(len(st.Fields)) && st.Fields[zid].Zid == zid {
		return &st.Fields[zid]
	}
	for i := range st.Fields {
		if st.Fields[i].Zid == zid {
			return &st.Fields[i]
		}
	}
	return nil
}

// fields are those of a struct by their numbers, the first of each: [Struct.Field] for
// whoever looks for many.
type fields map[int64]*Field

func (st *Struct) byID() fields {
	all := make(fields, len(st.Fields))
	for i := range st.Fields {
		if f := &st.Fields[i]; all[f.Zid] == nil {
			all[f.Zid] = f
		}
	}
	return all
}

// StructOf returns the struct that values of a type are, or that its pointers lead to;
// nil for another type. On the wire, and so in a schema, a struct has no package.
func (s *Schema) StructOf(t *Type) *Struct {
	for t != nil && t.Kind == KindPointer {
		t = t.Domain
	}
	if t == nil || t.Kind != KindIdent {
		return nil
	}
	if st := s.Structs[t.Str]; st != nil {
		return st
	}
	return s.Structs[zid.Bare(t.Str)]
}

// Named returns the struct that a message calls so: a struct of this name, or an instance of the generic type of this
// name if there is one alone; else nil.
func (s *Schema) Named(name string) *Struct {
	if st := s.Structs[name]; st != nil {
		return st
	}
	return s.onWire()[name]
}

// onWire returns the structs by their names on the wire, where an instance of a generic type has no arguments. Where
// several have a name, there is none.
func (s *Schema) onWire() map[string]*Struct {
	all := make(map[string]*Struct, len(s.Structs))
	for name, st := range s.Structs {
		wire := zid.WireName(name)
		if _, several := all[wire]; several {
			st = nil
		}
		all[wire] = st
	}
	for name, st := range s.Structs {
		if zid.WireName(name) == name {
			all[name] = st
		}
	}
	return all
}

// String returns the type as Go spells it.
func (t *Type) String() string { return string(t.appendGo(nil)) }

func (t *Type) appendGo(b []byte) []byte {
	if t == nil {
		return append(b, "struct{}"...)
	}
	switch t.Kind {
	case KindMap:
		return t.Range.appendGo(append(t.Domain.appendGo(append(b, "map["...)), ']'))
	case KindSlice:
		return t.Domain.appendGo(append(b, "[]"...))
	case KindArray:
		b = strconv.AppendUint(append(b, '['), uint64(t.Domain.Kind), 10)
		return t.Range.appendGo(append(b, ']'))
	case KindPointer:
		return t.Domain.appendGo(append(b, '*'))
	case KindBytes:
		return append(b, "[]byte"...)
	case KindTime:
		return append(b, "time.Time"...)
	case KindInterface:
		return append(b, "interface{}"...)
	case KindExtension:
		return append(b, "msgp.RawExtension"...)
	}
	return append(b, t.Str...)
}

// maxTypeDepth is how deep types may be nested in a schema that is read.
const maxTypeDepth = 64

// settle makes a schema that was read safe to use: structs have their names, no
// pointer that is needed is nil, ids are unique, kinds are known and no type is
// nested without bound. Schemas of other generators name a small struct only in
// TypeStr: that name is moved to where it belongs. It returns what is wrong, and where, or "".
func (s *Schema) settle() (path Pointer, reason string) {
	for _, name := range s.Names() {
		st := s.Structs[name]
		path := Pointer("/Structs").Key(name)
		if st == nil {
			return path, "struct " + fault.Piece(name, shownName) + " is null"
		}
		if st.Name == "" {
			st.Name = name
		}
		if st.Name != name {
			return path, "struct " + fault.Piece(name, shownName) + " says that its name is " + fault.Piece(st.Name, shownName)
		}
		used := make(map[int64]string, len(st.Fields))
		for i := range st.Fields {
			f := &st.Fields[i]
			path := (path + "/Fields").Index(i)
			where := func() string { return fault.Piece(name, shownName) + "." + fault.Piece(f.GoName, shownName) }
			if f.GoName == "" {
				return path, "a field of " + fault.Piece(name, shownName) + " has no name"
			}
			if f.TagName == "" {
				f.TagName = f.GoName
			}
			if f.Zid < NoID || f.Zid == -1 {
				return path, where() + " has zid " + strconv.FormatInt(f.Zid, 10)
			}
			if other, taken := used[f.Zid]; taken && f.Zid >= 0 {
				return path, where() + " and " + fault.Piece(other, shownName) + " share zid " + strconv.FormatInt(f.Zid, 10)
			}
			used[f.Zid] = f.GoName
			if f.Category > maxKind || f.Primitive > maxKind {
				return path, where() + " is of no known kind"
			}
			if f.Skip {
				continue
			}
			if f.FullType == nil {
				return path, where() + " has no type"
			}
			if reason := f.FullType.settle(maxTypeDepth, elementName(f.TypeStr)); reason != "" {
				return path, where() + reason
			}
			if f.Category == KindStruct {
				f.Category, f.Primitive = KindScalar, KindIdent
			}
		}
	}
	return "", ""
}

// shownName is how many bytes of a name are shown.
const shownName = 256

// settle is settle for a type; spelled is the type that its innermost part has in
// Go. It returns what is wrong, or "".
func (t *Type) settle(depth int, spelled string) string {
	if t == nil {
		return " has an incomplete type"
	}
	if depth == 0 {
		return " has a type that is nested too deeply"
	}
	parts := [2]*Type{}
	switch t.Kind {
	case KindMap:
		parts = [2]*Type{t.Domain, t.Range}
	case KindSlice, KindPointer:
		parts[0] = t.Domain
	case KindArray:
		if t.Domain == nil || t.Domain.Kind > maxArrayLen {
			return " has an array without a proper length"
		}
		parts[0] = t.Range
	case KindStruct:
		if spelled == "" {
			return " has a struct without a name"
		}
		*t = Type{Kind: KindIdent, Str: spelled}
		return ""
	case KindIdent:
		if t.Str == "" {
			return " has a type without a name"
		}
		return ""
	default:
		if t.Kind == KindInvalid || t.Kind > KindExtension {
			return " has a type of no known kind"
		}
		return ""
	}
	for i, part := range parts {
		if i == 0 || t.Kind == KindMap {
			if reason := part.settle(depth-1, spelled); reason != "" {
				return reason
			}
		}
	}
	return ""
}

// maxArrayLen bounds the length of an array in a schema, so that a reader may make
// one without thinking.
const maxArrayLen = 1 << 31

// elementName returns the innermost type of one that is spelled in Go: "Point" for
// "map[string][]*Point".
func elementName(spelled string) string {
	for {
		switch {
		case spelled == "":
			return ""
		case spelled[0] == '*':
			spelled = spelled[1:]
		case spelled[0] == '[' || len(spelled) > 4 && spelled[:4] == "map[":
			end := strings.IndexByte(spelled, ']')
			if end < 0 {
				return ""
			}
			spelled = spelled[end+1:]
		default:
			return spelled
		}
	}
}
