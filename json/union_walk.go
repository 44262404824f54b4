// Walks over the members of unions: to find the id where it is not the first, and the end of what comes before
// it.

package json

import (
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/walked"
)

// unions is what the unions of a text remember.
type unions struct {
	// ids are the places of the ids of the internal unions that are being read, innermost last.
	ids    []int
	walk   walked.Walk
	opened []opened // the containers that are being passed over
	names  [][]byte // of the members of the object that is looked at
	// exactly says that a union without ids is being read, where an array of another length is another case.
	exactly bool
	touched bool // any of it was set
}

// opened is a container that is being passed over, and its place in the walk.
type opened struct{ start, place int }

// keptOpened is how many containers and names there is room for after a text.
const keptOpened = 1024

func (u *unions) forget() {
	u.walk.Reset()
	clear(u.names[:cap(u.names)])
	if cap(u.opened)+cap(u.names) > keptOpened {
		u.opened, u.names = nil, nil
	}
	*u = unions{ids: u.ids[:0], walk: u.walk, opened: u.opened[:0], names: u.names[:0]}
}

// find returns the offset of the value of the member called name of the object at i, 0 if there is none, or -1.
// It leaves nothing of the object behind: the object is read afterwards.
func (s *unionDecoder) find(d *decodeState, i int, name string) int {
	at, done := d.open(i)
	for !done {
		if d.src[at] != '"' {
			return d.syntax()
		}
		key, next := d.text(at)
		if next < 0 {
			return -1
		}
		same := string(key) == name
		if next = d.colon(next); next < 0 {
			return -1
		}
		if same {
			d.budget.Leave()
			return next
		}
		if next = d.endOf(next); next < 0 {
			return -1
		}
		at, done = d.next(next, '}')
	}
	return min(at, 0)
}

// endOf returns the offset after the value at i, or -1. It remembers where containers end, so that to look for
// the ids of unions within unions costs one walk over the text, whatever its depth. Of containers it checks
// the brackets alone: what is passed over here is read or skipped afterwards.
func (d *decodeState) endOf(i int) int {
	if c := d.src[i]; c != '{' && c != '[' {
		return d.skip(i)
	}
	d.touched = true
	if end, ok := d.walk.EndOf(i); ok {
		return end
	}
	if d.walk.Passed(i) {
		return d.skip(i) // it is short
	}
	b := d.src
	d.opened = d.opened[:0]
	budget := d.budget
	most := budget.Left() // as skip has it
	for at := i; ; {
		if at = toBracket(b, at); at < 0 {
			return d.syntax()
		}
		switch c := b[at]; c {
		case '{', '[':
			if len(d.opened) >= most {
				return d.syntax()
			}
			d.opened = append(d.opened, opened{at, d.walk.Enter(at)})
		case '}', ']':
			last := d.opened[len(d.opened)-1]
			if b[last.start]+2 != c {
				return d.syntax()
			}
			d.opened = d.opened[:len(d.opened)-1]
			d.walk.Leave(last.place, at+1)
			if len(d.opened) == 0 {
				return at + 1
			}
		}
		at++
	}
}

// toBracket returns the offset of the first bracket from i on that is not in a string, or -1.
func toBracket(b []byte, i int) int {
	for i < len(b) {
		switch b[i] {
		case '{', '[', '}', ']':
			return i
		case '"':
			if i = jsontext.SkipString(b, i); i < 0 {
				return -1
			}
		default:
			i++
		}
	}
	return -1
}
