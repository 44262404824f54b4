package main

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/beve-org/beve-go/cmd/internal/gen/gentest"
	"github.com/beve-org/beve-go/internal/testkit"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/zebrapack"
)

// This file holds the errors of generated code to those of reflection: class, offset, path and words.

// A reader reads by code and, with an option that changes nothing else, by reflection.
type reader struct {
	code, reflection func(data []byte, v any) error
}

// readers are the ways to read values that have code for numbers, or for names.
func readers(limits msgpack.Limits) map[string]reader {
	return map[string]reader{
		"msgpack":   {msgpack.DecodeOptions{Limits: limits}.Unmarshal, msgpack.DecodeOptions{Limits: limits, NoCopy: true}.Unmarshal},
		"zebrapack": {zebrapack.DecodeOptions{Limits: zebrapack.Limits(limits)}.Unmarshal, zebrapack.DecodeOptions{Limits: zebrapack.Limits(limits), NoCopy: true}.Unmarshal},
	}
}

// failing are values by what they are called, with the format that has their keys.
func failing(t *testing.T) map[string]struct {
	format string
	values []generated
} {
	type group = struct {
		format string
		values []generated
	}
	all := map[string]group{}
	for mode, format := range map[string]string{"names": "zebrapack", "plain": "zebrapack"} {
		for name := range bareTypes {
			of, g := golden[mode][name], group{format: format}
			for seed := range uint64(3) {
				v := of()
				random(rand.New(rand.NewPCG(seed, 3)), reflect.ValueOf(v).Elem(), 5)
				g.values = append(g.values, v)
			}
			all[mode+"/"+name] = g
		}
	}
	for how, format := range map[string]string{"numbers": "zebrapack", "names": "msgpack"} {
		for _, name := range []string{"Leaf", "Leaves", "ByName", "Tree", "Bill", "Page"} {
			g := group{format: format}
			for seed := range uint64(3) {
				v := mixtures[how].makers[name]()
				r := filler{mixtures[how], rand.New(rand.NewPCG(seed, 0)), false, true}
				r.fill(reflect.ValueOf(v).Elem(), 6)
				if v, ok := v.(generated); ok {
					g.values = append(g.values, v)
				}
			}
			all[how+"/"+name] = g
		}
	}
	for i, of := range generations {
		v := of()
		random(rand.New(rand.NewPCG(uint64(i), 3)), reflect.ValueOf(v).Elem(), 5)
		all[fmt.Sprint("generation/", i)] = group{"zebrapack", []generated{v}}
	}
	for i, page := range pages()[:4] {
		all[fmt.Sprint("unions/", i)] = group{"zebrapack", []generated{any(page).(generated)}}
	}
	return all
}

// TestCodeFailsAsReflectionDoes reads spoiled messages by code, by reflection and by calling the methods.
func TestCodeFailsAsReflectionDoes(t *testing.T) {
	needsGenerated(t)
	all := failing(t)
	failures, seen := 0, map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		t.Run(name, func(t *testing.T) {
			g := all[name]
			rng := rand.New(rand.NewPCG(11, 12))
			for i, v := range g.values {
				message, err := v.MarshalMsg(nil)
				if err != nil || !msgpack.Valid(message) { // the bytes of a Raw are random
					continue
				}
				for _, limits := range []msgpack.Limits{{}, {MaxDepth: 3}, {MaxElements: 9}} {
					r := readers(limits)[g.format]
					if limits != (msgpack.Limits{}) && i > 0 {
						continue
					}
					for spoiled := range gentest.SpoilMsgpack(rng, message) {
						says := r.compare(t, v, spoiled, limits == msgpack.Limits{})
						if says != "" {
							failures, seen[says] = failures+1, true
						}
					}
				}
			}
		})
	}
	for _, class := range []string{"input ends inside a value; ", "malformed input; ", "nesting too deep; ", "limit exceeded; ", "type mismatch; ", "number out of range; ", "duplicate key; "} {
		if !seen[class] {
			t.Errorf("no error is %q", class)
		}
	}
	if failures < 10_000 {
		t.Errorf("only %d errors were compared", failures)
	}
}

// compare reads a message in all ways into variables of the type of v, and returns the classes of the error.
func (r reader) compare(t *testing.T, v generated, message []byte, unlimited bool) string {
	t.Helper()
	fresh := func() generated { return reflect.New(reflect.TypeOf(v).Elem()).Interface().(generated) }
	byCode, byReflection, byMethod := fresh(), fresh(), fresh()
	err, want := r.code(bytes.Clone(message), byCode), r.reflection(bytes.Clone(message), byReflection)
	if gentest.Says(err) != gentest.Says(want) {
		t.Fatalf("%x:\ngenerated: %s\nreflected: %s", message, gentest.Says(err), gentest.Says(want))
	}
	if !testkit.Equal(deref(byCode), deref(byReflection)) && err == nil {
		t.Fatalf("%x:\ngenerated: %+v\nreflected: %+v", message, byCode, byReflection)
	}
	// Reflection passes over what others read first, and so do packages for the limits.
	if _, ok := v.(msgp.Reflected); !ok || !unlimited || slices.Contains([]string{"Holder", "Opaque"}, reflect.TypeOf(v).Elem().Name()) {
		return gentest.Causes(err)
	}
	rest, own := byMethod.UnmarshalMsg(bytes.Clone(message))
	if own == nil && len(rest) > 0 {
		return gentest.Causes(err) // packages refuse what is left over
	}
	if gentest.Says(own) != gentest.Says(want) {
		t.Fatalf("%x:\nmethod:    %s\nreflected: %s", message, gentest.Says(own), gentest.Says(want))
	}
	if own == nil && !testkit.Equal(deref(byMethod), deref(byReflection)) {
		t.Fatalf("%x:\nmethod:    %+v\nreflected: %+v", message, byMethod, byReflection)
	}
	stream := msgp.Decode(bytes.NewReader(message), fresh())
	if (stream == nil) != (own == nil) {
		t.Fatalf("%x: from a stream: %v", message, stream)
	}
	return gentest.Causes(err)
}

func deref(v any) any { return reflect.ValueOf(v).Elem().Interface() }
