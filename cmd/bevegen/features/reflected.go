package features

import (
	"encoding/json"
	"math/big"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/cmd/bevegen/features/other"
	"github.com/beve-org/beve-go/scalar"
)

// Reflected has fields that only reflection knows.
type Reflected struct {
	Any      any
	Anys     []any
	ByName   map[string]any
	ID       other.TextID
	IDs      []other.TextID
	IDRef    *other.TextID
	ByID     map[other.TextID]int
	Complex  complex128
	Parts    []complex64
	Big      *big.Int
	Raw      beve.Raw
	UUID     beve.UUID
	Number   json.Number
	Interval beve.Interval
	Matrix   beve.Matrix[float32]
	Plain    int
	Word     other.JSONWord
	Words    []other.JSONWord
	WordRef  *other.JSONWord
	ByWord   map[string]other.JSONWord
	Text     json.RawMessage
	Stamp    beve.Timestamp
	Wide     scalar.Int128
	Whole    beve.Complex[int16]
	Known    other.OnlyBEVE
	Written  other.WritesJSON
	Outer    scalar.Layout
}

// Unknown keeps members that it does not know.
type Unknown struct {
	A    int                 `beve:"a"`
	Rest map[string]beve.Raw `beve:",unknown"`
}

// HoldsUnknown has one inside.
type HoldsUnknown struct {
	U    Unknown
	List []Unknown
}
