// The types of encoding/json, by alias: a program may use both packages at once,
// and errors.As finds the errors of either.

package json

//lint:file-ignore SA1019 what encoding/json keeps for compatibility is kept here too

import stdjson "encoding/json"

type (
	// Delim is one of [ ] { or }: see [encoding/json.Delim].
	Delim = stdjson.Delim
	// Number is a number literal as text: see [encoding/json.Number].
	Number = stdjson.Number
	// RawMessage is an encoded value: see [encoding/json.RawMessage].
	RawMessage = stdjson.RawMessage
	// Token is what [Decoder.Token] returns: see [encoding/json.Token].
	Token = stdjson.Token
	// Marshaler is implemented by types that write themselves as JSON.
	Marshaler = stdjson.Marshaler
	// Unmarshaler is implemented by types that read themselves from JSON.
	Unmarshaler = stdjson.Unmarshaler

	// SyntaxError says where input is not JSON.
	SyntaxError = stdjson.SyntaxError
	// UnmarshalTypeError says which value does not go into its Go type.
	UnmarshalTypeError = stdjson.UnmarshalTypeError
	// InvalidUnmarshalError says that the target of a decode is not a pointer.
	InvalidUnmarshalError = stdjson.InvalidUnmarshalError
	// MarshalerError is the error of a MarshalJSON or MarshalText method.
	MarshalerError = stdjson.MarshalerError
	// UnsupportedTypeError says that a Go type has no JSON form.
	UnsupportedTypeError = stdjson.UnsupportedTypeError
	// UnsupportedValueError says that a Go value has no JSON form.
	UnsupportedValueError = stdjson.UnsupportedValueError
	// InvalidUTF8Error is not used any more.
	//
	// Deprecated: kept for compatibility.
	InvalidUTF8Error = stdjson.InvalidUTF8Error
	// UnmarshalFieldError is not used any more.
	//
	// Deprecated: kept for compatibility.
	UnmarshalFieldError = stdjson.UnmarshalFieldError
)
