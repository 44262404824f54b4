package zebra

import (
	"go/types"

	"github.com/beve-org/beve-go/internal/zid"
)

// This file knows what types have for vmihailenco/msgpack. Reflection calls such methods, by an
// adapter that a program registers; generated code does not, and must not pass over them.

// packMethod returns the name of a method of t by which reflection writes or reads it as
// vmihailenco/msgpack does, "" if it has none; streams counts those that generated code has for
// streams, too.
func packMethod(t types.Type, streams bool) string {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return ""
	}
	if _, isInterface := named.Underlying().(*types.Interface); isInterface {
		return ""
	}
	set := types.NewMethodSet(types.NewPointer(named))
	for _, m := range []struct{ name, params, results string }{
		{"EncodeMsgpack", "any", "error"}, {"DecodeMsgpack", "any", "error"}, {"EncodeMsg", "any", "error"}, {"DecodeMsg", "any", "error"},
		{"MarshalMsgpack", "", "[]byte error"}, {"UnmarshalMsgpack", "[]byte", "error"},
	} {
		f := set.Lookup(nil, m.name)
		if f == nil || !streams && (m.name == "EncodeMsg" || m.name == "DecodeMsg") {
			continue
		}
		sig := f.Type().(*types.Signature)
		params := typesOf(sig.Params())
		if m.params == "any" && sig.Params().Len() == 1 && !sig.Variadic() {
			params = m.params
		}
		if params == m.params && typesOf(sig.Results()) == m.results && ownsMethods(named, m.name) {
			return m.name
		}
	}
	return ""
}

// typesOf returns the types of a list of parameters, with blanks between them.
func typesOf(list *types.Tuple) (text string) {
	for v := range list.Variables() {
		if text != "" {
			text += " "
		}
		if b, ok := v.Type().(*types.Slice); ok && types.Identical(b.Elem(), types.Typ[types.Byte]) {
			text += "[]byte"
		} else {
			text += types.TypeString(v.Type(), nil)
		}
	}
	return text
}

// structOptions takes the options of a whole struct, which are those of its field _msgpack.
func (r *resolver) structOptions(d *decl, v *types.Var, tag *zid.Tag) {
	where := d.label + "." + v.Name()
	switch {
	case !r.opts.reflected():
		r.warn(v.Pos(), where+" says nothing, as in tinylib/msgp")
	case tag.OmitEmpty && r.opts.Msgp:
		r.cannot(v.Pos(), where+": omitempty for a whole struct is for reflection; write it in the tags of its fields")
	default:
		d.tuple = d.tuple || tag.AsArray
	}
}
