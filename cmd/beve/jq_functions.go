// This file is the functions of jq that gojq leaves to who uses it, or does not have.

package main

import (
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/itchyny/gojq"

	"github.com/beve-org/beve-go/cmd/internal/source"
	"github.com/beve-org/beve-go/cmd/internal/style"
)

// functions returns the functions of jq that are more than gojq knows. src returns the source that is being read, nil for
// none.
func (a *app) functions(src func() *source.Source) []gojq.CompilerOption {
	errs := a.err
	if a.errIsTerminal {
		errs = style.Terminal(errs, true)
	}
	simple := func(name string, f func(v any) any) gojq.CompilerOption {
		return gojq.WithFunction(name, 0, 0, func(v any, _ []any) any { return f(v) })
	}
	is := func(v any) func(any) any { return func(any) any { return v } }
	return []gojq.CompilerOption{
		simple("debug", func(v any) any {
			text, err := gojq.Marshal([]any{"DEBUG:", v})
			return passed(v, err, errs, append(text, '\n'))
		}),
		simple("stderr", func(v any) any {
			if text, ok := v.(string); ok {
				return passed(v, nil, errs, []byte(text))
			}
			text, err := gojq.Marshal(v)
			return passed(v, err, errs, text)
		}),
		simple("input_filename", func(any) any {
			if s := src(); s != nil && s.Name != source.StdinName {
				return s.Name
			}
			return nil
		}),
		simple("toarray", func(v any) any {
			if _, ok := v.([]any); ok {
				return v
			}
			return []any{v}
		}),
		simple("keys_unsorted", keys),             // in the order of names, since there is no other
		simple("have_literal_numbers", is(false)), // 1.0 is 1
		simple("have_decnum", is(false)),
	}
}

// passed writes text apart from the results, and returns v, or the error.
func passed(v any, err error, w io.Writer, text []byte) any {
	if err == nil {
		_, err = w.Write(text)
	}
	if err != nil {
		return err
	}
	return v
}

// keys returns the names of an object, or the indexes of an array.
func keys(v any) any {
	list := []any{}
	switch v := v.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			list = append(list, name)
		}
	case []any:
		for i := range v {
			list = append(list, i)
		}
	default:
		return fmt.Errorf("keys_unsorted is of objects and arrays, not of %s", gojq.TypeOf(v))
	}
	return list
}
