// Structs, as a table of their fields.

package json

import (
	"bytes"
	stdjson "encoding/json"
	"reflect"
	"strings"

	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/omit"
	"github.com/beve-org/beve-go/internal/plan"
)

// tagKeys is the one tag that names fields.
var tagKeys = []string{"json"}

// fieldEncoder is one member of a struct.
type fieldEncoder struct {
	key     [2]paddedKey // `,"name":`, and with HTML escaped
	off     uintptr      // from the struct, or from what the last hop leads to
	kind    reflect.Kind
	encoder *encoder
	omit    omit.Rule
	hops    []hop
}

// structEncoder is a struct compiled for writing.
type structEncoder struct{ fields []fieldEncoder }

// hop is an embedded pointer on the way to a promoted field.
type hop struct {
	off  uintptr
	elem reflect.Type
	// locked: the pointer is unexported, so it may be followed and not set.
	locked bool
}

func (c encoderCompiler) compileStruct(k *encoder, addressable bool) {
	p, err := plan.Of(k.typ, tagKeys)
	if err != nil {
		k.append = func(e *encodeState, dst []byte, _ mem.Pointer) []byte { return e.fail(dst, err) }
		return
	}
	s := &structEncoder{fields: make([]fieldEncoder, len(p.Fields))}
	for i := range p.Fields {
		f := &p.Fields[i]
		off, hops := walk(k.typ, f.Index)
		k := c.compile(f.Type, addressable || len(hops) > 0)
		if f.Quoted {
			k = c.quotedEncoder(k)
		}
		s.fields[i] = fieldEncoder{key: memberKeys(f.Name), off: off, kind: k.kind, encoder: k, omit: omit.Of(f), hops: hops}
	}
	k.append = s.append
}

// paddedKey is the text of a key, with zeros behind to a whole number of words, so
// that it can be stored by words.
type paddedKey struct {
	text string
	n    int
}

// memberKeys returns a name with what stands around it, without and with escapes
// for HTML.
func memberKeys(name string) [2]paddedKey {
	var escaped bytes.Buffer
	stdjson.HTMLEscape(&escaped, []byte(name))
	pad := func(name string) paddedKey {
		text := `,"` + name + `":`
		return paddedKey{text + strings.Repeat("\x00", -len(text)&7), len(text)}
	}
	return [2]paddedKey{pad(name), pad(escaped.String())}
}

// append appends the key.
func (k *paddedKey) append(dst []byte) []byte {
	n := len(dst)
	if cap(dst)-n < len(k.text) {
		dst = append(dst, k.text...)
		return dst[:n+k.n]
	}
	dst = dst[:cap(dst)]
	for at := 0; at < len(k.text); at += 8 {
		mem.PutWord(dst, n+at, mem.StringWord(k.text, at))
	}
	return dst[:n+k.n]
}

// walk turns the path of a field into hops over embedded pointers and the offset
// in what the last of them leads to.
func walk(t reflect.Type, index []int) (off uintptr, hops []hop) {
	for i, x := range index {
		f := t.Field(x)
		off += f.Offset
		t = f.Type
		if i < len(index)-1 && t.Kind() == reflect.Pointer {
			hops = append(hops, hop{off: off, elem: t.Elem(), locked: !f.IsExported()})
			off, t = 0, t.Elem()
		}
	}
	return off, hops
}

func (s *structEncoder) append(e *encodeState, dst []byte, p mem.Pointer) []byte {
	start := len(dst)
	html := 0
	if e.html {
		html = 1
	}
fields:
	for i := range s.fields {
		f := &s.fields[i]
		q := p
		for h := range f.hops {
			if q = mem.Elem(q.Add(f.hops[h].off)); q.IsNil() {
				continue fields
			}
		}
		q = q.Add(f.off)
		if f.omit.Kind != omit.Never && f.omit.Omits(q) {
			continue
		}
		dst = f.key[html].append(dst)
		switch f.kind {
		case reflect.String:
			dst = e.quote(dst, *mem.Ref[string](q))
		case reflect.Int:
			dst = jsontext.AppendInt(dst, int64(*mem.Ref[int](q)))
		case reflect.Int64:
			dst = jsontext.AppendInt(dst, *mem.Ref[int64](q))
		case reflect.Bool:
			dst = appendBool(dst, *mem.Ref[bool](q))
		default:
			if dst = f.encoder.append(e, dst, q); e.err != nil {
				return dst
			}
		}
	}
	if len(dst) == start {
		return append(dst, '{', '}')
	}
	dst[start] = '{'
	return append(dst, '}')
}
