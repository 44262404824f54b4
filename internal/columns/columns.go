// Package columns filters and projects the rows of documents that are not decoded, whatever their
// format: what a path with wildcards leads to, of which some parts have to match. A format
// says in its [Ways] how its Views are gone into, and may take over where it knows better.
package columns

import (
	"errors"
	"iter"
	"slices"
	"strings"

	"github.com/beve-org/beve-go/internal/fault"
)

// Ways are how a View of type V is gone into.
type Ways[V any] struct {
	IsArray, IsObject func(V) bool
	Elements          func(V) iter.Seq2[V, error]
	// Members are the values of the members of an object, of repeated keys the last.
	Members func(V) iter.Seq2[V, error]
	At      func(V, fault.Pointer) (V, error)
	// Member and Element are At for one segment of a path, into an object or an array, without the
	// cost of an error where there is no such part. Member is asked of all that is not an array.
	Member  func(v V, name string) (part V, ok bool, err error)
	Element func(v V, i int) (part V, ok bool, err error)
	// Value returns a scalar as a value of a type; ok is false if it is not one, or the type does
	// not hold it exactly.
	Value func(V, Type) (b Bound, ok bool)
	// Fail returns an error about the View, of a cause.
	Fail func(V, error) error
	// Leaf, unless it is nil, returns what is Each for the elements of one array, if that can.
	Leaf func(q *Query) Leaf[V]
}

// A Leaf calls yield for the rows of an array that pass; ok is false if it does not know the array.
type Leaf[V any] func(v V, yield func(V) bool) (ok, more bool, err error)

// A Condition is a part of a row that has to match.
type Condition struct {
	Field fault.Pointer
	Match Match
}

// A Query is which rows, and which part of them.
type Query struct {
	// Path leads to the rows. A segment "*" leads to all elements or members.
	Path  fault.Pointer
	Where []Condition
	// Field leads from a row to what is wanted.
	Field fault.Pointer
	// Count, unless it is nil, counts the rows that pass, which are not given out then.
	Count *int
}

// Each calls yield for the field of each row of v that passes, until it returns false. A row
// that lacks a field of a condition, or has a value of another type there, does not pass; one that
// passes and lacks the wanted field is an error.
func (w *Ways[V]) Each(v V, q *Query, yield func(V) bool) error {
	segments, err := w.segments(v, q.Path)
	if err != nil {
		return err
	}
	for i := range q.Where {
		if !q.Where[i].Field.Valid() {
			return w.Fail(v, fault.NoPointer(q.Where[i].Field))
		}
	}
	if !q.Field.Valid() {
		return w.Fail(v, fault.NoPointer(q.Field))
	}
	e := each[V]{Ways: w, q: q, yield: yield}
	if w.Leaf != nil {
		e.leaf = w.Leaf(q)
	}
	if v, err = w.At(v, ""); err != nil { // of nothing
		return err
	}
	_, err = e.follow(v, segments)
	return err
}

// each is a call of Each.
type each[V any] struct {
	*Ways[V]
	q     *Query
	leaf  Leaf[V]
	yield func(V) bool
}

// segments cuts a path at its wildcards: pointers, between each two of which there is one.
func (w *Ways[V]) segments(v V, path fault.Pointer) (all []fault.Pointer, err error) {
	if !path.Valid() {
		return nil, w.Fail(v, fault.NoPointer(path))
	}
	start := 0
	for i := 0; i < len(path); {
		end := i + 1
		for end < len(path) && path[end] != '/' {
			end++
		}
		if path[i:end] == "/*" {
			all = append(all, path[start:i])
			start = end
		}
		i = end
	}
	return append(all, path[start:]), nil
}

// follow goes along a path that is cut, and reports whether there may be more.
func (w *each[V]) follow(v V, path []fault.Pointer) (more bool, err error) {
	if path[0] != "" {
		if v, err = w.At(v, path[0]); err != nil {
			return false, err
		}
	}
	if len(path) == 1 {
		return w.Row(v, w.q, w.yield)
	}
	if len(path) == 2 && path[1] == "" && w.leaf != nil {
		if ok, more, err := w.leaf(v, w.yield); ok || err != nil {
			return more, err
		}
	}
	parts := w.Elements
	switch {
	case w.IsArray(v):
	case w.IsObject(v):
		parts = w.Members
	default:
		return false, w.Fail(v, fault.Because(fault.ErrMismatch, "a value without parts, where a path has a wildcard"))
	}
	for part, err := range parts(v) {
		if err != nil {
			return false, err
		}
		if more, err := w.follow(part, path[1:]); !more || err != nil {
			return false, err
		}
	}
	return true, nil
}

// Row is Each for a single row.
func (w *Ways[V]) Row(v V, q *Query, yield func(V) bool) (more bool, err error) {
	for i := range q.Where {
		c := &q.Where[i]
		part := v
		if c.Field != "" {
			var ok bool
			if part, ok, err = w.Find(v, c.Field); !ok || err != nil {
				return err == nil, err
			}
		}
		if b, ok := w.Value(part, c.Match.Type); !ok || !c.Match.Passes(b) {
			return true, nil
		}
	}
	if q.Count != nil {
		*q.Count++
		return true, nil
	}
	if q.Field != "" {
		if v, err = w.At(v, q.Field); err != nil {
			return false, err
		}
	}
	return yield(v), nil
}

// fewSegments is the longest path that is followed segment by segment, which may pass over all of a row for each.
const fewSegments = 8

// Find is At without an error where there is no such part, and, along a path that is not long, without the
// cost of one.
func (w *Ways[V]) Find(v V, path fault.Pointer) (part V, ok bool, err error) {
	segments, _ := path.Segments()
	if strings.Count(string(path), "/") > fewSegments {
		part, err = w.At(v, path)
		if errors.Is(err, fault.ErrMissing) || errors.Is(err, fault.ErrMismatch) {
			return part, false, nil
		}
		return part, err == nil, err
	}
	for {
		segment, more := segments.Next()
		if !more {
			return v, true, nil
		}
		if !w.IsArray(v) {
			v, ok, err = w.Member(v, segment)
		} else if i, is := fault.ParseIndex(segment); is && i >= 0 {
			v, ok, err = w.Element(v, i)
		} else {
			ok = false
		}
		if !ok || err != nil {
			return v, false, err
		}
	}
}

// Places gives names places, in the order in which they come first.
type Places struct {
	names []string
	at    map[string]int // where they are, of many
}

// fewNames is how many names are looked up one by one.
const fewNames = 12

// Of returns the place of a name, which must not change, and whether it had one before.
func (p *Places) Of(name string) (place int, again bool) {
	if p.at != nil {
		place, again = p.at[name]
	} else {
		place = slices.Index(p.names, name)
		again = place >= 0
	}
	if again {
		return place, true
	}
	place = len(p.names)
	switch p.names = append(p.names, name); {
	case p.at != nil:
		p.at[name] = place
	case len(p.names) == fewNames:
		p.at = map[string]int{}
		for i, name := range p.names {
			p.at[name] = i
		}
	}
	return place, false
}

// LastOf calls yield for the values of members, of repeated names the last, in the order in which
// the names come first. An error ends the loop.
func LastOf[M, V any](members iter.Seq2[M, error], part func(M) (string, V, error), yield func(V, error) bool) {
	var all []V
	var places Places
	var none V
	for m, err := range members {
		var name string
		var v V
		if err == nil {
			name, v, err = part(m)
		}
		if err != nil {
			yield(none, err)
			return
		}
		if i, again := places.Of(name); again {
			all[i] = v
		} else {
			all = append(all, v)
		}
	}
	for _, v := range all {
		if !yield(v, nil) {
			return
		}
	}
}
