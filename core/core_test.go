package core_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/core"
)

// What comes out of a pool knows nothing of what it was used for before.
func TestPoolsGiveWhatIsNew(t *testing.T) {
	data, err := beve.Marshal([]any{"a", []float64{1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	decoders := map[string]func() *beve.Decoder{
		"reader": func() *beve.Decoder { return core.GetDecoderFromPool(bytes.NewReader(data)) },
		"bytes":  func() *beve.Decoder { return core.GetDecoderBytesFromPool(data) },
		"arena":  func() *beve.Decoder { return core.NewDecoderWithArena(data, core.NewArenaPool(1<<14).Get()) },
	}
	for range 3 {
		for name, get := range decoders {
			d := get()
			var v []any
			if err := d.Decode(&v); err != nil || len(v) != 2 || v[0] != "a" {
				t.Fatalf("%s: %v, %v", name, v, err)
			}
			if n, ok := v[1].([]float64); !ok || len(n) != 2 {
				t.Errorf("%s: the options of an earlier use: %T", name, v[1])
			}
			if err := d.Decode(&v); err != io.EOF {
				t.Errorf("%s: %v", name, err)
			}
			d.SetOptions(beve.DecodeOptions{GenericArrays: true, RejectUnknown: true, Limits: beve.Limits{MaxBytes: 1}})
			core.PutDecoderToPool(d)
		}
		e := core.GetEncoderFromPool()
		if err := e.Encode("x"); err != nil || string(e.Bytes()) != "\x02\x04x" {
			t.Fatalf("% x, %v", e.Bytes(), err)
		}
		e.SetOptions(beve.EncodeOptions{Framing: true, MaxDepth: 1})
		core.PutEncoderToPool(e)
	}
}

// Errors of what comes out of a pool are those of package beve.
func TestErrorsAreThoseOfPackageBeve(t *testing.T) {
	d := core.GetDecoderBytesFromPool([]byte{0x05, 0x08, 0x02, 0x04})
	defer core.PutDecoderToPool(d)
	if e, ok := d.Decode(new(any)).(*beve.DecodeError); !ok || !errors.Is(e, beve.ErrTruncated) {
		t.Errorf("%v", e)
	}
	e := core.GetEncoderFromPoolWithArena(core.NewArenaPool(0).Get())
	defer core.PutEncoderToPool(e)
	if e, ok := e.Encode(map[string]any{"a": make(chan int)}).(*beve.EncodeError); !ok || e.Path != "/a" {
		t.Errorf("%v", e)
	}
}

// A stream that outgrows the arena of its Encoder goes on.
func TestEncoderOutgrowsItsArena(t *testing.T) {
	pool := core.NewArenaPool(4 << 10)
	arena := pool.Get()
	e := core.GetEncoderFromPoolWithArena(arena)
	long := strings.Repeat("long ", 1000)
	for range 10 {
		if err := e.Encode(long); err != nil {
			t.Fatal(err)
		}
	}
	d := beve.NewDecoderBytes(bytes.Clone(e.Bytes()))
	core.PutEncoderToPool(e)
	pool.Put(arena)
	n := 0
	for ; d.More(); n++ {
		var text string
		if err := d.Decode(&text); err != nil || text != long {
			t.Fatal(len(text), err)
		}
	}
	if n != 10 {
		t.Errorf("%d values", n)
	}
}

// A nil Arena gives no memory, and a nil coder is not given back.
func TestNilArenasAndNilCoders(t *testing.T) {
	core.PutEncoderToPool(nil)
	core.PutDecoderToPool(nil)
	core.NewArenaPool(0).Put(nil)
	for _, a := range []*core.Arena{nil, new(core.Arena)} {
		e := core.GetEncoderFromPoolWithArena(a)
		if err := e.Encode("text"); err != nil {
			t.Fatal(err)
		}
		d := core.NewDecoderWithArena(e.Bytes(), a)
		var s string
		if err := d.Decode(&s); err != nil || s != "text" {
			t.Errorf("%q, %v", s, err)
		}
		core.PutDecoderToPool(d)
		core.PutEncoderToPool(e)
	}
}
