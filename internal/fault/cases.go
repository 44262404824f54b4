package fault

import "strconv"

// This file has what errors about unions say, for those that know the union by reflection and for code that is made for
// it. of names the union and lists its cases.

// NoCase says that there is no case, where there must be one.
func NoCase(of string) error { return Because(ErrMismatch, "null is not a case of "+of) }

// NotACase says that a value of a Go type is not one of the cases.
func NotACase(goType, of string) error {
	return Because(ErrUnsupported, goType+" is not a case of "+of)
}

// UnknownNumber says that n is not the number of a case, where cases have numbers.
func UnknownNumber(n int64, of string) error {
	return Because(ErrMismatch, strconv.FormatInt(n, 10)+" is not the number of a case of "+of)
}

// NoNumber says that the key of a case, a value of a kind, is not a number.
func NoNumber(kind string) error {
	return Because(ErrMismatch, kind+" for a key that has to be the number of a case")
}

// SecondCase says that there is a key besides the one that says which case it is.
func SecondCase[T ~string | ~[]byte](key T) error {
	return Because(ErrMismatch, "there is one case, and no further key "+Quote(key))
}

// BothSet says that two fields are set, of which one can be.
func BothSet(first, second string) error {
	return Because(ErrUnsupported, first+" and "+second+" are set; one case can be")
}

// Unkept says that a Go type, which is to keep cases that have no other, has only JSON to do it.
func Unkept(goType string) error {
	return Because(ErrUnsupported, "a "+goType+" keeps what has JSON, whose keys are texts and not numbers as here; embed a msgp.Raw to keep other cases")
}
