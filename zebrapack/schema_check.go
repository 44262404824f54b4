// The rules of evolution: what may change from one version of a schema to the next
// so that each reads the data of the other.

package zebrapack

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/zid"
)

// A Violation is a change, or a state, that the rules of evolution forbid.
type Violation struct {
	// Struct is the name of the struct, Zid the number that is at fault, or NoID where
	// the struct as a whole is.
	Struct string
	Zid    int64
	// Old and New say where the two sides are: as file:line where that is known, else
	// the path of the schema. Old is empty for a fault of the new schema alone, which
	// then is between New and Other.
	Old, New, Other string
	// Reason says what is wrong and what to do instead.
	Reason string
}

// Error returns the violation as one line: "new.go:7: Rec.Mail: reason (was at
// old.go:5)".
func (v Violation) Error() string {
	piece := func(s string) string { return fault.Piece(s, shownName) }
	text := piece(v.New) + ": " + piece(v.Struct)
	if v.Zid >= 0 {
		text += " zid " + strconv.FormatInt(v.Zid, 10)
	}
	text += ": " + fault.Text(v.Reason)
	if v.Old != "" {
		text += " (was at " + piece(v.Old) + ")"
	}
	if v.Other != "" {
		text += " (also at " + piece(v.Other) + ")"
	}
	return text
}

// Check compares two versions of a schema and returns what forbids that each reads
// the data of the other, in the order of structs and ids; nothing if all is well.
//
// Allowed are new structs, new cases of a union, new fields that take the next ids, other names for fields,
// another order of declaration, a pointer where there was its target and the reverse,
// and deprecation; a field may end as struct{} or with msg:"-" if it keeps its id.
func Check(old, new *Schema) []Violation {
	old, new = old.orEmpty(), new.orEmpty()
	out := CheckIDs(new)
	byName := new.byIdentifier()
	for _, name := range old.Names() {
		before, after := old.Structs[name], byName[zid.Identifier(name)]
		if after == nil {
			out = append(out, Violation{Struct: name, Zid: NoID, Old: old.at(before.Pos), New: new.at(""),
				Reason: "the struct is gone; keep it"})
			continue
		}
		c := comparison{old: old, new: new, name: name, before: before, after: after}
		c.run()
		out = append(out, c.out...)
	}
	sortViolations(out)
	return out
}

// CheckIDs returns what is wrong with the ids of one schema: the ids of each struct
// are 0, 1, 2 and so on, each taken once. Those of a union may have gaps.
func CheckIDs(s *Schema) []Violation {
	var out []Violation
	s = s.orEmpty()
	for _, name := range s.Names() {
		st := s.Structs[name]
		fields := make([]*Field, 0, len(st.Fields))
		for i := range st.Fields {
			if st.Fields[i].Zid >= 0 {
				fields = append(fields, &st.Fields[i])
			}
		}
		slices.SortStableFunc(fields, func(a, b *Field) int { return cmp.Compare(a.Zid, b.Zid) })
		next := int64(0)
		for i, f := range fields {
			switch {
			case i > 0 && f.Zid == fields[i-1].Zid:
				out = append(out, Violation{Struct: name, Zid: f.Zid, New: s.at(f.Pos), Other: s.at(fields[i-1].Pos),
					Reason: f.GoName + " and " + fields[i-1].GoName + " have the same id; give the newer one the next free id"})
			case f.Zid > next && !st.OneOf:
				out = append(out, Violation{Struct: name, Zid: next, New: s.at(f.Pos),
					Reason: "the id is missing: " + f.GoName + " has " + strconv.FormatInt(f.Zid, 10) + "; ids have no gaps"})
			}
			next = f.Zid + 1
		}
	}
	return out
}

// CheckBranches compares two schemas that both descend from base, as two branches
// do that are about to be merged. It returns the ids that both have newly taken for
// different fields; nothing if the branches agree.
func CheckBranches(base, ours, theirs *Schema) []Violation {
	var out []Violation
	base, ours, theirs = base.orEmpty(), ours.orEmpty(), theirs.orEmpty()
	theirStructs, baseStructs := theirs.byIdentifier(), base.byIdentifier()
	for _, name := range ours.Names() {
		other := theirStructs[zid.Identifier(name)]
		if other == nil {
			continue
		}
		st := ours.Structs[name]
		theirsByID, baseByID := other.byID(), fields(nil)
		if was := baseStructs[zid.Identifier(name)]; was != nil {
			baseByID = was.byID()
		}
		for i := range st.Fields {
			f := &st.Fields[i]
			if f.Zid < 0 || baseByID[f.Zid] != nil {
				continue
			}
			g := theirsByID[f.Zid]
			if g != nil && (g.GoName != f.GoName || !sameWire(ours, theirs, f.FullType, g.FullType)) {
				out = append(out, Violation{Struct: name, Zid: f.Zid, New: ours.at(f.Pos), Other: theirs.at(g.Pos),
					Reason: "both branches took the id: " + f.describe() + " and " + g.describe() + "; give one of them the next free id"})
			}
		}
	}
	sortViolations(out)
	return out
}

func sortViolations(vs []Violation) {
	slices.SortStableFunc(vs, func(a, b Violation) int {
		return cmp.Or(cmp.Compare(a.Struct, b.Struct), cmp.Compare(a.Zid, b.Zid))
	})
}

// at returns a position, or the path of the schema where there is none.
func (s *Schema) at(pos string) string {
	return cmp.Or(pos, s.SourcePath, "schema")
}

func (f *Field) describe() string {
	return fault.Piece(f.GoName, shownName) + " " + fault.Piece(cmp.Or(f.TypeStr, "struct{}"), shownName)
}

// comparison is the comparison of two versions of one struct.
type comparison struct {
	old, new      *Schema
	name          string
	before, after *Struct
	byID          fields               // of after
	byName        map[string]*Field    // of after
	ids           map[string]idsOfName // of before
	out           []Violation
}

// idsOfName says which numbers the fields of one name have.
type idsOfName struct {
	first int64
	more  bool // than one
}

// index prepares to look fields up.
func (c *comparison) index() {
	c.byID, c.byName, c.ids = c.after.byID(), map[string]*Field{}, map[string]idsOfName{}
	for i := range c.after.Fields {
		if g := &c.after.Fields[i]; g.Zid >= 0 && c.byName[g.GoName] == nil {
			c.byName[g.GoName] = g
		}
	}
	for i := range c.before.Fields {
		if f := &c.before.Fields[i]; f.Zid >= 0 {
			had, ok := c.ids[f.GoName]
			if !ok {
				had.first = f.Zid
			}
			had.more = had.more || had.first != f.Zid
			c.ids[f.GoName] = had
		}
	}
}

func (c *comparison) run() {
	if c.before.Tuple != c.after.Tuple {
		c.refuse(NoID, c.before.Pos, c.after.Pos, "a tuple is an array and a struct is not; neither can become the other")
		return
	}
	if c.before.OneOf != c.after.OneOf {
		c.refuse(NoID, c.before.Pos, c.after.Pos, "one of the fields of a union is sent and all of a struct; neither can become the other")
		return
	}
	if c.before.Tuple {
		c.tuple()
		return
	}
	// A new field needs the next id, which CheckIDs has looked at: without gaps, and with
	// all the old ids in place, it can only follow.
	c.index()
	for i := range c.before.Fields {
		if f := &c.before.Fields[i]; f.Zid >= 0 {
			c.field(f)
		}
	}
}

// field compares a field with what now has its id.
func (c *comparison) field(f *Field) {
	g := c.byID[f.Zid]
	if g == nil {
		moved := c.byName[f.GoName]
		if moved != nil {
			c.refuse(f.Zid, f.Pos, moved.Pos, f.GoName+" was renumbered to "+strconv.FormatInt(moved.Zid, 10)+"; ids never change")
			return
		}
		instead := "keep it as struct{} with the option deprecated"
		if c.before.OneOf {
			instead = "keep the case"
		}
		c.refuse(f.Zid, f.Pos, c.after.Pos, f.describe()+" was removed; "+instead)
		return
	}
	switch {
	case f.Deprecated && !g.Deprecated:
		c.refuse(f.Zid, f.Pos, g.Pos, g.GoName+" is no longer deprecated; a field that was retired stays so")
	case f.Skip && !g.Skip:
		c.refuse(f.Zid, f.Pos, g.Pos, "the id of "+f.GoName+", which was retired, is reused by "+g.describe())
	case g.Skip:
	case g.GoName != f.GoName && c.hadOtherID(g):
		c.refuse(f.Zid, f.Pos, g.Pos, g.GoName+" was renumbered to the id of "+f.GoName+"; ids never change")
	case !sameWire(c.old, c.new, f.FullType, g.FullType):
		what := f.GoName + " changed its type"
		if g.GoName != f.GoName {
			what = "the id of " + f.GoName + " is reused by " + g.GoName
		}
		was, is := f.TypeStr, g.TypeStr
		if was == is && f.FullType != nil && g.FullType != nil {
			// The same name stands for something else now.
			was, is = f.FullType.String(), g.FullType.String()
		}
		c.refuse(f.Zid, f.Pos, g.Pos, what+" from "+fault.Piece(was, shownName)+" to "+fault.Piece(is, shownName))
	}
}

// hadOtherID reports whether the old struct has a field of the name of g under
// another id: then g is not a new name for an old field.
func (c *comparison) hadOtherID(g *Field) bool {
	had, ok := c.ids[g.GoName]
	return ok && (had.more || had.first != g.Zid)
}

// tuple compares structs that are arrays: all that is sent must be the same, in the
// same places.
func (c *comparison) tuple() {
	old, new := sent(c.before), sent(c.after)
	for i, f := range old {
		if i >= len(new) || !sameWire(c.old, c.new, f.FullType, new[i].FullType) {
			c.refuse(f.Zid, f.Pos, c.after.Pos, "element "+strconv.Itoa(i)+" of a tuple, "+f.describe()+", changed; tuples never change")
			return
		}
	}
	if len(new) > len(old) {
		g := new[len(old)]
		c.refuse(g.Zid, c.before.Pos, g.Pos, g.describe()+" was added to a tuple; tuples never change")
	}
}

// sent returns the fields that are on the wire, in the order of declaration.
func sent(st *Struct) []*Field {
	var out []*Field
	for i := range st.Fields {
		if !st.Fields[i].Skip {
			out = append(out, &st.Fields[i])
		}
	}
	return out
}

func (c *comparison) refuse(zid int64, oldPos, newPos, reason string) {
	c.out = append(c.out, Violation{Struct: c.name, Zid: zid, Old: c.old.at(oldPos), New: c.new.at(newPos), Reason: reason})
}

// byIdentifier returns the structs by their names as Go can declare them: an instance of a generic type is a struct of
// its own where a schema has become Go.
func (s *Schema) byIdentifier() map[string]*Struct {
	all := make(map[string]*Struct, len(s.Structs))
	for name, st := range s.Structs {
		all[zid.Identifier(name)] = st
	}
	for name, st := range s.Structs {
		if zid.Identifier(name) == name {
			all[name] = st
		}
	}
	return all
}

// typeName returns the name of a type that is known by it, as [Schema.byIdentifier] has it: that of the struct which it
// is, so that it does not matter whether it is of another package, and else its own.
func (s *Schema) typeName(t *Type) string {
	if st := s.StructOf(t); st != nil {
		return zid.Identifier(st.Name)
	}
	return zid.Identifier(t.Str)
}

// sameWire reports whether all that is written for one type, of the schema sa, is read for the other, of sb,
// and the reverse. A pointer is written as its target or as nil, which every type
// reads.
func sameWire(sa, sb *Schema, a, b *Type) bool {
	for a != nil && a.Kind == KindPointer {
		a = a.Domain
	}
	for b != nil && b.Kind == KindPointer {
		b = b.Domain
	}
	if a == nil || b == nil {
		return a == b
	}
	if byteless(a.Kind) != byteless(b.Kind) {
		return false
	}
	switch a.Kind {
	case KindIdent:
		return sa.typeName(a) == sb.typeName(b)
	case KindMap:
		return sameWire(sa, sb, a.Domain, b.Domain) && sameWire(sa, sb, a.Range, b.Range)
	case KindSlice:
		return sameWire(sa, sb, a.Domain, b.Domain)
	case KindArray:
		// An array of byte is bin and one of uint8 is an array, though Go has one type for both.
		return a.Domain.Kind == b.Domain.Kind && (a.Range.Kind == KindByte) == (b.Range.Kind == KindByte) && sameWire(sa, sb, a.Range, b.Range)
	}
	return true
}

// byteless returns the kind with byte as uint8, which is the same number.
func byteless(k Kind) Kind {
	if k == KindByte {
		return KindUint8
	}
	return k
}
