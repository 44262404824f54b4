// Tokens of a text in memory, without values.

package json

import (
	"strconv"

	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/internal/mem"
)

// Kind tells what a token is. The high bits are its class.
type Kind uint

// The kinds. Of numbers, Uint has no sign and Int has one, and both have neither
// fraction nor exponent. Unescaped is a string without escapes.
const (
	Undefined Kind = 0
	Null      Kind = 1
	Bool      Kind = 2
	False     Kind = 2
	True      Kind = 3
	Num       Kind = 4
	Uint      Kind = 5
	Int       Kind = 6
	Float     Kind = 7
	String    Kind = 8
	Unescaped Kind = 9
	Array     Kind = 16
	Object    Kind = 32
)

// Class returns the kind without detail: Bool for True, Num for Int.
func (k Kind) Class() Kind {
	switch {
	case k >= String && k < Array:
		return String
	case k >= Num && k < String:
		return Num
	case k == True:
		return Bool
	}
	return k
}

// RawValue is the text of one token.
type RawValue []byte

// MarshalJSON returns v, or null if it is empty.
func (v RawValue) MarshalJSON() ([]byte, error) {
	if len(v) == 0 {
		return []byte("null"), nil
	}
	return v, nil
}

// UnmarshalJSON makes v a copy of a value.
func (v *RawValue) UnmarshalJSON(text []byte) error { return (*RawMessage)(v).UnmarshalJSON(text) }

// String reports whether v is a string.
func (v RawValue) String() bool { return v.starts('"') }

// Null reports whether v is null.
func (v RawValue) Null() bool { return v.starts('n') }

// True reports whether v is true.
func (v RawValue) True() bool { return v.starts('t') }

// False reports whether v is false.
func (v RawValue) False() bool { return v.starts('f') }

// Number reports whether v is a number.
func (v RawValue) Number() bool { return len(v) > 0 && (v[0] == '-' || v[0]-'0' <= 9) }

func (v RawValue) starts(c byte) bool { return len(v) > 0 && v[0] == c }

// Unquote returns the text of a string in new memory.
func (v RawValue) Unquote() []byte { return Unescape(v) }

// AppendUnquote appends the text of a string to b.
func (v RawValue) AppendUnquote(b []byte) []byte { return AppendUnescape(b, v, 0) }

// A Tokenizer iterates over the tokens of a sequence of JSON texts:
//
//	for t := json.NewTokenizer(b); t.Next(); {
//		switch t.Kind().Class() {
//		…
//		}
//	}
type Tokenizer struct {
	// Delim is one of { } [ ] : and , where the token is that, else zero.
	Delim Delim
	// Value is the token. It points into the input.
	Value RawValue
	// Err is a *SyntaxError after malformed input, and then Next reports false.
	Err error
	// Depth is the number of arrays and objects around the token; a bracket is not in
	// its own.
	Depth int
	// Index is the position in the innermost of them.
	Index int
	// IsKey says that the token is the key of a member.
	IsKey bool

	input []byte // all of it, from the start of the text that is being read
	at    int
	kind  Kind
	next  int // Index of the next value or key
	state tokenState
	stack []tokenLevel
}

// tokenLevel is what surrounds an open array or object.
type tokenLevel struct {
	state tokenState
	index int
}

// NewTokenizer returns a Tokenizer for b, which must not change.
func NewTokenizer(b []byte) *Tokenizer { return &Tokenizer{input: b} }

// Reset starts over with another input.
func (t *Tokenizer) Reset(b []byte) { *t = Tokenizer{input: b, stack: t.stack[:0]} }

// Next moves to the next token. It reports false at the end and after an error.
func (t *Tokenizer) Next() bool {
	if t.Err != nil {
		return false
	}
	i := jsontext.SkipSpace(t.input, t.at)
	if i == len(t.input) {
		if len(t.stack) > 0 {
			return t.fail()
		}
		t.Reset(nil)
		return false
	}
	t.Delim, t.IsKey, t.Depth = 0, false, len(t.stack)
	c := t.input[i]
	switch c {
	case '{', '[', '}', ']', ':', ',':
		if !t.delimiter(c) {
			return t.fail()
		}
		t.Delim, t.Value, t.at = Delim(c), RawValue(t.input[i:i+1:i+1]), i+1
		return true
	}
	key := t.state == objectStart || t.state == objectKey
	switch t.state {
	case topValue:
		t.input, i = t.input[i:], 0 // errors count from here
	case arrayStart, arrayValue:
		t.state = arrayComma
	case objectValue:
		t.state = objectComma
	default:
		if !key || c != '"' {
			return t.fail()
		}
		t.IsKey, t.state = true, objectColon
	}
	t.Index = t.next
	end := t.scalar(i)
	if end < 0 {
		return t.fail()
	}
	t.Value, t.at = RawValue(t.input[i:end:end]), end
	return true
}

// delimiter moves on over c, and reports false where it has no place.
func (t *Tokenizer) delimiter(c byte) bool {
	t.kind = Undefined
	switch c {
	case '{', '[':
		switch t.state {
		case topValue, arrayStart, arrayValue, objectValue:
		default:
			return false
		}
		if len(t.stack) == jsontext.MaxOpen {
			return false
		}
		t.stack = append(t.stack, tokenLevel{t.state, t.next})
		t.Index, t.next = t.next, 0
		t.state, t.kind = arrayStart, Array
		if c == '{' {
			t.state, t.kind = objectStart, Object
		}
		return true
	case '}', ']':
		if c == '}' && t.state != objectStart && t.state != objectComma || c == ']' && t.state != arrayStart && t.state != arrayComma {
			return false
		}
		level := t.stack[len(t.stack)-1]
		t.stack = t.stack[:len(t.stack)-1]
		t.Depth, t.Index, t.next = len(t.stack), level.index, level.index
		switch level.state {
		case topValue:
			t.state = topValue
		case objectValue:
			t.state = objectComma
		default:
			t.state = arrayComma
		}
	case ':':
		if t.state != objectColon {
			return false
		}
		t.Index, t.state = t.next, objectValue
	case ',':
		switch t.state {
		case arrayComma:
			t.state = arrayValue
		case objectComma:
			t.state = objectKey
		default:
			return false
		}
		t.Index = t.next
		t.next++
	}
	return true
}

// scalar returns the offset after the token at i and notes its kind.
func (t *Tokenizer) scalar(i int) (end int) {
	switch c := t.input[i]; c {
	case '"':
		t.kind = Unescaped
		if end = jsontext.SkipString(t.input, i); end > 0 && !jsontext.IsPlain(t.input[i+1:end-1]) {
			t.kind = String
		}
		return end
	case 't':
		t.kind = True
	case 'f':
		t.kind = False
	case 'n':
		t.kind = Null
	default:
		if end = jsontext.SkipNumber(t.input, i); end < 0 {
			return -1
		}
		t.kind = Uint
		if c == '-' {
			t.kind = Int
		}
		for _, c := range t.input[i:end] {
			if c == '.' || c|0x20 == 'e' {
				t.kind = Float
			}
		}
		return end
	}
	return jsontext.Skip(t.input, i, 0)
}

// fail makes the syntax error that encoding/json would give.
func (t *Tokenizer) fail() bool {
	t.Err = syntaxError(t.input)
	return false
}

// Kind returns the kind of the token; delimiters other than { and [ have none.
func (t *Tokenizer) Kind() Kind { return t.kind }

// Bool reports whether the token is true.
func (t *Tokenizer) Bool() bool { return t.kind == True }

// Int returns the value of an integer, or 0 for all else and what does not fit.
func (t *Tokenizer) Int() int64 {
	n, err := strconv.ParseInt(mem.String(t.Value), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// Uint returns the value of an integer, or 0 for all else and what does not fit.
func (t *Tokenizer) Uint() uint64 {
	n, err := strconv.ParseUint(mem.String(t.Value), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// Float returns the value of a number, or 0 for all else and what does not fit.
func (t *Tokenizer) Float() float64 {
	if t.kind.Class() != Num {
		return 0
	}
	f, _ := jsontext.ParseFloat(t.Value, 0)
	return f
}

// String returns the text of a string. It points into the input where that has no
// escapes.
func (t *Tokenizer) String() []byte {
	if t.kind == Unescaped && len(t.Value) > 1 {
		return t.Value[1 : len(t.Value)-1]
	}
	return t.Value.Unquote()
}

// Remaining returns the number of bytes after the token.
func (t *Tokenizer) Remaining() int { return len(t.input) - t.at }
