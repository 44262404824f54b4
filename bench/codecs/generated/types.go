// Package generated has the payloads under names of its own, so that they can have
// generated methods while the payloads themselves go by reflection.
package generated

import "github.com/beve-org/beve-go/bench/payload"

//go:generate go run github.com/beve-org/beve-go/cmd/bevegen -type=Small,Order,Large,Rows,Person,Nested,NestedEscaped

// The payloads that are structs, and the rows.
type (
	Small  payload.Small
	Order  payload.Order
	Large  payload.Large
	Rows   []payload.Row
	Person payload.Person
	Nested payload.Nested

	NestedEscaped payload.NestedEscaped
)
