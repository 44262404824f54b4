// Indexed objects: reading them into structs, maps and interfaces, and writing
// them with the names sorted and the place of each value in front.

package engine

import (
	"reflect"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/sorts"
	"github.com/beve-org/beve-go/wire"
)

// eachIndexed calls read with the name and the position of every value of the
// indexed object at off, which returns where the value ends.
func (d *decodeState) eachIndexed(off int, goType string, read func(name []byte, at int) int) int {
	x, err := wire.OpenIndexed(d.src, off)
	if err != nil {
		return d.Fail(off, goType, err)
	}
	next, _ := d.Descend(&d.budget, off, x.Data, x.Len)
	if next < 0 {
		return -1
	}
	for range x.Len {
		name, err := x.Next(d.src, next)
		if err != nil {
			return d.Fail(next, goType, err)
		}
		if next = read(name, next); next < 0 {
			return d.InKey(string(name))
		}
	}
	if err := x.Check(d.src, next); err != nil {
		return d.Fail(next, goType, err)
	}
	if x.Len > 0 {
		d.leave()
	}
	return next
}

// readIndexed decodes an indexed object into the struct at p.
func (s *structCodec) readIndexed(d *decodeState, off int, p mem.Pointer) int {
	if d.stale {
		s.renew(p)
	}
	var seen progress
	seen.Hold(len(s.members))
	x, err := wire.OpenIndexed(d.src, off)
	if err != nil {
		return d.Fail(off, s.typ.String(), err)
	}
	next, _ := d.Descend(&d.budget, off, x.Data, x.Len)
	if next < 0 {
		return -1
	}
	for range x.Len {
		name, err := x.Next(d.src, next)
		if err != nil {
			return d.Fail(next, s.typ.String(), err)
		}
		if i := s.index.Find(name); i >= 0 {
			m := &s.members[i]
			seen.Add(i)
			next = m.codec.read(d, next, p.Add(uintptr(m.off)))
		} else {
			next = s.indexedUnknown(d, next, name, p, &seen)
		}
		if next < 0 {
			return d.InKey(string(name))
		}
	}
	if err := x.Check(d.src, next); err != nil {
		return d.Fail(next, s.typ.String(), err)
	}
	if x.Len > 0 {
		d.leave()
	}
	if d.stale || d.requireAll && s.required {
		return s.finish(d, off, next, p, &seen)
	}
	return next
}

// indexedUnknown skips, keeps or refuses a value that no field takes.
func (s *structCodec) indexedUnknown(d *decodeState, at int, name []byte, p mem.Pointer, seen *progress) int {
	if d.rejectUnknown && s.unknown == nil {
		return d.Fail(at, s.typ.String(), fault.UnknownField(string(name)))
	}
	next, err := d.skip(at)
	if err != nil {
		return d.Fail(at, "", err)
	}
	if s.unknown != nil && !s.unknown.keep(d, at, p, name, d.src[at:next], seen) {
		return -1
	}
	return next
}

// readIndexedMap decodes an indexed object into *m, which is made if nil and
// emptied if stale.
func readIndexedMap[V any](d *decodeState, off int, m *map[string]V, readElem func(*decodeState, int) (V, int)) int {
	n, _, err := wire.ReadIndexed(d.src, off)
	if err != nil {
		return d.Fail(off, "", err)
	}
	if !readyMap(d, m, n) {
		return -1
	}
	return d.eachIndexed(off, "", func(name []byte, at int) int {
		v, next := readElem(d, at)
		if next >= 0 {
			(*m)[d.string(name)] = v
		}
		return next
	})
}

func (d *decodeState) anyIndexed(off int) (any, int) {
	var m map[string]any
	next := readIndexedMap(d, off, &m, (*decodeState).any)
	return m, next
}

// readIndexed decodes an indexed object into the map v.
func (m *mapCodec) readIndexed(d *decodeState, off int, v reflect.Value) int {
	if m.key.header != wire.HeaderObject {
		return d.mismatch(off, wire.HeaderIndexed, m.typ.String())
	}
	n, _, err := wire.ReadIndexed(d.src, off)
	if err != nil {
		return d.Fail(off, m.typ.String(), err)
	}
	if !m.prepare(d, off, v, n) {
		return -1
	}
	stale, s := d.stale, m.scratch()
	defer m.done(s)
	d.stale = false
	into := m.fresh(d, v)
	next := d.eachIndexed(off, m.typ.String(), func(name []byte, at int) int {
		return m.readNamed(d, at, d.string(name), s, into)
	})
	if next >= 0 {
		copyEntries(v, into)
	}
	d.stale = stale
	return next
}

// readRow decodes a row of a table into the map at p.
func (m *mapCodec) readRow(d *decodeState, t *tableReader, off int, p mem.Pointer) int {
	v := reflect.NewAt(m.typ, p.Unsafe()).Elem()
	if m.key.header != wire.HeaderObject {
		return d.mismatch(off, wire.HeaderTable, m.typ.String())
	}
	if !m.prepare(d, off, v, t.Fields) || !d.repeat(off, t.NamesLen()) {
		return -1
	}
	stale, s := d.stale, m.scratch()
	defer m.done(s)
	d.stale = false
	into := m.fresh(d, v)
	for _, name := range d.namesOf(t) {
		if off = m.readNamed(d, off, name, s, into); off < 0 {
			return d.InKey(name)
		}
	}
	copyEntries(v, into)
	d.stale = stale
	return off
}

// readNamed decodes the value at off into v under a name.
func (m *mapCodec) readNamed(d *decodeState, off int, name string, s *mapScratch, v reflect.Value) int {
	s.key.SetZero()
	s.elem.SetZero()
	switch {
	case m.key.parse != nil && d.tentative:
		return d.Fail(off, "", errMethod)
	case m.key.parse != nil:
		if err := m.key.parse([]byte(name), s.key); err != nil {
			return d.Fail(off, m.key.typ.String(), err)
		}
	case m.key.typ.Kind() != reflect.String:
		return d.Fail(off, m.key.typ.String(), fault.Because(fault.ErrUnsupported,
			"map keys of type "+m.key.typ.String()+" can be encoded only"))
	default:
		s.key.SetString(name)
	}
	if d.rejectDuplicates && m.key.parse != nil && v.MapIndex(s.key).IsValid() {
		return d.Fail(off, m.typ.String(), duplicate(m.keyText(s.key)))
	}
	next := m.elem.read(d, off, s.at)
	if next >= 0 {
		v.SetMapIndex(s.key, s.elem)
	}
	return next
}

// indexWriter writes one object: its index and then its members, or a plain object if
// it has fewer members than the options want an index for.
type indexWriter struct {
	start   int // of the object
	names   int // its names are e.names[names:names+n]
	ends    int // where its values end is e.ends[ends:]
	n, i    int
	indexed bool
}

// beginIndexed begins an object whose n names, sorted, are the last of e.names.
func (e *encodeState) beginIndexed(dst *[]byte, n int) (x indexWriter, ok bool) {
	x = indexWriter{start: len(*dst), names: len(e.names) - n, ends: len(e.ends), n: n, indexed: n >= e.indexed}
	names := e.names[x.names:]
	for i := 1; i < n; i++ {
		if names[i-1] == names[i] {
			e.fail("", duplicate(names[i]))
			return x, false
		}
	}
	if !e.validNames(names) || n > 0 && !e.enter() {
		return x, false
	}
	if x.indexed {
		*dst = wire.AppendIndexed(*dst, names)
	} else {
		*dst = wire.AppendObject(*dst, n)
	}
	return x, true
}

// next writes what comes before the next value.
func (x *indexWriter) next(e *encodeState, dst []byte) []byte {
	if x.indexed {
		return dst
	}
	return wire.AppendText(dst, e.names[x.names+x.i])
}

// done notes where the value ends, and reports false if it failed.
func (x *indexWriter) done(e *encodeState, dst []byte) bool {
	if dst == nil {
		e.inKey(e.names[x.names+x.i])
		return false
	}
	x.i++
	if x.indexed {
		e.ends = append(e.ends, len(dst)-x.start)
	}
	return true
}

// end completes the index.
func (x *indexWriter) end(e *encodeState, dst []byte) []byte {
	if x.indexed {
		if err := wire.SealIndexed(dst[x.start:], e.ends[x.ends:]); err != nil {
			return e.fail("", err)
		}
	}
	clear(e.names[x.names:])
	e.names, e.ends = e.names[:x.names], e.ends[:x.ends]
	if x.n > 0 {
		e.leave()
	}
	return dst
}

// indexedMember is one member of an object that is being written with an index.
type indexedMember struct {
	name   string
	append func(dst []byte) []byte
}

// appendMembers appends members in the order of their names.
func (e *encodeState) appendMembers(dst []byte, members []*indexedMember) []byte {
	sorts.Sort(len(members), func(i, j int) bool { return members[i].name < members[j].name },
		func(i, j int) { members[i], members[j] = members[j], members[i] })
	for i := range members {
		e.names = append(e.names, members[i].name)
	}
	x, ok := e.beginIndexed(&dst, len(members))
	if !ok {
		return nil
	}
	for i := range members {
		dst = members[i].append(x.next(e, dst))
		if !x.done(e, dst) {
			return dst
		}
	}
	return x.end(e, dst)
}

// sortedFields returns the indices of the fields in the order of their names.
func (s *structCodec) sortedFields() []int {
	at := make([]int, len(s.fields))
	for i := range at {
		at[i] = i
	}
	sorts.Sort(len(at), func(i, j int) bool { return s.fields[at[i]].name < s.fields[at[j]].name },
		func(i, j int) { at[i], at[j] = at[j], at[i] })
	return at
}

// appendIndexed writes the struct at p with an index, the members that may be left
// out left out as always.
func (s *structCodec) appendIndexed(e *encodeState, dst []byte, p mem.Pointer) []byte {
	if s.unknown != nil && s.unknown.count(p) > 0 {
		return s.appendIndexedUnknown(e, dst, p)
	}
	base := len(e.names)
	for _, i := range s.byName {
		if f := &s.fields[i]; !f.omit.Omits(p.Add(f.off)) {
			e.names = append(e.names, f.name)
		}
	}
	x, ok := e.beginIndexed(&dst, len(e.names)-base)
	if !ok {
		return nil
	}
	for _, i := range s.byName {
		f := &s.fields[i]
		q := p.Add(f.off)
		if f.omit.Omits(q) {
			continue
		}
		dst = f.codec.append(e, x.next(e, dst), q)
		if !x.done(e, dst) {
			return dst
		}
	}
	return x.end(e, dst)
}

// appendIndexedUnknown is appendIndexed with members that have no field.
func (s *structCodec) appendIndexedUnknown(e *encodeState, dst []byte, p mem.Pointer) []byte {
	members := make([]*indexedMember, 0, len(s.fields))
	for i := range s.fields {
		f := &s.fields[i]
		q := p.Add(f.off)
		if f.omit.Omits(q) {
			continue
		}
		members = append(members, &indexedMember{f.name, func(dst []byte) []byte { return f.codec.append(e, dst, q) }})
	}
	for name, raw := range s.unknown.members(p) {
		members = append(members, &indexedMember{name, func(dst []byte) []byte { return e.appendRaw(dst, raw) }})
	}
	return e.appendMembers(dst, members)
}

// appendIndexedAny writes a map[string]any with an index.
func (e *encodeState) appendIndexedAny(dst []byte, m map[string]any) []byte {
	base := len(e.names)
	for name := range m {
		e.names = append(e.names, name)
	}
	sorts.Strings(e.names[base:])
	x, ok := e.beginIndexed(&dst, len(m))
	if !ok {
		return nil
	}
	for i := range len(m) {
		name := e.names[base+i]
		dst = e.appendAny(x.next(e, dst), m[name])
		if !x.done(e, dst) {
			return dst
		}
	}
	return x.end(e, dst)
}

// appendIndexed writes a map with an index.
func (m *mapCodec) appendIndexed(e *encodeState, dst []byte, p mem.Pointer) []byte {
	v := reflect.NewAt(m.typ, p.Unsafe()).Elem()
	if v.IsNil() {
		return wire.AppendNull(dst)
	}
	id := mem.From(v.UnsafePointer())
	if e.level > fault.CycleLevel {
		if !e.begin(m.typ, id, 0) {
			return nil
		}
		defer e.end(m.typ, id, 0)
	}
	members := make([]*indexedMember, 0, v.Len())
	elem := reflect.New(m.typ.Elem())
	for it := v.MapRange(); it.Next(); {
		key := it.Key()
		name := m.keyText(key)
		if m.key.text != nil {
			var err error
			if name, err = m.key.text(key); err != nil {
				return e.fail(m.key.typ.String(), err)
			}
		}
		value := it.Value() // what is looked up by NaN is not found
		members = append(members, &indexedMember{name, func(dst []byte) []byte {
			elem.Elem().Set(value)
			return m.elem.append(e, dst, mem.From(elem.UnsafePointer()))
		}})
	}
	return e.appendMembers(dst, members)
}

// IndexOptions are the choices of writing an index.
type IndexOptions struct {
	// MinFieldCount is how many members an object must have to get an index; one
	// with fewer is written as a plain object. Zero gives every object an index.
	MinFieldCount int
	// IncludeNested writes the objects inside of the object with an index too.
	IncludeNested bool
}

// AppendIndexed appends a map with string or text keys, a struct, or a pointer to
// one, as an object with an index. Values are of the extended profile.
func (o IndexOptions) AppendIndexed(dst []byte, v any) ([]byte, error) {
	e := newEncodeState(&EncodeOptions{Extended: true})
	out, err := o.appendIndexed(e, dst, v)
	e.release()
	return out, err
}

func (o IndexOptions) appendIndexed(e *encodeState, dst []byte, v any) ([]byte, error) {
	values := e.profile
	key := values.key
	key.indexed = true
	top := profileFor(key)
	e.indexed = max(o.MinFieldCount, 0)
	if o.IncludeNested {
		values = top
	}
	e.profile = values
	rv, p := reflect.ValueOf(v), mem.Pointer{}
	for hops := 0; rv.Kind() == reflect.Pointer && !rv.IsNil() && hops < maxHops; hops++ {
		p = mem.From(rv.UnsafePointer())
		rv = rv.Elem()
	}
	out := e.beginMessage(dst)
	if m, ok := v.(map[string]any); ok && m != nil {
		if out = e.appendIndexedAny(out, m); out == nil {
			return dst, e.failed.Complete()
		}
		return out, nil
	}
	if !rv.IsValid() {
		return dst, &EncodeError{Err: errNotObject}
	}
	if p.IsNil() {
		box := reflect.New(rv.Type())
		box.Elem().Set(rv)
		p = mem.From(box.UnsafePointer())
	}
	k := values.codecFor(rv.Type())
	switch {
	case k.rows != nil && rv.Kind() == reflect.Struct:
		out = k.rows.appendIndexed(e, out, p)
	case rv.Kind() == reflect.Map && !rv.IsNil():
		key := (&compiler{profile: values}).keyCodec(rv.Type().Key())
		if key != nil && key.header == wire.HeaderObject {
			m := &mapCodec{typ: rv.Type(), key: key, elem: values.codecFor(rv.Type().Elem())}
			out = m.appendIndexed(e, out, p)
			break
		}
		fallthrough
	default:
		out = e.fail(rv.Type().String(), errNotObject)
	}
	if out == nil {
		return dst, e.failed.Complete()
	}
	return out, nil
}

var errNotObject = fault.Because(fault.ErrUnsupported, "an index needs a struct or a map whose keys are text")
