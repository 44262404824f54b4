//go:build race

package cost

// raced says that the detector of races is there, which empties pools now and then: what
// is allocated says nothing then.
const raced = true
