package migrate

import (
	"flag"
	"fmt"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/template"
)

var accept = flag.Bool("accept", false, "write docs/migrate.md")

// docs/migrate.md is what the template and the tables make.
func TestPageIsMadeOfTheTables(t *testing.T) {
	const page, source = "../../docs/migrate.md", "page.md.tmpl"
	made, err := template.New(source).Funcs(template.FuncMap{
		"ids":         func() string { return strings.ReplaceAll(strings.Join(ids(), ", "), "`", "") },
		"imports":     func(id string) string { return importTable(find(t, id)) },
		"names":       func(id string) string { return nameTable(find(t, id)) },
		"types":       func(id string) string { return typeTable(find(t, id)) },
		"differences": func(id string) string { return differenceTable(find(t, id).Differences) },
		"toBEVE":      func() string { return differenceTable(ToBEVE) },
	}).ParseFiles(source)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := made.Execute(&text, nil); err != nil {
		t.Fatal(err)
	}
	if *accept {
		if err := os.WriteFile(page, []byte(text.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	old, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if string(old) != text.String() {
		t.Error("docs/migrate.md is not what the tables say: go test ./internal/migrate -accept")
	}
}

// Every table is on the page.
func TestPageHasEveryTable(t *testing.T) {
	source, err := os.ReadFile("page.md.tmpl")
	if err != nil {
		t.Fatal(err)
	}
	for _, lib := range All() {
		wanted := []string{"imports"}
		if lib == original {
			wanted = nil // its import path is the same
		}
		if nameTable(lib) != "" {
			wanted = append(wanted, "names")
		}
		if lib.Fields != nil {
			wanted = append(wanted, "types")
		}
		if lib.Differences != nil {
			wanted = append(wanted, "differences")
		}
		for _, table := range wanted {
			if !strings.Contains(string(source), fmt.Sprintf("{{%s %q}}", table, lib.ID)) {
				t.Errorf("the page has no table of %s of %s", table, lib.Name)
			}
		}
	}
}

// A name has one row, and rows say something.
func TestRowsAreWhole(t *testing.T) {
	for _, lib := range All() {
		for _, p := range lib.Packages {
			rows := map[string]bool{}
			for _, s := range p.Symbols {
				if s.Change >= Differs && s.Here+s.Note == "" {
					t.Errorf("%s: %s is to be decided, and nothing says how", p.Path, s.There)
				}
				for _, name := range s.Names() {
					if rows[name] {
						t.Errorf("%s: %s has two rows", p.Path, name)
					}
					rows[name] = true
				}
			}
			for _, name := range slices.Concat(p.Writes, p.Reads) {
				if s, _ := p.Becomes(name); !s.Change.Mechanical() && p.Find(name) == nil {
					t.Errorf("%s: %s takes values, and nothing says what takes its place", p.Path, name)
				}
			}
			if p.Here == "" && p.Note == "" {
				t.Errorf("%s: nothing takes its place, and nothing says what to do", p.Path)
			}
		}
	}
}

func ids() (all []string) {
	for _, lib := range All() {
		all = append(all, "`"+lib.ID+"`")
	}
	return all
}

func find(t *testing.T, id string) *Library {
	for _, lib := range All() {
		if lib.ID == id {
			return lib
		}
	}
	t.Fatalf("there is no library %s", id)
	return nil
}

func table(head string, rows []string) string {
	if rows == nil {
		return ""
	}
	columns := strings.Count(head, "|") - 1
	return head + "\n|" + strings.Repeat("---|", columns) + "\n" + strings.Join(rows, "\n")
}

func importTable(lib *Library) string {
	var rows []string
	for _, p := range lib.Packages {
		replaced := p.Note
		if p.Here != "" {
			replaced = "`" + p.Here + "`"
		}
		rows = append(rows, fmt.Sprintf("| `%s` | %s |", p.Path, replaced))
	}
	return table("| import | becomes |", rows)
}

func nameTable(lib *Library) string {
	var rows []string
	for _, p := range lib.Packages {
		for _, s := range p.Symbols {
			switch {
			case s.Change == Renamed:
				s.Here = "`" + s.Here + "`"
			case s.Change < Rewrite && s.Here == "":
				s.Here = "the same"
			case s.Here == "nothing":
				s.Here = "—"
			}
			prefix := ""
			if p.Path != lib.Packages[0].Path {
				prefix = path.Base(p.Path) + "."
			}
			rows = append(rows, fmt.Sprintf("| `%s%s` | %s | %s |", prefix, strings.Join(s.Names(), "`, `"+prefix), s.Here, s.Note))
		}
		for _, m := range p.Methods {
			rows = append(rows, fmt.Sprintf("| your method `%s` | %s | %s |", m.Name, m.Here, m.Note))
		}
	}
	for _, tag := range lib.Tags {
		rows = append(rows, fmt.Sprintf("| option `%s` of the tag `%s` | | %s |", tag.Option, tag.Key, tag.Note))
	}
	for _, c := range lib.Commands {
		rows = append(rows, fmt.Sprintf("| `//go:generate %s` | `//go:generate %s` | |", c.There, c.Here))
	}
	return table("| there | here | |", rows)
}

// typeTable lists what the rules of a library find in types.
func typeTable(lib *Library) string {
	var rows []string
	for _, r := range lib.Fields {
		rows = append(rows, fmt.Sprintf("| %s | %s |", r.What, quoted.ReplaceAllString(r.Note, "`$0`")))
	}
	return table("| in what you encode | |", rows)
}

// quoted is code in a note, which the command prints without marks.
var quoted = regexp.MustCompile(`\b(StructTag: "[=a-z]+"|Inline: true|FormatDurations|ParseDurations|Marshal(Msg|JSON)|EncodeMsg|MarshalBinary|struct\{\}|json\.Number|time\.Duration|IsZero|omitzero|omitempty|int64)`)

func differenceTable(list []Difference) string {
	var rows []string
	for _, d := range list {
		rows = append(rows, fmt.Sprintf("| %s | %s | %s |", d.What, d.There, d.Here))
	}
	return table("| what | there | here |", rows)
}
