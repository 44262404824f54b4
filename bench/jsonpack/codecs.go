// What is timed: every codec with every document, bound so that a call is nothing but
// the codec's own.

package main

import (
	"fmt"
	"reflect"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/bench/codecs/pb"
	"github.com/beve-org/beve-go/bench/jsonpack/document"
	"github.com/beve-org/beve-go/bench/jsonpack/generated"
	"github.com/beve-org/beve-go/jsonpack"
	goccy "github.com/goccy/go-json"
	"google.golang.org/protobuf/proto"
)

// The documents by name. Maps hold what encoding/json reads: every number is a float64.
const (
	complexStruct = "complex"
	simpleStruct  = "simple"
	complexMap    = "complex-map"
)

// The codecs by name.
const (
	ours         = "jsonpack"
	oursCompiled = "jsonpack-codecof"
	protobuf     = "protobuf"
	vtproto      = "vtprotobuf"
	reflected    = "beve"
	generatedAs  = "beve-generated"
	goccyJSON    = "goccy"
)

// The modes, by the names that the reports know.
const (
	marshal   = "Marshal"   // into new memory
	appending = "Append"    // into memory that is there
	unmarshal = "Unmarshal" // into a new value, strings copied
	reuse     = "Reuse"     // into a value that is there
	noCopy    = "NoCopy"    // the same, strings in the input
)

// cell is one codec doing one thing with one document.
type cell struct {
	document, mode, codec string
	size                  int // of the document as the codec has it
	call                  func() error
}

func (c *cell) name() string { return "Codec/" + c.document + "/" + c.mode + "/" + c.codec }

// codec is one codec bound to one document. A nil function is a mode it does not have.
type codec struct {
	name      string
	marshal   func() ([]byte, error)
	append    func(dst []byte) ([]byte, error)
	unmarshal func(data []byte) (any, error)
	reuse     func(data []byte) (any, error)
	noCopy    func(data []byte) (any, error)
}

// cells returns everything that is timed, having checked that every codec gives back
// what it was given.
func cells() ([]cell, error) {
	complexValue, complexFloats, err := document.Parse[document.Complex](document.ComplexText)
	if err != nil {
		return nil, err
	}
	simpleValue, _, err := document.Parse[document.Simple](document.SimpleText)
	if err != nil {
		return nil, err
	}
	pack := jsonpack.NewJSONPack()
	complexSchema, err := pack.AddSchema(complexStruct, complexValue)
	if err != nil {
		return nil, err
	}
	simpleSchema, err := pack.AddSchema(simpleStruct, simpleValue)
	if err != nil {
		return nil, err
	}
	var all []cell
	for _, d := range []struct {
		name   string
		want   any
		codecs []codec
	}{
		{complexStruct, complexValue, append(structCodecs(complexSchema, complexValue, (*generated.Complex)(complexValue)),
			protobufCodecs(complexMessage(complexValue), func(m *pb.Complex) any { return complexOf(m) })...)},
		{simpleStruct, simpleValue, append(structCodecs(simpleSchema, simpleValue, (*generated.Simple)(simpleValue)),
			protobufCodecs(simpleMessage(simpleValue), func(m *pb.Simple) any { return simpleOf(m) })...)},
		{complexMap, nil, mapCodecs(complexSchema, complexFloats)},
	} {
		for i := range d.codecs {
			list, err := d.codecs[i].cells(d.name, d.want)
			if err != nil {
				return nil, fmt.Errorf("%s, %s: %w", d.name, d.codecs[i].name, err)
			}
			all = append(all, list...)
		}
	}
	return all, nil
}

// cells binds the modes of c, having compared what they give with want, unless that is
// nil.
func (c *codec) cells(name string, want any) ([]cell, error) {
	data, err := c.marshal()
	if err != nil {
		return nil, err
	}
	var list []cell
	add := func(mode string, call func() error) {
		list = append(list, cell{name, mode, c.name, len(data), call})
	}
	add(marshal, func() (err error) { sink, err = c.marshal(); return err })
	if c.append != nil {
		buf := make([]byte, 0, 2*len(data))
		add(appending, func() error { _, err := c.append(buf); return err })
	}
	for mode, read := range map[string]func([]byte) (any, error){unmarshal: c.unmarshal, reuse: c.reuse, noCopy: c.noCopy} {
		if read == nil {
			continue
		}
		for range 2 { // the second time into what the first has left
			if v, err := read(data); err != nil || want != nil && !reflect.DeepEqual(v, want) {
				return nil, fmt.Errorf("%s gives %+v, %v", mode, v, err)
			}
		}
		add(mode, func() error { _, err := read(data); return err })
	}
	return list, nil
}

// sink keeps results from being optimized away.
var sink []byte

// beveMethods are those of generated types.
type beveMethods[T any] interface {
	*T
	MarshalBEVE() ([]byte, error)
	AppendBEVE(dst []byte) ([]byte, error)
	UnmarshalBEVE(data []byte) error
}

// structCodecs returns our codecs for the struct v, and g, which is v with generated
// methods. Both have T as their underlying type.
func structCodecs[T, G any, P beveMethods[G]](s *jsonpack.Schema, v *T, g P) []codec {
	compiled, err := jsonpack.CodecOf[T](s)
	if err != nil {
		panic(err)
	}
	plain := func(v *G) any { return reflect.ValueOf(v).Convert(reflect.TypeFor[*T]()).Interface() }
	aliasing := jsonpack.DecodeOptions{NoCopy: true}
	kept, keptCompiled, keptBEVE, keptGenerated, keptAliasing := new(T), new(T), new(T), new(G), new(T)
	return []codec{
		{
			name:      ours,
			marshal:   func() ([]byte, error) { return s.Encode(v) },
			append:    func(dst []byte) ([]byte, error) { return s.Append(dst, v) },
			unmarshal: func(data []byte) (any, error) { v := new(T); return v, s.Decode(data, v) },
			reuse:     func(data []byte) (any, error) { return kept, s.Decode(data, kept) },
			noCopy:    func(data []byte) (any, error) { return keptAliasing, aliasing.Unmarshal(s, data, keptAliasing) },
		},
		{
			name:      oursCompiled,
			marshal:   func() ([]byte, error) { return compiled.Marshal(v) },
			append:    func(dst []byte) ([]byte, error) { return compiled.Append(dst, v) },
			unmarshal: func(data []byte) (any, error) { v := new(T); return v, compiled.Unmarshal(data, v) },
			reuse:     func(data []byte) (any, error) { return keptCompiled, compiled.Unmarshal(data, keptCompiled) },
		},
		{
			name:      reflected,
			marshal:   func() ([]byte, error) { return beve.Marshal(v) },
			append:    func(dst []byte) ([]byte, error) { return beve.Append(dst, v) },
			unmarshal: func(data []byte) (any, error) { v := new(T); return v, beve.Unmarshal(data, v) },
			reuse:     func(data []byte) (any, error) { return keptBEVE, beve.Unmarshal(data, keptBEVE) },
		},
		{
			name:    generatedAs,
			marshal: g.MarshalBEVE,
			append:  g.AppendBEVE,
			unmarshal: func(data []byte) (any, error) {
				v := new(G)
				err := P(v).UnmarshalBEVE(data)
				return boxed(v, plain), err
			},
			reuse: func(data []byte) (any, error) {
				err := P(keptGenerated).UnmarshalBEVE(data)
				return boxed(keptGenerated, plain), err
			},
		},
	}
}

// checking says that results are looked at. Reflection is not to be timed.
var checking = true

func boxed[T any](v *T, convert func(*T) any) any {
	if !checking {
		return nil
	}
	return convert(v)
}

// messageOf is a protobuf message with the methods of vtprotobuf.
type messageOf[M any] interface {
	*M
	proto.Message
	MarshalVT() ([]byte, error)
	UnmarshalVT(data []byte) error
}

// protobufCodecs returns google's runtime and vtprotobuf for a message.
func protobufCodecs[M any, P messageOf[M]](m P, plain func(P) any) []codec {
	kept := P(new(M))
	convert := func(v *M) any { return plain(v) }
	return []codec{
		{
			name:    protobuf,
			marshal: func() ([]byte, error) { return proto.Marshal(m) },
			append:  func(dst []byte) ([]byte, error) { return proto.MarshalOptions{}.MarshalAppend(dst, m) },
			unmarshal: func(data []byte) (any, error) {
				v := P(new(M))
				err := proto.Unmarshal(data, v)
				return boxed(v, convert), err
			},
			reuse: func(data []byte) (any, error) { err := proto.Unmarshal(data, kept); return boxed(kept, convert), err },
		},
		{
			name:    vtproto,
			marshal: m.MarshalVT,
			unmarshal: func(data []byte) (any, error) {
				v := P(new(M))
				err := v.UnmarshalVT(data)
				return boxed(v, convert), err
			},
		},
	}
}

// mapCodecs returns what works with maps.
func mapCodecs(s *jsonpack.Schema, m map[string]any) []codec {
	return []codec{
		{
			name:      ours,
			marshal:   func() ([]byte, error) { return s.Encode(&m) },
			append:    func(dst []byte) ([]byte, error) { return s.Append(dst, &m) },
			unmarshal: func(data []byte) (any, error) { var m map[string]any; err := s.Decode(data, &m); return nil, err },
		},
		{
			name:      reflected,
			marshal:   func() ([]byte, error) { return beve.Marshal(&m) },
			append:    func(dst []byte) ([]byte, error) { return beve.Append(dst, &m) },
			unmarshal: func(data []byte) (any, error) { var m map[string]any; err := beve.Unmarshal(data, &m); return nil, err },
		},
		{
			name:    goccyJSON,
			marshal: func() ([]byte, error) { return goccy.Marshal(&m) },
			unmarshal: func(data []byte) (any, error) {
				var m map[string]any
				err := goccy.Unmarshal(data, &m)
				return nil, err
			},
		},
	}
}
