package unionkit

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/beve-org/beve-go/internal/typeset"
)

// UnionFormat is how the vectors of unions are held against a format.
type UnionFormat struct {
	// Name is what vectors call the format, and Inputs what altered inputs do, if that is not the same.
	Name, Inputs string
	// Tuples says that structs are arrays.
	Tuples bool
	// Written returns what the source wrote, or nil.
	Written func(c *UnionCase) []byte
	// Input returns the bytes of an altered input. Without it none are looked at.
	Input func(in *UnionInput) []byte
	// Marshal and Unmarshal are those of the format, with fixed widths where it has a choice; strict refuses
	// unknown members.
	Marshal   func(set *typeset.Set, v any) ([]byte, error)
	Unmarshal func(set *typeset.Set, data []byte, v any, strict bool) error
	// Meaning returns the JSON that a message stands for.
	Meaning func(data []byte) (string, error)
	// Choices is the file of what the format makes of inputs about which the sources do not agree, or that
	// only one of them has.
	Choices string
}

// verdicts of a source and of a format.
const (
	accepted = "accepts"
	refused  = "refuses"
	another  = "reads another value"
)

// RunUnions holds a format against the vectors in folder. What both sources agree on is required. What they do
// not agree on, or only one knows, is a choice: the file of choices says which was made, and a change of it
// fails.
func RunUnions(t *testing.T, folder string, f *UnionFormat) {
	files := UnionFiles(t, folder)
	agreed := map[string]map[string]bool{} // verdicts by case, format and note
	for _, file := range files {
		for i := range file.Cases {
			c := &file.Cases[i]
			eachInput(c, func(verdict string, in *UnionInput) {
				key := file.Tagging + "|" + c.Name + "|" + in.Format + "|" + in.Note
				if agreed[key] == nil {
					agreed[key] = map[string]bool{}
				}
				agreed[key][verdict+file.Source] = true
			})
		}
	}
	choices := map[string]map[string]int{}
	read, wrote, inputs := 0, 0, 0
	for _, file := range files {
		groups := map[string]*UnionGroup{}
		for i := range file.Cases {
			c := &file.Cases[i]
			g := groups[c.Group]
			if g == nil {
				g = file.Group(c.Group, f.Tuples)
				groups[c.Group] = g
			}
			if g.Unsupported != "" {
				continue
			}
			name := file.Source + " " + file.Tagging + " " + c.Name
			note := func(what, verdict string) {
				key := file.Tagging + "\t" + what
				if choices[key] == nil {
					choices[key] = map[string]int{}
				}
				choices[key][verdict]++
			}
			if data := f.Written(c); data != nil {
				readOwn(t, f, g, c, name, data, note)
				read++
				if writeOwn(t, f, g, c, name, data, note) {
					wrote++
				}
			}
			eachInput(c, func(verdict string, in *UnionInput) {
				if f.Input == nil || in.Format != cmp.Or(f.Inputs, f.Name) {
					return
				}
				inputs++
				key := file.Tagging + "|" + c.Name + "|" + in.Format + "|" + in.Note
				got, why := f.judge(g, c, in)
				both := agreed[key][verdict+"rust"] && agreed[key][verdict+"glaze"]
				if both && got != verdict {
					note("both sources: "+in.Note+" ("+verdict+")", got)
					if os.Getenv("UNIONS_SHOW") != "" {
						t.Logf("%s: %q: both say %s, and here it %s: %s\n%s", name, in.Note, verdict, got, why, in.Input)
					}
				} else if !both {
					note(file.Source+" "+verdict+": "+in.Note, got)
				}
			})
		}
	}
	t.Logf("%d messages read, %d written, %d altered inputs", read, wrote, inputs)
	if read == 0 || wrote == 0 || inputs == 0 && f.Input != nil {
		t.Error("nothing was compared")
	}
	compareChoices(t, f.Choices, choices)
}

func eachInput(c *UnionCase, each func(verdict string, in *UnionInput)) {
	for i := range c.Accepts {
		each(accepted, &c.Accepts[i])
	}
	for i := range c.Rejects {
		each(refused, &c.Rejects[i])
	}
	for i := range c.ReadsAs {
		each(another, &c.ReadsAs[i])
	}
}

// judge says what the format makes of an altered input.
func (f *UnionFormat) judge(g *UnionGroup, c *UnionCase, in *UnionInput) (verdict, why string) {
	p := reflect.New(g.Type(c.Root))
	if err := f.Unmarshal(g.Set, f.Input(in), p.Interface(), g.strict()); err != nil {
		return refused, err.Error()
	}
	if difference := g.Differs(p, c.Root, c.Value); difference != "" {
		return another, difference
	}
	return accepted, ""
}

// strict reports whether the group refuses unknown members.
func (g *UnionGroup) strict() bool {
	for _, def := range g.defs {
		if def.DenyUnknown {
			return true
		}
	}
	return false
}

// readOwn reads what the source wrote.
func readOwn(t *testing.T, f *UnionFormat, g *UnionGroup, c *UnionCase, name string, data []byte, note func(what, verdict string)) {
	t.Helper()
	p := reflect.New(g.Type(c.Root))
	err := f.Unmarshal(g.Set, data, p.Interface(), false)
	difference := ""
	if err == nil {
		difference = g.Differs(p, c.Root, c.Value)
	}
	own := c.RoundTripByFormat[f.Name]
	switch {
	case err == nil && difference == "":
		if own != true {
			note("not read back by its source: "+c.Kind, accepted)
		}
	case own == true:
		note("read back by its source: "+c.Kind, refused)
		if os.Getenv("UNIONS_SHOW") != "" {
			t.Logf("%s: %v %s\n%x", name, err, difference, data)
		}
	default:
		note("not read back by its source: "+c.Kind, refused)
	}
}

// writeOwn compares what the format writes with what the source wrote.
func writeOwn(t *testing.T, f *UnionFormat, g *UnionGroup, c *UnionCase, name string, want []byte, note func(what, verdict string)) bool {
	t.Helper()
	p, err := g.Make(c.Root, c.Value)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return false
	}
	data, err := f.Marshal(g.Set, p.Interface())
	if err != nil {
		note("written by its source: "+c.Kind, "an error")
		if os.Getenv("UNIONS_SHOW") != "" {
			t.Logf("%s: %v", name, err)
		}
		return false
	}
	a, err := f.Meaning(data)
	if err != nil {
		t.Errorf("%s: what is written has no meaning: %v\n%x", name, err, data)
		return false
	}
	b, err := f.Meaning(want)
	if err != nil || !sameMeaning(a, b) {
		note("written by its source: "+c.Kind, "otherwise")
		if os.Getenv("UNIONS_SHOW") != "" {
			t.Logf("%s: written %s, not %s", name, a, b)
		}
		return false
	}
	back, _ := g.Make(c.Root, c.Value) // what a target holds is not there afterwards
	if err := f.Unmarshal(g.Set, data, back.Interface(), false); err != nil {
		t.Errorf("%s: what is written is not read: %v", name, err)
	} else if difference := g.Differs(back, c.Root, c.Value); difference != "" {
		note("comes back as another value: "+c.Kind, another)
		if os.Getenv("UNIONS_SHOW") != "" {
			t.Logf("%s: comes back as another value: %s", name, difference)
		}
	}
	return true
}

// sameMeaning compares JSON texts: numbers by value.
func sameMeaning(a, b string) bool {
	var x, y any
	return json.Unmarshal([]byte(a), &x) == nil && json.Unmarshal([]byte(b), &y) == nil && reflect.DeepEqual(x, y)
}

// compareChoices holds the choices against their file, which UNIONS_UPDATE=1 writes anew.
func compareChoices(t *testing.T, file string, choices map[string]map[string]int) {
	t.Helper()
	var b strings.Builder
	for _, key := range SortedKeys(choices) {
		b.WriteString(key)
		for _, verdict := range SortedKeys(choices[key]) {
			fmt.Fprintf(&b, "\t%s %d", verdict, choices[key][verdict])
		}
		b.WriteByte('\n')
	}
	if os.Getenv("UNIONS_UPDATE") != "" {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got := b.String(); got != string(want) {
		t.Errorf("choices differ from %s; UNIONS_UPDATE=1 writes them, UNIONS_SHOW=1 shows the inputs:\n%s", file, Changed(string(want), got))
	}
}

// Changed returns the lines that only one of two texts has.
func Changed(before, after string) string {
	in := func(text string) map[string]bool {
		lines := map[string]bool{}
		for line := range strings.Lines(text) {
			lines[line] = true
		}
		return lines
	}
	old, now := in(before), in(after)
	var b strings.Builder
	for line := range strings.Lines(before) {
		if !now[line] {
			b.WriteString("-" + line)
		}
	}
	for line := range strings.Lines(after) {
		if !old[line] {
			b.WriteString("+" + line)
		}
	}
	return b.String()
}
