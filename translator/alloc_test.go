package translator_test

import (
	"testing"

	"github.com/beve-org/beve-go/translator"
)

// TestAppendDoesNotAllocate pins the cost of a message whose result fits its
// destination.
func TestAppendDoesNotAllocate(t *testing.T) {
	text := []byte(`{"id":7,"name":"some text","list":[1,-2,3.5,true,null,{"a":[]}]}`)
	message, err := translator.FromJSON(text)
	if err != nil {
		t.Fatal(err)
	}
	dst := make([]byte, 0, 4096)
	for name, f := range map[string]func() error{
		"AppendBEVE": func() error { _, err := translator.AppendBEVE(dst, text); return err },
		"AppendJSON": func() error { _, err := translator.AppendJSON(dst, message); return err },
	} {
		if n := testing.AllocsPerRun(100, func() {
			if err := f(); err != nil {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
