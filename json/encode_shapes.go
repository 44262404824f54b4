// Shapes of maps. Most maps of a document have the keys of another one in the same
// place. Looking up known keys in their order is faster than collecting and sorting
// them, and their text needs no escaping again.

package json

import (
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

// place is somewhere in a document, all elements of an array being one, with the
// shapes of the maps that were there of late.
type place struct {
	known  [4]*shape
	next   uint8 // the one to be replaced
	misses uint8 // since a known shape was met
}

// shapes are those that a state knows. They stay when it is pooled, so that they are
// bounded, and hold copies of the keys.
type shapes struct {
	roots [2]place // without and with escapes for HTML
	keys  int      // of all shapes
}

const (
	mostKeys    = 2048 // of all shapes
	mostOfShape = 64
	longestKey  = 64
	mostMisses  = 8 // in a row, until no more is learned at a place
)

func (s *shapes) root(html bool) *place {
	if html {
		return &s.roots[1]
	}
	return &s.roots[0]
}

// settle begins anew when what is known has become too much.
func (s *shapes) settle() {
	if s.keys >= mostKeys {
		*s = shapes{}
	}
}

// shapeOf returns the shape of m if it is known, with the values of m, in the order of
// its keys, at the end of e.values.
func (e *encodeState) shapeOf(m map[string]any, at *place) *shape {
	base := len(e.values)
candidates:
	for _, s := range at.known {
		if s == nil || len(s.keys) != len(m) {
			continue
		}
		for i := range s.keys {
			v, ok := m[s.keys[i].name]
			if !ok {
				clear(e.values[base:])
				e.values = e.values[:base]
				continue candidates
			}
			e.values = append(e.values, v)
		}
		// As many keys as m has were found, so that these are all.
		at.misses = 0
		return s
	}
	return nil
}

// learn notes the shape of a map, its members sorted, at a place.
func (s *shapes) learn(at *place, members []sortable, html bool) {
	if len(members) > mostOfShape || at.misses >= mostMisses || s.keys+len(members) > mostKeys {
		return
	}
	at.misses++
	for i := range members {
		if len(members[i].key) > longestKey {
			return
		}
	}
	s.keys += len(members)
	learned := &shape{keys: make([]shapeKey, len(members))}
	for i := range members {
		k := &learned.keys[i]
		k.name = strings.Clone(members[i].key)
		k.text = padded(string(append(jsontext.AppendQuoted([]byte{','}, k.name, html), ':')))
	}
	at.known[at.next%4] = learned
	at.next++
}

// paddedText is text with zeros behind to a whole number of words, so that it can be
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
		dst = jsontext.Grow(dst, len(t.words))
	}
	dst = dst[:n+t.n]
	for at := 0; at < len(t.words); at += 8 {
		mem.PutWord(dst, n+at, mem.StringWord(t.words, at))
	}
	return dst
}
