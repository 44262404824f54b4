// No store leaves its buffer: structs that reach every length of every step of every
// engine, written into memory whose end is watched.

package beve_test

import (
	"bytes"
	stdjson "encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/mem"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/jsonpack"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/zebrapack"
)

// randomStructs is how many random structs TestStoresOfRandomStructs writes.
var randomStructs = flag.Int("stores", 0, "how many random structs are written; 0 chooses by the build")

// storeKinds are the types that steps are made for, and one that a codec is called for.
var storeKinds = []reflect.Type{
	reflect.TypeFor[bool](), reflect.TypeFor[int8](), reflect.TypeFor[int16](), reflect.TypeFor[int32](), reflect.TypeFor[int64](),
	reflect.TypeFor[int](), reflect.TypeFor[uint8](), reflect.TypeFor[uint16](), reflect.TypeFor[uint32](), reflect.TypeFor[uint64](),
	reflect.TypeFor[uint](), reflect.TypeFor[float32](), reflect.TypeFor[float64](), reflect.TypeFor[string](),
	reflect.TypeFor[[]string](), reflect.TypeFor[[]int](), reflect.TypeFor[*int](), reflect.TypeFor[map[string]int](),
	reflect.TypeFor[time.Time](), reflect.TypeFor[any](), reflect.TypeFor[struct{}](), reflect.TypeFor[[2]bool](),
	reflect.TypeFor[trap](), reflect.TypeFor[[]trap](), reflect.TypeFor[trapJSON](), reflect.TypeFor[[]byte](),
}

// maxStoreName is the longest name of a field here, longer than any text that an engine
// stores at once.
const maxStoreName = 80

// storeField returns a field whose name in the text formats has n letters, and whose
// number is i.
func storeField(i, n int, t reflect.Type, options string) reflect.StructField {
	if t.Kind() == reflect.String && t != reflect.TypeFor[string]() || t == reflect.TypeFor[trapJSON]() {
		options = strings.TrimPrefix(options, ",string") // encoding/json cannot read what it writes then
	}
	if t.Kind() == reflect.Struct || t.Kind() == reflect.Array {
		// A struct of empty slices is not zero, and may be once omitempty has left them out.
		options = strings.TrimPrefix(options, ",omitzero")
	}
	name := ""
	if n > 0 {
		name = string(rune('a'+i%26)) + strings.Repeat("n", n-1)
	}
	return reflect.StructField{Name: fmt.Sprintf("F%d", i), Type: t,
		Tag: reflect.StructTag(fmt.Sprintf(`json:"%s%s" zid:"%d"`, name, options, i))}
}

// An appender writes a value after what dst holds.
type appender struct {
	name   string
	append func(dst []byte, v any) ([]byte, error)
	// unmarshal reads what append has written, or is nil.
	unmarshal func(data []byte, v any) error
}

// appendersFor returns every way to write values of type t.
func appendersFor(t *testing.T, typ reflect.Type) []appender {
	deterministic := beve.EncodeOptions{Deterministic: true}
	all := []appender{
		{"beve", deterministic.Append, beve.Unmarshal},
		{"beve, fixed width", beve.EncodeOptions{Deterministic: true, FixedWidth: true}.Append, beve.Unmarshal},
		{"beve, extended", beve.EncodeOptions{Deterministic: true, Extended: true, MinTableRows: 2}.Append, beve.Unmarshal},
		{"json", func(dst []byte, v any) ([]byte, error) { return json.Append(dst, v, json.EscapeHTML|json.SortMapKeys) }, json.Unmarshal},
		{"msgpack", msgpack.EncodeOptions{Deterministic: true}.Append, msgpack.Unmarshal},
		{"zebrapack", zebrapack.EncodeOptions{Deterministic: true}.Append, zebrapack.Unmarshal},
	}
	// A schema knows no interfaces and no structs without members.
	if schema, err := jsonpack.NewJSONPack().AddSchema("struct", reflect.New(typ).Elem().Interface()); err == nil {
		all = append(all, appender{"jsonpack", schema.Append, schema.Unmarshal})
	}
	// A new Encoder, with a buffer that has never grown, and one that is used again.
	used, collected := new(bytes.Buffer), beve.NewEncoder(nil)
	lines := json.NewEncoder(used)
	return append(all,
		appender{"beve.Encoder", func(dst []byte, v any) ([]byte, error) {
			enc := beve.NewEncoder(nil)
			enc.SetOptions(deterministic)
			err := enc.Encode(v)
			return append(dst, enc.Bytes()...), err
		}, beve.Unmarshal},
		appender{"beve.Encoder again", func(dst []byte, v any) ([]byte, error) {
			collected.Reset(nil)
			collected.SetOptions(deterministic)
			err := collected.Encode(v)
			return append(dst, collected.Bytes()...), err
		}, beve.Unmarshal},
		appender{"json.Encoder", func(dst []byte, v any) ([]byte, error) {
			var buf bytes.Buffer
			err := json.NewEncoder(&buf).Encode(v)
			return append(dst, bytes.TrimSuffix(buf.Bytes(), []byte("\n"))...), err
		}, json.Unmarshal},
		appender{"json.Encoder again", func(dst []byte, v any) ([]byte, error) {
			used.Reset()
			err := lines.Encode(v)
			return append(dst, bytes.TrimSuffix(used.Bytes(), []byte("\n"))...), err
		}, json.Unmarshal},
	)
}

// sentry is what stands on either side of a buffer.
const sentry = 0xA5

// checkStores writes v in every format: into nothing, and into buffers of every spare
// capacity, each followed by bytes that must stay as they are. What is
// written is that of Marshal, is what encoding/json writes where the format is JSON, and
// reads back as a value that is written the same.
func checkStores(t *testing.T, v reflect.Value, spares []int) {
	t.Helper()
	for _, f := range appendersFor(t, v.Type()) {
		for _, x := range []any{v.Interface(), v.Addr().Interface()} {
			want, err := f.append(nil, x)
			if err != nil {
				break // not a type of this format
			}
			if strings.HasPrefix(f.name, "json") && f.name != "jsonpack" {
				if std, err := stdjson.Marshal(x); err != nil || !bytes.Equal(want, std) {
					t.Fatalf("%s of %s: got %q, encoding/json %q, %v", f.name, v.Type(), want, std, err)
				}
			}
			for _, spare := range spares {
				all := bytes.Repeat([]byte{sentry}, 8+spare+128)
				got, err := f.append(all[:8:8+spare], x)
				if err != nil || !bytes.Equal(got[8:], want) {
					t.Fatalf("%s of %s with %d bytes to spare: got %x, want %x, %v", f.name, v.Type(), spare, got, want, err)
				}
				before, after := all[:8], all[8+spare:]
				if bytes.Count(before, []byte{sentry}) != len(before) || bytes.Count(after, []byte{sentry}) != len(after) {
					t.Fatalf("%s of %s with %d bytes to spare: a store left the buffer", f.name, v.Type(), spare)
				}
			}
			back := reflect.New(v.Type())
			if err := f.unmarshal(want, back.Interface()); err != nil {
				t.Fatalf("%s of %s: %v", f.name, v.Type(), err)
			}
			if again, err := f.append(nil, back.Interface()); err != nil || !bytes.Equal(again, want) {
				t.Fatalf("%s of %s: %x reads as a value that is written %x, %v", f.name, v.Type(), want, again, err)
			}
		}
	}
}

// spares are the spare capacities that are tried.
func spares(step int) []int {
	var all []int
	for n := 0; n <= 160; n += step {
		all = append(all, n)
	}
	return all
}

// TestStoresOfEveryStep has a member of every kind first, in the middle and last, and
// names of every length in front of it and after it, empty and full, left out and not.
func TestStoresOfEveryStep(t *testing.T) {
	step := 1
	switch {
	case testkit.Slow:
		step = 29
	case testing.Short():
		step = 7
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for i, kind := range storeKinds {
		for n := i % step; n <= maxStoreName; n += step {
			option := []string{"", ",omitempty", ",omitzero", ",string"}[n%4]
			// The last member is known as a whole, so that the text after the value has
			// every length too.
			shapes := [][]reflect.StructField{
				{storeField(0, 1+n%3, kind, option), storeField(1, n, reflect.TypeFor[struct{}](), "")},
				{storeField(0, n, kind, option)},
				{storeField(0, n, reflect.TypeFor[struct{}](), ""), storeField(1, 3, kind, option), storeField(2, 2, reflect.TypeFor[struct{}](), option)},
			}
			for _, fields := range [][]reflect.StructField{shapes[0], shapes[1+n/4%2]} {
				typ := reflect.StructOf(fields)
				outer := reflect.StructOf([]reflect.StructField{storeField(0, 2, typ, ""), storeField(1, 1, reflect.SliceOf(typ), "")})
				some := []int{0, (n * 2) % 160, (n*2 + 1) % 160}
				checkStores(t, reflect.New(typ).Elem(), some)
				checkStores(t, settable(testkit.FullValue(rng, typ)), some)
				checkStores(t, settable(testkit.FullValue(rng, outer)), some[:1])
			}
		}
	}
}

// settable returns v with an address.
func settable(v reflect.Value) reflect.Value {
	at := reflect.New(v.Type()).Elem()
	at.Set(v)
	return at
}

// randomStoreStruct returns a struct of any members, some of them structs.
func randomStoreStruct(rng *rand.Rand, depth int) reflect.Type {
	fields := make([]reflect.StructField, 1+rng.IntN(6))
	used := map[string]bool{}
	for i := range fields {
		kind := storeKinds[rng.IntN(len(storeKinds))]
		if depth > 0 && rng.IntN(3) == 0 {
			kind = randomStoreStruct(rng, depth-1)
			switch rng.IntN(4) {
			case 0:
				kind = reflect.PointerTo(kind)
			case 1:
				kind = reflect.SliceOf(kind)
			case 2:
				kind = reflect.ArrayOf(2, kind)
			}
		}
		f := storeField(i, rng.IntN(maxStoreName+1), kind, []string{"", "", ",omitempty", ",omitzero", ",string"}[rng.IntN(5)])
		if name := f.Tag.Get("json"); used[name] {
			f = storeField(i, 0, kind, "")
		} else {
			used[name] = true
		}
		fields[i] = f
	}
	return reflect.StructOf(fields)
}

// TestStoresOfRandomStructs writes random values of random structs. The checked build has
// the time to look at more of them.
func TestStoresOfRandomStructs(t *testing.T) {
	count := 200
	switch {
	case *randomStructs > 0:
		count = *randomStructs
	case testing.Short() && !mem.Checked:
		count = 50
	case mem.Checked:
		count = 600
	}
	rng := rand.New(rand.NewPCG(5, 6))
	for range count {
		typ := randomStoreStruct(rng, 2)
		some := []int{0, rng.IntN(64), rng.IntN(512)}
		checkStores(t, reflect.New(typ).Elem(), some)
		checkStores(t, settable(testkit.FullValue(rng, typ)), some)
		checkStores(t, settable(testkit.RandomValue(rng, typ)), some)
		checkStores(t, settable(testkit.RandomValue(rng, reflect.SliceOf(typ))), some)
	}
}

// TestStoresWithEverySpareCapacity writes a few structs into buffers of every spare
// capacity.
func TestStoresWithEverySpareCapacity(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 12 {
		checkStores(t, settable(testkit.FullValue(rng, randomStoreStruct(rng, 1))), spares(1))
	}
}
