package track

import (
	"io"

	"github.com/beve-org/beve-go/internal/fault"
	"github.com/beve-org/beve-go/token"
)

// Tokens is a Decoder that reads values part by part.
type Tokens interface {
	Token() (token.Token, error)
	Skip() error
	More() bool
	Path() fault.Pointer
}

// Open reads up to the first element of the array that path leads to, in the next value. Of
// repeated members it takes the first.
func Open(d Tokens, path fault.Pointer) error {
	segments, ok := path.Segments()
	if !ok {
		return fault.At(0, fault.NoPointer(path))
	}
	for {
		t, err := d.Token()
		if err == io.EOF {
			return &fault.DecodeError{Offset: t.Offset, Err: fault.ErrTruncated}
		}
		if err != nil {
			return err
		}
		segment, more := segments.Next()
		begins := t.Kind == token.BeginArray || t.Kind == token.BeginObject
		var cause error
		switch {
		case begins && more:
			if cause, err = find(d, t, segment); err != nil {
				return err
			}
		case t.Kind == token.BeginArray:
			return nil
		default:
			cause = fault.Because(fault.ErrMismatch, without(t.Kind, more))
		}
		if cause != nil {
			return &fault.DecodeError{Offset: t.Offset, Path: d.Path(), Err: cause}
		}
	}
}

// without says that a value has no such parts as a path leads to.
func without(k token.Kind, more bool) string {
	what := " has no elements"
	if more {
		what = " has no parts"
	}
	switch k {
	case token.BeginObject:
		return "object" + what
	case token.Other:
		return "value of another kind" + what
	}
	return k.String() + what
}

// find moves to the part that a segment of a path names, in the container that t begins. The
// cause says why there is none; then Path is that of the container.
func find(d Tokens, t token.Token, segment string) (cause, err error) {
	if t.Kind == token.BeginObject {
		next := d.Token
		if k, ok := d.(interface {
			KeyToken() (token.Token, error)
		}); ok {
			next = k.KeyToken // keys without a text are passed over
		}
		for d.More() {
			key, err := next()
			if err != nil || key.Kind == token.Key && key.Text == segment {
				return nil, err
			}
			if err := d.Skip(); err != nil {
				return nil, err
			}
		}
		_, err := d.Token()
		return fault.Because(fault.ErrMissing, "no member "+fault.Quote(segment)), err
	}
	i, ok := fault.ParseIndex(segment)
	if !ok {
		return fault.NoIndex(segment), nil
	}
	n := t.Len
	if n < 0 { // the format does not say
		for n = 0; d.More(); n++ {
			if n == i {
				return nil, nil
			}
			if err := d.Skip(); err != nil {
				return nil, err
			}
		}
		if _, err := d.Token(); err != nil {
			return nil, err
		}
	} else if i >= 0 && i < n {
		for range i {
			if err := d.Skip(); err != nil {
				return nil, err
			}
		}
		return nil, nil
	}
	return fault.NoElement(segment, n), nil
}
