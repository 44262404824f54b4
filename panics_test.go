// A panic in a method of the user's, a reader or a writer, that the program recovers from:
// what is used again afterwards works as if it were new.

package beve_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/zebrapack"
)

// errTrap is what traps panic with.
var errTrap = errors.New("trap")

// trap is text that panics where it is "!", whichever method of its is called.
type trap string

func (t trap) spring() {
	if t == "!" {
		panic(errTrap)
	}
}

func (t trap) MarshalText() ([]byte, error) { t.spring(); return []byte(t), nil }
func (t trap) IsZero() bool                 { t.spring(); return t == "" }
func (t *trap) UnmarshalText(text []byte) error {
	trap(text).spring()
	*t = trap(text)
	return nil
}

// trapJSON and trapBEVE have methods of one format each.
type trapJSON struct{ trap }

func (t trapJSON) MarshalJSON() ([]byte, error) { return []byte(`"` + string(t.trap) + `"`), nil }
func (t *trapJSON) UnmarshalJSON(b []byte) error {
	return t.UnmarshalText(bytes.Trim(b, `"`))
}

type trapBEVE struct{ trap }

func (t trapBEVE) MarshalBEVE() ([]byte, error) { t.spring(); return beve.Marshal(string(t.trap)) }
func (t *trapBEVE) UnmarshalBEVE(data []byte) error {
	var s string
	if err := beve.Unmarshal(data, &s); err != nil {
		return err
	}
	return t.UnmarshalText([]byte(s))
}

// chain leads to traps by a way long enough for every search for cycles.
type chain struct {
	Next  *chain            `json:"next,omitempty" zid:"0"`
	List  []*chain          `json:"list,omitempty" zid:"1"`
	Map   map[string]*chain `json:"map,omitempty" zid:"2"`
	Text  trap              `json:"text" zid:"3"`
	Zero  trap              `json:"zero,omitzero" zid:"4"`
	JSON  trapJSON          `json:"json" zid:"5"`
	BEVE  trapBEVE          `json:"beve" zid:"6"`
	Names map[trap]trap     `json:"names" zid:"7"`
}

// newChain returns a chain of levels levels, and its last link.
func newChain(levels int) (first, last *chain) {
	last = &chain{Text: "t", JSON: trapJSON{"j"}, BEVE: trapBEVE{"b"}, Names: map[trap]trap{"k": "v"}}
	first = last
	for i := range levels {
		c := &chain{Text: "t", JSON: trapJSON{"j"}, BEVE: trapBEVE{"b"}, Names: map[trap]trap{"k": "v"}}
		switch i % 3 {
		case 0:
			c.Next = first
		case 1:
			c.List = []*chain{first}
		case 2:
			c.Map = map[string]*chain{"m": first}
		}
		first = c
	}
	return first, last
}

// springs arm a trap of a link, each in another place.
var springs = map[string]func(c *chain){
	"a text":        func(c *chain) { c.Text = "!" },
	"a zero":        func(c *chain) { c.Zero = "!" },
	"JSON":          func(c *chain) { c.JSON.trap = "!" },
	"BEVE":          func(c *chain) { c.BEVE.trap = "!" },
	"a map's key":   func(c *chain) { c.Names = map[trap]trap{"a": "", "!": ""} },
	"a map's value": func(c *chain) { c.Names = map[trap]trap{"a": "", "b": "!"} },
}

// sprung calls f and reports whether a trap went off.
func sprung(f func() error) (was bool, err error) {
	defer func() {
		if r := recover(); r != nil {
			if r != error(errTrap) {
				panic(r)
			}
			was = true
		}
	}()
	return false, f()
}

// A panicWriter panics in every second call of Write.
type panicWriter struct {
	bytes.Buffer
	calls int
}

func (w *panicWriter) Write(b []byte) (int, error) {
	if w.calls++; w.calls%2 == 0 {
		panic(errTrap)
	}
	return w.Buffer.Write(b)
}

// reused is something that encodes many values, one after the other: what it has written
// for the value since the last call.
type reused struct {
	name   string
	encode func(v any) ([]byte, error)
}

// reusedEncoders returns everything that keeps a state between values.
func reusedEncoders() []reused {
	var all []reused
	stream := func(name string, make func(w io.Writer) streamEncoder) {
		buf := new(bytes.Buffer)
		enc := make(buf)
		all = append(all, reused{name, func(v any) ([]byte, error) {
			buf.Reset()
			err := enc.Encode(v)
			return bytes.Clone(buf.Bytes()), err
		}})
	}
	stream("beve.Encoder", func(w io.Writer) streamEncoder { return beve.NewEncoder(w) })
	stream("json.Encoder", func(w io.Writer) streamEncoder { return json.NewEncoder(w) })
	stream("msgpack.Encoder", func(w io.Writer) streamEncoder { return msgpack.NewEncoder(w) })
	stream("zebrapack.Encoder", func(w io.Writer) streamEncoder { return zebrapack.NewEncoder(w) })
	for _, options := range []beve.EncodeOptions{{Framing: true, Deterministic: true}, {Extended: true, MinTableRows: 1, Framing: true}} {
		stream(fmt.Sprintf("beve.Encoder with %+v", options), func(w io.Writer) streamEncoder {
			enc := beve.NewEncoder(w)
			enc.SetOptions(options)
			return enc
		})
	}
	collected := beve.NewEncoder(nil)
	all = append(all, reused{"beve.Encoder without a writer", func(v any) ([]byte, error) {
		n := len(collected.Bytes())
		err := collected.Encode(v)
		return bytes.Clone(collected.Bytes()[n:]), err
	}})
	own := beve.NewEncoder(nil)
	codec := json.CodecOf[chain]()
	return append(all, reused{"beve.Marshal", beve.Marshal}, reused{"beve.Encoder.Marshal", own.Marshal},
		reused{"beve.EncodeOptions.Marshal", beve.EncodeOptions{Extended: true, Deterministic: true}.Marshal},
		reused{"json.Marshal", json.Marshal}, reused{"json.Codec", func(v any) ([]byte, error) { return codec.Append(nil, v.(*chain)) }},
		reused{"msgpack.Marshal", msgpack.EncodeOptions{Deterministic: true}.Marshal},
		reused{"zebrapack.Marshal", zebrapack.EncodeOptions{Deterministic: true}.Marshal},
		reused{"beve.MarshalTyped", func(v any) ([]byte, error) { return beve.MarshalTyped([]*chain{v.(*chain)}) }},
		reused{"beve.EncodeIndexedObject", func(v any) ([]byte, error) {
			return beve.EncodeIndexedObject(map[string]any{"chain": v})
		}})
}

// TestEncodersWorkAfterPanics writes a value, panics in a method of it, writes it again
// once the trap is gone, and compares.
func TestEncodersWorkAfterPanics(t *testing.T) {
	armed := map[string]bool{}
	for _, levels := range []int{0, 3, 200} {
		for place, spring := range springs {
			for i, e := range reusedEncoders() {
				first, last := newChain(levels)
				fresh, _ := newChain(levels)
				whole := *last
				if _, err := e.encode(first); err != nil {
					t.Fatalf("%s of %d levels: %v", e.name, levels, err)
				}
				spring(last)
				was, _ := sprung(func() error { _, err := e.encode(first); return err })
				armed[place] = armed[place] || was
				*last = whole
				got, err := e.encode(first)
				if err != nil {
					t.Errorf("%s of %d levels after a panic in %s: %v", e.name, levels, place, err)
					continue
				}
				// The same calls without a panic between them.
				other := reusedEncoders()[i]
				other.encode(fresh)
				want, err := other.encode(fresh)
				if err != nil || !bytes.Equal(got, want) {
					t.Errorf("%s of %d levels after a panic in %s: got %d bytes, want %d, %v", e.name, levels, place, len(got), len(want), err)
				}
			}
		}
	}
	for place := range springs {
		if !armed[place] {
			t.Errorf("no trap went off in %s", place)
		}
	}
}

// TestFirstValueAfterPanics has the panic before the first value of a stream is written.
func TestFirstValueAfterPanics(t *testing.T) {
	for i, e := range reusedEncoders() {
		v, _ := newChain(70)
		bad, last := newChain(70)
		last.Text = "!"
		if was, err := sprung(func() error { _, err := e.encode(bad); return err }); !was {
			t.Fatalf("%s: no trap went off: %v", e.name, err)
		}
		got, err := e.encode(v)
		want, wantErr := reusedEncoders()[i].encode(v)
		if err != nil || wantErr != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: got %d bytes, want %d, %v, %v", e.name, len(got), len(want), err, wantErr)
		}
	}
}

// TestDecodersWorkAfterPanics reads a value, one whose method panics, and the value again,
// by everything that keeps a state.
func TestDecodersWorkAfterPanics(t *testing.T) {
	type reader struct {
		name   string
		write  func(v any) ([]byte, error)
		decode func(data []byte, v any) error
	}
	binary := beve.NewDecoder(new(bytes.Buffer))
	packed, numbered := msgpack.NewDecoder(new(bytes.Buffer)), zebrapack.NewDecoder(new(bytes.Buffer))
	readers := []reader{
		{"beve.Unmarshal", beve.Marshal, beve.Unmarshal}, {"json.Unmarshal", json.Marshal, json.Unmarshal},
		{"msgpack.Unmarshal", msgpack.Marshal, msgpack.Unmarshal}, {"zebrapack.Unmarshal", zebrapack.Marshal, zebrapack.Unmarshal},
		{"beve.Decoder", beve.Marshal, func(data []byte, v any) error { binary.Reset(bytes.NewReader(data)); return binary.Decode(v) }},
		{"msgpack.Decoder", msgpack.Marshal, func(data []byte, v any) error { packed.Reset(bytes.NewReader(data)); return packed.Decode(v) }},
		{"zebrapack.Decoder", zebrapack.Marshal, func(data []byte, v any) error { numbered.Reset(bytes.NewReader(data)); return numbered.Decode(v) }},
		{"beve.Decoder with limits", beve.Marshal, beve.DecodeOptions{RejectDuplicates: true}.Unmarshal},
		{"json with limits", json.Marshal, json.DecodeOptions{Limits: json.Limits{MaxElements: 5000}}.Unmarshal},
	}
	for _, levels := range []int{0, 3, 200} {
		for _, r := range readers {
			v, _ := newChain(levels)
			good, err := r.write(v)
			if err != nil {
				t.Fatalf("%s: %v", r.name, err)
			}
			// Only what reads text may find a trap on its way in: the values are of one
			// letter, so the bytes of a trap are put in their place.
			for _, letter := range []string{"t", "j", "b", "k", "v"} {
				at := bytes.LastIndex(good, []byte(letter))
				bad := bytes.Clone(good)
				bad[at] = '!'
				for range 3 {
					sprung(func() error { return r.decode(bad, new(chain)) })
				}
				for range 3 {
					var got chain
					if err := r.decode(good, &got); err != nil || !reflect.DeepEqual(&got, v) && levels == 0 {
						t.Errorf("%s of %d levels after a panic in %q: %v", r.name, levels, letter, err)
						break
					}
				}
			}
		}
	}
}

// TestStreamsWorkAfterPanicsOfWriters has a writer that panics, and another in its place.
func TestStreamsWorkAfterPanicsOfWriters(t *testing.T) {
	for _, f := range formats(t) {
		w := new(panicWriter)
		enc := f.newEncoder(w)
		if err := enc.Encode(newObservation(1)); err != nil {
			t.Fatalf("%s: %v", f.name, err)
		}
		if was, err := sprung(func() error { return enc.Encode(newObservation(2)) }); !was {
			t.Fatalf("%s: no panic: %v", f.name, err)
		}
		if err := enc.Encode(newObservation(3)); err != nil {
			t.Fatalf("%s: %v", f.name, err)
		}
		dec := f.newDecoder(&w.Buffer)
		var seen []uint64
		for {
			var got observation
			if err := dec.Decode(&got); err != nil {
				if !errors.Is(err, io.EOF) {
					t.Errorf("%s: %v", f.name, err)
				}
				break
			}
			seen = append(seen, got.ID)
		}
		// The second value was handed to the writer and is its affair; the others are whole.
		if text := fmt.Sprint(seen); text != "[1 3]" && text != "[1 2 3]" {
			t.Errorf("%s: read %v", f.name, seen)
		}
	}
}

// TestErrorsNameTheirFormat has errors of each format, from memory and from a stream.
func TestErrorsNameTheirFormat(t *testing.T) {
	for _, f := range formats(t) {
		name, _, _ := strings.Cut(f.name, ",")
		for what, data := range map[string][]byte{"one byte": {0xC1}, "nothing that it should be": bytes.Repeat([]byte{0xFF}, 64)} {
			for way, err := range map[string]error{
				"memory": f.unmarshal(data, new(observation)),
				"stream": f.newDecoder(bytes.NewReader(data)).Decode(new(observation)),
			} {
				var decode *beve.DecodeError
				if err == nil || errors.As(err, &decode) && !strings.HasPrefix(decode.Error(), name+": ") {
					t.Errorf("%s: %s from %s: %v", f.name, what, way, err)
				}
			}
		}
	}
}
