// This file is the tour: what BEVE does, shown on a sample.

package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/cmd/internal/doc"
	"github.com/beve-org/beve-go/cmd/internal/style"
	"github.com/beve-org/beve-go/translator"
	"github.com/beve-org/beve-go/wire"
)

//go:embed sample/greenhouse.json
var sample []byte

func (a *app) tourCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "tour",
		Short: "Show what BEVE does, on a sample",
		Long: `Take a sample document through what this program and the library do: JSON to BEVE,
what the bytes mean, one part of it, into a Go struct and back to JSON.`,
		Example: `  beve tour`,
		RunE: func(*cobra.Command, []string) error {
			var b bytes.Buffer
			t := tour{w: &b, style: a.style(a.outIsTerminal)}
			if err := t.run(); err != nil {
				return err
			}
			_, err := a.out.Write(b.Bytes())
			return err
		},
	}
}

// tour is one tour. What is written to w cannot fail.
type tour struct {
	w     *bytes.Buffer
	style style.Style
	steps int
}

func (t *tour) say(format string, args ...any) { fmt.Fprintf(t.w, format+"\n", args...) }

// step begins the next step of the tour.
func (t *tour) step(format string, args ...any) {
	t.steps++
	t.say("\n%s", t.style.Bold(fmt.Sprintf("%d. ", t.steps)+fmt.Sprintf(format, args...)))
}

// try shows a command that does the same.
func (t *tour) try(command string) { t.say("   %s", t.style.Dim("$ "+command)) }

func (t *tour) run() error {
	t.say("%s A greenhouse reports its sensors and its orders: %d bytes of JSON.", t.style.Bold("BEVE in a minute."), len(sample))
	for _, step := range []func() error{t.convert, t.explain, t.get, t.decode, t.back} {
		if err := step(); err != nil {
			return fmt.Errorf("tour: %w", err)
		}
	}
	t.say("\nNext: beve --help, or the same on your own file: beve stat FILE.json")
	return nil
}

// message is the sample as BEVE, typed arrays and all.
func message() ([]byte, error) {
	return translator.Options{TypedArrays: true}.FromJSON(sample)
}

func (t *tour) convert() error {
	t.step("JSON to BEVE")
	t.try("beve convert --typed-arrays greenhouse.json greenhouse.beve")
	generic, err := translator.FromJSON(sample)
	if err != nil {
		return err
	}
	packed, err := message()
	if err != nil {
		return err
	}
	compact, err := translator.ToJSON(packed)
	if err != nil {
		return err
	}
	took := timed(func() { _, err = message() })
	t.say("   %-34s %5d bytes", "JSON as it came", len(sample))
	t.say("   %-34s %5d bytes", "JSON without white space", len(compact))
	t.say("   %-34s %5d bytes", "BEVE", len(generic))
	t.say("   %-34s %5d bytes  in %s, the best of many runs", "BEVE with typed arrays", len(packed), took)
	return err
}

func (t *tour) explain() error {
	const pointer = "/sensors/0"
	t.step("Every byte has a meaning, and numbers lie packed")
	t.try("beve get --raw greenhouse.beve " + pointer + " | beve explain -")
	part, err := lookUp(pointer)
	if err != nil {
		return err
	}
	var lines bytes.Buffer
	e := newExplainer(&lines, t.style, 0)
	e.heading()
	if err := e.value(part.AppendBEVE(nil), 0); err != nil {
		return err
	}
	if err := e.w.Flush(); err != nil {
		return err
	}
	for line := range strings.Lines(lines.String()) {
		io.WriteString(t.w, "   "+line)
	}
	return nil
}

// lookUp returns a part of the sample.
func lookUp(pointer translator.Pointer) (doc.Node, error) {
	data, err := message()
	if err != nil {
		return doc.Node{}, err
	}
	d, err := doc.New(data, wire.Limits{}, false)
	if err != nil {
		return doc.Node{}, err
	}
	part, missing := find(d.Root(), pointer)
	if missing != nil {
		return doc.Node{}, missing
	}
	return part, nil
}

func (t *tour) get() error {
	const pointer = "/sensors/1/samples/16"
	t.step("One part of it, by JSON Pointer")
	t.try("beve get greenhouse.beve " + pointer)
	part, err := lookUp(pointer)
	if err != nil {
		return err
	}
	t.say("   %s", part.AppendText(nil))
	return nil
}

// report is the part of the sample that the tour decodes.
type report struct {
	Site    string `json:"site"`
	Sensors []struct {
		Name    string    `json:"name"`
		Unit    string    `json:"unit"`
		Samples []float64 `json:"samples"`
	} `json:"sensors"`
}

func (t *tour) decode() error {
	t.step("Into a Go struct")
	t.try("beve.Unmarshal(data, &report)")
	data, err := message()
	if err != nil {
		return err
	}
	var r report
	if err := beve.Unmarshal(data, &r); err != nil {
		return err
	}
	took := timed(func() {
		var r report
		err = beve.Unmarshal(data, &r)
	})
	for _, s := range r.Sensors {
		low, high := s.Samples[0], s.Samples[0]
		for _, v := range s.Samples {
			low, high = min(low, v), max(high, v)
		}
		t.say("   %-14s %d samples from %v to %v %s", s.Name, len(s.Samples), low, high, s.Unit)
	}
	t.say("   %s, decoded in %s", r.Site, took)
	return err
}

func (t *tour) back() error {
	t.step("And back to JSON")
	t.try("beve cat greenhouse.beve")
	data, err := message()
	if err != nil {
		return err
	}
	text, err := translator.ToJSON(data)
	if err != nil {
		return err
	}
	took := timed(func() { _, err = translator.ToJSON(data) })
	again, err2 := translator.Options{TypedArrays: true}.FromJSON(text)
	if err2 != nil {
		return err2
	}
	verdict := "the same message again, byte for byte"
	if !bytes.Equal(again, data) {
		verdict = "ANOTHER message, which is a bug"
	}
	t.say("   %s", style.Clip(string(text), 96))
	t.say("   %d bytes in %s; converted once more it is %s", len(text), took, verdict)
	return err
}

// timed returns how long one call of f takes: the least of many, which is what the
// work takes when nothing else disturbs it.
func timed(f func()) time.Duration {
	best := time.Duration(1<<63 - 1)
	for range 200 {
		start := time.Now()
		f()
		best = min(best, time.Since(start))
	}
	return best
}
