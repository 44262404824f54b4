package patchkit

import (
	"encoding/json"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/beve-org/beve-go/internal/fault"
)

// The model makes changes to what encoding/json decodes, in the plainest way.

// model returns what a change makes of doc, and whether it can be made.
func model(doc any, verb string, path, from fault.Pointer, value any) (out any, ok bool) {
	steps, ok := split(path)
	source, valid := split(from)
	if !ok {
		return nil, false
	}
	switch verb {
	case "set", "insert", "add", "replace":
		return put(doc, steps, verb, value)
	case "append":
		if _, isArray := at(doc, steps).([]any); !isArray {
			return nil, false
		}
		return put(doc, append(steps, "-"), "add", value)
	case "remove":
		return remove(doc, steps)
	case "test":
		there := at(doc, steps)
		return doc, there != missing && equal(there, value)
	}
	value = at(doc, source)
	if !valid || value == missing {
		return nil, false
	}
	if verb == "copy" || path == from {
		if verb == "move" {
			return doc, true
		}
		return put(doc, steps, "add", value)
	}
	if strings.HasPrefix(string(path), string(from)+"/") {
		return nil, false
	}
	if doc, ok = remove(doc, source); !ok {
		return nil, false
	}
	return put(doc, steps, "add", value)
}

func split(path fault.Pointer) (steps []string, ok bool) {
	if !path.Valid() {
		return nil, false
	}
	for {
		segment, rest, more := path.Cut()
		if !more {
			return steps, true
		}
		steps, path = append(steps, segment), rest
	}
}

type nothing struct{}

var missing any = nothing{}

// position returns the element that a segment stands for, or -1.
func position(s string, n int) int {
	i, err := strconv.Atoi(s)
	if err != nil || strconv.Itoa(i) != s || i < 0 || i > n {
		return -1
	}
	return i
}

func at(doc any, steps []string) any {
	for _, s := range steps {
		switch v := doc.(type) {
		case map[string]any:
			e, ok := v[s]
			if !ok {
				return missing
			}
			doc = e
		case []any:
			i := position(s, len(v)-1)
			if i < 0 {
				return missing
			}
			doc = v[i]
		default:
			return missing
		}
	}
	return doc
}

func put(doc any, steps []string, verb string, value any) (any, bool) {
	if len(steps) == 0 {
		return value, verb != "insert"
	}
	s := steps[0]
	switch v := doc.(type) {
	case map[string]any:
		v = maps.Clone(v)
		inner, there := v[s]
		if len(steps) > 1 {
			if !there {
				return nil, false
			}
			e, ok := put(inner, steps[1:], verb, value)
			v[s] = e
			return v, ok
		}
		v[s] = value
		return v, there && verb != "insert" || !there && verb != "replace"
	case []any:
		v = slices.Clone(v)
		if len(steps) > 1 || verb == "set" || verb == "replace" {
			i := position(s, len(v)-1)
			if i < 0 {
				return nil, false
			}
			e, ok := value, true
			if len(steps) > 1 {
				e, ok = put(v[i], steps[1:], verb, value)
			}
			v[i] = e
			return v, ok
		}
		i := position(s, len(v))
		if s == "-" {
			i = len(v)
		}
		if i < 0 {
			return nil, false
		}
		return slices.Insert(v, i, value), true
	}
	return nil, false
}

func remove(doc any, steps []string) (any, bool) {
	if len(steps) == 0 {
		return nil, false
	}
	s := steps[0]
	switch v := doc.(type) {
	case map[string]any:
		v = maps.Clone(v)
		inner, there := v[s]
		if !there {
			return nil, false
		}
		if len(steps) > 1 {
			e, ok := remove(inner, steps[1:])
			v[s] = e
			return v, ok
		}
		delete(v, s)
		return v, true
	case []any:
		v = slices.Clone(v)
		i := position(s, len(v)-1)
		if i < 0 {
			return nil, false
		}
		if len(steps) > 1 {
			e, ok := remove(v[i], steps[1:])
			v[i] = e
			return v, ok
		}
		return slices.Delete(v, i, i+1), true
	}
	return nil, false
}

// equal compares numbers by value.
func equal(a, b any) bool {
	switch a := a.(type) {
	case json.Number:
		b, ok := b.(json.Number)
		if !ok {
			return false
		}
		x, _ := new(big.Rat).SetString(string(a))
		y, _ := new(big.Rat).SetString(string(b))
		return x.Cmp(y) == 0
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, equal)
	case map[string]any:
		b, ok := b.(map[string]any)
		return ok && maps.EqualFunc(a, b, equal)
	}
	return a == b
}

// merge is the function of RFC 7396.
func merge(target, patch any) any {
	object, ok := patch.(map[string]any)
	if !ok {
		return patch
	}
	old, _ := target.(map[string]any)
	out := map[string]any{}
	maps.Copy(out, old)
	for name, value := range object {
		if value == nil {
			delete(out, name)
		} else {
			out[name] = merge(out[name], value)
		}
	}
	return out
}
