// This file is values of one of several types in JSON text, with an id where the schema says, or none.

package jsonpack

import (
	"slices"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/typeset"
)

// oneOf prints a value of one of several types.
func (p *printer) oneOf(off int, n *node) int {
	o := n.oneOf
	c, next, cause := o.read(p.src, off)
	switch {
	case cause != nil:
		return p.Fail(off, "", cause)
	case c == nil:
		p.out = append(p.out, "null"...)
		return next
	}
	switch o.form {
	case typeset.External:
		if c.node == nil {
			p.out = append(p.out, c.text...)
			return next
		}
		p.out = append(append(append(p.out, '{'), c.text...), ':')
	case typeset.Internal:
		head := string(append(jsontext.AppendText(nil, o.tag), ':')) + c.text
		if c.node == nil {
			p.out = append(append(append(p.out, '{'), head...), '}')
			return next
		}
		return p.object(next, c.node, head)
	case typeset.Adjacent:
		p.out = append(jsontext.AppendText(append(p.out, '{'), o.tag), ':')
		p.out = append(p.out, c.text...)
		if c.node == nil {
			p.out = append(p.out, '}')
			return next
		}
		p.out = append(jsontext.AppendText(append(p.out, ','), o.content), ':')
	default:
		if c.node == nil {
			p.out = append(p.out, "null"...)
			return next
		}
		return p.value(next, c.node)
	}
	if next = p.value(next, c.node); next < 0 {
		return p.InKey(o.keyOf(c.id))
	}
	p.out = append(p.out, '}')
	return next
}

// oneOf packs the value at p.input[i] as one of several types.
func (p *packer) oneOf(i int, n *node) (next int, err error) {
	o := n.oneOf
	switch c := p.input[i]; {
	case o.form == typeset.Untagged:
		return p.untagged(i, o)
	case c == 'n' && o.notNull:
		return i, jsontext.ErrorAt(i, fault.Because(fault.ErrMismatch, "null is not a case"+o.list()))
	case c == 'n':
		p.out = append(p.out, 0)
		return jsontext.ReadLiteral(p.input, i, "null")
	case c == '"' && o.form == typeset.External:
		return p.unit(i, o)
	case c == '{' && o.form == typeset.External:
		return p.external(i, o)
	case c == '{':
		return p.tagged(i, o)
	default:
		found, ok := jsonKinds[c]
		if !ok {
			return i, jsontext.Unexpected(p.input, i, "where a value must start")
		}
		return i, jsontext.ErrorAt(i, fault.Because(fault.ErrMismatch, found+" where the schema has one of several types"))
	}
}

// begin packs the number of a case.
func (p *packer) begin(o *oneOf, c *oneOfCase) { p.out = appendVaruint(p.out, o.number(c.id)) }

// find returns the case whose id is id, as JSON.
func (o *oneOf) find(text []byte) *oneOfCase {
	for i := range o.cases {
		if o.cases[i].text == string(text) {
			return &o.cases[i]
		}
	}
	return nil
}

// id reads the id at p.input[i].
func (p *packer) id(i int, o *oneOf) (c *oneOfCase, next int, err error) {
	if i >= len(p.input) {
		return nil, i, jsontext.ErrorAt(i, fault.ErrTruncated)
	}
	var shown []byte
	if p.input[i] == '"' {
		if shown, next, p.scratch, err = jsontext.ViewString(p.input, i, p.scratch); err != nil {
			return nil, i, err
		}
		c = o.find(jsontext.AppendText(nil, string(shown)))
	} else {
		if next, err = p.skip(i); err != nil {
			return nil, i, err
		}
		shown = p.input[i:next]
		c = o.find(shown)
	}
	if c == nil {
		return nil, i, jsontext.ErrorAt(i, fault.Because(fault.ErrMismatch, fault.QuoteShort(shown)+" is not a case"+o.list()))
	}
	return c, next, nil
}

// unit packs the id of a case without a value.
func (p *packer) unit(i int, o *oneOf) (next int, err error) {
	c, next, err := p.id(i, o)
	if err == nil && c.node != nil {
		err = jsontext.ErrorAt(i, fault.Because(fault.ErrMismatch, fault.QuoteShort(c.id)+" needs a value"))
	}
	if err != nil {
		return i, err
	}
	p.begin(o, c)
	return next, nil
}

// content packs the value of c at p.input[i], which stands in a member of its own.
func (p *packer) content(i int, o *oneOf, c *oneOfCase) (next int, err error) {
	if i >= len(p.input) {
		return i, jsontext.ErrorAt(i, fault.ErrTruncated)
	}
	p.begin(o, c)
	switch {
	case c.node != nil:
		next, err = p.value(i, c.node)
	case p.input[i] == 'n':
		next, err = jsontext.ReadLiteral(p.input, i, "null")
	default:
		err = jsontext.ErrorAt(i, fault.Because(fault.ErrMismatch, "a value for "+fault.QuoteShort(c.id)+", which has none"))
	}
	if err != nil {
		p.trail.Key(o.keyOf(c.id))
	}
	return next, err
}

// external packs the object at p.input[i], the name of whose only member is the id.
func (p *packer) external(i int, o *oneOf) (next int, err error) {
	var c *oneOfCase
	count := 0
	next, err = p.each(i, func(name []byte, key, at int) (int, error) {
		if count++; count > 1 {
			return p.skip(at)
		}
		found, _, err := p.id(key, o)
		if err != nil {
			p.trail.Key(string(name))
			return at, err
		}
		c = found
		return p.content(at, o, c)
	})
	if err == nil && count != 1 {
		err = jsontext.ErrorAt(i, fault.Because(fault.ErrMismatch, "an object of another number of members than one, whose name is the id"))
	}
	return next, err
}

// tagged packs the object at p.input[i], of which one member is the id.
func (p *packer) tagged(i int, o *oneOf) (next int, err error) {
	tag, content := -1, -1
	next, err = p.each(i, func(name []byte, _, at int) (int, error) {
		place := &tag
		switch {
		case string(name) == o.tag:
		case string(name) == o.content && o.form == typeset.Adjacent:
			place = &content
		default:
			return p.skip(at)
		}
		if *place >= 0 {
			p.trail.Key(string(name))
			return at, jsontext.ErrorAt(at, fault.Because(fault.ErrDuplicate, "member "+fault.QuoteShort(name)+" comes twice"))
		}
		*place = at
		return p.skip(at)
	})
	if err != nil {
		return next, err
	}
	if tag < 0 {
		return i, jsontext.ErrorAt(i, fault.Because(fault.ErrMissing, "no member "+fault.QuoteShort(o.tag)+" says which case it is"+o.list()))
	}
	c, _, err := p.id(tag, o)
	switch {
	case err != nil:
		p.trail.Key(o.tag)
	case o.form == typeset.Internal && c.node != nil:
		p.begin(o, c)
		_, err = p.object(i, c.node)
	case o.form == typeset.Internal, content < 0 && c.node == nil:
		p.begin(o, c)
	case content < 0:
		err = jsontext.ErrorAt(i, fault.Because(fault.ErrMissing, "no member "+fault.QuoteShort(o.content)+" for "+fault.QuoteShort(c.id)))
	default:
		_, err = p.content(content, o, c)
	}
	return next, err
}

// each calls f for the members of the object at p.input[i], with the name and where it and the value stand; f returns
// the offset after the value.
func (p *packer) each(i int, f func(name []byte, key, at int) (int, error)) (next int, err error) {
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
		key := i
		var name []byte
		if name, i, p.scratch, err = jsontext.ViewString(p.input, i, p.scratch); err != nil {
			return i, err
		}
		i = jsontext.SkipSpace(p.input, i)
		if i >= len(p.input) || p.input[i] != ':' {
			return i, jsontext.Unexpected(p.input, i, "where a colon must follow a key")
		}
		if i, err = f(name, key, jsontext.SkipSpace(p.input, i+1)); err != nil {
			return i, err
		}
		p.budget.Leave()
		var more bool
		if i, more, err = p.another(i, '}'); err != nil || !more {
			return i, err
		}
	}
}

// untagged packs a value that its shape says the case of: it is the first that takes it.
func (p *packer) untagged(i int, o *oneOf) (next int, err error) {
	if p.input[i] == 'n' {
		at := slices.IndexFunc(o.cases, func(c oneOfCase) bool { return c.node == nil })
		switch {
		case at >= 0:
			p.begin(o, &o.cases[at])
		case o.notNull:
			return i, jsontext.ErrorAt(i, fault.Because(fault.ErrMismatch, "null is not a case"+o.list()))
		default:
			p.out = append(p.out, 0)
		}
		return jsontext.ReadLiteral(p.input, i, "null")
	}
	shape, err := p.shape(i)
	if err != nil {
		return i, err
	}
	ranked := typeset.Rank(nil, o.targets, &shape)
	if len(ranked) == 0 {
		return i, jsontext.ErrorAt(i, fault.Because(fault.ErrMismatch, "the value has the shape of no case"+o.list()))
	}
	out, segments, budget, trail := len(p.out), len(p.segments), p.budget, p.trail
	for at, candidate := range ranked {
		c := &o.cases[candidate.Index]
		p.begin(o, c)
		reused := p.walk.Try()
		if next, err = p.value(i, c.node); err == nil || at == len(ranked)-1 {
			p.walk.Tried()
			break
		}
		end, failed := p.skip(i)
		if !p.walk.Vain(reused, end-i, len(p.input)) || failed != nil {
			break
		}
		p.out, p.segments, p.budget, p.trail = p.out[:out], p.segments[:segments], budget, trail
	}
	return next, err
}

// shape returns what the value at p.input[i] looks like from outside.
func (p *packer) shape(i int) (shape typeset.Shape, err error) {
	shape = typeset.Shape{Kind: typeset.JSONKind(p.input, i), Bits: 64, AnySign: true}
	switch shape.Kind {
	case typeset.KindArray:
		if at := jsontext.SkipSpace(p.input, i+1); at < len(p.input) {
			shape.Elem = typeset.JSONKind(p.input, at)
		}
	case typeset.KindObject:
		_, err = p.each(i, func(name []byte, _, at int) (int, error) {
			shape.Members = append(shape.Members, slices.Clone(name))
			return p.skip(at)
		})
	}
	return shape, err
}
