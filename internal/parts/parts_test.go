package parts

import (
	"strconv"
	"sync"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
)

// counter is a Finder that says how often it was made.
type counter int

func (c counter) At(off int) fault.Pointer {
	return fault.Pointer("/" + strconv.Itoa(int(c)) + "/" + strconv.Itoa(off))
}

func TestSharedRemembers(t *testing.T) {
	var s Shared[counter]
	if s.EndOf(0) != 0 || s.EndOf(3) != 0 {
		t.Error("the zero value knows an end")
	}
	s.Ended(3, 9)
	s.Ended(5, 0)
	if s.EndOf(3) != 9 || s.EndOf(5) != 0 {
		t.Error("an end is not known, or one that was not")
	}
	s.Ended(0, 20)
	if s.EndOf(0) != 20 || s.EndOf(3) != 0 {
		t.Error("the last end is not the one that is known")
	}
	var made counter
	finder := func() counter { made++; return made }
	var group sync.WaitGroup
	for off := range 4 {
		group.Go(func() {
			s.Ended(off, off+1)
			s.EndOf(off)
			if got, want := s.Path(off, finder), fault.Pointer("/1/"+strconv.Itoa(off)); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		})
	}
	group.Wait()
}
