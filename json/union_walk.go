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
	opened []int    // the places in the walk of the containers that are being looked into
	names  [][]byte // of the members of the object that is looked at
	// exactly says that a union without ids is being read, where an array of another length is another case.
	exactly bool
	touched bool // any of it was set
}

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
// the ids of unions within unions costs two walks over the text, whatever its depth.
func (d *decodeState) endOf(i int) int {
	if c := d.src[i]; c != '{' && c != '[' {
		return d.skip(i)
	}
	d.touched = true
	end, ok := d.walk.EndOf(i)
	if ok {
		return end
	}
	if around, ok := d.walk.Within(i); ok {
		d.lookInto(around)
		if end, ok = d.walk.EndOf(i); ok {
			return end
		}
	}
	if end = d.skip(i); end > 0 {
		d.walk.Pass(i, end)
	}
	return end
}

// lookInto remembers the containers in the one at i, which was skipped before: it is well-formed, and as deep as it may be.
func (d *decodeState) lookInto(i int) {
	b := d.src
	d.opened = d.opened[:0]
	for at := toBracket(b, i); at >= 0; at = toBracket(b, at+1) {
		if b[at] == '{' || b[at] == '[' {
			d.opened = append(d.opened, d.walk.Enter(at))
			continue
		}
		last := len(d.opened) - 1
		d.walk.Leave(d.opened[last], at+1)
		if d.opened = d.opened[:last]; last == 0 {
			return
		}
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
