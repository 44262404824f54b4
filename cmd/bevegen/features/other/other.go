// Package other has types for another package to have in its own.
package other

import (
	"fmt"
	"strconv"
	"strings"

	beve "github.com/beve-org/beve-go"
)

//go:generate go tool bevegen -type=Made

// Made has generated methods.
type Made struct {
	A int
	B string
	C []Made
}

// Plain has none.
type Plain struct {
	X, Y float64
	In   struct{ S string }
	More []Part
}

// Part is in Plain.
type Part struct {
	N    int
	Next *Part
}

type hidden struct{ Seen int }

// Mixed promotes from what is not exported here.
type Mixed struct {
	hidden
	Own int
}

// Promoted is embedded elsewhere.
type Promoted struct {
	Far  string
	Away []int
}

// Set sets what others cannot.
func (m *Mixed) Set(n int) { m.Seen = n }

// TextID encodes itself as text.
type TextID struct{ N int }

// MarshalText returns the number between brackets.
func (t TextID) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "(%d)", t.N), nil }

// UnmarshalText is the reverse.
func (t *TextID) UnmarshalText(text []byte) error {
	_, err := fmt.Sscanf(string(text), "(%d)", &t.N)
	return err
}

// JSONWord says what it is in JSON only, where it is a word.
type JSONWord int

// MarshalJSON returns a word of so many letters.
func (w JSONWord) MarshalJSON() ([]byte, error) {
	return []byte(strconv.Quote(strings.Repeat("x", int(w)))), nil
}

// UnmarshalJSON reads one.
func (w *JSONWord) UnmarshalJSON(text []byte) error {
	s, err := strconv.Unquote(string(text))
	*w = JSONWord(len(s))
	return err
}

// OnlyBEVE is known to its methods alone.
type OnlyBEVE struct{ n int }

// OnlyBEVEOf returns an OnlyBEVE.
func OnlyBEVEOf(n int) OnlyBEVE { return OnlyBEVE{n} }

// MarshalBEVE returns the number.
func (v OnlyBEVE) MarshalBEVE() ([]byte, error) { return beve.Marshal(v.n) }

// UnmarshalBEVE reads the number.
func (v *OnlyBEVE) UnmarshalBEVE(data []byte) error { return beve.Unmarshal(data, &v.n) }

// WritesJSON has a method in one direction.
type WritesJSON struct{ N int }

// MarshalJSON returns the object that the fields make, too.
func (v WritesJSON) MarshalJSON() ([]byte, error) {
	return []byte(`{"N":` + strconv.Itoa(v.N) + "}"), nil
}
