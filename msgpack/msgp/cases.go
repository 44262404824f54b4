// What code that is generated for unions calls: the number of a case, and errors.

package msgp

import (
	"reflect"
	"strconv"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/msgwire"
)

// ReadCase reads the number of a case, the key of a map: an integer of any form.
func ReadCase(b []byte) (number int64, o []byte, err error) {
	number, next := msgwire.ReadInt(b, 0)
	if next > 0 {
		return number, b[next:], nil
	}
	h, err := msgwire.ReadHead(b, 0)
	if err != nil {
		return 0, b, plain(err)
	}
	return 0, b, fault.NoNumber(h.Kind.String())
}

// NoCase is the error about a union without a case, which must have one. of names it and lists its cases.
func NoCase(of string) error { return fault.NoCase(of) }

// NotACase is the error about a union that holds v, whose type is none of the cases that of lists.
func NotACase(v any, of string) error { return fault.NotACase(reflect.TypeOf(v).String(), of) }

// UnknownCase is the error about a number that is none of the cases that of lists.
func UnknownCase(number int64, of string) error { return fault.UnknownNumber(number, of) }

// SecondCase is the error about a key after the number of the case.
func SecondCase(key int64) error { return fault.SecondCase(strconv.FormatInt(key, 10)) }

// BothSet is the error about two fields of a struct of which one can be set.
func BothSet(first, second string) error { return fault.BothSet(first, second) }

// UnkeptCase is the error about a case that is not known, where goType, which is to keep it, would change it.
func UnkeptCase(goType string) error { return fault.Unkept(goType) }
