// Interfaces with methods.

package msgcodec

import (
	"errors"
	"reflect"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
)

func TestNamesSayWhatToMake(t *testing.T) {
	in := &Zoo{Star: &Owl{Eyes: 2}, All: []Animal{&Dog{Nm: "rex"}, nil, &Owl{}}, N: 3}
	b, err := zebrapack.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	for _, out := range []*Zoo{{}, {Star: &Dog{Nm: "old"}, All: []Animal{&Owl{Eyes: 9}}}} {
		if err := zebrapack.Unmarshal(b, out); err != nil || !reflect.DeepEqual(in, out) {
			t.Errorf("%+v, %v", out, err)
		}
	}
	// Without names a value is read into what is there.
	b, err = unnamed.Marshal(&Zoo{Star: &Owl{Eyes: 2}})
	if err != nil {
		t.Fatal(err)
	}
	kept := &Zoo{Star: &Owl{Eyes: 7}}
	if err := zebrapack.Unmarshal(b, kept); err != nil || kept.Star.(*Owl).Eyes != 2 {
		t.Error(kept, err)
	}
	if err := zebrapack.Unmarshal(b, &Zoo{}); !errors.Is(err, fault.ErrUnsupported) {
		t.Error(err)
	}
	if err := zebrapack.Unmarshal(unhex(t, "810081ffa3436174"), &Zoo{}); !errors.Is(err, fault.ErrUnsupported) {
		t.Error(err)
	}
}
