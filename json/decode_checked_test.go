package json_test

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/types"
)

type checkedPart struct {
	B *bool `json:"b"`
}

type checkedEmbedded struct {
	E any `json:"e,omitempty"`
}

type checkedWhole struct {
	P  **checkedWhole   `json:"p,omitempty"` // in front of the others, which it has too
	N  int              `json:"n"`
	O  string           `json:"o,omitempty"`
	Z  float64          `json:"z,omitzero"`
	L  []checkedPart    `json:"l,omitempty"`
	M  map[int]float64  `json:"m,omitempty"`
	T  time.Time        `json:"t,omitzero"`
	U  scalar.UUID      `json:"u,omitempty"`
	Q  int              `json:"q,string,omitempty"`
	A  [2]int           `json:"a,omitzero"`
	R  json.RawMessage  `json:"r,omitempty"`
	S  checkedShape     `json:"s,omitempty"`
	TM map[textKey]bool `json:"tm,omitempty"`
	checkedEmbedded
}

// textKey is "k", whatever it is read from.
type textKey struct{ string }

func (k *textKey) UnmarshalText([]byte) error  { k.string = "k"; return nil }
func (k textKey) MarshalText() ([]byte, error) { return []byte(k.string), nil }

type checkedShape interface{ checkedShape() }

type checkedCircle struct {
	R float64 `json:"r"`
	C string  `json:"c,omitempty"`
}

func (checkedCircle) checkedShape() {}

var checkedTypes = types.New(types.Union[checkedShape](types.Tag("type"), types.Case[checkedCircle]("circle")))

// checkedReaders are the entries that take options and read a whole value.
var checkedReaders = map[string]func(o json.DecodeOptions, text string, v *checkedWhole) error{
	"DecodeOptions.Unmarshal": func(o json.DecodeOptions, text string, v *checkedWhole) error { return o.Unmarshal([]byte(text), v) },
	"Codec.Unmarshal": func(o json.DecodeOptions, text string, v *checkedWhole) error {
		return json.CodecWith[checkedWhole](json.EncodeOptions{}, o).Unmarshal([]byte(text), v)
	},
	"Decoder.Decode": func(o json.DecodeOptions, text string, v *checkedWhole) error {
		return o.NewDecoder(strings.NewReader(text)).Decode(v)
	},
	"Decoder.Decode, from memory": func(o json.DecodeOptions, text string, v *checkedWhole) error {
		return o.NewDecoderBytes([]byte(text)).Decode(v)
	},
	"Decoder.Decode, the second": func(o json.DecodeOptions, text string, v *checkedWhole) error {
		dec := o.NewDecoder(strings.NewReader("[0," + text + "]"))
		dec.Token()
		if err := dec.Decode(new(any)); err != nil {
			return err
		}
		return placedIn(dec.Decode(v), -3, "/1")
	},
	"View.DecodeWithOptions": func(o json.DecodeOptions, text string, v *checkedWhole) error {
		view, err := json.NewView([]byte("[" + text + "]"))
		if err != nil {
			return err
		}
		part, err := view.Index(0)
		if err != nil {
			return err
		}
		return placedIn(part.DecodeWithOptions(v, o), -1, "/0")
	},
	"ElementsAt": func(o json.DecodeOptions, text string, v *checkedWhole) error {
		for one, err := range json.ElementsAt[checkedWhole](strings.NewReader("["+text+"]"), "", o) {
			if err != nil {
				return placedIn(err, -1, "/0")
			}
			*v = one
		}
		return nil
	},
}

// placedIn returns an error with its place counted from the value within, which is at a path.
func placedIn(err error, by int64, path json.Pointer) error {
	if e, ok := errors.AsType[*json.DecodeError](err); ok {
		e.Offset += by
		if !strings.HasPrefix(string(e.Path), string(path)) {
			return fmt.Errorf("at %s, not within %s: %w", e.Path, path, err)
		}
		e.Path = e.Path[len(path):]
	}
	return err
}

// What the options refuse every entry refuses, and the error says where.
func TestChecksHold(t *testing.T) {
	all, once, strict := json.DecodeOptions{RequireAll: true}, json.DecodeOptions{RejectDuplicates: true}, json.DecodeOptions{Strict: true}
	for _, c := range []struct {
		text  string
		o     json.DecodeOptions
		cause error // nil: it is taken
		path  json.Pointer
		at    string // what stands at the offset
	}{
		{`{"n":1}`, all, nil, "", ""},
		{` {"o":"x"}`, all, json.ErrMissing, "/n", `{"o"`},
		{`{"N":1}`, all, nil, "", ""},
		{`{}`, all, json.ErrMissing, "/n", `{}`},
		{`{"n":1,"p":{"z":1.5}}`, all, json.ErrMissing, "/p/n", `{"z"`},
		{`{"n":1,"l":[{"b":true},{"b":null}, {}]}`, all, json.ErrMissing, "/l/2/b", "{}"},
		{`{"n":1,"p":null,"l":null,"e":{}}`, all, nil, "", ""},
		{`{"n":1,"s":{"type":"circle","c":"red"}}`, all, json.ErrMissing, "/s/r", `{"type"`},
		{`{"n":1,"s":{"r":1,"type":"circle"}}`, all, nil, "", ""},
		{`null`, all, nil, "", ""},
		{`{"n":1,"n":1}`, once, json.ErrDuplicate, "/n", `"n":1}`},
		{`{"n":1,"N":2}`, once, json.ErrDuplicate, "/N", `"N":2`},
		{`{"n":1,"\u006e":2}`, once, json.ErrDuplicate, "/n", `"\u006e"`},
		{`{"v":1,"w":1,"c":1,"d":1,"f":1,"g":1,"h":1,"i":1,"j":1,"k":1,"j":2}`, once, json.ErrDuplicate, "/j", `"j":2`},
		{`{"p":{"o":"", "o":""}}`, once, json.ErrDuplicate, "/p/o", `"o":""}`},
		{`{"m":{"1":2 ,  "1":2}}`, once, json.ErrDuplicate, "/m/1", `"1":2}`},
		{`{"m":{"1":2,"01":2}}`, once, json.ErrDuplicate, "/m/01", `"01"`},
		{`{"tm":{"x":true,"y":true}}`, once, json.ErrDuplicate, "/tm/y", `"y"`},
		{`{"e":[{"x":{"y":1,"y":2}}]}`, once, json.ErrDuplicate, "/e/0/x/y", `"y":2`},
		{`{"r":[{"x":{"y":1,"y":2}}]}`, once, json.ErrDuplicate, "/r/0/x/y", `"y":2`},
		{`{"other":{"y":1,"y":2}}`, once, json.ErrDuplicate, "/other/y", `"y":2`},
		{`{"s":{"r":1,"type":"circle","r":1}}`, once, json.ErrDuplicate, "/s/r", `"r":1}`},
		{"{\"m\":{},\"\xff\":1,\"\xfe\":2}", once, json.ErrDuplicate, "/\ufffd", "\"\xfe"},
		{`{"e":{"a":{"x":1},"b":{"x":1},"x":[{"x":1},{"x":1}]}}`, once, nil, "", ""},
		{`{"n": null}`, strict, json.ErrMismatch, "/n", "null"},
		{`{"m":{"1":null}}`, strict, json.ErrMismatch, "/m/1", "null"},
		{`{"l":[{"b":null},null]}`, strict, json.ErrMismatch, "/l/1", "null]"},
		{`{"t":null}`, strict, json.ErrMismatch, "/t", "null"},
		{`{"u":null}`, strict, json.ErrMismatch, "/u", "null"},
		{`{"a":[1,null]}`, strict, json.ErrMismatch, "/a/1", "null"},
		{`{"a":null}`, strict, json.ErrMismatch, "/a", "null"},
		{`{"q":null}`, strict, json.ErrMismatch, "/q", ""},
		{`{"q":"null"}`, strict, json.ErrMismatch, "/q", ""},
		{`{"s":{"type":"circle","r":null}}`, strict, json.ErrMismatch, "/s/r", "null"},
		{`{"p":null,"l":null,"m":null,"e":null,"r":null,"s":null,"other":null}`, strict, nil, "", ""},
		{`null`, strict, json.ErrMismatch, "", "null"},
	} {
		for name, read := range checkedReaders {
			o := c.o
			o.Types = checkedTypes
			var v checkedWhole
			err := read(o, c.text, &v)
			if c.cause == nil {
				if err != nil {
					t.Errorf("%s by %s: %v", c.text, name, err)
				}
				continue
			}
			e, ok := err.(*json.DecodeError)
			if !ok || !errors.Is(err, c.cause) || e.Path != c.path || !strings.HasPrefix(c.text[min(max(int(e.Offset), 0), len(c.text)):], c.at) {
				t.Errorf("%s by %s: %v, want %v at %s, %s", c.text, name, err, c.cause, c.path, c.at)
			}
			if err := read(json.DecodeOptions{Types: checkedTypes}, c.text, &v); err != nil {
				t.Errorf("%s by %s without the options: %v", c.text, name, err)
			}
		}
	}
}

// randomText returns the text of a value whose names often come again.
func randomText(r *rand.Rand, depth int) string {
	name := func() string {
		return []string{`"n"`, `"N"`, `"o"`, `"\u006e"`, `"l"`, `"b"`, `"x"`, `"m"`, `"1"`, `"e"`}[r.IntN(10)]
	}
	switch kind := r.IntN(6); {
	case depth == 0 || kind < 2:
		return []string{"1", `"text"`, "null", "true", "{}", "[]"}[r.IntN(6)]
	case kind == 2:
		parts := make([]string, r.IntN(4))
		for i := range parts {
			parts[i] = randomText(r, depth-1)
		}
		return "[" + strings.Join(parts, " ,") + "]"
	default:
		parts := make([]string, r.IntN(12))
		for i := range parts {
			parts[i] = name() + ": " + randomText(r, depth-1)
			if r.IntN(3) > 0 {
				parts[i] = fmt.Sprintf("%q:%s", fmt.Sprint(i), randomText(r, depth-1))
			}
		}
		return "{" + strings.Join(parts, ",") + "}"
	}
}

// comesAgain reports whether a name does, as the tokens of encoding/json say.
func comesAgain(text string) bool {
	dec := stdjson.NewDecoder(strings.NewReader(text))
	var open []map[string]bool // of an object, nil of an array
	name := false              // comes next
	for {
		token, err := dec.Token()
		if err == io.EOF {
			return false
		}
		switch token := token.(type) {
		case stdjson.Delim:
			switch token {
			case '{':
				open = append(open, map[string]bool{})
			case '[':
				open = append(open, nil)
			default:
				open = open[:len(open)-1]
			}
		case string:
			if name {
				names := open[len(open)-1]
				if names[token] {
					return true
				}
				names[token], name = true, false
				continue
			}
		}
		name = len(open) > 0 && open[len(open)-1] != nil
	}
}

// Duplicates are found in any text, and nothing else is changed by looking for them.
func TestRandomDuplicates(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	once := json.DecodeOptions{RejectDuplicates: true, Flags: json.DontMatchCaseInsensitiveStructFields}
	found := 0
	for range testkit.Rounds(4_000) {
		text := randomText(r, 4)
		want := comesAgain(text)
		for _, target := range []func() any{func() any { return new(any) }, func() any { return new(map[string]any) }, func() any { return new([]json.RawMessage) }, func() any { return new(checkedEmbedded) }} {
			v, plain := target(), target()
			err, usual := once.Unmarshal([]byte(text), v), json.DecodeOptions{Flags: json.DontMatchCaseInsensitiveStructFields}.Unmarshal([]byte(text), plain)
			switch {
			case want != errors.Is(err, json.ErrDuplicate):
				t.Fatalf("%s into %T: %v, want a duplicate: %v", text, v, err, want)
			case want:
				found++
			case fmt.Sprint(err) != fmt.Sprint(usual):
				t.Fatalf("%s into %T: %v, without the option %v", text, v, err, usual)
			default:
				got, _ := json.Marshal(v)
				if same, _ := json.Marshal(plain); !bytes.Equal(got, same) {
					t.Fatalf("%s into %T: %s, without the option %s", text, v, got, same)
				}
			}
		}
		if _, err := once.NewView([]byte(text)); want != errors.Is(err, json.ErrDuplicate) {
			t.Fatalf("a View of %s: %v", text, err)
		}
	}
	if found < 100 {
		t.Errorf("%d duplicates found", found)
	}
}
