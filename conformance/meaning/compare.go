package meaning

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Node is a value of the notation: nil, bool, json.Number, string, []Node or Pairs.
type Node any

// Pairs are the members of a JSON object, in their order.
type Pairs []Pair

// Pair is one of them.
type Pair struct {
	Key   string
	Value Node
}

// maxDepth bounds the nesting of a meaning: twice that of a message that must be refused.
const maxDepth = 40_000

// Parse reads JSON, in UTF-8 and with nothing after it, and keeps the text of numbers and
// the order of members.
func Parse(text []byte) (Node, error) {
	if !utf8.Valid(text) {
		return nil, errors.New("not UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	n, err := parse(d, maxDepth)
	if err == io.EOF {
		return nil, io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, err
	}
	if rest := bytes.TrimLeft(text[d.InputOffset():], " \t\r\n"); len(rest) > 0 {
		return nil, fmt.Errorf("%.20q after the value", rest)
	}
	return n, nil
}

func parse(d *json.Decoder, levels int) (Node, error) {
	if levels == 0 {
		return nil, errors.New("nested too deep")
	}
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('['):
		list := []Node{}
		for d.More() {
			n, err := parse(d, levels-1)
			if err != nil {
				return nil, err
			}
			list = append(list, n)
		}
		_, err := d.Token()
		return list, err
	case json.Delim('{'):
		pairs := Pairs{}
		for d.More() {
			key, err := d.Token()
			if err != nil {
				return nil, err
			}
			n, err := parse(d, levels-1)
			if err != nil {
				return nil, err
			}
			pairs = append(pairs, Pair{key.(string), n})
		}
		_, err := d.Token()
		return pairs, err
	}
	return token, nil
}

// Special returns the name and the content of a node that is an object of one member
// whose name starts with "$".
func Special(n Node) (name string, content Node, ok bool) {
	pairs, ok := n.(Pairs)
	if !ok || len(pairs) != 1 || !strings.HasPrefix(pairs[0].Key, "$") {
		return "", nil, false
	}
	return pairs[0].Key[1:], pairs[0].Value, true
}

// Show prints a node, shortened.
func Show(n Node) string {
	text := string(appendNode(nil, n))
	if len(text) > 120 {
		text = text[:100] + "…"
	}
	return text
}

func appendNode(dst []byte, n Node) []byte {
	switch n := n.(type) {
	case nil:
		return append(dst, "null"...)
	case bool:
		return strconv.AppendBool(dst, n)
	case json.Number:
		return append(dst, n...)
	case string:
		return AppendString(dst, n)
	case []Node:
		dst = append(dst, '[')
		for i, e := range n {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendNode(dst, e)
		}
		return append(dst, ']')
	case Pairs:
		dst = append(dst, '{')
		for i, p := range n {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendNode(append(AppendString(dst, p.Key), ':'), p.Value)
		}
		return append(dst, '}')
	}
	return fmt.Append(dst, n)
}

// Match returns nil if got says what want means. got may say less: a plain JSON number for a
// float, "NaN" for a NaN of any bits, a list for a complex number or a matrix of one extent,
// the value of a type tag without its index. It may say a float in a wider kind, as one who
// has no other does. But what it says must be right.
func Match(want, got Node) error { return match("", want, got) }

func differ(path string, want, got Node) error {
	return fmt.Errorf("%s: %s, want %s", path, Show(got), Show(want))
}

func match(path string, want, got Node) error {
	if name, content, ok := Special(want); ok {
		return matchSpecial(path, want, got, name, content)
	}
	switch w := want.(type) {
	case json.Number:
		g, ok := got.(json.Number)
		if !ok {
			return differ(path, want, got)
		}
		a, okA := new(big.Rat).SetString(string(w))
		b, okB := rat(string(g))
		if !okA || !okB || a.Cmp(b) != 0 {
			return differ(path, want, got)
		}
		return nil
	case []Node:
		g, ok := got.([]Node)
		if !ok || len(g) != len(w) {
			return differ(path, want, got)
		}
		for i := range w {
			if err := match(path+"/"+strconv.Itoa(i), w[i], g[i]); err != nil {
				return err
			}
		}
		return nil
	case Pairs:
		g, ok := pairsOf(got)
		if !ok {
			return differ(path, want, got)
		}
		return matchPairs(path, want, got, w, g)
	}
	if want != got {
		return differ(path, want, got)
	}
	return nil
}

// rat is the number of a text, unless its exponent is one that nobody needs.
func rat(text string) (*big.Rat, bool) {
	if _, exponent, ok := strings.Cut(strings.ToLower(text), "e"); ok {
		if n, err := strconv.Atoi(exponent); err != nil || n > 5000 || n < -5000 {
			return nil, false
		}
	}
	return new(big.Rat).SetString(text)
}

// Widened is n with each float of up to 64 bits as a binary64, which holds them all: for
// values that may be written in any width that is exact.
func Widened(n Node) Node {
	switch v := n.(type) {
	case []Node:
		list := make([]Node, len(v))
		for i := range v {
			list[i] = Widened(v[i])
		}
		return list
	case Pairs:
		kind, content, special := Special(n)
		if special && wider[kind] != nil {
			return Pairs{{"$f64", widened(kind, content)}}
		}
		pairs := make(Pairs, len(v))
		for i := range v {
			pairs[i] = Pair{v[i].Key, Widened(v[i].Value)}
		}
		return pairs
	}
	return n
}

// widened is the content of a float of a kind, as that of a binary64.
func widened(kind string, content Node) Node {
	switch c := content.(type) {
	case json.Number:
		if value, err := strconv.ParseFloat(string(c), decimalSize(kind)); err == nil {
			return json.Number(strconv.FormatFloat(value, 'g', -1, 64))
		}
	case string:
		if raw, err := strconv.ParseUint(c, 16, 64); err == nil && kind != "f64" {
			value, _ := Float(kind, raw)
			return fmt.Sprintf("%016x", math.Float64bits(value))
		}
	}
	return content
}

// pairsOf returns the members of an object, be it plain or a list of pairs.
func pairsOf(n Node) (Pairs, bool) {
	name, content, special := Special(n)
	if !special {
		pairs, ok := n.(Pairs)
		return pairs, ok
	}
	list, ok := content.([]Node)
	if name != "object" && name != "map" || !ok {
		return nil, false
	}
	pairs := Pairs{}
	for _, e := range list {
		pair, ok := e.([]Node)
		if !ok || len(pair) != 2 {
			return nil, false
		}
		key, text := pair[0].(string)
		number, integer := pair[0].(json.Number)
		if text != (name == "object") || integer != (name == "map") {
			return nil, false // keys of the other kind
		}
		pairs = append(pairs, Pair{key + string(number), pair[1]})
	}
	return pairs, true
}

// matchPairs compares members in any order; those of the same key keep theirs.
func matchPairs(path string, want, got Node, w, g Pairs) error {
	if len(w) != len(g) {
		return differ(path, want, got)
	}
	byKey := func(a, b Pair) int { return strings.Compare(a.Key, b.Key) }
	w, g = slices.Clone(w), slices.Clone(g)
	slices.SortStableFunc(w, byKey)
	slices.SortStableFunc(g, byKey)
	for i := range w {
		if w[i].Key != g[i].Key {
			return differ(path, want, got)
		}
		if err := match(path+"/"+w[i].Key, w[i].Value, g[i].Value); err != nil {
			return err
		}
	}
	return nil
}

func matchSpecial(path string, want, got Node, name string, content Node) error {
	gotName, gotContent, special := Special(got)
	switch name {
	case "bf16", "f16", "f32", "f64", "f128":
		if !matchFloat(name, content, got) {
			return differ(path, want, got)
		}
		return nil
	case "object":
		w, _ := pairsOf(want)
		g, ok := pairsOf(got)
		if !ok || gotName == "map" {
			return differ(path, want, got)
		}
		return matchPairs(path, want, got, w, g)
	case "map":
		w, _ := pairsOf(want)
		g, ok := pairsOf(got)
		if !ok || gotName != "map" && len(g) > 0 { // the kind of keys is that of no key
			return differ(path, want, got)
		}
		return matchPairs(path, want, got, w, g)
	case "matrix":
		if plain, ok := Project(want); ok && match(path, plain, got) == nil {
			return nil // the object of section 10, from one who has no matrices
		}
		return matchMatrix(path, want, got, content.([]Node))
	case "tag":
		return matchTag(path, want, got, content.([]Node), special && gotName == "tag")
	case "complex":
		if list, ok := got.([]Node); ok {
			return match(path, content, list) // from one who has no complex numbers
		}
	case "duration": // without a sign where there is no span
		if text := Show(content); text == `["-",0,0]` && special && Show(gotContent) == `["+",0,0]` {
			return nil
		}
	}
	if !special || gotName != name {
		return differ(path, want, got)
	}
	return match(path, content, gotContent)
}

// matchTag compares index and value, which may be those of section 10, or the value alone
// for one who expects no index.
func matchTag(path string, want, got Node, w []Node, tagged bool) error {
	if tagged {
		_, content, _ := Special(got)
		return match(path, w, content)
	}
	pairs, _ := got.(Pairs)
	if len(pairs) == 2 && pairs[0].Key == "index" && pairs[1].Key == "value" {
		return match(path, w, []Node{pairs[0].Value, pairs[1].Value})
	}
	if match(path, w[1], got) != nil {
		return differ(path, want, got)
	}
	return nil
}

// matchMatrix compares extents, and elements where they lie: the layout may differ, and a
// matrix of rank 1 may be a list.
func matchMatrix(path string, want, got Node, w []Node) error {
	extents := w[1].([]Node)
	if list, ok := got.([]Node); ok && len(extents) == 1 {
		return match(path, w[2], list)
	}
	name, content, _ := Special(got)
	g, ok := content.([]Node)
	if name != "matrix" || !ok || len(g) != 3 {
		return differ(path, want, got)
	}
	elements, ok := g[2].([]Node)
	if !ok || len(elements) != len(w[2].([]Node)) {
		return differ(path, want, got)
	}
	if err := match(path+"/extents", w[1], g[1]); err != nil {
		return err
	}
	if w[0] != g[0] && len(elements) > 0 {
		elements = transposed(elements, extents, w[0] == "row")
	}
	return match(path, w[2], elements)
}

// transposed returns elements in the order of the other layout, which is row-major if row.
func transposed(elements, extents []Node, row bool) []Node {
	out := make([]Node, len(elements))
	place := make([]int64, len(extents))
	for i := range out { // in the order of the result
		rest := int64(i)
		for k := range extents {
			axis := k
			if row {
				axis = len(extents) - 1 - k
			}
			n := whole(extents[axis])
			place[axis], rest = rest%n, rest/n
		}
		at := int64(0)
		for k := range extents { // in the other order
			axis := k
			if row {
				axis = len(extents) - 1 - k
			}
			at = at*whole(extents[axis]) + place[axis]
		}
		out[i] = elements[at]
	}
	return out
}

// floatOf is a number of the notation: its kind, its value, and its bits if those are what
// it says.
func floatOf(n Node) (kind, bits, decimal string, ok bool) {
	if number, plain := n.(json.Number); plain {
		return "", "", string(number), true
	}
	kind, content, special := Special(n)
	if !special {
		return "", "", "", false
	}
	switch c := content.(type) {
	case json.Number:
		return kind, "", string(c), true
	case string:
		return kind, c, "", true
	}
	return "", "", "", false
}

// wider are the kinds of floats that hold all those of a kind.
var wider = map[string][]string{"bf16": {"bf16", "f32", "f64"}, "f16": {"f16", "f32", "f64"}, "f32": {"f32", "f64"}, "f64": {"f64"}}

func matchFloat(kind string, content, got Node) bool {
	gotKind, gotBits, gotDecimal, ok := floatOf(got)
	if !ok {
		return false
	}
	bits, special := content.(string) // not finite, or of 128 bits
	switch {
	case kind == "f128":
		return special && gotKind == kind && gotBits == bits
	case gotKind != "" && gotKind != "float" && !slices.Contains(wider[kind], gotKind):
		return false // another kind than it is
	case special:
		return matchNotFinite(kind, bits, gotKind, gotBits)
	case gotDecimal == "" || gotKind == "float":
		return false
	}
	want, err := strconv.ParseFloat(string(content.(json.Number)), decimalSize(kind))
	if err != nil {
		return false
	}
	sizes := []int{decimalSize(gotKind)}
	if gotKind == "" { // of no kind: what the float is in its own, or in binary64
		sizes = []int{decimalSize(kind), 64}
	}
	for _, size := range sizes {
		if value, err := strconv.ParseFloat(gotDecimal, size); err == nil && value == want && math.Signbit(value) == math.Signbit(want) {
			return true
		}
	}
	return false
}

// decimalSize is the width in which the decimal of a kind is read.
func decimalSize(kind string) int {
	if kind == "f64" {
		return 64
	}
	return 32
}

// matchNotFinite compares infinities and NaNs: of a NaN the bits, if they are told in its own
// kind.
func matchNotFinite(kind, bits, gotKind, gotBits string) bool {
	raw, _ := strconv.ParseUint(bits, 16, 64)
	want, _ := Float(kind, raw)
	same := func(value float64) bool { return value == want || math.IsNaN(value) && math.IsNaN(want) }
	switch gotKind {
	case "":
		return false
	case "float":
		named := map[string]float64{"NaN": math.NaN(), "Infinity": math.Inf(1), "-Infinity": math.Inf(-1)}
		value, ok := named[gotBits]
		return ok && same(value)
	case kind:
		return gotBits == bits
	}
	raw, err := strconv.ParseUint(gotBits, 16, 64)
	value, _ := Float(gotKind, raw)
	return err == nil && same(value)
}
