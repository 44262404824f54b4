// This file remembers which values of JSON a failure dooms. What fails is passed over up to the end of its line, and the
// next line may begin within it: each line would be read up to the same failure again.

package source

import (
	"errors"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/translator"
)

// condemn notes the values that begin lines in the value at the start of the window, and in which it has failed.
func (v *Values) condemn(failed *translator.DecodeError) {
	end := int64(failed.Offset)
	if errors.Is(failed, fault.ErrLimit) {
		end = max(end, fault.Limits(v.opts.Limits).StreamBytes()+1) // too long, which is told of its start
	}
	v.doomed, v.doom = v.doomed[:0], failed.Err
	for _, at := range openAt(v.window[:min(end, int64(len(v.window)))]) {
		v.doomed = append(v.doomed, v.base+int64(at))
	}
}

// isDoomed reports whether the value at the start of the window fails as one around it has.
func (v *Values) isDoomed() bool {
	for len(v.doomed) > 0 && v.doomed[0] < v.base {
		v.doomed = v.doomed[1:]
	}
	return len(v.doomed) > 0 && v.doomed[0] == v.base
}

// openAt returns where the objects and arrays begin that begin a line of text and do not end in it. Text is JSON as far
// as it goes.
func openAt(text []byte) (starts []int) {
	const within = -1 // a line
	var open []int
	first := false // of its line; what begins all of text is none of those in it
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\n':
			first = true
			continue
		case ' ', '\t', '\r':
			continue
		case '{', '[':
			if first {
				open = append(open, i)
			} else {
				open = append(open, within)
			}
		case '}', ']':
			open = open[:max(len(open)-1, 0)]
		case '"':
			if i = jsontext.SkipString(text, i) - 1; i < 0 { // it is cut off
				i = len(text)
			}
		}
		first = false
	}
	for _, at := range open {
		if at != within {
			starts = append(starts, at)
		}
	}
	return starts
}
