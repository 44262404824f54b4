// This file tells schemas apart: a number for what a schema means on the wire, and
// messages that carry it.

package jsonpack

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"github.com/beve-org/beve-go/internal/fault"
)

// Fingerprint returns a number that schemas have in common if and, short of chance,
// only if they have the same properties with the same types in the same order, and so
// the same bytes for the same documents with the same names. It is the same on every
// machine, in every release and after a restart. Spelling does not count: not the case
// of type names and their aliases, not properties that are not in the order, not
// members without a meaning.
//
// It is the first eight bytes, the first the most significant, of the SHA-256 hash of
// the schema written as follows: a scalar is its type name in lower case, with bool,
// float32le and float64le for their aliases; an array is its items in brackets; an
// object is its properties in braces, in order and with commas between, each a JSON
// string, a colon and a type. For example {"name":string,"area":uint32le}. One of several
// types is their ids in angle brackets, each with a colon and the type, which a unit lacks,
// and an exclamation mark after them where there is no null. It guards
// against mistakes, not against someone who wants to deceive.
func (s *Schema) Fingerprint() uint64 {
	if !s.made() {
		return 0
	}
	return s.doc.fingerprint
}

func fingerprint(n *node) uint64 {
	sum := sha256.Sum256(n.appendMeaning(nil))
	return binary.BigEndian.Uint64(sum[:])
}

// appendMeaning appends what Fingerprint says that a schema is written as.
func (n *node) appendMeaning(dst []byte) []byte {
	switch n.class {
	case classArray:
		return append(n.items.appendMeaning(append(dst, '[')), ']')
	case classObject:
		dst = append(dst, '{')
		for i := range n.members {
			m := &n.members[i]
			dst = append(appendName(dst, i, m.name), ':')
			dst = m.node.appendMeaning(dst)
		}
		return append(dst, '}')
	case classOneOf:
		return n.oneOf.appendMeaning(dst)
	}
	return append(dst, n.name...)
}

// sealSize is how many bytes a sealed message has before its document.
const sealSize = 8

// Sealed returns the same schema for messages that begin with its fingerprint, eight
// bytes in big-endian order, so that a message of another schema is an error and never
// a garbled value. Encoding, decoding, streams and JSON text all write and expect the
// fingerprint. The published packages do not know it: both sides have to seal.
func (s *Schema) Sealed() *Schema {
	sealed := &Schema{Name: s.Name, doc: s.doc, sealed: true}
	sealed.buffer.Store(s.buffer.Load())
	return sealed
}

// appendSeal begins a message.
func (s *Schema) appendSeal(dst []byte) []byte {
	if !s.sealed {
		return dst
	}
	return binary.BigEndian.AppendUint64(dst, s.doc.fingerprint)
}

// prefix returns how many bytes a message has before its document.
func (s *Schema) prefix() int {
	if s.sealed {
		return sealSize
	}
	return 0
}

// checkSeal returns where the document of a message starts.
func (s *Schema) checkSeal(src []byte) (off int, err error) {
	if !s.sealed {
		return 0, nil
	}
	if len(src) < sealSize {
		return 0, inputError(len(src), fault.ErrTruncated)
	}
	if got := binary.BigEndian.Uint64(src); got != s.doc.fingerprint {
		return 0, inputError(0, fault.Because(fault.ErrMismatch,
			fmt.Sprintf("message is sealed with schema %016x, not %016x", got, s.doc.fingerprint)))
	}
	return sealSize, nil
}

// inputError returns an error at a byte offset.
func inputError(off int, cause error) *fault.DecodeError {
	return &fault.DecodeError{Offset: int64(off), Err: cause, Format: format}
}
