// This file prints what the extended profile adds, as the values of JSON that
// stand for it.

package translator

import (
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/wire"
)

// extended prints the value with header h at off.
func (p *printer) extended(h wire.Header, off int) (next int, err error) {
	switch h.Kind() {
	case wire.KindIndexed:
		return p.indexed(off)
	case wire.KindTable:
		if p.opts.LegacyTypeTag {
			return p.typeTag(off)
		}
		return p.table(off)
	case wire.KindDuration:
		d, next, err := wire.ReadDuration(p.src, off)
		if err != nil {
			return off, err
		}
		p.out = append(d.AppendISO(append(p.out, '"')), '"')
		return next, nil
	case wire.KindInterval:
		start, end, second, next, err := wire.ReadInterval(p.src, off)
		if err != nil {
			return off, err
		}
		p.out = append(p.out, `{"start":`...)
		if err := p.stamp(start, off+1); err != nil {
			p.trail.Key("start")
			return off, err
		}
		p.out = append(p.out, `,"end":`...)
		if err := p.stamp(end, second); err != nil {
			p.trail.Key("end")
			return off, err
		}
		p.out = append(p.out, '}')
		return next, nil
	case wire.KindUUID:
		id, next, err := wire.ReadUUID(p.src, off)
		if err != nil {
			return off, err
		}
		p.out = append(wire.AppendUUIDText(append(p.out, '"'), id), '"')
		return next, nil
	case wire.KindRegExp:
		pattern, flags, next, err := wire.ViewRegExp(p.src, off)
		if err != nil {
			return off, err
		}
		p.out = append(p.out, `{"pattern":`...)
		p.out = jsontext.AppendString(p.out, pattern)
		p.out = append(p.out, `,"flags":"`...)
		p.out = append(append(p.out, flags.String()...), `"}`...)
		return next, nil
	}
	// A kind that the wire package knows and this switch does not must not pass
	// silently.
	return off, fault.At(off, fault.Because(fault.ErrUnsupported, h.String()+" has no JSON form"))
}

// indexed prints the indexed object at off, members in the order of their names.
func (p *printer) indexed(off int) (next int, err error) {
	x, err := wire.OpenIndexed(p.src, off)
	if err != nil {
		return off, err
	}
	if x.Len == 0 {
		p.out = append(p.out, "{}"...)
		return x.Data, nil
	}
	if err := p.enter(off, x.Len); err != nil {
		return off, err
	}
	next = x.Data
	for i := range x.Len {
		name, err := x.Next(p.src, next)
		if err != nil {
			return off, err
		}
		p.out = append(p.out, "{,"[min(i, 1)])
		p.out = append(jsontext.AppendString(p.out, name), ':')
		if next, err = p.value(next); err != nil {
			p.trail.Key(string(name))
			return off, err
		}
	}
	if err := x.Check(p.src, next); err != nil {
		return off, err
	}
	p.budget.Leave()
	p.out = append(p.out, '}')
	return next, nil
}

// table prints the table at off as an array of objects.
func (p *printer) table(off int) (next int, err error) {
	t, err := wire.ReadTable(p.src, off)
	if err != nil {
		return off, err
	}
	if t.Rows == 0 {
		p.out = append(p.out, "[]"...)
		return t.Cells, nil
	}
	if !p.budget.EnterTable(t.Rows, t.Fields) {
		return off, fault.At(off, p.budget.Err())
	}
	// Names are printed once for every row.
	if !p.budget.Repeat(t.NamesLen(), t.Rows, len(p.src)) {
		return off, fault.At(off, p.budget.Err())
	}
	next = t.Cells
	for i := range t.Rows {
		p.out = append(p.out, "[,"[min(i, 1)])
		names := t.Names
		for j := range t.Fields {
			var name []byte
			name, names, _ = wire.ViewText(p.src, names)
			p.out = append(p.out, "{,"[min(j, 1)])
			p.out = append(jsontext.AppendString(p.out, name), ':')
			if next, err = p.value(next); err != nil {
				p.trail.Key(mem.String(name))
				p.trail.Index(i)
				return off, err
			}
		}
		p.out = append(p.out, '}')
	}
	p.budget.LeaveTable()
	p.out = append(p.out, ']')
	return next, nil
}

// time prints time i of a, an array or a single one at off.
func (p *printer) time(a wire.Times, i, off int) error {
	if a.Draft && p.opts.TimeNanos {
		p.out = append(p.out, `{"ns":`...)
		p.out = strconv.AppendUint(p.out, a.Nanos(i), 10)
		p.out = append(p.out, '}')
		return nil
	}
	return p.stamp(a.At(i), off)
}

// stamp prints an instant that stands at off.
func (p *printer) stamp(t wire.Timestamp, off int) error {
	start := len(p.out)
	out, ok := t.AppendRFC3339(append(p.out, '"'))
	if !ok {
		p.out = out[:start]
		return fault.At(off, fault.Because(fault.ErrUnsupported, "time outside of the years 0 to 9999 has no JSON form"))
	}
	p.out = append(out, '"')
	return nil
}
