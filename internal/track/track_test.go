package track

import (
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
)

// TestPaths opens, leaves and closes containers.
func TestPaths(t *testing.T) {
	var s Stack
	is := func(want fault.Pointer) {
		t.Helper()
		if got := s.Path(); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
	for range 2 { // the second time in the memory of the first
		is("")
		s.Open()
		is("")
		s.Member([]byte("first key"))
		is("/first key")
		s.Member([]byte("k/"))
		s.Open()
		is("/k~1")
		s.Element()
		s.Element()
		is("/k~1/1")
		s.Open()
		s.Member([]byte("inner"))
		is("/k~1/1/inner")
		s.Leave()
		is("/k~1/1")
		s.Member([]byte(""))
		is("/k~1/1/")
		if s.Count() != 2 {
			t.Error(s.Count())
		}
		s.Close()
		is("/k~1/1")
		s.Element()
		is("/k~1/2")
		s.Close()
		is("/k~1")
		s.Member([]byte(strings.Repeat("long", 10_000)))
		if n := len(s.Path()); n > fault.MaxPath || n < fault.MaxPath/2 {
			t.Errorf("a path of %d bytes", n)
		}
		s.Member([]byte("last"))
		is("/last")
		s.Reset()
	}
}
