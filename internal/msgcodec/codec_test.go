// Types, compiled.

package msgcodec

import "testing"

func TestTypesAreCompiledForManyAtOnce(t *testing.T) {
	type leaf struct {
		Name string `msg:"name"`
	}
	type tree struct {
		Leaf leaf            `msg:"leaf"`
		Kids []*tree         `msg:"kids"`
		By   map[string]tree `msg:"by"`
		Any  any             `msg:"any"`
	}
	in := &tree{Leaf: leaf{"a"}, Kids: []*tree{{Leaf: leaf{"b"}}, nil}, By: map[string]tree{"k": {}}, Any: leaf{"c"}}
	errs := make(chan error)
	const many = 16
	for range many {
		go func() {
			b, err := msgpack.Marshal(in)
			if err == nil {
				err = msgpack.Unmarshal(b, new(tree))
			}
			errs <- err
		}()
	}
	for range many {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}
