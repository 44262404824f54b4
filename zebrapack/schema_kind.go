// The kinds of a schema: numbers that name types, and their names as text.

package zebrapack

import (
	"strconv"
	"strings"

	"github.com/beve-org/beve-go/internal/fault"
)

// A Kind is a kind of type in a schema. The numbers are part of the written forms.
type Kind uint64

// The kinds. Those up to KindExtension are scalars, and KindIdent is a type known by its
// name; the rest are categories.
const (
	KindInvalid    Kind = iota
	KindBytes           // []byte
	KindString          // string
	KindFloat32         // float32
	KindFloat64         // float64
	KindComplex64       // complex64
	KindComplex128      // complex128
	KindUint            // uint
	KindUint8           // uint8
	KindUint16          // uint16
	KindUint32          // uint32
	KindUint64          // uint64
	KindByte            // byte
	KindInt             // int
	KindInt8            // int8
	KindInt16           // int16
	KindInt32           // int32
	KindInt64           // int64
	KindBool            // bool
	KindInterface       // interface{}
	KindTime            // time.Time
	KindExtension       // a MessagePack extension
	KindIdent           // a type with a name: a struct, an interface with methods, a type of the library
	KindScalar          // the category of all kinds above
	KindMap             // a Go map
	KindStruct          // a struct, in schemas of other generators; here it is KindIdent with its name
	KindSlice           // a slice, except of bytes
	KindArray           // an array
	KindPointer         // a pointer
)

// maxKind is the largest kind that a reader accepts: one more was declared by the
// first generator and never written.
const maxKind = KindPointer + 1

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
	return KindInvalid, fault.Because(fault.ErrUnsupported, formatName+": no kind is called "+fault.Quote(name))
}
