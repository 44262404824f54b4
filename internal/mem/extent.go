package mem

// Appends returns f for variables of size bytes: the checked build does not let f leave
// the one that it is given. S is the state of a codec.
func Appends[S any](f func(s S, dst []byte, p Pointer) []byte, size uintptr) func(S, []byte, Pointer) []byte {
	if !Checked || f == nil {
		return f
	}
	return func(s S, dst []byte, p Pointer) []byte { return f(s, dst, p.Within(size)) }
}

// Reads is [Appends] for a function that reads a value at an offset.
func Reads[S any](f func(s S, off int, p Pointer) int, size uintptr) func(S, int, Pointer) int {
	if !Checked || f == nil {
		return f
	}
	return func(s S, off int, p Pointer) int { return f(s, off, p.Within(size)) }
}
