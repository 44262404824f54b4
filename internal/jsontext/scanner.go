// This file finds the end of a JSON value in a buffer that grows, without reading
// any byte twice and without recursion, and checks the grammar on the way, so
// that a stream of wrong bytes is refused at the first of them.

package jsontext

import (
	"math/bits"
	"strings"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/mem"
)

// state is what the scanner expects at its position.
type state uint8

const (
	atValue     state = iota // a value
	atElement                // a value or the end of an array just opened
	atMember                 // a key or the end of an object just opened
	atKey                    // a key, after a comma
	atColon                  // the colon after a key
	atNext                   // a comma or the end of the innermost container
	inText                   // inside a string
	inEscape                 // after the backslash of an escape
	inHex                    // inside the digits of a \u escape
	inLiteral                // inside null, true or false
	numMinus                 // after the sign of a number
	numZero                  // after a leading zero
	numInteger               // inside the digits before a point
	numPoint                 // after the point
	numFraction              // inside the digits after it
	numE                     // after the letter of an exponent
	numSign                  // after the sign of an exponent
	numExponent              // inside the digits of an exponent
	atScalarEnd              // after a number or literal that is the whole value
	done                     // after the value
)

// Scanner finds the end of one JSON value whose bytes arrive piece by piece. The
// zero value, or one that Reset has prepared, is ready for a value, and its cost is
// constant per byte however the pieces are cut. It checks the grammar of
// RFC 8259, but neither the range of numbers nor UTF-8.
type Scanner struct {
	maxDepth int
	pos      int      // how far the buffer has been read
	open     int      // objects and arrays that are open
	stack    []uint64 // a bit for each of them, set for objects
	state    state
	key      bool   // the string being read is a key
	loose    bool   // a number or literal ends before any byte that it cannot have
	hex      uint8  // digits of the \u escape still to come
	literal  string // rest of the literal being read
}

// Reset prepares the scanner for the next value. maxDepth is the number of levels
// that a value may have, counted as fault.Limits counts them; zero and less mean
// the default.
func (s *Scanner) Reset(maxDepth int) {
	if maxDepth <= 0 {
		maxDepth = fault.DefaultMaxDepth
	}
	*s = Scanner{maxDepth: maxDepth, stack: s.stack[:0]}
}

// ResetLoose is Reset for a stream in which whatever follows a number or literal
// ends it, and a string is not complete before something follows it, as in
// encoding/json.
func (s *Scanner) ResetLoose(maxDepth int) {
	s.Reset(maxDepth)
	s.loose = true
}

// Scan goes on where the last call stopped. buf holds all bytes since Reset, from
// the start of the value, perhaps after white space; the earlier ones must not
// have changed. final says that no more will come.
//
// complete is true once the value ends, at buf[:end]; then Reset is due. Objects,
// arrays and strings end with their last byte. A number or literal ends before
// the white space, quote or opening bracket that follows, or at the final end, so
// that the values of a concatenated stream cannot run together. While complete is
// false and err is nil, the value needs more bytes than buf has.
func (s *Scanner) Scan(buf []byte, final bool) (end int, complete bool, err error) {
	if s.maxDepth == 0 {
		s.maxDepth = fault.DefaultMaxDepth
	}
	for s.pos < len(buf) {
		if s.state == inText {
			if s.pos, err = s.text(buf, s.pos); err != nil {
				return 0, false, err
			}
			if s.state == done {
				return s.pos, true, nil
			}
			continue
		}
		c := buf[s.pos]
		if isSpace(c) && s.state < inText {
			s.pos = SkipSpace(buf, s.pos+1)
			continue
		}
		consumed, err := s.step(buf, c)
		if err != nil {
			return 0, false, err
		}
		if consumed {
			s.pos++
		}
		if s.state == done {
			return s.pos, true, nil
		}
	}
	if !final {
		return 0, false, nil
	}
	switch s.state {
	case numZero, numInteger, numFraction, numExponent, atScalarEnd:
		if s.open == 0 {
			s.state = done
			return s.pos, true, nil
		}
	}
	return 0, false, ErrorAt(len(buf), fault.ErrTruncated)
}

// Pos returns how far the buffer has been read.
func (s *Scanner) Pos() int { return s.pos }

// Move says that the bytes of the buffer have moved by n: backwards, where those that were read
// are no longer in it.
func (s *Scanner) Move(n int) { s.pos += n }

// like has a short text after which a Scanner is in each of its states, in an array or outside of
// containers.
var like = [...]string{
	atValue: "[0,", atElement: "[", atMember: "{", atKey: `{"":0,`, atColon: `{""`, atNext: "[0 ",
	inText: `"`, inEscape: `"\\`, inHex: `"\\u0`, numMinus: "-", numZero: "0", numInteger: "1", numPoint: "0.",
	numFraction: "0.0", numE: "0e", numSign: "0e+", numExponent: "0e0", atScalarEnd: "0 ", done: "0 ",
}

// Like returns a short text after which a new Scanner expects what s does at its position.
func (s *Scanner) Like() string {
	switch {
	case s.state == inLiteral:
		for _, word := range []string{"null", "true", "false"} {
			if before, ok := strings.CutSuffix(word, s.literal); ok {
				return before
			}
		}
	case s.state == atNext && s.object():
		return `{"":0 `
	case s.state == atValue && s.open > 0 && s.object():
		return `{"":`
	}
	return like[s.state]
}

// text reads on inside a string and returns the offset it reached.
func (s *Scanner) text(buf []byte, i int) (int, error) {
	i, _ = skipPlain(buf, i)
	if i == len(buf) {
		return i, nil
	}
	switch buf[i] {
	case '"':
		s.endString()
	case '\\':
		s.state = inEscape
	default:
		return i, Unexpected(buf, i, "in a string must be escaped")
	}
	return i + 1, nil
}

// endString chooses what follows a string.
func (s *Scanner) endString() {
	if s.key {
		s.key, s.state = false, atColon
		return
	}
	if s.loose {
		s.endScalar()
		return
	}
	s.endValue()
}

// endValue chooses what follows a value that ends by itself.
func (s *Scanner) endValue() {
	s.state = done
	if s.open > 0 {
		s.state = atNext
	}
}

// endScalar chooses what follows a literal or number: the whole of a value may
// not touch a next one that could be part of it.
func (s *Scanner) endScalar() {
	s.state = atScalarEnd
	if s.open > 0 {
		s.state = atNext
	}
}

// step reads one byte that is not inside plain text. consumed is false when the
// byte belongs to the next state.
func (s *Scanner) step(buf []byte, c byte) (consumed bool, err error) {
	switch s.state {
	case atElement:
		if c == ']' {
			s.close()
			return true, nil
		}
		if s.open >= s.maxDepth {
			return false, ErrorAt(s.pos, fault.ErrDepth)
		}
		return s.value(buf, c)
	case atValue:
		return s.value(buf, c)
	case atMember:
		if c == '}' {
			s.close()
			return true, nil
		}
		if s.open >= s.maxDepth {
			return false, ErrorAt(s.pos, fault.ErrDepth)
		}
		fallthrough
	case atKey:
		if c != '"' {
			return false, Unexpected(buf, s.pos, "where a key must start")
		}
		s.key, s.state = true, inText
		return true, nil
	case atColon:
		if c != ':' {
			return false, Unexpected(buf, s.pos, "where a colon must follow a key")
		}
		s.state = atValue
		return true, nil
	case atNext:
		return true, s.next(buf, c)
	case inEscape:
		switch c {
		case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
			s.state = inText
		case 'u':
			s.state, s.hex = inHex, 4
		default:
			return false, Unexpected(buf, s.pos, "after a backslash in a string")
		}
		return true, nil
	case inHex:
		if !isHex(c) {
			return false, Unexpected(buf, s.pos, "where a \\u escape needs a hexadecimal digit")
		}
		if s.hex--; s.hex == 0 {
			s.state = inText
		}
		return true, nil
	case inLiteral:
		if c != s.literal[0] {
			return false, Unexpected(buf, s.pos, "in a literal: null, true or false")
		}
		if s.literal = s.literal[1:]; s.literal == "" {
			s.endScalar()
		}
		return true, nil
	case atScalarEnd:
		if s.loose || EndsScalar(c) {
			s.state = done
			return false, nil
		}
		return false, Unexpected(buf, s.pos, "after a value")
	}
	return s.number(buf, c)
}

// value reads the first byte of a value.
func (s *Scanner) value(buf []byte, c byte) (consumed bool, err error) {
	switch c {
	case '{':
		s.push(1)
		s.state = atMember
	case '[':
		s.push(0)
		s.state = atElement
	case '"':
		s.state = inText
	case '-':
		s.state = numMinus
	case '0':
		s.state = numZero
	case 'n':
		s.state, s.literal = inLiteral, "ull"
	case 't':
		s.state, s.literal = inLiteral, "rue"
	case 'f':
		s.state, s.literal = inLiteral, "alse"
	default:
		if c-'0' > 9 {
			return false, Unexpected(buf, s.pos, "where a value must start")
		}
		s.state = numInteger
	}
	return true, nil
}

// next reads what follows a member or element.
func (s *Scanner) next(buf []byte, c byte) error {
	object := s.object()
	switch {
	case c == ',' && object:
		s.state = atKey
	case c == ',':
		s.state = atValue
	case c == '}' && object, c == ']' && !object:
		s.close()
	case object:
		return Unexpected(buf, s.pos, "where a comma or } must follow a member")
	default:
		return Unexpected(buf, s.pos, "where a comma or ] must follow an element")
	}
	return nil
}

// number reads one byte inside a number; the byte after its last is left to the
// state that follows.
func (s *Scanner) number(buf []byte, c byte) (consumed bool, err error) {
	digit, exponent := c-'0' <= 9, c|0x20 == 'e'
	switch s.state {
	case numMinus:
		switch {
		case c == '0':
			s.state = numZero
		case digit:
			s.state = numInteger
		default:
			return false, Unexpected(buf, s.pos, "where a number needs a digit")
		}
		return true, nil
	case numZero, numInteger:
		switch {
		case digit && s.state == numInteger:
			s.skipDigits(buf)
		case digit && !(s.loose && s.open == 0):
			return false, Unexpected(buf, s.pos, "after a leading zero of a number")
		case c == '.':
			s.state = numPoint
		case exponent:
			s.state = numE
		default:
			s.endScalar()
			return false, nil
		}
		return true, nil
	case numPoint, numFraction:
		switch {
		case digit:
			s.state = numFraction
			s.skipDigits(buf)
		case s.state == numPoint:
			return false, Unexpected(buf, s.pos, "where a fraction needs a digit")
		case exponent:
			s.state = numE
		default:
			s.endScalar()
			return false, nil
		}
		return true, nil
	}
	switch { // numE, numSign, numExponent
	case digit:
		s.state = numExponent
		s.skipDigits(buf)
	case s.state == numE && (c == '+' || c == '-'):
		s.state = numSign
	case s.state != numExponent:
		return false, Unexpected(buf, s.pos, "where an exponent needs a digit")
	default:
		s.endScalar()
		return false, nil
	}
	return true, nil
}

// skipDigits moves to the last of the digits at the position.
func (s *Scanner) skipDigits(buf []byte) {
	for s.pos+1 < len(buf) && buf[s.pos+1]-'0' <= 9 {
		s.pos++
	}
}

// push opens a container; bit is 1 for an object.
func (s *Scanner) push(bit uint64) {
	word, shift := s.open>>6, uint(s.open&63)
	if word == len(s.stack) {
		s.stack = append(s.stack, 0)
	}
	s.stack[word] = s.stack[word]&^(1<<shift) | bit<<shift
	s.open++
}

// object reports whether the innermost container is an object.
func (s *Scanner) object() bool {
	top := s.open - 1
	return s.stack[top>>6]>>uint(top&63)&1 != 0
}

// close ends the innermost container.
func (s *Scanner) close() {
	s.open--
	s.endValue()
}

// EndsScalar reports whether a number or literal that is a whole value may be
// followed by c in a stream: white space, or the start of a value that no number
// or literal can run into.
func EndsScalar(c byte) bool { return isSpace(c) || c == '"' || c == '{' || c == '[' }

func isSpace(c byte) bool { return c <= ' ' && uint64(1)<<c&(1<<' '|1<<'\n'|1<<'\r'|1<<'\t') != 0 }

// SkipSpace returns the offset of the first byte at or after off that is not JSON
// white space, or len(src).
func SkipSpace(src []byte, off int) int {
	for off < len(src) {
		c := src[off]
		if !isSpace(c) {
			break
		}
		off++
		if c != '\n' {
			continue
		}
		// A line usually begins with a run of spaces.
		for off+8 <= len(src) {
			other := mem.Word(src, off) ^ ' '*ones
			if other != 0 {
				off += bits.TrailingZeros64(other) >> 3
				break
			}
			off += 8
		}
	}
	return off
}

// Check reports what is wrong with src as one JSON text, with white space around
// it and no more than maxDepth levels (zero for the default), or nil. It checks
// the grammar and UTF-8; numbers of any size pass.
func Check(src []byte, maxDepth int) error {
	var s Scanner
	s.Reset(maxDepth)
	start := SkipSpace(src, 0)
	end, _, err := s.Scan(src, true)
	if err != nil {
		return err
	}
	// Outside of strings the grammar leaves only ASCII.
	if err := checkUTF8(src[start:end], start); err != nil {
		return err
	}
	if next := SkipSpace(src, end); next < len(src) {
		return ErrorAt(next, fault.Because(fault.ErrTrailing, quoteByte(src[next])+" after the value"))
	}
	return nil
}

// ReadLiteral reads word, which is null, true or false, at src[off:].
func ReadLiteral(src []byte, off int, word string) (next int, err error) {
	for i := range len(word) {
		if off+i >= len(src) || src[off+i] != word[i] {
			return off, Unexpected(src, off+i, "in the literal "+word)
		}
	}
	return off + len(word), nil
}
