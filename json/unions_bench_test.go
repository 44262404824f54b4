package json_test

import (
	stdjson "encoding/json"
	"fmt"
	"testing"

	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/types"
)

// Four cases, as a service has them.
type (
	event  interface{ at() int64 }
	opened struct {
		At   int64  `json:"at"`
		User string `json:"user"`
		Path string `json:"path"`
	}
	moved struct {
		At int64   `json:"at"`
		X  float64 `json:"x"`
		Y  float64 `json:"y"`
	}
	labelled struct {
		At   int64    `json:"at"`
		Tags []string `json:"tags"`
	}
	closed struct {
		At   int64 `json:"at"`
		Code int   `json:"code"`
		OK   bool  `json:"ok"`
	}
)

func (e opened) at() int64    { return e.At }
func (e moved) at() int64     { return e.At }
func (e *labelled) at() int64 { return e.At }
func (e closed) at() int64    { return e.At }

var events = types.New(types.Union[event](types.Tag("type"), types.Case[opened]("opened"), types.Case[moved]("moved"),
	types.Case[*labelled]("labelled"), types.Case[closed]("closed")))

// flatEvent has the members of all cases.
type flatEvent struct {
	Type string   `json:"type"`
	At   int64    `json:"at"`
	User string   `json:"user,omitempty"`
	Path string   `json:"path,omitempty"`
	X    float64  `json:"x,omitempty"`
	Y    float64  `json:"y,omitempty"`
	Tags []string `json:"tags,omitempty"`
	Code int      `json:"code,omitempty"`
	OK   bool     `json:"ok,omitempty"`
}

func eventList() []event {
	list := make([]event, 1000)
	for i := range list {
		at := int64(1700000000 + i)
		switch i % 4 {
		case 0:
			list[i] = opened{at, fmt.Sprint("user", i), "/some/path/of/a/file"}
		case 1:
			list[i] = moved{at, float64(i) / 3, -float64(i) / 7}
		case 2:
			list[i] = &labelled{at, []string{"red", "green"}}
		default:
			list[i] = closed{at, i, i%8 == 3}
		}
	}
	return list
}

// twoPasses reads a list of events in the usual way: the id first, then the value.
func twoPasses(data []byte, unmarshal func([]byte, any) error) ([]event, error) {
	var raw []json.RawMessage
	if err := unmarshal(data, &raw); err != nil {
		return nil, err
	}
	list := make([]event, len(raw))
	for i, text := range raw {
		var head struct{ Type string }
		if err := unmarshal(text, &head); err != nil {
			return nil, err
		}
		var err error
		switch head.Type {
		case "opened":
			var v opened
			err = unmarshal(text, &v)
			list[i] = v
		case "moved":
			var v moved
			err = unmarshal(text, &v)
			list[i] = v
		case "labelled":
			v := new(labelled)
			err = unmarshal(text, v)
			list[i] = v
		case "closed":
			var v closed
			err = unmarshal(text, &v)
			list[i] = v
		}
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// BenchmarkUnions compares a list of 1,000 values of four cases with the usual way, in two passes, and with a
// plain struct of all members.
func BenchmarkUnions(b *testing.B) {
	list := eventList()
	options := json.EncodeOptions{Types: events}
	data, err := options.Marshal(&list)
	if err != nil {
		b.Fatal(err)
	}
	run := func(name string, f func() error) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if err := f(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	read := json.DecodeOptions{Types: events}
	var out []event
	run("read/union", func() error { out = nil; return read.Unmarshal(data, &out) })
	run("read/two passes", func() (err error) { out, err = twoPasses(data, json.Unmarshal); return err })
	run("read/two passes by encoding/json", func() (err error) { out, err = twoPasses(data, stdjson.Unmarshal); return err })
	var flat []flatEvent
	run("read/flat", func() error { flat = nil; return json.Unmarshal(data, &flat) })
	var buf []byte
	run("write/union", func() (err error) { buf, err = options.Append(buf[:0], &list); return err })
	run("write/flat", func() (err error) { buf, err = json.Append(buf[:0], &flat, json.EscapeHTML); return err })
	late, err := moveIDs(data)
	if err != nil {
		b.Fatal(err)
	}
	run("read/id last", func() error { out = nil; return read.Unmarshal(late, &out) })
}

// moveIDs returns a list of objects with their first members last.
func moveIDs(data []byte) ([]byte, error) {
	var list []json.RawMessage
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, err
	}
	out := []byte{'['}
	for i, text := range list {
		v, err := json.NewView(text)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, '{')
		var first []byte
		for m, err := range v.Members() {
			if err != nil {
				return nil, err
			}
			key, _ := m.Key.ViewRaw()
			value, _ := m.Value.ViewRaw()
			member := append(append(append([]byte(nil), key...), ':'), value...)
			if first == nil {
				first = member
				continue
			}
			out = append(append(out, member...), ',')
		}
		out = append(append(out, first...), '}')
	}
	return append(out, ']'), nil
}
