// Package patch changes JSON text without decoding it, as package patch of BEVE changes its
// messages: one part by its JSON Pointer, several at once, or as a JSON Patch (RFC 6902) or a
// JSON Merge Patch (RFC 7396) says. [Diff] makes a JSON Patch of two texts. What is not changed
// stays as it is written, white space too.
//
// Of repeated names the last counts, and Delete removes all of them.
//
// [Set], [Insert], [Append] and [Delete] change a text in place where its capacity allows, as
// append does: use the result instead of the text that was passed. They read and check what the
// path leads through, so that valid JSON stays valid, but do not look at the rest of a text that
// is not. [Batch.Do], [Apply] and [Merge] leave the text as it is and return a new one, which has
// been validated within the limits.
//
// Text that is not UTF-8 is malformed (RFC 8259). [Batch.Do], [Apply], [Merge] and [Diff], which
// check all of a text, refuse it with json.ErrUTF8, and no change makes a name of it. Single changes
// leave it as it is written; names are read as package json reads them, with U+FFFD in the place of
// what is wrong.
//
// Whatever fails, the text that was passed stays as it was. Errors are *[json.DecodeError] with the
// path of the change, and the offset of the container that it was to be made in.
package patch

import (
	"github.com/beve-org/beve-go/internal/edit"
	"github.com/beve-org/beve-go/internal/jsontext"
	"github.com/beve-org/beve-go/json"
)

// ErrTest: the operation "test" of a patch has found another value. It is also an
// ErrMismatch.
var ErrTest = edit.ErrTest

// Set replaces the part of msg at path with value, or adds the last member that path names. The
// path "" stands for the whole value.
func Set[T any](msg []byte, path json.Pointer, value T) ([]byte, error) {
	return change(msg, edit.DoSet, path, value)
}

// Insert adds value at path: a member that must not be there yet, or an element before the one at
// that index; the last segment "-", or the length, stands for the end of an array.
func Insert[T any](msg []byte, path json.Pointer, value T) ([]byte, error) {
	return change(msg, edit.DoInsert, path, value)
}

// Append adds value after the last element of the array at path.
func Append[T any](msg []byte, path json.Pointer, value T) ([]byte, error) {
	return change(msg, edit.DoAppend, path, value)
}

// Delete removes the part of msg at path, which must be there.
func Delete(msg []byte, path json.Pointer) ([]byte, error) {
	out, err := edit.Change(usual, msg, &edit.Op{Verb: edit.Remove, Path: path})
	return out, decodeError(err)
}

var values = edit.Values{
	Bool: jsontext.AppendBool, Int: jsontext.AppendInt, Uint: jsontext.AppendUint,
	Any: appendValue,
}

func change[T any](msg []byte, verb edit.Verb, path json.Pointer, value T) ([]byte, error) {
	out, err := edit.Put(usual, &values, msg, verb, path, value)
	return out, decodeError(err)
}

// appendValue appends v as json.Marshal writes it. A raw value loses the white space around it.
func appendValue(dst []byte, v any) ([]byte, error) {
	text, err := json.Marshal(v)
	return append(dst, text...), err
}

// Apply returns a new text: msg with a JSON Patch (RFC 6902) applied. Numbers are equal to the
// operation "test" if they have the same value, however they are written. The whole patch is
// checked before its first operation is done, so that a mistake in a later one is the error, and not [ErrTest].
func Apply(msg, patch []byte) ([]byte, error) {
	ops, err := edit.Read(usual, patch)
	if err != nil {
		return nil, decodeError(err)
	}
	out, err := edit.Apply(usual, msg, ops)
	return out, decodeError(err)
}

// Merge returns a new text: msg with a JSON Merge Patch (RFC 7396) applied: members of the patch
// replace those of msg, objects are merged, and null removes a member.
func Merge(msg, patch []byte) ([]byte, error) {
	out, err := edit.Merge(usual, msg, patch)
	return out, decodeError(err)
}

// Diff returns a JSON Patch that makes b of a. Numbers differ that are written differently; the
// order of members, and what repeated names hide, are not looked at. The patch is not the
// shortest there is; it is never much longer than one that replaces a by b.
func Diff(a, b []byte) ([]byte, error) {
	out, err := edit.Diff(usual, a, b)
	return out, decodeError(err)
}
