// Command go is beve-go as a testee of the suite: each -mode is one way in which it reads.
//
//	any         Unmarshal into an interface, Marshal, Decoder
//	view        View: containers walked over, parts read one by one
//	wire        the functions of package wire
//	skip        wire.Validate: no meaning, whether a message is one
//	translator  JSON text, both ways
//	generated   code by bevegen, into the type that the header names
package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"reflect"
	"runtime"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/conformance/meaning"
	"github.com/beve-org/beve-go/conformance/testees/go/boxes"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/wire"
)

// answer is one to a request: a kind and what belongs to it.
type answer struct {
	kind byte
	text []byte
}

// mode is a way to read and write; what it has not is skipped.
type mode struct {
	read, stream, write func([]byte) answer
	notation            string
}

var modes = map[string]mode{
	"any":        {read: readAny, stream: streamAny, write: writeAny},
	"view":       {read: readView},
	"wire":       {read: means(printWire)},
	"skip":       {read: readSkip},
	"translator": {read: means(toJSON), stream: means(streamToJSON), write: fromJSON, notation: "json"},
	"generated":  {read: readGenerated},
}

func main() {
	name := flag.String("mode", "any", "how messages are read")
	flag.Parse()
	m, ok := modes[*name]
	if !ok {
		log.Fatal("no mode ", *name)
	}
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	for {
		var head [4]byte
		if _, err := io.ReadFull(in, head[:]); err != nil {
			return
		}
		request := make([]byte, binary.LittleEndian.Uint32(head[:]))
		if _, err := io.ReadFull(in, request); err != nil {
			log.Fatal(err)
		}
		a := m.reply(*name, request)
		out.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(a.text)+1)))
		out.WriteByte(a.kind)
		out.Write(a.text)
		if err := out.Flush(); err != nil {
			log.Fatal(err)
		}
	}
}

func (m *mode) reply(name string, request []byte) answer {
	f := map[byte]func([]byte) answer{'R': m.read, 'T': m.stream, 'W': m.write}[request[0]]
	switch {
	case request[0] == 'H':
		text, err := json.Marshal(map[string]string{"name": "go-" + name, "version": "working tree, " + runtime.Version(), "profile": "extended", "notation": m.notation})
		if err != nil {
			log.Fatal(err)
		}
		return answer{'V', text}
	case f == nil:
		return answer{'S', []byte("not in this mode")}
	}
	return f(request[1:])
}

// refused is the answer for an error: one that says "unsupported" is skipped.
func refused(err error) answer {
	if errors.Is(err, beve.ErrUnsupported) || errors.Is(err, translator.ErrUnsupported) {
		return answer{'S', []byte(err.Error())}
	}
	return answer{'E', []byte(err.Error())}
}

func means(read func([]byte) ([]byte, error)) func([]byte) answer {
	return func(message []byte) answer {
		text, err := read(message)
		if err != nil {
			return refused(err)
		}
		return answer{'V', text}
	}
}

func readAny(message []byte) answer {
	var v any
	if err := beve.Unmarshal(message, &v); err != nil {
		return refused(err)
	}
	return answer{'V', appendValue(nil, v)}
}

func streamAny(stream []byte) answer { return streamOf(bytes.NewReader(stream)) }

func streamOf(source io.Reader) answer {
	d := beve.NewDecoder(source)
	out := []byte(`{"$stream":[`)
	for n := 0; ; n++ {
		var v any
		if err := d.Decode(&v); err == io.EOF {
			return answer{'V', append(out, "]}"...)}
		} else if err != nil {
			return refused(err)
		}
		if n > 0 {
			out = append(out, ',')
		}
		out = appendValue(out, v)
	}
}

func writeAny(text []byte) answer {
	n, err := meaning.Parse(text)
	if err != nil {
		return refused(err)
	}
	if name, content, special := meaning.Special(n); special && name == "stream" {
		return writeStream(content.([]meaning.Node))
	}
	v, err := valueOf(n)
	if errors.Is(err, errNoValue) {
		return answer{'S', []byte(err.Error())}
	}
	if err != nil {
		return refused(err)
	}
	marshal := beve.Marshal
	if ofProfile(v) {
		marshal = beve.MarshalAuto
	}
	data, err := marshal(v)
	if err != nil {
		return refused(err)
	}
	return answer{'B', data}
}

func writeStream(values []meaning.Node) answer {
	var out bytes.Buffer
	e := beve.NewEncoder(&out)
	for _, n := range values {
		v, err := valueOf(n)
		if err != nil {
			return answer{'S', []byte(err.Error())}
		}
		if err := e.Encode(v); err != nil {
			return refused(err)
		}
	}
	return answer{'B', out.Bytes()}
}

// ofProfile reports whether the portable profile writes something else for a value.
func ofProfile(v any) bool {
	switch v.(type) {
	case beve.Timestamp, time.Duration, beve.Interval, beve.UUID, beve.RegExpData:
		return true
	}
	return false
}

func readSkip(message []byte) answer {
	if err := wire.Validate(message); err != nil {
		return refused(err)
	}
	return answer{'A', nil}
}

func toJSON(message []byte) ([]byte, error) { return translator.ToJSON(message) }

func streamToJSON(stream []byte) ([]byte, error) {
	var out bytes.Buffer
	if _, err := translator.Transcode(&out, bytes.NewReader(stream), translator.BEVEToJSON, translator.Options{}); err != nil {
		return nil, err
	}
	lines := bytes.Split(bytes.TrimSpace(out.Bytes()), []byte("\n"))
	return append(append([]byte("["), bytes.Join(lines, []byte(","))...), ']'), nil
}

// fromJSON writes the values that JSON has.
func fromJSON(text []byte) answer {
	n, err := meaning.Parse(text)
	if err != nil {
		return refused(err)
	}
	plain, ok := plainJSON(nil, n)
	if !ok {
		return answer{'S', []byte("JSON does not have this")}
	}
	data, err := translator.FromJSON(plain)
	if err != nil {
		return refused(err)
	}
	return answer{'B', data}
}

// plainJSON appends the JSON text of a value, if there is one.
func plainJSON(dst []byte, n meaning.Node) ([]byte, bool) {
	ok := true
	switch v := n.(type) {
	case []meaning.Node:
		dst = append(dst, '[')
		for i, e := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			if dst, ok = plainJSON(dst, e); !ok {
				return nil, false
			}
		}
		return append(dst, ']'), true
	case meaning.Pairs:
		if name, content, special := meaning.Special(n); special {
			number, finite := content.(json.Number)
			if name == "f64" && finite && !bytes.ContainsAny([]byte(number), ".eE") {
				number += ".0"
			}
			return append(dst, number...), name == "f64" && finite
		}
		dst = append(dst, '{')
		for i, p := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(meaning.AppendString(dst, p.Key), ':')
			if dst, ok = plainJSON(dst, p.Value); !ok {
				return nil, false
			}
		}
		return append(dst, '}'), true
	}
	text, err := json.Marshal(n)
	return append(dst, text...), err == nil
}

// readGenerated reads a message as the member of a struct, whose type the header chooses.
func readGenerated(message []byte) answer {
	if len(message) == 0 || message[0] == 0x06 || message[0] == 0x2E {
		return answer{'S', []byte("what may stand before a message may not stand in one")}
	}
	box, member := boxes.For(message[0])
	if _, ok := box.(beve.Unmarshaler); !ok {
		return answer{'S', []byte("bevegen has not been run")}
	}
	data := append([]byte{0x03, 1 << 2, 1 << 2, 'V'}, message...)
	if err := (beve.DecodeOptions{Limits: beve.Limits{MaxDepth: 513}}).Unmarshal(data, box); err != nil {
		return refused(err)
	}
	return answer{'V', appendValue(nil, reflect.ValueOf(member).Elem().Interface())}
}

// readView prints a message part by part.
func readView(message []byte) answer {
	v, err := beve.NewView(message)
	if err != nil {
		return refused(err)
	}
	if err := v.Validate(); err != nil {
		return refused(err)
	}
	out, err := appendView(nil, v)
	if err != nil {
		return refused(err)
	}
	return answer{'V', out}
}

func appendView(dst []byte, v beve.View) ([]byte, error) {
	switch kind := v.Kind(); kind {
	case beve.KindNull:
		return append(dst, "null"...), nil
	case beve.KindBool:
		b, err := v.Bool()
		return appendValue(dst, b), err
	case beve.KindString:
		s, err := v.String()
		return appendValue(dst, s), err
	case beve.KindNumber:
		return appendNumber(dst, v)
	case beve.KindObject, beve.KindIntObject:
		return appendMembers(dst, v)
	case beve.KindArray, beve.KindStringArray, beve.KindBoolArray, beve.KindNumberArray, beve.KindAligned:
		dst = append(dst, '[')
		n := 0
		for e, err := range v.Elements() {
			if err != nil {
				return nil, err
			}
			if n > 0 {
				dst = append(dst, ',')
			}
			if dst, err = appendView(dst, e); err != nil {
				return nil, err
			}
			n++
		}
		if have, err := v.Len(); err != nil || have != n {
			return nil, fmt.Errorf("%d elements, and Len says %d, %w", n, have, err)
		}
		return append(dst, ']'), nil
	}
	var value any
	if err := v.Decode(&value); err != nil {
		return nil, err
	}
	return appendValue(dst, value), nil
}

// appendNumber prints a number by the getter for its kind.
func appendNumber(dst []byte, v beve.View) ([]byte, error) {
	n, err := v.Number()
	if err != nil {
		return nil, err
	}
	if n.IsFloat() {
		f, err := v.Float64()
		return appendValue(dst, f), err
	}
	if i, err := v.Int64(); err == nil {
		return appendValue(dst, i), nil
	}
	if u, err := v.Uint64(); err == nil {
		return appendValue(dst, u), nil
	}
	i, err := v.BigInt()
	return appendValue(dst, i), err
}

func appendMembers(dst []byte, v beve.View) ([]byte, error) {
	var members []meaning.Member
	for m, err := range v.Members() {
		if err != nil {
			return nil, err
		}
		name, err := m.Name()
		if err != nil {
			return nil, err
		}
		key := []byte(name)
		if v.Kind() == beve.KindObject {
			key = meaning.AppendString(nil, name)
		}
		value, err := appendView(nil, m.Value)
		if err != nil {
			return nil, err
		}
		members = append(members, meaning.Member{Key: key, Value: value})
	}
	if v.Kind() == beve.KindObject {
		return meaning.AppendObject(dst, members), nil
	}
	dst = append(dst, `{"$map":[`...)
	for i, m := range members {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(append(append(append(append(dst, '['), m.Key...), ','), m.Value...), ']')
	}
	return append(dst, "]}"...), nil
}
