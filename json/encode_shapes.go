// Shapes of maps. Most maps of a document have the keys of another one in the same
// place. Looking up known keys in their order is faster than collecting and sorting
// them, and their text needs no escaping again.

package json

import (
	"slices"
	"strings"

	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
)

// shape is a set of keys in their order.
type shape struct{ keys []shapeKey }

type shapeKey struct {
	name  string
	text  paddedText
	below place // of what stands under this key
}

// place is somewhere in a document, all elements of an array being one.
type place struct {
	last   *shape // of the maps that were there
	misses uint8  // since a known shape was met
}

// shapes are those that a state knows. They stay when it is pooled, so that they are
// bounded, and hold copies of the keys.
type shapes struct {
	root    place
	bySize  [maxOfShape + 1][alike]*shape
	keys    int // of all shapes
	refused int // how often there was no room for a shape
}

const (
	maxKeys    = 2048 // of all shapes
	maxOfShape = 64
	maxKey     = 64
	alike      = 4   // shapes with the same number of keys
	maxMisses  = 8   // in a row, until no more is learned at a place
	maxRefused = 256 // until all begins anew
)

// shapes returns those for the way in which keys are written, at the first call new.
func (e *encodeState) shapes() *shapes {
	at := &e.known[0]
	if e.html {
		at = &e.known[1]
	}
	if *at == nil {
		*at = new(shapes)
	}
	return *at
}

// settle forgets all when what is known leaves no room for what comes.
func (e *encodeState) settle() {
	for i, s := range e.known {
		if s != nil && s.refused > maxRefused {
			e.known[i] = nil
		}
	}
}

// shapeOf returns the shape of m if it is known, with the values of m, in the order of
// its keys, at the end of e.values.
func (e *encodeState) shapeOf(m map[string]any, at *place) *shape {
	if s := at.last; s != nil && len(s.keys) == len(m) && e.lookup(m, s) {
		at.misses = 0
		return s
	}
	if len(m) > maxOfShape {
		return nil
	}
	for _, s := range e.shapes().bySize[len(m)] {
		if s != nil && s != at.last && e.lookup(m, s) {
			at.last, at.misses = s, 0
			return s
		}
	}
	return nil
}

// lookup appends the values of m to e.values if its keys, as many as s has, are those
// of s.
func (e *encodeState) lookup(m map[string]any, s *shape) bool {
	base := len(e.values)
	for i := range s.keys {
		v, ok := m[s.keys[i].name]
		if !ok {
			clear(e.values[base:])
			e.values = e.values[:base]
			return false
		}
		e.values = append(e.values, v)
	}
	return true
}

// learn notes the shape of a map, its members sorted, at a place.
func (e *encodeState) learn(at *place, members []sortable) {
	n := len(members)
	if n > maxOfShape || at.misses >= maxMisses {
		return
	}
	at.misses++
	for i := range members {
		if len(members[i].key) > maxKey {
			return
		}
	}
	known := e.shapes()
	free := slices.Index(known.bySize[n][:], nil)
	if free < 0 || known.keys+n > maxKeys {
		known.refused++
		return
	}
	s := &shape{keys: make([]shapeKey, n)}
	for i := range members {
		k := &s.keys[i]
		k.name = strings.Clone(members[i].key)
		k.text = padded(string(append(jsontext.AppendQuoted([]byte{','}, k.name, e.html), ':')))
	}
	known.keys += n
	known.bySize[n][free] = s
	at.last = s
}

// paddedText is text with zeros after to a whole number of words, so that it can be
// stored by words.
type paddedText struct {
	words string
	n     int
}

func padded(text string) paddedText {
	return paddedText{text + strings.Repeat("\x00", -len(text)&7), len(text)}
}

func (t *paddedText) append(dst []byte) []byte {
	n := len(dst)
	if cap(dst)-n < len(t.words) {
		dst = mem.Grow(dst, len(t.words))
	}
	dst = dst[:n+t.n]
	for at := 0; at < len(t.words); at += 8 {
		mem.PutWord(dst, n+at, mem.StringWord(t.words, at))
	}
	return dst
}
