package features

// Base is embedded.
type Base struct {
	ID   int    `json:"id"`
	Note string `json:"note"`
}

// Meta is embedded by pointer.
type Meta struct {
	Created int64
	Author  string
	*Deeper
}

// Deeper is embedded by pointer in what is embedded by pointer.
type Deeper struct {
	Level float64
	List  []int
	Inner Inner
}

type unexported struct {
	Open  string
	Other []string
}

// Embedded has promoted fields.
type Embedded struct {
	Base
	*Meta
	unexported
	Own string
}

// Shadow hides promoted fields.
type Shadow struct {
	Base
	Note   string `json:"note"`
	Tagged Base   `json:"base"`
	Inner  `json:"inner"`
}

// Locked has an embedded pointer that decoding may not set.
type Locked struct {
	*unexported
	Own int
}

// Conflict has names that cancel each other.
type Conflict struct {
	First
	Second
	Kept bool
}

// First has a name of Second.
type First struct {
	Twice int
	Once  string
}

// Second has a name of First.
type Second struct {
	Twice int
	More  int
}
