package codecs

import (
	"fmt"
	"testing"

	"github.com/beve-org/beve-go/bench/payload"
)

// TestMessagePackOfOthersIsOurs reads what the rivals write with our codec, and what it
// writes with theirs: one format, whoever writes it.
func TestMessagePackOfOthersIsOurs(t *testing.T) {
	ours := Find("msgpack")
	for _, name := range []string{"msgp", "vmihailenco", "shamaton"} {
		theirs := Find(name)
		for _, p := range payload.All() {
			t.Run(fmt.Sprintf("%s/%s", name, p.Name), func(t *testing.T) {
				a, b := ours.Bind(p), theirs.Bind(p)
				if a == nil || b == nil || name == "shamaton" && p.Name == "complex128s" { // it has codes of its own for these
					t.Logf("n/a")
					return
				}
				for _, way := range []struct {
					what     string
					from, to *Bound
				}{{"theirs read by us", b, a}, {"ours read by them", a, b}} {
					data, err := way.from.Marshal()
					if err != nil {
						t.Fatal(err)
					}
					got, err := way.to.Fresh(data)
					if err == nil {
						if way.to.Payload != nil {
							got = way.to.Payload(got)
						}
						err = p.Check(got)
					}
					if err != nil {
						t.Errorf("%s: %v", way.what, err)
					}
				}
			})
		}
	}
}
