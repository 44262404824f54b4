package engine

import (
	"strconv"
	"strings"

	"github.com/beve-org/beve-go/internal/fault"
)

// Small pieces of error texts.

func itoa(n int) string { return strconv.Itoa(n) }

func utoa(n uint64) string { return strconv.FormatUint(n, 10) }

func quoted(s string) string { return fault.Quote(s) }

// published has the types of this package and of package scalar by their names in package
// beve, which its users write.
var published = strings.NewReplacer("engine.Raw", "beve.Raw", "scalar.UUID", "beve.UUID", "scalar.Interval", "beve.Interval",
	"scalar.RegExpData", "beve.RegExpData", "scalar.TypeTag", "beve.TypeTag", "scalar.Matrix[", "beve.Matrix[",
	"scalar.Complex[", "beve.Complex[")

// Fail is that of [fault.Failure], with the name of a Go type as users know it.
func (d *decodeState) Fail(off int, goType string, cause error) int {
	return d.Failure.Fail(off, published.Replace(goType), cause)
}

// FailMethod is to [fault.Failure.FailMethod] as Fail is.
func (d *decodeState) FailMethod(off int, goType string, cause error) int {
	return d.Failure.FailMethod(off, published.Replace(goType), cause)
}
