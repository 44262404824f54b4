// This file reads JSON text: where values lie, not what they are worth.

package inspect

import (
	"bytes"
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
)

// mark is the byte order mark that text may begin with.
const mark = "\ufeff"

// jsonValues are the values of a file of JSON, one after another.
func (f *File) jsonValues() *inside {
	return &inside{
		count: -1,
		more: func(_, off int) (int, bool, error) {
			if off == 0 && bytes.HasPrefix(f.data, []byte(mark)) {
				off = len(mark)
			}
			off = jsontext.SkipSpace(f.data, off)
			return off, off < len(f.data), nil
		},
		child: func(_, off int) (part, error) { return f.jsonValue(off) },
		pass:  func(_, off int) (int, error) { return f.passJSON(off) },
	}
}

// passJSON returns where the value at off ends.
func (f *File) passJSON(off int) (int, error) {
	if off == len(f.data) {
		return off, fault.At(off, fault.ErrTruncated)
	}
	if f.data[off] != '{' && f.data[off] != '[' {
		return f.jsonLeaf(off)
	}
	if err := f.broken[off]; err != nil {
		return off, err
	}
	return f.passed(off, func(off int) (int, error) {
		if end := jsontext.Skip(f.data, off, maxDepth); end >= 0 {
			return end, nil
		}
		return off, f.mistake(off)
	})
}

// jsonLeaf returns where the string, number or word at off ends.
func (f *File) jsonLeaf(off int) (end int, err error) {
	switch f.data[off] {
	case '"':
		end, _, err = jsontext.ScanString(f.data, off)
		return end, err
	case 't':
		return jsontext.ReadLiteral(f.data, off, "true")
	case 'f':
		return jsontext.ReadLiteral(f.data, off, "false")
	case 'n':
		return jsontext.ReadLiteral(f.data, off, "null")
	}
	if end = jsontext.SkipNumber(f.data, off); end < 0 {
		return off, f.scanJSON(off)
	}
	return end, nil
}

// jsonValue reads the value at off.
func (f *File) jsonValue(off int) (p part, err error) {
	src := f.data
	p.Off, p.Head = off, off
	if off >= len(src) {
		return part{}, fault.At(off, fault.ErrTruncated)
	}
	c := src[off]
	if c != '{' && c != '[' {
		if p.End, err = f.jsonLeaf(off); err != nil {
			return part{}, err
		}
	}
	switch c {
	case '{', '[':
		p.Kind, p.What, p.Count, p.Head = "array", "array", -1, off+1
		if c == '{' {
			p.Kind, p.What = "object", "object"
		}
		p.inside = f.jsonInside(off, c == '{')
		p.Plot = c == '[' && f.beginsWithNumber(off+1)
		p.Grid = c == '[' && f.beginsWithObject(off+1)
	case '"':
		text := src[off+1 : p.End-1]
		p.Kind, p.What, p.Head = "string", "string of "+plural(len(text), "byte"), off+1
		if bytes.IndexByte(text, '\\') >= 0 {
			p.What += ", with escapes"
			text = jsontext.AppendUnescaped(nil, text[:min(len(text), 4*shownText)])
		}
		p.Text = quoted(text)
	case 't', 'f', 'n':
		p.Kind, p.Text = "bool", string(src[off:p.End])
		if p.What = p.Text; c == 'n' {
			p.Kind = "null"
		}
	default:
		p.Kind, p.What, p.Text = "number", "number", clip(string(src[off:min(p.End, off+shownText+1)]))
		p.number, _ = strconv.ParseFloat(string(src[off:p.End]), 64)
	}
	return p, nil
}

// beginsWithNumber reports whether the first element of the array whose contents begin at off is a number, and
// beginsWithObject whether it is an object or array.
func (f *File) beginsWithNumber(off int) bool {
	off = jsontext.SkipSpace(f.data, off)
	return off < len(f.data) && (f.data[off] == '-' || f.data[off] >= '0' && f.data[off] <= '9')
}

func (f *File) beginsWithObject(off int) bool {
	off = jsontext.SkipSpace(f.data, off)
	return off < len(f.data) && (f.data[off] == '{' || f.data[off] == '[')
}

// jsonName returns where the name of a member ends that begins at off, and where its value begins.
func (f *File) jsonName(off int) (end, value int, err error) {
	src := f.data
	if src[off] != '"' {
		return off, off, jsontext.Unexpected(src, off, "where a name must start")
	}
	if end, _, err = jsontext.ScanString(src, off); err != nil {
		return off, off, err
	}
	colon := jsontext.SkipSpace(src, end)
	if colon == len(src) || src[colon] != ':' {
		return off, off, jsontext.Unexpected(src, colon, "where a colon must be")
	}
	return end, jsontext.SkipSpace(src, colon+1), nil
}

// jsonInside is the contents of the object or array at off. Members begin with their names.
func (f *File) jsonInside(off int, object bool) *inside {
	src := f.data
	end := byte(']')
	if object {
		end = '}'
	}
	more := func(i, off int) (int, bool, error) {
		off = jsontext.SkipSpace(src, off)
		switch {
		case off < len(src) && src[off] == end:
			return off, false, nil
		case i > 0 && (off == len(src) || src[off] != ','):
			return off, false, jsontext.Unexpected(src, off, "where a comma or the end must be")
		case i > 0:
			off = jsontext.SkipSpace(src, off+1)
		}
		if off == len(src) {
			return off, false, fault.At(off, fault.ErrTruncated)
		}
		return off, true, nil
	}
	if !object {
		return &inside{first: off + 1, count: -1, more: more,
			child: func(_, off int) (part, error) { return f.jsonValue(off) },
			pass:  func(_, off int) (int, error) { return f.passJSON(off) },
		}
	}
	return &inside{first: off + 1, count: -1, more: more,
		child: func(_, off int) (part, error) {
			keyEnd, start, err := f.jsonName(off)
			if err != nil {
				return part{}, err
			}
			p, err := f.jsonValue(start)
			if err != nil {
				p = f.wrong(part{}, start, err)
			}
			p.Name, p.Member, p.Key, p.KeyEnd = string(jsontext.AppendUnescaped(nil, src[off+1:keyEnd-1])), true, off, keyEnd
			return p, nil
		},
		pass: func(_, off int) (int, error) {
			_, start, err := f.jsonName(off)
			if err != nil {
				return off, err
			}
			return f.passJSON(start)
		},
	}
}
