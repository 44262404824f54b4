package engine

import (
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
)

// Small pieces of error texts.

func itoa(n int) string { return strconv.Itoa(n) }

func utoa(n uint64) string { return strconv.FormatUint(n, 10) }

func quoted(s string) string { return fault.Quote(s) }
