package unionkit

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// Roots returns the types of a group that have a name, in their order.
func (g *UnionGroup) Roots() []string { return SortedKeys(g.defs) }

// Mentions reports whether a type of the group is spelled with text, or is a union of that form, or one of "other" cases.
func (g *UnionGroup) Mentions(text string) bool {
	in := func(fields []UnionField) bool {
		return slices.ContainsFunc(fields, func(f UnionField) bool { return strings.Contains(f.Type, text) })
	}
	for _, def := range g.defs {
		if def.Tagging == text || in(def.Fields) || slices.ContainsFunc(def.Variants, func(v UnionVariant) bool {
			return v.Form == text || (v.Other || v.ID == nil && def.Tagging != "untagged") && text == "other" || strings.Contains(v.Type, text) || strings.Contains(strings.Join(v.Types, " "), text) || in(v.Fields)
		}) {
			return true
		}
	}
	return false
}

// Random returns a random value of a type, as vectors spell both. depth bounds how deep it is.
func (g *UnionGroup) Random(r *rand.Rand, expr string, depth int) any {
	outer, args := splitType(expr)
	n := r.IntN(4)
	if depth <= 0 {
		n = 0
	}
	switch outer {
	case "bool":
		return n > 1
	case "string":
		return strings.Repeat(string(rune('a'+r.IntN(26)))+"é\"", n*r.IntN(9))
	case "f32", "f64":
		return json.Number(strconv.FormatFloat(float64(r.IntN(1<<20))/8-1000, 'g', -1, 64))
	case "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64":
		bits, _ := strconv.Atoi(outer[1:])
		number := r.Uint64() >> (64 - bits) >> r.IntN(bits)
		if outer[0] == 'i' {
			return json.Number(strconv.FormatInt(int64(number>>1)-int64(n&1), 10))
		}
		return json.Number(strconv.FormatUint(number, 10))
	case "list":
		list := make([]any, n)
		for i := range list {
			list[i] = g.Random(r, args[0], depth-1)
		}
		return list
	case "map":
		all := map[string]any{}
		for i := range n {
			all[fmt.Sprint("key", i)] = g.Random(r, args[0], depth-1)
		}
		return all
	case "option":
		if n == 0 {
			return nil
		}
		return g.Random(r, args[0], depth-1)
	case "tuple":
		return g.randomTuple(r, args, depth)
	}
	if g.unions[expr] == nil {
		return g.randomFields(r, g.defs[expr].Fields, depth)
	}
	return g.randomUnion(r, g.defs[expr].Variants, depth)
}

func (g *UnionGroup) randomTuple(r *rand.Rand, types []string, depth int) any {
	items := make([]any, len(types))
	for i, t := range types {
		items[i] = g.Random(r, t, depth-1)
	}
	return items
}

func (g *UnionGroup) randomFields(r *rand.Rand, fields []UnionField, depth int) any {
	members := map[string]any{}
	for _, f := range fields {
		members[f.Name] = g.Random(r, f.Type, depth-1)
	}
	return members
}

// randomUnion takes any of the variants, but for those that keep others. Where it is deep enough it takes one that holds no
// union, if there is one.
func (g *UnionGroup) randomUnion(r *rand.Rand, variants []UnionVariant, depth int) any {
	var of, flat []*UnionVariant
	for i := range variants {
		v := &variants[i]
		if v.Other {
			continue
		}
		of = append(of, v)
		held := append([]string{v.Type}, v.Types...)
		for _, f := range v.Fields {
			held = append(held, f.Type)
		}
		if !slices.ContainsFunc(held, func(t string) bool { return g.defs[t].Kind != "" }) {
			flat = append(flat, v)
		}
	}
	if depth <= 0 && len(flat) > 0 {
		of = flat
	}
	v := of[r.IntN(len(of))]
	value := map[string]any{"$variant": v.Name}
	switch v.Form {
	case "struct":
		value["$value"] = g.randomFields(r, v.Fields, depth)
	case "tuple":
		value["$value"] = g.randomTuple(r, v.Types, depth)
	case "newtype":
		value["$value"] = g.Random(r, v.Type, depth-1)
	}
	return value
}
