package json_test

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
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
	LM map[lowerKey]int `json:"lm,omitempty"`
	I  big.Int          `json:"i,omitzero"`
	checkedEmbedded
}

// textKey is "k", whatever it is read from.
type textKey struct{ string }

func (k *textKey) UnmarshalText([]byte) error  { k.string = "k"; return nil }
func (k textKey) MarshalText() ([]byte, error) { return []byte(k.string), nil }

// lowerKey is a string that is read in lower case.
type lowerKey string

func (k *lowerKey) UnmarshalText(text []byte) error {
	*k = lowerKey(bytes.ToLower(text))
	return nil
}

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
		{`{"q":null}`, strict, json.ErrMismatch, "/q", "null"},
		{`{"q":"null"}`, strict, json.ErrMismatch, "/q", `"null"`},
		{`{"i":null}`, strict, json.ErrMismatch, "/i", "null"},
		{`{"lm":{"A":1,"a":2}}`, once, json.ErrDuplicate, "/lm/a", `"a":2`},
		{`{"lm":{"A":1,"b":2}}`, once, nil, "", ""},
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

// An error that ends decoding has its own place and class, whatever did not fit in front of it; else the first that did not
// fit counts.
func TestErrorsAreNotMixed(t *testing.T) {
	saved := []struct {
		text  string // of member "a"
		o     json.DecodeOptions
		path  json.Pointer
		cause error
	}{
		{`{"n":null}`, json.DecodeOptions{Strict: true}, "/a/n", json.ErrMismatch},
		{`{}`, json.DecodeOptions{RequireAll: true}, "/a/n", json.ErrMissing},
		{`{"n":1,"N":2}`, json.DecodeOptions{RejectDuplicates: true}, "/a/N", json.ErrDuplicate},
		{`{"n":1,"other":2}`, json.DecodeOptions{Flags: json.DisallowUnknownFields}, "/a/other", json.ErrUnknownField},
		{`{"n":"x"}`, json.DecodeOptions{}, "/a/n", nil},
	}
	type part struct {
		N int `json:"n"`
	}
	type whole struct {
		A part                    `json:"a"`
		T time.Time               `json:"t,omitzero"`
		F *json.Number            `json:"f,omitempty"`
		M map[int]checkedWhole    `json:"m,omitempty"`
		K map[json.Number]lateKey `json:"k,omitempty"`
	}
	for _, s := range saved {
		for _, end := range []struct {
			text string // after that member
			path json.Pointer
			ends bool // decoding: else what was saved counts
		}{
			{`}`, s.path, false},
			{`,"m":{"x":{}}}`, s.path, false},
			{`,"t":"bad"}`, "/t", true},
			{`,"f":"bad"}`, "/f", true},
			{`,"k":{"1":"bad"}}`, "/k/1", true},
			{`,"t":tru}`, "/t", true},
			{`}x`, "", true},
			{`,`, "", true},
		} {
			text := `{"a":` + s.text + end.text
			v, alone := any(new(whole)), any(new(whole))
			if end.path == "" || strings.Contains(end.text, "tru}") { // without methods nothing is looked at in advance
				v, alone = new(struct{ A part }), new(struct{ A part })
			}
			err := s.o.Unmarshal([]byte(text), v)
			e, ok := err.(*json.DecodeError)
			if !ok || e.Path != end.path {
				t.Errorf("%s: %v, want an error at %s", text, err, end.path)
				continue
			}
			if s.cause != nil && errors.Is(err, s.cause) != !end.ends {
				t.Errorf("%s: %v, which is %v: %v", text, err, s.cause, end.ends)
			}
			// The same without what is saved has the same error, so many bytes before.
			if end.ends {
				usual, _ := json.DecodeOptions{}.Unmarshal([]byte(`{"a":{"n":1}`+end.text), alone).(*json.DecodeError)
				if usual == nil || e.GoType != usual.GoType || e.Offset-usual.Offset != int64(len(s.text)-len(`{"n":1}`)) || fmt.Sprintf("%T", e.Err) != fmt.Sprintf("%T", usual.Err) {
					t.Errorf("%s: %v, and alone %v", text, err, usual)
				}
			}
		}
	}
}

// lateKey fails when it is read.
type lateKey struct{}

func (*lateKey) UnmarshalJSON([]byte) error { return errors.New("bad") }

// Null leaves a type with a conversion as it is, unless what it converts to can be nil, and is refused by strict options.
func TestNullForConversions(t *testing.T) {
	check := func(name string, d types.Declaration, used any) {
		before, _ := json.EncodeOptions{Types: types.New(d)}.Marshal(used)
		for _, strict := range []bool{false, true} {
			o := json.DecodeOptions{Types: types.New(d), Strict: strict}
			err := o.Unmarshal([]byte("null"), used)
			after, _ := json.EncodeOptions{Types: types.New(d)}.Marshal(used)
			if errors.Is(err, json.ErrMismatch) != strict || !strict && err != nil || !bytes.Equal(before, after) {
				t.Errorf("null for what converts to %s, strict %v: %s becomes %s, %v", name, strict, before, after, err)
			}
		}
	}
	type number struct{ n int64 }
	check("int64", types.Convert(func(n number) int64 { return n.n }, func(n int64) (number, error) { return number{n}, nil }), &number{5})
	check("string", types.Convert(func(n number) string { return fmt.Sprint(n.n) }, func(s string) (n number, err error) { _, err = fmt.Sscan(s, &n.n); return n, err }), &number{5})
	check("time.Time", types.Convert(func(n number) time.Time { return time.Unix(n.n, 0) }, func(t time.Time) (number, error) { return number{t.Unix()}, nil }), &number{5})
	check("big.Int", types.Convert(func(n number) big.Int { return *big.NewInt(n.n) }, func(z big.Int) (number, error) { return number{z.Int64()}, nil }), &number{5})
	check("scalar.Duration", types.Convert(func(n number) scalar.Duration { return scalar.Duration{Seconds: uint64(n.n)} }, func(d scalar.Duration) (number, error) { return number{int64(d.Seconds)}, nil }), &number{5})
	check("a struct", types.Convert(func(n number) checkedCircle { return checkedCircle{R: float64(n.n)} }, func(c checkedCircle) (number, error) { return number{int64(c.R)}, nil }), &number{5})
	check("an array", types.Convert(func(n number) [1]int64 { return [1]int64{n.n} }, func(a [1]int64) (number, error) { return number{a[0]}, nil }), &number{5})
}

type (
	within     interface{ within() }
	withinText struct {
		V string `json:"v"`
		N int    `json:"n"`
		I within `json:"i"`
	}
	withinNil struct {
		V *int   `json:"v"`
		N *int   `json:"n"`
		I within `json:"i"`
	}
)

func (withinText) within() {}
func (withinNil) within()  {}

// What follows a member that does not fit is not read as a part of a case that is not the one: else each level of a value
// would take twice the time of the one within it.
func TestCasesThatDoNotFitCostLittle(t *testing.T) {
	set := types.New(types.Union[within](types.Untagged(), types.Case[withinText](1), types.Case[withinNil](2)))
	for _, c := range []struct {
		o    json.DecodeOptions
		open string
	}{
		{json.DecodeOptions{Strict: true}, `{"v":null,"n":null,"i":`},
		{json.DecodeOptions{RequireAll: true}, `{"v":1,"n":null,"i":`},
		{json.DecodeOptions{}, `{"v":1,"n":2,"i":`},
	} {
		c.o.Types = set
		for _, levels := range []int{1, 8, 12, 40} {
			var v within
			if err := c.o.Unmarshal([]byte(strings.Repeat(c.open, levels)+"null"+strings.Repeat("}", levels)), &v); err != nil {
				t.Errorf("%d levels of %s: %v", levels, c.open, err)
				continue
			}
			got := 0
			for v != nil {
				inner, ok := v.(withinNil)
				if !ok {
					t.Fatalf("%d levels of %s: level %d is a %T", levels, c.open, got+1, v)
				}
				v, got = inner.I, got+1
			}
			if got != levels {
				t.Errorf("%d levels of %s: %d are read", levels, c.open, got)
			}
		}
	}
}
