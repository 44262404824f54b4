package columns

// A Match says which values pass, of one Go type: those that the type holds exactly, between two
// bounds, or by a function.
type Match struct {
	Type Type
	// Of the type: the bounds, both included, if there are any, and the function, if not nil.
	Lo, Hi       Bound
	HasLo, HasHi bool
	Test         func(Bound) bool
}

// Type is the Go type of the values that a Match is for.
type Type uint8

// The types.
const (
	Int Type = iota
	Uint
	Float
	Text
	Bool
)

// Bound is a value of one of the types. Text of values aliases the message.
type Bound struct {
	Int   int64
	Uint  uint64
	Float float64
	Text  string
	Bool  bool
}

// Value is a type that values are compared as.
type Value interface {
	bool | string | int | int64 | uint64 | float64
}

// BoundOf returns v as a Bound.
func BoundOf[T Value](v T) (b Bound, t Type) {
	switch v := any(v).(type) {
	case int:
		return Bound{Int: int64(v)}, Int
	case int64:
		return Bound{Int: v}, Int
	case uint64:
		return Bound{Uint: v}, Uint
	case float64:
		return Bound{Float: v}, Float
	case string:
		return Bound{Text: v}, Text
	case bool:
		return Bound{Bool: v}, Bool
	}
	return b, t
}

// valueOf returns what BoundOf made a Bound of.
func valueOf[T Value](b Bound) (v T) {
	switch p := any(&v).(type) {
	case *int:
		*p = int(b.Int)
	case *int64:
		*p = b.Int
	case *uint64:
		*p = b.Uint
	case *float64:
		*p = b.Float
	case *string:
		*p = b.Text
	case *bool:
		*p = b.Bool
	}
	return v
}

// Between passes the values from lo to hi, both included. Booleans are ordered, false first.
func Between[T Value](lo, hi T) Match {
	a, t := BoundOf(lo)
	b, _ := BoundOf(hi)
	return Match{Type: t, Lo: a, Hi: b, HasLo: true, HasHi: true}
}

// AtLeast passes lo and what is greater, AtMost hi and what is less.
func AtLeast[T Value](lo T) Match {
	a, t := BoundOf(lo)
	return Match{Type: t, Lo: a, HasLo: true}
}

// AtMost is the counterpart of AtLeast.
func AtMost[T Value](hi T) Match {
	b, t := BoundOf(hi)
	return Match{Type: t, Hi: b, HasHi: true}
}

// Func passes the values that test returns true for. A string is valid while test runs.
func Func[T Value](test func(T) bool) Match {
	var zero T
	_, t := BoundOf(zero)
	return Match{Type: t, Test: func(b Bound) bool { return test(valueOf[T](b)) }}
}

// Passes reports whether a value of the type passes.
func (m *Match) Passes(b Bound) bool {
	switch m.Type {
	case Int:
		if m.HasLo && b.Int < m.Lo.Int || m.HasHi && b.Int > m.Hi.Int {
			return false
		}
	case Uint:
		if m.HasLo && b.Uint < m.Lo.Uint || m.HasHi && b.Uint > m.Hi.Uint {
			return false
		}
	case Float:
		// A NaN is neither.
		if m.HasLo && !(b.Float >= m.Lo.Float) || m.HasHi && !(b.Float <= m.Hi.Float) {
			return false
		}
	case Text:
		if m.HasLo && b.Text < m.Lo.Text || m.HasHi && b.Text > m.Hi.Text {
			return false
		}
	case Bool:
		if m.HasLo && !b.Bool && m.Lo.Bool || m.HasHi && b.Bool && !m.Hi.Bool {
			return false
		}
	}
	return m.Test == nil || m.Test(b)
}
