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

const (
	// firstRoom is the memory that a count alone buys: enough that slices of most messages are made once, and little
	// enough for input that only claims.
	firstRoom = 1 << 20
	// trialRoom is what a slice gets first where its count claims more, until elements show what they take.
	trialRoom = firstRoom / 16
	// ratio is how many times the bytes left a slice may have at once: most values are not larger in memory.
	ratio = 4
)

// Claim returns for how many of n elements of size bytes memory is given before one of them has been read, where left
// bytes of input follow: all, unless they take much more than the input and than small messages need.
func (m *Memory) Claim(n, size, left int) int {
	if size = max(size, 1); m.Proved() || n <= max(firstRoom, ratio*left)/size {
		return n
	}
	return max(1, trialRoom/size)
}

// Room returns the capacity, more than keep and at most most, that a slice of elements of size bytes grows to when keep
// of its most elements have been read, which took used bytes of input, of which left follow. An element is known to
// take least bytes as a rule. A slice whose count is believed gets all at once. Another gets little until elements have
// been read, and then all, unless its count claims more than twice as many as the bytes left hold of elements such as
// those. Validated input gets all at once. So does a slice that would outgrow what is allowed: what it claims is
// validated when it is charged.
func (m *Memory) Room(keep, most, size, least, used, left int) int {
	size = max(size, 1)
	if m.Proved() || keep > 0 && most > (m.Allowed-m.Spent)/size {
		return most
	}
	if keep == 0 {
		fit := left/max(least, 1) + 1
		if fit < most {
			return max(1, min(fit, trialRoom/size))
		}
		return m.Claim(most, size, left)
	}
	return min(most, keep+max(keep, 2*(left/max(used/keep, 1))))
}
