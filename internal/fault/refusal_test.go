package fault

import (
	"errors"
	"testing"

	"github.com/beve-org/beve-go/internal/mem"
)

// TestRefusalKeepsTheFirstFailure unwinds a failure, then another message without one.
func TestRefusalKeepsTheFirstFailure(t *testing.T) {
	var r Refusal
	r.Fail("json", "int", ErrOverflow)
	r.Fail("beve", "string", ErrUTF8)
	r.InIndex(3)
	r.InKey("a/b")
	err := r.Complete()
	if err.Path != "/a~1b/3" || err.GoType != "int" || err.Format != "json" || !errors.Is(err, ErrOverflow) {
		t.Errorf("the failure is %#v", err)
	}
	r.Forget()
	if r.Err != nil {
		t.Error("a failure is kept for the next message")
	}
	// One that a method of the user's returns has its path after ours.
	r.Fail("beve", "T", &EncodeError{Path: "/x", GoType: "bool", Format: "msgpack", Err: ErrCycle})
	r.InKey("outer")
	if err := r.Complete(); err.Path != "/outer/x" || err.GoType != "bool" || !errors.Is(err, ErrCycle) {
		t.Errorf("the inner failure is %#v", err)
	}
	var none *Refusal
	if none.Fail("", "int", ErrDepth) != nil || none.InKey("k") != nil || none.InIndex(0) != nil {
		t.Error("a nil Refusal returns bytes")
	}
}

// TestOpenFindsCycles begins and ends parts that differ in one of the three.
func TestOpenFindsCycles(t *testing.T) {
	var o Open[string]
	var x, y int
	parts := []Part[string]{{"a", mem.Of(&x), 1}, {"a", mem.Of(&x), 2}, {"a", mem.Of(&y), 1}, {"b", mem.Of(&x), 1}}
	for _, p := range parts {
		if !o.Begin(p) {
			t.Errorf("%v is open before it begins", p)
		}
	}
	for _, p := range parts {
		if o.Begin(p) {
			t.Errorf("%v begins twice", p)
		}
		o.End(p)
		if !o.Begin(p) {
			t.Errorf("%v is open after it ended", p)
		}
	}
	o.Clear()
	if !o.Begin(parts[0]) {
		t.Error("a part is open after Clear")
	}
}
