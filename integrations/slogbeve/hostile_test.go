package slogbeve_test

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"strings"
	"testing"

	beve "github.com/beve-org/beve-go"
	"github.com/beve-org/beve-go/integrations/slogbeve"
)

type badError struct{ text string }

func (e *badError) Error() string { return e.text } // of a nil pointer it panics

type loud struct{}

func (loud) AppendBEVE([]byte) ([]byte, error) { panic("loud") }

type loudValuer struct{}

func (loudValuer) LogValue() slog.Value { panic("loud") }

type endless struct{ Next *endless }

// A record is written, and can be read, whatever its attributes do.
func TestNoAttributeCostsItsRecord(t *testing.T) {
	loop := &endless{}
	loop.Next = loop
	for name, value := range map[string]any{
		"nil": nil, "nil error": (*badError)(nil), "nil pointer": (*loud)(nil), "panic": loud{}, "panic inside": []any{loud{}}, "valuer": loudValuer{},
		"cycle": loop, "function": func() {}, "channel": make(chan int), "error": errors.New("\xff"), "nil valuer": (*loudValuer)(nil),
		"map": map[any]any{struct{ X any }{[]int{}}.X == nil: 1}, "huge": strings.Repeat("x", 1<<20), "text\xff": "\xff", "": "empty name",
		"group": slog.GroupValue(slog.Any("a", loud{}), slog.Group("", slog.Any("b", (*badError)(nil))), slog.Attr{}),
	} {
		var out bytes.Buffer
		log := slog.New(slogbeve.New(&out, nil))
		log.With(name, value).WithGroup("g\xff").With(name, value).WithGroup("").WithGroup("h").Info("m\xff", name, value, "after", 1)
		log.Info("next")
		n := 0
		for dec := beve.NewDecoder(&out); ; {
			var record map[string]any
			err := dec.Decode(&record)
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Errorf("%s: %v", name, err)
				break
			}
			if n++; n == 1 {
				g, _ := record["g\uFFFD"].(map[string]any)
				h, _ := g["h"].(map[string]any)
				if h["after"] == nil {
					t.Errorf("%s: %v", name, record)
				}
			}
		}
		if n != 2 {
			t.Errorf("%s: %d records", name, n)
		}
	}
}
