package core

import "strconv"

// Small pieces of error texts.

func itoa(n int) string { return strconv.Itoa(n) }

func utoa(n uint64) string { return strconv.FormatUint(n, 10) }

func quoted(s string) string { return strconv.Quote(s) }
