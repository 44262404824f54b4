package fault

// A Failure is what a decode that fails knows of it: the first error, and the path to it,
// which grows from the inside out while the decode unwinds. Its methods return what a
// reader returns that has failed: no offset. The zero value has not failed.
type Failure struct {
	// Err is the first error, without its path, or nil.
	Err *DecodeError
	// Format is that of the errors; see [DecodeError].
	Format string

	trail Trail
	whole bool // the path of Err is complete
}

// Fail records the first failure and returns -1. cause may be a *[DecodeError], whose
// offset is better than off.
func (f *Failure) Fail(off int, goType string, cause error) int {
	if f.Err != nil {
		return -1
	}
	f.Err = &DecodeError{Offset: int64(off), GoType: goType, Err: cause, Format: f.Format}
	if inner, ok := Decoding(cause); ok {
		f.Err.Offset, f.Err.Err = inner.Offset, inner.Err
		f.trail.Inner(inner.Path)
		if inner.GoType != "" {
			f.Err.GoType = inner.GoType
		}
	}
	return -1
}

// FailMethod records that a user's method failed on the value at off. The offset of an
// error of ours is within that value; it is moved to the message.
func (f *Failure) FailMethod(off int, goType string, cause error) int {
	if inner, ok := Decoding(cause); ok {
		moved := *inner
		moved.Offset += int64(off)
		cause = &moved
	}
	return f.Fail(off, goType, cause)
}

// FailWhole records a failure whose path is complete. It takes the place of another.
func (f *Failure) FailWhole(err *DecodeError) {
	f.Err, f.whole = err, true
}

// InKey notes, while a failure unwinds, in which member it happened.
func (f *Failure) InKey(name string) int {
	f.trail.Key(name)
	return -1
}

// InIndex is InKey for an element.
func (f *Failure) InIndex(i int) int {
	f.trail.Index(i)
	return -1
}

// Within is InKey for a path.
func (f *Failure) Within(p Pointer) { f.trail.Inner(p) }

// Complete returns the error with its path, which is known only when the decode has
// unwound.
func (f *Failure) Complete() *DecodeError {
	if !f.whole {
		f.Err.Path = f.trail.Pointer()
	}
	return f.Err
}

// Forget makes f ready for the next message.
func (f *Failure) Forget() {
	if f.Err != nil {
		f.Err, f.whole = nil, false
		f.trail.Reset()
	}
}

// Move says where the failure is, unless it is known for the whole message: an element
// that was read apart does not know where it is.
func (f *Failure) Move(off int) {
	if !f.whole {
		f.Err.Offset = int64(off)
	}
}

// Descend takes a container of n children at off, the first of them at next, from b. done says
// that there is nothing to read: the container is empty, which is not a level, and ends at
// next, or it is beyond the limits, and then at is -1 and f knows. Readers call it once for a
// container, before the loop over its children, and b.Leave after that.
func (f *Failure) Descend(b *Budget, off, next, n int) (at int, done bool) {
	if n == 0 || b.Enter(n) {
		return next, n == 0
	}
	return f.Fail(off, "", b.Err()), true
}
