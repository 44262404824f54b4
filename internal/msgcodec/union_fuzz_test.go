package msgcodec

import (
	"bytes"
	"errors"
	"reflect"
	"testing"
	"testing/iotest"

	"github.com/beve-org/beve-go/types"
)

// FuzzUnions reads whatever comes as unions of each form: a slice and a stream say the same, errors say where,
// and what is read is written and read again as the same.
func FuzzUnions(f *testing.F) {
	sets := shapeSets()
	sets["kept"] = types.New(types.Union[shape](types.Tag("type"), types.Case[circle]("circle").Number(1), types.Case[*square]("square").Number(2), types.Other[*foreign]()))
	sets["numbers"] = types.New(types.Union[shape](types.Tag("type"), types.NotNil(), types.Case[circle](1), types.Case[*square](2), types.Case[nothing](300)))
	for format, e := range formats {
		for _, set := range sets {
			in := newHolder(false).List
			data, err := e.MarshalWithOptions(&in, EncodeOptions{Types: set})
			if err != nil {
				f.Fatal(format, err)
			}
			f.Add(data)
			if !e.format.IDs {
				f.Add(turnMaps(f, data, 1))
				f.Add(turnMaps(f, data, 2))
			}
		}
	}
	for _, text := range []string{
		"91 83 a474797065 a6636972636c65 a172 c0 a474797065 a6737175617265", // two ids
		"91 82 a474797065 c4026162 a174 d9066369726c63",                     // ids of other forms
		"91 82 c40474797065 a6636972636c65 a172 ca40000000",                 // a tag that is a bin
		"91 de0002 d90474797065 d906636972636c65 a172 ca40000000",           // wide heads
		"91 82 a163 82 a163 80 a174 a6737175617265 a174 a6737175617265",     // content in content
		"91 82 ff a6736861706573 01 8100ca40000000",                         // the name of the struct
		"91 82 01 80 d10001 80", "91 83 c0 c0 91c0 c0 a474797065 01",        // keys of any kind
		"91 82 a474797065 cf0000000000000001 a172 ca40000000", "91 df00000001 ce00000001 80", "93 c0 90 80",
	} {
		f.Add(spaced(f, text))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		for format, e := range formats {
			for form, set := range sets {
				o := DecodeOptions{Types: set}
				var slice, stream []shape
				err := e.UnmarshalWithOptions(b, &slice, o)
				streamErr := e.NewDecoderWithOptions(iotest.HalfReader(bytes.NewReader(b)), o).Decode(&stream)
				if err != nil {
					var where *DecodeError
					if !errors.As(err, &where) || where.Offset < 0 || where.Offset > int64(len(b)) || !where.Path.Valid() {
						t.Errorf("%s %s: %v", format, form, err)
					}
					continue
				}
				if streamErr != nil || !same(reflect.ValueOf(slice), reflect.ValueOf(stream)) {
					t.Errorf("%s %s: %+v from a slice, %+v from a stream, %v", format, form, slice, stream, streamErr)
				}
				data, err := e.MarshalWithOptions(&slice, EncodeOptions{Types: set})
				if err != nil {
					t.Errorf("%s %s: %+v is read and not written: %v", format, form, slice, err)
					continue
				}
				var again []shape
				if err := e.UnmarshalWithOptions(data, &again, o); err != nil || form != "untagged" && !same(reflect.ValueOf(slice), reflect.ValueOf(again)) {
					t.Errorf("%s %s: %+v is written and read as %+v, %v", format, form, slice, again, err)
				}
			}
		}
	})
}
