package scalar

// TypeTag is a variant as version 1 of BEVE wrote it: an index into a list of types
// that both sides knew, and the value. It is read, never written.
type TypeTag struct {
	Index uint64 `beve:"index" json:"index"`
	Value any    `beve:"value" json:"value"`
}
