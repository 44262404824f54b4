package main

// This file finds the fields that need an id and writes the tags into the source, as
// edits of its text: everything but the tags stays as it is, comments included.

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/beve-org/beve-go/internal/zid"
)

// options is how the fields of a file are numbered.
type options struct {
	unexported bool                   // number unexported fields too
	pkg        string                 // the package of the result, or empty for that of the source
	report     func(pos, text string) // told of each id that is given, or nil
}

// number returns src, a Go source file, with a zid tag on every field of its structs
// that has none, is not left out by msg:"-" or a zid that is not a number, and does not
// keep unknown members. The ids go on after the largest that a struct has.
func number(name string, src []byte, opts options) ([]byte, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	n := numberer{fset: fset, src: src, opts: opts, file: file, name: name}
	for _, decl := range file.Decls {
		group, ok := decl.(*ast.GenDecl)
		if !ok || group.Tok != token.TYPE {
			continue
		}
		for _, spec := range group.Specs {
			spec := spec.(*ast.TypeSpec)
			ast.Inspect(spec.Type, func(node ast.Node) bool {
				if st, ok := node.(*ast.StructType); ok && n.err == nil {
					n.structure(spec.Name.Name, st)
				}
				return n.err == nil
			})
		}
	}
	if n.err != nil {
		return nil, n.err
	}
	if opts.pkg != "" {
		n.replace(file.Name, opts.pkg)
	}
	return format.Source(n.apply())
}

// numberer collects the edits of one file.
type numberer struct {
	fset    *token.FileSet
	src     []byte
	opts    options
	name    string
	file    *ast.File
	structs map[string]*ast.StructType // those of the package, once they are asked for
	edits   []edit
	err     error
}

// edit replaces the bytes from start to end of the source by text.
type edit struct {
	start, end int
	text       string
}

// member is one field under one name.
type member struct {
	field *ast.Field
	name  string
	tag   string // unquoted
	id    int64  // zid.None where one is needed
	skip  bool   // to be left alone
	given bool   // the id is new

	// promoted are the ids of the fields of an embedded struct, which count as those of the struct
	// around it.
	promoted []int64
}

func (n *numberer) fail(pos token.Pos, text string) {
	n.err = fmt.Errorf("%s: %s", n.fset.Position(pos), text)
}

// structure numbers the fields of one struct.
func (n *numberer) structure(name string, st *ast.StructType) {
	members := n.number(name, st)
	if n.err != nil {
		return
	}
	for _, m := range members {
		if m.given && n.opts.report != nil {
			n.opts.report(n.fset.Position(m.field.Pos()).String(), fmt.Sprintf("%s.%s gets zid %d", name, m.name, m.id))
		}
	}
	for len(members) > 0 {
		same := 1
		for same < len(members) && members[same].field == members[0].field {
			same++
		}
		n.write(members[:same])
		members = members[same:]
	}
}

// number returns the fields of a struct with the ids they have and get.
func (n *numberer) number(name string, st *ast.StructType) (members []member) {
	taken := map[int64]string{}
	next := int64(0)
	take := func(m member, id int64) {
		if other, twice := taken[id]; twice {
			n.fail(m.field.Pos(), fmt.Sprintf("%s.%s and %s.%s share zid %d", name, m.name, name, other, id))
		}
		taken[id] = m.name
		next = max(next, id+1)
	}
	for _, field := range st.Fields.List {
		for _, m := range n.members(field) {
			if m.id != zid.None {
				take(m, m.id)
			}
			for _, id := range m.promoted {
				take(m, id)
			}
			if n.err != nil {
				return nil
			}
			members = append(members, m)
		}
	}
	for id := range next {
		// The id may have been that of a field that is in data somewhere: it is not given again.
		if taken[id] == "" {
			n.fail(st.Pos(), fmt.Sprintf("no field of %s has zid %d, but %s has %d; a field that is gone stays as struct{} with its id", name, id, taken[next-1], next-1))
			return nil
		}
	}
	for i := range members {
		m := &members[i]
		if m.id == zid.None && !m.skip {
			m.id, m.given = next, true
			next++
		}
	}
	return members
}

// promoted returns the ids of an embedded struct whose fields zebrapack sends as those of the
// struct around it: of a type of this package that is not exported, or with the option flatten.
func (n *numberer) promoted(field *ast.Field, tag zid.Tag) (ids []int64) {
	ident, ok := field.Type.(*ast.Ident)
	if generic, is := field.Type.(*ast.IndexExpr); is {
		ident, ok = generic.X.(*ast.Ident)
	}
	if !ok || tag.Skip || tag.Name != "" || !tag.Flatten && !tag.Inline && ident.IsExported() {
		return nil
	}
	st := n.declared()[ident.Name]
	if st == nil {
		return nil
	}
	delete(n.structs, ident.Name) // so that a type within itself, which does not compile, ends
	defer func() { n.structs[ident.Name] = st }()
	for _, m := range n.number(ident.Name, st) {
		if m.id != zid.None {
			ids = append(ids, m.id)
		}
		ids = append(ids, m.promoted...)
	}
	return ids
}

// declared returns the structs that the file and the others of its folder declare. One that
// cannot be parsed is passed over: its turn comes, or it is not of the package.
func (n *numberer) declared() map[string]*ast.StructType {
	if n.structs != nil {
		return n.structs
	}
	n.structs = map[string]*ast.StructType{}
	add := func(file *ast.File) {
		for _, decl := range file.Decls {
			group, ok := decl.(*ast.GenDecl)
			if !ok || group.Tok != token.TYPE {
				continue
			}
			for _, spec := range group.Specs {
				spec := spec.(*ast.TypeSpec)
				if st, ok := spec.Type.(*ast.StructType); ok && n.structs[spec.Name.Name] == nil {
					n.structs[spec.Name.Name] = st
				}
			}
		}
	}
	add(n.file)
	others, _ := filepath.Glob(filepath.Join(filepath.Dir(n.name), "*.go")) // the pattern is right
	for _, name := range others {
		if other, err := parser.ParseFile(n.fset, name, nil, parser.SkipObjectResolution); err == nil && other.Name.Name == n.file.Name.Name {
			add(other)
		}
	}
	return n.structs
}

// members returns what a field declaration declares, one for each name.
func (n *numberer) members(field *ast.Field) []member {
	base := member{field: field, id: zid.None}
	var read zid.Tag
	if field.Tag != nil {
		tag, err := strconv.Unquote(field.Tag.Value)
		if err != nil {
			n.fail(field.Tag.Pos(), err.Error())
			return []member{base}
		}
		base.tag = tag
		value, has := reflect.StructTag(tag).Lookup("zid")
		switch {
		case value == "-" || value == "skip" || strings.HasPrefix(value, "-"):
			base.skip = true
		case has:
			if base.id, err = zid.ParseID(value); err == nil && len(field.Names) > 1 {
				err = fmt.Errorf("one zid for %d fields", len(field.Names))
			}
		default:
			read, err = zid.Parse(tag)
			base.skip = read.Skip || read.Unknown
		}
		if err != nil {
			n.fail(field.Tag.Pos(), err.Error())
			return []member{base}
		}
	}
	if len(field.Names) == 0 {
		base.name = embeddedName(field.Type)
		if base.id == zid.None && !base.skip && !n.opts.unexported {
			base.promoted = n.promoted(field, read)
		}
		base.skip = base.skip || !n.wanted(base.name) && !n.named(base.name, read) || base.promoted != nil
		return []member{base}
	}
	var out []member
	for _, ident := range field.Names {
		m := base
		m.name = ident.Name
		m.skip = m.skip || !n.wanted(m.name)
		out = append(out, m)
	}
	return out
}

// named reports whether an embedded type, which is not exported, is a field nevertheless: a struct
// with a name in its tag is.
func (n *numberer) named(embedded string, tag zid.Tag) bool {
	return tag.Name != "" && n.declared()[embedded] != nil
}

func (n *numberer) wanted(name string) bool {
	return name != "_" && (n.opts.unexported || ast.IsExported(name))
}

// embeddedName returns the name that an embedded type gives its field.
func embeddedName(expr ast.Expr) string {
	switch t := expr.(type) {
	case *ast.Ident:
		return t.Name
	case *ast.SelectorExpr:
		return t.Sel.Name
	case *ast.StarExpr:
		return embeddedName(t.X)
	case *ast.ParenExpr:
		return embeddedName(t.X)
	case *ast.IndexExpr:
		return embeddedName(t.X)
	case *ast.IndexListExpr:
		return embeddedName(t.X)
	}
	return "_"
}

// write enters the edits for one field declaration.
func (n *numberer) write(members []member) {
	field := members[0].field
	tags := make([]string, len(members))
	changed := false
	for i, m := range members {
		if m.skip || m.id == zid.None {
			continue
		}
		if _, has := reflect.StructTag(m.tag).Lookup("zid"); has {
			continue
		}
		changed = true
		tags[i] = quoteTag(strings.TrimLeft(m.tag+" ", " ") + `zid:"` + strconv.FormatInt(m.id, 10) + `"`)
	}
	switch {
	case !changed:
	case len(members) == 1 && field.Tag != nil:
		n.replace(field.Tag, tags[0])
	case len(members) == 1:
		at := n.offset(field.Type.End())
		n.edits = append(n.edits, edit{at, at, " " + tags[0]})
	default:
		n.split(field, members, tags)
	}
}

// split gives each of several fields that were declared together a line of its own,
// because each needs a tag of its own.
func (n *numberer) split(field *ast.Field, members []member, tags []string) {
	typ := string(n.src[n.offset(field.Type.Pos()):n.offset(field.Type.End())])
	if strings.Contains(typ, "\n") || strings.Contains(typ, "struct") {
		n.fail(field.Pos(), "several fields that share a struct without a name: declare each by itself")
		return
	}
	var lines []string
	for i, m := range members {
		tag := tags[i]
		if tag == "" && field.Tag != nil {
			tag = field.Tag.Value
		}
		lines = append(lines, m.name+" "+typ+" "+tag)
	}
	end := field.Type.End()
	if field.Tag != nil {
		end = field.Tag.End()
	}
	n.edits = append(n.edits, edit{n.offset(field.Pos()), n.offset(end), strings.Join(lines, "\n")})
}

// quoteTag returns a tag as a literal, in back quotes if it can be.
func quoteTag(tag string) string {
	if strconv.CanBackquote(tag) {
		return "`" + tag + "`"
	}
	return strconv.Quote(tag)
}

func (n *numberer) offset(pos token.Pos) int { return n.fset.Position(pos).Offset }

func (n *numberer) replace(node ast.Node, text string) {
	n.edits = append(n.edits, edit{n.offset(node.Pos()), n.offset(node.End()), text})
}

// apply returns the source with the edits made.
func (n *numberer) apply() []byte {
	slices.SortFunc(n.edits, func(a, b edit) int { return a.start - b.start })
	var out bytes.Buffer
	at := 0
	for _, e := range n.edits {
		out.Write(n.src[at:e.start])
		out.WriteString(e.text)
		at = e.end
	}
	out.Write(n.src[at:])
	return out.Bytes()
}
