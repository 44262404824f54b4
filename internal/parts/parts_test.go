package parts

import (
	"errors"
	"fmt"
	"strconv"
	"sync"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
)

// tree is a View of what is nested: []any, map[string]any, or a leaf.
type tree struct{ value any }

var ways = Ways[tree]{
	IsArray: func(v tree) bool { _, ok := v.value.([]any); return ok },
	Key: func(v tree, name string) (tree, error) {
		object, ok := v.value.(map[string]any)
		if !ok {
			return tree{}, fault.ErrMismatch
		}
		if part, ok := object[name]; ok {
			return tree{part}, nil
		}
		return tree{}, fault.ErrMissing
	},
	Index: func(v tree, i int) (tree, error) {
		if list := v.value.([]any); uint(i) < uint(len(list)) {
			return tree{list[i]}, nil
		}
		return tree{}, fault.ErrMissing
	},
	Fail: func(v tree, cause error) error { return fmt.Errorf("%T: %w", v.value, cause) },
}

func TestFollow(t *testing.T) {
	inner := map[string]any{"": 1, "a/b": 2, "~": 3, "7": 4}
	root := tree{map[string]any{"list": []any{inner, []any{5}}, "x": inner}}
	for path, want := range map[fault.Pointer]any{
		"/list/0/": 1, "/list/0/a~1b": 2, "/x/~0": 3, "/x/7": 4, "/list/1/0": 5,
		"x": fault.ErrUnsupported, "/~2": fault.ErrUnsupported, "/list/~": fault.ErrUnsupported,
		"/list/00": fault.ErrMismatch, "/list/+1": fault.ErrMismatch, "/list/": fault.ErrMismatch, "/x/7/0": fault.ErrMismatch,
		"/list/2": fault.ErrMissing, "/list/-": fault.ErrMissing, "/nothing/0": fault.ErrMissing,
		"/list/99999999999999999999": fault.ErrMissing,
	} {
		got, err := ways.Follow(root, path)
		if cause, ok := want.(error); ok {
			if !errors.Is(err, cause) || got != (tree{}) {
				t.Errorf("%q: %v, %v", path, got, err)
			}
		} else if err != nil || got.value != want {
			t.Errorf("%q: %v, %v", path, got, err)
		}
	}
	if got, err := ways.Follow(tree{7}, ""); err != nil || got.value != 7 {
		t.Error(got, err)
	}
	if _, err := ways.Follow(root, "/list/x"); err.Error() != `[]interface {}: "x" is not an index of an array` {
		t.Error(err)
	}
}

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
