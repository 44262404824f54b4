// Package edit changes encoded documents without decoding them, whatever their format: a
// [Form] says how values lie, and the package does the rest. A single change is one splice of
// the bytes ([Change]); many of them are made on a tree that is opened
// where they lead to, and written in one pass ([Apply], [Merge]). [Diff] finds the changes
// between two documents.
//
// The parts of a document are those of its JSON form, as in Views. Of repeated keys the last
// counts.
package edit

import "github.com/beve-org/beve-go/internal/fault"

// Kind is what can be done with a value.
type Kind uint8

// The kinds.
const (
	// Leaf has no parts, or none that can be changed one by one.
	Leaf Kind = iota
	Array
	Object
	// Packed is an array or object whose children do not lie one after another, or not only: see
	// [Packer]. One that has a Width has its elements at Body, where they can be overwritten.
	Packed
)

// A Shape is how a container lies.
type Shape struct {
	Kind Kind
	// Head is the format's own: what tells one form of container from another.
	Head byte
	// Lead is the first byte of each element as a value of its own, if Bare says that it is not
	// in the message: the elements have a type together.
	Lead byte
	Bare bool
	// Numbered says that members may have numbers as keys, which [Form.IsNumber] says of each: of an object that has
	// been gone through, that all have.
	Numbered bool
	// N is the number of children, or -1 where the format does not say before their end.
	N int
	// Body is where the first child lies, or its key; -1 where N is and there is none.
	Body int
	// Width is the length of each element, where all have the same; else 0.
	Width int
	// Tail is the length of what follows the last child.
	Tail int
}

// A Child is one child of a container.
type Child struct {
	// Key is the name of a member as text. It may alias the message.
	Key []byte
	// From is where the child begins, with its key and the white space around it, and To where
	// it ends. The value itself lies from Value to End.
	From, Value, End, To int
	// Next is where the next child lies, and -1 after the last where Shape.N is.
	Next int
}

// A Form is what is known of a format. Offsets are within src; errors are those of package
// fault, with an offset in src.
type Form interface {
	// Name is that of the format, for errors.
	Name() string
	// Limits are those of messages, MaxDepth as it is in force.
	Limits() fault.Limits
	// Separator is what stands between children, if anything.
	Separator() string

	// Start returns where the value of a message begins.
	Start(msg []byte) (off int, err error)
	// Check checks that src holds exactly one value from off on, within limits, and returns where that ends.
	Check(src []byte, off int, l fault.Limits) (end int, err error)
	// Open says how the value at off lies; Why says of a Leaf why it has no parts.
	Open(src []byte, off int) (Shape, error)
	Why(src []byte, off int) error
	// Key reads the key of the child at off, if s has keys, and returns where the value lies; End
	// returns where that ends, and After where the child does with the white space around it, and
	// where the next lies, as in [Child].
	Key(src []byte, off int, s Shape) (key []byte, value int, err error)
	End(src []byte, value int, s Shape) (end int, err error)
	After(src []byte, end int, s Shape) (to, next int, err error)
	// IsNumber reports whether the key at off is a number, if s is Numbered.
	IsNumber(src []byte, off int) bool
	// Skip returns the offset after the value at off, having checked it.
	Skip(src []byte, off int) (next int, err error)

	// Plain is how an empty container of a kind lies that takes everything.
	Plain(k Kind) Shape
	// Fits appends value, a whole one, in the form that an element of s has; it reports false if
	// there is none, for which s has to become a Plain one.
	Fits(dst, value []byte, s Shape) ([]byte, bool)
	// Like appends value in the form of old, another whole value in whose place it comes, if
	// both are integers, or both are times, and that form holds it.
	Like(dst, value, old []byte) ([]byte, bool)
	// AppendHead appends what stands before n children, AppendTail what follows them.
	AppendHead(dst []byte, s Shape, n int) []byte
	AppendTail(dst []byte, s Shape) []byte
	// AppendKey appends the key of a member; not every name is one everywhere.
	AppendKey(dst []byte, s Shape, name string) ([]byte, error)
	// Kept reports whether a change at its path leaves a member of s the key that now begins with: in
	// the place of the one that was begins with, which has the same text, or as a new one if was is nil.
	Kept(s Shape, now, was []byte) bool
	// AppendText appends a string, a whole value: TextRoom of as many bytes as Printed says of its parts.
	AppendText(dst []byte, text string) []byte
	Printed(part []byte) int
	TextRoom(printed int) int

	// Text returns the text of a string value, and ok false for others; IsNull reports null.
	Text(src []byte, off int) (text string, ok bool)
	IsNull(src []byte, off int) bool
	// Same reports whether two leaves, whole values, are equal. Exactly means: with the same type;
	// otherwise numbers are equal that have the same value.
	Same(a, b []byte, exactly bool) bool
}

// A Checker is a Form that checks a message child by child, which costs no walk of its own where the children are
// gone through anyway. Keys are checked by Key, and nothing follows the value.
type Checker interface {
	// SkipWithin is Skip under what is left of a budget.
	SkipWithin(src []byte, off int, b *fault.Budget) (next int, err error)
}

// fail returns an error about what is at off of a message, at path.
func fail(f Form, off int, path fault.Pointer, cause error) error {
	e := &fault.DecodeError{Offset: int64(max(off, 0)), Path: path.Short(), Err: cause, Format: f.Name()}
	if inner, ok := fault.Decoding(cause); ok {
		e.Err, e.Offset = inner.Err, inner.Offset
		e.Path = path.Then(inner.Path)
	}
	return e
}

// checked returns where the value of a message lies, having checked all of it.
func checked(f Form, msg []byte) (v span, err error) {
	l := f.Limits()
	if !l.Admits(len(msg)) {
		return v, fail(f, 0, "", fault.Because(fault.ErrLimit, "message is longer than Limits.MaxBytes"))
	}
	if v.off, err = f.Start(msg); err == nil {
		v.end, err = f.Check(msg, v.off, l)
	}
	if err != nil {
		return v, fail(f, v.off, "", err)
	}
	return v, nil
}

// holds reports whether a message of n bytes is within limits, whatever it holds that is not too deep: an element
// takes a byte at least.
func holds(l fault.Limits, n int) bool {
	most := l.MaxElements
	if most <= 0 {
		most = fault.DefaultMaxElements
	}
	return l.Admits(n) && int64(n) <= most
}

func noMember(name string) error {
	return fault.Because(fault.ErrMissing, "no member "+fault.Quote(name))
}

// whole returns the child as a value of its own, in buf where the message has not its first byte.
func (s *Shape) whole(buf, src []byte, c *Child) []byte {
	value := src[c.Value:c.End:c.End]
	if !s.Bare {
		return value
	}
	return append(append(buf[:0], s.Lead), value...)
}
