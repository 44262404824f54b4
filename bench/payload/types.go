package payload

import "github.com/beve-org/beve-go/bench/payload/records"

// The payloads that are structs, and their parts.
type (
	Small       = records.Small
	Order       = records.Order
	Customer    = records.Customer
	Address     = records.Address
	Item        = records.Item
	Payment     = records.Payment
	Event       = records.Event
	Parcel      = records.Parcel
	Record      = records.Record
	Large       = records.Large
	Row         = records.Row
	Rows        = records.Rows
	Person      = records.Person
	Nested      = records.Nested
	NestedFixed = records.NestedFixed
	NestedNames = records.NestedNames
	NestedDeep  = records.NestedDeep
	NestedInner = records.NestedInner

	NestedEscaped = records.NestedEscaped
	EscapedDeep   = records.EscapedDeep
)

// The payloads that are arrays, for codecs that need a name for them.
type (
	Float64s  = records.Float64s
	Float32s  = records.Float32s
	Uint16s   = records.Uint16s
	Int32s    = records.Int32s
	Bools     = records.Bools
	Strings   = records.Strings
	Complexes = records.Complexes
	Dynamic   = records.Dynamic
	Matrix    = records.Matrix
)
