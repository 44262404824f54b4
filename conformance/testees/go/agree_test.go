package main

import (
	"bytes"
	"flag"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/beve-org/beve-go/conformance/random"
	"github.com/beve-org/beve-go/conformance/reference"
	"github.com/beve-org/beve-go/wire"
)

var (
	inputs = flag.Int("inputs", 200_000, "how many generated inputs the reference and package wire read")
	seed   = flag.Uint64("seed", 1, "what inputs are made of")
)

// readerLikeWire is the reference without what a reader may refuse and package wire does.
func readerLikeWire(extended bool) *reference.Reader {
	r := reference.New(extended, 0)
	r.BooleanMatrices = false
	return r
}

// agree compares what the reference and package wire make of a message.
func agree(r *reference.Reader, message []byte) (accepted bool, err error) {
	want, _, refusal := r.Message(message)
	if refusal != nil {
		if wire.Validate(message) == nil {
			return false, fmt.Errorf("% x: wire accepts it, and the reference says: %v", message, refusal)
		}
		return false, nil
	}
	got, err := printWire(message)
	switch {
	case err != nil:
		return true, fmt.Errorf("% x: wire says %v, and the reference %s", message, err, want)
	case !bytes.Equal(got, want):
		return true, fmt.Errorf("% x: wire says %s, and the reference %s", message, got, want)
	}
	return true, nil
}

// TestReferenceAgreesWithWireOnAllStarts reads every start of two bytes, alone and with
// bytes after it that let many of them be values.
func TestReferenceAgreesWithWireOnAllStarts(t *testing.T) {
	r := readerLikeWire(true)
	ends := [][]byte{nil, {0}, {0, 0}, {4, 0}, {0x14, 4, 1, 0x14, 4, 7}, make([]byte, 7), make([]byte, 16), make([]byte, 40),
		{0x5C, 0x64, 8, 0}, bytes.Repeat([]byte{1}, 40), bytes.Repeat([]byte{4, 'a'}, 20)}
	accepted := 0
	for start := range 1 << 16 {
		for _, end := range ends {
			ok, err := agree(r, append([]byte{byte(start), byte(start >> 8)}, end...))
			if err != nil {
				t.Fatal(err)
			}
			if ok {
				accepted++
			}
		}
	}
	if accepted < 1000 {
		t.Errorf("only %d are messages", accepted)
	}
	t.Logf("%d inputs, of which %d are messages", len(ends)<<16, accepted)
}

// TestReferenceAgreesWithWireOnGeneratedInputs reads messages made from the table, the same
// with some bytes changed, and bytes that are none; 10^8 of them with -inputs 100000000.
func TestReferenceAgreesWithWireOnGeneratedInputs(t *testing.T) {
	var accepted, failures atomic.Int64
	var group sync.WaitGroup
	begun := time.Now()
	workers := runtime.GOMAXPROCS(0)
	for worker := range workers {
		group.Go(func() {
			r := readerLikeWire(true)
			s := random.New(*seed*1000+uint64(worker), true)
			for i := 0; i < *inputs/workers && failures.Load() < 10; i++ {
				var message []byte
				switch i % 4 {
				case 0:
					message = s.Message(5)
				case 1, 2:
					message = s.Change() // of the latest, once and once more
				default:
					message = s.Bytes(12)
				}
				ok, err := agree(r, message)
				if err != nil {
					failures.Add(1)
					t.Error(err)
				}
				if ok {
					accepted.Add(1)
				}
			}
		})
	}
	group.Wait()
	if accepted.Load() < int64(*inputs/10) {
		t.Errorf("only %d are messages", accepted.Load())
	}
	t.Logf("%d inputs, of which %d are messages, in %v", *inputs/workers*workers, accepted.Load(), time.Since(begun).Round(time.Second))
}

// TestFormatIsReadWithTypeTags: what the reference accepts of the format itself, package wire
// accepts where it takes each type tag for one, and what has no form of the profile in it, it
// accepts as the reference does.
func TestFormatIsReadWithTypeTags(t *testing.T) {
	r := readerLikeWire(false)
	s := random.New(*seed, false)
	options := wire.ValidateOptions{LegacyTypeTag: true}
	accepted, refused := 0, 0
	for i := range *inputs / 4 {
		message := s.Message(5)
		if i%2 == 1 {
			message = s.Change()
		}
		if len(message) == 0 || message[0] == 0x06 {
			continue // a delimiter, or the start of an indexed object
		}
		_, _, refusal := r.Message(message)
		err := options.Validate(message)
		switch {
		case refusal == nil && err != nil:
			t.Fatalf("% x: wire says %v", message, err)
		case refusal == nil:
			accepted++
		case err == nil && !bytes.ContainsAny(message, "\x06\x26\x2e\x36\x46\x4e"):
			t.Fatalf("% x: wire accepts it, and the reference says: %v", message, refusal)
		default:
			refused++
		}
	}
	if accepted < *inputs/16 || refused < *inputs/50 {
		t.Error(accepted, refused)
	}
}
