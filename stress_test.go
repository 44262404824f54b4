// All formats at once: many goroutines share codecs, caches, pools and views, and meet
// types that nobody has seen before. The long form is for the race detector:
//
//	go test -race -run TestManyGoroutinesUseAllFormatsAtOnce -stress 1m .

package beve_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/extended"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/iso8601"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/jsonpack"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/zebrapack"
)

var stress = flag.Duration("stress", 2*time.Second, "how long many goroutines use all formats at once")

// workers is the number of goroutines.
const workers = 24

// A task is done by many goroutines at once, with random numbers of their own.
type task func(rng *rand.Rand) error

func TestManyGoroutinesUseAllFormatsAtOnce(t *testing.T) {
	length := *stress
	if testing.Short() {
		length = min(length, 300*time.Millisecond)
	}
	tasks := map[string]task{
		"fresh types": freshTypes(), "formats": inAllFormats(t), "streams": inStreams(t), "codecs": sharedCodecs(t), "pools": pooled(),
		"views": sharedViews(t), "generated code": generatedPoints(), "translator": translated(t), "times": parsedTimes(), "regular expressions": parsedPatterns(),
	}
	names := slices.Sorted(maps.Keys(tasks))
	done := make([]atomic.Int64, len(names))
	until := time.Now().Add(length)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(w), 24))
			for i := w; i < w+len(names) || time.Now().Before(until); i++ {
				n := i % len(names)
				if err := tasks[names[n]](rng); err != nil {
					t.Errorf("%s: %v", names[n], err)
					return
				}
				done[n].Add(1)
			}
		})
	}
	wg.Wait()
	for n, name := range names {
		t.Logf("%s: %d times", name, done[n].Load())
	}
}

// freshTypes has all goroutines meet the same new type at the same time. What one makes
// of it in every format, all others must make of it too.
func freshTypes() task {
	var calls atomic.Int64
	var outcomes sync.Map // by number: what was made of it
	return func(*rand.Rand) error {
		n := (calls.Add(1) - 1) / workers
		rng := rand.New(rand.NewPCG(uint64(n), 9))
		typ := testkit.RandomStruct(rng, 1+rng.IntN(3))
		if n%2 == 0 {
			typ = plainStruct(rng, n)
		}
		got := outcome(typ, testkit.RandomValue(rng, typ).Addr().Interface())
		if first, known := outcomes.LoadOrStore(n, got); known && first != got {
			return fmt.Errorf("%v is\n%s\nto one and\n%s\nto another", typ, first, got)
		}
		outcomes.Delete(n - 2) // all workers have passed it, or nearly all
		return nil
	}
}

// plainTypes are members that every format has a place for.
var plainTypes = []reflect.Type{
	reflect.TypeFor[bool](), reflect.TypeFor[int16](), reflect.TypeFor[uint64](), reflect.TypeFor[float64](), reflect.TypeFor[string](),
	reflect.TypeFor[[]int32](), reflect.TypeFor[[]string](), reflect.TypeFor[observation](), reflect.TypeFor[[]component](),
}

// plainStruct returns a struct that every format can say, with names that no other has.
func plainStruct(rng *rand.Rand, n int64) reflect.Type {
	fields := make([]reflect.StructField, 1+rng.IntN(6))
	for i := range fields {
		tag := fmt.Sprintf(`json:"m%d_%d" zid:"%d"`, n, i, i)
		fields[i] = reflect.StructField{Name: fmt.Sprintf("M%d", i), Type: plainTypes[rng.IntN(len(plainTypes))], Tag: reflect.StructTag(tag)}
	}
	return reflect.StructOf(fields)
}

// outcome is what every format makes of a value: the bytes, what they become when they
// are decoded into a new value and encoded again, and errors.
func outcome(typ reflect.Type, v any) string {
	var s strings.Builder
	for _, f := range []format{
		{name: "beve", marshal: func(v any) ([]byte, error) {
			return beve.EncodeOptions{Deterministic: true}.Marshal(v)
		}, unmarshal: beve.Unmarshal},
		{name: "json", marshal: json.Marshal, unmarshal: json.Unmarshal},
		{name: "msgpack", marshal: func(v any) ([]byte, error) {
			return msgpack.EncodeOptions{Deterministic: true}.Marshal(v)
		}, unmarshal: msgpack.Unmarshal},
		{name: "zebrapack", marshal: func(v any) ([]byte, error) {
			return zebrapack.EncodeOptions{Deterministic: true}.Marshal(v)
		}, unmarshal: zebrapack.Unmarshal},
		packed(typ),
	} {
		again := reflect.New(typ).Interface()
		data, err := f.marshal(v)
		if err == nil {
			err = f.unmarshal(data, again)
		}
		var back []byte
		if err == nil {
			back, err = f.marshal(again)
		}
		fmt.Fprintf(&s, "%s: %x, %x, %v\n", f.name, data, back, err)
	}
	return s.String()
}

// packed is JSONPack by the schema of a type, which may have none.
func packed(typ reflect.Type) format {
	schema, err := jsonpack.NewJSONPack().AddSchema("fresh", reflect.Zero(typ).Interface())
	if err != nil {
		return format{name: "jsonpack", marshal: func(any) ([]byte, error) { return nil, err }}
	}
	return format{name: "jsonpack", marshal: schema.Encode, unmarshal: schema.Decode}
}

// checkObservation says whether a decoded record is the one with a number.
func checkObservation(got *observation, n int, err error) error {
	if err == nil && !reflect.DeepEqual(got, newObservation(n)) {
		err = fmt.Errorf("%+v, want %+v", got, newObservation(n))
	}
	return err
}

// inAllFormats writes and reads records, and what is left of them when they are cut.
func inAllFormats(t *testing.T) task {
	all := formats(t)
	return func(rng *rand.Rand) error {
		f, n := all[rng.IntN(len(all))], rng.IntN(1000)
		data, err := f.marshal(newObservation(n))
		if err != nil {
			return err
		}
		var got observation
		if err := checkObservation(&got, n, f.unmarshal(data, &got)); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		if cut := rng.IntN(len(data)); f.unmarshal(data[:cut], &got) == nil {
			return fmt.Errorf("%s: the first %d bytes of %x are taken for all", f.name, cut, data)
		}
		return nil
	}
}

func inStreams(t *testing.T) task {
	all := formats(t)
	return func(rng *rand.Rand) error {
		f, n := all[rng.IntN(len(all))], rng.IntN(1000)
		var out bytes.Buffer
		e := f.newEncoder(&out)
		for i := range 3 {
			if err := e.Encode(newObservation(n + i)); err != nil {
				return fmt.Errorf("%s: %w", f.name, err)
			}
		}
		d := f.newDecoder(&out)
		for i := range 3 {
			var got observation
			if err := checkObservation(&got, n+i, d.Decode(&got)); err != nil {
				return fmt.Errorf("%s: %w", f.name, err)
			}
		}
		if err := d.Decode(new(observation)); err != io.EOF {
			return fmt.Errorf("%s: at the end %w", f.name, err)
		}
		return nil
	}
}

// sharedCodecs uses the codecs of a type in every format, which all goroutines share.
func sharedCodecs(t *testing.T) task {
	schema, err := jsonpack.NewJSONPack().AddSchema("observation", observation{})
	if err != nil {
		t.Fatal(err)
	}
	pack, err := jsonpack.CodecOf[observation](schema)
	if err != nil {
		t.Fatal(err)
	}
	binary, view := beve.CodecOf[observation](), beve.CodecWith[observation](beve.EncodeOptions{}, beve.DecodeOptions{NoCopy: true})
	text, message, zebra := json.CodecOf[observation](), msgpack.CodecOf[observation](), zebrapack.CodecOf[observation]()
	codecs := []struct {
		marshal   func(*observation) ([]byte, error)
		unmarshal func([]byte, *observation) error
	}{
		{binary.Marshal, binary.Unmarshal}, {binary.Marshal, view.Unmarshal}, {message.Marshal, message.Unmarshal},
		{zebra.Marshal, zebra.Unmarshal}, {pack.Marshal, pack.Unmarshal},
		{func(o *observation) ([]byte, error) { return text.Append(nil, o) }, text.Unmarshal},
	}
	kept := make([][]byte, len(codecs)) // messages that all goroutines read, and what NoCopy aliases
	for i, c := range codecs {
		if kept[i], err = c.marshal(newObservation(i)); err != nil {
			t.Fatal(err)
		}
	}
	return func(rng *rand.Rand) error {
		i, n := rng.IntN(len(codecs)), rng.IntN(1000)
		c := codecs[i]
		data, err := c.marshal(newObservation(n))
		if err != nil {
			return err
		}
		var got, shared observation
		return errors.Join(checkObservation(&got, n, c.unmarshal(data, &got)),
			checkObservation(&shared, i, c.unmarshal(kept[i], &shared)))
	}
}

// pooled uses encoders and leases that go from hand to hand.
func pooled() task {
	return func(rng *rand.Rand) error {
		n := rng.IntN(1000)
		e := beve.GetEncoderFromPool()
		if rng.IntN(2) == 0 {
			e.SetOptions(beve.EncodeOptions{Extended: true, Deterministic: true})
		}
		var got observation
		err := errors.Join(e.Encode(newObservation(n)), beve.Unmarshal(e.Bytes(), &got))
		beve.PutEncoderToPool(e)
		if err := checkObservation(&got, n, err); err != nil {
			return err
		}
		lease, err := beve.MarshalZeroCopy(newObservation(n + 1))
		if err != nil {
			return err
		}
		defer lease.Release()
		var leased observation
		return checkObservation(&leased, n+1, beve.Unmarshal(lease.Bytes(), &leased))
	}
}

// sharedViews asks one message for its parts, and for parts that it does not have.
func sharedViews(t *testing.T) task {
	const records = 50
	var all []*observation
	for n := range records {
		all = append(all, newObservation(n))
	}
	data, err := beve.Marshal(map[string]any{"records": all, "numbers": []int32{1, 2, 3}})
	if err != nil {
		t.Fatal(err)
	}
	shared, err := beve.NewView(data)
	if err != nil {
		t.Fatal(err)
	}
	return func(rng *rand.Rand) error {
		n := rng.IntN(records)
		v, err := shared.At(beve.Pointer(fmt.Sprintf("/records/%d", n)))
		if err != nil {
			return err
		}
		var got observation
		if err := checkObservation(&got, n, v.Decode(&got)); err != nil {
			return err
		}
		// The path in an error is looked up in what all views of the message share.
		member, err := v.Key("sensor")
		if err != nil {
			return err
		}
		want := beve.Pointer(fmt.Sprintf("/records/%d/sensor", n))
		_, err = member.Int64()
		if at := (*beve.DecodeError)(nil); !errors.As(err, &at) || !errors.Is(err, beve.ErrMismatch) || at.Path != want {
			return fmt.Errorf("%v, want a mismatch at %s", err, want)
		}
		if _, err := shared.At(want + "/none"); err == nil {
			return fmt.Errorf("there is a part of %s", want)
		}
		return nil
	}
}

// generatedPoints uses a type with generated methods, alone and within others.
func generatedPoints() task {
	type line struct {
		From, To Point
		All      []*Point
		ByName   map[string]Point
		Any      any
	}
	return func(rng *rand.Rand) error {
		n := rng.Int64()
		want := line{Point{n, 1}, Point{-1, n}, []*Point{{n, n}, nil}, map[string]Point{"p": {1, n}}, "any"}
		data, err := beve.Marshal(&want)
		if err != nil {
			return err
		}
		var got line
		if err := beve.Unmarshal(data, &got); err != nil || !reflect.DeepEqual(got, want) {
			return fmt.Errorf("%+v, want %+v; %v", got, want, err)
		}
		return nil
	}
}

func translated(t *testing.T) task {
	message, err := beve.Marshal(newObservation(7))
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(newObservation(7))
	if err != nil {
		t.Fatal(err)
	}
	return func(rng *rand.Rand) error {
		got, err := translator.ToJSON(message)
		if err == nil {
			err = testkit.CompareJSON(got, text)
		}
		if err != nil {
			return err
		}
		back, err := translator.FromJSON(text)
		if err != nil {
			return err
		}
		var o observation
		if err := checkObservation(&o, 7, beve.Unmarshal(back, &o)); err != nil {
			return err
		}
		if _, err := translator.ToJSON(message[:rng.IntN(len(message))]); err == nil {
			return errors.New("a message that is cut was translated")
		}
		return nil
	}
}

// parsedTimes parses time stamps with zones, whose Locations are made once for all.
func parsedTimes() task {
	return func(rng *rand.Rand) error {
		zone := time.FixedZone("", 60*(rng.IntN(2*24*60-1)-24*60+1))
		want := time.Unix(rng.Int64N(4e9), rng.Int64N(1e9)).In(zone)
		text := iso8601.AppendTime(nil, want)
		got, err := iso8601.ParseBytes(text)
		_, offset := got.Zone()
		if _, wanted := want.Zone(); err != nil || !got.Equal(want) || offset != wanted {
			return fmt.Errorf("%s is %v, %v", text, got, err)
		}
		return nil
	}
}

// parsedPatterns decodes regular expressions, which are compiled once while they are
// remembered.
func parsedPatterns() task {
	return func(rng *rand.Rand) error {
		name := fmt.Sprintf("n%d", rng.IntN(400))
		data, err := extended.EncodeRegExp("^"+name+"$", extended.FlagIgnoreCase)
		if err != nil {
			return err
		}
		re, err := beve.UnmarshalRegExp(data)
		if err != nil {
			return err
		}
		if !re.MatchString(strings.ToUpper(name)) || re.MatchString(name+"0") {
			return fmt.Errorf("%v is not what was sent", re)
		}
		return nil
	}
}
