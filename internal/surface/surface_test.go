package surface

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"
)

// source declares each kind of symbol, exported and not.
const source = `package x

import "io"

const C, c = 1 << 3, 1
const Text E = "a"

type E string

var V, v map[string]io.Reader

func F[T any](a T, more ...int) (n int, err error) { return }
func f() {}

type S struct {
	A int ` + "`json:\"a\"`" + `
	inner
	b int
}
type inner struct{ In bool }

func (S) Value()        {}
func (*S) Address()     {}
func (s *S) hidden()    {}
func (*inner) Promoted() {}

type I interface {
	M(int) string
	own()
}
type G[K comparable, T ~int | string] []T

func (g G[K, T]) At(k K) T { panic(0) }

type A = S
type Func func(a int)
`

var want = []string{
	`const C untyped int = 8`,
	`const Text E = "a"`,
	"field S.A int `json:\"a\"`",
	`field S.In bool`,
	`func F[T any](a T, more ...int) (n int, err error)`,
	`method (*S) Address()`,
	`method (*S) Promoted()`,
	`method (G) At(k K) T`,
	`method (I) M(int) string`,
	`method (S) Value()`,
	`method I has one that is not exported`,
	`type A = S`,
	`type E string`,
	`type Func func(a int)`,
	`type G[K comparable, T ~int | string] []T`,
	`type I interface`,
	`type S struct, with fields that are not exported`,
	`var V map[string]io.Reader`,
}

// The packages that the source imports are read once.
var (
	fset    = token.NewFileSet()
	sources = importer.ForCompiler(fset, "source", nil)
)

func check(t *testing.T, text string) []string {
	t.Helper()
	file, err := parser.ParseFile(fset, "x.go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	config := types.Config{Importer: sources}
	p, err := config.Check("x", fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return lines(p)
}

func TestEachSymbolHasItsLine(t *testing.T) {
	if got := check(t, source); !slices.Equal(got, want) {
		t.Errorf("%s", strings.Join(Diff(want, got), "\n"))
	}
}

// TestEveryChangeIsSeen changes one thing after another of what users can call.
func TestEveryChangeIsSeen(t *testing.T) {
	for _, change := range [][2]string{
		{"1 << 3", "1 << 4"}, {`= "a"`, `= "b"`}, {"A int", "A uint"}, {`json:"a"`, `json:"b"`}, {"\tA int", "\ta int"}, {"In bool", "in bool"},
		{"b int", "B int"}, {"(a T, more", "(a *T, more"}, {"func (S) Value", "func (*S) Value"}, {"func (*S) Address()", "func (*S) Address(int)"},
		{"M(int)", "M(int8)"}, {"own()", "Own()"}, {"type E string", "type E []byte"}, {"~int | string] []T", "~int] []T"}, {"type A = S", "type A S"},
		{"Promoted", "promoted"}, {"map[string]io.Reader", "map[string]io.Writer"}, {"const C,", "const D,"},
	} {
		changed := strings.Replace(source, change[0], change[1], 1)
		if changed == source {
			t.Errorf("%q is not in the source", change[0])
		}
		if change[0] == "type E string" {
			changed = strings.Replace(changed, `const Text E = "a"`, "", 1)
		}
		if diff := Diff(want, check(t, changed)); len(diff) == 0 {
			t.Errorf("%q for %q is not seen", change[1], change[0])
		}
	}
}
