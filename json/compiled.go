// What is compiled, for each way to read and write: by default, and by the declarations of a Set.

package json

import (
	"reflect"
	"sync"

	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/typecache"
	"github.com/beve-org/beve-go/types"
)

var compileMu sync.Mutex

// encoders are the Go types that were compiled for writing in one way.
type encoders struct {
	encodersKey
	// Methods with pointer receivers are called on what has an address only, so a type is compiled twice: for
	// what maps and interfaces hold, and for variables.
	held, variables typecache.Cache[*encoder]
}

// encodersKey is what a way to write depends on.
type encodersKey struct {
	types     *types.Set // nil: what the program declares alone
	durations bool       // a time.Duration is text
}

var (
	plainEncoders = new(encoders)
	textEncoders  = &encoders{encodersKey: encodersKey{durations: true}}
	ownEncoders   typecache.Table[encodersKey, encoders]
)

// encodersOf returns those for the flags, and for the declarations if there are any.
func encodersOf(flags AppendFlags, set *types.Set) *encoders {
	durations := flags&FormatDurations != 0
	switch {
	case set != nil:
		return ownEncoders.Of(encodersKey{set, durations}, func(key encodersKey) *encoders { return &encoders{encodersKey: key} })
	case durations:
		return textEncoders
	}
	return plainEncoders
}

func (in *encoders) cache(addressable bool) *typecache.Cache[*encoder] {
	if addressable {
		return &in.variables
	}
	return &in.held
}

// of returns the encoder of t, compiling it at the first call.
func (in *encoders) of(t reflect.Type, addressable bool) *encoder {
	if done, ok := in.cache(addressable).Load(t); ok {
		return done
	}
	return in.compile(t, addressable)
}

// compile compiles t and what it consists of.
func (in *encoders) compile(t reflect.Type, addressable bool) *encoder {
	compileMu.Lock()
	defer compileMu.Unlock()
	c := encoderCompiler{begun: map[encoderKey]*encoder{}, in: in}
	root := c.compile(t, addressable)
	for key, done := range c.begun {
		in.cache(key.addressable).LoadOrStore(key.typ, done)
	}
	return root
}

// decoders are the Go types that were compiled for reading in one way.
type decoders struct {
	types *types.Set
	roots typecache.Cache[*rootDecoder]
}

var (
	plainDecoders = new(decoders)
	ownDecoders   typecache.Table[*types.Set, decoders]
)

// decodersOf returns those for the declarations.
func decodersOf(set *types.Set) *decoders {
	if set == nil {
		return plainDecoders
	}
	return ownDecoders.Of(set, func(set *types.Set) *decoders { return &decoders{types: set} })
}

// rootDecoder reads into what a pointer points to.
type rootDecoder struct {
	decoder *decoder
	typ     reflect.Type
	size    uintptr
	users   bool // the decoder, or a part of it, calls methods of the user's
}

// of returns the decoder for pointers of type t, compiling it at the first call.
func (in *decoders) of(t reflect.Type) *rootDecoder {
	if done, ok := in.roots.Load(t); ok {
		return done
	}
	compileMu.Lock()
	defer compileMu.Unlock()
	c := decoderCompiler{begun: map[decoderKey]*decoder{}, in: in}
	k := c.compile(t.Elem(), t)
	return in.roots.LoadOrStore(t, &rootDecoder{decoder: k, typ: t.Elem(), size: t.Elem().Size(), users: reaches(k, map[*decoder]bool{})})
}

// reaches reports whether k or a part of it calls methods of the user's.
func reaches(k *decoder, seen map[*decoder]bool) bool {
	if seen[k] {
		return false
	}
	seen[k] = true
	if k.users {
		return true
	}
	for _, part := range k.parts {
		if reaches(part, seen) {
			return true
		}
	}
	return false
}

// A box is a variable with an address, for values that come without.
type box struct {
	value reflect.Value
	at    mem.Pointer
}
