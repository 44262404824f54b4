// Maps in the order of their keys, for EncodeOptions.Deterministic. The members are
// taken out of the map once, keys and elements side by side, and what is sorted are
// small records of the keys: nothing is looked up again.

package engine

import (
	"cmp"
	"math/bits"
	"reflect"
	"slices"
	"sync"

	"github.com/beve-org/beve-go/internal/mem"
)

// sortedKey stands for a key when members are sorted.
type sortedKey struct {
	// first orders keys before anything else is looked at: the first eight bytes of
	// text, or an integer, made so that unsigned comparison is right.
	first uint64
	at    int // where key and element are kept
}

func textKey(text string, at int) sortedKey {
	var w uint64
	if len(text) >= 8 {
		w = bits.ReverseBytes64(mem.StringWord(text, 0))
	} else {
		for i := range len(text) {
			w |= uint64(text[i]) << (56 - 8*i)
		}
	}
	return sortedKey{w, at}
}

func intKey(key reflect.Value, at int) sortedKey {
	if key.CanInt() {
		return sortedKey{uint64(key.Int()) ^ 1<<63, at}
	}
	return sortedKey{key.Uint(), at}
}

// sortKeys sorts keys, whose texts these are. Most maps are small.
func sortKeys(keys []sortedKey, texts []string) {
	if len(keys) > 24 {
		slices.SortFunc(keys, func(a, b sortedKey) int {
			return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(texts[a.at], texts[b.at]))
		})
		return
	}
	for i := 1; i < len(keys); i++ {
		k, j := keys[i], i
		for ; j > 0; j-- {
			before := keys[j-1]
			if before.first < k.first || before.first == k.first && texts[before.at] <= texts[k.at] {
				break
			}
			keys[j] = before
		}
		keys[j] = k
	}
}

// keyBuffer is scratch for the keys of maps that are being written, innermost map
// last.
type keyBuffer struct {
	order []sortedKey
	texts []string

	// shapes has, for the outer levels, the keys in order of the map that was written
	// there last. The next one often has the same, and then its members are looked up
	// in that order: no walk in random order and no sorting.
	shapes [shapeLevels][]string
	shaped bool
}

// Shapes are remembered of maps of up to shapeKeys members at shapeLevels levels.
const (
	shapeLevels = 8
	shapeKeys   = 64
)

// shape returns the keys in order that the map before had at a level, if it had n, or
// nil. Nothing that is written below the level changes them.
func (b *keyBuffer) shape(level, n int) []string {
	if uint(level) >= shapeLevels || len(b.shapes[level]) != n {
		return nil
	}
	return b.shapes[level]
}

// add notes the text of a key whose member is kept at at.
func (b *keyBuffer) add(text string, at int) {
	b.texts, b.order = append(b.texts, text), append(b.order, textKey(text, at))
}

// sort returns the keys from base on, as they were added and the order of them, and
// remembers them as the shape of the level.
func (b *keyBuffer) sort(base, level int) (texts []string, order []sortedKey) {
	texts, order = b.texts[base:], b.order[base:]
	sortKeys(order, texts)
	if uint(level) < shapeLevels && len(order) <= shapeKeys {
		shape := b.shapes[level][:0]
		for _, k := range order {
			shape = append(shape, texts[k.at])
		}
		b.shapes[level], b.shaped = shape, true
	}
	return texts, order
}

// forget drops the shapes, which hold the user's strings.
func (b *keyBuffer) forget() {
	for i := range b.shapes {
		clear(b.shapes[i][:cap(b.shapes[i])]) // a shorter shape may lie over a longer one
		b.shapes[i] = b.shapes[i][:0]
	}
	b.shaped = false
}

// drop forgets the keys from base on.
func (b *keyBuffer) drop(base int) {
	clear(b.texts[base:])
	b.texts, b.order = b.texts[:base], b.order[:base]
}

// anyValues is the scratch of sortedMembers for a map[string]any.
var anyValues sync.Pool

// sortedMembers appends the members of m in the order of their keys. kept is a pool
// of *[]V.
func sortedMembers[V any](e *encodeState, dst []byte, m map[string]V, appendElem func(*encodeState, []byte, V) []byte, kept *sync.Pool) []byte {
	values, ok := kept.Get().(*[]V)
	if !ok {
		values = new([]V)
	}
	// In the order of the map before, if it had the same keys, or else sorted.
	elems, base := (*values)[:0], len(e.keys.order)
	texts, order := e.keys.shape(e.level-1, len(m)), []sortedKey(nil)
	for _, key := range texts {
		v, ok := m[key]
		if !ok {
			texts, elems = nil, elems[:0]
			break
		}
		elems = append(elems, v)
	}
	if texts == nil {
		for key, v := range m {
			e.keys.add(key, len(elems))
			elems = append(elems, v)
		}
		texts, order = e.keys.sort(base, e.level-1)
	}
	ahead := mem.Foresee(dst, len(elems))
	for at := range elems {
		dst = ahead.Room(dst, at)
		if order != nil {
			at = order[at].at
		}
		if dst = appendMember(e, dst, texts[at], elems[at], appendElem); dst == nil {
			break
		}
	}
	e.keys.drop(base)
	if cap(elems) <= keptMembers {
		clear(elems)
		*values = elems
		kept.Put(values)
	}
	return dst
}

// keptMembers is the largest map whose scratch goes back to a pool.
const keptMembers = 1 << 12

// members is memory for the keys and elements of a map that is being sorted.
type members struct {
	keys, elems reflect.Value // slices
}

// grow makes room for n members.
func (s *members) grow(m *mapCodec, n int) {
	if !s.keys.IsValid() || s.keys.Len() < n {
		s.keys = reflect.MakeSlice(reflect.SliceOf(m.typ.Key()), n, n)
		s.elems = reflect.MakeSlice(reflect.SliceOf(m.typ.Elem()), n, n)
	}
}

// appendSorted appends the members in the order of their keys.
func (m *mapCodec) appendSorted(e *encodeState, dst []byte, v reflect.Value) []byte {
	s, n := m.scratch(), v.Len()
	s.sorted.grow(m, n)
	keys, elems := s.sorted.keys, s.sorted.elems
	base, asText := len(e.keys.order), m.key.text != nil || m.key.typ.Kind() == reflect.String
	s.iter.Reset(v)
	for i := 0; s.iter.Next(); i++ {
		key := keys.Index(i)
		key.SetIterKey(&s.iter)
		elems.Index(i).SetIterValue(&s.iter)
		if asText {
			e.keys.add(m.keyText(key), i)
		} else {
			e.keys.order, e.keys.texts = append(e.keys.order, intKey(key, i)), append(e.keys.texts, "")
		}
	}
	order := e.keys.order[base:]
	sortKeys(order, e.keys.texts[base:])
	texts := e.keys.texts[base:]
	for i, k := range order {
		at, key := k.at, keys.Index(k.at)
		if dst = m.appendKey(e, dst, key); m.key.text != nil && i > 0 && dst != nil && texts[at] == texts[order[i-1].at] {
			dst = m.twice(e)
		}
		if dst = m.appendElem(e, dst, key, mem.From(elems.Index(at).Addr().UnsafePointer())); dst == nil {
			break
		}
	}
	e.keys.drop(base)
	if keys.Len() > keptMembers {
		s.sorted = members{}
	} else {
		keys.Clear()
		elems.Clear()
	}
	m.done(s)
	return dst
}
