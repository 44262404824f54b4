// Package patch changes BEVE messages without decoding them: one part by its JSON Pointer, several
// at once, or as a JSON Patch (RFC 6902) or a JSON Merge Patch (RFC 7396) says, in BEVE or in
// JSON. [Diff] makes a JSON Patch of two messages.
//
// Paths lead to the parts that a [beve.View] has: those of the JSON form. Of repeated keys
// the last counts, and Delete removes all of them.
//
// [Set], [Insert], [Append] and [Delete] change a message in place where its capacity allows, as
// append does: use the result instead of the message that was passed. A value that takes the bytes
// of the old one is written over it, without allocation; anything else moves what follows once.
// They read and check what the path leads through, so that a valid message stays valid, but do
// not look at the rest of one that is not. [Batch.Do], [Apply] and [Merge] leave the message as
// it is and return a new one, which has been validated within the limits.
//
// A Go value that the extended profile writes otherwise, such as a time, is written in it where it
// comes in the place of a value of that profile, or beside such elements of an array; in the place of
// null or an object, and as a new member, where the message has anything of that profile. Otherwise
// it is portable, and a [beve.Raw] is what it is. [Batch.Test] passes for either form.
//
// Whatever fails, the message that was passed stays as it was. Errors are *[beve.DecodeError] with
// the path of the change, and the offset of the container that it was to be made in.
//
// A container keeps its form where it can. An array of numbers takes a number that its type holds
// exactly, an array of strings a string, an array of booleans a boolean; any other value makes it a
// generic array, whose other elements keep their types. A table stays one as long as all rows have
// the same names; otherwise it becomes an array of objects. An index of an object is made
// anew. An object with integer keys takes those alone; a matrix and an interval can be
// changed to others, and are refused what they cannot hold. A type tag of version 1, a regular
// expression and one complex number are replaced as a whole. The padding of aligned arrays
// is not adjusted where they move, which readers have to expect.
package patch

import (
	"bytes"
	"reflect"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/edit"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/wire"
)

// ErrTest: the operation "test" of a patch has found another value. It is also an
// ErrMismatch.
var ErrTest = edit.ErrTest

// Set replaces the part of msg at path with value, or adds the last member that path names. An
// integer in the place of an integer keeps the type of that one if it fits, so that it is
// written over it. The path "" stands for the whole value.
func Set[T any](msg []byte, path beve.Pointer, value T) ([]byte, error) {
	return change(msg, edit.DoSet, path, value)
}

// Insert adds value at path: a member that must not be there yet, or an element before the one at
// that index; the last segment "-", or the length, stands for the end of an array.
func Insert[T any](msg []byte, path beve.Pointer, value T) ([]byte, error) {
	return change(msg, edit.DoInsert, path, value)
}

// Append adds value after the last element of the array at path.
func Append[T any](msg []byte, path beve.Pointer, value T) ([]byte, error) {
	return change(msg, edit.DoAppend, path, value)
}

// Delete removes the part of msg at path, which must be there.
func Delete(msg []byte, path beve.Pointer) ([]byte, error) {
	out, err := edit.Change(usual, msg, &edit.Op{Verb: edit.Remove, Path: path})
	return out, decodeError(err)
}

var values = edit.Values{
	Bool: wire.AppendBool, Int: wire.AppendInt, Uint: wire.AppendUint,
	Float64: wire.AppendFloat64, Float32: wire.AppendFloat32, String: wire.AppendString,
	Any: beve.Append, Extended: extended,
}

// extended returns v in the extended profile, or nil if its portable form is the same.
func extended(v any, portable []byte) []byte {
	if plain(reflect.TypeOf(v)) {
		return nil
	}
	value, err := beve.EncodeOptions{Extended: true}.Marshal(v)
	if err != nil || bytes.Equal(value, portable) {
		return nil
	}
	return value
}

// plain reports whether values of a type are alike in both profiles, and need not be written twice: of those that can be
// long, the commonest.
func plain(t reflect.Type) bool {
	if t == nil || t == reflect.TypeFor[beve.Raw]() {
		return true
	}
	if k := t.Kind(); t.Name() == "" && (k == reflect.Slice || k == reflect.Array) {
		t = t.Elem()
	}
	return t.PkgPath() == "" && t.Kind() <= reflect.Complex128 || t == reflect.TypeFor[string]()
}

func change[T any](msg []byte, verb edit.Verb, path beve.Pointer, value T) ([]byte, error) {
	out, err := edit.Put(usual, &values, msg, verb, path, value)
	return out, decodeError(err)
}

// Apply returns a new message: msg with a JSON Patch (RFC 6902) applied, a BEVE message. Numbers are
// equal to the operation "test" if they have the same value or read the same in JSON, whatever
// their type. The whole patch is checked before its first operation is done, so that a mistake in a
// later one is the error, and not [ErrTest].
func Apply(msg, patch []byte) ([]byte, error) {
	ops, err := edit.Read(usual, patch)
	if err != nil {
		return nil, decodeError(err)
	}
	out, err := edit.Apply(usual, msg, ops)
	return out, decodeError(err)
}

// ApplyJSON is [Apply] with a patch in JSON, whose numbers become the narrowest that hold
// them. Offsets of errors in the patch count in its translation.
func ApplyJSON(msg, patch []byte) ([]byte, error) {
	binary, err := translator.FromJSON(patch)
	if err != nil {
		return nil, err
	}
	return Apply(msg, binary)
}

// Merge returns a new message: msg with a JSON Merge Patch (RFC 7396) applied, a BEVE message:
// members of the patch replace those of msg, objects are merged, and null removes a member.
func Merge(msg, patch []byte) ([]byte, error) {
	out, err := edit.Merge(usual, msg, patch)
	return out, decodeError(err)
}

// MergeJSON is [Merge] with a patch in JSON; see [ApplyJSON].
func MergeJSON(msg, patch []byte) ([]byte, error) {
	binary, err := translator.FromJSON(patch)
	if err != nil {
		return nil, err
	}
	return Merge(msg, binary)
}

// Diff returns a JSON Patch, as a BEVE message, that makes b of a: the value, with the types
// of numbers and the forms of containers, but the order of members, and what repeated keys hide, are
// not looked at. The patch is not the shortest there is; it is never much longer than one that replaces a
// by b.
func Diff(a, b []byte) ([]byte, error) {
	out, err := edit.Diff(usual, a, b)
	return out, decodeError(err)
}
