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

// published are the types of this package by the names that users know.
var published = strings.NewReplacer("engine.Raw", "beve.Raw", "engine.UUID", "beve.UUID", "engine.Interval", "beve.Interval",
	"engine.RegExpData", "beve.RegExpData", "engine.TypeTag", "beve.TypeTag", "engine.Matrix[", "beve.Matrix[",
	"engine.Complex[", "beve.Complex[")

// Fail is that of [fault.Failure], with the name of a Go type as users know it.
func (d *decodeState) Fail(off int, goType string, cause error) int {
	return d.Failure.Fail(off, published.Replace(goType), cause)
}

// FailMethod is to [fault.Failure.FailMethod] as Fail is.
func (d *decodeState) FailMethod(off int, goType string, cause error) int {
	return d.Failure.FailMethod(off, published.Replace(goType), cause)
}
