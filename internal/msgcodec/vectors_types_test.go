// The types of the vectors, as testdata/types has them, in functions of their own where
// several files use one name. Made by hand: generated code is tested elsewhere.

package msgcodec

import (
	"time"

	"github.com/beve-org/beve-go/msgpack/msgp"
)

// vectorTypes makes a variable of each type, by file and name.
var vectorTypes = map[string]func() any{}

func types01() {
	type Ints struct {
		I   int   `zid:"0"`
		I8  int8  `zid:"1"`
		I16 int16 `zid:"2"`
		I32 int32 `zid:"3"`
		I64 int64 `zid:"4"`
	}
	vectorTypes["01_ints/Ints"] = func() any { return new(Ints) }
}

func types02() {
	type Uints struct {
		U   uint   `zid:"0"`
		U8  uint8  `zid:"1"`
		U16 uint16 `zid:"2"`
		U32 uint32 `zid:"3"`
		U64 uint64 `zid:"4"`
		Y   byte   `zid:"5"`
	}
	vectorTypes["02_uints/Uints"] = func() any { return new(Uints) }
}

func types04() {
	type Text struct {
		S string `zid:"0"`
		B []byte `zid:"1"`
	}
	vectorTypes["04_text/Text"] = func() any { return new(Text) }
}

func types05() {
	type Exts struct {
		C64  complex64  `zid:"0"`
		C128 complex128 `zid:"1"`
		T    time.Time  `zid:"2"`
	}
	vectorTypes["05_exts/Exts"] = func() any { return new(Exts) }
}

func types06() {
	type A struct {
		Name     string    `zid:"0"`
		BirthDay time.Time `zid:"1"`
		Phone    string    `zid:"2"`
		Siblings int       `zid:"3"`
		GPA      float64   `zid:"4"`
		Friend   bool      `zid:"5"`
	}
	vectorTypes["06_person/A"] = func() any { return new(A) }
}

func types07() {
	type Tags struct {
		Plain string  `zid:"0"`
		Nick  string  `zid:"1" msg:"nick"`
		Opt   int     `zid:"2" msg:"opt,omitempty"`
		Old   float64 `zid:"3" msg:",deprecated"`
		Zero  int64   `zid:"4" msg:",showzero"`
		All   uint32  `zid:"5" msg:"everything,omitempty,showzero,deprecated"`
	}
	vectorTypes["07_tags/Tags"] = func() any { return new(Tags) }
}

func types09() {
	type Arrays struct {
		Three [3]int32     `zid:"0"`
		Hash  [4]byte      `zid:"1"`
		Grid  [2][2]string `zid:"2"`
		None  [0]int       `zid:"3"`
	}
	vectorTypes["09_arrays/Arrays"] = func() any { return new(Arrays) }
}

func types10() {
	type Maps struct {
		SS  map[string]string            `zid:"0"`
		SI  map[string]int               `zid:"1"`
		I64 map[int64]string             `zid:"2"`
		I32 map[int32]bool               `zid:"3"`
		I   map[int]float64              `zid:"4"`
		SL  map[string][]string          `zid:"5"`
		MM  map[string]map[string]uint16 `zid:"6"`
	}
	vectorTypes["10_maps/Maps"] = func() any { return new(Maps) }
}

func types11() {
	type Leaf struct {
		N int64 `zid:"0"`
	}
	type Pointers struct {
		PI *int       `zid:"0"`
		PS *string    `zid:"1"`
		PT *time.Time `zid:"2"`
		PL *Leaf      `zid:"3"`
		PB *bool      `zid:"4"`
		PF *float64   `zid:"5"`
	}
	vectorTypes["11_pointers/Leaf"] = func() any { return new(Leaf) }
	vectorTypes["11_pointers/Pointers"] = func() any { return new(Pointers) }
}

func types12() {
	type Point struct {
		X float64 `zid:"0"`
		Y float64 `zid:"1"`
	}
	type Shape struct {
		Name   string           `zid:"0"`
		Origin Point            `zid:"1"`
		Path   []Point          `zid:"2"`
		Marks  map[string]Point `zid:"3"`
		Anchor *Point           `zid:"4"`
		Refs   []*Point         `zid:"5"`
	}
	vectorTypes["12_nested/Point"] = func() any { return new(Point) }
	vectorTypes["12_nested/Shape"] = func() any { return new(Shape) }
}

func types13() {
	type Node struct {
		Label string `zid:"0"`
		Kids  []Node `zid:"1"`
		Next  *Node  `zid:"2"`
	}
	vectorTypes["13_tree/Node"] = func() any { return new(Node) }
}

func types15() {
	type Dynamic struct {
		Any  any            `zid:"0"`
		List []any          `zid:"1"`
		Dict map[string]any `zid:"2"`
	}
	vectorTypes["15_dynamic/Dynamic"] = func() any { return new(Dynamic) }
}

func types16() {
	type Opaque struct {
		R  msgp.Raw           `zid:"0"`
		N  msgp.Number        `zid:"1"`
		E  *msgp.RawExtension `zid:"2" msg:"e,extension"`
		E2 msgp.RawExtension  `zid:"3" msg:"e2,extension"`
	}
	vectorTypes["16_opaque/Opaque"] = func() any { return new(Opaque) }
}

func types18() {
	type Vec struct {
		_    struct{} `msg:",tuple"`
		X    float64  `zid:"0"`
		Y    float64  `zid:"1"`
		Name string   `zid:"2"`
	}
	type Holder struct {
		V  Vec   `zid:"0"`
		Vs []Vec `zid:"1"`
	}
	vectorTypes["18_tuple/Vec"] = func() any { return new(Vec) }
	vectorTypes["18_tuple/Holder"] = func() any { return new(Holder) }
}

func types20() {
	type Skips struct {
		A    int      `zid:"0"`
		Gone struct{} `zid:"1"`
		B    string   `zid:"2"`
		Hid  string   `msg:"-"`
		priv int
		C    bool `zid:"3"`
	}
	_ = Skips{}.priv // is there to be left out
	vectorTypes["20_skips/Skips"] = func() any { return new(Skips) }
}

func types21() {
	const Width = 2
	type Consts struct {
		Row  [Width]uint16 `zid:"0"`
		Rows [][Width]int8 `zid:"1"`
	}
	vectorTypes["21_consts/Consts"] = func() any { return new(Consts) }
}

func types23() {
	type VeryWide struct {
		F000 int8 `zid:"0"`
		F001 int8 `zid:"1"`
		F002 int8 `zid:"2"`
		F003 int8 `zid:"3"`
		F004 int8 `zid:"4"`
		F005 int8 `zid:"5"`
		F006 int8 `zid:"6"`
		F007 int8 `zid:"7"`
		F008 int8 `zid:"8"`
		F009 int8 `zid:"9"`
		F010 int8 `zid:"10"`
		F011 int8 `zid:"11"`
		F012 int8 `zid:"12"`
		F013 int8 `zid:"13"`
		F014 int8 `zid:"14"`
		F015 int8 `zid:"15"`
		F016 int8 `zid:"16"`
		F017 int8 `zid:"17"`
		F018 int8 `zid:"18"`
		F019 int8 `zid:"19"`
		F020 int8 `zid:"20"`
		F021 int8 `zid:"21"`
		F022 int8 `zid:"22"`
		F023 int8 `zid:"23"`
		F024 int8 `zid:"24"`
		F025 int8 `zid:"25"`
		F026 int8 `zid:"26"`
		F027 int8 `zid:"27"`
		F028 int8 `zid:"28"`
		F029 int8 `zid:"29"`
		F030 int8 `zid:"30"`
		F031 int8 `zid:"31"`
		F032 int8 `zid:"32"`
		F033 int8 `zid:"33"`
		F034 int8 `zid:"34"`
		F035 int8 `zid:"35"`
		F036 int8 `zid:"36"`
		F037 int8 `zid:"37"`
		F038 int8 `zid:"38"`
		F039 int8 `zid:"39"`
		F040 int8 `zid:"40"`
		F041 int8 `zid:"41"`
		F042 int8 `zid:"42"`
		F043 int8 `zid:"43"`
		F044 int8 `zid:"44"`
		F045 int8 `zid:"45"`
		F046 int8 `zid:"46"`
		F047 int8 `zid:"47"`
		F048 int8 `zid:"48"`
		F049 int8 `zid:"49"`
		F050 int8 `zid:"50"`
		F051 int8 `zid:"51"`
		F052 int8 `zid:"52"`
		F053 int8 `zid:"53"`
		F054 int8 `zid:"54"`
		F055 int8 `zid:"55"`
		F056 int8 `zid:"56"`
		F057 int8 `zid:"57"`
		F058 int8 `zid:"58"`
		F059 int8 `zid:"59"`
		F060 int8 `zid:"60"`
		F061 int8 `zid:"61"`
		F062 int8 `zid:"62"`
		F063 int8 `zid:"63"`
		F064 int8 `zid:"64"`
		F065 int8 `zid:"65"`
		F066 int8 `zid:"66"`
		F067 int8 `zid:"67"`
		F068 int8 `zid:"68"`
		F069 int8 `zid:"69"`
		F070 int8 `zid:"70"`
		F071 int8 `zid:"71"`
		F072 int8 `zid:"72"`
		F073 int8 `zid:"73"`
		F074 int8 `zid:"74"`
		F075 int8 `zid:"75"`
		F076 int8 `zid:"76"`
		F077 int8 `zid:"77"`
		F078 int8 `zid:"78"`
		F079 int8 `zid:"79"`
		F080 int8 `zid:"80"`
		F081 int8 `zid:"81"`
		F082 int8 `zid:"82"`
		F083 int8 `zid:"83"`
		F084 int8 `zid:"84"`
		F085 int8 `zid:"85"`
		F086 int8 `zid:"86"`
		F087 int8 `zid:"87"`
		F088 int8 `zid:"88"`
		F089 int8 `zid:"89"`
		F090 int8 `zid:"90"`
		F091 int8 `zid:"91"`
		F092 int8 `zid:"92"`
		F093 int8 `zid:"93"`
		F094 int8 `zid:"94"`
		F095 int8 `zid:"95"`
		F096 int8 `zid:"96"`
		F097 int8 `zid:"97"`
		F098 int8 `zid:"98"`
		F099 int8 `zid:"99"`
		F100 int8 `zid:"100"`
		F101 int8 `zid:"101"`
		F102 int8 `zid:"102"`
		F103 int8 `zid:"103"`
		F104 int8 `zid:"104"`
		F105 int8 `zid:"105"`
		F106 int8 `zid:"106"`
		F107 int8 `zid:"107"`
		F108 int8 `zid:"108"`
		F109 int8 `zid:"109"`
		F110 int8 `zid:"110"`
		F111 int8 `zid:"111"`
		F112 int8 `zid:"112"`
		F113 int8 `zid:"113"`
		F114 int8 `zid:"114"`
		F115 int8 `zid:"115"`
		F116 int8 `zid:"116"`
		F117 int8 `zid:"117"`
		F118 int8 `zid:"118"`
		F119 int8 `zid:"119"`
		F120 int8 `zid:"120"`
		F121 int8 `zid:"121"`
		F122 int8 `zid:"122"`
		F123 int8 `zid:"123"`
		F124 int8 `zid:"124"`
		F125 int8 `zid:"125"`
		F126 int8 `zid:"126"`
		F127 int8 `zid:"127"`
		F128 int8 `zid:"128"`
		F129 int8 `zid:"129"`
		F130 int8 `zid:"130"`
		F131 int8 `zid:"131"`
		F132 int8 `zid:"132"`
		F133 int8 `zid:"133"`
		F134 int8 `zid:"134"`
		F135 int8 `zid:"135"`
		F136 int8 `zid:"136"`
		F137 int8 `zid:"137"`
		F138 int8 `zid:"138"`
		F139 int8 `zid:"139"`
	}
	vectorTypes["23_verywide/VeryWide"] = func() any { return new(VeryWide) }
}

func types24() {
	type Shuffled struct {
		C string `zid:"2"`
		A int    `zid:"0"`
		D bool   `zid:"3"`
		B string `zid:"1"`
	}
	vectorTypes["24_shuffled/Shuffled"] = func() any { return new(Shuffled) }
}

func types25() {
	type PtrDeep struct {
		PS *[]string `zid:"0"`
		PP []*string `zid:"1"`
	}
	vectorTypes["25_ptrdeep/PtrDeep"] = func() any { return new(PtrDeep) }
}

func types28() {
	type Ids []int64
	type Index map[string]int32
	type Triple [3]float64
	type Level int16
	type Title string
	type Payload []byte
	vectorTypes["28_toplevel/Ids"] = func() any { return new(Ids) }
	vectorTypes["28_toplevel/Index"] = func() any { return new(Index) }
	vectorTypes["28_toplevel/Triple"] = func() any { return new(Triple) }
	vectorTypes["28_toplevel/Level"] = func() any { return new(Level) }
	vectorTypes["28_toplevel/Title"] = func() any { return new(Title) }
	vectorTypes["28_toplevel/Payload"] = func() any { return new(Payload) }
}

func types29() {
	type Uint8Arrays struct {
		B  [4]byte  `zid:"0"`
		U  [4]uint8 `zid:"1"`
		SB []byte   `zid:"2"`
		SU []uint8  `zid:"3"`
	}
	vectorTypes["29_uint8arrays/Uint8Arrays"] = func() any { return new(Uint8Arrays) }
}

func types30() {
	type Lengths struct {
		S string `zid:"0"`
		B []byte `zid:"1"`
		L []bool `zid:"2"`
	}
	vectorTypes["30_bigger/Lengths"] = func() any { return new(Lengths) }
}

type Animal interface {
	Sound() string
}

type Dog struct {
	Nm string `zid:"0"`
}

func (d *Dog) Sound() string { return "woof" }

type Owl struct {
	Eyes int `zid:"0"`
}

func (o *Owl) Sound() string { return "hoo" }

type Zoo struct {
	Star Animal   `zid:"0" msg:",iface"`
	All  []Animal `zid:"1" msg:",iface"`
	N    int      `zid:"2"`
}

func (z *Zoo) NewValueAsInterface(zid int64, typename string) any {
	switch typename {
	case "Dog":
		return &Dog{}
	case "Owl":
		return &Owl{}
	}
	return nil
}

func types40() {
	type Rec struct {
		Id   int64   `zid:"0"`
		Name string  `zid:"1"`
		Rate float64 `zid:"2"`
	}
	vectorTypes["40_evo_v1/Rec"] = func() any { return new(Rec) }
}

func types41() {
	type Rec struct {
		Id   int64    `zid:"0"`
		Name string   `zid:"1"`
		Rate float64  `zid:"2"`
		Mail string   `zid:"3"`
		Tags []string `zid:"4"`
	}
	vectorTypes["41_evo_v2/Rec"] = func() any { return new(Rec) }
}

func types42() {
	type Rec struct {
		Id    int64    `zid:"0"`
		Name  string   `zid:"1"`
		Rate  struct{} `zid:"2" msg:",deprecated"`
		Mail  string   `zid:"3"`
		Tags  []string `zid:"4"`
		Score int32    `zid:"5"`
	}
	vectorTypes["42_evo_v3/Rec"] = func() any { return new(Rec) }
}

func types44() {
	type Rec struct {
		Id   int64   `zid:"0"`
		Name int64   `zid:"1"`
		Rate float64 `zid:"2"`
	}
	vectorTypes["44_evo_badtype/Rec"] = func() any { return new(Rec) }
}

func types46() {
	type Part struct {
		P int `zid:"0"`
	}
	type Doc struct {
		One  Part   `zid:"0"`
		Many []Part `zid:"1"`
		Ptr  *Part  `zid:"2"`
	}
	vectorTypes["46_evo_nested_v1/Part"] = func() any { return new(Part) }
	vectorTypes["46_evo_nested_v1/Doc"] = func() any { return new(Doc) }
}

func types47() {
	type Part struct {
		P int    `zid:"0"`
		Q string `zid:"1"`
		R []byte `zid:"2"`
	}
	type Doc struct {
		One  Part            `zid:"0"`
		Many []Part          `zid:"1"`
		Ptr  *Part           `zid:"2"`
		Ext  map[string]Part `zid:"3"`
	}
	vectorTypes["47_evo_nested_v2/Part"] = func() any { return new(Part) }
	vectorTypes["47_evo_nested_v2/Doc"] = func() any { return new(Doc) }
}

func init() {
	types01()
	types02()
	types04()
	types05()
	types06()
	types07()
	types09()
	types10()
	types11()
	types12()
	types13()
	types15()
	types16()
	types18()
	types20()
	types21()
	types23()
	types24()
	types25()
	types28()
	types29()
	types30()
	vectorTypes["31_iface/Dog"] = func() any { return new(Dog) }
	vectorTypes["31_iface/Owl"] = func() any { return new(Owl) }
	vectorTypes["31_iface/Zoo"] = func() any { return new(Zoo) }
	types40()
	types41()
	types42()
	types44()
	types46()
	types47()
}
