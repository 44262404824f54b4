// Values of a stream that arrive cut: what was decoded in vain must not show.

package engine

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/wire"
)

type part struct {
	N    int
	Text string
	Tags []string
}

type cut struct {
	A       int
	Parts   []part
	Pointer *part
	ByName  map[string]int
	ByID    map[int32]part
	Any     any
	Raw     Raw
	Floats  []float64
	Bits    [3]bool
	Rest    map[string]Raw `json:",unknown"`
}

var (
	cutValues = []cut{
		{A: 1, Parts: []part{{1, "one", []string{"a", "b"}}, {2, "two", nil}}, Pointer: &part{N: 9}, ByName: map[string]int{"x": 1, "y": 2},
			ByID: map[int32]part{7: {N: 7}}, Any: map[string]any{"k": []any{int64(1), "t"}}, Raw: Raw{0x09, 5}, Floats: []float64{1, 2, 3},
			Bits: [3]bool{true}, Rest: map[string]Raw{"other": {0x18}}},
		{A: 2, Parts: []part{{3, "three", nil}}, ByName: map[string]int{"x": 3}, Any: "text", Raw: Raw{0x00}, Floats: []float64{4}},
		{A: 3, Parts: make([]part, 5), Pointer: &part{Text: "last"}, Rest: map[string]Raw{"new": {0x08}}},
	}
	cutOptions = []DecodeOptions{{}, {RejectDuplicates: true}, {NoCopy: true}, {Strict: true}}
)

// cutAt returns readers that give data in two pieces, at every place.
func cutAt(data []byte, yield func(io.Reader)) {
	for k := range data {
		yield(io.MultiReader(bytes.NewReader(data[:k]), bytes.NewReader(data[k:])))
	}
	yield(bytes.NewReader(data))
}

func TestValueCutAnywhereIsDecodedOnce(t *testing.T) {
	var data []byte
	for _, v := range cutValues {
		var err error
		if data, err = (EncodeOptions{Deterministic: true}).Append(data, &v); err != nil {
			t.Fatal(err)
		}
		data = wire.AppendDelimiter(data)
	}
	for _, o := range cutOptions {
		cutAt(data, func(r io.Reader) {
			var got, want cut
			d, ends := NewDecoder(r), 0
			d.SetOptions(o)
			for i, v := range cutValues {
				if err := d.Decode(&got); err != nil {
					t.Fatalf("%+v, value %d: %v", o, i, err)
				}
				b, err := EncodeOptions{Deterministic: true}.Marshal(&v)
				if err == nil {
					err = o.Unmarshal(b, &want)
				}
				if ends += len(b); err != nil || !reflect.DeepEqual(got, want) || d.InputOffset() != int64(ends) {
					t.Fatalf("%+v, value %d: %+v; at once %+v, %v", o, i, got, want, err)
				}
				ends++
			}
			if err := d.Decode(&got); err != io.EOF {
				t.Fatal(err)
			}
		})
	}
}

// called counts the calls of its methods.
type called struct{ n *int }

func (c called) AppendBEVE(dst []byte) ([]byte, error) { return wire.AppendString(dst, "me"), nil }

func (c *called) UnmarshalBEVE([]byte) error {
	if c.n == nil {
		c.n = new(int)
	}
	*c.n++
	return nil
}

// keyed counts in calls how often a key was parsed.
type keyed struct{ name string }

var calls int

func (k keyed) MarshalText() ([]byte, error) { return []byte(k.name), nil }
func (k *keyed) UnmarshalText(text []byte) error {
	k.name = string(text)
	calls++
	return nil
}

func TestMethodsAreCalledOnceForAValueInAStream(t *testing.T) {
	type value struct {
		Before []int
		Mine   called
		Keys   map[keyed]int
		After  string
	}
	one, err := EncodeOptions{}.Marshal(&value{Before: []int{1}, Keys: map[keyed]int{{"a"}: 1}, After: "after"})
	if err != nil {
		t.Fatal(err)
	}
	cutAt(append(append([]byte{}, one...), one...), func(r io.Reader) {
		d := NewDecoder(r)
		for range 2 {
			calls = 0
			var v value
			if err := d.Decode(&v); err != nil || *v.Mine.n != 1 || calls != 1 || v.After != "after" {
				t.Fatal(v, calls, err)
			}
		}
	})
}

func TestStreamSaysOfAValueWhatAWalkOverItSays(t *testing.T) {
	// The second element is malformed; the first does not fit.
	data := []byte{0x05, 0x08, 0x02, 0x04, 'x', 0x07}
	d := NewDecoder(bytes.NewReader(data))
	err := d.Decode(new([]int))
	if e, ok := err.(*DecodeError); !ok || !errors.Is(err, fault.ErrSyntax) || e.Offset != 5 || e.Path != "/1" {
		t.Error(err)
	}
	if again := d.Decode(new([]int)); again != err {
		t.Error(again)
	}
	// A value beyond the limit is refused although it would be all there.
	d = NewDecoder(bytes.NewReader(wire.AppendString(nil, "a longer text")))
	d.SetOptions(DecodeOptions{Limits: Limits{MaxBytes: 8}})
	if err := d.Decode(new(string)); !errors.Is(err, fault.ErrLimit) {
		t.Error(err)
	}
}

func TestLongStreamGetsALargerBuffer(t *testing.T) {
	one := wire.AppendString(nil, "a text of some length")
	r := bytes.NewReader(bytes.Repeat(one, 20*longBuffer/len(one)))
	d := NewDecoder(r)
	var s string
	if err := d.Decode(&s); err != nil || cap(d.in.Buf) >= longBuffer {
		t.Fatal(cap(d.in.Buf), err)
	}
	for {
		if err := d.Decode(&s); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if cap(d.in.Buf) < longBuffer || cap(d.in.Buf) > 4*longBuffer {
		t.Error(cap(d.in.Buf))
	}
}

// longBuffer is what package window lets the buffer of a long stream grow to.
const longBuffer = 1 << 15
