package patch_test

import (
	"bytes"
	"errors"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/patch"
	"github.com/beve-org/beve-go/wire"
)

// edited makes a random single change.
func edited(r docs, msg []byte, path beve.Pointer, value beve.Raw) ([]byte, error) {
	switch r.IntN(4) {
	case 0:
		return patch.Insert(msg, path, value)
	case 1:
		return patch.Append(msg, path, value)
	case 2:
		return patch.Delete(msg, path)
	default:
		return patch.Set(msg, path, value)
	}
}

// TestDiffLeadsFromOneDocumentToTheOther: apply(diff(a, b), a) = b, with all types, over random
// documents of every form.
func TestDiffLeadsFromOneDocumentToTheOther(t *testing.T) {
	r := random(t)
	for range *rounds {
		a := r.value(nil, 4)
		b := r.near(a)
		if r.IntN(4) == 0 {
			b = r.value(nil, 4)
		}
		d, err := patch.Diff(a, b)
		if err != nil {
			t.Fatalf("diff of %x and %x: %v", a, b, err)
		}
		before := bytes.Clone(a)
		got, err := patch.Apply(a, d)
		if err != nil {
			t.Fatalf("%x and %x: %v\n%s", a, b, err, document(d))
		}
		if !bytes.Equal(a, before) {
			t.Fatalf("%x was changed to %x", before, a)
		}
		if !same(exact(t, got), exact(t, b)) || !same(document(got), document(b)) {
			t.Fatalf("from %x to %x: %x\n%v", a, b, got, document(d))
		}
		if none, err := patch.Diff(got, b); err != nil || !bytes.Equal(none, wire.AppendArray(nil, 0)) {
			t.Fatalf("%x and %x are said to differ: %v, %v", got, b, document(none), err)
		}
		if len(d) > len(b)+80 {
			t.Fatalf("a patch of %d bytes for a message of %d", len(d), len(b))
		}
	}
}

// TestChangesDoWhatAModelDoes holds single changes and batches of them, in place and not, to the
// same changes of what encoding/json decodes.
func TestChangesDoWhatAModelDoes(t *testing.T) {
	r := random(t)
	for range *rounds {
		msg := r.value(nil, 4)
		paths := pathsOf(msg)
		path := paths[r.IntN(len(paths))]
		from := paths[r.IntN(len(paths))]
		var value beve.Raw = r.value(nil, 2)
		verb := verbs[r.IntN(len(verbs))]
		want, ok := model(document(msg), verb, path, from, document(value))

		var b patch.Batch
		switch verb {
		case "set":
			b.Set(path, value)
		case "insert":
			b.Insert(path, value)
		case "append":
			b.Append(path, value)
		case "remove":
			b.Delete(path)
		case "move":
			b.Move(from, path)
		case "copy":
			b.Copy(from, path)
		case "test":
			b.Test(path, value)
		}
		before := bytes.Clone(msg)
		got, err := b.Do(msg)
		if !bytes.Equal(msg, before) {
			t.Fatalf("%s %q changed its message %x", verb, path, before)
		}
		refused := errors.Is(err, beve.ErrUnsupported) || errors.Is(err, beve.ErrMismatch)
		switch {
		case err == nil && !ok:
			t.Fatalf("%s %q %q of %v with %v: %v", verb, path, from, document(msg), document(value), document(got))
		case err != nil && ok && !refused:
			t.Fatalf("%s %q %q of %v with %v: %v", verb, path, from, document(msg), document(value), err)
		case err == nil && !same(document(got), want):
			t.Fatalf("%s %q %q of %v with %v: %v, not %v", verb, path, from, document(msg), document(value), document(got), want)
		}
		if e := new(beve.DecodeError); err != nil && !errors.As(err, &e) {
			t.Fatalf("%s %q: %v", verb, path, err)
		}

		// The single change does the same, whatever room there is.
		room := make([]byte, len(msg), len(msg)+r.IntN(100))
		copy(room, msg)
		var one []byte
		var single error
		switch verb {
		case "set":
			one, single = patch.Set(room, path, value)
		case "insert":
			one, single = patch.Insert(room, path, value)
		case "append":
			one, single = patch.Append(room, path, value)
		case "remove":
			one, single = patch.Delete(room, path)
		default:
			continue
		}
		if (single == nil) != (err == nil) {
			t.Fatalf("%s %q of %x with %x: %v alone, %v in a batch", verb, path, msg, value, single, err)
		}
		if single != nil {
			if !bytes.Equal(one, before) || !bytes.Equal(room, before) {
				t.Fatalf("%s %q failed, and changed %x to %x", verb, path, before, room)
			}
			continue
		}
		if !bytes.Equal(one, got) && !same(exact(t, one), exact(t, got)) {
			t.Fatalf("%s %q of %x with %x: %x alone, %x in a batch", verb, path, msg, value, one, got)
		}
		if err := wire.Validate(one); err != nil {
			t.Fatalf("%s %q of %x with %x: %x: %v", verb, path, msg, value, one, err)
		}
	}
}
