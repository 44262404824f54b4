package edit

import (
	"strconv"
	"strings"

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
// checked, is for those that have one. Extended is the same Go value in the extended profile of a
// [Profiled] form, if that writes it otherwise; then Value may be nil, for a reason that is known.
type Op struct {
	Verb       Verb
	Path, From fault.Pointer
	Value      []byte
	Extended   []byte
	err        error // why Value is nil
}

// newTree returns the tree of msg, which has been checked, for changes that are size bytes with
// it, and where its value begins. The root is opened on the way if it can be, and has to be in any case.
func newTree(f Form, msg []byte, size int, open bool) (*tree, int, error) {
	t := &tree{f: f, doc: msg, most: 1<<16 + 8*int64(size)}
	if c, ok := f.(Checker); ok && open && t.openChecked(c) {
		return t, t.root.off, nil
	}
	v, err := checked(f, msg)
	if err != nil {
		return nil, 0, err
	}
	t.begin(v)
	return t, v.off, nil
}

// begin makes what lies at v the root.
func (t *tree) begin(v span) {
	t.root, t.whole = &node{src: t.doc, off: v.off, end: v.end}, v
	t.last, t.after = t.root, t.doc[v.end:]
	t.docEnds = ends{start: v.off}
}

// openChecked opens the root and checks all of the message with that. It reports false if the root is not one to be
// opened, or something is wrong, which [checked] will say.
func (t *tree) openChecked(c Checker) bool {
	l := t.f.Limits()
	off, err := t.f.Start(t.doc)
	if err != nil || !l.Admits(len(t.doc)) {
		return false
	}
	s, err := t.f.Open(t.doc, off)
	if err != nil || s.Kind != Object && s.Kind != Array || s.Bare || s.N <= 0 {
		return false
	}
	t.begin(span{off, len(t.doc)})
	e := &t.docEnds
	if e.check, e.budget = c, l.Budget(); !e.budget.Enter(s.N) {
		return false
	}
	b, err := t.open(t.root)
	e.check = nil
	switch {
	case err != nil:
		return false
	case b.object != nil:
		return b.object.members[s.N-1].to == len(t.doc)
	}
	return b.list.end() == len(t.doc)
}

// Apply returns a new message: msg with ops done one after another. If one of them cannot be,
// the error says which, and if what comes out is beyond limits or is not well-formed there is
// an error, too. msg stays as it is.
func Apply(f Form, msg []byte, ops []Op) ([]byte, error) {
	size := len(msg)
	inner := false
	for i := range ops {
		size += len(ops[i].Path) + max(len(ops[i].Value), len(ops[i].Extended))
		inner = inner || ops[i].Path != ""
	}
	t, start, err := newTree(f, msg, size, inner)
	if err != nil {
		return nil, fail(f, 0, "", err)
	}
	for i := range ops {
		t.op = i
		if err := t.do(&ops[i]); err != nil {
			return nil, failed(f, t.position(t.last), i, len(ops), &ops[i], err)
		}
	}
	at := t.position(t.last)
	out, err := t.finish(start)
	switch {
	case err == nil:
	case t.unfit != nil:
		return nil, failed(f, t.unfit.at, t.unfit.op, len(ops), &ops[t.unfit.op], err)
	case len(ops) == 1:
		return nil, failed(f, at, 0, 1, &ops[0], err)
	}
	return out, err
}

// failed returns the error about operation i of so many, which was to be done at off.
func failed(f Form, off, i, of int, op *Op, cause error) error {
	cause = causeOf(cause)
	if of > 1 {
		cause = fault.Because(cause, "operation "+strconv.Itoa(i)+": "+cause.Error())
	}
	return fail(f, off, op.Path, cause)
}

// causeOf returns what an error says without a place.
func causeOf(err error) error {
	if inner, ok := fault.Decoding(err); ok {
		return inner.Err
	}
	return err
}

// finish returns the message that the tree has become. It is checked if it may not be as the document was, or is long;
// else it is valid, as the document and all values are.
func (t *tree) finish(start int) ([]byte, error) {
	dst := make([]byte, 0, len(t.doc)+len(t.doc)/16+64)
	dst = append(dst, t.doc[:start]...)
	dst, err := t.append(dst, t.root)
	if err != nil {
		return nil, fail(t.f, 0, "", err)
	}
	dst = append(dst, t.after...)
	if t.changed || !holds(t.f.Limits(), len(dst)) {
		_, err = checked(t.f, dst)
	}
	if err != nil {
		return nil, err
	}
	return dst, nil
}

func (t *tree) do(op *Op) error {
	switch op.Verb {
	case Add, Replace, DoSet, DoInsert, DoAppend:
		if op.Extended != nil {
			written := *op
			var err error
			if written.Value, err = t.written(op); err != nil {
				return err
			}
			op = &written
		}
	}
	value := &node{src: op.Value, end: len(op.Value)}
	switch op.Verb {
	case Add, Replace, DoSet, DoInsert, DoAppend:
		t.changed = t.changed || !t.flat(op)
	case Move, Copy, DoMerge:
		t.changed = true
	}
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
		err = t.merge(n, value, func(n *node) error { return t.put(op.Path, n, replace) })
	}
	return err
}

// flat reports whether the value of op, which has been checked, is within the depth that messages may have.
func (t *tree) flat(op *Op) bool {
	levels := 1 + strings.Count(string(op.Path), "/")
	if levels >= t.f.Limits().MaxDepth {
		return false
	}
	_, err := t.f.Check(op.Value, 0, fault.Limits{MaxDepth: 1})
	return err == nil
}

// ErrTest is why a patch is not done whose operation "test" finds something else.
var ErrTest = fault.Because(fault.ErrMismatch, "the value is another one than the patch says")

func (t *tree) test(op *Op) error {
	n, err := t.find(op.Path)
	if err != nil {
		return err
	}
	last := t.last
	same := false
	for _, value := range [...][]byte{op.Value, op.Extended} {
		if value != nil && err == nil && !same {
			same, _, err = t.equal(n, value, 0)
		}
	}
	t.last = last // the error is about what was compared, and not about what that has looked into
	if err == nil && !same {
		err = ErrTest
	}
	return err
}

// Read returns the operations of a JSON Patch (RFC 6902) that patch, a whole message, holds:
// an array of objects. Members that the operations do not know are ignored.
func Read(f Form, patch []byte) ([]Op, error) {
	whole, err := checked(f, patch)
	if err != nil {
		return nil, err
	}
	off := whole.off
	s, src, _, err := plain(f, patch, off)
	if err != nil {
		return nil, err
	}
	if s.Kind != Array {
		return nil, fail(f, off, "", fault.Because(fault.ErrMismatch, "a JSON Patch is an array of operations"))
	}
	var ops []Op
	var e ends
	walk := e.each(f, src, s, func(i int, c Child) bool {
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

// mistake returns what is wrong with an operation whatever the document is, so that a patch is refused for it and not
// what it is applied to.
func (op *Op) mistake() error {
	switch {
	case !op.Path.Valid():
		return fault.NoPointer(op.Path)
	case !op.From.Valid():
		return fault.NoPointer(op.From)
	case op.Verb == Remove && op.Path == "":
		return errRoot
	case op.Verb == Move && below(op.Path, op.From):
		return errInside
	}
	return nil
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
	var e ends
	members, err := e.index(f, src, &s)
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
	if err = op.mistake(); err != nil {
		return op, err
	}
	if op.Verb == Add || op.Verb == Replace || op.Verb == Test {
		at, ok := members["value"]
		if !ok {
			return op, fault.Because(fault.ErrMissing, `an operation without "value"`)
		}
		c, err := e.child(f, src, at, s)
		if err != nil {
			return op, err
		}
		op.Value = src[c.Value:c.End:c.End]
	}
	return op, nil
}
