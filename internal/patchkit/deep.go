package patchkit

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/internal/cost"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/testkit"
)

// deep compares what changes cost in a deep document with what they cost in one that is as long, but flat: to look
// into a container must not cost its length at each level.
func (f *Format) deep(t *testing.T) {
	if !cost.Timed() {
		t.Skip("times of this build are not those of a release")
	}
	const (
		size   = 200 << 10
		levels = 450 // the limit is 512
		floor  = 3 * time.Millisecond
	)
	for _, s := range f.Deep {
		f.deepShape(t, s, size, levels, floor)
	}
	for _, s := range cost.Shapes() {
		f.deepShape(t, f.ofText(t, s), size, levels, floor)
	}
	// To name what is deep must not cost the names of each level; the more levels there are, the more that would be.
	f.deepShape(t, f.ofText(t, longNames), size, f.Levels, max(floor, time.Duration(f.Levels)*6*time.Microsecond))
}

// ofText returns a shape of messages for one of text.
func (f *Format) ofText(t *testing.T, s cost.Shape) cost.Shape {
	text := s.Make
	s.Make = func(levels, size int, mark string) ([]byte, fault.Pointer) {
		doc, path := text(levels, size, mark)
		return f.message(t, doc), path
	}
	return s
}

// deepShape compares documents of one shape; what takes less than floor is not looked at.
func (f *Format) deepShape(t *testing.T, s cost.Shape, size, levels int, floor time.Duration) {
	const times = 16 // what the depth may cost
	made := func(levels int) func(do deepCall) {
		msg, path := s.Make(levels, size, "a")
		second, _ := s.Make(levels, size, "b")
		return func(do deepCall) {
			if _, err := do(bytes.Clone(msg), second, path); err != nil {
				t.Errorf("%s: %v", s.Name, err)
			}
		}
	}
	shallow, nested := made(2), made(levels)
	for name, do := range f.deepCalls(t) {
		var took testkit.Comparison
		if !testkit.Patiently(func() bool {
			took.Turn(func() { shallow(do) }, func() { nested(do) })
			return took.B <= times*max(took.A, floor) || t.Failed()
		}) {
			t.Errorf("%s of %s: %v at %d levels, %v at 2", name, s.Name, took.B, levels, took.A)
		}
		if t.Failed() {
			return
		}
	}
}

// deepCall is a call for a document, another one that differs from it by its marks, and a path.
type deepCall func(msg, second []byte, path fault.Pointer) ([]byte, error)

// longNames is a shape whose paths are long: to name what is deep must not cost the names of each level.
var longNames = cost.Shape{Name: "long names", Make: func(levels, size int, mark string) ([]byte, fault.Pointer) {
	name := strings.Repeat("n", 8*size/levels)
	text := strings.Repeat(`{"`+name+`":`, levels) + `["` + mark + `",0,"` + mark + `"]` + strings.Repeat(`,"k":"`+mark+`"}`, levels)
	return []byte(text), fault.Pointer(strings.Repeat("/"+name, levels) + "/0")
}}

// deepCalls are the calls.
func (f *Format) deepCalls(t *testing.T) map[string]deepCall {
	text, number := f.message(t, []byte(`"c"`)), f.message(t, []byte(`7`))
	patch := func(format string, of ...fault.Pointer) []byte {
		for _, p := range of {
			format = strings.Replace(format, "PATH", string(p), 1)
		}
		return f.message(t, []byte(format))
	}
	return map[string]deepCall{
		"Set":    func(msg, _ []byte, p fault.Pointer) ([]byte, error) { return f.Set(msg, p, text) },
		"Insert": func(msg, _ []byte, p fault.Pointer) ([]byte, error) { return f.Insert(msg, p, number) },
		"Append": func(msg, _ []byte, p fault.Pointer) ([]byte, error) { return f.Append(msg, array(p), text) },
		"Delete": func(msg, _ []byte, p fault.Pointer) ([]byte, error) { return f.Delete(msg, p) },
		"Batch": func(msg, _ []byte, p fault.Pointer) ([]byte, error) {
			return f.Batch(fault.Limits{}, msg, "set", p, "", number)
		},
		"Apply": func(msg, _ []byte, p fault.Pointer) ([]byte, error) {
			return f.Apply(msg, patch(`[{"op":"replace","path":"PATH","value":[1]},{"op":"copy","from":"PATH","path":"PATH"},`+
				`{"op":"test","path":"PATH","value":[1]},{"op":"move","from":"PATH","path":"PATH"}]`,
				p, p, array(p)+"/1", p, p, array(p)+"/1"))
		},
		"Diff": func(msg, second []byte, _ fault.Pointer) ([]byte, error) { return f.Diff(msg, second) },
		"Diff of one place": func(msg, _ []byte, p fault.Pointer) ([]byte, error) {
			second, err := f.Set(bytes.Clone(msg), p, text)
			if err != nil {
				return nil, err
			}
			return f.Diff(msg, second)
		},
		"Diff of what is moved": func(msg, _ []byte, p fault.Pointer) ([]byte, error) {
			second, err := f.Insert(bytes.Clone(msg), p, number)
			if err != nil {
				return nil, err
			}
			return f.Diff(second, msg)
		},
		"Merge":           func(msg, second []byte, _ fault.Pointer) ([]byte, error) { return f.Merge(msg, second) },
		"Merge of itself": func(msg, _ []byte, _ fault.Pointer) ([]byte, error) { return f.Merge(msg, msg) },
		"Test of a deep value": func(msg, _ []byte, p fault.Pointer) ([]byte, error) {
			return f.Batch(fault.Limits{}, msg, "test", "", "", msg)
		},
	}
}

// array returns the path to the array of the element at p.
func array(p fault.Pointer) fault.Pointer { return p[:strings.LastIndexByte(string(p), '/')] }
