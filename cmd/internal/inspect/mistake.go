// This file finds what is wrong with large JSON.

package inspect

import (
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
)

// leapSize is how much of a value is passed over at a time where one is malformed.
const leapSize = 1 << 20

// level is an object or array that a mistake is looked for in.
type level struct {
	*inside
	off    int // where it begins
	object bool
	passed int // children before the next one
	next   int // what precedes that, as of opened
}

// mistake returns the error of the object or array at off, which cannot be passed over. Children are passed over as far as
// that works, and entered where it does not, so that the way to a mistake far into it costs little more than passing over
// all before. The containers on the way are noted to be broken, for they have the same mistake.
func (f *File) mistake(off int) error {
	enter := func(off int) level {
		l := level{off: off, object: f.data[off] == '{'}
		l.inside = f.jsonInside(off, l.object)
		l.next = l.first
		return l
	}
	way := []level{enter(off)}
	for wasted := 0; len(way) > 0 && wasted <= len(f.data); {
		l := &way[len(way)-1]
		start, more, err := l.more(l.passed, l.next)
		if err == nil && !more { // it was only large
			way = way[:len(way)-1]
			if len(way) > 0 {
				way[len(way)-1].passTo(start + 1)
			}
			continue
		}
		if err == nil && l.object {
			_, start, err = f.jsonName(start)
		}
		end := start
		switch {
		case err != nil:
		case start < len(f.data) && (f.data[start] == '{' || f.data[start] == '['):
			end = jsontext.Skip(f.data[:min(start+f.leap, len(f.data))], start, maxDepth-len(way))
			if end < 0 && len(way) < maxDepth {
				wasted += f.leap
				way = append(way, enter(start))
				continue
			}
			if end < 0 {
				err = fault.At(start, fault.ErrDepth)
			}
		case start == len(f.data):
			err = fault.At(start, fault.ErrTruncated)
		default:
			end, err = f.jsonLeaf(start)
		}
		if err != nil {
			for _, l := range way {
				f.broken[l.off] = err
			}
			return err
		}
		l.passTo(end)
	}
	err := f.scanJSON(off)
	f.broken[off] = err
	return err
}

// passTo passes over a child, which ends at end.
func (l *level) passTo(end int) {
	l.passed++
	l.next = end
}

// scanJSON returns the error of the malformed value at off, byte by byte.
func (f *File) scanJSON(off int) error {
	var scan jsontext.Scanner
	scan.Reset(maxDepth)
	_, complete, err := scan.Scan(f.data[off:], true)
	if err == nil && !complete {
		err = fault.At(len(f.data)-off, fault.ErrTruncated)
	}
	if d, ok := fault.Decoding(err); ok {
		d.Offset += int64(off)
		d.Path = ""
	}
	return err
}
