// Package generated has the documents under names of its own, so that they can have
// generated methods while the documents themselves go by reflection.
package generated

import "github.com/beve-org/beve-go/bench/jsonpack/document"

//go:generate go run github.com/beve-org/beve-go/cmd/bevegen -type=Complex,Simple

// The documents.
type (
	Complex document.Complex
	Simple  document.Simple
)
