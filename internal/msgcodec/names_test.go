package msgcodec

import (
	"fmt"
	"testing"
)

// TestEveryNameIsFound looks names up in sets of every size, also such that have their
// lengths, beginnings and ends in common.
func TestEveryNameIsFound(t *testing.T) {
	for kind, format := range map[string]string{"counted": "Field%d", "alike": "12345678%04d87654321", "padded": "%40d"} {
		for n := 1; n < 300; n += 1 + n/8 {
			fields := make([]field, n)
			for i := range fields {
				fields[i].name = fmt.Sprintf(format, i)
			}
			x := newNameIndex(fields)
			for i := range fields {
				if got := x.find([]byte(fields[i].name)); got != i {
					t.Fatalf("%s names, %d: %q is found at %d, not %d", kind, n, fields[i].name, got, i)
				}
			}
			if kind == "alike" && n > maxProbes+1 && x.many == nil {
				t.Errorf("%s names, %d: each is compared with all others", kind, n)
			}
			for _, absent := range []string{"", "absent", "12345678xxxx87654321"} {
				if got := x.find([]byte(absent)); got != -1 {
					t.Fatalf("%s names, %d: %q is found at %d", kind, n, absent, got)
				}
			}
		}
	}
}
