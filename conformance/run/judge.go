// What an answer is worth.

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/beve-org/beve-go/conformance"
	"github.com/beve-org/beve-go/conformance/meaning"
	"github.com/beve-org/beve-go/conformance/reference"
)

// Outcome is what became of a case.
type Outcome struct {
	Case *conformance.Case
	// Kind is empty where the case passed. Otherwise it is "skipped", "other profile", or a
	// failure: refuses, accepts, misreads, miswrites, crashes, or exhausts time or memory.
	Kind   string
	Detail string
}

// Failed reports whether the testee is wrong.
func (o *Outcome) Failed() bool { return o.Kind != "" && o.Kind != skipped && o.Kind != otherProfile }

const (
	skipped      = "skipped"
	otherProfile = "other profile"
)

// Run puts all cases to a testee.
func (t *Testee) Ask(cases []conformance.Case) (hello Hello, all []Outcome, err error) {
	p, err := start(t)
	if err != nil {
		return hello, nil, err
	}
	hello = p.Hello
	for i := range cases {
		c := &cases[i]
		o := Outcome{Case: c}
		switch {
		case c.Profile != "" && (c.Profile == "extended") != (hello.Profile == "extended"):
			o.Kind = otherProfile
		default:
			verb, content := request(c)
			kind, text, failure := p.ask(verb, content, time.Duration(t.Seconds)*time.Second)
			if failure == nil {
				o.Kind, o.Detail = judge(c, hello, kind, text)
				break
			}
			p.stop()
			switch {
			case p.tooMuch.Load():
				o.Kind, o.Detail = "exhausts", fmt.Sprintf("more than %d MB for a case", t.Megabytes)
			case p.late.Load():
				o.Kind, o.Detail = "exhausts", fmt.Sprintf("no answer in %d s", t.Seconds)
			default:
				o.Kind, o.Detail = "crashes", failure.Error()+" "+lastLine(p.errors.text)
			}
			if p, err = start(t); err != nil {
				return hello, all, err
			}
		}
		all = append(all, o)
	}
	p.stop()
	return hello, all, nil
}

func lastLine(text []byte) string {
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	line := lines[len(lines)-1]
	return line[:min(len(line), 200)]
}

func request(c *conformance.Case) (verb byte, content []byte) {
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

// judge says what is wrong with an answer.
func judge(c *conformance.Case, hello Hello, kind byte, text []byte) (verdict, detail string) {
	switch {
	case kind == 'S':
		return skipped, string(text)
	case kind == 'E' && c.Level == "accept":
		return "refuses", string(text)
	case kind == 'E':
		return "", ""
	case c.Level == "refuse":
		return "accepts", string(text[:min(len(text), 200)])
	case kind == 'A' && c.Write == nil:
		return "", ""
	case kind == 'B' && c.Write != nil:
		return judgeWritten(c, text)
	case kind == 'V' && c.Write == nil:
		return judgeRead(c, hello, text)
	}
	return "crashes", fmt.Sprintf("an answer of kind %q", kind)
}

func judgeRead(c *conformance.Case, hello Hello, text []byte) (verdict, detail string) {
	if c.Means == nil {
		return "", ""
	}
	got, err := meaning.Parse(text)
	if err != nil {
		return "misreads", fmt.Sprintf("%.100s is not JSON: %v", text, err)
	}
	if hello.Notation == "json" {
		got = meaning.Plain(got)
	}
	for _, means := range append([]json.RawMessage{c.Means}, c.Or...) {
		want, parseErr := meaning.Parse(means)
		if parseErr != nil {
			panic(parseErr)
		}
		if hello.Notation == "json" {
			ok := false
			if want, ok = meaning.Project(want); !ok {
				return skipped, "no JSON text stands for it"
			}
			if list, stream := want.([]meaning.Node); stream && c.Stream != nil && len(list) == 0 && len(bytes.TrimSpace(text)) == 0 {
				return "", ""
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

var (
	base = reference.New(false, 0)
)

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
	means, refusal := base.Written(data)
	if refusal != nil {
		return "miswrites", fmt.Sprintf("% x: %v", data[:min(len(data), 40)], refusal)
	}
	want, err := meaning.Parse(c.Write)
	if err != nil {
		panic(err)
	}
	got, err := meaning.Parse(means)
	if err == nil {
		err = meaning.Match(want, got)
	}
	if err != nil {
		return "miswrites", fmt.Sprintf("% x: %v", data[:min(len(data), 40)], err)
	}
	return "", ""
}
