package zebra

import (
	"go/ast"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/beve-org/beve-go/cmd/internal/gen"
	"github.com/beve-org/beve-go/zebrapack"
)

// This file is the way in: from a package to what the command writes.

// A Result is what was generated.
type Result struct {
	// Code and Tests are the text of the two files; Tests is empty unless asked for.
	Code, Tests []byte
	// Schema is that of the sources, whatever the mode.
	Schema *zebrapack.Schema
	// Warnings are a line each.
	Warnings []string
	// Types are the names of the types that have methods.
	Types []string
}

// Generate returns the code for the declarations of in. output is the name of the file
// that the code is for, which names the type that holds the schema. All that is wrong
// with the sources is one error, of a line for each fault.
func Generate(in *Input, opts *Options, output string, tests bool) (*Result, error) {
	r := &report{pkg: in.Package}
	decls := resolve(in, opts, r)
	out := &Result{Schema: schema(in, opts, decls, r)}
	for _, w := range r.warnings {
		out.Warnings = append(out.Warnings, w.Error())
	}
	if err := r.errors.Err(); err != nil {
		return out, err
	}
	g := newPrinter(in.Package, opts, slices.ContainsFunc(decls, func(d *decl) bool { return usesRuntime(opts, d) }))
	for i, d := range decls {
		if i == 0 {
			g.Of = d.name
		}
		if !d.helper {
			out.Types = append(out.Types, d.name)
		}
		g.methods(d)
	}
	for _, d := range decls {
		if f := g.Clash(d.name, d.typ); f != nil {
			pos := f.Pos()
			if f.Pkg() != in.Types {
				pos = d.used
			}
			r.fail(pos, d.label+" has a field "+f.Name()+", which is the name of a method that is generated for it: give the field another one, or ask for a -method-prefix")
		}
	}
	if err := r.errors.Err(); err != nil {
		return out, err
	}
	if !opts.Msgp && !opts.NoSchema {
		g.schemaFile(output, out.Schema)
	}
	var err error
	if out.Code, err = g.Bytes(); err != nil {
		return out, err
	}
	if tests {
		out.Tests, err = printTests(in.Package, opts, decls)
	}
	return out, err
}

// usesRuntime reports whether the methods of d call the runtime.
func usesRuntime(opts *Options, d *decl) bool {
	none := len(d.left) > 0 && (d.left["marshal"] || !opts.Marshal) && (d.left["unmarshal"] || !opts.Marshal) &&
		(d.left["encode"] || !opts.IO) && (d.left["decode"] || !opts.IO)
	return !none || !d.left["size"] && guessesSize(d)
}

// FromFiles returns the part of a package that is declared in the files of these names,
// or all of it if there are none, but for files that a generator wrote.
func FromFiles(p *gen.Package, names ...string) *Input {
	in := &Input{Package: p}
	for _, file := range p.Files {
		name := filepath.Base(p.Fset.Position(file.Package).Filename)
		for _, wanted := range names {
			if name == wanted {
				in.Sources = append(in.Sources, file)
			}
		}
	}
	if len(names) == 0 {
		in.Sources = slices.DeleteFunc(slices.Clone(p.Files), ast.IsGenerated)
	}
	return in
}

// schemaFile prints the type whose methods return the schema.
func (g *printer) schemaFile(output string, s *zebrapack.Schema) {
	name := schemaTypeName(output)
	g.P("// %s has the schema of this file, in three forms.", name)
	g.P("type %s struct{}", name)
	g.P("")
	for _, form := range []struct {
		method, what string
		text         []byte
	}{
		{"ZebraSchemaInMsgpack2Format", "MessagePack with named keys", s.AppendMsgpack(nil)},
		{"ZebraSchemaInJsonCompact", "JSON", s.AppendJSON(nil)},
		{"ZebraSchemaInJsonPretty", "JSON for people", s.AppendJSONIndent(nil)},
	} {
		g.P("// %s returns the schema as %s.", form.method, form.what)
		g.P("func (%s) %s() []byte {", name, form.method)
		g.P("return []byte(%s)", literal(form.text))
		g.P("}")
		g.P("")
	}
}

// literal returns text as a Go string, in back quotes if it is for people.
func literal(text []byte) string {
	s := string(text)
	if strings.Contains(s, "\n") && strings.HasPrefix(s, "{") && !strings.ContainsAny(s, "`\r") {
		return "`" + s + "`"
	}
	return strconv.Quote(s)
}

// schemaTypeName returns the name of the schema's type for an output file: "FilePerson"
// for "person_gen.go".
func schemaTypeName(output string) string {
	base := strings.TrimSuffix(strings.TrimSuffix(filepath.Base(output), ".go"), "_gen")
	base = strings.NewReplacer("-", "_", ".", "_").Replace(base)
	if base != "" {
		base = strings.ToUpper(base[:1]) + base[1:]
	}
	return "File" + base
}
