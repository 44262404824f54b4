package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/beve-org/beve-go/internal/migrate"
)

// analyzer finds what a package uses of the libraries that package migrate knows, and says what
// becomes of it. Its fixes change import paths and names, for a package as a whole: where one
// use of a library has to be rewritten, the others keep it, since their types belong together;
// so they do where something differs, since data would change unseen, unless despite is set.
var analyzer = &analysis.Analyzer{
	Name:             "bevemigrate",
	Doc:              "say what becomes of the uses of other packages of encoding, and change what is only renamed",
	URL:              "https://github.com/beve-org/beve-go/blob/main/docs/migrate.md",
	Run:              analyze,
	RunDespiteErrors: true,
	ResultType:       reflect.TypeFor[*result](),
}

// A finding is one thing that is used, and what becomes of it.
type finding struct {
	pos, end token.Pos
	library  *migrate.Library
	what     string // as Decoder.Query
	change   migrate.Change
	text     string
	alone    bool // about a package that the others do not depend on
}

// A result is what was found in one package.
type result struct {
	findings []finding
	// edits change the uses of a library, by its ID, as far as they are only renamed.
	edits map[string][]analysis.TextEdit
	// exposed has the libraries whose own types the package's exported declarations mention.
	exposed map[string]bool
}

// despite is the flag -differs: whether fixes are made where something differs.
var despite bool

const despiteUsage = "fix where something differs, too: it is decided"

func init() { analyzer.Flags.BoolVar(&despite, "differs", false, despiteUsage) }

// keeps reports whether the package keeps a library, since something has to be rewritten or is
// to be decided.
func (r *result) keeps(library string) bool {
	return slices.ContainsFunc(r.findings, func(f finding) bool {
		blocks := f.change == migrate.Rewrite || f.change == migrate.Differs && !despite
		return f.library.ID == library && blocks && !f.alone
	})
}

// A search is one run of the analyzer.
type search struct {
	*analysis.Pass
	*result
	known map[string]known        // packages by import path
	names map[types.Object]string // what packages there declare, of those in read
	read  map[*types.Package]bool
	seen  map[string]bool // what is reported once
	own   []span          // methods that are reported as a whole
	// together has what is so frequent in values that it is reported at once.
	together []many
}

type known struct {
	library *migrate.Library
	pkg     *migrate.Package
}

type span struct{ pos, end token.Pos }

func analyze(pass *analysis.Pass) (any, error) {
	s := &search{
		Pass:   pass,
		result: &result{edits: map[string][]analysis.TextEdit{}, exposed: map[string]bool{}},
		known:  map[string]known{},
		names:  map[types.Object]string{},
		read:   map[*types.Package]bool{},
		seen:   map[string]bool{},
	}
	for _, lib := range migrate.All() {
		for i := range lib.Packages {
			s.known[lib.Packages[i].Path] = known{lib, &lib.Packages[i]}
		}
	}
	for path := range s.known {
		if path == pass.Pkg.Path() || strings.HasPrefix(pass.Pkg.Path(), path+"/") {
			return s.result, nil // the library itself
		}
	}
	for _, file := range pass.Files {
		s.imports(file)
		s.methods(file)
		s.directives(file)
		s.tags(file)
	}
	s.uses()
	for _, file := range pass.Files {
		s.values(file)
	}
	s.sum()
	s.exposes()
	s.report()
	return s.result, nil
}

// lookup returns what is known of a package.
func (s *search) lookup(p *types.Package) (known, bool) {
	if p == nil {
		return known{}, false
	}
	_, path, vendored := strings.Cut(p.Path(), "/vendor/")
	if !vendored {
		path = p.Path()
	}
	k, ok := s.known[path]
	if ok && k.pkg.Unless != "" && p.Scope().Lookup(k.pkg.Unless) != nil {
		return known{}, false
	}
	return k, ok
}

// add notes a finding.
func (s *search) add(n ast.Node, lib *migrate.Library, what string, change migrate.Change, text string) {
	s.findings = append(s.findings, finding{n.Pos(), n.End(), lib, what, change, text, false})
}

// once notes a finding that is the same wherever it is met in the package, and reports whether
// it is the first time.
func (s *search) once(n ast.Node, lib *migrate.Library, what string, change migrate.Change, text string) bool {
	key := lib.ID + "\x00" + what + "\x00" + text
	if s.seen[key] {
		return false
	}
	s.seen[key] = true
	s.add(n, lib, what, change, text)
	return true
}

// imports finds the imports of a file.
func (s *search) imports(file *ast.File) {
	for _, spec := range file.Imports {
		name := s.TypesInfo.PkgNameOf(spec)
		if name == nil {
			continue
		}
		k, ok := s.lookup(name.Imported())
		if !ok {
			continue
		}
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		switch {
		case k.pkg.Here == "":
			if s.once(spec.Path, k.library, path, migrate.Rewrite, path+": "+plain(k.pkg.Note)) {
				s.findings[len(s.findings)-1].alone = true
			}
			continue
		case k.pkg.Here != path:
			s.add(spec.Path, k.library, path, migrate.Renamed, path+" becomes "+k.pkg.Here)
		}
		if k.pkg.Note != "" {
			s.once(spec.Path, k.library, path, migrate.Differs, path+" becomes "+k.pkg.Here+": "+plain(k.pkg.Note))
		}
		s.edit(k.library, spec.Path, strconv.Quote(k.pkg.Here))
		if k.pkg.Name != "" && spec.Name == nil {
			s.qualifiers(file, spec, name, k)
		}
	}
}

// qualifiers renames the uses of an imported package's name, where the one that replaces it has
// another; if something has that name already, the import gets the old one.
func (s *search) qualifiers(file *ast.File, spec *ast.ImportSpec, name *types.PkgName, k known) {
	var uses []*ast.Ident
	taken := s.Pkg.Scope().Lookup(k.pkg.Name) != nil || slices.ContainsFunc(file.Imports, func(other *ast.ImportSpec) bool {
		o := s.TypesInfo.PkgNameOf(other)
		return o != nil && o.Name() == k.pkg.Name
	})
	ast.Inspect(file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			taken = taken || id.Name == k.pkg.Name && s.TypesInfo.Defs[id] != nil
			if s.TypesInfo.Uses[id] == name {
				uses = append(uses, id)
			}
		}
		return true
	})
	if taken {
		s.edits[k.library.ID] = append(s.edits[k.library.ID], analysis.TextEdit{Pos: spec.Path.Pos(), End: spec.Path.Pos(), NewText: []byte(name.Name() + " ")})
		return
	}
	for _, id := range uses {
		s.edit(k.library, id, k.pkg.Name)
	}
}

// edit notes that a node's text is replaced.
func (s *search) edit(lib *migrate.Library, n ast.Node, text string) {
	s.edits[lib.ID] = append(s.edits[lib.ID], analysis.TextEdit{Pos: n.Pos(), End: n.End(), NewText: []byte(text)})
}

// methods finds methods that types have for the sake of a library.
func (s *search) methods(file *ast.File) {
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Recv == nil {
			continue
		}
		for _, lib := range migrate.All() {
			for _, p := range lib.Packages {
				for _, m := range p.Methods {
					if m.Name != f.Name.Name {
						continue
					}
					s.own = append(s.own, span{f.Pos(), f.End()})
					s.add(f.Name, lib, m.Name, m.Change, "method "+m.Name+": "+advice(m.Here, m.Note))
				}
			}
		}
	}
}

// directives finds lines of go:generate that call a library's command.
func (s *search) directives(file *ast.File) {
	for _, group := range file.Comments {
		for _, c := range group.List {
			command, ok := strings.CutPrefix(c.Text, "//go:generate ")
			if !ok {
				continue
			}
			for _, lib := range migrate.All() {
				for _, known := range lib.Commands {
					rest, ok := strings.CutPrefix(command, known.There)
					if !ok || rest != "" && rest[0] != ' ' && rest[0] != '@' {
						continue
					}
					if at, args, _ := strings.Cut(rest, " "); strings.HasPrefix(at, "@") {
						program, flags, _ := strings.Cut(strings.TrimPrefix(known.Here, "go run "), " ")
						known.Here = strings.TrimRight("go run "+program+"@latest "+flags, " ")
						rest = strings.TrimRight(" "+args, " ")
					}
					s.add(c, lib, "go:generate", migrate.Renamed, known.There+" becomes "+known.Here+", and the code is generated again")
					s.edit(lib, c, "//go:generate "+known.Here+rest)
					break
				}
			}
		}
	}
}

// tags finds options in struct tags that are a library's own.
func (s *search) tags(file *ast.File) {
	ast.Inspect(file, func(n ast.Node) bool {
		if t, ok := n.(*ast.StructType); ok {
			for _, lib := range migrate.All() {
				for _, tag := range lib.Tags {
					if field := tagged(t, tag); field != nil {
						s.add(field.Tag, lib, tag.Key+":\","+tag.Option+"\"", tag.Change, "option "+tag.Option+" of the tag "+tag.Key+": "+plain(tag.Note))
					}
				}
			}
		}
		return true
	})
}

// tagged returns the first field of a struct that has an option.
func tagged(t *ast.StructType, tag migrate.Tag) *ast.Field {
	for _, field := range t.Fields.List {
		if field.Tag == nil {
			continue
		}
		text, err := strconv.Unquote(field.Tag.Value)
		if err != nil {
			continue
		}
		if tag.In(text) {
			return field
		}
	}
	return nil
}

// uses finds the names that the package uses.
func (s *search) uses() {
	for _, id := range sortedUses(s.TypesInfo) {
		o := s.TypesInfo.Uses[id]
		if slices.ContainsFunc(s.own, func(m span) bool { return m.pos <= id.Pos() && id.Pos() < m.end }) {
			continue
		}
		if name := s.nameOf(o); name != "" {
			s.use(id, o, name)
		} else {
			s.foreign(id, o)
		}
	}
}

// nameOf returns what the tables call something that a package of a library declares, whether or not
// the package that is analyzed imports it.
func (s *search) nameOf(o types.Object) string {
	p := o.Pkg()
	if _, ok := s.lookup(p); !ok {
		return ""
	}
	if !s.read[p] {
		s.read[p] = true
		declared(p, s.names)
	}
	return s.names[origin(o)]
}

// use says what becomes of one name.
func (s *search) use(id *ast.Ident, o types.Object, name string) {
	k, ok := s.lookup(o.Pkg())
	if !ok {
		return
	}
	symbol, covered := k.pkg.Becomes(name)
	if _, called := o.(*types.Func); covered && !called {
		return // the type is a finding
	}
	full := name
	if !strings.Contains(name, ".") {
		full = o.Pkg().Name() + "." + name
	}
	switch symbol.Change {
	case migrate.Renamed:
		s.add(id, k.library, name, migrate.Renamed, full+" becomes "+symbol.Here)
		s.edit(k.library, id, symbol.Here)
	case migrate.Differs:
		s.add(id, k.library, name, migrate.Differs, full+" differs: "+advice(symbol.Here, symbol.Note))
	case migrate.Rewrite:
		_, isConst := o.(*types.Const)
		if symbol.Here == "" && (isConst || k.pkg.Here == "") {
			if k.pkg.Here == "" && !slices.Contains(s.Pkg.Imports(), o.Pkg()) && s.once(id, k.library, name, migrate.Rewrite, full+": "+plain(k.pkg.Note)) {
				s.findings[len(s.findings)-1].alone = true
			}
			return // the option that it is for, or the import, is a finding
		}
		s.add(id, k.library, name, migrate.Rewrite, full+" is not here: "+advice(symbol.Here, symbol.Note))
	}
}

// foreign finds what packages of other modules declare in terms of a library's own types: those
// that replace them do not fit there.
func (s *search) foreign(id *ast.Ident, o types.Object) {
	if o.Pkg() == nil || s.inModule(o.Pkg()) {
		return
	}
	switch o.(type) {
	case *types.Func, *types.Var:
	default:
		return
	}
	if _, ok := s.lookup(o.Pkg()); ok {
		return
	}
	if k, name := s.mentions(o.Type()); name != "" {
		s.add(id, k.library, o.Name(), migrate.Rewrite, o.Pkg().Name()+"."+o.Name()+" is declared with the "+name+" of "+k.pkg.Path+", which that of "+k.pkg.Here+" is not: keep the import for it")
	}
}

// inModule reports whether a package belongs to the module that is analyzed.
func (s *search) inModule(p *types.Package) bool {
	if p == s.Pkg {
		return true
	}
	if s.Module == nil {
		return false
	}
	return p.Path() == s.Module.Path || strings.HasPrefix(p.Path(), s.Module.Path+"/")
}

// mentions returns the first type of a library's own that a type is made of.
func (s *search) mentions(t types.Type) (k known, name string) {
	switch t := t.(type) {
	case *types.Named:
		o := t.Obj()
		if k, ok := s.lookup(o.Pkg()); ok && k.pkg.Here != "" && k.pkg.IsOwn(o.Name()) {
			return k, o.Name()
		}
		for arg := range t.TypeArgs().Types() {
			if k, name = s.mentions(arg); name != "" {
				return k, name
			}
		}
	case *types.Alias:
		return s.mentions(types.Unalias(t))
	case *types.Pointer:
		return s.mentions(t.Elem())
	case *types.Slice:
		return s.mentions(t.Elem())
	case *types.Array:
		return s.mentions(t.Elem())
	case *types.Chan:
		return s.mentions(t.Elem())
	case *types.Map:
		if k, name = s.mentions(t.Key()); name == "" {
			k, name = s.mentions(t.Elem())
		}
	case *types.Signature:
		for _, tuple := range []*types.Tuple{t.Params(), t.Results()} {
			for v := range tuple.Variables() {
				if k, name = s.mentions(v.Type()); name != "" {
					return k, name
				}
			}
		}
	}
	return k, name
}

// exposes finds the libraries whose own types the package exports: packages that import it have
// to move together with it.
func (s *search) exposes() {
	for _, name := range s.Pkg.Scope().Names() {
		o := s.Pkg.Scope().Lookup(name)
		if !o.Exported() {
			continue
		}
		all := []types.Type{o.Type()}
		if n, ok := types.Unalias(o.Type()).(*types.Named); ok {
			for m := range n.Methods() {
				all = append(all, m.Type())
			}
			if st, ok := n.Underlying().(*types.Struct); ok {
				for f := range st.Fields() {
					all = append(all, f.Type())
				}
			}
			if in, ok := n.Underlying().(*types.Interface); ok {
				for m := range in.Methods() {
					all = append(all, m.Type())
				}
			}
		}
		for _, t := range all {
			if k, name := s.mentions(t); name != "" {
				s.exposed[k.library.ID] = true
			}
		}
	}
}

// report sorts what was found and hands it to the driver, with the edits of a library as the
// fix of the first finding about it.
func (s *search) report() {
	slices.SortStableFunc(s.findings, func(a, b finding) int { return int(a.pos) - int(b.pos) })
	fixed := map[string]bool{}
	for _, f := range s.findings {
		d := analysis.Diagnostic{Pos: f.pos, End: f.end, Category: f.change.String(), Message: f.text}
		if id := f.library.ID; f.change == migrate.Renamed && !fixed[id] && !s.keeps(id) {
			fixed[id] = true
			d.SuggestedFixes = []analysis.SuggestedFix{{Message: "change the uses of " + f.library.Name, TextEdits: s.edits[id]}}
		}
		s.Report(d)
	}
}

// declared notes the names of what a package exports, as the tables have them.
func declared(p *types.Package, names map[types.Object]string) {
	for _, name := range p.Scope().Names() {
		o := p.Scope().Lookup(name)
		if !o.Exported() {
			continue
		}
		names[o] = name
		t, ok := o.(*types.TypeName)
		if !ok || t.IsAlias() {
			continue
		}
		n, ok := t.Type().(*types.Named)
		if !ok {
			continue
		}
		for m := range n.Methods() {
			names[m] = name + "." + m.Name()
		}
		switch u := n.Underlying().(type) {
		case *types.Struct:
			for f := range u.Fields() {
				names[f] = name + "." + f.Name()
			}
		case *types.Interface:
			for m := range u.ExplicitMethods() {
				names[m] = name + "." + m.Name()
			}
		}
	}
}

// origin returns the generic object that an instance comes from.
func origin(o types.Object) types.Object {
	switch o := o.(type) {
	case *types.Func:
		return o.Origin()
	case *types.Var:
		return o.Origin()
	}
	return o
}

func sortedUses(info *types.Info) []*ast.Ident {
	ids := make([]*ast.Ident, 0, len(info.Uses))
	for id := range info.Uses {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b *ast.Ident) int { return int(a.Pos()) - int(b.Pos()) })
	return ids
}

// advice says what takes the place of something, and what else there is to know.
func advice(here, note string) string {
	switch {
	case here == "" && note == "":
		return "nothing takes its place"
	case here == "nothing" && note != "", here == "":
		return plain(note)
	case here == "nothing":
		return "nothing takes its place"
	case note == "":
		return "use " + plain(here)
	}
	return "use " + plain(here) + "; " + plain(note)
}

// plain is a text of the page without its marks of code.
func plain(text string) string { return strings.ReplaceAll(text, "`", "") }
