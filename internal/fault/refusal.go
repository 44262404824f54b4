package fault

import "github.com/beve-org/beve-go/internal/mem"

// A Refusal is what an encode that fails knows of it: the first error, and the path to it,
// which grows from the inside out while the encode unwinds. Its methods return what an
// appending function returns that has failed: nil. The zero value has not failed. A nil
// Refusal takes failures too and forgets them: a caller without a state asks again with one.
type Refusal struct {
	// Err is the first error, without its path, or nil.
	Err *EncodeError

	trail Trail
}

// Fail records the first failure, of a format; see [EncodeError].
func (r *Refusal) Fail(format, goType string, cause error) []byte {
	if r == nil || r.Err != nil {
		return nil
	}
	r.Err = &EncodeError{GoType: goType, Err: cause, Format: format}
	if inner, ok := Encoding(cause); ok {
		// A method of the user's failed in this library: its path goes on ours.
		r.trail.Inner(inner.Path)
		*r.Err = *inner
	}
	return nil
}

// InKey notes, while a failure unwinds, in which member it happened.
func (r *Refusal) InKey(name string) []byte {
	if r != nil {
		r.trail.Key(name)
	}
	return nil
}

// InIndex is InKey for an element.
func (r *Refusal) InIndex(i int) []byte {
	if r != nil {
		r.trail.Index(i)
	}
	return nil
}

// Complete returns the error with its path, which is known only when the encode has
// unwound.
func (r *Refusal) Complete() *EncodeError {
	r.Err.Path = r.trail.Pointer()
	return r.Err
}

// Forget makes r ready for the next message.
func (r *Refusal) Forget() {
	r.Err = nil
	r.trail.Reset()
}

// CycleLevel is how deep values nest before they are watched for cycles: nobody pays for
// that before.
const CycleLevel = 64

// A Part is memory that is being written: what a pointer, a map or a slice of n elements
// leads to, with its type as a T.
type Part[T comparable] struct {
	Type T
	Data mem.Pointer
	Len  int
}

// Open has the parts that are being written, from [CycleLevel] on. The zero value is
// empty.
type Open[T comparable] struct{ parts map[Part[T]]struct{} }

// Begin notes that a part is being written, and reports false if it already is.
func (o *Open[T]) Begin(p Part[T]) bool {
	if _, again := o.parts[p]; again {
		return false
	}
	if o.parts == nil {
		o.parts = map[Part[T]]struct{}{}
	}
	o.parts[p] = struct{}{}
	return true
}

// End notes that a part has been written.
func (o *Open[T]) End(p Part[T]) { delete(o.parts, p) }

// Clear forgets the parts of a message that failed.
func (o *Open[T]) Clear() { clear(o.parts) }
