package engine

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/testkit"
)

// TestArenasDecodeWhatTheRuntimeHolds decodes the zoo into arenas of several sizes, in
// batches that reuse what the last ones left: whatever lies there does not show.
func TestArenasDecodeWhatTheRuntimeHolds(t *testing.T) {
	for _, size := range []int{0, 5000, 1 << 16, 1 << 30} {
		pool := NewArenaPool(size)
		for range 3 {
			a := pool.Get()
			if a.size < minChunk || a.size > maxChunk {
				t.Fatalf("an arena of %d bytes for %d", a.size, size)
			}
			d := NewDecoderWithArena(nil, a)
			for _, c := range budgetCases(t) {
				want := reflect.New(c.typ)
				if err := c.o.Unmarshal(c.data, want.Interface()); err != nil {
					continue
				}
				got := reflect.New(c.typ)
				d.SetOptions(c.o)
				d.ResetBytes(c.data)
				if err := d.Decode(got.Interface()); err != nil || !testkit.Equal(got.Interface(), want.Interface()) {
					t.Errorf("%s in an arena of %d: %v, %v; want %v", c.name, size, got.Elem(), err, want.Elem())
				}
			}
			PutDecoderToPool(d)
			pool.Put(a)
		}
	}
	NewArenaPool(0).Put(nil)
}

// TestArenasLeaveLargePartsToTheRuntime decodes what is around the largest part that an
// arena gives out, then gives the arena back: only what is the runtime's stays.
func TestArenasLeaveLargePartsToTheRuntime(t *testing.T) {
	pool := NewArenaPool(minChunk)
	most := minChunk / largestPart
	for _, n := range []int{1, most - 1, most, most + 1, 2 * most, 5 * most} {
		text, numbers := strings.Repeat("x", n), make([]float64, (n+7)/8)
		texts, rows := make([]string, n), make([]budgetRow, n/100+1)
		data, err := Marshal(map[string]any{"T": text, "N": numbers, "S": texts, "R": rows, "P": &budgetRow{A: n}, "B": []byte(text)})
		if err != nil {
			t.Fatal(err)
		}
		var v struct {
			T string
			N []float64
			S []string
			R []budgetRow
			P *budgetRow
			B []byte
		}
		a := pool.Get()
		d := NewDecoderWithArena(data, a)
		if err := d.Decode(&v); err != nil || v.T != text || len(v.N) != len(numbers) || len(v.S) != n || len(v.R) != len(rows) || v.P.A != n || string(v.B) != text {
			t.Fatalf("%d: %v", n, err)
		}
		PutDecoderToPool(d)
		pool.Put(a)
		// Without unchecked access a string is a copy of what the arena holds.
		if large := n > most; mem.Unchecked && large != (v.T == text) || large != (string(v.B) == text) {
			t.Errorf("%d bytes are in the arena: %v, %v", n, v.T != text, string(v.B) != text)
		}
	}
}

// TestArenasGiveMemoryBack fills an arena beyond what it keeps, of bytes and of types.
func TestArenasGiveMemoryBack(t *testing.T) {
	a := NewArenaPool(minChunk).Get()
	for range 3 * keptChunks {
		if part := a.alloc(minChunk / largestPart); part == nil || cap(part) != len(part) {
			t.Fatal("no part")
		}
	}
	for range keptChunks * minChunk {
		a.one(reflect.TypeFor[[8]*int]())
	}
	if len(a.chunks) < keptChunks/2 || len(a.typed) != 1 {
		t.Fatalf("%d chunks, %d types", len(a.chunks), len(a.typed))
	}
	for range 4 * keptChunks * largestPart {
		a.alloc(minChunk / largestPart)
	}
	a.reset()
	if len(a.chunks) != keptChunks || len(a.typed[reflect.TypeFor[[8]*int]()].chunks) != keptChunks {
		t.Errorf("%d chunks are kept", len(a.chunks))
	}
	if p, ok := a.one(reflect.TypeFor[[minChunk]byte]()); ok || !p.IsNil() {
		t.Error("a variable as large as a chunk is in the arena")
	}
	for n := range keptTypes + 1 {
		a.one(reflect.ArrayOf(n, reflect.TypeFor[*int]()))
	}
	a.reset()
	if len(a.typed) != 0 {
		t.Errorf("memory of %d types is kept", len(a.typed))
	}
	if v := a.strings(minChunk); v != nil {
		t.Error("a slice larger than a chunk is in the arena")
	}
}

// TestArenaOfAnEncoder writes into memory of an arena until it is full, and beyond.
func TestArenaOfAnEncoder(t *testing.T) {
	pool := NewArenaPool(minChunk)
	a := pool.Get()
	e := GetEncoderFromPoolWithArena(a)
	var want []byte
	for i := range 400 {
		part, err := e.Marshal(strings.Repeat("y", i))
		if err != nil || !bytes.HasSuffix(part, []byte(strings.Repeat("y", i))) {
			t.Fatal(err)
		}
		if err := e.Encode(fmt.Sprint(i)); err != nil {
			t.Fatal(err)
		}
		if i > 0 {
			want = append(want, 0x06)
		}
		b, _ := Marshal(fmt.Sprint(i))
		want = append(want, b...)
	}
	if !bytes.Equal(e.Bytes(), want) {
		t.Errorf("% X, want % X", e.Bytes(), want)
	}
	PutEncoderToPool(e)
	pool.Put(a)
}

// TestArenaOfRows keeps the elements that a slice holds while it grows from row to row.
func TestArenaOfRows(t *testing.T) {
	rows := make([]budgetRow, 40)
	for i := range rows {
		rows[i] = budgetRow{A: i, B: fmt.Sprint(i), E: time.Unix(int64(i), 0).UTC()}
	}
	for _, o := range []EncodeOptions{{}, {Extended: true, MinTableRows: 1}} {
		data, err := o.Marshal(rows)
		if err != nil {
			t.Fatal(err)
		}
		pool := NewArenaPool(minChunk)
		a := pool.Get()
		d := NewDecoderWithArena(data, a)
		var got []budgetRow
		if err := d.Decode(&got); err != nil || !testkit.Equal(got, rows) {
			t.Errorf("%+v: %+v, %v", o, got, err)
		}
		PutDecoderToPool(d)
		pool.Put(a)
	}
}
