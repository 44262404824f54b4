// Package patch changes MessagePack without decoding it, as package patch of BEVE changes its
// messages: one part by its JSON Pointer, several at once, or as a JSON Patch (RFC 6902) or a
// JSON Merge Patch (RFC 7396) says, in MessagePack or in JSON. [Diff] makes a JSON Patch of two
// messages.
//
// Paths lead to the parts that a [msgpack.View] has: a key is a str or bin of that text, or an
// integer with that decimal text. A new key is an integer if its text is the decimal of one and the
// map has keys, all of them integers, before the changes that are made together; else it is a str. Of
// keys with the same text the last counts, and Delete removes all of them.
//
// [Set], [Insert], [Append] and [Delete] change a message in place where its capacity allows, as
// append does: use the result instead of the message that was passed. A value that takes the bytes
// of the old one is written over it; anything else moves what follows once. They read and check
// what the path leads through, so that a valid message stays valid, but do not look at the rest of
// one that is not. [Batch.Do], [Apply] and [Merge] leave the message as it is and return a new
// one, which has been validated within the limits.
//
// Whatever fails, the message that was passed stays as it was. Errors are *[msgpack.DecodeError]
// with the path of the change, and the offset of the container that it was to be made in.
package patch

import (
	"github.com/beve-org/beve-go/internal/edit"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
)

// ErrTest: the operation "test" of a patch has found another value. It is also an
// ErrMismatch.
var ErrTest = edit.ErrTest

// Set replaces the part of msg at path with value, or adds the last member that path names. An
// integer in the place of one of more bytes takes the form of that one if it fits, so that it is
// written over it. The path "" stands for the whole value.
func Set[T any](msg []byte, path msgpack.Pointer, value T) ([]byte, error) {
	return change(msg, edit.DoSet, path, value)
}

// Insert adds value at path: a member that must not be there yet, or an element before the one at
// that index; the last segment "-", or the length, stands for the end of an array.
func Insert[T any](msg []byte, path msgpack.Pointer, value T) ([]byte, error) {
	return change(msg, edit.DoInsert, path, value)
}

// Append adds value after the last element of the array at path.
func Append[T any](msg []byte, path msgpack.Pointer, value T) ([]byte, error) {
	return change(msg, edit.DoAppend, path, value)
}

// Delete removes the part of msg at path, which must be there.
func Delete(msg []byte, path msgpack.Pointer) ([]byte, error) {
	f := forms.Get().(*form)
	defer forms.Put(f)
	out, err := edit.Change(f, msg, &edit.Op{Verb: edit.Remove, Path: path})
	return out, decodeError(err)
}

var values = edit.Values{
	Bool: msgp.AppendBool, Int: msgp.AppendInt64, Uint: msgp.AppendUint64,
	Float64: msgp.AppendFloat64, Float32: msgp.AppendFloat32, String: msgp.AppendString,
	Any: msgpack.Append,
}

func change[T any](msg []byte, verb edit.Verb, path msgpack.Pointer, value T) ([]byte, error) {
	f := forms.Get().(*form)
	defer forms.Put(f)
	out, err := edit.Put(f, &values, msg, verb, path, value)
	return out, decodeError(err)
}

// Apply returns a new message: msg with a JSON Patch (RFC 6902) applied, a MessagePack message. Numbers are
// equal to the operation "test" if they have the same value or read the same in JSON, whatever
// their type. The whole patch is checked before its first operation is done, so that a mistake in a
// later one is the error, and not [ErrTest].
func Apply(msg, patch []byte) ([]byte, error) {
	f := forms.Get().(*form)
	defer forms.Put(f)
	ops, err := edit.Read(f, patch)
	if err != nil {
		return nil, decodeError(err)
	}
	out, err := edit.Apply(f, msg, ops)
	return out, decodeError(err)
}

// ApplyJSON is [Apply] with a patch in JSON, whose numbers become the narrowest that hold
// them. Offsets of errors in the patch count in its translation.
func ApplyJSON(msg, patch []byte) ([]byte, error) {
	binary, err := msgpack.Marshal(json.RawMessage(patch))
	if err != nil {
		return nil, err
	}
	return Apply(msg, binary)
}

// Merge returns a new message: msg with a JSON Merge Patch (RFC 7396) applied, a MessagePack message:
// members of the patch replace those of msg, objects are merged, and null removes a member.
func Merge(msg, patch []byte) ([]byte, error) {
	f := forms.Get().(*form)
	defer forms.Put(f)
	out, err := edit.Merge(f, msg, patch)
	return out, decodeError(err)
}

// MergeJSON is [Merge] with a patch in JSON; see [ApplyJSON].
func MergeJSON(msg, patch []byte) ([]byte, error) {
	binary, err := msgpack.Marshal(json.RawMessage(patch))
	if err != nil {
		return nil, err
	}
	return Merge(msg, binary)
}

// Diff returns a JSON Patch, as a MessagePack message, that makes b of a: the value, with the types
// of numbers and the forms of containers, but the order of members, and what repeated keys hide, are
// not looked at. A map is replaced as a whole where paths do not tell its keys apart, as 1 and "1", or do not
// make the new ones, as an integer in a map of strs. The patch is not the shortest there is; it is never much longer than one that replaces a
// by b.
func Diff(a, b []byte) ([]byte, error) {
	f := forms.Get().(*form)
	defer forms.Put(f)
	out, err := edit.Diff(f, a, b)
	return out, decodeError(err)
}
