package view

import (
	"errors"
	"sync"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

// TestManyElements reads a message of more elements than a decode may have: a View makes nothing
// of them. It is of nulls, which are zeros, and not looked at, so that it takes no memory.
func TestManyElements(t *testing.T) {
	const n = fault.DefaultMaxElements + 1000
	data := make([]byte, 9+n)
	start := wire.AppendSize([]byte{byte(wire.HeaderArray)}, n)
	copy(data, start)
	data = data[:len(start)+n]
	v, err := New(data, fault.Limits{}, false)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := v.Len(); got != n || err != nil {
		t.Error(got, err)
	}
	v, err = New(data, fault.Limits{MaxElements: n - 1}, false)
	if err == nil {
		_, err = v.Len()
	}
	if !errors.Is(err, fault.ErrLimit) {
		t.Error(err)
	}
}

// TestLoopsShareADecoder decodes elements in loops of several goroutines, and in loops inside of
// loops, over one View.
func TestLoopsShareADecoder(t *testing.T) {
	data := wire.AppendArray(nil, 300)
	for i := range 300 {
		data = wire.AppendInt(wire.AppendInt(wire.AppendArray(data, 2), int64(i)), 7)
	}
	v, err := New(data, fault.Limits{}, false)
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			i := 0
			err := EachElement(&v, func(e View, err error) bool {
				var pair [2]int
				if err == nil {
					err = e.Decode(&pair)
				}
				if err != nil || pair != [2]int{i, 7} {
					t.Errorf("%d: %v, %v", i, pair, err)
				}
				var part int
				_ = EachElement(&e, func(p View, err error) bool {
					if err != nil || p.Decode(&part) != nil {
						t.Errorf("%d: %v", i, err)
					}
					return true
				})
				if part != 7 {
					t.Errorf("%d: the last part is %d", i, part)
				}
				i++
				return true
			})
			if err != nil || i != 300 {
				t.Errorf("%d elements, %v", i, err)
			}
		})
	}
	group.Wait()
	if a := &v.m.attempts; a.loops.Load() != 0 {
		t.Errorf("%d loops after all have ended", a.loops.Load())
	}
}
