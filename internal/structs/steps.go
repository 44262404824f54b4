package structs

import (
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/omit"
)

// A Step writes one member, or a part of it: its key, and the header of its value where
// that is always the same, as two stored words, and then the value, by an operation O of
// the format or a codec C. A struct is written by a walk over its steps.
//
// Three invariants make the unchecked stores of that walk sound:
//
//   - Before the first step the target has the room that [Room] returned, and after each
//     step whose length the value decides it has Next bytes again. So a step of bounded
//     length never asks.
//   - That room is the sum of what the steps store up to and with the words of the next
//     one of variable length, and Slack: both words are stored as a whole, whatever N
//     says, and so is the last word of a text.
//   - A member that may be left out counts as there, and one of variable length that may
//     be left out does not end a sum: the room that it would ask for is not asked for.
type Step[O ~uint8, C any] struct {
	W0, W1 uint64 // the bytes to store first
	Off    uint32 // of the value in the struct
	Next   int32  // the room that is needed after a value of variable length
	N      uint8  // how many bytes of the words count
	Op     O
	Omit   omit.Kind // when the member is left out,
	OmitAt uint8     // and where in it that shows
	Span   uint16    // how many steps the member has
	Field  uint16    // the member, for its name
	Codec  C
	Ask    func(p mem.Pointer) bool // of an asking step: whether the member that follows is left out
}

// Slack covers that words are stored as a whole where fewer bytes count.
const Slack = 32

// A Member is what the steps of one member are made from.
type Member[O ~uint8, C any] struct {
	Head  []byte // what is always the same: the key, and perhaps the header
	Op    O
	Off   uintptr
	Codec C
	Omit  omit.Rule
}

// AppendMember appends the steps of member i: one by which a function is asked whether it
// is left out, if it takes one, one for each two words of a long head, and that of the
// value. key and ask are the operations of the former.
func AppendMember[O ~uint8, C any](steps []Step[O, C], i int, m *Member[O, C], key, ask O) []Step[O, C] {
	if m.Omit.Kind == omit.Ask {
		steps = append(steps, Step[O, C]{Op: ask, Off: uint32(m.Off), Ask: m.Omit.Ask})
	}
	first, head := len(steps), m.Head
	for ; len(head) > WordBytes; head = head[WordBytes:] {
		steps = append(steps, newStep(i, m, key, head[:WordBytes]))
	}
	steps = append(steps, newStep(i, m, m.Op, head))
	span := uint16(len(steps) - first)
	if m.Omit.Kind == omit.Ask {
		first--
	} else {
		steps[first].Omit, steps[first].OmitAt = m.Omit.Kind, m.Omit.At
	}
	steps[first].Span = span
	return steps
}

func newStep[O ~uint8, C any](i int, m *Member[O, C], op O, head []byte) Step[O, C] {
	var w [WordBytes]byte
	copy(w[:], head)
	return Step[O, C]{
		W0: mem.Word(w[:], 0), W1: mem.Word(w[:], 8), N: uint8(len(head)),
		Op: op, Off: uint32(m.Off), Field: uint16(i), Codec: m.Codec,
	}
}

// A Bound is what one step may store.
type Bound struct {
	Bytes int // at most, up to a value of variable length
	// Variable says that a value of variable length follows, after which room is made,
	// and Optional that the step may be left out.
	Variable, Optional bool
}

// Room returns the room that n steps need up to and with the first one of variable length.
// It goes from the end backwards and tells note the room that is needed after each of
// those.
func Room(n int, bound func(i int) Bound, note func(i, room int)) int {
	room := Slack
	for i := n - 1; i >= 0; i-- {
		b := bound(i)
		if b.Variable {
			note(i, room)
			if !b.Optional {
				room = Slack
			}
		}
		room += b.Bytes
	}
	return room
}
