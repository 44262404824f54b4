package fault

import "strconv"

// This file has what errors of reading say in the same words by reflection and by generated code.

// DuplicateKey says that a key comes twice.
func DuplicateKey(name string) error {
	return Because(ErrDuplicate, "duplicate key "+Quote(name))
}

// MissingField says that no member has the name of a field.
func MissingField(name string) error {
	return Because(ErrMissing, "missing field "+Quote(name))
}

// UnknownField says that no field has the name of a member.
func UnknownField(name string) error {
	return Because(ErrUnknownField, "unknown field "+Quote(name))
}

// DuplicateField says that a field comes twice.
func DuplicateField(name string) error {
	return Because(ErrDuplicate, "duplicate field "+Quote(name))
}

// UnkeptKey says that a member has a key which the field for members that no other takes cannot have.
func UnkeptKey(key string) error {
	return Because(ErrUnsupported, "no field can keep the key "+Quote(key))
}

// NoGoKey says that a key of a map is none that a Go map has: nil, or what Go cannot compare.
func NoGoKey(key string, isNil bool) error {
	what := "Go cannot compare the key "
	if isNil {
		what = "nil for a key: "
	}
	return Because(ErrUnsupported, what+Quote(key))
}

// OutOfRange says that the integer of a text is none of the target.
func OutOfRange(integer string) error { return Because(ErrOverflow, integer+" is out of range") }

// NoFloat32 says that a float32 does not hold f.
func NoFloat32(f float64) error {
	return Because(ErrOverflow, strconv.FormatFloat(f, 'g', -1, 64)+" does not fit into a float32")
}

// NoNumberText says that a text is not that of a number.
func NoNumberText() error { return Because(ErrMismatch, "str does not hold a number") }
