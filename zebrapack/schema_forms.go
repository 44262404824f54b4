// The written forms of a schema: MessagePack with named keys, and JSON.

package zebrapack

import (
	"bytes"
	"slices"
	"strings"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// ParseSchema reads a schema in either form. The structs may also be a list, each with its
// StructName, as the documentation of the original has them. Members that it does not know are
// passed over, so that schemas of later versions can be read. It fails with a
// [*DecodeError], which says where in data the mistake is.
func ParseSchema(data []byte) (*Schema, error) {
	parse := parseMsgpackSchema
	if text := bytes.TrimLeft(data, " \t\r\n"); len(text) > 0 && text[0] == '{' {
		parse = parseJSONSchema
	}
	s, list, err := parse(data)
	if err != nil {
		return nil, err
	}
	path, reason := s.takeList(list)
	if reason == "" {
		path, reason = s.settle()
		if name, rest, ok := fault.Pointer(strings.TrimPrefix(string(path), "/Structs")).Cut(); ok && list != nil {
			i := slices.IndexFunc(list, func(st *Struct) bool { return st.Name == name })
			path = fault.Pointer("/Structs").Index(i) + rest
		}
	}
	if reason != "" {
		return nil, &DecodeError{Format: formatName, Offset: offsetIn(data, path), Path: path.Short(), Err: fault.Because(fault.ErrSyntax, "schema: "+reason)}
	}
	return s, nil
}

func parseJSONSchema(data []byte) (s *Schema, list []*Struct, err error) {
	if line := conflictLine(data); line > 0 {
		return nil, nil, &DecodeError{Format: formatName, Err: fault.Because(fault.ErrSyntax, "schema: unresolved merge conflict in line "+itoa(line))}
	}
	s = new(Schema)
	var form struct{ Structs json.RawMessage }
	if err = (json.DecodeOptions{}).Unmarshal(data, &form); err == nil {
		if len(form.Structs) > 0 && form.Structs[0] == '[' {
			list, err = s.readList(data)
		} else {
			err = json.DecodeOptions{}.Unmarshal(data, s)
		}
	}
	if err != nil {
		out := &DecodeError{Format: formatName}
		if at, ok := fault.Decoding(err); ok {
			out.Offset, out.Path, err = at.Offset, at.Path, at.Err
		}
		out.Err = fault.Because(fault.ErrSyntax, "schema: "+err.Error())
		return nil, nil, out
	}
	return s, list, nil
}

// readList reads a schema whose structs are a list, but for that.
func (s *Schema) readList(data []byte) ([]*Struct, error) {
	type Schema struct { // errors have its name
		SourcePath    string
		SourcePackage string
		ID            int64 `json:"ZebraSchemaId"`
		Structs       []*Struct
		Imports       []string
	}
	var l Schema
	err := json.DecodeOptions{}.Unmarshal(data, &l)
	s.SourcePath, s.SourcePackage, s.ID, s.Imports = l.SourcePath, l.SourcePackage, l.ID, l.Imports
	return l.Structs, err
}

func parseMsgpackSchema(data []byte) (*Schema, []*Struct, error) {
	s := new(Schema)
	r := schemaReader{data: data, rest: data}
	r.schema(s)
	if r.err == nil && len(r.rest) > 0 {
		r.err = fault.ErrTrailing
	}
	if r.err != nil {
		at := len(data) - len(r.rest)
		return nil, nil, &DecodeError{Format: formatName, Offset: int64(at), Path: msgwire.Path(data, 0, at), Err: r.err}
	}
	return s, r.list, nil
}

// takeList fills s with the structs of a list. It returns what is wrong, and where.
func (s *Schema) takeList(list []*Struct) (path Pointer, reason string) {
	if list == nil {
		return "", ""
	}
	s.Structs = make(map[string]*Struct, len(list))
	for i, st := range list {
		switch {
		case st == nil:
			reason = "a struct is null"
		case st.Name == "":
			reason = "a struct of a list has no StructName"
		case s.Structs[st.Name] != nil:
			reason = "struct " + fault.Piece(st.Name, shownName) + " is there twice"
		default:
			s.Structs[st.Name] = st
			continue
		}
		return Pointer("/Structs").Index(i), reason
	}
	return "", ""
}

// offsetIn returns where the struct or field of a schema begins that a path leads to; 0 if
// the path does not lead there. Errors of Views say where they are, and no struct or field is
// a number.
func offsetIn(data []byte, path Pointer) int64 {
	var err error
	if text, notText := json.NewView(data); notText == nil {
		if text, err = text.At(path); err == nil {
			_, err = text.Int64()
		}
	} else if packed, none := msgpack.NewView(data); none == nil {
		if packed, err = packed.At(path); err == nil {
			_, err = packed.Int64()
		}
	}
	if at, ok := fault.Decoding(err); ok {
		return at.Offset
	}
	return 0
}

// conflictLine returns the first line that git has left where two branches changed
// the same, or 0.
func conflictLine(text []byte) int {
	n := 0
	for line := range bytes.Lines(text) {
		n++
		if bytes.HasPrefix(line, []byte("<<<<<<< ")) || bytes.HasPrefix(line, []byte(">>>>>>> ")) {
			return n
		}
	}
	return 0
}

// AppendJSON appends the schema as compact JSON.
func (s *Schema) AppendJSON(dst []byte) []byte { return append(dst, s.mustJSON()...) }

// AppendJSONIndent appends the schema as JSON for people, indented by four blanks.
func (s *Schema) AppendJSONIndent(dst []byte) []byte {
	var out bytes.Buffer
	if err := json.Indent(&out, s.mustJSON(), "", "    "); err != nil {
		panic(err) // what Marshal made is JSON
	}
	return append(dst, out.Bytes()...)
}

// mustJSON returns the JSON form. Nothing in a Schema can fail to be written: it has
// no floats, interfaces, methods or cycles.
func (s *Schema) mustJSON() []byte {
	out, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return out
}

// AppendMsgpack appends the schema as MessagePack with named keys. Structs are in
// the order of their names.
func (s *Schema) AppendMsgpack(dst []byte) []byte {
	w := schemaWriter{out: dst}
	w.open()
	w.text("SourcePath", s.SourcePath)
	w.text("SourcePackage", s.SourcePackage)
	if s.ID != 0 {
		w.key("ZebraSchemaId")
		w.out = msgp.AppendInt64(w.out, s.ID)
	}
	if len(s.Structs) > 0 {
		w.key("Structs")
		w.out = msgp.AppendMapHeader(w.out, uint32(len(s.Structs)))
		for _, name := range s.Names() {
			w.out = msgp.AppendString(w.out, name)
			w.structure(s.Structs[name])
		}
	}
	if len(s.Imports) > 0 {
		w.key("Imports")
		w.out = msgp.AppendArrayHeader(w.out, uint32(len(s.Imports)))
		for _, path := range s.Imports {
			w.out = msgp.AppendString(w.out, path)
		}
	}
	w.close()
	return w.out
}

// schemaWriter writes maps without counting their members first: none has more than
// a one-byte header holds.
type schemaWriter struct {
	out  []byte
	maps []int // where the headers of the open maps are
}

func (w *schemaWriter) open() {
	w.maps = append(w.maps, len(w.out))
	w.out = msgp.AppendMapHeader(w.out, 0)
}

func (w *schemaWriter) close() { w.maps = w.maps[:len(w.maps)-1] }

func (w *schemaWriter) key(name string) {
	w.out[w.maps[len(w.maps)-1]]++
	w.out = msgp.AppendString(w.out, name)
}

func (w *schemaWriter) text(key, value string) {
	if value != "" {
		w.key(key)
		w.out = msgp.AppendString(w.out, value)
	}
}

func (w *schemaWriter) kind(key string, k Kind) {
	if k != KindInvalid {
		w.key(key)
		w.out = msgp.AppendUint64(w.out, uint64(k))
	}
}

func (w *schemaWriter) flag(key string, on bool) {
	if on {
		w.key(key)
		w.out = msgp.AppendBool(w.out, true)
	}
}

func (w *schemaWriter) structure(st *Struct) {
	w.open()
	w.text("StructName", st.Name)
	if len(st.Fields) > 0 {
		w.key("Fields")
		w.out = msgp.AppendArrayHeader(w.out, uint32(len(st.Fields)))
		for i := range st.Fields {
			w.field(&st.Fields[i])
		}
	}
	w.flag("Tuple", st.Tuple)
	w.flag("OneOf", st.OneOf)
	w.close()
}

func (w *schemaWriter) field(f *Field) {
	w.open()
	w.key("Zid")
	w.out = msgp.AppendInt64(w.out, f.Zid)
	w.key("FieldGoName")
	w.out = msgp.AppendString(w.out, f.GoName)
	w.text("FieldTagName", f.TagName)
	w.text("FieldTypeStr", f.TypeStr)
	w.kind("FieldCategory", f.Category)
	w.kind("FieldPrimitive", f.Primitive)
	w.typ("FieldFullType", f.FullType)
	w.flag("OmitEmpty", f.OmitEmpty)
	w.flag("Skip", f.Skip)
	w.flag("Deprecated", f.Deprecated)
	w.flag("ShowZero", f.ShowZero)
	w.close()
}

func (w *schemaWriter) typ(key string, t *Type) {
	if t == nil {
		return
	}
	w.key(key)
	w.open()
	w.key("Kind")
	w.out = msgp.AppendUint64(w.out, uint64(t.Kind))
	w.text("Str", t.Str)
	w.typ("Domain", t.Domain)
	w.typ("Range", t.Range)
	w.close()
}
