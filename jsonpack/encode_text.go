// This file writes strings.

package jsonpack

import (
	"github.com/beve-org/beve-go/internal/mem"
)

const (
	// longText is the length from which the copy of a string is better left to the
	// runtime. Shorter ones have a length of one byte.
	longText = 64
	// slack is the room for storing whole words where fewer bytes count.
	slack = 16
	// textRoom is what a string needs beyond its bytes: its length, and slack.
	textRoom = maxVaruint + slack
)

// appendText appends the length and the bytes of s.
func appendText(dst []byte, s string) []byte {
	return append(appendVaruint(dst, uint64(len(s))), s...)
}

// textsAtOnce is how many strings of a list are one step.
const textsAtOnce = 16

// textSteps are the tables of lists of strings, by their length.
var textSteps = func() (tables [textsAtOnce + 1][1]step) {
	for i := range tables {
		tables[i][0] = step{op: stepTexts, n: uint32(i)}
	}
	return tables
}()

// appendTexts appends strings.
func appendTexts(dst []byte, list []string) []byte {
	ahead, all := mem.Foresee(dst, len(list)), len(list)
	for len(list) > 0 {
		dst = ahead.Room(dst, all-len(list))
		part := list[:min(len(list), textsAtOnce)]
		list = list[len(part):]
		n, done := putSteps(dst[:cap(dst)], len(dst), mem.First(part), textSteps[len(part)][:])
		dst = dst[:n]
		if done == 0 {
			// One is long, or there was no room.
			for _, s := range part {
				dst = appendText(dst, s)
			}
			if len(list) > 0 && cap(dst)-len(dst) < textsAtOnce*textRoom {
				dst = mem.Grow(dst, textsAtOnce*textRoom)
			}
		}
	}
	return dst
}
