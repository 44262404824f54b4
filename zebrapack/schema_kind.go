// The kinds of a schema: numbers that name types, and their names as text.

package zebrapack

import (
	"strconv"
	"strings"

	"github.com/beve-org/beve-go/internal/fault"
)

// A Kind is a kind of type in a schema. The numbers are part of the written forms.
type Kind uint64

// The kinds. Those up to Extension are scalars, and Ident is a type known by its
// name; the rest are categories.
const (
	Invalid    Kind = iota
	Bytes           // []byte
	String          // string
	Float32         // float32
	Float64         // float64
	Complex64       // complex64
	Complex128      // complex128
	Uint            // uint
	Uint8           // uint8
	Uint16          // uint16
	Uint32          // uint32
	Uint64          // uint64
	Byte            // byte
	Int             // int
	Int8            // int8
	Int16           // int16
	Int32           // int32
	Int64           // int64
	Bool            // bool
	Interface       // interface{}
	Time            // time.Time
	Extension       // a MessagePack extension
	Ident           // a type with a name: a struct, an interface with methods, a type of the library
	Scalar          // the category of all kinds above
	Map             // a Go map
	StructType      // a struct, in schemas of other generators; here it is Ident with its name
	Slice           // a slice, except of bytes
	Array           // an array
	Pointer         // a pointer
)

// maxKind is the largest kind that a reader accepts: one more was declared by the
// first generator and never written.
const maxKind = Pointer + 1

var kindNames = [...]string{
	"", "bytes", "string", "float32", "float64", "complex64", "complex128", "uint", "uint8", "uint16", "uint32", "uint64",
	"byte", "int", "int8", "int16", "int32", "int64", "bool", "Intf", "Time", "Ext", "IDENT", "BaseElem", "Map", "Struct",
	"Slice", "Array", "Pointer",
}

// String returns the name that the kind has in schemas, such as "int64" or "Map",
// and the number of a kind that has none.
func (k Kind) String() string {
	if k < Kind(len(kindNames)) {
		return kindNames[k]
	}
	return "kind " + strconv.FormatUint(uint64(k), 10)
}

// ParseKind returns the kind of a name, whatever its case. It fails on a name that
// no kind has.
func ParseKind(name string) (Kind, error) {
	for k, known := range kindNames {
		if strings.EqualFold(known, name) {
			return Kind(k), nil
		}
	}
	return Invalid, fault.Because(fault.ErrUnsupported, "no kind is called "+fault.Quote(name))
}
