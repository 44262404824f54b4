package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/cmd/internal/gen/gentest"
)

// methodKinds are types of several kinds that write themselves.
const methodKinds = `package x

type I int
type S string
type B bool
type F float64
type L []int
type M map[string]int
type A [2]int
type Y []byte

func (v I) MarshalText() ([]byte, error) { return []byte{'i', '0' + byte(v)}, nil }
func (v S) MarshalText() ([]byte, error) { return []byte("s" + v), nil }
func (v B) MarshalText() ([]byte, error) { return []byte("b"), nil }
func (v F) MarshalText() ([]byte, error) { return []byte("f"), nil }
func (v L) MarshalText() ([]byte, error) { return []byte{'l', '0' + byte(len(v))}, nil }
func (v M) MarshalText() ([]byte, error) { return []byte{'m', '0' + byte(len(v))}, nil }
func (v A) MarshalText() ([]byte, error) { return []byte("a"), nil }
func (v Y) MarshalBinary() ([]byte, error) { return append([]byte("y"), v...), nil }

func (v *I) UnmarshalText(text []byte) error { *v = I(text[1] - '0'); return nil }
func (v *S) UnmarshalText(text []byte) error { *v = S(text[1:]); return nil }
func (v *B) UnmarshalText(text []byte) error { return nil }
func (v *F) UnmarshalText(text []byte) error { return nil }
func (v *L) UnmarshalText(text []byte) error { return nil }
func (v *M) UnmarshalText(text []byte) error { return nil }
func (v *A) UnmarshalText(text []byte) error { return nil }
func (v *Y) UnmarshalBinary(data []byte) error { *v = data[1:]; return nil }
`

// streamKind is a type that writes itself to streams only.
const streamKind = `package x

import "github.com/beve-org/beve-go/msgpack/msgp"

type E struct{ n int }

func (v E) EncodeMsg(w *msgp.Writer) error { return w.WriteInt(v.n) }

func (v *E) DecodeMsg(r *msgp.Reader) (err error) {
	v.n, err = r.ReadInt()
	return err
}
`

// methodFields is a struct with a field of each.
const methodFields = `package x

type T struct {
	I I ~zid:"0"~
	S S ~zid:"1"~
	B B ~zid:"2"~
	F F ~zid:"3"~
	L L ~zid:"4"~
	M M ~zid:"5"~
	A A ~zid:"6"~
	Y Y ~zid:"7"~
	P *I ~zid:"8"~
	E []E ~zid:"9"~
}
`

// methodTest tests that the methods which are generated for it write what reflection does,
// where all is zero and where nothing is.
const methodTest = `package x

import (
	"bytes"
	"testing"

	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/zebrapack"
)

var (
	_ = msgpack.Marshal
	_ zebrapack.EncodeOptions
)

type bare T

func Test(t *testing.T) {
	i := I(3)
	for _, v := range []T{{}, {1, "s", true, 1, L{1}, M{"k": 1}, A{1}, Y{1}, &i, []E{{5}, {}}}} {
		got, err := v.MarshalMsg(nil)
		if err != nil {
			t.Fatal(err)
		}
		plain := bare(v)
		want, err := REFLECT(&plain)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%+v: generated %x, by reflection %x, %v", v, got, want, err)
		}
		var back T
		if rest, err := back.UnmarshalMsg(got); err != nil || len(rest) > 0 || len(back.E) != len(v.E) || len(v.E) > 0 && back.E[0] != v.E[0] {
			t.Errorf("%x comes back as %+v, %v", got, back, err)
		}
	}
}
`

func TestTypesWithMethodsAreSentAsByReflection(t *testing.T) {
	root := tempPackage(t)
	for mode, c := range map[string]struct {
		flag, reflect string
		together      bool // the types and the struct are in one file
	}{
		"zebra":    {"-no-structnames-onwire", "zebrapack.EncodeOptions{NoStructNames: true}.Marshal", false},
		"zebra1":   {"-no-structnames-onwire", "zebrapack.EncodeOptions{NoStructNames: true}.Marshal", true},
		"msgpack":  {"-msgpack", "msgpack.Marshal", false},
		"msgpack1": {"-msgpack", "msgpack.Marshal", true},
		"msgp":     {"-msgp", "msgpack.Marshal", false},
		"msgp1":    {"-msgp", "msgpack.Marshal", true}, // all have methods of their own then
	} {
		dir := filepath.Join(root, mode)
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		files := map[string]string{"kinds.go": methodKinds, "source.go": methodFields, "source_test.go": methodTest, "stream.go": streamKind}
		if c.together {
			files["source.go"] = methodKinds + strings.TrimPrefix(methodFields, "package x\n")
			delete(files, "kinds.go")
		}
		for name, text := range files {
			text = strings.NewReplacer("~", "`", "REFLECT", c.reflect).Replace(text)
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		var out, errs bytes.Buffer
		if status := run([]string{"-file", filepath.Join(dir, "source.go"), "-tests=false", c.flag}, &out, &errs); status != 0 {
			t.Fatalf("%s: %s", mode, errs.String())
		}
	}
	gentest.Test(t, root)
}

// TestFilesWithStreamsAloneCallEachOther generates two files without MarshalMsg: what one sends
// of the other has EncodeMsg and DecodeMsg only.
func TestFilesWithStreamsAloneCallEachOther(t *testing.T) {
	dir := tempPackage(t)
	for name, text := range map[string]string{
		"a.go": "package x\n\ntype A struct {\n\tB []B\n\tP *B\n}\n",
		"b.go": "package x\n\ntype B struct{ N int }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"a.go", "b.go"} {
		var out, errs bytes.Buffer
		if status := run([]string{"-file", filepath.Join(dir, name), "-msgp", "-marshal=false"}, &out, &errs); status != 0 {
			t.Fatal(errs.String())
		}
	}
	gentest.Test(t, dir)
}
