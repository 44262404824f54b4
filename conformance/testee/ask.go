// All cases, put to a testee.

package testee

import (
	"fmt"
	"strings"
	"time"

	"github.com/beve-org/beve-go/conformance"
	"github.com/beve-org/beve-go/conformance/judge"
)

// Outcome is what became of a case.
type Outcome struct {
	Case *conformance.Case
	// Kind is empty where the case passed. Otherwise it is "skipped", "other profile", or a
	// failure: refuses, accepts, misreads, miswrites, crashes, or exhausts time or memory.
	Kind   string
	Detail string
	// Answer is the letter of the answer, if there was one.
	Answer byte
}

// Failed reports whether the testee is wrong.
func (o *Outcome) Failed() bool { return o.Kind != "" && o.Kind != Skipped && o.Kind != OtherProfile }

// Kinds of outcomes that are no failures.
const (
	Skipped      = judge.Skipped
	OtherProfile = "other profile"
)

// Ask puts cases to a testee, all of them or, if stop is not nil, until it says so.
func (t *Testee) Ask(cases []conformance.Case, stop func(*Outcome) bool) (hello Hello, all []Outcome, err error) {
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
			o.Kind = OtherProfile
		default:
			verb, content := judge.Request(c)
			kind, text, failure := p.ask(verb, content, time.Duration(t.Seconds)*time.Second)
			if failure == nil {
				o.Answer = kind
				o.Kind, o.Detail = judge.Answer(c, hello.Notation, kind, text)
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
		o.Detail = strings.Map(func(r rune) rune {
			if r < ' ' || r == 0x7F || r == 0xFFFD {
				return ' '
			}
			return r
		}, o.Detail)
		all = append(all, o)
		if stop != nil && stop(&o) {
			break
		}
	}
	p.stop()
	return hello, all, nil
}

func lastLine(text []byte) string {
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	line := lines[len(lines)-1]
	return line[:min(len(line), 200)]
}
