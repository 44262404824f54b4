package cost_test

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"testing"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/column"
	"github.com/beve-org/beve-go/internal/cost"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/types"
)

// What an element costs does not depend on how many there are. The cost law has a wide margin, in which a fast way hides
// that is not taken any more where a message is longer than a window, a buffer or a guess. Here a long list is compared with
// as many elements in short lists, which use the caches and the branch predictor of the processor alike.

// The lengths of the messages: one that windows of 64 KB and first buffers hold as a whole, however it is written, and one
// that they hold a small part of.
const shortList, longList = 40 << 10, 400 << 10

// The bounds of steadiness.
const (
	steadyTime   = 2.0 // of time, which other programs disturb
	steadyMemory = 1.3 // of memory, and so many bytes
	steadyBytes  = 16
)

// A steadyWay is something that is done to a list. It returns what does it once.
type steadyWay struct {
	name string
	// grows says that memory is that of a buffer that grows, whose steps are not those of the length.
	grows   bool
	prepare func(l *steadyList) (func() error, error)
}

// A steadyList is a list of elements.
type steadyList struct {
	doc       any        // a pointer to it
	list, one func() any // pointers to a new list and a new element
	elements  func(r io.Reader) error
	messages  map[string][]byte // by format
}

type steadyShape struct {
	name string
	make func(from, n int) *steadyList
	// The bytes of an element, portable and, where that is less, extended.
	most, least int
}

func shape[T any](name string, element func(i int) T) steadyShape {
	s := steadyShape{name: name, make: func(from, n int) *steadyList {
		doc := make([]T, n)
		for i := range doc {
			doc[i] = element(from + i)
		}
		return &steadyList{doc: &doc, list: func() any { return new([]T) }, one: func() any { return new(T) },
			messages: map[string][]byte{}, elements: func(r io.Reader) error {
				for _, err := range beve.ElementsAt[T](r, "") {
					if err != nil {
						return err
					}
				}
				return nil
			}}
	}}
	const n = 1000
	some := s.make(0, n).doc
	portable, err := beve.Marshal(some)
	if err != nil {
		panic(err)
	}
	extended, err := beve.EncodeOptions{Extended: true}.Marshal(some)
	if err != nil {
		panic(err)
	}
	s.most, s.least = len(portable)/n+1, len(extended)/n+1
	return s
}

// The shapes. The rows of some have a method, a few bytes, what becomes a map, what lies beside it.
type (
	steadyByte struct{ A int8 }
	steadyRow  struct {
		A int                `json:"a"`
		B string             `json:"b"`
		C []float64          `json:"c"`
		D *steadyByte        `json:"d"`
		E map[string]float64 `json:"e,omitempty"`
		F time.Time          `json:"f"`
	}
	steadyMethod struct {
		A    string
		Name steadyText
		B    []string
	}
	steadyText struct{ text string }
	steadyCase interface{ steady() }
	steadyOne  struct{ A, B int }
	steadyTwo  struct{ C string }
)

func (t steadyText) MarshalText() ([]byte, error)     { return []byte(t.text), nil }
func (t *steadyText) UnmarshalText(text []byte) error { t.text = string(text); return nil }
func (steadyOne) steady()                             {}
func (steadyTwo) steady()                             {}

func init() {
	types.Register(types.Union[steadyCase](types.Tag("type"), types.Case[steadyOne]("one"), types.Case[steadyTwo]("two")))
}

func steadyShapes() []steadyShape {
	at := time.Date(2024, 5, 6, 7, 8, 9, 0, time.UTC)
	row := func(i int) steadyRow {
		return steadyRow{i, "name " + strconv.Itoa(i), []float64{1, float64(i)}, &steadyByte{1}, map[string]float64{"x": 1}, at}
	}
	return []steadyShape{
		shape("rows of a byte", func(i int) steadyByte { return steadyByte{int8(i)} }),
		shape("rows", row),
		shape("pointers", func(i int) *steadyRow { r := row(i); return &r }),
		shape("rows with a method", func(i int) steadyMethod {
			return steadyMethod{"text", steadyText{"name"}, []string{"a", strconv.Itoa(i)}}
		}),
		shape("unions", func(i int) steadyCase {
			if i%3 == 0 {
				return steadyTwo{"text"}
			}
			return steadyOne{i, 2}
		}),
		shape("maps", func(i int) map[string]int { return map[string]int{"a": 1, "b": 200} }),
		shape("maps of any", func(i int) map[string]any { return map[string]any{"a": 1000, "b": "text"} }),
		shape("any", func(i int) any { return []any{1000, "text", nil, true, []any{2000, "x"}}[i%5] }),
		shape("numbers", func(i int) float64 { return float64(i) / 3 }),
		shape("booleans", func(i int) bool { return i%3 == 0 }),
		shape("texts", func(i int) string { return "text " + strconv.Itoa(i) }),
		shape("times", func(i int) time.Time { return at.Add(time.Duration(i) * time.Second) }),
		shape("arrays", func(i int) []int { return []int{i, 2, 3} }),
	}
}

// message returns the list in a format.
func (l *steadyList) message(format string) (data []byte, err error) {
	if data = l.messages[format]; data != nil {
		return data, nil
	}
	switch format {
	case "beve":
		data, err = beve.Marshal(l.doc)
	case "extended":
		data, err = beve.EncodeOptions{Extended: true}.Marshal(l.doc)
	case "json":
		data, err = json.Marshal(l.doc)
	case "msgpack":
		data, err = msgpack.Marshal(l.doc)
	}
	l.messages[format] = data
	return data, err
}

// steadyWays are what is done to lists.
func steadyWays() (all []steadyWay) {
	encode := func(name string, f func(dst []byte, v any) ([]byte, error)) {
		all = append(all, steadyWay{name: name, grows: true, prepare: func(l *steadyList) (func() error, error) {
			var dst []byte
			return func() (err error) {
				dst, err = f(dst[:0], l.doc)
				return err
			}, nil
		}})
	}
	read := func(name, format string, grows bool, f func(l *steadyList, data []byte) error) {
		all = append(all, steadyWay{name: name + " of " + format, grows: grows, prepare: func(l *steadyList) (func() error, error) {
			data, err := l.message(format)
			return func() error { return f(l, data) }, err
		}})
	}
	encode("beve.Append", beve.Append)
	encode("beve.Append, extended", beve.EncodeOptions{Extended: true}.Append)
	encode("beve.Append, deterministic", beve.EncodeOptions{Deterministic: true}.Append)
	encode("json.Append", json.EncodeOptions{}.Append)
	encode("msgpack.Append", msgpack.Append)
	for _, format := range []string{"beve", "extended"} {
		read("beve.Unmarshal", format, false, func(l *steadyList, data []byte) error { return beve.Unmarshal(data, l.list()) })
		read("beve.Unmarshal into any", format, false, func(_ *steadyList, data []byte) error { return beve.Unmarshal(data, new(any)) })
		read("beve.Unmarshal, strict", format, false, func(l *steadyList, data []byte) error {
			return beve.DecodeOptions{RejectUnknown: true, RejectDuplicates: true, Strict: true, NoCopy: true}.Unmarshal(data, l.list())
		})
		read("beve.Decoder", format, true, func(l *steadyList, data []byte) error { return beve.NewDecoder(inPieces(data)).Decode(l.list()) })
		read("beve.Decoder of messages in memory", format, false, func(l *steadyList, data []byte) error {
			return all2(beve.NewDecoderBytes(slices.Repeat(data, 3)), func(d *beve.Decoder) error { return d.Decode(l.list()) })
		})
		read("beve.Elements", format, false, func(l *steadyList, data []byte) error { return l.elements(inPieces(data)) })
		read("beve.Decoder.Token", format, false, func(_ *steadyList, data []byte) error {
			return all2(beve.NewDecoder(inPieces(data)), func(d *beve.Decoder) error { _, err := d.Token(); return err })
		})
		read("beve.Decoder.Skip", format, true, func(_ *steadyList, data []byte) error { return beve.NewDecoder(inPieces(data)).Skip() })
		read("beve.View, elements decoded", format, false, func(l *steadyList, data []byte) error {
			return view(data, func(v beve.View) error { return eachDecoded(v.Elements(), l.one, beve.View.Decode) })
		})
		read("beve.View, elements decoded into any", format, false, func(_ *steadyList, data []byte) error {
			return view(data, func(v beve.View) error {
				return eachDecoded(v.Elements(), func() any { return new(any) }, beve.View.Decode)
			})
		})
		read("beve.View, elements decoded with options", format, false, func(l *steadyList, data []byte) error {
			return view(data, func(v beve.View) error {
				return eachDecoded(v.Elements(), l.one, func(e beve.View, target any) error {
					return e.DecodeWithOptions(target, beve.DecodeOptions{NoCopy: true})
				})
			})
		})
		read("beve.View, every part", format, false, func(_ *steadyList, data []byte) error {
			return view(data, func(v beve.View) error { return walk(v, 0) })
		})
		read("beve.View, elements as Raw", format, false, func(_ *steadyList, data []byte) error { return view(data, rawElements) })
		read("column", format, false, func(_ *steadyList, data []byte) error {
			return view(data, func(v beve.View) error {
				_, err := column.From(v, "").Where("/a", column.AtLeast(3)).Count()
				return err
			})
		})
		read("translator.ToJSON", format, true, func(_ *steadyList, data []byte) error { _, err := translator.ToJSON(data); return err })
	}
	read("json.Unmarshal", "json", true, func(l *steadyList, data []byte) error { return json.Unmarshal(data, l.list()) })
	read("json.Unmarshal into any", "json", true, func(_ *steadyList, data []byte) error { return json.Unmarshal(data, new(any)) })
	read("json.Decoder", "json", true, func(l *steadyList, data []byte) error { return json.NewDecoder(inPieces(data)).Decode(l.list()) })
	read("json.View, elements decoded", "json", false, func(l *steadyList, data []byte) error {
		v, err := json.NewView(data)
		if err != nil {
			return err
		}
		return eachDecoded(v.Elements(), l.one, json.View.Decode)
	})
	read("translator.FromJSON", "json", true, func(_ *steadyList, data []byte) error {
		_, err := translator.Options{TypedArrays: true}.FromJSON(data)
		return err
	})
	read("msgpack.Unmarshal", "msgpack", false, func(l *steadyList, data []byte) error { return msgpack.Unmarshal(data, l.list()) })
	read("msgpack.Decoder", "msgpack", true, func(l *steadyList, data []byte) error { return msgpack.NewDecoder(inPieces(data)).Decode(l.list()) })
	read("msgpack.View, elements decoded", "msgpack", false, func(l *steadyList, data []byte) error {
		v, err := msgpack.NewView(data)
		if err != nil {
			return err
		}
		return eachDecoded(v.Elements(), l.one, msgpack.View.Decode)
	})
	return all
}

// inPieces returns a reader that gives data in pieces of a network packet.
func inPieces(data []byte) io.Reader { return &pieces{bytes.NewReader(data)} }

type pieces struct{ r *bytes.Reader }

func (p *pieces) Read(b []byte) (int, error) { return p.r.Read(b[:min(len(b), 1500)]) }

func eachDecoded[V any](elements iter.Seq2[V, error], one func() any, decode func(v V, target any) error) error {
	for e, err := range elements {
		if err == nil {
			err = decode(e, one())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// TestElementsOfLongListsCostWhatOthersDo does everything to a long list of each shape, and to short ones.
func TestElementsOfLongListsCostWhatOthersDo(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	ways := steadyWays()
	for i, s := range steadyShapes() {
		n := shortList / s.most
		times := longList / s.least / n
		var short []*steadyList
		for k := range times {
			short = append(short, s.make(k*n, n))
		}
		long := []*steadyList{s.make(0, times*n)}
		for k, w := range ways {
			if sampled() && (i+k)%4 > 0 {
				continue
			}
			few, err := w.of(short)
			if err != nil {
				t.Errorf("%s of %s: %v", w.name, s.name, err)
				continue
			}
			many, err := w.of(long)
			if err != nil {
				t.Errorf("%s of %s: %v", w.name, s.name, err)
				continue
			}
			if why := unsteady(few, many, times*n, w.grows); why != "" {
				t.Errorf("%s of %s, %d elements in %d lists and in one: %s", w.name, s.name, times*n, times, why)
			}
		}
		runtime.GC()
	}
}

// of returns what does w to all lists. Its error is the first one.
func (w *steadyWay) of(lists []*steadyList) (func() error, error) {
	var all []func() error
	for _, l := range lists {
		do, err := w.prepare(l)
		if err != nil {
			return nil, err
		}
		all = append(all, do)
	}
	return func() (first error) {
		for _, do := range all {
			if err := do(); first == nil {
				first = err
			}
		}
		return first
	}, nil
}

// unsteady compares two functions that do the same to n elements, in short lists and in a long one.
func unsteady(few, many func() error, n int, grows bool) string {
	var errFew, errMany error
	one, other := func() { errFew = few() }, func() { errMany = many() }
	memory := func() (float64, float64) {
		return float64(testkit.Allocated(one)) / float64(n), float64(testkit.Allocated(other)) / float64(n)
	}
	memory() // what is done once for all
	of, with := memory()
	if fmt.Sprint(errFew) != fmt.Sprint(errMany) {
		return fmt.Sprintf("errors %v and %v", errFew, errMany)
	}
	if !grows && with > of*steadyMemory+steadyBytes {
		return fmt.Sprintf("%.0f and %.0f bytes are allocated for each", of, with)
	}
	if !cost.Timed() {
		return ""
	}
	var took testkit.Comparison
	if testkit.Patiently(func() bool {
		took.Turn(one, other)
		return took.Ratio() <= steadyTime
	}) {
		return ""
	}
	return fmt.Sprintf("%v and %v", took.A, took.B)
}
