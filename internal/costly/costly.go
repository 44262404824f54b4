// Package costly bounds what types of the standard library cost to read whose methods take time and memory out of
// proportion to the text that they are given: numbers of any size take the square of their digits, the exponent of a
// fraction or a repetition in a pattern says in a few bytes what becomes a megabyte.
//
// Every reader of every format calls their methods through [Texts], so that the same text is too much for all of them.
// The types are known by their names: a program has math/big or regexp only where it uses them.
package costly

import (
	"bytes"
	"encoding"
	"math"
	"math/bits"
	"path"
	"reflect"
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/plan"
)

// A Kind is one of the types whose methods are bounded.
type Kind uint8

// The kinds. Cheap is that of all other types: their methods are the user's, or take time in proportion.
const (
	Cheap Kind = iota
	Int
	Float
	Rat
	OID
	Regexp
)

// kinds has the name of each kind, and the length in bytes of the longest text that is read as one.
var kinds = [...]struct {
	path, name string
	most       int
}{
	Int:    {"math/big", "Int", MostDigits},
	Float:  {"math/big", "Float", MostDigits},
	Rat:    {"math/big", "Rat", MostDigits},
	OID:    {"crypto/x509", "OID", 128},
	Regexp: {"regexp", "Regexp", MaxPattern},
}

// MostDigits is the length of the longest text of a number of any size. The time for one of a hundred times that is ten
// thousand times as long.
const MostDigits = 10_000

// MaxPattern is the length in bytes of the longest pattern that is compiled: compiling costs much more than reading.
const MaxPattern = 4096

func (k Kind) String() string { return path.Base(kinds[k].path) + "." + kinds[k].name }

// OfText returns the kind of what reads text into variables of type t, which is not a pointer: that of the type for which
// the method is declared, also where t has it by embedding.
func OfText(t reflect.Type) Kind {
	return of(t, plan.TextUnmarshalerType, func(t reflect.Type) (reflect.Method, bool) { return t.MethodByName("UnmarshalText") })
}

// OfJSON is OfText for UnmarshalJSON.
func OfJSON(t reflect.Type) Kind {
	return of(t, plan.JSONUnmarshalerType, func(t reflect.Type) (reflect.Method, bool) { return t.MethodByName("UnmarshalJSON") })
}

func of(t, reader reflect.Type, m plan.Method) Kind {
	if t.Kind() != reflect.Struct || !reflect.PointerTo(t).Implements(reader) {
		return Cheap
	}
	t = plan.Receiver(t, m)
	for k := Int; int(k) < len(kinds); k++ {
		if k.Is(t) {
			return k
		}
	}
	return Cheap
}

// Is reports whether t is the type of k.
func (k Kind) Is(t reflect.Type) bool {
	return t.Name() == kinds[k].name && t.PkgPath() == kinds[k].path
}

// The bounds of what the texts of one message may cost, beyond what is in proportion to each.
const (
	free  = 1 << 20
	times = 32
)

// What exponents cost, in bytes of memory: a unit of a decimal and of a binary one in a fraction, which holds all digits, and
// a step of squaring in a float, unless others have such an exponent, too.
const (
	decimalUnit = 8
	binaryUnit  = 1
	squaring    = 128
	usual       = 400
)

// Texts is what the texts of one message have cost. The zero value is that of a message which was not begun. A reader that
// goes back to where it has been takes the copy that it made there.
type Texts struct {
	// Read is how much of the message was read before, where that comes in pieces.
	Read int64
	cost int64
	seen map[string]paid // compiled patterns
}

// paid is a compiled pattern, and what the message had cost with it. What has cost less went back to before it was paid.
type paid struct {
	re reflect.Value
	at int64
}

// Spent reports whether there is anything in c that another reader of the same message has to know.
func (c *Texts) Spent() bool { return c.cost > 0 }

// Within reports whether what was spent is in proportion to a message of size bytes.
func (c *Texts) Within(size int) bool { return c.cost <= free+times*(c.Read+int64(size)) }

// spend accounts for a text, and reports whether it is within what the message allows.
func (c *Texts) spend(cost int64, size int) bool {
	c.cost += cost
	return c.Within(size)
}

// Unmarshal calls the method UnmarshalText of v, a pointer, whose type is of kind k, for text of a message of size bytes.
// It fails with an error that matches ErrLimit where that would cost too much.
func (c *Texts) Unmarshal(k Kind, v encoding.TextUnmarshaler, text []byte, size int) error {
	if k == Regexp {
		return c.unmarshalPattern(v, text, size)
	}
	if err := c.Admit(k, text, size); err != nil {
		return err
	}
	return Short(k, v.UnmarshalText(text))
}

// Short returns err, of a method of a type of kind k, without the middle of a long text: these methods repeat what they are
// given.
func Short(k Kind, err error) error {
	if k == Cheap || err == nil || len(err.Error()) <= fault.MaxText/2 {
		return err
	}
	return &short{err}
}

type short struct{ err error }

func (e *short) Error() string { return fault.Text(e.err.Error()) }
func (e *short) Unwrap() error { return e.err }

// Admit accounts for text that a method of a type of kind k is about to read.
func (c *Texts) Admit(k Kind, text []byte, size int) error {
	if k == Cheap {
		return nil
	}
	if len(text) > kinds[k].most {
		return tooLong(k, len(text))
	}
	cost := int64(0)
	switch k {
	case Float:
		if n, _ := exponent(text); n > usual {
			cost = squaring * int64(bits.Len64(uint64(n)))
		}
	case Rat:
		n, unit := exponent(text)
		cost = n * unit
	case Regexp:
		cost = patternCost(text)
	}
	if cost > 0 && !c.spend(cost, size) {
		return ErrProportion
	}
	return nil
}

func tooLong(k Kind, n int) error {
	return limit("text of " + strconv.Itoa(n) + " bytes; the most that becomes a " + k.String() + " is " + strconv.Itoa(kinds[k].most))
}

func limit(text string) error { return fault.Because(fault.ErrLimit, text) }

// ErrProportion is the error of a text that is too much for the size of its message. A longer message may have it.
var ErrProportion = limit("exponents or regular expressions that cost too much for the size of their message")

// exponent returns the exponent of a number without its sign, 0 where it has none, and what a unit of it costs. Package
// math/big refuses fractions whose exponent is beyond a million, or ten millions if it is a binary one.
func exponent(text []byte) (n, unit int64) {
	if bytes.IndexByte(text, '/') >= 0 {
		return 0, 0
	}
	at := bytes.LastIndexAny(text, "pP")
	if unit = binaryUnit; at < 0 && !bytes.ContainsAny(text, "xX") {
		at, unit = bytes.LastIndexAny(text, "eE"), decimalUnit
	}
	if at < 0 {
		return 0, 0
	}
	for _, c := range text[at+1:] {
		if c-'0' < 10 {
			n = min(10*n+int64(c-'0'), math.MaxInt32)
		}
	}
	return n, unit
}
