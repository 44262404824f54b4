// Structs: the member that is expected next is compared in place, any other found
// by its name.

package json

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
)

func (s *structDecoder) read(d *decodeState, i int, p mem.Pointer) int {
	b := d.src
	if b[i] != '{' {
		return d.mismatch(i, s.typ)
	}
	if d.flags&(rejectDuplicates|requireAll) != 0 {
		return s.readChecked(d, i, p)
	}
	i, done := d.open(i)
	if done {
		return i
	}
	level := len(d.frames)
	d.frames = append(d.frames, frame{s, -1})
	for expected := &s.fields[0]; !done; {
		f := expected
		if next := f.match(b, i); next > 0 {
			i = next
		} else if i, f = s.member(d, i); i < 0 {
			return -1
		} else if f == nil {
			if i = d.skip(i); i < 0 {
				return -1
			}
			i, done = d.next(i, '}')
			continue
		}
		expected = f.next
		d.frames[level].field = f.index
		switch f.kind {
		case reflect.String:
			i = d.str(i, p.Add(f.off), f.typ)
		case reflect.Float64:
			i = d.float64(i, p.Add(f.off), f.typ)
		case reflect.Int64:
			if v, next := integer(b, i); next > 0 {
				*mem.Ref[int64](p.Add(f.off)), i = v, next
			} else {
				i = d.field(i, f, p)
			}
		case reflect.Int:
			if v, next := integer(b, i); next > 0 && int64(int(v)) == v {
				*mem.Ref[int](p.Add(f.off)), i = int(v), next
			} else {
				i = d.field(i, f, p)
			}
		case reflect.Bool:
			i = d.bool(i, p.Add(f.off), f.typ)
		default:
			switch {
			case !f.direct:
				i = d.field(i, f, p)
			case f.decoder.fields != nil:
				i = f.decoder.fields.read(d, i, p.Add(f.off))
			default:
				i = f.decoder.read(d, i, p.Add(f.off))
			}
		}
		if i < 0 {
			return -1
		}
		// ,"
		if i+1 < len(b) && b[i] == ',' && b[i+1] == '"' {
			i++
			continue
		}
		i, done = d.next(i, '}')
	}
	d.frames = d.frames[:level]
	return i
}

// member reads the key at i, which is not the expected one, and returns the offset of
// its value and its field. The field is nil if the struct does not have it.
func (s *structDecoder) member(d *decodeState, i int) (int, *fieldDecoder) {
	if d.src[i] != '"' {
		return d.syntax(), nil
	}
	name, next := d.text(i)
	if next < 0 {
		return -1, nil
	}
	f := s.find(name, d.flags)
	if f == nil && d.flags&DisallowUnknownFields != 0 {
		d.saveUnknown(name, i, s.typ)
	}
	return d.colon(next), f
}

// saveUnknown saves that no member of a t has the name at src[i].
func (d *decodeState) saveUnknown(name []byte, i int, t reflect.Type) {
	if d.saved == nil {
		d.save(unknownField(name), i+1)
		d.begins, d.unknown, d.of = true, true, t
	}
}

func unknownField(name []byte) error {
	return errors.New("json: unknown field " + fault.QuoteIn(name, maxShownPath))
}

var errFrozen = errors.New("json: cannot set embedded pointer to unexported struct")

// field reads the value at i into a field of the struct at p.
func (d *decodeState) field(i int, f *fieldDecoder, p mem.Pointer) int {
	if f.twice != nil {
		return d.passID(i, f)
	}
	p, locked, _ := f.way.Make(p, func(int) bool { return true })
	if locked != nil {
		d.save(fmt.Errorf("json: cannot set embedded pointer to unexported struct: %v", locked.Elem), i+1)
		return d.skip(i)
	}
	switch {
	case f.frozen:
		d.save(fmt.Errorf("%w: %v", errFrozen, f.typ.Elem()), i+1)
		return d.skip(i)
	case f.quoted:
		return d.unquote(i, p, f.typ)
	}
	return f.decoder.read(d, i, p)
}
