package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	msgpbase "github.com/beve-org/beve-go/cmd/zebrapack/testdata/golden/msgp"
	namesbase "github.com/beve-org/beve-go/cmd/zebrapack/testdata/golden/names"
	plainbase "github.com/beve-org/beve-go/cmd/zebrapack/testdata/golden/plain"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// This file has the bounds of generated code: memory, depth and allocations.

func TestGeneratedCodeAllocatesNothingForKeptValues(t *testing.T) {
	v := plainbase.A{Name: "Ada", BirthDay: time.Unix(5, 0), Phone: "123", Siblings: 300, GPA: 3.5, Friend: true}
	tree := plainbase.Shape{Name: "s", Path: []plainbase.Point{{X: 1}, {Y: 2}}, Anchor: &plainbase.Point{X: 1}, Refs: []*plainbase.Point{{}, {X: 3}}}
	for name, v := range map[string]generated{"A": &v, "Shape": &tree} {
		data, err := v.MarshalMsg(nil)
		if err != nil {
			t.Fatal(err)
		}
		buf := make([]byte, 0, len(data))
		if n := testing.AllocsPerRun(100, func() { buf, err = v.MarshalMsg(buf[:0]) }); n > 0 || err != nil {
			t.Errorf("%s: MarshalMsg into a buffer with room: %v allocations, %v", name, n, err)
		}
		copies := 2.0 // of strings, where they cannot alias
		if mem.Unchecked {
			copies = 0
		}
		if n := testing.AllocsPerRun(100, func() { _, err = v.UnmarshalMsg(data) }); n > copies || err != nil {
			t.Errorf("%s: UnmarshalMsg into a kept value: %v allocations, %v", name, n, err)
		}
		if n := testing.AllocsPerRun(100, func() { _, err = v.MarshalMsg(nil) }); n != 1 || err != nil {
			t.Errorf("%s: MarshalMsg into a new buffer: %v allocations, %v", name, n, err)
		}
		source := bytes.NewReader(data)
		r, w := msgp.NewReader(source), msgp.NewWriter(io.Discard)
		if n := testing.AllocsPerRun(100, func() { err = v.EncodeMsg(w) }); n > 0 || err != nil {
			t.Errorf("%s: EncodeMsg: %v allocations, %v", name, n, err)
		}
		fixed := testing.AllocsPerRun(100, func() {
			source.Reset(data)
			r.Reset(source)
			err = v.DecodeMsg(r)
		})
		// From a stream strings are copies: Name and Phone, or Name.
		if fixed > 2 || err != nil {
			t.Errorf("%s: DecodeMsg: %v allocations, %v", name, fixed, err)
		}
	}
}

// TestGeneratedCodeIsBoundedInDepth reads types that contain themselves from messages
// that do so without end.
func TestGeneratedCodeIsBoundedInDepth(t *testing.T) {
	for name, c := range map[string]struct {
		level, end string
		target     func() generated
	}{
		"pointers":   {"\x81\x02", "\x80", func() generated { return new(plainbase.Node) }},
		"slices":     {"\x81\x01\x91", "\x80", func() generated { return new(plainbase.Node) }},
		"names":      {"\x82\xff\xa4Node\x02", "\x80", func() generated { return new(namesbase.Node) }},
		"named keys": {"\x81\xa4Next", "\x80", func() generated { return new(msgpbase.Node) }},
		"interfaces": {"\x82\xff\xa3Zoo\x00", "\xc0", func() generated { return &zoo{} }},
		"any":        {"\x91", "\xc0", func() generated { return new(plainbase.Dynamic) }},
	} {
		for _, n := range []int{250, 600, 300_000} {
			wire := []byte(strings.Repeat(c.level, n) + c.end)
			if name == "any" {
				wire = append([]byte("\x81\x00"), wire...)
			}
			_, err := c.target().UnmarshalMsg(wire)
			streamErr := msgp.Decode(bytes.NewReader(wire), c.target())
			if n < 500 {
				if err != nil || streamErr != nil {
					t.Errorf("%s, %d levels: %v, %v", name, n, err, streamErr)
				}
				continue
			}
			if !errors.Is(err, fault.ErrDepth) || !errors.Is(streamErr, fault.ErrDepth) {
				t.Errorf("%s, %d levels: %.200v, %.200v", name, n, err, streamErr)
			}
		}
	}
	r := msgp.NewReader(strings.NewReader(strings.Repeat("\x81\x02", 10) + "\x80"))
	r.SetLimits(msgp.Limits{MaxDepth: 10})
	if err := new(plainbase.Node).DecodeMsg(r); !errors.Is(err, fault.ErrDepth) {
		t.Error(err)
	}
}

// zoo is a Zoo that can hold a Zoo.
type zoo struct{ namesbase.Zoo }

func (z *zoo) Sound() string { return "" }

func (z *zoo) UnmarshalMsg(b []byte) ([]byte, error) { return z.UnmarshalMsgWithCfg(b, nil) }

func (z *zoo) UnmarshalMsgWithCfg(b []byte, cfg *msgp.RuntimeConfig) ([]byte, error) {
	z.Star = &zoo{} // what there is stays, since the factory of Zoo does not know a Zoo
	return z.Zoo.UnmarshalMsgWithCfg(b, cfg)
}

func (z *zoo) DecodeMsg(r *msgp.Reader) error { return r.ReadObject(z.UnmarshalMsgWithCfg) }

// TestGeneratedCodeBelievesNoLength reads messages that claim far more than they have.
func TestGeneratedCodeBelievesNoLength(t *testing.T) {
	needsGenerated(t)
	used := testkit.Allocated(func() {
		for _, wire := range []string{
			"\x81\x02\xdd\xff\xff\xff\xff", "\x81\x02\xdd\x10\x00\x00\x00", "\x81\x03\xdf\xff\xff\xff\xff", "\x81\x00\xdb\xff\xff\xff\xff",
			"\x81\x00\xc6\xff\xff\xff\xff", "\xdf\xff\xff\xff\xff", "\x81\x09\xc9\xff\xff\xff\xff\x01", "\x81\x09\xdd\x7f\xff\xff\xff",
		} {
			for _, typ := range []func() generated{golden["plain"]["12_nested.Shape"], golden["names"]["12_nested.Shape"], golden["plain"]["30_bigger.Lengths"],
				golden["plain"]["10_maps.Maps"], golden["plain"]["16_opaque.Opaque"]} {
				v := typ()
				if _, err := v.UnmarshalMsg([]byte(wire)); err == nil {
					t.Errorf("%x as %T: no error", wire, v)
				}
				if err := msgp.Decode(strings.NewReader(wire), v); err == nil {
					t.Errorf("%x as %T from a stream: no error", wire, v)
				}
			}
		}
		// A count that the bytes do pay for, of elements that are larger in memory.
		long := append([]byte("\x81\x02\xdd\x00\x10\x00\x00"), bytes.Repeat([]byte{0xC1}, 1<<20)...)
		if _, err := new(plainbase.Shape).UnmarshalMsg(long); !errors.Is(err, fault.ErrSyntax) {
			t.Error(err)
		}
	})
	if used > 64<<20 {
		t.Errorf("%d MiB were allocated", used>>20)
	}
}

// TestStringsOfGeneratedCodeKeepTheirBytes reads many strings that share memory, over and
// over from a buffer that changes, and looks at all of them at the end.
func TestStringsOfGeneratedCodeKeepTheirBytes(t *testing.T) {
	type kept struct{ got, want string }
	var all []kept
	var buf []byte
	r := msgp.NewReader(nil)
	for i := range 300 {
		v := namesbase.Shape{Name: strings.Repeat("n", i), Marks: map[string]namesbase.Point{}}
		for j := range 5 {
			v.Marks[strings.Repeat("k", i)+string(rune('a'+j))] = namesbase.Point{}
		}
		var err error
		if buf, err = v.MarshalMsg(buf[:0]); err != nil {
			t.Fatal(err)
		}
		r.Reset(bytes.NewReader(bytes.Clone(buf)))
		var slice, stream namesbase.Shape
		if _, err = slice.UnmarshalMsg(buf); err == nil {
			err = stream.DecodeMsg(r)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, got := range []*namesbase.Shape{&slice, &stream} {
			all = append(all, kept{got.Name, v.Name})
			for key := range got.Marks {
				if _, ok := v.Marks[key]; !ok {
					t.Fatalf("key %q was not sent", key)
				}
				all = append(all, kept{key, strings.Clone(key)})
			}
		}
	}
	for _, s := range all {
		if s.got != s.want {
			t.Fatalf("%q has become %q", s.want, s.got)
		}
	}
}

func TestErrorsOfGeneratedCodeHavePlaces(t *testing.T) {
	for wire, want := range map[string]string{
		"\x81\x02\x92\x80\x81\x00\xa1x": "/Path/1/X at byte 6",
		"\x81\x03\x81\xa1k\x81\x01\xc3": "/Marks/k/Y at byte 7",
		"\x81\x05\x92\xc0\x81\x00\xc3":  "/Refs/1/X at byte 6",
		"\x82\x00\xa1n\x00\xa1m":        "/Name at byte 4",
		"\x81\x01\x81\xa1X\xcb":         "/Origin at byte 3",
		"\x81\x09\x91\xc1":              "/9/0 at byte 3",
		"\x81\x03\x81\xc0\x80":          "/Marks/(nil) at byte 3",
	} {
		_, err := new(plainbase.Shape).UnmarshalMsg([]byte(wire))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%x: %v, want %s", wire, err, want)
		}
		ahead := "\xc0"
		r := msgp.NewReader(iotest.HalfReader(strings.NewReader(ahead + wire)))
		if err := r.Skip(); err != nil {
			t.Fatal(err)
		}
		streamErr := new(plainbase.Shape).DecodeMsg(r)
		place := want[:strings.LastIndex(want, " ")]
		if streamErr == nil || !strings.Contains(streamErr.Error(), place) {
			t.Errorf("%x from a stream: %v, want %s", wire, streamErr, place)
		}
	}
}

// TestGeneratedTestsPass generates for the types of the vectors, with tests, and runs
// these.
func TestGeneratedTestsPass(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a package")
	}
	dir := tempPackage(t)
	files, err := filepath.Glob("testdata/golden/types/base/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(err, "no files")
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(file)), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if status := run([]string{"-file", dir}, &out, &out); status != 0 {
		t.Fatalf("exit status %d\n%s", status, out.Bytes())
	}
	text, err := exec.Command("go", "test", "-bench", "Person|A$", "-benchtime", "1x", "./"+filepath.ToSlash(dir)).CombinedOutput()
	if err != nil || !bytes.Contains(text, []byte("BenchmarkUnmarshalA")) {
		t.Errorf("%v\n%s", err, text)
	}
}

// FuzzGeneratedDecoders reads any bytes as several types, from a slice and from a stream:
// the two must agree, and what was read must be written as what reads the same.
func FuzzGeneratedDecoders(f *testing.F) {
	targets := []func() generated{
		func() generated { return new(plainbase.Shape) }, func() generated { return new(namesbase.Node) }, func() generated { return new(plainbase.Dynamic) },
	}
	if len(golden) > 0 { // see TestGeneratedCode
		targets = append(targets, golden["plain"]["10_maps.Maps"], golden["msgp"]["11_pointers.Pointers"], golden["plain"]["16_opaque.Opaque"],
			golden["names"]["18_tuple.Holder"], generations[4])
	}
	for _, wire := range []string{"\x80", "\xc0", "\x81\x02\x92\x80\x81\x00\xcb3333333\x33", "\x82\xff\xa1A\x00\xa1x", "\x81\x09\x91\xc1", "\x81\x00\xc4\x01x"} {
		f.Add([]byte(wire))
	}
	f.Fuzz(func(t *testing.T, wire []byte) {
		for _, target := range targets {
			slice, stream := target(), target()
			rest, err := slice.UnmarshalMsg(bytes.Clone(wire))
			r := msgp.NewReaderSize(iotest.HalfReader(bytes.NewReader(wire)), 18)
			streamErr := stream.DecodeMsg(r)
			if (err == nil) != (streamErr == nil) {
				t.Fatalf("%x as %T: from a slice %v, from a stream %v", wire, slice, err, streamErr)
			}
			if err != nil {
				continue
			}
			if !same(reflect.ValueOf(slice).Elem(), reflect.ValueOf(stream).Elem()) {
				t.Fatalf("%x: from a slice %+v, from a stream %+v", wire, slice, stream)
			}
			data, err := slice.MarshalMsg(nil)
			if err != nil {
				t.Fatalf("%x with %d left: %v", wire, len(rest), err)
			}
			again := target()
			if left, err := again.UnmarshalMsg(data); err != nil || len(left) > 0 || !same(reflect.ValueOf(slice).Elem(), reflect.ValueOf(again).Elem()) {
				t.Fatalf("%x: %+v is written as %x and read as %+v, %v", wire, slice, data, again, err)
			}
		}
	})
}
