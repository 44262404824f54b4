package main

import (
	"bytes"
	"fmt"
	"go/format"
	"io"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/beve-org/beve-go/cmd/internal/gen/zebra"
	"github.com/beve-org/beve-go/cmd/internal/schemafile"
	"github.com/beve-org/beve-go/internal/zid"
	"github.com/beve-org/beve-go/zebrapack"
)

// This file turns a schema back into Go.

// schemaToGo prints the declarations that a schema was made from.
func schemaToGo(file string, w io.Writer) error {
	s, err := schemafile.Read(file)
	if err != nil {
		return err
	}
	text, err := goSource(s, filepath.Base(file))
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	_, err = w.Write(text)
	return err
}

// goSource returns the declarations of a schema. Structs are in the order of their
// names, fields in theirs. What is known by its name alone, as an interface with methods, is an interface for any value.
func goSource(s *zebrapack.Schema, from string) ([]byte, error) {
	g := goPrinter{schema: s, packages: map[string]bool{}, opaque: map[string]bool{}, imports: importsOf(s)}
	var tuples []string
	declared := map[string]string{}
	for _, name := range s.Names() {
		st := s.Structs[name]
		goName := zid.Identifier(name)
		if other, taken := declared[goName]; taken {
			return nil, fmt.Errorf("the structs %s and %s have the same name in Go", other, name)
		}
		declared[goName] = name
		if st.Tuple {
			tuples = append(tuples, goName)
		}
		g.body.WriteString("\n")
		if goName != name {
			fmt.Fprintf(&g.body, "// %s is %s.\n", goName, strings.Map(printable, name))
		}
		if st.OneOf {
			fmt.Fprintf(&g.body, "// types.OneOf[%s] declares that one of the fields is set.\n", goName)
		}
		fmt.Fprintf(&g.body, "type %s struct {\n", goName)
		names := make([]string, len(st.Fields))
		for i := range st.Fields {
			names[i] = st.Fields[i].GoName
		}
		for i, fieldName := range zid.FieldNames(names) {
			f := &st.Fields[i]
			typ := "struct{}"
			if !f.Skip {
				typ = g.typ(f.FullType)
			}
			fmt.Fprintf(&g.body, "%s %s %s\n", fieldName, typ, goTag(f, fieldName))
		}
		g.body.WriteString("}\n")
	}
	for _, name := range slices.Sorted(maps.Keys(g.opaque)) {
		if other, taken := declared[name]; taken {
			return nil, fmt.Errorf("the struct %s and a type that is none have the same name in Go", other)
		}
		g.packages["msgp"] = true
		fmt.Fprintf(&g.body, "\n// %s is a type of which the schema has the name alone.\ntype %s interface {\nmsgp.Marshaler\nmsgp.Unmarshaler\n}\n", name, name)
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "package main\n\n// These declarations were made by zebrapack -schema-to-go\n// from %s.\n", strings.ToValidUTF8(strings.Map(printable, from), "?"))
	for _, name := range slices.Sorted(maps.Keys(g.packages)) {
		fmt.Fprintf(&out, "\nimport %s\n", g.imports[name])
	}
	if s.ID != 0 {
		fmt.Fprintf(&out, "\nconst zebraSchemaId64 = 0x%x\n", s.ID)
	}
	if len(tuples) > 0 {
		fmt.Fprintf(&out, "\n//msgp:tuple %s\n", strings.Join(tuples, " "))
	}
	out.Write(g.body.Bytes())
	text, err := format.Source(out.Bytes())
	if err != nil {
		return nil, fmt.Errorf("the schema has names that are not Go: %w", err)
	}
	return text, nil
}

// goPrinter prints the declarations.
type goPrinter struct {
	schema   *zebrapack.Schema
	body     bytes.Buffer
	imports  map[string]string // the text of an import by the name that it has in the source
	packages map[string]bool   // those that the types name
	opaque   map[string]bool   // types that are neither structs nor of a package that is imported
}

// typ returns a type as the declarations spell it.
func (g *goPrinter) typ(t *zebrapack.Type) string {
	if st := g.schema.StructOf(t); st != nil && t.Kind == zebrapack.KindIdent {
		return zid.Identifier(st.Name)
	}
	switch t.Kind {
	case zebrapack.KindMap:
		return "map[" + g.key(t.Domain) + "]" + g.typ(t.Range)
	case zebrapack.KindSlice:
		return "[]" + g.typ(t.Domain)
	case zebrapack.KindArray:
		return "[" + strconv.FormatUint(uint64(t.Domain.Kind), 10) + "]" + g.typ(t.Range)
	case zebrapack.KindPointer:
		return "*" + g.typ(t.Domain)
	}
	text := t.String()
	name, _, qualified := strings.Cut(text, ".")
	switch {
	case qualified && g.imports[name] != "":
		g.packages[name] = true
	case t.Kind == zebrapack.KindIdent:
		text = zid.Identifier(text)
		g.opaque[text] = true
	}
	return text
}

func printable(r rune) rune {
	if strconv.IsPrint(r) {
		return r
	}
	return '?'
}

// key returns the type of a key. Text stands for bytes, which Go cannot compare and keys of text are read as, and an
// interface for what else Go cannot.
func (g *goPrinter) key(t *zebrapack.Type) string {
	switch t.Kind {
	case zebrapack.KindBytes:
		return "string"
	case zebrapack.KindExtension, zebrapack.KindSlice, zebrapack.KindMap:
		return "interface{}"
	}
	return g.typ(t)
}

// importsOf returns the imports of a schema's source, and those that every source may need, by the name that the source
// has for each. The runtime is ours, whatever it was.
func importsOf(s *zebrapack.Schema) map[string]string {
	out := map[string]string{}
	for _, text := range s.Imports {
		name, quoted, renamed := strings.Cut(text, " ")
		if !renamed {
			quoted = text
		}
		importPath, err := strconv.Unquote(quoted)
		if err != nil {
			continue // what it was for is unknown
		}
		if !renamed {
			name = path.Base(importPath)
		}
		out[name] = text
	}
	out["time"], out["msgp"] = strconv.Quote("time"), strconv.Quote(zebra.RuntimePath)
	return out
}

// goTag returns the struct tag of a field that is called so.
func goTag(f *zebrapack.Field, goName string) string {
	var tag []string
	if f.Zid >= 0 {
		tag = append(tag, `zid:"`+strconv.FormatInt(f.Zid, 10)+`"`)
	}
	msg := ""
	if f.TagName != goName {
		msg = f.TagName
	}
	for _, option := range []struct {
		name string
		on   bool
	}{{"omitempty", f.OmitEmpty}, {"deprecated", f.Deprecated}, {"showzero", f.ShowZero}, {"extension", isExtension(f.FullType)}} {
		if option.on {
			msg += "," + option.name
		}
	}
	if msg != "" {
		tag = append(tag, "msg:"+strconv.Quote(msg))
	}
	if len(tag) == 0 {
		return ""
	}
	text := strings.Join(tag, " ")
	if strconv.CanBackquote(text) {
		return "`" + text + "`"
	}
	return strconv.Quote(text)
}

// isExtension reports whether values of a type are extensions.
func isExtension(t *zebrapack.Type) bool {
	for ; t != nil; t = t.Domain {
		if t.Kind == zebrapack.KindExtension {
			return true
		}
		if t.Kind == zebrapack.KindMap || t.Kind == zebrapack.KindArray {
			return isExtension(t.Range)
		}
	}
	return false
}
