// Unions, read: one of several types, with an id that says which.

package json

import (
	"reflect"
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/typeset"
)

// unionDecoder is a union compiled for reading.
type unionDecoder struct {
	*typeset.Union
	typ   reflect.Type
	tag   expectedKey
	cases []caseDecoder
	// targets are the cases as values without an id are matched with them.
	targets []typeset.Target
	unit    *caseDecoder // of them, which is null
}

// caseDecoder is one of its cases.
type caseDecoder struct {
	*typeset.Case
	decoder *decoder
	null    bool // can be null
}

// decoderOfUnion is what a declaration of a union calls; see [typeset.Declaration.Visit].
type decoderOfUnion struct {
	c decoderCompiler
	k *decoder
}

func (u decoderOfUnion) CompileUnion(union *typeset.Union) { u.c.compileUnion(u.k, union) }

// compileUnion fills k for a union.
func (c decoderCompiler) compileUnion(k *decoder, u *typeset.Union) {
	s := &unionDecoder{Union: u, typ: k.typ, tag: expectTag(u.Tag), cases: make([]caseDecoder, len(u.Cases))}
	k.read = map[typeset.Form]readFunc{
		typeset.External: s.readExternal, typeset.Internal: s.readInternal,
		typeset.Adjacent: s.readAdjacent, typeset.Untagged: s.readUntagged,
	}[u.Form]
	for i, uc := range u.Cases {
		if s.cases[i].Case = uc; u.Form == typeset.Internal && uc != u.Other {
			s.cases[i].decoder = c.compileTagged(uc.Elem, u)
			k.parts = append(k.parts, s.cases[i].decoder)
		} else {
			s.cases[i].decoder = c.part(k, uc.Elem, reflect.PointerTo(uc.Elem))
		}
		s.cases[i].null = c.takesNull(uc.Elem)
		if u.Form == typeset.Untagged {
			c.untagged(s, &s.cases[i])
		}
	}
}

// expectTag is expectKey for a name that may be any text.
func expectTag(name string) expectedKey {
	quoted := jsontext.AppendQuoted(nil, name, false)
	return expectKey(string(quoted[1 : len(quoted)-1]))
}

// compileTagged compiles a struct that has its id among its members.
func (c decoderCompiler) compileTagged(t reflect.Type, u *typeset.Union) *decoder {
	k := &decoder{typ: t}
	p := reflect.PointerTo(t)
	if t.Kind() != reflect.Struct || p.Implements(unmarshalerType) || p.Implements(textUnmarshalerType) || typeset.Lookup(c.in.types, t) != nil {
		k.refuse(errTagged)
		return k
	}
	c.compileStructWith(k, &fieldDecoder{expectedKey: expectTag(u.Tag), typ: t, twice: u.Twice(u.Tag), path: u.Tag})
	return k
}

// refuse fills k for a type that the declarations make no sense for.
func (k *decoder) refuse(cause error) {
	t := k.typ
	k.read = func(d *decodeState, i int, _ mem.Pointer) int {
		return d.fail(&declaredError{kind: &UnsupportedTypeError{Type: t}, cause: cause}, i+1)
	}
}

// wrong passes the value at i, which is not an s, and saves why. The error is about what ends at an offset.
func (s *unionDecoder) wrong(d *decodeState, i, end int, cause error) int {
	next := d.skip(i)
	if next > 0 {
		d.saveWrong(s, i, end, cause)
	}
	return next
}

// saveWrong saves that the value at i is not an s. The error is about what ends at an offset.
func (d *decodeState) saveWrong(s *unionDecoder, i, end int, cause error) {
	if d.saved == nil {
		d.save(&declaredError{kind: &UnmarshalTypeError{Value: word(d.src[i]), Type: s.typ, Offset: int64(end)}, cause: cause}, end)
	}
}

// nothing reads null, which stands for nil.
func (s *unionDecoder) nothing(d *decodeState, i int, p mem.Pointer) int {
	next := d.null(i)
	switch {
	case next < 0:
	case s.NotNil:
		d.saveWrong(s, i, next, s.Nil())
	default:
		s.Clear(p)
	}
	return next
}

// readCase reads the value at i as one of c into the union at p.
func (s *unionDecoder) readCase(d *decodeState, i int, c *caseDecoder, p mem.Pointer) int {
	h := s.New(c.Case)
	next := c.decoder.read(d, i, h.At)
	if next < 0 {
		h.Release()
		return -1
	}
	s.Store(p, h)
	return next
}

// readUnit reads the value at i of a unit, which can be null alone.
func (s *unionDecoder) readUnit(d *decodeState, i int, c *caseDecoder, p mem.Pointer) int {
	if d.src[i] != 'n' {
		return s.wrong(d, i, i+1, fault.Because(fault.ErrMismatch, "a value for "+fault.QuoteShort(c.ID)+", which has none"))
	}
	next := d.null(i)
	if next > 0 {
		s.setUnit(c, p)
	}
	return next
}

// setUnit makes the union at p hold a unit.
func (s *unionDecoder) setUnit(c *caseDecoder, p mem.Pointer) { s.Store(p, s.New(c.Case)) }

// readID reads the id at i. c is nil if no case has it, and then text is the id; what is not an id is saved as an
// error, and ok is false.
func (s *unionDecoder) readID(d *decodeState, i int) (c *caseDecoder, text string, next int, ok bool) {
	var found *typeset.Case
	switch b := d.src[i]; {
	case b == '"':
		id, end := d.text(i)
		if end < 0 {
			return nil, "", -1, false
		}
		if found = s.Find(id); found == nil {
			text = string(id)
		}
		next = end
	case b == '-' || b-'0' <= 9:
		if next = d.skip(i); next < 0 {
			return nil, "", -1, false
		}
		n, err := strconv.ParseInt(mem.String(d.src[i:next]), 10, 64)
		if err == nil {
			found = s.FindInt(n)
		}
		if text = fault.Piece(d.src[i:next], maxShownValue); err != nil && !isInteger(d.src[i:next]) {
			d.saveWrong(s, i, next, typeset.ErrID)
			return nil, text, next, false
		}
	default:
		return nil, "", s.wrong(d, i, i+1, typeset.ErrID), false
	}
	if found == nil {
		return nil, text, next, true
	}
	return &s.cases[found.Index], text, next, true
}

// isInteger reports whether a number has neither fraction nor exponent.
func isInteger(text []byte) bool {
	for _, c := range text {
		if c == '.' || c|0x20 == 'e' {
			return false
		}
	}
	return true
}

// unknown reads the whole value at i, whose id no case has, where there is a case for that.
func (s *unionDecoder) unknown(d *decodeState, i, end int, id string, p mem.Pointer) int {
	if s.Other != nil {
		return s.readCase(d, i, &s.cases[s.Other.Index], p)
	}
	return s.wrong(d, i, end, s.Unknown(id))
}

// unknownTagged is unknown for an object with a member for the id. Nobody else looks at the members of a value that is
// kept whole, so it is done here: neither the id nor the content may come twice.
func (s *unionDecoder) unknownTagged(d *decodeState, i, end int, id string, p mem.Pointer) int {
	if s.Other == nil {
		return s.unknown(d, i, end, id, p)
	}
	tagged, content := false, false
	at, done := d.open(i)
	for !done {
		if d.src[at] != '"' {
			return d.syntax()
		}
		key, next := d.text(at)
		if next < 0 {
			return -1
		}
		isID, isContent := string(key) == s.Tag, s.Form == typeset.Adjacent && string(key) == s.Content
		twice := isID && tagged || isContent && content
		tagged, content = tagged || isID, content || isContent
		if next = d.colon(next); next < 0 {
			return -1
		}
		if twice {
			name := s.Tag
			if isContent {
				name = s.Content
			}
			d.budget.Leave()
			return s.wrong(d, i, next+1, s.Twice(name))
		}
		if next = d.endOf(next); next < 0 {
			return -1
		}
		at, done = d.next(next, '}')
	}
	if at < 0 {
		return -1
	}
	return s.unknown(d, i, end, id, p)
}

// readExternal reads an object of one member, whose name is the id, or a unit, which is its id.
func (s *unionDecoder) readExternal(d *decodeState, i int, p mem.Pointer) int {
	switch d.src[i] {
	case 'n':
		return s.nothing(d, i, p)
	case '"':
		return s.readBareID(d, i, p)
	case '{':
	default:
		return d.mismatch(i, s.typ)
	}
	at, done := d.open(i)
	if done {
		if at > 0 {
			d.saveWrong(s, i, i+1, s.Crowd(0))
		}
		return at
	}
	if d.src[at] != '"' {
		return d.syntax()
	}
	name, next := d.text(at)
	if next < 0 {
		return -1
	}
	found := s.Find(name)
	if found == nil && s.Other == nil {
		d.budget.Leave()
		return s.unknown(d, i, at+1, string(name), p)
	}
	if at = d.colon(next); at < 0 {
		return -1
	}
	if found == nil {
		next = d.endOf(at)
	} else {
		next = s.readContent(d, at, &s.cases[found.Index], p)
	}
	if next < 0 {
		return -1
	}
	switch next, done = d.next(next, '}'); {
	case done && next > 0 && found == nil:
		return s.readCase(d, i, &s.cases[s.Other.Index], p)
	case done:
		return next
	}
	n := 1
	for !done {
		if next = d.skipKey(next); next > 0 {
			next = d.skip(next)
		}
		if next < 0 {
			return -1
		}
		n++
		next, done = d.next(next, '}')
	}
	if next > 0 {
		d.saveWrong(s, i, i+1, s.Crowd(n))
	}
	return next
}

// readBareID reads the id of a unit, without a value.
func (s *unionDecoder) readBareID(d *decodeState, i int, p mem.Pointer) int {
	id, next := d.text(i)
	if next < 0 {
		return -1
	}
	switch c := s.Find(id); {
	case c == nil:
		return s.unknown(d, i, next, string(id), p)
	case !c.Unit:
		d.saveWrong(s, i, next, s.needsValue(&s.cases[c.Index]))
	default:
		s.setUnit(&s.cases[c.Index], p)
	}
	return next
}

// readInternal reads an object of which one member is the id.
func (s *unionDecoder) readInternal(d *decodeState, i int, p mem.Pointer) int {
	switch d.src[i] {
	case 'n':
		return s.nothing(d, i, p)
	case '{':
	default:
		return d.mismatch(i, s.typ)
	}
	// The usual case: the id is the first member.
	at := s.tag.match(d.src, space(d.src, i+1))
	if at < 0 {
		if at = s.find(d, i, s.Tag); at < 0 {
			return -1
		}
		if at == 0 {
			return s.wrong(d, i, i+1, s.Missing())
		}
	}
	c, id, end, ok := s.readID(d, at)
	switch {
	case end < 0:
		return -1
	case !ok:
		return d.skip(i)
	case c == nil:
		return s.unknownTagged(d, i, end, id, p)
	}
	d.touched, d.ids = true, append(d.ids, at)
	next := s.readCase(d, i, c, p)
	d.ids = d.ids[:len(d.ids)-1]
	return next
}

// passID passes the id at i, which has been read, of the struct that is being read.
func (d *decodeState) passID(i int, f *fieldDecoder) int {
	next := d.skip(i)
	if last := len(d.ids) - 1; next > 0 && d.ids[last] != i && d.saved == nil {
		d.save(&declaredError{kind: &UnmarshalTypeError{Value: word(d.src[i]), Type: f.typ, Offset: int64(i + 1)}, cause: f.twice}, i+1)
	}
	return next
}

// readAdjacent reads an object of two members, the id and the value, in either order.
func (s *unionDecoder) readAdjacent(d *decodeState, i int, p mem.Pointer) int {
	switch d.src[i] {
	case 'n':
		return s.nothing(d, i, p)
	case '{':
	default:
		return d.mismatch(i, s.typ)
	}
	var c *caseDecoder
	tagged, content, filled := false, -1, false
	at, done := d.open(i)
	for !done {
		if d.src[at] != '"' {
			return d.syntax()
		}
		key, next := d.text(at)
		if next < 0 {
			return -1
		}
		what := adjacentOther
		switch string(key) {
		case s.Tag:
			what = adjacentTag
		case s.Content:
			what = adjacentContent
		}
		value := d.colon(next)
		if value < 0 {
			return -1
		}
		switch {
		case what == adjacentTag && tagged, what == adjacentContent && content >= 0:
			name := s.Tag
			if what == adjacentContent {
				name = s.Content
			}
			d.budget.Leave()
			return s.wrong(d, i, value+1, s.Twice(name))
		case what == adjacentTag:
			found, id, end, ok := s.readID(d, value)
			switch {
			case end < 0:
				return -1
			case !ok:
				d.budget.Leave()
				return d.skip(i)
			case found == nil:
				d.budget.Leave()
				return s.unknownTagged(d, i, end, id, p)
			}
			c, tagged, next = found, true, end
		case what == adjacentContent && c != nil:
			content, filled = value, true
			next = s.readContent(d, value, c, p)
		case what == adjacentContent:
			content = value
			next = d.endOf(value)
		default:
			if d.flags&DisallowUnknownFields != 0 {
				d.saveUnknown(key, at, s.typ)
			}
			next = d.skip(value)
		}
		if next < 0 {
			return -1
		}
		at, done = d.next(next, '}')
	}
	switch {
	case at < 0:
	case c == nil:
		return s.wrong(d, i, i+1, s.Missing())
	case content < 0 && c.Unit:
		s.setUnit(c, p)
	case content < 0:
		d.saveWrong(s, i, i+1, fault.Because(fault.ErrMissing, "no member "+fault.QuoteShort(s.Content)+" for "+fault.QuoteShort(c.ID)))
	case !filled:
		// It is on the level of the object, which has been left.
		if !d.budget.Enter(0) {
			return d.syntax()
		}
		if s.readContent(d, content, c, p) < 0 {
			return -1
		}
		d.budget.Leave()
	}
	return at
}

// What a member of an adjacent union is.
const (
	adjacentOther = iota
	adjacentTag
	adjacentContent
)

// readContent reads a value whose id stands outside of it.
func (s *unionDecoder) readContent(d *decodeState, i int, c *caseDecoder, p mem.Pointer) int {
	switch {
	case c.Unit:
		return s.readUnit(d, i, c, p)
	case d.src[i] == 'n' && !c.null:
		return s.wrong(d, i, i+1, s.needsValue(c))
	}
	return s.readCase(d, i, c, p)
}

func (s *unionDecoder) needsValue(c *caseDecoder) error {
	return fault.Because(fault.ErrMismatch, fault.QuoteShort(c.ID)+" of "+s.typ.String()+" needs a value")
}
