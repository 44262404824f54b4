package patchkit

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
)

// places holds every change that fails, of random documents, to the place that its error names: the path of the change,
// and the offset of the container that was to change, the same for a single change, a batch and a patch; a merge patch
// names what it could not change.
func (f *Format) places(t *testing.T) {
	r := Rand()
	values := [][]byte{f.message(t, []byte(`"x"`)), f.message(t, []byte(`[7]`)), f.message(t, []byte(`-70000`)), f.message(t, []byte(`null`))}
	for range Rounds() / 4 {
		doc := f.Random(r, 3)
		all := every(f.Document(t, doc), "")
		path, value := all[r.IntN(len(all))], values[r.IntN(len(values))]
		for verb, single := range map[string]func([]byte) ([]byte, error){
			"set":    func(msg []byte) ([]byte, error) { return f.Set(msg, path, value) },
			"insert": func(msg []byte) ([]byte, error) { return f.Insert(msg, path, value) },
			"append": func(msg []byte) ([]byte, error) { return f.Append(msg, path, value) },
			"remove": func(msg []byte) ([]byte, error) { return f.Delete(msg, path) },
		} {
			_, alone := single(bytes.Clone(doc))
			_, batch := f.Batch(fault.Limits{}, doc, verb, path, "", value)
			if (alone == nil) != (batch == nil) {
				t.Fatalf("%x: %s at %s: %v, and in a batch %v", doc, verb, path, alone, batch)
			}
			if alone == nil {
				continue
			}
			a, ok := fault.Decoding(alone)
			b, also := fault.Decoding(batch)
			if !ok || !also || a.Offset != b.Offset || a.Path != b.Path {
				t.Fatalf("%x: %s at %s: %v, and in a batch %v", doc, verb, path, alone, batch)
			}
			f.place(t, doc, path, a)
		}
		if _, err := f.Merge(doc, f.fromPath(t, path, `"x"`)); err != nil {
			e, ok := fault.Decoding(err)
			if want := f.refuses(t, doc, path); !ok || e.Path != want {
				t.Fatalf("%x: a merge at %s: %v, which is not of %s", doc, path, err, want)
			}
			f.place(t, doc, e.Path, e)
		}
	}
}

// refuses returns the path to the smallest part of a document that refuses by itself what a merge patch says of path: a new
// member if it is one, because of its name.
func (f *Format) refuses(t *testing.T, doc []byte, path fault.Pointer) fault.Pointer {
	t.Helper()
	for at := path; ; at = at[:strings.LastIndexByte(string(at), '/')] {
		part, err := f.Part(doc, at)
		if err == nil {
			rest := path[len(at):]
			_, err = f.Merge(bytes.Clone(part), f.fromPath(t, rest, `"x"`))
			if e, ok := fault.Decoding(err); ok {
				return at + e.Path
			}
		}
		if at == "" {
			t.Fatalf("%x: no part refuses %s", doc, path)
		}
	}
}

// every returns the paths of all parts of a document, whatever their names, and of some that it does not have.
func every(v any, at fault.Pointer) []fault.Pointer {
	all := []fault.Pointer{at, at.Key("new"), at + "/0/0"}
	switch v := v.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			all = append(all, every(v[name], at.Key(name))...)
		}
	case []any:
		for i, e := range v {
			all = append(all, every(e, at.Index(i))...)
		}
		all = append(all, at.Index(len(v)), at.Index(len(v)+1), at.Key("-"))
	}
	return all
}

// lies returns where the part at a path lies in a document; ok is false if there is none, or not as a value of its own.
func (f *Format) lies(doc []byte, path fault.Pointer) (from, end int, ok bool) {
	part, err := f.Part(doc, path)
	if err != nil || len(part) == 0 {
		return 0, 0, false
	}
	for i := range doc {
		if &doc[i] == &part[0] {
			return i, i + len(part), true
		}
	}
	return 0, 0, false
}

// fromPath returns a merge patch that puts value, JSON text, at a path.
func (f *Format) fromPath(t *testing.T, path fault.Pointer, value string) []byte {
	t.Helper()
	text, end := "", value
	for name, rest, ok := path.Cut(); ok; name, rest, ok = rest.Cut() {
		text += `{` + string(encode(t, name)) + `:`
		end += `}`
	}
	return f.message(t, []byte(text+end))
}

// place holds an error to a change at path to its place in a document.
func (f *Format) place(t *testing.T, doc []byte, path fault.Pointer, e *fault.DecodeError) {
	t.Helper()
	if e.Path != path {
		t.Fatalf("%x: the path of %v is not %s", doc, e, path)
	}
	for at := path; ; at = at[:strings.LastIndexByte(string(at), '/')] {
		if from, end, ok := f.lies(doc, at); ok && e.Offset == int64(from) {
			return
		} else if ok && len(at) < len(path) && e.Offset >= int64(from) && e.Offset < int64(end) {
			return // elements without offsets of their own
		}
		if at == "" {
			break
		}
	}
	t.Fatalf("%x: the offset of %v at %s is none of a container on the way", doc, e, path)
}
