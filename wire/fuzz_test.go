// Fuzzing of the walk: in one piece, in chunks and byte by byte it must find the
// same end or the same kind of error, whatever the input.

package wire_test

import (
	"errors"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/wire"
)

// scanIn feeds src to a Scanner in pieces of the given size, each call with a
// buffer that has nothing after it.
func scanIn(src []byte, piece int, typeTags bool) (int, error) {
	var s wire.Scanner
	s.ReadTypeTags(typeTags)
	s.Reset(wire.Limits{}, false)
	for n := 0; n < len(src); n += piece {
		if end, err := s.Next(src[:n:n], false); err == nil || !errors.Is(err, fault.ErrTruncated) {
			return end, err
		}
	}
	return s.Next(src, true)
}

func FuzzScanner(f *testing.F) {
	for _, dir := range []string{"crafted", "extended", "malformed", "rust"} {
		for _, v := range vectors(f, dir) {
			if len(v.data) < 256 {
				f.Add(v.data)
			}
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) > 1<<12 {
			return // quadratic below
		}
		end, err := scanIn(src, len(src)+1, false)
		for _, piece := range []int{1, 2, 7} {
			end2, err2 := scanIn(src, piece, false)
			if end2 != end || !sameError(err, err2) {
				t.Fatalf("% X\nwhole: %d, %v\nby %d: %d, %v", src, end, err, piece, end2, err2)
			}
		}
		checkVerdicts(t, src, end, err)

		var valid bool
		allocated := testkit.Allocated(func() { valid = wire.Validate(src) == nil })
		// Other goroutines of the fuzzer allocate too, so this is a coarse bound.
		if most := uint64(64*len(src) + 8<<20); allocated > most {
			t.Fatalf("% X: %d bytes allocated", src, allocated)
		}
		if valid != (wire.Validate(src) == nil) {
			t.Fatalf("% X: Valid is %v", src, valid)
		}
	})
}

// sameError reports whether two errors are of one place and one class.
func sameError(a, b error) bool {
	if a == nil || b == nil {
		return a == b
	}
	x, y := a.(*wire.DecodeError), b.(*wire.DecodeError)
	return x.Offset == y.Offset && x.Path == y.Path && x.Error() == y.Error()
}

// checkVerdicts compares Skip and Validate with the end that a Scanner found.
func checkVerdicts(t *testing.T, src []byte, end int, err error) {
	t.Helper()
	if next, skipErr := wire.Skip(src, 0); !sameError(err, skipErr) || err == nil && next != end {
		t.Fatalf("% X: Scanner ends at %d, %v; Skip at %d, %v", src, end, err, next, skipErr)
	}
	if err != nil {
		return
	}
	if err := wire.Validate(src[:end]); err != nil {
		if cutTellsOtherwise(src, end) {
			return
		}
		t.Fatalf("% X: Scanner ends at %d, Validate: %v", src, end, err)
	}
	// The first part of a value is never a value.
	if skip(src[:end-1], false) == nil && !cutTellsOtherwise(src, end-1) {
		t.Fatalf("% X: both %d and %d bytes are a value", src, end, end-1)
	}
}

// cutTellsOtherwise reports whether src[:end] has a table where src has a type tag:
// what follows tells them apart.
func cutTellsOtherwise(src []byte, end int) bool {
	for i := range end {
		if src[i] == byte(wire.HeaderTypeTag) && wire.TypeTagAt(src, i, false) && !wire.TypeTagAt(src[:end], i, false) {
			return true
		}
	}
	return false
}
