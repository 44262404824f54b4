package features

// Inner is a struct in others.
type Inner struct {
	Name string `json:"name"`
	Tags []string
	Size uint32
}

// Structs has structs in every place.
type Structs struct {
	Value   Inner
	Pointer *Inner
	Deep    **Inner
	Scalar  *int64
	Text    *string
	List    *[]int
	Unnamed struct {
		A int
		B *struct{ C string }
	}
	Empty   struct{}
	Hidden  hidden
	private int
}

type hidden struct {
	A int
	B []hidden2
}

type hidden2 struct{ S string }

// NoMembers has nothing to encode.
type NoMembers struct {
	a, b int
	C    int `json:"-"`
}

// Use keeps the fields that are not encoded from being unused.
func (s *Structs) Use() int { return s.private }

// Use keeps the fields that are not encoded from being unused.
func (s *NoMembers) Use() int { return s.a + s.b }
