package typeset

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/beve-org/beve-go/internal/fault"
)

// UnknownNumber says that n is not the number of a case, where cases have numbers.
func (u *Union) UnknownNumber(n int64) error {
	var b strings.Builder
	for i, c := range u.Cases {
		switch {
		case c == u.Other:
			continue
		case i == 0:
			b.WriteString("; there are ")
		default:
			b.WriteString(", ")
		}
		if i == maxListed {
			fmt.Fprintf(&b, "… (%d in all)", len(u.Cases))
			break
		}
		b.WriteString(strconv.Itoa(c.Number) + " " + fault.QuoteShort(c.ID))
	}
	return fault.Because(fault.ErrMismatch, strconv.FormatInt(n, 10)+" is not the number of a case of "+u.Type.String()+b.String())
}
