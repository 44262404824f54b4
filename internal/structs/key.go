package structs

import "github.com/beve-org/beve-go/internal/mem"

// WordBytes is what the two words of a [Key] or a [Step] hold.
const WordBytes = 16

// A Key is the first bytes of a key that is expected, as words to compare with those of
// the input. Bytes of the words that are not part of the key have no bit in the masks.
type Key struct {
	W0, W1 uint64
	M0, M1 uint64
}

// NewKey returns the key of some bytes, and those that the words do not hold.
func NewKey(b []byte) (k Key, tail string) {
	var w, mask [WordBytes]byte
	for i := range copy(w[:], b) {
		mask[i] = 0xFF
	}
	k = Key{mem.Word(w[:], 0), mem.Word(w[:], 8), mem.Word(mask[:], 0), mem.Word(mask[:], 8)}
	if len(b) > WordBytes {
		tail = string(b[WordBytes:])
	}
	return k, tail
}

// NoKey matches no input: no masked word is 1.
var NoKey = Key{W0: 1}

// Differs reports whether src[off:] does not begin with k. The caller guarantees that
// WordBytes bytes follow off.
func (k *Key) Differs(src []byte, off int) bool {
	return (mem.Word(src, off)&k.M0^k.W0)|(mem.Word(src, off+8)&k.M1^k.W1) != 0
}

// Runs sets how many members from each one on may be read in one run: those that scalar
// says yes to, without a gap.
func Runs(n int, scalar func(i int) bool, set func(i int, run uint8)) {
	run := uint8(0)
	for i := n - 1; i >= 0; i-- {
		if !scalar(i) {
			run = 0
			continue
		}
		run = min(run, 254) + 1
		set(i, run)
	}
}
