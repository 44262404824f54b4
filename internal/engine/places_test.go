// What fails, in every place that a value can have: the error must say the same cause and
// the place, whichever codec stands around it and by whichever way it is written or read.

package engine_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/netip"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/beve-org/beve-go/internal/engine"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/wire"
)

// A place makes a value that holds v at a path.
type place struct {
	name string
	path engine.Pointer
	of   func(v reflect.Value) reflect.Value
	// written only: no reader finds the value there again.
	written bool
}

// places returns the places of one level; each takes values of any type.
func places() []place {
	field := func(t reflect.Type, tag reflect.StructTag) reflect.Type {
		return reflect.StructOf([]reflect.StructField{
			{Name: "A", Type: reflect.TypeFor[int]()},
			{Name: "V", Type: t, Tag: tag},
			{Name: "B", Type: reflect.TypeFor[string]()},
		})
	}
	inField := func(tag reflect.StructTag) func(v reflect.Value) reflect.Value {
		return func(v reflect.Value) reflect.Value {
			s := reflect.New(field(v.Type(), tag)).Elem()
			s.Field(0).SetInt(300)
			s.Field(1).Set(v)
			s.Field(2).SetString("after")
			return s
		}
	}
	pointer := func(v reflect.Value) reflect.Value {
		p := reflect.New(v.Type())
		p.Elem().Set(v)
		return p
	}
	slice := func(n int) func(v reflect.Value) reflect.Value {
		return func(v reflect.Value) reflect.Value {
			l := reflect.MakeSlice(reflect.SliceOf(v.Type()), n, n)
			for i := range n {
				l.Index(i).Set(v)
			}
			return l
		}
	}
	keyed := func(key any) func(v reflect.Value) reflect.Value {
		return func(v reflect.Value) reflect.Value {
			m := reflect.MakeMap(reflect.MapOf(reflect.TypeOf(key), v.Type()))
			m.SetMapIndex(reflect.ValueOf(key), v)
			return m
		}
	}
	return []place{
		{name: "a field", path: "/V", of: inField("")},
		{name: "a field that may be left out", path: "/V", of: inField(`json:",omitempty"`)},
		{name: "a pointer", of: pointer},
		{name: "a slice", path: "/0", of: slice(1)},
		{name: "a longer slice", path: "/0", of: slice(9)},
		{name: "an array", path: "/0", of: func(v reflect.Value) reflect.Value {
			a := reflect.New(reflect.ArrayOf(1, v.Type())).Elem()
			a.Index(0).Set(v)
			return a
		}},
		{name: "a slice of pointers", path: "/0", of: func(v reflect.Value) reflect.Value { return slice(2)(pointer(v)) }},
		{name: "rows", path: "/0/V", of: func(v reflect.Value) reflect.Value { return slice(9)(inField("")(v)) }},
		{name: "a map", path: "/k", of: keyed("k")},
		{name: "a map of integers", path: "/-5", of: keyed(int8(-5))},
		{name: "a map of text", path: "/(7)", of: keyed(testkit.TextKey(7))},
		{name: "a name to escape", path: "/a~1b~0", of: keyed("a/b~")},
		{name: "an interface", path: "/0", written: true, of: func(v reflect.Value) reflect.Value {
			return reflect.ValueOf([]any{v.Interface()})
		}},
		{name: "an object of interfaces", path: "/k", written: true, of: func(v reflect.Value) reflect.Value {
			return reflect.ValueOf(map[string]any{"k": v.Interface()})
		}},
	}
}

// nested returns the places of one level and of two.
func nested() []place {
	one := places()
	all := one
	for _, outer := range one {
		for _, in := range one {
			all = append(all, place{
				name: in.name + " in " + outer.name, path: outer.path + in.path, written: in.written || outer.written,
				of: func(v reflect.Value) reflect.Value { return outer.of(in.of(v)) },
			})
		}
	}
	return all
}

// encoders are the ways to write a value. Each returns what it has written after prefix.
var encoders = map[string]func(o engine.EncodeOptions, prefix []byte, v any) ([]byte, error){
	"Append": func(o engine.EncodeOptions, prefix []byte, v any) ([]byte, error) {
		out, err := o.Append(bytes.Clone(prefix), v)
		if !bytes.HasPrefix(out, prefix) || err != nil && len(out) != len(prefix) {
			return out, fmt.Errorf("%q begins with no copy of the prefix, or has more: %w", out, err)
		}
		return out[len(prefix):], err
	},
	"Marshal": func(o engine.EncodeOptions, _ []byte, v any) ([]byte, error) { return o.Marshal(v) },
	"MarshalZeroCopy": func(o engine.EncodeOptions, _ []byte, v any) ([]byte, error) {
		lease, err := o.MarshalZeroCopy(v)
		defer lease.Release()
		return bytes.Clone(lease.Bytes()), err
	},
	"Encoder.Marshal": func(o engine.EncodeOptions, _ []byte, v any) ([]byte, error) {
		e := engine.GetEncoderFromPool()
		defer engine.PutEncoderToPool(e)
		e.SetOptions(o)
		return e.Marshal(v)
	},
	"Encoder.Encode": func(o engine.EncodeOptions, _ []byte, v any) ([]byte, error) {
		var w bytes.Buffer
		e := engine.NewEncoder(&w)
		e.SetOptions(o)
		err := e.Encode(v)
		return w.Bytes(), err
	},
	"Codec.Marshal": func(o engine.EncodeOptions, _ []byte, v any) ([]byte, error) {
		return engine.CodecWith[any](o, engine.DecodeOptions{}).Marshal(&v)
	},
	"Codec.Append": func(o engine.EncodeOptions, prefix []byte, v any) ([]byte, error) {
		out, err := engine.CodecWith[any](o, engine.DecodeOptions{}).Append(bytes.Clone(prefix), &v)
		return out[len(prefix):], err
	},
}

func TestWhatCannotBeWrittenSaysWhere(t *testing.T) {
	var far = time.Unix(1<<62, 0)
	extended := engine.EncodeOptions{Extended: true, Deterministic: true, MinTableRows: 2}
	options := map[string]engine.EncodeOptions{
		"portable": {Deterministic: true}, "extended": extended, "fixed width": {FixedWidth: true, Deterministic: true},
	}
	for _, leaf := range []struct {
		v     any
		cause error
		only  string // the options under which it fails, or all
	}{
		{v: "\xff", cause: fault.ErrUTF8},
		{v: strings.Repeat("text ", 20) + "\xff", cause: fault.ErrUTF8},
		{v: map[string]int{"\xff": 1}, cause: fault.ErrUTF8},
		{v: make(chan int), cause: fault.ErrUnsupported},
		{v: func() {}, cause: fault.ErrUnsupported},
		{v: engine.Timestamp{Nanoseconds: 1e9}, cause: fault.ErrOverflow},
		{v: engine.Timestamp{Seconds: 1 << 40}, cause: fault.ErrOverflow, only: "portable"},
		{v: far, cause: fault.ErrOverflow, only: "portable"},
		{v: time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC), cause: fault.ErrOverflow, only: "portable"},
		{v: engine.Interval{Start: time.Unix(2, 0).UTC(), End: time.Unix(1, 0).UTC()}, cause: fault.ErrMismatch},
		{v: engine.Interval{Start: time.Unix(2, 0).UTC(), End: far}, cause: fault.ErrOverflow, only: "portable"},
		{v: engine.RegExpData{Pattern: "\xff"}, cause: fault.ErrUTF8},
		{v: engine.Matrix[int8]{Extents: []int{2, 2}, Data: []int8{1}}, cause: fault.ErrMismatch},
		{v: json.Number("1.2.3"), cause: fault.ErrSyntax},
		{v: engine.Raw{0x07}, cause: fault.ErrSyntax},
		{v: engine.Raw{0x02, 0x08, 'a'}, cause: fault.ErrTruncated},
		{v: failsText{}, cause: errOwn},
		{v: failsBinary{}, cause: errOwn},
		{v: failsToMarshal{}, cause: errOwn},
		{v: badText{}, cause: fault.ErrUTF8},
	} {
		for under, o := range options {
			if leaf.only != "" && leaf.only != under {
				continue
			}
			for i, at := range nested() {
				v := at.of(reflect.ValueOf(leaf.v)).Interface()
				for name, encode := range encoders {
					if i >= len(places()) && (name != "Append" || testing.Short()) {
						continue // two levels deep, one way is as good as another
					}
					out, err := encode(o, []byte("prefix"), v)
					var e *fault.EncodeError
					if !errors.As(err, &e) || !errors.Is(err, leaf.cause) || len(out) > 0 {
						t.Errorf("%s, %T %v in %s: %s returns %x, %v, want %v", under, leaf.v, leaf.v, at.name, name, out, err, leaf.cause)
					} else if !strings.HasPrefix(string(e.Path), string(at.path)) {
						t.Errorf("%s, %T in %s: %s fails at %q, want %q", under, leaf.v, at.name, name, e.Path, at.path)
					}
				}
			}
		}
	}
}

// TestIndexedObjectsSayWhere has the same in objects with an index, which are written apart.
func TestIndexedObjectsSayWhere(t *testing.T) {
	type list struct{ A, V []string }
	for _, c := range []struct {
		v     any
		path  engine.Pointer
		cause error
	}{
		{map[string]int{"a": 1, "\xff": 2}, "/\xff", fault.ErrUTF8},
		{map[string]any{"a": 1, "b": "\xff"}, "/b", fault.ErrUTF8},
		{map[string]any{"a": 1, "b": map[string]any{"c": make(chan int), "d": 1}}, "/b/c", fault.ErrUnsupported},
		{map[string]list{"a": {}, "b": {V: []string{"", "\xff"}}}, "/b/V/1", fault.ErrUTF8},
		{list{V: []string{"\xff"}}, "/V/0", fault.ErrUTF8},
		{map[int]any{1: "a"}, "", fault.ErrUnsupported}, // keys that are not text,
	} {
		prefix := []byte("prefix")
		out, err := engine.IndexOptions{IncludeNested: true}.AppendIndexed(prefix, c.v)
		var e *fault.EncodeError
		if !errors.As(err, &e) || e.Path != c.path || !errors.Is(err, c.cause) || string(out) != "prefix" {
			t.Errorf("%v: %q, %v, want %v at %s", c.v, out, err, c.cause, c.path)
		}
	}
}

// decoders are the ways to read one value of type T into *p.
var decoders = map[string]func(o engine.DecodeOptions, data []byte, p any) error{
	"Unmarshal": func(o engine.DecodeOptions, data []byte, p any) error { return o.Unmarshal(data, p) },
	"UnmarshalPart": func(o engine.DecodeOptions, data []byte, p any) error {
		return o.UnmarshalPart(append(bytes.Clone(data), 0), 0, len(data), p)
	},
	"Decoder": func(o engine.DecodeOptions, data []byte, p any) error {
		d := engine.NewDecoder(bytes.NewReader(data))
		d.SetOptions(o)
		return d.Decode(p)
	},
	"Decoder, byte by byte": func(o engine.DecodeOptions, data []byte, p any) error {
		d := engine.GetDecoderFromPool(iotest.OneByteReader(bytes.NewReader(data)))
		defer engine.PutDecoderToPool(d)
		d.SetOptions(o)
		return d.Decode(p)
	},
	"Decoder of bytes": func(o engine.DecodeOptions, data []byte, p any) error {
		d := engine.GetDecoderBytesFromPool(data)
		defer engine.PutDecoderToPool(d)
		d.SetOptions(o)
		if err := d.Decode(p); err != nil {
			return err
		}
		if rest := d.Buffered(); len(rest) != 0 || d.More() || d.InputOffset() != int64(len(data)) {
			return fmt.Errorf("%d bytes are left at %d of %d", len(rest), d.InputOffset(), len(data))
		}
		if err := d.Decode(p); err != io.EOF {
			return fmt.Errorf("after the end: %v", err)
		}
		return nil
	},
	"Decoder with an arena": func(o engine.DecodeOptions, data []byte, p any) error {
		// The arena is not given back: what is read lies in it.
		d := engine.NewDecoderWithArena(data, engine.NewArenaPool(1<<12).Get())
		d.SetOptions(o)
		return d.Decode(p)
	},
}

func TestWhatCannotBeReadSaysWhere(t *testing.T) {
	for _, leaf := range []struct {
		written any
		target  any // a value of the type that does not take it
		cause   error
	}{
		{300, int8(0), fault.ErrOverflow},
		{-1, uint(0), fault.ErrOverflow},
		{1.5, 0, fault.ErrMismatch},
		{"text", 0, fault.ErrMismatch},
		{"text", false, fault.ErrMismatch},
		{"text", 1.5, fault.ErrMismatch},
		{"text", complex64(0), fault.ErrMismatch},
		{"text", []int{}, fault.ErrMismatch},
		{"text", map[string]int{}, fault.ErrMismatch},
		{"text", struct{ X int }{}, fault.ErrMismatch},
		{"text", time.Time{}, fault.ErrMismatch},
		{"text", engine.Timestamp{}, fault.ErrMismatch},
		{"text", engine.Interval{}, fault.ErrMismatch},
		{"text", engine.UUID{}, fault.ErrMismatch},
		{"text", engine.Matrix[int8]{}, fault.ErrMismatch},
		{"text", json.Number(""), fault.ErrMismatch},
		{"text", big.Int{}, fault.ErrMismatch},
		{true, "", fault.ErrMismatch},
		{true, []string{}, fault.ErrMismatch},
		{true, engine.RegExpData{}, fault.ErrMismatch},
		{true, time.Second, fault.ErrMismatch},
		{true, [2]bool{}, fault.ErrMismatch},
		{[]int{1, 2, 3}, [2]int{}, fault.ErrMismatch},
		{[]string{"a", "b"}, [3]string{}, fault.ErrMismatch},
		{[]string{"a"}, []bool{}, fault.ErrMismatch},
		{[]int{300}, []int8{}, fault.ErrOverflow},
		{[]any{1, "a"}, []int{}, fault.ErrMismatch},
		{map[string]int{"x": 300}, map[string]int8{}, fault.ErrOverflow},
		{map[int]string{300: "x"}, map[int8]string{}, fault.ErrOverflow},
		{map[string]int{"X": 300}, struct{ X uint8 }{}, fault.ErrOverflow},
		{"12", failsText{}, errOwn},
		{[]byte{1}, failsBinary{}, errOwn},
		{1, failsToUnmarshal{}, errOwn},
		{1, netip.Addr{}, fault.ErrMismatch},
		{1, (*regexp.Regexp)(nil), fault.ErrMismatch},
	} {
		raw, err := engine.EncodeOptions{Deterministic: true}.Marshal(leaf.written)
		if err != nil {
			t.Fatal(err)
		}
		for i, at := range nested() {
			deep := i >= len(places())
			if at.written || deep && testing.Short() {
				continue
			}
			// What does not fit is written as it is, and read as what it is not.
			data, err := engine.EncodeOptions{Deterministic: true}.Marshal(at.of(reflect.ValueOf(engine.Raw(raw))).Interface())
			if err != nil {
				t.Fatalf("%T in %s: %v", leaf.written, at.name, err)
			}
			begin := bytes.Index(data, raw)
			target := at.of(reflect.ValueOf(leaf.target)).Type()
			for name, decode := range decoders {
				if deep && name != "Unmarshal" {
					continue
				}
				err := decode(engine.DecodeOptions{}, data, reflect.New(target).Interface())
				var e *fault.DecodeError
				if !errors.As(err, &e) || !errors.Is(err, leaf.cause) {
					t.Errorf("%T into %T in %s: %s returns %v, want %v", leaf.written, leaf.target, at.name, name, err, leaf.cause)
					continue
				}
				if !strings.HasPrefix(string(e.Path), string(at.path)) {
					t.Errorf("%T into %T in %s: %s fails at %q, want %q", leaf.written, leaf.target, at.name, name, e.Path, at.path)
				}
				if at := int(e.Offset); at < begin && leaf.cause != fault.ErrMismatch || at > len(data) {
					t.Errorf("%T into %T: %s fails at byte %d of %x, want %d at least", leaf.written, leaf.target, name, at, data, begin)
				}
				if e.GoType == "" && leaf.cause != errOwn {
					t.Errorf("%T into %T in %s: %s names no Go type: %v", leaf.written, leaf.target, at.name, name, err)
				}
			}
		}
	}
}

// TestEntriesAgree writes every value of the zoo by every way, and reads it by every way.
func TestEntriesAgree(t *testing.T) {
	for i, v := range testkit.Zoo() {
		for _, o := range []engine.EncodeOptions{
			{Deterministic: true}, {Deterministic: true, Extended: true}, {Deterministic: true, Aligned: true},
			{Deterministic: true, FixedWidth: true}, {Deterministic: true, Framing: true},
		} {
			want, failed := o.Marshal(v)
			for name, encode := range encoders {
				// Where a message lies in memory decides how it is aligned.
				if got, err := encode(o, nil, v); !bytes.Equal(got, want) || (err == nil) != (failed == nil) {
					t.Errorf("zoo %d, %T, %+v: %s returns %x, %v; Marshal %x, %v", i, v, o, name, got, err, want, failed)
				}
			}
			if failed != nil {
				continue
			}
			first := reflect.New(reflect.TypeOf(v))
			refused := engine.DecodeOptions{}.Unmarshal(want, first.Interface())
			for name, decode := range decoders {
				if name == "UnmarshalPart" && o.Framing {
					continue // a part is a value, not a message
				}
				p := reflect.New(reflect.TypeOf(v))
				err := decode(engine.DecodeOptions{}, want, p.Interface())
				if (err == nil) != (refused == nil) || err == nil && !testkit.EqualLoose(p.Elem().Interface(), first.Elem().Interface()) {
					t.Errorf("zoo %d, %T, %+v: %s reads %+v, %v; Unmarshal %+v, %v", i, v, o, name, p.Elem(), err, first.Elem(), refused)
				}
			}
		}
	}
}

// TestNeighboursOfFailures has fields with types of their own, which structs write and read in loops
// without calling their codecs, beside each other type.
func TestNeighboursOfFailures(t *testing.T) {
	neighbours := []any{true, int8(-1), int16(-300), int32(70_000), int64(1) << 40, uint8(200), uint16(60_000), uint32(1) << 31,
		uint64(1) << 63, 7, uint(7), float32(1.5), 2.5, "text", time.Unix(1, 0).UTC(), []string{"a"}, []int{1}, map[string]int{"a": 1}}
	for _, before := range neighbours {
		for _, after := range neighbours {
			shape := reflect.StructOf([]reflect.StructField{
				{Name: "Before", Type: reflect.TypeOf(before)},
				{Name: "Bad", Type: reflect.TypeFor[string]()},
				{Name: "After", Type: reflect.TypeOf(after)},
			})
			v := reflect.New(shape)
			v.Elem().Field(0).Set(reflect.ValueOf(before))
			v.Elem().Field(1).SetString("\xff")
			v.Elem().Field(2).Set(reflect.ValueOf(after))
			_, err := engine.Marshal(v.Interface())
			var e *fault.EncodeError
			if !errors.As(err, &e) || e.Path != "/Bad" || !errors.Is(err, fault.ErrUTF8) {
				t.Errorf("%T, %T: %v", before, after, err)
			}
			v.Elem().Field(1).SetString("good")
			data, err := engine.Marshal(v.Interface())
			if err != nil {
				t.Fatal(err)
			}
			got := reflect.New(shape)
			if err := engine.Unmarshal(data, got.Interface()); err != nil || !testkit.Equal(got.Elem().Interface(), v.Elem().Interface()) {
				t.Errorf("%T, %T: read %+v, %v", before, after, got.Elem(), err)
			}
			// The value that is not text, at the place of one.
			at := bytes.Index(data, wire.AppendString(nil, "good"))
			bad := append(append(bytes.Clone(data[:at]), byte(wire.HeaderTrue)), data[at+6:]...)
			var d *fault.DecodeError
			if err := engine.Unmarshal(bad, got.Interface()); !errors.As(err, &d) || d.Path != "/Bad" || int(d.Offset) != at {
				t.Errorf("%T, %T: %v, want /Bad at %d", before, after, err, at)
			}
		}
	}
}
