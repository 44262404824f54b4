package types

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/types.md")

const document = "../../docs/types.md"

// byStandard is the reason of what encoding/json itself does.
const byStandard = "as encoding/json does: what is not exported is left out, text that is not UTF-8 is replaced, " +
	"methods of pointers are called only on what has an address, and others than those of JSON and text are not known"

// reasons say why a value may come back as another, by type. What is not listed must not
// happen.
var reasons = map[string]string{
	"big.Float":               "its own UnmarshalText rounds to the precision of the target, 64 bits in a new one",
	"types.partly":            "fields that are not exported are left out, as in encoding/json",
	"struct { A int; b int }": "fields that are not exported are left out, as in encoding/json",
	"types.promoting":         "a method that is promoted speaks for the whole struct, as in encoding/json",
}

func TestTableOfTypes(t *testing.T) {
	var b strings.Builder
	var notes []string
	note := func(reason string) string {
		i := slices.Index(notes, reason)
		if i < 0 {
			i = len(notes)
			notes = append(notes, reason)
		}
		return string(rune('a' + i))
	}
	b.WriteString(preface)
	group, rows, used := "", 0, map[string]bool{}
	for _, s := range samples() {
		title, detail, _ := strings.Cut(s.group, ": ")
		if title != group {
			group = title
			fmt.Fprintf(&b, "\n## %s\n\n| type |", group)
			for i := range formats {
				b.WriteString(" " + formats[i].name + " |")
			}
			b.WriteString(" in an `any` |\n|---" + strings.Repeat("|:-:", len(formats)) + "|---|\n")
		}
		name := "`" + s.name + "`"
		if detail != "" {
			name += ", " + detail
		}
		b.WriteString("| " + name + " |")
		for i := range formats {
			signs, why := cell(&s, &formats[i])
			for _, reason := range why {
				if reason != byStandard {
					known, ok := reasons[s.name]
					if !ok {
						t.Errorf("%s by %s: %.400s", s.name, formats[i].name, reason)
						continue
					}
					used[s.name], reason = true, known
				}
				if mark := note(reason); !strings.Contains(signs, mark) {
					signs = strings.TrimSpace(signs + " " + mark)
				}
			}
			b.WriteString(" " + signs + " |")
		}
		b.WriteString(" " + heldAs(&s) + " |\n")
		rows++
	}
	b.WriteString("\n## Other forms\n\n")
	for i, reason := range notes {
		fmt.Fprintf(&b, "- **%c**: %s.\n", 'a'+i, reason)
	}
	b.WriteString(meaning(t))
	for name := range reasons {
		if !used[name] {
			t.Errorf("the reason for %s is not needed", name)
		}
	}
	for _, internal := range []string{"engine.", "msgcodec.", "fault.", "view.", "plan."} {
		if strings.Contains(b.String(), "`"+internal) || strings.Contains(b.String(), "]"+internal) {
			t.Errorf("a type is shown by the name of its internal package, %s", internal)
		}
	}
	if rows < 80 {
		t.Errorf("%d types", rows)
	}
	if *update && !t.Failed() {
		if err := os.WriteFile(document, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	now, then := strings.Split(b.String(), "\n"), strings.Split(string(want), "\n")
	for i := range max(len(now), len(then)) {
		if i >= len(now) || i >= len(then) || now[i] != then[i] {
			t.Fatalf("docs/types.md differs at line %d (-update writes it); the table says\n%s\nand the document\n%s",
				i+1, strings.Join(now[i:min(i+1, len(now))], ""), strings.Join(then[i:min(i+1, len(then))], ""))
		}
	}
}

const preface = `# Types

What each format makes of values of a type that are written, read into the same type and
compared. Each cell is computed by round trips of several values (zero, typical and
extreme) as a value, a pointer, a field, an element of a slice, an array and a map, and in
an interface. A test of the module interop/types makes this page and fails when a cell
changes.

| sign | |
|:-:|---|
| = | the same value comes back |
| ≈ | the same except for nil: nil becomes empty or the reverse, or null a nil pointer or the reverse; or except for the zone of a time, whose instant is the same |
| ! | an error, when it is written or read; beside another sign, some values or places are errors |
| a, b, … | another form, for the reason below the tables |

Columns: BEVE is Marshal and Unmarshal, extended is the same with EncodeOptions.Extended.
"BEVE → JSON → BEVE" goes through JSON text by package translator, where NaN is an error;
"JSON → BEVE" begins with the text of encoding/json. jsonpack uses the schema of the Go type;
maps and types with methods of JSON do not have one. zebrapack needs numbers on the fields of
structs, so structs of other packages are errors. Generated BEVE code leaves types with methods to
reflection. The last column is the Go type that an any holds after reading a BEVE message of the
type.

Which methods of a type count, in which format, is in [methods.md](methods.md). A struct that has
fields, and none that is exported, is an error in all formats except JSON, where it is {} as in
encoding/json, unless it has methods of BEVE. Messages of Protocol Buffers are errors without their
[adapter](methods.md#protocol-buffers).
`
