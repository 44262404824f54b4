// Options, and the profiles that they choose.

package msgcodec

import (
	"strings"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/typecache"
	"github.com/beve-org/beve-go/internal/typeset"
)

// Limits bounds what one message may cost; see [fault.Limits].
type Limits = fault.Limits

// TimeFormat says how a time.Time is written. All formats are read, always.
type TimeFormat uint8

// The formats of time.
const (
	// TimeTimestamp writes extension -1, the timestamp of MessagePack.
	TimeTimestamp TimeFormat = iota
	// TimeExt5 writes extension 5, as ZebraPack does and msgp by default.
	TimeExt5
)

// EncodeOptions are the choices of encoding, as package msgpack documents them: its options
// are of the same type except for the name.
type EncodeOptions struct {
	Deterministic, OmitNil bool

	StructTag string
	Inline    bool
	Time      TimeFormat
	MaxDepth  int
	Types     *typeset.Set
}

// DecodeOptions are the choices of decoding, as package msgpack documents them.
type DecodeOptions struct {
	Limits Limits

	RejectUnknown, RejectDuplicates, RequireAll bool
	NoCopy, ValidUTF8, AnyText                  bool

	StructTag string
	Inline    bool
	Types     *typeset.Set
}

// Format is one of the two formats, as its package chooses it.
type Format struct {
	// Name is what errors call the format.
	Name string
	// IDs says that struct members have numbers for keys.
	IDs bool
	// StructNames writes the name of a struct before its members, under the key -1. It
	// matters with IDs only.
	StructNames bool
}

// Plain is MessagePack with names for keys.
var Plain = Format{Name: "msgpack"}

// profile is what shapes codecs. Every profile has its own cache of them.
type profile struct {
	key     profileKey
	cache   typecache.Cache[*codec]
	targets typecache.Cache[*codec] // by the type of a pointer, which is what users pass
}

type profileKey struct {
	format  Format
	tag     string
	omitNil bool
	inline  bool
	time    TimeFormat
	types   *typeset.Set // the declarations of the options
	// reflected makes codecs that pass over the methods of zebrapack, because there are options that its code does
	// not know.
	reflected bool
}

// reflected returns the profile that differs from p in that its codecs pass over the methods of zebrapack.
func (p *profile) reflected() *profile {
	key := p.key
	key.reflected = true
	return profileFor(key)
}

// tags returns the tag keys in the order in which they are tried.
func (k *profileKey) tags() []string {
	if only, ok := strings.CutPrefix(k.tag, "="); ok {
		return strings.Split(only, ",")
	}
	if k.tag != "" {
		return []string{k.tag, "msg", "msgpack", "json"}
	}
	return []string{"msg", "msgpack", "json"}
}

var profiles typecache.Table[profileKey, profile]

//go:noinline
func profileFor(key profileKey) *profile {
	return profiles.Of(key, func(key profileKey) *profile { return &profile{key: key} })
}

// An Engine is a format with the default options of its package, so that the usual calls
// look nothing up.
type Engine struct {
	format    Format
	time      TimeFormat
	plain     *profile
	reflected *profile // the same, without generated code
}

// NewEngine returns the engine of a format whose times are written so by default.
func NewEngine(f Format, t TimeFormat) *Engine {
	key := profileKey{format: f, time: t, reflected: f.IDs && !f.StructNames}
	g := &Engine{format: f, time: t, plain: profileFor(key)}
	key.reflected = true
	g.reflected = profileFor(key)
	return g
}

// name returns the name of the format, which nil has none of.
func (g *Engine) name() string {
	if g == nil {
		return ""
	}
	return g.format.Name
}

// encodeProfile returns the profile of o.
func (g *Engine) encodeProfile(o *EncodeOptions) *profile {
	if o.Types == nil && !o.asks(g) {
		return g.plain
	}
	return g.encodeProfileOf(o)
}

// asks reports whether o asks for what generated code does not know. Declarations are not among it: which types they
// concern is known.
func (o *EncodeOptions) asks(g *Engine) bool {
	return o.Deterministic || o.OmitNil || o.StructTag != "" || o.Inline || o.Time != g.time || o.MaxDepth > 0
}

// encodeProfileOf is encodeProfile for options that are not the usual ones.
func (g *Engine) encodeProfileOf(o *EncodeOptions) *profile {
	if o.StructTag == "" && !o.OmitNil && !o.Inline && o.Time == g.time && o.Types == nil {
		return g.reflected
	}
	return profileFor(profileKey{format: g.format, tag: o.StructTag, omitNil: o.OmitNil, inline: o.Inline, time: o.Time,
		types: o.Types, reflected: o.asks(g) || g.plain.key.reflected})
}

// decodeProfile returns the profile of o.
func (g *Engine) decodeProfile(o *DecodeOptions) *profile {
	if o.Types == nil && !o.asks() {
		return g.plain
	}
	return g.decodeProfileOf(o)
}

// asks is that of EncodeOptions. A value is held to the limits before generated code reads it.
func (o *DecodeOptions) asks() bool {
	return o.RejectUnknown || o.RejectDuplicates || o.RequireAll || o.NoCopy || o.ValidUTF8 || o.AnyText ||
		o.StructTag != "" || o.Inline
}

// decodeProfileOf is decodeProfile for options that are not the usual ones.
func (g *Engine) decodeProfileOf(o *DecodeOptions) *profile {
	if o.StructTag == "" && !o.Inline && o.Types == nil {
		return g.reflected
	}
	return profileFor(profileKey{format: g.format, tag: o.StructTag, inline: o.Inline, time: g.time, types: o.Types,
		reflected: o.asks() || g.plain.key.reflected})
}
