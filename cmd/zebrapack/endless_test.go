package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/cmd/internal/gen/gentest"
)

// endless are generic types that hold themselves, before and after what they are made for.
const endless = `package x

type List[T any] struct {
	Next *List[T]
	V    T
}
type Tree[K comparable, V any] struct {
	V    V
	Kids map[string]*Tree[K, V]
	K    K
}
type A[T any] struct {
	B *B[T]
	V T
}
type B[T any] struct {
	A []A[T]
	M map[string]B[T]
}
type All[T any] []All[T]
type Map[T any] map[string]Map[T]
type Turned[K, V any] struct {
	T *Turned[V, K]
	V V
}
type Use struct {
	List List[int]
	Tree Tree[string, List[string]]
	A    A[List[int]]
	B    B[string]
	T    Turned[int, string]
}
`

// TestGenericTypesThatHoldThemselves generates code for them in each mode.
func TestGenericTypesThatHoldThemselves(t *testing.T) {
	root := tempPackage(t)
	for _, mode := range []string{"msgp", "msgpack"} {
		path := filepath.Join(root, mode, "source.go")
		if err := os.Mkdir(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(endless), 0o666); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if status := run([]string{"-file", path, "-" + mode}, &out, &out); status != 0 || strings.Contains(out.String(), "warning") {
			t.Fatalf("%s: %s", mode, out.String())
		}
	}
	gentest.Test(t, root)
	// Without numbers, and where the types have no end at all, that is what is said.
	path := filepath.Join(root, "source.go")
	for source, want := range map[string]string{
		endless: "List[int] has no zids",
		"package x\n\ntype Grow[T any] struct {\n\tNext *Grow[[]T]\n}\ntype Use struct{ G Grow[int] }\n": "instantiation cycle",
	} {
		if err := os.WriteFile(path, []byte(source), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"-file", path}, {"check", path, path}} {
			var out bytes.Buffer
			if status := run(args, &out, &out); status != 1 || !strings.Contains(out.String(), want) {
				t.Errorf("%v: %d, %s", args, status, out.String())
			}
		}
	}
}

// TestOwnMethodsAreKept has methods written by hand: they are called, and not declared again.
func TestOwnMethodsAreKept(t *testing.T) {
	const both = "func (v *T) MarshalMsg(b []byte) ([]byte, error) { return append(b, 0xC0), nil }\nfunc (v *T) UnmarshalMsg(b []byte) ([]byte, error) { return b[1:], nil }\n"
	root := tempPackage(t)
	for _, c := range []struct{ name, methods, flags, want string }{
		{"both", both + "func (v *T) EncodeMsg(w *msgp.Writer) error { return w.WriteNil() }\nfunc (v *T) DecodeMsg(r *msgp.Reader) error { return r.ReadNil() }\nfunc (v *T) Msgsize() int { return 1 }\n", "-msgp", "T is left out: it has a method "},
		{"nosize", both, "-msgpack", "T is left out: it has a method "},
		{"one", "func (v T) Msgsize() string { return \"\" }\n", "-msgp", "T has a method Msgsize already: leave the type out by //msgp:ignore T"},
		{"left", "//msgp:size ignore T\nfunc (v T) Msgsize() int { return 9 }\n", "-msgp", ""},
		{"other", both, "-msgp -method-prefix X", ""},
	} {
		path := filepath.Join(root, c.name, "source.go")
		if err := os.Mkdir(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		source := "package x\n\nimport \"github.com/beve-org/beve-go/msgpack/msgp\"\n\nvar _ msgp.Raw\n\ntype T struct{ A int }\ntype U struct{ T T; Ts []T }\n" + c.methods
		if err := os.WriteFile(path, []byte(source), 0o666); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		status := run(append(strings.Fields(c.flags), "-file", path), &out, &out)
		if !strings.Contains(out.String(), c.want) || (status != 0) != (c.name == "one") {
			t.Errorf("%s: %d, %s", c.name, status, out.String())
		}
	}
	if text, err := exec.Command("go", "vet", "-stdmethods=false", "./"+filepath.ToSlash(root)+"/...").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
}
