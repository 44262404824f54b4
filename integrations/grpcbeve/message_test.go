package grpcbeve_test

import (
	stdjson "encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"
	"google.golang.org/protobuf/types/known/typepb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/integrations/grpcbeve"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/jsonpack"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/zebrapack"
)

// holder has messages at all places.
type holder struct {
	Placed grpcbeve.Message[*timestamppb.Timestamp]            `json:"placed" zid:"0"`
	Nil    grpcbeve.Message[*timestamppb.Timestamp]            `json:"nil" zid:"1"`
	Left   grpcbeve.Message[*timestamppb.Timestamp]            `json:"left,omitzero" zid:"2"`
	List   []grpcbeve.Message[*durationpb.Duration]            `json:"list" zid:"3"`
	Map    map[string]grpcbeve.Message[*wrapperspb.Int64Value] `json:"map" zid:"4"`
	Ptr    *grpcbeve.Message[*structpb.Struct]                 `json:"ptr" zid:"5"`
	Any    any                                                 `json:"any" zid:"6"`
	Type   grpcbeve.Message[*typepb.Type]                      `json:"type" zid:"7"`
}

func held(t *testing.T) holder {
	t.Helper()
	document, err := structpb.NewStruct(map[string]any{"a": []any{1.5, "x", nil, true}})
	if err != nil {
		t.Fatal(err)
	}
	ptr := grpcbeve.MessageOf(document)
	return holder{
		Placed: grpcbeve.MessageOf(timestamppb.New(time.Date(2026, 7, 27, 12, 0, 0, 5, time.UTC))),
		List:   []grpcbeve.Message[*durationpb.Duration]{grpcbeve.MessageOf(durationpb.New(1500 * time.Millisecond)), {}},
		Map:    map[string]grpcbeve.Message[*wrapperspb.Int64Value]{"k": grpcbeve.MessageOf(wrapperspb.Int64(1<<62 + 1))},
		Ptr:    &ptr,
		Any:    grpcbeve.MessageOf(wrapperspb.String("é")),
		Type:   grpcbeve.MessageOf(&typepb.Type{Name: "T", Fields: []*typepb.Field{{Number: 5, Kind: typepb.Field_TYPE_INT32}}}),
	}
}

// equal compares messages by what they say.
func equal(a, b holder) bool {
	same := proto.Equal(a.Placed.M, b.Placed.M) && b.Nil.M == nil && b.Left.M == nil && len(a.List) == len(b.List) && len(a.Map) == len(b.Map) &&
		proto.Equal(a.Type.M, b.Type.M) && b.Ptr != nil && proto.Equal(a.Ptr.M, b.Ptr.M)
	for i := range a.List {
		same = same && proto.Equal(a.List[i].M, b.List[i].M)
	}
	for k := range a.Map {
		same = same && proto.Equal(a.Map[k].M, b.Map[k].M)
	}
	return same
}

func TestMessagesAreTheSameInAllFormats(t *testing.T) {
	in := held(t)
	want, err := stdjson.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(want), `{"placed":"2026-07-27T12:00:00.000000005Z","nil":null,"list":["1.500s",null],"map":{"k":"4611686018427387905"}`) {
		t.Errorf("%s", want)
	}
	for name, f := range map[string]struct {
		encode func(any) ([]byte, error)
		decode func([]byte, any) error
		toJSON func([]byte) ([]byte, error)
	}{
		"beve":      {beve.Marshal, beve.Unmarshal, translator.ToJSON},
		"json":      {json.Marshal, json.Unmarshal, func(b []byte) ([]byte, error) { return b, nil }},
		"msgpack":   {msgpack.Marshal, msgpack.Unmarshal, func(b []byte) ([]byte, error) { return msgp.Raw(b).MarshalJSON() }},
		"zebrapack": {zebrapack.Marshal, zebrapack.Unmarshal, func([]byte) ([]byte, error) { return want, nil }},
	} {
		b, err := f.encode(in)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if text, err := f.toJSON(b); err != nil || string(text) != string(want) {
			t.Errorf("%s: %s, %v\nwant %s", name, text, err, want)
		}
		var out holder
		if err := f.decode(b, &out); err != nil || !equal(in, out) || out.Any != "é" {
			t.Errorf("%s: %+v, %v", name, out, err)
		}
	}
	s, err := new(jsonpack.JSONPack).AddSchema("x", []byte(`{"type":"object","order":["placed"],"properties":{"placed":{"type":"string"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	type placed struct {
		Placed grpcbeve.Message[*timestamppb.Timestamp] `json:"placed"`
	}
	var out placed
	if b, err := s.Encode(placed{in.Placed}); err != nil || s.Decode(b, &out) != nil || !proto.Equal(in.Placed.M, out.Placed.M) {
		t.Errorf("jsonpack: %v, %v", out, err)
	}
}

func TestMessagesThatJSONWouldChangeAreErrors(t *testing.T) {
	strange := wrapperspb.Int64(1)
	strange.ProtoReflect().SetUnknown(protowire.AppendVarint(protowire.AppendTag(nil, 99, protowire.VarintType), 5))
	deep := &structpb.ListValue{Values: []*structpb.Value{structpb.NewNullValue()}}
	deep.Values[0].ProtoReflect().SetUnknown(strange.ProtoReflect().GetUnknown())
	for _, v := range []any{grpcbeve.MessageOf(strange), grpcbeve.MessageOf(deep),
		grpcbeve.MessageOf(&structpb.Struct{Fields: map[string]*structpb.Value{"k": structpb.NewListValue(deep)}})} {
		if _, err := beve.Marshal(v); !errors.Is(err, grpcbeve.ErrUnknownFields) {
			t.Errorf("%T: %v", v, err)
		}
	}
	before := grpcbeve.MessageOf(wrapperspb.Int64(7))
	for _, wrong := range []any{"x", []int{1}, map[string]int{"a": 1}, true, 1.5} {
		b, err := beve.Marshal(wrong)
		if err != nil {
			t.Fatal(err)
		}
		if err := beve.Unmarshal(b, &before); err == nil || before.M.GetValue() != 7 {
			t.Errorf("%v is read as %v, %v", wrong, before.M, err)
		}
	}
	if err := before.UnmarshalJSON([]byte(`"` + strings.Repeat("x", 100_000) + `"`)); err == nil || len(err.Error()) > 400 {
		t.Errorf("an error of %d bytes", len(err.Error()))
	}
	var unnamed grpcbeve.Message[proto.Message]
	if err := unnamed.UnmarshalJSON([]byte("{}")); err == nil {
		t.Error("a message without a type is read")
	}
	if b, err := unnamed.MarshalJSON(); err != nil || string(b) != "null" || !unnamed.IsZero() {
		t.Errorf("%s, %v", b, err)
	}
}

// TestBareMessagesNameTheAdapter writes and reads messages without it.
func TestBareMessagesNameTheAdapter(t *testing.T) {
	type order struct {
		ID     int                    `json:"id" zid:"0"`
		Placed *timestamppb.Timestamp `json:"placed" zid:"1"`
	}
	type embedding struct {
		*timestamppb.Timestamp
		ID int
	}
	pack := new(jsonpack.JSONPack)
	for name, f := range map[string]struct {
		encode func(any) ([]byte, error)
		decode func([]byte, any) error
	}{
		"beve": {beve.Marshal, beve.Unmarshal}, "extended": {beve.EncodeOptions{Extended: true}.Marshal, beve.Unmarshal},
		"msgpack": {msgpack.Marshal, msgpack.Unmarshal}, "zebrapack": {zebrapack.Marshal, zebrapack.Unmarshal},
		"jsonpack": {func(v any) ([]byte, error) {
			_, err := pack.AddSchema("x", reflect.New(reflect.TypeOf(v)).Elem().Interface())
			return nil, err
		}, nil},
	} {
		now := timestamppb.Now()
		for _, v := range []any{now, order{1, now}, &order{1, now}, []order{{1, now}}, embedding{now, 1}} {
			if name == "jsonpack" && reflect.TypeOf(v).Kind() == reflect.Pointer {
				continue
			}
			if _, err := f.encode(v); err == nil || !strings.Contains(err.Error(), "grpcbeve.Message") {
				t.Errorf("%s, %T: %v", name, v, err)
			}
			if f.decode == nil {
				continue
			}
			b, err := f.encode([]any{map[string]any{"id": 1, "placed": map[string]any{"seconds": 1}}})
			if err != nil {
				t.Fatal(err)
			}
			target := reflect.New(reflect.SliceOf(reflect.TypeOf(v)))
			if name == "zebrapack" {
				continue // names of fields are numbers
			}
			if err := f.decode(b, target.Interface()); err == nil || !strings.Contains(err.Error(), "grpcbeve.Message") && reflect.TypeOf(v).Kind() != reflect.Slice {
				t.Errorf("%s, %T is read: %v", name, v, err)
			}
		}
	}
}
