package beve_test

import (
	"fmt"
	"iter"
	"math/bits"
	"reflect"
	"runtime"
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

// A largeFormat writes and reads one value.
type largeFormat struct {
	name      string
	marshal   func(v any) ([]byte, error)
	append    func(dst []byte, v any) ([]byte, error)
	unmarshal func(data []byte, v any) error
}

var largeFormats = []largeFormat{
	{"beve", beve.Marshal, beve.Append, beve.Unmarshal},
	{"beve, extended", beve.EncodeOptions{Extended: true}.Marshal, beve.EncodeOptions{Extended: true}.Append, beve.Unmarshal},
	{"msgpack", msgpack.Marshal, msgpack.Append, msgpack.Unmarshal},
	{"zebrapack", zebrapack.Marshal, zebrapack.Append, zebrapack.Unmarshal},
	{"json", json.Marshal, func(dst []byte, v any) ([]byte, error) { return json.Append(dst, v, 0) }, json.Unmarshal},
	{"jsonpack",
		func(v any) ([]byte, error) { return largeSchema(v).Encode(v) },
		func(dst []byte, v any) ([]byte, error) { return largeSchema(v).Append(dst, v) },
		func(data []byte, v any) error { return largeSchema(v).Decode(data, v) }},
}

// largeSchema returns the schema of what v points to.
func largeSchema(v any) *jsonpack.Schema {
	s, err := jsonpack.NewJSONPack().AddSchema("large", reflect.ValueOf(v).Elem().Interface())
	if err != nil {
		panic(err)
	}
	return s
}

// largeValues has pointers to values of every shape, of a few megabytes each.
func largeValues() iter.Seq2[string, any] {
	type row struct {
		Name  string   `json:"name" zid:"0"`
		Sizes []int    `json:"sizes" zid:"1"`
		Share float64  `json:"share" zid:"2"`
		Tags  []string `json:"tags" zid:"3"`
	}
	type sparse struct {
		ID         int `json:"id" zid:"0"`
		A, B, C, D int `json:"-"`
	}
	type member struct {
		Rows []row `json:"rows" zid:"0"`
	}
	n := testkit.Long(1<<14) * 64 / bits.UintSize // as much memory where words are short
	one := func(i int) row {
		return row{fmt.Sprint("the name of row ", i*7919%n), []int{i, 3 * i, 5}, float64(i) / 3, []string{"a", "bcd", fmt.Sprint(i)}}
	}
	return func(yield func(string, any) bool) {
		_ = yield("rows", listOf(n, one)) &&
			yield("nested", listOf(4, func(int) []row { return *listOf(n/2, one) })) &&
			yield("member", &member{*listOf(n, one)}) &&
			yield("pointers", listOf(n, func(i int) *row { r := one(i); return &r })) &&
			yield("sparse", listOf(4*n, func(i int) sparse { return sparse{ID: i} })) &&
			yield("any", listOf(n, func(i int) any { return map[string]any{"name": fmt.Sprint("row ", i), "share": float64(i) / 3} })) &&
			yield("loose", listOf(4*n, func(i int) any { return float64(i) / 3 })) &&
			yield("texts", listOf(2*n, func(i int) string { return fmt.Sprint("a text of some length, the number ", i*7919%n) })) &&
			yield("numbers", listOf(16*n, func(i int) float64 { return float64(i) / 3 })) &&
			yield("integers", listOf(16*n, func(i int) int { return i * 7919 })) &&
			yield("booleans", listOf(64*n, func(i int) bool { return i%3 == 0 })) &&
			yield("points", listOf(8*n, func(i int) [2]float64 { return [2]float64{float64(i), float64(i) / 3} })) &&
			yield("lists", listOf(4*n, func(i int) []int { return []int{i, i} })) &&
			yield("times", listOf(4*n, func(i int) time.Time { return time.Unix(int64(i), 0).UTC() })) &&
			yield("map", mapOf(n/2, func(i int) (string, row) { return fmt.Sprint("key ", i), one(i) })) &&
			yield("integer keys", mapOf(n/2, func(i int) (int, row) { return i, one(i) }))
	}
}

func listOf[T any](n int, one func(i int) T) *[]T {
	list := make([]T, n)
	for i := range list {
		list[i] = one(i)
	}
	return &list
}

func mapOf[K comparable, V any](n int, one func(i int) (K, V)) *map[K]V {
	m := make(map[K]V, n)
	for i := range n {
		k, v := one(i)
		m[k] = v
	}
	return &m
}

// written says whether a format has values of a kind.
func (f *largeFormat) written(kind string) bool {
	return f.name != "jsonpack" || kind != "any" && kind != "loose" && kind != "map" && kind != "integer keys" && kind != "times"
}

// TestLargeMessagesAreMadeOnce marshals large values: what is allocated is not much more than the message. A buffer
// that grows by a quarter each time, and is copied at the end, would take six times as much. A buffer that is long enough is the one that is returned.
func TestLargeMessagesAreMadeOnce(t *testing.T) {
	if !mem.Foresees || testkit.Slow {
		t.Skip("no room is foreseen where memory is as short as addresses, and values are short in slow builds")
	}
	for what, v := range largeValues() {
		for _, f := range largeFormats {
			if !f.written(what) {
				continue
			}
			var data []byte
			var err error
			runtime.GC()
			spent := testkit.Allocated(func() { data, err = f.marshal(v) })
			if err != nil {
				t.Fatalf("%s of %s: %v", f.name, what, err)
			}
			most := 4.5 // a last growth by a quarter, and the copy of a message that leaves much of its memory unused
			if what == "numbers" && f.name == "beve" {
				most = 1.1
			}
			if got := float64(spent) / float64(len(data)); got > most {
				t.Errorf("%s of %s: %.2f times the %d bytes of the message are allocated, more than %v", f.name, what, got, len(data), most)
			}
			buffer := make([]byte, 0, len(data)+64)
			out, err := f.append(buffer, v)
			if err != nil || len(out) != len(data) {
				t.Errorf("%s of %s: %d bytes are appended, %d marshalled, %v", f.name, what, len(out), len(data), err)
			}
			if &out[0] != &buffer[:1][0] && what != "integers" { // MessagePack has room for 256 of the longest before it writes them
				t.Errorf("%s of %s: another buffer is made of %d bytes, where the %d of the message had room", f.name, what, cap(out), len(data))
			}
		}
	}
}

// TestLargeResultsAreMadeOnce unmarshals large values: what is allocated is not much more than the value takes, which is
// what a format keeps that has all counts. Slices that double would take, and often keep, twice as much.
func TestLargeResultsAreMadeOnce(t *testing.T) {
	if !mem.Unchecked || testkit.Slow {
		t.Skip("this build copies text once more, or has short values")
	}
	for what, v := range largeValues() {
		takes := valueTakes(t, v)
		for _, f := range largeFormats {
			if !f.written(what) {
				continue
			}
			data, err := f.marshal(v)
			if err != nil {
				t.Fatalf("%s of %s: %v", f.name, what, err)
			}
			target := reflect.New(reflect.TypeOf(v).Elem()).Interface()
			spent := testkit.Allocated(func() { err = f.unmarshal(data, target) })
			if err != nil {
				t.Fatalf("%s of %s: %v", f.name, what, err)
			}
			most := 1.1
			if f.name == "json" && (what == "map" || what == "integer keys") {
				most = 1.9 // nothing says how many members an object has, and a map that has grown cannot be made for more
			} else if f.name == "json" && bits.UintSize == 32 {
				most = 1.9 // integers are collected in 64 bits, and copied
			}
			if float64(spent) > most*float64(takes)+state {
				t.Errorf("%s of %s: %.2f times the %d bytes are allocated that the value takes, more than %v", f.name, what,
					float64(spent)/float64(takes), takes, most)
			}
		}
	}
}

// state is what a call may allocate besides its result: what decoders keep for the next one, and what slices have before
// they are made for all their elements.
const state = 1 << 19

// valueTakes returns how many bytes stay alive when MessagePack has made what v points to.
func valueTakes(t *testing.T, v any) uint64 {
	data, err := msgpack.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	target := reflect.New(reflect.TypeOf(v).Elem()).Interface()
	before := testkit.Live()
	if err := msgpack.Unmarshal(data, target); err != nil {
		t.Fatal(err)
	}
	takes := testkit.Live() - before
	runtime.KeepAlive(target)
	runtime.KeepAlive(data)
	return takes
}
