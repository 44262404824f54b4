package plan

import (
	"slices"

	"github.com/beve-org/beve-go/internal/sorts"
)

// This file holds the rules for a whole struct: which fields there are, and which of them win their names. What a
// single tag means is in tag.go. Nothing here may import reflect.

// Build returns the plan of the struct t, reading the tag keys in order of preference: the first key that a field
// has is the only one that counts for it, even if its value is empty. It fails with an [*Error] if t is not a struct or
// if the option unknown is misused.
func Build[T any](src Source[T], t T, tagKeys []string) (*StructOf[T], error) {
	if src.Shape(t) != ShapeStruct {
		return nil, &Error{GoType: src.Name(t), Reason: "not a struct"}
	}
	b := builder[T]{src: src, tagKeys: tagKeys}
	n := src.NumField(t)
	b.fields, b.contests, b.byName = make([]FieldOf[T], 0, n), make([]contest, 0, n), make(map[string]int, n)
	b.next = []embedded[T]{{typ: t}}
	for len(b.next) > 0 {
		level := b.next
		b.next = nil
		for i := range level {
			if err := b.scan(&level[i]); err != nil {
				return nil, err
			}
		}
	}
	return b.finish(t), nil
}

// builder walks the embedded structs breadth first, so that for each name the fields of least depth come first.
type builder[T any] struct {
	src     Source[T]
	tagKeys []string
	scanned []T           // structs whose fields are taken already, at this depth or a lesser one
	next    []embedded[T] // structs to scan at the next depth
	// fields are those that were the first of their rank, in the order in which they turned up.
	fields   []FieldOf[T]
	contests []contest
	byName   map[string]int // the contest of a name
	unknown  *FieldOf[T]
	// unknownIn is the struct that declares unknown, for the message about a second one.
	unknownIn string
}

// embedded is a struct whose fields are promoted; the struct of the plan itself is the first.
type embedded[T any] struct {
	typ            T
	index          []int
	throughPointer bool
	locked         bool
	// repeated says that the same type is embedded more than once at this depth. Each of its fields then stands
	// for several, of equal rank.
	repeated bool
}

// contest is the competition of the fields of one name. Only the least depth takes part: there the one field with a
// name from its tag wins, else the one field; if either is not alone, nobody wins.
type contest struct {
	depth            int
	tagged, untagged rank
}

// rank counts the fields of equal right to a name, and has the index of the first.
type rank struct{ count, first int }

// winner returns the index of the field that takes the name, or -1.
func (c *contest) winner() int {
	r := &c.tagged
	if r.count == 0 {
		r = &c.untagged
	}
	if r.count != 1 {
		return -1
	}
	return r.first
}

// scan enters the fields of one struct, and queues the structs embedded in it.
func (b *builder[T]) scan(e *embedded[T]) error {
	// A type seen before is hidden by its first occurrence: this is also what ends recursion.
	if slices.ContainsFunc(b.scanned, func(t T) bool { return b.src.Same(t, e.typ) }) {
		return nil
	}
	b.scanned = append(b.scanned, e.typ)
	for i := range b.src.NumField(e.typ) {
		if err := b.scanMember(e, i); err != nil {
			return err
		}
	}
	return nil
}

// scanMember enters field i of e as a member, queues it as an embedded struct, or passes over it.
func (b *builder[T]) scanMember(e *embedded[T], i int) error {
	m := b.src.Member(e.typ, i)
	isPointer := b.src.Shape(m.Type) == ShapePointer
	// An unexported struct that is embedded may have exported fields.
	reachable := m.Exported || m.Embedded && b.pointsToStruct(m.Type, isPointer)
	tag := readTag(m.Lookup, b.tagKeys, m.AnyName)
	if tag.skip {
		return nil
	}
	if tag.unknown && !m.Exported {
		return b.misuse(e, &m, "the option unknown needs an exported field")
	}
	if !reachable {
		return nil
	}
	target := m.Type
	if isPointer && !b.src.Defined(m.Type) {
		target = b.src.Elem(m.Type)
	}
	shape := b.src.Shape(target)
	index := append(slices.Clip(e.index), i)

	if m.Embedded && shape == ShapeStruct && tag.name == "" && !tag.unknown {
		b.promote(embedded[T]{
			typ:            target,
			index:          index,
			throughPointer: e.throughPointer || isPointer,
			locked:         e.locked || isPointer && !m.Exported,
		})
		return nil
	}

	f := FieldOf[T]{
		Name:           tag.name,
		GoName:         m.Name,
		Type:           m.Type,
		Index:          index,
		TagKey:         tag.key,
		Tagged:         tag.name != "",
		OmitEmpty:      tag.omitEmpty,
		OmitZero:       tag.omitZero,
		Quoted:         tag.quoted && shape == ShapeScalar,
		ThroughPointer: e.throughPointer,
		Locked:         e.locked,
		Unexported:     !m.Exported,
		Options:        tag.rest,
	}
	if f.OmitZero {
		f.Zero = b.zeroTest(m.Type)
	}
	if tag.unknown {
		return b.setUnknown(e, &m, f)
	}
	if f.Name == "" {
		f.Name = m.Name
	}
	b.enter(&f, e.repeated)
	return nil
}

// pointsToStruct reports whether t is a struct or a pointer to one.
func (b *builder[T]) pointsToStruct(t T, isPointer bool) bool {
	if isPointer {
		t = b.src.Elem(t)
	}
	return b.src.Shape(t) == ShapeStruct
}

// promote queues an embedded struct for the next depth. That a type is repeated is not handed on to what it embeds
// in turn: encoding/json does not do so either, though the Go language does.
func (b *builder[T]) promote(e embedded[T]) {
	for i := range b.next {
		if b.src.Same(b.next[i].typ, e.typ) {
			b.next[i].repeated = true
			return
		}
	}
	b.next = append(b.next, e)
}

// enter lets f compete for its name.
func (b *builder[T]) enter(f *FieldOf[T], repeated bool) {
	i, known := b.byName[f.Name]
	if !known {
		i = len(b.contests)
		b.contests = append(b.contests, contest{depth: len(f.Index)})
		b.byName[f.Name] = i
	}
	c := &b.contests[i]
	if c.depth < len(f.Index) {
		return
	}
	r := &c.untagged
	if f.Tagged {
		r = &c.tagged
	}
	if r.count == 0 {
		r.first = len(b.fields)
		b.fields = append(b.fields, *f)
	}
	r.count++
	if repeated {
		r.count++
	}
}

// setUnknown takes f as the field for unknown members. Depth gives no precedence here: a value could hold unknown
// members in either of two such fields, and those in the hidden one would be lost without a word.
func (b *builder[T]) setUnknown(e *embedded[T], m *Member[T], f FieldOf[T]) error {
	if b.unknown != nil {
		return b.misuse(e, m, "a second field with the option unknown; the first is "+b.unknownIn+"."+b.unknown.GoName)
	}
	if e.repeated {
		return b.misuse(e, m, "a field with the option unknown in a struct that is embedded more than once")
	}
	b.unknown, b.unknownIn = &f, b.src.Name(e.typ)
	return nil
}

// misuse returns an error about field m of e.
func (b *builder[T]) misuse(e *embedded[T], m *Member[T], reason string) error {
	return &Error{GoType: b.src.Name(e.typ), GoField: m.Name, Reason: reason}
}

// zeroTest chooses how omitzero asks a field of type t.
func (b *builder[T]) zeroTest(t T) ZeroTest {
	onValue, onPointer := b.src.IsZeroMethod(t)
	switch shape := b.src.Shape(t); {
	case onValue && shape == ShapeInterface:
		return ZeroByInterface
	case onValue && shape == ShapePointer:
		return ZeroByPointer
	case onValue:
		return ZeroByValue
	case onPointer:
		return ZeroByAddress
	}
	return ZeroByCompare
}

// finish collects the winners.
func (b *builder[T]) finish(t T) *StructOf[T] {
	s := &StructOf[T]{Type: t, Unknown: b.unknown}
	// Winners move to the front; usually that is where they are, and in order.
	won := make([]bool, len(b.fields))
	for i := range b.contests {
		c := &b.contests[i]
		if w := c.winner(); w >= 0 {
			won[w] = true
		} else {
			s.Ambiguous = append(s.Ambiguous, b.fields[max(c.tagged.first, c.untagged.first)].Name)
		}
	}
	n, sorted := 0, true
	for i := range b.fields {
		if !won[i] {
			continue
		}
		if n != i {
			b.fields[n] = b.fields[i]
		}
		sorted = sorted && (n == 0 || slices.Compare(b.fields[n-1].Index, b.fields[n].Index) < 0)
		n++
	}
	clear(b.fields[n:])
	s.Fields = b.fields[:n]
	if !sorted {
		s.Fields = inOrder(s.Fields)
	}
	for i := range s.Fields {
		f := &s.Fields[i]
		s.MayOmit = s.MayOmit || f.OmitEmpty || f.OmitZero || f.ThroughPointer
		s.NeedsAlloc = s.NeedsAlloc || f.ThroughPointer
	}
	if s.Unknown != nil {
		s.NeedsAlloc = s.NeedsAlloc || s.Unknown.ThroughPointer
	}
	if n == 0 && s.Unknown == nil && len(s.Ambiguous) == 0 && b.hides(t, 0) {
		s.Hidden = &Error{GoType: b.src.Name(t),
			Reason: "all it holds is in fields that are not exported; give it methods, or leave it out by a tag"}
	}
	if b.src.IsMessage(t) {
		s.Message = &Error{GoType: b.src.Name(t),
			Reason: "a message of Protocol Buffers is more than its fields; make it a grpcbeve.Message, which is an adapter"}
	}
	return s
}

// inOrder returns fields as the struct has them. Their places are sorted: they are small.
func inOrder[T any](fields []FieldOf[T]) []FieldOf[T] {
	at := make([]int, len(fields))
	for i := range at {
		at[i] = i
	}
	sorts.Sort(len(at), func(i, j int) bool { return slices.Compare(fields[at[i]].Index, fields[at[j]].Index) < 0 },
		func(i, j int) { at[i], at[j] = at[j], at[i] })
	sorted := make([]FieldOf[T], len(fields))
	for i, from := range at {
		sorted[i] = fields[from]
	}
	return sorted
}

// hides reports whether the struct t holds something, and nothing of it is exported: blank fields and empty structs
// hold nothing, and a tag may leave out what is exported.
func (b *builder[T]) hides(t T, depth int) bool {
	holds := false
	for i := range b.src.NumField(t) {
		m := b.src.Member(t, i)
		leftOut := readTag(m.Lookup, b.tagKeys, m.AnyName).skip
		switch inner := b.src.Shape(m.Type) == ShapeStruct; {
		case m.Name == "_":
		case m.Exported && (!m.Embedded || leftOut):
			return false
		case leftOut:
		case !inner || depth > maxHidden:
			holds = true
		default:
			holds = holds || b.src.NumField(m.Type) > 0 && b.holdsAny(m.Type, depth+1)
		}
	}
	return holds
}

// maxHidden is how deep structs within each other are looked into.
const maxHidden = 8

// holdsAny reports whether the struct t has a field that is neither blank nor empty.
func (b *builder[T]) holdsAny(t T, depth int) bool {
	for i := range b.src.NumField(t) {
		m := b.src.Member(t, i)
		if m.Name != "_" && (b.src.Shape(m.Type) != ShapeStruct || depth > maxHidden || b.holdsAny(m.Type, depth+1)) {
			return true
		}
	}
	return false
}
