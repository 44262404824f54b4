// JSON text as MessagePack.

package msgp

import (
	"sync"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
)

// UnmarshalJSON makes r the value that JSON text stands for: objects are maps with str
// keys in their order, integers the shortest form, other numbers float 64. Numbers
// with more digits than either keeps are errors. As in BEVE, members that are repeated stay,
// and a \u escape of half a surrogate pair is U+FFFD.
func (r *Raw) UnmarshalJSON(text []byte) error {
	j := jsonReaders.Get().(*jsonReader)
	defer j.release()
	out, err := j.append(j.own[:0], text)
	if err != nil {
		return err
	}
	j.own = out
	*r = append(make(Raw, 0, len(out)), out...)
	return nil
}

// appendOfJSON appends the value that JSON text stands for to b.
func appendOfJSON(b, text []byte) ([]byte, error) {
	j := jsonReaders.Get().(*jsonReader)
	defer j.release()
	out, err := j.append(b, text)
	if err != nil {
		return b, err
	}
	return out, nil
}

// jsonReader writes MessagePack while it reads JSON that has been checked. The heads
// of MessagePack count what follows, so all is counted before.
type jsonReader struct {
	src, out []byte
	at       int
	sizes    []uint32 // of the containers, in the order in which they begin
	next     int      // the size of the container that comes next
	open     []int    // of those that are being counted, where their size is
	scratch  []byte
	own      []byte // what goes to those who have no memory of their own
}

var jsonReaders = sync.Pool{New: func() any { return new(jsonReader) }}

// maxKept is the size of the largest memory that goes back to the pool.
const maxKept = 1 << 16

func (j *jsonReader) release() {
	j.src, j.out = nil, nil
	if cap(j.sizes) > maxKept/4 || cap(j.open) > maxKept/8 || cap(j.scratch) > maxKept || cap(j.own) > maxKept {
		*j = jsonReader{}
	}
	jsonReaders.Put(j)
}

func (j *jsonReader) append(b, text []byte) ([]byte, error) {
	if err := jsontext.Check(text, fault.DefaultMaxDepth); err != nil {
		return nil, err
	}
	j.src, j.out, j.at = text, b, 0
	j.sizes, j.open, j.next = j.sizes[:0], j.open[:0], 0
	j.count()
	err := j.value()
	return j.out, err
}

// count notes how many values or members each container has.
func (j *jsonReader) count() {
	open := j.open
	for i := 0; i < len(j.src); {
		switch c := j.src[i]; c {
		case '"':
			i = jsontext.SkipString(j.src, i)
			continue
		case '[', '{':
			open = append(open, len(j.sizes))
			n := uint32(1)
			if next := jsontext.SkipSpace(j.src, i+1); j.src[next] == c+2 {
				n = 0 // the closing bracket is two characters further
			}
			j.sizes = append(j.sizes, n)
		case ',':
			j.sizes[open[len(open)-1]]++
		case ']', '}':
			open = open[:len(open)-1]
		}
		i++
	}
	j.open = open
}

// value writes the value that comes next, perhaps after white space.
func (j *jsonReader) value() error {
	j.at = jsontext.SkipSpace(j.src, j.at)
	switch c := j.src[j.at]; c {
	case '{', '[':
		return j.container(c == '{')
	case '"':
		return j.text()
	case 'n':
		j.out, j.at = AppendNil(j.out), j.at+len("null")
	case 't':
		j.out, j.at = AppendBool(j.out, true), j.at+len("true")
	case 'f':
		j.out, j.at = AppendBool(j.out, false), j.at+len("false")
	default:
		return j.number()
	}
	return nil
}

func (j *jsonReader) container(object bool) error {
	n := j.sizes[j.next]
	j.next++
	if object {
		j.out = AppendMapHeader(j.out, n)
	} else {
		j.out = AppendArrayHeader(j.out, n)
	}
	j.at++ // the bracket
	for i := range n {
		if i > 0 {
			j.at = jsontext.SkipSpace(j.src, j.at) + 1 // the comma
		}
		if object {
			j.at = jsontext.SkipSpace(j.src, j.at)
			if err := j.text(); err != nil {
				return err
			}
			j.at = jsontext.SkipSpace(j.src, j.at) + 1 // the colon
		}
		if err := j.value(); err != nil {
			return err
		}
	}
	j.at = jsontext.SkipSpace(j.src, j.at) + 1
	return nil
}

func (j *jsonReader) text() (err error) {
	var text []byte
	if text, j.at, j.scratch, err = jsontext.ViewString(j.src, j.at, j.scratch); err == nil {
		j.out = AppendStringFromBytes(j.out, text)
	}
	return err
}

func (j *jsonReader) number() error {
	n, next, err := jsontext.ReadNumber(j.src, j.at)
	if err != nil {
		return err
	}
	text := j.src[j.at:next]
	j.at = next
	if i, ok := n.Int64(); ok {
		j.out = AppendInt64(j.out, i)
	} else if u, ok := n.Uint64(); ok {
		j.out = AppendUint64(j.out, u)
	} else if f, end := jsontext.ParseFloat(text, 0); end >= 0 && (n.Kind == jsontext.Float && jsontext.Shows(text, f) ||
		string(jsontext.AppendFloat64(nil, f)) == string(text)) {
		j.out = AppendFloat64(j.out, f) // an integer beyond 64 bits may be how a float64 is shown
	} else {
		return jsontext.ErrorAt(next-len(text), fault.Because(fault.ErrOverflow, "number out of the range of MessagePack"))
	}
	return nil
}
