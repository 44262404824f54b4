package grpcbeve_test

import (
	"strings"
	"testing"

	"google.golang.org/grpc/mem"

	"github.com/beve-org/beve-go/integrations/grpcbeve"
)

// loud is a message whose methods panic.
type loud struct{}

func (loud) AppendBEVE([]byte) ([]byte, error) { panic("loud") }
func (*loud) UnmarshalBEVE([]byte) error       { panic("loud") }

// gRPC calls a codec outside of interceptors: a panic in it would end the server.
func TestMethodsThatPanicAreErrors(t *testing.T) {
	var codec grpcbeve.Codec
	for _, v := range []any{loud{}, &loud{}, []any{1, loud{}}, map[string]any{"a": &loud{}}} {
		if _, err := codec.Marshal(v); err == nil || !strings.Contains(err.Error(), "loud") {
			t.Errorf("Marshal of %T: %v", v, err)
		}
	}
	for _, v := range []any{nil, (*loud)(nil), (*int)(nil)} {
		if data, err := codec.Marshal(v); err == nil && len(data.Materialize()) == 0 {
			t.Errorf("Marshal of %T gives nothing", v)
		}
	}
	one := mem.BufferSlice{mem.SliceBuffer{0x09, 1}}
	for _, v := range []any{new(loud), &[]loud{}, &struct{ A loud }{}} {
		if err := codec.Unmarshal(one, v); err == nil {
			t.Errorf("Unmarshal into %T: no error", v)
		}
	}
	for _, v := range []any{nil, (*loud)(nil), 1, struct{}{}} {
		if err := codec.Unmarshal(one, v); err == nil {
			t.Errorf("Unmarshal into %T: no error", v)
		}
	}
	for _, data := range []mem.BufferSlice{nil, {}, {mem.SliceBuffer(nil)}} {
		if err := codec.Unmarshal(data, new(int)); err == nil {
			t.Error("nothing is read as a message")
		}
	}
}
