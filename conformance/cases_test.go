package conformance

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// TestCasesThatAreNoneAreRefused: each way in which a line may not be a case is an error that
// names the file, the line and, where it can be read, the id.
func TestCasesThatAreNoneAreRefused(t *testing.T) {
	const good = `{"id":"x/good","read":"00","level":"accept","means":null,"section":"4.1","why":"one byte"}` + "\n"
	load := func(text string) ([]Case, error) {
		return LoadFrom(fstest.MapFS{"cases/x.jsonl": {Data: []byte(text)}})
	}
	if cases, err := load(good); err != nil || len(cases) != 1 {
		t.Fatal(cases, err)
	}
	for _, c := range []struct{ line, says string }{
		{`{"id":"x/1","read":"18","level":"acept","means":true,"section":"4.1","why":"w"}`, `"acept" is not a level`},
		{`{"id":"x/1","read":"18","level":"","means":true,"section":"4.1","why":"w"}`, `"" is not a level`},
		{`{"id":"x/1","read":"18","level":"accept","mean":true,"section":"4.1","why":"w"}`, `unknown field "mean"`},
		{`{"id":"x/1","read":"18","level":"accept","means":true,"section":"4.1","why":"w","profile":"extendd"}`, `"extendd" is not a profile`},
		{`{"id":"x/1","read":"1","level":"accept","means":true,"section":"4.1","why":"w"}`, `odd length`},
		{`{"id":"x/1","read":"1g","level":"accept","means":true,"section":"4.1","why":"w"}`, `invalid byte`},
		{`{"id":"x/1","read":"(18)*0","level":"accept","means":true,"section":"4.1","why":"w"}`, `not a repetition`},
		{`{"id":"x/1","read":"(18)*-1","level":"accept","means":true,"section":"4.1","why":"w"}`, `not a repetition`},
		{`{"id":"x/1","read":"18)*2","level":"accept","means":true,"section":"4.1","why":"w"}`, `not a repetition`},
		{`{"id":"x/1","read":"(18)*999999999999","level":"accept","means":true,"section":"4.1","why":"w"}`, `more than`},
		{`{"id":"x/1","stream":"zz","level":"accept","means":true,"section":"4.1","why":"w"}`, `invalid byte`},
		{`{"id":"x/1","read":"18","stream":"18","level":"accept","means":true,"section":"4.1","why":"w"}`, `not one of read, stream and write`},
		{`{"id":"x/1","level":"accept","means":true,"section":"4.1","why":"w"}`, `not one of read, stream and write`},
		{`{"id":"x/1","read":"18","level":"accept","section":"4.1","why":"w"}`, `has no meaning`},
		{`{"id":"x/1","read":"18","level":"refuse","means":true,"section":"4.1","why":"w"}`, `a meaning where there is none`},
		{`{"id":"x/1","read":"18","level":"may","or":[true],"section":"4.1","why":"w"}`, `a meaning where there is none`},
		{`{"id":"x/1","read":"18","level":"accept","means":true,"bytes":["18"],"section":"4.1","why":"w"}`, `bytes are of a value`},
		{`{"id":"x/1","write":true,"level":"accept","bytes":["1"],"section":"4.1","why":"w"}`, `odd length`},
		{`{"id":"x/1","write":true,"level":"may","bytes":["18"],"section":"4.1","why":"w"}`, `a value to be written`},
		{`{"id":"x/1","write":true,"level":"accept","section":"4.1","why":"w"}`, `a value to be written`},
		{`{"id":"x/1","read":"18","level":"accept","means":true,"section":"four","why":"w"}`, `"four" is not a section`},
		{`{"id":"x/1","read":"18","level":"accept","means":true,"section":"4.1","why":""}`, `does not say why`},
		{`{"id":"y/1","read":"18","level":"accept","means":true,"section":"4.1","why":"w"}`, `the id is not x/NAME`},
		{`{"id":"x","read":"18","level":"accept","means":true,"section":"4.1","why":"w"}`, `the id is not x/NAME`},
		{`{"id":"x/good","read":"18","level":"accept","means":true,"section":"4.1","why":"w"}`, `the id is also that of cases/x.jsonl:1`},
		{`{"id":"x/1","read":"18","level":"accept","means":true,"section":"4.1","why":"w"} {}`, `more than one value`},
		{`{"id":"x/1","read":18`, `cases/x.jsonl:2`},
		{`not JSON`, `cases/x.jsonl:2`},
		{``, `cases/x.jsonl:2`},
	} {
		_, err := load(good + c.line + "\n")
		if err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "cases/x.jsonl:2") {
			t.Errorf("%s: %v, want %s", c.line, err, c.says)
			continue
		}
		var id struct{ ID string }
		if json.Unmarshal([]byte(c.line), &id) == nil && !strings.Contains(c.says, "field") && !strings.Contains(err.Error(), `"`+id.ID+`"`) {
			t.Errorf("%s: %v does not name the case", c.line, err)
		}
	}
}

// TestSchemaSaysWhatIsLoaded: the schema has the members, levels, profiles and patterns that
// the loader takes.
func TestSchemaSaysWhatIsLoaded(t *testing.T) {
	text, err := os.ReadFile("cases.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	type property struct {
		Enum    []string
		Pattern string
	}
	var schema struct {
		Required   []string
		Properties map[string]json.RawMessage
		Defs       struct{ Hex property } `json:"$defs"`
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	of := func(name string) (p property) {
		if err := json.Unmarshal(schema.Properties[name], &p); err != nil {
			t.Error(name, err)
		}
		return p
	}
	members := reflect.TypeFor[Case]()
	if members.NumField() != len(schema.Properties) {
		t.Errorf("%d members, and %d in the schema", members.NumField(), len(schema.Properties))
	}
	for field := range members.Fields() {
		name, rest, _ := strings.Cut(field.Tag.Get("json"), ",")
		if schema.Properties[name] == nil || slices.Contains(schema.Required, name) == (rest == "omitempty") {
			t.Errorf("the schema does not have %s, or not whether it is required", name)
		}
	}
	if !slices.Equal(of("level").Enum, Levels) || !slices.Equal(of("profile").Enum, Profiles[1:]) || of("id").Pattern != idPattern.String() || of("section").Pattern != sectionPattern.String() {
		t.Error("the schema has other levels, profiles or patterns than the loader")
	}
	hex := regexp.MustCompile(schema.Defs.Hex.Pattern)
	cases, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		for _, digits := range append([]string{deref(c.Read), deref(c.Stream)}, c.Bytes...) {
			if !hex.MatchString(digits) {
				t.Errorf("%s: %.40q is not hexadecimal by the schema", c.ID, digits)
			}
		}
	}
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// heading is one of a section: "### 4.1 Null" or "## X4: timestamp".
var heading = regexp.MustCompile(`(?m)^#+ ([0-9]+(?:\.[0-9]+)?|X[0-9]?)[.:]? `)

// TestSectionsOfCasesExist: each section that a case, the table or the README names is one of
// the specification, and that of its own file.
func TestSectionsOfCasesExist(t *testing.T) {
	sections := map[string]bool{}
	for file, extended := range map[string]bool{"spec/beve.md": false, "spec/extensions.md": true} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		found := heading.FindAllStringSubmatch(string(text), -1)
		if len(found) < 8 {
			t.Errorf("%s has %d sections", file, len(found))
		}
		for _, match := range found {
			if sections[match[1]] || strings.HasPrefix(match[1], "X") != extended {
				t.Errorf("%s has a section %s, which is there twice or belongs elsewhere", file, match[1])
			}
			sections[match[1]] = true
		}
	}
	cases, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if !sections[c.Section] {
			t.Errorf("%s stands on section %s, which the specification does not have", c.ID, c.Section)
		}
	}
	table, err := os.ReadFile("reference/beve.json")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`"section": "([^"]+)"`).FindAllSubmatch(table, -1)
	if len(named) < 20 {
		t.Errorf("the table names %d sections", len(named))
	}
	for _, match := range named {
		if !sections[string(match[1])] {
			t.Errorf("the table names section %s, which the specification does not have", match[1])
		}
	}
}

// TestLinksAndFilesExist: what pages of the suite link to is there, and so is each file that
// the table names.
func TestLinksAndFilesExist(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)
	files := regexp.MustCompile(`[a-zA-Z]+\.(?:md|json|go)\b`)
	pages, links := 0, 0
	err := filepath.WalkDir(".", func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			if entry != nil && entry.Name() == "node_modules" {
				return filepath.SkipDir
			}
			return err
		}
		if filepath.Ext(path) != ".md" && path != filepath.Join("reference", "beve.json") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		pages++
		for _, match := range link.FindAllStringSubmatch(string(text), -1) {
			links++
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), match[1])); err != nil {
				t.Errorf("%s links to %s: %v", path, match[1], err)
			}
		}
		if filepath.Ext(path) == ".json" {
			for _, name := range files.FindAllString(string(text), -1) {
				if _, err := os.Stat(name); err != nil {
					t.Errorf("%s names %s: %v", path, name, err)
				}
			}
		}
		return nil
	})
	if err != nil || pages < 8 || links < 20 {
		t.Error(pages, "pages,", links, "links:", err)
	}
}
