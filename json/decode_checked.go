// What DecodeOptions ask for beyond encoding/json: that each member comes once, that all come, and that null is for what
// can be nil.

package json

import (
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/structs"
)

// nullFor saves that null between two offsets is for a t, where that is an error.
func (d *decodeState) nullFor(t reflect.Type, i, end int) {
	if kind := t.Kind(); kind == reflect.Func || kind == reflect.Chan {
		return // which nothing but null is read into
	}
	if d.flags&strict != 0 && d.saved == nil {
		kind := &UnmarshalTypeError{Value: "null", Type: t, Offset: int64(end)}
		d.save(&declaredError{kind: kind, cause: fault.Because(ErrMismatch, "null for what cannot be nil")}, i+1)
		d.begins = true
	}
}

// readChecked is read where the members that come are counted.
func (s *structDecoder) readChecked(d *decodeState, i int, p mem.Pointer) int {
	begin := i
	i, done := d.open(i)
	level := len(d.frames)
	d.frames = append(d.frames, frame{s, -1})
	var seen structs.Seen
	seen.Hold(len(s.fields))
	for !done {
		at, f := i, (*fieldDecoder)(nil)
		if i, f = s.member(d, i); i < 0 {
			return -1
		}
		switch {
		case f == nil:
			i = d.skip(i)
		case seen.Has(f.index) && d.flags&rejectDuplicates != 0: // in other letters: equal names were found before
			d.frames[level].field = f.index
			d.saveDuplicate(at, s.typ)
			i = d.skip(i)
		default:
			seen.Add(f.index)
			d.frames[level].field = f.index
			i = d.field(i, f, p)
		}
		if i < 0 {
			return -1
		}
		i, done = d.next(i, '}')
	}
	d.frames = d.frames[:level]
	if i > 0 && d.flags&requireAll != 0 && d.saved == nil {
		for f := range s.fields[:len(s.fields)-1] {
			if s.fields[f].required && !seen.Has(f) {
				name := s.fields[f].name()
				d.save(fault.MissingField(name), begin+1)
				d.missing, d.begins, d.of = name, true, s.typ
				break
			}
		}
	}
	return i
}

// saveDuplicate saves that the name at src[at] stands for what a member of a t had that was read.
func (d *decodeState) saveDuplicate(at int, t reflect.Type) {
	if d.saved == nil {
		d.save(duplicateAt(d.src, at), at+1)
		d.begins, d.of = true, t
	}
}

// repeated returns the error for the first name in the value at src[i], which is well-formed, that another member of its
// object has, and where that is.
func repeated(src []byte, i int) (where, error) {
	c := repeats{src: src, at: -1}
	if c.value(i); c.at < 0 {
		return where{}, nil
	}
	return where{about: c.at + 1, begins: true}, duplicateAt(src, c.at)
}

// duplicateAt returns the error for the name at src[at].
func duplicateAt(src []byte, at int) error {
	name, _ := nameAt(src, at)
	return fault.DuplicateKey(string(name))
}

// nameAt returns the name at src[i] as it is read, and the offset after it.
func nameAt(src []byte, i int) (name []byte, next int) {
	next, form, _ := jsontext.ScanString(src, i)
	if name = src[i+1 : next-1]; form != 0 {
		name = jsontext.AppendReplaced(nil, name)
	}
	return name, next
}

// repeats looks for names that come again.
type repeats struct {
	src []byte
	at  int // where one does, or -1
}

// value passes the value at src[i], or returns -1 where a name comes again.
func (c *repeats) value(i int) int {
	switch c.src[i] {
	case '{':
		var names names
		for i = jsontext.SkipSpace(c.src, i+1); c.src[i] != '}'; i = c.comma(i) {
			name, next := nameAt(c.src, i)
			if names.has(name) {
				c.at = i
				return -1
			}
			colon := jsontext.SkipSpace(c.src, next)
			if i = c.value(jsontext.SkipSpace(c.src, colon+1)); i < 0 {
				return -1
			}
		}
	case '[':
		for i = jsontext.SkipSpace(c.src, i+1); c.src[i] != ']'; i = c.comma(i) {
			if i = c.value(i); i < 0 {
				return -1
			}
		}
	default:
		return jsontext.SkipScalar(c.src, i)
	}
	return i + 1
}

// comma passes what stands between two parts, or the space in front of the end.
func (c *repeats) comma(i int) int {
	if i = jsontext.SkipSpace(c.src, i); c.src[i] == ',' {
		i = jsontext.SkipSpace(c.src, i+1)
	}
	return i
}

// names are those of an object that were seen. They point into the text.
type names struct {
	few  [8][]byte
	n    int
	many map[string]struct{} // if there are more
}

// has reports whether a name is there, and adds it.
func (s *names) has(name []byte) bool {
	for _, other := range s.few[:s.n] {
		if string(other) == string(name) {
			return true
		}
	}
	if s.n < len(s.few) {
		s.few[s.n] = name
		s.n++
		return false
	}
	if s.many == nil {
		s.many = map[string]struct{}{}
	}
	before := len(s.many)
	s.many[mem.String(name)] = struct{}{}
	return len(s.many) == before
}

// keys are those of a map that were read from one object, where they are to come once.
type keys struct {
	seen reflect.Value // a map of them, once there is one
}

// has reports whether a key is there, and adds it.
func (k *keys) has(key reflect.Value) bool {
	if !k.seen.IsValid() {
		k.seen = reflect.MakeMap(reflect.MapOf(key.Type(), reflect.TypeFor[struct{}]()))
	}
	before := k.seen.Len()
	k.seen.SetMapIndex(key, reflect.ValueOf(struct{}{}))
	return k.seen.Len() == before
}
