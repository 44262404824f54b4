package beve_test

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/types"
	"github.com/beve-org/beve-go/zebrapack"
)

// Further gifts than a book.
type (
	crate struct {
		Gifts []gift `json:"gifts" zid:"0"`
		Size  int    `json:"size" zid:"1"`
	}
	bow struct{}
)

func (*crate) gift() {}
func (bow) gift()    {}

// A codingStream writes or reads one value after the other.
type codingStream struct {
	encode func(v any) error
	decode func(v any) error
}

// unionStreams read elements of an array, and values that follow each other.
var unionStreams = map[string]struct {
	elements func(r io.Reader, path string, set *types.Set) iter.Seq2[gift, error]
	open     func(b *bytes.Buffer, set *types.Set) codingStream
}{
	"beve": {
		func(r io.Reader, path string, set *types.Set) iter.Seq2[gift, error] {
			return beve.ElementsAt[gift](r, beve.Pointer(path), beve.DecodeOptions{Types: set})
		},
		func(b *bytes.Buffer, set *types.Set) codingStream {
			return codingStream{beve.EncodeOptions{Types: set}.NewEncoder(b).Encode, beve.DecodeOptions{Types: set}.NewDecoder(iotest.HalfReader(b)).Decode}
		},
	},
	"json": {
		func(r io.Reader, path string, set *types.Set) iter.Seq2[gift, error] {
			return json.ElementsAt[gift](r, json.Pointer(path), json.DecodeOptions{Types: set})
		},
		func(b *bytes.Buffer, set *types.Set) codingStream {
			return codingStream{json.EncodeOptions{Types: set}.NewEncoder(b).Encode, json.DecodeOptions{Types: set}.NewDecoder(iotest.HalfReader(b)).Decode}
		},
	},
	"msgpack": {
		func(r io.Reader, path string, set *types.Set) iter.Seq2[gift, error] {
			return msgpack.ElementsAt[gift](r, msgpack.Pointer(path), msgpack.DecodeOptions{Types: set})
		},
		func(b *bytes.Buffer, set *types.Set) codingStream {
			return codingStream{msgpack.EncodeOptions{Types: set}.NewEncoder(b).Encode, msgpack.DecodeOptions{Types: set}.NewDecoder(iotest.HalfReader(b)).Decode}
		},
	},
	"zebrapack": {
		func(r io.Reader, path string, set *types.Set) iter.Seq2[gift, error] {
			return zebrapack.ElementsAt[gift](r, zebrapack.Pointer(path), zebrapack.DecodeOptions{Types: set})
		},
		func(b *bytes.Buffer, set *types.Set) codingStream {
			return codingStream{zebrapack.EncodeOptions{Types: set}.NewEncoder(b).Encode, zebrapack.DecodeOptions{Types: set}.NewDecoder(iotest.HalfReader(b)).Decode}
		},
	},
}

// TestStreamsOfUnions reads unions as elements of an array in a stream, and as values that follow each other, in every form.
func TestStreamsOfUnions(t *testing.T) {
	gifts := []gift{book{1}, &crate{Gifts: []gift{book{2}, bow{}, &crate{Gifts: []gift{book{5}}}}, Size: 3}, bow{}, book{}}
	forms := map[string][]types.UnionOption{"untagged": {types.Untagged()}}
	for form, options := range idForms {
		forms[form] = options
	}
	for form, options := range forms {
		set := types.New(types.Union[gift](append(slices.Clone(options), types.Case[book]("book").Number(1), types.Case[*crate]("crate").Number(2), types.Unit[bow]("bow").Number(3))...))
		for name, format := range unionStreams {
			data, err := unionFormats[name].marshal(set, &crate{Gifts: gifts, Size: 7})
			if err != nil {
				t.Fatal(form, name, err)
			}
			path := "/gifts"
			if name == "zebrapack" {
				path = "/0"
			}
			var got []gift
			for v, err := range format.elements(iotest.OneByteReader(bytes.NewReader(data)), path, set) {
				if err != nil {
					t.Errorf("%s, %s: %v", form, name, err)
				}
				got = append(got, v)
			}
			if !reflect.DeepEqual(got, gifts) {
				t.Errorf("%s, %s: %#v, not %#v", form, name, got, gifts)
			}
			var b bytes.Buffer
			stream := format.open(&b, set)
			for i := range gifts {
				if err := stream.encode(&gifts[i]); err != nil {
					t.Fatal(form, name, err)
				}
			}
			for i := range gifts {
				var v gift
				if err := stream.decode(&v); err != nil || !reflect.DeepEqual(v, gifts[i]) {
					t.Errorf("%s, %s, value %d: %#v, not %#v, %v", form, name, i, v, gifts[i], err)
				}
			}
			if err := stream.decode(new(gift)); err != io.EOF {
				t.Errorf("%s, %s: %v at the end", form, name, err)
			}
		}
	}
}

// TestStreamsSayWhichElementIsNoCase has an element of an unknown case after others.
func TestStreamsSayWhichElementIsNoCase(t *testing.T) {
	known := types.Union[gift](types.Case[book]("book").Number(1), types.Case[*crate]("crate").Number(2), types.Unit[bow]("bow").Number(3))
	fewer := types.Union[gift](types.Case[book]("book").Number(1), types.Case[*crate]("crate").Number(2))
	for name, format := range unionStreams {
		data, err := unionFormats[name].marshal(types.New(known), []gift{book{1}, book{2}, &crate{Gifts: []gift{book{3}, bow{}}}, book{4}})
		if err != nil {
			t.Fatal(name, err)
		}
		read := 0
		for _, err = range format.elements(bytes.NewReader(data), "", types.New(fewer)) {
			if err != nil {
				break
			}
			read++
		}
		var at *beve.DecodeError
		if read != 2 || !errors.As(err, &at) || at.Err == nil || !strings.HasPrefix(string(at.Path), "/2/crate/gifts/1") || !strings.Contains(err.Error(), "book") {
			t.Errorf("%s: after %d elements: %v", name, read, err)
		}
	}
}
