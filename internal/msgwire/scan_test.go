// The one walk over whole values.

package msgwire

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
)

func TestScannersGoOnWhereInputEnded(t *testing.T) {
	// Deeper than the part of the stack that needs no allocation.
	src := append(bytes.Repeat([]byte{0x92, 0x01}, 3*lowFrames), 0x81, 0xA1, 'k', 0xC4, 3, 1, 2, 3)
	var s Scanner
	for at := range 3 {
		s.Reset(fault.Limits{}, at)
		in := append(make([]byte, at), src...)
		for n := at; n < len(in); n++ {
			if _, err := s.Next(in[:n]); !errors.Is(err, fault.ErrTruncated) {
				t.Fatalf("%d of %d bytes: %v", n, len(in), err)
			}
		}
		if end, err := s.Next(in); end != len(in) || err != nil {
			t.Errorf("%d, %v", end, err)
		}
	}
	s.Reset(fault.Limits{MaxDepth: 10}, 0)
	if _, err := s.Next(src); !errors.Is(err, fault.ErrDepth) || s.Off() != 18 {
		t.Error(err, s.Off())
	}
}

// TestScannersTakeInputInPieces scans random values that arrive in pieces of random length
// and move in their buffer meanwhile.
func TestScannersTakeInputInPieces(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	var s Scanner
	for seed := range uint64(400) {
		value, _ := randomValue(seed, 1+int(seed%6))
		budget := fault.Limits{}.Budget()
		if end, err := Skip(append(bytes.Clone(value), 0x05), 0, &budget); err != nil || end != len(value) {
			t.Fatalf("%x is skipped up to %d, %v", value, end, err)
		}
		at := rng.IntN(5)
		buf := append(make([]byte, at), value...)
		s.Reset(fault.Limits{}, at)
		for n := at; ; n = min(n+1+rng.IntN(9), len(buf)) {
			end, err := s.Next(buf[:n])
			if n == len(buf) {
				if err != nil || end != n || s.Off() != n {
					t.Fatalf("%x: %d, %v", value, end, err)
				}
				break
			}
			if !errors.Is(err, fault.ErrTruncated) || s.Off() > n {
				t.Fatalf("%d bytes of %x: %d, %v", n-at, value, end, err)
			}
			if _, err := s.Scan(buf[:n]); err != fault.ErrTruncated {
				t.Fatalf("%d bytes of %x: %v", n-at, value, err)
			}
			if move := rng.IntN(4); move <= at {
				buf, at, n = buf[move:], at-move, n-move
				s.Move(-move)
			}
		}
	}
}

// TestScansAreBounded has values that are too deep and too wide, by one.
func TestScansAreBounded(t *testing.T) {
	for _, unit := range []string{"\x91", "\x81\xC0", "\xDC\x00\x01", "\xDF\x00\x00\x00\x01\x05"} {
		for _, depth := range []int{1, 2, lowFrames, lowFrames + 1, 100, 511} {
			src := append(bytes.Repeat([]byte(unit), depth), 0xC0)
			for _, c := range []struct {
				limits fault.Limits
				cause  error
			}{{fault.Limits{MaxDepth: depth + 1}, nil}, {fault.Limits{MaxDepth: depth}, fault.ErrDepth}, {fault.Limits{MaxElements: int64(depth)}, nil}, {fault.Limits{MaxElements: max(1, int64(depth)-1)}, fault.ErrLimit}} {
				if c.cause == fault.ErrLimit && depth == 1 {
					continue
				}
				budget := c.limits.Budget()
				end, err := Skip(src, 0, &budget)
				if c.cause == nil && (err != nil || end != len(src)) || c.cause != nil && !errors.Is(err, c.cause) {
					t.Errorf("%d times %x within %+v: %d, %v", depth, unit, c.limits, end, err)
				}
				var where *fault.DecodeError
				if c.cause != nil && (!errors.As(err, &where) || where.Offset != int64(len(unit)*(depth-1))) {
					t.Errorf("%d times %x within %+v: %v", depth, unit, c.limits, err)
				}
			}
		}
	}
	// What is skipped is taken from the budget of the whole, empty containers apart.
	budget := fault.Limits{MaxElements: 5}.Budget()
	for i, src := range []string{"\x92\x01\x02", "\x90", "\x81\x01\x02", "\x92\x01\x02", "\x91\x01"} {
		_, err := Skip([]byte(src), 0, &budget)
		if wrong := i == 4; wrong != errors.Is(err, fault.ErrLimit) {
			t.Errorf("value %d: %v", i, err)
		}
	}
	// More children than a machine has room for do not depend on options. Where nothing
	// follows their head they are missing, as they are for whoever reads it.
	for _, src := range []string{"\xDD\x80\x00\x00\x00", "\xDF\x40\x00\x00\x00"} {
		limits := fault.Limits{MaxElements: 1 << 40}
		var s Scanner
		s.Reset(limits, 0)
		if _, err := s.Next([]byte(src)); !errors.Is(err, fault.ErrLimit) || !s.Short([]byte(src)) {
			t.Errorf("%x: %v", src, err)
		}
		budget := limits.Budget()
		if _, err := Skip([]byte(src), 0, &budget); !errors.Is(err, fault.ErrTruncated) {
			t.Errorf("%x: %v", src, err)
		}
	}
}

// TestScannersKeepLittle scans what is very deep, and then what is not.
func TestScannersKeepLittle(t *testing.T) {
	var s Scanner
	limits := fault.Limits{MaxDepth: fault.MaxMaxDepth}
	s.Reset(limits, 0)
	deep := append(bytes.Repeat([]byte{0x91}, 10*keptFrames), 0xC0)
	if end, err := s.Next(deep); err != nil || end != len(deep) || cap(s.high) <= keptFrames {
		t.Fatal(end, err, cap(s.high))
	}
	s.Reset(limits, 0)
	if s.high != nil {
		t.Errorf("%d frames are kept", cap(s.high))
	}
	if n := testing.AllocsPerRun(10, func() {
		s.Reset(limits, 0)
		if _, err := s.Next(deep[len(deep)-lowFrames:]); err != nil {
			t.Error(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations for what is not deep", n)
	}
}

// TestScansFindWhatIsMalformed puts the reserved byte everywhere into random values.
func TestScansFindWhatIsMalformed(t *testing.T) {
	for seed := range uint64(100) {
		value, paths := randomValue(seed, 3)
		budget := fault.Limits{}.Budget()
		for i := range value {
			// A byte that begins a value or key is where a scan of what is before it stops.
			s := Scanner{}
			s.Reset(fault.Limits{}, 0)
			if _, err := s.Next(value[:i]); !errors.Is(err, fault.ErrTruncated) || s.Off() != i {
				continue
			}
			bad := append(bytes.Clone(value[:i]), 0xC1)
			var where *fault.DecodeError
			if _, err := Skip(bad, 0, &budget); !errors.As(err, &where) || !errors.Is(err, fault.ErrSyntax) || where.Offset != int64(i) {
				t.Fatalf("%x: %v", bad, err)
			}
			if got := Path(bad, 0, i); got != paths[i] {
				t.Fatalf("%x: byte %d is at %q, want %q", bad, i, got, paths[i])
			}
		}
	}
}
