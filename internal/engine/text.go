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

// published returns the name of a type with those of this package and of package scalar called as in
// package beve, which its users write.
func published(goType string) string {
	for _, name := range publishedTypes {
		_, own, _ := strings.Cut(name, ".")
		goType = strings.ReplaceAll(goType, name, "beve."+own)
	}
	return goType
}

var publishedTypes = []string{"engine.Raw", "scalar.UUID", "scalar.Interval", "scalar.RegExpData", "scalar.TypeTag",
	"scalar.Matrix[", "scalar.Complex["}

// Fail is that of [fault.Failure], with the name of a Go type as users know it.
func (d *decodeState) Fail(off int, goType string, cause error) int {
	return d.Failure.Fail(off, published(goType), cause)
}

// FailMethod is to [fault.Failure.FailMethod] as Fail is.
func (d *decodeState) FailMethod(off int, goType string, cause error) int {
	return d.Failure.FailMethod(off, published(goType), cause)
}
