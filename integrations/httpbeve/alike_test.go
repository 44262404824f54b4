package httpbeve_test

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/integrations/httpbeve"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/translator"
)

// The rows of the table in the documentation of the package, by what stands in front.
const (
	rowCase       = "a name in another case than the field"
	rowTag        = "a field with a tag beve"
	rowTwice      = "a name of a struct that comes twice"
	rowNumberAny  = "a number in an interface"
	rowArrayAny   = "an array in an interface"
	rowLength     = "an array of another length than a [N]T"
	rowFloat      = "a number that a float does not hold"
	rowMinusZero  = "-0 for an integer"
	rowBase64     = "text for a []byte"
	rowIntKeys    = "names of an object for integer keys"
	rowNumber     = "a json.Number"
	rowRawMessage = "a json.RawMessage"
	rowRaw        = "a beve.Raw"
	rowTime       = "a number for a time"
	rowBig        = "a string for a big number"
	rowComplex    = "a complex number"
	rowUTF8       = "text that is not UTF-8"
	rowFunc       = "a func or chan, at null"
	rowDepth      = "more than 512 levels"
	rowUntaken    = "a repeated name in what no field takes"
)

// rowsOfDocument are the first columns of the table.
func rowsOfDocument(t *testing.T) (rows []string) {
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		row, ok := strings.CutPrefix(line, "//\t")
		if ok && len(row) > 41 && row[40] == ' ' && row[0] != ' ' && !strings.HasPrefix(row, "Where") && !strings.Contains(row, "(") {
			rows = append(rows, strings.TrimSpace(row[:41]))
		}
	}
	return rows
}

// node is a value of a JSON text.
type node struct {
	kind  byte // { [ " 0 t n
	text  string
	names []string
	parts []node
}

func parse(dec *stdjson.Decoder) (n node, err error) {
	token, err := dec.Token()
	if err != nil {
		return n, err
	}
	switch v := token.(type) {
	case stdjson.Delim:
		n.kind = byte(v)
		for dec.More() {
			if v == '{' {
				name, err := dec.Token()
				if err != nil {
					return n, err
				}
				n.names = append(n.names, name.(string))
			}
			part, err := parse(dec)
			if err != nil {
				return n, err
			}
			n.parts = append(n.parts, part)
		}
		_, err = dec.Token()
	case string:
		n.kind, n.text = '"', v
	case stdjson.Number:
		n.kind, n.text = '0', string(v)
	case bool:
		n.kind = 't'
	default:
		n.kind = 'n'
	}
	return n, err
}

// differences adds the rows that speak of a value for a type.
func (n node) differences(t reflect.Type, exact bool, add func(row string)) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	within := func(elem reflect.Type) {
		for _, part := range n.parts {
			part.differences(elem, exact, add)
		}
	}
	if n.twice() {
		add(rowUntaken)
	}
	switch t {
	case reflect.TypeFor[time.Time](), reflect.TypeFor[beve.Timestamp]():
		if n.kind == '0' {
			add(rowTime)
		}
		return
	case reflect.TypeFor[stdjson.Number]():
		add(rowNumber)
		return
	case reflect.TypeFor[stdjson.RawMessage]():
		add(rowRawMessage)
		return
	case reflect.TypeFor[beve.Raw]():
		add(rowRaw)
		return
	case reflect.TypeFor[big.Int](), reflect.TypeFor[big.Float](), reflect.TypeFor[big.Rat]():
		if n.kind == '"' {
			add(rowBig)
		}
		if n.text == "-0" {
			add(rowMinusZero)
		}
		return
	case reflect.TypeFor[tagged]():
		add(rowTag)
	}
	switch t.Kind() {
	case reflect.Interface:
		switch n.kind {
		case '0':
			add(rowNumberAny)
			n.differences(reflect.TypeFor[float64](), exact, add)
		case '[':
			add(rowArrayAny)
		}
		within(t)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		if n.text == "-0" {
			add(rowMinusZero)
		}
	case reflect.Float32, reflect.Float64:
		if n.kind != '0' {
			return
		}
		want, _, err := big.ParseFloat(n.text, 10, 200, big.ToNearestEven)
		if err != nil {
			return
		}
		bits := t.Bits()
		f, _ := strconv.ParseFloat(n.text, bits)
		whole := !strings.ContainsAny(n.text, ".eE")
		if math.IsInf(f, 0) || f == 0 && want.Sign() != 0 || whole && new(big.Float).SetFloat64(f).Cmp(want) != 0 {
			add(rowFloat)
		}
	case reflect.Complex64, reflect.Complex128:
		add(rowComplex)
	case reflect.Func, reflect.Chan:
		add(rowFunc)
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 && n.kind == '"' {
			add(rowBase64)
		}
		within(t.Elem())
	case reflect.Array:
		if n.kind == '[' && len(n.parts) != t.Len() {
			add(rowLength)
		}
		within(t.Elem())
	case reflect.Map:
		if n.kind == '{' && len(n.parts) > 0 && t.Key().Kind() == reflect.Int && t.Key().NumMethod() == 0 {
			add(rowIntKeys)
		}
		within(t.Elem())
	case reflect.Struct:
		for i, part := range n.parts {
			if n.kind != '{' {
				break
			}
			for f := range t.NumField() {
				name, _, _ := strings.Cut(t.Field(f).Tag.Get("json"), ",")
				if !strings.EqualFold(n.names[i], name) || exact && n.names[i] != name {
					continue
				}
				if n.names[i] != name {
					add(rowCase)
				}
				for _, other := range n.names[:i] {
					if strings.EqualFold(other, name) {
						add(rowTwice)
					}
				}
				part.differences(t.Field(f).Type, exact, add)
			}
		}
	}
}

// twice reports whether an object in n has a name twice.
func (n node) twice() bool {
	for i, name := range n.names {
		if slices.Contains(n.names[:i], name) {
			return true
		}
	}
	return slices.ContainsFunc(n.parts, node.twice)
}

func (n node) depth() (most int) {
	for _, part := range n.parts {
		most = max(most, part.depth()+1)
	}
	return most
}

type tagged struct {
	X int `beve:"x" json:"y"`
}

type plain struct {
	A int            `json:"a"`
	B *int           `json:"b,omitempty"`
	M map[string]int `json:"m,omitempty"`
	L []inner        `json:"l,omitempty"`
	I inner          `json:"i,omitzero"`
	S string         `json:"s,omitempty"`
}

type inner struct {
	A float64 `json:"a"`
	B string  `json:"b"`
}

type quoted struct {
	A int     `json:"a,string"`
	B float64 `json:"b,string"`
	S string  `json:"s,string"`
}

// receiver sends a body to a handler that takes a value of a type.
type receiver struct {
	t    reflect.Type
	send func(body []byte, contentType string, o *httpbeve.Options) (got any, status int, text string)
}

func receiverOf[T any]() receiver {
	return receiver{reflect.TypeFor[T](), func(body []byte, contentType string, o *httpbeve.Options) (got any, status int, text string) {
		r := httptest.NewRequest("POST", "/", bytes.NewReader(body))
		r.Header.Set("Content-Type", contentType)
		w := httptest.NewRecorder()
		httpbeve.HandleWith(o, func(_ *http.Request, in T) (int, error) { got = in; return 0, nil }).ServeHTTP(w, r)
		return got, w.Code, w.Body.String()
	}}
}

var receivers = []receiver{
	receiverOf[any](), receiverOf[bool](), receiverOf[int](), receiverOf[int8](), receiverOf[uint8](), receiverOf[uint64](), receiverOf[float64](), receiverOf[float32](),
	receiverOf[string](), receiverOf[[]byte](), receiverOf[[]int](), receiverOf[[]any](), receiverOf[[3]int](), receiverOf[[2]byte](), receiverOf[[]float32](),
	receiverOf[[]string](), receiverOf[[]bool](), receiverOf[*int](), receiverOf[[]*int](), receiverOf[map[string]int](), receiverOf[map[string]any](), receiverOf[map[int]int](),
	receiverOf[map[string]map[string]int](), receiverOf[map[string][]int](), receiverOf[map[string]*inner](), receiverOf[plain](), receiverOf[[]plain](), receiverOf[quoted](),
	receiverOf[tagged](), receiverOf[time.Time](), receiverOf[time.Duration](), receiverOf[stdjson.Number](), receiverOf[stdjson.RawMessage](), receiverOf[*big.Int](),
	receiverOf[big.Float](), receiverOf[complex128](), receiverOf[beve.UUID](), receiverOf[beve.Timestamp](), receiverOf[shade](), receiverOf[map[shade]int](),
	receiverOf[beve.Raw](), receiverOf[func()](), receiverOf[degrees](), receiverOf[[]degrees](), receiverOf[map[string]time.Time](),
	receiverOf[struct {
		A any            `json:"a"`
		I plain          `json:"i"`
		N stdjson.Number `json:"n,omitempty"`
	}](),
}

// oddScalars are what formats and types have met in before.
var oddScalars = []string{"null", "true", "false", "0", "1", "-0", "-1", "1.0", "1e2", "1.5", "0.1", "1.10", "300", "16777217", "12345678901234567", "12345678901234567890",
	"123456789012345678901234567890", "1e400", "1e39", "1e-400", `""`, `"x"`, `"5"`, `"-0"`, `"1.5"`, `"AQI="`, `"a"`, `"b"`, `"2020-01-02T03:04:05Z"`, `"\ud800"`, "\"\xff\"", `"é"`, `"\"q\""`, `"true"`,
	`"f81d4fae-7dec-11d0-a765-00a0c91e6bf6"`, "[]", "{}"}

var oddNames = []string{"a", "b", "A", "B", "m", "l", "i", "I", "s", "n", "x", "y", "1", "01", "-1", "other"}

// appendOdd appends a random JSON text.
func appendOdd(b []byte, rng *rand.Rand, depth int) []byte {
	kind := rng.IntN(3)
	if depth == 0 || kind == 0 {
		return append(b, oddScalars[rng.IntN(len(oddScalars))]...)
	}
	b = append(b, "[{"[kind-1])
	for i := range rng.IntN(4) {
		if i > 0 {
			b = append(b, ',')
		}
		if kind == 2 {
			b = append(strconv.AppendQuote(b, oddNames[rng.IntN(len(oddNames))]), ':')
		}
		b = appendOdd(b, rng, depth-1)
	}
	return append(b, "]}"[kind-1])
}

// TestFormatsDifferAsListed sends documents in both formats, by every form of them in BEVE, to one
// handler: it gets the same, or the difference is one that the documentation lists. Each that it
// lists is met.
func TestFormatsDifferAsListed(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	texts := slices.Clone(oddScalars)
	for range testkit.Rounds(200) {
		texts = append(texts, string(appendOdd(nil, rng, 1+rng.IntN(3))))
	}
	texts = append(texts, `{"a":1,"a":null}`, `{"i":{"a":1},"i":{"b":"x"}}`, `{"m":{"a":1},"m":{"b":2}}`, `{"y":1,"x":2}`, `{"a":1,"x":{"b":1,"b":2}}`, `{"A":1}`, `{"1":1}`,
		strings.Repeat("[", 600)+strings.Repeat("]", 600))
	for _, r := range receivers { // what fits each type, so that not all is refused
		texts = append(texts, map[reflect.Kind]string{reflect.Array: "[1,2,3]", reflect.Map: `{"a":1}`, reflect.Slice: "[1,2]"}[r.t.Kind()])
	}
	options := map[string]beve.DecodeOptions{"none": {}, "RequireAll": {RequireAll: true}, "RejectDuplicates": {RejectDuplicates: true}, "Strict": {Strict: true},
		"RejectUnknown": {RejectUnknown: true}, "all": {RequireAll: true, RejectDuplicates: true, Strict: true, RejectUnknown: true}}
	met, taken := map[string]bool{}, map[string]int{}
	for _, text := range texts {
		if text == "" {
			continue
		}
		dec := stdjson.NewDecoder(strings.NewReader(text))
		dec.UseNumber()
		n, err := parse(dec)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		generic, _ := translator.FromJSON([]byte(text))
		for _, typed := range []bool{false, true} {
			body, noBEVE := translator.Options{TypedArrays: typed}.FromJSON([]byte(text))
			if typed && bytes.Equal(body, generic) {
				continue
			}
			for name, decode := range options {
				o := &httpbeve.Options{Decode: decode}
				exact := decode.RequireAll || decode.RejectDuplicates || decode.Strict
				for _, r := range receivers {
					a, statusA, saysA := r.send([]byte(text), httpbeve.TypeJSON, o)
					b, statusB, saysB := any(nil), 400, fmt.Sprint(noBEVE)
					if noBEVE == nil {
						b, statusB, saysB = r.send(body, httpbeve.TypeBEVE, o)
					}
					if statusA == 200 && statusB == 200 {
						taken[name]++
					}
					if statusA == statusB && reflect.DeepEqual(a, b) || statusA >= 400 && statusB >= 400 {
						continue
					}
					var rows []string
					n.differences(r.t, exact, func(row string) {
						if row != rowUntaken || decode.RejectDuplicates && statusA >= 400 {
							rows = append(rows, row)
						}
					})
					switch {
					case n.depth() > 512:
						rows = []string{rowDepth}
					case !utf8.ValidString(text):
						rows = append(rows, rowUTF8)
					case noBEVE != nil:
						rows = append(rows, rowFloat)
					}
					if len(rows) == 0 {
						t.Errorf("%s for %v, option %s:\nas JSON %d %#v %.200s\nas BEVE %d %#v %.200s", text, r.t, name, statusA, a, saysA, statusB, b, saysB)
					}
					// One row alone is what makes the difference.
					if slices.Sort(rows); len(slices.Compact(rows)) == 1 {
						met[rows[0]] = true
					}
				}
			}
		}
	}
	for name := range options {
		if taken[name] < 300 {
			t.Errorf("option %s: %d bodies are taken in both formats", name, taken[name])
		}
	}
	rows := rowsOfDocument(t)
	for _, row := range rows {
		if !met[row] {
			t.Errorf("no body differs by what is listed as %q", row)
		}
		delete(met, row)
	}
	if len(met) > 0 {
		t.Errorf("what differs and is not listed: %v", met)
	}
}
