package features

// Box holds anything.
type Box[T any] struct {
	Name  string
	Value T
	List  []T
	Ref   *T
}

// Pair has two parameters.
type Pair[K comparable, V any] struct {
	Key   K `json:"key,omitempty"`
	Value V `json:"value,omitzero"`
}

// Generic has instances.
type Generic struct {
	Ints   Box[int]
	Points Box[Point]
	Pair   Pair[string, Box[bool]]
	Many   []Pair[int, string]
}
