// Structs: the member that is expected next is compared in place, any other found
// by its name.

package json

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/plan"
)

// fieldDecoder is one member of a struct.
type fieldDecoder struct {
	expectedKey
	off     uintptr
	kind    reflect.Kind
	next    *fieldDecoder // the one behind it, which is expected after it
	index   int
	decoder *decoder
	typ     reflect.Type
	direct  bool // not quoted, not frozen, and without hops
	quoted  bool
	frozen  bool // an unexported pointer, which cannot be set
	hops    []hop
	path    string // the name, behind those of the structs that embed it
}

// structDecoder is a struct compiled for reading.
type structDecoder struct {
	typ    reflect.Type
	fields []fieldDecoder // and one more, which no key is
	exact  map[string]*fieldDecoder
	folded map[string]*fieldDecoder
}

func (c decoderCompiler) compileStruct(k *decoder) {
	p, err := plan.Of(k.typ, tagKeys)
	if err != nil {
		k.read = func(d *decodeState, i int, _ mem.Pointer) int { return d.fail(err, i+1) }
		return
	}
	n := len(p.Fields)
	s := &structDecoder{typ: k.typ, fields: make([]fieldDecoder, n+1),
		exact: make(map[string]*fieldDecoder, n), folded: make(map[string]*fieldDecoder, n)}
	for i := range p.Fields {
		f := &p.Fields[i]
		off, hops := walk(k.typ, f.Index)
		out := &s.fields[i]
		*out = fieldDecoder{expectedKey: expectKey(f.Name), off: off, typ: f.Type, hops: hops, quoted: f.Quoted, index: i,
			path: fieldPath(k.typ, f)}
		if f.Unexported {
			// Reflection may not hand out what is in it, so its methods are not called.
			out.decoder = &decoder{typ: f.Type}
			out.frozen = f.Type.Kind() == reflect.Pointer
			if !out.frozen {
				c.compileKind(out.decoder, nil)
			}
			k.parts = append(k.parts, out.decoder)
		} else {
			out.decoder = c.part(k, f.Type, nil)
		}
		out.next = &s.fields[i+1]
		if out.direct = !f.Quoted && len(hops) == 0 && !out.frozen; out.direct {
			out.kind = out.decoder.kind
		}
		if f.Quoted {
			k.users = k.users || out.decoder.kind == reflect.Invalid
		}
		s.exact[f.Name] = out
		if name := fold(f.Name); s.folded[name] == nil {
			s.folded[name] = out
		}
	}
	s.fields[n].expectedKey = noKey
	k.read, k.strukt = s.read, s
}

// fieldPath is how errors call a field.
func fieldPath(t reflect.Type, f *plan.Field) string {
	var path []string
	for _, x := range f.Index[:len(f.Index)-1] {
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		path = append(path, t.Field(x).Name)
		t = t.Field(x).Type
	}
	return strings.Join(append(path, f.Name), ".")
}

// fold returns the form that names have in common which differ in case only.
func fold(name string) string {
	ascii := true
	for i := range len(name) {
		ascii = ascii && name[i] < utf8.RuneSelf
	}
	if ascii {
		return strings.ToUpper(name)
	}
	return strings.Map(func(r rune) rune {
		// The least of the runes that differ in case only.
		for {
			next := unicode.SimpleFold(r)
			if next <= r {
				return next
			}
			r = next
		}
	}, name)
}

// find returns the field for a name, or nil.
func (s *structDecoder) find(name []byte, flags ParseFlags) *fieldDecoder {
	if f := s.exact[string(name)]; f != nil || flags&DontMatchCaseInsensitiveStructFields != 0 {
		return f
	}
	var upper [64]byte
	if folded, ok := foldASCII(upper[:0], name); ok {
		return s.folded[string(folded)]
	}
	return s.folded[fold(string(name))]
}

// foldASCII appends fold(name) to dst, if name is ASCII and there is room for it.
func foldASCII(dst, name []byte) (folded []byte, ok bool) {
	if len(name) > cap(dst)-len(dst) {
		return dst, false
	}
	for _, c := range name {
		if c >= utf8.RuneSelf {
			return dst, false
		}
		if c-'a' < 26 {
			c -= 'a' - 'A'
		}
		dst = append(dst, c)
	}
	return dst, true
}

func (s *structDecoder) read(d *decodeState, i int, p mem.Pointer) int {
	b := d.src
	if b[i] != '{' {
		return d.mismatch(i, s.typ)
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
			case f.decoder.strukt != nil:
				i = f.decoder.strukt.read(d, i, p.Add(f.off))
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

// member reads the key at i, which is not the one that is expected, and returns the
// offset of its value and its field, or nil for one that there is no field for.
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
		if d.saved == nil {
			d.lost = s.typ
			d.save(errors.New("json: unknown field "+fault.QuoteIn(name, maxShownPath)), i+1)
		}
	}
	return d.colon(next), f
}

var errFrozen = errors.New("json: cannot set embedded pointer to unexported struct")

// field reads the value at i into a field of the struct at p.
func (d *decodeState) field(i int, f *fieldDecoder, p mem.Pointer) int {
	for h := range f.hops {
		hop := &f.hops[h]
		slot := p.Add(hop.off)
		if p = mem.Elem(slot); p.IsNil() {
			if hop.locked {
				d.save(fmt.Errorf("json: cannot set embedded pointer to unexported struct: %v", hop.elem), i+1)
				return d.skip(i)
			}
			p = mem.From(reflect.New(hop.elem).UnsafePointer())
			mem.SetElem(slot, p)
		}
	}
	p = p.Add(f.off)
	switch {
	case f.frozen:
		d.save(fmt.Errorf("%w: %v", errFrozen, f.typ.Elem()), i+1)
		return d.skip(i)
	case f.quoted:
		return d.unquote(i, p, f.typ)
	}
	return f.decoder.read(d, i, p)
}
