package main

import (
	"bytes"
	"fmt"
	"go/format"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/beve-org/beve-go/cmd/internal/gen/zebra"
	"github.com/beve-org/beve-go/cmd/internal/schemafile"
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
// names, fields in theirs.
func goSource(s *zebrapack.Schema, from string) ([]byte, error) {
	var body bytes.Buffer
	packages := map[string]bool{}
	var tuples []string
	for _, name := range s.Names() {
		st := s.Structs[name]
		if st.Tuple {
			tuples = append(tuples, name)
		}
		body.WriteString("\n")
		if st.OneOf {
			fmt.Fprintf(&body, "// types.OneOf[%s] declares that one of the fields is set.\n", name)
		}
		fmt.Fprintf(&body, "type %s struct {\n", name)
		for i := range st.Fields {
			f := &st.Fields[i]
			typ := "struct{}"
			if !f.Skip {
				typ = f.FullType.String()
				notePackages(f.FullType, packages)
			}
			fmt.Fprintf(&body, "%s %s %s\n", f.GoName, typ, goTag(f))
		}
		body.WriteString("}\n")
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "package main\n\n// These declarations were made by zebrapack -schema-to-go\n// from %s.\n", strings.ToValidUTF8(strings.Map(printable, from), "?"))
	for _, text := range importsOf(s, packages) {
		fmt.Fprintf(&out, "\nimport %s\n", text)
	}
	if s.ID != 0 {
		fmt.Fprintf(&out, "\nconst zebraSchemaId64 = 0x%x\n", s.ID)
	}
	if len(tuples) > 0 {
		fmt.Fprintf(&out, "\n//msgp:tuple %s\n", strings.Join(tuples, " "))
	}
	out.Write(body.Bytes())
	text, err := format.Source(out.Bytes())
	if err != nil {
		return nil, fmt.Errorf("the schema has names that are not Go: %w", err)
	}
	return text, nil
}

func printable(r rune) rune {
	if strconv.IsPrint(r) {
		return r
	}
	return '?'
}

// notePackages notes the packages that the Go spelling of a type names.
func notePackages(t *zebrapack.Type, packages map[string]bool) {
	for ; t != nil; t = t.Domain {
		switch t.Kind {
		case zebrapack.KindMap, zebrapack.KindArray:
			notePackages(t.Range, packages)
		case zebrapack.KindTime, zebrapack.KindExtension, zebrapack.KindIdent:
			if name, _, qualified := strings.Cut(t.String(), "."); qualified {
				packages[name] = true
			}
		}
	}
}

// importsOf returns those imports of a schema's source that are for these packages, and
// those that every source may need. The runtime is ours, whatever it was.
func importsOf(s *zebrapack.Schema, packages map[string]bool) []string {
	var out []string
	for name, path := range map[string]string{"time": "time", "msgp": zebra.RuntimePath} {
		if packages[name] {
			out = append(out, strconv.Quote(path))
		}
	}
	for _, text := range s.Imports {
		name, quoted, renamed := strings.Cut(text, " ")
		if !renamed {
			quoted = text
		}
		importPath, err := strconv.Unquote(quoted)
		if err != nil {
			continue // goSource compiles without it, or says what is missing
		}
		if !renamed {
			name = path.Base(importPath)
		}
		if packages[name] && name != "time" && name != "msgp" {
			out = append(out, text)
		}
	}
	slices.Sort(out)
	return out
}

// goTag returns the struct tag of a field.
func goTag(f *zebrapack.Field) string {
	var tag []string
	if f.Zid >= 0 {
		tag = append(tag, `zid:"`+strconv.FormatInt(f.Zid, 10)+`"`)
	}
	msg := ""
	if f.TagName != f.GoName {
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
