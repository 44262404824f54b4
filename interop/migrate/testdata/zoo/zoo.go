// Package zoo has types of every shape that encoders know, and values at their edges. Tests encode
// these with the packages that users come from and with this library, and hold what
// differs against what bevemigrate says of the types. It is in testdata since vet would have it mended:
// names that repeat and fields that nothing uses are what is tested.
package zoo

import (
	"encoding/json"
	"errors"
	"math/big"
	"net"
	"net/netip"
	"net/url"
	"sync"
	"time"
)

// Shapes has a field of each type. What is a struct stands for itself, and for what it is a
// field of.
type Shapes struct {
	Bool       bool
	Int        int
	Int8       int8
	Int16      int16
	Int32      int32
	Int64      int64
	Uint       uint
	Uint8      uint8
	Uint16     uint16
	Uint32     uint32
	Uint64     uint64
	Uintptr    uintptr
	Float32    float32
	Float64    float64
	Complex64  complex64
	Complex128 complex128
	String     string
	NamedBool  Flag
	NamedInt   Count
	NamedFloat Ratio
	NamedText  Text
	Duration   time.Duration
	Month      time.Month
	Time       time.Time

	Any       any
	Anys      []any
	Error     error
	Func      func()
	Chan      chan int
	FuncField struct{ F func() }
	ChanField struct{ F chan int }
	Stringer  interface{ String() string }

	Bytes           []byte
	NamedBytes      Blob
	ByteValues      []Byte
	ByteArray       [3]byte
	ByteArray0      [0]byte
	NamedByteArray  Hash
	NamedByteValues ByteValues
	PlainBytesAlias Bytes
	ByteArrays      [2][2]byte
	ByteArrayMap    map[string][2]byte
	NamedBytesMap   map[string]Blob
	Ints2           [][]int
	Counts          Counts
	CountsTwice     struct{ A, B Counts }
	ByteValuesArray [3]Byte
	BytesInBytes    [][]byte
	Int8s           []int8

	Bools        []bool
	Floats       []float64
	Strings      []string
	NamedStrings []Text
	StringList   List
	Ints         []int
	Uint16s      []uint16
	Structs      []Plain
	Pointers     []*Plain
	NoFields     []struct{}
	Bools2       [][]bool
	BoolArray    [2]bool
	StringArray  [2]string
	IntArray     [2]int
	EmptyArray   [0]bool
	BigArray     [20]bool

	BoolPointer    *bool
	StringPointer  *string
	PointerPointer **bool
	PlainPointer   *Plain
	BytesPointer   *[]byte
	ArrayPointer   *[2]bool
	MapPointer     *map[string]bool
	IntPointer     *int

	StringMap     map[string]string
	BoolMap       map[string]bool
	AnyMap        map[string]any
	NamedMap      map[Text]Text
	MapType       Map
	IntKeys       map[int]string
	Uint8Keys     map[uint8]string
	Int64Keys     map[int64]bool
	BoolKeys      map[bool]string
	FloatKeys     map[float64]string
	AnyKeys       map[any]string
	ArrayKeys     map[[2]bool]string
	DurationKeys  map[time.Duration]string
	TextKeys      map[TextValue]string
	AddrKeys      map[netip.Addr]bool
	TimeKeys      map[time.Time]bool
	StructMap     map[string]Plain
	SliceMap      map[string][]bool
	EmptyValueMap map[string]struct{}

	NoStruct      struct{}
	Plain         Plain
	NoFieldInside NoFieldInside
	Nested        Nested
	Hidden        Hidden
	OnlyHidden    OnlyHidden
	Blank         Blank
	Tree          Tree

	NamedByJSON      NamedByJSON
	NamedByMsgpack   NamedByMsgpack
	NamedByMsg       NamedByMsg
	SkippedByJSON    SkippedByJSON
	SkippedByOwn     SkippedByOwn
	OmitJSON         OmitJSON
	ZeroJSON         ZeroJSON
	StringOption     StringOption
	OmitScalars      OmitScalars
	OmitContainers   OmitContainers
	OmitPointers     OmitPointers
	OmitStruct       OmitStruct
	OmitTime         OmitTime
	OmitTimePointer  OmitTimePointer
	OmitPlainPointer OmitPlainPointer
	OmitAny          OmitAny
	OmitArray        OmitArray
	OmitMethods      OmitMethods
	OmitAll          OmitAll
	OmitSparse       OmitSparse
	OmitMixed        OmitMixed
	OmitZeroer       OmitZeroer
	OmitText         OmitText
	OmitError        OmitError
	OmitInner        OmitInner
	OmitBytes        OmitBytes
	OmitByMsg        OmitByMsg
	Tuple            Tuple
	AsArray          AsArray
	Aliased          Aliased
	Interned         Interned
	OddNames         OddNames
	QuotedName       QuotedName
	ColonName        ColonName
	BlankName        BlankName
	Twice            Twice

	Embeds         Embeds
	EmbedsPointer  EmbedsPointer
	EmbedsHidden   EmbedsHidden
	EmbedsNamed    EmbedsNamed
	EmbedsInline   EmbedsInline
	EmbedsNoInline EmbedsNoInline
	EmbedsNoStruct EmbedsNoStruct
	EmbedsAny      EmbedsAny
	EmbedsMethods  EmbedsMethods
	EmbedsTwo      EmbedsTwo
	EmbedsShadowed EmbedsShadowed
	Inlined        Inlined
	EmbedsTime     EmbedsTime
	EmbedsText     EmbedsText
	EmbedsTwice    EmbedsTwice
	EmbedsByName   EmbedsByName
	EmbedsUnseen   EmbedsUnseen
	EmbedsEmpty    EmbedsEmpty
	EmptyNamed     EmptyNamed
	EmptyPointer   EmptyPointer
	EmptyArrays    EmptyArrays
	EmptyTagged    EmptyTagged
	BlankOnly      BlankOnly
	Locked         Locked

	TextValue      TextValue
	TextAddress    TextAddress
	TextValues     []TextValue
	TextAddressMap map[string]TextAddress
	BinaryValue    BinaryValue
	BinaryAddress  BinaryAddress
	JSONValue      JSONValue
	JSONAddress    JSONAddress
	MsgpackValue   MsgpackValue
	MsgpackAddress MsgpackAddress
	MsgpackMap     map[string]MsgpackAddress
	TextBytes      TextBytes
	ReadsText      ReadsText
	WritesText     WritesText
	WritesJSON     WritesJSON
	ReadsJSON      ReadsJSON
	WritesBinary   WritesBinary
	NullJSON       NullJSON
	NullText       NullText
	MsgValue       MsgValue
	TextByte       TextByte
	TextByteSlice  []TextByte
	TextByteArray  [2]TextByte
	Zeroer         Zeroer
	OwnZeroer      OwnZeroer
	TextInterface  TextInterface
	MsgpackBytes   MsgpackBytes

	BigInt     big.Int
	BigPointer *big.Int
	Addr       netip.Addr
	IP         net.IP
	URL        url.URL
	Number     json.Number
	RawJSON    json.RawMessage
}

// Types with a name and no more.
type (
	Flag       bool
	Count      int
	Ratio      float64
	Text       string
	Byte       uint8
	Blob       []byte
	Hash       [3]byte
	List       []string
	ByteValues []Byte
	Bytes      = []byte
	Counts     []int64
	Map        map[string]bool
)

// Structs without tags.
type (
	Plain struct {
		A bool
		B string
		C float64
	}
	NoFieldInside struct {
		A bool
		B struct{}
	}
	Nested struct {
		In struct {
			A  bool
			In *Plain
		}
	}
	Hidden struct {
		A      bool
		hidden bool
	}
	OnlyHidden struct{ hidden bool }
	Blank      struct {
		_ bool
		A bool
	}
	Tree struct {
		A           bool
		Left, Right *Tree
	}
)

// Structs whose tags say names and options.
type (
	NamedByJSON struct {
		A bool `json:"a"`
	}
	NamedByMsgpack struct {
		A bool `json:"b" msgpack:"a"`
	}
	NamedByMsg struct {
		A bool `msg:"a"`
	}
	SkippedByJSON struct {
		A bool
		B bool `json:"-"`
	}
	SkippedByOwn struct {
		A bool
		B bool `json:"-" msgpack:"-"`
	}
	OmitJSON struct {
		A bool `json:",omitempty"`
	}
	ZeroJSON struct {
		A bool `json:",omitzero"`
	}
	StringOption struct {
		A bool `json:",string"`
	}
	OmitScalars struct {
		A bool    `json:",omitempty" msgpack:",omitempty"`
		B string  `json:",omitempty" msgpack:",omitempty"`
		C float64 `json:",omitempty" msgpack:",omitempty"`
	}
	OmitContainers struct {
		A []bool          `json:",omitempty" msgpack:",omitempty"`
		B map[string]bool `json:",omitempty" msgpack:",omitempty"`
		C []byte          `json:",omitempty" msgpack:",omitempty"`
	}
	OmitPointers struct {
		A *bool  `json:",omitempty" msgpack:",omitempty"`
		B *Plain `json:",omitempty" msgpack:",omitempty"`
	}
	OmitStruct struct {
		A Plain `json:",omitempty" msgpack:",omitempty"`
	}
	OmitTime struct {
		A time.Time `json:",omitempty" msgpack:",omitempty"`
	}
	OmitTimePointer struct {
		A *time.Time `json:",omitempty" msgpack:",omitempty"`
	}
	OmitPlainPointer struct {
		A *Sparse `json:",omitempty" msgpack:",omitempty"`
	}
	OmitAny struct {
		A any `json:",omitempty" msgpack:",omitempty"`
	}
	OmitArray struct {
		A [2]bool `json:",omitempty" msgpack:",omitempty"`
		B [0]bool `json:",omitempty" msgpack:",omitempty"`
	}
	OmitMethods struct {
		A MsgpackValue `json:",omitempty" msgpack:",omitempty"`
	}
	OmitAll struct {
		_msgpack struct{} `msgpack:",omitempty"`
		A        bool
	}
	AsArray struct {
		_msgpack struct{} `msgpack:",as_array"`
		A        bool
		B        string
	}
	Aliased struct {
		A bool `msgpack:"a,alias:b"`
	}
	Interned struct {
		A string `msgpack:",intern"`
	}
	OddNames struct {
		A bool `json:"<&>" msgpack:"<&>"`
		B bool `json:"ä 😀" msgpack:"ä 😀"`
		C bool `json:"\"\\" msgpack:"\"\\"`
		D bool `json:"✓\n;" msgpack:"✓\n;"`
	}
	QuotedName struct {
		A bool `json:"'a'" msgpack:"'a'"`
	}
	ColonName struct {
		A bool `json:"a:b" msgpack:"a:b"`
	}
	BlankName struct {
		A bool `json:" a" msgpack:" a"`
	}
	Twice struct {
		A bool `json:"x" msgpack:"x"`
		B bool `json:"x" msgpack:"x"`
	}
)

type (
	Sparse struct {
		A bool `msgpack:",omitempty"`
	}
	Mixed struct {
		A bool `msgpack:",omitempty"`
		B bool
	}
	OmitSparse struct {
		A Sparse `msgpack:",omitempty"`
	}
	OmitMixed struct {
		A Mixed `msgpack:",omitempty"`
	}
	OmitZeroer struct {
		A Zeroer `msgpack:",omitempty"`
	}
	OmitText struct {
		A TextValue `msgpack:",omitempty"`
		B NullText  `msgpack:",omitempty"`
	}
	OmitError struct {
		A error `msgpack:",omitempty"`
	}
	OmitInner struct {
		A [][]bool `msgpack:",omitempty"`
	}
	OmitBytes struct {
		A MsgpackBytes `msgpack:",omitempty"`
	}
	OwnZeroer struct {
		A struct{ MsgpackValue } `msgpack:",omitempty"`
	}
	OmitByMsg struct {
		A bool `msg:",omitempty"`
	}
	Tuple struct {
		_ struct{} `msg:",tuple"`
		A bool
	}
	EmptyNamed struct {
		A NoStruct
		B bool
	}
	EmptyPointer struct {
		A *struct{}
		B bool
	}
	EmptyArrays struct {
		A [2]struct{}
		B [0]bool
	}
	EmptyTagged struct {
		A struct{} `msgpack:"a" json:"a"`
		B bool
	}
	NoStruct  struct{}
	BlankOnly struct{ _ bool }
	Locked    struct {
		mu sync.Mutex
		A  bool
	}
)

// Structs that hold structs without a name of their own.
type (
	hidden struct{ D bool }
	Embeds struct {
		Plain
		X bool
	}
	EmbedsPointer struct {
		*Plain
		X bool
	}
	EmbedsHidden struct {
		hidden
		X bool
	}
	EmbedsNamed struct {
		Plain `json:"p" msgpack:"p"`
		X     bool
	}
	EmbedsInline struct {
		Plain `msgpack:",inline"`
		X     bool
	}
	EmbedsNoInline struct {
		Plain `msgpack:",noinline"`
		X     bool
	}
	EmbedsNoStruct struct {
		Flag
		Text
		X bool
	}
	EmbedsAny struct {
		Holder
		X bool
	}
	EmbedsMethods struct {
		MsgpackValue
		X bool
	}
	EmbedsTwo struct {
		Plain
		Other
	}
	EmbedsShadowed struct {
		Plain
		A bool
	}
	Inlined struct {
		In Plain `msgpack:",inline"`
		X  bool
	}
	Other struct {
		A bool
		E bool
	}
	Holder     interface{ Hold() }
	EmbedsTime struct {
		time.Time
		X bool
	}
	EmbedsText struct {
		TextValue
		X bool
	}
	EmbedsTwice struct {
		Left
		Right
	}
	EmbedsByName struct {
		Plain `json:"p" msgpack:"p,inline"`
		X     bool
	}
	EmbedsUnseen struct {
		*hidden
		X bool
	}
	EmbedsEmpty struct {
		NoStruct
		X bool
	}
	Left struct {
		A bool `json:"x" msgpack:"x"`
	}
	Right struct {
		B bool `json:"x" msgpack:"x"`
	}
)

// Types with methods. Those of the address are Address.
type (
	TextValue      struct{ S string }
	TextAddress    struct{ S string }
	BinaryValue    struct{ S string }
	BinaryAddress  struct{ S string }
	JSONValue      struct{ B bool }
	JSONAddress    struct{ B bool }
	MsgpackValue   struct{ B bool }
	MsgpackAddress struct{ B bool }
	TextBytes      []byte
	ReadsText      struct{ S string }
	WritesText     struct{ S string }
	WritesJSON     struct{ B bool }
	ReadsJSON      struct{ B bool }
	WritesBinary   struct{ S string }
	NullJSON       struct {
		S     string
		Valid bool
	}
	NullText struct {
		S     string
		Valid bool
	}
	MsgValue      struct{ B bool }
	TextByte      uint8
	Zeroer        struct{ B bool }
	TextInterface interface{ MarshalText() ([]byte, error) }
	MsgpackBytes  []byte
)

func (v TextValue) MarshalText() ([]byte, error)        { return []byte(v.S), nil }
func (v *TextValue) UnmarshalText(b []byte) error       { v.S = string(b); return nil }
func (v *TextAddress) MarshalText() ([]byte, error)     { return []byte(v.S), nil }
func (v *TextAddress) UnmarshalText(b []byte) error     { v.S = string(b); return nil }
func (v TextBytes) MarshalText() ([]byte, error)        { return v, nil }
func (v *TextBytes) UnmarshalText(b []byte) error       { *v = b; return nil }
func (v *ReadsText) UnmarshalText(b []byte) error       { v.S = string(b); return nil }
func (v WritesText) MarshalText() ([]byte, error)       { return []byte(v.S), nil }
func (v BinaryValue) MarshalBinary() ([]byte, error)    { return append([]byte(nil), v.S...), nil }
func (v *BinaryValue) UnmarshalBinary(b []byte) error   { v.S = string(b); return nil }
func (v *BinaryAddress) MarshalBinary() ([]byte, error) { return append([]byte(nil), v.S...), nil }
func (v *BinaryAddress) UnmarshalBinary(b []byte) error { v.S = string(b); return nil }

func (v JSONValue) MarshalJSON() ([]byte, error)    { return json.Marshal(v.B) }
func (v *JSONValue) UnmarshalJSON(b []byte) error   { return json.Unmarshal(b, &v.B) }
func (v *JSONAddress) MarshalJSON() ([]byte, error) { return json.Marshal(v.B) }
func (v *JSONAddress) UnmarshalJSON(b []byte) error { return json.Unmarshal(b, &v.B) }

func (v MsgpackValue) MarshalMsgpack() ([]byte, error)    { return boolean(v.B), nil }
func (v *MsgpackValue) UnmarshalMsgpack(b []byte) error   { v.B = b[0] == 0xc3; return nil }
func (v *MsgpackAddress) MarshalMsgpack() ([]byte, error) { return boolean(v.B), nil }
func (v *MsgpackAddress) UnmarshalMsgpack(b []byte) error { v.B = b[0] == 0xc3; return nil }

func (v WritesJSON) MarshalJSON() ([]byte, error)         { return json.Marshal(v.B) }
func (v *ReadsJSON) UnmarshalJSON(b []byte) error         { return json.Unmarshal(b, &v.B) }
func (v WritesBinary) MarshalBinary() ([]byte, error)     { return append([]byte(nil), v.S...), nil }
func (v NullJSON) MarshalJSON() ([]byte, error)           { return json.Marshal(v.Valid) }
func (v *NullJSON) UnmarshalJSON(b []byte) error          { return json.Unmarshal(b, &v.Valid) }
func (v NullJSON) MarshalBinary() ([]byte, error)         { return []byte(v.S), nil }
func (v *NullJSON) UnmarshalBinary(b []byte) error        { v.S = string(b); return nil }
func (v NullText) MarshalJSON() ([]byte, error)           { return json.Marshal(v.Valid) }
func (v *NullText) UnmarshalJSON(b []byte) error          { return json.Unmarshal(b, &v.Valid) }
func (v NullText) MarshalText() ([]byte, error)           { return []byte(v.S), nil }
func (v *NullText) UnmarshalText(b []byte) error          { v.S = string(b); return nil }
func (v MsgValue) MarshalMsg(b []byte) ([]byte, error)    { return append(b, boolean(v.B)...), nil }
func (v *MsgValue) UnmarshalMsg(b []byte) ([]byte, error) { v.B = b[0] == 0xc3; return b[1:], nil }
func (v TextByte) MarshalText() ([]byte, error)           { return []byte{'a' + byte(v)%26}, nil }
func (v *TextByte) UnmarshalText(b []byte) error          { *v = TextByte(b[0] - 'a'); return nil }
func (v Zeroer) IsZero() bool                             { return !v.B }
func (v MsgpackBytes) MarshalMsgpack() ([]byte, error)    { return boolean(v != nil), nil }
func (v *MsgpackBytes) UnmarshalMsgpack(b []byte) error   { return nil }

// Late and Code are errors, and what the interfaces of the zoo hold.
type (
	Late struct{ By time.Duration }
	Code [2]byte
)

func (Late) Error() string  { return "late" }
func (Late) Hold()          {}
func (Code) Error() string  { return "code" }
func (Code) String() string { return "code" }

func (Code) MarshalText() ([]byte, error) { return []byte("code"), nil }

// Hold makes Flag a Holder.
func (f Flag) Hold() {}

func boolean(b bool) []byte {
	if b {
		return []byte{0xc3}
	}
	return []byte{0xc2}
}

var errAt = errors.New("at the edge")
