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
