package edit

import (
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
)

// A Verb is what an Op does.
type Verb uint8

// The verbs: those of JSON Patch, and those that single changes have.
const (
	Add Verb = iota
	Remove
	Replace
	Move
	Copy
	Test
	DoSet
	DoInsert
	DoAppend
	DoMerge
	DoDelete = Remove
)

// verbs are the names of the operations of JSON Patch.
var verbs = [...]string{"add", "remove", "replace", "move", "copy", "test"}

// An Op is one operation of a patch. From is for Move and Copy. Value, a whole one that was
// checked, is for those that have one.
type Op struct {
	Verb       Verb
	Path, From fault.Pointer
	Value      []byte
}

// newTree returns the tree of msg, which has been checked, for changes that are size bytes with
// it, and where its value begins.
func newTree(f Form, msg []byte, size int) (*tree, int, error) {
	off, err := checked(f, msg)
	if err != nil {
		return nil, 0, err
	}
	end, err := f.Skip(msg, off)
	if err != nil {
		return nil, 0, err
	}
	root := &node{src: msg, off: off, end: end}
	return &tree{f: f, doc: msg, after: msg[end:], root: root, last: root, most: 1<<16 + 8*int64(size)}, off, nil
}

// Apply returns a new message: msg with ops done one after another. If one of them cannot be,
// the error says which, and if what comes out is beyond limits or is not well-formed there is
// an error, too. msg stays as it is.
func Apply(f Form, msg []byte, ops []Op) ([]byte, error) {
	size := len(msg)
	for i := range ops {
		size += len(ops[i].Path) + len(ops[i].Value)
	}
	t, start, err := newTree(f, msg, size)
	if err != nil {
		return nil, fail(f, 0, "", err)
	}
	for i := range ops {
		if err := t.do(&ops[i]); err != nil {
			return nil, t.failed(i, len(ops), &ops[i], err)
		}
	}
	return t.finish(start)
}

// failed returns the error about an operation.
func (t *tree) failed(i, of int, op *Op, cause error) error {
	if inner, ok := fault.Decoding(cause); ok {
		cause = inner.Err
	}
	if of > 1 {
		cause = fault.Because(cause, "operation "+strconv.Itoa(i)+": "+cause.Error())
	}
	return fail(t.f, t.position(t.last), op.Path, cause)
}

// finish returns the message that the tree has become.
func (t *tree) finish(start int) ([]byte, error) {
	dst := make([]byte, 0, len(t.doc)+len(t.doc)/16+64)
	dst = append(dst, t.doc[:start]...)
	dst, err := t.append(dst, t.root)
	if err != nil {
		return nil, fail(t.f, 0, "", err)
	}
	dst = append(dst, t.after...)
	_, err = checked(t.f, dst)
	if err != nil {
		return nil, err
	}
	return dst, nil
}

func (t *tree) do(op *Op) error {
	value := &node{src: op.Value, end: len(op.Value)}
	switch op.Verb {
	case Add:
		return t.put(op.Path, value, add)
	case Remove:
		_, err := t.remove(op.Path)
		return err
	case Replace:
		return t.put(op.Path, value, replace)
	case Move:
		return t.move(op.From, op.Path)
	case Copy:
		return t.copy(op.From, op.Path)
	case Test:
		return t.test(op)
	case DoSet:
		return t.put(op.Path, value, set)
	case DoInsert:
		return t.put(op.Path, value, insert)
	case DoAppend:
		return t.push(op.Path, value)
	}
	n, err := t.find(op.Path)
	if err == nil {
		t.touch()
		err = t.merge(n, op.Value, func(n *node) error { return t.put(op.Path, n, replace) })
	}
	return err
}

// ErrTest is why a patch is not done whose operation "test" finds something else.
var ErrTest = fault.Because(fault.ErrMismatch, "the value is another one than the patch says")

func (t *tree) test(op *Op) error {
	n, err := t.find(op.Path)
	if err != nil {
		return err
	}
	last := t.last
	same, _, err := t.equal(n, op.Value, 0)
	t.last = last // the error is about what was compared, and not about what that has looked into
	if err == nil && !same {
		err = ErrTest
	}
	return err
}

// Read returns the operations of a JSON Patch (RFC 6902) that patch, a whole message, holds:
// an array of objects. Members that the operations do not know are ignored.
func Read(f Form, patch []byte) ([]Op, error) {
	off, err := checked(f, patch)
	if err != nil {
		return nil, err
	}
	s, src, _, err := plain(f, patch, off)
	if err != nil {
		return nil, err
	}
	if s.Kind != Array {
		return nil, fail(f, off, "", fault.Because(fault.ErrMismatch, "a JSON Patch is an array of operations"))
	}
	var ops []Op
	walk := each(f, src, s, func(i int, c Child) bool {
		var op Op
		value, at, place := src, c.Value, c.Value
		if s.Bare {
			value, at, place = s.whole(nil, src, &c), 0, off
		}
		if op, err = readOp(f, value, at); err != nil {
			err = fail(f, place, fault.Pointer("").Index(i), err)
			return false
		}
		ops = append(ops, op)
		return true
	})
	if err == nil {
		err = walk
	}
	return ops, err
}

// readOp reads one operation.
func readOp(f Form, src []byte, off int) (op Op, err error) {
	s, src, _, err := plain(f, src, off)
	if err != nil {
		return op, err
	}
	if s.Kind != Object {
		return op, fault.Because(fault.ErrMismatch, "an operation is an object")
	}
	members, err := index(f, src, s)
	if err != nil {
		return op, err
	}
	text := func(name string) (string, error) {
		at, ok := members[name]
		if !ok {
			return "", fault.Because(fault.ErrMissing, "an operation without "+fault.Quote(name))
		}
		_, value, err := f.Key(src, at, s)
		if err != nil {
			return "", err
		}
		text, ok := f.Text(src, value)
		if !ok {
			return "", fault.Because(fault.ErrMismatch, "member "+fault.Quote(name)+" of an operation is not a string")
		}
		return text, nil
	}
	verb, err := text("op")
	if err != nil {
		return op, err
	}
	known := false
	for i, name := range verbs {
		if verb == name {
			op.Verb, known = Verb(i), true
		}
	}
	if !known {
		return op, fault.Because(fault.ErrUnsupported, "operation "+fault.Quote(verb)+", which JSON Patch does not have")
	}
	path, err := text("path")
	op.Path = fault.Pointer(path)
	if err == nil && (op.Verb == Move || op.Verb == Copy) {
		path, err = text("from")
		op.From = fault.Pointer(path)
	}
	if err != nil {
		return op, err
	}
	if op.Verb == Add || op.Verb == Replace || op.Verb == Test {
		at, ok := members["value"]
		if !ok {
			return op, fault.Because(fault.ErrMissing, `an operation without "value"`)
		}
		c, err := child(f, src, at, s)
		if err != nil {
			return op, err
		}
		op.Value = src[c.Value:c.End:c.End]
	}
	return op, nil
}
