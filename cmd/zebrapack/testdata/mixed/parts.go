// Package mixed has types whose code writes numbers, names or is missing, in any mixture, and a union over some of them.
package mixed

import (
	"strconv"
	"time"
)

// Leaf is a struct of scalars.
type Leaf struct {
	Name string    `zid:"0" msg:"name"`
	N    int       `zid:"1" msg:"n,omitempty"`
	At   time.Time `zid:"2" msg:"at"`
}

// Leaves and ByName hold such structs.
type (
	Leaves []Leaf
	ByName map[string]*Leaf
)

// Point has no keys.
type Point struct {
	_    struct{} `msg:",tuple"`
	X, Y float32
}

// Cents are written as text where that is declared.
type Cents int32

func centsText(c Cents) string { return strconv.Itoa(int(c)) + "¢" }

func parseCents(text string) (Cents, error) {
	n, err := strconv.Atoi(text[:max(len(text)-2, 0)])
	return Cents(n), err
}
