package main

import bare "github.com/beve-org/beve-go/cmd/zebrapack/testdata/golden/types/base"

// bareTypes makes the types of testdata/golden without methods, which are encoded by
// reflection, by source file and name.
var bareTypes = map[string]func() any{
	"01_ints.Ints":               func() any { return new(bare.Ints) },
	"02_uints.Uints":             func() any { return new(bare.Uints) },
	"04_text.Text":               func() any { return new(bare.Text) },
	"05_exts.Exts":               func() any { return new(bare.Exts) },
	"06_person.A":                func() any { return new(bare.A) },
	"07_tags.Tags":               func() any { return new(bare.Tags) },
	"09_arrays.Arrays":           func() any { return new(bare.Arrays) },
	"10_maps.Maps":               func() any { return new(bare.Maps) },
	"11_pointers.Leaf":           func() any { return new(bare.Leaf) },
	"11_pointers.Pointers":       func() any { return new(bare.Pointers) },
	"12_nested.Point":            func() any { return new(bare.Point) },
	"12_nested.Shape":            func() any { return new(bare.Shape) },
	"13_tree.Node":               func() any { return new(bare.Node) },
	"15_dynamic.Dynamic":         func() any { return new(bare.Dynamic) },
	"16_opaque.Opaque":           func() any { return new(bare.Opaque) },
	"18_tuple.Vec":               func() any { return new(bare.Vec) },
	"18_tuple.Holder":            func() any { return new(bare.Holder) },
	"20_skips.Skips":             func() any { return new(bare.Skips) },
	"21_consts.Consts":           func() any { return new(bare.Consts) },
	"23_verywide.VeryWide":       func() any { return new(bare.VeryWide) },
	"24_shuffled.Shuffled":       func() any { return new(bare.Shuffled) },
	"25_ptrdeep.PtrDeep":         func() any { return new(bare.PtrDeep) },
	"28_toplevel.Ids":            func() any { return new(bare.Ids) },
	"28_toplevel.Index":          func() any { return new(bare.Index) },
	"28_toplevel.Triple":         func() any { return new(bare.Triple) },
	"28_toplevel.Level":          func() any { return new(bare.Level) },
	"28_toplevel.Title":          func() any { return new(bare.Title) },
	"28_toplevel.Payload":        func() any { return new(bare.Payload) },
	"29_uint8arrays.Uint8Arrays": func() any { return new(bare.Uint8Arrays) },
	"30_bigger.Lengths":          func() any { return new(bare.Lengths) },
}
