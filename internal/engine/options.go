package engine

import (
	"sync/atomic"

	"github.com/beve-org/beve-go/internal/canon"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/typecache"
	"github.com/beve-org/beve-go/internal/typeset"
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

// EncodeOptions are the choices of encoding, as package beve documents them. The zero
// value is the default.
type EncodeOptions struct {
	Deterministic, FixedWidth, Aligned, OmitNil, Framing bool

	StructTag string // empty means what SetStructTag chose
	Extended  bool
	// MinTableRows is DefaultMinTableRows if it is not positive.
	MinTableRows int
	Time         TimeFormat
	MaxDepth     int
	Types        *typeset.Set
}

// DecodeOptions are the choices of decoding, as package beve documents them. The zero
// value is the default.
type DecodeOptions struct {
	Limits Limits

	RejectUnknown, RejectDuplicates, RequireAll  bool
	GenericArrays, NoCopy, LegacyTypeTag, Strict bool
	RequireCanonical                             *CanonicalCheck // of Canonical

	StructTag string // as in EncodeOptions
	Types     *typeset.Set
}

// CanonicalCheck is what RequireCanonical asks for: the check of a message, and of a part of one.
type CanonicalCheck struct {
	message func(data []byte, l Limits) error
	part    func(src []byte, off int, l Limits) error
}

var canonicalCheck = CanonicalCheck{canon.Check, canon.CheckPart}

// Canonical returns the check, or nil for no. Only programs that have options of decoding call it,
// and so have the code of the check.
func Canonical(yes bool) *CanonicalCheck {
	if yes {
		return &canonicalCheck
	}
	return nil
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
	// types holds the declarations of the options.
	types *typeset.Set
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

	// What generated code leaves to reflection has the usual options, with and without generated methods.
	usualProfile     = profileFor(profileKey{tag: defaultTag})
	reflectedProfile = profileFor(profileKey{tag: defaultTag, reflected: true})
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
		!o.Deterministic && !o.Aligned && o.MaxDepth == 0 && o.Types == nil {
		return d
	}
	key := profileKey{tag: o.StructTag, fixed: o.FixedWidth, omitNil: o.OmitNil, time: o.Time, extended: o.Extended, reflected: true, types: o.Types}
	if key.tag == "" {
		key.tag = d.key.tag
	}
	return profileFor(key)
}

func (o *DecodeOptions) profile() *profile {
	d := defaultProfile.Load()
	if o.StructTag == "" && !o.LegacyTypeTag && !o.RejectUnknown && !o.RejectDuplicates && !o.RequireAll &&
		!o.GenericArrays && !o.Strict && o.Types == nil {
		return d
	}
	key := profileKey{tag: o.StructTag, typeTags: o.LegacyTypeTag, reflected: true, types: o.Types}
	if key.tag == "" {
		key.tag = d.key.tag
	}
	return profileFor(key)
}
