package main

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"net/netip"
	"reflect"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/cmd/zebrapack/testdata/unions"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/zebrapack"
)

// This file holds code for declared types to reflection.

// codeOf returns the generated methods of v, a pointer. There are some in TestGeneratedCode only.
func codeOf(v any) generated { return v.(generated) }

// pages are values with declared types in all places.
func pages() []*unions.Page {
	cash, card := int32(5), "4000"
	circle := unions.Circle{R: 1.5, Name: "c"}
	group := &unions.Group{In: []unions.Shape{circle, nil, &unions.Blank{}, unions.Dot{}, unions.Word("w"), unions.Word(""), unions.Path{1, -70000}, unions.Path(nil)},
		By: map[string]unions.Shape{"k": &unions.Group{}}, Next: &unions.Group{In: []unions.Shape{}}}
	var ref unions.Shape = group
	var none unions.Shape
	kept := &unions.Foreign{Raw: msgp.Raw("\x82\xff\xa1x\x63\x81\x00\x05")}
	full := &unions.Page{
		Shape: circle, Shapes: []unions.Shape{group, kept, circle, (*unions.Group)(nil)}, ByName: map[string]unions.Shape{"a": group}, Ref: &ref,
		Lists: [2][]unions.Shape{{circle}, nil}, Vehicle: &unions.Train{Cars: []unions.Vehicle{unions.Bike{Gears: 1}, &unions.Train{}, nil}},
		Rides: []unions.Vehicle{unions.Bike{}}, Must: []unions.Mineral{&unions.Gem{Carats: 2}}, Fare: unions.Fare{Cash: &cash, Note: "not sent"},
		Fares: []*unions.Fare{nil, {Card: &card}, {}}, Port: unions.Port{Number: 80}, Ports: []unions.Port{{Number: 1}, {}}, Degrees: 21.5,
		At: netip.MustParseAddrPort("[::1]:80"), Notes: map[string]unions.Note{"n": {}}, Either: unions.Either{Circle: &circle}, Scale: 3, Parcel: unions.Box{Grams: 7}, Levels: []unions.Level{unions.High{}, unions.Grade(-3), nil, unions.Grade(0)},
	}
	full.Inner.S = unions.Word("inner")
	return []*unions.Page{full, {}, {Ref: &none}, {Vehicle: (*unions.Train)(nil), Either: unions.Either{Fare: &unions.Fare{Card: &card}}}, {Shape: group, Degrees: -273}}
}

// sameFailure compares two errors of reading: path, offset and class, and the text of the cause where it is about a union.
func sameFailure(t *testing.T, data []byte, a, b error) {
	t.Helper()
	if !sameClass(a, b) {
		t.Fatalf("%x:\ngenerated: %v\nreflected: %v", data, a, b)
	}
	x, ok := fault.Decoding(a)
	y, also := fault.Decoding(b)
	if !ok || !also {
		t.Fatalf("%x: %v, %v", data, a, b)
	}
	if says := y.Err.Error(); strings.Contains(says, " case") && (x.Path != y.Path || x.Offset != y.Offset || x.Err.Error() != says) {
		t.Fatalf("%x:\ngenerated: %v\nreflected: %v", data, a, b)
	}
}

// TestDeclaredTypesInGeneratedCode writes and reads declared types by methods and by reflection: the same bytes, values and
// errors, also of thousands of damaged messages.
func TestDeclaredTypesInGeneratedCode(t *testing.T) {
	needsGenerated(t)
	rng := rand.New(rand.NewPCG(3, 5))
	about := map[string]int{}
	for i, page := range pages() {
		data, err := codeOf(page).MarshalMsg(nil)
		if err != nil {
			t.Fatal(i, err)
		}
		reflected, err := zebrapack.Marshal(page)
		if err != nil || !bytes.Equal(data, reflected) {
			t.Fatalf("%d:\ngenerated %x\nreflected %x %v", i, data, reflected, err)
		}
		if n := codeOf(page).Msgsize(); n < len(data) {
			t.Errorf("%d: %d bytes, more than the estimate of %d", i, len(data), n)
		}
		inputs := [][]byte{data}
		for n := range data {
			inputs = append(inputs, data[:n])
		}
		for range 4000 {
			damaged := bytes.Clone(data)
			for range 1 + rng.IntN(2) {
				damaged[rng.IntN(len(damaged))] = byte(rng.Uint32())
			}
			inputs = append(inputs, damaged)
		}
		for _, data := range inputs {
			var byMethod, stream unions.Page
			byReflection := bareUnions()
			left, a := codeOf(&byMethod).UnmarshalMsg(bytes.Clone(data))
			if a == nil && len(left) > 0 {
				continue // reflection refuses what is left over
			}
			b := zebrapack.Unmarshal(data, byReflection)
			if a != nil || b != nil {
				sameFailure(t, data, a, b)
				about[saysOf(b)]++
				continue
			}
			x, err := zebrapack.Marshal(&byMethod)
			y, also := zebrapack.Marshal(byReflection)
			if !bytes.Equal(x, y) || saysOf(err) != saysOf(also) {
				t.Fatalf("%x:\ngenerated %+v, %v\nreflected %+v, %v", data, byMethod, err, byReflection, also)
			}
			if err := msgp.Decode(bytes.NewReader(data), codeOf(&stream)); err != nil {
				t.Fatalf("%x: from a stream: %v", data, err)
			}
			if z, _ := zebrapack.Marshal(&stream); !bytes.Equal(x, z) {
				t.Fatalf("%x: from a stream: %+v", data, stream)
			}
		}
	}
	for says, n := range map[string]int{"not the number of a case": 0, "no further key": 0} {
		for text, times := range about {
			if strings.Contains(text, says) {
				n += times
			}
		}
		if n == 0 {
			t.Errorf("no error says %q", says)
		}
	}
}

// saysOf returns what an error says of a union, "" without one.
func saysOf(err error) string {
	if e, ok := fault.Encoding(err); ok {
		return e.Err.Error()
	}
	if e, ok := fault.Decoding(err); ok {
		return e.Err.Error()
	}
	return ""
}

// odd is a shape that is no case.
type odd struct{}

func (odd) Area() float64 { return 0 }

// TestDeclaredErrorsOfGeneratedCode has messages and values that are wrong in every way that is about unions.
func TestDeclaredErrorsOfGeneratedCode(t *testing.T) {
	needsGenerated(t)
	for input, says := range map[string]string{
		"\x81\x00\x82\x01\x80\x02\x80":                         `there is one case, and no further key "2"`,
		"\x81\x00\x82\x63\x80\x63\x80":                         `there is one case, and no further key "99"`,
		"\x81\x00\x82\x01\x80\x63\x80":                         `there is one case, and no further key "99"`,
		"\x81\x05\x81\x07\x80":                                 `7 is not the number of a case of unions.Vehicle; there are 1 "1", 300 "300"`,
		"\x81\x07\x91\xc0":                                     `null is not a case of unions.Mineral; there are "gem"`,
		"\x81\x07\x91\x80":                                     `null is not a case of unions.Mineral; there are "gem"`,
		"\x81\x07\x91\x81\xff\xa1x":                            `null is not a case of unions.Mineral; there are "gem"`,
		"\x81\x07\x91\x82\xff\xa1x\x05\x01":                    `5 is not the number of a case of unions.Mineral; there are 1 "gem"`,
		"\x81\x08\x82\x03\x01\x07\xa1x":                        `there is one case, and no further key "7"`,
		"\x81\x13\x81\x05\x01":                                 `a *unions.Stray keeps what has JSON, whose keys are texts and not numbers as here; embed a msgp.Raw to keep other cases`,
		"\x81\x08\x81\x08\x01":                                 `8 is not the number of a case of unions.Fare; there are 3 "cash", 7 "card"`,
		"\x81\x10\x81\x01\x81\x00\x01":                         `0 is not the number of a case of unions.Fare; there are 3 "cash", 7 "card"`,
		"\x81\x01\x91\x81\x02\x81\x00\x91\x82\x04\xc0\x04\xc0": `there is one case, and no further key "4"`,
	} {
		var byMethod unions.Page
		_, a := codeOf(&byMethod).UnmarshalMsg([]byte(input))
		b := zebrapack.Unmarshal([]byte(input), bareUnions())
		sameFailure(t, []byte(input), a, b)
		if saysOf(a) != says {
			t.Errorf("%x: %v, not %q", input, a, says)
		}
	}
	cash, card := int32(1), "1"
	for says, page := range map[string]*unions.Page{
		"main.odd is not a case of unions.Shape": {Shapes: []unions.Shape{odd{}}},
		"null is not a case of unions.Mineral":   {Must: []unions.Mineral{nil}},
		"null is not a case of":                  {Must: []unions.Mineral{(*unions.Gem)(nil)}},
		"cash and card are set":                  {Fares: []*unions.Fare{{Cash: &cash, Card: &card}}},
		"keeps what has JSON":                    {Parcel: &unions.Stray{}},
		"colder than can be":                     {Degrees: -300},
	} {
		kept, a := codeOf(page).MarshalMsg([]byte("kept"))
		_, b := zebrapack.Marshal(page)
		if e, ok := fault.Encoding(b); !ok || a == nil || !strings.Contains(a.Error(), says) || string(kept) != "kept" ||
			msgp.Cause(a).Error() != e.Err.Error() || !strings.Contains(a.Error(), string(e.Path)) || errors.Is(a, fault.ErrUnsupported) != errors.Is(b, fault.ErrUnsupported) {
			t.Errorf("%s:\ngenerated: %v\nreflected: %v", says, a, b)
		}
	}
}

// TestDeclaredTypesEnd reads a union within itself, without end.
func TestDeclaredTypesEnd(t *testing.T) {
	needsGenerated(t)
	data := []byte("\x81\x00" + strings.Repeat("\x81\x02\x81\x00\x91", 100_000) + "\xc0")
	var out unions.Page
	_, a := codeOf(&out).UnmarshalMsg(data)
	if b := zebrapack.Unmarshal(data, bareUnions()); !errors.Is(a, fault.ErrDepth) || !errors.Is(b, fault.ErrDepth) {
		t.Errorf("generated: %v\nreflected: %v", a, b)
	}
	if err := msgp.Decode(bytes.NewReader(data), codeOf(&out)); !errors.Is(err, fault.ErrDepth) {
		t.Errorf("from a stream: %v", err)
	}
}

// TestDeclaredTypesCostWhatTheyHold counts what generated code allocates: the values alone.
func TestDeclaredTypesCostWhatTheyHold(t *testing.T) {
	needsGenerated(t)
	group := &unions.Group{In: []unions.Shape{unions.Circle{R: 1}, &unions.Group{}, unions.Dot{}, unions.Circle{R: 2}, &unions.Blank{}}}
	data, err := codeOf(group).MarshalMsg(nil)
	if err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 0, 2*len(data))
	if n := testing.AllocsPerRun(100, func() { buf, _ = codeOf(group).MarshalMsg(buf[:0]) }); n != 0 {
		t.Errorf("writing allocates %v times", n)
	}
	var out unions.Group
	read := func() {
		if _, err := codeOf(&out).UnmarshalMsg(data); err != nil {
			t.Fatal(err)
		}
	}
	read() // the slices stay
	if n := testing.AllocsPerRun(100, read); n > 4 {
		t.Errorf("reading three values that are not empty, with a slab for names, allocates %v times", n)
	}
	if !reflect.DeepEqual(out.In, group.In) {
		t.Errorf("%+v", out)
	}
}
