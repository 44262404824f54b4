package engine

import (
	"sync/atomic"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/typecache"
)

// TimeFormat says how a time.Time is written.
type TimeFormat uint8

// The formats of time. Decoding accepts all of them, always.
const (
	// TimeRFC3339 writes a string with nanoseconds and zone offset, which every
	// peer can read. It is the default.
	TimeRFC3339 TimeFormat = iota
	// TimeUnixNano writes a signed integer: nanoseconds since 1970. Times outside
	// the years 1678 to 2262 are an error.
	TimeUnixNano
	// TimeDraft writes the draft extension 4: unsigned nanoseconds since 1970.
	// Times before 1970 or after 2554 are an error.
	TimeDraft
)

// EncodeOptions are the choices of encoding. The zero value is the default.
type EncodeOptions struct {
	// Deterministic gives the same bytes for the same value: map members are
	// written in the order of their keys, integers by value and strings by bytes.
	// It affects maps only; everything else is deterministic anyway.
	Deterministic bool
	// FixedWidth writes integers in the width of their Go type instead of the
	// narrowest that holds them, for peers that patch in place or read enums
	// strictly. It affects integer values, not typed arrays and map keys, which
	// keep their Go width always.
	FixedWidth bool
	// Aligned writes arrays of Go's own numbers, complex ones too, in the aligned
	// form if they are wider than a byte, so that a reader whose buffer is aligned
	// can view them in place. Offsets count from the start of the message. It does
	// not affect arrays of half floats and of 128-bit integers.
	Aligned bool
	// OmitNil leaves out struct members that are nil pointers, interfaces, maps
	// or slices, as if each were tagged omitempty for nil only.
	OmitNil bool
	// Framing begins a message, or a stream, with the draft framing header.
	Framing bool
	// StructTag is the tag key that names members, with "json" as fallback for
	// fields without it. Empty means what SetStructTag chose, "beve" at first.
	StructTag string
	// Extended also writes what only readers of the extended profile read, this
	// library among them: times, durations, intervals, UUIDs and regular expressions
	// in forms of their own, and slices of structs, or of maps with the same keys, as
	// tables. Without it everything written is portable.
	Extended bool
	// MinTableRows is how many elements a slice must have to become a table; the
	// default is 5. It affects Extended only.
	MinTableRows int
	// Time says how a time.Time is written. A format other than the default is
	// written under Extended too.
	Time TimeFormat
	// MaxDepth is the number of levels that a value may nest; the default is 512,
	// the most 100,000.
	// C++ and Rust peers read 128.
	MaxDepth int
}

// DecodeOptions are the choices of decoding. The zero value is the default.
type DecodeOptions struct {
	// Limits bounds what a message may cost.
	Limits Limits
	// RejectUnknown makes a member that no struct field takes an error.
	RejectUnknown bool
	// RejectDuplicates makes a repeated member of a struct, or a repeated key of
	// a map, an error. By default the last one wins.
	RejectDuplicates bool
	// RequireAll makes it an error when the input has no member for a struct
	// field that is not tagged omitempty or omitzero.
	RequireAll bool
	// GenericArrays decodes typed arrays into []any when the target is an
	// interface, instead of []float64, []int32, []string and so on.
	GenericArrays bool
	// NoCopy lets strings, byte slices and Raw alias the input, which then must
	// not change as long as they are used. It affects decoding from memory, and
	// is ignored by a Decoder that reads from an io.Reader.
	NoCopy bool
	// LegacyTypeTag reads the header that type tags of version 1 share with the tables
	// of the extended profile as type tags always: tables are not read then. Without
	// it what follows decides, see [wire.TypeTagAt]. A tag decodes into
	// a TypeTag, into an interface as one, and into every other target as its inner
	// value.
	LegacyTypeTag bool
	// Strict rejects boolean arrays whose unused bits are set, and null for a
	// target that cannot be nil, which otherwise becomes its zero value.
	Strict bool
	// StructTag is as in EncodeOptions.
	StructTag string
}

// Limits bounds what one message may cost: MaxDepth, MaxElements and MaxBytes are as in
// the Limits of package beve.
type Limits = fault.Limits

// profile is the part of the options that shapes codecs. Every profile has its
// own cache of them.
type profile struct {
	key   profileKey
	cache typecache.Cache[*codec]
	// targets holds the codecs of what pointers lead to, by the type of the pointer,
	// which is what users pass.
	targets typecache.Cache[*codec]
	// quotes holds the codecs of fields with the option string that generated code
	// asks for.
	quotes typecache.Cache[*codec]
}

type profileKey struct {
	tag     string
	fixed   bool
	omitNil bool
	time    TimeFormat
	// extended makes codecs that write the extended profile, and indexed ones that
	// write objects with an index.
	extended, indexed bool
	// typeTags makes codecs that read the value inside a type tag.
	typeTags bool
	// reflected makes codecs that pass over generated methods, because there are
	// options that generated code does not know.
	reflected bool
}

// generated reports whether generated methods do what codecs of k would do.
func (k *profileKey) generated() bool { return *k == profileKey{tag: defaultTag} }

// timeText reports whether times are written as text.
func (k *profileKey) timeText() bool { return k.time == TimeRFC3339 && !k.extended }

// tags returns the tag keys in the order they are tried.
func (p *profile) tags() []string {
	if p.key.tag == fallbackTag {
		return []string{fallbackTag}
	}
	return []string{p.key.tag, fallbackTag}
}

const (
	defaultTag  = "beve"
	fallbackTag = "json"
)

var (
	profiles       typecache.Table[profileKey, profile]
	defaultProfile atomic.Pointer[profile]
)

func init() { SetStructTag(defaultTag) }

func profileFor(key profileKey) *profile { return profiles.Of(key, newProfile) }

func newProfile(key profileKey) *profile { return &profile{key: key} }

// SetStructTag chooses the tag key that names struct members by default, for the
// whole process; fields without it fall back to "json". The empty name restores
// "beve". It is safe at any time: calls that have begun finish as they began.
func SetStructTag(name string) {
	if name == "" {
		name = defaultTag
	}
	defaultProfile.Store(profileFor(profileKey{tag: name, reflected: name != defaultTag}))
}

// GetStructTag returns the tag key that SetStructTag chose.
func GetStructTag() string { return defaultProfile.Load().key.tag }

func (o *EncodeOptions) profile() *profile {
	d := defaultProfile.Load()
	if o.StructTag == "" && !o.FixedWidth && !o.OmitNil && o.Time == TimeRFC3339 && !o.Extended &&
		!o.Deterministic && !o.Aligned && o.MaxDepth == 0 {
		return d
	}
	key := profileKey{tag: o.StructTag, fixed: o.FixedWidth, omitNil: o.OmitNil, time: o.Time, extended: o.Extended, reflected: true}
	if key.tag == "" {
		key.tag = d.key.tag
	}
	return profileFor(key)
}

func (o *DecodeOptions) profile() *profile {
	d := defaultProfile.Load()
	if o.StructTag == "" && !o.LegacyTypeTag && !o.RejectUnknown && !o.RejectDuplicates && !o.RequireAll &&
		!o.GenericArrays && !o.Strict {
		return d
	}
	key := profileKey{tag: o.StructTag, typeTags: o.LegacyTypeTag, reflected: true}
	if key.tag == "" {
		key.tag = d.key.tag
	}
	return profileFor(key)
}
