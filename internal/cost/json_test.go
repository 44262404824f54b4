package cost_test

import (
	"bytes"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/cost"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/scalar"
)

func TestJSON(t *testing.T) {
	judge(t, jsonEntries(), append(cost.JSONFamilies(), cost.DeepJSONFamilies()...))
}

// quoted is what the option string is for.
type quoted struct {
	A int     `json:"A,string"`
	K string  `json:"k,string"`
	N *string `json:"n,string"`
}

// small is a struct that takes no more memory than a few bytes of text: elements of slices
// cost what they take and, as with append, up to five times that while a slice grows.
type small struct {
	A int32
	K *small `json:"k"`
}

// jsonTargets are what text is decoded into, apart from any.
func jsonTargets() []reflect.Type {
	return []reflect.Type{
		reflect.TypeFor[any](), reflect.TypeFor[[]any](), reflect.TypeFor[map[string]any](), reflect.TypeFor[[]map[string]any](),
		reflect.TypeFor[map[textKey]any](), reflect.TypeFor[map[string]string](), reflect.TypeFor[some](), reflect.TypeFor[[]small](),
		reflect.TypeFor[[]*some](), reflect.TypeFor[[3]some](), reflect.TypeFor[struct{}](), reflect.TypeFor[[]struct{}](),
		reflect.TypeFor[linked](), reflect.TypeFor[linkedSlice](), reflect.TypeFor[linkedMap](), alike,
		reflect.TypeFor[json.RawMessage](), reflect.TypeFor[[]json.RawMessage](), reflect.TypeFor[map[string]json.RawMessage](),
		reflect.TypeFor[beve.Raw](), reflect.TypeFor[[]beve.Raw](), reflect.TypeFor[[]msgp.Raw](),
		reflect.TypeFor[scalar.Matrix[float64]](), reflect.TypeFor[[]scalar.Matrix[uint8]](), reflect.TypeFor[[]scalar.Complex[int8]](), reflect.TypeFor[[]scalar.UUID](),
		reflect.TypeFor[int](), reflect.TypeFor[string](), reflect.TypeFor[[]int](), reflect.TypeFor[[]string](), reflect.TypeFor[[]float64](),
		reflect.TypeFor[json.Number](), reflect.TypeFor[[]json.Number](), reflect.TypeFor[[]byte](), reflect.TypeFor[[][]byte](),
		reflect.TypeFor[time.Time](), reflect.TypeFor[[]time.Time](), reflect.TypeFor[quoted](), reflect.TypeFor[[1]quoted](),
		reflect.TypeFor[map[float64]any](), reflect.TypeFor[chan int](),
	}
}

func jsonEntries() []cost.Entry {
	var all []cost.Entry
	add := func(name string, run func(data []byte) error) {
		// A View, and Parse, are called again for each part.
		calls := strings.Contains(name, "NewView, ") || strings.Contains(name, "NewDecoder, ") || strings.Contains(name, "ElementsAt") || strings.HasPrefix(name, "json.Parse with")
		all = append(all, cost.Entry{Name: name, Formats: []string{cost.JSON}, Maps: true, Calls: calls,
			Run: func(data []byte) (int, error) { return 0, run(data) }})
	}
	output := func(name string, run func(data []byte) (int, error)) {
		all = append(all, cost.Entry{Name: name, Formats: []string{cost.JSON}, Run: run})
	}
	strict := json.DecodeOptions{Limits: json.Limits{MaxElements: 1 << 30}, Flags: json.DisallowUnknownFields}
	checked := json.DecodeOptions{RejectDuplicates: true, RequireAll: true, Strict: true}
	for _, target := range jsonTargets() {
		add("json.Unmarshal into "+name(target), func(data []byte) error { return misfit(json.Unmarshal(data, reflect.New(target).Interface())) })
		add("json.DecodeOptions.Unmarshal into "+name(target), func(data []byte) error {
			return strict.Unmarshal(data, reflect.New(target).Interface())
		})
	}
	for _, target := range []reflect.Type{reflect.TypeFor[any](), reflect.TypeFor[[]small](), reflect.TypeFor[some](), reflect.TypeFor[map[string]any]()} {
		add("json.NewDecoder into "+name(target), func(data []byte) error { return drainJSON(json.NewDecoder(stream(data)), target) })
		add("json.DecodeOptions.NewDecoder into "+name(target), func(data []byte) error {
			return drainJSON(strict.NewDecoder(iotest.HalfReader(stream(data))), target)
		})
	}
	for _, target := range []reflect.Type{reflect.TypeFor[any](), reflect.TypeFor[[]small](), reflect.TypeFor[some](), reflect.TypeFor[map[textKey]any](), reflect.TypeFor[map[int]any]()} {
		add("json.DecodeOptions.Unmarshal, checked, into "+name(target), func(data []byte) error {
			return checked.Unmarshal(data, reflect.New(target).Interface())
		})
	}
	add("json.DecodeOptions.NewView, checked", func(data []byte) error { _, err := checked.NewView(data); return err })
	// The errors of encoding/json have keys that are not numbers as they are.
	add("json.DecodeOptions.NewDecoder into map[int]any", func(data []byte) error {
		return drainJSON(strict.NewDecoder(stream(data)), reflect.TypeFor[map[int]any]())
	})
	add("json.NewDecoder without copies", func(data []byte) error {
		d := json.NewDecoder(stream(data))
		d.ZeroCopy()
		return drainJSON(d, reflect.TypeFor[any]())
	})
	addTokensOfJSON(add)
	add("json.NewDecoder by tokens", func(data []byte) error { return tokens(json.NewDecoder(stream(data))) })
	add("json.DecodeOptions.NewDecoder by tokens", func(data []byte) error {
		o := json.DecodeOptions{Limits: json.Limits{MaxBytes: 1 << 20}}
		return tokens(o.NewDecoder(stream(data)))
	})
	for flag, of := range map[string]json.ParseFlags{"numbers": json.UseNumber, "large integers": json.UseBigInt, "integers": json.UseInt64 | json.UseUint64,
		"no copies": json.ZeroCopy, "exact names": json.DontMatchCaseInsensitiveStructFields} {
		add("json.Parse with "+flag, func(data []byte) (err error) {
			for len(data) > 0 && err == nil {
				data, err = json.Parse(data, new(any), of)
			}
			return err
		})
	}
	for name, v := range map[string]json.Unmarshaler{
		"scalar.Matrix": new(scalar.Matrix[float64]), "scalar.Complex": new(scalar.Complex[int64]), "scalar.UUID": new(scalar.UUID),
		"scalar.Int128": new(scalar.Int128), "scalar.Uint128": new(scalar.Uint128),
	} {
		add(name+".UnmarshalJSON", v.UnmarshalJSON)
	}
	add("json.Codec.Unmarshal", func(data []byte) error { return json.CodecOf[[]small]().Unmarshal(data, new([]small)) })
	add("json.Valid", func(data []byte) error { json.Valid(data); return nil })
	output("json.Compact", func(data []byte) (int, error) {
		var out bytes.Buffer
		err := json.Compact(&out, data)
		return out.Len(), err
	})
	output("json.Indent", func(data []byte) (int, error) {
		var out bytes.Buffer
		err := json.Indent(&out, data, "", "")
		return out.Len(), err
	})
	output("json.HTMLEscape", func(data []byte) (int, error) {
		var out bytes.Buffer
		json.HTMLEscape(&out, data)
		return out.Len(), nil
	})
	output("json.Marshal of raw text", func(data []byte) (int, error) {
		out, err := json.Marshal(map[string]json.RawMessage{"k": data})
		return len(out), err
	})
	output("json.Escape", func(data []byte) (int, error) { return len(json.Escape(string(data))), nil })
	output("json.Unescape", func(data []byte) (int, error) { return len(json.Unescape(data)), nil })
	output("json.AppendEscape", func(data []byte) (int, error) { return len(json.AppendEscape(nil, string(data), json.EscapeHTML)), nil })
	output("json.AppendUnescape", func(data []byte) (int, error) { return len(json.AppendUnescape(nil, data, 0)), nil })
	add("json.NewTokenizer", func(data []byte) error {
		t := json.NewTokenizer(data)
		for t.Next() {
			if t.Kind().Class() == json.String {
				t.String()
			}
		}
		return t.Err
	})
	add("json.NewView, every part", func(data []byte) error { return viewJSON(data, walkJSON) })
	add("json.NewView, errors of elements", func(data []byte) error { return viewJSON(data, wrongJSON) })
	add("json.NewView, elements decoded", func(data []byte) error {
		return viewJSON(data, func(v json.View) (last error) {
			for e := range v.Elements() {
				last = e.Decode(new(any))
			}
			return last
		})
	})
	add("json.NewDecoderBytes", func(data []byte) error {
		d := json.NewDecoderBytes(data)
		for {
			if _, err := d.ViewRaw(); err != nil {
				return notEOF(err)
			}
		}
	})
	add("json.View.At", func(data []byte) error {
		return viewJSON(data, func(v json.View) error { _, err := v.At("/k/k/0/k"); return err })
	})
	add("json.View.At of a long path", func(data []byte) error {
		v, _ := json.NewView([]byte(`{"a":[{}]}`))
		v.At(json.Pointer("/a/" + string(data)))
		v.At(json.Pointer("/a/0/" + string(data)))
		_, err := v.At(json.Pointer(data))
		return err
	})
	return all
}

func drainJSON(d *json.Decoder, t reflect.Type) error {
	for {
		if err := d.Decode(reflect.New(t).Interface()); err != nil {
			if err == io.EOF {
				return nil
			}
			return misfit(err)
		}
	}
}

// misfit passes over an error of encoding/json whose text has a name of 140 KB for a type:
// that is the program's.
func misfit(err error) error {
	if e, ok := err.(*json.UnmarshalTypeError); ok && e.Type == alike {
		return nil
	}
	return err
}

func tokens(d *json.Decoder) error {
	for {
		d.More()
		if _, err := d.Token(); err != nil {
			if err == io.EOF {
				return nil
			}
			return err
		}
	}
}

func viewJSON(data []byte, f func(json.View) error) error {
	v, err := json.NewView(data)
	if err != nil {
		return err
	}
	return f(v)
}

// walkJSON reads every part of v.
func walkJSON(v json.View) (err error) {
	switch v.Kind() {
	case json.Array:
		for e := range v.Elements() {
			if err := walkJSON(e); err != nil {
				return err
			}
		}
	case json.Object:
		for m := range v.Members() {
			if err := walkJSON(m.Value); err != nil {
				return err
			}
		}
	case json.String:
		_, err = v.String()
	case json.Num:
		v.Float64() //nolint:errcheck // some are out of range
	}
	return err
}

// wrongJSON asks parts of v for what they are not, as a program does that tries. An error
// costs more than the few bytes that it is about, so that it is a part of them.
func wrongJSON(v json.View) (last error) {
	n := 0
	try := func(v json.View) {
		if n++; n%1000 == 0 {
			if _, last = v.Bool(); last == nil {
				_, last = v.String()
			}
		}
	}
	var all func(v json.View)
	all = func(v json.View) {
		try(v)
		switch v.Kind() {
		case json.Array:
			for e := range v.Elements() {
				all(e)
			}
		case json.Object:
			for m := range v.Members() {
				all(m.Value)
			}
		}
	}
	all(v)
	return last
}
