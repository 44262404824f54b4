// Streams that are read part by part, held to what decoding makes of the whole: whatever is
// read, decoded and passed over in turns, and however a reader delivers.

package beve_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/token"
)

// tokenDecoder is what the Decoders have in common that read tokens.
type tokenDecoder interface {
	Decode(v any) error
	Skip() error
	More() bool
	InputOffset() int64
	Path() beve.Pointer
	Token() (token.Token, error)
}

// jsonTokens is a Decoder of json with the tokens of the others.
type jsonTokens struct {
	*json.Decoder
	open []bool // of each container that is open, whether it is an object whose key is due
	keys []bool // and whether it is an object
}

func (d *jsonTokens) Token() (t token.Token, err error) {
	v, err := d.Decoder.Token()
	if err != nil {
		return t, err
	}
	n := len(d.open)
	key := n > 0 && d.keys[n-1] && d.open[n-1]
	switch v := v.(type) {
	case json.Delim:
		switch v {
		case '[', '{':
			d.value()
			d.open, d.keys = append(d.open, true), append(d.keys, v == '{')
			t.Kind = map[json.Delim]token.Kind{'[': token.BeginArray, '{': token.BeginObject}[v]
			t.Len = -1
		default:
			d.open, d.keys = d.open[:n-1], d.keys[:n-1]
			t.Kind = map[json.Delim]token.Kind{']': token.EndArray, '}': token.EndObject}[v]
		}
		return t, nil
	case string:
		if key {
			d.open[n-1] = false
			return token.Token{Kind: token.Key, Text: v}, nil
		}
	}
	d.value()
	return token.Token{Kind: token.Other, Value: v}, nil
}

// value notes that a value was read.
func (d *jsonTokens) value() {
	if n := len(d.open); n > 0 {
		d.open[n-1] = true
	}
}

func (d *jsonTokens) Decode(v any) error { defer d.value(); return d.Decoder.Decode(v) }
func (d *jsonTokens) Skip() error        { defer d.value(); return d.Decoder.Skip() }
func (d *jsonTokens) Path() beve.Pointer { return beve.Pointer(d.Decoder.Path()) }

// hesitant is a reader that returns nothing now and then.
type hesitant struct {
	io.Reader
	turn int
}

func (r *hesitant) Read(p []byte) (int, error) {
	if r.turn++; r.turn%3 != 0 {
		return 0, nil
	}
	return r.Reader.Read(p[:min(len(p), 1+r.turn%11)])
}

// manners are how a reader delivers data.
var manners = map[string]func(data []byte) io.Reader{
	"memory":    nil,
	"whole":     func(data []byte) io.Reader { return bytes.NewReader(data) },
	"one byte":  func(data []byte) io.Reader { return iotest.OneByteReader(bytes.NewReader(data)) },
	"half":      func(data []byte) io.Reader { return iotest.HalfReader(bytes.NewReader(data)) },
	"with EOF":  func(data []byte) io.Reader { return iotest.DataErrReader(bytes.NewReader(data)) },
	"hesitates": func(data []byte) io.Reader { return &hesitant{Reader: bytes.NewReader(data)} },
}

// A tokenFormat is a format whose Decoder reads tokens.
type tokenFormat struct {
	name      string
	marshal   func(rng *rand.Rand, v any) ([]byte, error)
	unmarshal func(data []byte, v any) error
	decoder   func(data []byte, r func([]byte) io.Reader) tokenDecoder
	binary    bool
}

func tokenFormats() []tokenFormat {
	generic := beve.DecodeOptions{GenericArrays: true}
	return []tokenFormat{
		{name: "beve", binary: true, unmarshal: generic.Unmarshal, marshal: func(rng *rand.Rand, v any) ([]byte, error) {
			o := beve.EncodeOptions{Deterministic: true, Extended: rng.IntN(2) == 0, Aligned: rng.IntN(2) == 0, MinTableRows: 1}
			if m, ok := v.(map[string]any); ok && rng.IntN(3) == 0 {
				return beve.EncodeIndexedObject(m)
			}
			return o.Marshal(v)
		}, decoder: func(data []byte, r func([]byte) io.Reader) tokenDecoder {
			d := beve.NewDecoderBytes(data)
			if r != nil {
				d.Reset(r(data))
			}
			d.SetOptions(generic)
			return d
		}},
		{name: "msgpack", binary: true, unmarshal: msgpack.Unmarshal,
			marshal: func(_ *rand.Rand, v any) ([]byte, error) {
				return msgpack.EncodeOptions{Deterministic: true}.Marshal(v)
			},
			decoder: func(data []byte, r func([]byte) io.Reader) tokenDecoder {
				if r != nil {
					return msgpack.NewDecoder(r(data))
				}
				return msgpack.NewDecoderBytes(data)
			}},
		{name: "json", unmarshal: json.DecodeOptions{}.Unmarshal,
			marshal: func(_ *rand.Rand, v any) ([]byte, error) { return json.Marshal(v) },
			decoder: func(data []byte, r func([]byte) io.Reader) tokenDecoder {
				d := json.DecodeOptions{}.NewDecoderBytes(data)
				if r != nil {
					d = json.DecodeOptions{}.NewDecoder(r(data))
				}
				return &jsonTokens{Decoder: d}
			}},
	}
}

// documentOfParts returns a value of arrays and objects of every form.
func documentOfParts(rng *rand.Rand, depth int, binary bool) any {
	kinds := 14
	if depth == 0 {
		kinds = 6
	}
	n := rng.IntN(5)
	switch rng.IntN(kinds) {
	case 0:
		return nil
	case 1:
		return rng.IntN(2) == 0
	case 2:
		return rng.Int64() >> rng.IntN(64)
	case 3:
		return rng.NormFloat64()
	case 4:
		return strings.Repeat("tëxt ", rng.IntN(4))
	case 5:
		if binary {
			return time.Unix(rng.Int64N(1<<31), 0).UTC()
		}
		return "time"
	case 6:
		return randomNumbers[float64](rng, n*7, func() float64 { return rng.Float64() })
	case 7:
		return randomNumbers[int16](rng, n*7, func() int16 { return int16(rng.Int()) })
	case 8:
		return randomNumbers[bool](rng, n*7, func() bool { return rng.IntN(2) == 0 })
	case 9:
		return randomNumbers[string](rng, n, func() string { return strconv.Itoa(rng.Int()) })
	case 10:
		rows := make([]any, n)
		for i := range rows {
			rows[i] = map[string]any{"a": documentOfParts(rng, depth-1, binary), "b/~": i}
		}
		return rows
	case 11:
		if binary && n > 0 {
			m := map[int64]any{}
			for range n {
				m[rng.Int64()>>rng.IntN(64)] = documentOfParts(rng, depth-1, binary)
			}
			return m
		}
		fallthrough
	case 12:
		m := map[string]any{}
		for range n {
			m[strconv.Itoa(rng.IntN(100))+"é"] = documentOfParts(rng, depth-1, binary)
		}
		return m
	}
	list := make([]any, n)
	for i := range list {
		list[i] = documentOfParts(rng, depth-1, binary)
	}
	return list
}

func randomNumbers[T any](_ *rand.Rand, n int, one func() T) []T {
	s := make([]T, n)
	for i := range s {
		s[i] = one()
	}
	return s
}

// tokenWalk reads one value by a random choice of calls and compares what it gets.
type tokenWalk struct {
	t       *testing.T
	rng     *rand.Rand
	d       tokenDecoder
	ends    map[beve.Pointer]int64 // where the values end, as another walk found
	what    string
	json    bool // whose Decoder is that of encoding/json where it is misused
	skipped int
}

func (w *tokenWalk) fatal(path beve.Pointer, format string, args ...any) {
	w.t.Helper()
	w.t.Fatalf("%s, at %q: %s", w.what, path, fmt.Sprintf(format, args...))
}

func (w *tokenWalk) value(path beve.Pointer, want any) {
	switch w.rng.IntN(6) {
	case 0:
		if err := w.d.Skip(); err != nil {
			w.fatal(path, "skip: %v", err)
		}
		w.skipped++
	case 1:
		var got any
		if err := w.d.Decode(&got); err != nil || !reflect.DeepEqual(got, want) {
			w.fatal(path, "decoded %#v, not %#v: %v", got, want, err)
		}
	default:
		w.token(path, want)
	}
	if got := w.d.Path(); got != path {
		w.fatal(path, "after the value the path is %q", got)
	}
	at := w.d.InputOffset()
	if before, ok := w.ends[path]; ok && before != at {
		w.fatal(path, "the value ends at %d, and at %d for another walk", at, before)
	}
	w.ends[path] = at
}

func (w *tokenWalk) next(path beve.Pointer) token.Token {
	t, err := w.d.Token()
	if err != nil {
		w.fatal(path, "token: %v", err)
	}
	return t
}

func (w *tokenWalk) token(path beve.Pointer, want any) {
	t := w.next(path)
	var parts map[string]any
	switch v := want.(type) {
	case []any:
		if t.Kind != token.BeginArray || t.Len >= 0 && t.Len != len(v) {
			w.fatal(path, "%v of %d, not an array of %d", t, t.Len, len(v))
		}
		for i, elem := range v {
			if !w.d.More() {
				w.fatal(path, "no more after %d of %d", i, len(v))
			}
			w.value(path.Index(i), elem)
		}
		w.end(path, token.EndArray)
		return
	case map[string]any:
		parts = v
	case map[int64]any:
		parts = map[string]any{}
		for key, value := range v {
			parts[strconv.FormatInt(key, 10)] = value
		}
	default:
		got := t.Any()
		if n, ok := want.(uint64); ok && n < 1<<63 {
			want = int64(n) // which is what tokens give of either family
		}
		if !reflect.DeepEqual(got, want) {
			w.fatal(path, "%v is %#v, not %#v", t, got, want)
		}
		return
	}
	if t.Kind != token.BeginObject || t.Len >= 0 && t.Len != len(parts) {
		w.fatal(path, "%v of %d, not an object of %d", t, t.Len, len(parts))
	}
	if w.d.Path() != path {
		w.fatal(path, "where an object begins the path is %q", w.d.Path())
	}
	seen := map[string]bool{}
	for w.d.More() {
		at := w.d.InputOffset()
		if !w.json && w.rng.IntN(4) == 0 {
			// A call that does not fit is an error that uses nothing.
			if err := w.d.Decode(new(any)); !errors.Is(err, beve.ErrMismatch) || w.d.InputOffset() != at {
				w.fatal(path, "decoding a key: %v, at %d of %d", err, w.d.InputOffset(), at)
			}
		}
		key := w.next(path)
		value, ok := parts[key.Text]
		if key.Kind != token.Key || !ok || seen[key.Text] {
			w.fatal(path, "%v is no key of the rest", key)
		}
		seen[key.Text] = true
		if !w.d.More() {
			w.fatal(path, "no more after the key %v", key)
		}
		w.value(path.Key(key.Text), value)
	}
	if len(seen) != len(parts) {
		w.fatal(path, "%d of %d members", len(seen), len(parts))
	}
	w.end(path, token.EndObject)
}

func (w *tokenWalk) end(path beve.Pointer, kind token.Kind) {
	if w.d.More() {
		w.fatal(path, "more after the last")
	}
	if !w.json {
		// As where a key is due: that is an error, and uses nothing.
		at := w.d.InputOffset()
		if err := w.d.Decode(new(any)); !errors.Is(err, beve.ErrMismatch) || w.d.InputOffset() != at {
			w.fatal(path, "decoding after the last: %v, at %d of %d", err, w.d.InputOffset(), at)
		}
	}
	if t := w.next(path); t.Kind != kind {
		w.fatal(path, "%v where it ends", t)
	}
}

// TestTokensAreTheValue reads random documents by tokens and all else in turns.
func TestTokensAreTheValue(t *testing.T) {
	for _, f := range tokenFormats() {
		t.Run(f.name, func(t *testing.T) {
			skipped := 0
			for seed := range uint64(400) {
				rng := rand.New(rand.NewPCG(seed, 21))
				data, err := f.marshal(rng, documentOfParts(rng, 4, f.binary))
				if err != nil {
					t.Fatal(err)
				}
				var want any
				if err := f.unmarshal(data, &want); err != nil {
					t.Fatal(err)
				}
				ends := map[beve.Pointer]int64{}
				for name, manner := range manners {
					w := &tokenWalk{t: t, rng: rng, ends: ends, json: f.name == "json", what: fmt.Sprintf("%s, seed %d, %s: % x", f.name, seed, name, data[:min(len(data), 60)]),
						d: f.decoder(data, manner)}
					w.value("", want)
					if _, err := w.d.Token(); err != io.EOF {
						t.Fatalf("%s: %v at the end", w.what, err)
					}
					if w.d.InputOffset() != int64(len(data)) {
						t.Fatalf("%s: the end is at %d of %d", w.what, w.d.InputOffset(), len(data))
					}
					skipped += w.skipped
				}
			}
			if skipped < 500 {
				t.Errorf("%d values were passed over", skipped)
			}
		})
	}
}

// FuzzTokens reads what Unmarshal reads, and reads the same however little a reader delivers at a
// time.
func FuzzTokens(f *testing.F) {
	formats := tokenFormats()
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 30 {
		data, err := formats[i%3].marshal(rng, documentOfParts(rng, 3, formats[i%3].binary))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(byte(i%3), data)
		f.Add(byte(i%3), damaged(rng, data))
	}
	f.Fuzz(func(t *testing.T, which byte, data []byte) {
		format := formats[which%3]
		whole := format.unmarshal(data, new(any))
		tokens, err := tokensOf(format.decoder(data, nil))
		if whole == nil && err != nil {
			t.Fatalf("%s: %v, and Unmarshal reads it", format.name, err)
		}
		if skip := readTokens(format.decoder(data, nil), true); skip != nil && err == nil {
			t.Fatalf("%s: %v where parts are passed over, and tokens %v", format.name, skip, tokens)
		}
		for name, manner := range manners {
			again, second := tokensOf(format.decoder(data, manner))
			// A count that is more than the bytes left is an error at once in memory. In a stream it is one
			// where the stream ends, or where the limits are passed.
			unpaid := format.name == "msgpack" && errors.Is(err, beve.ErrTruncated) && place(t, second).offset >= place(t, err).offset &&
				(errors.Is(second, beve.ErrLimit) || errors.Is(second, beve.ErrTruncated))
			if !reflect.DeepEqual(tokens, again) || fmt.Sprint(err) != fmt.Sprint(second) && !unpaid {
				t.Fatalf("%s, %s: %v, %v, from memory %v, %v", format.name, name, again, second, tokens, err)
			}
		}
	})
}

// tokensOf returns the tokens of the first value with their paths, and what went wrong.
func tokensOf(d tokenDecoder) (all []string, err error) {
	for depth := 0; ; {
		t, err := d.Token()
		if err != nil {
			return all, err
		}
		all = append(all, fmt.Sprintf("%s %v %T %d %d %d", d.Path(), t, t.Value, t.Len, t.Offset, d.InputOffset()))
		switch t.Kind {
		case token.BeginArray, token.BeginObject:
			depth++
		case token.EndArray, token.EndObject:
			depth--
		}
		if depth == 0 {
			return all, nil
		}
	}
}

// TestTokensNameKeysAsViews reads maps of MessagePack with keys of each kind: tokens have the text
// that views have and refuse what has none there, and a path leads to the same.
func TestTokensNameKeysAsViews(t *testing.T) {
	for _, key := range []string{"\xc0", "\xc2", "\xc3", "\xca\x3f\x00\x00\x00", "\xcb\x3f\xf0\x00\x00\x00\x00\x00\x00", "\x80",
		"\x81\x01\x02", "\x90", "\x91\xa1a", "\xd4\x05\x01", "\xd6\xff\x00\x00\x00\x01", "\xc4\x01a", "\xa1a", "\xa0", "\x07", "\xff",
		"\xcf\xff\xff\xff\xff\xff\xff\xff\xff", "\xd1\x80\x00", "\xa5(nil)"} {
		data := []byte("\x82" + key + "\x91\x01\xa1b\x91\x02")
		v, err := msgpack.NewView(data)
		if err != nil {
			t.Fatal(err)
		}
		for m := range v.Members() {
			name, failed := m.Name()
			d := msgpack.NewDecoder(bytes.NewReader(data))
			if _, err := d.Token(); err != nil {
				t.Fatal(err)
			}
			k, err := d.Token()
			if (err != nil) != (failed != nil) || k.Text != name || (err == nil) != (k.Kind == token.Key) {
				t.Errorf("key % x: token %v of kind %v, %v; in a View %q, %v", key, k, k.Kind, err, name, failed)
			}
			if err != nil && (!errors.Is(err, beve.ErrMismatch) || place(t, err) != place(t, failed)) {
				t.Errorf("key % x: %v; in a View %v", key, err, failed)
			}
			break
		}
		for _, path := range []msgpack.Pointer{"/(nil)", "/(bool)", "/(map)", "/(array)", "/(ext)", "/(float 32)", "/(float 64)", "/", "/a", "/7", "/b"} {
			_, failed := v.At(path)
			var err error
			for _, err = range msgpack.ElementsAt[int](bytes.NewReader(data), path) {
			}
			if (err != nil) != (failed != nil) {
				t.Errorf("key % x, %q: %v; in a View %v", key, path, err, failed)
			}
		}
	}
}
