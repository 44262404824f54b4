package zebra

import (
	"go/types"

	"github.com/beve-org/beve-go/internal/plan/gotypes"
)

// This file is about the keys of structs, numbers or names. A method that does nothing says which of them the code of a
// type writes, so that nobody calls it who writes the others.

// keyMarker returns the name of that method.
func (o *Options) keyMarker() string {
	if o.Msgp {
		return "NamedMsg"
	}
	return "NumberedMsg"
}

// otherKeys reports whether t has code for the other keys. It counts for nothing, as in reflection.
func (r *resolver) otherKeys(t types.Type) bool {
	other := &Options{Msgp: !r.opts.Msgp}
	return gotypes.Declares(t, other.keyMarker())
}

// keyed reports whether structs that have keys are in what d writes; marker is the method by which types of elsewhere say so.
func (d *decl) keyed(marker string) bool { return d.keyedWithin(marker, map[*decl]bool{}) }

func (d *decl) keyedWithin(marker string, seen map[*decl]bool) bool {
	if d.isStruct && !d.tuple || d.functions {
		return true
	}
	if seen[d] {
		return false
	}
	seen[d] = true
	found := false
	look := func(v *value) {
		switch {
		case v.decl != nil:
			found = found || v.decl.keyedWithin(marker, seen)
		case v.form == formCases:
			found = true
		case v.form == formMethods: // of another file, or another package
			found = found || !hasMethods(v.typ, "MarshalMsg") || gotypes.Declares(v.typ, marker)
		}
	}
	d.value.walk(look)
	for _, f := range d.sent() {
		f.value.walk(look)
	}
	return found
}

// isReflected reports whether reflection, which sees no directives and no flags, writes and reads what the methods of d do, so
// that it can take their place where options ask for more. Types whose methods these call say it themselves.
func (g *printer) isReflected(d *decl) bool {
	return g.opts.reflected() && !g.opts.Unexported && !d.rules.directed(g.opts) && !d.chosen &&
		!d.left["marshal"] && !d.left["unmarshal"] && !d.left["encode"] && !d.left["decode"] && !d.holdsDirected(map[*decl]bool{})
}

// directed reports whether a directive changes what the types of the file are written or read as.
func (of *rules) directed(opts *Options) bool {
	return of.newTime != opts.Msgpack || of.elements > 0 || of.pairs > 0 || of.onWrite || len(of.tags) > 0 || of.utc ||
		of.compact || of.textKeys || of.toNil || of.unique
}

// holdsDirected reports whether values in d are written or read as directives say, or tags that generated code alone knows.
func (d *decl) holdsDirected(seen map[*decl]bool) bool {
	if seen[d] {
		return false
	}
	seen[d] = true
	found := false
	look := func(v *value) {
		switch v.form {
		case formShim:
			found = found || v.shim.declared == nil
		case formMethod:
			found = found || v.made.pos.IsValid()
		case formExtension:
			found = true
		case formSlice, formArray:
			// Reflection takes uint8 for byte.
			found = found || !v.bin && v.elem.form == formScalar && v.elem.scalar == "Uint8"
		}
		found = found || v.limit > 0 || v.allowNil
		if v.decl != nil && v.decl.helper {
			found = found || v.decl.holdsDirected(seen)
		}
	}
	d.value.walk(look)
	for _, f := range d.sent() {
		f.value.walk(look)
	}
	return found
}
