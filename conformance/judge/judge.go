// Package judge says what an answer to a case is worth.
package judge

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/beve-org/beve-go/conformance"
	"github.com/beve-org/beve-go/conformance/meaning"
	"github.com/beve-org/beve-go/conformance/reference"
)

// Skipped is the verdict of a case that a testee has no verb or type for. An empty verdict
// is a pass, and any other a failure.
const Skipped = "skipped"

// Request returns what a case asks: R for a message, T for a stream, W for a value to write.
func Request(c *conformance.Case) (verb byte, content []byte) {
	if c.Write != nil {
		return 'W', c.Write
	}
	message, err := c.Message()
	if err != nil {
		panic(err)
	}
	if c.Stream != nil {
		return 'T', message
	}
	return 'R', message
}

// Answer says what is wrong with an answer of a kind: V for a meaning, A for a message that
// is accepted without one, B for bytes that were written, E for a refusal, S for a skip.
// notation is "json" where a meaning is a JSON text.
func Answer(c *conformance.Case, notation string, kind byte, text []byte) (verdict, detail string) {
	letters := "SEVA"
	if c.Write != nil {
		letters = "SEB"
	}
	switch {
	case !strings.Contains(letters, string(rune(kind))):
		return "crashes", fmt.Sprintf("an answer of kind %q, which is none of %s", kind, letters)
	case kind == 'S':
		return Skipped, string(text)
	case kind == 'E' && c.Level == "accept":
		return "refuses", string(text)
	case kind == 'E':
		return "", ""
	case c.Level == "refuse":
		return "accepts", string(text[:min(len(text), 200)])
	case kind == 'A':
		return "", ""
	case kind == 'B':
		return judgeWritten(c, text)
	}
	return judgeRead(c, notation, text)
}

func judgeRead(c *conformance.Case, notation string, text []byte) (verdict, detail string) {
	got, err := meaning.Parse(text)
	if lines := bytes.TrimSpace(text); err != nil && notation == "json" && c.Stream != nil && len(lines) == 0 {
		got, err = []meaning.Node{}, nil // the lines of no values
	}
	if err != nil {
		return "misreads", fmt.Sprintf("%.100s is not JSON: %v", text, err)
	}
	if c.Means == nil {
		return "", ""
	}
	if notation == "json" {
		got = meaning.Plain(got)
	}
	for _, means := range append([]json.RawMessage{c.Means}, c.Or...) {
		want, parseErr := meaning.Parse(means)
		if parseErr != nil {
			panic(parseErr)
		}
		if notation == "json" {
			ok := false
			if want, ok = meaning.Project(want); !ok {
				return Skipped, "no JSON text stands for it"
			}
		}
		mismatch := meaning.Match(want, got)
		if mismatch == nil {
			return "", ""
		}
		if err == nil {
			err = mismatch
		}
	}
	return "misreads", err.Error()
}

// readers read what has been written, by the profile of the case.
var readers = map[string]*reference.Reader{"": reference.New(false, 0), "base": reference.New(false, 0), "extended": reference.New(true, 0)}

func judgeWritten(c *conformance.Case, data []byte) (verdict, detail string) {
	for _, form := range c.Bytes {
		want, err := conformance.Unhex(form)
		if err != nil {
			panic(err)
		}
		if slices.Equal(want, data) {
			return "", ""
		}
	}
	if !c.Others {
		return "miswrites", fmt.Sprintf("% x is none of %.100q", data[:min(len(data), 40)], c.Bytes)
	}
	want, err := meaning.Parse(c.Write)
	if err != nil {
		panic(err)
	}
	read := readers[c.Profile].Written
	if name, _, special := meaning.Special(want); special && name == "stream" {
		read = readers[c.Profile].WrittenStream
	}
	means, refusal := read(data)
	if refusal != nil {
		return "miswrites", fmt.Sprintf("% x: %v", data[:min(len(data), 40)], refusal)
	}
	got, err := meaning.Parse(means)
	if err == nil {
		err = meaning.Match(meaning.Widened(want), meaning.Widened(got))
	}
	if err != nil {
		return "miswrites", fmt.Sprintf("% x: %v", data[:min(len(data), 40)], err)
	}
	return "", ""
}
