package beve_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/token"
)

// TestLongListsAreWrittenAsShortOnesAre writes lists of random elements, and of what is written as something else, in each
// format: what a list of a few can hold, one of thousands can.
func TestLongListsAreWrittenAsShortOnesAre(t *testing.T) {
	numbers := []float64{1.5, 2}
	inner := &numbers
	lists := []reflect.Value{
		reflect.ValueOf([]*[]float64{inner}), reflect.ValueOf([]**[]float64{&inner}), reflect.ValueOf([]any{inner}), reflect.ValueOf([]Amount{{150}}),
		reflect.ValueOf([]*Amount{{150}}), reflect.ValueOf([]Shape{Circle{1}, &Square{2}}), reflect.ValueOf([]Payment{{Cash: &Cash{5}}}),
	}
	for i := range testkit.Rounds(200) {
		rng := rand.New(rand.NewPCG(uint64(i), 78))
		typ := testkit.RandomType(rng, 2)
		list := reflect.MakeSlice(reflect.SliceOf(typ), 0, 4)
		for range 4 {
			list = reflect.Append(list, testkit.RandomValue(rng, typ))
		}
		lists = append(lists, list)
	}
	for _, list := range lists {
		long := reflect.MakeSlice(list.Type(), 0, 3000)
		for long.Len() < 3000 {
			long = reflect.AppendSlice(long, list)
		}
		for _, f := range lawFormats {
			if _, err := f.marshal(list.Interface()); err != nil {
				continue
			}
			if _, err := f.marshal(long.Interface()); err != nil {
				t.Errorf("%s, %s: %d elements are written, and of %d: %v", f.name, list.Type(), list.Len(), long.Len(), err)
			}
		}
	}
}

// TestLongListsAreReadAlike reads lists of random elements that are longer than every window and buffer, in each way that
// has elements: one by one they are what Unmarshal makes of the whole.
func TestLongListsAreReadAlike(t *testing.T) {
	seen := 0
	for i := range testkit.Rounds(64) {
		rng := rand.New(rand.NewPCG(uint64(i), 77))
		typ := testkit.RandomType(rng, 2)
		lists := reflect.SliceOf(typ)
		list := reflect.MakeSlice(lists, 0, 64)
		for range 64 {
			list = reflect.Append(list, testkit.RandomValue(rng, typ))
		}
		for _, o := range []beve.EncodeOptions{{}, {Extended: true}, {Aligned: true, FixedWidth: true}} {
			msg, err := o.Marshal(list.Interface())
			if err != nil || len(msg) < 128 {
				continue // of a type without a form, or an empty one
			}
			// So many times the list that it is longer than two windows, and some random length on top.
			times := (150_000+rng.IntN(60_000))/len(msg) + 1
			long := reflect.MakeSlice(lists, 0, times*list.Len())
			for range times {
				long = reflect.AppendSlice(long, list)
			}
			if msg, err = o.Marshal(long.Interface()); err != nil {
				t.Fatalf("type %d, %s: %v", i, typ, err)
			}
			whole := reflect.New(lists)
			if err := beve.Unmarshal(msg, whole.Interface()); err != nil {
				continue // a type that is written only
			}
			seen++
			for name, read := range longListReaders {
				n := 0
				err := read(msg, func(decode func(target any) error) error {
					v := reflect.New(typ)
					if err := decode(v.Interface()); err != nil {
						return err
					}
					if n >= whole.Elem().Len() || !testkit.EqualLoose(v.Elem().Interface(), whole.Elem().Index(n).Interface()) {
						return fmt.Errorf("element %d is %.200v", n, v.Elem())
					}
					n++
					return nil
				})
				if err == nil && n != whole.Elem().Len() {
					err = fmt.Errorf("%d elements of %d", n, whole.Elem().Len())
				}
				if err != nil {
					t.Errorf("type %d, %s, %+v, %s: %v", i, typ, o, name, err)
				}
			}
		}
	}
	if least := testkit.Rounds(64); seen < least {
		t.Errorf("%d lists were read, want %d", seen, least)
	}
}

// longListReaders call each with what decodes the next element of a list.
var longListReaders = map[string]func(msg []byte, each func(decode func(target any) error) error) error{
	"a View": func(msg []byte, each func(func(any) error) error) error {
		return eachPart(msg, func(v beve.View) error { return each(v.Decode) })
	},
	"a View with options": func(msg []byte, each func(func(any) error) error) error {
		return eachPart(msg, func(v beve.View) error {
			return each(func(target any) error {
				return v.DecodeWithOptions(target, beve.DecodeOptions{NoCopy: true, Strict: true})
			})
		})
	},
	"copies of a View": func(msg []byte, each func(func(any) error) error) error {
		return eachPart(msg, func(v beve.View) error {
			return each(func(target any) error {
				raw, err := v.Raw()
				if err == nil {
					err = beve.Unmarshal(raw, target)
				}
				return err
			})
		})
	},
	"a Decoder": func(msg []byte, each func(func(any) error) error) error {
		return eachOpened(beve.NewDecoder(bytes.NewReader(msg)), each)
	},
	"a Decoder of pieces": func(msg []byte, each func(func(any) error) error) error {
		return eachOpened(beve.NewDecoder(&inThousands{msg}), each)
	},
	"a Decoder in memory": func(msg []byte, each func(func(any) error) error) error {
		return eachOpened(beve.DecodeOptions{NoCopy: true, RejectUnknown: true}.NewDecoderBytes(msg), each)
	},
}

// eachPart calls f with the elements of a View.
func eachPart(msg []byte, f func(v beve.View) error) error {
	v, err := beve.NewView(msg)
	if err != nil {
		return err
	}
	for e, err := range v.Elements() {
		if err == nil {
			err = f(e)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// eachOpened calls each for the elements of the array that d begins with, after one element as a token.
func eachOpened(d *beve.Decoder, each func(decode func(target any) error) error) error {
	first, err := d.Token()
	if err != nil || first.Kind != token.BeginArray {
		return fmt.Errorf("%v, %w", first, err)
	}
	for d.More() {
		if err := each(d.Decode); err != nil {
			return fmt.Errorf("%s: %w", d.Path(), err)
		}
	}
	if _, err := d.Token(); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return fmt.Errorf("after the list: %v", err)
	}
	return nil
}

// inThousands is a reader of a thousand bytes at a time.
type inThousands struct{ data []byte }

func (r *inThousands) Read(p []byte) (int, error) {
	if len(r.data) == 0 {
		return 0, io.EOF
	}
	n := copy(p, r.data[:min(len(r.data), 1000)])
	r.data = r.data[n:]
	return n, nil
}

// A countedKey and a countedText are read by a method that counts its calls.
type (
	countedKey  string
	countedText struct{ text string }
)

var methodCalls int

func (k *countedKey) UnmarshalText(text []byte) error {
	methodCalls++
	*k = countedKey(text)
	return nil
}

func (c *countedText) UnmarshalText(text []byte) error {
	methodCalls++
	c.text = string(text)
	return nil
}

// TestMethodsAreCalledOnceInLongLists reads tables whose rows need a method of the user's, for a key or for a value, in each
// way that has elements: what is tried first, and given up, has called none.
func TestMethodsAreCalledOnceInLongLists(t *testing.T) {
	type row struct {
		Name, Text string
	}
	type read struct {
		Name string
		Text countedText
	}
	rows := make([]row, 20_000)
	for i := range rows {
		rows[i] = row{"name", "text"}
	}
	for _, extended := range []bool{false, true} {
		msg, err := beve.EncodeOptions{Extended: extended}.Marshal(rows)
		if err != nil {
			t.Fatal(err)
		}
		for what, c := range map[string]struct {
			calls  int
			target func() any
		}{
			"key":   {2, func() any { return new(map[countedKey]string) }},
			"value": {1, func() any { return new(read) }},
		} {
			for name, readers := range longListReaders {
				methodCalls = 0
				if err := readers(msg, func(decode func(any) error) error { return decode(c.target()) }); err != nil || methodCalls != c.calls*len(rows) {
					t.Errorf("a %s, %s, extended %v: %d calls for %d rows, %v", what, name, extended, methodCalls, len(rows), err)
				}
			}
		}
	}
}
