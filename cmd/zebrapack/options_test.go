package main

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/types"
	"github.com/beve-org/beve-go/zebrapack"
)

// This file holds every option of both packages to what it does by reflection, for types with generated code.

// wire has what each option is tried with, by its name; declared stands for declarations of the copy of the types.
var (
	declared = new(types.Set)
	encoding = map[string][]any{
		"Deterministic": {true}, "OmitNil": {true}, "NoStructNames": {true}, "StructTag": {"zid", "=msgpack"}, "Inline": {true},
		"Time": {msgpack.TimeTimestamp, msgpack.TimeExt5}, "MaxDepth": {1, 2, 3, 4, 6, 600}, "Types": {declared},
	}
	decoding = map[string][]any{
		"Limits":        {[]int64{1}, []int64{2}, []int64{3}, []int64{5}, []int64{600}, []int64{0, 1}, []int64{0, 4}, []int64{0, 20}, []int64{0, 0, 1}, []int64{0, 0, 50}},
		"RejectUnknown": {true}, "RejectDuplicates": {true}, "RequireAll": {true}, "NoCopy": {true}, "ValidUTF8": {true}, "AnyText": {true},
		"StructTag": {"zid", "=msgpack"}, "Inline": {true}, "Types": {declared},
	}
)

// choices returns options of type O, each of which has one field set, and none. A field of O without values is an error.
func choices[O any](t *testing.T, values map[string][]any, set *types.Set) (names []string, all []O) {
	t.Helper()
	names, all = []string{"none"}, make([]O, 1)
	of := reflect.TypeFor[O]()
	for i := range of.NumField() {
		name := of.Field(i).Name
		if len(values[name]) == 0 {
			t.Fatalf("%v has an option %s that is not tried", of, name)
		}
		for _, value := range values[name] {
			var o O
			field := reflect.ValueOf(&o).Elem().Field(i)
			switch value := value.(type) {
			case []int64:
				for j, n := range value {
					field.Field(j).SetInt(n)
				}
			case *types.Set:
				field.Set(reflect.ValueOf(set))
			default:
				field.Set(reflect.ValueOf(value).Convert(field.Type()))
			}
			names, all = append(names, fmt.Sprint(name, "=", value)), append(all, o)
		}
	}
	return names, all
}

type (
	encodeWays map[string]func(v any) ([]byte, error)
	decodeWays map[string]func(data []byte, v any) error
)

// streamed returns what a function writes to a stream.
func streamed(write func(b *bytes.Buffer) error) ([]byte, error) {
	var b bytes.Buffer
	err := write(&b)
	return b.Bytes(), err
}

// optioned are the packages by their names: which copy has code for it, and the ways in which options are asked.
var optioned = map[string]struct {
	code   string
	encode func(t *testing.T, set *types.Set) ([]string, []encodeWays)
	decode func(t *testing.T, set *types.Set) ([]string, []decodeWays)
}{
	"msgpack": {"names", func(t *testing.T, set *types.Set) (names []string, ways []encodeWays) {
		names, all := choices[msgpack.EncodeOptions](t, encoding, set)
		for _, o := range all {
			codec := msgpack.CodecWith[any](o, msgpack.DecodeOptions{})
			ways = append(ways, encodeWays{
				"Marshal": o.Marshal,
				"Append":  func(v any) ([]byte, error) { return o.Append(nil, v) },
				"Encoder": func(v any) ([]byte, error) {
					return streamed(func(b *bytes.Buffer) error { return o.NewEncoder(b).Encode(v) })
				},
				"SetOptions": func(v any) ([]byte, error) {
					return streamed(func(b *bytes.Buffer) error {
						e := msgpack.NewEncoder(b)
						e.SetOptions(o)
						return e.Encode(v)
					})
				},
				"Codec": func(v any) ([]byte, error) { return codec.Marshal(&v) },
			})
		}
		return names, ways
	}, func(t *testing.T, set *types.Set) (names []string, ways []decodeWays) {
		names, all := choices[msgpack.DecodeOptions](t, decoding, set)
		for _, o := range all {
			codec := msgpack.CodecWith[any](msgpack.EncodeOptions{}, o)
			ways = append(ways, decodeWays{
				"Unmarshal":    o.Unmarshal,
				"Decoder":      func(data []byte, v any) error { return o.NewDecoder(bytes.NewReader(data)).Decode(v) },
				"DecoderBytes": func(data []byte, v any) error { return o.NewDecoderBytes(data).Decode(v) },
				"SetOptions": func(data []byte, v any) error {
					d := msgpack.NewDecoderBytes(data)
					d.SetOptions(o)
					return d.Decode(v)
				},
				"Codec": func(data []byte, v any) error { return codec.Unmarshal(data, &v) },
				"View": func(data []byte, v any) error {
					view, err := o.NewView(data)
					if err == nil {
						err = view.DecodeWithOptions(v, o)
					}
					return err
				},
			})
		}
		return names, ways
	}},
	"zebrapack": {"numbers", func(t *testing.T, set *types.Set) (names []string, ways []encodeWays) {
		names, all := choices[zebrapack.EncodeOptions](t, encoding, set)
		for _, o := range all {
			codec := zebrapack.CodecWith[any](o, zebrapack.DecodeOptions{})
			ways = append(ways, encodeWays{
				"Marshal": o.Marshal,
				"Append":  func(v any) ([]byte, error) { return o.Append(nil, v) },
				"Encoder": func(v any) ([]byte, error) {
					return streamed(func(b *bytes.Buffer) error { return o.NewEncoder(b).Encode(v) })
				},
				"SetOptions": func(v any) ([]byte, error) {
					return streamed(func(b *bytes.Buffer) error {
						e := zebrapack.NewEncoder(b)
						e.SetOptions(o)
						return e.Encode(v)
					})
				},
				"Codec": func(v any) ([]byte, error) { return codec.Marshal(&v) },
			})
		}
		return names, ways
	}, func(t *testing.T, set *types.Set) (names []string, ways []decodeWays) {
		names, all := choices[zebrapack.DecodeOptions](t, decoding, set)
		for _, o := range all {
			codec := zebrapack.CodecWith[any](zebrapack.EncodeOptions{}, o)
			ways = append(ways, decodeWays{
				"Unmarshal":    o.Unmarshal,
				"Decoder":      func(data []byte, v any) error { return o.NewDecoder(bytes.NewReader(data)).Decode(v) },
				"DecoderBytes": func(data []byte, v any) error { return o.NewDecoderBytes(data).Decode(v) },
				"SetOptions": func(data []byte, v any) error {
					d := zebrapack.NewDecoderBytes(data)
					d.SetOptions(o)
					return d.Decode(v)
				},
				"Codec": func(data []byte, v any) error { return codec.Unmarshal(data, &v) },
			})
		}
		return names, ways
	}},
}

// places are where a value stands: each makes a type of that of the value, and puts the value into a variable of it.
var places = map[string]func(t reflect.Type) (of reflect.Type, put func(into, v reflect.Value)){
	"itself": func(t reflect.Type) (reflect.Type, func(into, v reflect.Value)) { return t, reflect.Value.Set },
	"slice": func(t reflect.Type) (reflect.Type, func(into, v reflect.Value)) {
		return reflect.SliceOf(t), func(into, v reflect.Value) { into.Set(reflect.Append(into, v)) }
	},
	"map": func(t reflect.Type) (reflect.Type, func(into, v reflect.Value)) {
		of := reflect.MapOf(reflect.TypeFor[string](), t)
		return of, func(into, v reflect.Value) {
			into.Set(reflect.MakeMap(of))
			into.SetMapIndex(reflect.ValueOf("k"), v)
		}
	},
	"pointer": func(t reflect.Type) (reflect.Type, func(into, v reflect.Value)) {
		return reflect.PointerTo(t), func(into, v reflect.Value) { into.Set(v.Addr()) }
	},
	"struct": func(t reflect.Type) (reflect.Type, func(into, v reflect.Value)) {
		of := reflect.StructOf([]reflect.StructField{{Name: "F", Type: t, Tag: `zid:"0" msg:"f"`}})
		return of, func(into, v reflect.Value) { into.Field(0).Set(v) }
	},
	"interface": func(reflect.Type) (reflect.Type, func(into, v reflect.Value)) {
		return reflect.TypeFor[any](), func(into, v reflect.Value) { into.Set(v.Addr()) }
	},
}

// grow gives the maps in v several entries, with what they hold.
func grow(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() && v.Elem().CanSet() {
			grow(v.Elem())
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			grow(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				grow(v.Field(i))
			}
		}
	case reflect.Map:
		for _, elem := range v.Seq2() {
			for _, key := range []string{"z", "b", "longer", "a"} {
				v.SetMapIndex(reflect.ValueOf(key), elem)
			}
			return
		}
	}
}

// verdict is what a package says of a message or value: the cause of its error, and where it is.
func verdict(err error) string {
	if err == nil {
		return "fine"
	}
	said := ""
	for _, cause := range []error{fault.ErrTruncated, fault.ErrSyntax, fault.ErrUTF8, fault.ErrTrailing, fault.ErrDepth, fault.ErrLimit, fault.ErrMismatch,
		fault.ErrOverflow, fault.ErrUnknownField, fault.ErrDuplicate, fault.ErrMissing, fault.ErrUnsupported, fault.ErrCycle} {
		if errors.Is(err, cause) {
			said += cause.Error() + "; "
		}
	}
	var d *fault.DecodeError
	var e *fault.EncodeError
	switch {
	case errors.As(err, &d):
		said += fmt.Sprint("at ", d.Offset, " ", d.Path)
	case errors.As(err, &e):
		said += fmt.Sprint("at ", e.Path)
	}
	return said
}

// spoiled returns the message of a tree in which something, somewhere, is not as it was: a member too many, one too few, one twice,
// text that is none or a bin, or a value of another kind.
type spoiled struct {
	left int // containers and scalars before what is spoiled
	how  int
}

func (s *spoiled) append(b []byte, v any) []byte {
	s.left--
	hit := s.left == 0
	if m := reflect.ValueOf(v); m.Kind() == reflect.Map {
		return s.appendMap(b, m, hit)
	}
	if list, ok := v.([]any); ok {
		b = append(b, 0xdc, byte(len(list)>>8), byte(len(list)))
		for _, elem := range list {
			b = s.append(b, elem)
		}
		return b
	}
	if text, ok := v.(string); ok && hit {
		v = []any{[]byte(text), text + "\xff", 1, nil}[s.how%4]
	} else if hit {
		v = []any{"text", nil}[s.how%2]
	}
	b, err := msgpack.Append(b, v)
	if err != nil {
		panic(err)
	}
	return b
}

func (s *spoiled) appendMap(b []byte, m reflect.Value, hit bool) []byte {
	keys := m.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	extra := 0
	switch {
	case hit && s.how%3 == 0 && len(keys) > 0:
		keys = keys[:len(keys)-1]
	case hit && s.how%3 == 1 && len(keys) > 0:
		keys = append(keys, keys[len(keys)-1])
	case hit:
		extra = 1
	}
	n := len(keys) + extra
	b = append(b, 0xde, byte(n>>8), byte(n))
	for _, key := range keys {
		b, _ = msgpack.Append(b, key.Interface())
		b = s.append(b, m.MapIndex(key).Interface())
	}
	if extra > 0 {
		if m.Type().Key().Kind() == reflect.String {
			b, _ = msgpack.Append(b, "other")
		} else {
			b, _ = msgpack.Append(b, 99)
		}
		b, _ = msgpack.Append(b, 7)
	}
	return b
}

// twin is a value of a copy of the types, in a place.
func (m mixture) twin(name, place string, seed uint64, words, many bool) (of reflect.Type, v any) {
	inner := reflect.ValueOf(m.makers[name]()).Elem()
	r := filler{m, rand.New(rand.NewPCG(seed, 0)), words, words}
	r.fill(inner, 6)
	if many {
		grow(inner)
	}
	of, put := places[place](inner.Type())
	into := reflect.New(of)
	put(into.Elem(), inner)
	return of, into.Interface()
}

// TestOptionsHoldForGeneratedCode encodes and decodes with every option, in all places and by all ways, what has code and what has
// none: the bytes and the verdicts are the same.
func TestOptionsHoldForGeneratedCode(t *testing.T) {
	needsGenerated(t)
	rng := rand.New(rand.NewPCG(7, 16))
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(mixtures["none"].makers)), func(name string) bool { return name == "Shape" })
	for _, format := range slices.Sorted(maps.Keys(optioned)) {
		f := optioned[format]
		made, none := mixtures[f.code], mixtures["none"]
		declare := func(m mixture) *types.Set { return m.declare(0, "c", "s", "b", "w") }
		encodes, ways := f.encode(t, declare(made))
		_, bareWays := f.encode(t, declare(none))
		decodes, reads := f.decode(t, declare(made))
		_, bareReads := f.decode(t, declare(none))
		refused := map[string]bool{}
		for _, place := range slices.Sorted(maps.Keys(places)) {
			for _, name := range names {
				seed := rng.Uint64()
				for i, option := range encodes {
					many := option == "Deterministic=true"
					_, v := made.twin(name, place, seed, strings.HasPrefix(option, "Types="), many)
					_, bare := none.twin(name, place, seed, strings.HasPrefix(option, "Types="), many)
					for way, encode := range ways[i] {
						got, err := encode(v)
						want, wantErr := bareWays[i][way](bare)
						if verdict(err) != verdict(wantErr) || !bytes.Equal(got, want) {
							t.Errorf("%s by %s, %s of %s in %s: %s, want %s\n%s", format, way, option, name, place, verdict(err), verdict(wantErr), differ(got, want, nil))
						}
						if wantErr != nil {
							refused[option] = true
						}
					}
				}
				_, bare := none.twin(name, place, seed, false, true)
				message, err := packages[format].marshal(nil, bare)
				var tree any
				if err != nil || msgpack.Unmarshal(message, &tree) != nil {
					t.Fatal(name, err)
				}
				for round := range 12 {
					if round > 0 {
						s := spoiled{1 + rng.IntN(1+min(len(message)/4, 60)), round}
						message = s.append(nil, tree)
					}
					taken := false
					for i, option := range decodes {
						for way, read := range reads[i] {
							into, v := made.twin(name, place, seed, false, false)
							bareInto, bare := none.twin(name, place, seed, false, false)
							if round%2 == 0 && place != "interface" {
								v, bare = reflect.New(into).Interface(), reflect.New(bareInto).Interface()
							}
							err, wantErr := read(message, v), bareReads[i][way](message, bare)
							if verdict(err) != verdict(wantErr) {
								t.Errorf("%s by %s, %s of %s in %s: %s, want %s: %v, want %v\n%x", format, way, option, name, place, verdict(err), verdict(wantErr), err, wantErr, message)
							}
							if wantErr != nil {
								refused[option] = refused[option] || taken
								continue
							}
							taken = taken || i == 0
							got, err := packages[format].marshal(nil, v)
							want, wantErr := packages[format].marshal(nil, bare)
							if err != nil || wantErr != nil || !bytes.Equal(got, want) {
								t.Errorf("%s by %s, %s of %s in %s, read: %v\n%x", format, way, option, name, place, differ(got, want, err), message)
							}
						}
					}
				}
				if t.Failed() && testing.Short() {
					return
				}
			}
		}
		for _, option := range []string{"RejectUnknown=true", "RejectDuplicates=true", "ValidUTF8=true", "MaxDepth=2", "Limits=[2]"} {
			if !refused[option] {
				t.Errorf("%s: nothing was refused under %s", format, option)
			}
		}
	}
}

// TestOptionsChangeNoForm writes and reads random values under an option that generated code does not know: where reflection takes its place
// the form is that of the methods, and where directives or flags chose another one the methods stay.
func TestOptionsChangeNoForm(t *testing.T) {
	needsGenerated(t)
	ways := map[string]struct {
		marshal   func(v any) ([]byte, error)
		unmarshal func(data []byte, v any) error
	}{
		"names": {zebrapack.EncodeOptions{Deterministic: true}.Marshal, zebrapack.DecodeOptions{RejectDuplicates: true}.Unmarshal},
		"plain": {zebrapack.EncodeOptions{Deterministic: true, NoStructNames: true}.Marshal, zebrapack.DecodeOptions{RejectDuplicates: true}.Unmarshal},
		"msgp":  {msgpack.EncodeOptions{Deterministic: true}.Marshal, msgpack.DecodeOptions{RejectDuplicates: true}.Unmarshal},
	}
	stay := map[string]int{}
	for mode, way := range ways {
		for name := range bareTypes {
			of := golden[mode][name]
			if _, ok := of().(msgp.Reflected); !ok {
				stay[mode]++
			}
			for seed := range uint64(20) {
				v := of()
				random(rand.New(rand.NewPCG(seed, 3)), reflect.ValueOf(v).Elem(), 4)
				want, err := v.MarshalMsg(nil)
				if err != nil || !msgpack.Valid(want) { // the bytes of a Raw are random
					continue
				}
				got, err := way.marshal(v)
				if err != nil || !bytes.Equal(got, want) {
					t.Fatalf("%s of %s:\n%v", name, mode, differ(got, want, err))
				}
				read, byMethod := of(), of()
				err = way.unmarshal(want, read)
				_, methodErr := byMethod.UnmarshalMsg(want)
				if (err == nil) != (methodErr == nil) {
					t.Fatalf("%s of %s: %v, by its method %v, in %x", name, mode, err, methodErr, want)
				}
				got, err = read.MarshalMsg(nil)
				want, methodErr = byMethod.MarshalMsg(nil)
				if err != nil || methodErr != nil || !bytes.Equal(got, want) {
					t.Fatalf("%s of %s, read:\n%v", name, mode, differ(got, want, err))
				}
			}
		}
	}
	if stay["names"] == 0 || stay["names"] > 9 || stay["plain"] != stay["names"] || stay["msgp"] != len(bareTypes) {
		t.Errorf("methods stay for %v types", stay)
	}
}
