package view

import (
	"math/big"
	"time"

	"github.com/beve-org/beve-go/internal/canon"
	"github.com/beve-org/beve-go/internal/engine"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

// DecodeWith decodes v into the variable that target points to. The limits of the View hold
// in any case, and those of o where they are set; whether there are type tags is what the
// View was made with.
func (v *View) DecodeWith(target any, o engine.DecodeOptions) error {
	if v.m == nil {
		return v.fail(0, errNoValue, "", "")
	}
	o.Limits = v.limits(o.Limits)
	o.LegacyTypeTag = v.m.typeTags
	if v.isRoot() {
		return o.Unmarshal(v.m.src, target)
	}
	end, err := v.end()
	if err != nil {
		return err
	}
	if v.form == formWhole {
		// Where it stands: what follows a type tag tells it from a table.
		return v.moved(o.UnmarshalPart(v.m.src, v.off, end, target))
	}
	if o.RequireCanonical != nil && v.form == formRow {
		return v.fail(v.off, canon.Table(v.off), "", "")
	}
	o.RequireCanonical = nil // a part without a header has no form of its own
	value, err := v.AppendRaw(nil)
	if err != nil {
		return err
	}
	// A copy that ends in a type tag of a boolean would be a table cut short, but not if
	// a byte follows that no name has. The check has seen what follows in the message.
	n := len(value)
	return v.moved(o.UnmarshalPart(append(value, noName), 0, n, target))
}

// Decode is [View.DecodeWith] with the default options. It decodes what nobody has walked over
// yet, and so finds out where that ends; where that does not work, the way of DecodeWith does.
func (v *View) Decode(target any) error {
	if v.m != nil && !v.isRoot() && v.tried(target) {
		return nil
	}
	return v.DecodeWith(target, engine.DecodeOptions{})
}

// noName is a byte that no name of a table has: see wire.TypeTagAt.
const noName = 0

// moved makes an error of decoding v one of the whole message. In a part that has no bytes
// of its own, every offset is that of the part.
func (v *View) moved(err error) error {
	e, ok := fault.Decoding(err)
	if !ok {
		return err
	}
	moved := *e
	if v.form != formWhole {
		moved.Offset = int64(v.position())
	}
	moved.Path = v.Path().Then(e.Path)
	return &moved
}

// limits returns l with those of the message in its gaps. What v holds was
// checked against what is left of them.
func (v *View) limits(l fault.Limits) fault.Limits {
	if l.MaxDepth <= 0 {
		l.MaxDepth = v.m.limits.MaxDepth
	}
	if l.MaxElements <= 0 {
		l.MaxElements = v.m.limits.MaxElements
	}
	if l.MaxBytes <= 0 {
		l.MaxBytes = v.m.limits.MaxBytes
	}
	return l
}

// BigInt returns an integer of any width, or the one that a string holds in decimal.
func (v *View) BigInt() (*big.Int, error) {
	if k := v.Kind(); k != wire.KindNumber && k != wire.KindString {
		return nil, v.mismatch("big.Int")
	}
	b := new(big.Int)
	if err := v.Decode(b); err != nil {
		return nil, err
	}
	return b, nil
}

// Duration returns a duration in any form that decoding takes: the extension, or an
// integer of nanoseconds.
func (v *View) Duration() (time.Duration, error) {
	const goType = "time.Duration"
	if v.Kind() != wire.KindDuration {
		n, err := v.number(goType)
		if err != nil {
			return 0, err
		}
		ns, ok := n.Int64()
		if !ok {
			return 0, v.misfit(n, "int64", true)
		}
		return time.Duration(ns), nil
	}
	var d time.Duration
	err := v.Decode(&d)
	return d, err
}

// Interval returns an interval: the extension, or an object with the members start
// and end.
func (v *View) Interval() (engine.Interval, error) {
	var i engine.Interval
	err := v.Decode(&i)
	return i, err
}

// UUID returns a UUID in any form that decoding takes: the extension, sixteen bytes,
// or text.
func (v *View) UUID() (engine.UUID, error) {
	if v.Kind() == wire.KindUUID {
		id, _, err := wire.ReadUUID(v.m.src, v.off)
		if err != nil {
			return engine.UUID{}, v.fail(v.off, err, "beve.UUID", "")
		}
		return id, nil
	}
	var id engine.UUID
	err := v.Decode(&id)
	return id, err
}

// RegExp returns a regular expression that is not compiled: the extension, an
// object with the members pattern and flags, or text in the syntax of Go.
func (v *View) RegExp() (engine.RegExpData, error) {
	var r engine.RegExpData
	err := v.Decode(&r)
	return r, err
}
