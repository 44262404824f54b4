// What documents and comments name, held to what the packages declare: a name that has moved
// or is gone is found here.

package beve_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/migrate"
)

// declarations are what the packages of the project declare, by the name of the package;
// packages of one name are one.
type declarations struct {
	names map[string]map[string]bool // "Name" and "Type.Member" of a package
	more  map[string][]string        // "pkg.Type" to the types whose members it has, too
	types map[string]bool            // "pkg.Type"
	words map[string]bool            // every word of the sources that is not in a comment
	files map[string]bool            // names of files without their folders
}

// words of a source text.
var word = regexp.MustCompile(`[A-Za-z_]\w*`)

// allDeclarations reads all sources of the project.
func allDeclarations(t *testing.T) *declarations {
	t.Helper()
	d := &declarations{map[string]map[string]bool{}, map[string][]string{}, map[string]bool{}, map[string]bool{}, map[string]bool{}}
	for _, name := range goFiles(t) {
		d.files[path.Base(name)] = true
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				d.words[n.Name] = true
			case *ast.BasicLit:
				d.addWords(n.Value)
			}
			return true
		})
		if !strings.HasSuffix(name, "_test.go") {
			d.add(file)
		}
	}
	for _, glob := range []string{"js/src/*.ts", "python/src/beve/*.py"} {
		names, err := filepath.Glob(glob)
		if err != nil || names == nil {
			t.Fatalf("%s: %v, %v", glob, names, err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			d.addWords(string(text))
		}
	}
	return d
}

func (d *declarations) addWords(text string) {
	for _, w := range word.FindAllString(text, -1) {
		d.words[w] = true
	}
}

// add notes what a file declares.
func (d *declarations) add(file *ast.File) {
	pkg := file.Name.Name
	if d.names[pkg] == nil {
		d.names[pkg] = map[string]bool{}
	}
	for _, decl := range file.Decls {
		for _, id := range declaredBy(decl) {
			d.names[pkg][id.Name] = true
		}
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Recv != nil {
				_, name := typeName(decl.Recv.List[0].Type)
				d.names[pkg][name+"."+decl.Name.Name] = true
			}
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				if spec, ok := spec.(*ast.TypeSpec); ok {
					d.addType(pkg, spec)
				}
			}
		}
	}
}

// addType notes the fields and methods that a type has by its declaration, and the types
// that it is another name of, or embeds.
func (d *declarations) addType(pkg string, spec *ast.TypeSpec) {
	typ := pkg + "." + spec.Name.Name
	d.types[typ] = true
	also := func(x ast.Expr) {
		from, name := typeName(x)
		if from == "" {
			from = pkg
		}
		d.more[typ] = append(d.more[typ], from+"."+name)
	}
	list := new(ast.FieldList)
	switch x := spec.Type.(type) {
	case *ast.StructType:
		list = x.Fields
	case *ast.InterfaceType:
		list = x.Methods
	default:
		if spec.Assign.IsValid() {
			also(x)
		}
	}
	for _, field := range list.List {
		for _, id := range field.Names {
			d.names[pkg][spec.Name.Name+"."+id.Name] = true
		}
		if len(field.Names) == 0 {
			also(field.Type)
		}
	}
}

// typeName returns the package and the name of a type, without pointers and parameters.
func typeName(x ast.Expr) (pkg, name string) {
	switch x := x.(type) {
	case *ast.StarExpr:
		return typeName(x.X)
	case *ast.IndexExpr:
		return typeName(x.X)
	case *ast.IndexListExpr:
		return typeName(x.X)
	case *ast.SelectorExpr:
		pkg, _ := x.X.(*ast.Ident)
		return pkg.Name, x.Sel.Name
	case *ast.Ident:
		return "", x.Name
	}
	return "", ""
}

// has reports whether the package declares a name, or a type with such a member.
func (d *declarations) has(pkg, name string) bool {
	typ, _, isMember := strings.Cut(name, ".")
	if names, ours := d.names[pkg]; !ours || names[name] {
		return true
	} else if !isMember || !names[typ] {
		return false
	}
	return slices.ContainsFunc(d.more[pkg+"."+typ], func(of string) bool {
		pkg, typ, _ := strings.Cut(of, ".")
		return d.has(pkg, typ+name[strings.Index(name, "."):])
	})
}

// anyHas reports whether a package has the type and the member, or no package has the type.
func (d *declarations) anyHas(typ, member string) bool {
	known := false
	for pkg, names := range d.names {
		if names[typ] && d.types[pkg+"."+typ] {
			known = true
			if d.has(pkg, typ+"."+member) {
				return true
			}
		}
	}
	return !known
}

// foreign are names in documents and comments that no source of the project declares: those
// of other projects and languages, those that users give, and patterns of names.
var foreign = []string{
	"Reader.R", "AppendMsg", "mem.BufferPool", "ForceCodecV2", "SerializerInterface", "Rows.Scan", "types.Type",
	"mapKeyConverter", "v2_diff_test.go", "nats.go", "NotUnsafe", "TypeScript", "DoFns", "NaNs",
	"person.go", "person_gen.go", "old.go", "new.go", "FilePerson", "PMarshalMsg", "PT48H", "P2W", "xa5Point",
	"SetCustomStructTag", "UseArrayEncodedStructs", "SetOmitEmpty", "UseCompactFloats", "UseLooseInterfaceDecoding",
	"SetMapDecoder", "Encoder.EncodeInt", "EncodeInt", "Decoder.DecodeInt", "DecodeInt", "PeekCode", "Decoder.Query",
	"RegisterExt", "CustomEncoder", "CustomDecoder",
	"AppendX", "HeaderX", "KindX", "ReadX", "ViewX", "DontCopy", "VarUint", "UnmarshalTypeErrors", "Type.Member", "Type.Method",
}

var (
	codeSpan  = regexp.MustCompile("`([^`\n]+)`")
	qualified = regexp.MustCompile(`(?:^|[^.\w])([a-z]\w*)\.([A-Z]\w*(?:\.[A-Z]\w*)?)`)
	member    = regexp.MustCompile(`(?:^|[^.\w])([A-Z]\w*)\.([A-Z]\w*)`)
	docLink   = regexp.MustCompile(`(?:^|[^\w])\[\*?([A-Z]\w*[a-z]\w*)\](?:[^\w(:{]|$)`)
	mixedCase = regexp.MustCompile(`\b[A-Za-z]\w*[a-z0-9][A-Z]\w*\b`)
	goFile    = regexp.MustCompile(`(?:^|[^*\w.>])([a-z][a-z0-9_]*\.go)\b`)
)

// missing returns what a code span or a comment names and no source has.
func (d *declarations) missing(text string) (names []string) {
	for _, m := range qualified.FindAllStringSubmatch(text, -1) {
		if m[1] != "main" && !d.has(m[1], m[2]) {
			names = append(names, m[1]+"."+m[2])
		}
	}
	for _, m := range member.FindAllStringSubmatch(text, -1) {
		if !d.anyHas(m[1], m[2]) {
			names = append(names, m[1]+"."+m[2])
		}
	}
	for _, m := range goFile.FindAllStringSubmatch(text, -1) {
		if !d.files[m[1]] {
			names = append(names, m[1])
		}
	}
	return slices.DeleteFunc(names, func(name string) bool { return slices.Contains(foreign, name) })
}

// unknown returns the words of a text in mixed case that no source has, and that are not
// after the name of a package: missing looks at those.
func (d *declarations) unknown(text string) (words []string) {
	for _, w := range mixedCase.FindAllString(qualified.ReplaceAllString(text, ""), -1) {
		if !d.words[w] && !slices.Contains(foreign, w) {
			words = append(words, w)
		}
	}
	return words
}

// namesOfOthers are those that docs/migrate.md has in its tables, of the packages that it is
// about: tests of module interop look them up there.
func namesOfOthers() map[string]bool {
	names := map[string]bool{}
	for _, lib := range migrate.All() {
		for _, p := range lib.Packages {
			for _, s := range p.Symbols {
				for _, name := range s.Names() {
					names[name] = true
					names[path.Base(p.Path)+"."+name] = true
				}
			}
		}
	}
	return names
}

func TestDocumentsNameWhatExists(t *testing.T) {
	d := allDeclarations(t)
	others := namesOfOthers()
	for _, document := range projectFiles(t, ".md") {
		if document == "CHANGELOG.md" || strings.HasPrefix(document, "bench/results/") {
			continue // records of what was
		}
		for _, m := range codeSpan.FindAllStringSubmatch(proseOf(t, document), -1) {
			if document == "docs/migrate.md" && others[m[1]] {
				continue
			}
			for _, name := range append(d.missing(m[1]), d.unknown(m[1])...) {
				t.Errorf("%s: `%s` names %s, which does not exist", document, m[1], name)
			}
		}
	}
}

// TestDocumentsNamePathsThatExist looks up the paths in code spans, if they begin with a
// folder of the project, and the tests that commands and prose name.
func TestDocumentsNamePathsThatExist(t *testing.T) {
	d := allDeclarations(t)
	whole := regexp.MustCompile(`^([a-z][a-z0-9_.-]*)/[a-z0-9_./-]*$`)
	tests := regexp.MustCompile(`\b(?:Test|Fuzz|Benchmark)[A-Z]\w*`)
	for _, document := range projectFiles(t, ".md") {
		if document == "CHANGELOG.md" || strings.HasPrefix(document, "bench/results/") {
			continue
		}
		for _, m := range codeSpan.FindAllStringSubmatch(proseOf(t, document), -1) {
			name := whole.FindStringSubmatch(m[1])
			if name == nil || name[1] == "testdata" {
				continue
			}
			if info, err := os.Stat(name[1]); err != nil || !info.IsDir() {
				continue // of another project, or not of the root
			}
			if _, err := os.Stat(filepath.FromSlash(m[1])); err != nil {
				t.Errorf("%s names `%s`, which does not exist", document, m[1])
			}
		}
		text, err := os.ReadFile(filepath.FromSlash(document))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range tests.FindAllString(string(text), -1) {
			if !d.words[name] {
				t.Errorf("%s names %s, which is not a test", document, name)
			}
		}
	}
}

func TestCommentsNameWhatExists(t *testing.T) {
	d := allDeclarations(t)
	for _, name := range ownFiles(t) {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, group := range file.Comments {
			text := group.Text()
			for _, missing := range append(d.missing(text), d.unknown(text)...) {
				t.Errorf("%s: a comment names %s, which does not exist", name, missing)
			}
			for _, m := range docLink.FindAllStringSubmatch(text, -1) {
				if !d.has(strings.TrimSuffix(file.Name.Name, "_test"), m[1]) {
					t.Errorf("%s: a comment links to [%s], which does not exist", name, m[1])
				}
			}
		}
	}
}
