// Arrays inside of streams: where a path leads, what stands around the array, and what that
// costs.

package beve_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/scalar"
	"github.com/beve-org/beve-go/token"
	"github.com/beve-org/beve-go/wire"
	"github.com/beve-org/beve-go/zebrapack"
)

// An arrayFormat has ElementsAt.
type arrayFormat struct {
	name    string
	marshal func(v any) ([]byte, error)
	items   func(r io.Reader, path string) iter.Seq2[item, error]
	numbers func(r io.Reader, path string) iter.Seq2[int, error]
	strict  func(r io.Reader, path string) iter.Seq2[item, error] // an unknown member is an error
	shallow func(r io.Reader, path string) iter.Seq2[item, error] // of three levels
}

type item struct {
	ID   int    `json:"id" zid:"0"`
	Name string `json:"name" zid:"1"`
}

func arrayFormats() []arrayFormat {
	return []arrayFormat{{
		name: "beve", marshal: beve.Marshal,
		items:   func(r io.Reader, p string) iter.Seq2[item, error] { return beve.ElementsAt[item](r, beve.Pointer(p)) },
		numbers: func(r io.Reader, p string) iter.Seq2[int, error] { return beve.ElementsAt[int](r, beve.Pointer(p)) },
		strict: func(r io.Reader, p string) iter.Seq2[item, error] {
			return beve.ElementsAt[item](r, beve.Pointer(p), beve.DecodeOptions{RejectUnknown: true})
		},
		shallow: func(r io.Reader, p string) iter.Seq2[item, error] {
			return beve.ElementsAt[item](r, beve.Pointer(p), beve.DecodeOptions{Limits: beve.Limits{MaxDepth: 3}})
		},
	}, {
		name: "beve, extended", marshal: beve.EncodeOptions{Extended: true, MinTableRows: 1}.Marshal,
		items:   func(r io.Reader, p string) iter.Seq2[item, error] { return beve.ElementsAt[item](r, beve.Pointer(p)) },
		numbers: func(r io.Reader, p string) iter.Seq2[int, error] { return beve.ElementsAt[int](r, beve.Pointer(p)) },
		strict: func(r io.Reader, p string) iter.Seq2[item, error] {
			return beve.ElementsAt[item](r, beve.Pointer(p), beve.DecodeOptions{RejectUnknown: true})
		},
		shallow: func(r io.Reader, p string) iter.Seq2[item, error] {
			return beve.ElementsAt[item](r, beve.Pointer(p), beve.DecodeOptions{Limits: beve.Limits{MaxDepth: 3}})
		},
	}, {
		name: "msgpack", marshal: msgpack.Marshal,
		items: func(r io.Reader, p string) iter.Seq2[item, error] {
			return msgpack.ElementsAt[item](r, msgpack.Pointer(p))
		},
		numbers: func(r io.Reader, p string) iter.Seq2[int, error] {
			return msgpack.ElementsAt[int](r, msgpack.Pointer(p))
		},
		strict: func(r io.Reader, p string) iter.Seq2[item, error] {
			return msgpack.ElementsAt[item](r, msgpack.Pointer(p), msgpack.DecodeOptions{RejectUnknown: true})
		},
		shallow: func(r io.Reader, p string) iter.Seq2[item, error] {
			return msgpack.ElementsAt[item](r, msgpack.Pointer(p), msgpack.DecodeOptions{Limits: msgpack.Limits{MaxDepth: 3}})
		},
	}, {
		name: "json", marshal: func(v any) ([]byte, error) { return json.MarshalIndent(v, "", " ") },
		items:   func(r io.Reader, p string) iter.Seq2[item, error] { return json.ElementsAt[item](r, json.Pointer(p)) },
		numbers: func(r io.Reader, p string) iter.Seq2[int, error] { return json.ElementsAt[int](r, json.Pointer(p)) },
		strict: func(r io.Reader, p string) iter.Seq2[item, error] {
			return json.ElementsAt[item](r, json.Pointer(p), json.DecodeOptions{Flags: json.DisallowUnknownFields})
		},
		shallow: func(r io.Reader, p string) iter.Seq2[item, error] {
			return json.ElementsAt[item](r, json.Pointer(p), json.DecodeOptions{Limits: json.Limits{MaxDepth: 3}})
		},
	}}
}

// envelope is a document around arrays.
type envelope struct {
	Meta map[string]any `json:"meta"`
	Data struct {
		Before []any     `json:"before"`
		Items  []item    `json:"items"`
		More   []item    `json:"more/~"`
		After  []float64 `json:"after"`
	} `json:"data"`
	Counts []int             `json:"counts"`
	Words  []string          `json:"words"`
	Nested [][]int           `json:"nested"`
	Tail   map[string]string `json:"tail"`
}

func newEnvelope() (e envelope) {
	e.Meta = map[string]any{"version": 1, "items": []string{"no"}}
	e.Data.Before = []any{1, "x", nil, map[string]any{"items": []int{7}}}
	for i := range 5 {
		e.Data.Items = append(e.Data.Items, item{i, "name"})
	}
	e.Data.More = e.Data.Items[:1]
	e.Data.After = []float64{1, 2.5}
	e.Counts, e.Words, e.Nested = []int{3, 1, 4, 1, 5}, []string{"a", "bc"}, [][]int{{1}, {2, 3, 4}, {}}
	e.Tail = map[string]string{"k": "v"}
	return e
}

// collected returns the elements and the error that ended them.
func collected[T any](seq iter.Seq2[T, error]) (all []T, err error) {
	for v, err := range seq {
		if err != nil {
			return all, err
		}
		all = append(all, v)
	}
	return all, nil
}

func TestElementsAt(t *testing.T) {
	e := newEnvelope()
	for _, f := range arrayFormats() {
		data, err := f.marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		for name, manner := range manners {
			if manner == nil {
				continue
			}
			for path, want := range map[string][]item{"/data/items": e.Data.Items, "/data/more~1~0": e.Data.More} {
				if got, err := collected(f.items(manner(data), path)); err != nil || !reflect.DeepEqual(got, want) {
					t.Errorf("%s, %s, %s: %v, %v", f.name, name, path, got, err)
				}
			}
			for path, want := range map[string][]int{"/counts": e.Counts, "/nested/1": {2, 3, 4}, "/nested/2": nil, "/data/before/3/items": {7}} {
				if got, err := collected(f.numbers(manner(data), path)); err != nil || !reflect.DeepEqual(got, want) {
					t.Errorf("%s, %s, %s: %v, %v", f.name, name, path, got, err)
				}
			}
		}
	}
}

// TestElementsAtLeadsElsewhere holds the errors of paths that lead to no array, each of which
// says where that is.
func TestElementsAtLeadsElsewhere(t *testing.T) {
	for _, f := range arrayFormats() {
		data, err := f.marshal(newEnvelope())
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			path  string
			cause error
			at    beve.Pointer // the path of the error
		}{
			{"/data/none", beve.ErrMissing, "/data"},
			{"/none/items", beve.ErrMissing, ""},
			{"/data", beve.ErrMismatch, "/data"},
			{"", beve.ErrMismatch, ""},
			{"/meta/version", beve.ErrMismatch, "/meta/version"},
			{"/meta/version/x", beve.ErrMismatch, "/meta/version"},
			{"/counts/2", beve.ErrMismatch, "/counts/2"},
			{"/words/1/0", beve.ErrMismatch, "/words/1"},
			{"/counts/5", beve.ErrMissing, "/counts"},
			{"/counts/-", beve.ErrMissing, "/counts"},
			{"/counts/01", beve.ErrMismatch, "/counts"},
			{"/nested/3", beve.ErrMissing, "/nested"},
			{"/data/before/0", beve.ErrMismatch, "/data/before/0"},
			{"data", beve.ErrUnsupported, ""},
			{"/data~", beve.ErrUnsupported, ""},
		} {
			_, err := collected(f.numbers(iotest.OneByteReader(bytes.NewReader(data)), c.path))
			var where *beve.DecodeError
			if !errors.Is(err, c.cause) || !errors.As(err, &where) || where.Path != c.at || where.Offset > int64(len(data)) || c.at != "" && where.Offset == 0 {
				t.Errorf("%s, %q: %v", f.name, c.path, err)
			}
			if format, _, _ := bytes.Cut([]byte(f.name), []byte(",")); err != nil && !bytes.HasPrefix([]byte(err.Error()), append(format, ':')) {
				t.Errorf("%s, %q: %v", f.name, c.path, err)
			}
		}
	}
}

// TestElementsAtChecksTheRest cuts and extends documents after the array: all of it is read, and
// then the error comes.
func TestElementsAtChecksTheRest(t *testing.T) {
	for _, f := range arrayFormats() {
		data, err := f.marshal(newEnvelope())
		if err != nil {
			t.Fatal(err)
		}
		elements := 0
		for end := range len(data) {
			got, err := collected(f.items(iotest.HalfReader(bytes.NewReader(data[:end])), "/data/items"))
			if err == nil || len(got) < elements {
				t.Fatalf("%s, %d of %d bytes: %d elements of %d before, %v", f.name, end, len(data), len(got), elements, err)
			}
			if !errors.Is(err, beve.ErrTruncated) && !errors.Is(err, io.ErrUnexpectedEOF) && end > 0 {
				t.Errorf("%s, %d of %d bytes: %v", f.name, end, len(data), err)
			}
			elements = len(got)
		}
		if elements != 5 {
			t.Errorf("%s: %d elements", f.name, elements)
		}
		got, err := collected(f.items(bytes.NewReader(append(bytes.Clone(data), data...)), "/data/items"))
		if len(got) != 5 || err == nil {
			t.Errorf("%s, twice: %d elements, %v", f.name, len(got), err)
		}
		// Who leaves the loop reads no more.
		for _, err := range f.items(io.MultiReader(bytes.NewReader(data), iotest.ErrReader(errors.New("read on"))), "/data/items") {
			if err != nil {
				t.Errorf("%s: %v", f.name, err)
			}
			break
		}
	}
}

// TestElementsAtHasOptions has options that matter to elements, and limits that count from the
// outermost value.
func TestElementsAtHasOptions(t *testing.T) {
	doc := map[string]any{"items": []map[string]any{{"id": 1, "name": "a"}, {"id": 2, "x": map[string]any{"y": 1}}}}
	for _, f := range arrayFormats() {
		data, err := f.marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		for name, seq := range map[string]iter.Seq2[item, error]{"unknown": f.strict(bytes.NewReader(data), "/items"), "deep": f.shallow(bytes.NewReader(data), "/items")} {
			got, err := collected(seq)
			var where *beve.DecodeError
			want := map[string]int{"unknown": 1, "deep": 0}[name]
			if len(got) != want || !errors.As(err, &where) || len(where.Path) < len("/items/0") {
				t.Errorf("%s, %s: %v, %v", f.name, name, got, err)
			}
		}
		if got, err := collected(f.items(bytes.NewReader(data), "/items")); err != nil || len(got) != 2 {
			t.Errorf("%s: %v, %v", f.name, got, err)
		}
	}
	// Numbers are keys by their decimal text.
	type record struct {
		Items []item `zid:"3"`
	}
	data, err := zebrapack.Marshal(record{[]item{{1, "a"}, {2, "b"}}})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := collected(zebrapack.ElementsAt[item](bytes.NewReader(data), "/3")); err != nil || len(got) != 2 || got[1] != (item{2, "b"}) {
		t.Errorf("zebrapack: %v, %v", got, err)
	}
}

// repeated is a reader of head, then n times of piece, then of tail.
type repeated struct {
	head, piece, tail []byte
	n                 int
	rest              []byte
	begun             bool
}

func (r *repeated) Read(p []byte) (int, error) {
	for len(r.rest) == 0 {
		switch {
		case !r.begun:
			r.rest, r.begun = r.head, true
		case r.n > 0:
			r.rest = r.piece
			r.n--
		case r.tail != nil:
			r.rest, r.tail = r.tail, nil
		default:
			return 0, io.EOF
		}
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// TestLongMembersAreNotHeld reads arrays after members of many megabytes, of every form that can
// be long, and passes over as much after them.
func TestLongMembersAreNotHeld(t *testing.T) {
	n := testkit.Long(64) // pieces of 64 KB
	piece := make([]byte, 1<<16)
	text := bytes.Repeat([]byte("tëxt "), 1<<16/6)
	key := func(dst []byte, name string) []byte { return wire.AppendText(dst, name) }
	object := func() []byte { return key(wire.AppendObject(nil, 2), "a") }
	tail := wire.AppendArray(key(nil, "items"), 2)
	tail = wire.AppendInt(wire.AppendInt(tail, 1), 2)
	row := wire.AppendInt(key(wire.AppendObject(nil, 1), "k"), 9)
	rows := bytes.Repeat(row, 1<<12)
	header := func(h wire.Header, count int) []byte { return wire.AppendSize(append(object(), byte(h)), count) }
	beveItems := func(r io.Reader) iter.Seq2[int, error] { return beve.ElementsAt[int](r, "/items") }
	tagItems := func(r io.Reader) iter.Seq2[int, error] {
		return beve.ElementsAt[int](r, "/items", beve.DecodeOptions{LegacyTypeTag: true})
	}
	packItems := func(r io.Reader) iter.Seq2[int, error] { return msgpack.ElementsAt[int](r, "/items") }
	jsonItems := func(r io.Reader) iter.Seq2[int, error] { return json.ElementsAt[int](r, "/items") }
	packTail := append([]byte{0xA5}, "items\x92\x01\x02"...)
	for name, c := range map[string]struct {
		r     repeated
		items func(io.Reader) iter.Seq2[int, error]
	}{
		"beve, numbers":          {repeated{head: header(wire.HeaderFloat64.Array(), n*len(piece)/8), piece: piece, tail: tail}, beveItems},
		"beve, booleans":         {repeated{head: header(wire.HeaderBools, n*len(piece)*8), piece: piece, tail: tail}, beveItems},
		"beve, text":             {repeated{head: header(wire.HeaderString, n*len(text)), piece: text, tail: tail}, beveItems},
		"beve, objects":          {repeated{head: header(wire.HeaderArray, n<<12), piece: rows, tail: tail}, beveItems},
		"beve, nulls":            {repeated{head: header(wire.HeaderArray, n*len(piece)), piece: piece, tail: tail}, beveItems},
		"beve, texts":            {repeated{head: header(wire.HeaderStrings, n*len(piece)), piece: piece, tail: tail}, beveItems},
		"beve, a table":          {repeated{head: wire.AppendTable(object(), []string{"x", "y"}, n*len(piece)/2), piece: piece, tail: tail}, beveItems},
		"beve, arrays of arrays": {repeated{head: header(wire.HeaderArray, n), piece: append(wire.AppendSize([]byte{byte(wire.HeaderArray)}, len(piece)), piece...), tail: tail}, beveItems},
		"beve, complex numbers":  {repeated{head: wire.AppendSize(append(object(), byte(wire.HeaderComplex), 0x61), n*len(piece)/16), piece: piece, tail: tail}, beveItems},
		"beve, times":            {repeated{head: wire.AppendSize(append(object(), byte(wire.HeaderTime), 1), n*len(piece)/8), piece: piece, tail: tail}, beveItems},
		"beve, a matrix": {repeated{head: wire.AppendSize(append(wire.AppendMatrix(object(), scalar.RowMajor, []int{n, len(piece) / 8}), byte(wire.HeaderFloat64.Array())),
			n*len(piece)/8), piece: piece, tail: tail}, beveItems},
		"beve, a type tag": {repeated{head: wire.AppendSize(append(object(), byte(wire.HeaderTable), 2<<2, byte(wire.HeaderFloat64.Array())), n*len(piece)/8), piece: piece, tail: tail},
			tagItems},
		"msgpack, text":    {repeated{head: []byte{0x82, 0xA1, 'a', 0xDB, 0, byte(n), 0, 0}, piece: piece, tail: packTail}, packItems},
		"msgpack, numbers": {repeated{head: []byte{0x82, 0xA1, 'a', 0xDD, 0, byte(n), 0, 0}, piece: piece, tail: packTail}, packItems},
		"json, text":       {repeated{head: []byte(`{"a":"`), piece: text, tail: []byte(`","items":[1,2]}`)}, jsonItems},
		"json, objects":    {repeated{head: []byte(`{"a":[{}`), piece: bytes.Repeat([]byte(`,{"k":[1.5]}`), 5000), tail: []byte(`],"items":[1,2]}`)}, jsonItems},
	} {
		c.r.n = n
		var got []int
		var err error
		spent := testkit.Allocated(func() { got, err = collected(c.items(&c.r)) })
		if err != nil || !reflect.DeepEqual(got, []int{1, 2}) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
		if spent > 1<<20 {
			t.Errorf("%s: %d bytes allocated for %d that were passed over", name, spent, n*len(piece))
		}
	}
}

// TestTokensPlaceErrorsAsUnmarshal damages documents and reads them by tokens and by skipping: what
// is malformed is so at the same place. What is cut short may be found later than where its
// length is known, and never earlier.
func TestTokensPlaceErrorsAsUnmarshal(t *testing.T) {
	for _, f := range tokenFormats() {
		t.Run(f.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(21, 22))
			compared := 0
			// From Go 1.27 on, Unmarshal of JSON places a number that the text ends in at its start, and what is
			// wrong with a character after all of its bytes, and not after the first.
			asNext := f.name == "json" && place(t, f.unmarshal([]byte("0."), new(any))).offset == 0
			for range testkit.Rounds(6000) {
				message, err := f.marshal(rng, documentOfParts(rng, 3, false))
				if err != nil {
					t.Fatal(err)
				}
				data := damaged(rng, message)
				whole := f.unmarshal(data, new(any))
				for _, manner := range []func([]byte) io.Reader{nil, manners["one byte"]} {
					for _, skip := range []bool{false, true} {
						err := readTokens(f.decoder(data, manner), skip)
						if (err == nil) != (whole == nil) && !errors.Is(whole, beve.ErrTrailing) && f.name != "json" {
							if skip && whole != nil && !errors.Is(whole, beve.ErrTruncated) && !errors.Is(whole, beve.ErrSyntax) {
								continue // a value that decoding refuses, such as a number beyond Go's
							}
							if err != nil && strings.Contains(err.Error(), "key is no text") {
								continue // which decoding into an interface may read
							}
							if whole == nil && skip {
								t.Fatalf("% x: skipped %v, Unmarshal: %v", data, err, whole)
							}
						}
						if err == nil || whole == nil || err == io.EOF {
							continue
						}
						got, want := place(t, err), place(t, whole)
						// A key that has no text is shown or not.
						got.path, want.path = withoutKeys(got.path), withoutKeys(want.path)
						switch {
						case errors.Is(err, beve.ErrSyntax) && errors.Is(whole, beve.ErrSyntax):
							compared++
							if got != want {
								t.Fatalf("% x, skip %v: %v (%v), Unmarshal: %v (%v)", data, skip, err, got, whole, want)
							}
						case errors.Is(err, beve.ErrTruncated) && errors.Is(whole, beve.ErrTruncated):
							compared++
							if got.offset < want.offset {
								t.Fatalf("% x, skip %v: %v (%v), Unmarshal: %v (%v)", data, skip, err, got, whole, want)
							}
						case f.name == "json":
							compared++
							// A byte right after a part may be said to be wrong in it, or after it.
							if asNext && errors.Is(err, io.ErrUnexpectedEOF) && got.offset > want.offset && strings.HasPrefix(string(got.path), string(want.path)) {
								continue
							}
							within := asNext && got.offset < want.offset && got.offset+utf8.UTFMax > want.offset
							if got.offset != want.offset && !within && !(errors.Is(err, errEnded) && got.offset < want.offset) || !strings.HasPrefix(string(want.path), string(got.path)) {
								t.Fatalf("%s, skip %v: %v (%v), Unmarshal: %v (%v)", data, skip, err, got, whole, want)
							}
						}
					}
				}
			}
			if compared < testkit.Rounds(1000) {
				t.Errorf("%d errors compared", compared)
			}
		})
	}
}

// withoutKeys returns a path without the keys of MessagePack that have no text.
func withoutKeys(path beve.Pointer) beve.Pointer {
	return beve.Pointer(strings.NewReplacer("/(array)", "", "/(map)", "", "/?", "").Replace(string(path)))
}

var errEnded = errors.New("the stream ends where a token is due")

// readTokens reads a value to its end, by tokens or by passing over the parts of the outermost
// container, and returns what went wrong. An error is final.
func readTokens(d tokenDecoder, skip bool) error {
	depth := 0
	for {
		t, err := d.Token()
		if err == nil && skip && (t.Kind == token.BeginArray || t.Kind == token.Key) {
			for err == nil && d.More() {
				if err = d.Skip(); t.Kind == token.Key {
					break
				}
			}
		}
		if err == io.EOF && depth > 0 {
			return &beve.DecodeError{Offset: d.InputOffset(), Err: errEnded} // as with encoding/json
		}
		if err != nil {
			if again, second := d.Token(); fmt.Sprint(second) != fmt.Sprint(err) {
				return fmt.Errorf("%w, and then %v, %v", err, again, second)
			}
			return err
		}
		switch t.Kind {
		case token.BeginArray, token.BeginObject:
			depth++
		case token.EndArray, token.EndObject:
			depth--
		}
		if depth == 0 {
			return nil
		}
	}
}

// TestElementsAtSaysWhereAViewDoes: over random documents of any white space, what is wrong with a path that leads to no
// array is at the offset and the path at which a View says it is.
func TestElementsAtSaysWhereAViewDoes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	space := func() string { return strings.Repeat([]string{"", " ", "\n\t "}[r.IntN(3)], r.IntN(3)) }
	var value func(depth int) string
	value = func(depth int) string {
		n := r.IntN(4)
		parts := make([]string, n)
		switch kind := r.IntN(5); {
		case depth == 0 || kind == 0:
			return []string{"null", `"x"`, "-1.5", "true", `"a\u0062"`}[r.IntN(5)]
		case kind < 3:
			for i := range parts {
				parts[i] = fmt.Sprintf(`%s"%c"%s:%s%s%s`, space(), 'a'+i, space(), space(), value(depth-1), space())
			}
			return "{" + strings.Join(parts, ",") + space() + "}"
		}
		for i := range parts {
			parts[i] = space() + value(depth-1) + space()
		}
		return "[" + strings.Join(parts, ",") + space() + "]"
	}
	failed := 0
	for range 5000 {
		text := []byte(space() + value(3) + space())
		path := ""
		for range r.IntN(4) {
			path += "/" + []string{"a", "b", "c", "0", "1", "-", "01"}[r.IntN(7)]
		}
		binary, err := beve.Marshal(json.RawMessage(text))
		if err != nil {
			t.Fatal(err)
		}
		packed, err := msgpack.Marshal(json.RawMessage(text))
		if err != nil {
			t.Fatal(err)
		}
		_, got := collected(json.ElementsAt[any](bytes.NewReader(text), json.Pointer(path)))
		v, err := json.NewView(text)
		if err != nil {
			t.Fatal(err)
		}
		if v, err = v.At(json.Pointer(path)); err == nil {
			err = noArray(v)
		}
		sameAsView(t, string(text), path, got, err)
		_, got = collected(beve.ElementsAt[any](bytes.NewReader(binary), beve.Pointer(path)))
		bv, err := beve.NewView(binary)
		if err != nil {
			t.Fatal(err)
		}
		if bv, err = bv.At(beve.Pointer(path)); err == nil {
			err = noArray(bv)
		}
		sameAsView(t, string(text), path, got, err)
		_, got = collected(msgpack.ElementsAt[any](bytes.NewReader(packed), msgpack.Pointer(path)))
		mv, err := msgpack.NewView(packed)
		if err != nil {
			t.Fatal(err)
		}
		if mv, err = mv.At(msgpack.Pointer(path)); err == nil {
			err = noArray(mv)
		}
		sameAsView(t, string(text), path, got, err)
		if err != nil {
			failed++
		}
	}
	if failed < 1000 {
		t.Errorf("only %d paths led nowhere", failed)
	}
}

// noArray returns what a View says of a value that it is not, unless it is an array.
func noArray(v interface {
	Decode(target any) error
	Bool() (bool, error)
	Int64() (int64, error)
}) error {
	var value any
	if err := v.Decode(&value); err != nil {
		return err
	}
	if value != nil && reflect.TypeOf(value).Kind() == reflect.Slice {
		return nil
	}
	_, err := v.Bool()
	if err == nil {
		_, err = v.Int64()
	}
	return err
}

// sameAsView compares the error of ElementsAt with that of a View.
func sameAsView(t *testing.T, text, path string, got, want error) {
	t.Helper()
	g, ok := fault.Decoding(got)
	w, also := fault.Decoding(want)
	if ok != also || ok && (g.Offset != w.Offset || g.Path != w.Path) {
		t.Fatalf("%s: %q: %v, and a View says %v", text, path, got, want)
	}
}
