// This file prints what the extended profile and the drafts add, as the values of
// JSON that stand for it.

package translator

import (
	"slices"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

// extended prints the value with header h at off.
func (p *printer) extended(out []byte, h wire.Header, off int) (_ []byte, next int) {
	switch h.Kind() {
	case wire.KindIndexed:
		return p.indexed(out, off)
	case wire.KindTable:
		if wire.TypeTagAt(p.src, off, p.opts.LegacyTypeTag) {
			return p.typeTag(out, off)
		}
		return p.table(out, off)
	case wire.KindDuration:
		d, next, err := wire.ReadDuration(p.src, off)
		if err != nil {
			return p.fail(out, err)
		}
		return append(d.AppendISO(append(out, '"')), '"'), next
	case wire.KindInterval:
		return p.interval(out, off)
	case wire.KindUUID:
		id, next, err := wire.ReadUUID(p.src, off)
		if err != nil {
			return p.fail(out, err)
		}
		return append(scalar.AppendUUIDText(append(out, '"'), id), '"'), next
	case wire.KindRegExp:
		pattern, flags, next, err := wire.ViewRegExp(p.src, off)
		if err != nil {
			return p.fail(out, err)
		}
		out = jsontext.AppendString(append(out, `{"pattern":`...), pattern)
		out = append(append(out, `,"flags":"`...), flags.String()...)
		return append(out, `"}`...), next
	}
	// A kind that the wire package knows and this switch does not must not pass
	// silently.
	return p.fail(out, fault.At(off, fault.Because(fault.ErrUnsupported, h.String()+" has no JSON form")))
}

// indexed prints the indexed object at off, members in the order of their names.
func (p *printer) indexed(out []byte, off int) (_ []byte, next int) {
	x, err := wire.OpenIndexed(p.src, off)
	if err != nil {
		return p.fail(out, err)
	}
	if x.Len == 0 {
		return append(out, "{}"...), x.Data
	}
	if !p.enter(off, x.Len) {
		return out, -1
	}
	next = x.Data
	for i := range x.Len {
		name, err := x.Next(p.src, next)
		if err != nil {
			return p.fail(out, err)
		}
		out = append(jsontext.AppendString(append(out, "{,"[min(i, 1)]), name), ':')
		if out, next = p.value(out, next); next < 0 {
			p.trail.Key(string(name))
			return out, -1
		}
	}
	if err := x.Check(p.src, next); err != nil {
		return p.fail(out, err)
	}
	p.budget.Leave()
	return append(out, '}'), next
}

// table prints the table at off as an array of objects.
func (p *printer) table(out []byte, off int) (_ []byte, next int) {
	t, err := wire.ReadTable(p.src, off)
	if err != nil {
		return p.fail(out, err)
	}
	if t.Rows == 0 {
		return append(out, "[]"...), t.Cells
	}
	if !p.budget.EnterTable(t.Rows, t.Fields) {
		return p.fail(out, fault.At(off, p.budget.Err()))
	}
	// Names are printed once for every row: as they are made here, for all of them. Tables
	// within this one put theirs after these.
	words, ends := len(p.words), len(p.ends)
	for i, at := 0, t.Names; i < t.Fields; i++ {
		var name []byte
		name, at, _ = wire.ViewText(p.src, at)
		p.words = append(jsontext.AppendString(append(p.words, "{,"[min(i, 1)]), name), ':')
		p.ends = append(p.ends, len(p.words))
	}
	written := len(p.words) - words
	if total := int64(written) * int64(t.Rows); total > 1<<20 && total > 4*int64(len(p.src)) {
		// Rows that cannot fit are refused before the first is written.
		whole := p.budget
		if !whole.Repeat(written, t.Rows, p.base+int64(len(p.src))) {
			return p.fail(out, fault.At(off, whole.Err()))
		}
	}
	next = t.Cells
	for i := range t.Rows {
		out = append(out, "[,"[min(i, 1)])
		if !p.budget.Repeat(written, 1, p.base+int64(next)) {
			return p.fail(out, fault.At(off, p.budget.Err()))
		}
		if cap(out)-len(out) < written+textRoom {
			out = p.grow(out, written, written*(t.Rows-i), len(p.src)-next)
		}
		from := words
		for j := range t.Fields {
			to := p.ends[ends+j]
			out = append(out, p.words[from:to]...)
			if out, next = p.value(out, next); next < 0 {
				p.trail.Key(mem.String(t.Name(p.src, j)))
				p.trail.Index(i)
				return out, -1
			}
			from = to
		}
		out = append(out, '}')
	}
	p.words, p.ends = p.words[:words], p.ends[:ends]
	p.budget.LeaveTable()
	return append(out, ']'), next
}

// grow makes room for a row whose names take so many bytes, of a table whose names take
// all from here on. Text that is much longer than its message gets the room that it takes
// or may take at once: growing in steps would take several times as much.
func (p *printer) grow(out []byte, names, all, rest int) []byte {
	const step, values = 8, 8 // of names over the message, and of a value over its bytes
	size := p.base + int64(len(p.src))
	left := p.budget.RepeatLeft(size)
	switch {
	case all > len(out)/2:
		return slices.Grow(out, int(min(int64(all), left))+names+values*rest+textRoom)
	case left < fault.RepeatMost(size)-fault.RepeatMost(0)/8-step*size:
		return slices.Grow(out, int(left)+names+values*rest+textRoom)
	}
	return slices.Grow(out, max(len(out), names+textRoom))
}

// typeTag prints the type tag at off.
func (p *printer) typeTag(out []byte, off int) (_ []byte, next int) {
	index, next, err := wire.ReadTypeTag(p.src, off)
	if !p.opens(off, err) {
		return out, -1
	}
	out = jsontext.AppendUint(append(out, `{"index":`...), index)
	out = append(out, `,"value":`...)
	if out, next = p.value(out, next); next < 0 {
		return out, -1
	}
	p.budget.Leave()
	return append(out, '}'), next
}

// times prints the draft timestamp or array of them, or the timestamp, at off.
func (p *printer) times(out []byte, off int) (_ []byte, next int) {
	a, next, err := wire.ViewTimes(p.src, off)
	if err != nil {
		return p.fail(out, err)
	}
	ok := true
	if a.Single {
		if out, ok = p.time(out, a, 0, off); !ok {
			return out, -1
		}
		return out, next
	}
	out = append(out, '[')
	for i := range a.Len() {
		out = comma(out, i)
		if out, ok = p.time(out, a, i, off); !ok {
			return out, -1
		}
	}
	return append(out, ']'), next
}

// time prints time i of a, an array or a single one at off.
func (p *printer) time(out []byte, a wire.Times, i, off int) (_ []byte, ok bool) {
	if a.Draft && p.opts.TimeNanos {
		return append(jsontext.AppendUint(append(out, `{"ns":`...), a.Nanos(i)), '}'), true
	}
	return p.stamp(out, a.At(i), off)
}

// interval prints the interval at off.
func (p *printer) interval(out []byte, off int) (_ []byte, next int) {
	start, end, second, next, err := wire.ReadInterval(p.src, off)
	if err != nil {
		return p.fail(out, err)
	}
	out, ok := p.stamp(append(out, `{"start":`...), start, off+1)
	if !ok {
		p.trail.Key("start")
		return out, -1
	}
	if out, ok = p.stamp(append(out, `,"end":`...), end, second); !ok {
		p.trail.Key("end")
		return out, -1
	}
	return append(out, '}'), next
}

// stamp prints an instant that stands at off.
func (p *printer) stamp(out []byte, t scalar.Timestamp, off int) (_ []byte, ok bool) {
	out, ok = t.AppendRFC3339(append(out, '"'))
	if !ok {
		p.err = fault.At(off, fault.Because(fault.ErrUnsupported, "time outside of the years 0 to 9999 has no JSON form"))
		return out, false
	}
	return append(out, '"'), true
}
