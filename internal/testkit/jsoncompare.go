// This file compares JSON texts by what they say: the measure of every test that
// translates. It rests on encoding/json alone, so that it shares no code with
// what it judges.

package testkit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// CompareJSON returns nil if got and want hold the same values: one or several
// JSON texts each, members in the same order with the same duplicates, integers
// equal as integers of any size, other numbers equal as float64 with the sign of
// zero, white space and escapes aside. Otherwise the error says where they part.
func CompareJSON(got, want []byte) error {
	g, w := json.NewDecoder(bytes.NewReader(got)), json.NewDecoder(bytes.NewReader(want))
	g.UseNumber()
	w.UseNumber()
	for i := 0; ; i++ {
		gt, gerr := g.Token()
		wt, werr := w.Token()
		if gerr == io.EOF && werr == io.EOF {
			return nil
		}
		if gerr != nil || werr != nil {
			return fmt.Errorf("token %d: got %v (%v), want %v (%v)", i, gt, gerr, wt, werr)
		}
		if !sameToken(gt, wt) {
			return fmt.Errorf("token %d at byte %d: got %v (%T), want %v (%T)", i, g.InputOffset(), gt, gt, wt, wt)
		}
	}
}

func sameToken(a, b json.Token) bool {
	x, ok := a.(json.Number)
	y, ok2 := b.(json.Number)
	if ok && ok2 {
		return SameNumber(x.String(), y.String())
	}
	return a == b
}

// SameNumber reports whether two JSON numbers are the same: as integers if both
// are written without fraction and exponent, else as float64, where -0 is not 0.
func SameNumber(a, b string) bool {
	if a == b {
		return true
	}
	if isInteger(a) && isInteger(b) {
		x, ok := new(big.Int).SetString(a, 10)
		y, ok2 := new(big.Int).SetString(b, 10)
		return ok && ok2 && x.Cmp(y) == 0
	}
	x, err := strconv.ParseFloat(a, 64)
	y, err2 := strconv.ParseFloat(b, 64)
	return err == nil && err2 == nil && math.Float64bits(x) == math.Float64bits(y)
}

func isInteger(s string) bool { return s != "-0" && !strings.ContainsAny(s, ".eE") }
