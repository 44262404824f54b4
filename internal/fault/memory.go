package fault

import "math"

// Memory accounts for what a decode allocates for its result. Go values can be much larger
// than the bytes that make them: a map of one member takes 84 times its bytes. That is fine
// for input that means it, but malformed input must not get memory out of proportion. So
// once the result outgrows the input by a certain factor, the whole of it is validated,
// once, before more is given.
type Memory struct {
	Spent   int // estimated
	Allowed int // before the input is validated
}

// Begin makes m ready for an input of n bytes. The constant part lets small messages be,
// whose values are mostly headers of slices and maps.
func (m *Memory) Begin(n int) { m.Spent, m.Allowed = 0, 32*n+512<<10 }

// Charge accounts for n bytes about to be allocated. If it returns false, the input has to be
// validated; [Memory.Prove] says that it was.
func (m *Memory) Charge(n int) bool {
	m.Spent += n
	return m.Spent <= m.Allowed
}

// Prove notes that the input was validated: it may claim what it needs.
func (m *Memory) Prove() { m.Allowed = math.MaxInt }

// Proved reports whether the input was validated.
func (m *Memory) Proved() bool { return m.Allowed == math.MaxInt }

// FirstRoom is the memory that a slice gets on the strength of a count alone: enough that
// slices of most messages are made once, and little enough for input that only claims.
const FirstRoom = 1 << 20

// Room returns the capacity, more than keep and at most most, that a slice of elements of
// size bytes grows to when keep of its most elements have been read. fit is how many
// elements the rest of the input usually holds, most where that cannot be told. Valid
// input gets all at once. So does a slice that would outgrow what is allowed: what it claims
// is validated when it is charged, and its elements move no more.
func (m *Memory) Room(keep, most, fit, size int) int {
	size = max(size, 1)
	if m.Proved() || keep > 0 && most > (m.Allowed-m.Spent)/size {
		return most
	}
	return max(keep+1, min(most, max(2*keep, fit), max(4*keep, FirstRoom/size)))
}
