// What pools and leases promise.

package beve_test

import (
	"bytes"
	"errors"
	"testing"

	beve "github.com/beve-org/beve-go"
)

func TestLeaseAndPools(t *testing.T) {
	lease, err := beve.MarshalZeroCopy([]int{1, 2, 3})
	if err != nil || !beve.Valid(lease.Bytes()) {
		t.Fatal(err)
	}
	lease.Release()
	lease.Release() // of the same Lease does nothing
	if lease.Bytes() != nil {
		t.Error("a released lease has bytes")
	}
	if _, err := beve.MarshalZeroCopy(func() {}); err == nil {
		t.Error("a function was written")
	}
	e := beve.GetEncoderFromPool()
	if b, err := e.Marshal("x"); err != nil || !bytes.Equal(b, []byte{0x02, 0x04, 'x'}) {
		t.Errorf("% X, %v", b, err)
	}
	if err := errors.Join(e.Encode(1), e.Encode(2)); err != nil || !bytes.Equal(e.Bytes(), []byte{0x09, 1, 0x06, 0x09, 2}) {
		t.Errorf("% X, %v", e.Bytes(), err)
	}
	if _, err := e.Marshal(make(chan int)); err == nil || len(e.Bytes()) != 5 {
		t.Error("Marshal changed the stream")
	}
	beve.PutEncoderToPool(e)
	if e := beve.GetEncoderFromPool(); len(e.Bytes()) != 0 {
		t.Error("a pooled encoder has bytes")
	}
}
