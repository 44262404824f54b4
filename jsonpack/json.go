// This file turns JSON text into documents and back, without Go values between.

package jsonpack

import (
	"math"
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/walked"
)

// FromJSON returns the document that JSON text stands for. Members of objects may come
// in any order; the last of repeated ones counts, and those that are not properties are
// checked and ignored. A missing property is an error, and so are null and numbers that
// do not fit. The error is an [*EncodeError] around a [*DecodeError], which says where in
// the text.
func (s *Schema) FromJSON(text []byte) ([]byte, error) {
	return s.result(func(dst []byte) ([]byte, error) { return DecodeOptions{}.FromJSON(s, dst, text) })
}

// ToJSON returns a document as compact JSON text, members in the order of the schema.
// Infinities, NaN and text that is not UTF-8, for which JSON has no form, are errors. The
// error is a [*DecodeError].
func (s *Schema) ToJSON(data []byte) ([]byte, error) {
	return s.result(func(dst []byte) ([]byte, error) { return DecodeOptions{}.ToJSON(s, dst, data) })
}

// FromJSON appends what [Schema.FromJSON] returns to dst. On failure it returns dst
// unchanged. Of the options it looks at Limits, which bound the text.
func (o DecodeOptions) FromJSON(s *Schema, dst, text []byte) ([]byte, error) {
	if !s.made() {
		return dst, encodeError(&fault.EncodeError{Err: errNoSchema, Format: format})
	}
	p := packer{input: text, out: s.appendSeal(present(dst)), budget: fault.Limits(o.Limits).Budget()}
	err := p.message(&o, s.doc.root)
	if err == nil {
		return p.out, nil
	}
	if e, ok := err.(*fault.DecodeError); ok {
		e.Path = p.trail.Pointer()
	}
	return dst, decodeError(err)
}

// packer writes a document while it reads JSON text.
type packer struct {
	input   []byte
	out     []byte
	budget  fault.Budget
	trail   fault.Trail
	scratch []byte // text with escapes
	// segments are where the members of the objects that are being read lie in out,
	// innermost object last.
	segments []segment
	moved    []byte      // members on their way to their place
	walk     walked.Walk // which counts what was read in vain
}

// segment is the bytes of a member in out, once it is found.
type segment struct {
	start, end int
	found      bool
}

// message packs the text, which must hold one value and nothing else.
func (p *packer) message(o *DecodeOptions, root *node) error {
	if !fault.Limits(o.Limits).Admits(len(p.input)) {
		return jsontext.ErrorAt(0, fault.Because(fault.ErrLimit, "text is longer than Limits.MaxBytes"))
	}
	if root.levels > fault.Depth(o.Limits.MaxDepth) {
		return jsontext.ErrorAt(0, fault.ErrDepth)
	}
	next, err := p.value(jsontext.SkipSpace(p.input, 0), root)
	if err != nil {
		return err
	}
	if next = jsontext.SkipSpace(p.input, next); next < len(p.input) {
		return jsontext.ErrorAt(next, fault.ErrTrailing)
	}
	return nil
}

// value packs the value at p.input[i], not a space, as n has it.
func (p *packer) value(i int, n *node) (next int, err error) {
	if i >= len(p.input) {
		return i, jsontext.ErrorAt(i, fault.ErrTruncated)
	}
	switch c := p.input[i]; {
	case n.class == classOneOf:
		return p.oneOf(i, n)
	case c == '{' && n.class == classObject:
		return p.object(i, n)
	case c == '[' && n.class == classArray:
		return p.array(i, n)
	case c == '"' && n.class == classString:
		var text []byte
		if text, next, p.scratch, err = jsontext.ViewString(p.input, i, p.scratch); err == nil {
			p.out = append(appendVaruint(p.out, uint64(len(text))), text...)
		}
		return next, err
	case c == 't' && n.class == classBool:
		p.out = append(p.out, 1)
		return jsontext.ReadLiteral(p.input, i, "true")
	case c == 'f' && n.class == classBool:
		p.out = append(p.out, 0)
		return jsontext.ReadLiteral(p.input, i, "false")
	case (c == '-' || c-'0' <= 9) && n.number():
		bits, next, cause := n.parseNumber(p.input, i)
		if cause != nil {
			return i, jsontext.ErrorAt(next, cause)
		}
		p.out = n.appendScalar(p.out, bits)
		return next, nil
	default:
		found, ok := jsonKinds[c]
		if !ok {
			return i, jsontext.Unexpected(p.input, i, "where a value must start")
		}
		return i, jsontext.ErrorAt(i, fault.Because(fault.ErrMismatch, found+" where the schema has "+n.name))
	}
}

// jsonKinds names what a value is by its first byte.
var jsonKinds = func() map[byte]string {
	kinds := map[byte]string{'{': "an object", '[': "an array", '"': "a string", 't': "true", 'f': "false", 'n': "null", '-': "a number"}
	for c := byte('0'); c <= '9'; c++ {
		kinds[c] = "a number"
	}
	return kinds
}()

// enter takes the budget of one item or member that starts at p.input[i].
func (p *packer) enter(i int) error {
	if !p.budget.Enter(1) {
		return jsontext.ErrorAt(i, p.budget.Err())
	}
	return nil
}

// array packs the array whose bracket is at p.input[i]. Its count comes to stand before
// items whose number is known only afterwards.
func (p *packer) array(i int, n *node) (next int, err error) {
	start, count := len(p.out), 0
	p.out = append(p.out, 0)
	i = jsontext.SkipSpace(p.input, i+1)
	if i < len(p.input) && p.input[i] == ']' {
		return i + 1, nil
	}
	for {
		if err := p.enter(i); err != nil {
			return i, err
		}
		if i, err = p.value(i, n.items); err != nil {
			p.trail.Index(count)
			return i, err
		}
		p.budget.Leave()
		count++
		var more bool
		if i, more, err = p.another(i, ']'); err != nil {
			return i, err
		}
		if !more {
			p.out = setVaruint(p.out, start, uint64(count))
			return i, nil
		}
	}
}

// another passes over what follows an element or member: a comma, and white space up to
// the next one, or the bracket that ends them all.
func (p *packer) another(i int, end byte) (next int, more bool, err error) {
	i = jsontext.SkipSpace(p.input, i)
	switch {
	case i < len(p.input) && p.input[i] == ',':
		return jsontext.SkipSpace(p.input, i+1), true, nil
	case i < len(p.input) && p.input[i] == end:
		return i + 1, false, nil
	}
	return i, false, jsontext.Unexpected(p.input, i, "where a comma or "+string(rune(end))+" must follow a value")
}

// object packs the object whose brace is at p.input[i]. Members are packed as they
// come; if that is not the order of the wire they are moved in the end.
func (p *packer) object(i int, n *node) (next int, err error) {
	start, first := len(p.out), len(p.segments)
	p.segments = append(p.segments, make([]segment, len(n.members))...)
	if i, err = p.members(i, n, first); err != nil {
		return i, err
	}
	inPlace, end := true, start
	for j := range n.members {
		m := &n.members[j]
		s := &p.segments[first+n.index[m.name]]
		if !s.found && m.spare {
			s.found, s.start = true, len(p.out)
			p.out = m.node.appendZero(p.out)
			s.end = len(p.out)
		}
		if !s.found {
			p.trail.Key(m.name)
			return i, jsontext.ErrorAt(i-1, fault.Because(fault.ErrMissing, "no member for a property of the schema"))
		}
		inPlace = inPlace && s.start == end
		end = s.end
	}
	if !inPlace || end != len(p.out) {
		p.moved = append(p.moved[:0], p.out[start:]...)
		p.out = p.out[:start]
		for j := range n.members {
			s := p.segments[first+n.index[n.members[j].name]]
			p.out = append(p.out, p.moved[s.start-start:s.end-start]...)
		}
	}
	p.segments = p.segments[:first]
	return i, nil
}

// members packs the members of an object and notes where the properties lie.
func (p *packer) members(i int, n *node, first int) (next int, err error) {
	i = jsontext.SkipSpace(p.input, i+1)
	if i < len(p.input) && p.input[i] == '}' {
		return i + 1, nil
	}
	for {
		if i >= len(p.input) || p.input[i] != '"' {
			return i, jsontext.Unexpected(p.input, i, "where a key must start")
		}
		if err := p.enter(i); err != nil {
			return i, err
		}
		var name []byte
		if name, i, p.scratch, err = jsontext.ViewString(p.input, i, p.scratch); err != nil {
			return i, err
		}
		j, known := n.index[string(name)]
		i = jsontext.SkipSpace(p.input, i)
		if i >= len(p.input) || p.input[i] != ':' {
			return i, jsontext.Unexpected(p.input, i, "where a colon must follow a key")
		}
		i = jsontext.SkipSpace(p.input, i+1)
		if known {
			at := len(p.out)
			if i, err = p.value(i, n.members[j].node); err != nil {
				p.trail.Key(n.members[j].name)
				return i, err
			}
			p.segments[first+j] = segment{at, len(p.out), true}
		} else if i, err = p.skip(i); err != nil {
			return i, err
		}
		p.budget.Leave()
		var more bool
		if i, more, err = p.another(i, '}'); err != nil || !more {
			return i, err
		}
	}
}

// skip passes over the value of a member that is not a property of the schema.
func (p *packer) skip(i int) (next int, err error) {
	if next = jsontext.Skip(p.input, i, p.budget.Left()); next >= 0 {
		return next, nil
	}
	// The scanner says what is wrong, and where.
	var s jsontext.Scanner
	s.Reset(p.budget.Left())
	_, _, err = s.Scan(p.input[i:], true)
	if e, ok := err.(*fault.DecodeError); ok {
		e.Offset += int64(i)
		return i, e
	}
	return i, jsontext.ErrorAt(i, fault.ErrSyntax)
}

// ToJSON appends what [Schema.ToJSON] returns to dst. On failure it returns dst
// unchanged. Of the options it looks at Limits and AllowTrailing.
func (o DecodeOptions) ToJSON(s *Schema, dst, data []byte) ([]byte, error) {
	out := present(dst)
	_, err := o.decode(s, data, !o.AllowTrailing, func(d *decodeState, off int) int {
		p := printer{decodeState: d, out: out}
		off = p.value(off, s.doc.root)
		out = p.out
		return off
	})
	if err != nil {
		return dst, decodeError(err)
	}
	return out, nil
}

// printer prints a document as JSON text.
type printer struct {
	*decodeState
	out []byte
}

// value prints the value at off, and returns the offset after it or -1.
func (p *printer) value(off int, n *node) int {
	switch n.class {
	case classOneOf:
		return p.oneOf(off, n)
	case classObject:
		return p.object(off, n, "")
	case classArray:
		return p.array(off, n)
	case classString:
		text, next := p.viewText(off)
		if next < 0 {
			return -1
		}
		if !jsontext.ValidUTF8(text) {
			return p.Fail(off, "", fault.ErrUTF8)
		}
		p.out = jsontext.AppendString(p.out, text)
		return next
	}
	v, next := p.scalar(off, n)
	if next < 0 {
		return -1
	}
	if n.class == classBool {
		p.out = strconv.AppendBool(p.out, v != 0)
		return next
	}
	x := numberOf(n.class, n.size, v)
	if f := math.Float64frombits(x.bits); x.class == classFloat && (math.IsNaN(f) || math.IsInf(f, 0)) {
		return p.Fail(off, "", errNoNumber)
	}
	p.out = x.appendText(p.out, n.size)
	return next
}

func (p *printer) array(off int, n *node) int {
	count, next := p.openArray(off, n, "")
	if next < 0 {
		return -1
	}
	p.out = append(p.out, '[')
	for i := range count {
		if i > 0 {
			p.out = append(p.out, ',')
		}
		if next = p.value(next, n.items); next < 0 {
			return p.InIndex(i)
		}
	}
	p.out = append(p.out, ']')
	p.close()
	return next
}

// object prints an object that begins with head.
func (p *printer) object(off int, n *node, head string) int {
	p.out = append(p.out, '{')
	start := len(p.out)
	p.out = append(p.out, head...)
	for i := range n.members {
		m := &n.members[i]
		before := len(p.out)
		if before > start {
			p.out = append(p.out, ',')
		}
		p.out = append(jsontext.AppendText(p.out, m.name), ':')
		if off = p.value(off, m.node); off < 0 {
			return p.InKey(m.name)
		}
		if m.repeated {
			p.out = p.out[:before] // the last one counts
		}
	}
	p.out = append(p.out, '}')
	return off
}
