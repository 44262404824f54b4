// Package carried makes JSON of values that say only in BEVE what they are: nothing of them is exported, and they have no
// methods of text, binary or JSON. So other formats carry what they stand for.
package carried

import (
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/plan"
	"github.com/beve-org/beve-go/translator"
)

// Writer returns what writes v, a pointer, as JSON: v itself, or its methods of BEVE.
func Writer(v any) plan.JSONMarshaler {
	if m, ok := v.(plan.JSONMarshaler); ok {
		return m
	}
	return value{v}
}

// Reader returns what reads JSON into v, a pointer: v itself, or its methods of BEVE.
func Reader(v any) plan.JSONUnmarshaler {
	if m, ok := v.(plan.JSONUnmarshaler); ok {
		return m
	}
	return value{v}
}

type value struct{ of any }

// MarshalJSON returns the JSON of what a method of BEVE writes.
func (v value) MarshalJSON() ([]byte, error) {
	var b []byte
	var err error
	switch m := v.of.(type) {
	case plan.BEVEAppender:
		b, err = m.AppendBEVE(nil)
	case plan.BEVEMarshaler:
		b, err = m.MarshalBEVE()
	default:
		err = fault.ErrUnsupported
	}
	if err != nil {
		return nil, err
	}
	return translator.Options{NonFiniteError: true}.ToJSON(b)
}

// UnmarshalJSON gives a method of BEVE what text stands for.
func (v value) UnmarshalJSON(text []byte) error {
	b, err := translator.FromJSON(text)
	if err != nil {
		return err
	}
	if m, ok := v.of.(plan.BEVEUnmarshaler); ok {
		return m.UnmarshalBEVE(b)
	}
	return fault.ErrUnsupported
}
