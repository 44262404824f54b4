package view

import (
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

// maxPath bounds the text of a path. Errors are cheap as long as that is short,
// and one whose keys are longer than this helps nobody.
const maxPath = 4096

// Path returns the path of v in its message: of a key, that of its object. It is
// looked up by a walk over the message up to v, which continues one that was made
// before where that helps. A path of more than 4096 bytes is given up for "".
func (v *View) Path() fault.Pointer {
	if v.m == nil || v.isRoot() {
		return ""
	}
	target := v.off
	if v.form == formTextKey || v.form == formIntKey {
		target = v.i
	}
	if v.form == formRow || v.form == formRowKey {
		return v.m.path(v.n).Index(v.i)
	}
	p := v.m.path(target)
	switch v.form {
	case formPattern:
		return p.Key(names[namePattern])
	case formFlags:
		return p.Key(names[nameFlags])
	case formElement:
		return p.Index(v.i)
	case formPart:
		if r, err := runAt(v.m.src, v.off); err == nil && !r.single {
			p = p.Index(v.i / 2)
		}
		return p.Index(v.i % 2)
	case formTag:
		return p.Key(names[nameIndex])
	case formLayout:
		return p.Key(names[nameLayout])
	}
	return p
}

// position returns the byte of the message where v starts, for errors.
func (v *View) position() int {
	switch v.form {
	case formElement, formPart:
		switch v.head.Kind() {
		case wire.KindBool:
			return v.n + v.i/8
		case wire.KindTime:
			return v.n + 8*v.i
		case wire.KindComplex:
			return v.n + 2*v.i*wire.Header(v.m.src[v.off+1]).Number().Width()
		}
		return v.n + v.i*v.head.Width()
	case formRange:
		if r, err := runAt(v.m.src, v.off); err == nil {
			return r.data + v.i*r.numbers.Elem().Width()
		}
	}
	return v.off
}
