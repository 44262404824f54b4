// Package token has what the Decoders of BEVE and MessagePack return where a value is read
// part by part: one vocabulary for both, in the manner of the tokens of encoding/json.
package token

import (
	"strconv"

	"github.com/beve-org/beve-go/wire"
)

// Kind is what a [Token] is.
type Kind uint8

// The kinds. A value is one token, unless it is an array or an object: that is a token that
// begins it, those of its parts, and one that ends it. In an object each value follows its
// key.
const (
	Invalid     Kind = iota // of the zero Token
	Null                    // null
	Bool                    // false, true
	Number                  // a number of any class and width
	String                  // text
	Key                     // the key of a member: text, or a number
	Other                   // any other value, whole: a time, a UUID, a matrix, bytes
	BeginArray              // elements follow
	EndArray                // after the last of them
	BeginObject             // members follow
	EndObject               // after the last of them
)

var kindNames = [...]string{"invalid", "null", "bool", "number", "string", "key", "other", "[", "]", "{", "}"}

// String returns a word, or the bracket that JSON has.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return kindNames[Invalid]
}

// A Token is a part of a value. Nothing in it is memory of the Decoder, so it may be kept.
type Token struct {
	Kind Kind
	// Bool is the value of a Bool.
	Bool bool
	// Offset is the position in the stream, in bytes, where the token starts. Of an element
	// of an array of booleans it is that of the byte with its bit.
	Offset int64
	// Len is the number of elements or members that a BeginArray or a BeginObject announces:
	// what the input claims, and not what is known to be there.
	Len int
	// Text is that of a String or a Key. Of a key that is a number it is the decimal text.
	Text string
	// Number is the value of a Number, or of a Key that is one.
	Number wire.Number
	// Value is that of an Other, as decoding into an interface makes it.
	Value any
}

// Any returns the value of a token that is a whole value as decoding into an interface makes
// it, but a number that is neither an int64, a uint64 nor a float64 is a [wire.Number]. Of a
// Key it is the text, and of a bracket nil.
func (t Token) Any() any {
	switch t.Kind {
	case Bool:
		return t.Bool
	case Number:
		if n, ok := t.Number.Int64(); ok {
			return n
		}
		if n, ok := t.Number.Uint64(); ok {
			return n
		}
		if f, ok := t.Number.Float64(); ok && t.Number.IsFloat() {
			return f
		}
		return t.Number
	case String, Key:
		return t.Text
	}
	return t.Value
}

// String returns t in one word, for messages to people: text is quoted.
func (t Token) String() string {
	switch t.Kind {
	case Bool:
		return strconv.FormatBool(t.Bool)
	case Number:
		return t.Number.String()
	case String, Key:
		return strconv.Quote(t.Text)
	}
	return t.Kind.String()
}
