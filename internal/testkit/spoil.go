package testkit

import (
	"bytes"
	"iter"
	"math/rand/v2"
)

// This file damages messages of any format.

// A Part is where in a message a value or a key stands.
type Part struct{ From, To int }

// Spoil returns copies of a message that something is wrong with, mostly: each of its beginnings, each byte exchanged for some
// of heads, for its neighbours and for itself with another bit, each part exchanged for others (so that members come twice, in
// another order and with values of other types, and some do not come), for one of extra, and left out, and bytes at the end.
func Spoil(rng *rand.Rand, message []byte, parts []Part, heads []byte, extra [][]byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for n := range message {
			if !yield(message[:n:n]) {
				return
			}
		}
		put := func(p Part, with []byte) bool {
			b := append(bytes.Clone(message[:p.From]), with...)
			return yield(append(b, message[p.To:]...))
		}
		for i, c := range message {
			others := []byte{c + 1, c - 1, c ^ 1<<rng.IntN(8), heads[rng.IntN(len(heads))], heads[rng.IntN(len(heads))]}
			for _, other := range others {
				if !put(Part{i, i + 1}, []byte{other}) {
					return
				}
			}
		}
		for _, p := range parts {
			with := [][]byte{nil}
			for range 3 {
				other := parts[rng.IntN(len(parts))]
				with = append(with, message[other.From:other.To])
			}
			if len(extra) > 0 {
				with = append(with, extra[rng.IntN(len(extra))], extra[rng.IntN(len(extra))])
			}
			for _, b := range with {
				if !put(p, b) {
					return
				}
			}
		}
		for range len(parts) {
			a, b := parts[rng.IntN(len(parts))], parts[rng.IntN(len(parts))]
			if a.To <= b.From {
				swapped := append(bytes.Clone(message[:a.From]), message[b.From:b.To]...)
				swapped = append(append(swapped, message[a.To:b.From]...), message[a.From:a.To]...)
				if !yield(append(swapped, message[b.To:]...)) {
					return
				}
			}
		}
		yield(append(bytes.Clone(message), heads[0]))
	}
}
