// Package patchkit holds the packages that patch documents, each of one format, to the examples of
// the RFCs and to a plain model of what changes do, over random documents.
package patchkit

import (
	"bytes"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"reflect"
	"strconv"
	"testing"

	"github.com/beve-org/beve-go/internal/cost"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/testkit"
)

// Format is one of the packages. Messages and values are of its format.
type Format struct {
	FromJSON, ToJSON func([]byte) ([]byte, error)
	// Random makes a message of any form that the format has, nested so deep.
	Random func(r *rand.Rand, depth int) []byte
	// Levels is how deep documents may be, or a little less; Deep are shapes of deep documents that JSON text does not have.
	Levels int
	Deep   []cost.Shape

	Set, Insert, Append func(msg []byte, path fault.Pointer, value []byte) ([]byte, error)
	Delete              func(msg []byte, path fault.Pointer) ([]byte, error)
	// Batch makes one of the changes of the names "set", "insert", "append", "remove", "move",
	// "copy" and "test", or of "none" none, under limits.
	Batch              func(l fault.Limits, msg []byte, verb string, path, from fault.Pointer, value []byte) ([]byte, error)
	Apply, Merge, Diff func(a, b []byte) ([]byte, error)
	// Put holds the functions that take a value of any type, and Sets makes a batch that sets the elements of an array.
	Put   []func(msg []byte, path fault.Pointer, value any) ([]byte, error)
	Sets  func(msg []byte, values ...any) ([]byte, error)
	Valid func(msg []byte) bool
	// Part returns what is at a path, as it lies in the message: by the View of the format.
	Part func(msg []byte, path fault.Pointer) ([]byte, error)
	// Keyed returns a message as a document in which keys differ that JSON does not tell apart. It is
	// nil for formats without such keys.
	Keyed func(msg []byte) any
}

// Names are those of members, few, so that random paths lead somewhere.
var Names = []string{"a", "b", "c", "", "a/b", "m~n", "ü", "long name of a member", "7", "-300"}

var (
	rounds   = flag.Int("rounds", 2000, "random documents of each test, fewer in short runs")
	seedFlag = flag.Uint64("patchseed", 1, "the seed of random documents")
)

// Rounds is how many random documents a test tries.
func Rounds() int { return testkit.Rounds(*rounds) }

// Rand returns random numbers, the same in every run with a seed.
func Rand() *rand.Rand { return rand.New(rand.NewPCG(*seedFlag, 1)) }

// Run holds f to everything.
func Run(t *testing.T, f *Format) {
	t.Run("RFC 6902", func(t *testing.T) { f.patches(t) })
	t.Run("RFC 7396", func(t *testing.T) { f.merges(t) })
	t.Run("single changes", func(t *testing.T) { f.changes(t) })
	t.Run("limits", func(t *testing.T) { f.limits(t) })
	t.Run("patches of several operations", func(t *testing.T) { f.sequences(t) })
	t.Run("random merges", func(t *testing.T) { f.randomMerges(t) })
	t.Run("differences", func(t *testing.T) { f.differences(t) })
	t.Run("memory of differences", func(t *testing.T) { f.DiffMemory(t, 500) })
	t.Run("errors", func(t *testing.T) { f.badValues(t) })
	t.Run("places of errors", func(t *testing.T) { f.places(t) })
	t.Run("mistakes of patches", func(t *testing.T) { f.mistakes(t) })
	t.Run("deep documents", func(t *testing.T) { f.deep(t) })
}

// Document returns what a message says in JSON, with numbers as they are written.
func (f *Format) Document(t *testing.T, msg []byte) (v any) {
	t.Helper()
	text, err := f.ToJSON(msg)
	if err != nil {
		t.Fatalf("%x: %v", msg, err)
	}
	return decode(t, text)
}

// keyed returns what a message says with the kinds of its keys.
func (f *Format) keyed(t *testing.T, msg []byte) any {
	t.Helper()
	if f.Keyed == nil {
		return f.Document(t, msg)
	}
	return f.Keyed(msg)
}

func decode(t *testing.T, text []byte) (v any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func encode(t *testing.T, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// message returns text as a message of the format.
func (f *Format) message(t *testing.T, text []byte) []byte {
	t.Helper()
	msg, err := f.FromJSON(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return msg
}

// paths returns the paths of all parts of a document, and of some that it does not have.
func paths(doc any) (all []fault.Pointer) {
	all = []fault.Pointer{"", "/", "/a/b/c", "/0/0", "/-", "x", "/~"}
	var walk func(v any, at fault.Pointer)
	walk = func(v any, at fault.Pointer) {
		all = append(all, at)
		switch v := v.(type) {
		case map[string]any:
			for _, name := range Names {
				if e, ok := v[name]; ok {
					walk(e, at.Key(name))
				}
			}
			all = append(all, at.Key("new"), at.Key("8"))
		case []any:
			for i, e := range v {
				walk(e, at.Index(i))
			}
			all = append(all, at.Index(len(v)), at.Key("-"), at.Index(len(v)+1))
		}
	}
	walk(doc, "")
	return all
}

// Near returns a message that has much in common with msg.
func (f *Format) Near(t *testing.T, r *rand.Rand, msg []byte) []byte {
	t.Helper()
	for range 1 + r.IntN(3) {
		all := paths(f.Document(t, msg))
		path := all[r.IntN(len(all))]
		value := f.Random(r, 2)
		var next []byte
		var err error
		switch r.IntN(4) {
		case 0:
			next, err = f.Insert(bytes.Clone(msg), path, value)
		case 1:
			next, err = f.Append(bytes.Clone(msg), path, value)
		case 2:
			next, err = f.Delete(bytes.Clone(msg), path)
		default:
			next, err = f.Set(bytes.Clone(msg), path, value)
		}
		if err == nil {
			msg = next
		}
	}
	return msg
}

var verbs = []string{"set", "insert", "append", "remove", "move", "copy", "test"}

// changes holds single changes and batches of one to the model, in place and not.
func (f *Format) changes(t *testing.T) {
	r := Rand()
	made := 0
	for range Rounds() {
		msg := f.Random(r, 4)
		doc := f.Document(t, msg)
		all := paths(doc)
		path, from := all[r.IntN(len(all))], all[r.IntN(len(all))]
		value := f.Random(r, 2)
		verb := verbs[r.IntN(len(verbs))]
		want, ok := model(doc, verb, path, from, f.Document(t, value))
		before := bytes.Clone(msg)
		got, err := f.Batch(fault.Limits{}, msg, verb, path, from, value)
		what := func() string { return verb + " " + strconv.Quote(string(path)) + " " + strconv.Quote(string(from)) }
		if !bytes.Equal(msg, before) {
			t.Fatalf("%s changed its message %x", what(), before)
		}
		switch {
		case err == nil && !ok, err != nil && ok && !refused(err):
			t.Fatalf("%s of %v with %x: %x, %v, the model: %v", what(), doc, value, got, err, want)
		case err == nil && (!f.Valid(got) || !reflect.DeepEqual(f.Document(t, got), want)):
			t.Fatalf("%s of %v with %x: %x, not %v", what(), doc, value, got, want)
		}
		if err != nil {
			if _, ok := fault.Decoding(err); !ok {
				t.Fatalf("%s: %v", what(), err)
			}
		} else {
			made++
		}
		f.alone(t, r, msg, verb, path, value, got, err)
	}
	if made < Rounds()/10 {
		t.Fatalf("of %d changes only %d could be made", Rounds(), made)
	}
}

// limits holds changes under limits to what the same changes make without: they can be made if both messages are
// within limits.
func (f *Format) limits(t *testing.T) {
	r := Rand()
	made, refused := 0, 0
	for range Rounds() {
		msg, value := f.Random(r, 4), f.Random(r, 3)
		all := paths(f.Document(t, msg))
		path, from, verb := all[r.IntN(len(all))], all[r.IntN(len(all))], verbs[r.IntN(len(verbs)-1)]
		want, err := f.Batch(fault.Limits{}, msg, verb, path, from, value)
		if err != nil {
			continue
		}
		l := []fault.Limits{{MaxDepth: 1 + r.IntN(6)}, {MaxElements: 1 + r.Int64N(30)}, {MaxBytes: 1 + r.Int64N(int64(2*len(want)+1))}}[r.IntN(3)]
		ok := true
		for _, m := range [][]byte{msg, want} {
			_, err := f.Batch(l, m, "none", "", "", nil)
			ok = ok && err == nil
		}
		got, err := f.Batch(l, msg, verb, path, from, value)
		if (err == nil) != ok || ok && !bytes.Equal(got, want) {
			t.Fatalf("%s of %x at %q, from %q, with %x under %+v: %x, %v, want %x, %v", verb, msg, path, from, value, l, got, err, want, ok)
		}
		if ok {
			made++
		} else {
			refused++
		}
	}
	if min(made, refused) < Rounds()/20 {
		t.Fatalf("%d changes were made, %d refused", made, refused)
	}
}

// refused reports whether a format may refuse what the model does.
func refused(err error) bool {
	e, ok := fault.Decoding(err)
	return ok && (is(e.Err, fault.ErrUnsupported) || is(e.Err, fault.ErrMismatch))
}

// alone makes the single change of what a batch has made got, in place and not.
func (f *Format) alone(t *testing.T, r *rand.Rand, msg []byte, verb string, path fault.Pointer, value, got []byte, batch error) {
	t.Helper()
	room := make([]byte, len(msg), len(msg)+r.IntN(100))
	copy(room, msg)
	var one []byte
	var err error
	switch verb {
	case "set":
		one, err = f.Set(room, path, value)
	case "insert":
		one, err = f.Insert(room, path, value)
	case "append":
		one, err = f.Append(room, path, value)
	case "remove":
		one, err = f.Delete(room, path)
	default:
		return
	}
	switch {
	case (err == nil) != (batch == nil):
		t.Fatalf("%s %q of %x with %x: %v alone, %v in a batch", verb, path, msg, value, err, batch)
	case err != nil && (!bytes.Equal(one, msg) || !bytes.Equal(room, msg)):
		t.Fatalf("%s %q failed, and changed %x to %x", verb, path, msg, room)
	case err != nil && path.Valid() && err.Error() != batch.Error():
		t.Fatalf("%s %q of %x with %x: %v alone, %v in a batch", verb, path, msg, value, err, batch)
	case err != nil:
	case !f.Valid(one):
		t.Fatalf("%s %q of %x with %x: %x is not valid", verb, path, msg, value, one)
	case !reflect.DeepEqual(f.keyed(t, one), f.keyed(t, got)):
		t.Fatalf("%s %q of %x with %x: %x alone, %x in a batch", verb, path, msg, value, one, got)
	}
}

// sequences holds JSON Patches of several operations to the model.
func (f *Format) sequences(t *testing.T) {
	r := Rand()
	made := 0
	for range Rounds() {
		msg := f.Random(r, 3)
		want := f.Document(t, msg)
		var ops []map[string]any
		ok := true
		for range r.IntN(8) {
			all := paths(want)
			path, from := all[r.IntN(len(all))], all[r.IntN(len(all))]
			verb := []string{"add", "remove", "replace", "move", "copy", "test"}[r.IntN(6)]
			value := f.Document(t, f.Random(r, 1))
			if verb == "test" {
				path = from
				if value = at(want, pathOf(path)); value == missing || !path.Valid() {
					continue
				}
			}
			next, can := model(want, verb, path, from, value)
			if !can && r.IntN(20) > 0 {
				continue
			}
			ops = append(ops, map[string]any{"op": verb, "path": path, "from": from, "value": value})
			if ok = can; !ok {
				break
			}
			want = next
		}
		patch := encode(t, ops)
		if ops == nil {
			patch = []byte("[]")
		}
		got, err := f.Apply(msg, f.message(t, patch))
		switch {
		case (err == nil) != ok && !(ok && refused(err)):
			t.Fatalf("%s of %v: %v", patch, f.Document(t, msg), err)
		case err == nil && (!f.Valid(got) || !reflect.DeepEqual(f.Document(t, got), want)):
			t.Fatalf("%s of %v: %x, not %v", patch, f.Document(t, msg), got, want)
		case err == nil && len(ops) > 1:
			made++
		}
	}
	if made < Rounds()/10 {
		t.Fatalf("of %d patches only %d could be applied", Rounds(), made)
	}
}

func pathOf(p fault.Pointer) []string {
	steps, _ := split(p)
	return steps
}

func (f *Format) randomMerges(t *testing.T) {
	r := Rand()
	for range Rounds() {
		a, b := f.Random(r, 3), f.Random(r, 3)
		want := merge(f.Document(t, a), f.Document(t, b))
		got, err := f.Merge(a, b)
		if err != nil && refused(err) {
			continue
		}
		if err != nil || !reflect.DeepEqual(f.Document(t, got), want) {
			t.Fatalf("%x merged with %x: %v, %v, not %v", a, b, f.Document(t, got), err, want)
		}
	}
}

// differences holds Diff to its purpose: the patch makes one document of another.
func (f *Format) differences(t *testing.T) {
	r := Rand()
	for range Rounds() {
		a := f.Random(r, 4)
		b := f.Near(t, r, a)
		if r.IntN(4) == 0 {
			b = f.Random(r, 4)
		}
		d, err := f.Diff(a, b)
		if err != nil {
			t.Fatalf("the difference of %x and %x: %v", a, b, err)
		}
		got, err := f.Apply(a, d)
		if err != nil {
			t.Fatalf("from %x to %x: %v\n%v", a, b, err, f.Document(t, d))
		}
		if !reflect.DeepEqual(f.Document(t, got), f.Document(t, b)) || !reflect.DeepEqual(f.keyed(t, got), f.keyed(t, b)) {
			t.Fatalf("from %x to %x: %x\n%v", a, b, got, f.Document(t, d))
		}
		none, err := f.Diff(got, b)
		if err != nil || !bytes.Equal(none, f.message(t, []byte("[]"))) {
			t.Fatalf("%x and %x are said to differ: %x, %v", got, b, none, err)
		}
		if len(d) > len(b)+80 || cap(d) > len(d) {
			t.Fatalf("a patch of %d bytes in %d for a message of %d", len(d), cap(d), len(b))
		}
	}
}
