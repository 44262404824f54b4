package main

import (
	bare "github.com/beve-org/beve-go/cmd/zebrapack/testdata/golden/bare/base"
	msgpbase "github.com/beve-org/beve-go/cmd/zebrapack/testdata/golden/msgp/base"
	msgpevo1 "github.com/beve-org/beve-go/cmd/zebrapack/testdata/golden/msgp/evo1"
	msgpevo2 "github.com/beve-org/beve-go/cmd/zebrapack/testdata/golden/msgp/evo2"
	msgpevo3 "github.com/beve-org/beve-go/cmd/zebrapack/testdata/golden/msgp/evo3"
	msgpevobad "github.com/beve-org/beve-go/cmd/zebrapack/testdata/golden/msgp/evobad"
	msgpnested1 "github.com/beve-org/beve-go/cmd/zebrapack/testdata/golden/msgp/nested1"
	msgpnested2 "github.com/beve-org/beve-go/cmd/zebrapack/testdata/golden/msgp/nested2"
	namesbase "github.com/beve-org/beve-go/cmd/zebrapack/testdata/golden/names/base"
	namesevo1 "github.com/beve-org/beve-go/cmd/zebrapack/testdata/golden/names/evo1"
	namesevo2 "github.com/beve-org/beve-go/cmd/zebrapack/testdata/golden/names/evo2"
	namesevo3 "github.com/beve-org/beve-go/cmd/zebrapack/testdata/golden/names/evo3"
	namesevobad "github.com/beve-org/beve-go/cmd/zebrapack/testdata/golden/names/evobad"
	namesnested1 "github.com/beve-org/beve-go/cmd/zebrapack/testdata/golden/names/nested1"
	namesnested2 "github.com/beve-org/beve-go/cmd/zebrapack/testdata/golden/names/nested2"
	plainbase "github.com/beve-org/beve-go/cmd/zebrapack/testdata/golden/plain/base"
	plainevo1 "github.com/beve-org/beve-go/cmd/zebrapack/testdata/golden/plain/evo1"
	plainevo2 "github.com/beve-org/beve-go/cmd/zebrapack/testdata/golden/plain/evo2"
	plainevo3 "github.com/beve-org/beve-go/cmd/zebrapack/testdata/golden/plain/evo3"
	plainevobad "github.com/beve-org/beve-go/cmd/zebrapack/testdata/golden/plain/evobad"
	plainnested1 "github.com/beve-org/beve-go/cmd/zebrapack/testdata/golden/plain/nested1"
	plainnested2 "github.com/beve-org/beve-go/cmd/zebrapack/testdata/golden/plain/nested2"
)

// This file lists the types of testdata/golden, by mode, source file and name.

// golden makes a zero value of each type.
var golden = map[string]map[string]func() generated{
	"names": {
		"01_ints.Ints":               func() generated { return new(namesbase.Ints) },
		"02_uints.Uints":             func() generated { return new(namesbase.Uints) },
		"04_text.Text":               func() generated { return new(namesbase.Text) },
		"05_exts.Exts":               func() generated { return new(namesbase.Exts) },
		"06_person.A":                func() generated { return new(namesbase.A) },
		"07_tags.Tags":               func() generated { return new(namesbase.Tags) },
		"09_arrays.Arrays":           func() generated { return new(namesbase.Arrays) },
		"10_maps.Maps":               func() generated { return new(namesbase.Maps) },
		"11_pointers.Leaf":           func() generated { return new(namesbase.Leaf) },
		"11_pointers.Pointers":       func() generated { return new(namesbase.Pointers) },
		"12_nested.Point":            func() generated { return new(namesbase.Point) },
		"12_nested.Shape":            func() generated { return new(namesbase.Shape) },
		"13_tree.Node":               func() generated { return new(namesbase.Node) },
		"15_dynamic.Dynamic":         func() generated { return new(namesbase.Dynamic) },
		"16_opaque.Opaque":           func() generated { return new(namesbase.Opaque) },
		"18_tuple.Vec":               func() generated { return new(namesbase.Vec) },
		"18_tuple.Holder":            func() generated { return new(namesbase.Holder) },
		"20_skips.Skips":             func() generated { return new(namesbase.Skips) },
		"21_consts.Consts":           func() generated { return new(namesbase.Consts) },
		"23_verywide.VeryWide":       func() generated { return new(namesbase.VeryWide) },
		"24_shuffled.Shuffled":       func() generated { return new(namesbase.Shuffled) },
		"25_ptrdeep.PtrDeep":         func() generated { return new(namesbase.PtrDeep) },
		"28_toplevel.Ids":            func() generated { return new(namesbase.Ids) },
		"28_toplevel.Index":          func() generated { return new(namesbase.Index) },
		"28_toplevel.Triple":         func() generated { return new(namesbase.Triple) },
		"28_toplevel.Level":          func() generated { return new(namesbase.Level) },
		"28_toplevel.Title":          func() generated { return new(namesbase.Title) },
		"28_toplevel.Payload":        func() generated { return new(namesbase.Payload) },
		"29_uint8arrays.Uint8Arrays": func() generated { return new(namesbase.Uint8Arrays) },
		"30_bigger.Lengths":          func() generated { return new(namesbase.Lengths) },
		"31_iface.Dog":               func() generated { return new(namesbase.Dog) },
		"31_iface.Owl":               func() generated { return new(namesbase.Owl) },
		"31_iface.Zoo":               func() generated { return new(namesbase.Zoo) },
		"40_evo_v1.Rec":              func() generated { return new(namesevo1.Rec) },
		"41_evo_v2.Rec":              func() generated { return new(namesevo2.Rec) },
		"42_evo_v3.Rec":              func() generated { return new(namesevo3.Rec) },
		"44_evo_badtype.Rec":         func() generated { return new(namesevobad.Rec) },
		"46_evo_nested_v1.Part":      func() generated { return new(namesnested1.Part) },
		"46_evo_nested_v1.Doc":       func() generated { return new(namesnested1.Doc) },
		"47_evo_nested_v2.Part":      func() generated { return new(namesnested2.Part) },
		"47_evo_nested_v2.Doc":       func() generated { return new(namesnested2.Doc) },
	},
	"plain": {
		"01_ints.Ints":               func() generated { return new(plainbase.Ints) },
		"02_uints.Uints":             func() generated { return new(plainbase.Uints) },
		"04_text.Text":               func() generated { return new(plainbase.Text) },
		"05_exts.Exts":               func() generated { return new(plainbase.Exts) },
		"06_person.A":                func() generated { return new(plainbase.A) },
		"07_tags.Tags":               func() generated { return new(plainbase.Tags) },
		"09_arrays.Arrays":           func() generated { return new(plainbase.Arrays) },
		"10_maps.Maps":               func() generated { return new(plainbase.Maps) },
		"11_pointers.Leaf":           func() generated { return new(plainbase.Leaf) },
		"11_pointers.Pointers":       func() generated { return new(plainbase.Pointers) },
		"12_nested.Point":            func() generated { return new(plainbase.Point) },
		"12_nested.Shape":            func() generated { return new(plainbase.Shape) },
		"13_tree.Node":               func() generated { return new(plainbase.Node) },
		"15_dynamic.Dynamic":         func() generated { return new(plainbase.Dynamic) },
		"16_opaque.Opaque":           func() generated { return new(plainbase.Opaque) },
		"18_tuple.Vec":               func() generated { return new(plainbase.Vec) },
		"18_tuple.Holder":            func() generated { return new(plainbase.Holder) },
		"20_skips.Skips":             func() generated { return new(plainbase.Skips) },
		"21_consts.Consts":           func() generated { return new(plainbase.Consts) },
		"23_verywide.VeryWide":       func() generated { return new(plainbase.VeryWide) },
		"24_shuffled.Shuffled":       func() generated { return new(plainbase.Shuffled) },
		"25_ptrdeep.PtrDeep":         func() generated { return new(plainbase.PtrDeep) },
		"28_toplevel.Ids":            func() generated { return new(plainbase.Ids) },
		"28_toplevel.Index":          func() generated { return new(plainbase.Index) },
		"28_toplevel.Triple":         func() generated { return new(plainbase.Triple) },
		"28_toplevel.Level":          func() generated { return new(plainbase.Level) },
		"28_toplevel.Title":          func() generated { return new(plainbase.Title) },
		"28_toplevel.Payload":        func() generated { return new(plainbase.Payload) },
		"29_uint8arrays.Uint8Arrays": func() generated { return new(plainbase.Uint8Arrays) },
		"30_bigger.Lengths":          func() generated { return new(plainbase.Lengths) },
		"31_iface.Dog":               func() generated { return new(plainbase.Dog) },
		"31_iface.Owl":               func() generated { return new(plainbase.Owl) },
		"31_iface.Zoo":               func() generated { return new(plainbase.Zoo) },
		"40_evo_v1.Rec":              func() generated { return new(plainevo1.Rec) },
		"41_evo_v2.Rec":              func() generated { return new(plainevo2.Rec) },
		"42_evo_v3.Rec":              func() generated { return new(plainevo3.Rec) },
		"44_evo_badtype.Rec":         func() generated { return new(plainevobad.Rec) },
		"46_evo_nested_v1.Part":      func() generated { return new(plainnested1.Part) },
		"46_evo_nested_v1.Doc":       func() generated { return new(plainnested1.Doc) },
		"47_evo_nested_v2.Part":      func() generated { return new(plainnested2.Part) },
		"47_evo_nested_v2.Doc":       func() generated { return new(plainnested2.Doc) },
	},
	"msgp": {
		"01_ints.Ints":               func() generated { return new(msgpbase.Ints) },
		"02_uints.Uints":             func() generated { return new(msgpbase.Uints) },
		"04_text.Text":               func() generated { return new(msgpbase.Text) },
		"05_exts.Exts":               func() generated { return new(msgpbase.Exts) },
		"06_person.A":                func() generated { return new(msgpbase.A) },
		"07_tags.Tags":               func() generated { return new(msgpbase.Tags) },
		"09_arrays.Arrays":           func() generated { return new(msgpbase.Arrays) },
		"10_maps.Maps":               func() generated { return new(msgpbase.Maps) },
		"11_pointers.Leaf":           func() generated { return new(msgpbase.Leaf) },
		"11_pointers.Pointers":       func() generated { return new(msgpbase.Pointers) },
		"12_nested.Point":            func() generated { return new(msgpbase.Point) },
		"12_nested.Shape":            func() generated { return new(msgpbase.Shape) },
		"13_tree.Node":               func() generated { return new(msgpbase.Node) },
		"15_dynamic.Dynamic":         func() generated { return new(msgpbase.Dynamic) },
		"16_opaque.Opaque":           func() generated { return new(msgpbase.Opaque) },
		"18_tuple.Vec":               func() generated { return new(msgpbase.Vec) },
		"18_tuple.Holder":            func() generated { return new(msgpbase.Holder) },
		"20_skips.Skips":             func() generated { return new(msgpbase.Skips) },
		"21_consts.Consts":           func() generated { return new(msgpbase.Consts) },
		"23_verywide.VeryWide":       func() generated { return new(msgpbase.VeryWide) },
		"24_shuffled.Shuffled":       func() generated { return new(msgpbase.Shuffled) },
		"25_ptrdeep.PtrDeep":         func() generated { return new(msgpbase.PtrDeep) },
		"28_toplevel.Ids":            func() generated { return new(msgpbase.Ids) },
		"28_toplevel.Index":          func() generated { return new(msgpbase.Index) },
		"28_toplevel.Triple":         func() generated { return new(msgpbase.Triple) },
		"28_toplevel.Level":          func() generated { return new(msgpbase.Level) },
		"28_toplevel.Title":          func() generated { return new(msgpbase.Title) },
		"28_toplevel.Payload":        func() generated { return new(msgpbase.Payload) },
		"29_uint8arrays.Uint8Arrays": func() generated { return new(msgpbase.Uint8Arrays) },
		"30_bigger.Lengths":          func() generated { return new(msgpbase.Lengths) },
		"31_iface.Dog":               func() generated { return new(msgpbase.Dog) },
		"31_iface.Owl":               func() generated { return new(msgpbase.Owl) },
		"31_iface.Zoo":               func() generated { return new(msgpbase.Zoo) },
		"40_evo_v1.Rec":              func() generated { return new(msgpevo1.Rec) },
		"41_evo_v2.Rec":              func() generated { return new(msgpevo2.Rec) },
		"42_evo_v3.Rec":              func() generated { return new(msgpevo3.Rec) },
		"44_evo_badtype.Rec":         func() generated { return new(msgpevobad.Rec) },
		"46_evo_nested_v1.Part":      func() generated { return new(msgpnested1.Part) },
		"46_evo_nested_v1.Doc":       func() generated { return new(msgpnested1.Doc) },
		"47_evo_nested_v2.Part":      func() generated { return new(msgpnested2.Part) },
		"47_evo_nested_v2.Doc":       func() generated { return new(msgpnested2.Doc) },
	},
}

// animalsOf makes what the interfaces of 31_iface hold.
var animalsOf = map[string]animals{
	"names": {"Dog": (*namesbase.Dog)(nil), "Owl": (*namesbase.Owl)(nil)},
	"plain": {"Dog": (*plainbase.Dog)(nil), "Owl": (*plainbase.Owl)(nil)},
	"msgp":  {"Dog": (*msgpbase.Dog)(nil), "Owl": (*msgpbase.Owl)(nil)},
}

// bareTypes makes the same types without methods, which are encoded by reflection.
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
