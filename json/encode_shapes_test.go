// Maps whose shapes are known, and what is kept of them.

package json

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/testkit"
)

// someMap returns a map with some of a few keys, so that most are met again.
func someMap(r *rand.Rand, depth int) map[string]any {
	names := []string{"id", "name", "a<b>&c", "é\u2028", "quote\"", "profile_image_url", "profile_image_url_https", "", "invalid\xff", strings.Repeat("long", 20)}
	m := map[string]any{}
	for range r.IntN(6) {
		name := names[r.IntN(len(names))]
		switch r.IntN(6) {
		case 0:
			if depth > 0 {
				m[name] = someMap(r, depth-1)
			}
		case 1:
			if depth > 0 {
				m[name] = []any{someMap(r, depth-1), someMap(r, depth-1), 1.5}
			}
		case 2:
			m[name] = name
		default:
			m[name] = float64(r.IntN(100)) / 4
		}
	}
	return m
}

func TestMapsOfKnownShapeAreWrittenAsOthers(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	e := new(encodeState)
	for i := range 3000 {
		m := someMap(r, 4)
		html := i%3 != 0
		var want bytes.Buffer
		enc := stdjson.NewEncoder(&want)
		enc.SetEscapeHTML(html)
		if err := enc.Encode(m); err != nil {
			t.Fatal(err)
		}
		e.html, e.sort = html, true
		got := append(e.any(nil, m, &e.shapes().root), '\n')
		text := want.Bytes()
		if testkit.Version2 { // which does not escape U+FFFD
			text = bytes.ReplaceAll(text, []byte("\ufffd"), []byte(`\ufffd`))
		}
		if !bytes.Equal(got, text) {
			t.Fatalf("html %t: %s\nwant %s", html, got, text)
		}
		if len(e.values) != 0 || len(e.members) != 0 || e.level != 0 {
			t.Fatalf("%d values, %d members, level %d are left", len(e.values), len(e.members), e.level)
		}
		if i%100 == 0 {
			e.settle()
		}
	}
}

func TestShapesAreFoundAgain(t *testing.T) {
	e := &encodeState{sort: true}
	m := map[string]any{"b": 1.0, "a": map[string]any{"x": nil}}
	e.any(nil, m, &e.shapes().root)
	if n := e.shapes().keys; n != 3 {
		t.Errorf("%d keys are known, want 3", n)
	}
	for range 10 {
		e.any(nil, m, &e.shapes().root)
	}
	if n := e.shapes().keys; n != 3 {
		t.Errorf("%d keys are known after ten times, want 3", n)
	}
	if s := e.shapes().root.last; s == nil || len(s.keys) != 2 || s.keys[0].name != "a" || s.keys[0].below.last == nil {
		t.Errorf("%+v", s)
	}
}

func TestShapesAreBoundedAndForgotten(t *testing.T) {
	e := &encodeState{sort: true}
	for i := range 20000 {
		m := map[string]any{}
		for j := range 1 + i%70 {
			m[fmt.Sprint(i, "-", j)] = nil
		}
		e.shapes().root.misses = 0 // as if known ones came between
		e.any(nil, m, &e.shapes().root)
		if n := e.shapes().keys; n > maxKeys {
			t.Fatalf("%d keys", n)
		}
	}
	if e.settle(); e.known[0] != nil {
		t.Error("nothing was forgotten though nothing new finds room")
	}
	e.any(nil, map[string]any{strings.Repeat("k", maxKey+1): 1.0}, &e.shapes().root)
	if n := e.shapes().keys; n != 0 {
		t.Errorf("a key of %d bytes is kept", maxKey+1)
	}
	for i := range 100 {
		e.any(nil, map[string]any{fmt.Sprint(i): 1.0}, &e.shapes().root)
	}
	if n := e.shapes().keys; n > maxMisses {
		t.Errorf("%d shapes of a place that never repeats one", n)
	}
}
