// MessagePack as JSON text.

package msgp

import (
	"errors"
	"io"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/msgwire"
	"github.com/beve-org/beve-go/iso8601"
)

// UnmarshalAsJSON writes the first value of b to w as JSON text and returns the rest.
//
// nil is null, numbers are decimal, a str is a string with the characters <, > and &
// escaped and invalid UTF-8 replaced, a bin is a string of base64, a time is one of
// RFC 3339 in UTC. A registered extension whose type has a method MarshalJSON is what
// that returns; another one is {"type":n,"data":"base64"}. Keys of maps are str, bin or
// integers. Infinities, NaN, years beyond 9999 and other keys are errors, which say where.
//
// Nothing is written if it fails.
func UnmarshalAsJSON(w io.Writer, b []byte) ([]byte, error) {
	if _, err := Skip(b); err != nil {
		return b, err
	}
	text, o, err := appendJSON(nil, b)
	if err != nil {
		return b, err
	}
	if _, err := w.Write(text); err != nil {
		return b, err
	}
	return o, nil
}

var errTrailing error = &failure{"msgp: data after the value", fault.ErrTrailing, false}

// appendJSONOf appends one value, and fails if b holds more than that.
func appendJSONOf(dst, b []byte) ([]byte, error) {
	o, err := Skip(b)
	if err == nil && len(o) != 0 {
		err = errTrailing
	}
	if err != nil {
		return dst, err
	}
	dst, _, err = appendJSON(dst, b)
	return dst, err
}

// CopyToJSON writes all values of src to dst as JSON text, one after the other, and
// returns how many bytes that were. Values are converted as a whole, so that the text
// never ends inside one.
func CopyToJSON(dst io.Writer, src io.Reader) (n int64, err error) {
	return NewReader(src).WriteToJSON(dst)
}

// WriteToJSON writes the values of the stream to w as JSON text until it ends; see
// [UnmarshalAsJSON].
func (m *Reader) WriteToJSON(w io.Writer) (n int64, err error) {
	var text []byte
	for {
		v, err := m.next()
		if errors.Is(err, io.EOF) {
			return n, nil
		}
		if err != nil {
			return n, err
		}
		if text, _, err = appendJSON(text[:0], v); err != nil {
			return n, WrapErrorAt(err, int(m.offset())-len(v))
		}
		wrote, err := w.Write(text)
		n += int64(wrote)
		if err != nil {
			return n, err
		}
	}
}

// appendJSON appends the first value of b, which has been skipped already, as JSON text
// and returns the rest of b.
func appendJSON(dst, b []byte) (text, o []byte, err error) {
	h, err := msgwire.ReadHead(b, 0)
	if err != nil {
		return dst, b, plain(err)
	}
	content := b[h.Next:]
	switch h.Kind {
	case msgwire.KindArray:
		return appendJSONArray(dst, b, h)
	case msgwire.KindMap:
		return appendJSONMap(dst, b, h)
	case msgwire.KindStr, msgwire.KindBin, msgwire.KindExt:
		content = content[:h.Len]
	}
	o = b[h.Next+h.Len:]
	switch h.Kind {
	case msgwire.KindNil:
		dst = append(dst, "null"...)
	case msgwire.KindBool:
		if h.Bits != 0 {
			dst = append(dst, "true"...)
		} else {
			dst = append(dst, "false"...)
		}
	case msgwire.KindInt:
		dst = jsontext.AppendInt(dst, int64(h.Bits))
	case msgwire.KindUint:
		dst = jsontext.AppendUint(dst, h.Bits)
	case msgwire.KindFloat32:
		dst, err = appendJSONFloat(dst, &Number{h.Bits, Float32Type})
	case msgwire.KindFloat64:
		dst, err = appendJSONFloat(dst, &Number{h.Bits, Float64Type})
	case msgwire.KindStr:
		dst = jsontext.AppendQuoted(dst, mem.String(content), true)
	case msgwire.KindBin:
		dst = appendBase64(dst, content)
	case msgwire.KindExt:
		dst, err = appendJSONExtension(dst, h.Type, b, content)
	}
	if err != nil {
		return dst, b, WrapErrorAt(err, 0)
	}
	return dst, o, nil
}

func appendJSONArray(dst, b []byte, h msgwire.Head) (text, o []byte, err error) {
	dst, o = append(dst, '['), b[h.Next:]
	for i := range h.Len {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst, o, err = appendJSON(roomy(dst), o); err != nil {
			return dst, b, WrapErrorAt(err, len(b)-len(o), i)
		}
	}
	return append(dst, ']'), o, nil
}

func appendJSONMap(dst, b []byte, h msgwire.Head) (text, o []byte, err error) {
	dst, o = append(dst, '{'), b[h.Next:]
	for i := range h.Len {
		if i > 0 {
			dst = append(dst, ',')
		}
		key, err := msgwire.ReadHead(o, 0)
		if err != nil {
			return dst, b, plain(err)
		}
		end := key.Next + key.Len
		switch key.Kind {
		case msgwire.KindStr, msgwire.KindBin:
			dst = jsontext.AppendQuoted(dst, mem.String(o[key.Next:end]), true)
		case msgwire.KindInt:
			dst = append(jsontext.AppendInt(append(dst, '"'), int64(key.Bits)), '"')
		case msgwire.KindUint:
			dst = append(jsontext.AppendUint(append(dst, '"'), key.Bits), '"')
		default:
			return dst, b, WrapErrorAt(ErrKeyType, len(b)-len(o))
		}
		name := o
		o = o[end:]
		if dst, o, err = appendJSON(append(roomy(dst), ':'), o); err != nil {
			return dst, b, WrapErrorAt(err, len(b)-len(o), msgwire.KeyText(name, 0))
		}
	}
	return append(dst, '}'), o, nil
}

// roomy returns dst with twice its memory where it is almost full. Append alone grows what
// is long by a quarter, and takes five times its memory on the way.
func roomy(dst []byte) []byte {
	if cap(dst)-len(dst) < 64 {
		return mem.Grow(dst, len(dst)+64)
	}
	return dst
}

// errYear: RFC 3339 has no form for the time.
var errYear error = &failure{"msgp: JSON has no form for years outside of 0 to 9999", fault.ErrUnsupported, true}

// appendJSONExtension appends the extension that b begins with.
func appendJSONExtension(dst []byte, code int8, b, content []byte) ([]byte, error) {
	if NextType(b) == TimeType {
		t, _, err := ReadTimeUTCBytes(b)
		if err != nil {
			return dst, err
		}
		if y := t.Year(); y < 0 || y > 9999 {
			return dst, errYear
		}
		return append(iso8601.AppendTime(append(dst, '"'), t), '"'), nil
	}
	e, known := newExtension(code)
	if j, ok := e.(interface{ MarshalJSON() ([]byte, error) }); ok && known {
		if err := e.UnmarshalBinary(content); err != nil {
			return dst, err
		}
		text, err := j.MarshalJSON()
		if err != nil {
			return dst, err
		}
		if !jsontext.Valid(text, fault.DefaultMaxDepth) {
			return dst, &failure{"msgp: MarshalJSON of an extension returned no JSON", fault.ErrSyntax, true}
		}
		return append(dst, text...), nil
	}
	dst = append(dst, `{"type":`...)
	dst = jsontext.AppendInt(dst, int64(code))
	dst = append(dst, `,"data":`...)
	return append(appendBase64(dst, content), '}'), nil
}

// appendBase64 appends b as a JSON string. It is written out because encoding/base64
// depends on package reflect.
func appendBase64(dst, b []byte) []byte {
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	dst = append(dst, '"')
	for ; len(b) >= 3; b = b[3:] {
		dst = append(dst, digits[b[0]>>2], digits[(b[0]<<4|b[1]>>4)&63], digits[(b[1]<<2|b[2]>>6)&63], digits[b[2]&63])
	}
	switch len(b) {
	case 1:
		dst = append(dst, digits[b[0]>>2], digits[b[0]<<4&63], '=', '=')
	case 2:
		dst = append(dst, digits[b[0]>>2], digits[(b[0]<<4|b[1]>>4)&63], digits[b[1]<<2&63], '=')
	}
	return append(dst, '"')
}
