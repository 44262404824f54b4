// This file is the one home of what a header byte means: the names of all valid
// headers and the table that gives kind, class and width for each of the 256.

package wire

// Header is the first byte of every encoded value. Bits 0–2 hold the type; what
// bits 3–7 mean depends on it. Only the bytes that the table below lists are
// valid; every reader classifies through that table and rejects the rest.
type Header byte

// Headers of values without class and width, and the extensions.
const (
	HeaderNull     Header = 0x00
	HeaderFalse    Header = 0x08
	HeaderTrue     Header = 0x18
	HeaderString   Header = 0x02
	HeaderObject   Header = 0x03 // string keys
	HeaderArray    Header = 0x05 // generic: a header for each element
	HeaderBools    Header = 0x1C
	HeaderStrings  Header = 0x3C
	HeaderAligned  Header = 0x5C
	HeaderMatrix   Header = 0x16
	HeaderComplex  Header = 0x1E
	HeaderTime     Header = 0x26 // a draft time or a timestamp: the next byte says
	HeaderInterval Header = 0x36
	HeaderUUID     Header = 0x46
	HeaderRegExp   Header = 0x4E
)

// Three bytes have two meanings each.
const (
	// Between the values of a stream this is a delimiter. Where a value must
	// start it is an indexed object, and then 0x03 follows.
	HeaderDelimiter Header = 0x06
	HeaderIndexed   Header = 0x06
	// This is a table, unless a reader was told to read type tags of version 1.
	HeaderTable   Header = 0x0E
	HeaderTypeTag Header = 0x0E
	// At offset 0 of a message and followed by a known version, 1 or 2, this is a
	// draft framing header. Followed by 6 or 7 it is a duration.
	HeaderFraming  Header = 0x2E
	HeaderDuration Header = 0x2E
)

// Headers of numbers.
const (
	HeaderBFloat16 Header = 0x01
	HeaderFloat16  Header = 0x21
	HeaderFloat32  Header = 0x41
	HeaderFloat64  Header = 0x61
	HeaderFloat128 Header = 0x81
	HeaderInt8     Header = 0x09
	HeaderInt16    Header = 0x29
	HeaderInt32    Header = 0x49
	HeaderInt64    Header = 0x69
	HeaderInt128   Header = 0x89
	HeaderUint8    Header = 0x11
	HeaderUint16   Header = 0x31
	HeaderUint32   Header = 0x51
	HeaderUint64   Header = 0x71
	HeaderUint128  Header = 0x91
)

// Low three bits of a header.
const (
	typeNull   = 0
	typeNumber = 1
	typeString = 2
	typeObject = 3
	typeTyped  = 4
	typeArray  = 5
	typeExt    = 6
)

// Array returns the header of the numeric typed array whose elements are numbers
// with header h.
func (h Header) Array() Header { return h&^7 | typeTyped }

// Keyed returns the header of the object whose integer keys are numbers with
// header h.
func (h Header) Keyed() Header { return h&^7 | typeObject }

// Number returns the header of one element of a numeric typed array, one key of
// an integer-keyed object, or one component of a complex header.
func (h Header) Number() Header { return h&^7 | typeNumber }

// Kind is what sort of value a header starts.
type Kind uint8

// The kinds. KindInvalid is every byte that starts no value of this version.
const (
	KindInvalid     Kind = iota
	KindNull             // null
	KindBool             // false, true
	KindNumber           // one number
	KindString           // UTF-8 text
	KindObject           // members with string keys
	KindIntObject        // members with integer keys
	KindNumberArray      // typed array of numbers, one after another
	KindBoolArray        // typed array of booleans, eight in a byte
	KindStringArray      // typed array of strings, without headers
	KindAligned          // typed array of numbers with padding before them
	KindArray            // generic array
	KindMatrix           // layout, extents and a typed array
	KindComplex          // one complex number or an array of them
	KindTime             // one instant, or of drafts an array of them
	KindDuration         // seconds and nanoseconds
	KindInterval         // two instants
	KindUUID             // sixteen bytes
	KindRegExp           // a pattern and flags
	KindIndexed          // object whose names come first, sorted, with offsets
	KindTable            // array of objects whose names come once
	KindTypeTag          // version 1: an index and a value; no Header.Kind, see HeaderTypeTag

	// States of a Scanner before the children of an indexed object or table.
	phaseEntries
	phaseNames
	phaseRows
)

var kindNames = [...]string{
	"invalid", "null", "bool", "number", "string", "object", "integer-keyed object", "typed array",
	"bool array", "string array", "aligned array", "array", "matrix", "complex", "time", "duration",
	"interval", "uuid", "regexp", "indexed object", "table", "type tag",
}

// String returns the kind in lower-case words, as errors print it.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "invalid"
}

// Class is the number class in bits 3–4 of a header.
type Class uint8

// The classes.
const (
	Float    Class = 0
	Signed   Class = 1
	Unsigned Class = 2
	noClass  Class = 3
)

// facts is what the table knows of a header.
type facts struct {
	kind  Kind
	class Class
	width uint8 // bytes of one number, element or key; 0 where there is none
	// ask says that the byte alone does not tell whether it starts a value.
	ask bool
}

var table = makeTable()

// makeTable lists the valid headers; whatever it leaves out is KindInvalid.
func makeTable() (t [256]facts) {
	for i := range t {
		t[i].class = noClass
		t[i].ask = true
	}
	set := func(h Header, k Kind) { t[h].kind, t[h].ask = k, k == KindIndexed || k == KindDuration }
	set(HeaderNull, KindNull)
	set(HeaderFalse, KindBool)
	set(HeaderTrue, KindBool)
	set(HeaderString, KindString)
	set(HeaderObject, KindObject)
	set(HeaderArray, KindArray)
	set(HeaderBools, KindBoolArray)
	set(HeaderStrings, KindStringArray)
	set(HeaderAligned, KindAligned)
	set(HeaderIndexed, KindIndexed)
	set(HeaderTable, KindTable)
	set(HeaderMatrix, KindMatrix)
	set(HeaderComplex, KindComplex)
	set(HeaderTime, KindTime)
	set(HeaderDuration, KindDuration)
	set(HeaderInterval, KindInterval)
	set(HeaderUUID, KindUUID)
	set(HeaderRegExp, KindRegExp)
	for class := Float; class <= Unsigned; class++ {
		for code := range 5 {
			f := facts{class: class, width: 1 << code}
			if class == Float && code == 0 {
				f.width = 2 // bfloat16
			}
			h := Header(code<<5) | Header(class)<<3
			f.kind = KindNumber
			t[h|typeNumber] = f
			f.kind = KindNumberArray
			t[h|typeTyped] = f
			if class != Float {
				f.kind = KindIntObject
				t[h|typeObject] = f
			}
		}
	}
	return t
}

// Kind returns what the header starts.
func (h Header) Kind() Kind { return table[h].kind }

// Class returns the number class of a number, numeric typed array or
// integer-keyed object, and a value that is none of the three classes otherwise.
func (h Header) Class() Class { return table[h].class }

// Width returns the bytes of one number, array element or integer key, and 0 for
// headers that have none. bfloat16 takes 2 although its width code is 0.
func (h Header) Width() int { return int(table[h].width) }

// IsValue reports whether the header can start a value. For those that are a
// delimiter or a framing header elsewhere the byte that follows decides:
// [ReadHeader] looks at it.
func (h Header) IsValue() bool { return table[h].kind != KindInvalid }

var classNames = [...]string{"float", "int", "uint", ""}

// String names the header in words: "null", "true", "int32", "float64 array",
// "uint16-keyed object", "bfloat16", "matrix", or "invalid header 0x07".
func (h Header) String() string {
	f := table[h]
	number := func() string {
		if f.class == Float && h>>5 == 0 {
			return "bfloat16"
		}
		return classNames[f.class] + bitNames[h>>5]
	}
	switch f.kind {
	case KindInvalid:
		const hex = "0123456789abcdef"
		return "invalid header 0x" + string([]byte{hex[h>>4], hex[h&15]})
	case KindBool:
		if h == HeaderTrue {
			return "true"
		}
		return "false"
	case KindNumber:
		return number()
	case KindNumberArray:
		return number() + " array"
	case KindIntObject:
		return number() + "-keyed object"
	}
	return f.kind.String()
}

var bitNames = [8]string{"8", "16", "32", "64", "128", "256", "512", "1024"}
