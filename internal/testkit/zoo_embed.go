package testkit

import (
	"encoding"
	"fmt"
	"reflect"
	"time"
)

// This file has the part of the zoo that is about embedding and struct tags: what a struct means, more than what it
// holds.

// Base, Other and Deep are embedded by others. They share names on purpose.
type (
	Base struct {
		ID    int
		Name  string `json:"name"`
		Extra string
	}
	Other struct {
		ID    string
		Email string `json:"email,omitempty"`
	}
	Deep struct {
		Base
		Level int
	}
)

// Unexported structs with exported fields, and without.
type (
	hidden struct {
		Seen   int
		Named  string `json:"named"`
		hidden int
	}
	hiddenToo  struct{ Seen2 string }
	allHidden  struct{ a, b int }
	hiddenInt  int
	hiddenText string
)

// Embedded non-structs.
type (
	Int8s   []int8
	Dict    map[string]int
	Iface   interface{ Foo() string }
	fooImpl struct{ V string }
)

// Foo implements Iface.
func (f fooImpl) Foo() string {
	return f.V
}

type (
	// EmbedValue embeds a struct.
	EmbedValue struct {
		Base
		Own int
	}
	// EmbedPointer embeds a pointer to a struct.
	EmbedPointer struct {
		Before int
		*Base
		After int
	}
	// EmbedTagged embeds structs under names of their own, which makes them ordinary members.
	EmbedTagged struct {
		Base   `json:"base"`
		*Other `json:"other,omitempty"`
	}
	// EmbedBadName has a name in its tag that is not allowed, so the struct is promoted.
	EmbedBadName struct {
		Base `json:"a\"b"`
	}
	// EmbedIgnored leaves an embedded struct out.
	EmbedIgnored struct {
		Base `json:"-"`
		Own  int
	}
	// EmbedDash gives an embedded struct the name "-".
	EmbedDash struct {
		Base `json:"-,"`
	}
	// EmbedDeep embeds what embeds.
	EmbedDeep struct {
		Deep
		Name2 string
	}
	// EmbedDeepest has several fields four steps down.
	EmbedDeepest struct {
		EmbedDeep
		Last bool
	}
	// EmbedDeepPointers has two pointers on the way.
	EmbedDeepPointers struct {
		*EmbedPointer
		Last bool
	}
	// EmbedConflict has ID twice at one depth, so that it is dropped.
	EmbedConflict struct {
		Base
		Other
	}
	// EmbedShadow has an ID of its own that wins by depth, and gives one by tag to a deeper name.
	EmbedShadow struct {
		Base
		*Other
		ID    float64
		Thing string `json:"Extra"`
	}
	// EmbedUnexported embeds unexported structs, one with nothing to show.
	EmbedUnexported struct {
		hidden
		allHidden
		Own int
	}
	// EmbedUnexportedPointer embeds a pointer to an unexported struct, which a decoder may not set.
	EmbedUnexportedPointer struct {
		*hidden
		Own int
	}
	// EmbedUnexportedTagged gives unexported structs names, so they are members though unexported.
	EmbedUnexportedTagged struct {
		hidden     `json:"h"`
		*hiddenToo `json:"h2,omitempty"`
	}
	// EmbedNonStructs embeds what has no fields.
	EmbedNonStructs struct {
		MyInt
		*MyString
		Int8s `json:"list,omitempty"`
		Dict
		Iface
		time.Duration
	}
	// EmbedUnexportedNonStructs is empty to a format except for Own.
	EmbedUnexportedNonStructs struct {
		hiddenInt
		*hiddenText
		int
		Own int
	}
	// EmbedGeneric embeds an instance of a generic struct.
	EmbedGeneric struct {
		Pair[int, string]
		*Stack[bool]
	}
	// EmbedRecursive embeds a pointer to itself.
	EmbedRecursive struct {
		*EmbedRecursive
		N int
	}
	// EmbedTime has a struct without exported fields as a member, and an unexported struct promoted beside it.
	EmbedTime struct {
		Stamp time.Time
		noText
		Own int `json:",omitempty"`
	}
	noText struct{ Inner int }
)

// Structs for conflicts between tags. The embedding goes through pointers because go vet, rightly, complains of
// conflicts that it can see, and it does not look through pointers.
type (
	TagX struct {
		X1 int `json:"x"`
	}
	TagX2 struct {
		X2 int `json:"x"`
	}
	NameX  struct{ X int }
	NameX2 struct{ X string }
	// TagsClash has two tagged x at one depth: neither is a member.
	TagsClash struct {
		*TagX
		*TagX2
		Own int
	}
	// TagWins has X by tag against X by name, twice, at one depth.
	TagWins struct {
		*NameX
		*NameX2
		*TagCapitalX
	}
	// TagCapitalX gives X by tag.
	TagCapitalX struct {
		Y int `json:"X"`
	}
	// TagLosesToDepth has a shallow name against a deep tag.
	TagLosesToDepth struct {
		*TagCapitalX
		X int
	}
	// ClashHidesDeeper has two X at depth 2, which drop out and still hide the one at depth 3.
	ClashHidesDeeper struct {
		*NameX
		*NameX2
		*HoldsX
		Own int
	}
	// HoldsX has an X one step further down, and a Z.
	HoldsX struct {
		*DeepX
		Z int
	}
	// DeepX is at the bottom of HoldsX.
	DeepX struct{ X, W int }
)

// Structs in which one type is embedded along several ways.
type (
	// Diamond reaches Base twice at depth 2, so that its fields annul each other.
	Diamond struct {
		*Left
		*Right
		Own int
	}
	// Left is one way.
	Left struct {
		*Shared
		L int
	}
	// Right is the other.
	Right struct {
		*Shared
		R int
	}
	// Shared is reached twice; what it embeds is not counted twice.
	Shared struct {
		S int
		*Bottom
	}
	// Bottom is embedded by Shared only.
	Bottom struct{ B int }
	// ShallowAndDeep reaches Base at two depths: the shallow one counts.
	ShallowAndDeep struct {
		Deep
		Base
	}
)

// Types for omitzero.
type (
	// ZeroByValue is zero when it is -1.
	ZeroByValue int
	// ZeroByPointer is zero when its flag is set.
	ZeroByPointer struct{ Flag bool }
	// Zeroer is an interface with the method.
	Zeroer interface{ IsZero() bool }
	// NotZeroer has a method of the name and another signature.
	NotZeroer int
)

// IsZero reports whether z is -1.
func (z ZeroByValue) IsZero() bool { return z == -1 }

// IsZero reports the flag.
func (z *ZeroByPointer) IsZero() bool { return z.Flag }

// IsZero reports whether n is zero, in its own way.
func (n NotZeroer) IsZero() int { return int(n) }

// OmitZero has every kind of omitzero.
type OmitZero struct {
	Plain   int            `json:",omitzero"`
	Struct  Point          `json:",omitzero"`
	Array   [2]int         `json:",omitzero"`
	Slice   []int          `json:",omitzero"`
	Value   ZeroByValue    `json:",omitzero"`
	Pointer ZeroByPointer  `json:",omitzero"`
	ToValue *ZeroByValue   `json:",omitzero"`
	ToPtr   *ZeroByPointer `json:",omitzero"`
	Iface   Zeroer         `json:",omitzero"`
	Any     any            `json:",omitzero"`
	Time    time.Time      `json:",omitzero"`
	Other   NotZeroer      `json:",omitzero"`
	Both    []int          `json:",omitempty,omitzero"`
	Last    int
}

// OmitEmpty has every kind of omitempty.
type OmitEmpty struct {
	B   bool           `json:",omitempty"`
	I   int            `json:"i,omitempty"`
	U   uint8          `json:",omitempty"`
	F   float64        `json:",omitempty"`
	S   string         `json:"s,omitempty"`
	P   *int           `json:",omitempty"`
	A   any            `json:",omitempty"`
	Sl  []int          `json:",omitempty"`
	M   map[string]int `json:",omitempty"`
	Ar  [2]int         `json:",omitempty"`
	Ar0 [0]int         `json:",omitempty"`
	St  Point          `json:",omitempty"`
	T   time.Time      `json:",omitempty"`
	D   MyString       `json:",omitempty"`
}

// Quoted has the option string on types that take it and on types that do not.
type Quoted struct {
	B    bool     `json:",string"`
	I    int      `json:"i,string"`
	I8   MyInt8   `json:",string"`
	U    uint64   `json:",string,omitempty"`
	Up   uintptr  `json:",string"`
	F32  float32  `json:",string"`
	F    float64  `json:",string"`
	S    string   `json:",string"`
	Ns   MyString `json:",string"`
	P    *int     `json:",string"`
	Ps   *string  `json:",string"`
	PP   **int    `json:",string"`
	Sl   []int    `json:",string"`
	M    map[string]int
	St   Point         `json:",string"`
	A    any           `json:",string"`
	D    time.Duration `json:",string"`
	Ip   IntPtr        `json:",string"`
	Bare int           `json:"string"`
}

// IntPtr is a pointer type with a name, which the option string does not follow.
type IntPtr *int

// Names has names of every sort in its tags.
type Names struct {
	Plain   int `json:"plain"`
	Empty   int `json:""`
	Comma   int `json:","`
	Ignored int `json:"-"`
	Dash    int `json:"-,"`
	DashOpt int `json:"-x"`
	Punct   int `json:"a.b/c:d;e=f<g>h?i@j[k]l^m_n{o}p|q~r!s#t$u%v&w(x)y*z+"`
	Space   int `json:"with space"`
	Unicode int `json:"größe"`
	Han     int `json:"名前"`
	Digits  int `json:"123"`
	Arabic  int `json:"٣"`
	Quote   int `json:"it's"`
	Slash   int `json:"back\\slash"`
	DQuote  int `json:"dou\"ble"`
	Emoji   int `json:"😀"`
	Tick    int `json:"a\u0060b"`
	Control int `json:"a\tb"`
	Opts    int `json:"opts,foo,,bar,string=1"`
	Same    int `json:"Same"`
	NotJSON int `xml:"other" beve:"theirs"`
	Case    int `json:"PLAIN"`
	private int
	Func    func()   `json:"-"`
	Chan    chan int `json:"-"`
	Ünder   int
}

// NoMembers has no field that is a member.
type NoMembers struct {
	private int
	Func    func() `json:"-"`
}

// Holder has fields of interface types with methods.
type Holder struct {
	Text   encoding.TextMarshaler
	String fmt.Stringer `json:",omitempty"`
}

func zooEmbedded() []any {
	base, other := Base{1, "n", "e"}, Other{"id", "e@x"}
	h := hidden{Seen: 1, Named: "n", hidden: 2}
	return []any{
		EmbedValue{}, EmbedValue{base, 2},
		EmbedPointer{}, EmbedPointer{1, &base, 2},
		EmbedTagged{}, EmbedTagged{base, &other},
		EmbedBadName{}, EmbedBadName{base},
		EmbedIgnored{}, EmbedIgnored{base, 3},
		EmbedDash{}, EmbedDash{base},
		EmbedDeep{}, EmbedDeep{Deep{base, 1}, "n2"},
		EmbedDeepest{}, EmbedDeepest{EmbedDeep{Deep{base, 1}, "n2"}, true},
		EmbedDeepPointers{}, EmbedDeepPointers{&EmbedPointer{1, &base, 2}, true}, EmbedDeepPointers{&EmbedPointer{Before: 1}, true},
		EmbedConflict{}, EmbedConflict{base, other},
		EmbedShadow{}, EmbedShadow{base, &other, 1.5, "t"},
		EmbedUnexported{}, EmbedUnexported{h, allHidden{1, 2}, 3},
		EmbedUnexportedPointer{}, EmbedUnexportedPointer{&h, 3},
		EmbedUnexportedTagged{}, EmbedUnexportedTagged{h, &hiddenToo{"x"}},
		EmbedNonStructs{}, EmbedNonStructs{1, ptr(MyString("s")), Int8s{1, 2}, Dict{"a": 1}, fooImpl{"v"}, time.Second},
		EmbedUnexportedNonStructs{}, EmbedUnexportedNonStructs{1, ptr(hiddenText("x")), 2, 3},
		EmbedGeneric{}, EmbedGeneric{Pair[int, string]{1, "s"}, &Stack[bool]{true, nil}},
		EmbedRecursive{}, EmbedRecursive{&EmbedRecursive{nil, 1}, 2},
		EmbedTime{}, EmbedTime{someTime(), noText{1}, 2},
		TagsClash{}, TagsClash{&TagX{1}, &TagX2{2}, 3},
		TagWins{}, TagWins{&NameX{1}, &NameX2{"2"}, &TagCapitalX{3}},
		TagLosesToDepth{}, TagLosesToDepth{&TagCapitalX{1}, 2},
		ClashHidesDeeper{}, ClashHidesDeeper{&NameX{1}, &NameX2{"2"}, &HoldsX{&DeepX{3, 4}, 5}, 6},
		Diamond{}, Diamond{&Left{&Shared{1, &Bottom{2}}, 3}, &Right{&Shared{4, &Bottom{5}}, 6}, 7},
		ShallowAndDeep{}, ShallowAndDeep{Deep{base, 1}, Base{2, "m", "f"}},
		repeatedTag(),
	}
}

// repeatedTag returns a struct that gives one name to two of its own fields. It is made at run time because go vet
// refuses such a declaration.
func repeatedTag() any {
	t := reflect.StructOf([]reflect.StructField{
		{Name: "A", Type: reflect.TypeFor[int](), Tag: `json:"same"`},
		{Name: "B", Type: reflect.TypeFor[string](), Tag: `json:"same"`},
		{Name: "C", Type: reflect.TypeFor[bool]()},
	})
	v := reflect.New(t).Elem()
	v.Field(0).SetInt(1)
	v.Field(1).SetString("b")
	v.Field(2).SetBool(true)
	return v.Interface()
}

func zooTags() []any {
	one, minus := ZeroByValue(1), ZeroByValue(-1)
	return []any{
		OmitZero{}, OmitZero{1, Point{1, 2}, [2]int{1, 0}, []int{}, 0, ZeroByPointer{}, &one, &ZeroByPointer{}, one, 0, someTime(), 1, []int{1}, 2},
		OmitZero{Value: -1, Pointer: ZeroByPointer{true}, ToValue: &minus, ToPtr: &ZeroByPointer{true}, Iface: minus},
		&OmitZero{Pointer: ZeroByPointer{true}, Iface: (*ZeroByPointer)(nil), Both: []int{}},
		OmitEmpty{}, OmitEmpty{true, 1, 2, 3.5, "s", ptr(0), 0, []int{0}, map[string]int{"": 0}, [2]int{}, [0]int{}, Point{}, someTime(), "d"},
		OmitEmpty{A: ""}, OmitEmpty{Sl: []int{}, M: map[string]int{}},
		Quoted{}, Quoted{true, 1, -2, 3, 4, 5.5, -6.25, "s", "n", ptr(7), ptr("p"), ptr(ptr(8)), []int{9}, map[string]int{"a": 1}, Point{1, 2},
			"any", time.Second, ptr(10), 11},
		Names{}, Names{Plain: 1, Empty: 2, Comma: 3, Ignored: 4, Dash: 5, Punct: 6, Opts: 7, private: 8},
		NoMembers{}, NoMembers{private: 1},
		Holder{}, Holder{TextValue{1}, time.Second},
	}
}
