package beverun_test

import (
	"slices"
	"testing"

	"github.com/beve-org/beve-go/beverun"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/wire"
)

// TestLargeArraysAreMadeOnce appends some megabytes: what is allocated is not much more than these.
func TestLargeArraysAreMadeOnce(t *testing.T) {
	if !mem.Foresees {
		t.Skip("no room is foreseen where memory is as short as addresses")
	}
	texts := make([]string, 1<<17)
	for i := range texts {
		texts[i] = "a text of a few dozen bytes, as they are"
	}
	b := beverun.Scratch()
	var out []byte
	var err error
	spent := testkit.Allocated(func() {
		out = beverun.AppendElements(nil, b.Bytes, texts, func(_ *beverun.Encoder, dst []byte, v *string) []byte {
			return wire.AppendString(dst, *v)
		})
		out, err = b.Result(out, nil)
	})
	if err != nil || len(out) < 5<<20 {
		t.Fatalf("%d bytes, %v", len(out), err)
	}
	if got := float64(spent) / float64(len(out)); got > 1.5 {
		t.Errorf("%.2f times the message are allocated", got)
	}
}

// TestLongListsOfPointersAreNoCycles writes more pointers than may follow one another to a value.
func TestLongListsOfPointersAreNoCycles(t *testing.T) {
	numbers := []float64{1, 2}
	pointers := slices.Repeat([]*[]float64{&numbers}, 5000)
	e := beverun.OpenEncoder()
	out := beverun.AppendElements(e, nil, pointers, func(e *beverun.Encoder, dst []byte, v **[]float64) []byte {
		return beverun.AppendPointer(e, dst, *v, "*[]float64", func(_ *beverun.Encoder, dst []byte, v *[]float64) []byte {
			return wire.AppendNumbers(dst, *v)
		})
	})
	if _, err := e.CloseMessage(out, nil); err != nil {
		t.Error(err)
	}
}
