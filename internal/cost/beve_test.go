package cost_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"math/big"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/extended"
	"github.com/beve-org/beve-go/internal/cost"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/wire"
)

var (
	grow = flag.Bool("grow", false, "let one pair in three grow up to 96 KB, of those of single bytes one in twelve, and up to 6 MB what is slow or grows too fast; do all of what is otherwise sampled")
	full = flag.Bool("full", false, "let every pair grow up to 6 MB; do all of what is otherwise sampled")
	pick = flag.String("pick", "", "a regular expression of the pairs to judge, as entry/family")
)

// sampled says that tests which have no sizes to grow do a part of their cases.
func sampled() bool { return !*grow && !*full }

// judge holds pairs to the law as far as the flags say.
func judge(t *testing.T, entries []cost.Entry, families []cost.Family) {
	t.Helper()
	o := cost.Usual()
	switch {
	case *grow:
		o.Sizes, o.Stop, o.Slack = 2, 100*time.Millisecond, 1.5
		// All are judged at the first size by the tests, and single bytes take half of the time.
		o.Pick = func(entry, family string) bool {
			h := fnv.New32a()
			h.Write([]byte(entry + "/" + family))
			if strings.HasSuffix(entry, ofSingleBytes) {
				return h.Sum32()%12 == 0
			}
			return h.Sum32()%3 == 0
		}
	case *full:
		o.Sizes, o.Stop = len(cost.Sizes), 400*time.Millisecond
	}
	if *pick != "" {
		wanted := regexp.MustCompile(*pick)
		o.Pick = func(entry, family string) bool { return wanted.MatchString(entry + "/" + family) }
	}
	cost.Check(t, withSingleBytes(entries, families), families, o)
}

func TestBEVE(t *testing.T) {
	judge(t, beveEntries(), cost.BEVEFamilies())
}

// Structs that hostile input is read into.
type (
	some struct {
		A, B int8
		K    any    `json:"k"`
		N    string `json:"n"`
	}
	withUnknown struct {
		A    int
		Rest map[string]beve.Raw `beve:",unknown"`
	}
	linked struct {
		K *linked `json:"k"`
	}
	linkedSlice []linkedSlice
	linkedMap   map[string]linkedMap
	textKey     string
)

func (k *textKey) UnmarshalText(text []byte) error { *k = textKey(text); return nil }

// alike has fields whose names are those of [cost.Alike], but none of them.
var alike = func() reflect.Type {
	fields := make([]reflect.StructField, 3000)
	for i := range fields {
		fields[i] = reflect.StructField{Name: fmt.Sprintf("F%d", i), Type: reflect.TypeFor[int8](),
			Tag: reflect.StructTag(fmt.Sprintf(`json:"resemble%07dxresemble"`, i))}
	}
	return reflect.StructOf(fields)
}()

// targets are what is decoded into, apart from any.
func targets() []reflect.Type {
	return []reflect.Type{
		reflect.TypeFor[any](), reflect.TypeFor[[]any](), reflect.TypeFor[map[string]any](), reflect.TypeFor[[]map[string]any](),
		reflect.TypeFor[[]map[string]bool](), reflect.TypeFor[map[string]map[string]string](), reflect.TypeFor[[]map[textKey]any](),
		reflect.TypeFor[map[any]any](), reflect.TypeFor[[]map[any]any](), reflect.TypeFor[map[int]any](),
		reflect.TypeFor[some](), reflect.TypeFor[[]some](), reflect.TypeFor[[]*some](), reflect.TypeFor[[3]some](),
		reflect.TypeFor[struct{}](), reflect.TypeFor[[]struct{}](), reflect.TypeFor[withUnknown](), reflect.TypeFor[[]withUnknown](),
		reflect.TypeFor[linked](), reflect.TypeFor[linkedSlice](), reflect.TypeFor[linkedMap](), alike,
		reflect.TypeFor[beve.Raw](), reflect.TypeFor[[]beve.Raw](), reflect.TypeFor[map[string]beve.Raw](), reflect.TypeFor[[]map[string]beve.Raw](),
		reflect.TypeFor[json.RawMessage](), reflect.TypeFor[[]json.RawMessage](), reflect.TypeFor[[]msgp.Raw](), reflect.TypeFor[[]json.Number](),
		reflect.TypeFor[int](), reflect.TypeFor[string](), reflect.TypeFor[[]bool](), reflect.TypeFor[[]byte](), reflect.TypeFor[[]int64](),
		reflect.TypeFor[[]string](), reflect.TypeFor[[][]byte](), reflect.TypeFor[[][]bool](), reflect.TypeFor[[][]any](), reflect.TypeFor[[]float32](),
		reflect.TypeFor[*regexp.Regexp](), reflect.TypeFor[[]*regexp.Regexp](), reflect.TypeFor[[]beve.RegExpData](),
		reflect.TypeFor[big.Int](), reflect.TypeFor[[]*big.Int](), reflect.TypeFor[time.Time](), reflect.TypeFor[[]time.Time](),
		reflect.TypeFor[[]time.Duration](), reflect.TypeFor[[]beve.Interval](), reflect.TypeFor[[]beve.UUID](),
		reflect.TypeFor[beve.Matrix[float64]](), reflect.TypeFor[[]beve.Matrix[any]](), reflect.TypeFor[[]complex128](), reflect.TypeFor[beve.TypeTag](),
		reflect.TypeFor[[]scalar.Float16](), reflect.TypeFor[[]scalar.Uint128](),
	}
}

// beveEntries are the entry points of the packages beve and wire.
func beveEntries() []cost.Entry {
	var all []cost.Entry
	add := func(name string, run func(data []byte) error) {
		all = append(all, cost.Entry{Name: name, Formats: []string{cost.BEVE}, Maps: true,
			Run: func(data []byte) (int, error) { return 0, run(data) }})
	}
	legacy := beve.DecodeOptions{LegacyTypeTag: true}
	strict := beve.DecodeOptions{RejectUnknown: true, RejectDuplicates: true, RequireAll: true, Strict: true}
	for _, target := range targets() {
		add("beve.Unmarshal into "+name(target), func(data []byte) error { return beve.Unmarshal(data, reflect.New(target).Interface()) })
	}
	for _, target := range []reflect.Type{reflect.TypeFor[any](), reflect.TypeFor[some](), reflect.TypeFor[[]some](), reflect.TypeFor[[]map[string]any]()} {
		add("beve.DecodeOptions.Unmarshal, strict, into "+name(target), func(data []byte) error { return strict.Unmarshal(data, reflect.New(target).Interface()) })
		add("beve.Decoder.Decode of a reader into "+name(target), func(data []byte) error {
			return drain(beve.NewDecoder(stream(data)), target)
		})
	}
	add("beve.Decoder.Decode into any", func(data []byte) error { return drain(beve.NewDecoderBytes(data), reflect.TypeFor[any]()) })
	add("beve.Unmarshal without copies into any", func(data []byte) error {
		return beve.DecodeOptions{NoCopy: true}.Unmarshal(data, new(any))
	})
	add("beve.Unmarshal of generic arrays", func(data []byte) error {
		return beve.DecodeOptions{GenericArrays: true}.Unmarshal(data, new(any))
	})
	add("beve.Codec.Unmarshal", func(data []byte) error { return beve.CodecOf[any]().Unmarshal(data, new(any)) })
	add("beve.Decoder.Skip", func(data []byte) error { return all2(beve.NewDecoder(stream(data)), (*beve.Decoder).Skip) })
	add("beve.Decoder.ViewRaw", func(data []byte) error {
		return all2(beve.NewDecoder(stream(data)), func(d *beve.Decoder) error { _, err := d.ViewRaw(); return err })
	})
	add("beve.Elements of any", func(data []byte) error { return elements[any](data) })
	add("beve.Elements of bool", func(data []byte) error { return elements[bool](data) })
	add("beve.Elements of structs", func(data []byte) error { return elements[some](data) })
	add("beve.Elements of maps", func(data []byte) error { return elements[map[string]any](data) })
	add("beve.Elements of Raw", func(data []byte) error { return elements[beve.Raw](data) })
	addTokensOfBEVE(add)
	add("extended.Field", func(data []byte) error { _, err := extended.Field[any](data, "k"); return err })
	add("beve.ReadFieldByName", func(data []byte) error { _, err := beve.ReadFieldByName(data, "k"); return err })
	add("extended.ReadFieldsByName", func(data []byte) error {
		_, err := extended.ReadFieldsByName(data, []string{"k", "n", "A"})
		return err
	})
	add("extended.ReadFieldByPath", func(data []byte) error { _, err := extended.ReadFieldByPath(data, "k.k"); return err })
	add("extended.DecodeRegExp", func(data []byte) error { _, err := extended.DecodeRegExp(data); return err })
	add("beve.UnmarshalRegExp", func(data []byte) error { _, err := beve.UnmarshalRegExp(data); return err })
	add("extended.DecodeInterval", func(data []byte) error { _, err := extended.DecodeInterval(data); return err })
	add("extended.DecodeTimestamp", func(data []byte) error { _, err := extended.DecodeTimestamp(data); return err })
	add("extended.DecodeDuration", func(data []byte) error { _, err := extended.DecodeDuration(data); return err })
	add("extended.UnmarshalUUID", func(data []byte) error { _, err := extended.UnmarshalUUID(data); return err })
	add("extended.UnmarshalUUIDString", func(data []byte) error { _, err := extended.UnmarshalUUIDString(data); return err })
	add("beve.UnmarshalTimestamp", func(data []byte) error { _, err := beve.UnmarshalTimestamp(data); return err })
	add("beve.OpenIndexed", func(data []byte) error { return indexedAll(data) })
	add("beve.Valid", func(data []byte) error { beve.Valid(data); return nil })
	add("wire.Validate", wire.Validate)
	add("wire.ValidateOptions.Validate", wire.ValidateOptions{Strict: true}.Validate)
	add("wire.Skip", func(data []byte) error { _, err := wire.Skip(data, 0); return err })
	add("wire.SkipBuffered", func(data []byte) error {
		b := wire.Limits{}.Budget()
		wire.SkipBuffered(data, 0, len(data), wire.KindArray, false, &b)
		return nil
	})
	add("wire.Scanner.Next", scanPieces)
	add("beve.View, every part", func(data []byte) error { return view(data, func(v beve.View) error { return walk(v, 0) }) })
	add("beve.View, elements", func(data []byte) error { return view(data, overElements) })
	add("beve.View, members", func(data []byte) error { return view(data, overMembers) })
	add("beve.View, errors of elements", func(data []byte) error { return view(data, wrongElements) })
	add("beve.View.Key", func(data []byte) error {
		return view(data, func(v beve.View) error { _, err := v.Key("k"); return err })
	})
	add("beve.View.At", func(data []byte) error {
		return view(data, func(v beve.View) error { _, err := v.At("/3/k/0"); return err })
	})
	add("beve.View.Index", func(data []byte) error {
		return view(data, func(v beve.View) error {
			n, err := v.Len()
			if err == nil {
				_, err = v.Index(n - 1)
			}
			return err
		})
	})
	add("beve.View.Decode", func(data []byte) error { return view(data, func(v beve.View) error { return v.Decode(new(any)) }) })
	add("beve.View.Raw", func(data []byte) error { return view(data, func(v beve.View) error { _, err := v.Raw(); return err }) })
	add("beve.View, rows as Raw", func(data []byte) error { return view(data, rawElements) })
	add("beve.View, rows decoded", func(data []byte) error { return view(data, decodedElements) })
	add("beve.View.Validate", func(data []byte) error { return view(data, beve.View.Validate) })
	add("beve.View.BigInt", func(data []byte) error {
		return view(data, func(v beve.View) error { _, err := v.BigInt(); return err })
	})
	for i := range all {
		all[i].Calls = strings.Contains(all[i].Name, "View, ") || strings.Contains(all[i].Name, "Elements")
		all[i].Names = all[i].Calls || strings.Contains(all[i].Name, "withUnknown") || strings.Contains(all[i].Name, "textKey")
		// A raw value of another format is made of each element: of JSON, and of MessagePack by way of that.
		foreign := strings.Contains(all[i].Name, "msgp.Raw")
		all[i].Calls = all[i].Calls || foreign || strings.Contains(all[i].Name, "[]json.RawMessage")
		all[i].Twice = foreign
		all[i].Formats = append(all[i].Formats, cost.LegacyBEVE)
	}
	all = append(all, cost.Entry{Name: "beve.Unmarshal with type tags", Formats: []string{cost.LegacyBEVE}, Run: func(data []byte) (int, error) {
		return 0, legacy.Unmarshal(data, new(any))
	}}, cost.Entry{Name: "beve.View with type tags", Formats: []string{cost.LegacyBEVE}, Run: func(data []byte) (int, error) {
		v, err := legacy.NewView(data)
		if err == nil {
			err = walk(v, 0)
		}
		return 0, err
	}})
	return all
}

// name is that of a type, cut.
func name(t reflect.Type) string {
	if s := t.String(); len(s) < 40 {
		return s
	}
	return fmt.Sprintf("a large %v", t.Kind())
}

// drain decodes all values of a stream.
func drain(d *beve.Decoder, t reflect.Type) error {
	return all2(d, func(d *beve.Decoder) error { return d.Decode(reflect.New(t).Interface()) })
}

func all2(d *beve.Decoder, f func(*beve.Decoder) error) error {
	for {
		if err := f(d); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
	}
}

func elements[T any](data []byte) error {
	for _, err := range beve.Elements[T](stream(data)) {
		if err != nil {
			return err
		}
	}
	return nil
}

func indexedAll(data []byte) error {
	o, err := beve.OpenIndexed(data)
	if err != nil {
		return err
	}
	o.Lookup("00000003")
	for range o.Range {
	}
	return nil
}

// scanPieces gives a message to a Scanner in pieces.
func scanPieces(data []byte) error {
	var s wire.Scanner
	s.Reset(wire.Limits{}, false)
	for i := 4096; ; i += 4096 {
		end := i >= len(data)
		if _, err := s.Next(data[:min(i, len(data))], end); err == nil || end || !errors.Is(err, beve.ErrTruncated) {
			return err
		}
	}
}

func view(data []byte, f func(beve.View) error) error {
	v, err := beve.NewView(data)
	if err != nil {
		return err
	}
	return f(v)
}

// walk reads every part of v.
func walk(v beve.View, depth int) error {
	if v.IsArray() {
		for e, err := range v.Elements() {
			if err == nil {
				err = walk(e, depth+1)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	switch v.Kind() {
	case beve.KindObject, beve.KindIntObject, beve.KindMatrix, beve.KindTypeTag, beve.KindInterval:
		for m, err := range v.Members() {
			if err == nil {
				err = walk(m.Value, depth+1)
			}
			if err != nil {
				return err
			}
		}
	case beve.KindString:
		_, err := v.ViewText()
		return err
	case beve.KindNumber:
		_, err := v.Number()
		return err
	case beve.KindBool:
		_, err := v.Bool()
		return err
	}
	return nil
}

func overElements(v beve.View) error {
	for _, err := range v.Elements() {
		if err != nil {
			return err
		}
	}
	return nil
}

func overMembers(v beve.View) error {
	for m, err := range v.Members() {
		if err != nil {
			return err
		}
		if _, err := m.Name(); err != nil {
			return err
		}
	}
	return nil
}

// wrongElements asks the elements of v, and members in them, for what they are not, as a
// program does that tries.
func wrongElements(v beve.View) (last error) {
	n := 0
	for e, err := range v.Elements() {
		if n++; err != nil || n > 20 {
			return err
		}
		if _, err := e.Duration(); err != nil {
			last = err
		}
		if e.Kind() != beve.KindObject {
			continue
		}
		k := 0
		for m, err := range e.Members() {
			if err != nil {
				return err
			}
			if k++; k < 30 || k%16 == 0 {
				if _, err := m.Value.Duration(); err != nil {
					last = err
				}
			}
		}
	}
	return last
}

func rawElements(v beve.View) error {
	for e, err := range v.Elements() {
		if err == nil {
			_, err = e.Raw()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func decodedElements(v beve.View) error {
	for e, err := range v.Elements() {
		if err == nil {
			err = e.Decode(new(any))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// entries are those of all packages: each has its file here.
func entries() []cost.Entry {
	return slices.Concat(beveEntries(), translatorEntries(), jsonEntries(), msgpackEntries(), jsonpackEntries(), documentEntries())
}
