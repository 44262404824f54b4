package view

import (
	"errors"
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
