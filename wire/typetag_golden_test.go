// The verdicts on the byte with two meanings, in a file that implementations in other
// languages are held to.

package wire_test

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/beve-org/beve-go/wire"
)

var updateVerdicts = flag.Bool("update-verdicts", false, "write the verdicts on 0E anew")

// verdictsFile has two bits for each message, the lowest first: whether the message is
// a type tag rather than a table, and whether it is valid.
const verdictsFile = "../testdata/typetags.bin"

// verdictBytes are what the messages of three to five bytes after 0E are made of.
var verdictBytes = []byte{0x00, 0x04, 0x08, 0x0E, 0x02, 0x6B, 0x11, 0x18, 0x7F, 0x05}

// verdictMessages returns 0E with no byte after it, with each one, each two, and all of
// three, four and five of verdictBytes, the first byte changing slowest.
func verdictMessages() [][]byte {
	messages := [][]byte{{0x0E}}
	for a := range 256 {
		messages = append(messages, []byte{0x0E, byte(a)})
	}
	for ab := range 1 << 16 {
		messages = append(messages, []byte{0x0E, byte(ab >> 8), byte(ab)})
	}
	for n, count := 3, 1000; n <= 5; n, count = n+1, 10*count {
		for i := range count {
			m := make([]byte, 1+n)
			m[0] = 0x0E
			for at, rest := n, i; at > 0; at, rest = at-1, rest/10 {
				m[at] = verdictBytes[rest%10]
			}
			messages = append(messages, m)
		}
	}
	return messages
}

func TestVerdictsOnTypeTags(t *testing.T) {
	messages := verdictMessages()
	got := make([]byte, (len(messages)+3)/4)
	for i, m := range messages {
		bits := 0
		if wire.TypeTagAt(m, 0, false) {
			bits |= 1
		}
		if wire.Validate(m) == nil {
			bits |= 2
		}
		got[i/4] |= byte(bits << (i % 4 * 2))
	}
	if *updateVerdicts {
		if err := os.WriteFile(verdictsFile, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(verdictsFile)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(got, want) {
		return
	}
	for i, m := range messages {
		if i/4 >= len(want) || (got[i/4]^want[i/4])>>(i%4*2)&3 != 0 {
			t.Fatalf("%x: other verdicts than those of the file; -update-verdicts writes them", m)
		}
	}
}
