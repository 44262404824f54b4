package edit

import (
	"bytes"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
)

// Diff returns a JSON Patch, a message of the format, that makes b of a.
func Diff(f Form, a, b []byte) ([]byte, error) {
	d := differ{f: f}
	aOff, err := checked(f, a)
	if err != nil {
		return nil, err
	}
	bOff, err := checked(f, b)
	if err != nil {
		return nil, err
	}
	aEnd, err := f.Skip(a, aOff)
	if err == nil {
		var bEnd int
		if bEnd, err = f.Skip(b, bOff); err == nil {
			err = d.diff(a[aOff:aEnd], b[bOff:bEnd])
		}
	}
	if err != nil {
		return nil, fail(f, 0, "", err)
	}
	s := f.Plain(Array)
	out := append(f.AppendHead(nil, s, d.n), d.ops...)
	return f.AppendTail(out, s), nil
}

// differ writes operations as it finds them.
type differ struct {
	f    Form
	path []byte
	ops  []byte
	n    int
}

// diff writes what makes b of a, two whole values.
func (d *differ) diff(a, b []byte) error {
	if bytes.Equal(a, b) {
		return nil
	}
	sa, err := d.f.Open(a, 0)
	if err != nil {
		return err
	}
	sb, err := d.f.Open(b, 0)
	if err != nil {
		return err
	}
	if sa.Kind == Leaf && sb.Kind == Leaf && d.f.Same(a, b, true) {
		return nil
	}
	if sa.Kind == Leaf || sa.Kind != sb.Kind || sa.Head != sb.Head || sa.Kind == Packed {
		return d.op("replace", b)
	}
	// What is longer than a replacement of the whole is not worth it.
	start, n := len(d.ops), d.n
	most := start + len(d.path) + len(b) + opRoom
	possible := true
	if sa.Kind == Object {
		possible, err = d.members(a, b, sa, sb, most)
	} else {
		err = d.elements(a, b, sa, sb, most)
	}
	if err == nil && (!possible || len(d.ops) > most) {
		d.ops, d.n = d.ops[:start], n
		err = d.op("replace", b)
	}
	return err
}

// opRoom is more than an operation takes beside its path and value.
const opRoom = 64

// op writes an operation at the path.
func (d *differ) op(verb string, value []byte) (err error) {
	f := d.f
	if d.n++; d.n > 1 {
		d.ops = append(d.ops, f.Separator()...)
	}
	s := f.Plain(Object)
	n := 2
	if value != nil {
		n++
	}
	d.ops = f.AppendHead(d.ops, s, n)
	if d.ops, err = f.AppendKey(d.ops, s, "op"); err != nil {
		return err
	}
	d.ops = append(f.AppendText(d.ops, verb), f.Separator()...)
	if d.ops, err = f.AppendKey(d.ops, s, "path"); err != nil {
		return err
	}
	d.ops = f.AppendText(d.ops, string(d.path))
	if value != nil {
		d.ops = append(d.ops, f.Separator()...)
		if d.ops, err = f.AppendKey(d.ops, s, "value"); err != nil {
			return err
		}
		d.ops = append(d.ops, value...)
	}
	d.ops = f.AppendTail(d.ops, s)
	return nil
}

// at calls do with a segment added to the path.
func (d *differ) at(segment fault.Pointer, do func() error) error {
	before := len(d.path)
	d.path = append(d.path, segment...)
	err := do()
	d.path = d.path[:before]
	return err
}

func key(name []byte) fault.Pointer { return fault.Pointer("").Key(mem.String(name)) }

// members writes what makes the members of b of those of a. It is not possible one by one where paths, which
// are text, do not tell keys apart.
func (d *differ) members(a, b []byte, sa, sb Shape, most int) (possible bool, err error) {
	old, err := index(d.f, a, sa)
	if err != nil {
		return false, err
	}
	now, err := index(d.f, b, sb)
	if err != nil {
		return false, err
	}
	possible = true
	var inner error
	do := func(name []byte, op func() error) bool {
		inner = d.at(key(name), op)
		return inner == nil && len(d.ops) <= most
	}
	err = each(d.f, a, sa, func(_ int, c Child) bool {
		if last := old[mem.String(c.Key)]; last != c.From {
			possible = d.f.Kept(sa, a[c.From:], a[last:])
			return possible
		}
		if _, ok := now[mem.String(c.Key)]; ok {
			return true
		}
		return do(c.Key, func() error { return d.op("remove", nil) })
	})
	if err != nil || inner != nil || !possible || len(d.ops) > most {
		return possible, firstOf(inner, err)
	}
	err = each(d.f, b, sb, func(_ int, c Child) bool {
		if last := now[mem.String(c.Key)]; last != c.From {
			possible = d.f.Kept(sb, b[c.From:], b[last:])
			return possible
		}
		was, ok := old[mem.String(c.Key)]
		var before []byte
		if ok {
			before = a[was:]
		}
		if possible = d.f.Kept(sb, b[c.From:], before); !possible {
			return false
		}
		return do(c.Key, func() error {
			value := b[c.Value:c.End:c.End]
			if !ok {
				return d.op("add", value)
			}
			before, err := child(d.f, a, was, sa)
			if err != nil {
				return err
			}
			return d.diff(a[before.Value:before.End:before.End], value)
		})
	})
	return possible, firstOf(inner, err)
}

func firstOf(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

// row is the elements of an array by their index.
type row struct {
	src   []byte
	s     Shape
	n     int
	spans []int // of elements without a width, where each begins and ends
}

func (d *differ) row(src []byte, s Shape) (r row, err error) {
	r = row{src: src, s: s, n: s.N}
	if s.Width > 0 {
		return r, nil
	}
	if s.N > 0 {
		r.spans = make([]int, 0, 2*s.N)
	}
	err = each(d.f, src, s, func(_ int, c Child) bool {
		r.spans = append(r.spans, c.Value, c.End)
		return true
	})
	r.n = len(r.spans) / 2
	return r, err
}

// bytes returns element i as it lies.
func (r *row) bytes(i int) []byte {
	if w := r.s.Width; w > 0 {
		at := r.s.Body + i*w
		return r.src[at : at+w : at+w]
	}
	return r.src[r.spans[2*i]:r.spans[2*i+1]:r.spans[2*i+1]]
}

// value returns element i as a value of its own.
func (r *row) value(i int) []byte {
	b := r.bytes(i)
	if r.s.Bare {
		b = append([]byte{r.s.Lead}, b...)
	}
	return b
}

// elements leaves alone what two arrays of one form have in common at their beginning and their end,
// compares what is between one by one, and removes or adds the rest.
func (d *differ) elements(a, b []byte, sa, sb Shape, most int) error {
	from, err := d.row(a, sa)
	if err != nil {
		return err
	}
	to, err := d.row(b, sb)
	if err != nil {
		return err
	}
	i, na, nb := 0, from.n, to.n
	for i < na && i < nb && bytes.Equal(from.bytes(i), to.bytes(i)) {
		i++
	}
	for na > i && nb > i && bytes.Equal(from.bytes(na-1), to.bytes(nb-1)) {
		na--
		nb--
	}
	at := func(i int, do func() error) error { return d.at(fault.Pointer("").Index(i), do) }
	for ; i < na && i < nb && err == nil && len(d.ops) <= most; i++ {
		if !bytes.Equal(from.bytes(i), to.bytes(i)) {
			err = at(i, func() error { return d.diff(from.value(i), to.value(i)) })
		}
	}
	for n := na; n > i && err == nil && len(d.ops) <= most; n-- {
		err = at(n-1, func() error { return d.op("remove", nil) })
	}
	for ; i < nb && err == nil && len(d.ops) <= most; i++ {
		err = at(i, func() error { return d.op("add", to.value(i)) })
	}
	return err
}
