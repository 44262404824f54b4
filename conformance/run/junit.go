// The report of JUnit: green where the run is. A failure that is listed is a skipped test that
// says so; a pass that is listed as a failure fails.

package main

import (
	"encoding/xml"
	"strings"

	"github.com/beve-org/beve-go/conformance/testee"
)

// Elements of a report.
type (
	junitSuites struct {
		XMLName xml.Name     `xml:"testsuites"`
		Suites  []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		Failure *junitMessage `xml:"failure"`
		Error   *junitMessage `xml:"error"`
		Skipped *junitMessage `xml:"skipped"`
	}
	junitMessage struct {
		Message string `xml:"message,attr"`
	}
)

// message is one without what XML cannot have.
func message(text string) *junitMessage { return &junitMessage{strings.Map(printable, text)} }

func junitReport(results []*Result) string {
	var all junitSuites
	for _, r := range results {
		suite := junitSuite{Name: r.Name}
		for i := range r.Outcomes {
			suite.add(r.junit(&r.Outcomes[i]))
		}
		// What is about the testee as a whole: that it is left out or broken, and skips.
		whole := junitCase{Class: r.Name, Name: "the testee"}
		switch {
		case r.Broken != "":
			whole.Error = message(r.Broken)
		case r.Missing != "":
			whole.Skipped = message("left out: " + r.Missing)
		}
		suite.add(whole)
		for _, line := range r.Drift {
			if strings.HasPrefix(line, "skips ") || strings.HasPrefix(line, "the list ") {
				suite.add(junitCase{Class: r.Name, Name: "the list", Failure: message(line)})
			}
		}
		all.Suites = append(all.Suites, suite)
	}
	text, err := xml.MarshalIndent(all, "", " ")
	if err != nil {
		panic(err)
	}
	return xml.Header + string(text) + "\n"
}

// add adds a case to a suite and its sums.
func (s *junitSuite) add(c junitCase) {
	s.Tests++
	switch {
	case c.Failure != nil:
		s.Failures++
	case c.Error != nil:
		s.Errors++
	case c.Skipped != nil:
		s.Skipped++
	}
	s.Cases = append(s.Cases, c)
}

// junit is what the report has of an outcome.
func (r *Result) junit(o *testee.Outcome) junitCase {
	c := junitCase{Class: r.Name + "." + o.Case.Group(), Name: o.Case.ID}
	switch {
	case o.Kind == testee.NotRun:
		c.Error = message("not run: " + o.Detail)
	case o.Kind == testee.Skipped || o.Kind == testee.OtherProfile:
		c.Skipped = message(o.Kind + ": " + o.Detail)
	case o.Failed() && r.known.isNew(o):
		c.Failure = message(o.Kind + ": " + o.Detail)
	case o.Failed():
		c.Skipped = message("expected, " + o.Kind + ": " + o.Detail)
	case r.known.isNew(o):
		c.Failure = message("passes, and the list says that it " + r.known.failures[o.Case.ID])
	}
	return c
}
