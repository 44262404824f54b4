package grpcbeve

import (
	"errors"
	"fmt"
	"strings"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// Message is a message of Protocol Buffers as a value of all formats: a field of a plain struct, an element, or the
// whole of a message. A nil M is null.
//
//	type Order struct {
//		ID     int64
//		Placed grpcbeve.Message[*timestamppb.Timestamp]
//	}
//
// It is carried as the value that the JSON mapping of Protocol Buffers has for it: a Timestamp is a text, an int64 is one,
// too, names begin with a small letter. So it can be read without the descriptor, looks the same in BEVE, JSON and MessagePack,
// and is what other programs make of the message. It is not the fastest form, nor does it hold fields that the
// program's descriptor does not know: a message with such fields is an error, [ErrUnknownFields]. Who wants
// either sends the bytes of proto.Marshal in a field of type []byte.
type Message[T proto.Message] struct {
	M T
}

// MessageOf returns m as a [Message].
func MessageOf[T proto.Message](m T) Message[T] { return Message[T]{m} }

// ErrUnknownFields is the cause where a message has fields that its descriptor does not know, which JSON would lose.
var ErrUnknownFields = errors.New("message of Protocol Buffers with unknown fields")

// MarshalJSON returns the JSON of the message, or null.
func (m Message[T]) MarshalJSON() ([]byte, error) {
	if any(m.M) == nil || !m.M.ProtoReflect().IsValid() {
		return []byte("null"), nil
	}
	if hasUnknown(m.M.ProtoReflect()) {
		return nil, fmt.Errorf("grpcbeve: %s: %w", m.M.ProtoReflect().Descriptor().FullName(), ErrUnknownFields)
	}
	return protojson.Marshal(m.M)
}

// UnmarshalJSON makes M a new message of the JSON, or nil. It leaves m as it was if text is none, or has a member that
// the message does not have.
func (m *Message[T]) UnmarshalJSON(text []byte) error {
	var none T
	if string(text) == "null" {
		m.M = none
		return nil
	}
	if any(none) == nil {
		return errors.New("grpcbeve: a Message of an interface cannot be read: name the type of the message")
	}
	made := none.ProtoReflect().New().Interface()
	if err := protojson.Unmarshal(text, made); err != nil {
		if shown := err.Error(); len(shown) > maxShown {
			return fmt.Errorf("grpcbeve: %s…", strings.ToValidUTF8(shown[:maxShown], ""))
		}
		return err
	}
	m.M = made.(T)
	return nil
}

// maxShown bounds the text of an error, which quotes what was read.
const maxShown = 300

// IsZero reports whether M is nil, for the option omitzero.
func (m Message[T]) IsZero() bool { return any(m.M) == nil || !m.M.ProtoReflect().IsValid() }

// hasUnknown reports whether a message, or one in it, has fields that its descriptor does not know.
func hasUnknown(m protoreflect.Message) bool {
	found := len(m.GetUnknown()) > 0
	m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case f.IsMap():
			if f.MapValue().Message() != nil {
				v.Map().Range(func(_ protoreflect.MapKey, v protoreflect.Value) bool {
					found = found || hasUnknown(v.Message())
					return !found
				})
			}
		case f.Message() == nil:
		case f.IsList():
			for i := range v.List().Len() {
				found = found || hasUnknown(v.List().Get(i).Message())
			}
		default:
			found = found || hasUnknown(v.Message())
		}
		return !found
	})
	return found
}
