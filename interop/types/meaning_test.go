package types

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
	ourjson "github.com/beve-org/beve-go/json"
	"github.com/beve-org/beve-go/msgpack"
	"github.com/beve-org/beve-go/msgpack/msgp"
	"github.com/beve-org/beve-go/translator"
)

// meanings say what a value means in JSON when it comes from a format.
var meanings = []struct {
	format string
	text   func(v any) ([]byte, error)
}{
	{"package json", ourjson.Marshal},
	{"BEVE", func(v any) ([]byte, error) {
		b, err := beve.Marshal(v)
		if err != nil {
			return nil, err
		}
		return translator.ToJSON(b)
	}},
	{"extended BEVE", func(v any) ([]byte, error) {
		b, err := beve.EncodeOptions{Extended: true}.Marshal(v)
		if err != nil {
			return nil, err
		}
		return translator.ToJSON(b)
	}},
	{"MessagePack", func(v any) ([]byte, error) {
		b, err := msgpack.Marshal(v)
		if err != nil {
			return nil, err
		}
		return msgp.Raw(b).MarshalJSON()
	}},
}

// differs says why the JSON of a value from a format is not that of encoding/json. What is not listed must not happen.
var differs = map[string]string{
	"time.Time":        "times of MessagePack have no zone",
	"time.Duration":    "the extended form is a duration of ISO 8601",
	"big.Int":          "integers of MessagePack have 64 bits, so it is text",
	"*big.Int":         "integers of MessagePack have 64 bits, so it is text",
	"json.Number":      "the number is the same, its spelling is not kept",
	"net.HardwareAddr": bytesDiffer,
	"net.IPNet":        bytesDiffer,
	"url.URL":          "it has methods of binary, which encoding/json does not know",
	"regexp.Regexp":    "the extended form tells pattern from flags",
	"uuid.UUID":        idsDiffer,
	"ulid.ULID":        idsDiffer + ", or the text of a UUID",
	"scalar.UUID":      idsDiffer,
	"scalar.Int128":    "integers of MessagePack have 64 bits, so it is text",
	"scalar.Uint128":   "integers of MessagePack have 64 bits, so it is text",
	"apd.BigInt":       "text comes before methods of JSON",
}

const (
	bytesDiffer = "bytes are an array of numbers in BEVE, and base64 in encoding/json"
	idsDiffer   = "the portable form is the bytes"
)

// meaning returns a section about values whose JSON depends on the format that they come from.
func meaning(t *testing.T) string {
	var b strings.Builder
	b.WriteString("\n## What is not the same in JSON\n\nA value that is written in a format and translated to JSON is the JSON that encoding/json " +
		"writes of it,\nfor all values of the standard library, of public modules and of this library above that can be written, with these " +
		"exceptions:\n\n| type | from | JSON | encoding/json | reason |\n|---|---|---|---|---|\n")
	seen, used, same := map[string]bool{}, map[string]bool{}, 0
	for _, s := range samples() {
		if title, _, _ := strings.Cut(s.group, ": "); title == basic || title == shapes {
			continue
		}
		for _, v := range s.values {
			p := reflect.New(field(s.typ))
			p.Elem().Field(0).Set(v)
			want, err := json.Marshal(p.Interface())
			if err != nil {
				continue
			}
			for _, m := range meanings {
				got, err := m.text(p.Interface())
				switch {
				case err != nil: // which the tables say
				case string(got) == string(want):
					same++
				case differs[s.name] == "":
					t.Errorf("%s of %s is %s in JSON, and %s by encoding/json", s.name, m.format, got, want)
				case !seen[s.name+m.format]:
					seen[s.name+m.format], used[s.name] = true, true
					b.WriteString("| `" + s.name + "` | " + m.format + " | " + shown(got) + " | " + shown(want) + " | " + differs[s.name] + " |\n")
				}
			}
		}
	}
	for name := range differs {
		if !used[name] {
			t.Errorf("the reason for the JSON of %s is not needed", name)
		}
	}
	if same < 300 {
		t.Errorf("%d values are the same", same)
	}
	return b.String()
}

// shown is the value of the field of a struct in JSON, cut where it is long.
func shown(text []byte) string {
	const most = 42
	s := strings.TrimSuffix(strings.TrimPrefix(string(text), `{"F":`), "}")
	if len(s) > most {
		return s[:most] + "…"
	}
	return "`" + s + "`"
}
