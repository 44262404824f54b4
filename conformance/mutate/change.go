// Where faults are made, and which.

package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// mutant is one fault.
type mutant struct {
	id       int
	file     string
	line     int
	function string
	what     string
}

// changer rewrites the files of a package.
type changer struct {
	fset     *token.FileSet
	info     *types.Info
	pkg      *types.Package
	mutants  []mutant
	file     string
	src      []byte
	imports  map[string]bool // paths that the file imports by their own names
	function string
}

// change writes the sources with all faults in them, and the overlay that puts them in
// place.
func change(work string) (mutants []mutant, overlay string, err error) {
	dir, err := filepath.Abs(filepath.Join(*module, *pkg))
	if err != nil {
		return nil, "", err
	}
	if err := os.Chdir("."); err != nil {
		return nil, "", err
	}
	c := &changer{fset: token.NewFileSet(), info: &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}}
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, "", err
	}
	var parsed []*ast.File
	var paths []string
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(c.fset, name, nil, parser.ParseComments)
		if err != nil {
			return nil, "", err
		}
		if !built(f) {
			continue
		}
		parsed, paths = append(parsed, f), append(paths, name)
	}
	here, err := os.Getwd()
	if err != nil {
		return nil, "", err
	}
	if err := os.Chdir(dir); err != nil { // the importer asks the go command where it is
		return nil, "", err
	}
	config := types.Config{Importer: importer.ForCompiler(c.fset, "source", nil)}
	c.pkg, err = config.Check(parsed[0].Name.Name, c.fset, parsed, c.info)
	if err != nil {
		return nil, "", err
	}
	if err := os.Chdir(here); err != nil {
		return nil, "", err
	}
	replace := map[string]string{}
	put := func(name string, text string) error {
		out := filepath.Join(work, filepath.Base(name))
		replace[filepath.Join(dir, filepath.Base(name))] = out
		return os.WriteFile(out, []byte(text), 0o644)
	}
	for i, f := range parsed {
		if *files != "" && !slices.Contains(strings.Split(*files, ","), filepath.Base(paths[i])) {
			continue
		}
		if c.src, err = os.ReadFile(paths[i]); err != nil {
			return nil, "", err
		}
		c.file = filepath.Base(paths[i])
		c.imports = map[string]bool{}
		for _, spec := range f.Imports {
			c.imports[strings.Trim(spec.Path.Value, `"`)] = spec.Name == nil
		}
		if err := put(paths[i], c.wholeFile(f)); err != nil {
			return nil, "", err
		}
	}
	err = put("zz_mutant.go", "package "+parsed[0].Name.Name+"\n\nimport (\n\t\"os\"\n\t\"strconv\"\n)\n\nvar mutantActive, _ = strconv.Atoi(os.Getenv(\"MUTANT\"))\n")
	if err != nil {
		return nil, "", err
	}
	overlay, err = writeOverlay(work, replace)
	return c.mutants, overlay, err
}

// built reports whether a file has no build constraint, or one that holds here.
func built(f *ast.File) bool {
	for _, group := range f.Comments {
		for _, comment := range group.List {
			if rest, ok := strings.CutPrefix(comment.Text, "//go:build "); ok {
				return rest == "!race" || rest == "!purego" || rest == "!checked"
			}
		}
	}
	return true
}

// wholeFile returns the file with the bodies of its functions rewritten.
func (c *changer) wholeFile(f *ast.File) string {
	var out strings.Builder
	at := 0
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil || *only != "" && !strings.Contains(strings.ToLower(fn.Name.Name), *only) {
			continue
		}
		c.function = fn.Name.Name
		out.Write(c.src[at:c.offset(fn.Body.Pos())])
		out.WriteString(c.text(fn.Body))
		at = c.offset(fn.Body.End())
	}
	out.Write(c.src[at:])
	return out.String()
}

func (c *changer) offset(p token.Pos) int { return c.fset.Position(p).Offset }

// plain is the source of a node as it is.
func (c *changer) plain(n ast.Node) string {
	return string(c.src[c.offset(n.Pos()):c.offset(n.End())])
}

// add numbers a fault.
func (c *changer) add(n ast.Node, what string) int {
	id := len(c.mutants) + 1
	shown := strings.Join(strings.Fields(c.plain(n)), " ")
	c.mutants = append(c.mutants, mutant{id, c.file, c.fset.Position(n.Pos()).Line, c.function, fmt.Sprintf("`%s` %s", shown[:min(len(shown), 70)], what)})
	return id
}

// text is the source of a node with the faults in it and in what it has.
func (c *changer) text(n ast.Node) string {
	if e, ok := n.(ast.Expr); ok {
		if value := c.info.Types[e]; value.Value != nil {
			return c.constant(e, value)
		}
	}
	var out strings.Builder
	at := c.offset(n.Pos())
	for _, child := range children(n) {
		if c.fixed(n, child) {
			continue
		}
		out.Write(c.src[at:c.offset(child.Pos())])
		out.WriteString(c.text(child))
		at = c.offset(child.End())
	}
	out.Write(c.src[at:c.offset(n.End())])
	return c.withFaults(n, out.String())
}

// children are the nodes directly in n, in the order of the source.
func children(n ast.Node) (all []ast.Node) {
	ast.Inspect(n, func(m ast.Node) bool {
		if m == n {
			return true
		}
		if m != nil {
			all = append(all, m)
		}
		return false
	})
	slices.SortFunc(all, func(a, b ast.Node) int { return int(a.Pos() - b.Pos()) })
	return all
}

// fixed reports whether a child of n has to stay as it is: types, constants, what is
// assigned to, labels.
func (c *changer) fixed(n, child ast.Node) bool {
	switch n := n.(type) { // a statement before a condition is not a place for an if
	case *ast.ForStmt:
		if child == n.Init || child == n.Post {
			return true
		}
	case *ast.IfStmt:
		if child == n.Init {
			return true
		}
	case *ast.SwitchStmt:
		if child == n.Init {
			return true
		}
	case *ast.TypeSwitchStmt:
		if child == n.Init || child == n.Assign {
			return true
		}
	}
	switch child := child.(type) {
	case *ast.CommentGroup, *ast.Comment, *ast.FieldList, *ast.FuncType:
		return true
	case ast.Expr:
		if c.info.Types[child].IsType() {
			return true
		}
		switch n := n.(type) {
		case *ast.AssignStmt:
			return slices.Contains(n.Lhs, child)
		case *ast.ReturnStmt: // what is returned beside an error means nothing
			last := n.Results[len(n.Results)-1]
			t := c.info.Types[last]
			return len(n.Results) > 1 && child != last && !t.IsNil() && t.Type != nil && t.Type.String() == "error"
		case *ast.IncDecStmt, *ast.LabeledStmt, *ast.BranchStmt:
			return true
		case *ast.RangeStmt:
			return child == n.Key || child == n.Value
		case *ast.KeyValueExpr:
			return child == n.Key
		case *ast.UnaryExpr:
			return n.Op == token.AND
		case *ast.SelectorExpr:
			return true
		case *ast.CaseClause:
			return c.info.Types[child].Value != nil
		case *ast.IndexExpr:
			_, generic := c.info.Types[n.X].Type.(*types.Signature)
			return generic
		case *ast.IndexListExpr:
			return true
		}
	case *ast.DeclStmt:
		decl := child.Decl.(*ast.GenDecl)
		return decl.Tok != token.VAR
	}
	return false
}

// typeName is how a type is written in this file; ok is false if it cannot be.
func (c *changer) typeName(t types.Type) (name string, ok bool) {
	ok = true
	name = types.TypeString(t, func(p *types.Package) string {
		if p == c.pkg {
			return ""
		}
		ok = ok && c.imports[p.Path()]
		return p.Name()
	})
	switch {
	case name == "untyped bool":
		name = "bool"
	case strings.HasPrefix(name, "untyped"), strings.Contains(name, "invalid type"):
		ok = false
	}
	return name, ok
}

// closure chooses between an expression and what it may be instead.
func (c *changer) closure(e ast.Expr, text string, alternatives ...[2]string) string {
	t := c.info.Types[e]
	if t.Type == nil {
		return text
	}
	name, ok := c.typeName(t.Type)
	if !ok {
		return text
	}
	var out strings.Builder
	out.WriteString("func() " + name + " { switch mutantActive { ")
	for _, a := range alternatives {
		fmt.Fprintf(&out, "case %d: return %s; ", c.add(e, a[1]), a[0])
	}
	out.WriteString("}; return " + text + " }()")
	return out.String()
}

// constant returns a constant, which may be one more.
func (c *changer) constant(e ast.Expr, value types.TypeAndValue) string {
	text := c.plain(e)
	basic, ok := value.Type.Underlying().(*types.Basic)
	if !ok || basic.Info()&types.IsInteger == 0 || basic.Info()&types.IsUntyped != 0 {
		return text
	}
	more := constant.BinaryOp(constant.ToInt(value.Value), token.ADD, constant.MakeInt64(1))
	if !fits(more, basic.Kind()) {
		return text
	}
	return c.closure(e, text, [2]string{more.ExactString(), "is " + more.ExactString()})
}

func fits(v constant.Value, kind types.BasicKind) bool {
	bits := map[types.BasicKind]int{types.Int8: 7, types.Int16: 15, types.Int32: 31, types.Int: 63, types.Int64: 63, types.Uint8: 8, types.Uint16: 16, types.Uint32: 32, types.Uint: 64, types.Uint64: 64, types.Uintptr: 64}[kind]
	return bits > 0 && constant.BitLen(v) <= bits
}

// swaps are operators and what they may be instead.
var swaps = map[token.Token][]string{
	token.LSS: {"<=", ">="}, token.LEQ: {"<", ">"}, token.GTR: {">=", "<="}, token.GEQ: {">", "<"}, token.EQL: {"!="}, token.NEQ: {"=="},
	token.ADD: {"-"}, token.SUB: {"+"}, token.MUL: {"/"}, token.QUO: {"*"}, token.REM: {"*"}, token.SHL: {">>"}, token.SHR: {"<<"},
	token.AND: {"|"}, token.OR: {"&"}, token.XOR: {"&"}, token.AND_NOT: {"&"},
}

// withFaults puts the faults of a node itself round its text.
func (c *changer) withFaults(n ast.Node, text string) string {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		if n.Op == token.LAND || n.Op == token.LOR {
			return c.closure(n, text, [2]string{c.plain(n.X), "is its left side"}, [2]string{c.plain(n.Y), "is its right side"})
		}
		if basic, ok := c.info.Types[n.X].Type.Underlying().(*types.Basic); !ok || basic.Info()&types.IsNumeric == 0 && n.Op != token.EQL && n.Op != token.NEQ {
			if n.Op != token.EQL && n.Op != token.NEQ {
				return text
			}
		}
		var all [][2]string
		for _, op := range swaps[n.Op] {
			all = append(all, [2]string{c.plain(n.X) + " " + op + " " + c.plain(n.Y), "has " + op})
		}
		return c.closure(n, text, all...)
	case *ast.UnaryExpr:
		if n.Op == token.NOT {
			return c.closure(n, text, [2]string{c.plain(n.X), "is not negated"})
		}
	case *ast.CallExpr, *ast.Ident:
		e := n.(ast.Expr)
		if basic, ok := c.typeOf(e).(*types.Basic); ok && basic.Kind() == types.Bool && c.info.Types[e].IsValue() {
			if _, isVar := n.(*ast.Ident); !isVar || c.info.Types[e].Addressable() {
				return c.closure(e, text, [2]string{"!" + c.plain(e), "is negated"})
			}
		}
	case *ast.ExprStmt, *ast.IncDecStmt:
		return c.deleted(n, text)
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			return c.deleted(n, text)
		}
	case *ast.BlockStmt, *ast.CaseClause:
		return text
	}
	return text
}

func (c *changer) typeOf(e ast.Expr) types.Type {
	if t := c.info.Types[e].Type; t != nil {
		return t.Underlying()
	}
	return nil
}

// deleted is a statement that may be left out.
func (c *changer) deleted(n ast.Node, text string) string {
	if call, ok := n.(*ast.ExprStmt); ok && strings.HasPrefix(c.plain(call), "panic(") {
		return text
	}
	return fmt.Sprintf("if mutantActive != %d { %s }", c.add(n, "is left out"), text)
}
