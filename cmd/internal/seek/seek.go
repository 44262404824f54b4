// Package seek finds the parts of a value that a path leads to while the value is read: one pass over
// it checks all of it and stops at the parts, so that looking for them costs what reading does.
package seek

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"strconv"

	"github.com/beve-org/beve-go/internal/columns"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/view"
	"github.com/beve-org/beve-go/wire"
)

// A Step is one segment of a path.
type Step struct {
	Name string
	// Any stands for all members or elements.
	Any bool

	index int // of an element of that name, or -1
}

// Steps cuts a JSON Pointer. If wildcards, a segment * is any member or element.
func Steps(p fault.Pointer, wildcards bool) (steps []Step, ok bool) {
	segments, ok := p.Segments()
	if !ok {
		return nil, false
	}
	for {
		name, more := segments.Next()
		if !more {
			return steps, true
		}
		step := Step{Name: name, Any: wildcards && name == "*", index: -1}
		if i, err := strconv.Atoi(name); err == nil && strconv.Itoa(i) == name {
			step.index = i
		}
		steps = append(steps, step)
	}
}

// A Lead is where the path, or the beginning of it, leads to: the value at Off up to End, in which the last Rest steps
// are still to be taken. Only objects and generic arrays are looked into on the way.
type Lead struct {
	Off, End int
	Rest     int
}

// A Seeker scans values like a [wire.Scanner], and notes on the way where the path leads.
type Seeker struct {
	// Leads are those of the value so far, in the order of the value. Of repeated members the last lasts, in the place
	// of the first.
	Leads []Lead
	// First ends each value after the first part that is found, as if it ended there; then Stopped is set. Of repeated
	// members the first lasts.
	First   bool
	Stopped bool
	// Checked says that values are whole and well-formed, so that text that is passed over need not be looked at.
	Checked bool

	steps  []Step
	scan   wire.Scanner // of the value that is passed over
	typed  bool
	rooted bool // the whole value is entered, or passed over
	found  bool // the path leads to something
	begun  bool // scan is within a value
	budget wire.Budget
	stack  []frame
	off    int

	members []member // of the objects on the stack whose members all match
}

// member is a member of an object: where its key is, and how many leads precede its value.
type member struct{ key, end, leads int }

// frame is a container that the path leads into, which is as deep as there are frames below it.
type frame struct {
	kind  wire.Kind
	head  wire.Header
	left  int // children after the current one
	index int // the current one, from -1
	at    int // where the value of the current child lies; -1 before it
	found int // how many leads there were when the container began
	match bool
	run   int // how many elements the current child stands for, which the path does not lead to; 0 for one

	members int // how many there were when the container began
}

// New returns a Seeker for a path.
func New(steps []Step) *Seeker { return &Seeker{steps: steps} }

// ReadTypeTags is that of [wire.Scanner].
func (s *Seeker) ReadTypeTags(on bool) { s.typed = on }

// Reset prepares for a value, as that of [wire.Scanner] does.
func (s *Seeker) Reset(l wire.Limits, strict bool) {
	s.budget = l.Budget()
	s.budget.RejectUnusedBits(strict)
	s.budget.ReadTypeTags(s.typed)
	s.Leads, s.stack, s.off, s.rooted, s.begun, s.Stopped = s.Leads[:0], s.stack[:0], 0, false, false, false
	s.members = s.members[:0]
	s.found = false
}

// Next scans on, as that of [wire.Scanner] does.
func (s *Seeker) Next(src []byte, final bool) (end int, err error) {
	if !s.rooted {
		if done, err := s.value(src, final); done || err != nil {
			s.rooted = done
			return s.off, err
		}
		s.rooted = true
	}
	for len(s.stack) > 0 {
		f := &s.stack[len(s.stack)-1]
		if f.at < 0 {
			if f.left == 0 {
				s.hide(f, src)
				s.stack = s.stack[:len(s.stack)-1]
				s.budget.Leave()
				s.childDone()
				continue
			}
			if err := s.key(f, src); err != nil {
				return 0, err
			}
		}
		done, err := s.value(src, final)
		if err != nil {
			return 0, err
		}
		if done {
			s.childDone()
		}
		if s.First && s.found {
			s.Stopped = true
			return s.off, nil
		}
	}
	return s.off, nil
}

// childDone moves the innermost container to its next child.
func (s *Seeker) childDone() {
	if n := len(s.stack); n > 0 {
		s.stack[n-1].at = -1
	}
}

// key reads the key of the next child of f, and says whether the path leads there.
func (s *Seeker) key(f *frame, src []byte) error {
	step := &s.steps[len(s.stack)-1]
	next, match := s.off, step.Any
	switch f.kind {
	case wire.KindObject:
		text, after, err := s.pass(f, src, step)
		if err != nil {
			return err
		}
		next, match = after, step.Any || string(text) == step.Name
		s.member(step, after-len(text), after)
	case wire.KindIntObject:
		k, after, err := wire.ReadIntKey(src, s.off, f.head)
		if err != nil {
			return err
		}
		next, match = after, match || k.String() == step.Name
		s.member(step, s.off, after)
	default:
		match = match || step.index == f.index+1
		if f.run = 0; !match {
			f.run = f.left
			if i := step.index - f.index - 1; i > 0 {
				f.run = min(i, f.left)
			}
			f.left -= f.run - 1
			f.index += f.run - 1
		}
	}
	if match && !step.Any {
		s.Leads = s.Leads[:f.found]
	}
	f.left--
	f.index++
	f.at, f.match, s.off = next, match, next
	return nil
}

// member notes a member whose key is there, if all of its object match.
func (s *Seeker) member(step *Step, key, end int) {
	if step.Any && !s.First {
		s.members = append(s.members, member{key, end, len(s.Leads)})
	}
}

// hide drops the leads of the members of an object that has ended which later ones of the same name hide.
func (s *Seeker) hide(f *frame, src []byte) {
	members := s.members[f.members:]
	s.members = s.members[:f.members]
	if len(s.Leads) == f.found || len(members) < 2 {
		return
	}
	name := func(m member) []byte { return src[m.key:m.end] }
	rising := true // as the keys of most objects of many members are, of which none repeats then
	for i := 1; rising && i < len(members); i++ {
		rising = bytes.Compare(name(members[i-1]), name(members[i])) < 0
	}
	if rising {
		return
	}
	var places columns.Places
	lasts := make([]int, 0, len(members)) // the last member of each name, in the order in which names come first
	for i := range members {
		if at, again := places.Of(mem.String(name(members[i]))); again {
			lasts[at] = i
		} else {
			lasts = append(lasts, i)
		}
	}
	if len(lasts) == len(members) {
		return
	}
	leads := slices.Clone(s.Leads[f.found:])
	s.Leads = s.Leads[:f.found]
	for _, i := range lasts {
		to := f.found + len(leads)
		if i+1 < len(members) {
			to = members[i+1].leads
		}
		s.Leads = append(s.Leads, leads[members[i].leads-f.found:to-f.found]...)
	}
}

// pass passes over members of an object that the path does not lead to, as far as they are there and well-formed. It returns
// the key of the one that follows, and where its value begins.
func (s *Seeker) pass(f *frame, src []byte, step *Step) (key []byte, next int, err error) {
	for {
		if key, next, err = s.text(src, s.off); err != nil {
			return nil, s.off, err
		}
		if step.Any || f.left == 1 || len(key) == len(step.Name) && string(key) == step.Name {
			return key, next, nil
		}
		after := next
		if after < len(src) {
			after += int(view.PlainWidth[src[after]]) // one call less for what most members are
		}
		if after == next || after > len(src) {
			var ok bool
			if after, ok = s.skip(src, next); !ok {
				return key, next, nil
			}
		}
		f.left--
		f.index++
		s.off = after
	}
}

// value passes over the value at s.off, or enters it if the path leads through it. It reports whether it is over.
func (s *Seeker) value(src []byte, final bool) (done bool, err error) {
	depth := len(s.stack)
	match := depth == 0 || s.stack[depth-1].match
	if match && depth < len(s.steps) && !s.begun {
		entered, empty, err := s.enter(src)
		if entered || empty || err != nil {
			return empty, err
		}
	}
	run := 0
	if !match {
		run = s.stack[depth-1].run
	}
	if !s.begun && run == 0 {
		// Most values are there to their end.
		if next, whole := s.skip(src, s.off); whole {
			if match {
				s.lead(src, next)
			}
			s.off = next
			return true, nil
		}
	}
	if !s.begun {
		if run == 0 {
			s.scan.ResetWithin(s.budget)
		} else {
			s.scan.ResetElements(run, s.budget)
		}
		s.begun = true
	}
	n, err := s.scan.Next(src[s.off:], final)
	if err != nil {
		return false, err
	}
	if match {
		s.lead(src, s.off+n)
	}
	s.begun = false
	s.budget = s.scan.Budget()
	if run > 0 {
		s.budget.Enter(0)
	}
	s.off += n
	return true, nil
}

// lead notes the value at s.off, which ends at end, if the path leads to it or may lead on from it.
func (s *Seeker) lead(src []byte, end int) {
	rest := len(s.steps) - len(s.stack)
	if rest > 0 && !hasParts(src[s.off]) {
		return
	}
	s.Leads = append(s.Leads, Lead{Off: s.off, End: end, Rest: rest})
	s.found = s.found || rest == 0 || rest == 1 && s.holds(src)
}

// skip returns where the value at off ends, if all of it is there and well-formed.
func (s *Seeker) skip(src []byte, off int) (next int, ok bool) {
	if next, ok = s.skipPlain(src, off); ok {
		return next, true
	}
	budget := s.budget
	next, err := wire.SkipWithin(src, off, &budget)
	if err != nil {
		return off, false
	}
	s.budget = budget
	return next, true
}

// hasParts reports whether a value that is neither object nor generic array, or one without anything in it, may have
// parts that a path leads to.
func hasParts(header byte) bool {
	switch wire.Header(header).Kind() {
	case wire.KindNull, wire.KindBool, wire.KindNumber, wire.KindString, wire.KindDuration, wire.KindUUID:
		return false
	}
	return true
}

// holds reports whether the value at s.off is an array of numbers that has the element of the last step.
func (s *Seeker) holds(src []byte) bool {
	switch wire.Header(src[s.off]).Kind() {
	case wire.KindNumberArray, wire.KindAligned:
		a, _, err := wire.ViewNumbers(src, s.off)
		last := &s.steps[len(s.steps)-1]
		return err == nil && max(last.index, 0) < a.Len() && (last.Any || last.index >= 0)
	}
	return false
}

// text returns the key or text at off, of which all is there, and where it ends.
func (s *Seeker) text(src []byte, off int) (text []byte, next int, err error) {
	if off < len(src) && src[off]&3 == 0 { // a size of one byte
		start, size := off+1, int(src[off]>>2)
		if next = start + size; next <= len(src) && (s.Checked || len(src)-start >= 8 && size <= 8 && isASCII8(src[start:start+8], size) || isASCII(src, start, next)) {
			return src[start:next], next, nil
		}
	}
	return wire.ViewText(src, off)
}

// high has the bit of each byte that ASCII leaves clear.
const high = 0x8080808080808080

// isASCII8 is isASCII for the first size bytes of eight.
func isASCII8(b []byte, size int) bool {
	return binary.LittleEndian.Uint64(b)<<(64-8*uint(size))&high == 0
}

// isASCII reports whether the bytes of src from start up to end are. It looks at words, also at those of what follows, where
// there is that much.
func isASCII(src []byte, start, end int) bool {
	var all uint64
	for ; start+8 <= end; start += 8 {
		all |= binary.LittleEndian.Uint64(src[start:])
	}
	if start+8 <= len(src) {
		return all&high == 0 && isASCII8(src[start:start+8], end-start)
	}
	for _, c := range src[start:end] {
		all |= uint64(c)
	}
	return all&high == 0
}

// skipPlain returns the offset after null, a boolean, a number or text, if that is what is at off and all of it is there.
func (s *Seeker) skipPlain(src []byte, off int) (next int, ok bool) {
	if off >= len(src) {
		return off, false
	}
	if w := view.PlainWidth[src[off]]; w > 0 {
		next = off + int(w)
		return next, next <= len(src)
	}
	if wire.Header(src[off]) == wire.HeaderString {
		_, next, err := s.text(src, off+1)
		return next, err == nil
	}
	return off, false
}

// enter begins the object or generic array at s.off, if it is one.
func (s *Seeker) enter(src []byte) (entered, empty bool, err error) {
	h, err := wire.ReadHeader(src, s.off)
	if err != nil {
		return false, false, err
	}
	f := frame{kind: h.Kind(), head: h, index: -1, at: -1, found: len(s.Leads), members: len(s.members)}
	var next int
	switch f.kind {
	case wire.KindObject, wire.KindIntObject:
		_, f.left, next, err = wire.ReadObject(src, s.off)
	case wire.KindArray:
		f.left, next, err = wire.ReadArray(src, s.off)
	default:
		return false, false, nil
	}
	switch {
	case err != nil:
		return false, false, err
	case f.left == 0:
		s.off = next
		return false, true, nil
	case !s.budget.Enter(f.left):
		return false, false, fault.At(s.off, s.budget.Err())
	}
	s.off = next
	s.stack = append(s.stack, f)
	return true, false, nil
}

// Incomplete reports whether an error of Next only says that there must be more.
func Incomplete(err error) bool { return errors.Is(err, fault.ErrTruncated) }
