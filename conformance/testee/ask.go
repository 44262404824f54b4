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
	// failure: refuses, accepts, misreads, miswrites, crashes, exhausts time or memory, or
	// "not run", because the testee had been given up.
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

// Kinds of failures that are those of a process, or of the lack of one.
const (
	Crashes  = "crashes"
	Exhausts = "exhausts"
	NotRun   = "not run"
)

// Asking is how cases are put to a testee.
type Asking struct {
	// Stop, if not nil, is told each outcome, and says whether to leave it at that.
	Stop func(*Outcome) bool
	// GiveUp, if not 0, is after how many cases in a row that crash or run out of time or
	// memory the rest is not run, and a tenth of how many in all.
	GiveUp int
}

// Ask puts cases to a testee. An error says that it does not start, at first or again, or
// was given up; the outcomes of the cases left are "not run" then.
func (t *Testee) Ask(cases []conformance.Case, asking Asking) (hello Hello, all []Outcome, err error) {
	p, err := start(t)
	if err == nil {
		hello = p.Hello
	}
	row, sum := 0, 0 // of cases that ended the process
	for i := range cases {
		var o Outcome
		if err != nil {
			o = Outcome{Case: &cases[i], Kind: NotRun, Detail: err.Error()}
		} else {
			o = t.put(p, &cases[i])
		}
		all = append(all, o)
		if asking.Stop != nil && asking.Stop(&o) {
			break
		}
		switch o.Kind {
		case Crashes, Exhausts:
			row, sum = row+1, sum+1
			p.stop()
			if p = nil; asking.GiveUp > 0 && (row >= asking.GiveUp || sum >= 10*asking.GiveUp) {
				err = fmt.Errorf("given up after %d cases in a row, and %d in all, that crash or run out of time or memory", row, sum)
			} else if i+1 == len(cases) {
				break
			} else if p, err = start(t); err != nil {
				err = fmt.Errorf("it does not start again after %s: %w", o.Case.ID, err)
			}
		case OtherProfile, NotRun:
		default:
			row = 0
		}
	}
	if p != nil {
		p.stop()
	}
	return hello, all, err
}

// put puts a case to a process. If it crashes or exhausts something, the process has ended or
// is of no more use.
func (t *Testee) put(p *Process, c *conformance.Case) Outcome {
	o := Outcome{Case: c}
	if c.Profile != "" && (c.Profile == "extended") != (p.Profile == "extended") {
		o.Kind = OtherProfile
		return o
	}
	verb, content := judge.Request(c)
	kind, text, failure := p.ask(verb, content, time.Duration(t.Seconds)*time.Second)
	switch {
	case failure == nil:
		o.Answer = kind
		o.Kind, o.Detail = judge.Answer(c, p.Notation, kind, text)
	case p.tooMuch.Load():
		o.Kind, o.Detail = Exhausts, fmt.Sprintf("more than %d MB for a case", t.Megabytes)
	case p.late.Load():
		o.Kind, o.Detail = Exhausts, fmt.Sprintf("no answer in %d s", t.Seconds)
	default:
		p.stop()
		o.Kind, o.Detail = Crashes, failure.Error()+p.last()
	}
	o.Detail = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7F || r == 0xFFFD {
			return ' '
		}
		return r
	}, o.Detail)
	return o
}
