// What types are on the wire, for those who describe them.

package msgcodec

import (
	"reflect"

	"github.com/beve-org/beve-go/internal/plan"
)

// A Form says what values of a type are written as, where nothing is declared of the type.
type Form uint8

// The forms.
const (
	FormKind        Form = iota // what the kind of the type says
	FormTime                    // a time
	FormNumber                  // the number that a json.Number is
	FormExtension               // an extension
	FormMessagePack             // what methods write as MessagePack, or what is written as it is
	FormText                    // a str, by methods
	FormBinary                  // a bin, by methods
	FormJSON                    // what their JSON stands for
)

// Describe returns what values of t are written as. It fails if they are not written; what types of their parts are
// written as, it does not say.
func (g *Engine) Describe(o *EncodeOptions, t reflect.Type) (Form, error) {
	k := g.encodeProfile(o).reflected().codecFor(t)
	return k.form, k.cause
}

// MakesBin reports whether slices and arrays of t are written as bin.
func (g *Engine) MakesBin(o *EncodeOptions, t reflect.Type) bool {
	c := compiler{profile: g.encodeProfile(o).reflected()}
	return t.Kind() == reflect.Uint8 && !c.profile.codecFor(t).opaque
}

// Fields returns the fields of the struct t that are sent, in the order of declaration and with their numbers, and
// whether t is a tuple. It fails as writing does.
func (g *Engine) Fields(o *EncodeOptions, t reflect.Type) (p *plan.Struct, ids []int64, tuple bool, err error) {
	c := compiler{profile: g.encodeProfile(o)}
	if p, err = c.planOf(t); err != nil {
		return nil, nil, false, err
	}
	tuple = c.source().isTuple(t)
	ids, err = c.idsOf(p, tuple)
	return p, ids, tuple, err
}

// KeyGoesByKind reports whether keys of type t are written as the kind of t says, although methods write other values
// of t.
func (g *Engine) KeyGoesByKind(o *EncodeOptions, t reflect.Type) bool {
	c := compiler{profile: g.encodeProfile(o)}
	return c.keyByKind(t, c.profile.codecFor(t))
}
