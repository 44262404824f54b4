package judge

import (
	"encoding/json"
	"math/big"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/conformance"
	"github.com/beve-org/beve-go/conformance/meaning"
)

// load returns all cases.
func load(t *testing.T) []conformance.Case {
	t.Helper()
	cases, err := conformance.Load()
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

// TestWhatFollowsAnAnswerIsNoticed: a meaning with anything after it is none, of every case
// that has one.
func TestWhatFollowsAnAnswerIsNoticed(t *testing.T) {
	for _, c := range load(t) {
		if c.Means == nil {
			continue
		}
		for _, end := range []string{"]", "}", " garbage", "]} garbage", ",1"} {
			if verdict, _ := Answer(&c, "", 'V', append(append([]byte{}, c.Means...), end...)); verdict != "misreads" {
				t.Fatalf("%s: the meaning with %s after it: %q", c.ID, end, verdict)
			}
		}
		if verdict, detail := Answer(&c, "", 'V', c.Means); verdict != "" {
			t.Fatalf("%s: its own meaning: %s", c.ID, detail)
		}
	}
}

// TestChangesOfAMeaningAreNoticed: a meaning that differs in one place from that of the case
// is misread, whatever the place: a number, a letter, a kind, an element more or less.
func TestChangesOfAMeaningAreNoticed(t *testing.T) {
	tried := 0
	for i, c := range load(t) {
		if c.Means == nil || len(c.Or) > 0 || len(c.Means) > 300 || i%3 != 0 {
			continue
		}
		n, err := meaning.Parse(c.Means)
		if err != nil {
			t.Fatal(c.ID, err)
		}
		for _, changed := range changes(n) {
			text := []byte(show(changed))
			if verdict, _ := Answer(&c, "", 'V', text); verdict != "misreads" {
				t.Errorf("%s means %.200s, and %.200s passes", c.ID, c.Means, text)
			}
			tried++
		}
	}
	if tried < 8_000 {
		t.Errorf("only %d changes", tried)
	}
}

// changes are a node with one change each, in places of it and of what it holds.
func changes(n meaning.Node) (all []meaning.Node) {
	put := func(changed ...meaning.Node) { all = append(all, changed...) }
	switch v := n.(type) {
	case nil:
		put(false, json.Number("0"), "", []meaning.Node{})
	case bool:
		put(!v, nil)
	case json.Number:
		r, ok := new(big.Rat).SetString(string(v))
		if !ok || strings.ContainsAny(string(v), ".e") {
			return []meaning.Node{string(v), nil}
		}
		put(json.Number(r.Add(r, big.NewRat(1, 1)).Num().String()), string(v), nil, pairs("$f64", v))
	case string:
		put(v+"x", nil)
		if len(v) > 1 {
			put(v[:len(v)-len(lastRune(v))])
		}
	case []meaning.Node:
		put(append(append([]meaning.Node{}, v...), nil), nil)
		if len(v) > 0 {
			put(v[:len(v)-1])
		}
		for i := range min(len(v), 5) {
			for _, e := range changes(v[i]) {
				list := append([]meaning.Node{}, v...)
				list[i] = e
				put(list)
			}
		}
	case meaning.Pairs:
		if name, content, special := meaning.Special(n); special {
			return specialChanges(name, content)
		}
		put(append(append(meaning.Pairs{}, v...), meaning.Pair{Key: "more", Value: nil}), nil)
		for i := range min(len(v), 5) {
			renamed := append(meaning.Pairs{}, v...)
			renamed[i].Key += "x"
			put(renamed)
			for _, e := range changes(v[i].Value) {
				list := append(meaning.Pairs{}, v...)
				list[i].Value = e
				put(list)
			}
		}
	}
	return all
}

func lastRune(s string) string {
	r := []rune(s)
	return string(r[len(r)-1:])
}

func pairs(key string, value meaning.Node) meaning.Pairs {
	return meaning.Pairs{{Key: key, Value: value}}
}

// specialChanges are those of what JSON lacks: other kinds, and other contents.
func specialChanges(name string, content meaning.Node) (all []meaning.Node) {
	for _, other := range []string{"uuid", "regexp", "interval", "nothing", "f128"} {
		if other != name {
			all = append(all, pairs("$"+other, content))
		}
	}
	switch name {
	case "f64":
		all = append(all, pairs("$f32", content), pairs("$f16", content), pairs("$bf16", content))
	case "f32":
		all = append(all, pairs("$f16", content), pairs("$bf16", content))
	case "f16":
		all = append(all, pairs("$bf16", content))
	case "bf16":
		all = append(all, pairs("$f16", content))
	}
	list, isList := content.([]meaning.Node)
	switch {
	case name == "matrix": // its layout may be the other where that is the same
		for _, e := range changes(list[1:]) {
			if rest, ok := e.([]meaning.Node); ok {
				all = append(all, pairs("$matrix", append([]meaning.Node{list[0]}, rest...)))
			}
		}
	case name == "duration":
		all = append(all, pairs("$duration", []meaning.Node{list[0], list[1], json.Number("999999999")}))
	case isList:
		for _, e := range changes(content) {
			all = append(all, pairs("$"+name, e))
		}
	default:
		if number, ok := content.(json.Number); ok {
			all = append(all, pairs("$"+name, json.Number("1234.5")), json.Number("1234.5"), string(number), nil)
		} else {
			all = append(all, pairs("$"+name, content.(string)+"0"), nil)
		}
	}
	return all
}

// show prints a node, whole.
func show(n meaning.Node) string {
	switch v := n.(type) {
	case []meaning.Node:
		texts := make([]string, len(v))
		for i := range v {
			texts[i] = show(v[i])
		}
		return "[" + strings.Join(texts, ",") + "]"
	case meaning.Pairs:
		texts := make([]string, len(v))
		for i, p := range v {
			texts[i] = string(meaning.AppendString(nil, p.Key)) + ":" + show(p.Value)
		}
		return "{" + strings.Join(texts, ",") + "}"
	case string:
		return string(meaning.AppendString(nil, v))
	}
	text, err := json.Marshal(n)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// TestTypeTagsMayBeTheirValues: by section 6.2 a reader may give the value of a type tag for
// the tag: wherever it stands, in each case that has one.
func TestTypeTagsMayBeTheirValues(t *testing.T) {
	seen := 0
	for _, c := range load(t) {
		if !strings.Contains(string(c.Means), `"$tag"`) {
			continue
		}
		n, err := meaning.Parse(c.Means)
		if err != nil {
			t.Fatal(err)
		}
		for _, notation := range []string{"", "json"} {
			inner := withoutTags(n)
			if notation == "json" {
				var ok bool
				if inner, ok = meaning.Project(inner); !ok {
					continue
				}
			}
			verdict, detail := Answer(&c, notation, 'V', []byte(plain(inner, notation == "json")))
			if verdict != "" {
				t.Errorf("%s, %q: %s: %s", c.ID, notation, verdict, detail)
			}
		}
		seen++
	}
	if seen < 40 {
		t.Errorf("only %d cases have a type tag", seen)
	}
}

// withoutTags is n with values for their type tags.
func withoutTags(n meaning.Node) meaning.Node {
	switch v := n.(type) {
	case []meaning.Node:
		list := make([]meaning.Node, len(v))
		for i := range v {
			list[i] = withoutTags(v[i])
		}
		return list
	case meaning.Pairs:
		if name, content, special := meaning.Special(n); special && name == "tag" {
			return withoutTags(content.([]meaning.Node)[1])
		}
		list := make(meaning.Pairs, len(v))
		for i := range v {
			list[i] = meaning.Pair{Key: v[i].Key, Value: withoutTags(v[i].Value)}
		}
		return list
	}
	return n
}

// plain is show, with floats as numbers and, if so asked, with $object as the object of JSON
// that it stands for.
func plain(n meaning.Node, object bool) string {
	switch v := n.(type) {
	case []meaning.Node:
		texts := make([]string, len(v))
		for i := range v {
			texts[i] = plain(v[i], object)
		}
		return "[" + strings.Join(texts, ",") + "]"
	case meaning.Pairs:
		if name, content, special := meaning.Special(n); special {
			if number, ok := content.(json.Number); ok {
				return string(number)
			}
			if name == "object" && object { // which stands for one of JSON
				v = nil
				for _, e := range content.([]meaning.Node) {
					pair := e.([]meaning.Node)
					v = append(v, meaning.Pair{Key: pair[0].(string), Value: pair[1]})
				}
			}
		}
		texts := make([]string, len(v))
		for i, p := range v {
			texts[i] = string(meaning.AppendString(nil, p.Key)) + ":" + plain(p.Value, object)
		}
		return "{" + strings.Join(texts, ",") + "}"
	}
	return show(n)
}

// TestWritersChooseTheWidthOfFloats: a float may be written in any width that is exact, and in
// none that is not.
func TestWritersChooseTheWidthOfFloats(t *testing.T) {
	for _, c := range []struct {
		value, written string
		good           bool
	}{
		{`{"$f64":1.5}`, "41 00 00 C0 3F", true}, {`{"$f64":1.5}`, "21 00 3E", true}, {`{"$f64":1.5}`, "01 C0 3F", true}, {`{"$f32":1.5}`, "61 00 00 00 00 00 00 F8 3F", true},
		{`{"$f64":0.1}`, "41 CD CC CC 3D", false}, {`{"$f32":0.1}`, "41 CD CC CC 3D", true}, {`{"$f32":0.1}`, "61 9A 99 99 99 99 99 B9 3F", false},
		{`{"$f64":"7ff8000000000001"}`, "41 00 00 C0 7F", false}, {`{"$f64":"7ff8000000000000"}`, "41 00 00 C0 7F", true}, {`{"$f64":1.5}`, "09 01", false},
	} {
		data, err := conformance.Unhex(c.written)
		if err != nil {
			t.Fatal(err)
		}
		verdict, detail := Answer(&conformance.Case{ID: "x/y", Write: json.RawMessage(c.value), Level: "accept", Others: true}, "", 'B', data)
		if (verdict == "") != c.good {
			t.Errorf("%s as %s: %q, %s", c.value, c.written, verdict, detail)
		}
	}
}
